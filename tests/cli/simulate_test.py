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
        text = self.answer(0, "simulate", "replay", RECORDED).stdout
        self.assertEqual(text.splitlines()[-1], "2346 decisions, 0 mismatches")
        self.assertIn("s8-extender-quirks  Not replayable: this recording contains faults of the extender", text)

    def test_the_same_as_json(self):
        answer = json.loads(self.answer(0, "simulate", "replay", RECORDED, "-o", "json").stdout)
        self.assertEqual((answer["decisions"], answer["mismatches"]), (2346, 0))
        left_out = [one["name"] for one in answer["recordings"] if not one["replayable"]]
        self.assertEqual(left_out, ["s8-extender-quirks"])

    def test_a_mismatch_is_shown_and_exits_1(self):
        text = self.answer(1, "simulate", "replay", self.changed('"card_idx": 1', '"card_idx": 2')).stdout
        self.assertIn("card_idx: recorded 2, here 1", text)
        self.assertTrue(text.splitlines()[-1].endswith("decisions, 1 mismatches"))

    def test_files_without_steps_are_ignored(self):
        shutil.copy(RECORDED / "s2-four-cards" / "nodes.json", self.folder)
        self.changed("", "")
        text = self.answer(0, "simulate", "replay", self.folder).stdout
        self.assertTrue(text.splitlines()[-1].endswith(" decisions, 0 mismatches"))

    def test_in_chinese(self):
        text = self.answer(0, "simulate", "replay", RECORDED / "s8-extender-quirks", SCENARIO, language="zh_CN.UTF-8").stdout
        self.assertIn("不可回放", text)
        self.assertTrue(text.splitlines()[-1].endswith(" decisions, 0 mismatches"))

    def test_bad_input(self):
        self.refused("simulate", "replay", "/nowhere", words=["/nowhere", "does not exist"])
        self.refused("simulate", "replay", RECORDED / "s2-four-cards" / "nodes.json", words=["No recorded decisions", "nodes.json"])
        self.refused("simulate", "replay", self.file("x.json", '{"steps": [}'), words=["x.json", "byte 12"])
        self.refused("simulate", "replay", self.changed('"action": "create"', '"action": "evict"'), words=["action", "evict", "scenario.json"])
        self.refused("simulate", "replay", words=["PATH"])
        self.refused("simulate", words=["subcommand"])


NODES = "sn,cpu_milli,memory_mib,gpu,model\na,16000,1000,2,T4\nb,16000,1000,2,P100\nc,8000,1000,0,\n"
PODS = "name,cpu_milli,memory_mib,num_gpu,gpu_milli\np0,4000,10,1,500\np1,4000,10,1,1000\n"


class Trace(CliTest):
    """A cluster of four GPUs, small enough to check by hand."""

    def setUp(self):
        super().setUp()
        self.lists = ["--nodes", self.file("nodes.csv", NODES), "--pods", self.file("pods.csv", PODS)]
        self.orders = ["--arrivals", self.file("arrivals.csv", "seq,pod,copy\n0,p0,\n1,p1,\n2,p0,1\n"),
                       "--order", self.file("order.csv", "rank,node\n0,b\n1,a\n")]

    def trace(self, *arguments):
        return json.loads(self.answer(0, "simulate", "trace", *self.lists, *arguments, "-o", "json").stdout)

    def test_figures_by_hand(self):
        """Half the tasks want half a GPU, half a whole one. FGD puts both halves on GPU 0 of b and the whole task on GPU 1."""
        answer = self.trace(*self.orders, "--every", "1")
        self.assertEqual((answer["policy"], answer["arrivals"], answer["placed_milli"], answer["failed"]), ("FGD", 3, 2000, 0))
        self.assertEqual((answer["nodes_in_use"], answer["gpus_in_use"]), (1, 2))
        self.assertEqual(answer["allocation_percent"], 50.0)
        self.assertEqual(answer["fragmentation_milli"], 0.0)
        self.assertEqual(answer["idle_milli"]["q3_satisfied"], 2000.0)
        after_first = answer["checkpoints"][0]
        self.assertEqual((after_first["arrivals"], after_first["fragmentation_milli"]), (1, 250.0))
        self.assertEqual(len(answer["checkpoints"]), 3)

    def test_without_orders_they_are_drawn_from_the_seed(self):
        one, two = self.trace("--seed", "7"), self.trace("--seed", "7")
        one.pop("seconds"), two.pop("seconds")
        self.assertEqual(one, two)
        self.assertGreater(one["arrived_milli"], 4000)
        text = self.answer(0, "simulate", "trace", *self.lists, "--seed", "7", "--policy", "random").stdout
        self.assertIn("drawn with seed 7", text)
        self.assertIn("1 node without GPU takes no part.", text)

    def test_in_chinese(self):
        text = self.answer(0, "simulate", "trace", *self.lists, *self.orders, language="zh_CN.UTF-8").stdout
        self.assertIn("闲置 GPU 分类", text)

    def test_bad_input(self):
        trace = ["simulate", "trace"]
        self.refused(*trace, "--nodes", "/nowhere.csv", "--pods", self.lists[3], words=["/nowhere.csv", "does not exist"])
        self.refused(*trace, "--nodes", self.folder, "--pods", self.lists[3], words=["cannot be read"])
        self.refused(*trace, *self.lists, "--policy", "Best", words=["--policy", "Best"])
        self.refused(*trace, "--nodes", self.lists[1], words=["--pods"])
        bad = self.file("bad.csv", NODES.replace("16000,1000,2", "16000,many,2", 1))
        self.refused(*trace, "--nodes", bad, "--pods", self.lists[3], words=["memory_mib", "bad.csv:2", "many"])
        other = self.file("other.csv", "seq,pod\n0,p9\n")
        self.refused(*trace, *self.lists, "--arrivals", other, words=["p9", "other.csv:2"])


if __name__ == "__main__":
    unittest.main()
