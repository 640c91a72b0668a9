#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The check of twin pages finds planted differences, names file and line, and leaves equal pages alone."""
import tempfile
import unittest
from pathlib import Path

import document_twins

ENGLISH = """# Page

[中文](zh_CN/page.md)

Text with `cardinal cards`.

## Part

| a | b |
|---|---|
| 1 | 2 |

* one
* two

```
cardinal --demo inspect   # words
```
"""
CHINESE = """# 页面

[English](../page.md)

`cardinal cards` 的说明。

## 部分

| 甲 | 乙 |
|---|---|
| 1 | 2 |

* 一
* 二

```
cardinal --demo inspect   # 文字
```
"""


def problems(files):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for path, text in {"docs/page.md": ENGLISH, "docs/zh_CN/page.md": CHINESE, **files}.items():
            if text is not None:
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text, encoding="utf-8")
        return document_twins.check_tree(root)


class DocumentTwins(unittest.TestCase):
    def assert_found(self, files, start, word):
        found = problems(files)
        self.assertEqual(len(found), 1, found)
        self.assertTrue(found[0].startswith(start), found)
        self.assertIn(word, found[0])

    def test_missing_page(self):
        self.assert_found({"docs/zh_CN/page.md": None}, "docs/page.md:1: ", "no Chinese twin")
        self.assert_found({"docs/stacks/new.md": "# New\n"}, "docs/stacks/new.md:1: ", "docs/zh_CN/stacks/new.md")
        self.assert_found({"docs/zh_CN/alone.md": "# 独\n"}, "docs/zh_CN/alone.md:1: ", "no English twin")
        self.assert_found({"README.md": "# A\n"}, "README.md:1: ", "README.zh_CN.md")

    def test_headings(self):
        self.assert_found({"docs/zh_CN/page.md": CHINESE.replace("## 部分", "### 部分")}, "docs/zh_CN/page.md:7: ", '"Part"')
        self.assert_found({"docs/page.md": ENGLISH + "\n## More\n"}, "docs/zh_CN/page.md:18: ", '"More"')

    def test_rows_items_and_code(self):
        self.assert_found({"docs/zh_CN/page.md": CHINESE.replace("| 1 | 2 |\n", "")}, "docs/zh_CN/page.md:7: ", "2 table rows")
        self.assert_found({"docs/zh_CN/page.md": CHINESE.replace("* 二\n", "")}, "docs/zh_CN/page.md:7: ", "1 list items")
        other = CHINESE.replace("cardinal --demo", "kubectl get")
        self.assert_found({"docs/zh_CN/page.md": other}, "docs/zh_CN/page.md:7: ", "the code below")
        none = CHINESE.replace("```\n", "").replace("cardinal --demo inspect", "words")
        self.assert_found({"docs/zh_CN/page.md": none}, "docs/zh_CN/page.md:7: ", "code blocks")

    def test_commands(self):
        more = ENGLISH.replace("Text", "`cardinal journal undo ID`")
        self.assert_found({"docs/page.md": more}, "docs/zh_CN/page.md:1: ", "cardinal journal undo")

    def test_links_to_the_other_language(self):
        self.assert_found({"docs/page.md": ENGLISH.replace("[中文](zh_CN/page.md)", "-")}, "docs/page.md:1: ", "zh_CN/page.md")
        self.assert_found({"docs/zh_CN/page.md": CHINESE.replace("[English](../page.md)", "-")}, "docs/zh_CN/page.md:1: ", "../page.md")

    def test_equal_pages_and_pages_for_engineers(self):
        self.assertEqual(problems({}), [])
        self.assertEqual(problems({"docs/adr/0001-x.md": "# X\n", "docs/glossary.md": "# G\n", "docs/reference/x.md": "# X\n"}), [])

    def test_no_project(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn("no pages", document_twins.check_tree(Path(folder))[0])


if __name__ == "__main__":
    unittest.main()
