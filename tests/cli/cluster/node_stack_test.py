#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cardinal node mode` on nodes of NVIDIA's GPU operator and of HAMi, against the real API server.

PLAYED here, because there is no card: mig-manager, the device plugin with its config manager, GPU Feature Discovery and
HAMi's device plugin. They see what Cardinal writes, take their time, and answer as the real ones do: by labels,
resources and annotations of the node.
usage: node_stack_test.py STATE_DIR   (a test cluster of its own)
"""
import json
import signal
import threading
import time
import unittest

from cluster_console_test import ClusterTest
from node_cluster_test import NodeTest, WAIT_SECONDS

CARDS = 8
CONFIG = "nvidia.com/mig.config"
STATE_LABEL = "nvidia.com/mig.config.state"
PLUGIN = "nvidia.com/gpu.deploy.device-plugin"
SHARING = "nvidia.com/device-plugin.config"
REGISTER = "hami.io/node-nvidia-register"
CORDON = "hami.io/device-cordon"

LAYOUTS = {"all-disabled": {"nvidia.com/gpu": 8}, "all-1g.10gb": {"nvidia.com/mig-1g.10gb": 56}, "own-layout": {"nvidia.com/mig-3g.40gb": 16}}
RESOURCES = ("nvidia.com/gpu", "nvidia.com/mig-1g.10gb", "nvidia.com/mig-3g.40gb")
MIG_LABELS = {"nvidia.com/gpu.present": "true", "nvidia.com/mig.capable": "true", "nvidia.com/mig.strategy": "mixed",
              "nvidia.com/gpu.deploy.mig-manager": "true", PLUGIN: "true", "nvidia.com/gpu.product": "NVIDIA-H100-80GB-HBM3",
              "nvidia.com/gpu.count": "8", CONFIG: "all-disabled", STATE_LABEL: "success"}
PLUGIN_LABELS = {"nvidia.com/gpu.present": "true", PLUGIN: "true", "nvidia.com/gpu.product": "Tesla-T4", "nvidia.com/gpu.count": "8",
                 "nvidia.com/gpu.replicas": "1", "nvidia.com/gpu.sharing-strategy": "none"}
HAMI_CARDS = json.dumps([{"id": f"GPU-{i}", "index": i, "count": 10, "devmem": 15360, "devcore": 100, "type": "NVIDIA-Tesla T4",
                          "health": True} for i in range(2)])


def amounts(offered):
    return {name: str(offered.get(name, 0)) for name in RESOURCES}


class PlayedOperators:
    """PLAYED: mig-manager, device plugins and feature discovery of every node, each a moment after it has seen a change."""

    SEES_AFTER, WORKS_FOR = 0.4, 1.0

    def __init__(self, api):
        self._api = api
        self._end = threading.Event()
        self._taken = {}   # node: config that mig-manager took last
        self._work = {}    # node: [config, when the next thing happens, has it begun]
        self.open_at_work = []
        self._thread = threading.Thread(target=self._play, daemon=True)
        self._thread.start()

    def stop(self):
        self._end.set()
        self._thread.join()

    def _play(self):
        while not self._end.wait(0.1):
            for node in self._api.get("/api/v1/nodes")["items"]:
                labels = node["metadata"].get("labels", {})
                if CONFIG in labels:
                    self._manage_mig(node, labels)
                elif "gpu" in labels:
                    self._offer(node, {"nvidia.com/gpu": 20} if labels["gpu"] == "on" else {})
                elif "nvidia.com/gpu.present" in labels:
                    self._slice(node, labels)
        self._api.close()

    def _manage_mig(self, node, labels):
        name, now = node["metadata"]["name"], time.monotonic()
        if name not in self._work:
            if labels[CONFIG] == self._taken.setdefault(name, labels[CONFIG]):
                return
            self._taken[name] = labels[CONFIG]
            self._work[name] = [labels[CONFIG], now + self.SEES_AFTER, False]
            return
        config, due, begun = self._work[name]
        if begun and not node["spec"].get("unschedulable"):
            self.open_at_work.append(name)
        if now < due:
            return
        if config not in LAYOUTS:
            self._label(name, {STATE_LABEL: "failed"})
            del self._work[name]
        elif not begun:
            self._label(name, {STATE_LABEL: "pending", PLUGIN: "paused-for-mig-change"})
            self._offer(node, {})
            self._work[name] = [config, now + self.WORKS_FOR, True]
        else:
            self._label(name, {STATE_LABEL: "success", PLUGIN: "true"})
            self._offer(node, LAYOUTS[config])
            del self._work[name]

    def _slice(self, node, labels):
        config = labels.get(SHARING, "")
        if config not in ("", "sliced-4"):
            return  # the plugin keeps what it had
        replicas = 4 if config else 1
        wanted = {"nvidia.com/gpu.replicas": str(replicas), "nvidia.com/gpu.sharing-strategy": "time-slicing" if config else "none",
                  "nvidia.com/gpu.product": "Tesla-T4-SHARED" if config else "Tesla-T4"}
        self._offer(node, {"nvidia.com/gpu": CARDS * replicas})
        if any(labels.get(key) != value for key, value in wanted.items()):
            self._label(node["metadata"]["name"], wanted)

    def _label(self, name, labels):
        self._api.patch(f"/api/v1/nodes/{name}", {"metadata": {"labels": labels}})

    def _offer(self, node, offered):
        wanted, shown = amounts(offered), node["status"].get("allocatable", {})
        if any(shown.get(name, "0") != value for name, value in wanted.items()):
            self._api.patch(f"/api/v1/nodes/{node['metadata']['name']}/status", {"status": {"capacity": wanted, "allocatable": wanted}})


class Stacks(NodeTest):
    """Geometry of MIG, time-slicing and HAMi by plan, and each killed in the middle and taken back."""

    @classmethod
    def setUpClass(cls):
        ClusterTest.setUpClass.__func__(cls)
        cls.plugins = PlayedOperators(cls.api)

    def stack_node(self, name, labels, offered, annotations=()):
        basic = {"cpu": "64", "memory": "256Gi", "pods": "256", **amounts(offered)}
        node = {"apiVersion": "v1", "kind": "Node",
                "metadata": {"name": name, "labels": dict(labels), "annotations": dict(annotations)},
                "spec": {"taints": [{"key": "only", "value": name, "effect": "NoSchedule"}]},
                "status": {"capacity": basic, "allocatable": basic, "addresses": [{"type": "InternalIP", "address": "10.0.9.2"}],
                           "conditions": [{"type": "Ready", "status": "True", "reason": "KubeletReady", "message": ""}]}}
        self.load(self.file(name + ".json", json.dumps({"apiVersion": "v1", "kind": "List", "items": [node]})))
        return self.node(name)

    def mig_node(self, name):
        return self.stack_node(name, MIG_LABELS, LAYOUTS["all-disabled"])

    def plugin_node(self, name):
        return self.stack_node(name, PLUGIN_LABELS, {"nvidia.com/gpu": CARDS})

    def hami_node(self, name):
        return self.stack_node(name, {"gpu": "on"}, {"nvidia.com/gpu": 20}, {REGISTER: HAMI_CARDS})

    def offered(self, name, resource):
        return int(self.node(name)["status"]["allocatable"].get(resource, "0"))

    def killed_at(self, node, target, words):
        """Starts a switch and kills the console when it says the words; the id of the plan that is left."""
        console = self.start("mode", node, target, "--yes", node)
        self.read_until(console, words)
        console.send_signal(signal.SIGKILL)
        console.wait(WAIT_SECONDS)
        console.stdout.close()
        plans = [plan for plan in self.open_plans() if plan["node"] == node]
        self.assertEqual(len(plans), 1)
        return plans[0]["id"]

    def killed_and_taken_back(self, prefix, make, target, places):
        for number, words in enumerate(places):
            name = f"{prefix}-{number}"
            with self.subTest(name, words=words):
                make(name)
                before, offered = self.standing(name), self.node(name)["status"]["allocatable"]
                self.deploy("app-" + name, name, replicas=1)
                plan = self.killed_at(name, target, words)
                self.change(0, "plan", "rollback", plan, "--yes", name)
                self.assertEqual(self.standing(name), before)
                self.assertEqual(self.node(name)["status"]["allocatable"], offered)
                self.wait_for(lambda name=name: len(self.running_on(name)) == 1, "the pod comes back")
        self.assertEqual(self.plugins.open_at_work, [], "pods could come while mig-manager worked")

    def test_mig_geometry_there_and_back(self):
        self.mig_node("cut")
        before = self.standing("cut")
        self.deploy("train", "cut")
        plans, _ = self.change(0, "mode", "cut", f"{CONFIG}=all-1g.10gb", "--dry-run")
        self.assertEqual([step["step"] for step in plans[0]["steps"]],
                         ["Check", "Cordon", "Evict", "SetLabel", "AwaitResources", "Verify", "Uncordon"])
        self.assertEqual(len([pod for pod in plans[0]["pods"] if pod["fate"] == "Evict"]), 2)
        self.assertEqual({row["resource"]: (row["before"], row["after"]) for row in plans[0]["switch"]["resources"]},
                         {"nvidia.com/gpu": (8, 0), "nvidia.com/mig-1g.10gb": (0, None)})
        self.assertEqual(self.standing("cut"), before, "a dry run keeps nothing")
        plans, _ = self.change(0, "mode", "cut", f"{CONFIG}=all-1g.10gb", "--yes", "cut")
        self.assertEqual(plans[0]["phase"], "Done")
        labels, _, unschedulable = self.standing("cut")
        self.assertEqual((labels[CONFIG], labels[STATE_LABEL], unschedulable), ("all-1g.10gb", "success", False))
        self.assertEqual((self.offered("cut", "nvidia.com/mig-1g.10gb"), self.offered("cut", "nvidia.com/gpu")), (56, 0))
        commands = [line["command"] for line in self.journal() if "command" in line]
        self.assertIn(f"kubectl label node cut {CONFIG}=all-1g.10gb --overwrite", commands)
        self.change(0, "mode", "cut", f"{CONFIG}=all-disabled", "--yes", "cut")
        self.assertEqual(self.standing("cut"), before)
        self.assertEqual(self.plugins.open_at_work, [])

    def test_mig_killed_in_the_middle_is_taken_back(self):
        self.killed_and_taken_back("mig", self.mig_node, f"{CONFIG}=own-layout", ("Evict the pods", "Set the label", "Wait until"))

    def test_a_config_that_mig_manager_does_not_know_is_taken_back(self):
        self.mig_node("typo")
        before = self.standing("typo")
        plans, words = self.change(1, "mode", "typo", f"{CONFIG}=all-1g.10bg", "--yes", "typo")
        self.assertEqual((plans[0]["stop"]["code"], plans[0]["stop"]["found"]), ("ConditionFailed", "failed"))
        self.assertIn("failed", words)
        self.assertTrue(self.node("typo")["spec"]["unschedulable"], "no pod comes to a node in doubt")
        self.change(0, "plan", "rollback", plans[0]["id"], "--yes", "typo")
        self.assertEqual(self.standing("typo"), before)

    def test_time_slicing_on_and_off(self):
        self.plugin_node("sliced")
        before = self.standing("sliced")
        self.change(0, "mode", "sliced", f"{SHARING}=sliced-4", "--yes", "sliced")
        self.assertEqual(self.offered("sliced", "nvidia.com/gpu"), 32)
        self.assertEqual(self.node("sliced")["metadata"]["labels"]["nvidia.com/gpu.sharing-strategy"], "time-slicing")
        self.change(0, "mode", "sliced", f"{SHARING}-", "--yes", "sliced")
        self.assertEqual(self.standing("sliced"), before)

    def test_time_slicing_killed_in_the_middle_is_taken_back(self):
        self.killed_and_taken_back("slice", self.plugin_node, f"{SHARING}=sliced-4", ("Set the label", "Wait for"))

    def test_a_config_that_the_plugin_does_not_know_is_seen(self):
        self.plugin_node("keeps")
        before = self.standing("keeps")
        plans, words = self.change(1, "mode", "keeps", f"{SHARING}=slicd-4", "--plugin-timeout", "3", "--yes", "keeps")
        self.assertEqual((plans[0]["stop"]["code"], plans[0]["stop"]["condition"]["code"]), ("TimedOut", "DevicesDiffer"))
        self.assertIn("nvidia.com/gpu: 8", words)
        self.change(0, "plan", "rollback", plans[0]["id"], "--yes", "keeps")
        self.assertEqual(self.standing("keeps"), before)

    def test_a_node_leaves_hami_and_is_taken_back_when_killed(self):
        self.hami_node("shared")
        self.change(0, "mode", "shared", "gpu=off", "--yes", "shared")
        self.assertEqual((self.node("shared")["metadata"]["labels"]["gpu"], self.offered("shared", "nvidia.com/gpu")), ("off", 0))
        self.killed_and_taken_back("hami", self.hami_node, "gpu=off", ("Set the label",))

    def test_a_card_is_excluded_from_hami_at_once_and_comes_back(self):
        self.hami_node("sick")
        before = self.node("sick")["metadata"]["annotations"]
        self.deploy("stays", "sick", replicas=1)
        plans, _ = self.change(0, "mode", "sick", f"{CORDON}=GPU-1", "--yes", "sick")
        self.assertEqual([step["step"] for step in plans[0]["steps"]], ["SetLabel"])
        self.assertEqual(self.node("sick")["metadata"]["annotations"][CORDON], "GPU-1")
        self.assertEqual(len(self.running_on("sick")), 1, "running pods stay")
        cards = json.loads(self.answer(0, "cards", "-o", "json", **self.connect).stdout)["cards"]
        self.assertEqual([card["node"] for card in cards].count("sick"), 2)
        change = json.loads(self.answer(0, "journal", "-o", "json", **self.connect).stdout)["changes"][0]
        self.assertEqual((change["verb"], change["undo"]), ("exclude-cards", "None"))
        self.answer(0, "journal", "undo", change["id"], "--yes", "sick", **self.connect)
        self.assertEqual(self.node("sick")["metadata"]["annotations"], before)
        self.refused("node", "mode", "sick", f"{CORDON}=GPU-7", "--yes", "sick", words=["GPU-7"], code=1, **self.connect)

    def test_what_a_stack_forbids_is_refused_with_the_way(self):
        self.hami_node("foreign")
        self.plugin_node("plain")
        for node, target, words in (("foreign", f"{CONFIG}=all-1g.10gb", ["another GPU stack", "hami"]),
                                    ("plain", f"{CONFIG}=all-1g.10gb", ["nvidia.com/mig.capable"]),
                                    ("plain", "gpu=on", ["nvidia.com/gpu.deploy.device-plugin=false"]),
                                    ("foreign", "topology", ["another GPU stack"])):
            before = self.standing(node)
            self.refused("node", "mode", node, target, "--yes", node, words=[*words, "Nothing was changed"], code=1, **self.connect)
            self.assertEqual(self.standing(node), before)


if __name__ == "__main__":
    unittest.main()
