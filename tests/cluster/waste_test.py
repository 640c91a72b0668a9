#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the command line says of waste: a real API server, and a real Prometheus that holds six hours of two cards.

usage: waste_test.py STATE_DIR CARDINAL. Card 0 did nothing for six hours; the pod on card 1 uses 2 of its 14 GiB.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

TOOLS = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(TOOLS))
import control
import metrics_stage
import ports

GIB = 1024
HOUR = 3600
STEP = 60
NODE = "gpu-waste"
CARD_GIB = 22


def stamp(at):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))


def node():
    amounts = {"aliyun.com/gpu-count": "2", "aliyun.com/gpu-mem": str(2 * CARD_GIB), "cpu": "32", "memory": "128Gi", "pods": "110"}
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": NODE, "labels": {"gpushare": "true", "kubernetes.io/hostname": NODE}},
            "status": {"capacity": amounts, "allocatable": amounts,
                       "conditions": [{"type": "Ready", "status": "True", "reason": "KubeletReady"}]}}


def pod(name, card, gib, started):
    amount = {"aliyun.com/gpu-mem": str(gib)}
    notes = {"ALIYUN_COM_GPU_MEM_ASSIGNED": "true", "ALIYUN_COM_GPU_MEM_IDX": str(card), "ALIYUN_COM_GPU_MEM_POD": str(gib),
             "ALIYUN_COM_GPU_MEM_DEV": str(CARD_GIB), "ALIYUN_COM_GPU_MEM_ASSUME_TIME": str(int(started) * 10**9)}
    return {"apiVersion": "v1", "kind": "Pod",
            "metadata": {"name": name, "namespace": "default", "labels": {"app": name}, "annotations": notes},
            "spec": {"nodeName": NODE, "containers": [{"name": "main", "image": "train:1", "resources": {"limits": amount, "requests": amount}}]},
            "status": {"phase": "Running", "startTime": stamp(started)}}


def replica_set(name, app):
    template = {"metadata": {"labels": {"app": app}}, "spec": {"containers": [{"name": "main", "image": "train:1"}]}}
    return {"apiVersion": "apps/v1", "kind": "ReplicaSet", "metadata": {"name": name},
            "spec": {"replicas": 1, "selector": {"matchLabels": {"app": app}}, "template": template}}


def backfill(folder, now):
    """Six hours and a little more. Samples of one series stand together in this format."""
    values = {"DCGM_FI_DEV_GPU_UTIL": (0, 45), "DCGM_FI_DEV_FB_USED": (500, 2 * GIB),
              "DCGM_FI_DEV_FB_FREE": (CARD_GIB * GIB - 500, (CARD_GIB - 2) * GIB)}
    with open(folder / "past.txt", "w", encoding="utf-8") as file:
        for name, cards in values.items():
            file.write(f"# TYPE {name} gauge\n")
            for card, value in enumerate(cards):
                for at in range(now - 6 * HOUR - 600, now, STEP):
                    file.write(f'{name}{{gpu="{card}",UUID="GPU-{NODE}-{card}",Hostname="{NODE}",instance="exporter:9400",'
                               f'job="dcgm-exporter"}} {value} {at}\n')
        file.write("# EOF\n")
    subprocess.run(["promtool", "tsdb", "create-blocks-from", "openmetrics", str(folder / "past.txt"), str(folder / "data")],
                   check=True, stdout=subprocess.DEVNULL)


class Waste(unittest.TestCase):
    state = cardinal = None

    def setUp(self):
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="cardinal-waste-"))
        self.addCleanup(shutil.rmtree, self.work, ignore_errors=True)
        now = int(time.time())
        objects = [node(), pod("sleeper-1", 0, 8, now - 8 * HOUR), pod("greedy-1", 1, 14, now - 8 * HOUR)]
        (self.work / "objects.json").write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}), encoding="utf-8")
        self.addCleanup(subprocess.run, [str(TOOLS / "down"), "--state", str(self.state)], check=False, stdout=subprocess.DEVNULL)
        subprocess.run([str(TOOLS / "up"), "--state", str(self.state), "--replace", "--owner", str(os.getpid()), "--nodes",
                        str(self.work / "objects.json")], check=True, stdout=subprocess.DEVNULL)
        self.adopt()
        backfill(self.work, now)
        port = ports.free_port("127.0.0.1")
        server = metrics_stage.start_prometheus(self.work, "127.0.0.1", port, ports.free_port("127.0.0.1"))
        self.addCleanup(server.wait)
        self.addCleanup(server.terminate)
        self.url = f"http://127.0.0.1:{port}"
        metrics_stage.wait_until_ready(server, self.work, f"{self.url}/-/ready")

    def adopt(self):
        """The real controller takes the running pods as its own: their owners are as real as they can be."""
        api = control.admin_api(self.state)
        for name, app in (("sleeper-7c9f5d6b8", "sleeper-1"), ("greedy-5b8c6f7d9", "greedy-1")):
            api.create("/apis/apps/v1/namespaces/default/replicasets", replica_set(name, app))
        until = time.monotonic() + 60
        while time.monotonic() < until:
            pods = [api.get(f"/api/v1/namespaces/default/pods/{name}") for name in ("sleeper-1", "greedy-1")]
            if all(one["metadata"].get("ownerReferences") for one in pods):
                return
            time.sleep(0.2)
        self.fail("the pods were not adopted")

    def test_an_idle_card_and_memory_that_is_not_used_are_found_with_their_owners(self):
        ran = subprocess.run([self.cardinal, "--kubeconfig", str(self.state / "admin.kubeconfig"), "--prometheus", self.url, "idle",
                              "--since", "6h", "-o", "json"], check=False, capture_output=True, text=True, timeout=120)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        report = json.loads(ran.stdout)
        found = {entry["card"]: entry for entry in report["entries"]}
        self.assertEqual(set(found), {0, 1}, report)
        self.assertTrue(found[0]["idle"])
        self.assertEqual(found[0]["unusedMiB"], 8 * GIB)
        self.assertEqual([one["owner"] for one in found[0]["pods"]], ["default/sleeper"])
        self.assertFalse(found[1]["idle"])
        self.assertEqual((found[1]["allocatedMiB"], found[1]["unusedMiB"], found[1]["peakMemoryMiB"]), (14 * GIB, 12 * GIB, 2 * GIB))
        self.assertEqual([one["owner"] for one in found[1]["pods"]], ["default/greedy"])
        self.assertEqual(found[1]["suggestedMiB"], 3 * GIB, "2 GiB and a fifth, rounded up")


if __name__ == "__main__":
    Waste.state, Waste.cardinal = pathlib.Path(sys.argv[1]).absolute(), sys.argv[2]
    unittest.main(argv=sys.argv[:1], verbosity=2)
