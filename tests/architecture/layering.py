#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the direction between folders, app -> ui -> core, and the order inside core; that folders include each other in a circle only
where ARCHITECTURE.md says so; and that no file and no folder grows beyond its limit. Prints file:line of each violation.

usage: layering.py [--print] SOURCE_DIR

--print: the graphs of all folders as text (include_graph.py), and what the tables here allow and nobody uses.
"""
import collections
import re
import sys
from pathlib import Path

import include_graph

# Folder of core -> folders of core whose headers it may include, besides its own.
CORE = {
    "base": set(),
    "model": {"base"},
    "provider": {"base", "model"},
    "manifest": {"base", "model"},
    "fragmentation": {"base"},
    "metrics": {"base", "model"},
    "record": {"base", "model", "metrics"},
    "alloc": {"base", "model", "provider"},
    "queues": {"base", "model", "provider", "alloc"},
    "workloads": {"base", "model", "provider", "manifest"},
    "kube": {"base", "model"},
    "plan": {"base", "model", "provider", "manifest", "alloc", "fragmentation"},
    "sim": {"base", "model", "provider", "manifest", "metrics", "alloc", "workloads"},
    "service": {"base", "model", "provider", "manifest", "metrics", "alloc", "kube", "plan", "sim", "queues", "workloads"},
    "replay": {"base", "model", "provider", "alloc", "queues", "kube", "manifest", "sim", "service"},
}

# Folder of ui -> folders of ui it may include, besides its own.
UI = {
    "i18n": set(),
    "theme": set(),
    "bridge": set(),
    "models": {"i18n"},
    "widgets": {"i18n", "theme"},
    "session": {"i18n", "theme", "bridge", "models", "widgets"},
    "pages": {"i18n", "theme", "bridge", "models", "widgets", "session"},
}

# What ui may see of core: values, the service, requests and answers, plans, a workload as a form.
UI_SEES = ("core/base/", "core/model/", "core/alloc/engine/allocator.h", "core/alloc/engine/preemption.h", "core/alloc/pending/pending.h", "core/alloc/explain/equal_places.h", "core/alloc/explain/known_score.h", "core/alloc/explain/scheduler_words.h", "core/alloc/explain/within_reach.h", "core/alloc/selector_mismatch.h",
           "core/alloc/types.h", "core/manifest/form/form_session.h", "core/manifest/manifest.h", "core/manifest/read/read_manifest.h", "core/manifest/refusals.h", "core/manifest/form/workload_form.h", "core/metrics/", "core/plan/", "core/provider/registry/registry.h", "core/queues/answers/file_question.h", "core/queues/group_report.h", "core/queues/kueue_index.h", "core/queues/answers/queue_export.h", "core/queues/answers/queue_report.h",
           "core/record/",
           "core/service/", "core/workloads/")
# Parts of those folders that are behind the source interface: ui never knows which source it looks at.
UI_NEVER_SEES = ("core/service/live/",)
UI_FORBIDDEN_SYSTEM = re.compile(r"^(curl/|simdjson|protozero/|yaml-cpp/|nlohmann/|openssl/|zlib\.h|spdlog/|sqlite3)")
UI_FORBIDDEN_QT = re.compile(r"^(QtNetwork/)?(QNetworkAccessManager|QNetworkReply|QNetworkRequest|QTcpSocket|QSslSocket)$")
QT_HEADER = re.compile(r"^(Q[A-Z]\w*|Qt[A-Z]\w*(/.*)?|q[a-z]+\.h)$")
# Which folder of core may use which library.
LIBRARIES = {
    re.compile(r"^yaml-cpp/"): ("core/manifest/", "core/kube/"),
    re.compile(r"^curl/"): ("core/kube/",),
    re.compile(r"^openssl/"): ("core/kube/",),
    re.compile(r"^sqlite3"): ("core/record/",),
    re.compile(r"^protozero/"): ("core/kube/",),
    # Decoders, snapshot files, manifests written as JSON, answers of Prometheus, and the JSON that some stacks put into annotations.
    re.compile(r"^simdjson"): ("core/kube/", "core/service/", "core/manifest/", "core/provider/", "core/metrics/"),
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
NESTED_LOOP = re.compile(r"(?:\.|->)exec\s*\(|\bQEventLoop\b|\bprocessEvents\s*\(")
# A drag runs its own loop on every platform; there is no other way to start one.
NESTED_LOOP_ALLOWED = {"workload_drag.cpp"}
SOURCES = {".h", ".cpp", ".hpp", ".inc"}
LONGEST = 600
LONGEST_FUNCTION = 80
MOST_FILES = 25
LISTED = {".h", ".cpp", ".py"}


def folder_of(path):
    parts = path.split("/")
    return parts[0], parts[1] if len(parts) > 2 else ""


def core_problem(folder, header, quoted):
    if not quoted:
        return "core includes a Qt header" if QT_HEADER.match(header) else None
    layer, target = folder_of(header)
    if layer in ("ui", "app"):
        return f"core includes {layer}"
    if layer != "core" or target == folder or target in CORE.get(folder, set()):
        return None
    return f"core/{folder} must not include core/{target}" if folder in CORE else f"core/{folder} is not in the table"


def ui_problem(folder, header, quoted):
    if UI_FORBIDDEN_SYSTEM.match(header):
        return "ui includes a library that belongs to core"
    if UI_FORBIDDEN_QT.match(header):
        return "ui opens connections; cluster traffic is core's"
    if not quoted:
        return None
    layer, target = folder_of(header)
    if layer == "app":
        return "ui includes app"
    if layer == "core":
        sees = header.startswith(UI_SEES) and not header.startswith(UI_NEVER_SEES)
        return None if sees else f"ui must not include {header}"
    if layer == "ui" and target != folder and target not in UI.get(folder, set()):
        return f"ui/{folder} must not include ui/{target}"
    return None


def library_problem(path, header):
    for pattern, allowed in LIBRARIES.items():
        if pattern.match(header) and path.startswith("core/") and not path.startswith(allowed):
            return f"{header} belongs to {' and '.join(allowed)} only"
    return None


def include_problems(path, header, quoted):
    layer, folder = folder_of(path)
    if layer == "core":
        yield core_problem(folder, header, quoted)
    elif layer == "ui":
        yield ui_problem(folder, header, quoted)
    yield library_problem(path, header)


def check_file(root, path):
    text = (root / path).read_text(encoding="utf-8", errors="replace")
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            for problem in include_problems(path, match.group(2), match.group(1) == '"'):
                if problem:
                    yield f"{path}:{number}: {problem}"
        elif path.startswith("ui/") and Path(path).name not in NESTED_LOOP_ALLOWED:
            if NESTED_LOOP.search(line.split("//", 1)[0]):
                yield f"{path}:{number}: nested event loop; use open(), popup() or a signal"


def length_problems(root, path):
    lines = len((root / path).read_text(encoding="utf-8", errors="replace").splitlines())
    if lines > LONGEST:
        yield f"{path}:{LONGEST + 1}: {lines} lines, of {LONGEST} at most; give a part of it a file of its own"


def long_functions(text):
    """(line, length) of functions that are too long, by the layout of .clang-format: the closing brace stands under the start."""
    starts = {"": 1, "  ": 1}
    for number, line in enumerate(text.splitlines(), 1):
        indent = line[: len(line) - len(line.lstrip())]
        if line[len(indent) :] == "}" and indent in starts:
            length = number - starts[indent] + 1
            if length > LONGEST_FUNCTION:
                yield starts[indent], length
        elif indent in starts and line.strip() and not line.lstrip().startswith(("}", "#", "//")):
            starts[indent] = number


def function_problems(root, path):
    for line, length in long_functions((root / path).read_text(encoding="utf-8", errors="replace")):
        yield f"{path}:{line}: a function of {length} lines, of {LONGEST_FUNCTION} at most; give a part of it a name of its own"


def listed_cycles(document):
    """{folder: [rooms]} of the table of circles in ARCHITECTURE.md, with the line of each."""
    section = re.search(r"^### Circles$(.*?)(?=^#|\Z)", document, re.MULTILINE | re.DOTALL)
    found = {}
    if section:
        first = document.count("\n", 0, section.start(1)) + 1
        for number, line in enumerate(section.group(1).splitlines(), first):
            cells = re.findall(r"`([^`]+)`", "|".join(line.split("|")[1:3]))
            if len(cells) > 1:
                found[cells[0]] = (number, sorted(cells[1:]))
    return found


def listed_folders(document):
    """{folder: line} of the table of crowded folders in ARCHITECTURE.md."""
    section = re.search(r"^### Crowded folders$(.*?)(?=^#|\Z)", document, re.MULTILINE | re.DOTALL)
    if section is None:
        return {}
    first = document.count("\n", 0, section.start(1)) + 1
    rows = ((re.match(r"\| `([^`]+)` \|", line), number) for number, line in enumerate(section.group(1).splitlines(), first))
    return {row[1]: number for row, number in rows if row}


SEES = re.compile(r"cardinal_page\((\w+)(?:\s+SEES([\w\s]*?))?\s+SOURCES\b")


def page_problems(root):
    """What a folder of ui/pages includes of its neighbours, held against SEES of its CMakeLists.txt."""
    pages = root / "ui" / "pages"
    if not pages.is_dir():
        return
    used = include_graph.graphs(root).get("ui/pages")
    for folder in sorted(path for path in pages.iterdir() if path.is_dir()):
        name, lists = folder.name, folder / "CMakeLists.txt"
        said = SEES.search(lists.read_text(encoding="utf-8")) if lists.is_file() else None
        if said is None or said.group(1) != name:
            yield f"ui/pages/{name}/CMakeLists.txt:1: there is no cardinal_page({name} ... SOURCES ...)"
            continue
        sees, uses = set((said.group(2) or "").split()), set(used.arrows.get(name, ()) if used else ())
        for other in sorted(uses - sees):
            yield f"ui/pages/{name}/CMakeLists.txt:2: it includes ui/pages/{other}, which SEES does not name"
        for other in sorted(sees - uses):
            yield f"ui/pages/{name}/CMakeLists.txt:2: SEES names {other}, which it does not include"


def cycle_problems(root):
    document = root / "ARCHITECTURE.md"
    listed = listed_cycles(document.read_text(encoding="utf-8")) if document.is_file() else {}
    for folder, graph in include_graph.graphs(root).items():
        rooms = sorted(room for cycle in graph.cycles for room in cycle)
        number, said = listed.pop(folder, (1, []))
        if new := set(rooms) - set(said):
            yield f"ARCHITECTURE.md:{number}: folders of {folder} include each other in a circle, among them {' '.join(sorted(new))}"
        if gone := set(said) - set(rooms):
            yield f"ARCHITECTURE.md:{number}: no circle of {folder} has {' '.join(sorted(gone))} any more"
    for folder, (number, _) in listed.items():
        yield f"ARCHITECTURE.md:{number}: there is no folder {folder} with folders"


def crowded_problems(root):
    """Folders of more sources than can be read as a list, held against the table of ARCHITECTURE.md."""
    document = root / "ARCHITECTURE.md"
    said = listed_folders(document.read_text(encoding="utf-8")) if document.is_file() else {}
    files = collections.Counter(file.parent.relative_to(root).as_posix() for top in ("core", "ui", "app", "tests", "bench", "scripts")
                                for file in (root / top).rglob("*") if file.suffix in LISTED)
    for folder, number in sorted(files.items()):
        if number > MOST_FILES and folder not in said:
            yield f"{folder}:1: {number} sources, of {MOST_FILES} at most; give some of them a folder of their own"
    for folder, line in said.items():
        if files[folder] <= MOST_FILES:
            yield f"ARCHITECTURE.md:{line}: {folder} has no more than {MOST_FILES} sources any more"


def unused_permissions(root):
    """Sentences about arrows that the tables allow and nobody uses."""
    known = include_graph.graphs(root)
    for layer, table in (("core", CORE), ("ui", UI)):
        arrows = known[layer].arrows
        for folder, allowed in table.items():
            for target in sorted(allowed - set(arrows.get(folder, ()))):
                yield f"{layer}/{folder} may include {layer}/{target} and does not"


def sources(root, *tops):
    for top in tops:
        for file in sorted((root / top).rglob("*")):
            if file.suffix in SOURCES:
                yield file.relative_to(root).as_posix()


def check_tree(root):
    problems = []
    for path in sources(root, "core", "ui", "app"):
        problems.extend(check_file(root, path))
        problems.extend(function_problems(root, path))
    for path in sources(root, "core", "ui", "app", "tests", "bench"):
        problems.extend(length_problems(root, path))
    problems.extend(page_problems(root))
    problems.extend(cycle_problems(root))
    problems.extend(crowded_problems(root))
    return problems


def print_graphs(root):
    for graph in include_graph.graphs(root).values():
        print("\n".join(graph.lines()), end="\n\n")
    print("\n".join(unused_permissions(root)) or "every permission is used")


def main():
    if sys.argv[1] == "--print":
        print_graphs(Path(sys.argv[2]))
        return 0
    problems = check_tree(Path(sys.argv[1]))
    for problem in problems:
        print(problem)
    print(f"{len(problems)} violations")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
