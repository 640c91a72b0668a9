#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a preview says of objects that are new, against the real API server and scheduler.

usage: new_objects_test.py STATE_DIR   (a test cluster of its own)
"""
import json
import os
import signal
import time
import unittest

from cluster_console_test import WAIT_SECONDS, ClusterTest, STATE, control

ROUNDS = 12
MERGE = "application/merge-patch+json"


def node(name, cpu, zone):
    amounts = {"cpu": str(cpu), "memory": "64Gi", "pods": "110"}
    labels = {"kubernetes.io/hostname": name, **({"topology.kubernetes.io/zone": zone} if zone else {})}
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": labels},
            "status": {"capacity": amounts, "allocatable": amounts, "conditions": [{"type": "Ready", "status": "True", "reason": "KubeletReady", "message": ""}]}}


def spec(**more):
    return {"containers": [{"name": "c", "image": "i", "resources": {"requests": {"cpu": "1"}}}], **more}


def controller(kind, name, replicas):
    body = {"replicas": replicas, "selector": {"matchLabels": {"app": name}}, "template": {"metadata": {"labels": {"app": name}}, "spec": spec()}}
    return {"apiVersion": "apps/v1", "kind": kind, "metadata": {"name": name}, "spec": {**body, **({"serviceName": name} if kind == "StatefulSet" else {})}}


class NewObjectTest(ClusterTest):
    nodes = ()

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for one in cls.nodes:
            cls.api.create("/api/v1/nodes", one)
            cls.api.request("PATCH", f"/api/v1/nodes/{one['metadata']['name']}/status", {"status": one["status"]}, MERGE)

    def whole(self, code, name, body, *more):
        path = self.file(name, json.dumps(body))
        return json.loads(self.answer(code, "preview", "-o", "json", "-f", path, *more, **self.connect).stdout), path

    def wait_for(self, holds, what):
        deadline = time.monotonic() + WAIT_SECONDS
        while not holds():
            self.assertLess(time.monotonic(), deadline, what)
            time.sleep(0.05)


class Controllers(NewObjectTest):
    """The scheduler is held while a controller and its pod are made, so that it learns of both at once, in either order."""

    def test_the_first_pod_goes_to_one_of_the_places_that_are_named(self):
        # one node wins where the pod is spread, the other where it is not
        zoned, other = (8, 32) if self.minor < 23 else (32, 8)
        for one in (node("zoned", zoned, "z1"), node("other", other, None)):
            self.api.create("/api/v1/nodes", one)
            self.api.request("PATCH", f"/api/v1/nodes/{one['metadata']['name']}/status", {"status": one["status"]}, MERGE)
        scheduler = control.read_state(STATE)["pids"]["kube-scheduler"]
        self.addCleanup(os.kill, scheduler, signal.SIGCONT)
        landed = {}
        for number in range(ROUNDS):
            name = f"new-{number}"
            answer, _ = self.whole(0, "new.yaml", controller("Deployment", name, 1))
            answer = answer["workloads"][0]
            named = [place["node"] for place in answer["candidates"][:answer["tied"]]]
            self.assertEqual(sorted(named), ["other", "zoned"])
            self.assertEqual((answer["certainty"], "TopologySpread" in answer["caveats"]), ("OneOf", True))
            self.assertEqual(named[0], "zoned" if self.minor < 23 else "other", "the rule comes first")
            os.kill(scheduler, signal.SIGSTOP)
            made = f"/apis/apps/v1/namespaces/default/deployments/{name}"
            self.api.create("/apis/apps/v1/namespaces/default/deployments", controller("Deployment", name, 1))
            pods = f"/api/v1/namespaces/default/pods?labelSelector=app%3D{name}"
            self.wait_for(lambda pods=pods: self.api.get(pods)["items"], "the pod is made")
            os.kill(scheduler, signal.SIGCONT)
            self.wait_for(lambda pods=pods: self.api.get(pods)["items"][0]["spec"].get("nodeName"), "the pod is placed")
            on = self.api.get(pods)["items"][0]["spec"]["nodeName"]
            self.assertIn(on, named)
            landed[on] = landed.get(on, 0) + 1
            self.api.delete(made, {"propagationPolicy": "Background"})
            self.wait_for(lambda pods=pods: not self.api.get(pods)["items"], "the pod is gone")
        print(f"first pods of new controllers: {landed}")


if __name__ == "__main__":
    unittest.main()
