#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Changed clusters, asked from the command line."""
import json
import unittest

from cardinal_program import EXAMPLES, RECORDED, CliTest

BLOG = RECORDED / "s1-blog-two-nodes"  # two nodes of one 14 GiB card; 13 and 12 GiB are allocated


class WhatIf(CliTest):
    def scenario(self, text):
        path = self.folder / "scenario.yaml"
        path.write_text("cardinalScenario: 1\nname: test\nsteps:\n" + text, encoding="utf-8")
        return path

    def nodes(self):
        return sorted(node["metadata"]["name"] for node in json.loads((BLOG / "nodes.json").read_text())["items"])

    def whatif(self, code, text, *arguments):
        done = self.answer(code, "whatif", self.scenario(text), "-o", "json", "--snapshot", BLOG, *arguments)
        return json.loads(done.stdout)

    def test_a_further_node_is_free_and_takes_a_workload(self):
        manifest = EXAMPLES / "walkthrough" / "1-binpack-1.yaml"
        body = "".join("      " + line + "\n" for line in manifest.read_text(encoding="utf-8").splitlines())
        report = self.whatif(0, f"- do: add-nodes\n  like: {self.nodes()[0]}\n- do: submit\n  replicas: 3\n  manifest: |\n{body}")
        self.assertEqual(report["after"]["cards"], report["before"]["cards"] + 1)
        self.assertEqual(report["after"]["totalMib"], report["before"]["totalMib"] + 14 * 1024)
        self.assertEqual(report["steps"][1]["placed"] + report["steps"][1]["pending"], 3)
        self.assertTrue(all(pod["outcome"] != "Placed" or pod["certainty"] for pod in report["steps"][1]["pods"]))
        self.assertEqual(report["steps"][0]["action"]["kind"], "ByHand")

    def test_the_table_names_steps_pods_and_figures(self):
        done = self.answer(0, "whatif", self.scenario(f"- do: drain-node\n  node: {self.nodes()[0]}\n"), "--plan", "--snapshot", BLOG)
        for words in ("1. Drain the node", "BEFORE", "Fragmented capacity", "Operator steps:", "kubectl cordon"):
            self.assertIn(words, done.stdout)

    def test_a_failure_names_the_step(self):
        text = f"- do: add-nodes\n  like: {self.nodes()[0]}\n- do: drain-node\n  node: nowhere\n"
        report = self.whatif(2, text)
        self.assertEqual((report["failure"]["step"], report["failure"]["error"], len(report["steps"])), (2, "NotFound", 1))
        said = self.answer(2, "whatif", self.scenario(text), "--snapshot", BLOG).stderr
        self.assertIn("Step 2 (Drain the node nowhere) cannot be done.", said)

    def test_bad_files(self):
        self.refused("whatif", self.scenario("- do: drain-node\n  nod: a\n"), "--demo", words=["nod", "line 5"])
        self.refused("whatif", "/nowhere.yaml", "--demo", words=["/nowhere.yaml"])

    def test_the_demo_and_chinese(self):
        done = self.answer(0, "whatif", self.scenario("- do: retry-pending\n"), "--demo", language="zh_CN.UTF-8")
        self.assertIn("重新调度等待中的 Pod", done.stdout)

    def test_defrag_says_whether_fewer_moves_were_ruled_out(self):
        moves = self.folder / "moves.yaml"
        state = self.folder / "state.json.gz"
        self.answer(0, "snapshot", "save", state, "--demo")
        report = json.loads(self.answer(0, "defrag", "--whole-card", "--snapshot", state, "-o", "json", "--scenario", moves).stdout)
        self.assertIn(report["verdict"], ("AlreadyFree", "ProvenFewest", "BestFound"))
        again = json.loads(self.answer(0, "whatif", moves, "-o", "json", "--snapshot", state).stdout)
        self.assertEqual(len(again["steps"]), len(report["moves"]))
        self.refused("defrag", "--demo", words=["--memory", "--whole-card"])
        self.refused("defrag", "--demo", "--whole-card", "--mode", "warp", words=["--mode", "warp"])

    def test_advice_stands_beside_the_prediction(self):
        report = json.loads(self.answer(0, "preview", "-f", EXAMPLES / "multi-card.yaml", "--demo", "-o", "json", "--advice", "fgd").stdout)
        advice = report["workloads"][0]["advice"]
        self.assertEqual((advice["policy"], advice["schedulerFollows"]), ("FGD", False))
        self.assertIsNotNone(advice["fragmentMilliBefore"])
        done = self.answer(0, "preview", "-f", EXAMPLES / "multi-card.yaml", "--demo", "--advice", "BestFit")
        self.assertIn("FRAGMENTATION OF THE CLUSTER", done.stdout)
        self.assertIn("does not follow", done.stdout)


if __name__ == "__main__":
    unittest.main()
