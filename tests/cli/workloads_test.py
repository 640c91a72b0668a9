#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What teams submitted, traced from the pods of a cluster."""
import json
import unittest

from cardinal_program import SOURCE, CliTest

TEAMS = SOURCE / "tests" / "data" / "workloads" / "teams.yaml"
QUEUED = SOURCE / "tests" / "data" / "queues" / "two-teams.yaml"


class Workloads(CliTest):
    def workloads(self, *arguments):
        return json.loads(self.answer(0, "workloads", *arguments, "-o", "json").stdout)["workloads"]

    def test_every_pod_stands_in_one_workload_of_its_kind(self):
        report = self.workloads("--snapshot", TEAMS)
        self.assertEqual([(one["namespace"], one["kind"], one["name"], len(one["pods"]), one["tracedBy"]) for one in report],
                         [("team-a", "PyTorchJob", "bert", 2, "owner"), ("team-b", "Deployment", "chat", 1, "name"),
                          ("team-b", "JobSet", "sweep", 1, "label"), ("team-b", "Pod", "liar", 1, "bare")])
        bert = report[0]
        self.assertEqual((bert["running"], bert["waiting"], bert["cardsHeld"], bert["cardsAsked"]), (1, 1, 2, 4))
        self.assertEqual(bert["gangs"], [{"name": "bert", "min": None, "pods": 2, "bound": 1}])
        self.assertEqual([one["role"] for one in bert["pods"]], ["master", "worker"])
        self.assertEqual([one["node"] for one in bert["pods"]], ["gpu-1", None])
        self.assertIn("Insufficient", bert["pods"][1]["message"])

    def test_what_no_pod_tells_is_unknown_and_never_zero(self):
        bert = self.workloads("--snapshot", TEAMS)[0]
        self.assertIsNone(bert["wanted"])
        self.assertIsNone(bert["queue"])
        row = next(line for line in self.answer(0, "workloads", "--snapshot", TEAMS).stdout.splitlines() if "PyTorchJob" in line)
        self.assertEqual(row.count("n/a"), 2, row)
        claimed = next(line for line in self.answer(0, "workloads", "--demo").stdout.splitlines() if "vlm-train" in line)
        self.assertIn("2 of ?", claimed, "how many a claim asks for stands on no pod")

    def test_kueue_tells_queue_and_wanted_pods_also_of_what_has_none_yet(self):
        report = {one["name"]: one for one in self.workloads("--snapshot", QUEUED)}
        train, huge = report["train"], report["huge"]
        self.assertEqual((train["wanted"], train["waiting"], train["queue"]), (6, 1, {"system": "kueue", "name": "main"}))
        self.assertEqual((huge["wanted"], huge["pods"], huge["cardsAsked"], huge["cardsHeld"]), (1, [], 20, 0))
        conditions = train["admissions"][0]["conditions"]
        self.assertEqual((conditions[0]["type"], conditions[0]["status"]), ("QuotaReserved", "False"))
        self.assertIn("4 more needed", self.answer(0, "workloads", "team-b/train", "--snapshot", QUEUED).stdout)

    def test_one_namespace_and_one_name(self):
        self.assertEqual([one["name"] for one in self.workloads("--snapshot", TEAMS, "-n", "team-a")], ["bert"])
        self.assertEqual([one["name"] for one in self.workloads("chat", "--snapshot", TEAMS)], ["chat"])
        done = self.answer(0, "workloads", "team-a/bert", "--snapshot", TEAMS).stdout
        for words in ("bert-worker-0", "worker", "Insufficient nvidia.com/gpu", "gpu-1"):
            self.assertIn(words, done)
        self.refused("workloads", "nobody", "--snapshot", TEAMS, words=["nobody"])

    def test_the_table_in_both_languages_obeys_no_text_of_the_cluster(self):
        done = self.answer(0, "workloads", "--snapshot", TEAMS).stdout
        for words in ("NAMESPACE", "WANTED", "PyTorchJob", "1 running, 1 waiting", "2 of 4"):
            self.assertIn(words, done)
        self.assertNotIn("\x1b", done)
        chinese = self.answer(0, "workloads", "--snapshot", TEAMS, language="zh_CN.UTF-8").stdout
        self.assertIn("1 个运行中", chinese)

    def test_a_resize_that_waits_and_gates_are_told(self):
        status = "conditions: [{type: PodResizePending, status: 'True', reason: Deferred, message: no room}], phase: Running"
        pods = [("grown", "nodeName: gpu-1, ", status), ("held", "schedulingGates: [{name: example.com/quota}], ", "phase: Pending")]
        text = TEAMS.read_text(encoding="utf-8").split("\n---\n")[0]
        for name, spec, state in pods:
            text += (f"\n---\n{{apiVersion: v1, kind: Pod, metadata: {{name: {name}, namespace: team-c, uid: {name}}}, "
                     f"spec: {{{spec}containers: [{{name: c, image: i, resources: {{limits: {{nvidia.com/gpu: 1}}}}}}]}}, status: {{{state}}}}}\n")
        path = self.file("resized.yaml", text)
        told = {pod["name"]: (pod["resize"], pod["schedulingGates"]) for one in self.workloads("--snapshot", path) for pod in one["pods"]}
        self.assertEqual(told, {"grown": ("Deferred", []), "held": (None, ["example.com/quota"])})
        self.assertIn("Running (resize deferred)", self.answer(0, "workloads", "grown", "--snapshot", path).stdout)
        self.assertIn("Pending (SchedulingGated)", self.answer(0, "workloads", "held", "--snapshot", path).stdout)

    def test_an_empty_cluster(self):
        path = self.file("none.yaml", TEAMS.read_text(encoding="utf-8").split("\n---\n")[0])
        self.assertEqual(self.workloads("--snapshot", path), [])
        self.assertIn("No workload", self.answer(0, "workloads", "--snapshot", path).stdout)


if __name__ == "__main__":
    unittest.main()
