// SPDX-License-Identifier: Apache-2.0
// Queues of Volcano below other queues: what those above have left counts too, where the scheduler reads parents.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/manifest/read/read_manifest.h"
#include "core/model/extras/extra.h"
#include "core/model/extras/group_queues.h"
#include "core/queues/group_report.h"
#include "core/service/read/file_admission.h"
#include "core/service/snapshots/snapshot_compare.h"
#include "core/service/snapshots/snapshot_file.h"

namespace cardinal {
namespace {

using namespace queues;

std::string treeText() {
  const std::ifstream file(std::string(CARDINAL_TEST_DATA) + "/queues/volcano-tree.yaml");
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const auto at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), with);
}

SnapshotPtr clusterOf(const std::string& text) {
  const auto path = std::filesystem::temp_directory_path() / ("tree-" + std::to_string(::getpid()) + ".yaml");
  std::ofstream(path) << text;
  auto read = snapshotOfFile(path.string());
  std::filesystem::remove(path);
  EXPECT_TRUE(read) << read.error().detail;
  return read ? *read : std::make_shared<const ClusterSnapshot>();
}

GroupWait waitOf(const std::string& text, const std::string& name) {
  for (const GroupReport& report : groupReports(*clusterOf(text))) {
    if (report.system != GroupSystem::Volcano) continue;
    for (const GroupWait& wait : report.waiting) {
      if (wait.key.name == name) return wait;
    }
  }
  throw std::runtime_error(name + " does not wait");
}

GroupAnswer answerOf(const std::string& text, const std::string& queue, int gpus) {
  const auto manifest = readManifest(
      "apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nmetadata: {name: v, namespace: batch}\nspec: {queue: " +
          queue +
          ", tasks: [{name: w, replicas: 1, template: {spec: {containers: [{name: m, image: x, resources: {limits: "
          "{nvidia.com/gpu: " +
          std::to_string(gpus) + "}}}]}}}]}\n",
      "file.yaml");
  EXPECT_TRUE(manifest);
  for (const ObjectAdmission& one : admissionsOf(manifest->objects, *clusterOf(text), {"batch", {}})) {
    if (one.other && one.other->system == GroupSystem::Volcano) return *one.other;
  }
  throw std::runtime_error("Volcano does not answer");
}

TEST(VolcanoTree, WhatQueuesAboveHaveLeftBindsTheQueueBelow) {
  // dept: 8, of which team-a holds 4 and team-b 1
  EXPECT_EQ(waitOf(treeText(), "two").cause, GroupCause::None) << "team-a may have 6, and dept has 3 left";
  const GroupWait three = waitOf(treeText(), "three");
  EXPECT_EQ(three.cause, GroupCause::AboveFree);
  EXPECT_EQ(three.quota, "") << "its own 6 are short first";
  EXPECT_EQ(three.free, 2);
  const GroupWait four = waitOf(treeText(), "four");
  EXPECT_EQ(four.cause, GroupCause::AboveFree);
  EXPECT_EQ(four.quota, "dept") << "team-b is not limited itself";
  EXPECT_EQ(four.requested, 4);
  EXPECT_EQ(four.free, 3);
  EXPECT_TRUE(four.isModelled);
  const auto isRaise = [](const GroupRemedy& one) { return one.kind == GroupRemedy::Kind::MoreQuota; };
  const auto raise = std::find_if(four.remedies.begin(), four.remedies.end(), isRaise);
  ASSERT_NE(raise, four.remedies.end());
  EXPECT_EQ(raise->raises.front().quota, "dept");
  EXPECT_EQ(raise->raises.front().amount, 1);
  const GroupWait nine = waitOf(treeText(), "nine");
  EXPECT_EQ(nine.cause, GroupCause::AboveLimit);
  EXPECT_EQ(nine.quota, "dept");
  EXPECT_EQ(nine.free, 8);
}

TEST(VolcanoTree, GuaranteesBesideAQueueAreNotFreeForItAndTheRootIsNotLimitedByNodes) {
  const std::string guaranteed = replaced(treeText(), "guarantee: {resource: {nvidia.com/gpu: \"2\"}}",
                                          "guarantee: {resource: {nvidia.com/gpu: \"3\"}}");
  const GroupWait two = waitOf(guaranteed, "two");
  EXPECT_EQ(two.cause, GroupCause::AboveFree) << "8 - 3 leave 5 for team-a, which holds 4";
  EXPECT_EQ(two.free, 1);
  EXPECT_EQ(waitOf(treeText(), "many").cause, GroupCause::None);
}

TEST(VolcanoTree, ParentsDoNotCountWhereTheSchedulerDoesNotReadThem) {
  const std::string flat = replaced(treeText(), "enableHierarchy: true", "enableHierarchy: false");
  EXPECT_EQ(waitOf(flat, "four").cause, GroupCause::None);
  EXPECT_EQ(waitOf(flat, "three").cause, GroupCause::AboveFree);
}

TEST(VolcanoTree, OnlyAQueueWithoutQueuesBelowItTakesGroupsAndATreeThatIsNotValidStopsAll) {
  const GroupAnswer inner = answerOf(treeText(), "dept", 1);
  EXPECT_EQ(inner.verdict, GroupVerdict::NoQueue);
  EXPECT_EQ(inner.cause, GroupCause::QueueNotLeaf);
  const std::string orphan = replaced(treeText(), "parent: dept, guarantee", "parent: gone, guarantee");
  EXPECT_EQ(waitOf(orphan, "two").cause, GroupCause::TreeBroken);
  EXPECT_EQ(waitOf(orphan, "two").quota, "team-b");
  const std::string ring = replaced(treeText(), "spec: {weight: 1, capability: {nvidia.com/gpu: \"8\"}}",
                                    "spec: {weight: 1, parent: team-a}");
  EXPECT_EQ(waitOf(ring, "many").cause, GroupCause::TreeBroken);
}

TEST(VolcanoTree, AFileIsAskedAboutTheWholeChain) {
  EXPECT_EQ(answerOf(treeText(), "team-b", 3).verdict, GroupVerdict::Passes);
  const GroupAnswer four = answerOf(treeText(), "team-b", 4);
  EXPECT_EQ(four.verdict, GroupVerdict::Waits);
  EXPECT_EQ(four.quota, "dept");
  EXPECT_EQ(four.isAdmittedNow(), std::nullopt) << "what groups hold is counted over GPU pods";
  EXPECT_EQ(answerOf(treeText(), "team-b", 9).verdict, GroupVerdict::Never);
}

TEST(VolcanoTree, ASavedSnapshotKeepsWhetherParentsCount) {
  const auto first = clusterOf(treeText());
  ASSERT_NE(first->extras, nullptr);
  EXPECT_TRUE(first->extras->groups->volcanoConfigs.front()->hasHierarchy);
  const auto path = std::filesystem::temp_directory_path() / ("tree-" + std::to_string(::getpid()) + ".yaml");
  std::ofstream(path) << treeText();
  const auto loaded = loadSnapshotFile(path.string());
  ASSERT_TRUE(loaded);
  const std::string saved = path.string() + ".snapshot";
  ASSERT_TRUE(saveSnapshotFile(saved, *loaded));
  const auto again = snapshotOfFile(saved);
  std::filesystem::remove(path);
  std::filesystem::remove(saved);
  ASSERT_TRUE(again);
  EXPECT_TRUE((*again)->extras->groups->volcanoConfigs.front()->hasHierarchy);
}

TEST(VolcanoFiles, AQueueOfKueueIsNoneOfVolcanos) {
  const auto manifest = readManifest(
      "apiVersion: batch/v1\nkind: Job\nmetadata: {name: j, namespace: batch, labels: {kueue.x-k8s.io/queue-name: "
      "main}}\nspec: {template: {spec: {schedulerName: volcano, containers: [{name: m, image: x, resources: {limits: "
      "{nvidia.com/gpu: 1}}}]}}}\n",
      "file.yaml");
  ASSERT_TRUE(manifest);
  int answers = 0;
  for (const ObjectAdmission& one : admissionsOf(manifest->objects, *clusterOf(treeText()), {"batch", {}, {}})) {
    if (!one.other || one.other->system != GroupSystem::Volcano) continue;
    ++answers;
    EXPECT_EQ(one.other->queue, "default");
  }
  EXPECT_EQ(answers, 1);
}

}  // namespace
}  // namespace cardinal
