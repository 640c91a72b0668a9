#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What bench/budgets.py says of figures that are within, over, and not to be judged."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "bench"))
import budgets


def figures(factor):
    """Every figure at so much of its budget; of a pair both are alike far from it."""
    out = {(program, name): factor * most for program, name, most, _ in budgets.BUDGETS}
    for program, name, most, other, _ in budgets.PAIRS:
        out.setdefault((program, other), factor)
        out[(program, name)] = 0.9 * most * out[(program, other)]
    return out


class Budgets(unittest.TestCase):
    def test_figures_within_their_share_pass_on_a_machine_of_any_speed(self):
        for reference in (0.1, 0.6, 3.0):
            code, lines = budgets.verdict(reference, reference, figures(0.9 * reference))
            self.assertEqual(code, 0, lines)
            self.assertEqual(len(lines), 1 + len(budgets.BUDGETS) + len(budgets.PAIRS))

    def test_one_figure_over_its_share_fails_and_is_named(self):
        program, name, most, _ = budgets.BUDGETS[3]
        code, lines = budgets.verdict(0.6, 0.6, {**figures(0.5 * 0.6), (program, name): 1.1 * most * 0.6})
        self.assertEqual(code, 1)
        over = [line for line in lines if line.startswith("OVER")]
        self.assertEqual(len(over), 1)
        self.assertIn(name, over[0])

    def test_one_of_a_pair_that_takes_more_than_its_share_of_the_other_fails_and_is_named(self):
        program, name, most, other, _ = budgets.PAIRS[1]
        measured = figures(0.5 * 0.6)
        code, lines = budgets.verdict(0.6, 0.6, {**measured, (program, name): 1.1 * most * measured[(program, other)]})
        self.assertEqual(code, 1)
        over = [line for line in lines if line.startswith("OVER")]
        self.assertEqual(len(over), 1)
        self.assertIn(name, over[0])

    def test_a_reference_that_moves_allows_no_verdict(self):
        code, lines = budgets.verdict(0.5, 0.7, figures(10.0))
        self.assertEqual(code, budgets.NOT_QUIET)
        self.assertIn("not quiet enough", lines[0])


if __name__ == "__main__":
    unittest.main()
