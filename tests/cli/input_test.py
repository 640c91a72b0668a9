#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bad input of every kind that needs no server: one sentence that names thing, place and remedy, and exit 2."""
import json
import os
import socket
import subprocess
import unittest

from cardinal_program import EXAMPLES, PROGRAM, RECORDED, CliTest

KUBECONFIG = """apiVersion: v1
kind: Config
current-context: here
clusters:
- name: c
  cluster: {server: "https://127.0.0.1:1"}
users:
- name: u
  user: {token: abc}
contexts:
- name: here
  context: {cluster: c, user: u}
- name: there
  context: {cluster: c, user: u}
"""

POD = """apiVersion: v1
kind: Pod
metadata:
  name: asker
  labels: {LABELS}
spec:
  containers:
  - name: main
    image: pause
    resources:
      limits: {LIMITS}
"""


def pod(limits, labels=""):
    return POD.replace("{LABELS}", "{" + labels + "}").replace("{LIMITS}", "{" + limits + "}")


class Usage(CliTest):
    def test_help_and_version(self):
        text = self.answer(0, "--help").stdout
        for word in ("inspect", "preview", "submit", "snapshot", "render", "--kubeconfig", "--demo"):
            self.assertIn(word, text)
        self.assertRegex(self.answer(0, "--version").stdout, r"^cardinal \d+\.\d+\.\d+\n$")
        self.assertIn("--replicas", self.answer(0, "preview", "--help").stdout)

    def test_unknown_words(self):
        self.refused("dance", words=["cardinal --help", "dance"])
        self.refused("inspect", "--sideways", words=["--sideways"])
        self.refused("preview", "--demo", words=["--filename"])
        self.refused("inspect", "--demo", "-o", "xml", words=["xml"])
        self.refused("preview", "--demo", "-f", "x", "--replicas", "0", words=["--replicas"])
        self.refused("preview", "--demo", "-f", "x", "--card", "1", words=["--node"])

    def test_two_sources_exclude_each_other(self):
        self.refused("inspect", "--demo", "--snapshot", "x", words=["--demo", "--snapshot"])
        self.refused("inspect", "--kubeconfig", "x", "--snapshot", "y", words=["--snapshot"])

    def test_no_display_is_said(self):
        self.refused("--demo", words=["DISPLAY", "render"])


class Kubeconfig(CliTest):
    def test_missing(self):
        self.refused("inspect", "--kubeconfig", "/nowhere/config", words=["/nowhere/config", "--kubeconfig"])

    def test_not_yaml(self):
        path = self.file("config", "clusters: [\n  - name: x\n")
        self.refused("inspect", "--kubeconfig", path, words=[path])

    def test_nobody_to_connect_as(self):
        path = self.file("config", KUBECONFIG.replace("name: here\n  context: {cluster: c, user: u}", "name: here\n  context: {cluster: c}"))
        self.refused("inspect", "--kubeconfig", path, words=[path, "contexts[here].user", "--anonymous"])
        self.refused("inspect", "--kubeconfig", path, "--anonymous", words=["127.0.0.1:1"])
        self.refused("inspect", "--kubeconfig", path, "--context", "there", "--anonymous", words=[path, '"u"'])
        self.refused("inspect", "--demo", "--anonymous", words=["--anonymous"])

    def test_wrong_fields(self):
        path = self.file("config", KUBECONFIG.replace("https://127.0.0.1:1", "ftp://x"))
        self.refused("inspect", "--kubeconfig", path, words=[path, "server"])
        path = self.file("config", KUBECONFIG.replace("token: abc", "client-certificate-data: '%%%'"))
        self.refused("inspect", "--kubeconfig", path, words=["client-certificate-data"])

    def test_unknown_context_lists_those_there_are(self):
        path = self.file("config", KUBECONFIG)
        self.refused("inspect", "--kubeconfig", path, "--context", "elsewhere", words=["elsewhere", path, "here", "there"])

    def test_no_current_context(self):
        path = self.file("config", KUBECONFIG.replace("current-context: here\n", ""))
        self.refused("inspect", "--kubeconfig", path, words=["--context", "here", "there"])

    def test_refused_connection(self):
        path = self.file("config", KUBECONFIG)
        self.refused("inspect", "--kubeconfig", path, words=["127.0.0.1:1"])

    def test_a_file_that_others_may_read_is_warned_about_once(self):
        path = self.file("config", KUBECONFIG)
        for mode, warnings in ((0o644, 1), (0o640, 1), (0o600, 0)):
            with self.subTest(oct(mode)):
                os.chmod(path, mode)
                done = self.refused("inspect", "--kubeconfig", path, words=["127.0.0.1:1"])
                self.assertEqual(done.stderr.count(f"{path} holds credentials"), warnings)
                self.assertEqual(done.stderr.count("chmod 600"), warnings)

    def test_in_chinese(self):
        path = self.file("config", KUBECONFIG)
        self.refused("inspect", "--kubeconfig", path, "--context", "elsewhere", words=["没有上下文“elsewhere”"],
                     language="zh_CN.UTF-8")


class Snapshot(CliTest):
    def test_missing(self):
        self.refused("inspect", "--snapshot", "/nowhere/state.json", words=["/nowhere/state.json"])
        self.refused("inspect", "--snapshot", self.folder, words=["nodes.json"])

    def test_malformed(self):
        for name, text in (("empty.json", ""), ("text.json", "not json"), ("cut.json", '{"kind":"List","items":[{"kind":"No'),
                           ("array.json", "[1,2]"), ("broken.json.gz", b"\x1f\x8b\x08\x00broken")):
            with self.subTest(name):
                path = self.file(name, text)
                self.refused("inspect", "--snapshot", path, words=[name])

    def test_hostile_names_stay_harmless(self):
        node = ('{"kind":"Node","metadata":{"name":"a\\u001b[31m\\u202eb"},"status":{"capacity":{"aliyun.com/gpu-mem":"8",'
                '"aliyun.com/gpu-count":"1","pods":"9"},"allocatable":{"aliyun.com/gpu-mem":"8","aliyun.com/gpu-count":"1","pods":"9"}}}')
        path = self.file("state.json", '{"kind":"List","items":[' + node + "]}")
        text = self.answer(0, "preview", "--snapshot", path, "-f", self.file("pod.yaml", pod("aliyun.com/gpu-mem: 2"))).stdout
        self.assertNotIn("\x1b", text)
        self.assertNotIn("\u202e", text)


class Output(CliTest):
    def test_an_unknown_form_names_the_known_ones(self):
        for word in ("wide", "1"):
            said = self.refused("cards", "--demo", "-o", word, words=["table or json", word])
            self.assertNotIn("FAILED", said.stderr)


class Manifest(CliTest):
    def refused_manifest(self, text, words):
        path = self.file("app.yaml", text)
        for command in ("preview", "submit"):
            self.refused(command, "--demo", "-f", path, words=words)

    def test_missing(self):
        self.refused("preview", "--demo", "-f", "/nowhere/app.yaml", words=["/nowhere/app.yaml"])

    def test_bad_yaml_names_the_line(self):
        self.refused_manifest("apiVersion: v1\nkind: Pod\nmetadata: [\n  name: x\n", ["app.yaml", "line"])

    def test_no_pod_template(self):
        path = self.file("app.yaml", "apiVersion: v1\nkind: Service\nmetadata: {name: s}\nspec: {}\n")
        for command in ("preview", "explain", "capacity"):
            self.refused(command, "--demo", "-f", path, words=["Service", "pod template"])

    def test_memory_that_does_not_divide(self):
        self.refused_manifest(pod("aliyun.com/gpu-mem: 7", 'aliyun.com/gpu-count: "2"'), ["7", "2", "asker"])

    def test_core_in_steps_of_five(self):
        self.refused_manifest(pod("aliyun.com/gpu-mem: 2, aliyun.com/gpu-core.percentage: 32"), ["32", "5"])

    def test_core_without_memory(self):
        self.refused_manifest(pod("aliyun.com/gpu-core.percentage: 30"), ["aliyun.com/gpu-mem"])

    def test_quantity(self):
        self.refused_manifest(pod("aliyun.com/gpu-mem: lots"), ["lots"])

    def test_in_chinese(self):
        path = self.file("app.yaml", pod("aliyun.com/gpu-mem: 2, aliyun.com/gpu-core.percentage: 32"))
        self.refused("preview", "--demo", "-f", path, words=["步长为 5"], language="zh_CN.UTF-8")


class ReadOnly(CliTest):
    def test_a_snapshot_takes_no_submission(self):
        self.refused("submit", "-f", EXAMPLES / "multi-card.yaml", "--snapshot", RECORDED / "s2-four-cards", words=["snapshot"])

    def test_a_snapshot_that_cannot_be_written(self):
        self.refused("snapshot", "save", "/nowhere/state.json.gz", "--demo", words=["/nowhere/state.json.gz"])


class Trust(CliTest):
    """A server that would be reached, if anything were sent."""

    def setUp(self):
        super().setUp()
        self.server = socket.socket()
        self.addCleanup(self.server.close)
        self.server.bind(("127.0.0.1", 0))
        self.server.listen(5)

    def kubeconfig(self, name, cluster, user):
        address = f"https://127.0.0.1:{self.server.getsockname()[1]}"
        (self.folder / name).parent.mkdir(exist_ok=True)
        return self.file(name, json.dumps({
            "apiVersion": "v1", "kind": "Config", "current-context": "c",
            "clusters": [{"name": "k", "cluster": {"server": address, **cluster}}],
            "users": [{"name": "u", "user": user}], "contexts": [{"name": "c", "context": {"cluster": "k", "user": "u"}}]}))

    def was_reached(self, within=0.2):
        """Within so many seconds; a program that has ended already has long reached what it would."""
        self.server.settimeout(within)
        try:
            self.server.accept()[0].close()
            return True
        except TimeoutError:
            return False

    def test_a_server_that_is_not_checked_needs_a_yes(self):
        config = self.kubeconfig("mail/config", {"insecure-skip-tls-verify": True}, {"token": "abc"})
        self.refused("inspect", "--kubeconfig", config, words=["insecure-skip-tls-verify", "--insecure", "Nothing was sent"])
        self.assertFalse(self.was_reached())
        self.refused("inspect", "--kubeconfig", config, "--trust-kubeconfig", "--allow-plugin", words=["--insecure"])
        self.assertFalse(self.was_reached())
        done = subprocess.Popen([PROGRAM, "inspect", "--kubeconfig", config, "--insecure"], env=self.environment("C.UTF-8"),
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(done.stderr.close)
        self.assertTrue(self.was_reached(within=30))
        self.server.close()
        _, messages = done.communicate(timeout=60)
        self.assertIn("is not checked", messages)

    def test_a_token_of_another_folder_is_not_sent_unasked(self):
        token = self.file("token", "OTHER-CLUSTER-TOKEN")
        config = self.kubeconfig("mail/config", {}, {"tokenFile": token})
        self.refused("inspect", "--kubeconfig", config, words=[token, "--trust-kubeconfig"])
        self.refused("inspect", "--kubeconfig", config, words=["未发送任何内容"], language="zh_CN.UTF-8")
        self.assertFalse(self.was_reached())

    def test_the_question_at_a_terminal_names_everything(self):
        token = self.file("token", "OTHER-CLUSTER-TOKEN")
        config = self.kubeconfig("mail/config", {"insecure-skip-tls-verify": True, "proxy-url": "http://me:pw@127.0.0.1:9"},
                                 {"tokenFile": token})
        reader, terminal = os.openpty()
        self.addCleanup(os.close, reader)
        asked = subprocess.Popen([PROGRAM, "inspect", "--kubeconfig", config], env=self.environment("C.UTF-8"), stdin=terminal,
                                 stdout=subprocess.DEVNULL, stderr=terminal)
        os.close(terminal)
        words = b""
        while b"[y/N]" not in words:
            words += os.read(reader, 4096)
        for one in (config.encode(), token.encode(), b"not checked", b"http://127.0.0.1:9", b"https://127.0.0.1"):
            self.assertIn(one, words)
        self.assertNotIn(b"pw@", words)
        self.assertFalse(self.was_reached())
        os.write(reader, b"n\n")
        self.assertEqual(asked.wait(timeout=60), 2)
        self.assertFalse(self.was_reached())


class Hardening(CliTest):
    def test_no_core_file_can_hold_a_credential(self):
        """What a program starts inherits the limit: a credential plugin says which it has."""
        limit = self.folder / "limit"
        plugin = self.folder / "plugin"
        plugin.write_text(f'#!/bin/sh\nulimit -Hc > "{limit}"\nexit 1\n', encoding="utf-8")
        plugin.chmod(0o755)
        config = self.file("config", json.dumps({
            "apiVersion": "v1", "kind": "Config", "current-context": "c",
            "clusters": [{"name": "k", "cluster": {"server": "https://127.0.0.1:1"}}],
            "users": [{"name": "u", "user": {"exec": {"apiVersion": "client.authentication.k8s.io/v1", "command": str(plugin),
                                                      "interactiveMode": "Never"}}}],
            "contexts": [{"name": "c", "context": {"cluster": "k", "user": "u"}}]}))
        done = self.cardinal("inspect", "--kubeconfig", config, "--allow-plugin")
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(limit.read_text(encoding="ascii").strip(), "0", done.stderr)


if __name__ == "__main__":
    unittest.main()
