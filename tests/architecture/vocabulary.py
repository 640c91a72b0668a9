#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/vocabulary.md names identifiers that the code has, Chinese words that the window has, and nothing twice.

usage: vocabulary.py PROJECT_DIRECTORY
"""

import pathlib
import re
import sys
import xml.etree.ElementTree

COLUMNS = 5
CODE, ENGLISH, CHINESE = 0, 1, 2


def identifiers(root):
    """Every word of the product's code."""
    found = set()
    for folder in ("core", "ui", "app"):
        for path in (root / folder).rglob("*"):
            if path.suffix in (".h", ".cpp"):
                found.update(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    return found


def window_text(translations):
    """All Chinese texts of the window, one below the other."""
    tree = xml.etree.ElementTree.parse(translations)
    return "\n".join(text for message in tree.iter("translation") for text in message.itertext())


def chinese_words(cell):
    return [word for word in re.findall(r"[\u4e00-\u9fff]+", cell) if word not in ("动词", "页面")]


def problems_of(path, words, window):
    found, seen = [], {}
    for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not text.startswith("| ") or text.startswith("| code "):
            continue
        cells = [cell.strip() for cell in text.strip().strip("|").split("|")]
        place = f"{path.name}:{line}"
        if len(cells) != COLUMNS:
            found.append(f"{place}: {len(cells)} columns instead of {COLUMNS}")
            continue
        for name in re.findall(r"`([\w:]+)(?:\(\))?`", cells[CODE]):
            found += [f"{place}: the code has no {part}" for part in re.split("::", name) if part != "std" and part not in words]
            if name in seen:
                found.append(f"{place}: {name} stands in line {seen[name]}, too")
            seen[name] = line
        found += [f"{place}: the window has no {word}" for word in chinese_words(cells[CHINESE]) if word not in window]
    if not seen:
        found.append(f"{path.name}: no table was found")
    return found


def main():
    root = pathlib.Path(sys.argv[1])
    window = window_text(root / "translations" / "cardinal_zh_CN.ts")
    found = problems_of(root / "docs" / "vocabulary.md", identifiers(root), window)
    for problem in found:
        print(problem)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
