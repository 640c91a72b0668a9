// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/plan/make/preview.h"
#include "core/plan/run/runner.h"
#include "core/service/demo_source.h"
#include "tests/core/service/fake_source.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;

class NoJournal final : public PlanJournal {
  Result<void> write(const JournalEntry&) override { return {}; }
};

/// The demo cluster with its own clock; an operator rehearses on it.
class DemoPlans : public ::testing::Test {
 protected:
  DemoPlans() {
    m_service.start();
    m_data = m_service.waitForData(testing::kNever).value();
  }

  /// A node of the mode with GPU pods that may all be evicted, and whose budgets allow it.
  std::string nodeOf(GpuMode mode) {
    for (const NodePtr& node : m_data->nodes) {
      if (node->gpu.mode != mode || node->pods.empty() || node->readiness != NodeReadiness::Ready ||
          node->unschedulable())
        continue;
      const auto preview = previewPlan(nodes(), requestFor(node->name, "topology"), {}, {});
      if (!preview || isBlocked(*preview) || podsToMove(*preview) == 0) continue;
      const auto tried = tryPlan(nodes(), *preview, {});
      if (std::none_of(tried.begin(), tried.end(), [](const TriedAct& act) { return act.blocked || act.refused; }))
        return node->name;
    }
    return {};
  }

  static PlanRequest requestFor(const std::string& node, const std::string& target) {
    PlanRequest request;
    request.kind = PlanKind::Switch;
    request.node = node;
    request.target = parseSwitchTarget(target);
    return request;
  }

  PlanProgress run(const std::string& node, const std::string& target) {
    const auto preview = previewPlan(nodes(), requestFor(node, target), {"p", "demo", "", 1}, {});
    NoJournal journal;
    SystemPlanTime time(m_clock);
    return PlanRunner(PlanTools{nodes(), journal, time, {}}).start(preview.value().plan, {});
  }

  NodeOperations& nodes() { return *m_service.writer().nodes; }

  static DemoOptions quiet() {
    DemoOptions options;
    options.activity = false;
    return options;
  }

  SystemClock m_clock;
  testing::Listener m_listener;
  ClusterService m_service{std::make_unique<DemoSource>(quiet(), m_clock), m_listener, m_clock};
  SnapshotPtr m_data;
};

TEST_F(DemoPlans, WholeCardsToTopologyEvictsRepublishesAndOpensAgain) {
  const std::string name = nodeOf(GpuMode::Exclusive);
  ASSERT_FALSE(name.empty());
  const PlanProgress done = run(name, "topology");
  ASSERT_EQ(done.phase, PlanPhase::Done);
  const auto node = nodes().readNode(name, {}).value();
  EXPECT_GT(find(node->allocatable, "aliyun.com/gpu")->value(), 0);
  EXPECT_EQ(find(node->allocatable, "nvidia.com/gpu")->value(), 0);
  EXPECT_FALSE(node->unschedulable);
  EXPECT_TRUE(node->taints.empty());
  EXPECT_FALSE(done.pods.empty());
  for (const PodProgress& pod : done.pods) EXPECT_EQ(pod.state, PodState::Gone);
}

TEST_F(DemoPlans, ABudgetBlocksAnEviction) {
  const auto budgets = nodes().budgets({}).value();
  const auto spent =
      std::find_if(budgets.begin(), budgets.end(), [](const auto& b) { return b.disruptionsAllowed == 0; });
  ASSERT_NE(spent, budgets.end()) << "the demo has one that allows nothing";
  for (const NodePtr& node : m_data->nodes) {
    for (const PodPtr& pod : node->pods) {
      if (!selects(*spent, *pod->raw)) continue;
      const auto reply = nodes().evict(pod->key(), pod->raw->meta.uid, -1, true, {});
      ASSERT_TRUE(reply);
      EXPECT_EQ(reply->answer, EvictionAnswer::Blocked);
      EXPECT_EQ(reply->budget, spent->meta.key.name);
      return;
    }
  }
  FAIL() << "nobody is protected";
}

TEST_F(DemoPlans, CordonBringsItsTaintAndUncordonTakesIt) {
  const std::string name = m_data->nodes.front()->name;
  NodePatch patch;
  patch.unschedulable = true;
  ASSERT_TRUE(nodes().patchNode(name, patch, true, {}));
  EXPECT_FALSE(nodes().readNode(name, {}).value()->unschedulable) << "a dry run keeps nothing";
  const auto before = nodes().readNode(name, {}).value()->taints;
  ASSERT_TRUE(nodes().patchNode(name, patch, false, {}));
  EXPECT_EQ(nodes().readNode(name, {}).value()->taints.size(), before.size() + 1);
  patch.unschedulable = false;
  ASSERT_TRUE(nodes().patchNode(name, patch, false, {}));
  EXPECT_EQ(nodes().readNode(name, {}).value()->taints, before);
}

}  // namespace
}  // namespace cardinal
