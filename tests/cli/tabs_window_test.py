#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The program started again and again on one real display: one window, a tab for each cluster; keys through xdotool."""
import os
import signal
import socket
import subprocess
import time
import unittest

from cardinal_program import PROGRAM, RECORDED, CliTest

PATIENCE = 60
ASKED_LIBRARY = os.environ["CARDINAL_ASKED_LIBRARY"]
SAVED = RECORDED / "s1-blog-two-nodes"


class Tabs(CliTest):
    def environment(self, language):
        return {**super().environment(language), **{name: os.environ[name] for name in ("DISPLAY", "XAUTHORITY") if name in os.environ},
                "QT_QPA_PLATFORM": "xcb", "XDG_STATE_HOME": str(self.folder / "state")}

    def start(self, *arguments, **variables):
        """A window that stays; ended with the test."""
        program = subprocess.Popen([PROGRAM, "--trust-kubeconfig", *map(str, arguments)], env={**self.environment("C.UTF-8"), **variables}, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.addCleanup(self.end, program)
        return program

    def end(self, program):
        if program.poll() is None:
            program.kill()
        program.wait()
        program.stdout.close()

    def xdotool(self, *arguments):
        done = subprocess.run(["xdotool", *map(str, arguments)], capture_output=True, text=True, check=False, timeout=PATIENCE)
        return done.stdout.split()

    def windows(self, title):
        return self.xdotool("search", "--onlyvisible", "--name", title)

    def wait(self, title, count=1):
        """The windows with this title, once there are so many."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            found = self.windows(title)
            if len(found) == count:
                return found
            time.sleep(0.2)
        self.fail(f"{len(found)} windows are called {title!r}, not {count}; all: {self.titles()}")

    def titles(self):
        return [" ".join(self.xdotool("getwindowname", one)) for one in self.windows("Cardinal")]

    def press(self, window, keys):
        """Through the server's keyboard: a key sent to one window stays down for good when that window goes before it is let go."""
        self.xdotool("windowactivate", "--sync", window)
        self.xdotool("key", keys)

    def test_a_second_start_opens_a_tab(self):
        first = self.start("--demo")
        window = self.wait("demo — Cardinal")[0]
        done = self.answer(0, "--snapshot", SAVED)
        self.assertIn("window that is open already", done.stdout)
        name = SAVED.name
        self.assertEqual(self.wait(f"{name} — Cardinal"), [window])
        self.press(window, "ctrl+Page_Up")
        self.wait("demo — Cardinal")
        self.press(window, "ctrl+Tab")
        self.wait(f"{name} — Cardinal")
        self.press(window, "ctrl+w")
        self.wait("demo — Cardinal")
        self.press(window, "ctrl+w")
        self.assertIn("window that is open already", self.answer(0).stdout)
        self.assertIsNone(first.poll(), "the last tab stays")
        self.assertEqual(len(self.windows("Cardinal")), 1)

    def test_what_cannot_be_opened_is_said_where_it_was_asked(self):
        self.start("--demo")
        window = self.wait("demo — Cardinal")
        self.refused("--snapshot", self.folder / "nothing.json", words=["nothing.json"])
        self.refused("--kubeconfig", self.file("other.kubeconfig", "apiVersion: v1\nkind: Config\n"), "--context", "gone", words=["gone"])
        self.assertEqual(self.wait("demo — Cardinal"), window)
        self.press(window[0], "ctrl+Page_Down")
        self.assertEqual(self.wait("demo — Cardinal"), window)

    def test_a_relative_file_is_found_from_where_it_was_asked(self):
        self.start("--demo")
        self.wait("demo — Cardinal")
        done = subprocess.run([PROGRAM, "--snapshot", SAVED.name], cwd=SAVED.parent, env=self.environment("C.UTF-8"),
                              capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.wait(f"{SAVED.name} — Cardinal")

    def test_other_namespaces_connect_the_same_tab_anew(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
            text = (f'{{"apiVersion": "v1", "kind": "Config", "current-context": "alone", "contexts": [{{"name": "alone", "context": {{"cluster": "c", "user": "u"}}}}],'
                    f' "users": [{{"name": "u", "user": {{}}}}], "clusters": [{{"name": "c", "cluster": {{"server": "http://127.0.0.1:{port}"}}}}]}}')
            path = self.file("one.kubeconfig", text)
            self.start("--kubeconfig", path)
            window = self.wait("alone — Cardinal")
            server.settimeout(PATIENCE)
            held = server.accept()[0]
            self.answer(0, "--kubeconfig", path, "--namespaces", "team-a")
            held.settimeout(PATIENCE)
            while held.recv(65536):  # the first connection is given up
                pass
            held.close()
            server.accept()[0].close()
        self.press(window[0], "ctrl+Page_Down")
        self.assertEqual(self.wait("alone — Cardinal"), window)

    @staticmethod
    def leave(program):
        """Ends it as a session that ends does: what is remembered was written before."""
        program.terminate()
        program.wait(PATIENCE)

    def test_the_tabs_of_the_last_time_are_opened_again(self):
        first = self.start(KUBECONFIG=str(self.folder / "none"))
        window = self.wait("demo — Cardinal")[0]
        self.answer(0, "--snapshot", SAVED, KUBECONFIG=str(self.folder / "none"))
        self.wait(f"{SAVED.name} — Cardinal")
        self.press(window, "ctrl+q")
        self.assertEqual(first.wait(PATIENCE), 0)
        demo = self.start("--demo")
        self.wait("demo — Cardinal")
        self.leave(demo)  # the command line says what to show: it neither reopens nor forgets
        again = self.start(KUBECONFIG=str(self.folder / "none"))
        window = self.wait(f"{SAVED.name} — Cardinal")[0]
        self.press(window, "ctrl+Tab")
        self.wait("demo — Cardinal")
        self.press(window, "ctrl+Tab")
        self.wait(f"{SAVED.name} — Cardinal")
        self.press(window, "ctrl+w")
        self.wait("demo — Cardinal")
        self.leave(again)
        self.start(KUBECONFIG=str(self.folder / "none"))
        window = self.wait("demo — Cardinal")[0]
        self.press(window, "ctrl+Tab")
        self.assertEqual(self.wait("demo — Cardinal"), [window])

    def test_a_context_that_means_another_cluster_is_not_opened_again(self):
        with socket.create_server(("127.0.0.1", 0)) as here, socket.create_server(("127.0.0.1", 0)) as there:
            ports = [one.getsockname()[1] for one in (here, there)]
            path = self.file("two.kubeconfig", self.two_contexts(*ports))
            first = self.start(KUBECONFIG=str(path))
            window = self.wait("near — Cardinal")[0]
            self.answer(0, "--context", "far", KUBECONFIG=str(path))
            self.wait("far — Cardinal")
            self.leave(first)
            again = self.start(KUBECONFIG=str(path))
            self.wait("far — Cardinal")
            self.leave(again)
            self.file("two.kubeconfig", self.two_contexts(ports[0], 1))
            self.start(KUBECONFIG=str(path))
            window = self.wait("near — Cardinal")[0]
            self.press(window, "ctrl+Tab")
            self.assertEqual(self.wait("near — Cardinal"), [window])

    @staticmethod
    def two_contexts(near, far):
        """A kubeconfig whose current context is "near"."""
        names = {"near": near, "far": far}
        clusters = ", ".join(f'{{name: {name}, cluster: {{server: "http://127.0.0.1:{port}"}}}}' for name, port in names.items())
        contexts = ", ".join(f"{{name: {name}, context: {{cluster: {name}, user: u}}}}" for name in names)
        return "\n".join(("apiVersion: v1", "kind: Config", f"clusters: [{clusters}]", "users: [{name: u, user: {}}]", f"contexts: [{contexts}]",
                          "current-context: near"))

    def test_another_window_when_it_is_asked_for(self):
        self.start("--demo")
        self.wait("demo — Cardinal")
        self.start("--demo", "--new-window")
        self.wait("demo — Cardinal", 2)

    def test_a_killed_window_leaves_no_lock(self):
        first = self.start("--demo")
        self.wait("demo — Cardinal")
        first.send_signal(signal.SIGKILL)
        first.wait()
        self.start("--demo")
        self.wait("demo — Cardinal")
        self.answer(0, "--snapshot", SAVED)
        self.wait(f"{SAVED.name} — Cardinal")

    def test_a_window_that_hangs_is_not_waited_for(self):
        first = self.start("--demo")
        self.wait("demo — Cardinal")
        first.send_signal(signal.SIGSTOP)
        self.start("--snapshot", SAVED)
        self.wait(f"{SAVED.name} — Cardinal")
        first.send_signal(signal.SIGCONT)

    def test_another_kubeconfig_in_the_environment_is_another_window(self):
        self.start("--demo")
        self.wait("demo — Cardinal")
        self.start("--demo", KUBECONFIG=str(self.folder / "other"))
        self.wait("demo — Cardinal", 2)

    def test_nobody_is_asked_but_the_server_of_the_kubeconfig(self):
        """No account, no update, no telemetry: every address that the program asks stands in what the user named."""
        asked = self.folder / "asked"
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
            users = "users: [{name: u, user: {}}]"
            clusters = f'clusters: [{{name: c, cluster: {{server: "http://127.0.0.1:{port}"}}}}]'
            contexts = "contexts: [{name: alone, context: {cluster: c, user: u}}]"
            text = "\n".join(("apiVersion: v1", "kind: Config", clusters, users, contexts, "current-context: alone"))
            self.start("--kubeconfig", self.file("one.kubeconfig", text), LD_PRELOAD=ASKED_LIBRARY, CARDINAL_ASKED=str(asked))
            self.wait("alone — Cardinal")
            server.settimeout(PATIENCE)
            for _ in range(3):  # it tries again, and so shows what it does when nobody answers
                server.accept()[0].close()
        self.answer(0, "--demo")
        window = self.wait("demo — Cardinal")[0]
        for page in range(1, 10):
            self.press(window, f"ctrl+{page}")
        self.press(window, "ctrl+w")
        self.wait("alone — Cardinal")
        lines = set(asked.read_text(encoding="utf-8").split("\n")) - {"", "unix"}
        self.assertIn(f"connect 127.0.0.1:{port}", lines)
        self.assertLessEqual(lines, {f"connect 127.0.0.1:{port}", "name 127.0.0.1", "name localhost"})


if __name__ == "__main__":
    unittest.main()
