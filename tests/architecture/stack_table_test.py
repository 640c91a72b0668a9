#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The check of docs/stacks/README.md finds planted mistakes and leaves sound tables alone."""
import tempfile
import unittest
from pathlib import Path

import stack_table

HEAD = ["| stack |" + " x |" * 11, "|" + "---|" * 12]


def row(key, word, document="[page](a.md)", first=None):
    return f"| A stack (`{key}`) | {first or word} |" + f" {word} |" * 9 + f" {document} |"


class StackTable(unittest.TestCase):
    def problems(self, english, chinese=None, adapters=("hami", "hami_part", "gpu_manager")):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            names = ["None", "Hami", "GpuManager"], ["none", "hami", "gpu-manager"]
            switch = "\n".join(f'case GpuStack::{a}:\n  return "{b}";' for a, b in zip(*names))
            (root / "core/model").mkdir(parents=True)
            (root / stack_table.NAMES).write_text(switch, encoding="utf-8")
            for name in adapters:
                (root / stack_table.ADAPTERS / name).mkdir(parents=True)
            (root / stack_table.ADAPTERS / "recognise.cpp").write_text("", encoding="utf-8")
            chinese = chinese or [line.replace("yes", "是") for line in english]
            for page, lines in zip(stack_table.PAGES, (english, chinese)):
                path = root / page
                path.parent.mkdir(parents=True)
                path.write_text("\n".join(HEAD + lines), encoding="utf-8")
                (path.parent / "a.md").write_text("", encoding="utf-8")
            return stack_table.check_tree(root)

    def test_sound_tables(self):
        self.assertEqual(self.problems([row("hami", "yes"), row("hami", "yes"), row("gpu-manager", "yes")]), [])

    def test_a_stack_without_a_row(self):
        self.assertIn("docs/stacks/README.md: no row for gpu-manager", self.problems([row("hami", "yes")]))

    def test_an_adapter_without_a_key(self):
        found = self.problems([row("hami", "yes"), row("gpu-manager", "yes")], adapters=("hami", "newcomer"))
        self.assertEqual(found, ["core/provider/stacks: newcomer is the key of no stack"])

    def test_cells_and_pages(self):
        both = [row("gpu-manager", "yes")]
        self.assertIn("docs/stacks/README.md:3: cell 2 is empty", self.problems([row("hami", "yes", first=" ")] + both))
        self.assertIn("docs/stacks/README.md:3: there is no page b.md",
                      self.problems([row("hami", "yes", "[page](b.md)")] + both))
        self.assertIn("docs/stacks/README.md:3: 2 columns instead of 12", self.problems(["| A (`hami`) | yes |"] + both))
        self.assertIn("docs/stacks/README.md:3: the row does not end its name with the key of a stack",
                      self.problems([row("unknown", "yes")] + both))

    def test_the_languages_say_the_same(self):
        english = [row("hami", "yes"), row("gpu-manager", "yes")]
        chinese = [row("hami", "是", first="否"), row("gpu-manager", "是")]
        self.assertEqual(self.problems(english, chinese), ["row 1: both languages do not say yes in the same cells"])


if __name__ == "__main__":
    unittest.main()
