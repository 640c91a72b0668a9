#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mode switches, drains and unfinished plans from the window, against the real API server.

usage: node_window_test.py STATE_DIR   (a test cluster of its own; the program CARDINAL_NODE_WINDOW sits at the window)
"""
import os
import re
import signal
import subprocess
import sys
import unittest

from cluster_console_test import STATE
from node_cluster_test import CARDS, MODE, WAIT_SECONDS, NodeTest, pod_spec

WINDOW = os.environ["CARDINAL_NODE_WINDOW"]


class WindowTest(NodeTest):
    def sit_down(self, node, verb):
        folder = self.folder / ".local" / "state" / "cardinal"
        environment = {**self.environment("C.UTF-8"), "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(self.folder)}
        return subprocess.Popen([WINDOW, str(STATE / "admin.kubeconfig"), str(folder), node, verb], env=environment,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, encoding="utf-8")

    def at_window(self, node, verb, code=0):
        window = self.sit_down(node, verb)
        shown, _ = window.communicate(timeout=3 * WAIT_SECONDS)
        self.assertEqual(window.returncode, code, shown)
        return shown

    def see(self, window, words):
        shown = ""
        for line in window.stdout:
            shown += line
            if words in line:
                return
        self.fail(f"the window never showed: {words}\nbut: {shown}")


class Binds(WindowTest):
    def pod(self, name, node, resource, **meta):
        self.api.create("/api/v1/namespaces/default/pods", {
            "apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, **meta},
            "spec": {**pod_spec(node, resource), "schedulerName": "nobody"}})

    def test_a_pod_for_whole_cards_goes_to_the_node_and_into_the_journal(self):
        self.ack_node("whole", "default")
        self.pod("job-0", "whole", "nvidia.com/gpu")
        shown = self.at_window("whole", "bind=default/job-0")
        for words in ("Bind job-0 to whole?", "bypasses the scheduler and cannot be undone", "Server dry run passed",
                      "kubectl create --raw /api/v1/namespaces/default/pods/job-0/binding"):
            self.assertIn(words, shown)
        pod = self.api.get("/api/v1/namespaces/default/pods/job-0")
        self.assertEqual(pod["spec"]["nodeName"], "whole")
        notes = [line["note"] for line in self.journal() if "note" in line]
        self.assertEqual([(note["verb"], note["state"]) for note in notes], [("bind", "Begun"), ("bind", "Done")])

    def test_a_pod_for_shared_cards_gets_the_constraint_and_no_binding(self):
        self.ack_node("shared", "cgpu")
        self.pod("infer-0", "shared", "aliyun.com/gpu-mem")
        shown = self.at_window("shared", "bind=default/infer-0")
        for words in ("This pod is not bound by hand", "outside the ledger", 'kubernetes.io/hostname: "shared"'):
            self.assertIn(words, shown)
        self.assertNotIn("nodeName", self.api.get("/api/v1/namespaces/default/pods/infer-0")["spec"])


class Switches(WindowTest):
    def test_default_to_topology_and_back(self):
        self.ack_node("topo", "default")
        before = self.standing("topo")
        self.deploy("whole", "topo")
        shown = self.at_window("topo", "topology")
        for words in ("Server dry run passed", "- ack.node.gpu.schedule: default", "+ ack.node.gpu.schedule: topology",
                      "kubectl label node topo ack.node.gpu.schedule=topology --overwrite", "Evict 2 pods and switch"):
            self.assertIn(words, shown)
        self.assert_switched("topo", before)
        self.at_window("topo", "default")
        self.assertEqual(self.standing("topo"), before)
        self.assertEqual(self.open_plans(), [])

    def test_binpack_to_spread_with_the_journal(self):
        self.ack_node("placed", "cgpu")
        shown = self.at_window("placed", "spread")
        self.assertIn("Only future pods are placed differently", shown)
        self.assertEqual(self.node("placed")["metadata"]["labels"]["ack.node.gpu.placement"], "spread")
        self.assertEqual([line["event"] for line in self.journal()], ["Planned", "StepBegun", "StepActed", "StepDone", "Finished"])

    def test_cgpu_to_default_advises_to_add_the_node_again(self):
        self.ack_node("isolated", "cgpu")
        shown = self.at_window("isolated", "default")
        self.assertIn("removing the node and re-adding it", shown)
        self.assertIn("isolation module stays loaded", shown)
        node = self.node("isolated")
        self.assertEqual((node["metadata"]["labels"][MODE], node["status"]["allocatable"]["nvidia.com/gpu"]), ("default", str(CARDS)))

    def test_open_source_off_and_on_by_value(self):
        self.make_node("open", gpushare="true", aliyun_dot_accelerator__nvidia_count=str(CARDS))
        self.at_window("open", "gpushare=false")
        self.assertEqual(self.node("open")["metadata"]["labels"]["gpushare"], "false")
        self.at_window("open", "gpushare=true")
        self.assertEqual(self.node("open")["metadata"]["labels"]["gpushare"], "true")

    def test_mig_cannot_be_chosen(self):
        self.ack_node("whole-cards", "default")
        before = self.standing("whole-cards")
        self.at_window("whole-cards", "mig", code=1)
        self.assertEqual(self.standing("whole-cards"), before)

    def add_again(self, old, new):
        name = f"pool-{old}".replace("_", "-")
        self.ack_node(name, old)
        window = self.sit_down(name, new)
        self.see(window, "Action needed: remove the node")
        self.wait_for(lambda: self.node(name)["spec"].get("unschedulable", False), "it is cordoned")
        self.assertEqual(self.node(name)["metadata"]["labels"][MODE], old, "no label pretends it")
        self.wait_for(lambda: [line["step"] for line in self.journal() if line["event"] == "StepBegun"][-1:] == [3], "it waits for the removal")
        self.api.delete(f"/api/v1/nodes/{name}")
        self.wait_for(lambda: [line["step"] for line in self.journal() if line["event"] == "StepBegun"][-1:] == [4], "it waits for the return")
        self.ack_node(name, new)
        window.stdout.read()
        self.assertEqual(window.wait(3 * WAIT_SECONDS), 0)
        window.stdout.close()

    def test_share_to_cgpu_is_guided(self):
        self.add_again("share", "cgpu")

    def test_cgpu_to_core_mem_is_guided(self):
        self.add_again("cgpu", "core_mem")

    def test_cordon_and_uncordon(self):
        self.ack_node("closed", "default")
        self.assertIn("kubectl cordon closed", self.at_window("closed", "cordon"))
        self.assertTrue(self.node("closed")["spec"]["unschedulable"])
        self.at_window("closed", "uncordon")
        self.assertFalse(self.node("closed")["spec"].get("unschedulable", False))


class Interrupted(WindowTest):
    """The window is killed in the middle of a drain that a budget holds; the next one offers the choice."""

    def held(self, node):
        self.ack_node(node, "default")
        self.deploy("app-" + node, node, replicas=1)
        version = self.api.budget_version()
        self.path = f"/apis/{version}/namespaces/default/poddisruptionbudgets"
        self.api.create(self.path, {"apiVersion": version, "kind": "PodDisruptionBudget", "metadata": {"name": "keep-" + node},
                                    "spec": {"minAvailable": 1, "selector": {"matchLabels": {"app": "app-" + node}}}})
        self.wait_for(lambda: self.api.get(f"{self.path}/keep-{node}").get("status", {}).get("currentHealthy") == 1, "the budget is counted")
        window = self.sit_down(node, "topology")
        self.see(window, f"blocked by the PodDisruptionBudget keep-{node}")
        window.send_signal(signal.SIGKILL)
        window.wait(WAIT_SECONDS)
        window.stdout.close()
        self.assertTrue(self.node(node)["spec"]["unschedulable"])
        self.assertEqual(len(self.open_plans()), 1)

    def test_rolls_back(self):
        self.held("back")
        self.at_window("back", "rollback")
        labels, taints, unschedulable = self.standing("back")
        self.assertEqual((labels[MODE], [taint["key"] for taint in taints], unschedulable), ("default", ["only"], False))
        self.assertEqual(self.open_plans(), [])

    def test_goes_on_when_the_budget_allows_it(self):
        self.held("on")
        self.api.patch(f"{self.path}/keep-on", {"spec": {"minAvailable": 0}})
        self.at_window("on", "resume")
        labels, _, unschedulable = self.standing("on")
        self.assertEqual((labels[MODE], unschedulable), ("topology", False))
        self.assertEqual(self.open_plans(), [])


class Closes(WindowTest):
    """The window is closed while the server does not answer an eviction for half a minute."""

    def test_it_is_gone_within_a_second_and_the_next_one_offers_the_rest(self):
        self.ack_node("slow", "default")
        self.deploy("app-slow", "slow")
        shown = self.at_window("slow", "close")
        self.assertIn("Stop it and close the window?", shown)
        closed = int(re.search(r"closed after (\d+) ms", shown).group(1))
        print(f"closed after {closed} ms", file=sys.stderr)
        self.assertLess(closed, 10_000, "of the 30 seconds that the server takes; a second where nothing else runs")
        events = [line["event"] for line in self.journal()]
        stopped = events.index("Stopped")
        self.assertIn("PodEvicting", events[:stopped], "what was asked of the server is written down before")
        self.assertEqual((events[stopped + 1], events[-1]), ("Resumed", "Finished"))
        self.assertEqual(self.running_on("slow"), [])
        self.assertEqual(self.open_plans(), [])


if __name__ == "__main__":
    unittest.main()
