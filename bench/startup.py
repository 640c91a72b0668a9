#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Time from the start of the program to the first painted map of the demo cluster.

usage: startup.py PROGRAM [RUNS]

Runs `cardinal render map --demo`, which builds the same window, reads the same source and paints the same map, then encodes the
picture and ends. Process start, encoding and exit are part of the figure, so it is an upper bound.
"""
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def one_run(program, picture):
    started = time.perf_counter()
    subprocess.run([program, "render", "map", "--demo", "--size", "1600x1000", "--lang", "en", "-o", picture], check=True)
    return time.perf_counter() - started


def main():
    if len(sys.argv) not in (2, 3):
        raise SystemExit(__doc__)
    runs = int(sys.argv[2]) if len(sys.argv) == 3 else 15
    with tempfile.TemporaryDirectory() as folder:
        picture = str(Path(folder) / "map.png")
        one_run(sys.argv[1], picture)
        times = sorted(one_run(sys.argv[1], picture) for _ in range(runs))
    print(f"median {statistics.median(times) * 1000:.0f} ms, best {times[0] * 1000:.0f} ms, worst {times[-1] * 1000:.0f} ms, {runs} runs")


if __name__ == "__main__":
    main()
