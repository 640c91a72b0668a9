#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table of threads in ARCHITECTURE.md has every owner of a thread in core, ui and app, and no other.

usage: threads.py SOURCE_DIR

An owner is a file that starts a thread: std::thread, std::jthread, std::async, Qt's threads, or one of the project's own classes around
one (Worker, BackgroundJob). A header and its source count as one. The first column names the threads: of a class that holds
several workers, by the names of its members, up to a semicolon. The second column has the owners' files, the third says what they do.
"""
import re
import sys
from pathlib import Path

FOLDERS = ("core", "ui", "app")
SOURCES = {".h", ".cpp"}
STANDARD = re.compile(r"\bstd::(?:jthread|thread|async)\b(?!::)|\bQThread(?:Pool)?\b(?!::)|\bQtConcurrent::|\bpthread_create\b")
# A member, a pointer or a call that makes one; neither a parameter by reference nor a forward declaration.
OWN = re.compile(r"\b(?:Worker|BackgroundJob)\b(?:\s*\*\s*\w+\s*[;=]|\s+\w+\s*[;{]|\s*>\s*\(|>\s+\w+\s*;|\()")
MEMBER = re.compile(r"\bWorker (\w+)\{")
SECTION = re.compile(r"^## Threads$(.*?)^## ", re.MULTILINE | re.DOTALL)


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", lambda match: "\n" * match.group().count("\n"), text, flags=re.DOTALL)


def declares(line):
    """The class itself, its constructor and destructor, or connect() to its signals."""
    return re.match(r"\s*(?:class|struct|explicit|~|friend)", line) or re.match(r"\s*\w+::~?\w+\(", line)


def owners_of(root):
    """{"core/service/worker": ("core/service/worker.h", line)} of every file that owns a thread."""
    found = {}
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in SOURCES:
                continue
            text = without_comments(path.read_text(encoding="utf-8", errors="replace"))
            for number, line in enumerate(text.splitlines(), 1):
                if (STANDARD.search(line) or OWN.search(line)) and not declares(line):
                    name = path.relative_to(root)
                    found.setdefault(name.with_suffix("").as_posix(), (name.as_posix(), number))
                    break
    return found


def rows_of(document):
    """[(line, threads, [files])] of the table; None when there is no table."""
    match = SECTION.search(document)
    if not match:
        return None
    first = document.count("\n", 0, match.start(1)) + 1
    rows = []
    for number, line in enumerate(match.group(1).splitlines(), first):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) >= 3 and not re.match(r"-+$", cells[0]) and cells[0] != "thread":
            rows.append((number, cells[0], re.findall(r"`((?:%s)/[^`]+)`" % "|".join(FOLDERS), cells[1])))
    return rows


def problems_of(root):
    rows = rows_of((root / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    if not rows:
        return ["ARCHITECTURE.md:1: there is no table below \"## Threads\""]
    owners = owners_of(root)
    problems, listed = [], {}
    for number, threads, files in rows:
        for file in files:
            stem = re.sub(r"\.\w+$", "", file)
            listed[stem] = threads
            if stem not in owners:
                problems.append(f"ARCHITECTURE.md:{number}: {file} owns no thread")
                continue
            members = {name for suffix in SOURCES if (root / (stem + suffix)).is_file()
                       for name in MEMBER.findall(without_comments((root / (stem + suffix)).read_text(encoding="utf-8")))}
            if len(members) > 1 and members != set(re.findall(r"\w+", threads.split(";")[0])):
                problems.append(f"ARCHITECTURE.md:{number}: the threads of {file} are {', '.join(sorted(members))}")
    for stem, (file, line) in owners.items():
        if stem not in listed:
            problems.append(f"{file}:{line}: owns a thread and is not in the table of ARCHITECTURE.md")
    return problems


def main():
    problems = problems_of(Path(sys.argv[1]))
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
