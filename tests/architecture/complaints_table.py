#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/complaints.md names every complaint, and only tests that exist.

usage: complaints_table.py PROJECT_DIRECTORY
"""

import pathlib
import sys

from faults_table import row_problems, test_names

COMPLAINTS = 15  # rows of the table
COLUMNS = 6
TESTS, WHY_NONE = 4, 5


def main():
    project = pathlib.Path(sys.argv[1])
    found = row_problems(project / "docs" / "complaints.md", test_names(project / "tests"),
                         (COMPLAINTS, COLUMNS, TESTS, WHY_NONE))
    for problem in found:
        print(problem)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
