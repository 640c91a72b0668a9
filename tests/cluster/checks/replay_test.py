#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Replays every recorded decision of the real extender through the rules of the played one.

usage: replay_test.py DIRECTORY   (holds <scenario>/scenario.json or scenario.json.gz)
Prints every difference and, as its last line, "N decisions, M mismatches"; exit 1 when M > 0 or nothing was replayed.
"""

import gzip
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import gpushare_rules as rules
from ledger import GPU_MEM, Ledger, allocatable_of, container_limit, is_over

NOT_REPLAYABLE = "s8-"  # records faults of the extender, not decisions
PLAYED_ACTIONS = ("inspect", "probe", "http", "note")  # recorded texts that change nothing


def read_scenario(directory):
    plain = directory / "scenario.json"
    if plain.exists():
        return json.loads(plain.read_text(encoding="utf-8"))
    with gzip.open(directory / "scenario.json.gz", "rt", encoding="utf-8") as file:
        return json.load(file)


def api_pod(recorded):
    def containers(entries):
        return [{"name": entry["name"], "resources": {"limits": entry.get("limits") or {}}} for entry in entries]

    return {
        "metadata": {"name": recorded["name"], "namespace": recorded["namespace"], "labels": recorded.get("labels") or {}},
        "spec": {"containers": containers(recorded["containers"]),
                 "initContainers": containers(recorded.get("init_containers") or [])},
        "status": {"phase": "Pending"},
    }


def asks_gpu_memory(pod):
    containers = pod["spec"]["containers"] + pod["spec"]["initContainers"]
    return any(GPU_MEM in container["resources"]["limits"] for container in containers)


def scheduler_request(pod):
    """kube-scheduler's own amount: the larger of the regular sum and the largest init container."""
    regular = sum(container_limit(container, GPU_MEM) for container in pod["spec"]["containers"])
    return max([regular] + [container_limit(container, GPU_MEM) for container in pod["spec"]["initContainers"]])


class Replay:
    def __init__(self, scenario):
        self.scenario = scenario
        self.ledger = Ledger()
        self.decisions = 0
        self.mismatches = 0
        self.place = ""
        self.differs = False
        for node in scenario["nodes"]:
            self.ledger.set_node(node)

    def compare(self, what, recorded, ours):
        if recorded != ours:
            print(f"{self.place}: {what}: recorded {recorded!r}, ours {ours!r}")
            self.differs = True

    def settle(self):
        self.mismatches += self.differs
        self.differs = False

    # kube-scheduler's part

    def node_sum_fits(self, node, request):
        if request == 0:
            return True
        used = sum(scheduler_request(pod) for pod in self.ledger.pods_on(node["metadata"]["name"]) if not is_over(pod))
        return allocatable_of(node, GPU_MEM) - used >= request

    def filter(self, pod):
        """(nodes sent to the extender, feasible nodes, refusal text) of one scheduling attempt."""
        reasons = []
        sent, feasible = [], []
        for name, node in sorted(self.ledger.nodes.items()):
            if not self.node_sum_fits(node, scheduler_request(pod)):
                reasons.append("Insufficient " + GPU_MEM)
                continue
            sent.append(name)
            reason = rules.refusal(self.ledger, node, pod)
            if reason:
                reasons.append(reason)
            else:
                feasible.append(name)
        counts = sorted(f"{reasons.count(reason)} {reason}" for reason in set(reasons))
        return sent, feasible, f"0/{len(self.ledger.nodes)} nodes are available: {', '.join(counts)}."

    def card_check(self, pod):
        answer = {"feasible": [], "failed": {}}
        for name, node in sorted(self.ledger.nodes.items()):
            reason = rules.refusal(self.ledger, node, pod)
            if reason:
                answer["failed"].setdefault(reason, []).append(name)
            else:
                answer["feasible"].append(name)
        return answer

    # steps

    def decide(self, step):
        recorded = step["result"]
        pod = api_pod(step["pod"])
        self.decisions += 1
        if asks_gpu_memory(pod):
            self.decide_gpu_pod(step, pod, recorded)
        else:
            self.compare("filter_called", recorded["filter_called"], False)
            self.compare("feasible_nodes", recorded["feasible_nodes"], None)
            self.place_pod(pod, recorded["node"], {}, recorded["phase"])
        if step.get("refused_then_removed"):
            self.ledger.remove_pod(pod)

    def decide_gpu_pod(self, step, pod, recorded):
        if "card_check" in recorded:
            self.compare("card_check", recorded["card_check"], self.card_check(pod))
        sent, feasible, message = self.filter(pod)
        self.compare("filter_called", recorded["filter_called"], bool(sent))
        if recorded["filter_called"]:
            self.compare("filter_nodes_in", recorded["filter_nodes_in"], sent)
        self.compare("feasible_nodes", recorded["feasible_nodes"], feasible)
        if recorded["node"] is None:
            self.compare_refusal(pod, recorded, feasible, message)
            self.place_pod(pod, None, {}, "Pending")
            return
        node = self.ledger.nodes[recorded["node"]]
        card = rules.choose_card(self.ledger, node, pod)
        self.compare("card_idx", recorded["card_idx"], card)
        written = recorded["annotations"]
        ours = rules.bind_annotations(node, pod, card, int(written[rules.ASSUME_TIME]))
        self.compare("annotations", written, ours)
        self.place_pod(pod, recorded["node"], written, recorded["phase"])

    def compare_refusal(self, pod, recorded, feasible, message):
        if not feasible:
            self.compare("message", recorded["message"], message)
            return
        # a node passed, so only bind can have refused: the request has no regular container
        for name in feasible:
            self.compare("card at bind", None, rules.choose_card(self.ledger, self.ledger.nodes[name], pod))
        for error in recorded.get("bind_errors", []):
            self.compare("bind error", error, rules.bind_failure(pod, "..."))
        self.compare("message", True, bool(re.fullmatch(r"binding rejected: .* code 500", recorded["message"])))

    def place_pod(self, pod, node, annotations, phase):
        pod["metadata"]["annotations"] = annotations
        if node:
            pod["spec"]["nodeName"] = node
        pod["status"]["phase"] = phase
        self.ledger.set_pod(pod)

    def held(self, step):
        return self.ledger.pods[(step["pod"]["namespace"], step["pod"]["name"])]

    def preexisting(self, step):
        result = step["result"]
        self.place_pod(api_pod(step["pod"]), result["node"], result["annotations"], result["phase"])

    def terminate(self, step):
        self.held(step)["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z"

    def delete(self, step):
        self.ledger.remove_pod(self.held(step))

    def complete(self, step):
        self.held(step)["status"]["phase"] = step["result"]["phase"]

    def configmap(self, step):
        configmap = {"metadata": {"name": step["configmap"]["name"]}, "data": step["configmap"]["data"]}
        if step["configmap"]["data"] is None:
            self.ledger.remove_configmap(configmap)
        else:
            self.ledger.set_configmap(configmap)

    def play(self, step):
        action = step["action"]
        if action in ("create", "rescheduled"):
            self.decide(step)
        elif action in ("preexisting", "terminate", "delete", "complete", "configmap"):
            getattr(self, action)(step)
        elif action not in PLAYED_ACTIONS:
            raise SystemExit(f"{self.place}: unknown action {action!r}")
        result = step.get("result") or {}
        if "node_used_after" in result and result.get("node"):
            node = self.ledger.nodes[result["node"]]
            self.compare("node_used_after", result["node_used_after"], rules.used_units(self.ledger, node))

    def final_probe(self, entry):
        pod = api_pod({"name": "probe", "namespace": "default",
                       "containers": [{"name": "main", "limits": {GPU_MEM: str(entry["request"])}}]})
        nodes = sorted(self.ledger.nodes.items())
        card_ok = [name for name, node in nodes if rules.refusal(self.ledger, node, pod) is None]
        sum_ok = [name for name, node in nodes if self.node_sum_fits(node, entry["request"])]
        return {"request": entry["request"], "card_ok": card_ok, "node_sum_ok": sum_ok,
                "feasible_nodes": [name for name in card_ok if name in sum_ok]}

    def run(self):
        for step in self.scenario["steps"]:
            self.place = f"{self.scenario['name']} step {step['i']}"
            self.play(step)
            self.settle()
        self.place = f"{self.scenario['name']} final"
        for entry in self.scenario["final_probe"]:
            self.compare("probe", entry, self.final_probe(entry))
            self.settle()
        for name, cards in self.scenario["final_extender_cards"].items():
            node = self.ledger.nodes[name]
            ours = [{"total": rules.card_total(node), "used": used} for used in rules.used_units(self.ledger, node)]
            self.compare(f"cards of {name}", cards, ours)
            self.settle()


def main(arguments):
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    decisions = mismatches = 0
    for directory in sorted(pathlib.Path(arguments[0]).iterdir()):
        if not any((directory / name).exists() for name in ("scenario.json", "scenario.json.gz")):
            continue
        if directory.name.startswith(NOT_REPLAYABLE):
            print(f"{directory.name}: not replayable")
            continue
        replay = Replay(read_scenario(directory))
        replay.run()
        decisions += replay.decisions
        mismatches += replay.mismatches
    print(f"{decisions} decisions, {mismatches} mismatches")
    return 1 if mismatches or not decisions else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
