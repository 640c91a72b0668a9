#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Objects of every GPU stack that are cut off, of another version, hostile, absurd or contradict each other: what is not known
is unknown, something is said of it, and no sum is wrong. The table "Broken and contradicting objects" of docs/scenarios.md names what is shown."""
import json
import unittest

from cardinal_program import CliTest

HAMI, VOLCANO = "hami.io/node-nvidia-register", "volcano.sh/node-vgpu-register"
TWO = "GPU-0,10,10000,NVIDIA-A10,true,hami-core:GPU-1,10,10000,NVIDIA-A10,true,hami-core:"
HOSTILE = "<b>\u202e" + "A" * 3000


def node(resources, labels=None, annotations=None, capacity=None):
    amounts = {"cpu": "64", "memory": "256Gi", "pods": "110", **resources}
    return {"apiVersion": "v1", "kind": "Node",
            "metadata": {"name": "n", "uid": "n", "labels": labels or {}, "annotations": annotations or {}},
            "status": {"capacity": {**amounts, **(capacity or {})}, "allocatable": amounts, "conditions": [{"type": "Ready", "status": "True"}]}}


def pod(limits, annotations=None, scheduler="default-scheduler", labels=None, name="p", namespace="d"):
    return {"apiVersion": "v1", "kind": "Pod",
            "metadata": {"name": name, "namespace": namespace, "uid": name, "annotations": annotations or {}, "labels": labels or {}},
            "spec": {"nodeName": "n", "schedulerName": scheduler, "containers": [{"name": "c", "resources": {"limits": limits}}]},
            "status": {"phase": "Running"}}


def hami_card(number, **more):
    return {"id": f"GPU-{number}", "index": number, "count": 10, "devmem": 20000, "devcore": 100, "type": "NVIDIA-A10", "health": True, **more}


def hami_node(cards, offered=20):
    text = cards if isinstance(cards, str) else json.dumps(cards)
    return node({"nvidia.com/gpu": str(offered)}, {"gpu": "on"}, {HAMI: text})


def hami_pod(devices, **annotations):
    return pod({"nvidia.com/gpu": "1", "nvidia.com/gpumem": "3000"},
               {"hami.io/vgpu-node": "n", "hami.io/vgpu-devices-allocated": devices, **annotations}, "hami-scheduler")


def volcano_node(text, number=20, memory=20000, cores=200):
    return node({"volcano.sh/vgpu-number": str(number), "volcano.sh/vgpu-memory": str(memory), "volcano.sh/vgpu-cores": str(cores)},
                annotations={VOLCANO: text})


def volcano_pod(ids):
    return pod({"volcano.sh/vgpu-number": "1", "volcano.sh/vgpu-memory": "3000"}, {"volcano.sh/vgpu-ids-new": ids, "volcano.sh/vgpu-node": "n"}, "volcano")


def vcuda_node(core=200, memory=80, capacity=None):
    return node({"tencent.com/vcuda-core": str(core), "tencent.com/vcuda-memory": str(memory)}, capacity=capacity)


def vcuda_pod(index):
    return pod({"tencent.com/vcuda-core": "30", "tencent.com/vcuda-memory": "10"},
               {"tencent.com/predicate-gpu-idx-0": index, "tencent.com/predicate-node": "n", "tencent.com/gpu-assigned": "true"})


def koordinator_card(minor, memory="16Gi", core="100", **more):
    return {"type": "gpu", "id": f"GPU-{minor}", "minor": minor, "health": True,
            "resources": {"koordinator.sh/gpu-core": core, "koordinator.sh/gpu-memory": memory, "koordinator.sh/gpu-memory-ratio": "100"}, **more}


def device(*cards):
    return {"apiVersion": "scheduling.koordinator.sh/v1alpha1", "kind": "Device", "metadata": {"name": "n", "uid": "d"}, "spec": {"devices": list(cards)}}


def koordinator_node(cards=2):
    return node({"koordinator.sh/gpu-core": str(100 * cards), "koordinator.sh/gpu-memory": str(cards << 34), "koordinator.sh/gpu-memory-ratio": str(100 * cards)})


def koordinator_pod(minor=0, core="50", memory="8Gi", text=None):
    resources = {"koordinator.sh/gpu-core": core, "koordinator.sh/gpu-memory": memory, "koordinator.sh/gpu-memory-ratio": "50"}
    held = json.dumps({"gpu": [{"minor": minor, "resources": resources}]}) if text is None else text
    return pod({"koordinator.sh/gpu-core": "50", "koordinator.sh/gpu-memory-ratio": "50"}, {"scheduling.koordinator.sh/device-allocated": held}, "koord-scheduler")


def gpu(number, memory="80Gi", uuid=None, **more):
    return {"name": f"gpu-{number}", "capacity": {"memory": {"value": memory}},
            "attributes": {"type": {"string": "gpu"}, "uuid": {"string": uuid or f"GPU-{number}"}}, **more}


def slices(devices, driver="gpu.nvidia.com", name="s", count=1, generation=1):
    return {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceSlice", "metadata": {"name": name, "uid": name},
            "spec": {"driver": driver, "nodeName": "n", "devices": devices, "pool": {"name": "n", "generation": generation, "resourceSliceCount": count}}}


def claim(held=None, driver="gpu.nvidia.com"):
    out = {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceClaim", "metadata": {"name": "c", "namespace": "d", "uid": "c"},
           "spec": {"devices": {"requests": [{"name": "g", "exactly": {"deviceClassName": "gpu.nvidia.com"}}]}}}
    if held:
        out["status"] = {"allocation": {"devices": {"results": [{"request": "g", "driver": driver, "pool": "n", "device": held}]}},
                         "reservedFor": [{"resource": "pods", "name": "p", "uid": "p"}]}
    return out


def claiming():
    out = pod({})
    out["spec"]["resourceClaims"] = [{"name": "g", "resourceClaimName": "c"}]
    out["spec"]["containers"] = [{"name": "c", "resources": {"claims": [{"name": "g"}]}}]
    return out


def kai_node(cards=4):
    return node({"nvidia.com/gpu": str(cards)}, {"nvidia.com/gpu.count": str(cards), "nvidia.com/gpu.memory": "81559"})


def kai_pod(group, fraction="0.5", name="p", key="gpu-fraction"):
    return pod({}, {key: fraction}, "kai-scheduler", {"runai-gpu-group": group} if group else {}, name)


def kai_reservation(group, uuid):
    return pod({"nvidia.com/gpu": "1"}, {"run.ai/reserve_for_gpu_index": uuid}, labels={"runai-gpu-group": group},
               name="gpu-reservation-" + group, namespace="kai-resource-reservation")


def nvidia_node(resources, labels=None, capacity=None):
    return node(resources, {"nvidia.com/gpu.present": "true", **(labels or {})}, capacity=capacity)


class StackFaults(CliTest):
    def read(self, *objects, code):
        """What `cards` and `check` print of them; `check` ends with the code."""
        path = self.file("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": list(objects)}))
        report = json.loads(self.answer(0, "cards", "-o", "json", "--snapshot", path).stdout)
        self.assertNotIn("\u202e", self.answer(0, "cards", "--snapshot", path).stdout)
        for card in report["cards"]:
            total, allocated = card["memoryTotalMiB"], card["memoryAllocatedMiB"]
            self.assertTrue(total is None or 0 <= total <= 64 << 20, card)
            self.assertTrue(allocated is None or allocated >= 0, card)
        return report, json.loads(self.answer(code, "check", "-o", "json", "--snapshot", path).stdout)

    def fault(self, words, *objects, code=1):
        """A finding says it; returned are the cards."""
        report, _ = self.read(*objects, code=code)
        notes = " ".join(note for one in report["nodes"] for note in one["notes"])
        for word in words.split():
            self.assertIn(word, notes)
        return report["cards"]

    def unknown(self, cards):
        self.assertTrue(cards)
        for card in cards:
            self.assertEqual((card["memoryAllocatedMiB"], card["holders"], card["held"]), (None, None, None), card)

    def test_hami(self):
        two = [hami_card(0), hami_card(1)]
        self.assertEqual(self.fault("StackNotRead FieldUnreadable", hami_node(json.dumps(two)[:-20])), [])
        self.assertEqual(self.fault("StackNotRead FieldUnreadable", hami_node([hami_card(0, devmem=-5), hami_card(1, devmem=10 ** 11)])), [])
        for devices in ("GPU-0,NVIDIA,30", "GPU-1,NVIDIA,99999999999999,0:;", "GPU-1,NVIDIA,-3000,0:;", HOSTILE):
            self.unknown(self.fault("MalformedAllocation", hami_node(two), hami_pod(devices)))
        self.unknown(self.fault("CardOutOfRange", hami_node([hami_card(0)], 10), hami_pod("GPU-1,NVIDIA,3000,0:;")))
        self.unknown(self.fault("FieldUnreadable", hami_node([hami_card(0), hami_card(0)]), hami_pod("GPU-0,NVIDIA,3000,0:;")))
        gone = self.fault("StaleResource", hami_node(two, 0), hami_pod("GPU-0,NVIDIA,3000,0:;"))
        self.assertEqual([card["health"] for card in gone], [None, None])
        self.fault("AbsurdCapacity", hami_node(two, 40))
        lost = [{"containerIndex": 0, "deviceIndex": 0, "gpuUUID": "GPU-9", "profile": "1g.5gb", "placement": {"start": 0, "size": 1}}]
        self.fault("CardOutOfRange", hami_node(two), hami_pod("GPU-0,NVIDIA,4864,0:;", **{"hami.io/vgpu-mig-allocations": json.dumps(lost)}))

    def test_volcano(self):
        cut = self.fault("FieldUnreadable", volcano_node(TWO[:-30]))
        self.assertEqual(len(cut), 1)
        for ids in ("GPU-0,NVIDIA", "GPU-0,NVIDIA,-3000,0:", "GPU-0,NVIDIA,99999999999,0:"):
            self.unknown(self.fault("MalformedAllocation", volcano_node(TWO), volcano_pod(ids)))
        absurd = self.fault("FieldUnreadable AbsurdCapacity",
                            volcano_node("GPU-0,-10,-10000,NVIDIA-A10,true,hami-core:GPU-1,10,999999999999999999999,NVIDIA-A10,true,hami-core:"))
        self.assertEqual([card["memoryTotalMiB"] for card in absurd], [None, None])
        self.unknown(self.fault("CardOutOfRange", volcano_node(TWO[:41], 10, 10000, 100), volcano_pod("GPU-1,NVIDIA,3000,0:")))
        self.unknown(self.fault("FieldUnreadable", volcano_node(TWO.replace("GPU-1", "GPU-0")), volcano_pod("GPU-0,NVIDIA,3000,0:")))
        self.fault("StaleResource", volcano_node(TWO, 0, 0, 0), volcano_pod("GPU-0,NVIDIA,3000,0:"))
        self.fault("AbsurdCapacity", volcano_node(TWO, 40, 50000))
        self.assertEqual(self.fault("StackNotRead", node({"volcano.sh/vgpu-number": "20", "volcano.sh/vgpu-memory": "20000", "volcano.sh/vgpu-cores": "200"}), code=0), [])

    def test_a_volcano_node_whose_plugin_is_gone_may_take_pods_again(self):
        path = self.file("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": [volcano_node(TWO, 0, 0, 0)]}))
        want = pod({"volcano.sh/vgpu-number": "1", "volcano.sh/vgpu-memory": "1000"}, scheduler="volcano")
        del want["spec"]["nodeName"], want["status"], want["metadata"]["uid"]
        text = self.answer(1, "preview", "-f", self.file("want.json", json.dumps(want)), "--snapshot", path).stdout
        self.assertIn("unknown whether waiting helps", text)
        self.assertNotIn("never fits here", text)

    def test_gpu_manager(self):
        for index in ("0,", HOSTILE, "-1", ""):
            self.unknown(self.fault("MalformedAllocation", vcuda_node(), vcuda_pod(index)))
        for index in ("5", "99999999999999"):
            self.unknown(self.fault("CardOutOfRange", vcuda_node(), vcuda_pod(index)))
        self.assertEqual(self.fault("AbsurdCapacity", vcuda_node(10 ** 15, 10 ** 15)), [])
        self.fault("StaleResource", vcuda_node(0, 0, {"tencent.com/vcuda-core": "200", "tencent.com/vcuda-memory": "80"}), vcuda_pod("0"))
        self.fault("FieldUnreadable MemoryRemainder", vcuda_node(250, 7))

    def test_koordinator(self):
        two = device(koordinator_card(0), koordinator_card(1))
        for text in ('{"gpu":[{"minor":0,"resou', HOSTILE, "[[[["):
            self.unknown(self.fault("MalformedAllocation", koordinator_node(), two, koordinator_pod(text=text)))
        self.unknown(self.fault("MalformedAllocation", koordinator_node(), two, koordinator_pod(0, "-50", "-8Gi")))
        over = self.fault("CardOverAllocated", koordinator_node(), two, koordinator_pod(0, "5000", "800Gi"))
        self.assertEqual(over[0]["coreAllocatedPercent"], 5000)
        negative = self.fault("FieldUnreadable", koordinator_node(), device(koordinator_card(0, "-16Gi"), koordinator_card(1, core="-5")))
        self.assertEqual([card["memoryTotalMiB"] for card in negative], [None, 16384])
        absurd = self.fault("AbsurdCapacity", koordinator_node(), device(koordinator_card(0, "999Ei"), koordinator_card(1)))
        self.assertEqual([card["memoryTotalMiB"] for card in absurd], [None, 16384])
        self.unknown(self.fault("CardOutOfRange", koordinator_node(1), device(koordinator_card(0)), koordinator_pod(1)))
        self.fault("FieldUnreadable", koordinator_node(), device(koordinator_card(0), koordinator_card(0)), koordinator_pod())
        self.fault("FieldUnreadable", koordinator_node(), device(koordinator_card(0), koordinator_card(1, id="GPU-0")))
        self.fault("AbsurdCapacity", koordinator_node(5), two)
        self.fault("StaleResource", koordinator_node(0), two)
        self.assertEqual(self.fault("StackNotRead", koordinator_node(), koordinator_pod(), code=0), [])

    def test_device_claims(self):
        self.fault("CardOutOfRange", node({}), slices([gpu(0)]), claim("gpu-7"), claiming())
        older = slices([gpu(0), gpu(1)], name="old")
        self.fault("CardOutOfRange", node({}), older, slices([gpu(0)], generation=2), claim("gpu-1"), claiming())
        twice = self.fault("SeveralModesPublished", node({}), slices([gpu(0), gpu(1)]), slices([gpu(0), gpu(1)], "gpu.other.com", "o"), claim())
        self.assertEqual([card["memoryTotalMiB"] for card in twice], [81920, 81920], "two cards, whoever publishes them")
        held = self.fault("SeveralModesPublished", node({}), slices([gpu(0), gpu(1)]), slices([gpu(0), gpu(1)], "gpu.other.com", "o"),
                          claim("gpu-1", "gpu.other.com"), claiming())
        self.assertEqual([card["held"] for card in held], [False, None])
        self.assertEqual(len(self.fault("SeveralModesPublished", node({}), slices([gpu(0), gpu(1, uuid="GPU-0")]), claim())), 1)
        self.assertEqual(self.fault("FieldUnreadable StackNotRead", node({}), slices([gpu(0), gpu(0)]), claim()), [])
        self.assertEqual(self.fault("StackNotRead", node({}), slices([gpu(0)], count=3), claim(), code=0), [])
        part = {"name": "gpu-0-mig-1g20gb-15-0", "capacity": {"memory": {"value": "20Gi"}},
                "attributes": {"type": {"string": "mig"}, "uuid": {"string": "MIG-0"}, "parentUUID": {"string": "GPU-9"}, "profile": {"string": "1g.20gb"}}}
        alone = self.fault("", node({}), slices([part]), claim(), code=0)
        self.assertEqual([(card["id"], card["memoryTotalMiB"]) for card in alone], [("GPU-9", None)])
        for memory in ("-80Gi", "900Ei"):
            odd = self.fault("AbsurdCapacity", node({}), slices([gpu(0, memory), gpu(1)]), claim())
            self.assertEqual([card["memoryTotalMiB"] for card in odd], [None, 81920])
        self.fault("", node({}), slices([{**gpu(0), "name": HOSTILE}]), claim(), code=0)

    def test_kai(self):
        for fraction in ("0.", "-0.5", "1.5", HOSTILE):
            cards = self.fault("FieldUnreadable", kai_node(), kai_pod("a", fraction), kai_reservation("a", "GPU-1"))
            self.assertEqual((cards[0]["held"], cards[0]["memoryAllocatedMiB"]), (True, 0), "the reservation pod holds it, the pod nothing")
        self.fault("FieldUnreadable", kai_node(), kai_pod("a", "9" * 23, key="gpu-memory"), kai_reservation("a", "GPU-1"))
        self.fault("CardOverAllocated", kai_node(), kai_pod("a", "0.9"), kai_pod("a", "0.9", "q"), kai_reservation("a", "GPU-1"))
        self.unknown(self.fault("AllocationMissing", kai_node(), kai_pod(None)))
        self.fault("CardHeldTwice", kai_node(), kai_pod("a"), kai_reservation("a", "GPU-1"), kai_pod("b", name="q"), kai_reservation("b", "GPU-1"))
        self.fault("CardOutOfRange NodeOverAllocated", kai_node(1), kai_pod("a"), kai_reservation("a", "GPU-1"), kai_pod("b", name="q"), kai_reservation("b", "GPU-2"))

    def test_nvidias_plugin(self):
        for amount in ("-4", "999999999999", "2500m"):
            self.assertEqual(self.fault("AbsurdCapacity", nvidia_node({"nvidia.com/gpu": amount})), [])
        odd = self.fault("", nvidia_node({"nvidia.com/gpu": "8"}, {"nvidia.com/gpu.count": "9" * 11, "nvidia.com/gpu.memory": "-5", "nvidia.com/gpu.replicas": "zz"}), code=0)
        self.assertEqual({card["memoryTotalMiB"] for card in odd}, {None})
        self.assertEqual(self.fault("SlicedCountUnknown", nvidia_node({"nvidia.com/gpu": "8"}, {"nvidia.com/gpu.product": HOSTILE[:60] + "-SHARED"})), [])
        self.unknown(self.fault("AllocatableBelowCapacity", nvidia_node({"nvidia.com/gpu": "0"}, {"nvidia.com/gpu.count": "8"}, {"nvidia.com/gpu": "8"}), pod({"nvidia.com/gpu": "2"})))
        self.fault("NodeOverAllocated", nvidia_node({"nvidia.com/gpu": "2"}, {"nvidia.com/gpu.count": "2"}), pod({"nvidia.com/gpu": "4"}))
        sliced = {"nvidia.com/gpu.count": "2", "nvidia.com/gpu.replicas": "4", "nvidia.com/gpu.sharing-strategy": "time-slicing"}
        self.assertEqual(self.fault("SlicedCountUnknown", nvidia_node({"nvidia.com/gpu": "7"}, sliced)), [])
        self.fault("StaleResource", nvidia_node({"nvidia.com/gpu": "2", "nvidia.com/gpu.shared": "8"}, sliced))
        mixed = {"nvidia.com/gpu.count": "8", "nvidia.com/mig.strategy": "mixed", "nvidia.com/mig-1g.5gb.count": "80"}
        self.fault("StaleResource", nvidia_node({"nvidia.com/gpu": "0", "nvidia.com/mig-1g.5gb": "80"}, mixed))
        self.assertEqual(self.fault("", nvidia_node({"nvidia.com/mig-1g.5gb": "7"}, {"nvidia.com/mig.strategy": "mixed"}), code=0), [], "instances without a card")

    def test_gpushare_and_ack(self):
        shared = {"aliyun.com/gpu-mem": "30", "aliyun.com/gpu-count": "2"}
        def holder(index):
            return pod({"aliyun.com/gpu-mem": "8"}, {"ALIYUN_COM_GPU_MEM_IDX": index, "ALIYUN_COM_GPU_MEM_POD": "8", "ALIYUN_COM_GPU_MEM_DEV": "15"})
        for label in ({}, {"ack.node.gpu.schedule": "cgpu"}):
            for index in ("x", HOSTILE):
                self.unknown(self.fault("MalformedAllocation", node(shared, label), holder(index)))
            self.fault("CardOutOfRange", node(shared, label), holder("5"))
            cards = self.fault("AbsurdCapacity", node({**shared, "aliyun.com/gpu-mem": "9" * 15}, label))
            self.assertEqual({card["memoryTotalMiB"] for card in cards} - {None}, set())
        self.assertEqual(self.fault("ModeResourceMissing", node({**shared, "aliyun.com/gpu-mem": "-30"}, {"ack.node.gpu.schedule": "cgpu"})), [])
        second = holder("0")
        second["metadata"]["name"] = second["metadata"]["uid"] = "q"
        self.fault("CardOverAllocated", node(shared), holder("0"), second)

    def test_replicas_beside_a_node_that_is_not_evaluated_are_not_said_not_to_fit(self):
        """HAMi's older records are not previewed: that node may take the replicas that the first one has no room for."""
        older = hami_node("GPU-00552014-5c87-89ac-b1a6-7b53aa24b0ec,10,32768,100,NVIDIA-Tesla V100,0,true:", 10)
        older["metadata"]["name"] = older["metadata"]["uid"] = "older"
        path = self.file("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": [hami_node([hami_card(0)], 10), older]}))
        want = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "want"},
                "spec": {"schedulerName": "hami-scheduler", "containers": [{"name": "c", "image": "x", "resources": {
                    "limits": {"nvidia.com/gpu": "1", "nvidia.com/gpumem": "12000"}}}]}}
        text = self.answer(1, "preview", "-f", self.file("want.json", json.dumps(want)), "--replicas", "3", "--snapshot", path).stdout
        self.assertIn("2 more have no known place: of 1 node it is unknown what it takes.", text)
        self.assertNotIn("do not fit", text)

    def test_what_containers_ask_of_their_own_cards_is_not_added_up(self):
        containers = [{"name": name, "image": "x", "resources": {"limits": {"nvidia.com/gpu": "1", "nvidia.com/gpumem": amount}}}
                      for name, amount in (("a", "3000"), ("b", "5000"))]
        manifest = self.file("two.json", json.dumps({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": {"containers": containers}}))
        self.assertIn("3,000 + 5,000 nvidia.com/gpumem", self.answer(0, "workload", "-f", manifest).stdout)
        request = json.loads(self.answer(0, "workload", "-f", manifest, "-o", "json").stdout)["workloads"][0]["roles"][0]["requests"][1]
        self.assertEqual((request["memoryMiB"], request["containers"]), (None, [3000, 5000]))


if __name__ == "__main__":
    unittest.main()
