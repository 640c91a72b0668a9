#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Why a pod waits: node by node, card by card, with changes that are tried out here in turn."""
import json
import shutil
import unittest

from cardinal_program import EXAMPLES, RECORDED, CliTest

REFUSED = RECORDED / "s1-blog-two-nodes-refused"
QUEUES = RECORDED.parent.parent / "queues"
WAITING = "test/binpack-4-7dcfc8b9c4-9fzr6"
FIFTH = EXAMPLES / "walkthrough" / "4-binpack-4.yaml"


class Explain(CliTest):
    def explain(self, code, *arguments):
        return json.loads(self.answer(code, "explain", "-o", "json", *arguments).stdout)["pods"][0]

    def test_a_pending_pod_names_rule_and_figures_of_every_node(self):
        """10/14 are allocated on both: 4 GiB are free on each card, 5 are asked."""
        pod = self.explain(1, WAITING, "--snapshot", REFUSED)
        self.assertEqual([(node["node"], node["fits"], node["detail"], node["needed"], node["found"]) for node in pod["nodes"]],
                         [("sd-cluster-04", False, "aliyun.com/gpu-mem", 5, 4), ("sd-cluster-05", False, "aliyun.com/gpu-mem", 5, 4)])
        self.assertTrue(pod["fragmented"])
        self.assertEqual(pod["outlook"], "MayHelp")
        self.assertEqual({miss["lacking"] for miss in pod["nearMisses"]}, {1})

    def test_the_change_that_is_named_works(self):
        """The pod that is to be moved is moved in a copy of the state, and the waiting pod fits where it was said to fit."""
        pod = self.explain(1, WAITING, "--snapshot", REFUSED)
        move = next(remedy for remedy in pod["remedies"] if remedy["remedy"] == "MovePod")
        for name in ("nodes.json", "pods.json"):
            shutil.copy(REFUSED / name, self.folder / name)
        pods = json.loads((self.folder / "pods.json").read_text(encoding="utf-8"))
        moved = next(item for item in pods["items"] if f"{item['metadata']['namespace']}/{item['metadata']['name']}" == move["subject"])
        self.assertEqual(moved["spec"]["nodeName"], move["node"])
        self.assertNotEqual(move["moved"]["node"], move["node"])
        moved["spec"]["nodeName"] = move["moved"]["node"]
        self.file("pods.json", json.dumps(pods))
        after = self.explain(0, WAITING, "--snapshot", self.folder)
        self.assertEqual([node["node"] for node in after["nodes"] if node["fits"]], [move["place"]["node"]])

    def test_all_waiting_pods_are_listed_with_their_reason(self):
        """The same answer as for the pod alone, for every pod that waits."""
        alone = self.explain(1, WAITING, "--snapshot", REFUSED)
        pods = json.loads(self.answer(0, "pending", "-o", "json", "--snapshot", REFUSED).stdout)["pods"]
        self.assertEqual([f"{pod['namespace']}/{pod['name']}" for pod in pods], [WAITING, "test/too-big-7"])
        self.assertEqual((pods[0]["outlook"], pods[0]["fragmented"], pods[0]["nodes"], pods[0]["fitting"]), ("MayHelp", True, 2, 0))
        self.assertEqual([remedy["remedy"] for remedy in pods[0]["remedies"]], [remedy["remedy"] for remedy in alone["remedies"]])
        text = self.answer(0, "pending", "--snapshot", REFUSED).stdout
        self.assertIn("binpack-4-7dcfc8b9c4-9fzr6", text)
        self.assertIn("2 GPU pods are waiting", text)
        self.assertIn("没有 GPU Pod", self.answer(0, "pending", "-n", "nobody", "--snapshot", REFUSED, language="zh_CN.UTF-8").stdout)

    def test_a_node_that_refuses_is_not_headed_by_where_the_pod_goes(self):
        def node(name, cards):
            amounts = {"nvidia.com/gpu": cards, "cpu": "8", "pods": "110"}
            return {"kind": "Node", "metadata": {"name": name}, "status": {
                "capacity": amounts, "allocatable": amounts, "conditions": [{"type": "Ready", "status": "True"}]}}
        pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"},
               "spec": {"containers": [{"name": "c", "image": "x", "resources": {"limits": {"nvidia.com/gpu": "2"}}}]}}
        path = self.file("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": [node("a", "8"), node("b", "1")]}))
        manifest = self.file("pod.json", json.dumps(pod))
        lines = self.answer(1, "explain", "-f", manifest, "--node", "b", "--snapshot", path).stdout.splitlines()
        self.assertEqual(lines[1], "b does not take the pod; 1 other node would.")
        self.assertIn("placed on a", self.answer(0, "explain", "-f", manifest, "--node", "a", "--snapshot", path).stdout.splitlines()[1])

    def test_a_pod_with_a_scheduling_gate_names_it(self):
        amounts = {"nvidia.com/gpu": "8", "cpu": "8", "pods": "110"}
        node = {"kind": "Node", "metadata": {"name": "n"}, "status": {
            "capacity": amounts, "allocatable": amounts, "conditions": [{"type": "Ready", "status": "True"}]}}
        pod = {"kind": "Pod", "metadata": {"name": "p", "namespace": "a", "uid": "u"}, "status": {"phase": "Pending"},
               "spec": {"schedulingGates": [{"name": "acme.io/wait"}],
                        "containers": [{"name": "c", "resources": {"limits": {"nvidia.com/gpu": "1"}}}]}}
        path = self.file("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": [node, pod]}))
        row = json.loads(self.answer(0, "pending", "-o", "json", "--snapshot", path).stdout)["pods"][0]
        self.assertEqual((row["outlook"], row["schedulingGates"], row["terminating"]), ("Gated", ["acme.io/wait"], False))
        text = self.answer(0, "pending", "--snapshot", path).stdout
        self.assertIn("scheduling gates", text)
        self.assertNotIn("fits now", text)
        self.assertIn("acme.io/wait", self.answer(0, "explain", "a/p", "--snapshot", path).stdout)

    def test_one_node(self):
        pod = self.explain(1, "binpack-4-7dcfc8b9c4-9fzr6", "-n", "test", "--node", "sd-cluster-05", "--snapshot", REFUSED)
        self.assertEqual([node["node"] for node in pod["nodes"]], ["sd-cluster-05"])
        self.refused("explain", WAITING, "--node", "nowhere", "--snapshot", REFUSED, words=["nowhere"])

    def test_every_card_of_a_node_has_its_own_figures(self):
        """Four cards of one node: the sum would do, no card does."""
        folder = self.folder
        node = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "four", "labels": {"gpushare": "true"}},
                "status": {"conditions": [{"type": "Ready", "status": "True"}]}}
        amounts = {"cpu": "64", "memory": "256Gi", "pods": "110", "aliyun.com/gpu-mem": "56", "aliyun.com/gpu-count": "4"}
        node["status"].update(capacity=amounts, allocatable=amounts)
        holders = [{"apiVersion": "v1", "kind": "Pod", "status": {"phase": "Running"},
                    "metadata": {"name": f"holder-{card}", "namespace": "default", "annotations": {
                        "ALIYUN_COM_GPU_MEM_IDX": str(card), "ALIYUN_COM_GPU_MEM_POD": "10", "ALIYUN_COM_GPU_MEM_DEV": "14",
                        "ALIYUN_COM_GPU_MEM_ASSIGNED": "true", "ALIYUN_COM_GPU_MEM_ASSUME_TIME": "1"}},
                    "spec": {"nodeName": "four", "containers": [
                        {"name": "c", "resources": {"limits": {"aliyun.com/gpu-mem": "10"}, "requests": {"aliyun.com/gpu-mem": "10"}}}]}}
                   for card in range(4)]
        for name, items in (("nodes.json", [node]), ("pods.json", holders)):
            self.file(name, json.dumps({"apiVersion": "v1", "kind": "List", "items": items}))
        pod = self.explain(1, "-f", FIFTH, "--snapshot", folder)
        four = pod["nodes"][0]
        self.assertEqual((four["reason"], four["sumWouldFit"]), ("InsufficientCardMemory", True))
        self.assertEqual([(card["card"], card["needed"], card["found"]) for card in four["cards"]],
                         [(index, 5, 4) for index in range(4)])
        text = self.answer(1, "explain", "-f", FIFTH, "--snapshot", folder).stdout
        self.assertIn("needs 5 GiB, this card has 4 GiB free", text)
        self.assertIn("enough in total", text)
        self.assertIn("REMEDIES", text)
        self.assertIn("WHEN THIS POD ENDS", text)

    def test_what_fits_says_so(self):
        pod = self.explain(0, "-f", EXAMPLES / "multi-card.yaml", "--demo")
        self.assertTrue(any(node["fits"] for node in pod["nodes"]))
        self.assertEqual(pod["outlook"], "FitsNow")

    def test_a_gated_pod_does_not_wait_for_the_scheduler(self):
        path = self.file("gated.yaml", """apiVersion: v1
kind: Node
metadata: {name: free}
status: {capacity: {nvidia.com/gpu: 8, cpu: 64, memory: 1Ti, pods: 110}, allocatable: {nvidia.com/gpu: 8, cpu: 64, memory: 1Ti, pods: 110},
  conditions: [{type: Ready, status: 'True'}]}
---
apiVersion: v1
kind: Pod
metadata: {name: held, namespace: team, uid: held}
spec: {schedulingGates: [{name: example.com/quota}], containers: [{name: c, image: i, resources: {limits: {nvidia.com/gpu: 1}}}]}
status: {phase: Pending}
""")
        self.assertEqual(self.explain(0, "team/held", "--snapshot", path)["outlook"], "Gated")
        text = self.answer(0, "explain", "team/held", "--snapshot", path).stdout
        self.assertIn("The pod has the scheduling gate example.com/quota; the scheduler does not consider it until it is removed", text)
        self.assertIn("1 node would take it then", text)
        waiting = self.answer(0, "pending", "--snapshot", path).stdout
        self.assertIn("scheduling gates", waiting)
        self.assertNotIn("waits for the scheduler", waiting)

    def test_a_gang_that_cannot_start_does_not_fit(self):
        """A node takes one pod of the gang and not the four that start together."""
        gangs = QUEUES / "gangs.yaml"
        rows = {f"{pod['namespace']}/{pod['name']}": pod for pod in
                json.loads(self.answer(0, "pending", "-o", "json", "--snapshot", gangs).stdout)["pods"]}
        self.assertEqual((rows["kai/p-0"]["outlook"], rows["kai/p-0"]["queue"]["group"]["cause"]), ("GangWaits", "gangNoRoom"))
        self.assertEqual((rows["kai/p-0"]["queue"]["group"]["minMember"], rows["kai/p-0"]["queue"]["group"]["membersThatFit"]), (4, 2))
        self.assertEqual((rows["native/p-0"]["outlook"], rows["native/p-0"]["queue"]["system"]), ("Unknown", "kubernetes"))
        self.assertEqual((rows["fits/p-0"]["outlook"], rows["fits/p-0"]["queue"]), ("FitsNow", None))
        text = self.answer(0, "pending", "--snapshot", gangs).stdout
        self.assertIn("2 of 4 pods of the gang fit", text)
        self.assertIn("3 of 4 pods of the gang exist", text)
        self.assertIn("gang 的 4 个 Pod 中存在 3 个", self.answer(0, "pending", "--snapshot", gangs, language="zh_CN.UTF-8").stdout)
        self.assertEqual(self.explain(1, "kai/p-0", "--snapshot", gangs)["outlook"], "GangWaits")
        text = self.answer(1, "explain", "kai/p-0", "--snapshot", gangs).stdout
        self.assertIn("2 of its pods fit at once, and 4 must start together", text)
        self.assertIn("By itself the pod fits on big", text)
        self.explain(0, "fits/p-0", "--snapshot", gangs)

    def test_a_full_queue_holds_further_pods_back(self):
        full = QUEUES / "full-queues.yaml"
        for pod in ("elastic/p-4", "inqueue/large", "full-quota/w", "kai/parent-0"):
            self.assertEqual(self.explain(1, pod, "--snapshot", full)["outlook"], "QueueWaits", pod)
        for pod in ("inqueue/small", "open-quota/v", "kai/leaf-0"):
            self.assertEqual(self.explain(0, pod, "--snapshot", full)["outlook"], "FitsNow", pod)

    def test_amounts_of_a_stacks_resources_are_no_cards(self):
        limits = {"hami-scheduler": {"nvidia.com/gpu": "1", "nvidia.com/gpumem": "99999"}, "koord-scheduler": {"koordinator.sh/gpu-core": "400", "koordinator.sh/gpu-memory-ratio": "400"},
                  "default-scheduler": {"huawei.com/Ascend910": "16"}}
        for scheduler, amounts in limits.items():
            pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": {
                "schedulerName": scheduler, "containers": [{"name": "c", "image": "i", "resources": {"limits": amounts}}]}}
            text = self.answer(1, "explain", "--demo", "-f", self.file("p.json", json.dumps(pod))).stdout
            with self.subTest(scheduler, text=text.splitlines()[1]):
                self.assertNotRegex(text, r"\d+ cards are (needed|requested)")
                self.assertRegex(text.splitlines()[1], "^No node (takes|is known to take) it; nearest: ")

    def test_that_no_node_accepts_such_requests_is_not_said_where_it_is_unknown_of_one(self):
        def node(name, labels, cards):
            has = {"cpu": "64", "memory": "256Gi", "pods": "110", **({"nvidia.com/gpu": cards} if cards else {})}
            return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "uid": name, "labels": labels},
                    "status": {"capacity": has, "allocatable": has, "conditions": [{"type": "Ready", "status": "True"}]}}
        pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": {
            "containers": [{"name": "c", "image": "i", "resources": {"limits": {"nvidia.com/gpu": "1"}}}]}}
        plain, open_node = node("plain", {}, None), node("open", {"ack.node.gpu.schedule": "of-tomorrow"}, "8")
        for nodes, words in (([plain], "No node accepts this kind of request"), ([plain, open_node], "No node is known to take it")):
            cluster = self.file("c.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": nodes}))
            self.assertIn(words, self.answer(1, "explain", "--snapshot", cluster, "-f", self.file("p.json", json.dumps(pod))).stdout)

    def test_a_card_that_refuses_is_named_as_its_stack_names_it(self):
        whole = {"koordinator.sh/gpu-core": "100", "koordinator.sh/gpu-memory": "16Gi", "koordinator.sh/gpu-memory-ratio": "100"}
        cards = [{"type": "gpu", "health": True, "resources": whole, "id": f"GPU-{minor}", "minor": minor} for minor in (0, 3)]
        device = {"apiVersion": "scheduling.koordinator.sh/v1alpha1", "kind": "Device", "metadata": {"name": "n", "uid": "d"}, "spec": {"devices": cards}}
        amounts = {"koordinator.sh/gpu-core": "200", "koordinator.sh/gpu-memory-ratio": "200", "koordinator.sh/gpu-memory": str(2 << 34),
                   "cpu": "64", "memory": "256Gi", "pods": "110"}
        node = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n", "uid": "n"}, "status": {
            "capacity": amounts, "allocatable": amounts, "conditions": [{"type": "Ready", "status": "True"}]}}

        def pod(name, percent, minor=None):
            share = {"koordinator.sh/gpu-core": str(percent), "koordinator.sh/gpu-memory-ratio": str(percent)}
            out = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "namespace": "d"}, "spec": {
                "schedulerName": "koord-scheduler", "containers": [{"name": "c", "image": "i", "resources": {"limits": share}}]}}
            if minor is not None:
                held = {"gpu": [{"minor": minor, "resources": {**share, "koordinator.sh/gpu-memory": "8Gi"}}]}
                out["metadata"].update(uid=name, annotations={"scheduling.koordinator.sh/device-allocated": json.dumps(held)})
                out["spec"]["nodeName"], out["status"] = "n", {"phase": "Running"}
            return out

        saved = self.file("saved.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": [node, device, pod("a", 50, 0), pod("b", 50, 3)]}))
        text = self.answer(1, "explain", "-f", self.file("want.json", json.dumps(pod("w", 80))), "--snapshot", saved).stdout
        self.assertRegex(text, r"(?m)^ *1 \(minor 3\)  needs")

    def test_a_pod_without_a_gpu_is_explained_too(self):
        pod = self.explain(0, "mixed/master", "--snapshot", QUEUES / "gangs.yaml")
        self.assertTrue(any(node["fits"] for node in pod["nodes"]))
        self.refused("explain", "mixed/nobody", "--snapshot", QUEUES / "gangs.yaml", words=["mixed/nobody"])

    def test_pods_that_do_not_wait(self):
        self.refused("explain", "test/nobody", "--snapshot", REFUSED, words=["test/nobody"])
        self.refused("explain", "test/binpack-1-695cd75b9b-2f8fj", "--snapshot", REFUSED, words=["sd-cluster-04"])
        self.refused("explain", "--snapshot", REFUSED, words=["POD"])
        self.refused("explain", WAITING, "-f", FIFTH, "--snapshot", REFUSED, words=["excludes"])

    def test_chinese(self):
        text = self.answer(1, "explain", WAITING, "--snapshot", REFUSED, language="zh_CN.UTF-8").stdout
        self.assertIn("可行办法", text)
        self.assertNotIn("REMEDIES", text)


if __name__ == "__main__":
    unittest.main()
