#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every file of the project that a comment or a document cites exists, and so do cited sections, anchors, scenarios and decisions.

usage: cited_paths.py PROJECT_DIRECTORY

A citation is a path from the root of the project (`core/...`, `docs/...`), the name of a page, a name in a code span of a
document (`snapshot.h`), or a link. Behind a page may stand its sections: `docs/reference/kubernetes-client.md 3.3 to 3.6`.
Placeholders in < > or capitals, and glob patterns that match something, are fine.
"""

import ast
import functools
import io
import pathlib
import re
import sys
import tokenize

FOLDERS = ("app", "bench", "cmake", "core", "docs", "examples", "resources", "scripts", "tests", "translations", "ui")
GENERATED = {"__pycache__", "node_modules"}
ROOT_FILES = (".ci/run", "run", "test", "CMakeLists.txt", "README.md", "README.zh_CN.md", "ARCHITECTURE.md", "HACKING.md")

PATH = re.compile(r"(?<![\w./:~$}\"'@<-])(?:\./)?((?:%s)/[\w.*{},<>+-][\w./*{},<>+-]*)" % "|".join(FOLDERS))
PAGE = re.compile(r"(?<![\w./*<>-])(?:[\w-]+/)*[\w-]+\.md\b")
NUMBER = r"T?\d+(?:\.\d+)*"
SECTIONS = re.compile(r"((?:[\w.-]+/)*[\w-]+\.md),?(?: sections?)? (%s(?:(?:, | and | to )%s)*)(?![\w%%])" % (NUMBER, NUMBER))
DECISION = re.compile(r"\bADR (\d+)\b")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
SPAN = re.compile(r"`([^`\n]+)`")
NAME = re.compile(r"[\w./-]*[\w-]\.(?:h|cpp|py|md|ts|cmake)")
HEADING = re.compile(r"^#+ +(.*?) *#*$", re.MULTILINE)


class Tree:
    """The files of the project."""

    def __init__(self, root):
        self.root = root
        self.files = {name for name in ROOT_FILES if (root / name).is_file()}
        self.folders = set()
        for folder in FOLDERS:
            for path in (root / folder).rglob("*"):
                if GENERATED.isdisjoint(path.parts) and path.is_file():
                    self.files.add(path.relative_to(root).as_posix())
        for name in self.files:
            self.folders.update(parent.as_posix() for parent in pathlib.PurePosixPath(name).parents)
        ignored = root / ".gitignore"
        self._made = {line.strip("/") for line in ignored.read_text(encoding="utf-8").splitlines()} if ignored.is_file() else set()
        self._ends = {end for name in self.files for end in self._ends_of(name)}

    @staticmethod
    def _ends_of(name):
        parts = name.split("/")
        return ("/".join(parts[at:]) for at in range(len(parts)))

    def has(self, path):
        """A file, a folder, a file without its ending, or what scripts make and git ignores."""
        path = path.rstrip("/")
        if path in self.files or path in self.folders or path in self._made:
            return True
        return "." not in path.rsplit("/", 1)[-1] and any(self.root.glob(path + ".*"))

    def has_end(self, path):
        """Some file's path ends with these parts."""
        return path in self._ends

    @functools.lru_cache(maxsize=None)
    def headings(self, path):
        text = re.sub(r"^```.*?^```", "", (self.root / path).read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
        return HEADING.findall(text)

    def anchors(self, path):
        """The anchors that GitHub gives to the headings of a page."""
        found = {}
        for heading in self.headings(path):
            words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
            name = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
            found[name] = found.get(name, -1) + 1
            if found[name]:
                found[f"{name}-{found[name]}"] = 0
        return set(found)


def braces(path):
    """"a.{h,cpp}" -> ["a.h", "a.cpp"]."""
    match = re.search(r"\{([^{}]*)\}", path)
    if not match:
        return [path]
    return [end for word in match.group(1).split(",") for end in braces(path[:match.start()] + word + path[match.end():])]


def is_placeholder(path):
    """Also a group of the Kubernetes API, which looks like a folder."""
    if "<" in path or "{" in path or path == "core/v1":
        return True
    return any(re.fullmatch(r"[A-Z][A-Z_-]*(\.(?!md\b)\w+)?", part) for part in path.split("/"))


def missing_paths(tree, text):
    """(offset, sentence) of paths from the root that do not exist."""
    for match in PATH.finditer(text):
        cited = match.group(1).rstrip(".,")
        for path in braces(cited):
            if is_placeholder(path) or tree.has(path) or ("*" in path and any(tree.root.glob(path))):
                continue
            yield match.start(), f"there is no {path}"


def page_of(tree, name, place):
    """Path of the page that `name` means in a file at `place`: from the root, or beside that file."""
    beside = (pathlib.PurePosixPath(place).parent / name).as_posix()
    parts = []
    for part in beside.split("/"):
        if part == "..":
            parts = parts[:-1]
        elif part != ".":
            parts.append(part)
    for candidate in (name, "/".join(parts)):
        if candidate in tree.files:
            return candidate
    return None


def missing_pages(tree, text, place):
    for match in PAGE.finditer(text):
        name = match.group()
        if name.split("/")[0] not in FOLDERS and not page_of(tree, name, place):
            yield match.start(), f"there is no {name}, neither at the root nor beside this file"


def missing_sections(tree, text, place):
    for match in SECTIONS.finditer(text):
        page = page_of(tree, match.group(1), place)
        if not page:
            continue  # said by others
        body = (tree.root / page).read_text(encoding="utf-8")
        numbers = {found.group() for found in (re.match(r"\d+(?:\.\d+)*", heading) for heading in tree.headings(page)) if found}
        for number in re.findall(NUMBER, match.group(2)):
            there = re.search(rf"\| {number} \|", body) if number.startswith("T") else number in numbers
            if not there and (numbers or number.startswith("T")):
                yield match.start(), f"{page} has no {number}"


def missing_decisions(tree, text):
    for match in DECISION.finditer(text):
        if not any(name.startswith(f"docs/adr/{int(match.group(1)):04}-") for name in tree.files):
            yield match.start(), f"there is no decision {match.group(1)} in docs/adr"


def missing_links(tree, text, place):
    for match in LINK.finditer(text):
        target, _, anchor = match.group(1).partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        path = page_of(tree, target, place) if target else place
        inside = pathlib.PurePosixPath(place).parent.joinpath(target).as_posix()
        if not path and not (tree.root / inside).exists():
            yield match.start(), f"the link leads to {target}, which does not exist"
        elif anchor and path and anchor not in tree.anchors(path):
            yield match.start(), f"{path} has no anchor #{anchor}"


def missing_names(tree, text):
    """Names of files in code spans."""
    for match in SPAN.finditer(text):
        for word in match.group(1).split():
            for name in braces(word.rstrip(",;:")):
                if NAME.fullmatch(name) and not name.startswith(tuple(f"{folder}/" for folder in FOLDERS)) and not tree.has_end(name):
                    yield match.start(), f"there is no file {name}"


# Pages about other programs: names in their code spans are files of those.
OF_OTHERS = ("docs/reference/", "tests/data/", "tests/cluster/current/")


def problems_of_page(tree, place):
    text = (tree.root / place).read_text(encoding="utf-8")
    found = [*missing_paths(tree, text), *missing_links(tree, text, place)]
    found += [*missing_sections(tree, text, place), *missing_decisions(tree, text)]
    if not place.startswith(OF_OTHERS):
        found += missing_names(tree, text)
    return [f"{place}:{text.count(chr(10), 0, at) + 1}: {sentence}" for at, sentence in sorted(found)]


def line_comments(text, mark):
    """[(line, comment)]: comments that stand on lines of their own one below the other are one."""
    found = []
    last = 0
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(rf"\s*{mark}+[!<]?\s?(.*)", line)
        if match:
            if found and last == number - 1:
                found[-1][1].append(match.group(1))
            else:
                found.append((number, [match.group(1)]))
            last = number
        elif re.search(rf"\s{mark}", line):
            found.append((number, [re.split(rf"\s{mark}+<?", line, maxsplit=1)[1]]))
    return [(number, "\n".join(lines)) for number, lines in found]


def python_comments(text):
    """[(line, comment)] of a script: comments and docstrings."""
    found = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            found.append((token.start[0], token.string.lstrip("#")))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node, clean=False):
            found.append((node.body[0].lineno, ast.get_docstring(node, clean=False)))
    return found


def comments_of(path, text):
    if path.endswith((".h", ".cpp")):
        return line_comments(text, "//")
    if path.endswith(".py"):
        return python_comments(text)
    return line_comments(text, "#")


def problems_of_source(tree, place):
    text = (tree.root / place).read_text(encoding="utf-8", errors="replace")
    problems = []
    for line, comment in comments_of(place, text):
        flat = comment.replace("\n", " ")
        found = [*missing_paths(tree, flat), *missing_pages(tree, flat, place)]
        found += [*missing_sections(tree, flat, place), *missing_decisions(tree, flat)]
        problems += [f"{place}:{line + comment.count(chr(10), 0, at)}: {sentence}" for at, sentence in sorted(found)]
    if place.endswith((".h", ".cpp")):  # texts, too: --help names pages
        for match in re.finditer(r'docs/[\w./-]+\.md', text):
            if not tree.has(match.group()) and "//" not in text[text.rfind("\n", 0, match.start()) + 1:match.start()]:
                problems.append(f"{place}:{text.count(chr(10), 0, match.start()) + 1}: there is no {match.group()}")
    return problems


def is_script(tree, place):
    if place.startswith("tests/data/") or "." in place.rsplit("/", 1)[-1].lstrip("."):
        return False
    with open(tree.root / place, "rb") as file:
        return file.read(2) == b"#!"


def check_tree(root):
    tree = Tree(root)
    problems = [] if "docs" in tree.folders else [f"{root}: there are no documents"]
    for place in sorted(tree.files):
        if place.endswith(".md"):
            problems += problems_of_page(tree, place)
        elif place.endswith((".h", ".cpp", ".py", ".sh", ".cmake", "CMakeLists.txt")) or is_script(tree, place):
            problems += problems_of_source(tree, place)
    return problems


def main():
    problems = check_tree(pathlib.Path(sys.argv[1]).resolve())
    for problem in problems:
        print(problem)
    print(f"{len(problems)} citations of what does not exist")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
