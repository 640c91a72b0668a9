#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cardinal nodes`: the rows of the page Nodes, by the filter of the window; unknown is never 0, and never "no"."""
import json
import unittest

from cardinal_program import CliTest

MEM, COUNT = "aliyun.com/gpu-mem", "aliyun.com/gpu-count"


def node(name, resources, labels=None, ready="True", cordoned=False):
    amounts = {"cpu": "64", "memory": "256Gi", "pods": "110", **resources}
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "uid": name, "labels": labels or {}},
            "spec": {"unschedulable": True} if cordoned else {},
            "status": {"capacity": amounts, "allocatable": amounts, "conditions": [{"type": "Ready", "status": ready}]}}


def pod(name, on, memory, card, namespace="team-a", phase="Running"):
    held = {"ALIYUN_COM_GPU_MEM_IDX": str(card), "ALIYUN_COM_GPU_MEM_POD": str(memory), "ALIYUN_COM_GPU_MEM_DEV": "16",
            "ALIYUN_COM_GPU_MEM_ASSIGNED": "true", "ALIYUN_COM_GPU_MEM_ASSUME_TIME": "1"}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "namespace": namespace, "uid": name, "annotations": held},
            "spec": {"nodeName": on, "containers": [{"name": "c", "resources": {"limits": {MEM: str(memory)}}}]}, "status": {"phase": phase}}


SHARED = {MEM: "32", COUNT: "2"}
CLUSTER = [
    node("full", SHARED, {"nodepool": "x", "alibabacloud.com/nodepool-id": "infer"}),
    node("half", SHARED, {"alibabacloud.com/nodepool-id": "infer"}),
    node("node-10", SHARED, cordoned=True),
    node("node-9", SHARED, ready="Unknown"),
    node("whole", {"nvidia.com/gpu": "4"}),
    node("slots", {"nvidia.com/gpu": "8"}, {"nvidia.com/gpu.count": "2", "nvidia.com/gpu.replicas": "4", "nvidia.com/gpu.sharing-strategy": "time-slicing"}),
    node("ascend", {"huawei.com/Ascend910": "8"}),
    node("plain", {}),
    pod("a", "full", 16, 0), pod("b", "full", 12, 1), pod("c", "half", 8, 0, "team-b"), pod("over", "half", 16, 1, phase="Succeeded"),
]
ALWAYS = ("node", "exists", "ready", "cordoned", "pool", "stack", "mode", "placement", "model", "cards", "emptyCards", "unhealthyCards",
          "cardsOfUnknownMemory", "memoryAllocatedMiB", "memoryTotalMiB", "memoryFreeMiB", "largestFreeMiB", "coreAllocatedPercent",
          "coreTotalPercent", "gpuPods", "findings", "created")


class Nodes(CliTest):
    def setUp(self):
        super().setUp()
        self.saved = self.file("cluster.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": CLUSTER}))

    def nodes(self, *arguments, code=0):
        report = json.loads(self.answer(code, "nodes", "--snapshot", self.saved, "-o", "json", *arguments).stdout)
        self.assertEqual(report["listed"], 7, "the node without a GPU is none of them")
        return report["nodes"]

    def names(self, *arguments, code=0):
        return [one["node"] for one in self.nodes(*arguments, code=code)]

    def test_every_node_with_gpus_stands_by_name_as_people_sort_them(self):
        self.assertEqual(self.names(), ["ascend", "full", "half", "node-9", "node-10", "slots", "whole"])
        for one in self.nodes():
            self.assertEqual(tuple(one), ALWAYS)

    def test_figures_are_those_of_the_cards_and_unknown_is_null(self):
        by_name = {one["node"]: one for one in self.nodes()}
        full, half, whole, slots, ascend = (by_name[name] for name in ("full", "half", "whole", "slots", "ascend"))
        self.assertEqual((full["memoryAllocatedMiB"], full["memoryTotalMiB"], full["memoryFreeMiB"], full["largestFreeMiB"]),
                         (28 * 1024, 32 * 1024, 4 * 1024, 4 * 1024))
        self.assertEqual((full["cards"], full["emptyCards"], full["gpuPods"], full["pool"]), (2, 0, 2, "infer"))
        self.assertEqual((half["largestFreeMiB"], half["emptyCards"], half["gpuPods"]), (16 * 1024, 1, 1), "a pod that has ended holds nothing")
        self.assertEqual((whole["cards"], whole["memoryTotalMiB"], whole["largestFreeMiB"], whole["cardsOfUnknownMemory"]), (4, None, None, 4))
        self.assertIsNone(slots["memoryAllocatedMiB"])
        self.assertEqual([ascend[key] for key in ("cards", "emptyCards", "unhealthyCards", "memoryTotalMiB")], [None] * 4)
        self.assertEqual((by_name["node-9"]["ready"], by_name["node-10"]["cordoned"], full["ready"], full["cordoned"]), (None, True, True, False))

    def test_the_filter_of_the_window_leaves_what_its_words_say(self):
        self.assertEqual(self.names("free>=16", "state:ready", "!state:cordoned"), ["half"])
        self.assertEqual(self.names("pool:infer"), ["full", "half"])
        self.assertEqual(self.names("cards<3"), ["full", "half", "node-9", "node-10", "slots"], "cards that are not known are not few")
        self.assertEqual(self.names("-n", "team-b"), ["half"])
        self.assertEqual(self.names("free>=100", code=1), [])
        self.refused("nodes", "--snapshot", self.saved, "colour:red", words=["colour", "mode:"])

    def test_figures_are_sorted_with_the_largest_first_and_unknown_last(self):
        self.assertEqual(self.names("--sort", "free", "mode:gpushare"), ["half", "node-10", "node-9", "full"])
        self.assertEqual(set(self.names("--sort", "free")[-3:]), {"ascend", "slots", "whole"})
        self.refused("nodes", "--snapshot", self.saved, "--sort", "colour", words=["--sort", "colour"])

    def test_what_nothing_measures_is_no_answer(self):
        done = self.refused("nodes", "--snapshot", self.saved, "state:idle", words=["No metrics source"])
        self.assertEqual(done.returncode, 2)
        self.assertIn("node-9", self.answer(0, "nodes", "--snapshot", self.saved, "state:problem").stdout, "what is known is told")
        rows = json.loads(self.answer(0, "nodes", "--demo", "-o", "json", "state:idle").stdout)
        self.assertGreater(rows["listed"], len(rows["nodes"]))

    def test_the_table_in_both_languages(self):
        text = self.answer(0, "nodes", "--snapshot", self.saved, "pool:infer").stdout
        head, first = text.splitlines()[:2]
        self.assertTrue(head.startswith("NODE"), head)
        for words in ("full", "Ready", "gpushare", "28 / 32", "4 GiB", "infer"):
            self.assertIn(words, first)
        self.assertIn("2 of 7 nodes with GPUs match.", text)
        ascend = next(line for line in self.answer(0, "nodes", "--snapshot", self.saved).stdout.splitlines() if line.startswith("ascend"))
        self.assertIn("?", ascend)
        chinese = self.answer(0, "nodes", "--snapshot", self.saved, "pool:infer", language="zh_CN.UTF-8").stdout
        self.assertTrue(chinese.startswith("节点"), chinese)
        self.assertIn("就绪", chinese)
        empty = self.file("plain.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": [node("plain", {})]}))
        self.assertIn("No node has GPUs.", self.answer(0, "nodes", "--snapshot", empty).stdout)


if __name__ == "__main__":
    unittest.main()
