#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Owns the processes of one test cluster: they die with it, however it ends.

Started by `up`, spoken to through STATE/control.sock: one JSON line {"command": ...} in, one JSON line out.
usage: supervisor.py STATE REPORT_FD OWNER_PID|0 [SEED]
"""

import ctypes
import http.client
import json
import os
import pathlib
import selectors
import signal
import socket
import ssl
import subprocess
import sys
import time

import components
from kube_api import Api, ApiError

_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None)
_READY_SECONDS = 60


class Failure(Exception):
    """The cluster cannot come up or go on; the text says why."""


def _die_with_parent():
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _get_healthz(port, tls):
    """A scheduler makes its certificate itself, so nobody can vouch for it."""
    context = ssl._create_unverified_context() if tls else None
    connection = (http.client.HTTPSConnection("127.0.0.1", port, timeout=5, context=context) if tls
                  else http.client.HTTPConnection("127.0.0.1", port, timeout=5))
    try:
        connection.request("GET", "/healthz")
        if connection.getresponse().status != 200:
            raise OSError("not healthy yet")
    finally:
        connection.close()


class Processes:
    """The children by name; a selector learns of every end."""

    def __init__(self, state, selector):
        self._state = state
        self._selector = selector
        self._running = {}

    def start(self, name, command, pass_fds=()):
        with open(self._state / "logs" / f"{name}.log", "ab") as log:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self._state,
                                       pass_fds=pass_fds, preexec_fn=_die_with_parent)
        descriptor = os.pidfd_open(process.pid)
        self._selector.register(descriptor, selectors.EVENT_READ, ("ended", name))
        self._running[name] = (process, descriptor)

    def kill(self, name):
        process, descriptor = self._running.pop(name, (None, None))
        if process:
            self._selector.unregister(descriptor)
            os.close(descriptor)
            process.kill()
            process.wait()

    def kill_all(self):
        for name in reversed(list(self._running)):
            self.kill(name)

    def is_running(self, name):
        return name in self._running and self._running[name][0].poll() is None

    def pids(self):
        return {name: process.pid for name, (process, _) in self._running.items()}

    def last_words(self, name):
        return (self._state / "logs" / f"{name}.log").read_text(encoding="utf-8", errors="replace")[-2000:]


class Supervisor:
    def __init__(self, state, owner, seed):
        self._state = state
        self._seed = seed
        self._selector = selectors.DefaultSelector()
        self._processes = Processes(state, self._selector)
        self._cluster = json.loads((state / "cluster.json").read_text(encoding="utf-8"))
        self._api = Api(self._cluster["server"], self._cluster["ca"], self._cluster["adminCertificate"], self._cluster["adminKey"])
        self._etcd, self._programs = components.find_programs()
        self._cluster["version"], self._minor = components.version_of(self._programs)
        self._stop = False
        if owner:
            self._selector.register(os.pidfd_open(owner), selectors.EVENT_READ, ("orphaned", None))

    # coming up

    def start(self):
        ports = self._cluster["ports"]
        listening = socket.create_server(("127.0.0.1", 0))
        ports["extender"] = listening.getsockname()[1]
        self._processes.start("etcd", components.etcd_command(self._etcd, self._state, ports))
        self._start_apiserver()
        for path, body in components.standing_objects():
            self._create(path, body)
        self._processes.start("kube-controller-manager", components.controller_manager_command(self._programs, self._minor, self._state))
        config = components.write_scheduler_config(self._minor, self._state, ports)
        self._processes.start("kube-scheduler", components.scheduler_command(self._programs, self._minor, config, ports["scheduler"]))
        extender = components.extender_command(self._state, listening.fileno(), self._seed)
        self._processes.start("extender", extender, pass_fds=(listening.fileno(),))
        self._processes.start("hardware", components.hardware_command(self._state))
        listening.close()
        tls = components.scheduler_serves_tls(self._minor)
        self._wait_for("/healthz of the scheduler", lambda: _get_healthz(ports["scheduler"], tls), "kube-scheduler")
        self._wait_for("the default service account", lambda: self._api.get("/api/v1/namespaces/default/serviceaccounts/default"),
                       "kube-controller-manager")
        self._listen()
        self._write_state()

    def _create(self, path, body):
        try:
            self._api.create(path, body)
        except ApiError as error:
            if error.status != 409:
                raise

    def _start_apiserver(self):
        self._processes.start("kube-apiserver", components.apiserver_command(
            self._programs, self._state, self._cluster["ports"], self._cluster["apiserverFlags"]))
        self._wait_for("/readyz of the API server", lambda: self._api.get("/readyz"), "kube-apiserver", "etcd")

    def _wait_for(self, what, attempt, *needed):
        deadline = time.monotonic() + _READY_SECONDS
        while True:
            try:
                attempt()
                return
            except (ApiError, OSError, http.client.HTTPException) as error:
                reason = error
            for name in needed:
                if not self._processes.is_running(name):
                    raise Failure(f"{name} ended while waiting for {what}:\n{self._processes.last_words(name)}")
            if time.monotonic() > deadline:
                raise Failure(f"{what} did not come within {_READY_SECONDS} s: {reason}\n{self._processes.last_words(needed[0])}")
            time.sleep(0.05)

    def _listen(self):
        # relative name: an absolute one may exceed the 108 bytes of a socket address
        os.chdir(self._state)
        control = socket.socket(socket.AF_UNIX)
        control.bind("control.sock")
        control.listen()
        self._selector.register(control, selectors.EVENT_READ, ("control", None))

    def _write_state(self):
        self._cluster["pids"] = {"supervisor": os.getpid(), **self._processes.pids()}
        temporary = self._state / "cluster.json.new"
        temporary.write_text(json.dumps(self._cluster, indent=2) + "\n", encoding="utf-8")
        temporary.replace(self._state / "cluster.json")

    # commands

    def stop_apiserver(self):
        self._processes.kill("kube-apiserver")

    def start_apiserver(self):
        if not self._processes.is_running("kube-apiserver"):
            self._start_apiserver()

    def restart_apiserver(self):
        self.stop_apiserver()
        self.start_apiserver()

    def status(self):
        """Nothing to do: the answer to every command is the state."""

    def down(self):
        self._stop = True

    def _answer(self, control):
        connection, _ = control.accept()
        with connection:
            try:
                command = json.loads(connection.makefile().readline())["command"]
                if command not in ("stop-apiserver", "start-apiserver", "restart-apiserver", "status", "down"):
                    raise Failure(f"unknown command {command!r}")
                getattr(self, command.replace("-", "_"))()
                answer = {"ok": True, "supervisor": os.getpid()}
            except (Failure, ValueError, KeyError, TypeError) as error:
                answer = {"ok": False, "error": str(error)}
            if self._stop:
                self.shut_down()
            else:
                self._write_state()
            try:
                connection.sendall(json.dumps(answer).encode() + b"\n")
            except OSError:
                pass  # whoever asked is gone

    def run(self):
        """Serves until `down`, the owner's end or the end of a component."""
        while not self._stop:
            for key, _ in self._selector.select():
                what, name = key.data
                if what == "control":
                    self._answer(key.fileobj)
                elif what == "ended":
                    raise Failure(f"{name} ended by itself:\n{self._processes.last_words(name)}")
                else:
                    return
                if self._stop:
                    return

    def shut_down(self):
        self._processes.kill_all()


def _terminate(*_):
    sys.exit(1)


def main(arguments):
    state, report, owner = pathlib.Path(arguments[0]), os.fdopen(int(arguments[1]), "w"), int(arguments[2])
    signal.signal(signal.SIGTERM, _terminate)
    signal.signal(signal.SIGINT, _terminate)
    supervisor = None
    try:
        supervisor = Supervisor(state, owner, arguments[3] if len(arguments) > 3 else "")
        supervisor.start()
        report.write("ready\n")
        report.close()
        supervisor.run()
    except (Failure, SystemExit, ApiError, OSError) as error:
        (state / "failure").write_text(f"{error}\n", encoding="utf-8")
        if not report.closed:
            report.write(f"{error}\n")
            report.close()
    finally:
        if supervisor:
            supervisor.shut_down()


if __name__ == "__main__":
    main(sys.argv[1:])
