#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The check of docs/scenarios.md finds planted mistakes and leaves a sound table alone."""
import tempfile
import unittest
from pathlib import Path

import scenario_table


def problems(change=lambda number, line: line):
    lines = [change(n, f"| T{n} | about | `Suite.Name` |") for n in range(1, scenario_table.SCENARIOS + 1)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scenarios.md"
        path.write_text("\n".join(line for line in lines if line), encoding="utf-8")
        return scenario_table.problems_of(path, {"Suite.Name"})


class ScenarioTable(unittest.TestCase):
    def test_a_sound_table(self):
        self.assertEqual(problems(), [])

    def test_a_test_that_does_not_exist(self):
        found = problems(lambda n, line: line.replace("Suite.Name", "Suite.Other") if n == 7 else line)
        self.assertEqual(found, ["scenarios.md:7: there is no test Suite.Other"])

    def test_a_scenario_without_a_test(self):
        found = problems(lambda n, line: line.replace("`Suite.Name`", "-") if n == 8 else line)
        self.assertEqual(found, ["scenarios.md:8: T8 has no test"])

    def test_a_missing_number(self):
        self.assertIn("[17]", problems(lambda n, line: "" if n == 17 else line)[0])


if __name__ == "__main__":
    unittest.main()
