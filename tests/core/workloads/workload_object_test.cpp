// SPDX-License-Identifier: Apache-2.0
#include "core/workloads/workload_object.h"

#include <gtest/gtest.h>

#include "core/workloads/workloads.h"
#include "tests/support/builders.h"

namespace cardinal {
namespace {

using testing::nvidiaNode;
using testing::pod;
using testing::PodBuilder;
using testing::snapshotOf;

constexpr std::string_view kDeployment = R"({"apiVersion":"apps/v1","kind":"Deployment",
  "metadata":{"name":"chat","namespace":"team-a","managedFields":[{"manager":"kubectl"}]},
  "spec":{"replicas":5,"selector":{"matchLabels":{"app":"chat"}},"template":{"metadata":{"labels":{"app":"chat"}},
    "spec":{"containers":[{"name":"c","image":"i","resources":{"limits":{"nvidia.com/gpu":"2"}}}]}}},
  "status":{"replicas":2}})";

constexpr std::string_view kPyTorchJob = R"({"apiVersion":"kubeflow.org/v1","kind":"PyTorchJob",
  "metadata":{"name":"bert","labels":{"kueue.x-k8s.io/queue-name":"main"}},
  "spec":{"runPolicy":{"suspend":true},"pytorchReplicaSpecs":{
    "Master":{"replicas":1,"template":{"spec":{"containers":[{"name":"pytorch","image":"i"}]}}},
    "Worker":{"replicas":3,"template":{"spec":{"containers":[{"name":"pytorch","image":"i",
      "resources":{"limits":{"nvidia.com/gpu":8}}}]}}}}}})";

TEST(WorkloadObjectTest, ADeploymentWantsItsReplicasAndNamesNoQueue) {
  const auto object = readWorkloadObject(kDeployment);
  ASSERT_TRUE(object) << object.error().detail;
  EXPECT_EQ(*object, (WorkloadObject{5, 10, QueueSystem::None, "", false}));
}

TEST(WorkloadObjectTest, OnlyRolesThatAskForGpusCount) {
  const auto object = readWorkloadObject(kPyTorchJob);
  ASSERT_TRUE(object) << object.error().detail;
  EXPECT_EQ(object->wanted, 3);
  EXPECT_EQ(object->cards, 24);
  EXPECT_EQ(object->queueSystem, QueueSystem::Kueue);
  EXPECT_EQ(object->queue, "main");
  EXPECT_TRUE(object->isSuspended);
}

TEST(WorkloadObjectTest, TheQueueOfVolcanosOwnFieldIsVolcanos) {
  const auto object = readWorkloadObject(R"({"apiVersion":"batch.volcano.sh/v1alpha1","kind":"Job",
    "metadata":{"name":"j"},"spec":{"queue":"research","minAvailable":2,"tasks":[{"name":"t","replicas":2,
    "template":{"spec":{"containers":[{"name":"c","image":"i","resources":{"limits":{"nvidia.com/gpu":1}}}]}}}]}})");
  ASSERT_TRUE(object) << object.error().detail;
  EXPECT_EQ(*object, (WorkloadObject{2, 2, QueueSystem::Volcano, "research", false}));
}

TEST(WorkloadObjectTest, TheQueueOfAnotherOperatorsFieldIsNobodysUntilItSaysWhose) {
  const auto object = readWorkloadObject(R"({"apiVersion":"kubeflow.org/v1","kind":"PyTorchJob","metadata":{"name":"j"},
    "spec":{"runPolicy":{"schedulingPolicy":{"queue":"night"}},"pytorchReplicaSpecs":{"Worker":{"replicas":1,"template":
    {"spec":{"containers":[{"name":"c","image":"i","resources":{"limits":{"nvidia.com/gpu":1}}}]}}}}}})");
  ASSERT_TRUE(object) << object.error().detail;
  EXPECT_EQ(object->queue, "night");
  EXPECT_EQ(object->queueSystem, QueueSystem::None);
}

TEST(WorkloadObjectTest, WhatItsFormDoesNotSayIsUnknown) {
  const auto other = readWorkloadObject(R"({"apiVersion":"kubeflow.org/v9","kind":"PyTorchJob","metadata":{"name":"j"},
    "spec":{"pytorchReplicaSpecs":{"Worker":{"replicas":3,"template":{"spec":{"containers":[{"name":"c","image":"i",
    "resources":{"limits":{"nvidia.com/gpu":8}}}]}}}}}})");
  ASSERT_TRUE(other) << other.error().detail;
  EXPECT_EQ(other->wanted, std::nullopt);
  EXPECT_EQ(other->cards, std::nullopt);
  const auto words = readWorkloadObject(R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d"},
    "spec":{"replicas":"many","template":{"spec":{"containers":[]}}}})");
  EXPECT_FALSE(words);
}

TEST(WorkloadObjectTest, APausedDeploymentKeepsItsPodsAndIsNotSuspended) {
  std::string text(kDeployment);
  text.replace(text.find("\"replicas\":5"), 12, "\"paused\":true,\"replicas\":5");
  const auto object = readWorkloadObject(text);
  ASSERT_TRUE(object) << object.error().detail;
  EXPECT_FALSE(object->isSuspended);
}

TEST(WorkloadObjectTest, WhatIsNoObjectIsAnError) {
  for (const std::string_view text : {"", "[]", "{", "null", "3"}) EXPECT_FALSE(readWorkloadObject(text)) << text;
}

TEST(WorkloadObjectTest, AKindIsAskedForUnderItsOwnGroups) {
  using Versions = std::vector<std::string>;
  EXPECT_EQ(apiVersionsOf("Deployment").front(), "apps/v1");
  EXPECT_EQ(apiVersionsOf("Job"), Versions{"batch/v1"});
  EXPECT_EQ(apiVersionsOf("Job.batch.volcano.sh"), Versions{"batch.volcano.sh/v1alpha1"});
  EXPECT_EQ(apiVersionsOf("PyTorchJob").front().substr(0, 13), "kubeflow.org/");
  EXPECT_EQ(apiVersionsOf("Gadget"), Versions{});
}

PodBuilder owned(const std::string& name, const std::string& kind, const std::string& owner) {
  PodBuilder out = pod("team-a", name);
  out.nvidia(2).edit().meta.owners.push_back({kind, owner, "uid-" + owner, true});
  return out;
}

TEST(WorkloadObjectTest, ARowTakesWhatItsObjectSays) {
  PodBuilder replica = owned("chat-7c9f5d6b8-x2x4z", "ReplicaSet", "chat-7c9f5d6b8");
  replica.label("pod-template-hash", "7c9f5d6b8");
  const PodBuilder other = owned("bert-0", "StatefulSet", "bert");
  const SnapshotPtr snapshot = snapshotOf({nvidiaNode("a", 8)}, {replica, other});
  const auto rows = workloadsOf(*snapshot, {{"team-a/Deployment/chat", *readWorkloadObject(kDeployment)}});
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0]->wanted, 5);
  EXPECT_EQ(rows[0]->cardsRequested, 10);
  EXPECT_TRUE(rows[0]->isObjectRead);
  EXPECT_TRUE(isQueueKnown(*rows[0])) << "it names none";
  EXPECT_EQ(rows[1]->wanted, std::nullopt);
  EXPECT_FALSE(isQueueKnown(*rows[1])) << "its own object may name one";
}

TEST(WorkloadObjectTest, PodsOfTheirOwnHaveNoObjectBehindThem) {
  PodBuilder bare = pod("team-a", "notebook");
  bare.nvidia(1);
  PodBuilder odd = owned("odd-0", "Gadget", "odd");
  const auto rows = workloadsOf(*snapshotOf({nvidiaNode("a", 8)}, {bare, odd, owned("b-0", "StatefulSet", "b")}));
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(objectOf(*rows[0]), std::nullopt) << "a kind that no table has";
  EXPECT_EQ(objectOf(*rows[1]), std::nullopt);
  EXPECT_EQ(objectOf(*rows[2]), (ObjectRef{"StatefulSet", {"team-a", "b"}}));
}

}  // namespace
}  // namespace cardinal
