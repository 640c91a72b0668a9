// SPDX-License-Identifier: Apache-2.0
// Quotas, limit ranges and bound volumes against the real API server: what the engine says before anything is sent is
// what the server's own dry run answers.
#include <thread>

#include "core/alloc/admission.h"
#include "core/alloc/engine/allocator.h"
#include "core/manifest/manifest.h"
#include "core/manifest/read/read_manifest.h"
#include "live_support.h"

namespace cardinal::test {
namespace {

std::string podYaml(const std::string& ns, const std::string& resources) {
  return "{apiVersion: v1, kind: Pod, metadata: {name: asked, namespace: " + ns +
         "}, spec: {schedulerName: nobody, automountServiceAccountToken: false, containers: [{name: c, image: i, "
         "resources: " +
         resources + "}]}}";
}

class Rules : public ::testing::Test {
 protected:
  Rules() : m_access(accessFrom("admin")), m_admin(m_access), m_ns(m_admin), m_live(m_access) {
    EXPECT_TRUE(m_live.seen.waitForPhase(ConnectionPhase::Live));
  }

  void put(const std::string& plural, const std::string& kind, const std::string& rest) {
    const std::string path = "/api/v1/namespaces/" + m_ns.name + "/" + plural;
    ASSERT_EQ(m_admin.send("POST", path,
                           R"({"apiVersion":"v1","kind":")" + kind + R"(","metadata":{"name":"r"},)" + rest + "}"),
              201)
        << m_admin.lastBody;
  }
  /// The controller counts once when a quota is new; what the test says before that would be counted anew.
  void quota(const std::string& hard, const std::string& used) {
    put("resourcequotas", "ResourceQuota", R"("spec":{"hard":)" + hard + "}");
    const std::string path = "/api/v1/namespaces/" + m_ns.name + "/resourcequotas/r";
    for (int i = 0; m_admin.send("GET", path) != 200 || m_admin.lastBody.find("\"used\":{") == std::string::npos; ++i) {
      ASSERT_LT(i, 300) << m_admin.lastBody;
      std::this_thread::sleep_for(100ms);
    }
    ASSERT_EQ(m_admin.send("PATCH", path + "/status", R"({"status":{"hard":)" + hard + R"(,"used":)" + used + "}}",
                           "application/merge-patch+json"),
              200)
        << m_admin.lastBody;
  }

  /// Both must refuse with the same words, or both let the pod in. The server may need a moment to see new rules.
  void compare(const std::string& resources) {
    const auto manifest = parseManifest(podYaml(m_ns.name, resources), "test");
    ASSERT_TRUE(manifest) << describe(manifest.error());
    const ManifestObject& object = manifest->objects.front();
    AllocationRequest request = makeRequest(object.pod);
    const NamespaceRules read = m_live.source->namespaceRules({m_ns.name, {}}, {});
    ASSERT_TRUE(read.quotas && read.limitRanges);
    request.rules = std::make_shared<const NamespaceRules>(read);
    const alloc::Admission ours = alloc::admit(request);
    const std::string said = ours.problems.empty() ? "" : ours.problems.front().detail;
    std::string theirs;
    for (int i = 0; i < 300; ++i) {
      const auto tried = m_live.source->writer().creator->create(object, m_ns.name, true, {});
      theirs = tried ? "" : tried.error().detail;
      const bool same = said.empty() ? theirs.empty() : theirs.find(said) != std::string::npos;
      if (same) return;
      std::this_thread::sleep_for(100ms);
    }
    ADD_FAILURE() << "ours: " << said << "\nserver: " << theirs << "\nfor " << resources;
  }

  ClusterAccess m_access;
  Operator m_admin;
  Namespace m_ns;
  Live m_live;
};

TEST_F(Rules, AFullQuotaIsRefusedInTheServersWords) {
  quota(R"({"requests.aliyun.com/gpu-mem":"10","requests.memory":"4Gi"})",
        R"({"requests.aliyun.com/gpu-mem":"8","requests.memory":"1Gi"})");
  compare("{limits: {aliyun.com/gpu-mem: 4, memory: 1Gi}}");
  compare("{limits: {aliyun.com/gpu-mem: 2, memory: 8Gi}}");
  compare("{limits: {aliyun.com/gpu-mem: 2}}");
  compare("{limits: {aliyun.com/gpu-mem: 2, memory: 3Gi}}");
}

TEST_F(Rules, ALimitRangeIsRefusedInTheServersWords) {
  put("limitranges", "LimitRange",
      R"("spec":{"limits":[{"type":"Container","max":{"memory":"4Gi"},"min":{"memory":"1Gi"},"default":{"memory":"2Gi"}}]})");
  compare("{limits: {aliyun.com/gpu-mem: 4, memory: 8Gi}}");
  compare("{limits: {aliyun.com/gpu-mem: 4, memory: 512Mi}}");
  compare("{limits: {aliyun.com/gpu-mem: 4}}");
}

TEST_F(Rules, ABoundClaimLeadsToItsVolume) {
  const std::string volume = unique("pv");
  ASSERT_EQ(
      m_admin.send(
          "POST", "/api/v1/persistentvolumes",
          R"({"apiVersion":"v1","kind":"PersistentVolume","metadata":{"name":")" + volume +
              R"("},"spec":{"capacity":{"storage":"1Gi"},"accessModes":["ReadWriteOnce"],"local":{"path":"/d"},)" +
              R"("nodeAffinity":{"required":{"nodeSelectorTerms":[{"matchExpressions":[{"key":"kubernetes.io/hostname","operator":"In","values":["n1"]}]}]}}}})"),
      201)
      << m_admin.lastBody;
  put("persistentvolumeclaims", "PersistentVolumeClaim",
      R"("spec":{"accessModes":["ReadWriteOnce"],"volumeName":")" + volume +
          R"(","storageClassName":"","resources":{"requests":{"storage":"1Gi"}}})");
  const NamespaceRules read = m_live.source->namespaceRules({m_ns.name, {"r", "absent"}}, {});
  EXPECT_EQ(m_admin.send("DELETE", "/api/v1/persistentvolumes/" + volume), 200);
  ASSERT_TRUE(read.claims && read.volumes);
  ASSERT_EQ(read.claims->size(), 1U);
  EXPECT_EQ(read.claims->front().volumeName, volume);
  ASSERT_EQ(read.volumes->size(), 1U);
  ASSERT_TRUE(read.volumes->front().nodeAffinity);
  EXPECT_EQ(read.volumes->front().nodeAffinity->at(0).matchExpressions.at(0).values, std::vector<std::string>{"n1"});
}

}  // namespace
}  // namespace cardinal::test
