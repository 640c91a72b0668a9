# SPDX-License-Identifier: Apache-2.0
"""The ledger check and the journal on the command line."""
import json
import unittest

from cardinal_program import CliTest, RECORDED


class LedgerTest(CliTest):
    def test_a_recorded_cluster_in_order_is_exit_0(self):
        done = self.answer(0, "--snapshot", str(RECORDED / "s1-blog-two-nodes"), "check")
        self.assertIn("No contradictions", done.stdout)

    def test_the_demo_shows_examples_with_evidence_and_remedy(self):
        report = json.loads(self.answer(1, "--demo", "check", "-o", "json").stdout)
        codes = {entry["code"] for entry in report["entries"]}
        self.assertLessEqual({"PodContradictsMode", "CardOverAllocated", "AssumedTooLong", "TerminatingTooLong",
                              "AllocationMissing", "CardOutOfRange"}, codes)
        whole = next(entry for entry in report["entries"] if entry["code"] == "PodContradictsMode")
        self.assertEqual(whole["pod"], "team-cv/retrain-legacy")
        self.assertEqual(whole["found"], "nvidia.com/gpu: 1")
        self.assertEqual(whole["expected"], "aliyun.com/gpu-mem")
        self.assertEqual(whole["severity"], "critical")
        self.assertIn("retrain-legacy", whole["advice"])
        self.assertEqual(report["critical"] + report["warnings"], len(report["entries"]))

    def test_the_table_speaks_both_languages(self):
        self.assertIn("whole card on a shared node", self.answer(1, "--demo", "check").stdout)
        self.assertIn("共享节点上的整卡", self.answer(1, "--demo", "check", language="zh_CN.UTF-8").stdout)

    def test_a_name_that_a_driver_gives_twice_is_the_drivers_to_mend(self):
        node = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"}, "status": {"allocatable": {"pods": "110"}}}
        pool = {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceSlice", "metadata": {"name": "s"},
                "spec": {"driver": "gpu.example.com", "nodeName": "n", "pool": {"name": "n", "generation": 1, "resourceSliceCount": 1},
                         "devices": [{"name": "gpu-0"}, {"name": "gpu-0"}]}}
        path = self.file("twice.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": [node, pool]}))
        self.assertIn("duplicate device name", self.answer(1, "--snapshot", path, "check").stdout)
        entry = next(one for one in json.loads(self.answer(1, "--snapshot", path, "check", "-o", "json").stdout)["entries"]
                     if one["code"] == "FieldUnreadable")
        self.assertIn("Duplicate name published by the driver: gpu.example.com/n: gpu-0", entry["sentence"])
        self.assertIn("ResourceSlices", entry["advice"])
        self.assertNotIn("Correct this field", entry["advice"])
        self.assertIn("设备重名", self.answer(1, "--snapshot", path, "check", language="zh_CN.UTF-8").stdout)

    def test_one_node_alone_and_an_unknown_one(self):
        entry = json.loads(self.answer(1, "--demo", "check", "-o", "json").stdout)["entries"][0]
        only = json.loads(self.answer(1, "--demo", "check", entry["node"], "-o", "json").stdout)
        self.assertEqual({one["node"] for one in only["entries"]}, {entry["node"]})
        self.refused("--demo", "check", "no-such-node", words=["no-such-node"])

    def test_a_pod_of_a_node_that_is_gone(self):
        pod = {"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "p", "namespace": "d", "uid": "u"},
               "spec": {"nodeName": "lost", "containers": [{"name": "c", "resources": {"limits": {"aliyun.com/gpu-mem": "2"}}}]},
               "status": {"phase": "Running"}}
        file = self.file("state.json", json.dumps({"kind": "List", "apiVersion": "v1", "items": [pod]}))
        report = json.loads(self.answer(1, "--snapshot", file, "check", "-o", "json").stdout)
        self.assertEqual([(one["code"], one["node"], one["pod"]) for one in report["entries"]], [("NodeMissing", "lost", "d/p")])


class JournalTest(CliTest):
    def entry(self, **fields):
        note = {"state": "Done", "verb": "patch", "cluster": "prod", "server": "10.0.0.1:6443", "kind": "Node", "name": "gpu-1",
                "fields": [{"field": "metadata.labels[team]", "before": "a", "after": "b"}]}
        return json.dumps({"v": 1, "time": 1700000000, "plan": "w1", "event": "Noted", "note": {**note, **fields}}) + "\n"

    def keep(self, text):
        folder = self.folder / ".local" / "state" / "cardinal"
        folder.mkdir(parents=True)
        (folder / "plans.jsonl").write_text(text)

    def test_an_empty_journal_is_no_error(self):
        self.assertIn("No changes have been made", self.answer(0, "journal").stdout)
        self.assertEqual(json.loads(self.answer(0, "journal", "-o", "json").stdout), {"cardinalJournal": 1, "changes": []})

    def test_a_change_is_printed_with_before_after_and_command(self):
        self.keep(self.entry())
        change = json.loads(self.answer(0, "journal", "-o", "json").stdout)["changes"][0]
        self.assertEqual(change["object"], "Node/gpu-1")
        self.assertEqual(change["result"], "Done")
        self.assertEqual(change["fields"], [{"field": "metadata.labels[team]", "before": "a", "after": "b"}])
        self.assertEqual(change["commands"], ["kubectl label node gpu-1 team=b --overwrite"])
        self.assertIn("a → b", self.answer(0, "journal").stdout)

    def test_undo_refuses_what_it_cannot_set_back(self):
        self.keep(self.entry(verb="create", kind="Deployment", namespace="d", name="app", fields=[]))
        self.refused("journal", "undo", "w1", words=["Undo failed"], code=1)
        self.refused("journal", "undo", "w9", words=["w9"])

    def test_undo_needs_the_cluster_of_the_change(self):
        self.keep(self.entry())
        self.refused("--demo", "journal", "undo", "w1", words=["prod", "--context"])


if __name__ == "__main__":
    unittest.main()
