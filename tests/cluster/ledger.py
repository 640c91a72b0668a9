# SPDX-License-Identifier: Apache-2.0
"""What the played extender knows: nodes, pods and unhealthy cards, as plain API objects.

Nothing here or in the rules knows whether the objects come from a watch or from a recording.
"""

import collections

GPU_MEM = "aliyun.com/gpu-mem"
GPU_COUNT = "aliyun.com/gpu-count"
GPU_CORE = "aliyun.com/gpu-core.percentage"

_SUFFIXES = {"k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12, "Ki": 2**10, "Mi": 2**20, "Gi": 2**30, "Ti": 2**40}


def integer_of(quantity):
    """The value of a Kubernetes quantity that counts things; the API server writes 12000 as "12k"."""
    text = str(quantity)
    for suffix in sorted(_SUFFIXES, key=len, reverse=True):
        if text.endswith(suffix):
            return int(text[: -len(suffix)]) * _SUFFIXES[suffix]
    return int(text)


def name_of(obj):
    return obj["metadata"]["name"]


def key_of(obj):
    return obj["metadata"].get("namespace", "default"), name_of(obj)


def annotations_of(obj):
    return obj["metadata"].get("annotations") or {}


def labels_of(obj):
    return obj["metadata"].get("labels") or {}


def capacity_of(node, resource):
    return integer_of((node["status"].get("capacity") or {}).get(resource, 0))


def allocatable_of(node, resource):
    return integer_of((node["status"].get("allocatable") or {}).get(resource, 0))


def container_limit(container, resource):
    return integer_of(((container.get("resources") or {}).get("limits") or {}).get(resource, 0))


def requested(pod, resource):
    """The amount that card choosers see: the sum over regular containers."""
    return sum(container_limit(container, resource) for container in pod["spec"]["containers"])


def is_over(pod):
    return (pod.get("status") or {}).get("phase") in ("Succeeded", "Failed")


def is_terminating(pod):
    return bool(pod["metadata"].get("deletionTimestamp"))


def unhealthy_cards(configmap):
    """Entries are not trimmed and what is no integer counts as 0, as in the real extender: "" disables card 0."""
    text = (configmap.get("data") or {}).get("gpus")
    if text is None:
        return frozenset()

    def index(entry):
        return int(entry) if entry.isascii() and entry.lstrip("+-").isdigit() else 0

    return frozenset(index(entry) for entry in text.split(","))


class Ledger:
    """Nodes by name, pods by (namespace, name) and by node, unhealthy cards by node."""

    UNHEALTHY_PREFIX = "unhealthy-gpu-"

    def __init__(self):
        self.nodes = {}
        self.pods = {}
        self._keys_on_node = collections.defaultdict(dict)
        self._unhealthy = {}

    def set_node(self, node):
        self.nodes[name_of(node)] = node

    def remove_node(self, node):
        self.nodes.pop(name_of(node), None)

    def set_pod(self, pod):
        self.remove_pod(pod)
        key = key_of(pod)
        self.pods[key] = pod
        node = pod["spec"].get("nodeName")
        if node:
            self._keys_on_node[node][key] = True

    def remove_pod(self, pod):
        old = self.pods.pop(key_of(pod), None)
        if old and old["spec"].get("nodeName"):
            self._keys_on_node[old["spec"]["nodeName"]].pop(key_of(pod), None)

    def pods_on(self, node_name):
        return [self.pods[key] for key in self._keys_on_node.get(node_name, ())]

    def set_configmap(self, configmap):
        if name_of(configmap).startswith(self.UNHEALTHY_PREFIX):
            self._unhealthy[name_of(configmap)[len(self.UNHEALTHY_PREFIX):]] = unhealthy_cards(configmap)

    def remove_configmap(self, configmap):
        self._unhealthy.pop(name_of(configmap)[len(self.UNHEALTHY_PREFIX):], None)

    def unhealthy(self, node_name):
        return self._unhealthy.get(node_name, frozenset())
