# SPDX-License-Identifier: Apache-2.0
"""State directories of test clusters, as the commands up, down, load and the apiserver switches use them."""

import json
import os
import pathlib
import select
import shutil
import socket
import subprocess
import sys

import pki
import ports
from components import HERE
from kube_api import Api

STATE_VARIABLE = "CARDINAL_CLUSTER_STATE"
_STOP_SECONDS = 30
_MARK = ".cardinal-test-cluster"  # only a directory with this mark is ever removed


def default_state():
    runtime = os.environ.get("XDG_RUNTIME_DIR") or f"/tmp/cardinal-cluster-{os.getuid()}"
    return os.environ.get(STATE_VARIABLE) or f"{runtime}/cardinal-cluster"


def add_state_option(parser):
    parser.add_argument("--state", metavar="DIR", type=pathlib.Path, default=pathlib.Path(default_state()),
                        help=f"state directory (default: ${STATE_VARIABLE} or %(default)s)")


def read_state(state):
    try:
        return json.loads((state / "cluster.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SystemExit(f"no test cluster in {state}: {error}; start one with tests/cluster/up --state {state}") from None


def minor_version(state):
    """35 for v1.35.4: for what differs between generations."""
    return int(read_state(state)["version"].split(".")[1])


def kubelet_port(state):
    """Where the played kubelet of all nodes answers for logs (kubelet_logs.py)."""
    return json.loads((state / "cluster.json").read_text(encoding="utf-8"))["ports"]["kubelet"]


def admin_api(state):
    cluster = read_state(state)
    return Api(cluster["server"], cluster["ca"], cluster["adminCertificate"], cluster["adminKey"])


def ask(state, command):
    """The supervisor's answer, or None when there is no supervisor any more."""
    # a socket address holds 108 bytes, a build directory may be longer
    here = os.open(".", os.O_RDONLY)
    try:
        os.chdir(state)
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect("control.sock")
            connection.sendall(json.dumps({"command": command}).encode() + b"\n")
            line = connection.makefile().readline()
    except OSError:
        return None
    finally:
        os.chdir(here)
        os.close(here)
    return json.loads(line) if line else None


def command(state, name):
    """Runs an apiserver switch; SystemExit with the reason when it fails."""
    read_state(state)
    answer = ask(state, name)
    if answer is None:
        raise SystemExit(f"the test cluster of {state} does not run any more{_failure(state)}")
    if not answer["ok"]:
        raise SystemExit(answer["error"])


def _failure(state):
    try:
        return ": " + (state / "failure").read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def is_up(state):
    return (state / _MARK).exists() and ask(state, "status") is not None


def _stop(state):
    answer = ask(state, "status")
    if answer is None:
        return
    supervisor = os.pidfd_open(answer["supervisor"])
    ask(state, "down")
    select.select([supervisor], [], [], _STOP_SECONDS)
    os.close(supervisor)


def remove(state, keep_logs=False):
    """Stops what runs there and removes the directory; SystemExit for a directory that is none of ours."""
    if not state.exists():
        return
    if not (state / _MARK).exists():
        if any(state.iterdir()):
            raise SystemExit(f"{state} is not the state directory of a test cluster; it is left alone")
        return
    _stop(state)
    if not keep_logs:
        shutil.rmtree(state)


def prepare(state, apiserver_flags=()):
    """Makes the state directory with certificates, kubeconfigs and the first cluster.json; returns what holds its ports, for launch()."""
    state.mkdir(parents=True, exist_ok=True)
    state.chmod(0o700)
    (state / _MARK).touch()
    (state / "logs").mkdir()
    pki.make_certificates(state / "pki")
    tokens = pki.make_tokens(state / "pki")
    (etcd, peer, apiserver, scheduler, kubelet, refused), holds = ports.reserve(6)
    server = f"https://127.0.0.1:{apiserver}"
    kubeconfigs = pki.write_kubeconfigs(state, server, f"https://127.0.0.1:{refused}", tokens)
    cluster = {
        "server": server, "ca": f"{state}/pki/ca.crt", "adminCertificate": f"{state}/pki/admin.crt",
        "adminKey": f"{state}/pki/admin.key", "tokens": tokens, "namespace": pki.NAMESPACE, "kubeconfigs": kubeconfigs,
        "ports": {"etcd": etcd, "etcdPeer": peer, "apiserver": apiserver, "scheduler": scheduler, "kubelet": kubelet}, "pids": {},
        "apiserverFlags": list(apiserver_flags),
    }
    (state / "cluster.json").write_text(json.dumps(cluster, indent=2) + "\n", encoding="utf-8")
    return holds


def launch(state, owner, seed, holds):
    """Starts the supervisor, which keeps the ports held, and waits until the cluster is ready; SystemExit with the reason when it does not come up."""
    reader, writer = os.pipe()
    with open(state / "logs" / "supervisor.log", "ab") as log:
        subprocess.Popen((sys.executable, HERE / "supervisor.py", state, str(writer), str(owner), seed or ""), stdin=subprocess.DEVNULL,
                         stdout=log, stderr=log, pass_fds=(writer, *(hold.fileno() for hold in holds)), start_new_session=True)
    os.close(writer)
    with os.fdopen(reader) as report:
        words = report.read()
    if words != "ready\n":
        log = (state / "logs" / "supervisor.log").read_text(encoding="utf-8", errors="replace")
        raise SystemExit(f"the test cluster did not come up: {words or log}")
