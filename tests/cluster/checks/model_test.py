#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The modelled ACK placement against the worked examples that the vendor's pages and code give."""

import pathlib
import random
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import ack_model
from ledger import Ledger

MEM, CORE, COUNT = "aliyun.com/gpu-mem", "aliyun.com/gpu-core.percentage", "aliyun.com/gpu-count"


class Case:
    """A ledger with one node; pods are placed as the extender places them."""

    def __init__(self, cards, units, core=False, seed=0, **labels):
        amounts = {MEM: str(cards * units), COUNT: str(cards)}
        if core:
            amounts[CORE] = str(100 * cards)
        names = {"placement": ack_model.PLACEMENT_LABEL, "max_pod": ack_model.MAX_POD_LABEL}
        self.node = {"metadata": {"name": "n", "labels": {names[key]: value for key, value in labels.items()}},
                     "status": {"capacity": amounts, "allocatable": amounts}}
        self.ledger = Ledger()
        self.ledger.set_node(self.node)
        self.random = random.Random(seed)
        self.count = 0

    def pod(self, memory, core=0, cards=None, whole=False):
        self.count += 1
        labels = {} if cards is None else {COUNT: str(cards)}
        if whole:
            labels[ack_model.WHOLE_DEVICE_LABEL] = "require-whole-device"
        limits = {MEM: str(memory)} if memory else {}
        if core:
            limits[CORE] = str(core)
        return {"metadata": {"name": f"p{self.count}", "namespace": "d", "labels": labels}, "status": {"phase": "Running"},
                "spec": {"containers": [{"name": "main", "resources": {"limits": limits}}]}}

    def score(self, pod):
        return ack_model.choose_cards(self.ledger, self.node, pod, self.random)[1]

    def place(self, *arguments, **named):
        return self.place_pod(self.pod(*arguments, **named))

    def place_pod(self, pod):
        cards, _ = ack_model.choose_cards(self.ledger, self.node, pod, self.random)
        pod["spec"]["nodeName"] = "n"
        pod["metadata"]["annotations"] = ack_model.bind_annotations(self.node, pod, cards, 1)
        self.ledger.set_pod(pod)
        return cards

    def hold(self, card, memory, core=0):
        """Puts a pod on a given card, to set up a state."""
        pod = self.pod(memory, core)
        pod["spec"]["nodeName"] = "n"
        pod["metadata"]["annotations"] = ack_model.bind_annotations(self.node, pod, [card], 1)
        self.ledger.set_pod(pod)

    def refusal(self, *arguments, **named):
        return ack_model.refusal(self.ledger, self.node, self.pod(*arguments, **named))

    def used(self, resource=MEM):
        return [card.used[resource] for card in ack_model.cards_of(self.ledger, self.node)]


class Placement(unittest.TestCase):
    def test_binpack_fills_one_card(self):
        case = Case(2, 15)
        self.assertEqual(case.score(case.pod(2)), 74)
        first = case.place(2)
        self.assertEqual(case.score(case.pod(3)), 80)
        self.assertEqual(case.place(3), first)

    def test_spread_takes_the_emptier_card(self):
        case = Case(2, 15, placement="spread")
        self.assertEqual(case.score(case.pod(2)), 96)
        first = case.place(2)
        self.assertEqual(case.score(case.pod(3)), 94)
        self.assertNotEqual(case.place(3), first)

    def test_spread_uses_three_cards_for_three_pods(self):
        case = Case(4, 15, placement="spread")
        self.assertEqual(len({case.place(4)[0] for _ in range(3)}), 3)

    def test_binpack_sequence(self):
        case = Case(4, 15)
        for memory in (8, 7, 9):
            case.place(memory)
        self.assertEqual(sorted(case.used(), reverse=True), [15, 9, 0, 0])

    def test_ties_are_drawn(self):
        self.assertEqual({Case(4, 15, seed=seed).place(2)[0] for seed in range(60)}, {0, 1, 2, 3})

    def test_a_seed_repeats_a_run(self):
        self.assertEqual([Case(8, 15, seed=7).place(2) for _ in range(5)], [Case(8, 15, seed=7).place(2)] * 5)


class SeveralCards(unittest.TestCase):
    def test_eight_over_four(self):
        case = Case(4, 15)
        self.assertEqual(case.place(8, cards=4), [0, 1, 2, 3])
        self.assertEqual(case.used(), [2, 2, 2, 2])

    def test_an_uneven_split_is_refused(self):
        self.assertEqual(Case(4, 15).refusal(7, cards=2), "invalid replica for resource aliyun.com/gpu-mem,because 7 / 2 = 3.5")

    def test_only_cards_with_room_count(self):
        case = Case(4, 15)
        for card, used in enumerate((0, 5, 12, 14)):
            if used:
                case.hold(card, used)
        self.assertEqual(case.place(8, cards=2), [0, 1])

    def test_the_sum_does_not_help(self):
        case = Case(4, 15)
        for card in (1, 2, 3):
            case.hold(card, 12)
        self.assertEqual(case.refusal(8, cards=2), ack_model.NOT_ENOUGH)

    def test_one_card_only_without_the_label(self):
        case = Case(4, 15)
        self.assertEqual(case.refusal(20), ack_model.NOT_ENOUGH)
        self.assertEqual(len(case.place(20, cards=2)), 2)

    def test_label_zero_is_no_label(self):
        self.assertEqual(len(Case(4, 15).place(4, cards=0)), 1)

    def test_whole_devices(self):
        case = Case(2, 15)
        case.hold(0, 1)
        self.assertEqual(case.place(15, whole=True), [1])
        self.assertEqual(case.refusal(15, whole=True), ack_model.NOT_WHOLE)

    def test_most_pods_per_card(self):
        case = Case(1, 15, max_pod="2")
        case.place(1)
        case.place(1)
        self.assertEqual(case.refusal(1), ack_model.TOO_MANY_PODS)


class CorePercentage(unittest.TestCase):
    @staticmethod
    def two_cards():
        case = Case(2, 15, core=True)
        case.hold(0, 5, 50)
        case.hold(1, 9, 20)
        return case

    def test_three_of_thirty_fill_a_card(self):
        case = Case(4, 15, core=True)
        cards = [case.place(2, 30)[0] for _ in range(4)]
        self.assertEqual(cards[:3], [cards[0]] * 3)
        self.assertNotEqual(cards[3], cards[0])
        self.assertEqual(sorted(case.used(CORE)), [0, 0, 30, 90])

    def test_mean_of_both_scores(self):
        case = self.two_cards()
        self.assertEqual(case.score(case.pod(2, 30)), 89)
        self.assertEqual(case.place(2, 30), [0])

    def test_both_on_the_same_card(self):
        self.assertEqual(self.two_cards().place(2, 60), [1])
        self.assertEqual(self.two_cards().place(7, 30), [0])
        self.assertEqual(self.two_cards().refusal(7, 60), ack_model.NOT_ENOUGH)

    def test_kinds_never_mix(self):
        self.assertEqual(Case(4, 15, core=True).refusal(2), ack_model.WRONG_KIND)
        self.assertEqual(Case(4, 15).refusal(2, 30), ack_model.WRONG_KIND)
        self.assertEqual(Case(4, 15, core=True).refusal(0, 30), ack_model.MEM_MISSING)

    def test_containers_must_agree(self):
        case = Case(4, 15, core=True)
        pod = case.pod(2, 30)
        pod["spec"]["containers"].append({"name": "second", "resources": {"limits": {MEM: "2"}}})
        self.assertEqual(ack_model.refusal(case.ledger, case.node, pod), ack_model.INCONSISTENT)

    def test_the_core_annotation_names_the_same_cards(self):
        case = Case(2, 15, core=True)
        pod = case.pod(4, 50)
        cards = case.place_pod(pod)
        annotations = pod["metadata"]["annotations"]
        self.assertEqual(annotations[ack_model.ALLOCATION], '{"0":{"%d":4}}' % cards[0])
        self.assertEqual(annotations[ack_model.CORE_ALLOCATION], '{"0":{"%d":50}}' % cards[0])
        self.assertEqual(annotations[ack_model.DEVICE_RESOURCE], '{"0":15,"1":15}')


if __name__ == "__main__":
    unittest.main()
