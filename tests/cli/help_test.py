#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`--help` of the program and of every command, in both languages."""
import re
import unittest

from cardinal_program import RECORDED, CliTest

CHINESE = re.compile(r"[\u3400-\u9fff]")
COLUMN = 30


def rows(text):
    """(name, description) of every option and command that a help lists."""
    found = []
    for line in text.splitlines():
        if re.match(r"  \S", line):
            name, _, description = line[2:].partition("  ")
            found.append((name.strip(), description.strip()))
        elif line.startswith(" " * COLUMN) and found:
            found[-1] = (found[-1][0], line.strip())
    return found


def bare(name):
    """Without the mark of what is required and the words of a range."""
    return re.sub(r":?-?\d+ (?:to|至) \d+", "", name.replace("(required)", "").replace("（必填）", "")).strip()


class Help(CliTest):
    def help(self, *command, **options):
        return self.answer(0, *command, "--help", **options).stdout

    def commands(self, *path):
        """Every command, as the words that name it, the program itself first."""
        yield path
        listed = self.help(*path).partition("\nSubcommands:\n")[2]
        for name, _ in rows(listed):
            yield from self.commands(*path, name)

    def test_every_command_describes_itself_and_its_options_in_both_languages(self):
        commands = list(self.commands())
        self.assertGreater(len(commands), 25)
        self.assertIn(("node", "mode"), commands)
        for command in commands:
            with self.subTest(command=command):
                english = self.help(*command)
                chinese = self.help(*command, language="zh_CN.UTF-8")
                self.assertRegex(english, r"(?m)^Usage: cardinal")
                self.assertRegex(chinese, r"(?m)^用法：cardinal")
                self.assertNotRegex(english, CHINESE)
                self.assertEqual([bare(name) for name, _ in rows(english)], [bare(name) for name, _ in rows(chinese)])
                for name, description in rows(english):
                    self.assertTrue(description, f"{name} is not described")
                    self.assertNotIn(" in [", name, "the parser's own words")
                for name, description in rows(chinese):
                    self.assertNotRegex(name, r"required| to \d")
                    known = description.replace("FGD（默认）", "")  # names of policies
                    self.assertRegex(known if "BestFit" not in description else description, CHINESE,
                                     f"{name} is not translated: {description}")
                about = chinese.partition("\n")[0]
                self.assertRegex(about, CHINESE)
                for line in chinese.splitlines():
                    if line and not line.startswith(" "):
                        self.assertRegex(line, CHINESE, "a heading is not translated")

    def test_names_that_a_command_had_before_still_work_and_are_not_listed(self):
        for old, new in (("waste", "idle"), ("ledger", "check"), ("simulate golden", "simulate replay"), ("node plans", "node plan list"),
                         ("node resume", "node plan resume"), ("node rollback", "node plan rollback"),
                         ("node leave", "node plan abandon")):
            with self.subTest(old):
                had, has = self.help(*old.split()), self.help(*new.split())
                self.assertEqual(had.replace(f"cardinal {old}", f"cardinal {new}"), has)
                *path, name = old.split()
                listed = [one for one, _ in rows(self.help(*path).partition("\nSubcommands:\n")[2])]
                self.assertNotIn(name, listed)
        saved = str(RECORDED / "s1-blog-two-nodes")
        had, has = (self.answer(0, "--snapshot", saved, name).stdout for name in ("ledger", "check"))
        self.assertEqual(had, has)

    def test_descriptions_stand_in_one_column(self):
        for name, description in rows(self.help("render", language="zh_CN.UTF-8")):
            self.assertTrue(name and description)
        for line in self.help("render", language="zh_CN.UTF-8").splitlines():
            if line.startswith("  PAGE"):
                width = sum(2 if ord(sign) > 0x2e7f else 1 for sign in line[:line.index("map")])
                self.assertEqual(width, COLUMN)
                break
        else:
            self.fail("no PAGE")

    def test_the_locale_decides_by_the_usual_variables(self):
        for variables in ({"LC_ALL": "zh_CN.UTF-8"}, {"LC_MESSAGES": "zh_CN.UTF-8"}):
            self.assertIn("用法：", self.help(**variables), variables)
        self.assertIn("Usage:", self.help(language="zh_CN.UTF-8", LC_ALL="C.UTF-8"))
        self.assertIn("Usage:", self.help(language="de_DE.UTF-8"))

    def test_the_language_chosen_in_the_window_counts_and_is_not_written(self):
        settings = self.folder / "config" / "cardinal" / "cardinal.ini"
        self.assertIn("Usage:", self.help())
        self.assertFalse(settings.parent.exists(), "reading makes no folder")
        settings.parent.mkdir(parents=True)
        settings.write_text("[General]\nlanguage=zh_CN\n", encoding="utf-8")
        self.assertIn("用法：", self.help())
        self.assertIn("节点", self.answer(0, "cards", "--demo").stdout, "what commands print follows, too")
        self.assertIn("Usage:", self.help(LC_ALL="C"), "scripts ask for the words that do not change")
        settings.write_text("[General]\nlanguage=en\n", encoding="utf-8")
        self.assertIn("Usage:", self.help(language="zh_CN.UTF-8"))


if __name__ == "__main__":
    unittest.main()
