// SPDX-License-Identifier: Apache-2.0
#include "core/service/read/claim_objects.h"
#include "core/manifest/read/read_manifest.h"

#include <gtest/gtest.h>

#include "core/alloc/engine/allocator.h"
#include "tests/support/builders.h"
#include "tests/support/dra.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

constexpr const char* kFile = R"(apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: one}
spec:
  spec:
    devices:
      requests:
      - name: r
        exactly: {deviceClassName: gpu.nvidia.com, count: 2}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: mine, namespace: team}
spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu.nvidia.com}}]}}
---
apiVersion: example.com/v1
kind: ResourceClaim
metadata: {name: other}
---
apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  containers: [{name: c, image: i, resources: {claims: [{name: gpu}]}}]
  resourceClaims: [{name: gpu, resourceClaimTemplateName: one}]
)";

std::vector<ManifestObject> objects() {
  auto manifest = readManifest(kFile, "f.yaml");
  if (!manifest) {
    ADD_FAILURE() << describe(manifest.error());
    return {};
  }
  return std::move(manifest->objects);
}

TEST(ClaimObjects, TheFilesOwnClaimsAndTemplatesAreFound) {
  const auto found = claimObjectsOf(objects());
  ASSERT_NE(found, nullptr);
  ASSERT_EQ(found->templates.size(), 1U);
  EXPECT_EQ(found->templates[0].meta.key, (ObjectKey{"", "one"}));
  EXPECT_EQ(found->templates[0].spec.requests.at(0).choices.at(0).count, 2);
  ASSERT_EQ(found->claims.size(), 1U);
  EXPECT_EQ(found->claims[0].meta.key, (ObjectKey{"team", "mine"}));
  EXPECT_EQ(claimObjectsOf({}), nullptr);
}

TEST(ClaimObjects, APodIsPreviewedByTheTemplateOfItsOwnFile) {
  const std::vector<ManifestObject> all = objects();
  ASSERT_EQ(all.size(), 4U);
  const SnapshotPtr cluster =
      snapshotOf({node("a"), node("b")}, {},
                 {draSlices({draSlice("sa", "a", draGpu(0)), draSlice("sb", "b", draGpu(0) + "," + draGpu(1))}),
                  draClaims({}), draClasses({draClass("gpu.nvidia.com", "gpu")}), draTemplates({})});
  AllocationRequest request = makeRequest(all[3].pod);
  ASSERT_EQ(allocate(request, *cluster).requestProblems.size(), 1U) << "nobody knows the template";
  request.claims = claimObjectsOf(all);
  const AllocationAnswer answer = allocate(request, *cluster);
  ASSERT_EQ(answer.candidates.size(), 1U);
  EXPECT_EQ(answer.candidates[0].node, NodeIndex{1});
  EXPECT_EQ(answer.candidates[0].cards, (std::vector<CardIndex>{0, 1}));
}

}  // namespace
}  // namespace cardinal
