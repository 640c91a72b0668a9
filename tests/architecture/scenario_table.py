#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/scenarios.md names every worked scenario T1 to T69 and only tests that exist.

usage: scenario_table.py PROJECT_DIRECTORY
"""

import pathlib
import re
import sys

from faults_table import test_names

SCENARIOS = 69
_ROW = re.compile(r"\| T(\d+) \|")


def problems_of(path, tests):
    found, numbers = [], []
    for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        row = _ROW.match(text)
        if not row:
            continue
        numbers.append(int(row[1]))
        named = re.findall(r"`([^`]+)`", text)
        if not named:
            found.append(f"{path.name}:{line}: T{row[1]} has no test")
        found += [f"{path.name}:{line}: there is no test {name}" for name in named if name not in tests]
    if numbers != list(range(1, SCENARIOS + 1)):
        wrong = sorted(set(range(1, SCENARIOS + 1)).symmetric_difference(numbers)) or "not in order"
        found.append(f"{path.name}: the numbers are not T1 to T{SCENARIOS}: {wrong}")
    return found


def main():
    project = pathlib.Path(sys.argv[1])
    found = problems_of(project / "docs" / "scenarios.md", test_names(project / "tests"))
    for problem in found:
        print(problem)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
