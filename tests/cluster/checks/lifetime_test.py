#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No process of a test cluster outlives it, and nothing of a crashed run is in the way of the next.

usage: lifetime_test.py STATE_DIR
"""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HERE))
import control
import ports
from smoke_test import Cluster

STATE = None
WAIT_SECONDS = 60


def up(*options, **named):
    return subprocess.run((HERE / "up", "--state", STATE, *options), stdout=subprocess.DEVNULL, **named)


class Lifetime(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # A run that was cut off while its cluster began leaves a folder that no command takes for one of a cluster.
        if not (STATE / "cluster.json").exists():
            shutil.rmtree(STATE, ignore_errors=True)

    def tearDown(self):
        subprocess.run((HERE / "down", "--state", STATE), check=True)

    def await_end(self, pids):
        deadline = time.monotonic() + WAIT_SECONDS
        left = dict(pids)
        while left and time.monotonic() < deadline:
            left = {name: pid for name, pid in left.items() if Cluster.is_alive(pid)}
            time.sleep(0.05)
        self.assertFalse(left, "still running")

    def test_ends_with_its_owner_and_leaves_room_for_the_next(self):
        owner = subprocess.Popen(("sleep", "600"))
        try:
            up("--replace", "--owner", str(owner.pid), check=True)
            pids = control.read_state(STATE)["pids"]
            self.assertEqual(set(pids), {"supervisor", "etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler",
                                         "extender", "hardware"})
        finally:
            owner.kill()
            owner.wait()
        self.await_end(pids)

    def test_a_killed_supervisor_takes_all_with_it(self):
        up("--replace", "--owner", str(os.getpid()), check=True)
        pids = control.read_state(STATE)["pids"]
        second = up("--owner", str(os.getpid()), stderr=subprocess.PIPE, text=True)
        self.assertEqual(second.returncode, 1)
        self.assertIn("already runs", second.stderr)
        os.kill(pids["supervisor"], signal.SIGKILL)
        self.await_end(pids)
        # what it left behind is no obstacle
        up("--owner", str(os.getpid()), check=True)

    def test_a_component_that_ends_is_reported(self):
        up("--replace", "--owner", str(os.getpid()), check=True)
        pids = control.read_state(STATE)["pids"]
        os.kill(pids["etcd"], signal.SIGKILL)
        self.await_end(pids)
        restart = subprocess.run((HERE / "restart-apiserver", "--state", STATE), stderr=subprocess.PIPE, text=True)
        self.assertEqual(restart.returncode, 1)
        self.assertIn("etcd ended by itself", restart.stderr)

    def test_its_ports_are_chosen_by_no_other_cluster_while_it_runs(self):
        up("--replace", "--owner", str(os.getpid()), check=True)
        chosen = control.read_state(STATE)["ports"]
        del chosen["extender"]  # bound by the supervisor at once
        for name, port in chosen.items():
            self.assertIsNone(ports.hold(port), name)
        subprocess.run((HERE / "down", "--state", STATE), check=True)
        for name, port in chosen.items():
            hold = ports.hold(port)
            self.assertIsNotNone(hold, name)
            hold.close()

    def test_a_foreign_directory_is_left_alone(self):
        STATE.mkdir(parents=True)
        foreign = STATE / "someone's file"
        foreign.touch()
        refused = up("--replace", stderr=subprocess.PIPE, text=True)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("left alone", refused.stderr)
        self.assertTrue(foreign.exists())
        foreign.unlink()
        STATE.rmdir()


if __name__ == "__main__":
    # longer than a socket address may be
    STATE = pathlib.Path(sys.argv.pop(1)).absolute() / ("deep-" * 20)
    unittest.main(verbosity=2)
