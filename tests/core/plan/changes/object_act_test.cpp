// SPDX-License-Identifier: Apache-2.0
#include "core/plan/changes/object_act.h"

#include <gtest/gtest.h>

#include "core/service/writes/object_acts.h"

namespace cardinal {
namespace {

ObjectAct actOn(ObjectVerb verb, std::string kind, std::vector<FieldChange> fields = {}) {
  return {verb, {"v1", std::move(kind), {"team", "web-0"}, "uid-1"}, -1, std::move(fields)};
}

RawPod podOf(const std::string& kind, const std::string& name, const std::string& hash = {}) {
  RawPod pod;
  pod.meta.key = {"team", "pod"};
  if (!hash.empty()) pod.meta.labels.push_back({"pod-template-hash", hash});
  pod.meta.owners.push_back({kind, name, "owner-uid", true});
  return pod;
}

TEST(ObjectActs, TheEquivalentCommandsAreWhatKubectlTakes) {
  EXPECT_EQ(actCommand(noteOf(actOn(ObjectVerb::Evict, "Pod"))),
            R"(echo '{"apiVersion":"policy/v1","kind":"Eviction","metadata":{"name":"web-0","namespace":"team"},)"
            R"("deleteOptions":{"preconditions":{"uid":"uid-1"}}}' | )"
            "kubectl create --raw /api/v1/namespaces/team/pods/web-0/eviction -f -");
  EXPECT_EQ(actCommand(noteOf(actOn(ObjectVerb::Delete, "Pod"))), "kubectl delete Pod web-0 -n team");
  EXPECT_EQ(actCommand(noteOf(actOn(ObjectVerb::Scale, "Deployment", {replicasChange(2, 5)}))),
            "kubectl scale Deployment web-0 -n team --replicas=5");
  EXPECT_EQ(
      actCommand(noteOf(actOn(ObjectVerb::Annotate, "Pod",
                              {annotationChange("a/b", "x", "it's; rm -rf"), annotationChange("gone", "1", {})}))),
      R"(kubectl annotate --overwrite Pod web-0 -n team 'a/b=it'\''s; rm -rf' gone-)");
}

TEST(ObjectActs, OnlyAWholeNumberFromZeroIsANumberOfReplicas) {
  EXPECT_EQ(replicasOf(actOn(ObjectVerb::Scale, "Deployment", {replicasChange(-1, 0)})), 0);
  for (const char* bad : {"-1", "", "2.5", "3x", "99999999999"})
    EXPECT_FALSE(replicasOf(actOn(ObjectVerb::Scale, "Deployment", {{"spec.replicas", std::nullopt, bad}}))) << bad;
}

TEST(ObjectActs, ADeploymentIsKnownByTheHashInTheNameOfItsReplicaSet) {
  const auto deployment = scaleTargetOf(podOf("ReplicaSet", "web-7c9f5d6b8", "7c9f5d6b8"));
  ASSERT_TRUE(deployment);
  EXPECT_EQ(deployment->kind, "Deployment");
  EXPECT_EQ(deployment->key, (ObjectKey{"team", "web"}));
  const auto bare = scaleTargetOf(podOf("ReplicaSet", "web-7c9f5d6b8"));
  ASSERT_TRUE(bare);
  EXPECT_EQ(bare->kind, "ReplicaSet") << "without the label nobody says that a Deployment made it";
  EXPECT_EQ(scaleTargetOf(podOf("StatefulSet", "db"))->kind, "StatefulSet");
  EXPECT_FALSE(scaleTargetOf(podOf("Job", "train")));
  EXPECT_FALSE(scaleTargetOf(RawPod{}));
}

TEST(ObjectActs, ASourceThatCannotWriteSaysSo) {
  const auto refused = carryOut({}, actOn(ObjectVerb::Evict, "Pod"), false, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::ReadOnlySource);
}

}  // namespace
}  // namespace cardinal
