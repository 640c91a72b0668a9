#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What files ask for: `workload` without a cluster, and the commands that ask a cluster about the same files."""
import json
import unittest

from cardinal_program import EXAMPLES, CliTest

GPUS = "resources: {limits: {nvidia.com/gpu: %d}}"


def template(gpus, more=""):
    asks = ", " + GPUS % gpus if gpus else ""
    return "{spec: {%scontainers: [{name: main, image: pause%s}]}}" % (more, asks)


DEPLOYMENT = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: team}\nspec:\n  replicas: %s\n  template: " + template(1) + "\n"
TORCH = """apiVersion: kubeflow.org/v1
kind: PyTorchJob
metadata: {name: train}
spec:
  pytorchReplicaSpecs:
    Worker: {replicas: %d, template: """ + template(8) + """}
    Master: {template: """ + template(8) + """}
"""
VOLCANO = """apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata: {name: gang}
spec:
  minAvailable: %d
  queue: research
  tasks: [{name: worker, replicas: %d, template: """ + template(8) + """}]
"""
NAMESPACE = "apiVersion: v1\nkind: Namespace\nmetadata: {name: %s}\n"


MIXED = """apiVersion: v1
kind: Pod
metadata: {name: good}
spec: {containers: [{name: c, resources: {limits: {nvidia.com/gpu: 1}}}]}
---
apiVersion: v1
kind: Pod
metadata: {generateName: bad-}
spec: {containers: [{name: c, resources: {limits: {nvidia.com/mig-1g.10gb: 1, aliyun.com/gpu-mem: 4}}}]}
"""


class WhatCannotBeRead(CliTest):
    """`problems` has the same parts whatever cannot be read: the field, the file and line, the value."""

    def problem(self, name, text):
        report = json.loads(self.answer(2, "workload", "-f", self.file(name, text), "-o", "json").stdout)
        self.assertEqual(report["workloads"], [])
        return report["problems"][0]

    def test_the_only_file_is_a_problem_too(self):
        found = self.problem("tabs.yaml", "kind: Pod\nspec:\n\tcontainers: []\n")
        self.assertEqual((found["code"], found["field"]), ("ParseFailed", None))
        self.assertIn("tabs.yaml, line 3", found["place"])
        self.assertEqual(self.problem("empty.yaml", "# nothing\n")["code"], "NoPodTemplate")

    def test_an_amount_has_field_place_and_value(self):
        pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, resources: {limits: {nvidia.com/gpu: %s}}}]}\n"
        found = self.problem("eight.yaml", pod % "eight")
        self.assertEqual((found["field"], found["detail"]), ("spec.containers[0].resources.limits[nvidia.com/gpu]", "eight"))
        self.assertTrue(found["place"].endswith("eight.yaml, line 4, column 68"), found["place"])
        self.assertIn("whole number", found["text"])
        self.assertIn("negative", self.problem("minus.yaml", pod % "-1")["text"])


class NothingThatCanBeAsked(CliTest):
    """A script that asks for JSON gets JSON, also where nothing of its files can be asked about."""

    def report(self, command, path, code=2):
        return json.loads(self.answer(code, command, "--demo", "-f", path, "-o", "json").stdout)

    def test_a_single_unreadable_file_is_among_the_problems(self):
        path = self.file("tabs.yaml", "kind: Pod\nspec:\n\tcontainers: []\n")
        for command, lists in (("preview", ("workloads", "groups")), ("capacity", ("workloads", "whole")), ("explain", ("pods",)),
                               ("submit", ("created", "unchecked"))):
            with self.subTest(command=command):
                report = self.report(command, path)
                for one in (*lists, "admissions", "unanswered", "others"):
                    self.assertEqual(report[one], [], one)
                self.assertEqual([one["code"] for one in report["problems"]], ["ParseFailed"])
                self.assertIn("tabs.yaml, line 3", report["problems"][0]["place"])
        self.assertEqual(self.report("preview", str(self.folder / "nowhere.yaml"))["problems"][0]["code"], "FileMissing")

    def test_objects_that_cannot_be_asked_about_are_named(self):
        pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, resources: {limits: {nvidia.com/gpu: eight}}}]}\n"
        self.assertEqual([one["code"] for one in self.report("preview", self.file("eight.yaml", pod))["problems"]], ["QuantityInvalid"])
        none = self.report("capacity", self.file("ns.yaml", NAMESPACE % "a"))
        self.assertEqual((none["others"][0]["kind"], [one["code"] for one in none["problems"]]), ("Namespace", ["NoPodTemplate"]))


class SeveralFiles(CliTest):
    """What an object says of workloads holds in whatever file it stands."""

    HPA = ("apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: h, namespace: team}\n"
           "spec: {scaleTargetRef: {kind: Deployment, name: web}, minReplicas: 2, maxReplicas: 9}\n")

    def test_an_autoscaler_of_the_other_file_is_seen(self):
        web, hpa = (self.file(name, text.replace("namespace: team", "namespace: edge")) for name, text in (("web.yaml", DEPLOYMENT % 3), ("hpa.yaml", self.HPA)))
        for files in ((web, hpa), (hpa, web)):
            report = json.loads(self.answer(0, "workload", "-f", files[0], "-f", files[1], "-o", "json").stdout)
            found = [one for one in report["workloads"][0]["problems"] if one["code"] == "Autoscaled"]
            self.assertEqual([one["detail"] for one in found], ["2..9"])
        self.assertIn("HorizontalPodAutoscaler h", self.answer(0, "preview", "--demo", "-f", web, "-f", hpa).stdout)

    def test_a_priority_class_of_the_other_file_gives_its_pods_their_priority(self):
        low = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "low", "namespace": "a", "uid": "u"},
               "spec": {"nodeName": "n", "containers": [{"name": "c", "resources": {"limits": {"nvidia.com/gpu": "1"}}}]},
               "status": {"phase": "Running"}}
        snapshot = self.file("full.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": [node("n", 1), low]}))
        pod = self.file("pod.yaml", "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {priorityClassName: high, containers: "
                        "[{name: c, %s}]}\n" % (GPUS % 1))
        high = self.file("high.yaml", "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 1000\n")
        alone = json.loads(self.cardinal("preview", "--snapshot", snapshot, "-f", pod, "-o", "json").stdout)["workloads"][0]
        both = json.loads(self.cardinal("preview", "--snapshot", snapshot, "-f", pod, "-f", high, "-o", "json").stdout)["workloads"][0]
        self.assertNotIn("Preemption", alone["caveats"])
        self.assertIn("Preemption", both["caveats"])


def node(name, gpus, labels=None):
    amounts = {"nvidia.com/gpu": str(gpus), "cpu": "16", "memory": "64Gi", "pods": "110"}
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "uid": name, "labels": labels or {}},
            "status": {"capacity": amounts, "allocatable": amounts, "conditions": [{"type": "Ready", "status": "True"}]}}


class NodeNameInTheTemplate(CliTest):
    """No scheduler sees a pod that names its node: the kubelet of that node admits or refuses it."""

    JOB = ("apiVersion: batch/v1\nkind: Job\nmetadata: {name: direct}\nspec: {template: {spec: {nodeName: %s, restartPolicy: Never, containers: "
           "[{name: c, resources: {requests: {cpu: 2, memory: 4Gi}, limits: {nvidia.com/gpu: %d}}}]}}}\n")

    def setUp(self):
        super().setUp()
        held = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "held", "namespace": "a", "uid": "u"},
                "spec": {"nodeName": "gpu-1", "containers": [{"name": "c", "resources": {"limits": {"nvidia.com/gpu": "6"}}}]},
                "status": {"phase": "Running"}}
        cordoned = node("gpu-1", 8)
        cordoned["spec"] = {"unschedulable": True}
        items = [cordoned, node("gpu-2", 8), held]
        self.snapshot = self.file("nodes.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": items}))

    def ask(self, command, name, gpus, *more, **options):
        return self.cardinal(command, "--snapshot", self.snapshot, "-f", self.file("direct.yaml", self.JOB % (name, gpus)), *more, **options)

    def test_every_command_says_who_decides_and_what_the_node_has(self):
        for command in ("preview", "capacity", "explain"):
            with self.subTest(command=command):
                done = self.ask(command, "gpu-1", 4)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertIn("names its node, gpu-1, in spec.nodeName: it bypasses the scheduler", done.stdout)
                self.assertIn("nvidia.com/gpu: asks 4, free 2 of 8", done.stdout)
                self.assertIn("memory: asks 4.0 GiB, free 64.0 of 64.0 GiB", done.stdout)
                self.assertIn("That is not enough", done.stdout)
                self.assertNotIn("gpu-2", done.stdout, "nobody asks another node")
        enough = self.ask("preview", "gpu-1", 2).stdout
        self.assertIn("asks 2, free 2 of 8", enough)
        self.assertNotIn("not enough", enough, "a cordon does not hold it back")
        self.assertIn("绕过调度器", self.ask("preview", "gpu-1", 4, language="zh_CN.UTF-8").stdout)

    def test_scripts_get_the_figures(self):
        found = json.loads(self.ask("preview", "gpu-1", 4, "-o", "json").stdout)["workloads"][0]
        self.assertEqual((found["kubelet"]["node"], found["kubelet"]["found"], found["kubelet"]["enough"], found["kubelet"]["matches"]),
                         ("gpu-1", True, False, True))
        self.assertIn({"resource": "nvidia.com/gpu", "asks": "4", "free": "2", "allocatable": "8"}, found["kubelet"]["resources"])
        self.assertEqual((found["certainty"], found["placements"]), (None, []))
        self.assertFalse(json.loads(self.ask("capacity", "lost", 1, "-o", "json").stdout)["workloads"][0]["kubelet"]["found"])
        self.assertIn("No such node is in the cluster that was read", self.ask("explain", "lost", 1).stdout)
        plain = self.file("d.yaml", DEPLOYMENT % 1)
        self.assertIsNone(json.loads(self.cardinal("preview", "--snapshot", self.snapshot, "-f", plain, "-o", "json").stdout)["workloads"][0]["kubelet"])


class PodGroupsOfKubernetes(CliTest):
    """scheduling.k8s.io: a gang only where feature gates are on, which no API tells."""

    FILE = ("apiVersion: scheduling.k8s.io/v1alpha2\nkind: PodGroup\nmetadata: {name: g}\nspec: {schedulingPolicy: {gang: {minCount: 3}}}\n"
            "---\napiVersion: batch/v1\nkind: Job\nmetadata: {name: j}\nspec: {parallelism: 4, completions: 4, template: {spec: "
            "{schedulingGroup: {podGroupName: g}, restartPolicy: Never, containers: [{name: c, resources: {limits: {nvidia.com/gpu: 1}}}]}}}\n")

    def test_the_gang_is_read_and_nothing_is_certain(self):
        items = [node("n", 8)]
        snapshot = self.file("one.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": items}))
        path = self.file("gang.yaml", self.FILE)
        report = json.loads(self.answer(0, "workload", "-f", path, "-o", "json").stdout)
        self.assertEqual([one["kind"] for one in report["others"]], ["PodGroup"])
        note = next(one for one in report["workloads"][0]["problems"] if one["code"] == "GangByGate")
        self.assertEqual((note["field"], note["detail"]), ("g", "3"))
        done = json.loads(self.cardinal("preview", "--snapshot", snapshot, "-f", path, "-o", "json").stdout)
        self.assertEqual((done["groups"][0]["gang"], done["groups"][0]["enforced"], done["groups"][0]["starts"]), (3, False, True))
        self.assertNotEqual(done["workloads"][0]["certainty"], "Certain")
        self.assertIn("FieldsNotRead", done["workloads"][0]["caveats"])
        self.assertIn("3 must start together where the feature gates GenericWorkload and GangScheduling are on",
                      self.cardinal("preview", "--snapshot", snapshot, "-f", path).stdout)


class GangOfSeveralObjects(CliTest):
    """Pods of one PodGroup that stand in the file one by one, as the documents of scheduler-plugins have them."""

    def file_of(self, gpus, scheduler="scheduler-plugins-scheduler"):
        pods = "".join("---\napiVersion: v1\nkind: Pod\nmetadata: {name: p%d, labels: {scheduling.x-k8s.io/pod-group: g}}\nspec: {schedulerName: %s, "
                       "containers: [{name: a, resources: {limits: {nvidia.com/gpu: %d}}}]}\n" % (i, scheduler, gpus) for i in range(3))
        return self.file("gang.yaml", "apiVersion: scheduling.x-k8s.io/v1alpha1\nkind: PodGroup\nmetadata: {name: g}\nspec: {minMember: 3}\n" + pods)

    def cluster(self, *modes):
        """A node of whole cards, and one for each mode of ACK."""
        has = '{cpu: "64", memory: 256Gi, pods: "110", nvidia.com/gpu: "8"}'
        one = ('---\napiVersion: v1\nkind: Node\nmetadata: {name: %s, uid: %s, labels: {%s}}\nstatus: {capacity: %s, allocatable: %s, '
               'conditions: [{type: Ready, status: "True"}]}\n')
        nodes = [one % ("gpu-1", "gpu-1", "", has, has)]
        return self.file("one.yaml", "".join(nodes + [one % (mode, mode, "ack.node.gpu.schedule: " + mode, has, has) for mode in modes]))

    def test_what_the_default_scheduler_does_with_a_group_is_not_certain(self):
        file = self.file_of(4, "default-scheduler")
        text = self.answer(0, "preview", "--snapshot", self.cluster(), "-f", file).stdout
        self.assertIn("Pod/p0 would wait: 3 pods of its pod group must start together, and 2 of them fit now.", text)
        report = json.loads(self.answer(0, "preview", "--snapshot", self.cluster(), "-f", file, "-o", "json").stdout)
        self.assertIsNone(report["admissions"][0]["admittedNow"])

    def test_too_few_fit_together(self):
        text = self.answer(1, "preview", "--snapshot", self.cluster(), "-f", self.file_of(4)).stdout
        self.assertIn("Pod/p0 would wait: 3 pods of its pod group must start together, and 2 of them fit now.", text)
        self.assertNotIn("can never start", text)
        report = json.loads(self.answer(1, "preview", "--snapshot", self.cluster(), "-f", self.file_of(4), "-o", "json").stdout)
        gang = report["admissions"][0]
        self.assertEqual((gang["cause"], gang["pods"], gang["podsCreated"], gang["admittedNow"]), ("gangNoRoom", 3, 2, False))

    def test_a_node_of_which_nobody_knows_what_it_takes_may_have_room_for_the_rest(self):
        cluster = self.cluster("of-tomorrow")
        text = self.answer(0, "preview", "--snapshot", cluster, "-f", self.file_of(4)).stdout
        self.assertIn("2 of them fit now.", text)
        self.assertIn("on nodes of which it is unknown what they take", text)
        report = json.loads(self.answer(0, "preview", "--snapshot", cluster, "-f", self.file_of(4), "-o", "json").stdout)
        self.assertIsNone(report["admissions"][0]["admittedNow"])

    def test_all_of_them_fit(self):
        report = json.loads(self.answer(0, "preview", "--snapshot", self.cluster(), "-f", self.file_of(2), "-o", "json").stdout)
        self.assertEqual(report["admissions"], [])
        work = json.loads(self.answer(0, "workload", "-f", self.file_of(2), "-o", "json").stdout)["workloads"]
        self.assertEqual([(one["roles"][0]["gang"], one["problems"][0]["code"], one["problems"][0]["detail"]) for one in work],
                         [(1, "GangOverRoles", "3")] * 3)


class OneBadObject(CliTest):
    """An object that breaks a rule of its stack keeps no other of the files from its answer."""

    def test_the_others_are_answered(self):
        path = self.file("mixed.yaml", MIXED)
        report = json.loads(self.answer(2, "preview", "--demo", "-f", path, "-o", "json").stdout)
        good, bad = report["workloads"]
        self.assertEqual((good["object"]["name"], good["problems"], len(good["placements"])), ("good", [], 1))
        self.assertEqual((bad["problems"], bad["placements"]), (["MixedGpuRequests"], []))
        capacity = json.loads(self.answer(2, "capacity", "--demo", "-f", path, "-o", "json").stdout)["workloads"]
        self.assertGreater(capacity[0]["fits"], 0)
        self.assertEqual((capacity[1]["fits"], capacity[1]["problems"]), (None, ["MixedGpuRequests"]))

    def test_its_name_is_said_and_no_node_is_blamed(self):
        done = self.answer(2, "preview", "--demo", "-f", self.file("mixed.yaml", MIXED))
        self.assertIn("The containers of Pod/bad-* ask for different GPU resources", done.stderr)
        self.assertNotIn("No node takes it now", done.stdout)

    def test_nothing_is_created(self):
        done = self.answer(2, "submit", "--demo", "-f", self.file("mixed.yaml", MIXED))
        self.assertIn("Nothing was created", done.stderr)

    def test_too_many_replicas_are_no_refusal_of_the_cluster(self):
        done = self.answer(2, "preview", "--demo", "-f", self.file("d.yaml", DEPLOYMENT % 2000000))
        self.assertIn("limit: 100,000", done.stdout.replace("100000", "100,000"))
        self.assertNotIn("No node takes it now", done.stdout)

    def test_a_gang_of_a_scaling_ray_cluster_counts_pods_of_any_role(self):
        group = "{groupName: %s, replicas: %d, minReplicas: 1, maxReplicas: 8, template: " + template(8, "schedulerName: volcano, ") + "}"
        cluster = ("apiVersion: ray.io/v1\nkind: RayCluster\nmetadata: {name: r, labels: {ray.io/scheduler-name: volcano}}\nspec:\n"
                   "  enableInTreeAutoscaling: true\n  headGroupSpec: {template: " + template(0, "schedulerName: volcano, ") +
                   "}\n  workerGroupSpecs: [" + group % ("a", 8) + ", " + group % ("b", 8) + "]\n")
        for nodes, starts in ((1, False), (4, True)):
            items = [node(f"n{i}", 8) for i in range(nodes)]
            saved = self.file("saved.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": items}))
            done = self.cardinal("preview", "--snapshot", saved, "-f", self.file("r.yaml", cluster), "-o", "json")
            [one] = json.loads(done.stdout)["groups"]
            self.assertEqual((one["gang"], one["fits"] >= 3, one["starts"]), (3, starts, starts), one)


class Workload(CliTest):
    def read(self, *texts, code=0, more=()):
        paths = [part for i, text in enumerate(texts) for part in ("-f", self.file(f"f{i}.yaml", text))]
        return json.loads(self.answer(code, "workload", *paths, *more, "-o", "json").stdout)

    def test_every_object_of_a_mixed_file_is_reported(self):
        report = self.read("---\n".join([NAMESPACE % "team", DEPLOYMENT % 2, TORCH % 3, VOLCANO % (2, 4), "# nothing\n"]))
        self.assertEqual([one["kind"] for one in report["workloads"]], ["Deployment", "PyTorchJob", "Job"])
        self.assertEqual(report["others"], [{"apiVersion": "v1", "kind": "Namespace", "name": "team", "namespace": None,
                                           "reason": "CreatesNoPods"}])
        self.assertEqual(report["problems"], [])
        web, train, gang = report["workloads"]
        self.assertEqual((web["apiVersion"], web["name"], web["namespace"], web["queue"]), ("apps/v1", "web", "team", None))
        self.assertEqual(web["roles"], [{"role": None, "pods": 2, "gang": None, "assumed": False, "requests": [
            {"resource": "nvidia.com/gpu", "amount": 1, "memoryMiB": None, "memoryPercent": None, "corePercent": None, "cards": 1, "containers": None}]}])
        self.assertEqual([(one["role"], one["pods"], one["gang"]) for one in train["roles"]], [("Master", 1, None), ("Worker", 3, None)])
        self.assertEqual((gang["queue"], gang["roles"][0]["gang"], gang["roles"][0]["pods"]), ("research", 2, 4))

    def test_the_fields_are_those_that_scripts_rely_on(self):
        report = self.read("---\n".join([NAMESPACE % "team", VOLCANO % (2, 4), DEPLOYMENT % 0]), DEPLOYMENT % "many", code=2)
        self.assertEqual(set(report), {"workloads", "others", "problems"})
        for one in report["workloads"]:
            self.assertEqual(set(one), {"apiVersion", "kind", "name", "namespace", "queue", "roles", "problems"})
            for role in one["roles"]:
                self.assertEqual(set(role), {"role", "pods", "gang", "requests", "assumed"})
                for ask in role["requests"]:
                    self.assertEqual(set(ask), {"resource", "amount", "memoryMiB", "memoryPercent", "corePercent", "cards", "containers"})
        self.assertEqual(set(report["others"][0]), {"apiVersion", "kind", "name", "namespace", "reason"})
        problem = {"code", "field", "place", "detail", "text"}
        self.assertEqual({frozenset(each) for one in (report, *report["workloads"]) for each in one["problems"]}, {frozenset(problem)})

    def test_objects_inside_of_objects_and_other_versions(self):
        """Templates inside templates end, and a version that is not known is said."""
        inner = "{apiVersion: batch/v1, kind: Job, metadata: {name: inner}, spec: {parallelism: 2, completions: 2, template: %s}}" % template(1, "restartPolicy: Never, ")
        for name in ("middle", "outer"):
            inner = "{apiVersion: workload.codeflare.dev/v1beta2, kind: AppWrapper, metadata: {name: %s}, spec: {components: [{template: %s}]}}" % (name, inner)
        [role] = self.read(inner)["workloads"][0]["roles"]
        self.assertEqual((role["role"], role["pods"], role["requests"][0]["amount"]), ("middle/inner", 2, 1))
        nested = "apiVersion: example.com/v1\nkind: Nested\nmetadata: {name: nested}\nspec: {replicas: 2, template: {spec: {containers: [{name: c, %s}], template: %s}}}\n"
        [role] = self.read(nested % (GPUS % 1, template(8)))["workloads"][0]["roles"]
        self.assertEqual((role["pods"], role["requests"][0]["amount"], role["assumed"]), (2, 1, True))
        later = self.read((TORCH % 1).replace("kubeflow.org/v1", "kubeflow.org/v9"))["workloads"][0]
        self.assertTrue(all(role["assumed"] for role in later["roles"]))
        self.assertIn(("Assumed", "apiVersion", "kubeflow.org/v9"), [(one["code"], one["field"], one["detail"]) for one in later["problems"]])

    def test_the_text_says_the_same(self):
        text = self.answer(0, "workload", "-f", self.file("a.yaml", "---\n".join([NAMESPACE % "team", TORCH % 3]))).stdout
        for words in ("PyTorchJob/train", "kubeflow.org/v1", "Worker", "8 nvidia.com/gpu", "Namespace/team", "creates no pods"):
            self.assertIn(words, text)
        chinese = self.answer(0, "workload", "-f", self.file("a.yaml", TORCH % 3), language="zh_CN.UTF-8").stdout
        self.assertIn("init-pytorch", chinese)
        self.assertNotIn("hold their cards", chinese)

    def test_the_examples_ask_for_what_their_first_lines_say(self):
        none, gpu = (), "nvidia.com/gpu"
        expected = {  # file: apiVersion, kind, queue, (role, pods, gang, (resource, amount))
            "workloads/pytorch-job": ("kubeflow.org/v1", "PyTorchJob", None, [("Master", 1, 1, (gpu, 8)), ("Worker", 3, 3, (gpu, 8))]),
            "workloads/ray-cluster": ("ray.io/v1", "RayCluster", None, [("head", 1, None, none), ("gpu", 2, None, (gpu, 4))]),
            "workloads/leader-worker-set": ("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet", None,
                                  [("leader", 2, None, (gpu, 8)), ("worker", 2, None, (gpu, 8))]),
            "workloads/volcano-job": ("batch.volcano.sh/v1alpha1", "Job", "default", [("launcher", 1, 1, none), ("worker", 4, 4, (gpu, 2))]),
            "workloads/vllm": ("apps/v1", "Deployment", None, [(None, 2, None, (gpu, 4))]),
            "workloads/kai-fraction": ("v1", "Pod", "default-queue", [(None, 1, None, ("gpu-fraction", 0.5))]),
            "dra-claim": ("batch/v1", "Job", None, [(None, 1, None, ("gpu.nvidia.com", 2))]),
        }
        for name, wanted in expected.items():
            with self.subTest(example=name):
                path = EXAMPLES / f"{name}.yaml"
                self.assertTrue(path.read_text(encoding="utf-8").startswith("# "))
                report = json.loads(self.answer(0, "workload", "-f", path, "-o", "json").stdout)
                self.assertEqual(report["problems"], [])
                [one] = report["workloads"]
                roles = [(role["role"], role["pods"], role["gang"], tuple(x for ask in role["requests"] for x in (ask["resource"], ask["amount"])))
                         for role in one["roles"]]
                self.assertEqual((one["apiVersion"], one["kind"], one["queue"], roles), wanted)
                self.assertFalse(any(role["assumed"] for role in one["roles"]))

    def test_the_whole_gang_of_an_example_is_previewed(self):
        for name, pods in (("pytorch-job", 4), ("ray-cluster", 3), ("leader-worker-set", 4), ("volcano-job", 5)):
            with self.subTest(example=name):
                report = json.loads(self.cardinal("preview", "--demo", "-f", EXAMPLES / "workloads" / f"{name}.yaml", "-o", "json").stdout)
                self.assertEqual([group["wanted"] for group in report["groups"]], [pods])

    def test_units_of_the_sharing_stacks(self):
        def asked(limits, annotations=""):
            report = self.read("apiVersion: v1\nkind: Pod\nmetadata: {name: p, annotations: {%s}}\nspec: {containers: [{name: c, "
                             "resources: {limits: {%s}}}]}\n" % (annotations, limits))
            return {one["resource"]: one for one in report["workloads"][0]["roles"][0]["requests"]}
        hami = asked("nvidia.com/gpu: 2, nvidia.com/gpumem: 3000, nvidia.com/gpucores: 30")
        self.assertEqual((hami["nvidia.com/gpu"]["cards"], hami["nvidia.com/gpumem"]["memoryMiB"], hami["nvidia.com/gpucores"]["corePercent"]), (2, 3000, 30))
        self.assertEqual(asked("nvidia.com/gpu: 1, nvidia.com/gpumem-percentage: 50")["nvidia.com/gpumem-percentage"]["memoryPercent"], 50)
        share = asked("aliyun.com/gpu-mem: 8, aliyun.com/gpu-core.percentage: 30")
        self.assertEqual((share["aliyun.com/gpu-mem"]["amount"], share["aliyun.com/gpu-mem"]["memoryMiB"]), (8, None))
        self.assertEqual(share["aliyun.com/gpu-core.percentage"]["corePercent"], 30)
        self.assertEqual(asked("volcano.sh/vgpu-number: 1, volcano.sh/vgpu-memory: 1024")["volcano.sh/vgpu-memory"]["memoryMiB"], 1024)
        tencent = asked("tencent.com/vcuda-core: 200, tencent.com/vcuda-memory: 4")
        self.assertEqual((tencent["tencent.com/vcuda-core"]["cards"], tencent["tencent.com/vcuda-memory"]["memoryMiB"]), (2, 1024))
        koordinator = asked("koordinator.sh/gpu-memory: 8Gi, koordinator.sh/gpu-core: 50")
        self.assertEqual((koordinator["koordinator.sh/gpu-memory"]["memoryMiB"], koordinator["koordinator.sh/gpu-core"]["corePercent"]), (8192, 50))
        mig = asked("nvidia.com/mig-1g.5gb: 2")["nvidia.com/mig-1g.5gb"]
        self.assertEqual((mig["amount"], mig["cards"]), (2, None))
        kai = asked("cpu: 1", 'gpu-fraction: "0.5"')
        self.assertEqual((kai["gpu-fraction"]["amount"], kai["gpu-fraction"]["memoryPercent"], kai["gpu-fraction"]["cards"]), (0.5, 50, 1))

    def test_odd_amounts_are_answered(self):
        none = self.read(DEPLOYMENT % 0)["workloads"][0]
        self.assertEqual((none["roles"][0]["pods"], none["problems"][0]["code"], none["problems"][0]["field"]), (0, "NoReplicas", "spec.replicas"))
        self.assertIn("asks for no pods now", none["problems"][0]["text"])
        half = (DEPLOYMENT % 1).replace("nvidia.com/gpu: 1", "nvidia.com/gpu: 0.5")
        report = self.read(half, code=2)["workloads"][0]
        self.assertEqual((report["problems"][0]["code"], report["problems"][0]["detail"]), ("NotWhole", "0.5"))

    def test_a_text_where_a_number_belongs_is_said(self):
        report = self.read(DEPLOYMENT % '"3"', code=2)["workloads"][0]
        self.assertEqual((report["roles"][0]["pods"], report["problems"][0]["code"], report["problems"][0]["field"]), (3, "TextForNumber", "spec.replicas"))
        done = self.cardinal("preview", "--demo", "-f", self.file("d.yaml", DEPLOYMENT % '"3"'))
        self.assertEqual(done.returncode, 2)
        self.assertIn("Write it without quotes", done.stderr)

    def test_what_cannot_be_read_is_a_problem_beside_the_answers(self):
        report = self.read(DEPLOYMENT % "many", DEPLOYMENT % 3, "a: [\n", code=2)
        self.assertEqual(len(report["workloads"]), 1)
        self.assertEqual({one["code"] for one in report["problems"]}, {"InvalidField", "ParseFailed"})
        for one in report["problems"]:
            self.assertEqual(set(one), {"code", "field", "place", "detail", "text"})

    def test_a_document_that_is_not_well_formed_takes_no_other_with_it(self):
        secret = "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData:\n  token: {{TOKEN}}\n"
        report = self.read(secret + "---\n" + DEPLOYMENT % 2, code=2)
        self.assertEqual([one["name"] for one in report["workloads"]], ["web"])
        self.assertEqual([one["code"] for one in report["problems"]], ["ParseFailed"])

    def test_a_text_that_is_too_large_is_named_with_its_file(self):
        deep = "a: " + "[" * 80 + "]" * 80 + "\n"
        self.refused("workload", "-f", self.file("deep.yaml", deep), words=["depth", "deep.yaml"])

    def test_a_request_without_an_equal_limit_is_said(self):
        pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, resources: {requests: {nvidia.com/gpu: 1}%s}}]}\n"
        for limits, words in (("", "without a limit"), (", limits: {nvidia.com/gpu: 2}", "its limit is 2")):
            with self.subTest(limits=limits):
                done = self.answer(2, "workload", "-f", self.file("p.yaml", pod % limits))
                self.assertIn("Pod/p: nvidia.com/gpu", done.stderr)
                self.assertIn(words, done.stderr)

    def test_a_known_kind_without_pods_is_known(self):
        job = self.file("j.yaml", "apiVersion: kubeflow.org/v1\nkind: TFJob\nmetadata: {name: empty}\nspec: {}\n")
        self.assertEqual(json.loads(self.answer(0, "workload", "-f", job, "-o", "json").stdout)["others"][0]["reason"], "NoPodsNamed")
        self.assertIn("known, but this object names no pods", self.answer(0, "workload", "-f", job).stdout)

    def test_a_table_that_is_kept_serves_every_command(self):
        fleet = self.file("f.yaml", "apiVersion: example.com/v1\nkind: Fleet\nmetadata: {name: f}\nspec: {ships: 3, group: {podSpec: "
                          "{containers: [{name: c, %s}]}}}\n" % (GPUS % 2))
        kept = self.folder / "config" / "cardinal" / "kinds.yaml"
        kept.parent.mkdir(parents=True)
        table = "kinds: [{group: example.com, kind: Fleet, roles: [{name: ship, podSpec: spec.group.podSpec, pods: %s}]}]\n"
        kept.write_text(table % "spec.ships", encoding="utf-8")
        role = json.loads(self.answer(0, "workload", "-f", fleet, "-o", "json").stdout)["workloads"][0]["roles"][0]
        self.assertEqual((role["role"], role["pods"], role["assumed"]), ("ship", 3, False))
        scenario = self.file("s.yaml", "cardinalScenario: 1\nsteps:\n- do: submit\n  manifest: |\n" + "".join(
            "    " + line + "\n" for line in open(fleet, encoding="utf-8").read().splitlines()))
        report = json.loads(self.cardinal("whatif", "--demo", scenario, "-o", "json").stdout)
        self.assertEqual([pod["name"] for pod in report["steps"][0]["pods"]], ["f-ship-0", "f-ship-1", "f-ship-2"])
        own = self.file("own.yaml", table % "1 + 1")
        role = json.loads(self.answer(0, "workload", "-f", fleet, "--kinds", own, "-o", "json").stdout)["workloads"][0]["roles"][0]
        self.assertEqual(role["pods"], 2, "the table that the command was given comes first")
        kept.write_text(table % "'spec.ships +'", encoding="utf-8")
        done = self.answer(0, "workload", "-f", fleet, "-o", "json")
        for words in ("kinds.yaml", "kinds[0].roles[0].pods", "are not used"):
            self.assertIn(words, done.stderr)
        self.assertTrue(json.loads(done.stdout)["workloads"][0]["roles"][0]["assumed"])

    def test_files_folders_and_standard_input(self):
        (self.folder / "many").mkdir()
        for name in ("b.yaml", "a.yml", "c.json", "notes.txt"):
            (self.folder / "many" / name).write_text(DEPLOYMENT % 1 if name != "c.json" else json.dumps(
                {"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}}]}), encoding="utf-8")
        done = self.answer(0, "workload", "-f", self.folder / "many", "-f", "-", "-o", "json", stdin=TORCH % 1)
        report = json.loads(done.stdout)
        self.assertEqual([one["kind"] for one in report["workloads"]], ["Deployment", "Deployment", "PyTorchJob"])
        self.assertEqual(len(report["others"]), 1)
        (self.folder / "none").mkdir()
        self.refused("workload", "-f", self.folder / "none", words=["*.yaml"])
        self.refused("workload", "-f", self.file("empty.yaml", "# nothing\n---\n"), words=["empty.yaml", "comments only"])

    def test_an_own_table_of_kinds(self):
        fleet = "apiVersion: example.com/v1\nkind: Fleet\nmetadata: {name: f}\nspec: {ships: 3, group: {podSpec: {containers: [{name: c, %s}]}}}\n" % (GPUS % 2)
        assumed = self.read(fleet)["workloads"][0]["roles"][0]
        self.assertTrue(assumed["assumed"])
        table = self.file("kinds.yaml", "kinds: [{group: example.com, kind: Fleet, roles: [{name: ship, podSpec: spec.group.podSpec, pods: spec.ships}]}]\n")
        role = self.read(fleet, more=("--kinds", table))["workloads"][0]["roles"][0]
        self.assertEqual((role["role"], role["pods"], role["assumed"]), ("ship", 3, False))
        answer = json.loads(self.cardinal("preview", "--demo", "-f", self.file("f.yaml", fleet), "--kinds", table, "-o", "json").stdout)
        self.assertEqual([(one["object"]["role"], one["object"]["assumed"], one["request"]["replicas"]) for one in answer["workloads"]], [("ship", False, 3)])
        for command in ("explain", "capacity"):
            self.assertIn("Fleet/f ship", self.cardinal(command, "--demo", "-f", self.file("f.yaml", fleet), "--kinds", table).stdout, command)
        wrong = self.file("wrong.yaml", "kinds: [{kind: Fleet, roles: [{pods: 'spec.ships +'}]}]\n")
        self.refused("workload", "-f", self.file("f.yaml", fleet), "--kinds", wrong, words=["wrong.yaml", "kinds[0].roles[0].pods"])


class AskedOfACluster(CliTest):
    def test_a_mixed_file_is_answered_whole(self):
        path = self.file("mixed.yaml", "---\n".join([NAMESPACE % "team", DEPLOYMENT % 1, TORCH % 1]))
        done = self.cardinal("preview", "--demo", "-f", path, "-o", "json")
        self.assertIn(done.returncode, (0, 1), done.stderr)
        report = json.loads(done.stdout)
        self.assertEqual([(one["object"]["kind"], one["object"]["role"]) for one in report["workloads"]],
                         [("Deployment", None), ("PyTorchJob", "Master"), ("PyTorchJob", "Worker")])
        self.assertEqual(report["others"][0]["kind"], "Namespace")
        for command in ("explain", "capacity"):
            text = self.cardinal(command, "--demo", "-f", path).stdout
            self.assertIn("PyTorchJob/train Worker", text, command)
            self.assertIn("Namespace/team", text, command)

    def test_an_unknown_kind_without_pods_is_not_said_to_create_none(self):
        odd = "apiVersion: example.com/v1\nkind: Odd\nmetadata: {name: odd}\nspec: {color: red}\n"
        path = self.file("mixed.yaml", "---\n".join([NAMESPACE % "team", DEPLOYMENT % 1, odd]))
        for command in ("preview", "explain", "capacity"):
            text = self.cardinal(command, "--demo", "-f", path).stdout
            self.assertIn("Creates no pods: Namespace/team\n", text, command)
            self.assertIn("The kind is not known, and no pod template was found: Odd/odd\n", text, command)

    def test_roles_take_the_places_of_those_before_them(self):
        text = TORCH % 1
        report = json.loads(self.cardinal("preview", "--demo", "-f", self.file("t.yaml", text), "-o", "json").stdout)
        places = [place["node"] for one in report["workloads"] for place in one["placements"]]
        self.assertEqual(len(places), len(set(places)), "two pods of 8 cards on one node of 8")

    def test_a_gang_that_does_not_fit_waits(self):
        path = self.file("gang.yaml", VOLCANO % (500, 500))
        saved = self.file("one.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": [node("n", 8)]}))
        report = json.loads(self.answer(1, "preview", "--snapshot", saved, "-f", path, "-o", "json").stdout)
        group = report["groups"][0]
        self.assertEqual((group["wanted"], group["gang"], group["enforced"], group["starts"], group["atLeast"]), (500, 500, True, False, False))
        self.assertIn("The gang waits", self.answer(1, "preview", "--snapshot", saved, "-f", path).stdout)

    def test_a_gang_of_which_nobody_knows_whether_it_starts_does_not_wait_for_certain(self):
        odd = node("odd", 8)
        odd["metadata"]["labels"] = {"ack.node.gpu.schedule": "brand-new"}
        saved = self.file("odd.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": [node("n", 8), odd]}))
        path = self.file("gang.yaml", VOLCANO % (16, 16))
        [group] = json.loads(self.answer(1, "preview", "--snapshot", saved, "-f", path, "-o", "json").stdout)["groups"]
        self.assertEqual((group["atLeast"], group["starts"]), (True, None))
        text = self.answer(1, "preview", "--snapshot", saved, "-f", path).stdout
        self.assertIn(f"at least {group['fits']} of 16 pods fit", text)
        self.assertIn("Whether the gang starts is unknown", text)
        self.assertNotIn("The gang waits", text)

    def test_a_partial_start_tells_the_cards_it_holds(self):
        job = (TORCH % 500).replace("nvidia.com/gpu: 8", "nvidia.com/gpu: 1")
        text = self.answer(1, "preview", "--demo", "--demo-seed", "7", "-f", self.file("t.yaml", job)).stdout
        self.assertIn("while they wait for the others", text)

    def test_no_pods_now_is_an_answer(self):
        done = self.answer(0, "preview", "--demo", "-f", self.file("d.yaml", (DEPLOYMENT % 0).replace("namespace: team", "namespace: edge")))
        self.assertIn("asks for no pods now", done.stdout)

    def test_fractions_are_refused_in_the_fields_words(self):
        half = (DEPLOYMENT % 1).replace("nvidia.com/gpu: 1", "nvidia.com/gpu: 0.5")
        done = self.cardinal("preview", "--demo", "-f", self.file("d.yaml", half))
        self.assertEqual(done.returncode, 2)
        self.assertIn("nvidia.com/gpu is 0.5", done.stderr)
        self.assertNotIn("500m", done.stderr)

    def test_daemons_are_named_and_not_answered(self):
        daemons = (DEPLOYMENT % 1).replace("Deployment", "DaemonSet").replace("  replicas: 1\n", "")
        done = self.answer(2, "preview", "--demo", "-f", self.file("d.yaml", daemons))
        self.assertIn("One pod runs on each node", done.stdout)


class Submitted(CliTest):
    def test_a_file_with_its_own_namespace_can_be_submitted(self):
        text = "---\n".join([(DEPLOYMENT % 1).replace("team", "fresh"), NAMESPACE % "fresh"])
        path = self.file("app.yaml", text)
        checked = self.answer(0, "submit", "--demo", "-f", path, "--dry-run")
        self.assertIn("would create Namespace/fresh", checked.stdout)
        self.assertIn("not checked yet: Deployment/fresh/web", checked.stdout)
        made = self.answer(0, "submit", "--demo", "-f", path).stdout.splitlines()
        self.assertEqual(made, ["created Namespace/fresh", "created Deployment/fresh/web"])

    def test_a_kind_that_is_not_installed_is_said_before_anything_is_created(self):
        text = "---\n".join([NAMESPACE % "fresh", TORCH.replace("name: train", "name: train, namespace: fresh") % 1])
        path = self.file("app.yaml", text)
        for more in (("--dry-run",), ()):
            done = self.answer(2, "submit", "--demo", "-f", path, *more)
            self.assertEqual(done.stdout, "")
            for words in ("PyTorchJob of kubeflow.org/v1", "CustomResourceDefinition is not installed", "Nothing was created"):
                self.assertIn(words, done.stderr)

    def test_what_the_server_refuses_after_the_namespace_leaves_the_namespace(self):
        web = (DEPLOYMENT % 1).replace("team", "fresh")
        text = "---\n".join([NAMESPACE % "fresh", web, web])  # the second is there already
        done = self.cardinal("submit", "--demo", "-f", self.file("app.yaml", text))
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("created Namespace/fresh", done.stdout)
        self.assertIn("still there", done.stderr)

    def test_generated_names(self):
        job = "apiVersion: batch/v1\nkind: Job\nmetadata: {generateName: run-}\nspec: {template: %s}\n" % template(0, "restartPolicy: Never, ")
        self.assertRegex(self.answer(0, "submit", "--demo", "-f", self.file("j.yaml", job)).stdout, r"created Job/default/run-\w{5}\n")
        self.assertIn("Job/run-*", self.cardinal("preview", "--demo", "-f", self.file("j.yaml", job)).stdout)

    def test_kinds_that_the_engine_does_not_know_are_the_servers_to_refuse(self):
        done = self.cardinal("submit", "--demo", "-f", self.file("v.yaml", VOLCANO % (1, 1)))
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("batch.volcano.sh/v1alpha1", done.stderr)
        service = "apiVersion: v1\nkind: Service\nmetadata: {name: s}\nspec: {ports: [{port: 80}]}\n"
        self.assertIn("created Service", self.answer(0, "submit", "--demo", "-f", self.file("s.yaml", service)).stdout)


if __name__ == "__main__":
    unittest.main()
