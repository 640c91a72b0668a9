#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails where code of the window or the command line joins visible texts by hand.

Chinese has marks of its own between the entries of a list, between clauses and behind a label, and no space behind them:
ui/i18n/joining.h knows. Lines that join what no language sets (YAML, words of a shell, a query) are named here with the reason.

usage: joining.py SOURCE_DIR
"""

import pathlib
import re
import sys

MARKS = re.compile(r'(?:(?:QStringLiteral|QLatin1String|(?<!\w)u)\(?|join\(.*tr\()"(?:, |; |: |、|；|：)"')
SENTENCES = re.compile(r"""tr\([^;]*\)\s*\+\s*(?:u' '|QLatin1Char\(' '\)|QStringLiteral\(" "\))\s*\+\s*(?:tr\(|\w+Text\()""")
SPACES = re.compile(r"""join\((?:u' '|QLatin1Char\(' '\)|QStringLiteral\(" "\))\)""")

# file → how many such lines it may have, and why
ALLOWED = {
    "ui/models/filter.cpp": (2, "words that the filter reads"),
    "ui/pages/details/node_side.cpp": (1, "copied as YAML"),
    "ui/pages/details/pod_pane.cpp": (1, "copied as YAML"),
    "ui/pages/edit/node_edit_dialog.cpp": (2, "lines of YAML, before and after"),
    "ui/pages/edit/placement_dialog.cpp": (1, "a label as YAML"),
    "ui/pages/shell/dialogs/namespaces_dialog.cpp": (1, "names that the field reads again"),
    "ui/pages/shell/window/page_renderer.cpp": (1, "names that the command line reads"),
    "ui/pages/workload/form_lists.cpp": (1, "words of a command"),
}


def joins_by_hand(text):
    """Numbers of the lines that do."""
    return [
        number
        for number, line in enumerate(text.splitlines(), 1)
        if not line.lstrip().startswith("//") and any(one.search(line) for one in (MARKS, SENTENCES, SPACES))
    ]


def problems(root):
    found = []
    for folder in ("ui", "app"):
        for path in sorted((root / folder).rglob("*.cpp")) + sorted((root / folder).rglob("*.h")):
            name = path.relative_to(root).as_posix()
            lines = joins_by_hand(path.read_text(encoding="utf-8"))
            allowed = ALLOWED.get(name, (0, ""))[0]
            if len(lines) > allowed:
                found += [f"{name}:{line}: joins texts by hand; use ui/i18n/joining.h" for line in lines]
            elif len(lines) < allowed:
                found.append(f"{name}: {len(lines)} lines join by hand, {allowed} are allowed in joining.py: lower it")
    return found


def main():
    found = problems(pathlib.Path(sys.argv[1]))
    print("\n".join(found) if found else "no text is joined by hand")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
