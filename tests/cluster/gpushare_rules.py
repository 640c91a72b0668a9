# SPDX-License-Identifier: Apache-2.0
"""The choices of the open-source gpushare scheduler extender, written from its documented behaviour.

It shares nothing with Cardinal's own engine on purpose: the two are compared in the cluster tests.
replay_test.py proves these functions against decisions recorded from the real extender.
"""

from ledger import (GPU_COUNT, GPU_MEM, annotations_of, capacity_of, is_over, is_terminating, name_of, requested)

IDX = "ALIYUN_COM_GPU_MEM_IDX"
DEV = "ALIYUN_COM_GPU_MEM_DEV"
POD = "ALIYUN_COM_GPU_MEM_POD"
ASSIGNED = "ALIYUN_COM_GPU_MEM_ASSIGNED"
ASSUME_TIME = "ALIYUN_COM_GPU_MEM_ASSUME_TIME"

NO_CARD_FITS = "Insufficient GPU Memory in one device"


def card_count(node):
    return capacity_of(node, GPU_COUNT)


def card_total(node):
    """Units of one card; the remainder of an uneven division is lost."""
    count = card_count(node)
    return capacity_of(node, GPU_MEM) // count if count > 0 else 0


def held_units(pod):
    """(card, units) of a pod that the extender counts, else None: the amount comes from its annotation."""
    annotations = annotations_of(pod)
    if is_over(pod) or is_terminating(pod):
        return None
    try:
        return int(annotations[IDX]), int(annotations[POD])
    except (KeyError, ValueError):
        return None


def used_units(ledger, node):
    """Used units per card."""
    used = [0] * card_count(node)
    for pod in ledger.pods_on(name_of(node)):
        held = held_units(pod)
        if held and 0 <= held[0] < len(used):
            used[held[0]] += held[1]
    return used


def _available_units(ledger, node):
    """{card: free units} of the healthy cards. The original computes in unsigned integers, so an overfull card wraps."""
    total = card_total(node)
    unhealthy = ledger.unhealthy(name_of(node))
    return {card: (total - used) % 2**64 for card, used in enumerate(used_units(ledger, node)) if card not in unhealthy}


def refusal(ledger, node, pod):
    """None when some card of the node takes the pod, else the text of the refusal."""
    if capacity_of(node, GPU_MEM) <= 0:
        return f"The node {name_of(node)} is not for GPU share, need skip"
    request = requested(pod, GPU_MEM)
    if any(free >= request for free in _available_units(ledger, node).values()):
        return None
    return NO_CARD_FITS


def choose_card(ledger, node, pod):
    """Best fit: the least free card that suffices, the lowest index among equals; None when there is none."""
    request = requested(pod, GPU_MEM)
    if request <= 0:
        return None
    fitting = [(free, card) for card, free in _available_units(ledger, node).items() if free >= request]
    return min(fitting)[1] if fitting else None


def bind_annotations(node, pod, card, now_ns):
    return {
        IDX: str(card),
        DEV: str(card_total(node)),
        POD: str(requested(pod, GPU_MEM)),
        ASSIGNED: "false",
        ASSUME_TIME: str(now_ns),
    }


def bind_failure(pod, dump):
    """The original names pod.spec.nodeName, which is empty because the pod is not bound yet."""
    namespace = pod["metadata"].get("namespace", "default")
    return f"The node  can't place the pod {name_of(pod)} in ns {namespace},and the pod spec is {dump}"
