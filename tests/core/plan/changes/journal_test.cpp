// SPDX-License-Identifier: Apache-2.0
#include "core/plan/changes/journal.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/plan/changes/durable_file.h"
#include "core/plan/changes/journal_rotation.h"
#include "core/plan/make/make_plan.h"
#include "tests/support/builders.h"
#include "tests/support/temporary_folder.h"

namespace {
std::atomic<int> synced{0};
}  // namespace

/// The one that the program calls, in the place of the C library's.
extern "C" int fsync(int descriptor) {
  ++synced;
  return static_cast<int>(::syscall(SYS_fsync, descriptor));
}

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

TEST(DurableFile, ALineIsOnTheDiskBeforeItIsCalledWritten) {
  const test::TemporaryFolder folder;
  const std::string state = folder.path().string() + "/state";
  std::vector<std::string> synced;
  bool fails = false;
  const Sync sync = [&](int descriptor) {
    std::error_code failure;
    const auto place = std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(descriptor), failure);
    const bool isFolder = std::filesystem::is_directory(place, failure);
    synced.push_back(isFolder ? "folder" : std::to_string(std::filesystem::file_size(place, failure)) + " bytes");
    if (fails) errno = EIO;
    return fails ? -1 : 0;
  };
  ASSERT_TRUE(appendDurably(state, "f", "one", sync));
  EXPECT_EQ(synced, (std::vector<std::string>{"4 bytes", "folder"})) << "the line, then the name of the new file";
  synced.clear();
  ASSERT_TRUE(appendDurably(state, "f", "two", sync));
  EXPECT_EQ(synced, std::vector<std::string>{"8 bytes"});
  fails = true;
  EXPECT_FALSE(appendDurably(state, "f", "three", sync)) << "what may be lost is not called written";
}

TEST(JournalFile, EveryEntryIsOnTheDiskBeforeItIsCalledWritten) {
  const test::TemporaryFolder folder;
  JournalFile journal(folder.path().string());
  ASSERT_TRUE(journal.write(planned("p")));
  const int first = synced;
  EXPECT_GE(first, 2) << "the line and the name of the new file";
  ASSERT_TRUE(journal.write(event("p", JournalEvent::Resumed)));
  EXPECT_EQ(synced - first, 1);
}

TEST(DurableFile, RewritingLosesNothingOfThoseWhoWait) {
  const test::TemporaryFolder folder;
  const std::string state = folder.path().string();
  const Sync sync = [](int) { return 0; };
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(appendDurably(state, "f", "old", sync));
  ASSERT_TRUE(rewriteWhenLarge(
      state, "f", 1000, [](std::string_view) { return std::string("no\n"); }, sync));
  EXPECT_EQ(std::filesystem::file_size(state + "/f"), 40U) << "not large enough";
  std::thread other;
  std::atomic<bool> waits{false};
  ASSERT_TRUE(rewriteWhenLarge(
      state, "f", 39,
      [&](std::string_view content) {
        EXPECT_EQ(content.size(), 40U);
        // It opens the old file and waits for its lock; its line must not go there.
        other = std::thread([&] {
          waits = true;
          waits.notify_one();
          EXPECT_TRUE(appendDurably(state, "f", "new", sync));
        });
        waits.wait(false);
        return std::string("kept\n");
      },
      sync));
  other.join();
  std::ifstream file(state + "/f");
  const std::string now{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  EXPECT_EQ(now, "kept\nnew\n");
  EXPECT_EQ(std::filesystem::file_size(state + "/f.old"), 40U) << "what was there is beside it";
}

TEST(JournalRotation, KeepsWhatCanBeUndoneOrIsNotFinished) {
  std::vector<std::string> lines;
  const auto add = [&lines](const JournalEntry& entry) { lines.push_back(toLine(entry)); };
  const auto noted = [](const std::string& id, UnixSeconds time, const char* verb, NoteState state) {
    JournalEntry entry = event(id, JournalEvent::Noted);
    entry.time = time;
    ChangeNote note;
    note.state = state;
    note.verb = verb;
    note.cluster = "ctx";
    note.kind = "Node";
    note.object = {"", "n"};
    note.fields = {{"metadata.labels[a]", "1", "2"}};
    entry.note = std::make_shared<const ChangeNote>(note);
    return entry;
  };
  add(planned("unfinished"));
  add(event("unfinished", JournalEvent::StepBegun, 0));
  add(noted("undoable", 1, "patch", NoteState::Begun));
  add(noted("undoable", 1, "patch", NoteState::Done));
  add(noted("unknown", 1, "bind", NoteState::Begun));
  add(noted("over", 1, "patch", NoteState::Failed));
  lines.push_back(R"({"v":99,"of":"a newer version"})");
  for (std::size_t i = 0; i < 2 * kChangesKept; ++i)
    add(noted("many" + std::to_string(i), 1000 + static_cast<UnixSeconds>(i), "bind", NoteState::Failed));
  std::string content;
  for (const std::string& line : lines) content += line + "\n";
  const std::string kept = withoutWhatIsOver(content);
  ASSERT_FALSE(kept.empty());
  EXPECT_LT(kept.size(), content.size() * 2 / 3);
  for (std::size_t i : {0U, 1U, 2U, 3U, 4U, 6U}) EXPECT_NE(kept.find(lines[i] + "\n"), std::string::npos) << lines[i];
  EXPECT_EQ(kept.find("\"over\""), std::string::npos);
  EXPECT_EQ(kept.find("\"many0\""), std::string::npos);
  EXPECT_NE(kept.find("\"many" + std::to_string(2 * kChangesKept - 1) + "\""), std::string::npos);
  EXPECT_TRUE(withoutWhatIsOver(kept).empty()) << "not again for nothing";
}

TEST(JournalFile, ALinkInItsPlaceIsNotFollowed) {
  const test::TemporaryFolder folder;
  const std::string other = folder.write("other", "");
  JournalFile journal((folder.path() / "state").string());
  std::filesystem::create_directories(folder.path() / "state");
  std::filesystem::create_symlink(other, journal.path());
  EXPECT_FALSE(journal.write(planned("p")));
  EXPECT_EQ(std::filesystem::file_size(other), 0U);
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
