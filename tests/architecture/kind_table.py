#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/workloads.md has a row for every workload kind that the program knows and for no other, a row for every queue system that it reads,
something in every cell, and the same answers in the same cells in both languages.

usage: kind_table.py PROJECT_DIRECTORY
"""

import pathlib
import re
import sys

KINDS = "core/manifest/kinds"
SYSTEMS = {"core/queues/group_report.cpp": "GroupSystem", "core/workloads/pod_workload.cpp": "QueueSystem"}
NO_SYSTEM = "none"
CORE = "core"  # how the tables write the API group without a name
GROUP, KIND = 0, 1


class Page:
    """A page: first cells of the heads of its two tables, and how a cell begins, by meaning."""

    def __init__(self, name, kinds, systems, words):
        self.name = name
        self.heads = kinds, systems
        self.words = words


PAGES = (Page("docs/workloads.md", "API group", "queue system",
              {"yes": "yes", "no": "no: ", "unknown": "the API does not tell"}),
         Page("docs/zh_CN/workloads.md", "API 组", "队列系统",
              {"yes": "是", "no": "否：", "unknown": "API 未提供"}))

_TEXT = re.compile(r"R\"yaml\((.*?)\)yaml\"", re.S)
_ANCHOR = re.compile(r"^- (?:&(\w+)\s*)?")


def entries_of(text):
    """The elements of the lists of a table of kinds, each as one text."""
    found = []
    for line in text.splitlines():
        if line.startswith("- "):
            found.append(line)
        elif line.startswith("  ") and found:
            found[-1] += "\n" + line
    return found


def field_of(entry, name):
    """A word that stands in the first level of an element."""
    if flow := re.match(r"- (?:&\w+\s+)?\{(.*)\}$", entry, re.S):
        level = re.sub(r"[\[{].*?[\]}]", "", flow[1])
    else:
        lines = _ANCHOR.sub("  ", entry, count=1).splitlines()
        level = "\n".join(line[2:] for line in lines if line[2:3] not in ("", " ", "-", "#"))
    match = re.search(rf"(?:^|, ?|\n){name}: *(\"[^\"]*\"|[^,\n]+)", level)
    return match[1].strip().strip('"') if match else None


def kinds_of(root):
    """{(group, kind)} of every table in the code; kind "*" = all of the group."""
    found = set()
    for path in sorted((root / KINDS).rglob("*_kinds.cpp")):
        for text in _TEXT.findall(path.read_text(encoding="utf-8")):
            anchors = {}
            for entry in entries_of(text):
                merged = anchors.get((field_of(entry, "<<") or "").removeprefix("*"), ("", None))
                group, kind = (own if (own := field_of(entry, name)) is not None else theirs
                               for name, theirs in zip(("group", "kind"), merged))
                if anchor := _ANCHOR.match(entry)[1]:
                    anchors[anchor] = group, kind
                listed = re.search(r"\bkinds: \[([^\]]*)\]", entry)
                kinds = [one.strip().strip('"') for one in listed[1].split(",")] if listed else [kind]
                found.update((group or CORE, one) for one in kinds)
    return found


def systems_of(root):
    """Words of scripts for the systems that the code reads or names."""
    found = set()
    for path, enum in SYSTEMS.items():
        text = (root / path).read_text(encoding="utf-8")
        found.update(re.findall(rf"case {enum}::\w+:\s*return \"([^\"]+)\";", text))
    return found - {NO_SYSTEM}


def table_of(text, head):
    """[(line number, [cells])] of the table with this first head cell, the head first."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("|"):
            if found:
                break
            continue
        cells = [cell.strip() for cell in line.removeprefix("|").removesuffix("|").split("|")]
        if found or cells[0] == head:
            found.append((number, cells))
    return found[:1] + found[2:]


def words(cell):
    return re.findall(r"`([^`]+)`", cell)


def meaning_of(cell, page):
    return next((meaning for meaning, beginning in page.words.items() if cell.startswith(beginning)), None)


def cell_problems(page, table, first):
    """Rows of another width, and cells that do not begin with an answer; the answers begin in column `first`."""
    found = []
    for line, cells in table[1:]:
        place = f"{page.name}:{line}"
        if len(cells) != len(table[0][1]):
            found.append(f"{place}: {len(cells)} columns instead of {len(table[0][1])}")
            continue
        for at, cell in enumerate(cells):
            if not cell:
                found.append(f"{place}: cell {at + 1} is empty")
            elif at >= first and meaning_of(cell, page) is None:
                found.append(f"{place}: cell {at + 1} begins with none of {list(page.words.values())}")
    return found


def kind_problems(page, table, wanted):
    found, seen = [], {}
    for line, cells in table[1:]:
        groups, kinds = words(cells[GROUP]), words(cells[min(KIND, len(cells) - 1)])
        if not groups or not kinds:
            found.append(f"{page.name}:{line}: the row names no API group or no kind")
        for pair in ((group, kind) for group in groups for kind in kinds):
            if pair == ("*", "*"):
                continue
            if pair not in wanted:
                found.append(f"{page.name}:{line}: the code knows no {pair[1]} of {pair[0]}")
            if pair in seen:
                found.append(f"{page.name}:{line}: {pair[1]} of {pair[0]} stands in line {seen[pair]}, too")
            seen[pair] = line
    return found + [f"{page.name}: no row for {kind} of {group}" for group, kind in sorted(wanted - set(seen))]


def system_problems(page, table, wanted):
    seen = {word for _, cells in table[1:] for word in words(cells[0])}
    return [f"{page.name}: no row for {system}" for system in sorted(wanted - seen)]


def answers(page, table):
    return [(words(cells[0]), [meaning_of(cell, page) for cell in cells]) for _, cells in table]


def check_tree(root):
    kinds, systems = kinds_of(root), systems_of(root)
    found, tables = [], []
    if not kinds or not systems:
        found.append("no kinds or no queue systems were found in the code")
    for page in PAGES:
        text = (root / page.name).read_text(encoding="utf-8")
        of_kinds, of_systems = (table_of(text, head) for head in page.heads)
        if not of_kinds or not of_systems:
            return found + [f"{page.name}: no table begins with {head}" for head in page.heads if not table_of(text, head)]
        found += cell_problems(page, of_kinds, 2) + kind_problems(page, of_kinds, kinds)
        found += cell_problems(page, of_systems, 1) + system_problems(page, of_systems, systems)
        tables.append((page, of_kinds, of_systems))
    for at in (1, 2):
        ours, theirs = (answers(one[0], one[at][1:]) for one in tables)
        twin = tables[1][0].name
        if len(ours) != len(theirs):
            found.append(f"{twin}: {len(theirs)} rows below {tables[1][at][0][1][0]}, {len(ours)} in English")
            continue
        for (line, cells), one, other in zip(tables[1][at][1:], ours, theirs):
            if one != other:
                found.append(f"{twin}:{line}: {cells[GROUP]}: both languages do not answer the same")
    return found


def report(check):
    """Prints what `check` finds in the tree that the command line names; exits 1 when it finds anything."""
    problems = check(pathlib.Path(sys.argv[1]).resolve())
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    report(check_tree)
