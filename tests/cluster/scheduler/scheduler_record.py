#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Records what the real kube-scheduler decides for random pods: the feasible nodes (passed to an extender that is called for
every pod) and the scores (from the scheduler's log at -v=10). Then runs a program that compares them with the engine.

usage: scheduler_record.py STATE_DIR OUT.json.gz [--seed N] [--nodes N] [--pods N] [--compare PROGRAM]

STATE_DIR is a directory of its own: the cluster is started here and ends with this program. PROGRAM finds the recording
in the environment variable CARDINAL_SCHEDULER_RECORDING.
"""

import argparse
import gzip
import http.server
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HERE))
import components
import control
import ports
import scheduler_pods as made
from kube_api import pod_path

WAIT_SECONDS = 120
_PLUGIN = re.compile(r"Plugin (\S+) scores on ([^/\s]+)/(\S+) => \[(.*)\]")
_DELETED = re.compile(r"delete event for scheduled pod (\S+)")
_HOST = re.compile(r"Host (\S+) => Score (-?\d+)")
# the same since the scheduler writes structured lines
_NODE_OF_PLUGIN = re.compile(r'"Plugin scored node for pod" pod="([^/"]+)/([^"]+)" plugin="([^"]+)" node="([^"]+)" score=(-?\d+)')
_NODE_TOTAL = re.compile(r'"Calculated node\'s final score for pod" pod="([^/"]+)/([^"]+)" node="([^"]+)" score=(-?\d+)')
_POD_DELETED = re.compile(r'"Delete event for scheduled pod" pod="([^"]+)"')


class Recorder(http.server.BaseHTTPRequestHandler):
    """The extender: lets everything pass and remembers who was feasible."""
    protocol_version = "HTTP/1.1"
    feasible = {}

    def log_message(self, *_):
        pass

    def do_POST(self):
        arguments = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        meta = arguments["Pod"]["metadata"]
        self.feasible[meta["namespace"], meta["name"]] = sorted(arguments["NodeNames"])
        body = json.dumps({"Nodes": None, "NodeNames": arguments["NodeNames"], "FailedNodes": {}, "Error": ""}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def await_value(what, attempt):
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline:
        value = attempt()
        if value:
            return value
        time.sleep(0.005)
    raise SystemExit(f"{what} did not happen within {WAIT_SECONDS} s")


class Scheduler:
    """The real program beside the cluster's own, for pods that name it; its log is read as it grows."""

    def __init__(self, state, extender_port):
        port = ports.free_port()
        _, programs = components.find_programs()
        _, minor = components.version_of(programs)
        config = components.scheduler_config(
            minor, state, port, profiles=[{"schedulerName": made.SCHEDULER}],
            extenders=[{"urlPrefix": f"http://127.0.0.1:{extender_port}", "filterVerb": "filter", "weight": 1,
                        "nodeCacheCapable": True, "ignorable": False, "httpTimeout": "30s"}])
        path = pathlib.Path(state, "recorded-scheduler.json")
        path.write_text(json.dumps(config), encoding="utf-8")
        log = pathlib.Path(state, "recorded-scheduler.log")
        with open(log, "wb") as out:
            self._process = subprocess.Popen(components.scheduler_command(programs, minor, path, port, verbosity=10),
                                             stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT)
        self._log = open(log, encoding="utf-8", errors="replace")
        self._half = ""
        self._last = None
        self.scores = {}   # (namespace, name) -> {"total": {node: score}, "plugins": {name: {node: score}}}
        self.deleted = set()

    def stop(self):
        self._process.terminate()
        self._process.wait()
        self._log.close()

    def read(self):
        text = self._half + self._log.read()
        *lines, self._half = text.split("\n")
        for line in lines:
            self._take(line)
        if self._process.poll() is not None:
            raise SystemExit("kube-scheduler ended by itself")

    def _fresh(self, key):
        """The scores of this pod's newest attempt: one that has its totals is over."""
        if self._last != key or "total" in self.scores.get(key, {}):
            self.scores[key] = {"plugins": {}}
        self._last = key
        return self.scores[key]

    def _take(self, line):
        if found := _POD_DELETED.search(line) or _DELETED.search(line):
            self.deleted.add(found.group(1))
        elif found := _NODE_OF_PLUGIN.search(line):
            self._fresh(found.group(1, 2))["plugins"].setdefault(found.group(3), {})[found.group(4)] = int(found.group(5))
        elif found := _NODE_TOTAL.search(line):
            self.scores.setdefault(found.group(1, 2), {"plugins": {}}).setdefault("total", {})[found.group(3)] = int(found.group(4))
        elif found := _PLUGIN.search(line):
            key = found.group(2), found.group(3)
            self._fresh(key)
            pairs = (entry.rsplit(" ", 1) for entry in re.findall(r"\{([^}]*)\}", found.group(4)))
            self.scores[key]["plugins"][found.group(1)] = {name: int(score) for name, score in pairs}
        elif self._last and (found := _HOST.search(line)):
            self.scores[self._last].setdefault("total", {})[found.group(1)] = int(found.group(2))


class Recording:
    def __init__(self, state, seed, nodes):
        self._random = random.Random(seed)
        self._count = nodes
        self._api = control.admin_api(state)
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Recorder)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self._sets = [f"set-{number}" for number in range(4)]
        self._make_nodes(state)
        self._scheduler = Scheduler(state, self._server.server_port)
        self._settle()
        self.nodes = self._api.list("/api/v1/nodes")[0]
        self.steps = []
        self._bound = []  # (namespace, name) of bare pods
        self._known = set()

    def close(self):
        self._scheduler.stop()
        self._server.shutdown()
        self._api.close()

    def _make_nodes(self, state):
        self._api.create("/apis/node.k8s.io/v1/runtimeclasses", made.runtime_class())
        uids = [self._api.create("/apis/apps/v1/namespaces/default/replicasets", made.replica_set(name))["metadata"]["uid"]
                for name in self._sets]
        nodes = [made.node(self._random, number) for number in range(self._count)]
        for number, uid in ((2, uids[0]), (9, uids[0]), (11, uids[1])):
            nodes[number]["metadata"]["annotations"] = {
                "scheduler.alpha.kubernetes.io/preferAvoidPods": made.avoid_annotation("ReplicaSet", uid)}
        path = pathlib.Path(state, "nodes.json")
        path.write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": nodes}), encoding="utf-8")
        subprocess.run((HERE / "load", "--state", state, path), check=True, stderr=subprocess.DEVNULL)

    def _settle(self):
        """The scheduler counts on how many nodes an image is when a node changes, so each is changed once all are known."""
        self._probe("known", {})
        for number in range(self._count):
            self._api.patch(f"/api/v1/nodes/sched-{number:02}", {"metadata": {"labels": {"settled": "yes"}}})
        self._probe("settled", {"settled": "yes"})

    def _probe(self, name, selector):
        """Of many nodes a pod meets some only, and the next one those behind them: all are known once each was met."""
        met = set()

        def attempt():
            key = ("default", f"probe-{name}-{len(Recorder.feasible)}-{time.monotonic_ns()}")
            self._api.create(pod_path("default"), {
                "apiVersion": "v1", "kind": "Pod", "metadata": {"name": key[1]},
                "spec": {"schedulerName": made.SCHEDULER, "nodeSelector": selector, "tolerations": [{"operator": "Exists"}],
                         "containers": [{"name": "c", "image": "none"}]}})
            node = self._await_decision(key)
            self._remove(key, bool(node))
            met.update(Recorder.feasible.get(key, []))
            return len(met) == self._count
        await_value(f"all nodes {name}", attempt)

    def _await_decision(self, key):
        def attempt():
            found = self._api.get(pod_path(*key))
            if found["spec"].get("nodeName"):
                return found["spec"]["nodeName"]
            conditions = found["status"].get("conditions", [])
            return any(entry["type"] == "PodScheduled" and entry["status"] == "False" for entry in conditions) and "-"
        node = await_value(f"a decision on {key}", attempt)
        self._scheduler.read()
        return "" if node == "-" else node

    def _remove(self, key, bound):
        self._api.delete(pod_path(*key), {"gracePeriodSeconds": 0})
        if bound:
            self._await_forgotten(key)

    def _await_forgotten(self, key):
        def attempt():
            self._scheduler.read()
            return "/".join(key) in self._scheduler.deleted
        await_value(f"the scheduler to forget {key}", attempt)

    def _record(self, pod, deleted):
        meta = pod["metadata"]
        key = meta["namespace"], meta["name"]
        node = self._await_decision(key)
        scores = self._scheduler.scores.get(key, {}) if node else {}
        feasible = Recorder.feasible.get(key, []) if node else []
        pod["metadata"].pop("managedFields", None)
        self.steps.append({"deleted": deleted, "pod": pod, "feasible": feasible, "total": scores.get("total", {}),
                           "plugins": scores.get("plugins", {}), "node": node})
        return key, node

    def bare_step(self, number):
        deleted = []
        while self._bound and self._random.random() < 0.35:
            key = self._bound.pop(self._random.randrange(len(self._bound)))
            self._remove(key, True)
            deleted.append("/".join(key))
        pod = made.pod(self._random, number)
        key, node = self._record(self._api.create(pod_path(pod["metadata"]["namespace"]), pod), deleted)
        if node:
            self._bound.append(key)
        else:
            self._remove(key, False)

    def set_step(self):
        name = self._random.choice(self._sets)
        path = f"/apis/apps/v1/namespaces/default/replicasets/{name}"
        replicas = self._api.get(path)["spec"]["replicas"]
        self._api.patch(path, {"spec": {"replicas": replicas + 1}})

        def fresh():
            pods = self._api.get(f"{pod_path('default')}?labelSelector=set%3D{name}")["items"]
            return [pod for pod in pods if pod["metadata"]["uid"] not in self._known]
        pod = await_value(f"one more pod of {name}", fresh)[0]
        self._known.add(pod["metadata"]["uid"])
        pod.setdefault("apiVersion", "v1")
        pod.setdefault("kind", "Pod")
        pod["spec"].pop("nodeName", None)
        _, node = self._record(pod, [])
        if not node:
            self._api.patch(path, {"spec": {"replicas": replicas}})

    def run(self, pods):
        for number in range(pods):
            if self._random.random() < 0.15:
                self.set_step()
            else:
                self.bare_step(number)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("state", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 31), help="default: another one each time")
    parser.add_argument("--nodes", type=int, default=30)
    parser.add_argument("--pods", type=int, default=500)
    parser.add_argument("--compare", metavar="PROGRAM", type=pathlib.Path)
    options = parser.parse_args()
    state = options.state.absolute()
    print(f"seed {options.seed}", flush=True)
    subprocess.run((HERE / "up", "--state", state, "--replace", "--owner", str(os.getpid()), "--seed", "1"), check=True,
                   stdout=subprocess.DEVNULL)
    version = control.read_state(state)["version"]
    try:
        recording = Recording(state, options.seed, options.nodes)
        try:
            recording.run(options.pods)
        finally:
            recording.close()
    finally:
        subprocess.run((HERE / "down", "--state", state), check=True)
    for node in recording.nodes:  # items of a list do not say what they are
        node["metadata"].pop("managedFields", None)
        node.update(apiVersion="v1", kind="Node")
    text = json.dumps({"serverVersion": version, "seed": options.seed, "nodes": recording.nodes, "steps": recording.steps},
                      separators=(",", ":"))
    options.out.write_bytes(gzip.compress(text.encode(), mtime=0))
    placed = sum(1 for step in recording.steps if step["node"])
    print(f"{len(recording.steps)} decisions of kube-scheduler {version} recorded, {placed} pods placed")
    if options.compare:
        environment = dict(os.environ, CARDINAL_SCHEDULER_RECORDING=str(options.out.absolute()))
        raise SystemExit(subprocess.run((options.compare,), env=environment).returncode)


if __name__ == "__main__":
    main()
