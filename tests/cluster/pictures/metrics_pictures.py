#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pictures of map, card and charts with use: the real test cluster, and a real Prometheus that holds a day of its cards.

usage: metrics_pictures.py STATE_DIR CARDINAL FOLDER. Starts a cluster in STATE_DIR with recorded nodes and pods, plays their
exporters, renders the pages in both languages and themes into FOLDER, and ends the cluster.
"""

import http.server
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time

TOOLS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOOLS))
import control
import metrics_stage
import ports

RECORDED = TOOLS.parent / "data" / "gpushare" / "1.20.2" / "s6-random-06"
GIB = 1024
DAY = 24 * 3600
STEP = 60
SIZE = "1200x760"


class Card:
    """One card with what its pods hold, and what it does at any time."""

    def __init__(self, node, index, gib):
        self.node, self.index, self.gib, self.held = node, index, gib, 0
        self.pods = []
        self.seed = sum(map(ord, node)) * 7 + index * 13

    def labels(self):
        text = f'gpu="{self.index}",UUID="GPU-{self.node}-{self.index}",device="nvidia{self.index}",Hostname="{self.node}"'
        if len(self.pods) == 1:
            text += f',exported_namespace="{self.pods[0][0]}",exported_pod="{self.pods[0][1]}"'
        return text

    def values(self, at):
        wave = math.sin(2 * math.pi * (at % DAY) / DAY + self.seed)
        ripple = math.sin(at / 411 + self.seed) * math.sin(at / 1733 + 2 * self.seed)
        idle = not self.held or self.seed % 5 == 0
        busy = 0 if idle else max(0, min(100, 55 + 25 * wave + 18 * ripple))
        used = 0 if not self.held else self.held * GIB * (0.12 if idle else 0.72 + 0.12 * wave + 0.05 * ripple)
        return {"DCGM_FI_DEV_GPU_UTIL": round(busy), "DCGM_FI_DEV_FB_USED": round(used),
                "DCGM_FI_DEV_FB_FREE": round(self.gib * GIB - used), "DCGM_FI_DEV_GPU_TEMP": round(33 + 0.4 * busy + self.index % 3),
                "DCGM_FI_DEV_POWER_USAGE": round(28 + 1.1 * busy, 1), "DCGM_FI_DEV_SM_CLOCK": 1410 if busy else 210,
                "DCGM_FI_DEV_XID_ERRORS": 0}


def read_cards(api):
    cards = {}
    for node in api.get("/api/v1/nodes")["items"]:
        capacity = node["status"]["capacity"]
        count = int(capacity.get("aliyun.com/gpu-count", 0))
        for index in range(count):
            name = node["metadata"]["name"]
            cards[name, index] = Card(name, index, int(capacity["aliyun.com/gpu-mem"]) // count)
    for pod in api.get("/api/v1/pods")["items"]:
        notes = pod["metadata"].get("annotations") or {}
        key = (pod["spec"].get("nodeName"), int(notes.get("ALIYUN_COM_GPU_MEM_IDX", -1)))
        if key in cards and pod["status"].get("phase") not in ("Succeeded", "Failed"):
            cards[key].held += int(notes.get("ALIYUN_COM_GPU_MEM_POD", 0))
            cards[key].pods.append((pod["metadata"]["namespace"], pod["metadata"]["name"]))
    return list(cards.values())


def placed_pods(folder):
    """The recorded pods that hold something: those that wait would be placed anew, beside what the recording says."""
    pods = json.loads((RECORDED / "pods.json").read_text(encoding="utf-8"))
    pods["items"] = [pod for pod in pods["items"]
                     if pod["spec"].get("nodeName") and pod["status"].get("phase") not in ("Succeeded", "Failed")]
    (folder / "pods.json").write_text(json.dumps(pods), encoding="utf-8")
    return folder / "pods.json"


def backfill(folder, cards, target, now):
    """A day of samples with an hour in which the first node's exporter was away."""
    first = cards[0].node
    # Samples of one series stand together in this format.
    with open(folder / "day.txt", "w", encoding="utf-8") as file:
        for name in cards[0].values(now):
            file.write(f"# TYPE {name} gauge\n")
            for card in cards:
                for at in range(now - DAY, now, STEP):
                    if card.node == first and 9 * 3600 < now - at < 10 * 3600:
                        continue
                    file.write(f'{name}{{{card.labels()},instance="{target}",job="dcgm-exporter"}} {card.values(at)[name]} {at}\n')
        file.write("# EOF\n")
    subprocess.run(["promtool", "tsdb", "create-blocks-from", "openmetrics", str(folder / "day.txt"), str(folder / "data")],
                   check=True, stdout=subprocess.DEVNULL)


class Exporters(metrics_stage.Scraped):
    cards = ()

    def text(self):
        now = int(time.time())
        return "".join(f"{name}{{{card.labels()}}} {value}\n" for card in self.cards for name, value in card.values(now).items())


def render(cardinal, state, url, folder, cards):
    busiest = max(cards, key=lambda card: (card.held > 0, card.node == cards[0].node, card.held))
    pages = (("map", []), ("card", ["--select", f"{busiest.node}/{busiest.index}"]), ("charts", ["--select", f"node:{cards[0].node}"]))
    for page, options in pages:
        for theme in ("dark", "light"):
            for language in ("en", "zh_CN"):
                picture = folder / f"metrics-{page}-{theme}-{language}.png"
                subprocess.run([cardinal, "--kubeconfig", str(state / "admin.kubeconfig"), "--prometheus", url, "render", page, *options,
                                "--size", SIZE, "--theme", theme, "--lang", language, "-o", str(picture)], check=True)
                print(picture)


def main():
    state, cardinal, folder = pathlib.Path(sys.argv[1]).absolute(), sys.argv[2], pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    work = pathlib.Path(tempfile.mkdtemp(prefix="cardinal-pictures-"))
    server = None
    try:
        subprocess.run([str(TOOLS / "up"), "--state", str(state), "--replace", "--owner", str(os.getpid()), "--nodes",
                        str(RECORDED / "nodes.json"), "--nodes", str(placed_pods(work))], check=True, stdout=subprocess.DEVNULL)
        cards = read_cards(control.admin_api(state))
        Exporters.cards = cards
        played = http.server.HTTPServer(("127.0.0.1", 0), Exporters)
        backfill(work, cards, "127.0.0.1:%d" % played.server_address[1], int(time.time()))
        threading.Thread(target=played.serve_forever, daemon=True).start()
        port = ports.free_port("127.0.0.1")
        server = metrics_stage.start_prometheus(work, "127.0.0.1", port, played.server_address[1])
        url = f"http://127.0.0.1:{port}"
        metrics_stage.wait_until_ready(server, work, f"{url}/-/ready")
        time.sleep(5)
        render(cardinal, state, url, folder, cards)
    finally:
        if server:
            server.terminate()
            server.wait()
        shutil.rmtree(work, ignore_errors=True)
        subprocess.run([str(TOOLS / "down"), "--state", str(state)], check=False, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
