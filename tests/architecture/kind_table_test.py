#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The check of the tables of kinds and queue systems finds planted mistakes and leaves sound tables alone."""
import tempfile
import unittest
from pathlib import Path

import kind_table

CODE = '''const char* const kKinds = R"yaml(
kinds:
- kind: Pod
  roles: [{template: .}]
- &replicated
  group: apps
  kind: Deployment
  # kind: NotThisOne
  roles: [{each: spec.roles, kind: NorThis}]
- {<<: *replicated, group: extensions, versions: [v1beta1]}
- {<<: *replicated, kind: ReplicaSet}
noPods:
- {group: "", kinds: [Namespace]}
- {group: policy, kinds: ["*"]}
)yaml";
'''
GROUPS = 'case GroupSystem::Kai:\n      return "kai";'
QUEUES = 'case QueueSystem::None:\n      return "none";\n    case QueueSystem::Kueue:\n      return "kueue";'
KINDS = ["| `core` | `Pod` | yes |", "| `apps` | `Deployment`, `ReplicaSet` | yes: all |", "| `extensions` | `Deployment` | no: old |",
         "| `core` | `Namespace` | no: no pods |", "| `policy` | `*` | the API does not tell |", "| `*` | `*` | yes |"]
SYSTEMS = ["| Kueue (`kueue`) | yes |", "| KAI (`kai`) | no: another reason |"]
CHINESE = {"no: no pods": "否：无 Pod", "no: ": "否：", "the API does not tell": "API 未提供", "yes": "是"}


def in_chinese(rows):
    for english, chinese in CHINESE.items():
        rows = [row.replace(english, chinese) for row in rows]
    return rows


class KindTable(unittest.TestCase):
    def problems(self, kinds=None, systems=None, chinese=None):
        kinds, systems = kinds or KINDS, systems or SYSTEMS
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name, text in ((kind_table.KINDS + "/some_kinds.cpp", CODE), ("core/queues/group_report.cpp", GROUPS),
                               ("core/workloads/pod_workload.cpp", QUEUES)):
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            tables = (kinds, systems), (chinese or in_chinese(kinds), in_chinese(systems))
            for page, (of_kinds, of_systems) in zip(kind_table.PAGES, tables):
                lines = [f"| {page.heads[0]} | kinds | previewed |", "|---|---|---|", *of_kinds, "",
                         f"| {page.heads[1]} | read |", "|---|---|", *of_systems]
                (root / page.name).parent.mkdir(parents=True, exist_ok=True)
                (root / page.name).write_text("\n".join(lines), encoding="utf-8")
            return kind_table.check_tree(root)

    def test_sound_tables(self):
        self.assertEqual(self.problems(), [])

    def test_a_kind_without_a_row(self):
        found = self.problems(KINDS[:1] + ["| `apps` | `Deployment` | yes: all |"] + KINDS[2:])
        self.assertEqual(found, [f"{page.name}: no row for ReplicaSet of apps" for page in kind_table.PAGES])

    def test_a_kind_that_one_language_leaves_out(self):
        found = self.problems(chinese=in_chinese(KINDS)[1:])
        self.assertIn("docs/zh_CN/workloads.md: no row for Pod of core", found)
        self.assertFalse([problem for problem in found if problem.startswith("docs/workloads.md")])

    def test_a_kind_of_another_group_is_another_kind(self):
        found = self.problems(KINDS[:2] + ["| `example.com` | `Deployment` | yes |"] + KINDS[3:])
        self.assertIn("docs/workloads.md:5: the code knows no Deployment of example.com", found)
        self.assertIn("docs/workloads.md: no row for Deployment of extensions", found)

    def test_a_row_twice_or_without_a_name(self):
        self.assertIn("docs/workloads.md:9: Pod of core stands in line 3, too", self.problems(KINDS + KINDS[:1]))
        self.assertIn("docs/workloads.md:9: the row names no API group or no kind", self.problems(KINDS + ["| apps | `X` | yes |"]))

    def test_cells(self):
        for row, problem in (("| `core` | `Pod` | |", "cell 3 is empty"), ("| `core` | `Pod` |", "2 columns instead of 3"),
                             ("| `core` | `Pod` | no |", "cell 3 begins with none of")):
            self.assertTrue(any(one.startswith(f"docs/workloads.md:3: {problem}") for one in self.problems([row] + KINDS[1:])), row)

    def test_a_queue_system_without_a_row(self):
        self.assertIn("docs/workloads.md: no row for kai", self.problems(systems=SYSTEMS[:1]))

    def test_the_languages_answer_the_same(self):
        found = self.problems(chinese=in_chinese(["| `core` | `Pod` | no: reason |"] + KINDS[1:]))
        self.assertEqual(found, ["docs/zh_CN/workloads.md:3: `core`: both languages do not answer the same"])


if __name__ == "__main__":
    unittest.main()
