#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The check finds texts that are joined by hand, and leaves other lines alone."""
import tempfile
import unittest
from pathlib import Path

import joining


class Joining(unittest.TestCase):
    def test_what_joins_by_hand_is_found(self):
        for line in (
            'return names.join(QStringLiteral(", "));',
            'return names.join(u", ");',
            'return parts.join(tr("; ", "between systems"));',
            'text = key + QStringLiteral(": ") + value;',
            "return notes.join(u' ');",
            "return tr(\"Too late.\") + u' ' + tr(\"Try again.\");",
            "return tr(\"Too late.\") + QLatin1Char(' ') + errorText(error);",
        ):
            self.assertEqual(joining.joins_by_hand(line), [1], line)

    def test_other_lines_are_left_alone(self):
        for line in (
            "return joinList(names);",
            "return lines.join(u'\\n');",
            'return facts.join(QStringLiteral(" · "));',
            "return kind + u' ' + name;",
            '// never QStringLiteral(", ")',
        ):
            self.assertEqual(joining.joins_by_hand(line), [], line)

    def test_an_allowance_that_is_not_used_up_is_reported(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "ui/models/filter.cpp"
            path.parent.mkdir(parents=True)
            path.write_text("return names.join(u' ');\n", encoding="utf-8")
            self.assertIn("lower it", "\n".join(joining.problems(Path(folder))))


if __name__ == "__main__":
    unittest.main()
