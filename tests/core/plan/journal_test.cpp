// SPDX-License-Identifier: Apache-2.0
#include "core/plan/journal.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "core/plan/make_plan.h"
#include "tests/support/builders.h"
#include "tests/support/temporary_folder.h"

namespace cardinal {
namespace {

Plan somePlan(const std::string& id) {
  const auto node = testing::ackNode("a", "cgpu", 4, 15).taint("x", "y", "NoSchedule").raw();
  DrainPolicy policy;
  policy.evictBare = true;
  policy.graceSeconds = 7;
  return makeSwitchPlan(*node, assessSwitch(*node, parseSwitchTarget("default").value()), policy, {},
                        {id, "ctx", "h:1", 5});
}

JournalEntry planned(const std::string& id) {
  JournalEntry entry;
  entry.plan = id;
  entry.planned = std::make_shared<const Plan>(somePlan(id));
  return entry;
}

JournalEntry event(const std::string& id, JournalEvent what, int step = -1) {
  JournalEntry entry;
  entry.plan = id;
  entry.event = what;
  entry.step = step;
  return entry;
}

TEST(Journal, KeepsAPlanWhole) {
  const auto back = parseLine(toLine(planned("p")));
  ASSERT_TRUE(back);
  EXPECT_EQ(*back->planned, somePlan("p"));
}

TEST(Journal, KeepsTheReasonOfAStop) {
  JournalEntry entry = event("p", JournalEvent::Stopped, 3);
  PlanStop stop;
  stop.code = StopCode::WriteFailed;
  stop.step = 3;
  stop.found = "a\nb\"c";
  stop.error = makeError(ErrorCode::Forbidden, "patch nodes", "cluster", "no \xff way");
  entry.stop = stop;
  const std::string line = toLine(entry);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const auto back = parseLine(line);
  ASSERT_TRUE(back && back->stop && back->stop->error);
  EXPECT_EQ(back->stop->found, "a\nb\"c");
  EXPECT_EQ(back->stop->error->code, ErrorCode::Forbidden);
}

TEST(Journal, RefusesWhatIsNoEntry) {
  for (const char* line :
       {"", "{", "[]", "{}", R"({"v":1})", R"({"v":2,"plan":"p","event":"Resumed"})",
        R"({"v":1,"plan":"p","event":"Invented"})", R"({"v":1,"plan":"p","event":"Planned"})",
        R"({"v":1,"plan":"p","event":"Planned","planned":{"kind":"Switch"}})", R"({"v":1,"plan":7,"event":"Resumed"})",
        R"({"v":1,"plan":"p","event":"StepDone","step":"x"})"}) {
    EXPECT_FALSE(parseLine(line)) << line;
  }
}

TEST(JournalFile, AppendsAndReads) {
  const test::TemporaryFolder folder;
  JournalFile journal(folder.path().string() + "/deep/state");
  EXPECT_TRUE(journal.read()->entries.empty());
  ASSERT_TRUE(journal.write(planned("p")));
  ASSERT_TRUE(journal.write(event("p", JournalEvent::StepBegun, 0)));
  const auto contents = journal.read();
  ASSERT_TRUE(contents);
  ASSERT_EQ(contents->entries.size(), 2U);
  EXPECT_EQ(contents->entries[1].step, 0);
  struct stat about = {};
  ASSERT_EQ(::stat(journal.path().c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777U, 0600U) << "nobody else reads what was done";
}

TEST(JournalFile, ATornLineCostsOnlyItself) {
  const test::TemporaryFolder folder;
  JournalFile journal(folder.path().string());
  ASSERT_TRUE(journal.write(planned("p")));
  { std::ofstream(journal.path(), std::ios::app) << R"({"v":1,"plan":"p","ev)"; }
  EXPECT_EQ(journal.read()->entries.size(), 1U);
  EXPECT_EQ(journal.read()->unreadable, 0U) << "a write that was cut off";
  ASSERT_TRUE(journal.write(event("p", JournalEvent::Resumed)));
  const auto contents = journal.read();
  EXPECT_EQ(contents->entries.size(), 2U);
  EXPECT_EQ(contents->unreadable, 1U);
}

TEST(JournalFile, SaysWhereItCannotWrite) {
  JournalFile journal("/dev/null/state");
  const auto written = journal.write(planned("p"));
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, ErrorCode::FileUnwritable);
}

TEST(JournalFile, OnlyOnePlanWorksOnANode) {
  const test::TemporaryFolder folder;
  const JournalFile journal(folder.path().string());
  {
    const auto first = journal.lockNode("ctx", "a");
    ASSERT_TRUE(first);
    const auto second = journal.lockNode("ctx", "a");
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, ErrorCode::PlanRunning);
    EXPECT_TRUE(journal.lockNode("ctx", "b"));
    EXPECT_TRUE(journal.lockNode("other", "a"));
  }
  EXPECT_TRUE(journal.lockNode("ctx", "a"));
}

TEST(Journal, FindsWhatIsNotFinished) {
  JournalEntry done = event("one", JournalEvent::Finished);
  done.phase = PlanPhase::Done;
  const auto open = unfinishedPlans({planned("one"), planned("two"), event("two", JournalEvent::StepBegun, 0), done,
                                     event("lost", JournalEvent::StepDone, 1)});
  ASSERT_EQ(open.size(), 1U);
  EXPECT_EQ(open[0].plan.id, "two");
  EXPECT_EQ(open[0].steps[0].state, StepState::Begun);
  EXPECT_EQ(currentStep(open[0]), 0U);
}

TEST(Journal, ANodeIsFreeUntilAPlanForItWaits) {
  const std::vector<JournalEntry> entries{planned("two")};
  const Plan& plan = *entries.front().planned;
  const auto busy = checkFree(entries, plan.cluster, plan.server, plan.node);
  ASSERT_FALSE(busy);
  EXPECT_EQ(busy.error().code, ErrorCode::PlanUnfinished);
  EXPECT_EQ(busy.error().detail, "two");
  EXPECT_TRUE(checkFree(entries, plan.cluster, plan.server, plan.node + "x"));
  EXPECT_TRUE(checkFree(entries, plan.cluster, plan.server + ":1", plan.node)) << "another cluster of the name";
  JournalEntry left = event("two", JournalEvent::Finished);
  left.phase = PlanPhase::Left;
  EXPECT_TRUE(checkFree({entries.front(), left}, plan.cluster, plan.server, plan.node));
}

}  // namespace
}  // namespace cardinal
