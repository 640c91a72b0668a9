#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether Kueue would admit what a file asks for, reported before the nodes."""
import json
import unittest

from cardinal_program import SOURCE, CliTest

TEAMS = SOURCE / "tests" / "data" / "queues" / "two-teams.yaml"
POD = "{spec: {containers: [{name: main, image: i, resources: {limits: {nvidia.com/gpu: 1}}}]}}"
# team-b has 2 cards left, the node has 16; a Job of 6 pods waits in its line, and one that is larger than the quota
JOB = """apiVersion: batch/v1
kind: Job
metadata: {name: new, namespace: team-b, labels: {kueue.x-k8s.io/queue-name: main%s}}
spec: {parallelism: %d, template: """ + POD.replace("{spec: {", "{spec: {restartPolicy: Never, ") + "}\n"


class Admission(CliTest):
    def report(self, code, command, text, *more, snapshot=TEAMS):
        done = self.answer(code, command, "-f", self.file("new.yaml", text), "--snapshot", snapshot, "-o", "json", *more)
        return json.loads(done.stdout)

    def text(self, code, command, text, snapshot=TEAMS, **options):
        return self.answer(code, command, "-f", self.file("new.yaml", text), "--snapshot", snapshot, **options).stdout

    def variant(self, *changes):
        text = TEAMS.read_text(encoding="utf-8")
        for old, new in changes:
            self.assertIn(old, text)
            text = text.replace(old, new)
        return self.file("variant.yaml", text)

    def test_what_would_be_admitted_is_printed_first_with_its_flavor(self):
        for command in ("preview", "explain", "capacity"):
            with self.subTest(command=command):
                text = self.text(0, command, JOB % ("", 2))
                self.assertTrue(text.startswith("Kueue: Job/new would be admitted now to ClusterQueue team-b with flavor h100 (node labels card=h100)."), text)
                one = self.report(0, command, JOB % ("", 2))["admissions"][0]
                self.assertEqual((one["admittedNow"], one["verdict"], one["clusterQueue"], one["localQueue"]), (True, "admitted", "team-b", "main"))
                self.assertEqual((one["object"]["kind"], one["object"]["name"], one["namespace"]), ("Job", "new", "team-b"))
                self.assertEqual(one["flavors"], [{"podSet": "main", "resource": "nvidia.com/gpu", "flavor": "h100", "nodeLabels": {"card": "h100"}, "tolerations": []}])
                self.assertEqual((one["ahead"], one["mayTakeQuotaFirst"]), (2, 0))

    def test_what_would_wait_is_a_no_although_the_nodes_have_room(self):
        for command in ("preview", "explain", "capacity"):
            with self.subTest(command=command):
                text = self.text(1, command, JOB % ("", 3))
                self.assertTrue(text.startswith("Kueue: Job/new would wait in ClusterQueue team-b. Waits for quota: "), text)
                self.assertIn("1 more needed", text)
                self.assertIn("Ask for 2 pods instead of 3", text)
                self.assertIn("holds once it is admitted", text)
        report = self.report(1, "preview", JOB % ("", 3))
        one = report["admissions"][0]
        self.assertEqual((one["admittedNow"], one["verdict"], one["flavors"]), (False, "waits", []))
        self.assertEqual([remedy["remedy"] for remedy in one["remedies"]], ["othersFinish", "fewerPods", "moreQuota"])
        placed = report["workloads"][0]
        self.assertEqual((len(placed["placements"]), placed["certainty"]), (3, "Modelled"))
        self.assertEqual(self.report(1, "explain", JOB % ("", 3))["pods"][0]["certainty"], "Modelled")
        self.assertIn("会在 ClusterQueue team-b 中等待", self.text(1, "preview", JOB % ("", 3), language="zh_CN.UTF-8"))
        self.assertTrue(self.report(0, "preview", JOB % ("", 3), "--replicas", "2")["admissions"][0]["admittedNow"])

    def test_the_nodes_are_asked_about_with_the_labels_of_the_flavor(self):
        elsewhere = self.variant(("spec: {nodeLabels: {card: h100}}", "spec: {nodeLabels: {card: h200}}"))
        report = self.report(1, "preview", JOB % ("", 2), snapshot=elsewhere)
        self.assertTrue(report["admissions"][0]["admittedNow"])
        self.assertEqual(report["workloads"][0]["placements"], [], "no node carries the label")
        self.assertEqual(self.report(1, "capacity", JOB % ("", 2), snapshot=elsewhere)["workloads"][0]["fits"], 0)

    def test_pods_of_a_deployment_are_admitted_one_by_one(self):
        web = ("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: team-b, labels: {kueue.x-k8s.io/queue-name: main}}\n"
               "spec: {replicas: 5, selector: {}, template: " + POD + "}\n")
        self.assertIn("Kueue: 2 of 5 pods of Deployment/web would get quota now in ClusterQueue team-b", self.text(1, "preview", web))
        one = self.report(1, "preview", web)["admissions"][0]
        self.assertEqual((one["eachPodAlone"], one["workloads"], one["withQuota"], one["admittedNow"]), (True, 5, 2, False))

    def test_a_queue_that_is_not_there_or_stopped_refuses(self):
        lost = (JOB % ("", 1)).replace("queue-name: main", "queue-name: nowhere")
        self.assertIn("LocalQueue nowhere doesn't exist", self.text(1, "preview", lost))
        here = (JOB % ("", 1)).replace(", namespace: team-b", "")
        self.assertIn("Job/new would not be admitted (LocalQueue main)", self.text(1, "preview", here))
        self.assertTrue(self.report(0, "preview", here, "-n", "team-b")["admissions"][0]["admittedNow"])
        stopped = self.variant(("queueingStrategy: BestEffortFIFO", "stopPolicy: Hold"))
        self.assertIn("ClusterQueue team-b is inactive", self.text(1, "preview", JOB % ("", 1), snapshot=stopped))

    def test_in_strict_order_nobody_passes_who_waits(self):
        strict = self.variant(("queueingStrategy: BestEffortFIFO", "queueingStrategy: StrictFIFO"))
        self.assertIn("ClusterQueue team-b is StrictFIFO, and Job/train waits before it", self.text(1, "preview", JOB % ("", 1), snapshot=strict))
        self.assertEqual(self.report(1, "preview", JOB % ("", 1), snapshot=strict)["admissions"][0]["blockedBy"], "Job/train")

    def test_what_was_not_read_is_unknown_and_no_refusal(self):
        parts = TEAMS.read_text(encoding="utf-8").split("\n---\n")
        path = self.file("no-workloads.yaml", "\n---\n".join(one for one in parts if "kind: Workload" not in one))
        text = self.text(0, "preview", JOB % ("", 3), snapshot=path)
        self.assertIn("Kueue: unknown whether Job/new would be admitted (LocalQueue main). Not judged: Workload could not be read.", text)
        one = self.report(0, "preview", JOB % ("", 3), snapshot=path)["admissions"][0]
        self.assertEqual((one["admittedNow"], one["verdict"], one["notJudged"], one["unreadKinds"]), (None, None, "notRead", ["Workload"]))
        bare = self.file("no-kueue.yaml", parts[0])
        self.assertIn("Looked for ClusterQueues", self.text(0, "preview", JOB % ("", 3), snapshot=bare))
        self.assertEqual(self.report(0, "preview", JOB % ("", 3), snapshot=bare)["admissions"][0]["notAsked"], "queuesNotRead")
        classed = JOB % (", kueue.x-k8s.io/priority-class: urgent", 1)
        self.assertIn("Its priority class was not read", self.text(0, "preview", classed))
        self.assertIsNone(self.report(0, "preview", classed)["admissions"][0]["admittedNow"])

    def test_a_selector_by_other_labels_leaves_the_yes_open(self):
        path = self.variant(("kubernetes.io/metadata.name: team-b", "tier: research"))
        one = self.report(0, "preview", JOB % ("", 1), snapshot=path)["admissions"][0]
        self.assertEqual((one["admittedNow"], one["verdict"], one["cautions"]), (None, "admitted", ["namespaceNotRead"]))
        self.assertIs(self.report(1, "preview", JOB % ("", 3), snapshot=path)["admissions"][0]["admittedNow"], False)

    def test_what_names_no_queue_gets_no_queue_line(self):
        plain = (JOB % ("", 3)).replace(", labels: {kueue.x-k8s.io/queue-name: main}", "")
        self.assertNotIn("Kueue", self.text(0, "preview", plain))
        self.assertEqual(self.report(0, "preview", plain)["admissions"], [])

    def test_submit_tells_it_and_creates_all_the_same(self):
        job = (JOB % ("", 1)).replace(", namespace: team-b", "")
        done = self.answer(0, "submit", "--dry-run", "--demo", "-f", self.file("new.yaml", job))
        self.assertTrue(done.stdout.startswith("Kueue: Job/new would not be admitted (LocalQueue main)."), done.stdout)
        self.assertIn("would create Job/default/new", done.stdout)
        report = json.loads(self.answer(0, "submit", "--dry-run", "--demo", "-f", self.file("new.yaml", job), "-o", "json").stdout)
        self.assertEqual((report["admissions"][0]["admittedNow"], len(report["created"])), (False, 1))


if __name__ == "__main__":
    unittest.main()
