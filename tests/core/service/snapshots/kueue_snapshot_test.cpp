// SPDX-License-Identifier: Apache-2.0
// From objects of Kueue as they stand in a file to the answer about its queues.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "core/model/extras/cluster_kinds.h"
#include "core/model/extras/erdma.h"
#include "core/model/extras/group_queues.h"
#include "core/model/extras/kueue.h"
#include "core/model/extras/nvidia.h"
#include "core/provider/record/snapshot_builder.h"
#include "core/queues/answers/queue_report.h"
#include "core/service/snapshots/snapshot_file.h"
#include "tests/support/contents_snapshot.h"

namespace cardinal {
namespace {

using namespace queues;

using testing::snapshotOf;

SnapshotContents teams() {
  auto read = loadSnapshotFile(std::string(CARDINAL_TEST_DATA) + "/queues/two-teams.yaml");
  EXPECT_TRUE(read) << toString(read.error().code) << read.error().detail;
  return read ? *read : SnapshotContents();
}

const QueueRow& teamB(const QueueReport& report) {
  return report.queues.at(1);
}

TEST(KueueSnapshot, BothVersionsOfTheApiComeToOneAnswer) {
  const auto snapshot = snapshotOf(teams());
  const QueueReport report = queueReport(KueueIndex(snapshot->extras));
  ASSERT_EQ(report.visibility, QueueVisibility::Known);
  ASSERT_EQ(report.queues.size(), 2U);
  EXPECT_EQ(report.queues[0].cells.at(0).borrowed, 4);
  EXPECT_EQ(teamB(report).cohort, "research") << "v1beta1 calls it cohort";
  EXPECT_EQ(teamB(report).cells.at(0).used, 2);
  EXPECT_EQ(teamB(report).cells.at(0).available, 2);
  EXPECT_TRUE(teamB(report).cautions.empty()) << "the selector names the one label that every namespace has";
  ASSERT_EQ(teamB(report).pending, 2U);
  const WaitingWorkload& train = teamB(report).waiting.at(0);
  EXPECT_EQ(train.owner, "Job/train");
  EXPECT_EQ(train.answer.verdict, QueueVerdict::Waits);
  EXPECT_EQ(train.answer.message, train.conditionMessage) << "the words of Kueue itself";
  EXPECT_EQ(report.unread, (std::vector<ExtraKind>{ExtraKind::KueuePriorityClass, ExtraKind::KueueCheck}));
}

TEST(KueueSnapshot, APodHeldByTheGateIsTracedToItsPlaceInTheLine) {
  const SnapshotContents contents = teams();
  const auto snapshot = snapshotOf(contents);
  const KueueIndex kueue(snapshot->extras);
  const auto wait = queueWaitOf(kueue, *contents.pods.at(0));
  ASSERT_TRUE(wait && wait->waiting);
  EXPECT_EQ(wait->waiting->position, 1U);
  EXPECT_EQ(wait->waiting->answer.clusterQueue, "team-b");
}

TEST(KueueSnapshot, SavingAndLoadingChangesNothing) {
  const SnapshotContents first = teams();
  const std::string path =
      std::filesystem::temp_directory_path() / ("kueue-" + std::to_string(::getpid()) + ".snapshot");
  ASSERT_TRUE(saveSnapshotFile(path, first));
  const auto second = loadSnapshotFile(path);
  std::filesystem::remove(path);
  ASSERT_TRUE(second);
  for (std::size_t kind = indexOf(ExtraKind::KueueClusterQueue); kind < kExtraKinds; ++kind) {
    const auto& a = first.extras[kind];
    const auto& b = second->extras[kind];
    ASSERT_EQ(a.has_value(), b.has_value()) << toString(static_cast<ExtraKind>(kind));
    if (!a) continue;
    ASSERT_EQ(a->size(), b->size()) << toString(static_cast<ExtraKind>(kind));
    for (std::size_t i = 0; i < a->size(); ++i) {
      const bool isSame =
          std::visit([&](const auto& one) { return *one == *std::get<std::decay_t<decltype(one)>>((*b)[i]); }, (*a)[i]);
      EXPECT_TRUE(isSame) << toString(static_cast<ExtraKind>(kind)) << " " << metaOf((*a)[i]).key.name;
    }
  }
  EXPECT_TRUE(second->extras[indexOf(ExtraKind::KueueCohort)]) << "read, and there are none";
}

TEST(KueueSnapshot, KindsOfOtherGroupsAreNotKueues) {
  const auto read = loadSnapshotFile(std::string(CARDINAL_TEST_DATA) + "/queues/two-teams.yaml");
  ASSERT_TRUE(read);
  EXPECT_FALSE(read->extras[indexOf(ExtraKind::KueueCheck)]) << "not in the file is not read, which is not none";
}

}  // namespace
}  // namespace cardinal
