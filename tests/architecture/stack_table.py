#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/stacks/README.md has a row for every GPU stack that the program knows and for every adapter, says something in every cell, and
says "yes" in the same cells in both languages.

usage: stack_table.py PROJECT_DIRECTORY
"""

import re

from kind_table import report

PAGES = {"docs/stacks/README.md": "yes", "docs/zh_CN/stacks/README.md": "是"}
COLUMNS = 12  # the stack, and what is said of it
NAME, DOCUMENT = 0, 11
NAMES = "core/model/gpu.cpp"
ADAPTERS = "core/provider/stacks"
# Files beside the adapters.
NO_ADAPTERS = ("recognise", "stack_facts", "stack_lists", "stack_writer")

_NAME = re.compile(r"case GpuStack::(\w+):\s*return \"([^\"]+)\";")
_LINK = re.compile(r"\]\(([^)]+)\)")


def stacks_of(root):
    """{key} of the stacks that a node or a pod can belong to."""
    return {key for value, key in _NAME.findall((root / NAMES).read_text(encoding="utf-8")) if value != "None"}


def strange_adapters(root, wanted):
    """Names of adapters that belong to no stack. `<key>_<part>` is a part of the adapter `<key>`."""
    names = {path.stem for path in (root / ADAPTERS).iterdir()} - set(NO_ADAPTERS)
    keys = {key.replace("-", "_") for key in wanted}
    return sorted(name for name in names if not any(name == key or name.startswith(key + "_") for key in keys))


def rows_of(path):
    """[(line number, [cells])] of the table, without its head."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("|"):
            found.append((number, [cell.strip() for cell in line.removeprefix("|").removesuffix("|").split("|")]))
    return found[2:]


def problems_of(path, name, wanted):
    found, seen = [], set()
    for line, cells in rows_of(path):
        if len(cells) != COLUMNS:
            found.append(f"{name}:{line}: {len(cells)} columns instead of {COLUMNS}")
            continue
        keys = re.findall(r"`([^`]+)`", cells[NAME])
        seen.update(keys[-1:])
        if not keys or keys[-1] not in wanted:
            found.append(f"{name}:{line}: the row does not end its name with the key of a stack")
        found += [f"{name}:{line}: cell {at + 1} is empty" for at, cell in enumerate(cells) if not cell]
        link = _LINK.search(cells[DOCUMENT])
        if link and not (path.parent / link[1]).is_file():
            found.append(f"{name}:{line}: there is no page {link[1]}")
    return found + [f"{name}: no row for {key}" for key in sorted(wanted - seen)]


def yes_cells(path, word):
    return [[cell.startswith(word) for cell in cells] for _, cells in rows_of(path)]


def check_tree(root):
    wanted = stacks_of(root)
    found = [f"{ADAPTERS}: {name} is the key of no stack" for name in strange_adapters(root, wanted)]
    for name in PAGES:
        found += problems_of(root / name, name, wanted)
    ours, theirs = ([*yes_cells(root / name, word)] for name, word in PAGES.items())
    for at, (one, other) in enumerate(zip(ours, theirs), 1):
        if one != other:
            found.append(f"row {at}: both languages do not say yes in the same cells")
    return found


if __name__ == "__main__":
    report(check_tree)
