#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The check of the thread table finds threads that are not in it and rows that have none."""
import tempfile
import unittest
from pathlib import Path

import threads

HEAD = "# Architecture\n\n## Threads\n\n| threads | owner | do |\n|---|---|---|\n| GUI | Qt | paints |\n"
LOOP = "class Loop {\n  void run();\n  std::jthread m_thread;  ///< last\n};\n"
ROW = "| loop | `core/kube/loop.h` | turns |\n"


def problems(files, rows=ROW):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for path, text in {"ARCHITECTURE.md": HEAD + rows + "\n## Rules\n", "core/kube/loop.h": LOOP, **files}.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        return threads.problems_of(root)


class Threads(unittest.TestCase):
    def test_table_and_code_agree(self):
        self.assertEqual(problems({}), [])
        made = "Loop::Loop() : m_thread([this] { run(); }) {}\n// std::jthread in words\n"
        self.assertEqual(problems({"core/kube/loop.cpp": made}), [])
        none = "std::this_thread::yield();\nauto n = std::thread::hardware_concurrency();\nvoid f(Worker& worker);\n"
        self.assertEqual(problems({"ui/a.cpp": none}), [])

    def test_threads_that_are_not_in_the_table(self):
        for text in ("std::thread t(run);\n", "auto f = std::async(run);\n", "QThread* thread;\n",
                     "Worker reads{Worker::Keep::All};\n", "m_job(new BackgroundJob(this))\n", "auto w = std::make_unique<Worker>(Worker::Keep::All);\n", "std::unique_ptr<Worker> m_worker;\n"):
            found = problems({"ui/pages/a.cpp": f"int a;\n{text}"})
            self.assertEqual(found, ["ui/pages/a.cpp:2: owns a thread and is not in the table of ARCHITECTURE.md"], text)

    def test_rows_without_a_thread(self):
        found = problems({"core/kube/quiet.h": "int a;\n"}, ROW + "| quiet | `core/kube/quiet.h` | nothing |\n")
        self.assertEqual(found, ["ARCHITECTURE.md:9: core/kube/quiet.h owns no thread"])
        self.assertEqual(problems({"core/kube/loop.h": "class Loop;\n"}), ["ARCHITECTURE.md:8: core/kube/loop.h owns no thread"])

    def test_several_workers_are_named(self):
        code = {"core/service/s.cpp": "Worker reads{Worker::Keep::All};\nWorker writes{Worker::Keep::All};\n"}
        self.assertEqual(problems(code, ROW + "| reads, writes; per tab | `core/service/s.cpp` | tasks |\n"), [])
        found = problems(code, ROW + "| reads | `core/service/s.cpp` | tasks |\n")
        self.assertEqual(found, ["ARCHITECTURE.md:9: the threads of core/service/s.cpp are reads, writes"])

    def test_no_table(self):
        self.assertIn("no table", problems({"ARCHITECTURE.md": "# Architecture\n\n## Rules\n"})[0])


if __name__ == "__main__":
    unittest.main()
