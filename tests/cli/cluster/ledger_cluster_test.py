#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cardinal check` against the real API server: a cluster in order, then each kind of mismatch in it; none missed, none invented.

usage: ledger_cluster_test.py STATE_DIR   (a test cluster of its own)

FieldUnreadable cannot be had here: the API server refuses such objects, which is asserted. TerminatingTooLong needs five minutes: the
cluster's state is saved and judged as of six minutes later.
"""
import collections
import gzip
import json
import os
import time
import unittest

from cluster_console_test import ClusterTest
from kube_api import ApiError  # the import above set the path of the test cluster's modules

MEMORY, CORE, COUNT = "aliyun.com/gpu-mem", "aliyun.com/gpu-core.percentage", "aliyun.com/gpu-count"
WHOLE, TOPOLOGY = "nvidia.com/gpu", "aliyun.com/gpu"
MODE, PLACEMENT = "ack.node.gpu.schedule", "ack.node.gpu.placement"
V1, V2 = "ALIYUN_COM_GPU_MEM_", "scheduler.framework.gpushare."
WAIT_SECONDS = 30
CARD_GIB = 15


def node(name, labels, amounts, allocatable=None):
    basic = {"cpu": "64", "memory": "256Gi", "pods": "256"}
    capacity = {**basic, **{key: str(value) for key, value in amounts.items()}}
    usable = {**capacity, **{key: str(value) for key, value in (allocatable or {}).items()}}
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": labels},
            "status": {"capacity": capacity, "allocatable": usable, "addresses": [{"type": "InternalIP", "address": "10.0.7.1"}],
                       "conditions": [{"type": "Ready", "status": "True", "reason": "KubeletReady"}]}}


def open_source(name, cards=2, **more):
    return node(name, {"gpushare": "true"}, {MEMORY: cards * CARD_GIB, COUNT: cards}, **more)


def ack(name, mode, cards=2, gib=CARD_GIB, extra=None, **labels):
    amounts = {WHOLE: cards} if mode == "default" else {TOPOLOGY: cards} if mode == "topology" else {MEMORY: cards * gib, COUNT: cards}
    if mode == "core_mem":
        amounts[CORE] = cards * 100
    return node(name, {MODE: mode, **{key.replace("__", "/"): value for key, value in labels.items()}}, {**amounts, **(extra or {})})


def v1(card, gib, per_card=CARD_GIB, assigned="true", at=None):
    return {V1 + "IDX": str(card), V1 + "DEV": str(per_card), V1 + "POD": str(gib), V1 + "ASSIGNED": assigned,
            V1 + "ASSUME_TIME": str(int(at or time.time() - 3600) * 10**9)}


def v2(allocation, core=None):
    notes = {V2 + "allocation": json.dumps(allocation)}
    if core:
        notes["gpushare.alibabacloud.com/core-percentage"] = json.dumps(core)
    return notes


def pod(name, on, asks, notes=None, phase="Running", init=None, cards=0):
    limits = {key: str(value) for key, value in asks.items()}
    spec = {"nodeName": on, "containers": [{"name": "c", "image": "i", "resources": {"limits": limits, "requests": limits}}]}
    if init:
        first = {key: str(value) for key, value in init.items()}
        spec["initContainers"] = [{"name": "first", "image": "i", "resources": {"limits": first, "requests": first}}]
    labels = {"app": name, **({COUNT: str(cards)} if cards else {})}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "namespace": "default", "labels": labels, "annotations": notes or {}},
            "spec": spec, "status": {"phase": phase}}


def in_order():
    """Every mode, and pods that agree with it."""
    nodes = [open_source("ok-open", 4), ack("ok-cgpu", "cgpu"), ack("ok-core", "core_mem"), ack("ok-share", "share"),
             ack("ok-whole", "default", 8), ack("ok-topology", "topology", 8), node("ok-plain", {}, {WHOLE: 4})]
    pods = [pod("ok-o", "ok-open", {MEMORY: 8}, v1(1, 8)),
            pod("ok-v", "ok-cgpu", {MEMORY: 8}, v2({"0": {"1": 8}})),
            pod("ok-many", "ok-cgpu", {MEMORY: 8}, v2({"0": {"0": 4, "1": 4}}), cards=2),
            pod("ok-c", "ok-core", {MEMORY: 4, CORE: 30}, v2({"0": {"0": 4}}, {"0": {"0": 30}})),
            pod("ok-s", "ok-share", {MEMORY: 15}, v1(0, 15)),
            pod("ok-w", "ok-whole", {WHOLE: 8}),
            pod("ok-t", "ok-topology", {TOPOLOGY: 2}, {"topology.kubernetes.io/gpu-group": "0,1"}),
            pod("ok-done", "ok-open", {MEMORY: 15}, v1(2, 15), phase="Succeeded"),
            pod("ok-assumed", "ok-open", {MEMORY: 2}, v1(0, 2, assigned="false", at=time.time()), phase="Pending"),
            pod("ok-other", "ok-open", {"cpu": "500m"})]
    return nodes, pods


def wrong():
    """(node, pods, expected entries as (code, pod)); each on a node of its own."""
    hour_ago = time.time() - 3600
    half = v1(0, 4)
    unmarked = {key: value for key, value in half.items() if not key.endswith(("ASSIGNED", "ASSUME_TIME"))}
    return [
        (ack("n-mode", "gpu9", extra={MEMORY: 30, COUNT: 2}), [], [("UnknownModeLabel", "")]),
        (ack("n-placement", "cgpu", **{PLACEMENT: "diagonal"}), [], [("UnknownPlacementLabel", "")]),
        (node("n-nothing", {MODE: "cgpu"}, {MEMORY: 0}), [], [("ModeResourceMissing", "")]),
        (ack("n-both", "cgpu", extra={WHOLE: 2}), [], [("SeveralModesPublished", "")]),
        (node("n-count", {"gpushare": "true"}, {MEMORY: 30}), [], [("CardCountMissing", "")]),
        (node("n-absurd", {}, {MEMORY: 30, COUNT: 4000}), [], [("AbsurdCapacity", "")]),
        (open_source("n-below", allocatable={MEMORY: 15}), [], [("AllocatableBelowCapacity", "")]),
        (open_source("n-full"), [pod("full-a", "n-full", {MEMORY: 10}, v1(0, 10)), pod("full-b", "n-full", {MEMORY: 10}, v1(0, 10))],
         [("CardOverAllocated", "")]),
        (node("n-promised", {}, {WHOLE: 2}), [pod("promised-a", "n-promised", {WHOLE: 2}), pod("promised-b", "n-promised", {WHOLE: 1})],
         [("NodeOverAllocated", "")]),
        (ack("n-many", "cgpu", 1, 79, **{"ack.node.gpu.max-pod": "1"}),
         [pod("many-a", "n-many", {MEMORY: 1}, v2({"0": {"0": 1}})), pod("many-b", "n-many", {MEMORY: 1}, v2({"0": {"0": 1}}))],
         [("TooManyPodsOnCard", "")]),
        (ack("n-shared", "cgpu"), [pod("whole-on-shared", "n-shared", {WHOLE: 1})], [("PodContradictsMode", "whole-on-shared")]),
        (open_source("n-blank"), [pod("blank", "n-blank", {MEMORY: 4})], [("AllocationMissing", "blank")]),
        (open_source("n-garbled"), [pod("garbled", "n-garbled", {MEMORY: 4}, {**half, V1 + "IDX": "0,1"})],
         [("AllocationMissing", "garbled"), ("MalformedAllocation", "garbled")]),
        (open_source("n-range"), [pod("range", "n-range", {MEMORY: 4}, v1(7, 4))], [("CardOutOfRange", "range")]),
        (open_source("n-less"), [pod("less", "n-less", {MEMORY: 4}, v1(0, 1))], [("AllocationContradictsRequest", "less")]),
        (ack("n-two", "cgpu"), [pod("two", "n-two", {MEMORY: 4}, {**v1(0, 4), **v2({"0": {"1": 4}})})], [("AnnotationsContradict", "two")]),
        (open_source("n-marks"), [pod("marks", "n-marks", {MEMORY: 4}, unmarked)], [("AnnotationsIncomplete", "marks")]),
        (open_source("n-size"), [pod("size", "n-size", {MEMORY: 4}, v1(0, 4, per_card=14))], [("CardSizeContradicts", "size")]),
        (ack("n-fewer", "cgpu"), [pod("fewer", "n-fewer", {MEMORY: 8}, v2({"0": {"0": 8}}), cards=2)], [("CardCountContradicts", "fewer")]),
        (ack("n-twice", "topology", 4),
         [pod("twice-a", "n-twice", {TOPOLOGY: 1}, {"topology.kubernetes.io/gpu-group": "2"}),
          pod("twice-b", "n-twice", {TOPOLOGY: 1}, {"topology.kubernetes.io/gpu-group": "2"})], [("CardHeldTwice", "twice-b")]),
        (open_source("n-outside"), [pod("outside", "n-outside", {MEMORY: 4}, v2({"0": {"1": 4}}))], [("OutsideLedger", "outside")]),
        (open_source("n-init"), [pod("init", "n-init", {MEMORY: 2}, v1(0, 2), init={MEMORY: 9})], [("InitMemoryUncounted", "init")]),
        (open_source("n-assumed"), [pod("assumed", "n-assumed", {MEMORY: 4}, v1(1, 4, assigned="false", at=hour_ago), phase="Pending")],
         [("AssumedTooLong", "assumed")]),
    ]


class Ledger(ClusterTest):
    def put(self, objects):
        self.load(self.file("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": objects})))

    def entries(self, *source, code):
        entries = json.loads(self.answer(code, *source, "check", "-o", "json", **self.connect).stdout)["entries"]
        return collections.Counter((entry["code"], entry["node"], (entry.get("pod") or "").rpartition("/")[2]) for entry in entries)

    def settled(self, expected, code):
        """The played hardware and the controllers may need a moment."""
        until = time.monotonic() + WAIT_SECONDS
        while True:
            found = self.entries(code=code)
            if found == expected or time.monotonic() > until:
                return found
            time.sleep(0.5)

    def test_each_kind_none_missed_none_invented(self):
        nodes, pods = in_order()
        self.put(nodes + pods)
        self.assertEqual(self.settled(collections.Counter(), 0), collections.Counter(), "a cluster in order has no entry")

        cases = wrong()
        self.put([case[0] for case in cases] + [one for case in cases for one in case[1]])
        expected = collections.Counter((code, case[0]["metadata"]["name"], name) for case in cases for code, name in case[2])
        found = self.settled(expected, 1)
        self.assertEqual(found - expected, collections.Counter(), "invented")
        self.assertEqual(expected - found, collections.Counter(), "missed")

        self.put([pod("lost", "n-gone", {MEMORY: 1}, v1(0, 1))])
        self.assertEqual(self.entries(code=1) - expected, collections.Counter({("NodeMissing", "n-gone", "lost"): 1}))
        self.api.delete("/api/v1/namespaces/default/pods/lost", {"kind": "DeleteOptions", "apiVersion": "v1", "gracePeriodSeconds": 0})
        self.assertEqual(self.settled(expected, 1), expected, "it is gone")

        self.check_long_deletion(expected)
        self.check_refusal()
        self.take_pictures()

    def check_long_deletion(self, expected):
        held = pod("ending", "ok-open", {MEMORY: 1}, v1(3, 1))
        held["metadata"]["finalizers"] = ["example.com/held"]
        self.put([held])
        self.api.delete("/api/v1/namespaces/default/pods/ending")
        self.assertEqual(self.entries(code=1), expected, "a pod that has just been deleted is in order")
        file = self.folder / "later.json"
        self.answer(0, "snapshot", "save", str(file), **self.connect)
        state = json.loads(gzip.decompress(file.read_bytes()))
        state["time"] = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 360))
        file.write_text(json.dumps(state), encoding="utf-8")
        later = {("TerminatingTooLong", "ok-open", "ending"): 1, ("AssumedTooLong", "ok-open", "ok-assumed"): 1}
        self.assertEqual(self.entries("--snapshot", str(file), code=1) - expected, collections.Counter(later))
        self.api.patch("/api/v1/namespaces/default/pods/ending", {"metadata": {"finalizers": None}})

    def check_refusal(self):
        with self.assertRaises(ApiError):
            self.api.patch("/api/v1/nodes/ok-open/status", {"status": {"capacity": {"cpu": "many"}}})

    def take_pictures(self):
        """The page on this cluster, in both languages."""
        folder = os.environ.get("CARDINAL_WALK_PICTURES") or str(self.folder)
        for language in ("en", "zh_CN"):
            picture = os.path.join(folder, f"ledger-cluster-{language}.png")
            self.answer(0, "render", "ledger", "--lang", language, "--size", "1280x800", "-o", picture, **self.connect)
            self.assertGreater(os.path.getsize(picture), 10_000)


if __name__ == "__main__":
    unittest.main()
