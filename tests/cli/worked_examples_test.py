#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Worked examples of workloads, by their number in docs/scenarios.md: which pods a file becomes, with which gang, and what is said of it.
Each file is the shortest form of a public example that decides the same."""
import json
import unittest

from cardinal_program import CliTest


def pod(gpus=0, more="", labels=""):
    asks = ", resources: {limits: {nvidia.com/gpu: %d}}" % gpus if gpus else ""
    return "{metadata: {labels: {%s}}, spec: {%scontainers: [{name: main, image: pause%s}]}}" % (labels, more, asks)


def file_of(api, kind, spec, metadata=""):
    return "apiVersion: %s\nkind: %s\nmetadata: {name: x, namespace: team%s}\nspec:\n%s\n" % (api, kind, metadata, spec)


def torch(roles, more=""):
    return file_of("kubeflow.org/v1", "PyTorchJob", more + "  pytorchReplicaSpecs:\n" + roles)


def mpi(version, more="", launcher=0, workers="replicas: 2, "):
    return file_of("kubeflow.org/" + version, "MPIJob", "%s  mpiReplicaSpecs:\n    Launcher: {template: %s}\n    Worker: {%stemplate: %s}"
                   % (more, pod(launcher), workers, pod(1)))


def train(more, metadata=""):
    return file_of("trainer.kubeflow.org/v1alpha1", "TrainJob", "  runtimeRef: {name: torch-distributed}\n" + more, metadata)


def runtime(policy, steps):
    """A ClusterTrainingRuntime; a step is its name, its label, GPUs of a pod and what stands before its template."""
    jobs = ["      - {name: %s, %stemplate: {metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: %s}}, spec: {template: "
            "{spec: {containers: [{name: node, resources: {limits: {nvidia.com/gpu: %d}}}]}}}}}\n" % (name, more, label, gpus)
            for name, label, gpus, more in steps]
    return ("---\napiVersion: trainer.kubeflow.org/v1alpha1\nkind: ClusterTrainingRuntime\nmetadata: {name: torch-distributed}\nspec:\n%s"
            "  template:\n    spec:\n      replicatedJobs:\n%s" % (policy, "".join(jobs)))


def ray(labels, group, more="", head=0):
    return file_of("ray.io/v1", "RayCluster", "%s  headGroupSpec: {template: %s}\n  workerGroupSpecs: [{groupName: w, %s}]"
                   % (more, pod(head), group), ", labels: {%s}" % labels)


def lws(replicas, size, template):
    return file_of("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet",
                   "  replicas: %d\n  leaderWorkerTemplate: {size: %d, workerTemplate: %s}" % (replicas, size, template))


class FileTest(CliTest):
    def read(self, text):
        report = json.loads(self.answer(0, "workload", "-f", self.file("f.yaml", text), "-o", "json").stdout)
        self.assertEqual(report["problems"], [])
        self.one = report["workloads"][0]
        self.notes = {note["code"]: note["detail"] for note in self.one["problems"]}
        return {role["role"]: (role["pods"], self.gpus(role), role["gang"]) for role in self.one["roles"]}

    @staticmethod
    def gpus(role):
        """Of one pod; None = its template is not in the file."""
        asks = role["requests"]
        return None if asks is None else sum(ask["amount"] for ask in asks if ask["resource"] == "nvidia.com/gpu")


class WorkedFiles(FileTest):
    def test_w1_a_worker_waits_for_its_master_with_its_gpu(self):
        both = "    Master: {template: %s}\n    Worker: {replicas: 1, template: %s}\n" % (pod(1), pod(1))
        self.assertEqual(self.read(torch(both)), {"Master": (1, 1, None), "Worker": (1, 1, None)})
        self.assertEqual(self.notes["WaitsWithCards"], "init-pytorch")

    def test_w3_an_elastic_job_starts_its_replicas_and_tells_its_range(self):
        job = torch("    Worker: {replicas: 2, template: %s}\n" % pod(1), "  elasticPolicy: {minReplicas: 1, maxReplicas: 3}\n")
        self.assertEqual(self.read(job), {"Worker": (2, 1, None)})
        self.assertEqual(self.notes["Autoscaled"], "1..3")
        self.assertNotIn("WaitsWithCards", self.notes)

    def test_w4_four_pods_of_three_roles_and_their_gang(self):
        job = file_of("kubeflow.org/v1", "TFJob", "  runPolicy: {schedulingPolicy: {minAvailable: 4}}\n  tfReplicaSpecs:\n    Worker: "
                      "{replicas: 2, template: %s}\n    Chief: {replicas: 1, template: %s}\n    PS: {replicas: 1, template: %s}" % ((pod(),) * 3))
        self.assertEqual(list(self.read(job).items()), [("Chief", (1, 0, 1)), ("PS", (1, 0, 1)), ("Worker", (2, 0, 2))])

    def test_w5_workers_that_are_not_counted_are_none(self):
        self.assertEqual(self.read(mpi("v1", workers="")), {"Worker": (0, 1, None), "Launcher": (1, 0, None)})
        self.assertIn("DefaultIsZero", self.notes)

    def test_w6_a_worker_of_no_replicas_is_refused(self):
        self.read(torch("    Master: {template: %s}\n    Worker: {replicas: 0, template: %s}\n" % (pod(1), pod(1))))
        self.assertEqual(self.notes["RefusedByWebhook"], "0")

    def test_w7_the_launcher_asks_for_no_gpu(self):
        self.assertEqual(self.read(mpi("v2beta1")), {"Worker": (2, 1, None), "Launcher": (1, 0, None)})
        self.assertNotIn("HidesCards", self.notes)
        self.read(mpi("v2beta1", launcher=1))
        self.assertEqual(self.notes["HidesCards"], "Launcher")

    def test_w8_a_gang_that_wants_a_launcher_which_waits_for_the_workers_never_starts(self):
        waits = "  launcherCreationPolicy: WaitForWorkersReady\n  runPolicy: {schedulingPolicy: {minAvailable: %d}}\n"
        self.read(mpi("v2beta1", waits % 3))
        self.assertEqual(self.notes["GangNeverWhole"], "3/2")
        self.read(mpi("v2beta1", waits % 2))
        self.assertNotIn("GangNeverWhole", self.notes)

    def test_w9_a_launcher_that_works_counts(self):
        self.assertEqual(self.read(mpi("v2beta1", "  runLauncherAsWorker: true\n", launcher=1)), {"Worker": (2, 1, None), "Launcher": (1, 1, None)})
        self.assertNotIn("HidesCards", self.notes)

    def test_w10_the_nodes_of_a_job_whose_runtime_holds_the_rest(self):
        self.assertEqual(self.read(train("  trainer: {numNodes: 3}")), {"node": (3, None, None)})
        self.assertEqual(self.notes["DefinedElsewhere"], "ClusterTrainingRuntime torch-distributed")
        self.assertEqual(self.read(train("  trainer: {numNodes: 3, resourcesPerNode: {limits: {nvidia.com/gpu: 8}}}")), {"node": (3, 8, None)})

    def test_w11_the_launcher_is_one_of_the_nodes(self):
        steps = [("launcher", "trainer", 8, ""), ("node", "none", 8, "dependsOn: [], ")]
        job = train("  trainer: {numNodes: 4}\n")
        with_launcher = runtime("  mlPolicy: {numNodes: 1, mpi: {runLauncherAsNode: true}}\n", steps)
        report = self.read(job + with_launcher)
        self.assertEqual({name: pods for name, (pods, _, _) in report.items()}, {"launcher": 1, "node": 3})
        self.assertEqual(sum(pods * gpus for pods, gpus, _ in report.values()), 32)
        self.assertNotIn("DefinedElsewhere", self.notes)

    def test_w12_data_is_loaded_before_the_nodes_start(self):
        steps = [("dataset-initializer", "dataset-initializer", 0, ""),
                 ("node", "trainer", 1, "dependsOn: [{name: dataset-initializer, status: Complete}], ")]
        report = self.read(train("  trainer: {numNodes: 2}\n") + runtime("  mlPolicy: {numNodes: 1}\n", steps))
        self.assertEqual(report, {"dataset-initializer": (1, 0, None), "node": (2, 1, None)})
        self.assertEqual(self.notes["Later"], "node")

    def test_w13_the_runtime_asks_for_a_gang_of_all_nodes(self):
        steps = [("node", "trainer", 1, "")]
        report = self.read(train("  trainer: {numNodes: 4}\n") + runtime("  mlPolicy: {numNodes: 1}\n  podGroupPolicy: {volcano: {}}\n", steps))
        self.assertEqual(report, {"node": (4, 1, 4)})

    def test_w11_to_w13_without_the_runtime_the_nodes_alone_are_known(self):
        with_gpus = "  trainer: {numNodes: 4, resourcesPerNode: {limits: {nvidia.com/gpu: 8}}}"
        self.assertEqual(self.read(train(with_gpus)), {"node": (4, 8, None)})
        self.assertEqual(self.read(train("  trainer: {numNodes: 2}")), {"node": (2, None, None)})
        self.assertIn("DefinedElsewhere", self.notes)

    def test_w14_a_suspended_job_waits_for_its_queue(self):
        job = train("  suspend: true\n  trainer: {numNodes: 3}", ", labels: {kueue.x-k8s.io/queue-name: training-queue}")
        self.assertEqual(self.read(job), {"node": (3, None, None)})
        self.assertEqual(self.one["queue"], "training-queue")
        self.assertIn("Suspended", self.notes)

    def test_w15_a_ray_cluster_in_a_queue_is_one_gang(self):
        labels = "ray.io/scheduler-name: volcano, volcano.sh/queue-name: research"
        self.assertEqual(self.read(ray(labels, "replicas: 2, template: " + pod())), {"head": (1, 0, 1), "w": (2, 0, 2)})
        self.assertEqual(self.one["queue"], "research")

    def test_w16_replicas_are_held_below_the_most_and_counted_by_host(self):
        group = "replicas: 5, minReplicas: 1, maxReplicas: 3, numOfHosts: 2, template: " + pod(4)
        self.assertEqual(self.read(ray("ray.io/scheduler-name: volcano", group)), {"head": (1, 0, 1), "w": (6, 4, 6)})

    def test_w17_the_gang_of_a_cluster_that_scales_is_its_least(self):
        group = "replicas: 5, minReplicas: 1, maxReplicas: 3, numOfHosts: 2, template: " + pod(4)
        self.assertEqual(self.read(ray("ray.io/scheduler-name: volcano", group, "  enableInTreeAutoscaling: true\n")),
                         {"head": (1, 0, 1), "w": (6, 4, 2)})
        self.assertIn("Autoscaled", self.notes)

    def test_w18_a_suspended_ray_job_with_its_submitter(self):
        cluster = "  suspend: true\n  rayClusterSpec: {headGroupSpec: {template: %s}, workerGroupSpecs: [{groupName: small, replicas: 1, template: %s}]}"
        job = file_of("ray.io/v1", "RayJob", cluster % (pod(), pod()), ", labels: {kueue.x-k8s.io/queue-name: q}")
        self.assertEqual(list(self.read(job)), ["head", "small", "submitter"])
        self.assertEqual((self.one["queue"], self.notes["Later"]), ("q", "submitter"))
        self.assertIn("Suspended", self.notes)

    def test_w19_two_workers_with_half_a_card_each(self):
        half = "{metadata: {annotations: {gpu-fraction: '0.5'}}, spec: {containers: [{name: main}]}}"
        report = self.read(ray("kai.scheduler/queue: team-a", "replicas: 2, template: " + half))
        self.assertEqual((report["w"][0], self.one["queue"]), (2, "team-a"))
        self.assertEqual(sum(role["gang"] for role in self.one["roles"]), 3)
        [ask] = self.one["roles"][1]["requests"]
        self.assertEqual((ask["resource"], ask["amount"], ask["memoryPercent"]), ("gpu-fraction", 0.5, 50))

    def test_w20_a_gang_in_yunikorn_is_of_the_least_workers(self):
        labels = "ray.io/gang-scheduling-enabled: 'true', ray.io/scheduler-name: yunikorn, yunikorn.apache.org/queue: root.team"
        self.assertEqual(self.read(ray(labels, "replicas: 3, minReplicas: 2, template: " + pod())), {"head": (1, 0, 1), "w": (3, 0, 2)})
        self.assertEqual(self.one["queue"], "root.team")
        self.assertIn("Placeholders", self.notes)
        self.read(ray("ray.io/scheduler-name: volcano", "replicas: 3, minReplicas: 2, template: " + pod()))
        self.assertNotIn("Placeholders", self.notes)

    def test_w21_three_of_six_start(self):
        job = "  minAvailable: 3\n  tasks: [{name: t, replicas: 6, template: %s}]" % pod(1)
        self.assertEqual(self.read(file_of("batch.volcano.sh/v1alpha1", "Job", job)), {"t": (6, 1, 3)})

    def test_w22_a_gang_is_whole_before_the_task_that_depends_on_it(self):
        tasks = "  minAvailable: %d\n  tasks:\n  - {name: master, replicas: 1, dependsOn: {name: [worker]}, template: " + pod()
        tasks += "}\n  - {name: worker, replicas: 10, template: " + pod() + "}"
        self.assertEqual(list(self.read(file_of("batch.volcano.sh/v1alpha1", "Job", tasks % 3))), ["worker", "master"])
        self.assertNotIn("GangNeverWhole", self.notes)
        self.read(file_of("batch.volcano.sh/v1alpha1", "Job", tasks % 11))
        self.assertEqual(self.notes["GangNeverWhole"], "11/10")

    def test_w25_jobs_that_wait_for_others_come_later(self):
        def job(name, more="", pods=1):
            return "  - {name: %s, %stemplate: {spec: {parallelism: %d, completions: %d, template: %s}}}\n" % (name, more, pods, pods, pod())
        after = "dependsOn: [{name: %s, status: %s}], "
        jobs = job("initializer") + job("launcher", after % ("initializer", "Complete")) + job("worker", after % ("launcher", "Ready"), 4)
        report = self.read(file_of("jobset.x-k8s.io/v1alpha2", "JobSet", "  replicatedJobs:\n" + jobs))
        self.assertEqual(report, {"initializer": (1, 0, None), "launcher": (1, 0, None), "worker": (4, 0, None)})
        self.assertEqual([note["detail"] for note in self.one["problems"] if note["code"] == "Later"], ["launcher", "worker"])

    def test_w26_every_pod_of_an_exclusive_set_is_asked_for(self):
        jobs = "  replicatedJobs: [{name: j, replicas: 3, template: {spec: {parallelism: 3, completions: 3, template: %s}}}]" % pod()
        exclusive = ", annotations: {alpha.jobset.sigs.k8s.io/exclusive-topology: rack}"
        self.assertEqual(self.read(file_of("jobset.x-k8s.io/v1alpha2", "JobSet", jobs, exclusive)), {"j": (9, 0, None)})

    def test_w27_the_size_of_a_group_counts_its_leader(self):
        self.assertEqual(self.read(lws(3, 4, pod())), {"leader": (3, 0, None), "worker": (9, 0, None)})

    def test_w28_each_group_is_a_gang(self):
        self.assertEqual(self.read(lws(2, 4, pod(1, "schedulerName: volcano, "))), {"leader": (2, 1, 1), "worker": (6, 1, 3)})

    def test_w38_further_replicas_of_a_scaling_group_are_outside_the_base_gang(self):
        def clique(name, replicas):
            return "    - {name: %s, spec: {replicas: %d, podSpec: {containers: [{name: main}]}}}\n" % (name, replicas)
        def group(name, replicas, cliques):
            return "{name: %s, replicas: %d, minAvailable: 1, cliqueNames: [%s]}" % (name, replicas, cliques)
        spec = "  replicas: 1\n  template:\n    cliques:\n" + clique("pl", 1) + clique("pw", 4) + clique("dl", 1) + clique("dw", 2)
        spec += "    podCliqueScalingGroups: [%s, %s]" % (group("prefill", 2, "pl, pw"), group("decode", 1, "dl, dw"))
        report = self.read(file_of("grove.io/v1alpha1", "PodCliqueSet", spec))
        self.assertEqual((sum(one[0] for one in report.values()), sum(one[2] for one in report.values())), (13, 8))

    def test_w39_nodes_of_a_model_that_is_cut_in_two(self):
        worker = "    workerSpec: {pipelineParallelSize: 2, tensorParallelSize: 8, containers: [{name: w, resources: {limits: {nvidia.com/gpu: 8}}}]}"
        model = file_of("serving.kserve.io/v1beta1", "InferenceService", "  predictor:\n    model: {modelFormat: {name: huggingface}}\n" + worker)
        self.assertEqual(self.read(model), {"predictor": (1, 8, None), "worker": (1, 8, None)})
        # a head that says its own keeps it
        own = model.replace("huggingface}", "huggingface}, resources: {limits: {nvidia.com/gpu: 2}}")
        self.assertEqual(self.read(own)["predictor"], (1, 2, None))
        spec = "{containers: [{name: main, resources: {limits: {nvidia.com/gpu: 8}}}]}"
        llm = file_of("serving.kserve.io/v1alpha1", "LLMInferenceService",
                      "  replicas: 2\n  parallelism: {data: 16, dataLocal: 8}\n  template: %s\n  worker: %s" % (spec, spec))
        self.assertEqual(sum(pods * gpus for pods, gpus, _ in self.read(llm).values()), 32)

    def test_w40_arena_counts_the_master_and_labels_the_gang(self):
        labels = "pod-group.scheduling.sigs.k8s.io/name: pytorchjob-x, pod-group.scheduling.sigs.k8s.io/min-available: '2'"
        roles = "    Master: {template: %s}\n    Worker: {replicas: 1, template: %s}\n" % (pod(1, labels=labels), pod(1, labels=labels))
        self.assertEqual(self.read(torch(roles)), {"Master": (1, 1, 1), "Worker": (1, 1, 1)})


class SmallFiles(FileTest):
    """The further cases of the list, without numbers of their own."""

    def test_a_custom_job_of_arena_asks_by_memory_and_compute(self):
        text = file_of("apps/v1", "Deployment", "  replicas: 3\n  template: {spec: {containers: [{name: c, resources: {limits: {aliyun.com/gpu-mem: 8, "
                       "aliyun.com/gpu-core.percentage: 30}}}]}}")
        self.assertEqual(self.read(text), {None: (3, 0, None)})
        self.assertEqual({ask["resource"]: ask["amount"] for ask in self.one["roles"][0]["requests"]},
                         {"aliyun.com/gpu-mem": 8, "aliyun.com/gpu-core.percentage": 30})

    def test_a_spark_application_has_a_driver_and_executors(self):
        spec = "  driver: {cores: 1}\n  executor: {instances: 2, cores: 1, gpu: {name: nvidia.com/gpu, quantity: 1}}"
        self.assertEqual(self.read(file_of("sparkoperator.k8s.io/v1beta2", "SparkApplication", spec)), {"driver": (1, 0, None), "executor": (2, 1, None)})

    def test_roles_of_a_group_count_their_size(self):
        roles = "  roles:\n  - {name: prefill, replicas: 2, leaderWorkerPattern: {size: 4, template: %s}}" % pod(1)
        gang = ", annotations: {rbg.workloads.x-k8s.io/group-gang-scheduling: 'true'}"
        self.assertEqual(self.read(file_of("workloads.x-k8s.io/v1alpha2", "RoleBasedGroup", roles, gang)), {"prefill": (8, 1, 8)})
        roles = "  roles:\n  - {name: a, replicas: 1, standalonePattern: {template: %s}}\n  - {name: b, replicas: 3, standalonePattern: {template: %s}}"
        self.assertEqual(self.read(file_of("workloads.x-k8s.io/v1alpha2", "RoleBasedGroup", roles % (pod(), pod()))),
                         {"a": (1, 0, None), "b": (3, 0, None)})

    def test_cliques_of_one_node_are_one_gang(self):
        clique = "    - {name: %s, spec: {replicas: %d, podSpec: {containers: [{name: main}]}}}\n"
        spec = "  replicas: 1\n  template:\n    cliques:\n" + clique % ("prefill", 3) + clique % ("decode", 2)
        report = self.read(file_of("grove.io/v1alpha1", "PodCliqueSet", spec))
        self.assertEqual(report, {"prefill": (3, 0, 3), "decode": (2, 0, 2)})

    def test_workers_of_paddle_and_of_mpi(self):
        paddle = "  paddleReplicaSpecs: {Worker: {replicas: 2, template: %s}}" % pod(2)
        self.assertEqual(self.read(file_of("kubeflow.org/v1", "PaddleJob", paddle)), {"Worker": (2, 2, None)})
        self.assertEqual(self.read(mpi("v1")), {"Worker": (2, 1, None), "Launcher": (1, 0, None)})

    def test_what_stores_a_template_makes_no_pods_and_a_list_makes_those_of_its_items(self):
        stored = "apiVersion: v1\nkind: PodTemplate\nmetadata: {name: t}\ntemplate: %s\n" % pod(1)
        def web(name, replicas):
            return {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": name},
                    "spec": {"replicas": replicas, "template": {"spec": {"containers": [{"name": "c"}]}}}}
        items = json.dumps({"apiVersion": "v1", "kind": "List", "items": [web("a", 2), web("b", 3)]})
        report = json.loads(self.answer(0, "workload", "-f", self.file("f.yaml", stored + "---\n" + items), "-o", "json").stdout)
        self.assertEqual([(other["kind"], other["reason"]) for other in report["others"]], [("PodTemplate", "StoresTemplates")])
        self.assertEqual([role["pods"] for one in report["workloads"] for role in one["roles"]], [2, 3])

    def test_an_unknown_kind_is_assumed(self):
        workers = "  workers: [{replicas: 2, template: {spec: {containers: [{name: c, resources: {limits: {nvidia.com/gpu: 4}}}]}}}]"
        [(pods, gpus, _)] = self.read(file_of("example.com/v1", "Fleet", workers)).values()
        self.assertEqual((pods, gpus, self.one["roles"][0]["assumed"]), (2, 4, True))


def node(name, gpus=1):
    has = '{cpu: "64", memory: 256Gi, pods: "110", nvidia.com/gpu: "%d"}' % gpus
    return ("apiVersion: v1\nkind: Node\nmetadata: {name: %s, uid: %s}\nstatus: {capacity: %s, allocatable: %s, "
            'conditions: [{type: Ready, status: "True"}]}\n' % (name, name, has, has))


def kueue(kind, name, spec, status="", ns=", namespace: team"):
    return "apiVersion: kueue.x-k8s.io/v1beta2\nkind: %s\nmetadata: {name: %s, uid: u-%s%s}\nspec: %s\n%s" % (kind, name, name, ns, spec, status)


def volcano(kind, name, spec, status, ns=", namespace: team"):
    return ("apiVersion: scheduling.volcano.sh/v1beta1\nkind: %s\nmetadata: {name: %s, uid: v-%s%s}\nspec: {%s}\nstatus: {%s}\n"
            % (kind, name, name, ns, spec, status))


def cluster_queue(name, resource, nominal, cohort="", limits=""):
    return kueue("ClusterQueue", name, "{%snamespaceSelector: {}, resourceGroups: [{coveredResources: [%s], flavors: [{name: default-flavor, "
                 "resources: [{name: %s, nominalQuota: %d%s}]}]}]}" % (cohort, resource, resource, nominal, limits), ns="")


def workload(name, queue, count, resource, least=None):
    few = "" if least is None else "minCount: %d, " % least
    return kueue("Workload", name, "{queueName: %s, podSets: [{name: main, count: %d, %stemplate: {spec: {containers: [{name: main, resources: "
                 "{requests: {%s: 1}}}]}}}]}" % (queue, count, few, resource))


def admitted(name, queue, count, resource):
    given = ("status:\n  admission: {clusterQueue: %s, podSetAssignments: [{name: main, count: %d, flavors: {%s: default-flavor}, "
             "resourceUsage: {%s: %d}}]}\n  conditions: [{type: QuotaReserved, status: \"True\"}, {type: Admitted, status: \"True\"}]\n")
    return workload(name, queue, count, resource) + given % (queue, count, resource, resource, count)


class WorkedClusters(CliTest):
    def state(self, *objects):
        return self.file("state.yaml", "---\n".join(objects))

    def queues(self, *objects):
        flavor = kueue("ResourceFlavor", "default-flavor", "{}", ns="")
        cohorts = "apiVersion: kueue.x-k8s.io/v1beta2\nkind: CohortList\nitems: []\n"
        report = json.loads(self.answer(0, "queues", "--snapshot", self.state(node("a"), flavor, cohorts, *objects), "-o", "json").stdout)
        return {row["name"]: row for row in report["queues"]}

    def waiting(self, used, count, least=None):
        """One that waits in a queue of 9 cpu."""
        queue = cluster_queue("q", "cpu", 9), kueue("LocalQueue", "q", "{clusterQueue: q}")
        held = [admitted("held", "q", used, "cpu")] if used else []
        [one] = self.queues(*queue, *held, workload("new", "q", count, "cpu", least))["q"]["waiting"]
        return one, {remedy["remedy"]: remedy for remedy in one["remedies"]}

    def groups(self, *objects):
        report = json.loads(self.answer(0, "queues", "--snapshot", self.state(node("a"), node("b"), *objects), "-o", "json").stdout)
        [system] = report["others"]
        return system["queues"], {one["name"]: one for one in system["waiting"]}

    def test_w2_w23_w24_groups_that_volcano_holds_back_in_its_own_words(self):
        words = {"overused": "resource in cluster is overused: overused nvidia.com/gpu",
                 "quota": "queue resource quota insufficient: insufficient nvidia.com/gpu"}
        def group(name, phase, gpus, message=None):
            condition = f", conditions: [{{type: Unschedulable, status: 'True', reason: NotEnoughResources, message: '{message}'}}]" if message else ""
            return volcano("PodGroup", name, f"queue: q, minMember: {gpus}, minResources: {{nvidia.com/gpu: {gpus}}}", f"phase: {phase}{condition}")
        queue = volcano("Queue", "q", "capability: {nvidia.com/gpu: 4}", "state: Open, allocated: {nvidia.com/gpu: 3}", ns="")
        rows, waiting = self.groups(queue, group("overused", "Pending", 2, words["overused"]), group("quota", "Pending", 2, words["quota"]),
                                    group("ahead", "Inqueue", 2), group("behind", "Pending", 1))
        self.assertEqual((rows[0]["quotas"][0]["limit"], rows[0]["quotas"][0]["used"]), ("4", "3"))
        self.assertEqual({name: waiting[name]["told"]["message"] for name in words}, words)
        self.assertEqual((waiting["ahead"]["phase"], waiting["behind"]["phase"]), ("Inqueue", "Pending"))
        self.assertEqual({name: one["cause"] for name, one in waiting.items()},
                         {"overused": "aboveFree", "quota": "aboveFree", "ahead": "none", "behind": "aboveFree"})
        self.assertEqual((waiting["quota"]["asked"], waiting["quota"]["free"], waiting["quota"]["modelled"]), ("2", "0", True))

    def test_w24_the_group_that_reserves_the_room_is_named(self):
        def group(name, phase, gpus):
            return volcano("PodGroup", name, f"queue: q, minMember: 1, minResources: {{nvidia.com/gpu: {gpus}}}", f"phase: {phase}")
        queue = volcano("Queue", "q", "weight: 1", "state: Open, allocated: {cpu: 0}", ns="")
        _, waiting = self.groups(queue, group("ahead", "Inqueue", 2), group("behind", "Pending", 1))
        behind = waiting["behind"]
        self.assertEqual((behind["cause"], behind["asked"], behind["free"]), ("aboveFree", "1", "0"), "two cards are idle, and kept for the other")
        self.assertEqual(behind["remedies"][0]["workloads"], [{"namespace": "team", "name": "ahead", "holds": "2"}])

    def test_w26_one_free_domain_takes_one_job_of_three(self):
        def free(rack, number):
            return node(f"{rack}-{number}").replace("uid:", "labels: {rack: %s}, uid:" % rack)
        def full(rack, number):
            return (free(rack, number) + "---\napiVersion: v1\nkind: Pod\nmetadata: {name: %s-%d, namespace: team, uid: p-%s-%d}\nspec: {nodeName: %s-%d, "
                    "containers: [{name: c, resources: {limits: {nvidia.com/gpu: 1}, requests: {nvidia.com/gpu: 1}}}]}\nstatus: {phase: Running}\n"
                    % ((rack, number) * 3))
        path = self.state(*(free("a", i) for i in range(3)), *(full(rack, i) for rack in "bc" for i in range(3)))
        jobs = "  replicatedJobs: [{name: j, replicas: 3, template: {spec: {parallelism: 3, completions: 3, template: %s}}}]" % pod(1)
        exclusive = ", annotations: {alpha.jobset.sigs.k8s.io/exclusive-topology: rack}"
        file = self.file("f.yaml", file_of("jobset.x-k8s.io/v1alpha2", "JobSet", jobs, exclusive))
        report = json.loads(self.answer(1, "preview", "--snapshot", path, "-f", file, "-o", "json").stdout)
        [demand] = [one for one in report["admissions"] if one["system"] == "topology"]
        self.assertEqual((demand["demand"], demand["label"], demand["wanted"], demand["fits"], demand["outcome"]),
                         ("exclusive", "rack", 3, 1, "doesNotFit"))
        self.assertEqual(len(report["workloads"][0]["placements"]), 3, "of nine")

    def test_w29_leaders_without_a_gang_take_every_card(self):
        path = self.state(*(node(f"n{i}") for i in range(4)))
        file = self.file("f.yaml", lws(4, 2, pod(1)))
        report = json.loads(self.answer(1, "preview", "--snapshot", path, "-f", file, "-o", "json").stdout)
        self.assertEqual([(one["object"]["role"], len(one["placements"])) for one in report["workloads"]], [("leader", 4), ("worker", 0)])
        [group] = report["groups"]
        self.assertEqual((group["fits"], group["wanted"], group["gang"], group["cards"]), (4, 8, None, 4))
        self.assertIn("hold 4 cards while they wait for the others", self.answer(1, "preview", "--snapshot", path, "-f", file).stdout)

    def test_w30_what_is_missing_and_that_waiting_helps(self):
        one, remedies = self.waiting(used=7, count=3)
        self.assertEqual(one["message"], "couldn't assign flavors to pod set main: insufficient unused quota for cpu in flavor default-flavor, 1 more needed")
        self.assertIn("othersFinish", remedies)
        self.assertEqual((remedies["fewerPods"]["pods"], remedies["moreQuota"]["amount"]), (2, "1"))

    def test_w31_what_is_above_the_quota_is_not_said_to_wait(self):
        one, remedies = self.waiting(used=0, count=20)
        self.assertIn("> maximum capacity (9)", one["message"])
        self.assertNotIn("othersFinish", remedies)

    def test_w32_a_job_that_may_be_smaller_gets_what_there_is(self):
        one, _ = self.waiting(used=0, count=20, least=5)
        self.assertEqual((one["verdict"], one["message"], one["podsAdmitted"]), ("admitted", None, 9))
        one, _ = self.waiting(used=5, count=20, least=5)
        self.assertEqual(one["verdict"], "waits")

    def test_w33_what_others_lend_is_not_enough_and_not_hopeless(self):
        gpu, pool = "nvidia.com/gpu", "cohortName: pool, "
        rows = self.queues(cluster_queue("a", gpu, 8, pool, ", borrowingLimit: 4"), cluster_queue("b", gpu, 8, pool, ", lendingLimit: 2"),
                           kueue("LocalQueue", "a", "{clusterQueue: a}"), admitted("held", "a", 8, gpu), workload("new", "a", 4, gpu))
        self.assertEqual(rows["a"]["quotas"][0]["available"], "2")
        [one] = rows["a"]["waiting"]
        self.assertIn("2 more needed", one["message"])
        self.assertIn("othersFinish", [remedy["remedy"] for remedy in one["remedies"]])

    def test_w34_one_pod_of_a_group_of_two(self):
        member = ("apiVersion: v1\nkind: Pod\nmetadata: {name: p0, namespace: team, uid: p0, labels: {kueue.x-k8s.io/queue-name: q, "
                  "kueue.x-k8s.io/pod-group-name: g}, annotations: {kueue.x-k8s.io/pod-group-total-count: '2'}}\nspec: {schedulingGates: "
                  "[{name: kueue.x-k8s.io/admission}], containers: [{name: main, resources: {limits: {nvidia.com/gpu: 1}}}]}\nstatus: {phase: Pending}\n")
        path = self.state(node("a"), member)
        [one] = json.loads(self.answer(0, "workloads", "--snapshot", path, "-o", "json").stdout)["workloads"]
        self.assertEqual((one["kind"], one["name"], one["queue"]["name"], one["wanted"], one["waiting"]), ("PodGroup", "g", "q", 2, 1))
        self.assertEqual(one["gangs"], [{"name": "g", "min": 2, "pods": 1, "bound": 0}])
        [held] = json.loads(self.answer(0, "pending", "--snapshot", path, "-o", "json").stdout)["pods"]
        self.assertIsNotNone(held["queue"])
        self.assertIsNone(held["queue"]["workload"])

    def test_w35_each_group_of_a_set_waits_for_itself(self):
        def group(number):
            sets = ["{name: %s, count: %d, template: {spec: {containers: [{name: c, resources: {requests: {cpu: %s}}}]}}}" % one
                    for one in (("leader", 1, "100m"), ("worker", 2, "200m"))]
            return kueue("Workload", f"set-{number}", "{queueName: q, podSets: [%s]}" % ", ".join(sets))
        rows = self.queues(cluster_queue("q", "cpu", 9), kueue("LocalQueue", "q", "{clusterQueue: q}"), group(0), group(1))
        self.assertEqual([(one["name"], one["pods"], one["requests"], one["verdict"]) for one in rows["q"]["waiting"]],
                         [(name, 3, [{"resource": "cpu", "amount": "500m"}], "admitted") for name in ("set-0", "set-1")])

    def test_w36_the_words_of_the_scheduler_about_a_group_that_is_not_whole(self):
        words = "cannot find enough sibling pods, current pods number: 3, minMember of group: 4"
        group = ("apiVersion: scheduling.x-k8s.io/v1alpha1\nkind: PodGroup\nmetadata: {name: g, namespace: team, uid: g}\nspec: {minMember: 4}\n"
                 "status: {phase: Pending}\n")
        pods = [f"apiVersion: v1\nkind: Pod\nmetadata: {{name: p{i}, namespace: team, uid: p{i}, labels: {{scheduling.x-k8s.io/pod-group: g}}}}\n"
                "spec: {containers: [{name: main, resources: {limits: {nvidia.com/gpu: 1}}}]}\nstatus: {phase: Pending, conditions: "
                f"[{{type: PodScheduled, status: 'False', reason: Unschedulable, message: '{words}'}}]}}\n" for i in range(3)]
        path = self.state(node("a"), group, *pods)
        [one] = json.loads(self.answer(0, "workloads", "--snapshot", path, "-o", "json").stdout)["workloads"]
        self.assertEqual((one["name"], one["waiting"], {each["message"] for each in one["pods"]}), ("g", 3, {words}))
        [system] = json.loads(self.answer(0, "queues", "--snapshot", path, "-o", "json").stdout)["others"]
        self.assertEqual([(wait["name"], wait["minMember"]) for wait in system["waiting"]], [("g", 4)])


if __name__ == "__main__":
    unittest.main()
