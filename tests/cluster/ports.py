# SPDX-License-Identifier: Apache-2.0
"""Ports of a test cluster. Most are bound seconds after they were chosen, one never: other test clusters, which start at the same moment, are kept off."""

import pathlib
import random
import socket

_CHOICE = 12000


def reserve(count):
    """(ports, holds): free ports of the loopback address, and the sockets that keep other test clusters of this machine from choosing
    them for as long as one process has them open.

    The ports are below the range that the system gives to outgoing connections, so nobody takes one while the API server is stopped.
    """
    limit = int(pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range").read_text(encoding="ascii").split()[0])
    ports, holds = [], []
    while len(ports) < count:
        port = random.randrange(max(limit - _CHOICE, 1024), limit) if limit > 2048 else free_port()
        held = hold(port)
        if held is None:
            continue
        if not _is_free(port):
            held.close()
            continue
        ports.append(port)
        holds.append(held)
    return ports, holds


def free_port(address="127.0.0.1"):
    """One that the system gives, for what binds it at once."""
    with socket.socket() as probe:
        probe.bind((address, 0))
        return probe.getsockname()[1]


def hold(port):
    """A name that one process of this machine has at a time and that goes with it; None when it is taken."""
    held = socket.socket(socket.AF_UNIX)
    try:
        held.bind(f"\0cardinal-test-cluster-port-{port}")
    except OSError:
        held.close()
        return None
    return held


def _is_free(port):
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True
