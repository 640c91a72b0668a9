#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The check of docs/client-rules.md finds what it is there for."""
import pathlib
import tempfile
import unittest

import rules_table


class Mistakes(unittest.TestCase):
    def problems(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "rules.md"
            path.write_text(text, encoding="utf-8")
            return rules_table.problems_of(path, {"Suite.Name"})

    def test_a_test_that_does_not_exist_is_found(self):
        self.assertIn("rules.md:1: there is no test Suite.Other", self.problems("| 1.1 | a | b | `Suite.Other` | |\n"))

    def test_a_row_without_test_and_reason_is_found(self):
        self.assertIn("rules.md:1: neither a test nor a reason why there is none", self.problems("| 1.1 | a | b | - | |\n"))

    def test_a_missing_section_is_found(self):
        problems = self.problems("| 1.1 | a | b | `Suite.Name` | |\n")
        self.assertIn("rules.md: section 1.2 is missing", problems)
        self.assertNotIn("rules.md: section 1.1 is missing", problems)

    def test_a_row_of_another_shape_is_found(self):
        self.assertIn("rules.md:1: 3 columns instead of 5", self.problems("| 1.1 | a | b |\n"))


if __name__ == "__main__":
    unittest.main()
