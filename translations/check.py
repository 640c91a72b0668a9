#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails when a translation is missing, loses a parameter or breaks the rules of Chinese typesetting.

usage: check.py SOURCE_DIR LUPDATE WORK_DIR

Reads the visible strings of ui and app again (lupdate, into copies in WORK_DIR), so that a string written after the last
`update_translations` is found too.
"""
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

PLACE_MARKER = re.compile(r"%(?:L?\d{1,2}|n)")
CJK = r"\u3400-\u9fff"
HALF_WIDTH_MARK = re.compile(rf"[{CJK}][,;:!?]|[,;:!?][{CJK}]|[{CJK}]\.(?:\s|$)|[{CJK}]\(|\)[{CJK}]")
MISSING_SPACE = re.compile(rf"[{CJK}][A-Za-z0-9%]|[A-Za-z0-9][{CJK}]")
# "Manifests (*.yaml);;All files (*)": the syntax of file dialogs.
FILE_PATTERN = re.compile(r" \(\*[^)]*\)(?:;;)?")
# A parameter may bring its own Chinese text, so no space is asked beside it.
PARAMETER_BESIDE = re.compile(rf"[{CJK}]%|%(?:\d|n)[{CJK}]")


def parameters(text):
    return sorted(set(PLACE_MARKER.findall(text)))


def translations(message):
    node = message.find("translation")
    if node is None or node.get("type") in ("unfinished", "vanished", "obsolete"):
        return None
    if message.get("numerus") == "yes":
        forms = [form.text or "" for form in node.findall("numerusform")]
        return forms if forms and all(forms) else None
    return [node.text] if node.text else None


def typesetting_problem(text):
    bare = PARAMETER_BESIDE.sub("", FILE_PATTERN.sub("", text))
    if HALF_WIDTH_MARK.search(bare):
        return "half-width mark beside Chinese text"
    if MISSING_SPACE.search(bare):
        return "no space between Chinese and Latin text"
    return None


def problems_of(message, chinese):
    source = message.find("source").text or ""
    forms = translations(message)
    if forms is None:
        return ["not translated"]
    found = []
    for form in forms:
        wanted, got = parameters(source), parameters(form)
        # The singular may say "one" in words.
        if wanted != got and not (not chinese and form == forms[0] and set(wanted) - set(got) <= {"%n"}):
            found.append(f"parameters differ: {wanted} against {got}")
        if chinese and typesetting_problem(form):
            found.append(f"{typesetting_problem(form)}: {form}")
    return found


def check(path, chinese):
    count = 0
    for context in ElementTree.parse(path).getroot().iter("context"):
        for message in context.iter("message"):
            for problem in problems_of(message, chinese):
                name = context.find("name").text
                print(f"{path.name}: {name}: \"{message.find('source').text}\": {problem}")
                count += 1
    return count


def main():
    source_dir, lupdate, work_dir = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    work_dir.mkdir(parents=True, exist_ok=True)
    count = 0
    for name, options in (("cardinal_zh_CN.ts", []), ("cardinal_en.ts", ["-pluralonly"])):
        copy = work_dir / name
        shutil.copyfile(source_dir / "translations" / name, copy)
        subprocess.run([lupdate, "-silent", "-locations", "none", "-no-obsolete", "-I", ".", *options, "ui", "app", "-ts", copy],
                       cwd=source_dir, check=True, stderr=subprocess.DEVNULL)
        count += check(copy, chinese="zh" in name)
    print(f"{count} problems")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
