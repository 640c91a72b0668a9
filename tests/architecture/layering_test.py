#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The layering check finds planted violations, names file and line, and leaves allowed includes alone."""
import tempfile
import unittest
from pathlib import Path

import layering


def problems_of(files):
    with tempfile.TemporaryDirectory() as folder:
        for path, text in files.items():
            file = Path(folder) / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        return layering.check_tree(Path(folder))


def problems(path, text):
    return problems_of({path: text})


CIRCLE = {f"ui/pages/{one}/{one}.h": f'#include "ui/pages/{other}/{other}.h"\n' for one, other in ("ab", "bc", "ca")}
CIRCLE.update({f"ui/pages/{one}/CMakeLists.txt": f"cardinal_page({one} SEES {other} SOURCES {one}.h)\n" for one, other in ("ab", "bc", "ca")})
PAGE_D = {"ui/pages/d/d.h": '#include "ui/pages/a/a.h"\n', "ui/pages/d/CMakeLists.txt": "cardinal_page(d\n  SEES a\n  SOURCES d.h)\n"}
TABLE = "# Architecture\n\n### Circles\n\n| folder | rooms | why |\n|---|---|---|\n"


class Layering(unittest.TestCase):
    def assert_found(self, path, text, line, word):
        found = problems(path, text)
        self.assertEqual(len(found), 1, found)
        self.assertTrue(found[0].startswith(f"{path}:{line}: "), found)
        self.assertIn(word, found[0])

    def test_core_against_its_order(self):
        self.assert_found("core/model/a.h", '#pragma once\n#include "core/kube/rest.h"\n', 2, "core/kube")
        self.assert_found("core/alloc/a.cpp", '#include "core/kube/decode/node.h"\n', 1, "core/kube")
        self.assert_found("core/provider/a.cpp", '#include "core/alloc/types.h"\n', 1, "core/alloc")
        for folder in ("manifest", "kube", "sim"):
            self.assert_found(f"core/{folder}/a.cpp", '#include "core/service/source.h"\n', 1, "core/service")

    def test_core_upwards(self):
        self.assert_found("core/base/a.cpp", '#include "ui/i18n/plain.h"\n', 1, "includes ui")
        self.assert_found("core/base/a.cpp", "#include <QString>\n", 1, "Qt")
        self.assert_found("core/base/a.cpp", "#include <QtCore/qglobal.h>\n", 1, "Qt")

    def test_unknown_folder_of_core(self):
        self.assert_found("core/util/a.cpp", '#include "core/base/ids.h"\n', 1, "not in the table")

    def test_ui_reaching_past_core(self):
        self.assert_found("ui/pages/a.cpp", "#include <curl/curl.h>\n", 1, "library")
        self.assert_found("ui/pages/a.cpp", "#include <nlohmann/json.hpp>\n", 1, "library")
        self.assert_found("ui/pages/a.cpp", "#include <QNetworkAccessManager>\n", 1, "core's")
        self.assert_found("ui/pages/a.cpp", '#include "core/kube/rest/client.h"\n', 1, "core/kube")
        self.assert_found("ui/pages/a.cpp", '#include "core/service/live/live_source.h"\n', 1, "core/service/live")

    def test_ui_against_its_order(self):
        self.assert_found("ui/widgets/a.cpp", '#include "ui/pages/shell/cluster_view.h"\n', 1, "ui/pages")
        self.assert_found("ui/i18n/a.cpp", '#include "app/application.h"\n', 1, "includes app")

    def test_nested_event_loops(self):
        self.assert_found("ui/pages/a.cpp", "void f(QDialog& d) {\n  d.exec();\n}\n", 2, "nested")
        self.assert_found("ui/pages/a.cpp", "void f(QMenu* m) { m->exec(p); }\n", 1, "nested")
        self.assert_found("ui/pages/a.cpp", "QEventLoop loop;\n", 1, "nested")
        self.assertEqual(problems("ui/pages/workload_drag.cpp", "drag->exec(Qt::CopyAction);\n"), [])

    def test_libraries_stay_in_their_folder(self):
        self.assert_found("core/service/a.cpp", "#include <curl/curl.h>\n", 1, "core/kube/")
        self.assert_found("core/provider/a.cpp", "#include <yaml-cpp/yaml.h>\n", 1, "core/manifest/")

    def test_long_files(self):
        self.assert_found("ui/pages/a.cpp", "\n" * 601, 601, "601 lines")
        self.assert_found("tests/ui/a.cpp", "\n" * 700, 601, "700 lines")
        self.assertEqual(problems("tests/ui/a.cpp", "\n" * 600), [])

    def test_long_functions(self):
        body = "  x();\n"
        self.assert_found("core/model/a.cpp", "int f(int a,\n      int b) {\n" + 78 * body + "}\n", 1, "a function of 81 lines")
        self.assertEqual(problems("core/model/a.cpp", "int f() {\n" + 78 * body + "}\n"), [])
        inside = "class A {\n  int f() {\n" + 90 * ("  " + body) + "  }\n};\n"
        self.assert_found("core/model/a.h", inside, 2, "a function of 92 lines")
        # neither classes nor namespaces are functions
        self.assertEqual(problems("core/model/a.h", "namespace a {\nstruct A {\n" + 200 * "  int x;\n" + "};\n}  // namespace a\n"), [])

    def test_crowded_folders(self):
        files = {f"core/model/m{number}.h": "" for number in range(26)} | {"core/model/CMakeLists.txt": ""}
        self.assertEqual(problems_of(files), ["core/model:1: 26 sources, of 25 at most; give some of them a folder of their own"])
        table = "# Architecture\n\n### Crowded folders\n\n| folder | why |\n|---|---|\n| `core/model` | - |\n"
        self.assertEqual(problems_of({**files, "ARCHITECTURE.md": table}), [])
        del files["core/model/m0.h"]
        self.assertEqual(problems_of(files), [])
        self.assertEqual(problems_of({**files, "ARCHITECTURE.md": table}),
                         ["ARCHITECTURE.md:7: core/model has no more than 25 sources any more"])

    def test_a_new_circle(self):
        self.assertEqual(problems_of(CIRCLE), ["ARCHITECTURE.md:1: folders of ui/pages include each other in a circle, among them a b c"])
        found = problems_of({**CIRCLE, "ARCHITECTURE.md": TABLE + "| `ui/pages` | `a`, `b` | - |\n"})
        self.assertEqual(found, ["ARCHITECTURE.md:7: folders of ui/pages include each other in a circle, among them c"])

    def test_a_circle_that_is_known(self):
        self.assertEqual(problems_of({**CIRCLE, "ARCHITECTURE.md": TABLE + "| `ui/pages` | `a`, `b`, `c` | - |\n"}), [])

    def test_a_circle_that_is_gone(self):
        table = TABLE + "| `ui/pages` | `a`, `b`, `c`, `d` | - |\n| `ui/old` | `.`, `x` | - |\n"
        files = {**CIRCLE, **PAGE_D, "ARCHITECTURE.md": table}
        self.assertEqual(problems_of(files), ["ARCHITECTURE.md:7: no circle of ui/pages has d any more",
                                              "ARCHITECTURE.md:8: there is no folder ui/old with folders"])

    def test_pages_say_which_pages_they_see(self):
        lone = {"ui/pages/e/e.h": "", "ui/pages/a/a.h": "", "ui/pages/a/CMakeLists.txt": "cardinal_page(a\n  SOURCES a.h)\n"}
        self.assertEqual(problems_of({**lone, **PAGE_D}), ["ui/pages/e/CMakeLists.txt:1: there is no cardinal_page(e ... SOURCES ...)"])
        del lone["ui/pages/e/e.h"]
        self.assertEqual(problems_of({**lone, **PAGE_D, "ui/pages/d/d.h": ""}),
                         ["ui/pages/d/CMakeLists.txt:2: SEES names a, which it does not include"])
        self.assertEqual(problems_of({**lone, **PAGE_D, "ui/pages/d/CMakeLists.txt": "cardinal_page(d SOURCES d.h)\n"}),
                         ["ui/pages/d/CMakeLists.txt:2: it includes ui/pages/a, which SEES does not name"])

    def test_graph_as_text(self):
        with tempfile.TemporaryDirectory() as folder:
            for path, text in {**CIRCLE, "ui/pages/d/d.h": '#include "ui/pages/a/a.h"\n', "ui/pages/e.h": ""}.items():
                (Path(folder) / path).parent.mkdir(parents=True, exist_ok=True)
                (Path(folder) / path).write_text(text, encoding="utf-8")
            lines = list(layering.include_graph.graphs(Path(folder))["ui/pages"].lines())
        self.assertEqual(lines, ["ui/pages: 5 folders, 4 arrows, 2 floors, cycles: 1", "  2  d -> a (1)", "  1  .", "  1  a -> b (1)",
                                 "  1  b -> c (1)", "  1  c -> a (1)", "  cycle: a b c"])

    def test_allowed(self):
        self.assertEqual(problems("core/alloc/a.cpp", '#include "core/provider/readers.h"\n#include <vector>\n'), [])
        self.assertEqual(problems("core/service/a.cpp", '#include "core/kube/rest.h"\n#include "core/sim/demo.h"\n'), [])
        self.assertEqual(problems("core/kube/a.cpp", '#include "core/model/raw.h"\n#include <curl/curl.h>\n'), [])
        self.assertEqual(problems("ui/pages/a.cpp", '#include "ui/widgets/badge.h"\n#include <QWidget>\n'), [])
        self.assertEqual(problems("app/main.cpp", '#include "ui/pages/shell/cluster_view.h"\n#include "core/service/source.h"\n'), [])


if __name__ == "__main__":
    unittest.main()
