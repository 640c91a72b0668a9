#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The check of docs/vocabulary.md finds planted mistakes."""
import tempfile
import unittest
from pathlib import Path

import vocabulary

HEAD = "| code | English window | Chinese window | the field's term | words not to use |\n|---|---|---|---|---|\n"


def problems(rows):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "vocabulary.md"
        path.write_text(HEAD + rows, encoding="utf-8")
        return vocabulary.problems_of(path, {"Card", "used", "Plan"}, "已分配显存\n计划")


class Vocabulary(unittest.TestCase):
    def test_sound_rows(self):
        self.assertEqual(problems("| `Card::used` | used | 已分配 | used | held |\n| `Plan` | plan | 计划，页面 计划 | plan | - |\n"), [])

    def test_identifiers_and_words_that_are_gone(self):
        self.assertEqual(problems("| `Card::free` | free | - | free | - |\n"), ["vocabulary.md:3: the code has no free"])
        self.assertEqual(problems("| `Plan` | plan | 落点 | plan | - |\n"), ["vocabulary.md:3: the window has no 落点"])

    def test_rows_twice_or_broken(self):
        self.assertEqual(problems("| `Plan` | a | - | b | - |\n| `Plan` | a | - | b | - |\n"), ["vocabulary.md:4: Plan stands in line 3, too"])
        self.assertEqual(problems("| `Plan` | a | - |\n")[0], "vocabulary.md:3: 3 columns instead of 5")


if __name__ == "__main__":
    unittest.main()
