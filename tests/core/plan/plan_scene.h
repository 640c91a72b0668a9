// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "core/plan/make/make_plan.h"
#include "core/plan/run/runner.h"
#include "tests/core/plan/fake_nodes.h"
#include "tests/support/builders.h"

namespace cardinal::testing {

inline constexpr const char* kMode = "ack.node.gpu.schedule";

inline PodBuilder owned(const std::string& name) {
  PodBuilder builder = pod("default", name);
  builder.nvidia(1).on("a").edit().meta.owners.push_back({"ReplicaSet", "app", "uid-app", true});
  return builder;
}

/// A node of eight whole cards with two pods, and everything a runner needs.
struct Scene {
  explicit Scene(bool cordoned = false) {
    auto builder = ackNode("a", "default", 8, 0).resource("aliyun.com/gpu", 0).taint("team", "x", "NoSchedule");
    if (cordoned) builder.cordoned().taint("node.kubernetes.io/unschedulable", "", "NoSchedule");
    nodes.put(*builder.raw());
    nodes.put(*owned("p1").raw());
    nodes.put(*owned("p2").raw());
    before = nodes.node("a");
  }

  Plan switchPlan(const std::string& word = "topology") {
    const RawNode& node = nodes.node("a");
    return makeSwitchPlan(node, assessSwitch(node, parseSwitchTarget(word).value()), {}, {}, {"p1", "test", "", 1});
  }
  PlanRunner runner() { return PlanRunner(PlanTools{nodes, journal, time, {}}); }
  PlanProgress start(Plan plan) { return runner().start(std::move(plan), {}); }

  void expectAsBefore(const std::string& where = {}) {
    const RawNode& now = nodes.node("a");
    EXPECT_EQ(now.meta.labels, before.meta.labels) << where;
    EXPECT_EQ(now.taints, before.taints) << where;
    EXPECT_EQ(now.unschedulable, before.unschedulable) << where;
  }
  std::string mode() { return *find(nodes.node("a").meta.labels, kMode); }

  Fuse fuse;
  FakeTime time;
  FakeNodes nodes{fuse};
  MemoryJournal journal{fuse};
  RawNode before;
};

/// True when the run was killed there.
template <typename AnyScene>
bool runKilled(AnyScene& scene, const Plan& plan, int place) {
  scene.fuse.set(place);
  bool killed = false;
  try {
    scene.start(plan);
  } catch (const Killed&) {
    killed = true;
  }
  scene.fuse.set(-1);
  return killed;
}

}  // namespace cardinal::testing
