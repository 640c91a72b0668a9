#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The test cluster itself: up, the walk-through of four applications, ACK nodes, a restart of the API server, down.

usage: smoke_test.py STATE_DIR   (a directory of its own, since the API server is restarted)
"""

import http.client
import json
import os
import pathlib
import subprocess
import sys
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HERE))
import control
from hardware import HOLD
from kube_api import Api, ApiError, pod_path

WAIT_SECONDS = 30


def node(name, address, memory, count, labels=(), core=0):
    amounts = {"cpu": "64", "memory": "256Gi", "pods": "256", "aliyun.com/gpu-mem": str(memory), "aliyun.com/gpu-count": str(count)}
    if core:
        amounts["aliyun.com/gpu-core.percentage"] = str(core)
    return {
        "apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": dict(labels)},
        "status": {"capacity": amounts, "allocatable": amounts, "addresses": [{"type": "InternalIP", "address": address}],
                   "conditions": [{"type": "Ready", "status": "True", "reason": "KubeletReady", "message": ""}]}}


def container(memory, core=0):
    limits = {"aliyun.com/gpu-mem": str(memory)}
    if core:
        limits["aliyun.com/gpu-core.percentage"] = str(core)
    return {"name": "main", "image": "registry.example/gpu-player:1", "resources": {"limits": limits}}


def deployment(name, memory, replicas):
    labels = {"app": name}
    return {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": name}, "spec": {
        "replicas": replicas, "selector": {"matchLabels": labels},
        "template": {"metadata": {"labels": labels}, "spec": {"containers": [container(memory)]}}}}


def pod(name, memory, core=0, labels=(), selector=()):
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "labels": dict(labels)},
            "spec": {"containers": [container(memory, core)], "nodeSelector": dict(selector)}}


def scheduled_condition(found):
    return next((entry for entry in found["status"].get("conditions", []) if entry["type"] == "PodScheduled"), {})


class Cluster(unittest.TestCase):
    state = None

    @classmethod
    def setUpClass(cls):
        subprocess.run((HERE / "up", "--state", cls.state, "--replace", "--owner", str(os.getpid()), "--seed", "1"),
                       check=True, stdout=subprocess.DEVNULL)
        cls.cluster = control.read_state(cls.state)
        cls.api = control.admin_api(cls.state)

    @classmethod
    def tearDownClass(cls):
        cls.api.close()
        failure = cls.state / "failure"
        if failure.exists():
            print(failure.read_text(encoding="utf-8"), file=sys.stderr)
        pids = control.read_state(cls.state)["pids"]
        subprocess.run((HERE / "down", "--state", cls.state), check=True)
        left = {name: pid for name, pid in pids.items() if cls.is_alive(pid)}
        assert not left, f"processes left behind: {left}"
        assert not cls.state.exists()

    @staticmethod
    def is_alive(pid):
        """A process that has ended and only waits to be collected is none."""
        try:
            status = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
        except OSError:
            return False
        return status.rsplit(")", 1)[1].split()[0] != "Z"

    def await_value(self, what, attempt):
        deadline = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < deadline:
            value = attempt()
            if value:
                return value
            time.sleep(0.05)
        self.fail(f"{what} did not happen within {WAIT_SECONDS} s")

    def load(self, *objects):
        path = self.state / "objects.json"
        path.write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}), encoding="utf-8")
        subprocess.run((HERE / "load", "--state", self.state, path), check=True, stderr=subprocess.DEVNULL)
        for name in [obj["metadata"]["name"] for obj in objects if obj["kind"] == "Node"]:
            self.await_known(name)

    def await_known(self, name):
        """Extender and scheduler each hear of a node by a watch of their own, and refuse until then what fits."""
        self.await_value(f"the extender's look at {name}", lambda: self.is_inspected(name))
        probe = pod_path("default", f"probe-{name}")
        only = {"nodeSelectorTerms": [{"matchFields": [{"key": "metadata.name", "operator": "In", "values": [name]}]}]}
        self.submit({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": f"probe-{name}", "annotations": {HOLD: "probe"}}, "spec": {
            "affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": only}},
            "containers": [{"name": "main", "image": "none", "resources": {"requests": {"cpu": "1m"}}}]}})
        self.await_value(f"the scheduler's look at {name}", lambda: self.api.get(probe)["spec"].get("nodeName"))
        self.api.delete(probe, {"kind": "DeleteOptions", "apiVersion": "v1", "gracePeriodSeconds": 0})
        self.await_value("the end of the probe", lambda: not [
            p for p in self.api.get(pod_path("default"))["items"] if p["metadata"]["name"] == f"probe-{name}"])

    def is_inspected(self, name):
        try:
            status, text = self.http("GET", f"/gpushare-scheduler/inspect/{name}")
        except http.client.RemoteDisconnected:
            return False  # not heard of yet
        return status == 200 and bool(json.loads(text)["nodes"])

    def http(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.cluster["ports"]["extender"], timeout=10)
        try:
            connection.request(method, path, body=None if body is None else json.dumps(body))
            response = connection.getresponse()
            return response.status, response.read().decode()
        finally:
            connection.close()

    def pods(self, app):
        return self.api.get(f"{pod_path('default')}?labelSelector=app%3D{app}")["items"]

    def decided(self, app, count):
        """The pods of an application once each runs or was refused."""
        def attempt():
            pods = self.pods(app)
            done = [p for p in pods if p["status"]["phase"] == "Running" or scheduled_condition(p).get("reason") == "Unschedulable"]
            return pods if len(pods) == len(done) == count else None
        return self.await_value(f"a decision on {app}", attempt)

    def submit(self, body, path=pod_path("default")):
        self.api.create(path, body)

    def running_pod(self, name):
        def attempt():
            found = self.api.get(pod_path("default", name))
            return found if found["status"]["phase"] == "Running" else None
        return self.await_value(f"running of {name}", attempt)

    def refused_pod(self, name):
        def attempt():
            found = self.api.get(pod_path("default", name))
            return scheduled_condition(found).get("message")
        return self.await_value(f"a refusal of {name}", attempt)


class WalkThrough(Cluster):
    def test_1_four_applications(self):
        self.load(node("sd-cluster-04", "10.0.0.4", 14, 1), node("sd-cluster-05", "10.0.0.5", 14, 1))
        used = {"sd-cluster-04": 0, "sd-cluster-05": 0}
        for app, memory, replicas in (("one", 2, 1), ("two", 8, 2), ("three", 2, 1), ("four", 5, 1)):
            self.submit(deployment(app, memory, replicas), "/apis/apps/v1/namespaces/default/deployments")
            for found in self.decided(app, replicas):
                if found["status"]["phase"] == "Running":
                    used[found["spec"]["nodeName"]] += memory
                    self.check_allocation(found, memory)
                else:
                    self.check_refusal(found, memory, used)
        # the two documented ends: four fits, or three took the emptier node and four is refused
        self.assertIn(sorted(used.values()), ([12, 13], [10, 10]))

    def check_allocation(self, found, memory):
        annotations = found["metadata"]["annotations"]
        self.assertEqual(annotations["ALIYUN_COM_GPU_MEM_IDX"], "0")
        self.assertEqual(annotations["ALIYUN_COM_GPU_MEM_DEV"], "14")
        self.assertEqual(annotations["ALIYUN_COM_GPU_MEM_POD"], str(memory))
        self.assertEqual(annotations["ALIYUN_COM_GPU_MEM_ASSIGNED"], "true")
        self.assertRegex(annotations["ALIYUN_COM_GPU_MEM_ASSUME_TIME"], r"^\d{19}$")
        conditions = {entry["type"]: entry["status"] for entry in found["status"]["conditions"]}
        self.assertEqual(conditions.get("Ready"), "True")

    def check_refusal(self, found, memory, used):
        self.assertTrue(all(14 - units < memory for units in used.values()), f"{memory} was refused although it fits {used}")
        # a newer scheduler adds what preemption found
        preemption = r" (no new claims to deallocate, )?preemption: 0/2 nodes are available: 2 [^:]+\."
        self.assertRegex(scheduled_condition(found)["message"],
                         r"^0/2 nodes are available: 2 Insufficient aliyun\.com/gpu-mem\."
                         + (f"{preemption}$" if control.minor_version(self.state) >= 24 else "$"))

    def test_2_restart_keeps_every_object(self):
        before = {p["metadata"]["uid"] for p in self.api.get(pod_path("default"))["items"]}
        self.assertTrue(before)
        subprocess.run((HERE / "stop-apiserver", "--state", self.state), check=True)
        with self.assertRaises(OSError):
            self.api.get("/readyz")
        subprocess.run((HERE / "start-apiserver", "--state", self.state), check=True)
        after = {p["metadata"]["uid"] for p in self.api.get(pod_path("default"))["items"]}
        self.assertEqual(before, after)
        # scheduler, extender and hardware find back too
        self.load(node("after-restart", "10.0.0.6", 14, 1, {"kind": "late"}))
        self.submit(pod("late", 3, selector={"kind": "late"}))
        self.assertEqual(self.running_pod("late")["spec"]["nodeName"], "after-restart")
        self.api.delete(pod_path("default", "late"))
        self.await_value("the end of a deleted pod", lambda: not [
            p for p in self.api.get(pod_path("default"))["items"] if p["metadata"]["name"] == "late"])

    def test_3_users(self):
        def user(name):
            api = Api(self.cluster["server"], self.cluster["ca"], token=self.cluster["tokens"][name])
            self.addCleanup(api.close)
            return api
        self.assertTrue(user("readonly").get("/api/v1/nodes")["items"])
        for path, name in (("/api/v1/nodes", "single-namespace"), ("/api/v1/pods", "single-namespace"),
                           ("/api/v1/namespaces/default/secrets", "readonly")):
            with self.assertRaises(ApiError) as refused:
                user(name).get(path)
            self.assertEqual(refused.exception.status, 403)
        user("single-namespace").get(pod_path(self.cluster["namespace"]))


class OpenSource(Cluster):
    """Several cards, sick cards, and the extender's own HTTP answers as recorded."""

    def passes(self, node_name, memory):
        _, text = self.http("POST", "/gpushare-scheduler/filter", {"Pod": pod("asking", memory), "NodeNames": [node_name]})
        return json.loads(text)["NodeNames"] == [node_name]

    def test_sick_cards_are_avoided(self):
        """Each change is awaited at the extender first: kube-scheduler itself does not look at the ConfigMap."""
        self.load(node("two-cards", "10.0.2.1", 30, 2, {"kind": "sick"}))
        path = "/api/v1/namespaces/kube-system/configmaps"
        self.submit(pod("takes-0", 12, selector={"kind": "sick"}))
        self.assertEqual(self.running_pod("takes-0")["metadata"]["annotations"]["ALIYUN_COM_GPU_MEM_IDX"], "0")
        self.api.create(path, {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "unhealthy-gpu-two-cards"},
                               "data": {"gpus": "1"}})
        self.await_value("loss of card 1", lambda: not self.passes("two-cards", 4))
        self.submit(pod("too-big-for-0", 4, selector={"kind": "sick"}))
        self.assertIn("1 Insufficient GPU Memory in one device", self.refused_pod("too-big-for-0"))
        self.api.patch(f"{path}/unhealthy-gpu-two-cards", {"data": {"gpus": "0"}})
        self.await_value("return of card 1", lambda: self.passes("two-cards", 4))
        self.submit(pod("avoids-0", 3, selector={"kind": "sick"}))
        self.assertEqual(self.running_pod("avoids-0")["metadata"]["annotations"]["ALIYUN_COM_GPU_MEM_IDX"], "1")

    def test_one_pod_needs_one_card(self):
        self.load(node("pair", "10.0.2.2", 30, 2, {"kind": "pair"}))
        self.submit(pod("sixteen", 16, selector={"kind": "pair"}))
        self.assertIn("1 Insufficient GPU Memory in one device", self.refused_pod("sixteen"))

    def test_a_held_pod_stays_as_it_is(self):
        self.load(node("holding", "10.0.2.3", 14, 1, {"kind": "hold"}))
        held = pod("held", 2, selector={"kind": "hold"})
        held["metadata"]["annotations"] = {"cardinal.test/hold": "test"}
        self.submit(held)
        found = self.await_value("a binding of held", lambda: next(
            (p for p in [self.api.get(pod_path("default", "held"))] if p["spec"].get("nodeName")), None))
        self.assertEqual(found["metadata"]["annotations"]["ALIYUN_COM_GPU_MEM_ASSIGNED"], "false")
        self.assertEqual(found["status"]["phase"], "Pending")
        self.api.patch(pod_path("default", "held"), {"metadata": {"annotations": {"cardinal.test/hold": None}}})
        self.running_pod("held")

    def test_extender_answers(self):
        self.load(node("asked", "10.0.2.4", 30, 2))
        self.assertEqual(self.http("GET", "/version"), (200, "0.1.0"))
        with self.assertRaises(http.client.RemoteDisconnected):
            self.http("GET", "/gpushare-scheduler/inspect/nosuch")
        asking = pod("asking", 3)
        status, text = self.http("POST", "/gpushare-scheduler/filter", {"Pod": asking, "NodeNames": ["asked", "nosuch"]})
        self.assertEqual((status, json.loads(text)), (200, {
            "Nodes": None, "NodeNames": ["asked"], "FailedNodes": {"nosuch": 'node "nosuch" not found'}, "Error": ""}))
        status, text = self.http("POST", "/gpushare-scheduler/filter", {"Pod": asking})
        self.assertEqual((status, json.loads(text)["Error"]), (200, "cannot get node names"))
        status, text = self.http("POST", "/gpushare-scheduler/bind", {
            "PodName": "two", "PodNamespace": "default", "PodUID": "none", "Node": "asked"})
        self.assertEqual((status, json.loads(text)), (500, {"Error": 'pods "two" not found'}))
        status, text = self.http("GET", "/gpushare-scheduler/inspect/asked")
        self.assertEqual(json.loads(text), {"nodes": [{"name": "asked", "totalGPU": 30, "usedGPU": 0, "devs": [
            {"id": card, "totalGPU": 15, "usedGPU": 0, "pods": []} for card in (0, 1)]}]})


class Modelled(Cluster):
    """Nodes with ack.node.gpu.schedule: multi-card sharing and core percentage."""

    def test_several_cards(self):
        self.load(node("cgpu-4", "10.0.1.1", 60, 4, {"ack.node.gpu.schedule": "cgpu"}))
        self.submit(pod("four-cards", 8, labels={"aliyun.com/gpu-count": "4"}))
        annotations = self.running_pod("four-cards")["metadata"]["annotations"]
        self.assertEqual(json.loads(annotations["scheduler.framework.gpushare.allocation"]),
                         {"0": {"0": 2, "1": 2, "2": 2, "3": 2}})
        self.assertEqual(annotations["scheduler.framework.gpushare.assigned"], "true")
        self.assertNotIn("ALIYUN_COM_GPU_MEM_IDX", annotations)
        self.submit(pod("uneven", 7, labels={"aliyun.com/gpu-count": "2"}))
        self.assertIn("invalid replica for resource aliyun.com/gpu-mem,because 7 / 2 = 3.5", self.refused_pod("uneven"))

    def test_core_percentage(self):
        self.load(node("core-4", "10.0.1.2", 60, 4, {"ack.node.gpu.schedule": "core_mem", "kind": "core"}, core=400))
        for number in range(4):
            self.submit(pod(f"core-{number}", 2, core=30, selector={"kind": "core"}))
            self.running_pod(f"core-{number}")
        cards = [list(json.loads(self.running_pod(f"core-{number}")["metadata"]["annotations"][
            "gpushare.alibabacloud.com/core-percentage"])["0"].items())[0] for number in range(4)]
        self.assertEqual({percent for _, percent in cards}, {30})
        # binpack: three of 30 % share one card, the fourth no longer fits there
        self.assertEqual(sorted([card for card, _ in cards].count(card) for card in {card for card, _ in cards}), [1, 3])
        self.submit(pod("memory-only", 2, selector={"kind": "core"}))
        self.assertIn("node(s) owns gpu resources are not matched that pod requests", self.refused_pod("memory-only"))


if __name__ == "__main__":
    Cluster.state = pathlib.Path(sys.argv.pop(1)).absolute()
    del Cluster  # unittest would run the empty base class as a test of its own
    unittest.main(verbosity=2)
