#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A real Prometheus that scrapes a played exporter in dcgm-exporter's format, for one test.

usage: metrics_stage.py HOSTNAME CARDS. Prints one line of JSON when Prometheus answers: its address (not the loopback
one where the machine has another: an API server proxies to no loopback address) and port. Then reads commands, one a
line: "exporter on|off", "busy CARD PERCENT", "used CARD MIB"; answers each with "ok". Ends with its standard input.
"""

import http.server
import json
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

from ports import free_port, reserve

TOTAL_MIB = 15109


def own_address():
    """The address that a packet to elsewhere would carry; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"


class Scraped(http.server.BaseHTTPRequestHandler):
    """Answers a scrape with text(), silently."""

    def do_GET(self):
        body = self.text().encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/plain; version=0.0.4")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Exporter:
    """What dcgm-exporter says of some cards; card 0 is used by the pod team-a/train-0."""

    def __init__(self, hostname, cards):
        self.hostname = hostname
        self.busy = [0] * cards
        self.used = [0] * cards
        (self.port,), self._holds = reserve(1)  # nobody else takes it while the exporter is off
        self.server = None

    def text(self):
        lines = []
        for card, (busy, used) in enumerate(zip(self.busy, self.used)):
            labels = (f'gpu="{card}",UUID="GPU-{self.hostname}-{card}",device="nvidia{card}",modelName="NVIDIA A10",'
                      f'Hostname="{self.hostname}"')
            if card == 0:
                labels += ',container="main",namespace="team-a",pod="train-0"'
            for name, value in (("DCGM_FI_DEV_GPU_UTIL", busy), ("DCGM_FI_DEV_FB_USED", used),
                                ("DCGM_FI_DEV_FB_FREE", TOTAL_MIB - used), ("DCGM_FI_DEV_GPU_TEMP", 40 + card),
                                ("DCGM_FI_DEV_POWER_USAGE", 50.5), ("DCGM_FI_DEV_SM_CLOCK", 1410),
                                ("DCGM_FI_DEV_XID_ERRORS", 0)):
                lines.append(f"{name}{{{labels}}} {value}")
        return "\n".join(lines) + "\n"

    def on(self):
        exporter = self

        class Handler(Scraped):
            def text(self):
                return exporter.text()

        self.server = http.server.HTTPServer(("127.0.0.1", self.port), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def off(self):
        if self.server:
            self.server.shutdown()
            self.server.server_close()
            self.server = None


def start_prometheus(folder, address, port, target):
    config = folder / "prometheus.yml"
    config.write_text("global: {scrape_interval: 1s}\nscrape_configs:\n- job_name: dcgm-exporter\n  honor_labels: false\n"
                      f"  static_configs: [{{targets: ['127.0.0.1:{target}']}}]\n", encoding="utf-8")
    with open(folder / "log", "w", encoding="utf-8") as log:
        return subprocess.Popen(["prometheus", f"--config.file={config}", f"--storage.tsdb.path={folder}/data",
                                 f"--web.listen-address={address}:{port}"], stdout=log, stderr=log,
                                stdin=subprocess.DEVNULL)


def wait_until_ready(server, folder, url):
    for _ in range(300):
        if server.poll() is not None:
            raise SystemExit("prometheus ended:\n" + (folder / "log").read_text(encoding="utf-8"))
        try:
            with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url, timeout=1):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise SystemExit("prometheus does not answer:\n" + (folder / "log").read_text(encoding="utf-8"))


def obey(exporter, line):
    words = line.split()
    if words[0] == "exporter":
        exporter.on() if words[1] == "on" else exporter.off()
    elif words[0] in ("busy", "used"):
        getattr(exporter, words[0])[int(words[1])] = int(words[2])
    print("ok", flush=True)


def main():
    if not shutil.which("prometheus"):
        raise SystemExit("prometheus is not installed (package prometheus, scripts/packages.txt)")
    exporter = Exporter(sys.argv[1], int(sys.argv[2]))
    exporter.on()
    address = own_address()
    port = free_port(address)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="cardinal-metrics-"))
    server = start_prometheus(folder, address, port, exporter.port)
    try:
        wait_until_ready(server, folder, f"http://{address}:{port}/-/ready")
        print(json.dumps({"address": address, "port": port}), flush=True)
        for line in sys.stdin:
            obey(exporter, line)
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
