#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`./run` where there is no display: every option that the program takes is handed on, and the rest goes to the program."""
import os
import subprocess
import unittest

from cardinal_program import PROGRAM, RECORDED, SOURCE, CliTest

PAGES = ("map", "node", "workloads", "preview")


class WithoutDisplay(CliTest):
    def start(self, *arguments, program=PROGRAM):
        return subprocess.run([SOURCE / "scripts" / "without-display", program, self.folder / "pictures", *map(str, arguments)],
                              env=self.environment("C.UTF-8"), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False)

    def recorded_calls(self, *arguments):
        """What the program is called with; its help is the real one."""
        calls = self.folder / "calls"
        fake = self.folder / "cardinal"
        fake.write_text(f"#!/bin/sh\n[ \"$*\" != --help ] || exec '{PROGRAM}' --help\nprintf '%s\\n' \"$*\" >>'{calls}'\n", encoding="utf-8")
        fake.chmod(0o755)
        calls.unlink(missing_ok=True)
        done = self.start(*arguments, program=fake)
        self.assertEqual(done.returncode, 0, done.stderr)
        return calls.read_text(encoding="utf-8").splitlines()

    def options(self):
        """(name, takes a value) of every option of the program but those that end it."""
        shown = subprocess.run([PROGRAM, "--help"], env=self.environment("C.UTF-8"), capture_output=True, text=True, check=True).stdout
        lines = shown.split("Options:\n")[1].split("\n\n")[0].splitlines()
        for line in lines:
            if line.startswith("  -"):
                words = line.split("  ")[1].split(" ")
                for name in words[0].split(","):
                    if name not in ("-h", "--help", "--version"):
                        yield name, len(words) > 1

    def test_every_option_is_handed_on(self):
        options = list(self.options())
        self.assertGreater(len(options), 15)
        for name, takes_value in options:
            given = [name, "a b"] if takes_value else [name]
            calls = self.recorded_calls(*given)
            self.assertEqual(len(calls), 1 + len(PAGES), name)
            self.assertEqual(calls[0], " ".join(given) + " inspect")
            forms = name in ("-o", "--output")  # of the table; a picture has none
            for call, page in zip(calls[1:], PAGES):
                self.assertTrue(call.startswith(("" if forms else " ".join(given) + " ") + "render " + page), call)
            if takes_value and name.startswith("--"):
                self.assertEqual(self.recorded_calls(f"{name}=v")[0], f"{name}=v inspect")

    def test_what_is_no_question_for_a_window_goes_to_the_program(self):
        for arguments in (("inspect", "--demo"), ("--demo", "render", "map"), ("--no-such-option",), ("--version",), ("--context",), ("x",)):
            self.assertEqual(self.recorded_calls(*arguments), [" ".join(arguments)])

    def test_the_table_and_the_pictures(self):
        recorded = RECORDED / "s1-blog-two-nodes"
        done = self.start("--snapshot", recorded, "--new-window")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("sd-cluster-04", done.stdout)
        for page in PAGES:
            self.assertGreater(os.path.getsize(self.folder / "pictures" / f"{page}.png"), 10_000)


if __name__ == "__main__":
    unittest.main()
