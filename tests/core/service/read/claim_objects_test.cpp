// SPDX-License-Identifier: Apache-2.0
#include "core/service/read/claim_objects.h"
#include "core/manifest/read/read_manifest.h"

#include <gtest/gtest.h>

#include <algorithm>

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

constexpr const char* kWithVolume = R"(apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {accessModes: [ReadWriteOncePod], storageClassName: fast}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: flat}
spec: {spec: {devices: {requests: [{name: r, deviceClassName: gpu.nvidia.com}]}}}
---
apiVersion: resource.k8s.io/v1beta1
kind: ResourceClaimTemplate
metadata: {name: old}
spec: {spec: {devices: {requests: [{name: r, deviceClassName: gpu.nvidia.com}]}}}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: admin}
spec:
  spec:
    devices:
      requests: [{name: r, exactly: {deviceClassName: gpu.nvidia.com, adminAccess: true}}]
)";

std::shared_ptr<const ClaimObjects> withVolume() {
  auto manifest = readManifest(kWithVolume, "f.yaml");
  if (!manifest) ADD_FAILURE() << describe(manifest.error());
  return manifest ? claimObjectsOf(manifest->objects) : nullptr;
}

TEST(ClaimObjects, ServicesAreFoundToo) {
  const auto manifest = readManifest(
      "{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {selector: {app: web}}}\n---\n"
      "{apiVersion: serving.knative.dev/v1, kind: Service, metadata: {name: other}, spec: {}}",
      "f.yaml");
  ASSERT_TRUE(manifest);
  const auto found = claimObjectsOf(manifest->objects);
  ASSERT_NE(found, nullptr);
  ASSERT_EQ(found->services.size(), 1U);
  EXPECT_EQ(found->services[0].selector, (StringMap{{"app", "web"}}));
}

TEST(ClaimObjects, ClaimsOfVolumesAreFoundToo) {
  const auto found = withVolume();
  ASSERT_NE(found, nullptr);
  ASSERT_EQ(found->volumes.size(), 1U);
  EXPECT_EQ(found->volumes[0].accessModes, (std::vector<std::string>{"ReadWriteOncePod"}));
  EXPECT_EQ(found->volumes[0].storageClass, "fast");
}

AllocationAnswer askFor(const std::string& claimTemplate, const SnapshotPtr& on) {
  PodBuilder asked = pod("new");
  asked.edit().meta.uid.clear();
  asked.edit().meta.key.ns.clear();
  asked.edit().spec.deviceClaims.push_back({"gpu", {}, claimTemplate});
  AllocationRequest request = makeRequest(asked.raw());
  request.claims = withVolume();
  return allocate(request, *on);
}

SnapshotPtr oneCard() {
  return snapshotOf({node("a")}, {},
                    {draSlices({draSlice("sa", "a", draGpu(0))}), draClaims({}), draTemplates({}),
                     draClasses({draClass("gpu.nvidia.com", "gpu")})});
}

// The API server of resource.k8s.io/v1 knows the fields of `exactly` nowhere else.
TEST(ClaimObjects, ARequestInTheFormOfV1beta1IsRefusedInV1) {
  const auto refused = askFor("flat", oneCard());
  ASSERT_EQ(refused.requestProblems.size(), 1U);
  EXPECT_EQ(refused.requestProblems[0].subject, "spec.spec.devices.requests[0].exactly");
  EXPECT_EQ(askFor("old", oneCard()).candidates.size(), 1U);
}

TEST(ClaimObjects, AdminAccessNeedsALabelOfTheNamespace) {
  auto on = std::make_shared<ClusterSnapshot>(*oneCard());
  const auto open = askFor("admin", on);
  EXPECT_EQ(open.candidates.size(), 1U);
  EXPECT_NE(std::find(open.caveats.begin(), open.caveats.end(), Caveat::DeviceClaims), open.caveats.end())
      << "the labels were not read";
  auto selectors = std::make_shared<SelectorObjects>();
  selectors->namespaceLabels["default"] = {};
  on->selectors = selectors;
  const auto refused = askFor("admin", on);
  ASSERT_EQ(refused.requestProblems.size(), 1U);
  EXPECT_EQ(refused.requestProblems[0].subject, "adminAccess");
  auto labelled = std::make_shared<SelectorObjects>();
  labelled->namespaceLabels["default"] = {{"resource.kubernetes.io/admin-access", "true"}};
  on->selectors = labelled;
  EXPECT_EQ(askFor("admin", on).candidates.size(), 1U);
}

TEST(ClaimObjects, AComputeDomainBringsTheTemplateThatItsControllerMakes) {
  const auto manifest = readManifest(R"(apiVersion: resource.nvidia.com/v1beta1
kind: ComputeDomain
metadata: {name: cd, namespace: team}
spec: {numNodes: 0, channel: {resourceClaimTemplate: {name: cd-channel}}}
---
apiVersion: v1
kind: Pod
metadata: {name: p, namespace: team}
spec:
  containers: [{name: c, image: i, resources: {limits: {nvidia.com/gpu: 4}, claims: [{name: ch}]}}]
  resourceClaims: [{name: ch, resourceClaimTemplateName: cd-channel}]
)",
                                     "f.yaml");
  ASSERT_TRUE(manifest);
  const auto found = claimObjectsOf(manifest->objects);
  ASSERT_NE(found, nullptr);
  ASSERT_EQ(found->templates.size(), 1U);
  EXPECT_EQ(found->templates[0].meta.key, (ObjectKey{"team", "cd-channel"}));
  EXPECT_EQ(found->templates[0].spec.requests.at(0).choices.at(0).deviceClass,
            "compute-domain-default-channel.nvidia.com");
  EXPECT_EQ(manifest->objects.at(1).roles.at(0).devices,
            (std::vector<DeviceRequest>{{"compute-domain-default-channel.nvidia.com", 1}}));
}

}  // namespace
}  // namespace cardinal
