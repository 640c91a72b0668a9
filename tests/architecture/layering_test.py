#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The layering check finds planted violations, names file and line, and leaves allowed includes alone."""
import tempfile
import unittest
from pathlib import Path

import layering


def problems(path, text):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / path
        file.parent.mkdir(parents=True)
        file.write_text(text, encoding="utf-8")
        return layering.check_tree(Path(folder))


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
        self.assert_found("core/manifest/a.cpp", '#include "core/service/source.h"\n', 1, "core/service")

    def test_core_upwards(self):
        self.assert_found("core/base/a.cpp", '#include "ui/i18n/texts.h"\n', 1, "includes ui")
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
        self.assertEqual(problems("ui/pages/preview/workload_drag.cpp", "drag->exec(Qt::CopyAction);\n"), [])

    def test_libraries_stay_in_their_folder(self):
        self.assert_found("core/service/a.cpp", "#include <curl/curl.h>\n", 1, "core/kube/")
        self.assert_found("core/provider/a.cpp", "#include <yaml-cpp/yaml.h>\n", 1, "core/manifest/")

    def test_long_files(self):
        self.assert_found("ui/pages/a.cpp", "\n" * 601, 601, "601 lines")
        self.assert_found("tests/ui/a.cpp", "\n" * 700, 601, "700 lines")
        self.assertEqual(problems("tests/ui/a.cpp", "\n" * 600), [])

    def test_allowed(self):
        self.assertEqual(problems("core/alloc/a.cpp", '#include "core/provider/readers.h"\n#include <vector>\n'), [])
        self.assertEqual(problems("core/service/a.cpp", '#include "core/kube/rest.h"\n#include "core/sim/demo.h"\n'), [])
        self.assertEqual(problems("core/kube/a.cpp", '#include "core/service/source.h"\n#include <curl/curl.h>\n'), [])
        self.assertEqual(problems("ui/pages/a.cpp", '#include "ui/widgets/badge.h"\n#include <QWidget>\n'), [])
        self.assertEqual(problems("app/main.cpp", '#include "ui/pages/shell/cluster_view.h"\n#include "core/service/source.h"\n'), [])


if __name__ == "__main__":
    unittest.main()
