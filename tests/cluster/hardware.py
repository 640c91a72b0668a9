#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The parts of a node that need hardware, played: device plugin and kubelet.

Once a pod is bound its allocation is confirmed and it runs; once it is deleted it goes away. A pod with the annotation
HOLD is left alone, so a test can keep one assumed or terminating.
usage: hardware.py STATE_DIR
"""

import concurrent.futures
import json
import pathlib
import sys
import threading
import time

import ack_model
import gpushare_rules
import kubelet_logs
from kube_api import Api, ApiError, pod_path, start_following
from ledger import annotations_of, key_of, name_of

HOLD = "cardinal.test/hold"

_WORKERS = 8


def _now():
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def confirmation(pod):
    """The annotations with which a device plugin confirms an allocation; {} when there is nothing to confirm."""
    annotations = annotations_of(pod)
    if annotations.get(ack_model.ASSIGNED) == "false":
        return {ack_model.ASSIGNED: "true"}
    if annotations.get(gpushare_rules.ASSIGNED) == "false" and gpushare_rules.ASSUME_TIME in annotations:
        return {gpushare_rules.ASSIGNED: "true", gpushare_rules.ASSUME_TIME: str(time.time_ns())}
    return {}


def running_status(pod, host_ip, pod_ip):
    now = _now()
    kept = [condition for condition in pod["status"].get("conditions", []) if condition["type"] == "PodScheduled"]
    return {
        "phase": "Running",
        "hostIP": host_ip,
        "podIP": pod_ip,
        "podIPs": [{"ip": pod_ip}],
        "startTime": now,
        "conditions": kept + [{"type": kind, "status": "True", "lastProbeTime": None, "lastTransitionTime": now}
                              for kind in ("Initialized", "Ready", "ContainersReady")],
        "containerStatuses": [{
            "name": container["name"], "image": container.get("image", ""), "imageID": "", "ready": True, "started": True,
            "restartCount": 0, "lastState": {}, "state": {"running": {"startedAt": now}}}
            for container in pod["spec"]["containers"]],
    }


class Hardware:
    def __init__(self, api):
        self._api = api
        self._pool = concurrent.futures.ThreadPoolExecutor(_WORKERS)
        self._lock = threading.Lock()
        self._begun = set()  # (uid, what): each is done once, although our own patches show the pod again
        self._addresses = {}
        self._next_ip = 0

    def start(self):
        start_following(self._api, "/api/v1/nodes", lambda nodes: [self._see_node(node) for node in nodes],
                        lambda _, node: self._see_node(node))
        start_following(self._api, "/api/v1/pods", lambda pods: [self._see_pod(pod) for pod in pods],
                        lambda kind, pod: self._see_pod(pod) if kind != "DELETED" else self._forget_pod(pod))

    def _see_node(self, node):
        for address in node["status"].get("addresses", []):
            if address["type"] == "InternalIP":
                self._addresses[name_of(node)] = address["address"]

    def _see_pod(self, pod):
        if not pod["spec"].get("nodeName") or HOLD in annotations_of(pod):
            return
        if pod["metadata"].get("deletionTimestamp"):
            self._begin("remove", self._remove, pod)
        elif pod["status"].get("phase") == "Pending":
            self._begin("run", self._run, pod)

    def _forget_pod(self, pod):
        with self._lock:
            self._begun -= {(pod["metadata"]["uid"], what) for what in ("run", "remove")}

    def _begin(self, what, work, pod):
        task = (pod["metadata"]["uid"], what)
        with self._lock:
            if task in self._begun:
                return
            self._begun.add(task)
        self._pool.submit(self._work, work, pod)

    def _work(self, work, pod):
        while not self._succeeds(work, pod):
            time.sleep(0.2)

    @staticmethod
    def _succeeds(work, pod):
        """False while the server is away; an object that is gone or changed meanwhile needs no work."""
        try:
            work(pod)
        except ApiError as error:
            if error.status in (404, 409, 422):
                return True
            print(f"hardware: {key_of(pod)}: {error}", flush=True)
            return error.status < 500
        except OSError:
            return False
        return True

    def _run(self, pod):
        namespace, name = key_of(pod)
        confirmed = confirmation(pod)
        uid = {"uid": pod["metadata"]["uid"]}
        if confirmed:
            self._api.patch(pod_path(namespace, name), {"metadata": {**uid, "annotations": confirmed}})
        with self._lock:
            self._next_ip += 1
            number = self._next_ip
        pod_ip = f"10.{64 + number // 65536 % 64}.{number // 256 % 256}.{number % 256}"
        host_ip = self._addresses.get(pod["spec"]["nodeName"], "10.0.0.1")
        self._api.patch(pod_path(namespace, name, "status"), {"metadata": uid, "status": running_status(pod, host_ip, pod_ip)})

    def _remove(self, pod):
        namespace, name = key_of(pod)
        self._api.delete(pod_path(namespace, name), {
            "kind": "DeleteOptions", "apiVersion": "v1", "gracePeriodSeconds": 0,
            "preconditions": {"uid": pod["metadata"]["uid"]}})


def main(arguments):
    state = json.loads(pathlib.Path(arguments[0], "cluster.json").read_text(encoding="utf-8"))
    def connect():
        return Api(state["server"], state["ca"], state["adminCertificate"], state["adminKey"])
    Hardware(connect()).start()
    kubelet_logs.serve(connect(), arguments[0], state["ports"]["kubelet"])


if __name__ == "__main__":
    main(sys.argv[1:])
