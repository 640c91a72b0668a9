// SPDX-License-Identifier: Apache-2.0
// The editor of labels and taints follows the rules of Kubernetes, refuses what decides the GPU mode, and shows what
// somebody else changed meanwhile.
#include "core/plan/make/node_edit.h"
#include "core/plan/make/taint_victims.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/builders.h"

namespace cardinal {
namespace {

using testing::ackNode;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(NodeEdit, KeysFollowTheRulesOfKubernetes) {
  for (const char* good : {"a", "app", "App_1.x-y", "example.com/app", "a.b-c.d/X_1"})
    EXPECT_FALSE(checkKey(good)) << good;
  EXPECT_EQ(checkKey(""), EditNote::KeyEmpty);
  for (const char* bad :
       {"-a", "a-", "a b", "/a", "a/", "Example.com/a", "a..b/c", "a/b/c", "\xe4\xbd\xa0", "a_b.c/d"}) {
    EXPECT_EQ(checkKey(bad), EditNote::KeyInvalid) << bad;
  }
  EXPECT_FALSE(checkKey(std::string(63, 'a')));
  EXPECT_EQ(checkKey(std::string(64, 'a')), EditNote::KeyTooLong);
  EXPECT_FALSE(checkKey(std::string(253, 'a') + "/b"));
  EXPECT_EQ(checkKey(std::string(254, 'a') + "/b"), EditNote::KeyTooLong);
}

TEST(NodeEdit, ValuesFollowTheRulesOfKubernetes) {
  for (const char* good : {"", "a", "1.2-3_x"}) EXPECT_FALSE(checkValue(good)) << good;
  for (const char* bad : {"-a", "a.", "a b", "a/b", "a\n"}) EXPECT_EQ(checkValue(bad), EditNote::ValueInvalid) << bad;
  EXPECT_EQ(checkValue(std::string(64, 'a')), EditNote::ValueTooLong);
}

std::vector<std::string> notes(const NodeEdit& edit) {
  std::vector<std::string> out;
  for (const NotedEdit& noted : checkEdit(edit)) out.emplace_back(toString(noted.note));
  return out;
}

TEST(NodeEdit, LabelsThatDecideTheModeAreRefused) {
  EXPECT_THAT(notes({{{"ack.node.gpu.schedule", "share", false}}, {}}), ElementsAre("ModeLabel"));
  EXPECT_THAT(notes({{{"gpushare", "", true}}, {}}), ElementsAre("ModeLabel"));
  EXPECT_THAT(notes({{{"cgpu", "true", false}}, {}}), ElementsAre("ModeLabel"));
  EXPECT_THAT(notes({{{"ack.node.gpu.placement", "spread", false}}, {}}), ElementsAre("PlacementLabel"));
}

TEST(NodeEdit, DoubleUnknownAndDangerousLinesAreNamed) {
  EXPECT_THAT(notes({{{"a", "1", false}, {"a", "2", false}}, {}}), ElementsAre("Twice"));
  EXPECT_THAT(notes({{}, {{"a", "1", "NoSchedule", false}, {"a", "2", "NoSchedule", false}}}), ElementsAre("Twice"));
  EXPECT_THAT(notes({{}, {{"a", "1", "NoSchedule", false}, {"a", "2", "NoExecute", false}}}),
              ElementsAre("EvictsPods"));
  EXPECT_THAT(notes({{}, {{"a", "", "Never", false}}}), ElementsAre("EffectUnknown"));
  EXPECT_THAT(notes({{{"kubernetes.io/hostname", "x", false}, {"good", "x", false}}, {}}), ElementsAre("Reserved"));
  EXPECT_THAT(notes({{{"node-role.kubernetes.io/gpu", "", false}, {"b ad", "x", false}}, {}}),
              ElementsAre("KeyInvalid", "Reserved"));
  EXPECT_THAT(notes({{{"good", "x", false}}, {{"slow", "", "PreferNoSchedule", false}}}), IsEmpty());
}

TEST(NodeEdit, OnlyDifferencesAreWritten) {
  RawNode node = *ackNode("n", "cgpu", 1, 15).label("a", "1").label("b", "2").raw();
  node.taints = {{"t", "x", "NoSchedule"}, {"u", "", "NoExecute"}};
  EXPECT_TRUE(editBetween(node, node.meta.labels, node.taints).empty());
  StringMap labels = node.meta.labels;
  eraseIf(labels, [](const auto& entry) { return entry.first == "a"; });
  for (auto& [key, value] : labels) value = key == "b" ? "3" : value;
  const NodeEdit edit = editBetween(node, labels, {{"t", "x", "NoSchedule"}, {"t", "x", "NoExecute"}});
  EXPECT_THAT(edit.labels, ElementsAre(LabelChange{"b", "3", false}, LabelChange{"a", "", true}));
  EXPECT_THAT(edit.taints,
              ElementsAre(TaintChange{"t", "x", "NoExecute", false}, TaintChange{"u", "", "NoExecute", true}));
}

TEST(NodeEdit, WhatSomebodyElseChangedIsShownWithAllThreeValues) {
  const RawNode seen = *ackNode("n", "cgpu", 1, 15).label("a", "1").label("b", "2").raw();
  const RawNode now = *ackNode("n", "cgpu", 1, 15).label("a", "theirs").label("b", "9").label("c", "mine").raw();
  const NodeEdit edit{{{"a", "mine", false}, {"c", "mine", false}}, {}};
  EXPECT_THAT(conflictsOf(edit, seen, now), ElementsAre(EditConflict{"metadata.labels[a]", "1", "theirs", "mine"}));
}

TEST(NodeEdit, PodsThatATaintEvictsAreNamedBeforeItIsSet) {
  const auto tolerant = [](const std::string& name, Toleration toleration) {
    auto builder = testing::pod("default", name);
    builder.on("a").edit().spec.tolerations.push_back(std::move(toleration));
    return builder.raw();
  };
  const std::vector<std::shared_ptr<const RawPod>> pods = {
      testing::pod("default", "plain").on("a").raw(), tolerant("daemon", {"", "Exists", "", ""}),
      tolerant("right", {"team", "Equal", "x", "NoExecute"}),
      tolerant("other-value", {"team", "Equal", "y", "NoExecute"}),
      tolerant("other-effect", {"team", "Equal", "x", "NoSchedule"})};
  NodeEdit edit;
  edit.taints = {{"team", "x", "NoSchedule", false}};
  EXPECT_FALSE(setsEvictingTaint(edit));
  EXPECT_TRUE(taintVictims(pods, edit).empty()) << "who runs stays";
  edit.taints = {{"team", "x", "NoExecute", true}};
  EXPECT_TRUE(taintVictims(pods, edit).empty()) << "it is taken away";
  edit.taints = {{"team", "x", "NoExecute", false}};
  EXPECT_TRUE(setsEvictingTaint(edit));
  EXPECT_EQ(taintVictims(pods, edit),
            (std::vector<ObjectKey>{{"default", "other-effect"}, {"default", "other-value"}, {"default", "plain"}}));
}

}  // namespace
}  // namespace cardinal
