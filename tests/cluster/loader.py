# SPDX-License-Identifier: Apache-2.0
"""Puts recorded objects into the API server as they were recorded, status included."""

import collections
import concurrent.futures
import gzip
import json
import time

from hardware import HOLD
from kube_api import ApiError, pod_path

_WORKERS = 16
_DROPPED_METADATA = ("uid", "resourceVersion", "creationTimestamp", "managedFields", "selfLink", "generation",
                     # a foreign owner does not exist here, and the garbage collector would remove what it owns
                     "ownerReferences", "deletionTimestamp", "deletionGracePeriodSeconds")
_COLLECTIONS = {"Namespace": "/api/v1/namespaces", "Node": "/api/v1/nodes"}
_NAMESPACED = {"Pod": ("/api/v1", "pods"), "ConfigMap": ("/api/v1", "configmaps"), "Service": ("/api/v1", "services"),
               "Deployment": ("/apis/apps/v1", "deployments"), "StatefulSet": ("/apis/apps/v1", "statefulsets"),
               "DaemonSet": ("/apis/apps/v1", "daemonsets"), "Job": ("/apis/batch/v1", "jobs")}


def read_objects(path):
    """The objects of a file with their kind filled in; SystemExit for what is no Kubernetes object."""
    opened = gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else open(path, encoding="utf-8")
    with opened as file:
        document = json.load(file)
    kind = document.get("kind", "")
    if not kind.endswith("List"):
        return [document]
    return [{"kind": kind[:-len("List")], "apiVersion": document.get("apiVersion", "v1"), **item}
            if kind != "List" else item for item in document["items"]]


def _collection(kind, namespace):
    if kind in _COLLECTIONS:
        return _COLLECTIONS[kind]
    if kind not in _NAMESPACED:
        raise SystemExit(f"cannot load objects of kind {kind!r}")
    group, plural = _NAMESPACED[kind]
    return f"{group}/namespaces/{namespace}/{plural}"


def _without(mapping, names):
    return {key: value for key, value in mapping.items() if key not in names}


def _created_form(obj):
    fresh = {**_without(obj, ("status",)), "metadata": _without(obj["metadata"], _DROPPED_METADATA)}
    if obj["kind"] == "Pod":
        spec = _without(obj["spec"], ("priority", "priorityClassName", "serviceAccount", "serviceAccountName"))
        fresh["spec"] = spec
        fresh["metadata"]["annotations"] = {**(fresh["metadata"].get("annotations") or {}), HOLD: "loading"}
    return fresh


def _create(api, path, obj):
    """Creates, or takes what is there; a young namespace lacks its service account, or that its token, for a moment."""
    for _ in range(100):
        try:
            api.create(path, obj)
            return
        except ApiError as error:
            if error.status == 409:
                return
            if not (error.status in (403, 500) and "serviceaccount" in str(error).replace(" ", "").lower()):
                raise
        time.sleep(0.1)
    raise SystemExit(f"no service account appeared for {path}")


def _keeps_hold(pod):
    """Bound but not running, or terminating: the played kubelet would move these on at once."""
    bound_pending = bool(pod["spec"].get("nodeName")) and pod.get("status", {}).get("phase", "Pending") == "Pending"
    return bound_pending or bool(pod["metadata"].get("deletionTimestamp"))


def _load_pod(api, pod):
    namespace, name = pod["metadata"].get("namespace", "default"), pod["metadata"]["name"]
    _create(api, pod_path(namespace), _created_form(pod))
    metadata = {"metadata": {"annotations": {HOLD: "as recorded" if _keeps_hold(pod) else None}}}
    api.patch(pod_path(namespace, name, "status"), {**metadata, "status": pod.get("status", {})})
    if pod["metadata"].get("deletionTimestamp"):
        api.delete(pod_path(namespace, name), {"kind": "DeleteOptions", "apiVersion": "v1", "gracePeriodSeconds": 3600})


def _with_kubelet(status, port):
    """The status with the address of the played kubelet (kubelet_logs.py); port 0 = there is none."""
    if not port:
        return status
    return {**status, "addresses": status.get("addresses", []) + [{"type": "ExternalDNS", "address": "127.0.0.1"}],
            "daemonEndpoints": {"kubeletEndpoint": {"Port": port}}}


def _load_object(api, obj, kubelet):
    if obj["kind"] == "Pod":
        _load_pod(api, obj)
        return
    namespace = obj["metadata"].get("namespace", "default")
    if obj["kind"] == "PodDisruptionBudget":
        version = api.budget_version()
        _create(api, f"/apis/{version}/namespaces/{namespace}/poddisruptionbudgets", {**_created_form(obj), "apiVersion": version})
        return
    path = _collection(obj["kind"], namespace)
    _create(api, path, _created_form(obj))
    if obj["kind"] == "Node":
        api.patch(f"{path}/{obj['metadata']['name']}/status", {"status": _with_kubelet(obj.get("status", {}), kubelet)})


def load(api, paths, kubelet=0):
    """{kind: count} of what was loaded; namespaces and nodes come first. `kubelet`: port of the played one."""
    objects = [obj for path in paths for obj in read_objects(path)]
    named = {obj["metadata"].get("namespace") for obj in objects} - {None, "default", "kube-system"}
    namespaces = [{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}} for name in sorted(named)]
    counts = collections.Counter(obj["kind"] for obj in objects)
    with concurrent.futures.ThreadPoolExecutor(_WORKERS) as pool:
        for batch in (namespaces, [obj for obj in objects if obj["kind"] in _COLLECTIONS],
                      [obj for obj in objects if obj["kind"] not in _COLLECTIONS]):
            list(pool.map(lambda obj: _load_object(api, obj, kubelet), batch))
    return counts
