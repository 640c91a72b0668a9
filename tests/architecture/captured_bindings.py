#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails where a lambda of core or of a fuzz target uses a structured binding of the function around it.

clang 14, which compiles core for the thread-safety analysis and the fuzz targets, refuses that; g++ takes it. A binding that is
given a name of its own in the capture (`[key = key]`) is well. Names are found by words: a name that the lambda declares itself,
as a parameter or inside, is not the binding's.

usage: captured_bindings.py SOURCE_DIR
"""

import pathlib
import re
import sys

COMMENT_OR_TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)
BINDING = re.compile(r"\bauto\s*(?:&&?)?\s*\[([\w\s,]+)\]")
LAMBDA = re.compile(r"(?<![\w\]\)\[])\s*\[(?!\[)([^\[\]]*)\]\s*(\(|\{|mutable\b|->)")
# A type (a word, with what its angle brackets hold) and the name behind it; words that stand before a value are no type.
NO_TYPE = r"(?!(?:return|case|else|throw|and|or|not|delete|new|co_return|co_yield|co_await|sizeof|goto)\b)"
DECLARED = r"(?<![\w.:])" + NO_TYPE + r"(?:::)?[A-Za-z_][\w:]*(?:\s*<[^;(){{}}]*>)?\s*[&*]*\s+[&*]*{name}\s*[=;:,){{]"
ELSE = re.compile(r"\s*else\b")


def blanked(text):
    """The same without comments and texts, every line where it was."""
    return COMMENT_OR_TEXT.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)


def end_of(text, at):
    """Behind the bracket that closes the one at `at`."""
    pairs = {"{": "}", "(": ")", "[": "]"}
    depth = 0
    for i in range(at, len(text)):
        if text[i] == text[at]:
            depth += 1
        elif text[i] == pairs[text[at]]:
            depth -= 1
            if depth == 0:
                return i + 1
    return len(text)


def end_of_scope(text, at):
    """Where the block that `at` stands in ends; of a for or if, what it governs, with every else."""
    round_brackets = 0
    for i in range(at, len(text)):
        if text[i] == "(":
            round_brackets += 1
        elif text[i] == ")":
            round_brackets -= 1
            if round_brackets < 0:
                end = end_of_statement(text, i + 1)
                while other := ELSE.match(text, end):
                    end = end_of_statement(text, other.end())
                return end
        elif text[i] == "{":
            continue
        elif text[i] == "}" and text.count("{", at, i) < text.count("}", at, i + 1):
            return i
    return len(text)


def end_of_statement(text, at):
    start = re.compile(r"\s*").match(text, at).end()
    if text[start : start + 1] == "{":
        return end_of(text, start)
    depth = 0
    for i in range(start, len(text)):
        if text[i] in "({[":
            depth += 1
        elif text[i] in ")}]":
            depth -= 1
        if depth == 0 and text[i] in ";}":
            return i + 1
    return len(text)


def lambdas(text, start, end):
    """(captures, parameters, body, where) of each lambda."""
    for found in LAMBDA.finditer(text, start, end):
        at = found.end(2) - len(found.group(2))
        parameters = ""
        if text[at] == "(":
            close = end_of(text, at)
            parameters = text[at:close]
            at = close
        body = text.find("{", at)
        if body < 0:
            continue
        yield found.group(1), parameters, text[body : end_of(text, body)], found.start(1)


def captured(text):
    """(line, name) of each binding that a lambda uses."""
    text = blanked(text)
    found = set()
    for binding in BINDING.finditer(text):
        scope = end_of_scope(text, binding.end())
        for names, parameters, body, where in lambdas(text, binding.end(), scope):
            captures = [one.strip() for one in names.split(",") if one.strip()]
            by_default = any(one in ("&", "=") for one in captures)
            for name in (one.strip() for one in binding.group(1).split(",")):
                is_named = name in captures or "&" + name in captures
                renamed = any(re.match(rf"&?{name}\s*=", one) for one in captures)
                own = re.search(rf"\b{name}\b", parameters) or re.search(DECLARED.format(name=name), body)
                used = re.search(rf"(?<![\w.>:]){name}\b(?!\s*::)", body)
                if is_named or (by_default and used and not renamed and not own):
                    found.add((text.count("\n", 0, where) + 1, name))
    return sorted(found)


def problems(root):
    out = []
    folders = (root / "core", root / "tests" / "fuzz")
    for path in sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in (".cpp", ".h")):
        for line, name in captured(path.read_text(encoding="utf-8")):
            name_of = path.relative_to(root).as_posix()
            out.append(f"{name_of}:{line}: the lambda uses the structured binding '{name}', which clang 14 refuses")
    return out


def main():
    found = problems(pathlib.Path(sys.argv[1]))
    print("\n".join(found) if found else "no lambda uses a structured binding")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
