# SPDX-License-Identifier: Apache-2.0
"""Runs the built program the way a user's shell would, away from the user's own settings and displays."""
import os
import pathlib
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["CARDINAL_PROGRAM"]
SOURCE = pathlib.Path(os.environ["CARDINAL_SOURCE_DIR"])
RECORDED = SOURCE / "tests" / "data" / "gpushare" / "1.20.2"
EXAMPLES = SOURCE / "examples"


class CliTest(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.folder = pathlib.Path(self._folder.name)

    def file(self, name, text):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    def environment(self, language):
        kept = {name: value for name, value in os.environ.items()
                if name in ("PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS")}
        return {**kept, "HOME": str(self.folder), "LANG": language, "XDG_CONFIG_HOME": str(self.folder / "config"),
                "XDG_RUNTIME_DIR": str(self.folder)}

    def cardinal(self, *arguments, language="C.UTF-8", stdin="", **variables):
        if "--demo" in arguments and not any(str(one).startswith("--demo-seed") for one in arguments):
            # otherwise each start makes another cluster, and what one reported says nothing of the next
            arguments = (*arguments, "--demo-seed=7")
        return subprocess.run([PROGRAM, *map(str, arguments)], env={**self.environment(language), **variables},
                              input=stdin, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False)

    def answer(self, code, *arguments, **options):
        """Runs and checks the exit code; an exit code that differs shows what was printed."""
        done = self.cardinal(*arguments, **options)
        self.assertEqual(done.returncode, code, f"{arguments}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
        return done

    def refused(self, *arguments, words, code=2, **options):
        """The command fails with a sentence that holds all of `words`, and prints no answer."""
        done = self.answer(code, *arguments, **options)
        for word in words:
            self.assertIn(word, done.stderr)
        self.assertEqual(done.stdout, "")
        return done
