// SPDX-License-Identifier: Apache-2.0
#include "core/plan/what_if/to_do_list.h"

#include <gtest/gtest.h>

#include "tests/support/builders.h"

namespace cardinal::testing {
namespace {

TEST(ToDoList, StepsBecomeWhatAnOperatorCanDo) {
  PodBuilder moves = pod("team", "p").gpuMem(4);
  moves.edit().meta.owners.push_back({"ReplicaSet", "web", "", true});
  const SnapshotPtr cluster = snapshotOf(
      {gpushareNode("a", 1, 15), gpushareNode("b", 1, 15), ackNode("c", "share", 2, 15)}, {moves.on("a").card(0)});
  const std::vector<WhatIfStep> steps = {
      MovePod{"team", "p"}, DrainNode{"a", false},       SwitchNode{"c", *parseSwitchTarget("spread"), {}},
      AddNodes{"b", 1},     DrainNode{"b-new-1", false}, DeletePods{{"team", "p'q", ""}}};
  const WhatIfResult result = runWhatIf(cluster, steps);
  ASSERT_TRUE(result.failure) << "there is no pod of the last step's name";
  const auto list = toDoList(result, steps, {"id", "demo", "", 1});
  ASSERT_EQ(list.size(), 5U) << "steps that were not done are left out";
  EXPECT_EQ(list[0].kind, ToDoKind::Evict);
  EXPECT_EQ(list[0].commands,
            (std::vector<std::string>{"kubectl cordon a",
                                      R"(echo '{"apiVersion":"policy/v1","kind":"Eviction","metadata":)"
                                      R"({"name":"p","namespace":"team"}}' | kubectl create --raw )"
                                      "/api/v1/namespaces/team/pods/p/eviction -f -",
                                      "kubectl uncordon a"}))
      << "an eviction: PodDisruptionBudgets hold for it";
  ASSERT_TRUE(list[1].plan);
  EXPECT_EQ(list[1].plan->kind, PlanKind::Drain);
  EXPECT_EQ(list[1].plan->id, "id-2");
  ASSERT_TRUE(list[2].plan);
  EXPECT_EQ(list[2].plan->kind, PlanKind::Switch);
  EXPECT_FALSE(list[2].commands.empty());
  EXPECT_EQ(list[3].kind, ToDoKind::ByHand);
  EXPECT_EQ(list[4].kind, ToDoKind::ByHand) << "no such node exists yet";
}

}  // namespace
}  // namespace cardinal::testing
