// SPDX-License-Identifier: Apache-2.0
// Objects of GPU stacks, live, against the real API server: kinds that it serves itself (resource.k8s.io, in the newer
// generation) and one that a CustomResourceDefinition of ours brings (Koordinator's Device, with an open schema).
#include <gmock/gmock.h>

#include "core/model/extras/cluster_kinds.h"
#include "core/service/cluster_service.h"
#include "core/service/snapshots/snapshot_file.h"
#include "tests/cluster/live/fault_support.h"

namespace cardinal {
namespace {

using namespace test;
using ::testing::HasSubstr;

constexpr int kDraSince = 34;  // resource.k8s.io/v1 is on by default
constexpr const char* kDefinitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
constexpr const char* kKoordinator = "/apis/scheduling.koordinator.sh/v1alpha1/";
constexpr const char* kDevices = "/apis/scheduling.koordinator.sh/v1alpha1/devices";
constexpr const char* kDra = "/apis/resource.k8s.io/v1";
constexpr const char* kMergePatch = "application/merge-patch+json";

/// What somebody in front of the console sees.
class Screen final : public ServiceListener {
 public:
  explicit Screen(const ClusterAccess& access) : service(makeLiveSource(access, m_clock), *this, m_clock) {
    service.start();
  }
  void onSnapshot(SnapshotPtr snapshot) override {
    const std::lock_guard lock(m_mutex);
    m_snapshot = std::move(snapshot);
    m_changed.notify_all();
  }
  void onConnection(const ConnectionState& state) override {
    const std::lock_guard lock(m_mutex);
    m_hadError = m_hadError || state.error.has_value();
  }
  template <typename Condition>
  ::testing::AssertionResult shows(Condition condition) {
    std::unique_lock lock(m_mutex);
    if (m_changed.wait_for(lock, kTimeout, [&] { return m_snapshot != nullptr && condition(*m_snapshot); }))
      return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << "not within " << kTimeout.count() << " ms";
  }
  bool hadError() {
    const std::lock_guard lock(m_mutex);
    return m_hadError;
  }

 private:
  SystemClock m_clock;
  std::mutex m_mutex;
  std::condition_variable m_changed;
  SnapshotPtr m_snapshot;
  bool m_hadError = false;

 public:
  ClusterService service;  // last: it ends before what its threads use
};

bool knows(const ClusterSnapshot& snapshot, ExtraKind kind) {
  return snapshot.extras != nullptr && snapshot.extras->knows(kind);
}
/// Of the kinds that GPU stacks and queues bring; those of Kubernetes itself are everywhere.
bool knowsAny(const ClusterSnapshot& snapshot) {
  if (snapshot.extras == nullptr) return false;
  auto known = snapshot.extras->known;
  for (const ExtraKind kind : {ExtraKind::PriorityClass, ExtraKind::RuntimeClass, ExtraKind::Service,
                               ExtraKind::Namespace, ExtraKind::DisruptionBudget})
    known[indexOf(kind)] = false;
  return std::find(known.begin(), known.end(), true) != known.end();
}
const NodeRecord* nodeOf(const ClusterSnapshot& snapshot, const std::string& name) {
  const auto found = std::find_if(snapshot.nodes.begin(), snapshot.nodes.end(),
                                  [&name](const NodePtr& node) { return node->name == name; });
  return found == snapshot.nodes.end() ? nullptr : found->get();
}

/// A cluster of its own: kinds that are installed and removed are everybody's.
struct OwnCluster {
  OwnCluster() {
    if (clusterCommand("up", folder, "--replace --owner " + std::to_string(getpid())) != 0)
      throw std::runtime_error("no cluster in " + folder);
  }
  ~OwnCluster() { clusterCommand("down", folder); }
  std::string folder = std::string(CARDINAL_CLUSTER_STATE) + "-live-extras";
};

void install(Operator& admin, const std::string& plural, const std::string& kind) {
  ASSERT_EQ(
      admin.send(
          "POST", kDefinitions,
          R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":")" + plural +
              R"(.scheduling.koordinator.sh"},"spec":{"group":"scheduling.koordinator.sh","scope":"Cluster","names":{"plural":")" +
              plural + R"(","singular":")" + plural.substr(0, plural.size() - 1) + R"(","kind":")" + kind +
              R"(","listKind":")" + kind +
              R"(List"},"versions":[{"name":"v1alpha1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}})"),
      201)
      << admin.lastBody;
  for (int i = 0; admin.send("GET", kKoordinator + plural) != 200; ++i) {
    ASSERT_LT(i, 300) << admin.lastBody;
    std::this_thread::sleep_for(100ms);
  }
}

void installDevices(Operator& admin) {
  install(admin, "devices", "Device");
}

std::string deviceOf(const std::string& node) {
  return R"({"apiVersion":"scheduling.koordinator.sh/v1alpha1","kind":"Device","metadata":{"name":")" + node +
         R"("},"spec":{"devices":[
    {"type":"gpu","id":"GPU-0","minor":0,"health":true,"resources":{"koordinator.sh/gpu-core":"100","koordinator.sh/gpu-memory":"16Gi","koordinator.sh/gpu-memory-ratio":"100"}},
    {"type":"gpu","id":"GPU-1","minor":1,"health":true,"resources":{"koordinator.sh/gpu-core":"100","koordinator.sh/gpu-memory":"16Gi","koordinator.sh/gpu-memory-ratio":"100"}}]}})";
}

void publishGpus(Operator& admin, const std::string& node) {
  const std::string amounts =
      R"({"koordinator.sh/gpu-core":"200","koordinator.sh/gpu-memory":"32Gi","koordinator.sh/gpu-memory-ratio":"200"})";
  ASSERT_EQ(admin.send("PATCH", "/api/v1/nodes/" + node + "/status",
                       R"({"status":{"capacity":)" + amounts + R"(,"allocatable":)" + amounts + "}}", kMergePatch),
            200)
      << admin.lastBody;
}

TEST(LiveExtras, CardsOfKoordinatorComeChangeAndGoWithoutAClick) {
  const OwnCluster cluster;
  const ClusterAccess access = accessFrom(cluster.folder, "admin");
  Operator admin(access);
  Screen screen(access);
  ASSERT_TRUE(screen.service.waitForData(kTimeout));
  EXPECT_FALSE(knows(*screen.service.snapshot(), ExtraKind::KoordinatorDevice)) << "the kind is not there yet";

  // The stack is installed while the console looks: its nodes are what tells that there is something to read.
  ASSERT_NO_FATAL_FAILURE(install(admin, "reservations", "Reservation"));
  ASSERT_NO_FATAL_FAILURE(installDevices(admin));
  ASSERT_NO_FATAL_FAILURE(admin.createNode("k"));
  ASSERT_EQ(admin.send("POST", kDevices, deviceOf("k")), 201) << admin.lastBody;
  ASSERT_NO_FATAL_FAILURE(publishGpus(admin, "k"));
  const auto cards = [](const ClusterSnapshot& snapshot) {
    const NodeRecord* const node = nodeOf(snapshot, "k");
    return node == nullptr ? std::size_t{0} : node->cards.size();
  };
  ASSERT_TRUE(screen.shows([&](const ClusterSnapshot& snapshot) { return cards(snapshot) == 2; }));
  EXPECT_EQ(nodeOf(*screen.service.snapshot(), "k")->gpu.stack, GpuStack::Koordinator);

  // A console that is opened now is complete from its first picture on, as the command line needs it.
  Screen second(access);
  const auto first = second.service.waitForData(kTimeout);
  ASSERT_TRUE(first) << describe(first.error());
  EXPECT_EQ(cards(**first), 2U);

  // A Reservation of a whole card: nobody's pod holds it, and it is not free.
  const auto allocated = [](const ClusterSnapshot& snapshot) {
    const NodeRecord* const node = nodeOf(snapshot, "k");
    return node == nullptr || node->cards.size() < 2 ? MemUnits(-1) : node->cards[1].memAllocated;
  };
  EXPECT_EQ(allocated(*screen.service.snapshot()), MemUnits(0));
  ASSERT_EQ(
      admin.send("POST", kKoordinator + std::string("reservations"),
                 R"({"apiVersion":"scheduling.koordinator.sh/v1alpha1","kind":"Reservation","metadata":{"name":"r",)"
                 R"("annotations":{"scheduling.koordinator.sh/device-allocated":"{\"gpu\":[{\"minor\":1,\"resources\":)"
                 R"({\"koordinator.sh/gpu-core\":\"100\",\"koordinator.sh/gpu-memory-ratio\":\"100\"}}]}"}},)"
                 R"("spec":{"owners":[{"labelSelector":{"matchLabels":{"app":"a"}}}],"template":{}},)"
                 R"("status":{"phase":"Available","nodeName":"k"}})"),
      201)
      << admin.lastBody;
  EXPECT_TRUE(screen.shows([&](const ClusterSnapshot& snapshot) { return allocated(snapshot) == MemUnits(16384); }));
  ASSERT_EQ(admin.send("DELETE", kKoordinator + std::string("reservations/r")), 200) << admin.lastBody;
  EXPECT_TRUE(screen.shows([&](const ClusterSnapshot& snapshot) { return allocated(snapshot) == MemUnits(0); }));

  const TemporaryFolder folder;
  const std::string file = folder.path() / "saved.json.gz";
  ASSERT_TRUE(screen.service.saveSnapshot(file));
  const auto saved = loadSnapshotFile(file);
  ASSERT_TRUE(saved) << describe(saved.error());
  const auto& devices = saved->extras[indexOf(ExtraKind::KoordinatorDevice)];
  ASSERT_TRUE(devices);
  ASSERT_EQ(devices->size(), 1U);
  EXPECT_EQ(metaOf(devices->front()).key.name, "k");

  const std::string path = std::string(kDevices) + "/k";
  ASSERT_EQ(admin.send("PATCH", path, R"({"spec":{"devices":[{"type":"gpu","id":"GPU-0","minor":0,"health":false}]}})",
                       kMergePatch),
            200)
      << admin.lastBody;
  EXPECT_TRUE(screen.shows([&](const ClusterSnapshot& snapshot) {
    return cards(snapshot) == 1 && nodeOf(snapshot, "k")->cards[0].health == CardHealth::Unhealthy;
  }));
  ASSERT_EQ(admin.send("DELETE", path), 200) << admin.lastBody;
  EXPECT_TRUE(screen.shows([&](const ClusterSnapshot& snapshot) {
    return nodeOf(snapshot, "k")->extras == nullptr && knows(snapshot, ExtraKind::KoordinatorDevice);
  })) << "read: the node has none";
  ASSERT_EQ(admin.send("DELETE", std::string(kDefinitions) + "/devices.scheduling.koordinator.sh"), 200)
      << admin.lastBody;
  EXPECT_TRUE(screen.shows([](const ClusterSnapshot& snapshot) {
    return !knows(snapshot, ExtraKind::KoordinatorDevice);
  })) << "the kind itself has gone: nothing is known of it";
  ASSERT_NO_FATAL_FAILURE(installDevices(admin));
  ASSERT_EQ(admin.send("POST", kDevices, deviceOf("k")), 201) << admin.lastBody;
  screen.service.refresh();
  EXPECT_TRUE(screen.shows([&](const ClusterSnapshot& snapshot) { return cards(snapshot) == 2; }));
  EXPECT_FALSE(screen.hadError()) << "a kind that comes and goes is no trouble with the connection";
}

/// Removes what it created: the cluster is everybody's.
struct Created {
  Created(Operator& o, const std::string& collection, const std::string& name, const std::string& rest)
      : admin(o), path(collection + "/" + name) {
    EXPECT_EQ(admin.send("POST", collection, R"({"metadata":{"name":")" + name + "\"}," + rest + "}"), 201)
        << admin.lastBody;
  }
  ~Created() { admin.send("DELETE", path); }
  Operator& admin;
  std::string path;
};

std::string sliceOf(const std::string& node, const std::string& devices) {
  return R"("apiVersion":"resource.k8s.io/v1","kind":"ResourceSlice","spec":{"driver":"gpu.example.com","nodeName":")" +
         node + R"(","pool":{"name":")" + node + R"(","generation":1,"resourceSliceCount":1},"devices":[)" + devices +
         "]}";
}

std::size_t devicesOn(const ClusterSnapshot& snapshot, const std::string& node) {
  std::size_t count = 0;
  if (snapshot.extras == nullptr) return count;
  for (const auto& slice : snapshot.extras->slices) count += slice->nodes.nodeName == node ? slice->devices.size() : 0;
  return count;
}

TEST(LiveExtras, SlicesAndClaimsAreReadWhereTheServerHasThem) {
  Stage stage;
  Screen screen(stage.access());
  ASSERT_TRUE(screen.service.waitForData(kTimeout));
  EXPECT_EQ(screen.service.connection().phase, ConnectionPhase::Live);
  const auto asksStacks = [](const ScriptedRequest& request) {
    return request.path.find("resource.k8s.io") != std::string::npos ||
           request.path.find("koordinator") != std::string::npos ||
           request.path.find("topology.node") != std::string::npos;
  };
  if (serverMinor() < kDraSince) {
    EXPECT_GE(stage.proxy.countOf(requestsFor("GET", "/apis")), 1U);
    EXPECT_EQ(stage.proxy.countOf(asksStacks), 0U) << "what the server does not have is not asked for";
    EXPECT_FALSE(knowsAny(*screen.service.snapshot()));
    EXPECT_FALSE(screen.hadError());
    return;
  }
  for (const ExtraKind kind :
       {ExtraKind::ResourceSlice, ExtraKind::DeviceClass, ExtraKind::ResourceClaim, ExtraKind::ResourceClaimTemplate})
    EXPECT_TRUE(knows(*screen.service.snapshot(), kind)) << toString(kind);
  EXPECT_FALSE(knows(*screen.service.snapshot(), ExtraKind::KoordinatorDevice));

  const Node node(stage.admin);
  const std::string claims = std::string(kDra) + "/namespaces/" + stage.ns.name + "/resourceclaims";
  const Created slice(stage.admin, std::string(kDra) + "/resourceslices", unique("slice"),
                      sliceOf(node.name, R"({"name":"gpu-0"},{"name":"gpu-1"})"));
  const Created claim(
      stage.admin, claims, "gpu",
      R"("apiVersion":"resource.k8s.io/v1","kind":"ResourceClaim","spec":{"devices":{"requests":[{"name":"gpu","exactly":{"deviceClassName":"gpu.example.com"}}]}})");
  const auto hasClaim = [&](const ClusterSnapshot& snapshot) {
    return snapshot.extras != nullptr &&
           std::any_of(snapshot.extras->claims.begin(), snapshot.extras->claims.end(),
                       [&](const auto& one) { return one->meta.key == stage.key("gpu"); });
  };
  EXPECT_TRUE(screen.shows([&](const ClusterSnapshot& snapshot) {
    return devicesOn(snapshot, node.name) == 2 && hasClaim(snapshot) && nodeOf(snapshot, node.name) != nullptr &&
           nodeOf(snapshot, node.name)->extras != nullptr;
  }));
  ASSERT_EQ(stage.admin.send("PATCH", slice.path, R"({"spec":{"devices":[{"name":"gpu-0"}]}})", kMergePatch), 200)
      << stage.admin.lastBody;
  EXPECT_TRUE(screen.shows([&](const ClusterSnapshot& snapshot) { return devicesOn(snapshot, node.name) == 1; }));
  ASSERT_EQ(stage.admin.send("DELETE", slice.path), 200);
  ASSERT_EQ(stage.admin.send("DELETE", claim.path), 200);
  EXPECT_TRUE(screen.shows(
      [&](const ClusterSnapshot& snapshot) { return devicesOn(snapshot, node.name) == 0 && !hasClaim(snapshot); }));
  EXPECT_FALSE(screen.hadError());
}

/// The value of the class; nothing where it is not there.
std::optional<std::int32_t> priorityOf(const ClusterSnapshot& snapshot, const std::string& name) {
  if (snapshot.extras == nullptr) return std::nullopt;
  for (const auto& one : snapshot.extras->priorityClasses) {
    if (one->meta.key.name == name) return one->value;
  }
  return std::nullopt;
}

TEST(LiveExtras, WhatDecidesAboutNewPodsIsFollowed) {
  Stage stage;
  Screen screen(stage.access());
  ASSERT_TRUE(screen.service.waitForData(kTimeout));
  const Node node(stage.admin);  // Services are followed where there are cards
  ASSERT_EQ(stage.admin.send("PATCH", "/api/v1/nodes/" + node.name + "/status",
                             R"({"status":{"capacity":{"nvidia.com/gpu":"1"},"allocatable":{"nvidia.com/gpu":"1"}}})",
                             kMergePatch),
            200)
      << stage.admin.lastBody;
  EXPECT_TRUE(screen.shows([&](const ClusterSnapshot& snapshot) {
    return knows(snapshot, ExtraKind::PriorityClass) && knows(snapshot, ExtraKind::RuntimeClass) &&
           knows(snapshot, ExtraKind::Service) && knows(snapshot, ExtraKind::Namespace);
  }));
  EXPECT_EQ(priorityOf(*screen.service.snapshot(), "system-node-critical"), 2'000'001'000);

  const std::string name = unique("class");
  const Created priority(stage.admin, "/apis/scheduling.k8s.io/v1/priorityclasses", name,
                         R"("apiVersion":"scheduling.k8s.io/v1","kind":"PriorityClass","value":1234)");
  const Created runtime(
      stage.admin, "/apis/node.k8s.io/v1/runtimeclasses", name,
      R"("apiVersion":"node.k8s.io/v1","kind":"RuntimeClass","handler":"h","overhead":{"podFixed":{"cpu":"250m"}})");
  const Created service(
      stage.admin, "/api/v1/namespaces/" + stage.ns.name + "/services", name,
      R"("apiVersion":"v1","kind":"Service","spec":{"selector":{"app":"web"},"ports":[{"port":80}]})");
  EXPECT_TRUE(screen.shows([&](const ClusterSnapshot& snapshot) {
    const auto& runtimes = snapshot.extras->runtimeClasses;
    const auto& services = snapshot.selectors->services;
    return priorityOf(snapshot, name) == 1234 &&
           std::any_of(runtimes.begin(), runtimes.end(),
                       [&](const auto& one) {
                         return one->meta.key.name == name && find(one->overhead, "cpu")->milliValue() == 250;
                       }) &&
           std::any_of(services.begin(), services.end(), [&](const auto& one) {
             const std::string* app = find(one.selector, "app");
             return one.ns == stage.ns.name && app != nullptr && *app == "web";
           });
  }));
  EXPECT_EQ(screen.service.snapshot()->selectors->namespaceLabels.count(stage.ns.name), 1U);
  ASSERT_EQ(stage.admin.send("DELETE", priority.path), 200) << stage.admin.lastBody;
  ASSERT_EQ(stage.admin.send("DELETE", runtime.path), 200) << stage.admin.lastBody;
  EXPECT_TRUE(screen.shows([&](const ClusterSnapshot& snapshot) { return !priorityOf(snapshot, name); }));
  EXPECT_FALSE(screen.hadError());
}

TEST(LiveExtras, WhoMayNotReadThemKnowsNothingOfThemAndMissesNothingElse) {
  Screen screen(accessFrom("readonly"));
  ASSERT_TRUE(screen.service.waitForData(kTimeout));
  EXPECT_EQ(screen.service.connection().phase, ConnectionPhase::Live);
  EXPECT_FALSE(knowsAny(*screen.service.snapshot())) << "unknown, never none";
  EXPECT_FALSE(screen.hadError());
  EXPECT_TRUE(screen.shows([](const ClusterSnapshot& snapshot) {
    return snapshot.extras != nullptr && snapshot.extras->refused[indexOf(ExtraKind::PriorityClass)] &&
           !snapshot.extras->knows(ExtraKind::PriorityClass);
  }));
  if (serverMinor() < kDraSince) return;
  // What the server has and does not show is known to be refused.
  EXPECT_TRUE(screen.shows([](const ClusterSnapshot& snapshot) {
    return snapshot.extras != nullptr && snapshot.extras->refused[indexOf(ExtraKind::ResourceClaim)];
  }));
}

}  // namespace
}  // namespace cardinal
