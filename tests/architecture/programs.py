#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every program that scripts and tests start comes from a package of scripts/packages.txt, or is on every Debian system.

usage: programs.py PROJECT_DIRECTORY

Looks at the command words of shell scripts, at subprocess calls and shutil.which in Python, and at processes that C++ tests start. A
program that is named by a variable only is not seen.
"""

import ast
import pathlib
import re
import sys

# What each package of the list is called for. A package that brings a program through another one (xvfb-run) is none of these.
PACKAGES = {
    "build-essential": ("make",),
    "cmake": ("cmake", "ctest"),
    "ninja-build": ("ninja",),
    "ccache": ("ccache",),
    "python3": ("python3",),
    "openssl": ("openssl",),
    "xvfb": ("Xvfb",),
    "xauth": ("xauth",),
    "openbox": ("openbox",),
    "xdotool": ("xdotool",),
    "imagemagick": ("import", "montage", "convert"),
    "dbus": ("dbus-run-session", "dbus-daemon"),
    "etcd-server": ("etcd",),
    "prometheus": ("prometheus", "promtool"),
    "golang-go": ("go",),
    "dpkg-dev": ("dpkg-source",),
    "git": ("git",),
    "jq": ("jq",),
    "rsync": ("rsync",),
    "clang-format-14": ("clang-format-14",),
    "clang-tidy-14": ("clang-tidy-14",),
    "clang-14": ("clang++-14",),
}

# Of the essential packages of Debian (coreutils, findutils, util-linux, ...), of dpkg and apt; sudo is tried, never needed.
ESSENTIAL = set("""apt-cache apt-get awk basename bash cat chmod cmp comm cp cut date df dirname dpkg dpkg-query du echo env expr false find flock
getent grep head hostname id kill ln ls mkdir mkfifo mktemp mv nice nohup nproc od paste printf pwd readlink realpath rm rmdir sed seq setarch sh
sha256sum sleep sort stat sudo tail tar tee test timeout touch tr true uname uniq wc xargs""".split())

_SHELL_WORDS = set("""! [ [[ { } ( ) : . alias break builtin case cd command continue declare do done elif else esac eval exec exit export fi for
function getopts hash if in let local mapfile popd pushd read readarray readonly return select set shift shopt source then time trap type
typeset ulimit umask unset until wait while""".split())
_RUNS_NEXT = {"!", "builtin", "command", "do", "elif", "else", "exec", "if", "then", "time", "until", "while", "{", "(", "env", "nice", "sudo",
              "timeout", "nohup", "xargs", "setarch", "dbus-run-session"}
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(\[[^]]*\])?\+?=")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.+-]*")


class _Shell:
    """The command words of a shell script, each with its line. Texts in quotes, here-documents and awk programs are no commands;
    what stands in $( ) inside of double quotes is one."""

    def __init__(self, text):
        self._text = text
        self._at = 0
        self._line = 1
        self._here = []
        self._in_case = False
        self.commands = []

    def read(self):
        self._block("")
        return self.commands

    def _take(self, count=1):
        taken = self._text[self._at:self._at + count]
        self._line += taken.count("\n")
        self._at += count
        return taken

    def _skip_here_documents(self):
        for end in self._here:
            while self._at < len(self._text):
                stop = self._text.find("\n", self._at)
                stop = len(self._text) if stop < 0 else stop
                line = self._text[self._at:stop]
                self._take(stop - self._at + 1)
                if line.strip() == end:
                    break
        self._here = []

    def _block(self, closing):
        """Commands up to `closing`."""
        expects, patterns = True, False  # is the next word a command; does a pattern of `case` end at the next parenthesis
        while self._at < len(self._text):
            rest = self._text[self._at:]
            if closing and rest[0] == closing and not patterns:
                self._take()
                return
            if rest[0] == "\n":
                self._take()
                self._skip_here_documents()
                expects = True
            elif rest[0] in " \t" or rest.startswith("\\\n"):
                self._take(2 if rest[0] == "\\" else 1)
            elif rest[0] == "#":
                self._take(len(rest.split("\n", 1)[0]))
            elif found := re.match(r"<<-?\s*['\"]?(\w+)['\"]?", rest):
                self._here.append(found.group(1))
                self._take(found.end())
            elif found := re.match(r"\d*(<<<|>>|>&|<&|<>|&>|>|<)(?!\()\s*", rest):
                self._take(found.end())
                self._word()
            elif rest.startswith("(("):
                self._take(rest.index("))") + 2)
                expects = False
            elif found := re.match(r"&&|\|\||;;|\|&|[;&|()]", rest):
                token = self._take(found.end())
                patterns = token == ";;" or (patterns and token != ")")
                expects = True
            else:
                line, word = self._line, self._word()
                if patterns:
                    patterns = word != "esac"
                elif word == "in":
                    patterns = self._in_case
                    self._in_case = False
                elif expects:
                    self._in_case = word == "case"
                    expects = self._command(word, line)

    def _command(self, word, line):
        """Whether the word behind this one is a command, too."""
        if _ASSIGNMENT.match(word):
            return True
        self.commands.append((line, word))
        return word in _RUNS_NEXT

    def _word(self):
        """One word with quotes kept as they are; substitutions inside of it are read as commands."""
        begin = self._at
        while self._at < len(self._text):
            rest = self._text[self._at:]
            if rest[0] in " \t\n;&|()<>":
                if self._text[begin:self._at].endswith("=") and rest[0] == "(":  # an array
                    self._take()
                    self._array()
                    continue
                break
            if rest[0] == "\\":
                self._take(2)
            elif rest[0] == "'":
                self._take(rest.index("'", 1) + 1)
            elif rest[0] == '"':
                self._take()
                self._double()
            else:
                self._step(rest)
        if self._at == begin:
            self._take()
        return self._text[begin:self._at]

    def _step(self, rest):
        """A substitution, whose commands are read, or one character."""
        if rest.startswith("$(("):
            self._take(rest.index("))") + 2)
        elif rest.startswith("$("):
            self._take(2)
            self._block(")")
        elif rest.startswith("${"):
            self._brace()
        else:
            self._take()

    def _array(self):
        while self._at < len(self._text):
            rest = self._text[self._at:]
            if rest[0] == ")":
                self._take()
                return
            if rest[0] in " \t\n":
                self._take()
            elif rest[0] == "#":
                self._take(len(rest.split("\n", 1)[0]))
            else:
                self._word()

    def _double(self):
        while self._at < len(self._text):
            rest = self._text[self._at:]
            if rest[0] == '"':
                self._take()
                return
            if rest[0] == "\\":
                self._take(2)
            else:
                self._step(rest)

    def _brace(self):
        depth = 0
        while self._at < len(self._text):
            rest = self._text[self._at:]
            if rest.startswith("${"):
                depth += 1
                self._take(2)
            elif rest.startswith("$(") and not rest.startswith("$(("):
                self._take(2)
                self._block(")")
            elif rest[0] == "}":
                depth -= 1
                self._take()
                if depth == 0:
                    return
            else:
                self._take()


def shell_functions(text):
    return set(re.findall(r"^\s*(?:function\s+)?([A-Za-z_][\w-]*)\s*\(\)", text, re.MULTILINE))


def shell_programs(text):
    """[(line, program)] that the script starts."""
    functions = shell_functions(text)
    found = []
    for line, word in _Shell(text).read():
        word = word.strip("'\"")
        if _NAME.fullmatch(word) and word not in functions | _SHELL_WORDS:
            found.append((line, word))
    for match in re.finditer(r"\bcommand -v ([A-Za-z][\w.+-]*)", text):
        found.append((text.count("\n", 0, match.start()) + 1, match.group(1)))
    return found


def python_programs(text):
    """[(line, program)] of subprocess calls with a constant first word, and of shutil.which."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not node.args:
            continue
        owner = node.func.value.id if isinstance(node.func.value, ast.Name) else ""
        first = node.args[0]
        if owner == "subprocess" and isinstance(first, (ast.List, ast.Tuple)) and first.elts:
            first = first.elts[0]
        elif (owner, node.func.attr) != ("shutil", "which"):
            continue
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            found.append((node.lineno, first.value))
    return found


_PROCESS = re.compile(r'\b(?:start|startDetached|run|execute)\(\s*QStringLiteral\("([^"]+)"\)\s*,')


def cpp_programs(text):
    """[(line, program)] of QProcess and of helpers that are named like its functions."""
    return [(text.count("\n", 0, match.start()) + 1, match.group(1)) for match in _PROCESS.finditer(text)]


def nameless_starts(path, text):
    """Sentences about starts whose failure would not name the program: a QProcess that is never asked whether it started, and what
    shutil.which finds, put into a command as it is (None, where nothing was found)."""
    if path.suffix == ".cpp":
        if _PROCESS.search(text) and not re.search(r"\bwaitForStarted\(|\bFailedToStart\b", text):
            return [f"{path}: a process is started, and nobody asks whether it could be"]
        return []
    return [f"{path}:{text.count(chr(10), 0, found.start()) + 1}: a program that is not found leaves None in a command; name it instead"
            for found in re.finditer(r"subprocess\.\w+\(\s*[\[(]\s*shutil\.which\(", text)]


def reader_of(path):
    """What reads this file, or None."""
    if path.suffix == ".py":
        return python_programs
    if path.suffix == ".cpp":
        return cpp_programs
    if path.suffix == ".sh":
        return shell_programs
    if path.suffix:
        return None
    with open(path, "rb") as file:
        first = file.readline(200)
    if first.startswith(b"#!"):
        return python_programs if b"python" in first else shell_programs
    return None


def files_of(project):
    for name in ("run", "test", ".ci/run"):
        yield project / name
    for folder in ("scripts", "tests", "translations"):
        for path in sorted((project / folder).rglob("*")):
            if path.is_file() and "data" not in path.relative_to(project).parts and "__pycache__" not in path.parts:
                yield path


def packages_of(text):
    return {line.strip() for line in text.splitlines() if line.strip() and line[0] not in "#["}


def problems_of(path, programs, listed):
    """Sentences about programs that no package of the list brings."""
    brought = {program: package for package, names in PACKAGES.items() for program in names}
    found = []
    for line, program in programs:
        program = pathlib.PurePath(program).name
        if program in ESSENTIAL:
            continue
        if program not in brought:
            found.append(f"{path}:{line}: no package of scripts/packages.txt is known to bring {program}")
        elif brought[program] not in listed:
            found.append(f"{path}:{line}: {program} comes with {brought[program]}, which scripts/packages.txt lacks")
    return found


def main():
    project = pathlib.Path(sys.argv[1])
    listed = packages_of((project / "scripts" / "packages.txt").read_text(encoding="utf-8"))
    found, seen = [], set()
    texts = {path: path.read_text(encoding="utf-8") for path in files_of(project) if reader_of(path)}
    # a script that is read by another one shares its functions
    shared = set().union(*(shell_functions(text) for path, text in texts.items() if "scripts" in path.parts and reader_of(path) is shell_programs))
    for path, text in texts.items():
        reader = reader_of(path)
        programs = [(line, name) for line, name in reader(text) if reader is not shell_programs or name not in shared]
        seen.update(name for _, name in programs)
        found += problems_of(path.relative_to(project), programs, listed)
        found += nameless_starts(path.relative_to(project), text)
    for expected in ("import", "xdotool", "Xvfb", "openssl", "prometheus", "etcd"):
        if expected not in seen:  # the reader has become blind
            found.append(f"nothing was found to start {expected}")
    for problem in found:
        print(problem)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
