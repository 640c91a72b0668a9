#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The check finds lambdas that use structured bindings, and leaves others alone."""
import unittest

import captured_bindings


class CapturedBindings(unittest.TestCase):
    def names(self, text):
        return [name for _, name in captured_bindings.captured(text)]

    def test_what_clang_refuses_is_found(self):
        for text in (
            "void f() { const auto [key, value] = g(); h([&](int one) { return one == key; }); }",
            "void f() { const auto [key, value] = g(); h([key](int one) { return one == key; }); }",
            "void f() { const auto [key, value] = g(); h([=] { return key; }); }",
            "void f() { for (const auto& [key, value] : map) h([&](int one) { return one == key; }); }",
            "void f() { for (auto& [key, value] : map) { int x = 0; if (x) { h([&, x] { return key; }); } } }",
            "void f() { if (auto [key, isNew] = g(); isNew) { h([&] { return key; }); } }",
            "void f() { if (auto [key, isNew] = g(); isNew) { } else { h([&] { return key; }); } }",
            "void f() { if (auto [key, isNew] = g(); isNew) { } else if (isNew) { } else { h([&] { return key; }); } }",
            "void f() { if (auto [key, isNew] = g(); isNew) x(); else h([&] { return key; }); }",
            "void f() { const auto [key, value] = g(); h([&](int a) { return a < key; }); }",
            "void f() { const auto [key, value] = g(); h([&](int a) { return a > key; }); }",
            "void f() { const auto [key, value] = g(); h([&] { delete key; }); }",
            "void f() { auto [key, value] = g();\n  const auto one = [&]() -> int { return key; }; }",
        ):
            self.assertEqual(self.names(text), ["key"], text)

    def test_the_line_is_that_of_the_lambda(self):
        text = "void f() {\n  const auto [key, value] = g();\n  h([&] { return value; });\n}\n"
        self.assertEqual(captured_bindings.captured(text), [(3, "value")])

    def test_what_clang_takes_is_left_alone(self):
        for text in (
            "void f() { const auto [key, value] = g(); h([key = key](int one) { return one == key; }); }",
            "void f() { const auto [key, value] = g(); h([&](int key) { return key; }); }",
            "void f() { const auto [key, value] = g(); h([&](const auto& one) { return one.key; }); }",
            "void f() { { const auto [key, value] = g(); } h([&] { return key; }); }",
            "void f() { for (const auto& [key, value] : map) use(key); h([&] { return key; }); }",
            "void f() { for (const auto& [key, value] : map) { use(key); } h([&] { return key; }); }",
            "void f() { const auto [key, value] = g(); // h([&] { return key; });\n }",
            'void f() { const auto [key, value] = g(); h([&] { return "key"; }); }',
            "void f() { const auto [key, value] = g(); h([&] { const int key = 1; return key; }); }",
            "void f() { const auto [key, value] = g(); h([&] { std::vector<int> key = {1}; return key; }); }",
            "void f() { const auto [key, value] = g(); h([&] { const std::map<int, int>& key = k(); return key; }); }",
            "void f() { if (auto [key, isNew] = g(); isNew) { } else { } h([&] { return key; }); }",
            "void f() { h([&](const auto& one) { const auto [key, value] = one; return key; }); }",
            "void f() { const auto [key, value] = g(); table[key] = value; }",
        ):
            self.assertEqual(self.names(text), [], text)


if __name__ == "__main__":
    unittest.main()
