#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Preview and submission on the demo cluster and on recorded ones."""
import json
import shutil
import unicodedata
import unittest

from cardinal_program import EXAMPLES, RECORDED, CliTest


def cells(text):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


class Preview(CliTest):
    def preview(self, code, *arguments):
        return json.loads(self.answer(code, "preview", "-o", "json", *arguments).stdout)["workloads"][0]

    def empty_cluster(self):
        self.file("pods.json", '{"kind":"PodList","apiVersion":"v1","items":[]}')
        self.file("nodes.json", (RECORDED / "s1-blog-two-nodes" / "nodes.json").read_text(encoding="utf-8"))

    def test_single_card_nodes_that_tie_are_said_to_tie(self):
        """Two empty nodes of one 14 GiB card: open-source gpushare does not order them."""
        self.empty_cluster()
        answer = self.preview(0, "-f", EXAMPLES / "walkthrough" / "1-binpack-1.yaml", "--snapshot", self.folder)
        self.assertEqual(answer["certainty"], "OneOf")
        self.assertEqual(answer["tied"], 2)
        self.assertEqual(len(answer["candidates"]), 2)

    def test_two_replicas_of_8_go_to_different_nodes(self):
        self.empty_cluster()
        workload = EXAMPLES / "walkthrough" / "2-binpack-2.yaml"
        answer = self.preview(0, "-f", workload, "--snapshot", self.folder)
        self.assertEqual(len({place["node"] for place in answer["placements"]}), 2)
        self.assertEqual(answer["fragmentation"]["before"]["fits"] - answer["fragmentation"]["after"]["fits"], 2)
        third = self.preview(1, "-f", workload, "--snapshot", self.folder, "--replicas", "3")
        self.assertEqual(len(third["placements"]), 2)

    def test_five_more_do_not_fit_and_the_reason_is_counted(self):
        """The recorded run in which the fourth application stays pending."""
        workload = EXAMPLES / "walkthrough" / "4-binpack-4.yaml"
        answer = self.preview(1, "-f", workload, "--snapshot", RECORDED / "s1-blog-two-nodes-refused")
        self.assertEqual(answer["candidates"], [])
        self.assertEqual(sum(reason["nodes"] for reason in answer["reasons"]), 2)
        text = self.answer(1, "preview", "-f", workload, "--snapshot", RECORDED / "s1-blog-two-nodes-refused").stdout
        self.assertIn("No node takes it now.", text)
        self.assertIn("needs 5 GiB", text)

    def test_the_only_place_left_is_certain(self):
        """13/14 and 12/14 are allocated: 2 GiB fit on the second node alone."""
        workload = EXAMPLES / "walkthrough" / "1-binpack-1.yaml"
        unknown = self.preview(0, "-f", workload, "--snapshot", RECORDED / "s1-blog-two-nodes")
        self.assertEqual(unknown["certainty"], "OneOf", "the folder tells nothing of quotas: the server may refuse the pod")
        self.assertIn("RulesNotRead", unknown["caveats"])
        for name in ("nodes.json", "pods.json"):
            shutil.copy(RECORDED / "s1-blog-two-nodes" / name, self.folder / name)
        for kind in ("ResourceQuota", "LimitRange"):
            self.file(f"{kind.lower()}s.json", json.dumps({"apiVersion": "v1", "kind": kind + "List", "items": []}))
        answer = self.preview(0, "-f", workload, "--snapshot", self.folder)
        self.assertEqual(answer["certainty"], "Certain")
        place = answer["placements"][0]
        nodes = json.loads(self.answer(0, "inspect", "-o", "json", "--snapshot", RECORDED / "s1-blog-two-nodes").stdout)["nodes"]
        emptier = min(nodes, key=lambda node: node["cards"][0]["memoryAllocated"])
        self.assertEqual((place["node"], place["cards"]), (emptier["name"], [0]))

    def test_aim_at_a_node_and_a_card(self):
        nodes = json.loads(self.answer(0, "inspect", "-o", "json", "--snapshot", RECORDED / "s1-blog-two-nodes").stdout)["nodes"]
        name = nodes[0]["name"]
        arguments = ["-f", EXAMPLES / "walkthrough" / "1-binpack-1.yaml", "--snapshot", RECORDED / "s1-blog-two-nodes"]
        answer = json.loads(self.cardinal("preview", "-o", "json", *arguments, "--node", name, "--card", "0").stdout)["workloads"][0]
        self.assertEqual(answer["request"]["node"], name)
        self.assertTrue(all(place["node"] == name and place["cards"] == [0] for place in answer["candidates"]))
        printed = self.cardinal("preview", *arguments, "--node", name).stdout
        self.assertIn(name, printed)
        self.assertNotIn("chosen target", printed, "only the one node was asked about")
        self.assertNotIn(nodes[1]["name"], printed)
        self.refused("preview", *arguments, "--node", "nowhere", words=["nowhere"])
        self.refused("preview", *arguments, "--node", name, "--card", "99", words=["--card", "99"])

    def test_an_empty_card_that_would_not_be_taken_is_not_refused(self):
        """The scheduler packs: the answer names the card that it takes, and no target refuses itself."""
        workload = self.file("two.yaml", "apiVersion: v1\nkind: Pod\nmetadata: {name: two}\nspec:\n  containers:\n"
                                         "  - {name: c, image: i, resources: {limits: {aliyun.com/gpu-mem: 2}}}\n")
        answer = self.preview(0, "-f", workload, "--demo")
        place = next(one for one in answer["candidates"] if len(one["cards"]) == 1)
        nodes = json.loads(self.answer(0, "inspect", "-o", "json", "--demo").stdout)["nodes"]
        cards = next(node for node in nodes if node["name"] == place["node"])["cards"]
        taken = place["cards"][0]
        other = next((index for index, card in enumerate(cards) if index != taken and card["memoryAllocated"] == 0), None)
        self.assertIsNotNone(other, "the demo has a node with an empty card beside the one that is packed")
        printed = self.answer(1, "preview", "-f", workload, "--demo", "--node", place["node"], "--card", str(other)).stdout
        self.assertIn(f"{place['node']}: it fits on card {other}, but the scheduler packs it on card {taken} of this node", printed)
        self.assertNotIn("No node takes it", printed)

    def test_multi_card_on_the_demo(self):
        """8 GiB over 4 cards: 2 GiB on each of four cards of one node."""
        answer = self.preview(0, "-f", EXAMPLES / "multi-card.yaml", "--demo")
        self.assertEqual(len(answer["placements"][0]["cards"]), 4)
        self.assertIn("fragmentation", answer)

    def test_what_is_requested_of_a_stack_is_told_by_its_resources(self):
        """A share of one card: one card, its memory and compute with the resources that ask, nothing as a figure of its own."""
        request = self.preview(0, "-f", EXAMPLES / "stacks" / "hami.yaml", "--demo")["request"]
        self.assertEqual((request["memory"], request["core"], request["cards"]), (None, None, 1))
        asked = {one["resource"]: (one["amount"], one["memoryMiB"], one["corePercent"]) for one in request["requests"]}
        self.assertEqual(asked, {"nvidia.com/gpu": (1, None, None), "nvidia.com/gpumem": (3072, 3072, None), "nvidia.com/gpucores": (20, None, 20)})
        slice_of_a_card = self.preview(0, "-f", EXAMPLES / "stacks" / "mig-instance.yaml", "--demo")["request"]
        self.assertIsNone(slice_of_a_card["cards"], "an instance is no card")

    def test_each_stack_has_a_workload_to_start_from(self):
        """Every file of examples/stacks has a place in the demo's pool of its stack."""
        pools = {"gpushare.yaml": "cn-hangzhou.10.207.177.", "ack-topology.yaml": "cn-hangzhou.10.207.160."}
        for path in sorted((EXAMPLES / "stacks").glob("*.yaml")):
            with self.subTest(path.name):
                answer = self.preview(0, "-f", path, "--demo")
                self.assertTrue(answer["placements"][0]["node"].startswith(pools.get(path.name, "trial-")), answer["placements"])

    def test_core_mem_on_the_demo(self):
        answer = self.preview(0, "-f", EXAMPLES / "memory-and-core.yaml", "--demo")
        self.assertIn("ClosedScheduler", answer["caveats"])
        self.assertEqual(answer["certainty"], "Modelled")

    def test_text_in_both_languages(self):
        english = self.answer(0, "preview", "-f", EXAMPLES / "multi-card.yaml", "--demo").stdout
        self.assertIn("CANDIDATE", english)
        self.assertIn("8 GiB over 4 cards", english)
        self.assertIn("before", english)
        chinese = self.answer(0, "preview", "-f", EXAMPLES / "multi-card.yaml", "--demo", language="zh_CN.UTF-8").stdout
        self.assertIn("8 GiB，分布在 4 张卡上", chinese)
        self.assertNotIn("CANDIDATE", chinese)

    def test_chinese_columns_line_up(self):
        """A Chinese character takes two cells of a terminal: the node names of all candidates start in one column."""
        text = self.answer(0, "preview", "-f", EXAMPLES / "multi-card.yaml", "--demo", language="zh_CN.UTF-8").stdout
        lines = text.splitlines()
        head = next(i for i, line in enumerate(lines) if line.startswith("候选"))
        columns = [cells(line[:line.index("%s" % word)]) for line, word in
                   ((lines[head], "卡"), (lines[head + 1], lines[head + 1].split("  ")[1].strip()))]
        self.assertEqual(columns[0], columns[1], lines[head:head + 2])

    def test_a_pod_without_a_gpu_takes_no_cards(self):
        lines = self.answer(0, "preview", "-f", EXAMPLES / "workloads" / "ray-cluster.yaml", "--demo").stdout.splitlines()
        head = next(i for i, line in enumerate(lines) if line.startswith("REPLICA"))
        self.assertEqual(lines[head + 1].split()[2], "-", lines[head + 1])

    def test_standard_input(self):
        text = (EXAMPLES / "multi-card.yaml").read_text(encoding="utf-8")
        self.assertIn("StatefulSet/multi-card", self.answer(0, "preview", "-f", "-", "--demo", stdin=text).stdout)


class Use(CliTest):
    def test_cards_tell_what_is_used_and_null_what_is_not_known(self):
        report = json.loads(self.answer(0, "--demo", "cards", "-o", "json").stdout)
        self.assertEqual(report["metrics"]["source"], "demo")
        measured = [card for card in report["cards"] if card["use"]]
        self.assertEqual(len(measured), report["metrics"]["measured"])
        self.assertLess(len(measured), len(report["cards"]), "the node that is not ready is not measured")
        for card in measured:
            self.assertLessEqual(card["use"]["memoryUsedMiB"], card["use"]["memoryTotalMiB"])
        unread = [node["node"] for node in report["nodes"] if node["cards"] is None]
        self.assertEqual(unread, ["trial-ascend-1", "trial-bitfusion-1"])
        lines = self.answer(0, "--demo", "cards").stdout.splitlines()
        sick = [line for line in lines if "not healthy: card" in line]
        self.assertEqual(len(sick), 1)
        self.assertEqual(len(lines), len(report["cards"]) + 1 + len(unread) + len(sick), "a node whose cards are not known has a line of its own")
        self.assertIn("huawei.com/Ascend910", lines[-2])
        self.assertIn("remote GPU pool of Bitfusion", lines[-1])

    def test_a_snapshot_has_no_metrics_and_says_so(self):
        done = self.answer(0, "cards", "--snapshot", str(RECORDED / "s1-blog-two-nodes"))
        self.assertIn("No metrics source", done.stderr)
        self.assertIn("sd-cluster-04", done.stdout)
        self.refused("idle", "--snapshot", str(RECORDED / "s1-blog-two-nodes"), words=["holds no measurements"])

    def test_waste_lists_idle_cards_first_with_their_owner(self):
        report = json.loads(self.answer(0, "--demo", "idle", "--since", "6h", "-o", "json").stdout)
        self.assertEqual(report["windowSeconds"], 6 * 3600)
        idle = [entry["idle"] for entry in report["entries"]]
        self.assertEqual(idle, sorted(idle, reverse=True))
        self.assertEqual(sum(idle), report["idleCards"])
        named = [entry for entry in report["entries"] if entry["pods"]]
        self.assertTrue(named and all("/" in pod["owner"] for entry in named for pod in entry["pods"]))
        kept = [entry for entry in report["entries"] if entry["reservations"]]
        self.assertEqual([(entry["node"], entry["pods"], entry["reservations"]) for entry in kept], [("trial-koordinator-2", [], ["feed-rank-peak"])])
        self.assertIn("Reservation feed-rank-peak", self.answer(0, "--demo", "idle", "--since", "6h").stdout)
        report = json.loads(self.answer(0, "--demo", "idle", "--since", "6h", "--by", "owner", "-o", "json").stdout)
        self.assertEqual(report["groups"]["by"], "owner")
        self.assertEqual(sum(row["unusedMiB"] for row in report["groups"]["rows"]), sum(one["unusedMiB"] for one in report["entries"]))
        self.assertIn("GPU MODEL", self.answer(0, "--demo", "idle", "--by", "model").stdout)
        self.assertIn("建议", self.answer(0, "--demo", "idle", language="zh_CN.UTF-8").stdout)

    def test_times_that_make_no_sense(self):
        for bad in ("0h", "5m", "x", "24", "-1h", "99999d"):
            self.refused("--demo", "idle", f"--since={bad}", words=["--since", bad])


class Submit(CliTest):
    def test_dry_run_keeps_nothing(self):
        done = self.answer(0, "submit", "--demo", "--dry-run", "-f", EXAMPLES / "multi-card.yaml")
        self.assertIn("would create StatefulSet/default/multi-card", done.stdout)

    def test_the_demo_asks_nothing(self):
        done = self.answer(0, "submit", "--demo", "-f", EXAMPLES / "multi-card.yaml", "-n", "team-nlp")
        self.assertIn("created StatefulSet/team-nlp/multi-card", done.stdout)

    def test_json(self):
        done = self.answer(0, "submit", "--demo", "-o", "json", "-f", EXAMPLES / "memory-and-core.yaml")
        answer = json.loads(done.stdout)
        self.assertFalse(answer["dryRun"])
        self.assertIsNone(answer["error"])
        self.assertEqual(answer["created"][0]["kind"], "Deployment")

    def test_the_second_of_two_equal_objects_is_refused(self):
        text = (EXAMPLES / "multi-card.yaml").read_text(encoding="utf-8")
        path = self.file("twice.yaml", text + "\n---\n" + text)
        done = self.cardinal("submit", "--demo", "-f", path)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("created StatefulSet/default/multi-card", done.stdout)
        self.assertIn("exists already", done.stderr)
        self.assertIn("1 object had been created before", done.stderr)


class SnapshotDiff(CliTest):
    BEFORE = RECORDED / "s1-blog-two-nodes"

    def changed(self):
        """The same two nodes without their pods, one of them cordoned."""
        nodes = json.loads((self.BEFORE / "nodes.json").read_text(encoding="utf-8"))
        nodes["items"][0].setdefault("spec", {})["unschedulable"] = True
        self.file("nodes.json", json.dumps(nodes))
        self.file("pods.json", '{"kind":"PodList","apiVersion":"v1","items":[]}')
        return self.folder

    def test_nodes_cards_and_pods_that_differ(self):
        report = json.loads(self.answer(0, "snapshot", "diff", "-o", "json", self.BEFORE, self.changed()).stdout)
        self.assertEqual([change["field"] for node in report["nodes"] for change in node["fields"]], ["unschedulable"])
        self.assertTrue(all(pod["change"] == "removed" for pod in report["pods"]))
        self.assertEqual(len(report["pods"]), report["before"]["pods"])
        text = self.answer(0, "snapshot", "diff", self.BEFORE, self.changed()).stdout
        self.assertIn("Cordoned", text)
        self.assertIn("已封锁", self.answer(0, "snapshot", "diff", self.BEFORE, self.changed(), language="zh_CN.UTF-8").stdout)

    def test_the_same_state_and_broken_files(self):
        self.assertIn("No node", self.answer(0, "snapshot", "diff", self.BEFORE, self.BEFORE).stdout)
        self.refused("snapshot", "diff", self.BEFORE, "/nowhere/state", words=["/nowhere/state"])
        broken = self.file("broken.json", '{"cardinalSnapshot":99,"lists":[]}')
        self.refused("snapshot", "diff", broken, self.BEFORE, words=[str(broken)])


if __name__ == "__main__":
    unittest.main()
