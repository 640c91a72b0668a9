#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cardinal render`: a picture of the asked size without a display, and sentences for what cannot be drawn."""
import json
import resource
import struct
import unittest
import zlib

from cardinal_program import EXAMPLES, RECORDED, CliTest

PAGES = ("map", "nodes", "node", "cards", "card", "workloads", "pod", "preview", "whatif", "allocation", "ledger",
         "activity", "pending", "queues", "snapshots", "cordon", "drain", "mode")


def chunks(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at = 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        yield kind, data[at + 8:at + 8 + length]
        at += 12 + length


def size_of(path):
    return struct.unpack(">II", next(chunks(path.read_bytes()))[1][:8])


def pixels(path):
    return zlib.decompress(b"".join(body for kind, body in chunks(path.read_bytes()) if kind == b"IDAT"))


class Render(CliTest):
    def render(self, page, *arguments, **options):
        picture = self.folder / f"{page}.png"
        done = self.answer(0, "render", page, "--demo", "-o", picture, *arguments, **options)
        self.assertEqual(done.stderr, "")
        return picture

    def test_every_page(self):
        for page in PAGES:
            with self.subTest(page):
                picture = self.render(page, "--size", "1280x800")
                self.assertEqual(size_of(picture), (1280, 800))
                self.assertGreater(len(set(pixels(picture))), 16, "the picture is empty")

    def test_a_picture_is_packed(self):
        picture = self.render("map", "--size", "1280x800")
        self.assertLess(picture.stat().st_size, 1280 * 800 * 3 // 8)

    def test_scale_doubles_the_pixels(self):
        self.assertEqual(size_of(self.render("map", "--size", "1200x800", "--scale", "2")), (2400, 1600))

    def test_themes_and_languages_differ(self):
        source = ("--snapshot", RECORDED / "s2-four-cards")
        seen = set()
        for theme in ("light", "dark", "contrast"):
            for language in ("en", "zh_CN"):
                picture = self.folder / "x.png"
                self.answer(0, "render", "map", *source, "--size", "1200x800", "--theme", theme, "--lang", language, "-o", picture)
                seen.add(picture.read_bytes())
        self.assertEqual(len(seen), 6)

    def test_the_past_needs_something_recorded(self):
        picture = self.render("past", "--after", "4", "--size", "1280x800")
        self.assertGreater(len(set(pixels(picture))), 16, "the picture is empty")
        self.refused("render", "past", "--demo", "--after", "soon", "-o", picture, words=["--after", "soon"])

    def test_preview_of_a_file(self):
        picture = self.render("preview", "-f", EXAMPLES / "multi-card.yaml", "--size", "1200x800")
        self.assertEqual(size_of(picture), (1200, 800))

    def test_selection(self):
        source = ("--snapshot", RECORDED / "s2-four-cards")
        name = json.loads(self.answer(0, "inspect", "-o", "json", *source).stdout)["nodes"][0]["name"]
        picture = self.folder / "node.png"
        self.answer(0, "render", "node", *source, "--select", name, "--size", "1200x800", "-o", picture)
        self.assertEqual(size_of(picture), (1200, 800))
        self.refused("render", "node", *source, "--select", "nowhere", "--size", "1200x800", "-o", picture, words=["nowhere"])

    def test_what_cannot_be_drawn(self):
        picture = self.folder / "x.png"
        self.refused("render", "tapestry", "--demo", "-o", picture, words=["tapestry", "map", "workloads"])
        self.refused("render", "map", "--demo", "--size", "wide", "-o", picture, words=["--size", "wide"])
        self.refused("render", "map", "--demo", "--size", "10x10", "-o", picture, words=["10"])
        self.refused("render", "map", "--demo", "--lang", "de", "-o", picture, words=["de"])
        self.refused("render", "map", "--demo", "-o", "/nowhere/x.png", words=["/nowhere/x.png"])
        self.refused("render", "map", "--demo", words=["--output"])
        self.assertFalse(picture.exists())

    def test_is_quick(self):
        """Start to picture, process start and PNG included. The budget of the first painted map is in bench/README.md."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.render("map", "--size", "1600x1000")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        # seconds of a processor: those for which other programs kept it waiting are not its own
        self.assertLess(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 20)


if __name__ == "__main__":
    unittest.main()
