#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The check of words finds planted ones in the window and in documents, and leaves code, decisions and exceptions alone."""
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import word_choice

VOCABULARY = """| code | English window | Chinese window | the field's term | words not to use |
|---|---|---|---|---|
| `Card` | GPU | GPU 卡 | GPU (NVIDIA) | 显卡; way |
| `undo` | undo | 撤销 | undo | taken back, books (of a shop) |
| `plan` | plan | 计划 | plan | - |

## Sentences

* "is rejected", not "is refused by"; 运维人员, not 操作员.
"""


class WordChoice(unittest.TestCase):
    def problems(self, documents=None, window=("fine", "好"), exceptions=None, elsewhere=("way",)):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            source, translation = window
            files = {word_choice.VOCABULARY: VOCABULARY, "docs/a.md": "fine", **(documents or {}),
                     word_choice.WINDOW: f"<message>\n<source>{source}</source>\n<translation>{translation}</translation>\n</message>"}
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            with mock.patch.multiple(word_choice, EXCEPTIONS=exceptions or {}, ELSEWHERE=dict.fromkeys(elsewhere, "reason")):
                return [problem.split(": ...")[0] for problem in word_choice.check_tree(root)]

    def test_fine_texts(self):
        self.assertEqual(self.problems(), [])

    def test_private_words_in_code_are_found_in_names_and_comments_but_not_in_texts(self):
        code = "int toldBy = 1;  // as the pod told\nclass QueueDesk;\nauto key = \"told\";\nQDesktopServices::openUrl();\n"
        self.assertEqual(self.problems({"core/a.cpp": code}), [
            'core/a.cpp:1: "told" is a private word: int toldBy = 1;  // as the pod told',
            'core/a.cpp:1: "told" is a private word: int toldBy = 1;  // as the pod told',
            'core/a.cpp:2: "Desk" is a private word: class QueueDesk;'])

    def test_a_private_word_may_be_half_of_a_name_that_is_everybodys(self):
        code = "class RubberBand;\nint bandwidth = 0;  // of InfiniBand\nclass ErrorBand;\n"
        self.assertEqual(self.problems({"ui/a.h": code}), ['ui/a.h:3: "Band" is a private word: class ErrorBand;'])

    def test_the_words_are_those_of_the_page(self):
        self.assertEqual(word_choice.avoided(VOCABULARY), ["显卡", "way", "taken back", "books", "is refused by", "操作员"])

    def test_both_languages_of_the_window_are_read(self):
        self.assertEqual(self.problems(window=("It was taken back", "好")), [word_choice.WINDOW + ":2: \"taken back\" is a word not to use"])
        self.assertEqual(self.problems(window=("fine", "一张显卡")), [word_choice.WINDOW + ":3: \"显卡\" is a word not to use"])
        self.assertEqual(len(self.problems(window=("It &lt;is refused by&gt; it", "操作员"))), 2)

    def test_documents_of_both_languages_are_read(self):
        found = self.problems({"docs/b.md": "one\nIs Taken back.", "docs/zh_CN/b.md": "操作员", "README.md": "books"})
        self.assertEqual(found, ["docs/b.md:2: \"Taken back\" is a word not to use", "docs/zh_CN/b.md:1: \"操作员\" is a word not to use",
                                 "README.md:1: \"books\" is a word not to use"])

    def test_other_words_code_and_decisions_are_left_alone(self):
        self.assertEqual(self.problems({"docs/b.md": "a way\nbookshelf, mistaken back\n`taken back`\n```\ntaken back\n```\n", "docs/adr/1.md": "books",
                                        "docs/reference/r.md": "books"}), [])

    def test_an_exception_is_of_one_file_and_goes_when_nothing_needs_it(self):
        exception = {("docs/b.md", "cash books"): "they are books"}
        self.assertEqual(self.problems({"docs/b.md": "cash books"}, exceptions=exception), [])
        self.assertEqual(self.problems({"docs/b.md": "cash books", "docs/c.md": "cash books"}, exceptions=exception),
                         ["docs/c.md:1: \"books\" is a word not to use"])
        self.assertEqual(self.problems(exceptions=exception), ["docs/b.md does not say \"cash books\" any more: take the exception out"])

    def test_a_word_that_the_page_no_longer_has_is_not_left_out(self):
        self.assertIn("ELSEWHERE names gone, which docs/vocabulary.md does not", self.problems(elsewhere=("way", "gone")))


if __name__ == "__main__":
    unittest.main()
