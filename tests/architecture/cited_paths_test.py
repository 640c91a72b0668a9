#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The check of citations finds planted mistakes, names file and line, and leaves sound ones alone."""
import tempfile
import unittest
from pathlib import Path

import cited_paths

PAGE = "# Page\n\n## 1. First part\n\n### 1.2 Second, of `two`\n\n| T7 | scenario |\n"


def problems(files):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for path, text in {"docs/page.md": PAGE, "core/base/units.h": "", "docs/adr/0003-x.md": "# x\n", **files}.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        return cited_paths.check_tree(root)


class CitedPaths(unittest.TestCase):
    def assert_found(self, path, text, line, word):
        found = problems({path: text})
        self.assertEqual(len(found), 1, found)
        self.assertTrue(found[0].startswith(f"{path}:{line}: "), found)
        self.assertIn(word, found[0])

    def test_comments_of_code(self):
        self.assert_found("core/a.h", "int a;\n/// See docs/gone.md.\n", 2, "docs/gone.md")
        self.assert_found("core/a.h", "int a;  ///< by gone.md\n", 1, "gone.md")
        self.assert_found("core/a.h", "// One line,\n// and kubernetes-client.md 3.4 on the next.\n", 2, "kubernetes-client.md")
        self.assert_found("core/a.cpp", "// tests/data/x/README.md has them\n", 1, "tests/data/x/README.md")
        self.assert_found("core/a.cpp", 'tr("see docs/gone.md");\n', 1, "docs/gone.md")

    def test_sections(self):
        self.assert_found("core/a.h", "/// Rules: docs/page.md 1.2, 1.3.\n", 1, "docs/page.md has no 1.3")
        self.assert_found("core/a.h", "/// Rules: docs/page.md\n/// section 4.\n", 1, "docs/page.md has no 4")
        self.assert_found("core/a.h", "/// Rules: docs/page.md T7 to T8.\n", 1, "docs/page.md has no T8")
        self.assert_found("core/a.h", "/// ADR 4 says why.\n", 1, "decision 4")

    def test_scripts(self):
        self.assert_found("scripts/a", "#!/bin/sh\n# as scripts/b does\n", 2, "scripts/b")
        self.assert_found("tests/a.py", '"""As\ntests/gone.py does."""\n', 2, "tests/gone.py")
        self.assert_found("bench/a.cmake", "# see bench/b.py\n", 1, "bench/b.py")

    def test_documents(self):
        self.assert_found("docs/a.md", "one\n[two](gone.md)\n", 2, "gone.md")
        self.assert_found("docs/a.md", "[two](page.md#third-part)\n", 1, "#third-part")
        self.assert_found("docs/a.md", "![picture](screenshots/gone.png)\n", 1, "screenshots/gone.png")
        self.assert_found("docs/a.md", "`core/base/gone.h`\n", 1, "core/base/gone.h")
        self.assert_found("docs/a.md", "`units.cpp`\n", 1, "units.cpp")
        self.assert_found("docs/zh_CN/a.md", "[两](../gone.md)\n", 1, "gone.md")

    def test_sound_ones(self):
        self.assertEqual(problems({"core/a.h": "/// docs/page.md 1 and 1.2; docs/page.md T7; ADR 3; core/base, core/base/units.{h}.\n"}),
                         [])
        self.assertEqual(problems({"core/a.h": "/// https://github.com/x/y/blob/master/doc/gone.md, x/y/docs/gone, docs/<stack>.md\n"}), [])
        self.assertEqual(problems({"core/a.h": 'auto url = "http://core/gone";\n'}), [])
        links = "[one](page.md#12-second-of-two) [up](../docs) [out](https://x.y/z.md) `base/units.h` `core/base/*`\n"
        self.assertEqual(problems({"docs/a.md": links}), [])
        self.assertEqual(problems({"docs/zh_CN/a.md": "[一](../page.md#1-first-part)\n"}), [])

    def test_no_project(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn("no documents", cited_paths.check_tree(Path(folder))[0])


if __name__ == "__main__":
    unittest.main()
