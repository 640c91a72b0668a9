#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the benchmarks that have a budget, and fails where one needs more processor time than its share of a reference.

A budget is a ratio: processor time of a benchmark over that of decoding the same bytes into a nlohmann DOM, measured before and after in
the same run, so that it holds on a slow machine as on a fast one. Where the two measurements of the reference differ by more than a
fifth, the machine is not quiet enough, and the run says so instead of judging.

    bench/budgets.py build/bench/bench          # exit 0 within all budgets, 1 over one, 3 not quiet enough
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys

REFERENCE = ("decode_bench", "BM_NlohmannDomPods")
MOST_DRIFT = 1.2
REPETITIONS = 3
NOT_QUIET = 3

# (program, benchmark, at most so much of the reference, what it is)
BUDGETS = (
    ("decode_bench", "BM_DecodePods", 0.10, "4,000 pods of JSON"),
    ("decode_bench", "BM_DecodeNodes", 0.065, "1,500 nodes of JSON"),
    ("placement_bench", "run/one_pod_open_source/10000", 0.0030, "a question over 10,000 nodes, open-source gpushare"),
    ("placement_bench", "run/one_pod_ack/10000", 0.0038, "the same, ACK"),
    ("placement_bench", "runScored/one_pod/10000", 0.0042, "the same with kube-scheduler's scores"),
    ("placement_bench", "run/thousand_replicas_ack/10000", 0.0080, "1,000 replicas, ACK"),
    ("placement_bench", "runAfterEvent/ack/10000", 0.00004, "the question again after one event"),
    ("stacks_bench", "run/hami", 0.0060, "a question over 10,000 nodes, HAMi"),
    ("stacks_bench", "run/hami_refused", 0.0060, "the same, refused nearly everywhere"),
    ("stacks_bench", "run/volcano", 0.0060, "the same, Volcano"),
    ("stacks_bench", "run/gpu_manager", 0.0060, "the same, gpu-manager"),
    ("stacks_bench", "run/koordinator", 0.0060, "the same, Koordinator"),
    ("stacks_bench", "run/dra", 0.0060, "the same, device claims"),
    ("stacks_bench", "runMixed/koordinator", 0.0090, "Koordinator among nodes of seven stacks"),
    ("stacks_bench", "runAfterEvent/hami", 0.0005, "HAMi's question again after one event"),
    ("workloads_bench", "run/labelled/20000", 0.085, "20,000 pods traced to their workloads"),
    ("placement_bench", "run/one_pod_open_source/65000", 0.025, "a question over 65,000 nodes, open-source gpushare"),
    ("placement_bench", "run/one_pod_ack/65000", 0.025, "the same, ACK"),
    ("placement_bench", "runAfterEvent/ack/65000", 0.00034, "the question again after one event"),
    ("gang_bench", "gang/open_source", 0.034, "a gang of 1,000 pods over 10,000 nodes, open-source gpushare"),
    ("gang_bench", "gang/whole_cards", 0.034, "the same, whole cards"),
    ("manifest_bench", "readFile", 1.0, "a file of 5,000 objects"),
    ("queues_bench", "kueueReport/100", 0.6, "10,000 workloads that wait in 100 queues of Kueue"),
    ("queues_bench", "volcanoReport/100", 0.03, "as many pod groups of Volcano"),
)

# (program, benchmark, at most so much of, another benchmark, what it is)
PAIRS = (
    ("decode_bench", "BM_DecodeProtobufPods", 0.5, "BM_DecodePods", "pods as protobuf beside JSON"),
    ("decode_bench", "BM_DecodeProtobufNodes", 0.5, "BM_DecodeNodes", "nodes as protobuf beside JSON"),
    ("decode_bench", "BM_DecodeProtobufPodEvent", 0.5, "BM_DecodePodEvent", "one pod event as protobuf beside JSON"),
)


def processor_time(folder, program, name):
    """Median processor time of a benchmark in seconds."""
    out = subprocess.run(
        (str(folder / program), f"--benchmark_filter=^{name}$", "--benchmark_format=json", f"--benchmark_repetitions={REPETITIONS}",
         "--benchmark_min_time=0.2"), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
    runs = [run for run in json.loads(out)["benchmarks"] if run["run_type"] == "iteration"]
    if not runs:
        raise SystemExit(f"{program} has no benchmark {name}")
    unit = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
    return statistics.median(run["cpu_time"] * unit[run["time_unit"]] for run in runs)


def judged(share, most, words):
    """(is over its budget, line)."""
    return share > most, f"{'OVER' if share > most else 'ok':4} {share:.5f} of at most {most:.5f}  {words}"


def verdict(before, after, measured):
    """(exit code, lines) of the reference's two measurements and {(program, benchmark): seconds}."""
    drift = max(before, after) / min(before, after)
    if drift > MOST_DRIFT:
        return NOT_QUIET, [f"no verdict: the reference took {before:.3f} s and then {after:.3f} s; this machine is not quiet enough"]
    reference = (before + after) / 2
    results = [judged(measured[(program, name)] / reference, most, f"{name}: {meaning}") for program, name, most, meaning in BUDGETS]
    results += [judged(measured[(program, name)] / measured[(program, other)], most, f"{name}: {meaning}")
                for program, name, most, other, meaning in PAIRS]
    lines = [f"reference: {reference:.3f} s of processor time ({' '.join(REFERENCE)})"] + [line for _, line in results]
    return int(any(over for over, _ in results)), lines


def wanted():
    """(program, benchmark) of all that is measured, each once."""
    names = [(program, name) for program, name, _, _ in BUDGETS]
    for program, name, _, other, _ in PAIRS:
        names += [(program, name), (program, other)]
    return list(dict.fromkeys(names))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench", type=pathlib.Path, help="directory of the benchmarks, such as build/bench/bench")
    folder = parser.parse_args().bench
    before = processor_time(folder, *REFERENCE)
    measured = {(program, name): processor_time(folder, program, name) for program, name in wanted()}
    code, lines = verdict(before, processor_time(folder, *REFERENCE), measured)
    print("\n".join(lines))
    return code


if __name__ == "__main__":
    sys.exit(main())
