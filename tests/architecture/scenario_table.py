#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/scenarios.md names every worked scenario T1 to T69, every trap of GPU stacks by its letter and number, every worked example of
workloads W1 to W40, and what clusters of each version must get right (S, X, Y), and only tests that exist.

usage: scenario_table.py PROJECT_DIRECTORY
"""

import pathlib
import re
import sys

from faults_table import test_names

SCENARIOS = 69
# How many traps each letter has.
TRAPS = {"R": 7, "A": 7, "B": 8, "C": 5, "D": 11, "E": 7, "F": 12, "G": 6, "H": 7, "I": 5, "J": 9, "K": 11, "L": 5,
         "M": 6, "N": 10, "O": 8, "P": 8, "Q": 12, "V": 17}
EXAMPLES = {"W": 40, "S": 4, "X": 13, "Y": 40}
# Columns of a row by its letter: all, that of the tests, that of the reason.
TRAP, EXAMPLE = (5, 3, 4), (4, 2, 3)
SHAPES = {**dict.fromkeys(TRAPS, TRAP), **dict.fromkeys(EXAMPLES, EXAMPLE)}
# Why a row has no test, or not one for all of it.
REASONS = ("the API does not say: ", "open: ")
_ROW = re.compile(r"\| ([A-Z])(\d+) \|")


def rows(path):
    """[(line number, letter, number, text)] of the tables."""
    found = []
    for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if row := _ROW.match(text):
            found.append((line, row[1], int(row[2]), text))
    return found


def wrong_numbers(found, letter, count):
    numbers = [number for _, its, number, _ in found if its == letter]
    if numbers == list(range(1, count + 1)):
        return []
    wrong = sorted(set(range(1, count + 1)).symmetric_difference(numbers)) or "not in order"
    return [f"the numbers are not {letter}1 to {letter}{count}: {wrong}"]


def cells_of(text, columns):
    """Filled up with empty ones where a row has too few."""
    cells = [cell.strip() for cell in text.strip().removeprefix("|").removesuffix("|").split("|")]
    return cells + [""] * (columns - len(cells))


def row_problems(text, shape):
    columns, tests, without = shape
    if text.count("|") != columns + 1:
        return [f"{text.count('|') - 1} columns instead of {columns}"]
    cells = cells_of(text, columns)
    reason = cells[without]
    if reason and not any(reason.startswith(one) and reason != one.strip() for one in REASONS):
        return [f"a reason begins with {' or '.join(repr(one) for one in REASONS)}"]
    if "`" not in cells[tests] and not reason:
        return ["neither a test nor a reason why there is none"]
    return []


def problems_of(path, tests):
    found = []
    table = rows(path)
    for line, letter, number, text in table:
        place = f"{path.name}:{line}"
        shape = SHAPES.get(letter)
        if shape is None and letter != "T":
            found.append(f"{place}: no table has the letter {letter}")
            continue
        named = re.findall(r"`([^`]+)`", cells_of(text, shape[0])[shape[1]] if shape else text)
        found += [f"{place}: there is no test {name}" for name in named if name not in tests]
        if shape:
            found += [f"{place}: {letter}{number}: {problem}" for problem in row_problems(text, shape)]
        elif not named:
            found.append(f"{place}: T{number} has no test")
    for letter, count in {"T": SCENARIOS, **TRAPS, **EXAMPLES}.items():
        found += [f"{path.name}: {problem}" for problem in wrong_numbers(table, letter, count)]
    return found


def main():
    project = pathlib.Path(sys.argv[1])
    found = problems_of(project / "docs" / "scenarios.md", test_names(project / "tests"))
    for problem in found:
        print(problem)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
