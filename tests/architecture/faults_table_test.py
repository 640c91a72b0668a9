#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The check of docs/faults.md finds planted mistakes, names file and line, and leaves a sound table alone."""
import tempfile
import unittest
from pathlib import Path

import faults_table


def table(change=lambda number, line: line):
    lines = [change(n, f"| {n} | fault \\| more | real | Live<br>Lost | no | all | `Suite.Name` | |") for n in range(1, faults_table.FAULTS + 1)]
    return "\n".join(line for line in lines if line)


def problems(text):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "faults.md"
        path.write_text(text, encoding="utf-8")
        return faults_table.problems_of(path, {"Suite.Name"}, {"Live", "Lost"})


class FaultsTable(unittest.TestCase):
    def assert_found(self, number, old, new, word):
        found = problems(table(lambda n, line: line.replace(old, new) if n == number else line))
        self.assertEqual(len(found), 1, found)
        self.assertTrue(found[0].startswith(f"faults.md:{number}: "), found)
        self.assertIn(word, found[0])

    def test_a_sound_table(self):
        self.assertEqual(problems(table()), [])

    def test_a_test_that_does_not_exist(self):
        self.assert_found(7, "Suite.Name", "Suite.Other", "Suite.Other")

    def test_a_text_that_the_window_does_not_have(self):
        self.assert_found(8, "Lost", "Lots", "Lots")

    def test_a_row_without_test_and_without_reason(self):
        self.assert_found(9, "`Suite.Name`", "-", "neither")

    def test_a_missing_and_a_doubled_number(self):
        self.assertIn("17", problems(table(lambda n, line: "" if n == 17 else line))[0])
        self.assertIn("numbers", problems(table(lambda n, line: line.replace("| 18 |", "| 17 |")))[0])


if __name__ == "__main__":
    unittest.main()
