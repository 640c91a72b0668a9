#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Workloads of the AI kinds against the real API server and kube-scheduler: previewed, submitted, landed as predicted.

The kinds are CustomResourceDefinitions of ours (tests/cluster/custom_kinds.py): group, versions, names, scope and subresources are
the published ones, the schema is open. PLAYED here: their controllers, which make the pods, and Kueue, which admits. Jobs, Deployments and
StatefulSets are those of the real kube-controller-manager.
usage: workload_cluster_test.py STATE_DIR   (a test cluster of its own)
"""
import json
import time
import unittest

from cluster_console_test import WAIT_SECONDS, ClusterTest  # it sets the path of the other modules
from cardinal_program import EXAMPLES
from custom_kinds import KINDS, definition, paths
from kube_api import ApiError

PODS = "/api/v1/namespaces/default/pods"
RAY_CLUSTERS = "/apis/ray.io/v1/namespaces/default/rayclusters"
NODES, CARDS = 4, 8

def gpu_node(number):
    amounts = {"cpu": "64", "memory": "256Gi", "pods": "64", "nvidia.com/gpu": str(CARDS)}
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": f"gpu-{number}", "labels": {"nvidia.com/gpu.present": "true"}},
            "status": {"capacity": amounts, "allocatable": amounts, "addresses": [{"type": "InternalIP", "address": f"10.0.7.{number}"}],
                       "conditions": [{"type": "Ready", "status": "True", "reason": "KubeletReady", "message": ""}]}}


def container(cards):
    resources = {"limits": {"nvidia.com/gpu": cards}} if cards else {"requests": {"cpu": "1"}}
    return {"containers": [{"name": "main", "image": "registry.k8s.io/pause:3.9", "resources": resources}], "restartPolicy": "Never"}


def parts_of(made):
    """PLAYED: what each controller makes, as (role, number of pods, pod template, labels), in the order of creation."""
    spec, name = made["spec"], made["metadata"]["name"]
    replicas = next((spec[field] for field in spec if field.endswith("ReplicaSpecs")), None)
    if replicas:
        return [(role, part["replicas"], part["template"], {"training.kubeflow.org/job-name": name, "training.kubeflow.org/replica-type": role.lower()})
                for role, part in replicas.items()]
    if made["kind"] == "RayCluster":
        head = [("head", 1, spec["headGroupSpec"]["template"], {"ray.io/cluster": name, "ray.io/node-type": "head"})]
        return head + [(group["groupName"], group["replicas"], group["template"],
                        {"ray.io/cluster": name, "ray.io/node-type": "worker", "ray.io/group": group["groupName"]}) for group in spec["workerGroupSpecs"]]
    if made["kind"] == "LeaderWorkerSet":
        group, labels = spec["leaderWorkerTemplate"], {"leaderworkerset.sigs.k8s.io/name": name}
        return [("leader", spec["replicas"], group["leaderTemplate"], labels),
                ("worker", spec["replicas"] * (group["size"] - 1), group["workerTemplate"], labels)]
    return [(task["name"], task["replicas"], task["template"], {"volcano.sh/job-name": name, "volcano.sh/task-spec": task["name"]})
            for task in spec["tasks"]]


class WorkloadTest(ClusterTest):
    """Four nodes of eight cards, the kinds, and what plays their controllers."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for kind in KINDS:
            cls.api.create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition(kind))
        for kind in KINDS:
            for path in paths(kind):
                cls.wait_for(lambda path=path: cls.is_served(path), path)

    @classmethod
    def is_served(cls, path):
        try:
            cls.api.get(path)
        except ApiError:
            return False
        return True

    @staticmethod
    def wait_for(holds, what):
        deadline = time.monotonic() + WAIT_SECONDS
        while not holds():
            if time.monotonic() > deadline:
                raise AssertionError(f"not within {WAIT_SECONDS} s: {what}")
            time.sleep(0.1)

    def setUp(self):
        super().setUp()
        nodes = [gpu_node(number) for number in range(1, NODES + 1)]
        self.load(self.file("nodes.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": nodes})))
        self.addCleanup(self.clear)

    def clear(self):
        for group in ("batch/v1/namespaces/default/jobs", "apps/v1/namespaces/default/deployments", "apps/v1/namespaces/default/statefulsets"):
            for one in self.api.get(f"/apis/{group}")["items"]:
                self.api.delete(f"/apis/{group}/{one['metadata']['name']}", {"propagationPolicy": "Background"})
        self.wait_for(self.no_pods_are_left, "the pods of the test before are gone")

    def no_pods_are_left(self):
        pods = self.pods()
        for pod in pods:
            try:
                self.api.delete(f"{PODS}/{pod['metadata']['name']}", {"gracePeriodSeconds": 0})
            except ApiError as error:
                if error.status != 404:
                    raise
        return not pods

    def pods(self):
        return self.api.get(PODS)["items"]

    def predicted(self, code, path):
        """The whole answer, and the nodes of every pod that finds a place."""
        report = json.loads(self.answer(code, "preview", "-o", "json", "-f", path, **self.connect).stdout)
        return report, sorted(place["node"] for role in report["workloads"] for place in role["placements"])

    def owner(self, path):
        made = self.api.get(path)
        return made, {"apiVersion": made["apiVersion"], "kind": made["kind"], "name": made["metadata"]["name"], "uid": made["metadata"]["uid"],
                      "controller": True, "blockOwnerDeletion": True}

    def play(self, path):
        """PLAYED: the controller of the object makes its pods."""
        made, reference = self.owner(path)
        for role, number, template, labels in parts_of(made):
            for i in range(number):
                pod = {"apiVersion": "v1", "kind": "Pod", "spec": template["spec"],
                       "metadata": {"name": f"{made['metadata']['name']}-{role.lower()}-{i}", "labels": labels, "ownerReferences": [reference]}}
                self.api.create(PODS, pod)

    def play_cluster(self, path, field):
        """PLAYED: KubeRay makes the cluster of a RayJob or RayService, under a name of its own, and the pods of that."""
        made, reference = self.owner(path)
        name = made["metadata"]["name"] + "-x7k2p"
        self.api.create(RAY_CLUSTERS, {"apiVersion": "ray.io/v1", "kind": "RayCluster", "spec": made["spec"][field],
                                       "metadata": {"name": name, "ownerReferences": [reference]}})
        self.addCleanup(self.api.delete, f"{RAY_CLUSTERS}/{name}")
        self.play(f"{RAY_CLUSTERS}/{name}")
        return name

    def play_jobs(self, path):
        """PLAYED: the JobSet controller makes its Jobs. Their pods are made by the real controller of Jobs."""
        made, reference = self.owner(path)
        for job in made["spec"]["replicatedJobs"]:
            for i in range(job["replicas"]):
                labels = {"jobset.sigs.k8s.io/jobset-name": made["metadata"]["name"], "jobset.sigs.k8s.io/replicatedjob-name": job["name"]}
                spec = {**job["template"]["spec"], "template": {**job["template"]["spec"]["template"], "metadata": {"labels": labels}}}
                self.api.create("/apis/batch/v1/namespaces/default/jobs", {
                    "apiVersion": "batch/v1", "kind": "Job", "spec": spec,
                    "metadata": {"name": f"{made['metadata']['name']}-{job['name']}-{i}", "labels": labels, "ownerReferences": [reference]}})

    def landed(self, bound, waiting=0):
        """The nodes of the pods, once the scheduler has decided about each."""
        def decided():
            pods = self.pods()
            on = [pod for pod in pods if pod["spec"].get("nodeName")]
            refused = [pod for pod in pods if any(c["type"] == "PodScheduled" and c["status"] == "False" for c in pod["status"].get("conditions", []))]
            return len(on) == bound and len(refused) == waiting and len(pods) == bound + waiting
        self.wait_for(decided, f"{bound} pods bound and {waiting} refused; there are "
                               f"{[(pod['metadata']['name'], pod['spec'].get('nodeName')) for pod in self.pods()]}")
        return sorted(pod["spec"]["nodeName"] for pod in self.pods() if pod["spec"].get("nodeName"))

    def row(self, kind, name):
        rows = json.loads(self.answer(0, "workloads", "-o", "json", **self.connect).stdout)["workloads"]
        found = [row for row in rows if (row["kind"], row["name"]) == (kind, name)]
        self.assertEqual(len(found), 1, [(row["kind"], row["name"]) for row in rows])
        return found[0]

    def goes_the_whole_way(self, path, plural, name, pods, cards, shown=None, play=None):
        """Previewed, submitted, its pods made by the played controller, landed on the nodes that were named, and traced back."""
        report, nodes = self.predicted(0, path)
        self.assertEqual(len(nodes), pods)
        self.submit(path)
        made = f"/apis/{plural}/{name}".replace("*", "namespaces/default")
        self.addCleanup(self.api.delete, made)
        named = (play or self.play)(made)
        self.assertEqual(self.landed(pods), nodes)
        row = self.row(shown or report["workloads"][0]["object"]["kind"], named or name)
        self.assertEqual((row["cardsHeld"], row["waiting"]), (cards, 0))
        return report


class Kinds(WorkloadTest):
    """Custom kinds; their controllers are PLAYED."""

    def test_a_pytorchjob(self):
        report = self.goes_the_whole_way(EXAMPLES / "workloads" / "pytorch-job.yaml", "kubeflow.org/v1/*/pytorchjobs", "pytorch-job", 4, 32)
        self.assertEqual([role["object"]["role"] for role in report["workloads"]], ["Master", "Worker"])
        self.assertTrue(report["groups"][0]["starts"])

    def test_a_leaderworkerset(self):
        self.goes_the_whole_way(EXAMPLES / "workloads" / "leader-worker-set.yaml", "leaderworkerset.x-k8s.io/v1/*/leaderworkersets",
                                "leader-worker-set", 4, 32)

    def test_a_raycluster(self):
        text = (EXAMPLES / "workloads" / "ray-cluster.yaml").read_text(encoding="utf-8").replace("nvidia.com/gpu: 4", "nvidia.com/gpu: 8")
        text = text.replace("replicas: 2", "replicas: 4")
        path = self.file("ray.yaml", text)
        report, nodes = self.predicted(0, path)
        self.submit(path)
        made = "/apis/ray.io/v1/namespaces/default/rayclusters/ray-cluster"
        self.addCleanup(self.api.delete, made)
        self.play(made)
        landed = self.landed(5)
        self.assertEqual(sorted(set(landed)), sorted(set(nodes)), "a worker on every node")
        head = next(role for role in report["workloads"] if role["object"]["role"] == "head")
        best = {place["node"] for place in head["candidates"][:head["tied"]]}
        on = next(pod["spec"]["nodeName"] for pod in self.pods() if "head" in pod["metadata"]["name"])
        self.assertIn(on, best)
        self.assertEqual(self.row("RayCluster", "ray-cluster")["cardsHeld"], 32)

    def test_a_jobset(self):
        job = {"apiVersion": "jobset.x-k8s.io/v1alpha2", "kind": "JobSet", "metadata": {"name": "set"},
               "spec": {"replicatedJobs": [{"name": "workers", "replicas": 2,
                                            "template": {"spec": {"parallelism": 2, "completions": 2, "template": {"spec": container(CARDS)}}}}]}}
        self.goes_the_whole_way(self.file("set.yaml", json.dumps(job)), "jobset.x-k8s.io/v1alpha2/*/jobsets", "set", 4, 32, play=self.play_jobs)

    def test_the_other_jobs_of_kubeflow(self):
        def role(number, cards=CARDS):
            return {"replicas": number, "template": {"spec": container(cards)}}
        for kind, field, roles in (("TFJob", "tf", {"Chief": role(1), "Worker": role(3)}), ("XGBoostJob", "xgb", {"Master": role(1), "Worker": role(3)}),
                                   ("PaddleJob", "paddle", {"Worker": role(4)}), ("JAXJob", "jax", {"Worker": role(4)}),
                                   ("MPIJob", "mpi", {"Worker": role(4)})):
            with self.subTest(kind=kind):
                name, plural = kind.lower(), kind.lower() + "s"
                path = self.file(f"{name}.yaml", json.dumps({"apiVersion": "kubeflow.org/v1", "kind": kind, "metadata": {"name": name},
                                                             "spec": {field + "ReplicaSpecs": roles}}))
                self.goes_the_whole_way(path, f"kubeflow.org/v1/*/{plural}", name, 4, 32)
                self.clear()

    def test_a_rayjob_and_a_rayservice(self):
        group = {"groupName": "gpu", "replicas": 3, "minReplicas": 3, "maxReplicas": 3, "rayStartParams": {}, "template": {"spec": container(CARDS)}}
        cluster = {"headGroupSpec": {"rayStartParams": {}, "template": {"spec": container(CARDS)}}, "workerGroupSpecs": [group]}
        for kind, field, spec in (("RayJob", "rayClusterSpec", {"submissionMode": "HTTPMode"}), ("RayService", "rayClusterConfig", {})):
            with self.subTest(kind=kind):
                path = self.file(f"{kind}.yaml", json.dumps({"apiVersion": "ray.io/v1", "kind": kind, "metadata": {"name": kind.lower()},
                                                             "spec": {**spec, field: cluster}}))
                self.goes_the_whole_way(path, f"ray.io/v1/*/{kind.lower()}s", kind.lower(), 4, 32, "RayCluster",
                                        play=lambda made, field=field: self.play_cluster(made, field))
                self.clear()

    def test_the_scale_subresources_are_the_published_ones(self):
        path = EXAMPLES / "workloads" / "leader-worker-set.yaml"
        self.submit(path)
        made = "/apis/leaderworkerset.x-k8s.io/v1/namespaces/default/leaderworkersets/leader-worker-set"
        self.addCleanup(self.api.delete, made)
        self.assertEqual(self.api.get(made + "/scale")["spec"]["replicas"], 2)

    def test_a_kind_that_is_not_installed_is_said_before_anything_is_created(self):
        job = (EXAMPLES / "workloads" / "pytorch-job.yaml").read_text(encoding="utf-8").replace("name: pytorch-job\n", "name: pytorch-job\n  namespace: fresh\n", 1)
        text = "apiVersion: v1\nkind: Namespace\nmetadata: {name: fresh}\n---\n" + job.replace("kubeflow.org/v1", "kubeflow.org/v2")
        path = self.file("fresh.yaml", text)
        for more in (("--dry-run",), ("--yes", "admin")):
            done = self.answer(2, "submit", "-f", path, *more, **self.connect)
            for words in ("PyTorchJob of kubeflow.org/v2", "CustomResourceDefinition is not installed", "Nothing was created"):
                self.assertIn(words, done.stderr)
        self.assertFalse(self.is_served("/api/v1/namespaces/fresh"), "the namespace of the same file was not created either")

    def test_a_job_of_volcano_under_kube_scheduler(self):
        """Volcano's scheduler is not here, so the job names kube-scheduler; its gang is then nobody's."""
        job = {"apiVersion": "batch.volcano.sh/v1alpha1", "kind": "Job", "metadata": {"name": "gang"},
               "spec": {"schedulerName": "default-scheduler", "minAvailable": 3, "tasks": [{"name": "worker", "replicas": 3, "template": {"spec": container(CARDS)}}]}}
        path = self.file("gang.yaml", json.dumps(job))
        queues = "/apis/scheduling.volcano.sh/v1beta1/queues"
        report, _ = self.predicted(1, path)
        self.assertEqual(report["admissions"][0]["verdict"], "noQueue", "whatever scheduler its pods name, Volcano's controller makes them")
        # PLAYED: Volcano makes this queue when it starts
        self.api.create(queues, {"apiVersion": "scheduling.volcano.sh/v1beta1", "kind": "Queue", "metadata": {"name": "default"},
                                 "spec": {"weight": 1, "reclaimable": True}})
        self.addCleanup(self.api.delete, queues + "/default")
        report, nodes = self.predicted(0, path)
        best = {place["node"] for place in report["workloads"][0]["candidates"]}
        self.assertEqual((len(nodes), len(best)), (3, NODES))
        self.submit(path)
        made = "/apis/batch.volcano.sh/v1alpha1/namespaces/default/jobs/gang"
        self.addCleanup(self.api.delete, made)
        self.play(made)
        landed = self.landed(3)
        self.assertEqual(len(set(landed)), 3, "one node each, as predicted; which of four equal ones is drawn at random")
        self.assertLessEqual(set(landed), best)
        self.assertEqual(self.row("Job.batch.volcano.sh", "gang")["cardsHeld"], 24)

    def test_a_job_of_volcano_that_must_stand_in_one_hypernode(self):
        """HyperNodes are read from the API server; the pods are predicted in the one that holds them all."""
        hyper, queues = "/apis/topology.volcano.sh/v1alpha1/hypernodes", "/apis/scheduling.volcano.sh/v1beta1/queues"
        def create(path, api_version, kind, name, spec):
            self.api.create(path, {"apiVersion": api_version, "kind": kind, "metadata": {"name": name}, "spec": spec})
            self.addCleanup(self.api.delete, f"{path}/{name}")
        create(queues, "scheduling.volcano.sh/v1beta1", "Queue", "default", {"weight": 1})
        for name, selector in (("alone", {"exactMatch": {"name": "gpu-1"}}), ("three", {"regexMatch": {"pattern": "^gpu-[234]$"}})):
            create(hyper, "topology.volcano.sh/v1alpha1", "HyperNode", name, {"tier": 1, "members": [{"type": "Node", "selector": selector}]})
        def job(pods):
            return self.file(f"near-{pods}.yaml", json.dumps({
                "apiVersion": "batch.volcano.sh/v1alpha1", "kind": "Job", "metadata": {"name": f"near-{pods}"},
                "spec": {"minAvailable": pods, "networkTopology": {"mode": "hard", "highestTierAllowed": 1},
                         "tasks": [{"name": "worker", "replicas": pods, "template": {"spec": container(CARDS)}}]}}))
        report, nodes = self.predicted(0, job(3))
        topology = next(one for one in report["admissions"] if one["system"] == "topology")
        self.assertEqual((topology["outcome"], topology["domain"], topology["hyperNodesRead"]), ("fits", "three", True))
        self.assertEqual(nodes, ["gpu-2", "gpu-3", "gpu-4"])
        report, _ = self.predicted(1, job(4))
        topology = next(one for one in report["admissions"] if one["system"] == "topology")
        self.assertEqual((topology["outcome"], topology["fits"]), ("doesNotFit", 3))

    def test_one_that_fits_only_after_another_ends(self):
        self.goes_the_whole_way(EXAMPLES / "workloads" / "pytorch-job.yaml", "kubeflow.org/v1/*/pytorchjobs", "pytorch-job", 4, 32)
        second = self.file("second.yaml", (EXAMPLES / "workloads" / "pytorch-job.yaml").read_text(encoding="utf-8").replace("pytorch-job", "second"))
        report, nodes = self.predicted(1, second)
        self.assertEqual((nodes, report["groups"][0]["starts"]), ([], False))
        self.assertEqual(report["workloads"][0]["refused"][0]["waiting"], "NotNow", "it waits for cards, and not for ever")
        self.submit(second)
        made = "/apis/kubeflow.org/v1/namespaces/default/pytorchjobs/second"
        self.addCleanup(self.api.delete, made)
        self.play(made)
        self.landed(4, waiting=4)
        self.assertEqual(self.row("PyTorchJob", "second")["waiting"], 4)
        for pod in self.pods():
            if pod["metadata"]["name"].startswith("pytorch-job"):
                self.api.delete(f"{PODS}/{pod['metadata']['name']}", {"gracePeriodSeconds": 0})
        self.assertEqual(len(set(self.landed(4))), NODES)

    def test_kueue_is_asked_first(self):
        """Quota for 16 cards on a cluster of 32: a job of 16 is admitted and lands, one of 24 never, whatever the nodes say."""
        kueue = "/apis/kueue.x-k8s.io/v1beta2"
        quota = {"coveredResources": ["nvidia.com/gpu"], "flavors": [{"name": "any", "resources": [{"name": "nvidia.com/gpu", "nominalQuota": 16}]}]}
        def create(path, kind, name, spec, status=None):
            self.api.create(path, {"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": kind, "metadata": {"name": name}, "spec": spec})
            self.addCleanup(self.api.delete, f"{path}/{name}")
            if status:
                self.api.patch(f"{path}/{name}/status", {"status": status})
        active = {"conditions": [{"type": "Active", "status": "True", "reason": "Ready", "message": "", "lastTransitionTime": "2026-01-01T00:00:00Z"}]}
        create(f"{kueue}/resourceflavors", "ResourceFlavor", "any", {})
        create(f"{kueue}/clusterqueues", "ClusterQueue", "team", {"namespaceSelector": {}, "resourceGroups": [quota]}, active)
        create(f"{kueue}/namespaces/default/localqueues", "LocalQueue", "line", {"clusterQueue": "team"}, active)
        def job(name, pods):
            return self.file(name + ".yaml", json.dumps({
                "apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": name, "labels": {"kueue.x-k8s.io/queue-name": "line"}},
                "spec": {"suspend": self.minor >= 21, "parallelism": pods, "completions": pods, "template": {"spec": container(CARDS)}}}))
        report, nodes = self.predicted(0, job("small", 2))
        self.assertEqual([(one["clusterQueue"], one["admittedNow"]) for one in report["admissions"]], [("team", True)])
        self.assertEqual(len(nodes), 2)
        text = self.answer(1, "preview", "-f", job("large", 3), **self.connect).stdout
        self.assertIn("team", text)
        report, nodes = self.predicted(1, job("large", 3))
        self.assertEqual((report["admissions"][0]["admittedNow"], len(nodes)), (False, 3), "room on the nodes, and no quota")
        if self.minor < 21:
            return  # no suspended Jobs yet, and so no Kueue
        self.submit(job("small", 2))
        self.assertEqual(self.pods(), [], "the Job controller leaves a suspended Job alone")
        # PLAYED: Kueue makes the Workload, reserves its quota, and resumes the Job. Its pods are made by the real controller.
        made, reference = self.owner("/apis/batch/v1/namespaces/default/jobs/small")
        path = f"{kueue}/namespaces/default/workloads"
        self.api.create(path, {"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "Workload", "metadata": {"name": "job-small", "ownerReferences": [reference]},
                               "spec": {"queueName": "line", "podSets": [{"name": "main", "count": 2, "template": made["spec"]["template"]}]}})
        [waiting] = self.queue("team")["waiting"]
        self.assertEqual((waiting["name"], waiting["verdict"]), ("job-small", "admitted"))
        given = {"name": "main", "count": 2, "flavors": {"nvidia.com/gpu": "any"}, "resourceUsage": {"nvidia.com/gpu": 16}}
        conditions = [{"type": kind, "status": "True", "reason": kind, "message": "", "lastTransitionTime": "2026-01-01T00:00:00Z"}
                      for kind in ("QuotaReserved", "Admitted")]
        self.api.patch(f"{path}/job-small/status", {"status": {"admission": {"clusterQueue": "team", "podSetAssignments": [given]}, "conditions": conditions}})
        self.api.patch("/apis/batch/v1/namespaces/default/jobs/small", {"spec": {"suspend": False}})
        self.assertEqual(len(set(self.landed(2))), 2)
        self.assertEqual(self.row("Job", "small")["cardsHeld"], 16)
        row = self.queue("team")
        self.assertEqual((row["waiting"], row["quotas"][0]["used"]), ([], "16"))
        report, _ = self.predicted(1, job("second", 1))
        self.assertEqual(report["admissions"][0]["admittedNow"], False, "the quota is spent")

    def queue(self, name):
        report = json.loads(self.answer(0, "queues", "-o", "json", **self.connect).stdout)
        return next(row for row in report["queues"] if row["name"] == name)


class Core(WorkloadTest):
    """Kinds of Kubernetes itself, by the real kube-controller-manager."""

    def core(self, api_version, kind, name, spec):
        return self.file(name + ".yaml", json.dumps({"apiVersion": api_version, "kind": kind, "metadata": {"name": name}, "spec": spec}))

    def lands(self, path, kind, name, pods):
        _, nodes = self.predicted(0, path)
        self.assertEqual(len(nodes), pods)
        self.submit(path)
        self.assertEqual(self.landed(pods), nodes)
        row = self.row(kind, name)
        self.assertEqual((row["cardsHeld"], row["wanted"], row["cardsAsked"]), (pods * CARDS, pods, pods * CARDS))
        self.assertEqual((row["objectRead"], row["suspended"]), (True, False))

    def is_not_sent(self, path, field):
        """An older server would drop the field without a word."""
        refused = self.answer(1, "submit", "-f", path, "--yes", "admin", **self.connect).stderr
        self.assertIn(field, refused)
        self.assertIn("Nothing was created", refused)
        self.assertEqual(self.pods(), [])

    def test_an_indexed_job(self):
        indexed = {"completionMode": "Indexed"} if self.minor >= 21 else {}
        spec = {"parallelism": NODES, "completions": NODES, **indexed, "template": {"spec": container(CARDS)}}
        self.lands(self.core("batch/v1", "Job", "indexed", spec), "Job", "indexed", NODES)

    def test_a_deployment(self):
        labels = {"app": "web"}
        spec = {"replicas": NODES, "selector": {"matchLabels": labels},
                "template": {"metadata": {"labels": labels}, "spec": {**container(CARDS), "restartPolicy": "Always"}}}
        self.lands(self.core("apps/v1", "Deployment", "web", spec), "Deployment", "web", NODES)

    def test_a_statefulset(self):
        labels = {"app": "db"}
        spec = {"replicas": NODES, "serviceName": "db", "podManagementPolicy": "Parallel", "selector": {"matchLabels": labels},
                "template": {"metadata": {"labels": labels}, "spec": {**container(CARDS), "restartPolicy": "Always"}}}
        self.lands(self.core("apps/v1", "StatefulSet", "db", spec), "StatefulSet", "db", NODES)

    def test_a_job_behind_a_gate(self):
        spec = {"parallelism": NODES, "completions": NODES, "template": {"spec": {**container(CARDS), "schedulingGates": [{"name": "example.com/wait"}]}}}
        path = self.core("batch/v1", "Job", "gated", spec)
        report, nodes = self.predicted(0, path)
        # a server that does not know gates drops them, and the pods are placed at once
        self.assertIn("SchedulingGates" if self.minor >= 27 else "FieldsByGate", report["workloads"][0]["caveats"])
        if self.minor < 27:
            self.is_not_sent(path, "spec.template.spec.schedulingGates")
            return
        self.submit(path)
        self.landed(0, waiting=NODES)
        for pod in self.pods():
            self.api.patch(f"{PODS}/{pod['metadata']['name']}", {"spec": {"schedulingGates": []}})
        self.assertEqual(self.landed(NODES), nodes)

    def test_a_job_that_somebody_else_manages(self):
        spec = {"parallelism": NODES, "completions": NODES, "managedBy": "example.com/other", "template": {"spec": container(CARDS)}}
        path = self.core("batch/v1", "Job", "managed", spec)
        _, nodes = self.predicted(0, path)
        if self.minor < 32:
            self.is_not_sent(path, "spec.managedBy")
            return
        self.submit(path)
        made = self.api.get("/apis/batch/v1/namespaces/default/jobs/managed")
        self.assertEqual(self.pods(), [], "the Job controller leaves it alone")
        reference = {"apiVersion": "batch/v1", "kind": "Job", "name": "managed", "uid": made["metadata"]["uid"], "controller": True}
        for i in range(NODES):  # PLAYED: the other controller
            self.api.create(PODS, {"apiVersion": "v1", "kind": "Pod", "spec": container(CARDS),
                                   "metadata": {"name": f"managed-{i}", "labels": {"job-name": "managed"}, "ownerReferences": [reference]}})
        self.assertEqual(self.landed(NODES), nodes)
        self.assertEqual(self.row("Job", "managed")["cardsHeld"], NODES * CARDS)


if __name__ == "__main__":
    unittest.main()
