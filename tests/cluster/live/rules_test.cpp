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
#include "core/service/read/refusals/namespace_refusal.h"
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
  compare("{requests: {cpu: 50m, memory: 2560Mi}}", "resources: {limits: {cpu: '3', memory: 512Mi}},");
}

std::string podOf(const std::string& spec, const std::string& container = {}) {
  return "{apiVersion: v1, kind: Pod, metadata: {name: asked}, spec: {automountServiceAccountToken: false, " + spec +
         " containers: [{name: c, image: i" + container + "}]}}";
}

std::string controllerOf(const std::string& kind, const std::string& spec, const std::string& podSpec) {
  const std::string version = kind == "Job" ? "batch/v1" : "apps/v1";
  return "{apiVersion: " + version + ", kind: " + kind + ", metadata: {name: asked}, spec: {" + spec +
         " template: {metadata: {labels: {app: a}}, spec: {" + podSpec + " containers: [{name: c, image: i}]}}}}";
}

/// What is said of the file when it is read is what the server says; what passes here passes there.
TEST_F(Rules, WhatAnyServerRefusesOfAnObjectIsSaidWhenTheFileIsRead) {
  const std::string selects = "selector: {matchLabels: {app: a}},";
  const std::string hard = "requiredDuringSchedulingIgnoredDuringExecution";
  for (const std::string& text : {
           podOf(""),
           podOf("restartPolicy: Sometimes,"),
           podOf("tolerations: [{key: a, operator: In, value: x}],"),
           podOf("tolerations: [{key: a, operator: Exists, value: x}],"),
           podOf("tolerations: [{operator: Exists}],"),
           podOf("tolerations: [{value: x}],"),
           podOf("tolerations: [{key: a, operator: Exists, effect: NoSchedule, tolerationSeconds: 5}],"),
           podOf("", ", volumeMounts: [{name: data, mountPath: /d}]"),
           podOf("volumes: [{name: data, emptyDir: {}}],", ", volumeMounts: [{name: data, mountPath: /d}]"),
           podOf("initContainers: [{name: c, image: i}],"),
           podOf("", ", resources: {limits: {gpu: 1}}"),
           podOf("", ", resources: {limits: {hugepages-2Mi: 4Mi}}"),
           podOf("", ", resources: {limits: {cpu: 1, hugepages-2Mi: 4Mi}}"),
           podOf("", ", resources: {requests: {cpu: 1, hugepages-2Mi: 4Mi}}"),
           podOf("", ", ports: [{containerPort: 1, hostPort: 80}, {containerPort: 2, hostPort: 80}]"),
           podOf("", ", ports: [{containerPort: 1, hostPort: 80}, {containerPort: 2, hostPort: 80, hostIP: 10.0.0.1}]"),
           podOf("hostNetwork: true,", ", ports: [{containerPort: 1, hostPort: 80}]"),
           podOf("affinity: {nodeAffinity: {" + hard + ": {nodeSelectorTerms: []}}},"),
           podOf("affinity: {nodeAffinity: {" + hard +
                 ": {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Equals, values: [x]}]}]}}},"),
           podOf("affinity: {nodeAffinity: {" + hard +
                 ": {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Exists, values: [x]}]}]}}},"),
           podOf("affinity: {nodeAffinity: {" + hard +
                 ": {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [a, b]}]}]}}},"),
           podOf("affinity: {podAntiAffinity: {" + hard + ": [{labelSelector: {}}]}},"),
           podOf("topologySpreadConstraints: [{maxSkew: 0, topologyKey: z, whenUnsatisfiable: DoNotSchedule}],"),
           podOf("topologySpreadConstraints: [{maxSkew: 1, topologyKey: z, whenUnsatisfiable: Never}],"),
           podOf("topologySpreadConstraints: [{maxSkew: 1, topologyKey: z, whenUnsatisfiable: DoNotSchedule}, "
                 "{maxSkew: 2, topologyKey: z, whenUnsatisfiable: DoNotSchedule}],"),
           controllerOf("Job", "", ""),
           controllerOf("Job", "", "restartPolicy: Always,"),
           controllerOf("Job", "", "restartPolicy: OnFailure,"),
           controllerOf("Deployment", selects, ""),
           controllerOf("Deployment", selects, "restartPolicy: Never,"),
           controllerOf("StatefulSet", "serviceName: s, selector: {matchLabels: {app: b}},", ""),
       }) {
    const auto manifest = readManifest(text, "test");
    ASSERT_TRUE(manifest) << describe(manifest.error());
    const ManifestObject& object = manifest->objects.front();
    const auto tried = m_live.source->writer().creator->create(object, m_ns.name, true, {});
    const std::string theirs = tried ? "" : tried.error().detail;
    EXPECT_EQ(object.problems.empty(), static_cast<bool>(tried)) << text << "\nserver: " << theirs;
    if (object.problems.empty() || tried) continue;
    const std::string& place = object.problems.front().place;
    // of a pair the server names both fields
    const std::string path = place.substr(0, place.rfind('.'));
    EXPECT_NE(theirs.find(path), std::string::npos) << place << "\nserver: " << theirs;
  }
}

TEST_F(Rules, PodSecurityStandardsAreHeldToAsTheServerHoldsToThem) {
  if (serverMinor() < 23) GTEST_SKIP() << "the admission plugin PodSecurity is on since 1.23";
  const std::string meets =
      ", securityContext: {allowPrivilegeEscalation: false, runAsNonRoot: true, capabilities: {drop: [ALL]}, "
      "seccompProfile: {type: RuntimeDefault}}";
  for (const std::string level : {"baseline", "restricted"}) {
    auto selectors = std::make_shared<SelectorObjects>();
    selectors->namespaceLabels[m_ns.name] = {{"pod-security.kubernetes.io/enforce", level}};
    ClusterSnapshot snapshot;
    snapshot.serverVersion = "v1." + std::to_string(serverMinor()) + ".0";
    snapshot.selectors = std::move(selectors);
    ASSERT_EQ(m_admin.send("PATCH", "/api/v1/namespaces/" + m_ns.name,
                           R"({"metadata":{"labels":{"pod-security.kubernetes.io/enforce":")" + level + R"("}}})",
                           "application/merge-patch+json"),
              200);
    for (const std::string& text : {
             podOf("hostNetwork: true,"),
             podOf("hostPID: true,", meets),
             podOf(""),
             podOf("", meets),
             podOf("", ", securityContext: {capabilities: {add: [IPC_LOCK]}}"),
             podOf("", ", securityContext: {capabilities: {add: [NET_BIND_SERVICE]}}"),
             podOf("", ", ports: [{containerPort: 1, hostPort: 80}]"),
             podOf("volumes: [{name: v, hostPath: {path: /d}}],", meets),
             podOf("volumes: [{name: v, nfs: {server: s, path: /d}}],", meets),
             podOf("volumes: [{name: v, emptyDir: {}}],", meets),
             podOf("securityContext: {seccompProfile: {type: Unconfined}},"),
             podOf("securityContext: {seLinuxOptions: {type: spc_t}},"),
             podOf("securityContext: {runAsUser: 0},", meets),
             podOf("initContainers: [{name: d, image: i}],", meets),
             podOf("securityContext: {runAsNonRoot: true, seccompProfile: {type: Localhost, localhostProfile: p}},",
                   ", securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}"),
             podOf("securityContext: {sysctls: [{name: kernel.shm_rmid_forced, value: '1'}]},", meets),
             podOf("securityContext: {sysctls: [{name: kernel.msgmax, value: '1'}]},", meets),
             podOf("", meets + ", livenessProbe: {httpGet: {host: 10.0.0.1, port: 80}}"),
             podOf("", meets + ", livenessProbe: {tcpSocket: {host: 127.0.0.1, port: 80}}"),
             podOf("", meets + ", readinessProbe: {httpGet: {port: 80}}"),
             podOf("", meets + ", lifecycle: {preStop: {httpGet: {host: 10.0.0.1, port: 80}}}"),
         }) {
      const auto manifest = readManifest(text, "test");
      ASSERT_TRUE(manifest) << describe(manifest.error());
      const bool refuses = namespaceRefusalOf(manifest->objects, 0, m_ns.name, snapshot).has_value();
      std::string theirs;
      bool isSame = false;
      // the server sees the new label a moment later
      for (int i = 0; i < 100 && !isSame; ++i) {
        const auto tried = m_live.source->writer().creator->create(manifest->objects.front(), m_ns.name, true, {});
        theirs = tried ? "" : tried.error().detail;
        isSame = refuses == (theirs.find("violates PodSecurity") != std::string::npos);
        if (!isSame) std::this_thread::sleep_for(100ms);
      }
      EXPECT_TRUE(isSame) << level << ": " << text << "\nours: " << refuses << "\nserver: " << theirs;
    }
  }
}

/// What is read of the cluster beside the snapshot, against the server's dry run: service accounts, objects that exist,
/// and a namespace on its way out.
TEST_F(Rules, ServiceAccountsExistingObjectsAndEndingNamespacesAreHeldToAsTheServerDoes) {
  using Kind = NamespaceRefusal::Kind;
  const auto ask = [&](const std::string& text) {
    const auto manifest = readManifest(text, "test");
    EXPECT_TRUE(manifest) << describe(manifest.error());
    KnownObjects known;
    for (const ObjectRef& one : KnownObjects::toRead(manifest->objects, m_ns.name, KnownObjects::Own::Yes)) {
      const auto read = m_live.source->objectReader()->text(one, {}, {});
      read ? known.add(one, read->yaml) : known.add(one, read.error());
    }
    const auto ours = namespaceRefusalOf(manifest->objects, 0, m_ns.name, ClusterSnapshot(), known);
    const auto tried = m_live.source->writer().creator->create(manifest->objects.front(), m_ns.name, true, {});
    return std::pair(ours ? std::optional(ours->kind) : std::nullopt, tried ? std::string() : describe(tried.error()));
  };
  // the controller of service accounts comes a moment later
  const std::string accounts = "/api/v1/namespaces/" + m_ns.name + "/serviceaccounts";
  for (int i = 0; i < 300 && m_admin.send("GET", accounts + "/default") != 200; ++i) std::this_thread::sleep_for(100ms);
  const auto fine = ask(podOf(""));
  EXPECT_FALSE(fine.first);
  EXPECT_EQ(fine.second, "");
  const auto missing = ask(podOf("serviceAccountName: builder,"));
  EXPECT_EQ(missing.first, Kind::NoAccount);
  EXPECT_NE(missing.second.find("builder"), std::string::npos) << missing.second;
  put("serviceaccounts", "ServiceAccount", R"("secrets":[])");
  const auto there = ask(podOf("serviceAccountName: r,"));
  EXPECT_FALSE(there.first);
  EXPECT_EQ(there.second, "");

  ASSERT_EQ(
      m_admin.send("POST", "/api/v1/namespaces/" + m_ns.name + "/pods",
                   R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"asked"},"spec":{"schedulerName":"nobody",)"
                   R"("containers":[{"name":"c","image":"i"}]}})"),
      201)
      << m_admin.lastBody;
  const auto exists = ask(podOf(""));
  EXPECT_EQ(exists.first, Kind::AlreadyExists);
  EXPECT_NE(exists.second.find("already"), std::string::npos) << exists.second;

  const std::string held = "/api/v1/namespaces/" + m_ns.name + "/configmaps";
  ASSERT_EQ(
      m_admin.send(
          "POST", held,
          R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"held","finalizers":["cardinal.test/hold"]}})"),
      201)
      << m_admin.lastBody;
  EXPECT_EQ(m_admin.send("DELETE", "/api/v1/namespaces/" + m_ns.name), 200) << m_admin.lastBody;
  const auto ending =
      ask("{apiVersion: v1, kind: Pod, metadata: {name: new}, spec: {containers: [{name: c, image: i}]}}");
  EXPECT_EQ(ending.first, Kind::Terminating);
  EXPECT_NE(ending.second.find("terminated"), std::string::npos) << ending.second;
  EXPECT_EQ(
      m_admin.send("PATCH", held + "/held", R"({"metadata":{"finalizers":null}})", "application/merge-patch+json"), 200)
      << m_admin.lastBody;
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
  // So many are listed instead.
  std::vector<std::string> many{"r"};
  for (int i = 0; i < 20; ++i) many.push_back("absent-" + std::to_string(i));
  EXPECT_EQ(m_live.source->namespaceRules({m_ns.name, many}, {}).claims, read.claims);
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
