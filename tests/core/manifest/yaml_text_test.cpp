// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/yaml/yaml_text.h"

#include <gtest/gtest.h>

#include "core/manifest/yaml/yaml_emit.h"

namespace cardinal {
namespace {

YamlText opened(const std::string& text) {
  auto made = YamlText::open(text, "t.yaml");
  if (!made) {
    ADD_FAILURE() << describe(made.error()) << "\n" << text;
    return std::move(*YamlText::open("a: 1\n", "t.yaml"));
  }
  return std::move(*made);
}

std::string afterSet(const std::string& text, const YamlPath& path, const yaml::Node& value) {
  YamlText yaml = opened(text);
  const Result<void> done = yaml.set(0, path, value);
  EXPECT_TRUE(done) << (done ? "" : describe(done.error()));
  return yaml.text();
}

std::string afterRemove(const std::string& text, const YamlPath& path) {
  YamlText yaml = opened(text);
  const Result<void> done = yaml.remove(0, path);
  EXPECT_TRUE(done) << (done ? "" : describe(done.error()));
  return yaml.text();
}

std::string refusedWith(const std::string& text) {
  const auto made = YamlText::open(text, "t.yaml");
  return made ? "opened"
              : std::string(toString(made.error().code)) + " " + made.error().subject + " " + made.error().place;
}

TEST(YamlText, AScalarChangesAloneAndKeepsQuotesAndTheCommentsColumn) {
  EXPECT_EQ(afterSet("a: 1\nb:  2      # two\nc: 3", {"b"}, yaml::numberNode("20")), "a: 1\nb:  20     # two\nc: 3");
  EXPECT_EQ(afterSet("a: \"x\" # y\n", {"a"}, yaml::textNode("z")), "a: \"z\" # y\n");
  EXPECT_EQ(afterSet("a: 'x'\n", {"a"}, yaml::textNode("z w")), "a: 'z w'\n");
  EXPECT_EQ(afterSet("a: 'x'\n", {"a"}, yaml::textNode("it's")), "a: \"it's\"\n");
  EXPECT_EQ(afterSet("a: x\n", {"a"}, yaml::textNode("4")), "a: \"4\"\n");
  EXPECT_EQ(afterSet("a:\nb: 1\n", {"a"}, yaml::textNode("x")), "a: x\nb: 1\n");
  EXPECT_EQ(afterSet("a: ~ # none\nb: 1\n", {"a"}, yaml::numberNode("5")), "a: 5 # none\nb: 1\n");
  EXPECT_EQ(afterSet("中文: 值 # 注释\n", {"中文"}, yaml::textNode("另一个")), "中文: \"另一个\" # 注释\n");
}

TEST(YamlText, NewKeysGoWherePeopleLookForThemWithTheirParents) {
  EXPECT_EQ(afterSet("metadata:\n  name: x   # n\n  # about labels\n  labels:\n    app: x\n", {"metadata", "namespace"},
                     yaml::textNode("t")),
            "metadata:\n  name: x   # n\n  namespace: t\n  # about labels\n  labels:\n    app: x\n");
  EXPECT_EQ(afterSet("spec:\n    template: {}\n", {"spec", "replicas"}, yaml::numberNode("2")),
            "spec:\n    replicas: 2\n    template: {}\n");
  EXPECT_EQ(afterSet("a:\n- b: 1\n  # in\n# out\nz: 1", {"a", 0, "r", "limits", "g"}, yaml::numberNode("8")),
            "a:\n- b: 1\n  r:\n    limits:\n      g: 8\n  # in\n# out\nz: 1");
  EXPECT_EQ(afterSet("a: {b: 1}\n", {"a", "c"}, yaml::numberNode("2")), "a: {b: 1, c: 2}\n");
  EXPECT_EQ(afterSet("a: {}\n", {"a", "c"}, yaml::numberNode("2")), "a: {c: 2}\n");
  EXPECT_EQ(afterSet("a:   # empty\nb: 1\n", {"a", "c"}, yaml::numberNode("2")), "a:   # empty\n  c: 2\nb: 1\n");
  EXPECT_EQ(afterSet("a:\n  b: 1", {"a", "c"}, yaml::numberNode("2")), "a:\n  b: 1\n  c: 2");
}

TEST(YamlText, RemovingTakesTheLinesAndEmptyParentsOnly) {
  EXPECT_EQ(afterRemove("a: 1 # x\n# stays\nb: 2\n", {"a"}), "# stays\nb: 2\n");
  EXPECT_EQ(afterRemove("a:\n  b:\n    c: 1\nd: 2\n", {"a", "b", "c"}), "d: 2\n");
  EXPECT_EQ(afterRemove("l:\n- a: 1\n  b: 2\n", {"l", 0, "a"}), "l:\n- b: 2\n");
  EXPECT_EQ(afterRemove("a: {b: 1, c: 2, d: 3}\n", {"a", "c"}), "a: {b: 1, d: 3}\n");
  EXPECT_EQ(afterRemove("a: {b: 1, c: 2}\n", {"a", "c"}), "a: {b: 1}\n");
  EXPECT_EQ(afterRemove("a: 1\nb: |\n  text\n\n  more\nc: 3\n", {"b"}), "a: 1\nc: 3\n");
  EXPECT_EQ(afterRemove("a: 1\nb: 2", {"b"}), "a: 1");
  EXPECT_EQ(afterRemove("a: 1\n", {"x", "y"}), "a: 1\n");
}

TEST(YamlText, ListsChangeElementByElement) {
  EXPECT_EQ(afterSet("c: [\"a\", \"b\"]\n", {"c"}, yaml::listNode({"a", "x", "b"})), "c: [\"a\", \"x\", \"b\"]\n");
  EXPECT_EQ(afterSet("c:\n- a  # one\n- b  # two\n- d  # three\n", {"c"}, yaml::listNode({"a", "d"})),
            "c:\n- a  # one\n- d  # three\n");
  EXPECT_EQ(afterSet("c:\n  - a  # one\n", {"c"}, yaml::listNode({"a", "b"})), "c:\n  - a  # one\n  - b\n");
}

TEST(YamlText, OtherDocumentsAndLineEndsStay) {
  YamlText two = opened("# head\na: 1\r\nb: 2\r\n---\r\na: 5 # five\r\n");
  ASSERT_EQ(two.documentCount(), 2);
  ASSERT_TRUE(two.set(1, {"a"}, yaml::numberNode("6")));
  ASSERT_TRUE(two.set(0, {"c"}, yaml::numberNode("3")));
  EXPECT_EQ(two.text(), "# head\na: 1\r\nb: 2\r\nc: 3\r\n---\r\na: 6 # five\r\n");
  EXPECT_EQ(afterSet("\xEF\xBB\xBFkey: 1\n", {"key"}, yaml::numberNode("2")), "\xEF\xBB\xBFkey: 2\n");
  EXPECT_EQ(afterSet("{\"a\": {\"b\": \"c\"}, \"d\": 1}", {"a", "b"}, yaml::textNode("x")),
            "{\"a\": {\"b\": \"x\"}, \"d\": 1}");
}

TEST(YamlText, LinesOfPlacesAreGivenForMessages) {
  const YamlText text = opened("a: 1\nb:\n  c: 2\n");
  EXPECT_EQ(text.lineOf(0, {"b", "c"}), 3);
  EXPECT_EQ(text.lineOf(0, {"b", "x", "y"}), 3);
  EXPECT_EQ(describe(YamlPath{"spec", "containers", 0, "resources", "limits", "aliyun.com/gpu-mem"}),
            "spec.containers[0].resources.limits[aliyun.com/gpu-mem]");
}

TEST(YamlText, WhatCannotBeChangedInPlaceIsRefusedByNameAndPlace) {
  EXPECT_EQ(refusedWith("a: &x 1\nb: *x\n"), "Unsupported anchor t.yaml, line 1, column 4");
  EXPECT_EQ(refusedWith("a: !!str 1\n").rfind("Unsupported tag", 0), 0U);
  EXPECT_EQ(refusedWith("a: 1\na: 2\n").rfind("ParseFailed", 0), 0U);
  EXPECT_EQ(refusedWith("a:\n\tb: 2\n").rfind("ParseFailed", 0), 0U);
  EXPECT_EQ(refusedWith("a: [1\n").rfind("ParseFailed", 0), 0U);
  EXPECT_EQ(refusedWith(std::string(YamlText::kMaxEdited + 1, '#')).rfind("LimitExceeded", 0), 0U);
}

TEST(YamlText, ARefusedEditLeavesTheTextAsItWas) {
  const std::string text = "l:\n- a: 1\n  # between\n  b: 2\n";
  YamlText yaml = opened(text);
  EXPECT_FALSE(yaml.remove(0, {"l", 0, "a"}));
  EXPECT_EQ(yaml.text(), text);
  EXPECT_FALSE(yaml.set(0, {"l", 7}, yaml::numberNode("1")));
  EXPECT_EQ(yaml.text(), text);
}

}  // namespace
}  // namespace cardinal
