// SPDX-License-Identifier: Apache-2.0
// What an update of a Deployment needs beside the pods that run: from a file and a cluster to what is said of it.
#include "core/service/read/rollout.h"
#include "core/manifest/read/read_manifest.h"

#include <gtest/gtest.h>

#include "core/model/namespace_rules.h"
#include "core/service/read/file_admission.h"
#include "core/service/read/refusals/known_objects.h"
#include "core/service/snapshots/snapshot_compare.h"

namespace cardinal {
namespace {

SnapshotPtr cluster() {
  auto read = snapshotOfFile(std::string(CARDINAL_TEST_DATA) + "/queues/rollout.yaml");
  EXPECT_TRUE(read) << read.error().detail;
  return read ? *read : std::make_shared<const ClusterSnapshot>();
}

std::string deployment(const std::string& name, int replicas, int gpus, const std::string& strategy = "{}") {
  return "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: " + name +
         ", namespace: web}\nspec:\n  replicas: " + std::to_string(replicas) + "\n  strategy: " + strategy +
         "\n  selector: {matchLabels: {app: x}}\n  template:\n    metadata: {labels: {app: x}}\n    spec:\n      "
         "containers: [{name: m, image: i, resources: {limits: {nvidia.com/gpu: " +
         std::to_string(gpus) + "}}}]\n";
}

std::optional<Rollout> ask(const std::string& yaml) {
  const auto read = readManifest(yaml, "file.yaml");
  EXPECT_TRUE(read);
  const SnapshotPtr on = cluster();
  const ManifestObject& object = read->objects.front();
  return RolloutQuestion(*on).ask(object, object.key.ns.empty() ? "default" : object.key.ns);
}

// The surge waits for what the pod that runs holds, and that pod waits for the surge.
TEST(Rollout, AClaimOfOnePodLeavesNoPlaceForTheSurge) {
  std::string yaml = deployment("vllm", 2, 2);
  yaml.insert(yaml.find("containers:"), "volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]\n      ");
  const auto read = readManifest(yaml, "file.yaml");
  ASSERT_TRUE(read);
  auto on = std::make_shared<ClusterSnapshot>(*cluster());
  auto node = std::make_shared<NodeRecord>(*on->nodes.at(0));
  auto holder = std::make_shared<RawPod>(*node->scheduler.pods.at(0));
  holder->meta.key.ns = "web";
  holder->spec.claims = {"data"};
  node->scheduler.pods.at(0) = holder;
  on->nodes[0] = node;
  const auto rules = std::make_shared<NamespaceRules>();
  rules->ns = "web";
  RawClaim claim;
  claim.meta.key = {"web", "data"};
  claim.volumeName = "pv";
  rules->claims = {claim};
  rules->volumes.emplace(1).front().meta.key.name = "pv";
  const auto ask = [&] {
    return RolloutQuestion(*on, [&](const auto&) { return rules; }).ask(read->objects[0], "web");
  };
  EXPECT_EQ(ask()->fits, 1);
  rules->claims->front().accessModes = {"ReadWriteOncePod"};
  EXPECT_EQ(ask()->fits, 0);
  EXPECT_TRUE(ask()->isStuck());
}

std::string surge(const std::string& most, const std::string& unavailable) {
  return "{rollingUpdate: {maxSurge: " + most + ", maxUnavailable: " + unavailable + "}}";
}

TEST(Rollout, AnObjectOfAnotherKindWhosePodsRunExistsAlready) {
  const std::string spec = "spec:\n  containers: [{name: c, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]\n";
  const auto same = ask("apiVersion: v1\nkind: Pod\nmetadata: {name: other, namespace: web}\n" + spec);
  ASSERT_TRUE(same);
  EXPECT_TRUE(same->isOther && same->exists && same->isUnread);
  EXPECT_EQ(same->running, 1);
  EXPECT_FALSE(ask("apiVersion: v1\nkind: Pod\nmetadata: {name: another, namespace: web}\n" + spec));
  EXPECT_FALSE(ask("apiVersion: v1\nkind: Pod\nmetadata: {name: other, namespace: elsewhere}\n" + spec));
}

TEST(Rollout, ADeploymentWhosePodsRunNeedsItsSurgeBesideThem) {
  // two pods of vllm hold 4 of 8 GPUs; another pod holds 2
  const auto rollout = ask(deployment("vllm", 2, 2));
  ASSERT_TRUE(rollout);
  EXPECT_TRUE(rollout->exists);
  EXPECT_EQ(rollout->running, 2) << "the one that has ended is no longer there";
  EXPECT_EQ(rollout->surge, 1) << "25% of 2, rounded up";
  EXPECT_EQ(rollout->unavailable, 0) << "25% of 2, rounded down";
  ASSERT_EQ(rollout->needs.size(), 1U);
  EXPECT_EQ(rollout->needs[0], (std::pair<std::string, double>("nvidia.com/gpu", 2)));
  EXPECT_EQ(rollout->fits, 1);
  EXPECT_FALSE(rollout->isStuck());
  EXPECT_EQ(rollout->created(), 1) << "quotas are asked about one pod, not about two";
}

TEST(Rollout, AnUpdateWithoutRoomForItsSurgeDoesNotGoOnUnlessPodsMayEndBefore) {
  const auto stuck = ask(deployment("vllm", 2, 3));
  ASSERT_TRUE(stuck);
  EXPECT_EQ(stuck->fits, 0) << "2 GPUs are free";
  EXPECT_TRUE(stuck->isStuck());
  const auto goes = ask(deployment("vllm", 2, 3, surge("1", "1")));
  EXPECT_EQ(goes->fits, 0);
  EXPECT_FALSE(goes->isStuck()) << "an old pod ends first";
  const auto recreate = ask(deployment("vllm", 2, 3, "{type: Recreate}"));
  EXPECT_TRUE(recreate->isRecreate);
  EXPECT_EQ(recreate->surge, 0);
  EXPECT_FALSE(recreate->isStuck());
}

TEST(Rollout, WhereBothNumbersComeToZeroOnePodEndsFirst) {
  const auto rollout = ask(deployment("vllm", 2, 2, surge("0", "25%")));
  EXPECT_EQ(rollout->surge, 0);
  EXPECT_EQ(rollout->unavailable, 1);
}

TEST(Rollout, ANewDeploymentHearsOfLaterUpdatesOnlyWhereItsFileSaysMaxSurge) {
  EXPECT_FALSE(ask(deployment("new", 1, 1)));
  EXPECT_FALSE(ask("apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: i}]}\n"));
  const auto rollout = ask(deployment("new", 1, 1, surge("100%", "0")));
  ASSERT_TRUE(rollout);
  EXPECT_FALSE(rollout->exists);
  EXPECT_EQ(rollout->fits, 1) << "2 GPUs are free: one for it, one for the update";
  EXPECT_EQ(ask(deployment("new", 2, 1, surge("100%", "0")))->fits, 0);
}

KnownObject there(std::optional<std::int64_t> pods) {
  KnownObject out;
  out.exists = true;
  out.pods = pods;
  return out;
}

std::optional<Rollout> ask(const std::string& yaml, const KnownObject& known) {
  const auto read = readManifest(yaml, "file.yaml");
  EXPECT_TRUE(read);
  const SnapshotPtr on = cluster();
  return RolloutQuestion(*on).ask(read->objects.front(), "web", {}, &known);
}

TEST(Rollout, AnObjectThatWasReadExistsThoughNoneOfItsPodsIsSeen) {
  const auto rollout = ask(deployment("plain", 3, 1), there(2));
  ASSERT_TRUE(rollout);
  EXPECT_TRUE(rollout->exists);
  EXPECT_EQ(rollout->running, 2) << "as it counts them, whether they ask for GPUs or not";
  EXPECT_EQ(rollout->lacking, 1);
  EXPECT_EQ(rollout->created(), 2) << "the one that it lacks and one of the surge";
  EXPECT_EQ(ask(deployment("plain", 3, 1), there(0))->lacking, 3);
  EXPECT_EQ(ask(deployment("plain", 3, 1), there(5))->lacking, 0);
  EXPECT_FALSE(ask(deployment("plain", 3, 1), KnownObject())) << "it does not exist";
  EXPECT_FALSE(ask(deployment("vllm", 2, 2), KnownObject())) << "what is left of it belongs to one that is gone";
  const std::string set =
      "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: s}, spec: {replicas: 4, serviceName: s, selector: "
      "{matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: i}]}}}}";
  const auto other = ask(set, there(1));
  ASSERT_TRUE(other);
  EXPECT_TRUE(other->isOther && other->exists);
  EXPECT_EQ(other->lacking, 3);
  EXPECT_FALSE(ask(set, there(std::nullopt))->lacking) << "it does not say how many it has";
}

TEST(Rollout, WhatCannotBeReadIsUnknown) {
  for (const char* most : {"many", "-5%", "[1]", "5.5"}) {
    const auto rollout = ask(deployment("vllm", 2, 2, surge(most, "0")));
    ASSERT_TRUE(rollout) << most;
    EXPECT_TRUE(rollout->isUnread) << most;
  }
}

TEST(Rollout, AQuotaIsAskedAboutThePodsThatComeBesideThoseThatAreCounted) {
  const auto read = readManifest(deployment("vllm", 2, 2), "file.yaml");
  const auto admissions = admissionsOf(read->objects, *cluster(), {"default", {}});
  ASSERT_EQ(admissions.size(), 2U);
  // 6 of 7 are used: not even the one pod of the surge is created
  EXPECT_EQ(admissions[0].other->pods, 1);
  EXPECT_EQ(admissions[0].other->created, 0);
  EXPECT_TRUE(admissions[1].rollout);
  EXPECT_EQ(admissions[1].isAdmittedNow(), true) << "the node has room, and no queue is asked";
}

}  // namespace
}  // namespace cardinal
