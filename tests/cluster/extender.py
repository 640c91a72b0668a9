#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The gpushare scheduler extender, played: the HTTP verbs filter, prioritize and bind for a real kube-scheduler 1.20.

Open-source nodes follow gpushare_rules.py; nodes with a shared ack.node.gpu.schedule follow ack_model.py (modelled).
usage: extender.py STATE_DIR LISTEN_FD [SEED]
"""

import http.server
import json
import pathlib
import random
import socket
import sys
import threading
import time

import ack_model
import gpushare_rules
from kube_api import Api, ApiError, pod_path, start_following
from ledger import Ledger, allocatable_of, capacity_of, GPU_MEM, key_of, name_of, requested

PREFIX = "/gpushare-scheduler/"


class Extender:
    """Holds the ledger, answers the verbs. One lock: a choice and its reservation are one step."""

    def __init__(self, api, seed):
        self._api = api
        self._random = random.Random(seed)
        self._lock = threading.Lock()
        self._ledger = Ledger()
        self._reserved = {}  # pods bound by us that the watch has not yet shown as bound

    def start(self):
        for path, present, replace, update in (
                ("/api/v1/nodes", lambda: self._ledger.nodes.values(), self._ledger.set_node, self._ledger.remove_node),
                ("/api/v1/pods", lambda: self._ledger.pods.values(), self._see_pod, self._forget_pod),
                ("/api/v1/namespaces/kube-system/configmaps", lambda: (), self._ledger.set_configmap,
                 self._ledger.remove_configmap)):
            start_following(self._api, path, *self._handlers(present, replace, update))

    def _handlers(self, present, set_object, remove_object):
        def replace(items):
            with self._lock:
                keys = {key_of(item) for item in items}
                for gone in [obj for obj in present() if key_of(obj) not in keys]:
                    remove_object(gone)
                for item in items:
                    set_object(item)

        def update(kind, obj):
            with self._lock:
                (remove_object if kind == "DELETED" else set_object)(obj)

        return replace, update

    def _see_pod(self, pod):
        if pod["spec"].get("nodeName"):
            self._reserved.pop(pod["metadata"]["uid"], None)
        elif pod["metadata"]["uid"] in self._reserved:
            return
        self._ledger.set_pod(pod)

    def _forget_pod(self, pod):
        self._reserved.pop(pod["metadata"].get("uid"), None)
        self._ledger.remove_pod(pod)

    def _refusal(self, node, pod):
        rules = ack_model if ack_model.is_modelled(node) else gpushare_rules
        return rules.refusal(self._ledger, node, pod)

    def filter(self, arguments):
        names = arguments.get("NodeNames")
        if names is None:
            return {"Nodes": None, "NodeNames": None, "FailedNodes": None, "Error": "cannot get node names"}
        passed, failed = [], {}
        with self._lock:
            for name in names:
                node = self._ledger.nodes.get(name)
                reason = self._refusal(node, arguments["Pod"]) if node else f'node "{name}" not found'
                if reason:
                    failed[name] = reason
                else:
                    passed.append(name)
        return {"Nodes": None, "NodeNames": passed, "FailedNodes": failed, "Error": ""}

    def prioritize(self, arguments):
        """The node score of the model; open-source nodes get 0, since their extender has no such verb."""
        return [{"Host": name, "Score": self._score(name, arguments["Pod"])} for name in arguments.get("NodeNames") or []]

    def _score(self, name, pod):
        with self._lock:
            node = self._ledger.nodes.get(name)
            if not node or not ack_model.is_modelled(node):
                return 0
            try:
                return int(ack_model.choose_cards(self._ledger, node, pod, self._random)[1])
            except ack_model.Refused:
                return 0

    def _choose(self, node, pod):
        """The annotations of the chosen cards, or None."""
        now = time.time_ns()
        if not ack_model.is_modelled(node):
            card = gpushare_rules.choose_card(self._ledger, node, pod)
            return None if card is None else gpushare_rules.bind_annotations(node, pod, card, now)
        try:
            cards, _ = ack_model.choose_cards(self._ledger, node, pod, self._random)
        except ack_model.Refused:
            return None
        return ack_model.bind_annotations(node, pod, cards, now)

    def _reserve(self, pod, node_name):
        with self._lock:
            node = self._ledger.nodes.get(node_name)
            annotations = self._choose(node, pod) if node else None
            if annotations is None:
                raise ValueError(gpushare_rules.bind_failure(pod, json.dumps(pod["spec"])))
            bound = json.loads(json.dumps(pod))
            bound["metadata"].setdefault("annotations", {}).update(annotations)
            bound["spec"]["nodeName"] = node_name
            self._reserved[pod["metadata"]["uid"]] = True
            self._ledger.set_pod(bound)
        return annotations

    def _release(self, pod):
        with self._lock:
            self._reserved.pop(pod["metadata"]["uid"], None)
            self._ledger.set_pod(pod)

    def bind(self, arguments):
        """Raises ValueError or ApiError with the reason of a failure."""
        namespace, name, uid = arguments["PodNamespace"], arguments["PodName"], arguments["PodUID"]
        pod = self._api.get(pod_path(namespace, name))
        if pod["metadata"]["uid"] != uid:
            raise ValueError(f"The pod {name} in ns {namespace}'s uid is {pod['metadata']['uid']}, "
                             f"and it's not equal with expected {uid}")
        annotations = self._reserve(pod, arguments["Node"])
        try:
            self._api.patch(pod_path(namespace, name), {"metadata": {"annotations": annotations}})
            self._api.create(pod_path(namespace, name, "binding"), {
                "apiVersion": "v1", "kind": "Binding", "metadata": {"namespace": namespace, "name": name, "uid": uid},
                "target": {"kind": "Node", "name": arguments["Node"]}})
        except (ApiError, OSError):
            self._release(pod)
            raise

    def _inspect_node(self, node):
        used = gpushare_rules.used_units(self._ledger, node)
        devices = [{"id": card, "totalGPU": gpushare_rules.card_total(node), "usedGPU": units, "pods": []}
                   for card, units in enumerate(used)]
        for pod in self._ledger.pods_on(name_of(node)):
            card = gpushare_rules.held_units(pod)
            if card and card[0] < len(devices):
                devices[card[0]]["pods"].append({"name": name_of(pod), "namespace": key_of(pod)[0],
                                                 "usedGPU": requested(pod, GPU_MEM)})
        return {"name": name_of(node), "totalGPU": capacity_of(node, GPU_MEM), "usedGPU": sum(used), "devs": devices}

    def inspect(self, name):
        """All nodes, or one; KeyError for an unknown one."""
        with self._lock:
            nodes = [self._ledger.nodes[name]] if name else sorted(self._ledger.nodes.values(), key=name_of)
            return {"nodes": [self._inspect_node(node) for node in nodes if allocatable_of(node, GPU_MEM) > 0]}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extender = None

    def log_message(self, *_):
        pass

    def _answer(self, status, body, content_type="application/json"):
        payload = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(payload)))
        self.end_headers()
        self.wfile.write(payload)

    def do_GET(self):
        if self.path == "/version":
            self._answer(200, b"0.1.0", "text/plain")
        elif self.path.startswith(PREFIX + "inspect"):
            try:
                self._answer(200, self.extender.inspect(self.path[len(PREFIX + "inspect"):].strip("/")))
            except KeyError:
                self.close_connection = True  # the original closes without a reply
        else:
            self._answer(404, {"Error": "not found"})

    def do_POST(self):
        arguments = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        verb = self.path[len(PREFIX):]
        if verb == "filter":
            self._answer(200, self.extender.filter(arguments))
        elif verb == "prioritize":
            self._answer(200, self.extender.prioritize(arguments))
        elif verb == "bind":
            self._bind(arguments)
        else:
            self._answer(404, {"Error": "not found"})

    def _bind(self, arguments):
        try:
            self.extender.bind(arguments)
        except ApiError as error:
            message = error.body.get("message", "") if isinstance(error.body, dict) else str(error.body)
            self._answer(500, {"Error": message})
        except (ValueError, OSError) as error:
            self._answer(500, {"Error": str(error)})
        else:
            self._answer(200, {"Error": ""})


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, listening, handler):
        super().__init__(listening.getsockname(), handler, bind_and_activate=False)
        self.socket.close()
        self.socket = listening


def main(arguments):
    state = json.loads(pathlib.Path(arguments[0], "cluster.json").read_text(encoding="utf-8"))
    api = Api(state["server"], state["ca"], state["adminCertificate"], state["adminKey"])
    Handler.extender = Extender(api, arguments[2] if len(arguments) > 2 and arguments[2] else None)
    Handler.extender.start()
    Server(socket.socket(fileno=int(arguments[1])), Handler).serve_forever()


if __name__ == "__main__":
    main(sys.argv[1:])
