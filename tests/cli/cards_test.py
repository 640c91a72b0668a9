#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What scripts may rely on of `cardinal cards -o json`: every key on every node and card, null for what is not known."""
import json
import os
import pathlib
import unittest

from cardinal_program import CliTest

DATA = pathlib.Path(os.environ["CARDINAL_SOURCE_DIR"], "tests", "data")
RECORDED = DATA / "gpushare" / "1.20.2" / "s6-random-06"
NUMBER, TEXT, LIST = (int, float), (str,), (list,)
NODE = {"node": TEXT, "stack": TEXT, "stacks": LIST, "mode": TEXT, "unrecognised": LIST, "networkResources": LIST,
        "notes": LIST}
NODE_OR_NULL = {"cards": NUMBER, "slotsTotal": NUMBER, "slotsAllocated": NUMBER}
CARD = {"node": TEXT, "card": NUMBER, "stack": TEXT, "mode": TEXT}
CARD_OR_NULL = {"minor": NUMBER, "id": TEXT, "model": TEXT, "memoryTotalMiB": NUMBER, "memoryAllocatedMiB": NUMBER, "coreAllocatedPercent": NUMBER,
                "slotsTotal": NUMBER, "slotsAllocated": NUMBER, "held": (bool,), "instances": LIST, "holders": LIST,
                "reservations": LIST}
INSTANCE = {"profile": TEXT, "total": NUMBER, "holders": LIST}


POD = """apiVersion: v1
kind: Pod
metadata: {name: p}
spec: {containers: [{name: c, resources: {limits: {nvidia.com/gpu: 1}}}]}
"""


class Cards(CliTest):
    def cards(self, *arguments):
        return json.loads(self.answer(0, "cards", "-o", "json", *arguments).stdout)

    def has(self, row, always, or_null):
        for key, kinds in {**always, **or_null}.items():
            self.assertIn(key, row, row)
            if key in always or row[key] is not None:
                self.assertIsInstance(row[key], kinds, f"{key} of {row}")

    def test_devices_that_several_nodes_share_are_named(self):
        node = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"}, "status": {"allocatable": {"pods": "110"}}}
        pool = {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceSlice", "metadata": {"name": "s"},
                "spec": {"driver": "gpu.example.com", "allNodes": True, "pool": {"name": "shared", "generation": 1, "resourceSliceCount": 1},
                         "devices": [{"name": "gpu-0"}, {"name": "gpu-1"}]}}
        snapshot = self.file("shared.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": [node, pool]}))
        self.assertEqual(self.cards("--snapshot", snapshot)["sharedDevices"],
                         [{"driver": "gpu.example.com", "pool": "shared", "nodes": "allNodes", "devices": 2, "held": None}])
        self.assertIn("gpu.example.com/shared: 2 devices that several nodes share", self.answer(0, "cards", "--snapshot", snapshot).stdout)

    def test_every_key_is_there_and_null_is_unknown(self):
        report = self.cards("--demo", "--demo-seed", "7")
        for node in report["nodes"]:
            self.has(node, NODE, NODE_OR_NULL)
        for card in report["cards"]:
            self.has(card, CARD, CARD_OR_NULL)
            for instance in card["instances"] or ():
                self.has(instance, INSTANCE, {"allocated": NUMBER})
            if card["slotsTotal"] is not None and card["slotsAllocated"] is not None:
                self.assertLessEqual(card["slotsAllocated"], card["slotsTotal"], card)
        self.assertTrue(any(card["instances"] for card in report["cards"]), "the demo has MIG instances")
        kept = [card for card in report["cards"] if card["reservations"]]
        self.assertEqual([card["node"] for card in kept], ["trial-koordinator-2"])
        self.assertEqual(kept[0]["reservations"], [{"name": "feed-rank-peak", "memoryMiB": 12288, "corePercent": 50}])
        self.assertEqual((kept[0]["memoryAllocatedMiB"], kept[0]["coreAllocatedPercent"], kept[0]["pods"]), (12288, 50, 0))
        self.assertTrue(any(card["held"] is None for card in report["cards"]), "and whole cards of which it is not known which are held")
        stacks = {card["stack"] for card in report["cards"]}
        self.assertGreaterEqual(len(stacks), 6, stacks)
        self.assertGreaterEqual({node["node"] for node in report["nodes"]}, {card["node"] for card in report["cards"]})

    def test_rdma_devices_stand_with_their_node(self):
        pod = {"kind": "Pod", "metadata": {"name": "p", "namespace": "a"},
               "spec": {"nodeName": "n", "containers": [{"name": "c", "resources": {"limits": {"aliyun/erdma": "3"}}}]}}
        amounts = {"nvidia.com/gpu": "8", "aliyun/erdma": "400", "rdma/hca_a": "500"}
        node = {"kind": "Node", "metadata": {"name": "n"}, "status": {"capacity": amounts, "allocatable": amounts}}
        path = self.file("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": [node, pod]}))
        told = self.cards("--snapshot", path)["nodes"][0]["networkResources"]
        self.assertEqual(told, [
            {"resource": "aliyun/erdma", "unit": "slot", "capacity": 400, "allocatable": 400, "requested": 3, "free": 397, "pods": 1,
             "devices": 2},
            {"resource": "rdma/hca_a", "unit": "share", "capacity": 500, "allocatable": 500, "requested": 0, "free": 500, "pods": 0,
             "devices": None}])
        text = self.answer(0, "cards", "--snapshot", path).stdout
        self.assertIn("n  aliyun/erdma: 2 devices, 3 / 400 requested by 1 pod, 397 free\n", text)

    def test_a_namespace_keeps_the_cards_that_its_pods_hold(self):
        whole = self.cards("--snapshot", str(RECORDED))
        names = {holder.split("/")[0] for card in whole["cards"] for holder in card["holders"]}
        self.assertGreater(len(names), 1, "several namespaces share the cards")
        for name in names:
            held = [card for card in whole["cards"] if any(holder.startswith(name + "/") for holder in card["holders"])]
            self.assertLess(len(held), len(whole["cards"]), "some card has no pod of it")
            kept = self.cards("--snapshot", str(RECORDED), "-n", name)
            self.assertEqual(kept["cards"], held, "with the figures of the whole card")
            self.assertEqual([node["node"] for node in kept["nodes"]], list(dict.fromkeys(card["node"] for card in held)))
        nobody = self.cards("--snapshot", str(RECORDED), "-n", "nobody-is-here")
        self.assertEqual((nobody["cards"], nobody["nodes"]), ([], []))
        lines = self.answer(0, "cards", "--snapshot", str(RECORDED), "-n", "nobody-is-here").stdout.splitlines()
        self.assertEqual(len(lines), 1, "the head alone")

    def objects(self, *items):
        return self.file("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": list(items)}))

    def node(self, amounts, labels=None, annotations=None):
        return {"kind": "Node", "metadata": {"name": "n", "labels": labels or {}, "annotations": annotations or {}},
                "status": {"capacity": amounts, "allocatable": amounts}}

    def pod(self, name, limits, annotations=None):
        return {"kind": "Pod", "metadata": {"name": name, "namespace": "a", "annotations": annotations or {}},
                "spec": {"nodeName": "n", "containers": [{"name": "c", "resources": {"limits": limits}}]},
                "status": {"phase": "Running"}}

    def test_the_table_guesses_no_card_either(self):
        labels = {"nvidia.com/gpu.count": "8", "nvidia.com/gpu.memory": "81559"}
        path = self.objects(self.node({"nvidia.com/gpu": "8"}, labels), self.pod("p", {"nvidia.com/gpu": "5"}))
        for card in self.cards("--snapshot", path)["cards"]:
            self.assertEqual((card["held"], card["pods"], card["memoryAllocatedMiB"]), (None, None, None))
        rows = self.answer(0, "cards", "--snapshot", path).stdout.splitlines()[1:]
        self.assertEqual(len(rows), 8)
        for row in rows:
            self.assertEqual(row.split()[3:7], ["-", "79.6", "GiB", "-"], row)

    def test_the_size_of_sliced_cards_is_in_the_table(self):
        labels = {"nvidia.com/gpu.count": "2", "nvidia.com/gpu.replicas": "4", "nvidia.com/gpu.memory": "15360",
                  "nvidia.com/gpu.sharing-strategy": "time-slicing"}
        text = self.answer(0, "cards", "--snapshot", self.objects(self.node({"nvidia.com/gpu": "8"}, labels))).stdout
        self.assertEqual(text.count("15 GiB"), 2, text)

    def test_a_hami_node_without_a_list_of_cards_has_none(self):
        for annotations in ({"hami.io/node-nvidia-register": "[]"}, {"hami.io/node-handshake": "Requesting_2026-11-26 18:00:00"}):
            path = self.objects(self.node({"nvidia.com/gpu": "20"}, {"gpu": "on"}, annotations))
            report = self.cards("--snapshot", path)
            self.assertEqual(report["cards"], [])
            self.assertEqual((report["nodes"][0]["stack"], report["nodes"][0]["mode"], report["nodes"][0]["cards"]), ("hami", "not-read", None))
            preview = self.answer(1, "preview", "-f", self.file("pod.yaml", POD), "--snapshot", path).stdout
            self.assertIn("No node is known to take it now; of 1 node it is unknown.", preview)

    def test_other_accelerators_stand_below_the_cards_of_their_node(self):
        amounts = {"aliyun.com/gpu-mem": "30", "aliyun.com/gpu-count": "2", "habana.ai/gaudi": "8"}
        path = self.objects(self.node(amounts), self.pod("p", {"habana.ai/gaudi": "3"}))
        self.assertIn("n  habana.ai/gaudi: 3 of 8 requested by 1 pod\n", self.answer(0, "cards", "--snapshot", path).stdout)
        sick = self.node({"amd.com/gpu": "8"})
        sick["status"]["allocatable"] = {"amd.com/gpu": "0"}
        self.assertEqual(self.cards("--snapshot", self.objects(sick))["nodes"][0]["extendedResources"][0]["capacity"], 8)

    def test_chips_and_their_cores_are_one_stock(self):
        """Of 16 chips with 2 cores each, 30 cores are requested: one chip is left, whatever the other resource counts."""
        amounts = {"aws.amazon.com/neuron": "16", "aws.amazon.com/neuroncore": "32"}
        path = self.objects(self.node(amounts), self.pod("p", {"aws.amazon.com/neuroncore": "30"}))
        text = self.answer(0, "cards", "--snapshot", path).stdout
        self.assertIn("aws.amazon.com/neuron: 0 of 16 requested by 0 pods, at most 1 free beside aws.amazon.com/neuroncore", text)
        both = self.objects(self.node(amounts), self.pod("p", {"aws.amazon.com/neuroncore": "28"}), self.pod("q", {"aws.amazon.com/neuron": "1"}))
        self.assertIn("at most 1 free beside aws.amazon.com/neuroncore", self.answer(0, "cards", "--snapshot", both).stdout,
                      "28 cores are 14 chips, and one more is requested")
        resources = self.cards("--snapshot", path)["nodes"][0]["extendedResources"]
        self.assertEqual({one["resource"]: one["sameAs"] for one in resources},
                         {"aws.amazon.com/neuron": "aws.amazon.com/neuroncore", "aws.amazon.com/neuroncore": "aws.amazon.com/neuron"})

    def test_a_card_has_the_number_of_its_stack_beside_its_place(self):
        card = {"type": "gpu", "health": True, "resources": {"koordinator.sh/gpu-core": "100", "koordinator.sh/gpu-memory": "16Gi", "koordinator.sh/gpu-memory-ratio": "100"}}
        device = {"apiVersion": "scheduling.koordinator.sh/v1alpha1", "kind": "Device", "metadata": {"name": "n", "uid": "d"},
                  "spec": {"devices": [{**card, "id": "GPU-0", "minor": 0}, {**card, "id": "GPU-3", "minor": 3}]}}
        path = self.objects(self.node({"koordinator.sh/gpu-core": "200", "koordinator.sh/gpu-memory-ratio": "200"}), device)
        self.assertEqual([(one["card"], one["minor"]) for one in self.cards("--snapshot", path)["cards"]], [(0, 0), (1, 3)])
        self.assertIn("1 (minor 3)", self.answer(0, "cards", "--snapshot", path).stdout)

    def test_a_pod_without_a_card_leaves_no_card_free(self):
        path = self.objects(self.node({"aliyun.com/gpu-mem": "30", "aliyun.com/gpu-count": "2"}), self.pod("p", {"aliyun.com/gpu-mem": "8"}))
        for card in self.cards("--snapshot", path)["cards"]:
            self.assertEqual((card["held"], card["pods"], card["memoryAllocatedMiB"], card["holders"]), (None, None, None, None))

    def test_where_nobody_tells_which_card_a_pod_has_all_of_its_node_stay(self):
        report = self.cards("--demo", "--demo-seed", "7")
        unknown = {card["node"] for card in report["cards"] if card["holders"] is None}
        kept = self.cards("--demo", "--demo-seed", "7", "-n", "team-nlp")
        self.assertTrue(kept["cards"])
        self.assertLess(len(kept["cards"]), len(report["cards"]))
        for card in kept["cards"]:
            known = card["holders"] is not None and any(holder.startswith("team-nlp/") for holder in card["holders"])
            self.assertTrue(known or card["holders"] is None or card["node"] in unknown, card)


if __name__ == "__main__":
    unittest.main()
