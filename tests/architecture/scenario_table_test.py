#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The check of docs/scenarios.md finds planted mistakes and leaves sound tables alone."""
import tempfile
import unittest
from pathlib import Path

import scenario_table


def problems(change=lambda number, line: line):
    lines = [f"| T{n} | about | `Suite.Name` |" for n in range(1, scenario_table.SCENARIOS + 1)]
    for letter, count in scenario_table.TRAPS.items():
        lines += [f"| {letter}{n} | given `x` | right | `Suite.Name` | |" for n in range(1, count + 1)]
    for letter, count in scenario_table.EXAMPLES.items():
        lines += [f"| {letter}{n} | about `x` | `Suite.Name` | |" for n in range(1, count + 1)]
    lines = [change(line.split()[1], line) for line in lines]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scenarios.md"
        path.write_text("\n".join(line for line in lines if line), encoding="utf-8")
        return scenario_table.problems_of(path, {"Suite.Name"})


def with_row(number, text):
    return [problem.split(": ", 1)[1] for problem in problems(lambda n, line: text if n == number else line)]


class ScenarioTable(unittest.TestCase):
    def test_sound_tables(self):
        self.assertEqual(problems(), [])

    def test_a_test_that_does_not_exist(self):
        found = problems(lambda n, line: line.replace("Suite.Name", "Suite.Other") if n == "T7" else line)
        self.assertEqual(found, ["scenarios.md:7: there is no test Suite.Other"])
        self.assertEqual(with_row("D4", "| D4 | a | b | `Suite.Other` | |"), ["there is no test Suite.Other"])

    def test_a_scenario_without_a_test(self):
        self.assertEqual(with_row("T8", "| T8 | about | - |"), ["T8 has no test"])

    def test_a_missing_number(self):
        self.assertIn("[17]", problems(lambda n, line: "" if n == "T17" else line)[0])
        self.assertIn("R1 to R7: [3]", problems(lambda n, line: "" if n == "R3" else line)[0])

    def test_a_trap_without_a_test_has_a_reason(self):
        self.assertEqual(with_row("K7", "| K7 | a | b | | open: groups are not read |"), [])
        self.assertEqual(with_row("K7", "| K7 | a | b | | the API does not say: links |"), [])
        self.assertEqual(with_row("K7", "| K7 | a | b | | |"), ["K7: neither a test nor a reason why there is none"])
        for reason in ("later", "open:"):
            self.assertIn("a reason begins with", with_row("K7", f"| K7 | a | b | | {reason} |")[0])

    def test_an_example_of_workloads_is_held_to_the_same(self):
        self.assertIn("W1 to W40: [8]", problems(lambda n, line: "" if n == "W8" else line)[0])
        self.assertEqual(with_row("W8", "| W8 | a `y` | `Suite.Other` | |"), ["there is no test Suite.Other"])
        self.assertEqual(with_row("W8", "| W8 | a | | open: runtimes are not read |"), [])
        self.assertEqual(with_row("W8", "| W8 | a | | |"), ["W8: neither a test nor a reason why there is none"])
        self.assertEqual(with_row("W8", "| W8 | a | b | `Suite.Name` | |"), ["W8: 5 columns instead of 4"])

    def test_a_row_of_another_shape(self):
        self.assertEqual(with_row("V2", "| V2 | a | `Suite.Name` |"), ["V2: 3 columns instead of 5"])
        self.assertIn("no table has the letter Z", with_row("T1", "| Z1 | about | `Suite.Name` |")[0])


if __name__ == "__main__":
    unittest.main()
