#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cardinal inspect` on recorded clusters: the recorded text, arguments in any order, unknown nodes."""
import gzip
import json
import shutil
import unittest

from cardinal_program import RECORDED, CliTest

# Scenarios whose recorded rows happen to stand in our order, so that the text must be equal byte for byte.
SUMMARIES_IN_ORDER = (
    "s1-blog-two-nodes-refused", "s1-blog-two-nodes", "s2-best-fit-mib", "s2-edge-requests", "s2-four-cards",
    "s2-nine-pods-of-ten", "s2-three-nodes-fragmented", "s2-tie-breaks", "s3-kubecon-statefulset", "s4-free-memory",
    "s4-terminating-one-card", "s4-terminating-two-cards", "s5-unhealthy", "s6-random-01", "s6-random-02",
    "s6-random-03", "s6-random-13", "s6-random-14", "s8-extender-quirks",
)
DETAILS_IN_ORDER = (
    "s1-blog-two-nodes-refused", "s1-blog-two-nodes", "s2-best-fit-mib", "s2-edge-requests", "s2-four-cards",
    "s2-nine-pods-of-ten", "s2-three-nodes-fragmented", "s2-tie-breaks", "s4-free-memory", "s4-terminating-one-card",
    "s4-terminating-two-cards", "s6-random-01", "s6-random-02",
)


def recorded(scenario):
    return json.loads((RECORDED / scenario / "scenario.json").read_text(encoding="utf-8"))


class Inspect(CliTest):
    def test_recorded_summaries(self):
        self.assertTrue(SUMMARIES_IN_ORDER)
        for scenario in SUMMARIES_IN_ORDER:
            with self.subTest(scenario):
                done = self.answer(0, "inspect", "--snapshot", RECORDED / scenario)
                self.assertEqual(done.stdout, recorded(scenario)["final_inspect_summary"])

    def test_recorded_details(self):
        self.assertTrue(DETAILS_IN_ORDER)
        for scenario in DETAILS_IN_ORDER:
            with self.subTest(scenario):
                done = self.answer(0, "inspect", "-d", "--snapshot", RECORDED / scenario)
                self.assertEqual(done.stdout, recorded(scenario)["final_inspect_details"])

    def test_is_english_in_every_language(self):
        scenario = RECORDED / SUMMARIES_IN_ORDER[0]
        chinese = self.answer(0, "inspect", "--snapshot", scenario, language="zh_CN.UTF-8")
        self.assertEqual(chinese.stdout, self.answer(0, "inspect", "--snapshot", scenario).stdout)

    def test_options_stand_before_or_after(self):
        scenario = str(RECORDED / "s2-four-cards")
        before = self.answer(0, "--snapshot", scenario, "inspect", "-d").stdout
        after = self.answer(0, "inspect", "--snapshot", scenario, "-d").stdout
        self.assertEqual(before, after)
        self.assertIn("Allocated/Total GPU Memory In Cluster:", before)

    def test_one_node_of_several(self):
        scenario = RECORDED / "s2-three-nodes-fragmented"
        names = [node["metadata"]["name"] for node in recorded("s2-three-nodes-fragmented")["nodes"]]
        text = self.answer(0, "inspect", names[0], "--snapshot", scenario).stdout
        self.assertIn(names[0], text)
        self.assertNotIn(names[1], text)
        both = self.answer(0, "inspect", names[0], "-d", names[1], "--snapshot", scenario).stdout
        self.assertIn(names[0], both)
        self.assertIn(names[1], both)

    def test_unknown_node(self):
        done = self.refused("inspect", "nowhere", "--snapshot", RECORDED / "s2-four-cards", words=["Failed due to nodes"])
        self.assertEqual(done.stderr, 'Failed due to nodes "nowhere" not found\n')

    def test_json_has_the_same_figures(self):
        done = self.answer(0, "inspect", "-o", "json", "--snapshot", RECORDED / "s1-blog-two-nodes")
        nodes = json.loads(done.stdout)["nodes"]
        self.assertEqual(len(nodes), 2)
        self.assertEqual([node["memoryTotal"] for node in nodes], [14, 14])
        self.assertEqual(sum(card["memoryAllocated"] for node in nodes for card in node["cards"]), 25)

    def test_compressed_files_and_one_list(self):
        source = RECORDED / "s2-four-cards"
        plain = self.answer(0, "inspect", "--snapshot", source).stdout
        for name in ("nodes.json", "pods.json"):
            with open(source / name, "rb") as data, gzip.open(self.folder / f"{name}.gz", "wb") as packed:
                shutil.copyfileobj(data, packed)
        self.assertEqual(self.answer(0, "inspect", "--snapshot", self.folder).stdout, plain)
        items = [item for name in ("nodes.json", "pods.json")
                 for item in json.loads((source / name).read_text(encoding="utf-8"))["items"]]
        one = self.file("all.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": items}))
        self.assertEqual(self.answer(0, "inspect", "--snapshot", one).stdout, plain)

    def test_a_saved_snapshot_gives_the_same_table(self):
        saved = self.folder / "saved.json.gz"
        source = RECORDED / "s4-terminating-two-cards"
        done = self.answer(0, "snapshot", "save", saved, "--snapshot", source)
        self.assertIn("saved.json.gz", done.stdout)
        for arguments in ((), ("-d",)):
            self.assertEqual(self.answer(0, "inspect", *arguments, "--snapshot", saved).stdout,
                             self.answer(0, "inspect", *arguments, "--snapshot", source).stdout)


if __name__ == "__main__":
    unittest.main()
