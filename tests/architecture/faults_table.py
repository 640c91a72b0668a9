#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/faults.md names every fault, only tests that exist, and only texts that the window has.

usage: faults_table.py PROJECT_DIRECTORY
"""

import pathlib
import re
import sys
import xml.etree.ElementTree

FAULTS = 70  # rows of the table
COLUMNS = 8
SEEN, TESTS, GAP = 3, 6, 7
_GTEST = re.compile(r"^TEST(?:_F|_P)?\((\w+),\s*(\w+)\)", re.MULTILINE)
_QT = re.compile(r"^class (\w+) : public QObject|^  void (\w+)\(\)", re.MULTILINE)
_PYTHON_CLASS = re.compile(r"^class (\w+)|^    def (test_\w+)", re.MULTILINE)


def test_names(tests):
    """{"Suite.Name"} of all tests below the folder: GoogleTest, unittest and Qt Test."""
    names = set()
    for path in tests.rglob("*.cpp"):
        names.update(".".join(found) for found in _GTEST.findall(path.read_text(encoding="utf-8")))
    for pattern, members in (("*_test.py", _PYTHON_CLASS), ("tst_*.cpp", _QT)):
        for path in tests.rglob(pattern):
            suite = ""
            for class_name, test in members.findall(path.read_text(encoding="utf-8")):
                suite = class_name or suite
                if test:
                    names.add(f"{suite}.{test}")
    return names


def window_texts(translations):
    """({sources}, {Chinese texts}) of the translation file."""
    sources, chinese = set(), set()
    for message in xml.etree.ElementTree.parse(translations).iter("message"):
        sources.add(message.find("source").text or "")
        translation = message.find("translation")
        forms = [form.text or "" for form in translation.findall("numerusform")] or [translation.text or ""]
        chinese.update(forms)
    return sources, chinese


def rows(path):
    """[(line number, [cells])] of the table."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if re.match(r"\| *\d+ *\|", line):
            cells = [cell.replace("\0", "|").strip() for cell in line.replace("\\|", "\0").strip("|").split("|")]
            found.append((number, cells))
    return found


def row_problems(path, tests, rules, of_cells=lambda cells: []):
    """What is wrong with the rows of a table. `rules`: (rows, columns, column of the tests, column of why there is none);
    `of_cells`: what else is wrong with a row."""
    count, columns, tests_column, gap = rules
    found = []
    numbers = []
    for line, cells in rows(path):
        place = f"{path.name}:{line}"
        if len(cells) != columns:
            found.append(f"{place}: {len(cells)} columns instead of {columns}")
            continue
        numbers.append(int(cells[0]))
        named = re.findall(r"`([^`]+)`", cells[tests_column])
        found += [f"{place}: there is no test {name}" for name in named if name not in tests]
        found += [f"{place}: {problem}" for problem in of_cells(cells)]
        if not named and not cells[gap]:
            found.append(f"{place}: neither a test nor a reason why there is none")
    if numbers != list(range(1, count + 1)):
        wrong = sorted(set(range(1, count + 1)).symmetric_difference(numbers)) or "not in order"
        found.append(f"{path.name}: the numbers are not 1 to {count}: {wrong}")
    return found


def problems_of(path, tests, texts):
    def unknown_texts(cells):
        shown = [] if cells[SEEN] == "-" else cells[SEEN].split("<br>")
        return [f"the window has no text {text!r}" for text in shown if text not in texts]

    return row_problems(path, tests, (FAULTS, COLUMNS, TESTS, GAP), unknown_texts)


def main():
    project = pathlib.Path(sys.argv[1])
    tests = test_names(project / "tests")
    english, chinese = window_texts(project / "translations" / "cardinal_zh_CN.ts")
    found = problems_of(project / "docs" / "faults.md", tests, english)
    found += problems_of(project / "docs" / "zh_CN" / "faults.md", tests, chinese)
    for problem in found:
        print(problem)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
