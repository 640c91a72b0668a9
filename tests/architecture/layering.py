#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the direction between folders, app -> ui -> core, and the order inside core; and that no file grows beyond its limit.
Prints file:line of each violation.

usage: layering.py SOURCE_DIR
"""
import re
import sys
from pathlib import Path

# Folder of core -> folders of core whose headers it may include, besides its own.
CORE = {
    "base": set(),
    "model": {"base"},
    "provider": {"base", "model"},
    "manifest": {"base", "model"},
    "quality": {"base"},
    "metrics": {"base", "model"},
    "record": {"base", "model", "metrics"},
    "alloc": {"base", "model", "provider"},
    "kube": {"base", "model", "provider", "manifest"},
    "plan": {"base", "model", "provider", "manifest", "alloc", "quality"},
    "sim": {"base", "model", "provider", "manifest", "metrics", "alloc"},
    "service": {"base", "model", "provider", "manifest", "metrics", "alloc", "kube", "plan", "sim"},
    "replay": {"base", "model", "provider", "alloc", "sim", "service"},
}

# Narrower than the table above: headers that an implementation needs from a later folder. Each has a reason.
EXCEPTIONS = {
    # The live source implements the source interface, which stands beside its user.
    ("kube", "core/service/source.h"),
    # The demo cluster and the snapshot file are sources as well.
    ("sim", "core/service/source.h"),
    # The demo cluster and the synthetic clusters speak API objects.
    ("sim", "core/kube/decode/"),
}

# Folder of ui -> folders of ui it may include, besides its own.
UI = {
    "i18n": set(),
    "theme": set(),
    "bridge": set(),
    "models": {"i18n", "bridge"},
    "widgets": {"i18n", "theme", "models"},
    "pages": {"i18n", "theme", "bridge", "models", "widgets"},
}

# What ui may see of core: values, the service, requests and answers, plans, a workload as a form.
UI_SEES = ("core/base/", "core/model/", "core/alloc/allocator.h", "core/alloc/pending.h", "core/alloc/scheduler_words.h",
           "core/alloc/types.h", "core/manifest/form_session.h", "core/manifest/manifest.h", "core/manifest/workload_form.h", "core/metrics/", "core/plan/", "core/provider/readers.h", "core/record/",
           "core/service/")
# Parts of those folders that are behind the source interface: ui never knows which source it looks at.
UI_NEVER_SEES = ("core/service/live/",)
UI_FORBIDDEN_SYSTEM = re.compile(r"^(curl/|simdjson|yaml-cpp/|nlohmann/|openssl/|zlib\.h|spdlog/|sqlite3)")
UI_FORBIDDEN_QT = re.compile(r"^(QtNetwork/)?(QNetworkAccessManager|QNetworkReply|QNetworkRequest|QTcpSocket|QSslSocket)$")
QT_HEADER = re.compile(r"^(Q[A-Z]\w*|Qt[A-Z]\w*(/.*)?|q[a-z]+\.h)$")
# Which folder of core may use which library.
LIBRARIES = {
    re.compile(r"^yaml-cpp/"): ("core/manifest/", "core/kube/"),
    re.compile(r"^curl/"): ("core/kube/",),
    re.compile(r"^openssl/"): ("core/kube/",),
    re.compile(r"^sqlite3"): ("core/record/",),
    # Decoders, snapshot files, manifests written as JSON, answers of Prometheus, and the JSON that some stacks put into annotations.
    re.compile(r"^simdjson"): ("core/kube/", "core/service/", "core/manifest/", "core/provider/", "core/metrics/"),
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
NESTED_LOOP = re.compile(r"(?:\.|->)exec\s*\(|\bQEventLoop\b|\bprocessEvents\s*\(")
# A drag runs its own loop on every platform; there is no other way to start one.
NESTED_LOOP_ALLOWED = {"workload_drag.cpp"}
SOURCES = {".h", ".cpp", ".hpp", ".inc"}
LONGEST = 600


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
    if any(folder == who and header.startswith(what) for who, what in EXCEPTIONS):
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


def sources(root, *tops):
    for top in tops:
        for file in sorted((root / top).rglob("*")):
            if file.suffix in SOURCES:
                yield file.relative_to(root).as_posix()


def check_tree(root):
    problems = []
    for path in sources(root, "core", "ui", "app"):
        problems.extend(check_file(root, path))
    for path in sources(root, "core", "ui", "app", "tests", "bench"):
        problems.extend(length_problems(root, path))
    return problems


def main():
    problems = check_tree(Path(sys.argv[1]))
    for problem in problems:
        print(problem)
    print(f"{len(problems)} violations")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
