#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The check of the programs that scripts and tests start finds each way of starting one, and takes no text for a program."""
import unittest
from pathlib import Path

import programs

SCRIPT = r"""#!/usr/bin/env bash
# convert is only a word here
usage() {
  cat <<'TXT'
ffmpeg in a text
TXT
}
case $1 in
  asan | tsan) usage; exit 0 ;;
  *) shift ;;
esac
names=(curl
  wget)
text="dot $(identify "$file" | jq .) gnuplot"
LANG=C xrandr --query >/dev/null && ! xwd -root
env "$text" <(tshark) || awk '{ print "convert" } | "sort"' </dev/null
nice scrot
for entry in vim emacs; do command -v feh; done
"""


class Programs(unittest.TestCase):
    def test_commands_of_a_script_with_their_lines(self):
        found = [entry for entry in programs.shell_programs(SCRIPT) if entry[1] not in programs.ESSENTIAL]
        self.assertEqual(sorted(set(found)), [(14, "identify"), (14, "jq"), (15, "xrandr"), (15, "xwd"), (16, "tshark"), (17, "scrot"), (18, "feh")])

    def test_processes_of_python(self):
        text = 'import subprocess\nsubprocess.run(["import", x])\nsubprocess.Popen(\n    ("scrot", y))\nrun(["none"])\nshutil.which("feh")\n'
        self.assertEqual(programs.python_programs(text), [(2, "import"), (3, "scrot"), (6, "feh")])

    def test_processes_of_cpp(self):
        text = 'Hand::run(\n    QStringLiteral("import"), {});\nbus.start(QStringLiteral("dbus-daemon"), {});\ncommands.run(QStringLiteral("no.program"));'
        self.assertEqual(programs.cpp_programs(text), [(1, "import"), (3, "dbus-daemon")])

    def test_a_package_that_is_not_listed_and_a_program_that_nothing_brings(self):
        found = programs.problems_of("f", [(1, "/usr/bin/import"), (2, "scrot"), (3, "sed"), (4, "xdotool")], {"xdotool"})
        self.assertEqual(len(found), 2, found)
        self.assertIn("f:1: import comes with imagemagick", found[0])
        self.assertIn("f:2: no package of scripts/packages.txt is known to bring scrot", found[1])

    def test_a_failed_start_names_the_program(self):
        start = 'QProcess p;\np.start(QStringLiteral("import"), {});'
        self.assertEqual(len(programs.nameless_starts(Path("a.cpp"), start)), 1)
        self.assertEqual(programs.nameless_starts(Path("a.cpp"), start + "p.waitForStarted();"), [])
        self.assertEqual(len(programs.nameless_starts(Path("a.py"), 'subprocess.run([' + 'shutil.which("x")])')), 1)
        self.assertEqual(programs.nameless_starts(Path("a.py"), 'subprocess.run(["x"])'), [])


if __name__ == "__main__":
    unittest.main()
