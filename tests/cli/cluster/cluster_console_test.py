#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The console's commands against the real API server and scheduler: the walk-through of four applications, several cards, core.

usage: cluster_console_test.py STATE_DIR   (a test cluster of its own; the played extender and hardware place what is submitted)
"""
import json
import os
import pathlib
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from cardinal_program import EXAMPLES, RECORDED, SOURCE, CliTest

TOOLS = SOURCE / "tests" / "cluster"
sys.path.insert(0, str(TOOLS))
import control  # noqa: E402  (a module of the test cluster)

STATE = pathlib.Path(sys.argv.pop(1))
WAIT_SECONDS = 60
WALK = (("1-binpack-1", 2, 1), ("2-binpack-2", 8, 2), ("3-binpack-3", 2, 1), ("4-binpack-4", 5, 1))


def ack_node(name, address, mode, core=0):
    amounts = {"cpu": "64", "memory": "256Gi", "pods": "256", "aliyun.com/gpu-mem": "60", "aliyun.com/gpu-count": "4"}
    if core:
        amounts["aliyun.com/gpu-core.percentage"] = str(core)
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": {"ack.node.gpu.schedule": mode}},
            "status": {"capacity": amounts, "allocatable": amounts, "addresses": [{"type": "InternalIP", "address": address}],
                       "conditions": [{"type": "Ready", "status": "True", "reason": "KubeletReady", "message": ""}]}}


def documented_table(used):
    """Section 4.2 of the reader's documentation for nodes of one 14 GiB card: what kubectl-inspect prints, without its dashes."""
    rows = [("NAME", "IPADDRESS", "GPU0(Allocated/Total)", "GPU Memory(GiB)")]
    addresses = {"sd-cluster-04": "192.168.1.214", "sd-cluster-05": "192.168.1.215"}
    rows += [(name, addresses[name], f"{units}/14", f"{units}/14") for name, units in sorted(used.items())]
    widths = [max(len(row[i]) for row in rows) + 2 for i in range(3)]
    lines = ["".join(cell.ljust(width) for cell, width in zip(row, widths)) + row[3] for row in rows]
    total = sum(used.values())
    return lines + ["Allocated/Total GPU Memory In Cluster:", f"{total}/28 ({total * 100 // 28}%)  "]


def without_dashes(text):
    return [line for line in text.splitlines() if line.strip("-") or not line]


class ClusterTest(CliTest):
    @classmethod
    def setUpClass(cls):
        subprocess.run((TOOLS / "up", "--state", STATE, "--replace", "--owner", str(os.getpid())), check=True, stdout=subprocess.DEVNULL)
        cls.api = control.admin_api(STATE)
        cls.minor = control.minor_version(STATE)

    @classmethod
    def tearDownClass(cls):
        cls.api.close()
        subprocess.run((TOOLS / "down", "--state", STATE), check=True)

    def setUp(self):
        super().setUp()
        self.connect = {"KUBECONFIG": str(STATE / "admin.kubeconfig")}

    def load(self, path):
        subprocess.run((TOOLS / "load", "--state", STATE, path), check=True, stderr=subprocess.DEVNULL)

    def preview(self, code, *arguments):
        return json.loads(self.answer(code, "preview", "-o", "json", *arguments, **self.connect).stdout)["workloads"][0]

    def submit(self, path):
        self.answer(0, "submit", "-f", path, "--yes", "admin", **self.connect)

    def decided(self, app, count):
        """Pods of an application once each runs or was refused by the scheduler."""
        deadline = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < deadline:
            pods = self.api.get(f"/api/v1/namespaces/default/pods?labelSelector=app%3D{app}")["items"]
            refused = [pod for pod in pods if any(c["type"] == "PodScheduled" and c["status"] == "False" for c in pod["status"].get("conditions", []))]
            running = [pod for pod in pods if pod["status"]["phase"] == "Running"]
            if len(running) + len(refused) == len(pods) == count:
                return running, refused
            time.sleep(0.05)
        self.fail(f"{app}: no decision within {WAIT_SECONDS} s")


class Walkthrough(ClusterTest):
    def test_four_applications(self):
        """2, 2 x 8, 2 and 5 GiB on two nodes of one 14 GiB card: every step predicted, submitted, and inspected as documented."""
        self.load(RECORDED / "s1-blog-two-nodes" / "nodes.json")
        used = {"sd-cluster-04": 0, "sd-cluster-05": 0}
        for name, memory, replicas in WALK:
            path = EXAMPLES / "walkthrough" / f"{name}.yaml"
            fits = any(14 - units >= memory for units in used.values())
            answer = self.preview(0 if fits else 1, "-f", path)
            self.submit(path)
            running, refused = self.decided(name[2:], replicas)
            self.assertEqual(bool(running), fits)
            self.assertEqual(len(refused), 0 if fits else replicas)
            self.check_prediction(answer, memory, used, [pod["spec"]["nodeName"] for pod in running])
            for pod in running:
                used[pod["spec"]["nodeName"]] += memory
            printed = self.answer(0, "inspect", **self.connect).stdout
            self.assertEqual(without_dashes(printed), documented_table(used))
        self.assertIn(sorted(used.values()), ([12, 13], [10, 10]), "one of the two recorded ends")

    def check_prediction(self, answer, memory, used, actual):
        named = {place["node"] for place in answer["candidates"]}
        self.assertEqual(named, {node for node, units in used.items() if 14 - units >= memory})
        self.assertTrue(set(actual) <= named)
        if not named:
            return
        best = {place["node"] for place in answer["candidates"][:answer["tied"]]}
        self.assertTrue(best & set(actual), "the first replica goes to a node of the highest score")
        # which of several equal nodes it takes is said with the certainty that the scheduler's version was compared with
        compared = "ProfileNotVerified" not in answer["caveats"]
        self.assertTrue(compared or self.minor != 20, "kube-scheduler 1.20 was compared")
        self.assertEqual(answer["certainty"], "Certain" if len(best) == 1 else "OneOf" if compared else "Modelled")
        if len(actual) == 1:
            self.assertLessEqual(set(actual), best)


class Rights(ClusterTest):
    def test_hidden_nodes_are_not_called_absent(self):
        hidden = {"KUBECONFIG": str(STATE / "single-namespace.kubeconfig")}
        for command in (("inspect",), ("preview", "-f", EXAMPLES / "walkthrough" / "1-binpack-1.yaml")):
            answer = self.answer(2, *command, **hidden)
            self.assertEqual(answer.stdout, "")
            for words in ("the namespace team-a only", "list nodes", "403", "nothing can be said of cards"):
                self.assertIn(words, answer.stderr)
        self.assertIn("看不到节点", self.answer(2, "inspect", **hidden, LC_ALL="zh_CN.UTF-8").stderr)


class AckNodes(ClusterTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        path = STATE / "ack.json"
        nodes = [ack_node("ack-cgpu", "10.0.3.1", "cgpu"), ack_node("ack-core", "10.0.3.2", "core_mem", 400)]
        path.write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": nodes}), encoding="utf-8")
        subprocess.run((TOOLS / "load", "--state", STATE, path), check=True, stderr=subprocess.DEVNULL)

    def changed(self, example, *replacements):
        text = (EXAMPLES / example).read_text(encoding="utf-8")
        for old, new in replacements:
            self.assertIn(old, text)
            text = text.replace(old, new)
        return self.file(example, text)

    def cards(self, node):
        nodes = json.loads(self.answer(0, "inspect", "-o", "json", **self.connect).stdout)["nodes"]
        return [card["memoryAllocated"] for found in nodes if found["name"] == node for card in found["cards"]]

    def test_8_gib_over_4_cards(self):
        answer = self.preview(0, "-f", EXAMPLES / "multi-card.yaml")
        self.assertEqual((answer["placements"][0]["node"], answer["placements"][0]["cards"]), ("ack-cgpu", [0, 1, 2, 3]))
        self.submit(EXAMPLES / "multi-card.yaml")
        running, _ = self.decided("multi-card", 1)
        self.assertEqual([pod["spec"]["nodeName"] for pod in running], ["ack-cgpu"])
        self.assertEqual(self.cards("ack-cgpu"), [2, 2, 2, 2])

    def test_7_gib_over_2_cards_is_refused_with_the_reason(self):
        path = self.changed("multi-card.yaml", ("gpu-mem: 8", "gpu-mem: 7"), ('gpu-count: "4"', 'gpu-count: "2"'))
        for command in (("preview",), ("submit", "--yes", "admin")):
            self.refused(*command, "-f", path, words=["7", "2 cards", "multiple"], **self.connect)

    def test_30_percent_lands_and_32_is_not_sent(self):
        answer = self.preview(0, "-f", EXAMPLES / "memory-and-core.yaml")
        self.assertEqual(answer["placements"][0]["node"], "ack-core")
        self.submit(EXAMPLES / "memory-and-core.yaml")
        running, _ = self.decided("memory-and-core", 1)
        self.assertEqual([pod["spec"]["nodeName"] for pod in running], ["ack-core"])
        self.assertEqual(sorted(self.cards("ack-core")), [0, 0, 0, 2])
        path = self.changed("memory-and-core.yaml", ("percentage: 30", "percentage: 32"), ("memory-and-core", "not-a-step"))
        self.refused("submit", "-f", path, "--yes", "admin", words=["32", "multiple of 5"], **self.connect)
        sent = self.api.get("/apis/apps/v1/namespaces/default/deployments")["items"]
        self.assertNotIn("not-a-step", [found["metadata"]["name"] for found in sent])

    def test_memory_alone_is_refused_on_a_core_mem_node(self):
        text = (EXAMPLES / "memory-and-core.yaml").read_text(encoding="utf-8")
        path = self.file("memory.yaml", "".join(line for line in text.splitlines(True) if "percentage" not in line))
        answer = self.preview(1, "-f", path, "--node", "ack-core")
        self.assertEqual(answer["candidates"], [])
        text = self.answer(1, "preview", "-f", path, "--node", "ack-core", **self.connect).stdout
        self.assertIn("the node isolates compute: ask for aliyun.com/gpu-core.percentage as well as memory", text)


if __name__ == "__main__":
    unittest.main()
