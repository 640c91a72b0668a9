#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Queues of Kueue, asked from the command line."""
import json
import unittest

from cardinal_program import RECORDED, SOURCE, CliTest

TEAMS = SOURCE / "tests" / "data" / "queues" / "two-teams.yaml"
GROUPS = SOURCE / "tests" / "data" / "queues" / "pod-groups.yaml"
HELD = SOURCE / "tests" / "data" / "queues" / "held-pods.yaml"
GUARANTEE = SOURCE / "tests" / "data" / "queues" / "volcano-guarantee.yaml"
ROLLOUT = SOURCE / "tests" / "data" / "queues" / "rollout.yaml"
QUOTAS = SOURCE / "tests" / "data" / "queues" / "quotas.yaml"
CONTRADICTIONS = SOURCE / "tests" / "data" / "queues" / "contradictions.yaml"
THREE = SOURCE / "tests" / "data" / "queues" / "three-that-wait.yaml"


class Queues(CliTest):
    def queues(self, *arguments):
        return json.loads(self.answer(0, "queues", *arguments, "-o", "json").stdout)

    def test_quotas_lines_verdicts_and_remedies(self):
        report = self.queues("--snapshot", TEAMS)
        self.assertEqual((report["system"], report["sight"]), ("kueue", "known"))
        a, b = report["queues"]
        cell = a["quotas"][0]
        self.assertEqual((a["cohort"], cell["nominal"], cell["used"], cell["reserved"], cell["borrowed"], cell["available"]),
                         ("research", "8", "12", "12", "4", "2"))
        self.assertEqual(a["holding"][0]["owner"], "Job/pretrain")
        train, huge = b["waiting"]
        self.assertEqual((train["position"], train["pods"], train["verdict"]), (1, 6, "waits"))
        self.assertEqual(train["message"], train["told"]["message"])
        self.assertEqual([one["remedy"] for one in train["remedies"]], ["othersFinish", "fewerPods", "moreQuota"])
        self.assertEqual((train["remedies"][1]["pods"], train["remedies"][2]["amount"]), (2, "4"))
        self.assertEqual([one["remedy"] for one in huge["remedies"]], ["moreQuota"])

    def test_the_short_option_and_one_queue(self):
        report = self.queues("team-b", "-f", TEAMS)
        self.assertEqual([one["name"] for one in report["queues"]], ["team-b"])
        self.refused("queues", "nobody", "-f", TEAMS, words=["nobody"])

    def test_the_table(self):
        done = self.answer(0, "queues", "--snapshot", TEAMS)
        for words in ("BORROWED", "team-a", "Waiting in ClusterQueue team-b:", "team-b/job-train", "4 more needed", "larger than the quota"):
            self.assertIn(words, done.stdout)
        chinese = self.answer(0, "queues", "--snapshot", TEAMS, language="zh_CN.UTF-8").stdout
        self.assertIn("等待配额", chinese)

    def test_gangs_and_queues_without_quota_say_what_would_help(self):
        """One that does not fit, one that fits only after another has ended, quota that is used up, and none at all."""
        report = json.loads(self.answer(0, "pending", "--snapshot", THREE, "-o", "json").stdout)
        pods = {one["name"]: one for one in report["pods"]}
        never = pods["foundation-worker-0"]["queue"]["group"]
        self.assertEqual((never["cause"], never["membersThatFit"], never["minMember"]), ("gangNoRoom", 1, 4))
        self.assertEqual([(one["remedy"], one["pods"]) for one in never["remedies"]], [("fewerPods", 1)])
        later = pods["finetune-worker-0"]["queue"]["group"]
        self.assertEqual((later["cause"], later["membersThatFit"], later["minMember"]), ("gangNoRoom", 1, 2))
        self.assertEqual([(one["remedy"], one["workloads"]) for one in later["remedies"]],
                         [("othersEnd", [{"namespace": "team-a", "name": "Job/pretrain", "holds": "8"}])])
        self.assertEqual([one["remedy"] for one in pods["evaluate-0"]["queue"]["waiting"]["remedies"]], ["othersFinish", "moreQuota"])
        self.assertEqual([one["remedy"] for one in pods["trial-0"]["queue"]["waiting"]["remedies"]], ["moreQuota"])
        for language, sentences in (("C.UTF-8", ("End Job/pretrain in namespace team-a, or wait until it has ended: it holds 8 nvidia.com/gpu",
                                                 "Ask for at most 1 pod", "waits for quota", "larger than the quota")),
                                    ("zh_CN.UTF-8", ("Job/pretrain", "最多", "等待配额", "nvidia.com/gpu"))):
            text = self.answer(0, "pending", "--snapshot", THREE, language=language).stdout
            for words in sentences:
                self.assertIn(words, text)

    def test_quota_objects_that_contradict_each_other_leave_it_unknown(self):
        report = self.queues("--snapshot", CONTRADICTIONS)
        [queue] = report["queues"]
        self.assertIsNone(queue["quotas"][0]["available"], "its cohorts are above each other")
        self.assertEqual((queue["waiting"][0]["verdict"], queue["waiting"][0]["message"]), ("refused", "ClusterQueue c is inactive"))
        others = {one["system"]: {row["name"]: row["quotas"][0] for row in one["queues"]} for one in report["others"]}
        for leaf in ("one", "two"):
            self.assertIsNone(others["elastic-quota-tree"][leaf]["used"], "which of the two leaves counts the namespace is not known")
            self.assertIsNone(others["elastic-quota-tree"][leaf]["free"])
        self.assertEqual((others["scheduler-plugins"]["q"]["guaranteed"], others["scheduler-plugins"]["q"]["limit"]), ("8", "4"), "as they stand there")
        self.assertEqual((others["kai"]["k1"]["deserved"], others["kai"]["k1"]["limit"], others["kai"]["k1"]["free"]), ("8", "4", None))

    def test_workloads_that_were_not_read_are_unknown(self):
        parts = TEAMS.read_text(encoding="utf-8").split("\n---\n")
        path = self.file("no-workloads.yaml", "\n---\n".join(one for one in parts if "kind: Workload" not in one))
        report = self.queues("--snapshot", path)
        row = report["queues"][0]
        self.assertIn("Workload", report["unreadKinds"])
        self.assertEqual((row["quotas"][0]["nominal"], row["quotas"][0]["used"], row["pending"]), ("8", None, None))
        self.assertIn("n/a", self.answer(0, "queues", "--snapshot", path).stdout)

    def test_a_cluster_without_kueue(self):
        report = self.queues("--snapshot", RECORDED / "s1-blog-two-nodes")
        self.assertEqual((report["sight"], report["queues"]), ("notRead", None))
        self.assertIn("kueue.x-k8s.io", self.answer(0, "queues", "--snapshot", RECORDED / "s1-blog-two-nodes").stdout)

    def test_queues_of_other_systems(self):
        report = self.queues("--snapshot", GROUPS)
        self.assertEqual([one["system"] for one in report["others"]], ["volcano", "kai", "koordinator", "scheduler-plugins"])
        volcano, kai, koordinator, _ = report["others"]
        self.assertEqual([one["cause"] for one in volcano["waiting"]], ["none", "aboveLimit", "queueNotOpen"])
        self.assertEqual(kai["queues"][1]["quotas"][0]["share"], "4")
        self.assertEqual((koordinator["queues"][0]["quotas"][0]["used"], koordinator["waiting"]), ("5", None))
        text = self.answer(0, "queues", "--snapshot", GROUPS).stdout
        for words in ("Queues of Volcano", "3/4 tasks in gang unschedulable", "the queue is not open", "OverLimit"):
            self.assertIn(words, text)
        self.assertNotIn("Looked for ClusterQueues", text)
        self.assertEqual([one["system"] for one in self.queues("research", "--snapshot", GROUPS)["others"]], ["volcano"])
        self.assertEqual(self.queues("--snapshot", TEAMS)["others"], [])

    def test_quotas_of_namespaces_of_ack_and_queues_of_yunikorn(self):
        report = self.queues("--snapshot", QUOTAS)
        systems = {one["system"]: one for one in report["others"]}
        self.assertEqual(list(systems), ["volcano", "elastic-quota-tree", "yunikorn", "resource-quota"])
        gpus = next(one for one in systems["resource-quota"]["queues"] if one["name"] == "gpus")
        quota = next(one for one in gpus["quotas"] if one["resource"] == "requests.nvidia.com/gpu")
        self.assertEqual((quota["limit"], quota["used"], quota["free"]), ("8", "5", "3"))
        refused = systems["resource-quota"]["waiting"][0]
        self.assertEqual((refused["name"], refused["cause"], refused["asked"], refused["free"]), ("job-train", "refused", "2", "1"))
        self.assertEqual(systems["volcano"]["overcommitFactor"], 1.2)
        text = self.answer(0, "queues", "--snapshot", QUOTAS).stdout
        for words in ("ResourceQuotas that name GPUs:", "vision/gpus", "Workloads whose pods would be rejected:", "ElasticQuotaTree of ACK",
                      "root.research", "overcommit leaves 4.2 in the cluster", "Overcommit factor of Volcano's scheduler: 1.2."):
            self.assertIn(words, text)
        self.assertIn("其 Pod 会被拒绝的工作负载", self.answer(0, "queues", "--snapshot", QUOTAS, language="zh_CN.UTF-8").stdout)
        self.assertEqual([one["system"] for one in self.queues("gpus", "--snapshot", QUOTAS)["others"]], ["resource-quota"])

    def test_a_pod_that_a_quota_holds_back_hears_it_before_the_nodes(self):
        pods = {one["name"]: one for one in json.loads(self.answer(0, "pending", "-o", "json", "--snapshot", QUOTAS).stdout)["pods"]}
        self.assertEqual((pods["speech-0"]["queue"]["system"], pods["speech-0"]["queue"]["group"]["bindingQuota"]), ("elastic-quota-tree", "research"))
        self.assertEqual(pods["tg-etl-2-workers-0"]["queue"]["system"], "yunikorn")
        self.assertIn("asks for 4 nvidia.com/gpu, and 3 is free in research", self.answer(0, "pending", "--snapshot", QUOTAS).stdout)
        explained = self.cardinal("explain", "speech/speech-0", "--snapshot", QUOTAS).stdout
        self.assertIn("ACK, queue speech", explained)
        for words in ("REMEDIES FOR THE QUOTA", "End Job/vision in namespace vision, or wait until it has ended: it holds 5 nvidia.com/gpu",
                      "Ask for at most 3 nvidia.com/gpu in a pod", "Raise max of nvidia.com/gpu in research by 1"):
            self.assertIn(words, explained)
        self.assertIn("End Job/vision in namespace vision", self.answer(0, "pending", "--snapshot", QUOTAS).stdout)
        self.assertEqual(pods["speech-0"]["queue"]["group"]["remedies"][2],
                         {"remedy": "moreQuota", "raises": [{"quota": "research", "field": "max", "resource": "nvidia.com/gpu", "amount": "1"}]})
        self.assertIn("提高 research 中 nvidia.com/gpu 的 max，幅度 1",
                      self.cardinal("explain", "speech/speech-0", "--snapshot", QUOTAS, language="zh_CN.UTF-8").stdout)
        self.assertIn("is not certain", explained)

    def test_pods_that_kai_and_koordinator_hold_back(self):
        pods = {one["name"]: one for one in json.loads(self.answer(0, "pending", "-o", "json", "--snapshot", HELD).stdout)["pods"]}
        held = pods["wait-0"]["queue"]
        self.assertEqual((held["system"], held["group"]["cause"], held["group"]["free"]), ("kai", "aboveFree", "1"))
        self.assertEqual([one["remedy"] for one in held["group"]["remedies"]], ["othersEnd", "othersEnd", "askLess", "moreQuota"])
        self.assertEqual(pods["y2-0"]["queue"]["group"]["cause"], "overQuota")
        koordinator = pods["c-0"]["queue"]
        self.assertEqual((koordinator["system"], koordinator["group"]["queue"], koordinator["group"]["modelled"]), ("koordinator", "nlp", True))
        text = self.answer(0, "pending", "--snapshot", HELD).stdout
        self.assertIn("may not be preempted and asks for 1 nvidia.com/gpu, and 0 of the quota of team-y is free", text)
        self.assertIn("Raise min of nvidia.com/gpu in nlp by 3", self.cardinal("explain", "nlp-dev/c-0", "--snapshot", HELD).stdout)
        self.assertIn("将其设为可抢占", self.cardinal("explain", "lab-y/y2-0", "--snapshot", HELD, language="zh_CN.UTF-8").stdout)

    def test_pods_that_a_quota_of_koordinator_holds_back_are_listed_with_it(self):
        koordinator = next(one for one in self.queues("--snapshot", HELD)["others"] if one["system"] == "koordinator")
        self.assertEqual([(one["name"], one["queue"], one["cause"]) for one in koordinator["waiting"]], [("Job/c", "nlp", "aboveFree")])
        text = self.answer(0, "queues", "--snapshot", HELD).stdout
        self.assertIn("Pod groups, and workloads that a quota holds back:", text)
        self.assertIn("nlp-dev/Job/c", text)

    def test_guarantees_of_other_queues_are_not_free(self):
        groups = {one["name"]: one for one in self.queues("--snapshot", GUARANTEE)["others"][0]["waiting"]}
        self.assertEqual((groups["ten"]["cause"], groups["ten"]["asked"], groups["ten"]["free"]), ("guaranteed", "10", "8"))
        self.assertEqual([one["remedy"] for one in groups["ten"]["remedies"]], ["askLess", "lowerGuarantee", "moreDevices"])
        self.assertEqual(groups["eight"]["cause"], "none")
        self.assertIn("asks for 10 nvidia.com/gpu, and the guarantees of other queues leave 8 for open",
                      self.answer(0, "queues", "--snapshot", GUARANTEE).stdout)
        self.assertIn("扣除其他队列的保障后", self.answer(0, "queues", "--snapshot", GUARANTEE, language="zh_CN.UTF-8").stdout)

    def deployment(self, name, gpus, strategy="{}"):
        return self.file("deployment.yaml", f"apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: {name}, namespace: web}}\nspec:\n  replicas: 2\n"
                         f"  strategy: {strategy}\n  selector: {{matchLabels: {{app: x}}}}\n  template:\n    metadata: {{labels: {{app: x}}}}\n    spec:\n"
                         f"      containers: [{{name: c, image: i, resources: {{limits: {{nvidia.com/gpu: {gpus}}}}}}}]\n")

    def test_an_update_says_what_it_needs_beside_the_running_pods(self):
        done = self.cardinal("preview", "--snapshot", ROLLOUT, "-f", self.deployment("vllm", 2))
        self.assertIn("Rollout: 2 pods of Deployment/vllm run or wait now. An update creates up to 1 pod beside the 2 (maxSurge), "
                      "which asks for 2 nvidia.com/gpu; up to 0 may end before (maxUnavailable). There is room for all of them now.", done.stdout)
        self.assertIn("asked about all pods beside those that run", done.stdout)
        report = json.loads(self.cardinal("preview", "--snapshot", ROLLOUT, "-f", self.deployment("vllm", 3), "-o", "json").stdout)
        rollout = next(one for one in report["admissions"] if one["system"] == "rollout")
        self.assertEqual((rollout["exists"], rollout["running"], rollout["maxSurge"], rollout["maxUnavailable"], rollout["fits"], rollout["stuck"]),
                         (True, 2, 1, 0, 0, True))
        self.assertEqual(rollout["needs"], [{"resource": "nvidia.com/gpu", "amount": "3"}])
        self.assertNotIn("Rollout", self.cardinal("preview", "--snapshot", ROLLOUT, "-f", self.deployment("new", 1)).stdout)
        self.assertIn("Recreate", self.cardinal("preview", "--snapshot", ROLLOUT, "-f", self.deployment("vllm", 2, "{type: Recreate}")).stdout)
        self.assertIn("滚动更新：Deployment/vllm 现有 2 个 Pod",
                      self.cardinal("preview", "--snapshot", ROLLOUT, "-f", self.deployment("vllm", 2), language="zh_CN.UTF-8").stdout)

    def test_slices_of_a_pod_set(self):
        slices = "kueue.x-k8s.io/podset-slice-required-topology: rack, kueue.x-k8s.io/podset-slice-size: '2'"
        done = self.cardinal("preview", "--snapshot", QUOTAS, "-f", self.job("free", 4, 3, slices))
        self.assertIn("pods of Job/new in slices of 2, each slice in one domain of rack. There is room for 1 of 2 slices only.", done.stdout)
        answer = json.loads(self.cardinal("preview", "--snapshot", QUOTAS, "-f", self.job("free", 4, 1, slices), "-o", "json").stdout)["admissions"][0]
        self.assertEqual((answer["demand"], answer["outcome"], answer["wanted"], answer["podsOfAGroup"], answer["within"]), ("slices", "fits", 2, 2, None))

    def job(self, namespace, pods, gpus, annotations="", scheduler=""):
        return self.file("job.yaml", f"apiVersion: batch/v1\nkind: Job\nmetadata: {{name: new, namespace: {namespace}}}\nspec:\n  parallelism: {pods}\n"
                         f"  completions: {pods}\n  template:\n    metadata: {{annotations: {{{annotations}}}}}\n    spec:\n{scheduler}"
                         f"      restartPolicy: Never\n      containers: [{{name: c, image: i, resources: {{limits: {{cpu: 1, nvidia.com/gpu: {gpus}}}}}}}]\n")

    def test_a_file_hears_that_the_server_rejects_pods_and_not_the_workload(self):
        done = self.cardinal("preview", "--snapshot", QUOTAS, "-f", self.job("vision", 4, 1))
        self.assertIn("ResourceQuota gpus: 3 of 4 pods of Job/new would be created now.", done.stdout)
        self.assertIn("The workload itself is created.", done.stdout)
        self.assertEqual(done.returncode, 1)
        report = json.loads(self.cardinal("preview", "--snapshot", QUOTAS, "-f", self.job("vision", 4, 1), "-o", "json").stdout)
        answer = next(one for one in report["admissions"] if one["system"] == "resource-quota")
        self.assertEqual((answer["verdict"], answer["podsCreated"], answer["admittedNow"]), ("partly", 3, False))
        self.assertEqual([one["remedy"] for one in answer["remedies"]], ["othersEnd", "moreQuota", "fewerPods"])
        self.assertIn("Raise hard of requests.nvidia.com/gpu in gpus by 1", done.stdout)

    def test_all_pods_in_one_rack(self):
        rack = "kueue.x-k8s.io/podset-required-topology: rack"
        done = self.cardinal("preview", "--snapshot", QUOTAS, "-f", self.job("free", 2, 3, rack))
        self.assertIn("Topology (Kueue): all 2 pods of Job/new in one domain of rack. rack=r2 holds them.", done.stdout)
        self.assertIn("node-b", done.stdout)
        self.assertIn("Job/new: only nodes of rack=r2 are asked about.", done.stdout)
        found = json.loads(self.cardinal("preview", "--snapshot", QUOTAS, "-f", self.job("free", 2, 3, rack), "-o", "json").stdout)
        self.assertEqual(found["workloads"][0]["object"]["domain"], "rack=r2")
        anywhere = json.loads(self.cardinal("preview", "--snapshot", QUOTAS, "-f", self.job("free", 2, 3), "-o", "json").stdout)
        self.assertIsNone(anywhere["workloads"][0]["object"]["domain"])
        none = self.cardinal("preview", "--snapshot", QUOTAS, "-f", self.job("free", 3, 3, rack), "-o", "json")
        answer = json.loads(none.stdout)["admissions"][0]
        self.assertEqual((answer["outcome"], answer["fits"], answer["wanted"], answer["domains"]), ("doesNotFit", 2, 3, 2))
        self.assertEqual(none.returncode, 1)

    def test_a_pod_behind_the_gate_shows_its_queue_first(self):
        pods = json.loads(self.answer(0, "pending", "-o", "json", "--snapshot", TEAMS).stdout)["pods"]
        self.assertEqual(pods[0]["queue"]["workload"], "job-train")
        self.assertEqual(pods[0]["queue"]["waiting"]["position"], 1)
        self.assertIn("waits for quota", self.answer(0, "pending", "--snapshot", TEAMS).stdout)
        done = self.cardinal("explain", "team-b/train-0", "--snapshot", TEAMS)
        self.assertIn("ClusterQueue team-b, position 1", done.stdout)
        self.assertIn("Once its queue admits it, it fits on gpu-1", done.stdout)
        self.assertNotIn("laced on", done.stdout)
        report = json.loads(self.answer(0, "explain", "team-b/train-0", "--snapshot", TEAMS, "-o", "json").stdout)["pods"][0]
        self.assertEqual(report["certainty"], "Modelled")

    def test_one_possible_place_is_not_one_of_several(self):
        waits = self.file("waits.yaml", "apiVersion: v1\nkind: Pod\nmetadata: {name: gated}\nspec:\n  schedulingGates: [{name: team/later}]\n"
                          "  containers: [{name: c, image: i, resources: {limits: {nvidia.com/gpu: 1}}}]\n")
        report = self.answer(0, "preview", "--snapshot", TEAMS, "-f", waits).stdout
        self.assertIn("only one fits", report)
        self.assertNotIn("one of several", report)


if __name__ == "__main__":
    unittest.main()
