#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a preview says of objects that are new, that exist already, or that the API server would reject, against the real API server and scheduler.

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


def pod(name, **more):
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name}, "spec": spec(**more)}


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

    def is_served(self, path):
        try:
            return self.api.get(path)
        except Exception:  # pylint: disable=broad-except
            return None


class Refusals(NewObjectTest):
    nodes = (node("only", 32, None),)

    def refusal(self, code, body, *more):
        answer, path = self.whole(code, "asked.yaml", body, *more)
        found = [one for one in answer["admissions"] if one["system"] == "namespace"]
        return (found[0] if found else None), path

    def test_a_service_account_that_is_not_there(self):
        self.wait_for(lambda: self.is_served("/api/v1/namespaces/default/serviceaccounts/default"), "the controller's own account")
        found, _ = self.refusal(0, pod("plain"))
        self.assertIsNone(found)
        found, path = self.refusal(1, pod("named", serviceAccountName="builder"))
        self.assertEqual((found["refusal"], found["serviceAccount"], found["admittedNow"]), ("NoServiceAccount", "builder", False))
        words = self.answer(1, "preview", "-f", path, **self.connect).stdout
        self.assertIn("the namespace default has no service account builder", words)
        self.assertIn("没有 ServiceAccount builder", self.answer(1, "preview", "-f", path, **self.connect, LC_ALL="zh_CN.UTF-8").stdout)
        self.answer(1, "submit", "-f", path, "--dry-run", **self.connect)
        self.api.create("/api/v1/namespaces/default/serviceaccounts", {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "builder"}})
        found, _ = self.refusal(0, pod("named", serviceAccountName="builder"))
        self.assertIsNone(found)

    def test_a_service_account_that_may_not_be_read(self):
        # may read the cluster, but no account of it
        self.api.create("/apis/rbac.authorization.k8s.io/v1/clusterroles", {
            "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole", "metadata": {"name": "few"},
            "rules": [{"apiGroups": [""], "resources": ["nodes", "pods"], "verbs": ["get", "list", "watch"]}]})
        self.api.create("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", {
            "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding", "metadata": {"name": "few"},
            "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "few"},
            "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": "few"}]})
        lines = (STATE / "admin.kubeconfig").read_text(encoding="utf-8").splitlines(True)
        self.connect = {"KUBECONFIG": self.file("few.kubeconfig", "".join(line + ("    as: few\n" if "client-key-data" in line else "") for line in lines))}
        found, _ = self.refusal(0, pod("unread", serviceAccountName="nobody-knows"))
        self.assertEqual((found["refusal"], found["admittedNow"]), ("NoServiceAccount", None))

    def test_a_namespace_that_is_being_deleted(self):
        self.api.create("/api/v1/namespaces", {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "going"}})
        held = "/api/v1/namespaces/going/configmaps"
        self.api.create(held, {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "held", "finalizers": ["cardinal.test/hold"]}})
        self.addCleanup(lambda: self.api.request("PATCH", held + "/held", {"metadata": {"finalizers": None}}, MERGE))
        self.api.delete("/api/v1/namespaces/going", {})
        found, path = self.refusal(1, pod("late"), "-n", "going")
        self.assertEqual(found["refusal"], "NamespaceTerminating")
        words = self.answer(1, "preview", "-f", path, "-n", "going", **self.connect).stdout
        self.assertIn("the namespace going is being deleted", words)
        self.answer(1, "submit", "-f", path, "-n", "going", "--dry-run", **self.connect)

    def test_a_pod_that_exists(self):
        self.submit(self.file("once.yaml", json.dumps(pod("once"))))
        found, path = self.refusal(1, pod("once"))
        self.assertEqual(found["refusal"], "AlreadyExists")
        self.assertIn("exists already", self.answer(1, "preview", "-f", path, **self.connect).stdout)

    def test_controllers_that_exist_say_what_they_lack(self):
        for kind in ("Deployment", "StatefulSet"):
            name = kind.lower()
            made = f"/apis/apps/v1/namespaces/default/{name}s/{name}"
            answer, path = self.whole(0, "one.yaml", controller(kind, name, 1))
            self.assertFalse([one for one in answer["admissions"] if one["system"] == "rollout"], "it does not exist yet")
            self.submit(path)
            self.wait_for(lambda made=made: self.api.get(made)["status"].get("replicas") == 1, "its pod")
            answer, path = self.whole(0, "three.yaml", controller(kind, name, 3))
            rollout = next(one for one in answer["admissions"] if one["system"] == "rollout")
            self.assertEqual((rollout["exists"], rollout["running"], rollout["lacking"]), (True, 1, 2), kind)
            self.assertIn("It lacks 2 pods", self.answer(0, "preview", "-f", path, **self.connect).stdout)


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
