#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The eight jobs of an operator, at the window of the program itself with real pointer and keys, in each language.

usage: walk_test.py STATE_DIR Demo|Cluster   (a test cluster of its own; Qt loads the walker from CARDINAL_WALK_PLUGINS into the program)
Pictures of every step stay in the folder that CARDINAL_WALK_PICTURES names, and go with the test without it.
"""
import json
import os
import pathlib
import subprocess
import unittest

from cluster_console_test import STATE  # it sets the path of the other modules
from cardinal_program import PROGRAM, CliTest
from node_cluster_test import MODE, WAIT_SECONDS, NodeTest, node_object

PLUGINS = os.environ["CARDINAL_WALK_PLUGINS"]
LOCALES = {"en": "C.UTF-8", "zh_CN": "zh_CN.UTF-8"}
JOBS = 8


class Walks:
    def walk(self, source, language, node, target):
        pictures = os.environ.get("CARDINAL_WALK_PICTURES")
        folder = (pathlib.Path(pictures) if pictures else self.folder) / f"{type(self).__name__.lower()}-{language}"
        folder.mkdir(parents=True, exist_ok=True)
        environment = {**self.environment(LOCALES[language]), "XDG_STATE_HOME": str(self.folder / "state"), "QT_QPA_PLATFORM": "xcb",
                       **{name: os.environ[name] for name in ("DISPLAY", "XAUTHORITY")},
                       "QT_PLUGIN_PATH": PLUGINS, "QT_QPA_GENERIC_PLUGINS": "cardinal-walk",
                       "CARDINAL_WALK_SOURCE": "demo" if source == "demo" else "kubeconfig", "CARDINAL_WALK_FOLDER": str(folder),
                       "CARDINAL_WALK_NODE": node, "CARDINAL_WALK_TARGET": target}
        chosen = ["--demo", "--demo-seed=11"] if source == "demo" else ["--kubeconfig", source]
        done = subprocess.run([PROGRAM, *chosen], env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", timeout=10 * WAIT_SECONDS, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(sum(line.startswith("job ") for line in done.stdout.splitlines()), JOBS, done.stdout)
        self.assertGreaterEqual(len(list(folder.glob("*.png"))), 2 * JOBS)


class Demo(Walks, CliTest):
    def test_english(self):
        self.walk("demo", "en", "cn-hangzhou.10.207.181.4", "topology")

    def test_chinese(self):
        self.walk("demo", "zh_CN", "cn-hangzhou.10.207.181.4", "topology")


class Cluster(Walks, NodeTest):
    def setUp(self):
        super().setUp()
        nodes = {"share-a": {"gpushare": "true"}, "share-b": {"gpushare": "true"}, "whole-a": {MODE: "default"}, "whole-b": {MODE: "default"}}
        objects = [node_object(name, labels) for name, labels in nodes.items()]
        for node in objects:
            del node["spec"]["taints"]
        self.load(self.file("nodes.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": objects})))

    def walk_cluster(self, language, name):
        waiting = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": f"too-large-{name}"},
                   "spec": {"containers": [{"name": "c", "image": "i", "resources": {"limits": {"aliyun.com/gpu-mem": 400}}}]}}
        self.api.create("/api/v1/namespaces/default/pods", waiting)
        self.walk(str(self.state_file()), language, "whole-a", "topology")
        self.assertEqual(self.node("whole-a")["metadata"]["labels"][MODE], "topology")
        self.assertFalse(self.node("whole-a")["spec"].get("unschedulable", False))
        self.change(0, "mode", "whole-a", "default", "--yes", "whole-a")
        self.api.delete("/apis/apps/v1/namespaces/default/deployments/infer-small")

    def state_file(self):
        return STATE / "admin.kubeconfig"

    def test_english(self):
        self.walk_cluster("en", "en")

    def test_chinese(self):
        self.walk_cluster("zh_CN", "zh")


if __name__ == "__main__":
    unittest.main()
