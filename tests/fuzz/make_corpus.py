#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes start corpora for the fuzzers: the seeds beside this file, and single objects from the recordings in tests/data.

usage: make_corpus.py OUT_DIRECTORY
"""

import gzip
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parent / "data" / "gpushare"
MOST_PER_TARGET = 150


def read(path):
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return json.loads(data)


def objects(name):
    for path in sorted(DATA.rglob(f"{name}.json*")):
        document = read(path)
        if not isinstance(document, dict):
            continue
        kind = document.get("kind", "List").removesuffix("List")
        for item in document.get("items", []):
            item["metadata"].pop("managedFields", None)
            yield {"kind": item.get("kind") or kind, "apiVersion": "v1", **item}


def write(folder, name, data):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)


def annotation_lines(pod):
    return "\n".join(f"{key}={value}" for key, value in (pod["metadata"].get("annotations") or {}).items())


def main():
    out = pathlib.Path(sys.argv[1])
    for seed in sorted(HERE.glob("seeds/*/*")) + sorted(HERE.glob("findings/*/*")):
        write(out / seed.parent.name, f"own-{seed.name}", seed.read_bytes())
    quantities, seen = set(), set()
    for number, item in enumerate(objects("nodes")):
        if number < MOST_PER_TARGET:
            write(out / "node", f"recorded-{number}", json.dumps(item).encode())
        for amounts in (item["status"].get("capacity", {}), item["status"].get("allocatable", {})):
            quantities.update(str(value) for value in amounts.values())
    for number, item in enumerate(objects("pods")):
        if number < MOST_PER_TARGET:
            text = json.dumps(item)
            write(out / "pod", f"recorded-{number}", text.encode())
            write(out / "watch", f"recorded-{number}", ("\x1f" + json.dumps({"type": "ADDED", "object": item}) * 2).encode())
        lines = annotation_lines(item)
        if lines and lines not in seen and len(seen) < MOST_PER_TARGET:
            seen.add(lines)
            write(out / "annotations", f"recorded-{number}", lines.encode())
    for number, text in enumerate(sorted(quantities)[:MOST_PER_TARGET]):
        write(out / "quantity", f"recorded-{number}", text.encode())


if __name__ == "__main__":
    main()
