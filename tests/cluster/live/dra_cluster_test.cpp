// SPDX-License-Identifier: Apache-2.0
// Device claims against the real kube-scheduler: predicted, submitted, landed on a predicted node with the very
// devices. Slices are published by the test, as a driver would.
#include <thread>

#include "core/alloc/engine/allocator.h"
#include "core/alloc/stacks/dra/dra_claims.h"
#include "core/kube/decode/decoder.h"
#include "core/manifest/manifest.h"
#include "core/manifest/read/read_manifest.h"
#include "core/service/read/claim_objects.h"
#include "live_support.h"

namespace cardinal::test {
namespace {

constexpr int kClaimsSince = 34;  // resource.k8s.io/v1
constexpr const char* kGroup = "/apis/resource.k8s.io/v1/";
constexpr const char* kNoDevices = "cannot allocate all claims";

std::string gpu(int index) {
  const std::string number = std::to_string(index);
  return R"({"name":"gpu-)" + number + R"(","attributes":{"type":{"string":"gpu"},"uuid":{"string":"GPU-)" + number +
         R"("},"root":{"string":"pci)" + std::to_string(index / 2) + R"("}},"capacity":{"memory":{"value":"80Gi"}}})";
}

std::string mig(int card, int start) {
  const std::string number = std::to_string(card);
  return R"({"name":"gpu-)" + number + "-mig-1g10gb-15-" + std::to_string(start) +
         R"(","attributes":{"type":{"string":"mig"},"parentUUID":{"string":"GPU-)" + number +
         R"("},"profile":{"string":"1g.10gb"}},"capacity":{"memory":{"value":"10Gi"}}})";
}

/// Where a pod went, or what the scheduler said.
struct Decision {
  std::string node;
  std::string message;
};

class Claims : public ::testing::Test {
 protected:
  Claims() : m_access(accessFrom("admin")), m_admin(m_access), m_ns(m_admin) {}

  void SetUp() override {
    if (serverMinor() < kClaimsSince) GTEST_SKIP() << "needs resource.k8s.io/v1, of Kubernetes 1.34";
    m_driver = "gpu." + unique("test") + ".example.com";
    // Two cards on two roots, four on two roots, and one card beside two instances.
    addNode(gpu(0) + "," + gpu(2));
    addNode(gpu(0) + "," + gpu(1) + "," + gpu(2) + "," + gpu(3));
    addNode(mig(0, 0) + "," + mig(0, 4) + "," + gpu(1));
    addClass("gpu");
    addClass("mig");
  }

  void TearDown() override {
    for (const std::string& path : m_made) m_admin.send("DELETE", path);
  }

  void create(const std::string& collection, const std::string& name, const std::string& body) {
    ASSERT_EQ(m_admin.send("POST", collection, body), 201) << m_admin.lastBody;
    m_made.push_back(collection + "/" + name);
  }

  void addNode(const std::string& devices) {
    const std::string name = unique("dra-node");
    m_nodes.push_back(name);
    create("/api/v1/nodes", name, R"({"apiVersion":"v1","kind":"Node","metadata":{"name":")" + name + "\"}}");
    const std::string amounts = R"({"cpu":"32","memory":"128Gi","pods":"110"})";
    ASSERT_EQ(m_admin.send("PATCH", "/api/v1/nodes/" + name + "/status",
                           R"({"status":{"capacity":)" + amounts + R"(,"allocatable":)" + amounts +
                               R"(,"conditions":[{"type":"Ready","status":"True","reason":"KubeletReady"}]}})",
                           "application/merge-patch+json"),
              200)
        << m_admin.lastBody;
    create(std::string(kGroup) + "resourceslices", name,
           R"({"apiVersion":"resource.k8s.io/v1","kind":"ResourceSlice","metadata":{"name":")" + name +
               R"("},"spec":{"driver":")" + m_driver + R"(","nodeName":")" + name + R"(","pool":{"name":")" + name +
               R"(","generation":1,"resourceSliceCount":1},"devices":[)" + devices + "]}}");
  }

  std::string classOf(const std::string& type) const { return type + "." + m_driver; }

  void addClass(const std::string& type) {
    const std::string expression =
        "device.driver == '" + m_driver + "' && device.attributes['" + m_driver + "'].type == '" + type + "'";
    create(std::string(kGroup) + "deviceclasses", classOf(type),
           R"({"apiVersion":"resource.k8s.io/v1","kind":"DeviceClass","metadata":{"name":")" + classOf(type) +
               R"("},"spec":{"selectors":[{"cel":{"expression":")" + expression + R"("}}]}})");
  }

  template <typename T>
  std::vector<std::shared_ptr<const T>> all(const std::string& path) {
    EXPECT_EQ(m_admin.send("GET", path), 200) << m_admin.lastBody;
    auto page = Decoder().list<T>(m_admin.lastBody);
    if (!page) {
      ADD_FAILURE() << describe(page.error());
      return {};
    }
    return std::move(page->items);
  }

  template <typename T>
  ClusterDelta extras(ExtraKind kind, const std::string& plural) {
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::ReplaceExtras;
    delta.extraKind = kind;
    for (auto& object : all<T>(kGroup + plural)) delta.extras.emplace_back(std::move(object));
    return delta;
  }

  SnapshotPtr cluster() {
    SnapshotBuilder builder;
    ClusterDelta nodes;
    nodes.op = ClusterDelta::Op::ReplaceNodes;
    nodes.nodes = all<RawNode>("/api/v1/nodes");
    builder.apply(std::move(nodes));
    ClusterDelta pods;
    pods.op = ClusterDelta::Op::ReplacePods;
    pods.pods = all<RawPod>("/api/v1/pods");
    builder.apply(std::move(pods));
    builder.apply(extras<RawResourceSlice>(ExtraKind::ResourceSlice, "resourceslices"));
    builder.apply(extras<RawDeviceClass>(ExtraKind::DeviceClass, "deviceclasses"));
    builder.apply(extras<RawResourceClaim>(ExtraKind::ResourceClaim, "resourceclaims"));
    builder.apply(extras<RawResourceClaimTemplate>(ExtraKind::ResourceClaimTemplate, "resourceclaimtemplates"));
    builder.setServerVersion("v1." + std::to_string(serverMinor()) + ".0");
    return builder.build(1);
  }

  /// A template of this name and a pod that uses it; or, with `claim`, a pod that uses that claim.
  std::string file(const std::string& name, const std::string& requests, const std::string& claim = {}) const {
    const std::string source = claim.empty() ? "resourceClaimTemplateName: " + name : "resourceClaimName: " + claim;
    const std::string pod =
        "{apiVersion: v1, kind: Pod, metadata: {name: " + name + ", namespace: " + m_ns.name +
        "}, spec: {automountServiceAccountToken: false, containers: [{name: c, image: i, resources: {claims: [{name: "
        "gpu}]}}], resourceClaims: [{name: gpu, " +
        source + "}]}}\n";
    if (!claim.empty()) return pod;
    return "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: " + name +
           ", namespace: " + m_ns.name + "}, spec: {spec: {devices: {" + requests + "}}}}\n---\n" + pod;
  }

  void submit(const std::vector<ManifestObject>& objects) {
    for (const ManifestObject& object : objects) {
      const bool isPod = object.kind == "Pod";
      const std::string collection = (isPod ? std::string("/api/v1/") : std::string(kGroup)) + "namespaces/" +
                                     m_ns.name + (isPod ? "/pods" : "/resourceclaimtemplates");
      int status = m_admin.send("POST", collection, object.json);
      // A young namespace lacks its service account for a moment.
      for (int i = 0; i < 50 && status == 403; ++i) {
        std::this_thread::sleep_for(100ms);
        status = m_admin.send("POST", collection, object.json);
      }
      ASSERT_EQ(status, 201) << m_admin.lastBody;
    }
  }

  /// Of a pod that fits a refusal is not the last word: the scheduler hears of nodes, slices and pods one by one.
  Decision decisionOf(const std::string& name, bool fits = true) {
    for (int i = 0; i < 600; ++i) {
      EXPECT_EQ(m_admin.send("GET", "/api/v1/namespaces/" + m_ns.name + "/pods/" + name), 200) << m_admin.lastBody;
      const auto pod = Decoder().object<RawPod>(m_admin.lastBody);
      if (pod && !(*pod)->spec.nodeName.empty()) return {(*pod)->spec.nodeName, {}};
      const bool isRefused = m_admin.lastBody.find("\"Unschedulable\"") != std::string::npos;
      if (!fits && isRefused && m_admin.lastBody.find(kNoDevices) != std::string::npos) return {{}, kNoDevices};
      std::this_thread::sleep_for(100ms);
    }
    ADD_FAILURE() << "the scheduler says nothing of " << name << "\n" << m_admin.lastBody;
    return {};
  }

  std::vector<std::string> devicesOf(const RawDeviceAllocation& allocation) const {
    std::vector<std::string> out;
    for (const RawDeviceResult& result : allocation.results) out.push_back(result.pool + "/" + result.device);
    return out;
  }

  /// What the rule gives to the pod on that node.
  std::vector<std::string> predictedOn(const std::string& node, const AllocationRequest& request,
                                       const ClusterSnapshot& before) const {
    const ClusterExtras& extras = *before.extras;
    const alloc::PodClaims claims = alloc::claimsOf(request, &extras);
    const alloc::DraCluster devices(extras.slices, extras.classes, alloc::gatesOf(extras));
    std::vector<const RawResourceClaim*> asked;
    for (const RawResourceClaim& claim : claims.claims) asked.push_back(&claim);
    const auto answer =
        alloc::DraQuestion(devices, asked).ask(*before.node(*before.findNode(node)).raw, alloc::DraHeld(extras.claims));
    std::vector<std::string> out;
    for (const auto& one : answer.allocations) {
      const auto part = devicesOf(one.allocation);
      out.insert(out.end(), part.begin(), part.end());
    }
    return out;
  }

  /// What the claim made for the pod, or the one that it names, holds.
  std::vector<std::string> heldBy(const std::string& pod) {
    for (const auto& claim : all<RawResourceClaim>(kGroup + ("namespaces/" + m_ns.name) + "/resourceclaims")) {
      const auto& users = claim->reservedFor;
      const bool isOurs = std::any_of(users.begin(), users.end(), [&](const auto& user) { return user.name == pod; });
      if (isOurs && claim->allocation) return devicesOf(*claim->allocation);
    }
    return {};
  }

  /// Predicts, submits, and compares node and devices.
  void compare(const std::string& name, const std::string& text, bool fits) {
    SCOPED_TRACE(name);
    const auto manifest = readManifest(text, "test");
    ASSERT_TRUE(manifest) << describe(manifest.error());
    const std::vector<ManifestObject>& objects = manifest->objects;
    AllocationRequest request = makeRequest(objects.back().pod);
    request.claims = claimObjectsOf(objects);
    const SnapshotPtr before = cluster();
    const AllocationAnswer answer = allocate(request, *before);
    ASSERT_TRUE(answer.requestProblems.empty()) << describe(answer.requestProblems.front());
    ASSERT_EQ(!answer.candidates.empty(), fits);
    submit(objects);
    const Decision decision = decisionOf(name, fits);
    if (!fits) {
      EXPECT_TRUE(decision.node.empty()) << decision.node;
      const auto& refused = answer.rejections;
      EXPECT_TRUE(std::any_of(refused.begin(), refused.end(), [&](const NodeRejection& one) {
        return one.reason.detail == decision.message;
      })) << decision.message;
      return;
    }
    const auto& candidates = answer.candidates;
    const auto tied = static_cast<std::ptrdiff_t>(answer.totalsKnown ? answer.tied : candidates.size());
    EXPECT_TRUE(
        std::any_of(candidates.begin(), candidates.begin() + tied,
                    [&](const Candidate& candidate) { return before->node(candidate.node).name == decision.node; }))
        << decision.node << " is none of the first " << tied << " candidates";
    EXPECT_EQ(heldBy(name), predictedOn(decision.node, request, *before));
  }

  std::string exactly(const std::string& type, int count = 1, const std::string& more = {}) const {
    return "requests: [{name: r, exactly: {deviceClassName: " + classOf(type) + ", count: " + std::to_string(count) +
           "}}]" + more;
  }

  ClusterAccess m_access;
  Operator m_admin;
  Namespace m_ns;
  std::string m_driver;
  std::vector<std::string> m_nodes;
  std::vector<std::string> m_made;
};

TEST_F(Claims, PodsLandOnThePredictedNodeWithThePredictedDevices) {
  // Two cards on one root: only the node of four has such a pair.
  compare("pair", file("pair", exactly("gpu", 2, ", constraints: [{matchAttribute: " + m_driver + "/root}]")), true);
  compare("mig", file("mig", exactly("mig")), true);
  compare("one", file("one", exactly("gpu")), true);
  compare("two", file("two", exactly("gpu", 2)), true);
  // All nodes together would have enough, none has three.
  compare("three", file("three", exactly("gpu", 3)), false);
  compare("again", file("again", exactly("mig")), true);
  compare("full", file("full", exactly("mig")), false);
  const std::string alternatives =
      "requests: [{name: r, firstAvailable: [{name: many, deviceClassName: " + classOf("gpu") +
      ", count: 4}, {name: one, deviceClassName: " + classOf("gpu") + "}]}]";
  compare("any", file("any", alternatives), true);
}

TEST_F(Claims, PodsThatShareAClaimFollowItToItsNode) {
  const std::string path = std::string(kGroup) + "namespaces/" + m_ns.name + "/resourceclaims";
  ASSERT_EQ(m_admin.send("POST", path,
                         R"({"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaim","metadata":{"name":"shared"},)"
                         R"("spec":{"devices":{"requests":[{"name":"r","exactly":{"deviceClassName":")" +
                             classOf("gpu") + R"("}}]}}})"),
            201)
      << m_admin.lastBody;
  compare("first", file("first", {}, "shared"), true);
  const std::vector<std::string> held = heldBy("first");
  ASSERT_EQ(held.size(), 1U);
  const std::string node = decisionOf("first").node;
  const auto manifest = readManifest(file("second", {}, "shared"), "test");
  ASSERT_TRUE(manifest) << describe(manifest.error());
  const SnapshotPtr before = cluster();
  const AllocationAnswer answer = allocate(makeRequest(manifest->objects.front().pod), *before);
  ASSERT_EQ(answer.candidates.size(), 1U);
  EXPECT_EQ(before->node(answer.candidates.front().node).name, node);
  submit(manifest->objects);
  EXPECT_EQ(decisionOf("second").node, node);
  EXPECT_EQ(heldBy("second"), held);
}

}  // namespace
}  // namespace cardinal::test
