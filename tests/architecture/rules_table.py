#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/client-rules.md has every section of docs/reference/kubernetes-client.md, names only tests
that exist, and says why where there is none.

usage: rules_table.py PROJECT_DIRECTORY
"""

import pathlib
import re
import sys

from faults_table import test_names

SECTIONS = ([f"1.{i}" for i in range(1, 10)] + [f"2.{i}" for i in range(1, 10)] + [f"3.{i}" for i in range(1, 9)]
            + [f"4.{i}" for i in range(1, 10)] + ["5"] + [f"6.{i}" for i in range(1, 5)] + [f"7.{i}" for i in range(1, 6)] + ["8", "9.1"])
COLUMNS = 5
RULE, TESTS, GAP = 0, 3, 4


def problems_of(path, tests):
    found = []
    seen = set()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not re.match(r"\| *\d", line):
            continue
        place = f"{path.name}:{number}"
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) != COLUMNS:
            found.append(f"{place}: {len(cells)} columns instead of {COLUMNS}")
            continue
        seen.add(re.match(r"\d+(?:\.\d+)?", cells[RULE]).group())
        named = re.findall(r"`([^`]+)`", cells[TESTS])
        found += [f"{place}: there is no test {name}" for name in named if name not in tests]
        if not named and not cells[GAP]:
            found.append(f"{place}: neither a test nor a reason why there is none")
    found += [f"{path.name}: section {section} is missing" for section in SECTIONS if section not in seen]
    return found


def main():
    project = pathlib.Path(sys.argv[1])
    found = problems_of(project / "docs" / "client-rules.md", test_names(project / "tests"))
    for problem in found:
        print(problem)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
