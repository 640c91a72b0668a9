// SPDX-License-Identifier: Apache-2.0
// Quotas, limit ranges and bound volumes against the real API server: what the engine says before anything is sent is
// what the server's own dry run answers.
#include <thread>

#include "core/alloc/admission.h"
#include "core/alloc/engine/allocator.h"
#include "core/kube/decode/decoder.h"
#include "core/manifest/manifest.h"
#include "core/manifest/read/read_manifest.h"
#include "core/model/extras/cluster_kinds.h"
#include "core/model/extras/extra.h"
#include "core/provider/record/snapshot_builder.h"
#include "live_support.h"

namespace cardinal::test {
namespace {

std::string podYaml(const std::string& ns, const std::string& resources, const std::string& more) {
  return "{apiVersion: v1, kind: Pod, metadata: {name: asked, namespace: " + ns + "}, spec: {" + more +
         " schedulerName: nobody, automountServiceAccountToken: false, containers: [{name: c, image: i, "
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
  void compare(const std::string& resources, const std::string& more = {}) {
    const auto manifest = parseManifest(podYaml(m_ns.name, resources, more), "test");
    ASSERT_TRUE(manifest) << describe(manifest.error());
    const ManifestObject& object = manifest->objects.front();
    AllocationRequest request = makeRequest(object.pod);
    const NamespaceRules read = m_live.source->namespaceRules({m_ns.name, {}}, {});
    ASSERT_TRUE(read.quotas && read.limitRanges);
    request.rules = std::make_shared<const NamespaceRules>(read);
    const alloc::Admission ours = alloc::admit(request, *clusterSeen());
    const std::string said = ours.problems.empty() ? "" : ours.problems.front().detail;
    std::string theirs;
    for (int i = 0; i < 300; ++i) {
      const auto tried = m_live.source->writer().creator->create(object, m_ns.name, true, {});
      theirs = tried ? "" : tried.error().detail;
      const bool same = said.empty() ? theirs.empty() : theirs.find(said) != std::string::npos;
      if (same) return;
      std::this_thread::sleep_for(100ms);
    }
    ADD_FAILURE() << "ours: " << said << "\nserver: " << theirs << "\nfor " << resources << more;
  }

  /// PriorityClasses and RuntimeClasses as they are now.
  SnapshotPtr clusterSeen() {
    SnapshotBuilder builder;
    builder.setServerVersion("v1." + std::to_string(serverMinor()) + ".0");
    Decoder decoder;
    read<RawPriorityClass>(ExtraKind::PriorityClass, "/apis/scheduling.k8s.io/v1/priorityclasses", decoder, builder);
    read<RawRuntimeClass>(ExtraKind::RuntimeClass, "/apis/node.k8s.io/v1/runtimeclasses", decoder, builder);
    return builder.build(0);
  }
  template <typename T>
  void read(ExtraKind kind, const std::string& path, Decoder& decoder, SnapshotBuilder& builder) {
    EXPECT_EQ(m_admin.send("GET", path), 200) << m_admin.lastBody;
    const auto list = decoder.list<T>(m_admin.lastBody);
    ASSERT_TRUE(list) << describe(list.error());
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::ReplaceExtras;
    delta.extraKind = kind;
    for (const auto& one : list->items) delta.extras.emplace_back(one);
    builder.apply(std::move(delta));
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

TEST_F(Rules, WhatCannotBeIsRefusedInTheServersWords) {
  put("limitranges", "LimitRange", R"("spec":{"limits":[{"type":"Container","default":{"cpu":"700m"}}]})");
  compare("{requests: {cpu: 2500m}}");
  compare("{requests: {cpu: 500m}}");
  compare("{limits: {aliyun.com/gpu-mem: 4}, requests: {aliyun.com/gpu-mem: 2}}");
  if (serverMinor() < 34) return;
  compare("{requests: {cpu: 300m}}", "resources: {requests: {cpu: 100m}},");
  compare("{limits: {cpu: 600m}}", "resources: {limits: {cpu: 500m}},");
  compare("{requests: {cpu: 300m}}", "resources: {requests: {cpu: 300m}},");
}

TEST_F(Rules, ClassesAreFilledInAndRefusedInTheServersWords) {
  const std::string name = unique("class");
  const std::string priorities = "/apis/scheduling.k8s.io/v1/priorityclasses";
  const std::string runtimes = "/apis/node.k8s.io/v1/runtimeclasses";
  ASSERT_EQ(
      m_admin.send("POST", priorities,
                   R"({"apiVersion":"scheduling.k8s.io/v1","kind":"PriorityClass","value":1234,"metadata":{"name":")" +
                       name + R"("}})"),
      201)
      << m_admin.lastBody;
  ASSERT_EQ(
      m_admin.send(
          "POST", runtimes,
          R"({"apiVersion":"node.k8s.io/v1","kind":"RuntimeClass","handler":"h","overhead":{"podFixed":{"cpu":"250m"}},"scheduling":{"nodeSelector":{"vm":"yes"}},"metadata":{"name":")" +
              name + R"("}})"),
      201)
      << m_admin.lastBody;
  const std::string cpu = "{requests: {cpu: 1}}";
  compare(cpu, "priorityClassName: nosuch,");
  compare(cpu, "priorityClassName: " + name + ", priority: 7,");
  compare(cpu, "priorityClassName: " + name + ", priority: 1234,");
  compare(cpu, "priority: 7,");
  compare(cpu, "preemptionPolicy: Never,");
  compare(cpu, "priorityClassName: " + name + ",");
  compare(cpu, "runtimeClassName: nosuch,");
  compare(cpu, "runtimeClassName: " + name + ",");
  compare(cpu, "runtimeClassName: " + name + ", nodeSelector: {vm: \"no\"},");
  compare(cpu, "runtimeClassName: " + name + ", overhead: {cpu: 1},");
  compare(cpu, "overhead: {cpu: 1},");
  EXPECT_EQ(m_admin.send("DELETE", priorities + "/" + name), 200);
  EXPECT_EQ(m_admin.send("DELETE", runtimes + "/" + name), 200);
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
