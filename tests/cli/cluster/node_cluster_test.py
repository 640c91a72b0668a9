#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cardinal node` against the real API server: mode switches, drains, and what a killed console leaves behind.

usage: node_cluster_test.py STATE_DIR   (a test cluster of its own; the device plugins of its nodes are played here)
"""
import json
import os
import signal
import subprocess
import threading
import time
import unittest

from cluster_console_test import STATE, TOOLS, ClusterTest  # it sets the path of the other modules
from cardinal_program import PROGRAM
from kube_api import ApiError

WAIT_SECONDS = 60
CARDS = 4
MODE = "ack.node.gpu.schedule"
RESOURCES = ("nvidia.com/gpu", "aliyun.com/gpu", "aliyun.com/gpu-mem", "aliyun.com/gpu-count", "aliyun.com/gpu-core.percentage")


def amounts(labels):
    """What the device plugin that the labels select publishes."""
    mode = labels.get(MODE) or ("gpushare" if labels.get("gpushare") == "true" else "default")
    out = dict.fromkeys(RESOURCES, "0")
    if mode == "default":
        out["nvidia.com/gpu"] = str(CARDS)
    elif mode == "topology":
        out["aliyun.com/gpu"] = str(CARDS)
    else:
        out.update({"aliyun.com/gpu-mem": str(CARDS * 15), "aliyun.com/gpu-count": str(CARDS)})
        if mode == "core_mem":
            out["aliyun.com/gpu-core.percentage"] = str(CARDS * 100)
    return out


class PlayedPlugins:
    """Publishes the resources of every node by its labels, a moment after they change."""

    def __init__(self, api):
        self._api = api
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._play, daemon=True)
        self._thread.start()

    def _play(self):
        while not self._end.wait(0.1):
            for node in self._api.get("/api/v1/nodes")["items"]:
                wanted = amounts(node["metadata"].get("labels", {}))
                shown = node["status"].get("allocatable", {})
                if any(shown.get(name, "0") != value for name, value in wanted.items()):
                    self._publish(node["metadata"]["name"], wanted)
        self._api.close()

    def _publish(self, name, wanted):
        try:
            self._api.patch(f"/api/v1/nodes/{name}/status", {"status": {"capacity": wanted, "allocatable": wanted}})
        except ApiError as error:
            if error.status != 404:  # it was removed since it was listed
                raise

    def stop(self):
        self._end.set()
        self._thread.join()


def node_object(name, labels):
    basic = {"cpu": "64", "memory": "256Gi", "pods": "256", **amounts(labels)}
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": labels},
            "spec": {"taints": [{"key": "only", "value": name, "effect": "NoSchedule"}]},
            "status": {"capacity": basic, "allocatable": basic, "addresses": [{"type": "InternalIP", "address": "10.0.9.1"}],
                       "conditions": [{"type": "Ready", "status": "True", "reason": "KubeletReady", "message": ""}]}}


def pod_spec(node, resource="nvidia.com/gpu", volumes=()):
    limits = {resource: 1} if resource else {}
    return {"tolerations": [{"key": "only", "value": node, "effect": "NoSchedule"}], "volumes": list(volumes),
            "terminationGracePeriodSeconds": 1,
            "containers": [{"name": "c", "image": "i", "resources": {"limits": limits}}]}


class NodeTest(ClusterTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.plugins = PlayedPlugins(cls.api)

    @classmethod
    def tearDownClass(cls):
        cls.plugins.stop()
        super().tearDownClass()

    def make_node(self, name, **labels):
        labels = {key.replace("__", "/").replace("_dot_", "."): value for key, value in labels.items()}
        path = self.file(name + ".json", json.dumps({"apiVersion": "v1", "kind": "List", "items": [node_object(name, labels)]}))
        self.load(path)
        return self.node(name)

    def ack_node(self, name, mode):
        return self.make_node(name, **{MODE: mode})

    def node(self, name):
        return self.api.get(f"/api/v1/nodes/{name}")

    def standing(self, name):
        """What a rollback restores."""
        node = self.node(name)
        return node["metadata"]["labels"], node["spec"].get("taints"), node["spec"].get("unschedulable", False)

    def deploy(self, name, node, replicas=2, **spec):
        labels = {"app": name}
        self.api.create("/apis/apps/v1/namespaces/default/deployments", {
            "apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": name},
            "spec": {"replicas": replicas, "selector": {"matchLabels": labels},
                     "template": {"metadata": {"labels": labels}, "spec": pod_spec(node, **spec)}}})
        self.wait_for(lambda: len(self.running_on(node)) == replicas, f"{name} runs")

    def running_on(self, node):
        pods = self.api.get(f"/api/v1/pods?fieldSelector=spec.nodeName%3D{node}")["items"]
        return [pod for pod in pods if pod["status"]["phase"] == "Running" and not pod["metadata"].get("deletionTimestamp")]

    def wait_for(self, holds, what):
        deadline = time.monotonic() + WAIT_SECONDS
        while not holds():
            self.assertLess(time.monotonic(), deadline, f"did not come: {what}")
            time.sleep(0.05)

    def change(self, code, *arguments):
        """Runs a `cardinal node` command with JSON; (plans of the answer, standard error)."""
        done = self.answer(code, "node", *arguments, "-o", "json", **self.connect)
        return (json.loads(done.stdout)["plans"] if done.stdout else []), done.stderr

    def journal(self):
        path = self.folder / ".local" / "state" / "cardinal" / "plans.jsonl"
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]

    def assert_switched(self, node, before):
        """To topology, with both of its pods evicted and nothing else changed."""
        labels, taints, unschedulable = self.standing(node)
        self.assertEqual((labels[MODE], taints, unschedulable), ("topology", before[1], False))
        self.assertEqual(self.running_on(node), [])
        events = [line["event"] for line in self.journal()]
        self.assertEqual((events[0], events[-1]), ("Planned", "Finished"))
        self.assertEqual(events.count("PodEvicting"), 2)

    def open_plans(self):
        return self.change(0, "plan", "list")[0]

    def start(self, *arguments):
        return subprocess.Popen([PROGRAM, "node", *arguments], env={**self.environment("C.UTF-8"), **self.connect},
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, encoding="utf-8")

    def read_until(self, console, words):
        for line in console.stdout:
            if line.startswith(("[", "      ")) and words in line:
                return
        self.fail(f"the console ended before it said: {words}")



class Switches(NodeTest):
    def test_default_to_topology_and_back(self):
        self.ack_node("topo", "default")
        before = self.standing("topo")
        self.deploy("whole", "topo")
        plans, _ = self.change(0, "mode", "topo", "topology", "--dry-run")
        self.assertEqual([step["step"] for step in plans[0]["steps"]],
                         ["Check", "Cordon", "Evict", "SetLabel", "AwaitResources", "Verify", "Uncordon"])
        self.assertEqual(len([pod for pod in plans[0]["pods"] if pod["fate"] == "Evict"]), 2)
        self.assertTrue(all(tried["accepted"] for tried in plans[0]["tried"]))
        self.assertEqual(self.standing("topo"), before, "a dry run keeps nothing")
        self.assertEqual(len(self.running_on("topo")), 2)

        plans, _ = self.change(0, "mode", "topo", "topology", "--yes", "topo")
        self.assertEqual(plans[0]["phase"], "Done")
        self.assert_switched("topo", before)
        commands = [line["command"] for line in self.journal() if "command" in line]
        self.assertIn("kubectl label node topo ack.node.gpu.schedule=topology --overwrite", commands)

        self.change(0, "mode", "topo", "default", "--yes", "admin")
        self.assertEqual(self.standing("topo"), before)
        self.assertEqual(self.open_plans(), [])
        plans, _ = self.change(0, "mode", "topo", "default", "--yes", "topo")
        self.assertEqual(plans, [], "it is so already")

    def test_cgpu_to_default_with_the_advice_to_add_the_node_again(self):
        self.ack_node("isolated", "cgpu")
        shown = self.answer(0, "node", "mode", "isolated", "default", "--dry-run", **self.connect).stdout
        self.assertIn("removing the node and re-adding it", shown)
        self.assertIn("isolation module stays loaded", shown)
        self.change(0, "mode", "isolated", "default", "--yes", "isolated")
        node = self.node("isolated")
        self.assertEqual((node["metadata"]["labels"][MODE], node["status"]["allocatable"]["nvidia.com/gpu"]), ("default", str(CARDS)))

    def test_mig_is_refused_both_ways(self):
        self.ack_node("whole-cards", "default")
        before = self.standing("whole-cards")
        self.refused("node", "mode", "whole-cards", "mig", "--yes", "whole-cards", words=["MIG", "Nothing was changed"], code=1, **self.connect)
        self.assertEqual(self.standing("whole-cards"), before)
        self.ack_node("sliced", "mig")
        self.refused("node", "mode", "sliced", "default", "--yes", "sliced", words=["MIG node is not relabelled"], code=1, **self.connect)

    def test_open_source_off_and_on_by_value(self):
        self.make_node("open", gpushare="true", aliyun_dot_accelerator__nvidia_count=str(CARDS))
        self.change(0, "mode", "open", "gpushare=false", "--yes", "open")
        node = self.node("open")
        self.assertEqual((node["metadata"]["labels"]["gpushare"], node["status"]["allocatable"]["nvidia.com/gpu"]), ("false", str(CARDS)))
        self.change(0, "mode", "open", "gpushare=true", "--yes", "open")
        node = self.node("open")
        self.assertEqual((node["metadata"]["labels"]["gpushare"], node["status"]["allocatable"]["aliyun.com/gpu-mem"]), ("true", str(CARDS * 15)))
        self.assertFalse(node["spec"].get("unschedulable", False))

    def test_placement_changes_at_once(self):
        self.ack_node("placed", "cgpu")
        plans, _ = self.change(0, "mode", "placed", "spread", "--yes", "placed")
        self.assertEqual([step["step"] for step in plans[0]["steps"]], ["SetLabel"])
        self.assertEqual(self.node("placed")["metadata"]["labels"]["ack.node.gpu.placement"], "spread")

    def test_a_cordoned_node_stays_cordoned(self):
        self.ack_node("closed", "default")
        self.change(0, "cordon", "closed", "--yes", "closed")
        self.change(0, "mode", "closed", "topology", "--yes", "closed")
        self.assertTrue(self.node("closed")["spec"]["unschedulable"])
        self.change(0, "uncordon", "closed", "--yes", "closed")
        self.assertFalse(self.node("closed")["spec"].get("unschedulable", False))

    def test_remove_and_add_again_is_guided(self):
        """share to cgpu: the test takes the part of the operator who removes the node and adds it to another pool."""
        self.ack_node("pool", "share")
        console = self.start("mode", "pool", "cgpu", "--yes", "pool")
        self.read_until(console, "removed the node")
        self.assertEqual(self.node("pool")["metadata"]["labels"][MODE], "share", "no label pretends it")
        self.api.delete("/api/v1/nodes/pool")
        self.read_until(console, "added the node again")
        self.ack_node("pool", "cgpu")
        self.assertEqual(console.wait(WAIT_SECONDS), 0)
        console.stdout.close()

    def test_a_submission_is_deleted_again_but_no_namesake(self):
        path = self.file("again.json", json.dumps({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "again"}, "spec": pod_spec("nowhere")}))
        self.answer(0, "submit", "-f", path, "--yes", "admin", **self.connect)
        change = json.loads(self.answer(0, "journal", "-o", "json", **self.connect).stdout)["changes"][0]
        self.assertEqual((change["verb"], change["undo"]), ("create", "None"))
        shown = self.answer(0, "journal", "undo", change["id"], "--dry-run", **self.connect).stdout
        self.assertIn("would delete Pod/default/again", shown)
        pod = "/api/v1/namespaces/default/pods/again"
        uid = self.api.get(pod)["metadata"]["uid"]
        self.assertEqual(self.cardinal("journal", "undo", change["id"], **self.connect).returncode, 2, "it asks first")
        self.api.delete(pod, {"kind": "DeleteOptions", "apiVersion": "v1", "gracePeriodSeconds": 0})
        self.api.create("/api/v1/namespaces/default/pods", {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "again"}, "spec": pod_spec("nowhere")})
        self.assertNotEqual(self.api.get(pod)["metadata"]["uid"], uid)
        self.assertEqual(self.cardinal("journal", "undo", change["id"], "--yes", "admin", **self.connect).returncode, 1)
        self.assertNotIn("deletionTimestamp", self.api.get(pod)["metadata"], "a namesake stays")
        self.api.delete(pod, {"kind": "DeleteOptions", "apiVersion": "v1", "gracePeriodSeconds": 0})
        self.answer(0, "submit", "-f", path, "--yes", "admin", **self.connect)
        change = json.loads(self.answer(0, "journal", "-o", "json", **self.connect).stdout)["changes"][0]
        self.answer(0, "journal", "undo", change["id"], "--yes", "admin", **self.connect)
        self.assertEqual([item for item in self.api.get("/api/v1/namespaces/default/pods")["items"] if item["metadata"]["name"] == "again"], [])
        newest = json.loads(self.answer(0, "journal", "-o", "json", **self.connect).stdout)["changes"]
        self.assertEqual([(one["verb"], one["result"]) for one in newest[:2]], [("delete", "Done"), ("create", "Undone")])

    def test_names_and_rights(self):
        self.ack_node("guarded", "default")
        for arguments, words in ((("cordon", "guarded"), ["--yes guarded"]), (("cordon", "guarded", "--yes", "other"), ["other"]),
                                 (("cordon", "nowhere", "--yes", "nowhere"), ["nowhere"]),
                                 (("mode", "guarded", "turbo"), ["turbo", "core_mem"])):
            done = self.cardinal("node", *arguments, **self.connect)
            self.assertEqual(done.returncode, 2, done.stderr)
            for word in words:
                self.assertIn(word, done.stderr)
        done = self.cardinal("node", "cordon", "guarded", "--yes", "guarded", KUBECONFIG=str(STATE / "readonly.kubeconfig"))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("patch nodes", done.stderr)
        self.assertFalse(self.node("guarded")["spec"].get("unschedulable", False))
        self.assertEqual(self.open_plans(), [])


class Kills(NodeTest):
    """A console that is killed at every line it prints of a switch."""

    def killed(self, name, lines):
        """Switches a new node and kills the console after so many lines; False when it ended before."""
        self.ack_node(name, "default")
        self.deploy("app-" + name, name, replicas=1)
        console = self.start("mode", name, "topology", "--yes", name)
        seen = 0
        for line in console.stdout:
            seen += line.startswith("[") or line.startswith("      ")
            if seen == lines:
                break
        console.send_signal(signal.SIGKILL)
        console.wait(WAIT_SECONDS)
        console.stdout.close()
        return seen == lines

    def each_kill(self, verb, check):
        for lines in range(1, 40):
            name = f"{verb}-{lines}"
            more = self.killed(name, lines)
            plans = [plan for plan in self.open_plans() if plan["node"] == name]
            with self.subTest(name):
                if plans:
                    self.refused("node", "cordon", name, "--yes", name, words=["not finished", plans[0]["id"]], code=1, **self.connect)
                    self.change(0, "plan", verb, plans[0]["id"], "--yes", name)
                    check(name)
                else:
                    self.assertEqual(self.node(name)["metadata"]["labels"][MODE], "topology")
            if not more:
                return
        self.fail("the console never came to its end")

    def test_goes_on(self):
        def check(name):
            labels, taints, unschedulable = self.standing(name)
            self.assertEqual((labels[MODE], len(taints), unschedulable), ("topology", 1, False))
            begun = [line["step"] for line in self.journal() if line["event"] == "StepBegun"]
            evicted = [line["uid"] for line in self.journal() if line["event"] == "PodEvicting"]
            self.assertEqual(len(evicted), len(set(evicted)), "no pod is evicted twice")
            self.assertTrue(begun)
        self.each_kill("resume", check)
        self.assertEqual(self.open_plans(), [])

    def test_rolls_back(self):
        def check(name):
            labels, taints, unschedulable = self.standing(name)
            self.assertEqual((labels[MODE], [taint["key"] for taint in taints], unschedulable), ("default", ["only"], False))
        self.each_kill("rollback", check)
        self.assertEqual(self.open_plans(), [])


class Drains(NodeTest):
    def budget(self, app, least):
        return {"apiVersion": self.api.budget_version(), "kind": "PodDisruptionBudget", "metadata": {"name": "keep-" + app},
                "spec": {"minAvailable": least, "selector": {"matchLabels": {"app": app}}}}

    def test_a_budget_blocks_is_named_and_relaxed(self):
        self.ack_node("busy", "default")
        self.deploy("web", "busy")
        path = f"/apis/{self.api.budget_version()}/namespaces/default/poddisruptionbudgets"
        self.api.create(path, self.budget("web", 2))
        self.wait_for(lambda: self.api.get(path + "/keep-web").get("status", {}).get("currentHealthy") == 2, "the budget is counted")
        plans, _ = self.change(0, "drain", "busy", "--dry-run")
        self.assertEqual({pod["budgets"][0] for pod in plans[0]["pods"]}, {"keep-web"})
        self.assertEqual({tried["budget"] for tried in plans[0]["tried"] if tried["pod"]}, {"keep-web"})
        console = self.start("drain", "busy", "--yes", "busy")
        self.read_until(console, "blocked by the PodDisruptionBudget keep-web")
        self.api.patch(path + "/keep-web", {"spec": {"minAvailable": 0}})
        rest = console.stdout.read()
        self.assertEqual(console.wait(WAIT_SECONDS), 0, rest)
        console.stdout.close()
        self.assertTrue(self.node("busy")["spec"]["unschedulable"], "a drained node stays cordoned")
        self.assertEqual(self.running_on("busy"), [])

    def test_a_blocked_drain_times_out_naming_the_budget(self):
        self.ack_node("stuck", "default")
        self.deploy("db", "stuck", replicas=1)
        path = f"/apis/{self.api.budget_version()}/namespaces/default/poddisruptionbudgets"
        self.api.create(path, self.budget("db", 1))
        self.wait_for(lambda: self.api.get(path + "/keep-db").get("status", {}).get("currentHealthy") == 1, "the budget is counted")
        plans, words = self.change(1, "drain", "stuck", "--timeout", "2", "--yes", "stuck")
        self.assertEqual((plans[0]["stop"]["code"], plans[0]["pods"][0]["budget"]), ("TimedOut", "keep-db"))
        self.assertIn("keep-db", words)
        self.api.delete(path + "/keep-db")
        self.change(0, "plan", "resume", plans[0]["id"], "--yes", "stuck")
        self.assertTrue(self.node("stuck")["spec"]["unschedulable"], "a drained node stays cordoned")

    def test_a_pod_that_does_not_end_is_named_with_what_holds_it(self):
        self.ack_node("held", "default")
        self.deploy("slow", "held", replicas=1)
        path = "/api/v1/namespaces/default/pods/" + self.running_on("held")[0]["metadata"]["name"]
        self.api.patch(path, {"metadata": {"finalizers": ["example.com/backup"]}})
        plans, words = self.change(1, "drain", "held", "--timeout", "3", "--yes", "held")
        self.assertEqual(plans[0]["stop"]["code"], "TimedOut")
        self.assertEqual(plans[0]["pods"][0]["state"], "Terminating", "evicted, and still there")
        for word in ("default/slow", "example.com/backup"):
            self.assertIn(word, words)
        self.api.patch(path, {"metadata": {"finalizers": None}})
        self.change(0, "plan", "resume", plans[0]["id"], "--yes", "held")
        self.assertEqual(self.running_on("held"), [])

    def test_bare_pods_and_local_data_are_asked_for(self):
        self.ack_node("mixed", "default")
        self.deploy("scratch", "mixed", replicas=1, volumes=[{"name": "v", "emptyDir": {}}])
        self.api.create("/api/v1/namespaces/default/pods",
                        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "bare"}, "spec": pod_spec("mixed")})
        self.wait_for(lambda: len(self.running_on("mixed")) == 2, "both run")
        done = self.cardinal("node", "drain", "mixed", "--yes", "mixed", **self.connect)
        self.assertEqual(done.returncode, 1)
        for word in ("default/bare", "no controller", "local data", "--force", "--delete-emptydir-data"):
            self.assertIn(word, done.stderr)
        self.assertEqual(len(self.running_on("mixed")), 2)
        self.assertFalse(self.node("mixed")["spec"].get("unschedulable", False), "nothing is begun that cannot be ended")
        self.change(0, "drain", "mixed", "--force", "--delete-emptydir-data", "--yes", "mixed")
        self.assertEqual(self.running_on("mixed"), [])


if __name__ == "__main__":
    unittest.main()
