#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many more fit, asked from the command line."""
import json
import unittest

from cardinal_program import EXAMPLES, RECORDED, CliTest

BLOG = RECORDED / "s1-blog-two-nodes"  # two nodes of one 14 GiB card; 13 and 12 GiB are allocated


POD = """apiVersion: v1
kind: Pod
metadata: {name: p}
spec: {containers: [{name: c, image: i, resources: {limits: {nvidia.com/gpu: 1}}}]}
"""


class Capacity(CliTest):
    def capacity(self, code, *arguments):
        return json.loads(self.answer(code, "capacity", "-o", "json", *arguments).stdout)["workloads"][0]

    def test_one_more_of_2_fits_where_13_and_12_of_14_are_taken(self):
        answer = self.capacity(0, "--memory", "2", "--snapshot", BLOG)
        self.assertEqual((answer["fits"], answer["atLeast"], answer["nodesUsed"]), (1, False, 1))
        self.assertEqual(sum(bind["nodes"] for bind in answer["binds"]), 2)
        self.assertEqual(answer["moreNodes"][0]["nodes"], 2)
        self.assertEqual((answer["moreNodes"][0]["with1"], answer["moreNodes"][0]["with10"]), (7, 70))

    def test_a_manifest_says_the_same(self):
        by_file = self.capacity(0, "-f", EXAMPLES / "walkthrough" / "1-binpack-1.yaml", "--snapshot", BLOG)
        self.assertEqual(by_file["fits"], 1)

    def test_a_workload_of_no_replicas_is_asked_about_by_its_pods(self):
        none = self.folder / "none.yaml"
        none.write_text(
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: none}\nspec:\n  replicas: 0\n"
            "  selector: {matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: b}}\n"
            "    spec: {containers: [{name: m, image: x, resources: {limits: {aliyun.com/gpu-mem: 2}}}]}\n"
        )
        done = self.answer(0, "capacity", "-f", none, "--snapshot", BLOG)
        self.assertIn("more fit now", done.stdout)
        self.assertIn("spec.replicas is 0: it asks for no pods now.", done.stdout)
        document = json.loads(self.answer(0, "capacity", "-o", "json", "-f", none, "--snapshot", BLOG).stdout)
        self.assertEqual(document["workloads"][0]["fits"], 1)
        self.assertEqual((document["unanswered"], document["others"], document["problems"]), ([], [], []))
        explained = json.loads(self.answer(0, "explain", "-o", "json", "-f", none, "--snapshot", BLOG).stdout)
        self.assertEqual(explained["unanswered"][0]["problems"][0]["code"], "NoReplicas")

    def test_none_exits_1_and_says_why(self):
        done = self.answer(1, "capacity", "--memory", "5", "--snapshot", BLOG)
        self.assertIn("None fits now.", done.stdout)
        self.assertIn("LIMITED BY", done.stdout)
        self.assertIn("+2", done.stdout)

    def test_more_than_any_card_has(self):
        answer = self.capacity(1, "--memory", "15", "--snapshot", BLOG)
        self.assertEqual((answer["fits"], answer["moreNodes"][0]["with10"]), (0, 0))
        self.assertIsNotNone(answer["moreNodes"][0]["refusal"])

    def test_agrees_with_the_preview(self):
        """As many replicas as capacity says find a place, one more does not. The demo lives, so its state is kept first."""
        state = self.folder / "state.json.gz"
        self.answer(0, "snapshot", "save", state, "--demo")
        manifest = EXAMPLES / "multi-card.yaml"
        fits = self.capacity(0, "-f", manifest, "--snapshot", state)["fits"]
        self.answer(0, "preview", "-f", manifest, "--snapshot", state, "--replicas", fits)
        self.answer(1, "preview", "-f", manifest, "--snapshot", state, "--replicas", fits + 1)

    def test_whole_cards_and_core(self):
        self.assertGreater(self.capacity(0, "--memory", "4", "--core", "30", "--demo")["fits"], 0)
        self.assertIn("fits", self.capacity(0, "--gpus", "1", "--demo"))

    def test_a_workload_of_several_roles_fits_as_a_whole_or_not(self):
        """Each role alone finds places of which the other needs some."""
        nodes = {"apiVersion": "v1", "kind": "NodeList", "items": [
            {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name},
             "status": {"conditions": [{"type": "Ready", "status": "True"}],
                        "capacity": {"cpu": "64", "memory": "256Gi", "pods": "110", "nvidia.com/gpu": "8"},
                        "allocatable": {"cpu": "64", "memory": "256Gi", "pods": "110", "nvidia.com/gpu": "8"}}} for name in ("a1", "b1")]}
        self.file("nodes.json", json.dumps(nodes))
        self.file("pods.json", '{"kind":"PodList","apiVersion":"v1","items":[]}')
        template = '{{spec: {{containers: [{{name: c, image: i, resources: {{limits: {{nvidia.com/gpu: {}}}}}}}]}}}}'
        manifest = self.file("jobset.yaml", "apiVersion: jobset.x-k8s.io/v1alpha2\nkind: JobSet\nmetadata: {name: train}\nspec:\n  replicatedJobs:\n" + "".join(
            f"  - name: {name}\n    replicas: {pods}\n    template: {{spec: {{parallelism: 1, completions: 1, template: {template.format(4)}}}}}\n" for name, pods in (("driver", 1), ("worker", 2))))
        answer = json.loads(self.answer(0, "capacity", "-o", "json", "-f", manifest, "--snapshot", self.folder).stdout)
        self.assertEqual([one["fits"] for one in answer["workloads"]], [4, 4])
        self.assertEqual([(one["name"], one["fits"], one["atLeast"]) for one in answer["whole"]], [("train", 1, False)])
        self.assertIn("as a whole: 1 more fit now", self.answer(0, "capacity", "-f", manifest, "--snapshot", self.folder).stdout)

    def test_unknown_is_not_none(self):
        """A node whose mode says nothing of what fits: preview calls it unknown, so capacity does not say 0."""
        nodes = {"unclear": {"ack.node.gpu.schedule": "mig"}, "plain": {}}
        resources = {"nvidia.com/gpu": "2", "cpu": "64", "memory": "512Gi", "pods": "110"}
        items = [{"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": labels},
                  "status": {"allocatable": resources, "capacity": resources, "conditions": [{"type": "Ready", "status": "True"}]}}
                 for name, labels in nodes.items()]
        alone = self.file("alone.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": items[:1]}))
        both = self.file("both.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": items}))
        self.assertIn("No node is known to take it now", self.answer(1, "preview", "-f", self.file("p.yaml", POD), "--snapshot", alone).stdout)
        answer = self.capacity(1, "--gpus", "1", "--snapshot", alone)
        self.assertEqual((answer["fits"], answer["atLeast"], answer["unknownNodes"]), (None, False, 1))
        self.assertEqual([(kind["with1"], kind["with10"]) for kind in answer["moreNodes"]], [(None, None)])
        before = json.loads(self.answer(1, "preview", "-f", self.file("p.yaml", POD), "--snapshot", alone, "-o", "json").stdout)["workloads"][0]["fragmentation"]["before"]
        self.assertEqual((before["rate"], before["fits"], before["atLeast"]), (None, None, True))
        text = self.answer(1, "capacity", "--gpus", "1", "--snapshot", alone).stdout
        self.assertIn("How many more fit is unknown", text)
        self.assertNotIn("+0", text)
        answer = self.capacity(0, "--gpus", "1", "--snapshot", both)
        self.assertEqual((answer["fits"], answer["atLeast"], answer["unknownNodes"]), (2, True, 1))

    def tainted(self, name, taints, labels=None):
        resources = {"nvidia.com/gpu": "8", "cpu": "64", "memory": "512Gi", "pods": "110"}
        node = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n", "labels": labels or {}}, "spec": {"taints": taints},
                "status": {"allocatable": resources, "capacity": resources, "conditions": [{"type": "Ready", "status": "True"}]}}
        return self.file(name, json.dumps({"apiVersion": "v1", "kind": "List", "items": [node]}))

    def test_without_a_manifest_taints_are_named_and_refuse_nothing(self):
        gpu = {"key": "nvidia.com/gpu", "value": "present", "effect": "NoSchedule"}
        team = {"key": "team", "value": "x", "effect": "NoSchedule"}
        both = self.tainted("both.json", [gpu, team])
        answer = self.capacity(0, "--gpus", "1", "--snapshot", both)
        self.assertEqual((answer["fits"], answer["tolerated"]), (8, ["nvidia.com/gpu=present:NoSchedule", "team=x:NoSchedule"]))
        self.assertEqual(answer["moreNodes"][0]["with1"], 8)
        text = self.answer(0, "capacity", "--gpus", "1", "--snapshot", both).stdout
        self.assertIn("nvidia.com/gpu=present:NoSchedule, team=x:NoSchedule", text)
        gone = self.tainted("gone.json", [{"key": "node.kubernetes.io/unreachable", "effect": "NoSchedule"}])
        self.assertEqual(self.capacity(1, "--gpus", "1", "--snapshot", gone)["tolerated"], [])

    def test_a_taint_that_admission_may_pass_is_unknown_and_on_gke_it_passes(self):
        gpu = [{"key": "nvidia.com/gpu", "value": "present", "effect": "NoSchedule"}]
        file = self.file("p.yaml", POD)
        anywhere = self.tainted("anywhere.json", gpu)
        answer = self.capacity(1, "-f", file, "--snapshot", anywhere)
        self.assertEqual((answer["fits"], answer["unknownNodes"], answer["tolerated"]), (None, 1, []))
        self.assertIn("TolerationsAtAdmission", answer["caveats"])
        preview = self.answer(1, "preview", "-f", file, "--snapshot", anywhere).stdout
        self.assertIn("No node is known to take it now", preview)
        self.assertIn("ExtendedResourceToleration", preview)
        gke = self.tainted("gke.json", gpu, {"cloud.google.com/gke-nodepool": "p"})
        self.assertEqual(self.capacity(0, "-f", file, "--snapshot", gke)["fits"], 8)

    def test_the_namespace_and_volumes_count_as_in_the_preview(self):
        cluster = self.folder / "cluster"
        cluster.mkdir()

        def listed(kind, *items):
            self.file(f"cluster/{kind.lower()}s.json", json.dumps({"apiVersion": "v1", "kind": kind + "List", "items": list(items)}))

        amounts = {"cpu": "4", "memory": "8Gi", "pods": "20"}
        listed("Node", {"metadata": {"name": "n"}, "status": {"capacity": amounts, "allocatable": amounts}})
        listed("Pod")
        listed("ResourceQuota", {"metadata": {"name": "q", "namespace": "default"}, "spec": {}, "status": {"hard": {"pods": "2"}, "used": {"pods": "0"}}})
        listed("LimitRange", {"metadata": {"name": "l", "namespace": "default"}, "spec": {"limits": [{"type": "Container", "defaultRequest": {"cpu": "1"}}]}})
        listed("PersistentVolumeClaim", {"metadata": {"name": "single", "namespace": "default"}, "spec": {"accessModes": ["ReadWriteOncePod"], "volumeName": "v"}})
        listed("PersistentVolume", {"metadata": {"name": "v"}, "spec": {}})

        def fits(code, volumes):
            text = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec: {replicas: 20, template: {spec: {containers: [{name: c, image: i}]%s}}}\n"
            return self.capacity(code, "-f", self.file("asked.yaml", text % volumes), "--snapshot", cluster)

        self.assertEqual(fits(1, "")["fits"], 4, "each container gets 1 CPU by default; the quota of 2 pods is reported beside")
        volume = ", volumes: [{name: v, persistentVolumeClaim: {claimName: %s}}]"
        self.assertEqual(fits(1, volume % "missing")["fits"], 0)
        one = fits(1, volume % "single")
        self.assertEqual(one["fits"], 1, "one pod at a time uses it")

    def test_in_chinese(self):
        done = self.answer(1, "capacity", "--memory", "5", "--snapshot", BLOG, language="zh_CN.UTF-8")
        self.assertIn("现在一个也放不下。", done.stdout)

    def test_bad_input(self):
        self.refused("capacity", "--demo", words=["--memory", "-f FILE"])
        self.refused("capacity", "--demo", "--memory", "0", words=["--memory"])
        self.refused("capacity", "--demo", "--memory", "2", "--gpus", "1", words=["--gpus"])
        self.refused("capacity", "--demo", "--cards", "2", words=["--cards", "--memory"])
        self.refused("capacity", "--demo", "--memory", "7", "--cards", "2", words=["7", "2"])
        self.refused("capacity", "--demo", "--memory", "8", "--core", "32", words=["32", "5"])
        self.refused("capacity", "-f", "/nowhere.yaml", "--demo", words=["/nowhere.yaml"])


if __name__ == "__main__":
    unittest.main()
