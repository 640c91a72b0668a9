#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The engine against recordings, from the command line."""
import json
import shutil
import unittest

from cardinal_program import RECORDED, CliTest

SCENARIO = RECORDED / "s2-four-cards" / "scenario.json"


class Golden(CliTest):
    def changed(self, old, new):
        return self.file("scenario.json", SCENARIO.read_text(encoding="utf-8").replace(old, new, 1))

    def test_the_whole_recorded_set(self):
        text = self.answer(0, "simulate", "golden", RECORDED).stdout
        self.assertEqual(text.splitlines()[-1], "2346 decisions, 0 mismatches")
        self.assertIn("s8-extender-quirks  Not replayable: faults of the extender", text)

    def test_the_same_as_json(self):
        answer = json.loads(self.answer(0, "simulate", "golden", RECORDED, "-o", "json").stdout)
        self.assertEqual((answer["decisions"], answer["mismatches"]), (2346, 0))
        left_out = [one["name"] for one in answer["recordings"] if not one["replayable"]]
        self.assertEqual(left_out, ["s8-extender-quirks"])

    def test_a_mismatch_is_shown_and_exits_1(self):
        text = self.answer(1, "simulate", "golden", self.changed('"card_idx": 1', '"card_idx": 2')).stdout
        self.assertIn("card_idx: recorded 2, here 1", text)
        self.assertTrue(text.splitlines()[-1].endswith("decisions, 1 mismatches"))

    def test_files_without_steps_are_ignored(self):
        shutil.copy(RECORDED / "s2-four-cards" / "nodes.json", self.folder)
        self.changed("", "")
        text = self.answer(0, "simulate", "golden", self.folder).stdout
        self.assertTrue(text.splitlines()[-1].endswith(" decisions, 0 mismatches"))

    def test_in_chinese(self):
        text = self.answer(0, "simulate", "golden", RECORDED / "s8-extender-quirks", SCENARIO, language="zh_CN.UTF-8").stdout
        self.assertIn("不可回放", text)
        self.assertTrue(text.splitlines()[-1].endswith(" decisions, 0 mismatches"))

    def test_bad_input(self):
        self.refused("simulate", "golden", "/nowhere", words=["/nowhere", "does not exist"])
        self.refused("simulate", "golden", RECORDED / "s2-four-cards" / "nodes.json", words=["No recorded decisions", "nodes.json"])
        self.refused("simulate", "golden", self.file("x.json", '{"steps": [}'), words=["x.json", "byte 12"])
        self.refused("simulate", "golden", self.changed('"action": "create"', '"action": "evict"'), words=["action", "evict", "scenario.json"])
        self.refused("simulate", "golden", words=["PATH"])
        self.refused("simulate", words=["subcommand"])


if __name__ == "__main__":
    unittest.main()
