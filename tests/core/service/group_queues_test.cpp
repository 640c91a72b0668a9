// SPDX-License-Identifier: Apache-2.0
// Queues of Volcano and KAI and elastic quotas: from objects in a file to figures and who waits.
#include "core/queues/group_report.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/model/extras/cluster_kinds.h"
#include "core/model/extras/erdma.h"
#include "core/model/extras/group_queues.h"
#include "core/model/extras/kueue.h"
#include "core/model/extras/nvidia.h"
#include "core/provider/record/snapshot_builder.h"
#include "core/queues/answers/queue_export.h"
#include "core/service/snapshots/snapshot_file.h"
#include "tests/support/contents_snapshot.h"

namespace cardinal {
namespace {

using namespace queues;

using testing::snapshotOf;

SnapshotContents groups() {
  auto read = loadSnapshotFile(std::string(CARDINAL_TEST_DATA) + "/queues/pod-groups.yaml");
  EXPECT_TRUE(read) << toString(read.error().code) << read.error().detail;
  return read ? *read : SnapshotContents();
}

const GroupReport& of(const std::vector<GroupReport>& reports, GroupSystem system) {
  for (const GroupReport& report : reports) {
    if (report.system == system) return report;
  }
  throw std::runtime_error("system is not reported");
}

const GroupQueueRow& row(const GroupReport& report, const std::string& name) {
  for (const GroupQueueRow& queue : report.queues) {
    if (queue.key.name == name) return queue;
  }
  throw std::runtime_error("no queue " + name);
}

const GroupCell& cell(const GroupQueueRow& queue, const std::string& resource) {
  for (const GroupCell& one : queue.cells) {
    if (one.resource == resource) return one;
  }
  throw std::runtime_error("no resource " + resource);
}

TEST(GroupQueues, VolcanoTellsItsFiguresAndWhyGroupsWait) {
  const auto reports = groupReports(*snapshotOf(groups()));
  const GroupReport& volcano = of(reports, GroupSystem::Volcano);
  const GroupQueueRow& research = row(volcano, "research");
  EXPECT_EQ(research.state, "Open");
  EXPECT_EQ(research.weight, 4);
  const GroupCell& cards = cell(research, "nvidia.com/gpu");
  EXPECT_EQ(cards.guaranteed, 2);
  EXPECT_EQ(cards.deserved, 6);
  EXPECT_EQ(cards.limit, 8);
  EXPECT_EQ(cards.used, 6);
  EXPECT_TRUE(std::isinf(cell(research, "cpu").limit.value_or(0))) << "what the capability does not name is unlimited";
  ASSERT_EQ(volcano.waiting.size(), 3U) << "a group that runs does not wait";
  EXPECT_EQ(volcano.waiting[0].conditionMessage, "3/4 tasks in gang unschedulable");
  EXPECT_EQ(volcano.waiting[0].cause, GroupCause::None);
  EXPECT_EQ(volcano.waiting[1].cause, GroupCause::AboveLimit);
  EXPECT_EQ(volcano.waiting[1].resource, "nvidia.com/gpu");
  EXPECT_EQ(volcano.waiting[2].cause, GroupCause::QueueNotOpen);
}

TEST(GroupQueues, KaiGrantsSharesWhereEverythingWasRead) {
  const SnapshotContents contents = groups();
  const auto reports = groupReports(*snapshotOf(contents));
  const GroupReport& kai = of(reports, GroupSystem::Kai);
  EXPECT_EQ(cell(row(kai, "team-a"), "nvidia.com/gpu").share, 4);
  EXPECT_EQ(cell(row(kai, "team-b"), "nvidia.com/gpu").share, 4);
  EXPECT_EQ(cell(row(kai, "team-b"), "nvidia.com/gpu").limit, 6);
  EXPECT_EQ(cell(row(kai, "team-b"), "cpu").deserved, 4) << "4000 thousandths of a core";
  EXPECT_EQ(cell(row(kai, "team-b"), "memory").limit, 0) << "what a queue of KAI does not set is 0";
  ASSERT_EQ(kai.waiting.size(), 1U);
  EXPECT_EQ(kai.waiting[0].conditionReason, "OverLimit");
  const auto partial = groupReports(*snapshotOf(contents, {ExtraKind::KaiPodGroup}));
  EXPECT_FALSE(cell(row(of(partial, GroupSystem::Kai), "team-a"), "nvidia.com/gpu").share) << "groups were not read";
  EXPECT_FALSE(of(partial, GroupSystem::Kai).knowsGroups);
}

TEST(GroupQueues, QuotasOfBothGroupsAreKeptApart) {
  const auto reports = groupReports(*snapshotOf(groups()));
  const GroupReport& koordinator = of(reports, GroupSystem::Koordinator);
  EXPECT_EQ(row(koordinator, "vision").parent, "research");
  EXPECT_EQ(cell(row(koordinator, "vision"), "nvidia.com/gpu").used, 5);
  EXPECT_FALSE(koordinator.knowsGroups);
  const GroupReport& plugins = of(reports, GroupSystem::SchedulerPlugins);
  EXPECT_FALSE(cell(row(plugins, "batch"), "cpu").used) << "not reported is not 0";
  EXPECT_EQ(groupAmountText("cpu", *cell(row(plugins, "batch"), "cpu").limit), "1500m");
  ASSERT_EQ(plugins.waiting.size(), 1U);
  EXPECT_EQ(plugins.waiting[0].minMember, 3);
}

TEST(GroupQueues, SavingAndLoadingChangesNothing) {
  const SnapshotContents first = groups();
  const std::string path =
      std::filesystem::temp_directory_path() / ("groups-" + std::to_string(::getpid()) + ".snapshot");
  ASSERT_TRUE(saveSnapshotFile(path, first));
  const auto second = loadSnapshotFile(path);
  std::filesystem::remove(path);
  ASSERT_TRUE(second);
  for (std::size_t kind = indexOf(ExtraKind::VolcanoQueue); kind < kExtraKinds; ++kind) {
    const auto& a = first.extras[kind];
    const auto& b = second->extras[kind];
    ASSERT_EQ(a.has_value(), b.has_value()) << groupOf(static_cast<ExtraKind>(kind));
    if (!a) continue;
    ASSERT_EQ(a->size(), b->size());
    for (std::size_t i = 0; i < a->size(); ++i) {
      const bool isSame =
          std::visit([&](const auto& one) { return *one == *std::get<std::decay_t<decltype(one)>>((*b)[i]); }, (*a)[i]);
      EXPECT_TRUE(isSame) << groupOf(static_cast<ExtraKind>(kind)) << " " << metaOf((*a)[i]).key.name;
    }
  }
}

TEST(GroupQueues, AClusterWithoutThemTellsNothing) {
  EXPECT_TRUE(groupReports(ClusterSnapshot()).empty());
}

TEST(GroupQueues, ATableForOtherProgramsHasARowForEachResourceInItsUnit) {
  const auto reports = groupReports(*snapshotOf(groups()));
  ExportTable table{ExportKind::Queues, exportKeys(ExportKind::Queues), {}};
  addQueueRows(GroupSystem::Volcano, row(of(reports, GroupSystem::Volcano), "research"), 2, table);
  addQueueRows(GroupSystem::SchedulerPlugins, row(of(reports, GroupSystem::SchedulerPlugins), "batch"), {}, table);
  addQueueRows(GroupSystem::Volcano, row(of(reports, GroupSystem::Volcano), "nightly"), 1, table);
  const auto line = [&](std::size_t at) {
    std::string out;
    for (const ExportCell& cell : table.rows.at(at)) out += (cell.known ? cell.text : "?") + " ";
    return out;
  };
  ASSERT_EQ(table.rows.size(), 4U);
  for (const auto& one : table.rows) EXPECT_EQ(one.size(), table.keys.size());
  EXPECT_EQ(line(0), "volcano ? research ? Open ? cpu cores ? ? ? unlimited 16 ? ? ? 2 ? ");
  EXPECT_EQ(line(1), "volcano ? research ? Open ? nvidia.com/gpu pieces 2 6 ? 8 6 ? ? ? 2 ? ");
  EXPECT_EQ(line(2), "scheduler-plugins team-b batch ? ? ? cpu cores ? ? ? 1.5 ? ? ? ? ? ? ");
  EXPECT_EQ(line(3), "volcano ? nightly ? Closed ? ? ? ? ? ? ? ? ? ? ? 1 ? ");
}

TEST(GroupQueues, WholeCardsStandForAQueueBeforePartsOfCardsAndBeforeAnythingElse) {
  for (const char* cards : {"nvidia.com/gpu", "aliyun.com/gpu", "nvidia.com/mig-1g.10gb", "huawei.com/Ascend910"})
    EXPECT_EQ(rankOfResource(cards), 2) << cards;
  for (const char* parts : {"nvidia.com/gpumem", "aliyun.com/gpu-mem", "koordinator.sh/gpu-core"})
    EXPECT_EQ(rankOfResource(parts), 1) << parts;
  for (const char* other :
       {"cpu", "memory", "rdma/hca", "aliyun/erdma", "koordinator.sh/rdma", "kubernetes.io/batch-cpu"})
    EXPECT_EQ(rankOfResource(other), 0) << other;
}

TEST(GroupQueues, TheUnitOfAnAmountIsSaidOnlyWhereItIsKnown) {
  GroupQueueRow row;
  row.key.name = "research";
  for (const char* resource : {"cpu", "kubernetes.io/batch-cpu", "koordinator.sh/gpu-memory", "nvidia.com/gpumem",
                               "volcano.sh/vgpu-cores", "nvidia.com/gpu", "aliyun.com/gpu-mem", "rdma/hca"})
    row.cells.push_back({resource, {}, {}, {}, {}, {}});
  ExportTable table{ExportKind::Queues, exportKeys(ExportKind::Queues), {}};
  addQueueRows(GroupSystem::Koordinator, row, {}, table);
  const auto unit = std::find(table.keys.begin(), table.keys.end(), "unit") - table.keys.begin();
  std::vector<std::string> units;
  for (const auto& line : table.rows) {
    const ExportCell& cell = line.at(static_cast<std::size_t>(unit));
    units.push_back(cell.known ? cell.text : "?");
  }
  EXPECT_EQ(units, (std::vector<std::string>{"cores", "millicores", "bytes", "MiB", "percent", "pieces", "?", "?"}));
}

TEST(GroupQueues, WhoWaitsIsATableToo) {
  const auto reports = groupReports(*snapshotOf(groups()));
  ExportTable table{ExportKind::Waiting, exportKeys(ExportKind::Waiting), {}};
  for (const GroupWait& wait : of(reports, GroupSystem::Volcano).waiting)
    addWaitingRow(GroupSystem::Volcano, wait, table);
  ASSERT_EQ(table.rows.size(), 3U);
  for (const auto& one : table.rows) EXPECT_EQ(one.size(), table.keys.size());
  EXPECT_EQ(table.rows[0][11].text, "4 nvidia.com/gpu");
  EXPECT_FALSE(table.rows[0][12].known);
  EXPECT_EQ(table.rows[1][12].text, "aboveLimit");
  EXPECT_EQ(table.rows[0].back().text, "3/4 tasks in gang unschedulable");
}

}  // namespace
}  // namespace cardinal
