#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The real API server with many nodes and pods: raw curl, kubectl and this program, in one run.

Starts a test cluster, loads nodes and pods of the size that real ones have, and measures in turns: curl of exactly the pages that
the program asks for (plain and gzipped, tokens known beforehand) and live_bench (connection to complete snapshot, plain and gzipped
likewise) between two of them, then live_bench once more without protobuf; then `kubectl get nodes,pods -A -o json`, and with --program the whole console: peak memory while it
renders the map, CPU of an idle window.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "cluster"))
import control
from hardware import HOLD
from kube_api import ApiError, pod_path

PAGE = 500
ROUNDS = 5
WORKERS = 12


def node(number):
    amounts = {"cpu": "96", "memory": "790000Mi", "pods": "110", "ephemeral-storage": "900Gi", "hugepages-1Gi": "0", "hugepages-2Mi": "0",
               "aliyun.com/gpu-mem": "256", "aliyun.com/gpu-count": "8"}
    condition = {"status": "False", "lastHeartbeatTime": "2024-03-01T08:00:00Z", "lastTransitionTime": "2024-02-01T08:00:00Z",
                 "reason": "KubeletHasSufficientMemory", "message": "kubelet has sufficient memory available"}
    images = [{"names": [f"example.com/library/image-{i}@sha256:{'ab' * 32}", f"example.com/library/image-{i}:v1.{i}"],
               "sizeBytes": 123456789 + i} for i in range(25)]
    labels = {"kubernetes.io/arch": "amd64", "kubernetes.io/os": "linux", "kubernetes.io/hostname": f"gpu-{number}", "gpushare": "true",
              "node.kubernetes.io/instance-type": "ecs.gn6e", "topology.kubernetes.io/zone": f"zone-{number % 3}",
              "aliyun.accelerator/nvidia_name": "Tesla-V100-SXM2-32GB"}
    status = {"capacity": amounts, "allocatable": amounts, "images": images,
              "addresses": [{"type": "InternalIP", "address": f"10.{number // 65536}.{number // 256 % 256}.{number % 256}"}],
              "conditions": [{**condition, "type": kind} for kind in ("MemoryPressure", "DiskPressure", "PIDPressure")]
              + [{**condition, "type": "Ready", "status": "True"}],
              "nodeInfo": {"machineID": "m" * 32, "systemUUID": "s" * 36, "bootID": "b" * 36, "kernelVersion": "4.19", "osImage": "Linux",
                           "containerRuntimeVersion": "containerd://1.4.3", "kubeletVersion": "v1.20.2", "kubeProxyVersion": "v1.20.2",
                           "operatingSystem": "linux", "architecture": "amd64"}}
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": f"gpu-{number}", "labels": labels}, "status": status}


def pod(number, nodes):
    environment = [{"name": f"SETTING_{i}", "value": f"value of setting number {i}"} for i in range(20)]
    container = {"name": "train", "image": "example.com/team/train:2024.03", "env": environment,
                 "command": ["python", "-m", "train", "--epochs", "100", "--data", "/data/set"],
                 "resources": {"limits": {"cpu": "4", "memory": "16Gi", "aliyun.com/gpu-mem": "8"}},
                 "volumeMounts": [{"name": f"v{i}", "mountPath": f"/data/{i}"} for i in range(4)]}
    annotations = {HOLD: "benchmark", "ALIYUN_COM_GPU_MEM_IDX": str(number % 8), "ALIYUN_COM_GPU_MEM_POD": "8", "ALIYUN_COM_GPU_MEM_DEV": "32",
                   "ALIYUN_COM_GPU_MEM_ASSIGNED": "true", "ALIYUN_COM_GPU_MEM_ASSUME_TIME": "1709280000000000000"}
    spec = {"nodeName": f"gpu-{number % nodes}", "automountServiceAccountToken": False, "restartPolicy": "Never", "containers": [container],
            "volumes": [{"name": f"v{i}", "emptyDir": {}} for i in range(4)]}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": f"train-{number}", "namespace": "load", "annotations": annotations,
                                                           "labels": {"app": f"train-{number % 200}", "team": "vision"}}, "spec": spec}


POD_STATUS = {"status": {"phase": "Running", "startTime": "2024-03-01T08:00:00Z", "hostIP": "10.0.0.1", "podIP": "172.16.0.1",
                         "conditions": [{"type": kind, "status": "True", "lastTransitionTime": "2024-03-01T08:00:00Z"}
                                        for kind in ("Initialized", "Ready", "ContainersReady", "PodScheduled")],
                         "containerStatuses": [{"name": "train", "ready": True, "restartCount": 0, "image": "example.com/team/train:2024.03",
                                                "imageID": "example.com/team/train@sha256:" + "cd" * 32, "containerID": "containerd://" + "e" * 64,
                                                "state": {"running": {"startedAt": "2024-03-01T08:00:02Z"}}, "lastState": {}, "started": True}]}}


def attempt(action):
    """A young namespace lacks its service account for a moment, and a busy machine's etcd lets requests time out."""
    for _ in range(300):
        try:
            return action()
        except ApiError as error:
            if error.status == 409:
                return None
            if error.status not in (403, 500, 503, 504):
                raise
        except OSError:
            pass  # no answer in time
        time.sleep(0.1)
    raise SystemExit("the cluster does not take what is loaded; see its logs")


def load(api, nodes, pods):
    def add_node(number):
        attempt(lambda: api.create("/api/v1/nodes", node(number)))
        attempt(lambda: api.patch(f"/api/v1/nodes/gpu-{number}/status", {"status": node(number)["status"]}))

    def add_pod(number):
        attempt(lambda: api.create(pod_path("load"), pod(number, nodes)))
        attempt(lambda: api.patch(pod_path("load", f"train-{number}", "status"), POD_STATUS))

    attempt(lambda: api.create("/api/v1/namespaces", {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "load"}}))
    started = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(add_node, range(nodes)))
        list(pool.map(add_pod, range(pods)))
    print(f"loaded {nodes} nodes and {pods} pods in {time.monotonic() - started:.0f} s", file=sys.stderr)


def page_paths(api):
    """The paths of all pages as the program asks for them."""
    paths = []
    for plural in ("nodes", "pods"):
        token = ""
        while True:
            path = f"/api/v1/{plural}?limit={PAGE}" + (f"&continue={urllib.parse.quote(token)}" if token else "")
            paths.append(path + "&timeout=60s")
            token = api.get(path)["metadata"].get("continue", "")
            if not token:
                break
    return paths


def timed(command, **options):
    """(seconds, peak MB, standard output) of a child."""
    started = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, **options)
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command[0]} ended with {process.returncode}")
    return time.monotonic() - started, usage.ru_maxrss * 1024 / 1e6, out


def curl(cluster, paths, *options):
    with tempfile.NamedTemporaryFile("w", suffix=".curl") as config:
        for path in paths:
            config.write(f'url = "{cluster["server"]}{path}"\noutput = /dev/null\n')
        config.flush()
        # the server prints prettily, hence more, for an agent named curl
        seconds, _, sizes = timed(("curl", "--silent", "--fail", "--user-agent", "cardinal-bench", "--cacert", cluster["ca"], "--cert", cluster["adminCertificate"], "--key",
                                   cluster["adminKey"], "--write-out", "%{size_download}\n", *options, "--config", config.name))
    return {"seconds": seconds, "mb": sum(map(int, sizes.split())) / 1e6}


def kubectl(cluster):
    seconds, peak, out = timed(("kubectl", "--kubeconfig", cluster["kubeconfigs"]["admin"], "get", "nodes,pods", "-A", "-o", "json"))
    return {"seconds": seconds, "peak_mb": peak, "mb": len(out) / 1e6}


def connect(bench, kubeconfig, *arguments):
    """What live_bench says about one connection to its complete snapshot."""
    _, _, out = timed((bench / "live_bench", kubeconfig, *map(str, arguments)))
    return json.loads(out)


def beside_curl(bench, cluster, kubeconfig, paths, *options):
    """The program between two runs of raw curl for the same bytes, so that a machine that becomes slower or faster meanwhile does
    neither any good."""
    before, program, after = curl(cluster, paths, *options), connect(bench, kubeconfig), curl(cluster, paths, *options)
    seconds = statistics.mean((before["seconds"], after["seconds"]))
    json_only = connect(bench, kubeconfig, "--json")
    return {"curl": before, "program": program, "curl_again": after, "program_json": json_only,
            "ratio": program["seconds"] / seconds, "ratio_json": json_only["seconds"] / seconds}


def rounds(options, cluster, paths, folder):
    """Plain pages and packed ones in turns, a line for each, then what the ratios came to."""
    plain = pathlib.Path(folder, "plain.kubeconfig")
    text = pathlib.Path(cluster["kubeconfigs"]["admin"]).read_text(encoding="utf-8")
    plain.write_text(text.replace("server:", "disable-compression: true\n    server:"), encoding="utf-8")
    ways = {"plain": (plain, ()), "packed": (cluster["kubeconfigs"]["admin"], ("--compressed",))}
    ratios = {way + form: [] for way in ways for form in ("", "_json")}
    for number in range(1, options.rounds + 1):
        for way, (kubeconfig, how) in ways.items():
            one = beside_curl(options.bench, cluster, kubeconfig, paths, *how)
            ratios[way].append(one["ratio"])
            ratios[way + "_json"].append(one["ratio_json"])
            print(json.dumps({"round": number, way: one}), flush=True)
    for way, found in ratios.items():
        print(json.dumps({f"ratio_to_curl_{way}": {"median": statistics.median(found), "best": min(found), "worst": max(found)}}), flush=True)


def idle_window(program, cluster, seconds):
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "KUBECONFIG": cluster["kubeconfigs"]["admin"]}
    process = subprocess.Popen((program,), env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def cpu():
        fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    try:
        time.sleep(30)
        before = cpu()
        time.sleep(seconds)
        percent = 100 * (cpu() - before) / seconds
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
        peak = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
    finally:
        process.terminate()
        process.wait()
    return {"idle_percent_of_a_core": percent, "peak_mb": peak * 1024 / 1e6}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench", type=pathlib.Path, help="directory of live_bench, such as build/bench/bench")
    parser.add_argument("--program", type=pathlib.Path, help="cardinal, for the figures of the whole console")
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--pods", type=int, default=20000)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--kubectl", type=int, default=1, metavar="TIMES", help="each takes minutes and 4 GB; they come after the rounds")
    parser.add_argument("--idle", type=int, default=60, metavar="SECONDS")
    parser.add_argument("--state", type=pathlib.Path, help="a running cluster that this script loaded before; it stays")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        state = (options.state or pathlib.Path(folder, "cluster")).absolute()
        if not options.state:
            control.launch(state, os.getpid(), None, control.prepare(state))
            load(control.admin_api(state), options.nodes, options.pods)
        cluster = control.read_state(state)
        try:
            rounds(options, cluster, page_paths(control.admin_api(state)), folder)
            for _ in range(options.kubectl):
                print(json.dumps({"kubectl": kubectl(cluster)}), flush=True)
            print(json.dumps({"idle": connect(options.bench, cluster["kubeconfigs"]["admin"], options.idle)}), flush=True)
            if options.program:
                picture = pathlib.Path(folder, "map.png")
                seconds, peak, _ = timed((options.program, "--kubeconfig", cluster["kubeconfigs"]["admin"], "render", "map", "--size", "1600x900",
                                          "-o", picture), env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
                print(json.dumps({"render_map": {"seconds": seconds, "peak_mb": peak}}), flush=True)
                print(json.dumps({"window": idle_window(options.program, cluster, options.idle)}), flush=True)
        finally:
            if not options.state:
                control.remove(state)


if __name__ == "__main__":
    main()
