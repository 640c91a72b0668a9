#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/complaints.md names every complaint, and only tests that exist.

usage: complaints_table.py PROJECT_DIRECTORY
"""

import pathlib
import re
import sys

from faults_table import rows, test_names

COMPLAINTS = 15  # rows of the table
COLUMNS = 6
TESTS, WHY_NONE = 4, 5


def problems_of(path, tests):
    found = []
    numbers = []
    for line, cells in rows(path):
        place = f"{path.name}:{line}"
        if len(cells) != COLUMNS:
            found.append(f"{place}: {len(cells)} columns instead of {COLUMNS}")
            continue
        numbers.append(int(cells[0]))
        named = re.findall(r"`([^`]+)`", cells[TESTS])
        found += [f"{place}: there is no test {name}" for name in named if name not in tests]
        if not named and not cells[WHY_NONE]:
            found.append(f"{place}: neither a test nor a reason why there is none")
    if numbers != list(range(1, COMPLAINTS + 1)):
        found.append(f"{path.name}: the numbers are not 1 to {COMPLAINTS}")
    return found


def main():
    project = pathlib.Path(sys.argv[1])
    found = problems_of(project / "docs" / "complaints.md", test_names(project / "tests"))
    for problem in found:
        print(problem)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
