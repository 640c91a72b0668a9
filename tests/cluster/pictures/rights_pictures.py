#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pictures of the window for three users of the real test cluster: one who may only read, one of a single namespace, one without
any right.

usage: scripts/with-display tests/cluster/pictures/rights_pictures.py STATE_DIR CARDINAL FOLDER. Starts a cluster in STATE_DIR, opens the
window as each user in both languages, writes FOLDER/rights-USER-LANGUAGE.png, and ends the cluster.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

TOOLS = pathlib.Path(__file__).resolve().parent.parent
RECORDED = TOOLS.parent / "data" / "gpushare" / "1.20.2" / "s6-random-06"
USERS = (("read-only", "readonly"), ("one-namespace", "single-namespace"), ("none", "none"))
LOCALES = (("en", "en_US.UTF-8"), ("zh_CN", "zh_CN.UTF-8"))
NOBODY = "    as: nobody-knows-me\n"
PATIENCE_SECONDS = 60
SETTLE_SECONDS = 8  # until what was reported is drawn


def without_rights(state):
    """The administrator, acting as somebody whom nobody gave a right."""
    lines = (state / "admin.kubeconfig").read_text(encoding="utf-8").splitlines(keepends=True)
    user = lines.index("users:\n")
    at = next(i for i in range(user, len(lines)) if lines[i].strip() == "user:") + 1
    path = state / "none.kubeconfig"
    path.touch(mode=0o600)
    path.write_text("".join(lines[:at] + [NOBODY] + lines[at:]), encoding="utf-8")


def wait_for_window(process):
    for _ in range(PATIENCE_SECONDS * 5):
        found = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(process.pid)], capture_output=True, text=True, check=False)
        if found.stdout.strip():
            return found.stdout.split()[-1]
        if process.poll() is not None:
            break
        time.sleep(0.2)
    raise SystemExit("the window did not appear")


def picture(cardinal, kubeconfig, locale, path, before=lambda: None):
    """Of the screen, for a question has a window of its own; cut to what is drawn on it."""
    settings = tempfile.mkdtemp(prefix="cardinal-pictures-")
    environment = {**os.environ, "LANG": locale, "LC_ALL": locale, "LANGUAGE": locale, "QT_QPA_PLATFORM": "xcb",
                   "XDG_CONFIG_HOME": settings, "XDG_STATE_HOME": settings, "XDG_DATA_HOME": settings}
    process = subprocess.Popen([cardinal, "--kubeconfig", str(kubeconfig)], env=environment)
    try:
        wait_for_window(process)
        time.sleep(SETTLE_SECONDS)
        before()
        subprocess.run(["import", "-window", "root", "-trim", "+repage", str(path)], check=True)
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(settings, ignore_errors=True)
    print(path)


def on_a_cluster(take):
    """take(state, cardinal, folder), named by the command line, while the recorded cluster runs there."""
    state, cardinal, folder = pathlib.Path(sys.argv[1]).absolute(), sys.argv[2], pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    try:
        subprocess.run([str(TOOLS / "up"), "--state", str(state), "--replace", "--owner", str(os.getpid()), "--nodes",
                        str(RECORDED / "nodes.json"), "--nodes", str(RECORDED / "pods.json")], check=True, stdout=subprocess.DEVNULL)
        take(state, cardinal, folder)
    finally:
        subprocess.run([str(TOOLS / "down"), "--state", str(state)], check=False, stdout=subprocess.DEVNULL)


def take_pictures(state, cardinal, folder):
    without_rights(state)
    for name, user in USERS:
        for language, locale in LOCALES:
            picture(cardinal, state / f"{user}.kubeconfig", locale, folder / f"rights-{name}-{language}.png")


if __name__ == "__main__":
    on_a_cluster(take_pictures)
