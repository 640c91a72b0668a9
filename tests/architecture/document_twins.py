#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every page that an operator reads is there in English and in Chinese, and both say as much: the same headings in the same order, as
many rows and list items below each, the same commands, and a link from each to the other.

usage: document_twins.py PROJECT_DIRECTORY
"""

import os
import pathlib
import re
import sys

# Pages of docs/ for engineers and auditors: English alone. The glossary has both languages in one page.
ENGLISH_ONLY = ("adr/", "reference/", "client-rules.md", "complaints.md", "glossary.md", "scenarios.md", "structure.md", "vocabulary.md")
# Not below docs/.
OTHERS = {"README.md": "README.zh_CN.md"}
LINKED_WITHIN = 6  # lines

FENCE = re.compile(r"^```")
HEADING = re.compile(r"^(#+) +(.*)")
ITEM = re.compile(r"^ *(?:\*|-|\d+\.) ")


class Section:
    """A heading and what stands below it."""

    def __init__(self, line, level, title):
        self.line = line
        self.level = level
        self.title = title
        self.rows = 0
        self.items = 0
        self.blocks = []  # of each code block: the first word of every line


def sections_of(text):
    found = [Section(1, 0, "the beginning")]
    in_block = False
    for number, line in enumerate(text.splitlines(), 1):
        section = found[-1]
        if FENCE.match(line):
            in_block = not in_block
            if in_block:
                section.blocks.append([])
        elif in_block:
            words = line.split("#")[0].split()
            section.blocks[-1] += [word for word in words[:1] if word.isascii()]
        elif match := HEADING.match(line):
            found.append(Section(number, len(match.group(1)), match.group(2)))
        elif line.startswith("|"):
            section.rows += 1
        elif ITEM.match(line):
            section.items += 1
    return found


def commands_of(text):
    """The commands of the program that a page names."""
    spans = " ".join(re.findall(r"`([^`]+)`", text))
    return set(re.findall(r"\bcardinal ((?:[a-z][a-z-]+)(?: (?:diff|undo|golden|replay|trace|scale))?)", spans))


def differences(english, chinese, place):
    """Sentences about what differs; `place` = the Chinese page."""
    ours, theirs = sections_of(english), sections_of(chinese)
    levels = [section.level for section in ours], [section.level for section in theirs]
    if levels[0] != levels[1]:
        first = next((at for at, (one, other) in enumerate(zip(*levels)) if one != other), min(map(len, levels)))
        here = f"{theirs[first].line}: \"{theirs[first].title}\"" if first < len(theirs) else f"{len(chinese.splitlines())}: the end"
        there = f"\"{ours[first].title}\"" if first < len(ours) else "the end"
        return [f"{place}:{here} stands where the English page has {there}"]
    found = []
    for one, other in zip(ours, theirs):
        for what, wanted, there in (("table rows", one.rows, other.rows), ("list items", one.items, other.items),
                                    ("code blocks", len(one.blocks), len(other.blocks))):
            if wanted != there:
                found.append(f"{place}:{other.line}: {there} {what} below \"{other.title}\", {wanted} in English")
        if len(one.blocks) == len(other.blocks) and one.blocks != other.blocks:
            found.append(f"{place}:{other.line}: the code below \"{other.title}\" is not that of the English page")
    only = commands_of(english) ^ commands_of(chinese)
    found += [f"{place}:1: only one of both pages names cardinal {name}" for name in sorted(only)]
    return found


def unlinked(root, page, twin):
    for one, other in ((page, twin), (twin, page)):
        head = "\n".join((root / one).read_text(encoding="utf-8").splitlines()[:LINKED_WITHIN])
        target = os.path.relpath(other, pathlib.PurePosixPath(one).parent)
        if f"]({target})" not in head:
            yield f"{one}:1: no link to {target} at the top"


def pairs_of(root):
    """{English page: Chinese page}."""
    pairs = {page: twin for page, twin in OTHERS.items() if (root / page).is_file()}
    docs = root / "docs"
    for path in sorted(docs.rglob("*.md")):
        name = path.relative_to(docs).as_posix()
        if not name.startswith(("zh_CN/",) + ENGLISH_ONLY):
            pairs[f"docs/{name}"] = f"docs/zh_CN/{name}"
    return pairs


def check_tree(root):
    pairs = pairs_of(root)
    found = [] if pairs else [f"{root}: there are no pages"]
    for page, twin in pairs.items():
        if not (root / twin).is_file():
            found.append(f"{page}:1: has no Chinese twin, {twin}")
            continue
        found += differences((root / page).read_text(encoding="utf-8"), (root / twin).read_text(encoding="utf-8"), twin)
        found += unlinked(root, page, twin)
    for path in sorted((root / "docs" / "zh_CN").rglob("*.md")):
        name = path.relative_to(root).as_posix()
        if name not in pairs.values():
            found.append(f"{name}:1: has no English twin")
    return found


def main():
    problems = check_tree(pathlib.Path(sys.argv[1]).resolve())
    for problem in problems:
        print(problem)
    print(f"{len(problems)} differences between the languages")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
