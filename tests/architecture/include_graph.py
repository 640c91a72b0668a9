#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which folder includes which, as graphs with floors and cycles. Used by layering.py, which prints and checks them.

The folders of one folder are the rooms of its graph; files that lie in that folder itself are the room "." (its hall). A folder stands
on floor 1 when it includes no other room, else one above the highest that it includes; rooms of a cycle share a floor.
"""
import re
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
SOURCES = {".h", ".cpp", ".hpp", ".inc"}
TOPS = ("core", "ui", "app")


class Graph:
    """Rooms of one folder: room -> {included room: number of includes}."""

    def __init__(self, folder, arrows):
        self.folder = folder
        self.arrows = arrows
        self.groups = _groups(arrows)  # each after those that it includes
        self.floors = {}
        for group in self.groups:
            below = [self.floors[target] for room in group for target in arrows[room] if target not in group]
            self.floors.update(dict.fromkeys(group, max(below, default=0) + 1))

    @property
    def cycles(self):
        return [sorted(group) for group in self.groups if len(group) > 1]

    def lines(self):
        """The graph as text."""
        count = sum(map(len, self.arrows.values()))
        floors = max(self.floors.values(), default=0)
        cyclic = f"cycles: {len(self.cycles)}" if self.cycles else "no cycle"
        yield f"{self.folder}: {len(self.arrows)} folders, {count} arrow{'s' * (count != 1)}, {floors} floor{'s' * (floors != 1)}, {cyclic}"
        for room in sorted(self.arrows, key=lambda name: (-self.floors[name], name)):
            targets = "  ".join(f"{target} ({number})" for target, number in sorted(self.arrows[room].items()))
            yield f"  {self.floors[room]}  {room}{' -> ' + targets if targets else ''}"
        for cycle in self.cycles:
            yield f"  cycle: {' '.join(cycle)}"


def _groups(arrows):
    """Strongly connected rooms (Tarjan), every group after those that it reaches."""
    order, low, stack, found = {}, {}, [], []

    def visit(room):
        order[room] = low[room] = len(order)
        stack.append(room)
        for target in arrows[room]:
            if target not in order:
                visit(target)
                low[room] = min(low[room], low[target])
            elif target in stack:
                low[room] = min(low[room], order[target])
        if low[room] == order[room]:
            at = stack.index(room)
            found.append(set(stack[at:]))
            del stack[at:]

    for room in sorted(arrows):
        if room not in order:
            visit(room)
    return found


def _room(folder, path):
    parts = path[len(folder) + 1:].split("/")
    return parts[0] if len(parts) > 1 else "."


def graphs(root):
    """{folder: Graph} of every folder of the product that has folders."""
    files = {}
    for top in TOPS:
        for path in sorted((root / top).rglob("*")):
            if path.suffix in SOURCES:
                text = path.read_text(encoding="utf-8", errors="replace")
                files[path.relative_to(root).as_posix()] = INCLUDE.findall(text)
    folders = {parent.as_posix() for name in files for parent in list(Path(name).parents)[:-1]}
    result = {}
    for folder in sorted(folders):
        inside = {name: headers for name, headers in files.items() if name.startswith(folder + "/")}
        arrows = {_room(folder, name): {} for name in inside}
        if len(arrows) < 2:
            continue
        for name, headers in inside.items():
            here = _room(folder, name)
            for header in headers:
                if not header.startswith(folder + "/"):
                    continue
                there = _room(folder, header)
                if there != here and there in arrows:
                    arrows[here][there] = arrows[here].get(there, 0) + 1
        result[folder] = Graph(folder, arrows)
    return result
