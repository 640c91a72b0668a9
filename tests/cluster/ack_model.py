# SPDX-License-Identifier: Apache-2.0
"""MODELLED: how ACK Pro places shared-GPU pods, as far as its open framework shows it.

Nobody outside can run the original, so this is a model with the published score, not a recording. Ties between cards are
drawn at random, because the original does not order them; a seed makes a run repeatable.
"""

import collections
import fractions
import json

import gpushare_rules
from ledger import (GPU_CORE, GPU_COUNT, GPU_MEM, allocatable_of, annotations_of, container_limit, integer_of, is_over,
                    is_terminating, labels_of, name_of, requested)

SCHEDULE_LABEL = "ack.node.gpu.schedule"
PLACEMENT_LABEL = "ack.node.gpu.placement"
MAX_POD_LABEL = "ack.node.gpu.max-pod"
WHOLE_DEVICE_LABEL = "ack.gpushare.placement"
SHARED_MODES = ("cgpu", "core_mem", "share", "mps")

ALLOCATION = "scheduler.framework.gpushare.allocation"
ASSIGNED = "scheduler.framework.gpushare.assigned"
ASSUME_TIME = "scheduler.framework.gpushare.assume-time"
CORE_ALLOCATION = "gpushare.alibabacloud.com/core-percentage"
DEVICE_RESOURCE = "gpushare.alibabacloud.com/device-resource"

NOT_ENOUGH = "node(s) didn't have enough device resources to allocate"
WRONG_KIND = "node(s) owns gpu resources are not matched that pod requests"
NO_RESOURCE = ("none(s) should have at least one resource in "
               "[aliyun.com/gpu-mem aliyun.com/gpu-core.percentage aliyun.com/gpu-core.tflops]")
MEM_MISSING = "reqeust resources must include aliyun.com/gpu-mem"
INCONSISTENT = "The requested gpu resource types should be consistent for all containers"
TOO_MANY_PODS = "The number of pods per gpu device has reached the maximum allowed"
NOT_WHOLE = "Pod's RequireWholeGPU is true and not available devices can be fully occupied by it"

_ANNOTATION_OF = {GPU_MEM: ALLOCATION, GPU_CORE: CORE_ALLOCATION}


def is_modelled(node):
    return labels_of(node).get(SCHEDULE_LABEL) in SHARED_MODES


class Refused(Exception):
    """The pod cannot be placed; the text is the reason."""


Card = collections.namedtuple("Card", "index total used pods")
Request = collections.namedtuple("Request", "amounts cards whole")


def _container_kinds(pod):
    kinds = set()
    for container in pod["spec"]["containers"]:
        kind = frozenset(resource for resource in (GPU_MEM, GPU_CORE) if container_limit(container, resource) > 0)
        if kind:
            kinds.add(kind)
    return kinds


def _requested_cards(pod):
    text = labels_of(pod).get(GPU_COUNT)
    if text is None or text == "0":
        return 1
    try:
        count = int(text)
    except ValueError:
        raise Refused(f"failed to parse request device count from pod label {GPU_COUNT},reason: {text!r} is no integer") from None
    if count < 0:
        raise Refused(f"request device count must be large than 0,but got {count}")
    return count


def read_request(pod):
    """What the pod asks of each card; raises Refused for requests that no node can serve."""
    kinds = _container_kinds(pod)
    if len(kinds) > 1:
        raise Refused(INCONSISTENT)
    if not kinds or GPU_MEM not in next(iter(kinds)):
        raise Refused(MEM_MISSING)
    cards = _requested_cards(pod)
    for container in pod["spec"]["containers"]:
        for resource in next(iter(kinds)):
            amount = container_limit(container, resource)
            if amount % cards:
                raise Refused(f"invalid replica for resource {resource},because {amount} / {cards} = {amount / cards:.1f}")
    amounts = {resource: requested(pod, resource) // cards for resource in sorted(next(iter(kinds)), reverse=True)}
    return Request(amounts, cards, labels_of(pod).get(WHOLE_DEVICE_LABEL) == "require-whole-device")


def _held_units(pod, resource):
    """{card: units} that a pod holds: the allocation annotation, else the V1 annotations."""
    annotations = annotations_of(pod)
    if is_over(pod) or is_terminating(pod):
        return {}
    held = collections.Counter()
    try:
        for cards in json.loads(annotations.get(_ANNOTATION_OF[resource], "{}")).values():
            for card, units in cards.items():
                held[int(card)] += int(units)
        if not held and resource == GPU_MEM and int(annotations.get(gpushare_rules.DEV, 0)) > 0:
            held[int(annotations[gpushare_rules.IDX])] += int(annotations[gpushare_rules.POD])
    except (AttributeError, KeyError, TypeError, ValueError):
        return {}
    return held


def cards_of(ledger, node):
    count = allocatable_of(node, GPU_COUNT)
    resources = [resource for resource in (GPU_MEM, GPU_CORE) if allocatable_of(node, resource) > 0]
    used = {resource: collections.Counter() for resource in resources}
    pods = collections.Counter()
    for pod in ledger.pods_on(name_of(node)):
        for resource in resources:
            held = _held_units(pod, resource)
            used[resource].update(held)
            if resource == GPU_MEM:
                pods.update(held.keys())
    total = {resource: allocatable_of(node, resource) // count for resource in resources} if count else {}
    return [Card(index, total, {resource: used[resource][index] for resource in resources}, pods[index])
            for index in range(count)]


def _fits(card, request):
    for resource, share in request.amounts.items():
        free = card.total[resource] - card.used[resource]
        if free < share or (request.whole and not free == share == card.total[resource]):
            return False
    return True


def _candidate_cards(ledger, node, request):
    kinds = {resource for resource in (GPU_MEM, GPU_CORE) if allocatable_of(node, resource) > 0}
    if not kinds:
        raise Refused(NO_RESOURCE)
    if kinds != set(request.amounts):
        raise Refused(WRONG_KIND)
    cards = cards_of(ledger, node)
    limit = labels_of(node).get(MAX_POD_LABEL, "")
    if limit.isascii() and limit.isdigit():
        cards = [card for card in cards if card.pods < int(limit)]
        if not cards:
            raise Refused(TOO_MANY_PODS)
    fitting = [card for card in cards if _fits(card, request)]
    if len(fitting) < request.cards:
        raise Refused(NOT_WHOLE if request.whole else NOT_ENOUGH)
    return fitting


def _fullness(node, card, request):
    """The mean over resources of (used + share) / total for binpack, its complement for spread."""
    spread = labels_of(node).get(PLACEMENT_LABEL) == "spread"
    values = []
    for resource, share in request.amounts.items():
        value = fractions.Fraction(card.used[resource] + share, card.total[resource])
        values.append(1 - value if spread else value)
    return sum(values) / len(values)


def choose_cards(ledger, node, pod, random):
    """(card indexes, score 0..100) of the best card set; equal cards are drawn at random. Raises Refused."""
    request = read_request(pod)
    cards = _candidate_cards(ledger, node, request)
    random.shuffle(cards)
    # the score of a set is the mean of its cards, so the best set is the best cards
    cards.sort(key=lambda card: _fullness(node, card, request), reverse=True)
    chosen = cards[:request.cards]
    mean = sum(_fullness(node, card, request) for card in chosen) / len(chosen)
    return sorted(card.index for card in chosen), float(30 * mean) + 70 / len(chosen) ** 2


def refusal(ledger, node, pod):
    try:
        _candidate_cards(ledger, node, read_request(pod))
    except Refused as reason:
        return str(reason)
    return None


def _allocation(pod, resource, cards):
    return {str(index): {str(card): container_limit(container, resource) // len(cards) for card in cards}
            for index, container in enumerate(pod["spec"]["containers"]) if container_limit(container, resource) > 0}


def _compact(value):
    return json.dumps(value, separators=(",", ":"))


def bind_annotations(node, pod, cards, now_ns):
    count = integer_of(allocatable_of(node, GPU_COUNT))
    share = allocatable_of(node, GPU_MEM) // count
    annotations = {
        ALLOCATION: _compact(_allocation(pod, GPU_MEM, cards)),
        ASSIGNED: "false",
        ASSUME_TIME: str(now_ns),
        DEVICE_RESOURCE: _compact({str(card): share for card in range(count)}),
    }
    if requested(pod, GPU_CORE) > 0:
        annotations[CORE_ALLOCATION] = _compact(_allocation(pod, GPU_CORE, cards))
    return annotations
