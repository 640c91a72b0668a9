#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No text of the window and no document uses a word that docs/vocabulary.md says not to use: the last column of its tables, and what its
chapter "Sentences" puts behind "not". Identifiers and comments use none of the private words that CODE_WORDS names. Words that mean something else in most places are named below with the reason, and so are the few
places where a word is right after all.

usage: word_choice.py PROJECT_DIRECTORY
"""

import html
import pathlib
import re
import sys

VOCABULARY = "docs/vocabulary.md"
COLUMNS, AVOIDED = 5, 4
WINDOW = "translations/cardinal_zh_CN.ts"
# Records of decisions are not rewritten, and pages of sources keep the words of their sources.
NOT_READ = ("docs/vocabulary.md", "docs/adr/", "docs/reference/")

# Words that only a reader can judge: they mean something else, too.
ELSEWHERE = {
    "0": "a number",
    "accelerator": "what is no GPU is called so",
    "for a card": "says where the word before it is wrong",
    "held": "devices of a claim, pods behind a gate",
    "given": "what was named on the command line",
    "taken": "room, by what is placed",
    "power": "watts",
    "way": "how something is done",
    "kind": "of the API",
    "open": "dialogs, files, connections",
    "closed": "dialogs, sources that are not public, queues of Volcano",
    "lost": "data, connections",
    "question": "of a dialog",
    "ask": "the program asks people and servers",
    "pieces": "of a text on its way",
    "frozen": "connections and windows",
    "sure": "to make sure",
    "guessed": "of a person",
    "shift": "the key",
    "mark": "to mark; quotation marks",
    "points": "percent points",
    "act": "of a person",
    "do": "the verb",
    "desk": "furniture",
    "book": "to read",
    "日志": "the log of a pod",
    "bar": "of the window",
    "watch": "list and watch; --watch",
    "old": "old and new values",
    "dead": "a peer that is gone",
    "origin": "of a web page",
    "least": "at least; least allocated",
    "most": "at most; most allocated",
    "at once": "at the same time",
    "successor": "of a version",
    "单元": "part of the word for a cell",
    "移动": "the keyboard moves from card to card",
    "收回": "to withdraw a right",
}

# (file or "the window", what stands there): why it is right there.
EXCEPTIONS = {
    ("docs/what-if.md", "told apart"): "to tell apart is to distinguish",
    ("docs/client-rules.md", "told apart"): "to tell apart is to distinguish",
    ("docs/complaints.md", "told apart"): "to tell apart is to distinguish",
    ("docs/workloads.md", "told apart"): "to tell apart is to distinguish",
}

# Private words that stood for many things in the code: what a value is (reported, known, requested, recorded) is said instead.
CODE_WORDS = {"told", "untold", "foretold", "wish", "wishes", "desk", "band", "bands"}
# The same words as the second half of a name that is everybody's.
CODE_NAMES = {("rubber", "band"), ("infini", "band")}
CODE_FOLDERS = ("app", "bench", "core", "tests", "ui")

_LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_PART = re.compile(r"[A-Z]?[a-z]+")
_ROW = re.compile(r"^\| (?!code )")
_SPAN = re.compile(r"`[^`\n]*`")
_BLOCK = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def is_chinese(text):
    return re.search(r"[\u4e00-\u9fff]", text) is not None


def avoided(vocabulary):
    """Every word that is not to be used, in order, once."""
    found = []
    for line in vocabulary.splitlines():
        if _ROW.match(line):
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if len(cells) == COLUMNS:
                found += re.split(r"[,;]", re.sub(r"\([^)]*\)", "", cells[AVOIDED]))
    sentences = vocabulary.partition("## Sentences")[2]
    found += re.findall(r"\bnot \"([^\"]+)\"", sentences)
    found += re.findall(r"\bnot ([\u4e00-\u9fff]+)", sentences)
    return list(dict.fromkeys(word for word in (one.strip() for one in found) if word not in ("", "-")))


def pattern_of(words):
    parts = [re.escape(word) if is_chinese(word) else rf"(?<![\w-]){re.escape(word)}(?![\w-])" for word in words]
    return re.compile("|".join(parts), re.IGNORECASE) if parts else re.compile(r"(?!)")


def window_texts(text):
    """[(line number, text)] of both languages."""
    for match in re.finditer(r"<(?:source|translation|numerusform)>([^<]*)<", text):
        yield text.count("\n", 0, match.start()) + 1, html.unescape(match[1])


def document_texts(text):
    """[(line number, text)] without code."""
    text = _BLOCK.sub(lambda match: "\n" * match[0].count("\n"), text)
    return enumerate(_SPAN.sub("`", text).splitlines(), 1)


def documents_of(root):
    names = [path.relative_to(root).as_posix() for path in sorted((root / "docs").rglob("*.md"))]
    names += [name for name in ("README.md", "README.zh_CN.md") if (root / name).is_file()]
    return [name for name in names if not name.startswith(NOT_READ)]


def texts_of(root):
    """(file, name for exceptions, [(line number, text)])."""
    yield WINDOW, "the window", window_texts((root / WINDOW).read_text(encoding="utf-8"))
    for name in documents_of(root):
        yield name, name, document_texts((root / name).read_text(encoding="utf-8"))


def problems_in(file, name, texts, pattern, used):
    for line, text in texts:
        rest = text
        for place, phrase in EXCEPTIONS:
            if place == name and phrase in rest:
                used.add((place, phrase))
                rest = rest.replace(phrase, " ")
        for match in pattern.finditer(rest):
            yield f"{file}:{line}: \"{match[0]}\" is a word not to use: ...{rest[max(0, match.start() - 40):match.end() + 40]}..."


def code_problems(file, text):
    for line, code in enumerate(_LITERAL.sub('""', text).splitlines(), 1):
        words = _PART.findall(code)
        for before, word in zip([""] + words, words):
            if word.lower() in CODE_WORDS and (before.lower(), word.lower()) not in CODE_NAMES:
                yield f"{file}:{line}: \"{word}\" is a private word: {code.strip()[:80]}"


def code_files(root):
    for folder in CODE_FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".cpp", ".h"):
                yield path


def check_tree(root):
    every = avoided((root / VOCABULARY).read_text(encoding="utf-8"))
    found = [] if every else [f"{VOCABULARY}: no words were found"]
    found += [f"ELSEWHERE names {word}, which {VOCABULARY} does not" for word in ELSEWHERE if word not in every]
    pattern, used = pattern_of([word for word in every if word not in ELSEWHERE]), set()
    for file, name, texts in texts_of(root):
        found += problems_in(file, name, texts, pattern, used)
    for path in code_files(root):
        found += code_problems(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8"))
    return found + [f"{place} does not say \"{phrase}\" any more: take the exception out"
                    for place, phrase in EXCEPTIONS if (place, phrase) not in used]


def main():
    problems = check_tree(pathlib.Path(sys.argv[1]).resolve())
    for problem in problems:
        print(problem)
    print(f"{len(problems)} words that are not to be used")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
