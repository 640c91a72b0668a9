// SPDX-License-Identifier: Apache-2.0
#include "core/service/writes/change_session.h"

#include <gtest/gtest.h>

#include <set>

#include "core/plan/make/make_plan.h"
#include "core/service/writes/plan_work.h"
#include "tests/core/plan/fake_nodes.h"
#include "tests/support/builders.h"
#include "tests/support/temporary_folder.h"

namespace cardinal {
namespace {

using testing::FakeNodes;
using testing::Fuse;

SourceInfo cluster(SourceKind kind, const char* name = "test") {
  SourceInfo info;
  info.kind = kind;
  info.name = name;
  info.writable = true;
  return info;
}

/// What holds for a journal on disk holds for the demo cluster's in memory, too.
class ChangeSessionTest : public ::testing::TestWithParam<SourceKind> {
 protected:
  ChangeSessionTest() { m_nodes.put(*testing::ackNode("a", "default", 8, 0).raw()); }

  Plan cordon() { return makeCordonPlan(m_nodes.node("a"), m_session.newPlan()); }
  /// A plan that was begun and cut off.
  void leaveOpen(const Plan& plan) {
    JournalEntry entry;
    entry.plan = plan.id;
    entry.planned = std::make_shared<const Plan>(plan);
    ASSERT_TRUE(m_session.journal().write(entry));
  }

  test::TemporaryFolder m_folder;
  SystemClock m_clock;
  ChangeSession m_session{cluster(GetParam()), m_folder.path().string(), m_clock};
  Fuse m_fuse;
  FakeNodes m_nodes{m_fuse};
};

INSTANTIATE_TEST_SUITE_P(Kinds, ChangeSessionTest, ::testing::Values(SourceKind::Live, SourceKind::Demo));

TEST_P(ChangeSessionTest, OnlyOneWorksOnANodeAtATime) {
  {
    const auto first = m_session.hold("a");
    ASSERT_TRUE(first);
    EXPECT_TRUE(m_session.isAtWork("a"));
    EXPECT_EQ(m_session.hold("a").error().code, ErrorCode::PlanRunning);
    EXPECT_EQ(PlanWork(m_session, m_nodes).start(cordon(), {}).error().code, ErrorCode::PlanRunning);
    EXPECT_TRUE(m_session.hold("b")) << "another node is free";
  }
  EXPECT_FALSE(m_session.isAtWork("a"));
  EXPECT_TRUE(m_session.hold("a"));
  EXPECT_TRUE(m_nodes.acts.empty());
}

TEST_P(ChangeSessionTest, NothingBeginsOnANodeWhosePlanWaitsForADecision) {
  const Plan open = cordon();
  leaveOpen(open);
  const auto held = m_session.holdFree("a");
  ASSERT_FALSE(held);
  EXPECT_EQ(held.error().code, ErrorCode::PlanUnfinished);
  EXPECT_FALSE(m_session.isAtWork("a")) << "who was refused holds nothing";
  EXPECT_EQ(PlanWork(m_session, m_nodes).start(cordon(), {}).error().code, ErrorCode::PlanUnfinished);
  ASSERT_EQ(m_session.unfinished().value().size(), 1U);
  EXPECT_EQ(m_session.unfinished().value().front().plan.id, open.id);
}

TEST_P(ChangeSessionTest, APlanIsTakenUpAsTheJournalHasItAndOnlyOnce) {
  const Plan open = cordon();
  leaveOpen(open);
  PlanWork work(m_session, m_nodes);
  const auto done = work.takeUp(open, PlanDecision::Resume, {});
  ASSERT_TRUE(done) << describe(done.error());
  EXPECT_EQ(done->phase, PlanPhase::Done);
  EXPECT_EQ(m_nodes.acts, std::vector<std::string>{"cordon"});
  const auto again = work.takeUp(open, PlanDecision::RollBack, {});
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, ErrorCode::NotFound) << "it is finished";
  EXPECT_EQ(m_nodes.acts.size(), 1U);
}

TEST_P(ChangeSessionTest, APlanOfOneWriteThatFailsLeavesNoDecisionBehind) {
  m_nodes.patchError = makeError(ErrorCode::Forbidden, "nodes/a");
  const PlanProgress progress = PlanWork(m_session, m_nodes).runWhole(cordon(), {});
  ASSERT_TRUE(progress.stop);
  EXPECT_TRUE(m_session.unfinished().value().empty());
  EXPECT_TRUE(m_session.checkFree("a"));
}

TEST_P(ChangeSessionTest, EveryChangeHasANameOfItsOwn) {
  std::set<std::string> names;
  for (int i = 0; i < 100; ++i) names.insert(m_session.newPlan().id);
  for (int i = 0; i < 100; ++i) names.insert(m_session.log().beginBind({{"default", "p"}, {}, "a", {}})->id);
  EXPECT_EQ(names.size(), 200U);
}

TEST_P(ChangeSessionTest, WritesAreRefusedWhileLockedAndWhereTheSourceTakesNone) {
  EXPECT_TRUE(m_session.mayWrite());
  m_session.setLocked(true);
  EXPECT_EQ(m_session.mayWrite().error().place, "lock");
  m_session.setLocked(false);
  EXPECT_TRUE(m_session.mayWrite());
  SourceInfo saved = cluster(SourceKind::File);
  saved.writable = false;
  EXPECT_EQ(ChangeSession(saved, {}, m_clock).mayWrite().error().code, ErrorCode::ReadOnlySource);
}

TEST(ChangeSession, ProcessesThatShareAFolderShareHoldsAndPlansOfTheirCluster) {
  const test::TemporaryFolder folder;
  const SystemClock clock;
  ChangeSession one(cluster(SourceKind::Live), folder.path().string(), clock);
  ChangeSession two(cluster(SourceKind::Live), folder.path().string(), clock);
  ChangeSession elsewhere(cluster(SourceKind::Live, "other"), folder.path().string(), clock);
  {
    const auto held = one.hold("a");
    ASSERT_TRUE(held);
    EXPECT_EQ(two.hold("a").error().code, ErrorCode::PlanRunning);
    EXPECT_TRUE(elsewhere.hold("a")) << "a namesake of another cluster";
  }
  const auto node = testing::ackNode("a", "default", 8, 0).raw();
  JournalEntry entry;
  entry.planned = std::make_shared<const Plan>(makeCordonPlan(*node, one.newPlan()));
  entry.plan = entry.planned->id;
  ASSERT_TRUE(one.journal().write(entry));
  EXPECT_EQ(two.checkFree("a").error().code, ErrorCode::PlanUnfinished);
  EXPECT_TRUE(elsewhere.checkFree("a"));
  EXPECT_TRUE(elsewhere.unfinished().value().empty());
}

}  // namespace
}  // namespace cardinal
