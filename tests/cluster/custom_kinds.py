# SPDX-License-Identifier: Apache-2.0
"""CustomResourceDefinitions of the kinds that GPU teams submit, for the test cluster.

OURS, not the projects' files: group, versions, names, scope and subresources are the published ones, the schema is open. So what a
project's own schema or webhook would refuse is taken here. Read from: kubeflow/training-operator v1.9.0, ray-project/kuberay v1.7.0,
kubernetes-sigs/lws v0.10.0, kubernetes-sigs/jobset v0.12.0, volcano-sh/volcano v1.15.1, kubernetes-sigs/kueue v0.19.2."""
from collections import namedtuple

Kind = namedtuple("Kind", "group plural kind short versions scope scale status categories", defaults=("Namespaced", None, True, ()))
# spec, status and label selector of the scale subresource
WORKERS = (".spec.%sReplicaSpecs.Worker.replicas", ".status.replicaStatuses.Worker.active", ".status.replicaStatuses.Worker.selector")
GROUP = (".spec.replicas", ".status.replicas", ".status.hpaPodSelector")
RAY, KUEUE = ("v1", "v1alpha1"), ("v1beta2", "v1beta1")  # the first is stored


def workers(word):
    return (WORKERS[0] % word, *WORKERS[1:])


KINDS = (
    Kind("kubeflow.org", "pytorchjobs", "PyTorchJob", (), ("v1",), scale=workers("pytorch")),
    Kind("kubeflow.org", "tfjobs", "TFJob", (), ("v1",)),
    Kind("kubeflow.org", "xgboostjobs", "XGBoostJob", (), ("v1",)),
    Kind("kubeflow.org", "paddlejobs", "PaddleJob", (), ("v1",), scale=workers("paddle")),
    Kind("kubeflow.org", "jaxjobs", "JAXJob", (), ("v1",), scale=workers("jax")),
    Kind("kubeflow.org", "mpijobs", "MPIJob", (), ("v1",)),
    Kind("ray.io", "rayclusters", "RayCluster", (), RAY, categories=("all",)),
    Kind("ray.io", "rayjobs", "RayJob", (), RAY, categories=("all",)),
    Kind("ray.io", "rayservices", "RayService", (), RAY, categories=("all",)),
    Kind("leaderworkerset.x-k8s.io", "leaderworkersets", "LeaderWorkerSet", ("lws",), ("v1",), scale=GROUP),
    Kind("jobset.x-k8s.io", "jobsets", "JobSet", (), ("v1alpha2",)),
    Kind("batch.volcano.sh", "jobs", "Job", ("vcjob", "vj"), ("v1alpha1",)),
    Kind("batch.volcano.sh", "cronjobs", "CronJob", ("cronvcjob", "cronvj"), ("v1alpha1",)),
    Kind("scheduling.volcano.sh", "queues", "Queue", ("q", "queue-v1beta1"), ("v1beta1",), "Cluster"),
    Kind("scheduling.volcano.sh", "podgroups", "PodGroup", ("pg", "podgroup-v1beta1"), ("v1beta1",), status=False),
    Kind("topology.volcano.sh", "hypernodes", "HyperNode", ("hn",), ("v1alpha1",), "Cluster"),
    Kind("kueue.x-k8s.io", "clusterqueues", "ClusterQueue", ("cq",), KUEUE, "Cluster"),
    Kind("kueue.x-k8s.io", "localqueues", "LocalQueue", ("queue", "queues", "lq"), KUEUE),
    Kind("kueue.x-k8s.io", "resourceflavors", "ResourceFlavor", ("flavor", "flavors", "rf"), KUEUE, "Cluster", status=False),
    Kind("kueue.x-k8s.io", "workloads", "Workload", ("kwl", "kueueworkload", "kueueworkloads"), KUEUE),
    Kind("kueue.x-k8s.io", "cohorts", "Cohort", ("co",), KUEUE, "Cluster"),
    Kind("kueue.x-k8s.io", "workloadpriorityclasses", "WorkloadPriorityClass", ("wpc",), KUEUE, "Cluster", status=False),
    Kind("kueue.x-k8s.io", "admissionchecks", "AdmissionCheck", ("ac",), KUEUE, "Cluster"),
)
OPEN = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}


def definition(kind):
    def version(name):
        # The API server reads the paths of the scale subresource only where the schema names their beginnings.
        schema = {**OPEN, "properties": {"spec": OPEN, "status": OPEN}} if kind.scale else OPEN
        made = {"name": name, "served": True, "storage": name == kind.versions[0], "schema": {"openAPIV3Schema": schema}}
        subresources = {"status": {}} if kind.status else {}
        if kind.scale:
            subresources["scale"] = dict(zip(("specReplicasPath", "statusReplicasPath", "labelSelectorPath"), kind.scale))
        return {**made, "subresources": subresources} if subresources else made
    names = {"plural": kind.plural, "singular": kind.kind.lower(), "kind": kind.kind, "listKind": kind.kind + "List",
             "shortNames": list(kind.short), "categories": list(kind.categories)}
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": f"{kind.plural}.{kind.group}"},
            "spec": {"group": kind.group, "scope": kind.scope, "names": {key: value for key, value in names.items() if value},
                     "versions": [version(name) for name in kind.versions]}}


def paths(kind, namespace="default"):
    """Where each served version of the kind is listed."""
    where = "" if kind.scope == "Cluster" else f"/namespaces/{namespace}"
    return [f"/apis/{kind.group}/{version}{where}/{kind.plural}" for version in kind.versions]
