// SPDX-License-Identifier: Apache-2.0
#include "core/service/writes/submit_order.h"
#include "core/manifest/read/read_manifest.h"

#include <gtest/gtest.h>

namespace cardinal {
namespace {

std::vector<ManifestObject> objectsOf(const std::string& text) {
  auto manifest = readManifest(text, "f.yaml");
  if (!manifest) {
    ADD_FAILURE() << describe(manifest.error());
    return {};
  }
  return inSubmitOrder(std::move(manifest->objects));
}

constexpr const char* kFile = R"(apiVersion: example.com/v1
kind: Fleet
metadata: {name: fleet}
---
apiVersion: v1
kind: Pod
metadata: {name: pod, namespace: fresh}
spec: {containers: [{name: c}]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: other}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: fleets.example.com}
---
apiVersion: v1
kind: Namespace
metadata: {name: fresh}
)";

TEST(SubmitOrder, WhatOthersNeedGoesFirst) {
  std::string order;
  for (const ManifestObject& object : objectsOf(kFile)) order += object.kind + " ";
  EXPECT_EQ(order, "Namespace CustomResourceDefinition Fleet ConfigMap Pod ");
}

TEST(SubmitOrder, ObjectsOfNewNamespacesAndKindsCannotBeCheckedBefore) {
  const auto objects = objectsOf(kFile);
  std::string waiting;
  for (const ManifestObject& object : objects) {
    if (needsAnother(object, objects, "default")) waiting += object.kind + " ";
  }
  EXPECT_EQ(waiting, "Fleet Pod ");
}

TEST(SubmitOrder, AKindThatIsNotServedIsKnownByItsNameAndVersion) {
  ManifestObject job;
  job.apiVersion = "kubeflow.org/v1";
  job.kind = "PyTorchJob";
  EXPECT_TRUE(isKindMissing(makeError(ErrorCode::ResourceMissing, "PyTorchJob", "kubeflow.org/v1"), job));
  EXPECT_FALSE(isKindMissing(makeError(ErrorCode::ResourceMissing, "namespaces/team", "PyTorchJob/team/x"), job));
  EXPECT_FALSE(isKindMissing(makeError(ErrorCode::Forbidden, "PyTorchJob", "kubeflow.org/v1"), job));
}

}  // namespace
}  // namespace cardinal
