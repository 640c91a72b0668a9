// SPDX-License-Identifier: Apache-2.0
#include "core/model/pods/pod_owner.h"

#include <gtest/gtest.h>

namespace cardinal {
namespace {

RawPod podOf(const std::string& kind, const std::string& name, const std::string& hash = {}) {
  RawPod pod;
  pod.meta.owners.push_back({"Namespace", "first-but-no-controller", "uid-0", false});
  pod.meta.owners.push_back({kind, name, "uid-1", true});
  if (!hash.empty()) pod.meta.labels.push_back({"pod-template-hash", hash});
  return pod;
}

TEST(PodOwner, IsTheOneThatIsMarkedAsController) {
  const RawPod pod = podOf("Job", "train");
  ASSERT_NE(controllerOf(pod), nullptr);
  EXPECT_EQ(controllerOf(pod)->name, "train");
  EXPECT_EQ(controllerOf(RawPod{}), nullptr);
}

TEST(PodOwner, ADeploymentIsCertainByTheLabelAlone) {
  EXPECT_EQ(deploymentOf(podOf("ReplicaSet", "web-v2-7c9f5d6b8", "7c9f5d6b8")), "web-v2");
  EXPECT_EQ(deploymentOf(podOf("ReplicaSet", "web-7c9f5d6b8")), "");
  EXPECT_EQ(deploymentOf(podOf("ReplicaSet", "web-7c9f5d6b8", "5d6b8")), "") << "no dash before the hash";
  EXPECT_EQ(deploymentOf(podOf("ReplicaSet", "7c9f5d6b8", "7c9f5d6b8")), "");
  EXPECT_EQ(deploymentOf(podOf("StatefulSet", "web-7c9f5d6b8", "7c9f5d6b8")), "");
}

TEST(PodOwner, WithoutTheLabelANameThatEndsAsAHashIsLikelyADeployments) {
  EXPECT_EQ(likelyDeploymentOf(podOf("ReplicaSet", "web-7c9f5d6b8")), "web");
  EXPECT_EQ(likelyDeploymentOf(podOf("ReplicaSet", "web-frontend")), "") << "a ReplicaSet that somebody made";
  EXPECT_EQ(likelyDeploymentOf(podOf("ReplicaSet", "bcdfg")), "");
  EXPECT_EQ(likelyDeploymentOf(podOf("ReplicaSet", "web-bcdfg", "7c9f5d6b8")), "") << "the label says otherwise";
  EXPECT_EQ(likelyDeploymentOf(podOf("Job", "web-7c9f5d6b8")), "");
  EXPECT_EQ(likelyDeploymentOf(RawPod{}), "");
}

}  // namespace
}  // namespace cardinal
