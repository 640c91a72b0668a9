// SPDX-License-Identifier: Apache-2.0
// Objects of GPU stacks on a live connection: what is asked for, and what is known of them when it cannot be had.
#include "core/service/live/live_extras.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/model/extras/cluster_kinds.h"
#include "core/model/extras/group_queues.h"
#include "core/model/extras/nvidia.h"
#include "core/service/live/read/api_groups.h"
#include "tests/core/kube/fakes.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::string kDevices = "/apis/scheduling.koordinator.sh/v1alpha1/devices";
const std::string kSlices = "/apis/resource.k8s.io/v1/resourceslices";
const std::string kClaims = "/apis/resource.k8s.io/v1/resourceclaims";

std::string groups(const std::vector<std::string>& versions) {
  std::string text;
  for (const std::string& version : versions) {
    text += (text.empty() ? "" : ",") + std::string(R"({"name":")") + version.substr(0, version.find('/')) +
            R"(","versions":[{"groupVersion":")" + version + R"("}]})";
  }
  return R"({"kind":"APIGroupList","groups":[)" + text + "]}";
}
std::string resources(const std::vector<std::pair<std::string, std::string>>& kinds) {
  std::string text;
  for (const auto& [plural, kind] : kinds) {
    text += (text.empty() ? "" : ",") + std::string(R"({"name":")") + plural + R"(","kind":")" + kind +
            R"(","namespaced":)" + (kind == "ResourceClaim" ? "true}" : "false}");
  }
  return R"({"kind":"APIResourceList","resources":[)" + text + "]}";
}
std::string listText(const std::string& kind, const std::string& items = "") {
  return R"({"kind":")" + kind + R"(List","metadata":{"resourceVersion":"10"},"items":[)" + items + "]}";
}
std::string statusText(int code, const std::string& reason) {
  return R"({"kind":"Status","status":"Failure","reason":")" + reason + R"(","code":)" + std::to_string(code) + "}";
}
std::string device(const std::string& node, int version, const std::string& kind = "") {
  return "{" + kind + R"("metadata":{"name":")" + node + R"(","uid":"u-)" + node + R"(","resourceVersion":")" +
         std::to_string(version) + R"("},"spec":{"devices":[{"type":"gpu","minor":0,"health":)" +
         (version > 10 ? "false" : "true") + "}]}}";
}
std::string deviceEvent(const std::string& type, const std::string& node, int version) {
  return R"({"type":")" + type + R"(","object":)" + device(node, version, R"("kind":"Device",)") + "}\n";
}

/// What an operator's snapshot says while a test answers the requests.
class LiveExtrasTest : public ::testing::Test {
 protected:
  LiveExtrasTest()
      : m_extras({m_loop, m_transport, m_decoder, m_loop, [] { return 0.0; }},
                 {[this](ClusterDelta delta) { m_builder.apply(std::move(delta)); },
                  [this](LiveFeed&) { m_loop.post([this] { m_extras.tidy(); }); }, [this] { ++m_preflights; }}) {
    ClusterDelta node;
    auto raw = std::make_shared<RawNode>();
    raw->meta.key.name = "n";
    node.nodes.push_back(std::move(raw));
    m_builder.apply(std::move(node));
  }

  bool asks(const std::string& path, bool streaming = false) const {
    return std::any_of(m_transport.open.begin(), m_transport.open.end(), [&](const auto& call) {
      return call.request.path == path && call.request.streaming == streaming;
    });
  }
  test::FakeTransport::Call take(const std::string& path, bool streaming) {
    const auto at = std::find_if(m_transport.open.begin(), m_transport.open.end(), [&](const auto& call) {
      return call.request.path == path && call.request.streaming == streaming;
    });
    if (at == m_transport.open.end()) throw std::runtime_error("nobody asks for " + path);
    auto call = *at;
    m_transport.open.erase(at);
    return call;
  }
  void answer(const std::string& path, int status, const std::string& body, bool streaming = false) {
    const auto call = take(path, streaming);
    const ResponseHead head{status, {{"content-type", "application/json"}}};
    if (call.handler.head) call.handler.head(head);
    if (streaming && !body.empty()) call.handler.data(body);
    call.handler.end(HttpResponse{head, streaming ? "" : body});
    m_loop.advance(0ms);
  }
  void breakOff(const std::string& path, ErrorCode code) {
    take(path, false).handler.end(unexpected(makeError(code, "server")));
    m_loop.advance(0ms);
  }
  void stream(const std::string& path, const std::string& text) {
    const auto at = std::find_if(m_transport.open.begin(), m_transport.open.end(),
                                 [&](const auto& call) { return call.request.path == path && call.request.streaming; });
    ASSERT_NE(at, m_transport.open.end());
    const auto handler = at->handler;
    handler.head(ResponseHead{200, {{"content-type", "application/json"}}});
    if (!text.empty()) handler.data(text);
    m_loop.advance(0ms);
  }
  /// A server with Koordinator: one Device, of node n.
  void followDevices() {
    m_extras.look();
    answer("/apis", 200, groups({"apps/v1", "scheduling.koordinator.sh/v1alpha1"}));
    answer("/apis/scheduling.koordinator.sh/v1alpha1", 200, resources({{"devices", "Device"}, {"others", "Other"}}));
    answer(kDevices, 200, listText("Device", device("n", 5)));
    stream(kDevices, "");
  }
  bool knows(ExtraKind kind) {
    const auto& extras = m_builder.build(1)->extras;
    return extras != nullptr && extras->knows(kind);
  }
  std::shared_ptr<const RawKoordinatorDevice> deviceOf(const std::string& node) {
    const SnapshotPtr snapshot = m_builder.build(1);
    for (const auto& record : snapshot->nodes) {
      if (record->name == node) return record->extras != nullptr ? record->extras->device : nullptr;
    }
    return nullptr;
  }
  std::vector<std::string> paths() const {
    std::vector<std::string> out;
    for (const HttpRequest& request : m_transport.started) out.push_back(request.path);
    return out;
  }

  test::ManualLoop m_loop;
  test::FakeTransport m_transport;
  Decoder m_decoder;
  SnapshotBuilder m_builder;
  int m_preflights = 0;
  LiveExtras m_extras;
};

TEST_F(LiveExtrasTest, AClusterWithoutTheGroupsCostsOneQuestion) {
  m_extras.look();
  EXPECT_FALSE(m_extras.isSettled());
  answer("/apis", 200, groups({"apps/v1", "batch/v1", "autoscaling/v2"}));
  EXPECT_TRUE(m_extras.isSettled());
  EXPECT_EQ(m_preflights, 1);
  EXPECT_THAT(m_extras.feeds(), IsEmpty());
  EXPECT_THAT(m_transport.open, IsEmpty());
  m_loop.advance(24h);
  EXPECT_THAT(paths(), ElementsAre("/apis"));
  EXPECT_EQ(m_loop.timers(), 0U);
  EXPECT_EQ(m_builder.build(1)->extras, nullptr) << "not read is not the same as none";
}

TEST_F(LiveExtrasTest, ObjectsComeChangeAndGo) {
  followDevices();
  ASSERT_NE(deviceOf("n"), nullptr);
  EXPECT_TRUE(deviceOf("n")->devices.at(0).healthy);
  EXPECT_TRUE(m_extras.isSettled());
  stream(kDevices, deviceEvent("MODIFIED", "n", 11));
  EXPECT_FALSE(deviceOf("n")->devices.at(0).healthy);
  stream(kDevices, deviceEvent("DELETED", "n", 12));
  EXPECT_EQ(deviceOf("n"), nullptr);
  EXPECT_TRUE(knows(ExtraKind::KoordinatorDevice)) << "read: there are none";
  EXPECT_FALSE(knows(ExtraKind::ResourceSlice)) << "not read";
}

TEST_F(LiveExtrasTest, TheConfigMapThatTheClusterPolicyNamesIsFollowedAndNoOtherOne) {
  const std::string policies = "/apis/nvidia.com/v1/clusterpolicies";
  const std::string maps = "/api/v1/namespaces/gpu-operator/configmaps";
  const auto policy = [](const std::string& map, int version) {
    return R"({"kind":"ClusterPolicy","metadata":{"name":"p","uid":"u","resourceVersion":")" + std::to_string(version) +
           R"("},"spec":{"devicePlugin":{"config":{"name":")" + map +
           R"(","default":"four"}}},"status":{"namespace":"gpu-operator"}})";
  };
  const auto config = [&]() -> const DevicePluginConfig* {
    const SnapshotPtr snapshot = m_builder.build(1);
    const auto& extras = snapshot->nodes.at(0)->extras;
    if (extras == nullptr || extras->nvidia == nullptr) return nullptr;
    return configOf(*extras->nvidia, *snapshot->nodes.at(0)->raw);
  };
  m_extras.look();
  answer("/apis", 200, groups({"nvidia.com/v1"}));
  answer("/apis/nvidia.com/v1", 200, resources({{"clusterpolicies", "ClusterPolicy"}}));
  EXPECT_FALSE(asks(maps));
  answer(policies, 200, listText("ClusterPolicy", policy("plugin-config", 5)));
  stream(policies, "");
  EXPECT_FALSE(m_extras.isSettled()) << "the ConfigMap is on its way";
  ASSERT_TRUE(asks(maps));
  EXPECT_TRUE(std::any_of(m_transport.open.begin(), m_transport.open.end(), [&](const auto& call) {
    return call.request.path == maps &&
           call.request.query.find("fieldSelector=metadata.name%3Dplugin-config") != std::string::npos;
  })) << "this one alone";
  answer(maps, 200,
         listText("ConfigMap", R"({"metadata":{"name":"plugin-config","namespace":"gpu-operator"},"data":)"
                               R"({"four":"{version: v1, sharing: {timeSlicing: {resources: )"
                               R"([{name: nvidia.com/gpu, replicas: 4}]}}}"}})"));
  EXPECT_FALSE(m_extras.isSettled()) << "the one of mig-manager is on its way, too";
  answer(maps, 200, listText("ConfigMap"));
  EXPECT_TRUE(m_extras.isSettled());
  ASSERT_NE(config(), nullptr);
  EXPECT_EQ(config()->shared.at(0).replicas, 4);
  stream(policies, R"({"type":"MODIFIED","object":)" + policy("other-config", 6) + "}\n");
  EXPECT_EQ(config(), nullptr) << "what it names now was not read";
  ASSERT_TRUE(asks(maps));
  answer(maps, 403, statusText(403, "Forbidden"));
  EXPECT_EQ(config(), nullptr);
  EXPECT_FALSE(knows(ExtraKind::PluginConfigs));
}

TEST_F(LiveExtrasTest, QuotasOfNamespacesAreFollowedOnceThereAreCards) {
  const std::string quotas = "/api/v1/resourcequotas";
  m_extras.expectQuotas();
  m_extras.expectQuotas();
  EXPECT_EQ(m_transport.open.size(), 1U) << "once";
  m_extras.look();
  answer("/apis", 200, groups({}));
  EXPECT_FALSE(m_extras.isSettled()) << "they are on their way";
  answer(quotas, 200,
         listText("ResourceQuota", R"({"metadata":{"name":"gpus","namespace":"a","uid":"q","resourceVersion":"5"},)"
                                   R"("status":{"hard":{"requests.nvidia.com/gpu":"8"}}})"));
  EXPECT_TRUE(m_extras.isSettled());
  ASSERT_TRUE(knows(ExtraKind::ResourceQuota));
  const auto list = m_builder.build(1)->extras->groups->resourceQuotas;
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(find(list[0]->hard, "requests.nvidia.com/gpu")->floor(), 8);
}

TEST_F(LiveExtrasTest, QuotasThatMayNotBeListedAreNotNone) {
  m_extras.expectQuotas();
  m_extras.look();
  answer("/apis", 200, groups({}));
  answer("/api/v1/resourcequotas", 403, statusText(403, "Forbidden"));
  EXPECT_TRUE(m_extras.isSettled());
  EXPECT_FALSE(knows(ExtraKind::ResourceQuota));
  EXPECT_TRUE(m_builder.build(1)->extras->refused[indexOf(ExtraKind::ResourceQuota)]);
}

TEST_F(LiveExtrasTest, ServicesAndNamespacesAreFollowedOnceThereAreCards) {
  m_extras.expectPlacements();
  m_extras.expectPlacements();
  EXPECT_EQ(m_transport.open.size(), 2U) << "once";
  EXPECT_EQ(m_builder.build(1)->selectors, nullptr) << "not read is not none";
  answer("/api/v1/namespaces", 200, listText("Namespace", R"({"metadata":{"name":"a","labels":{"team":"x"}}})"));
  answer("/api/v1/services", 200,
         listText("Service", R"({"metadata":{"name":"web","namespace":"a","uid":"s","resourceVersion":"5"},)"
                             R"("spec":{"selector":{"app":"web"}}})"));
  const auto before = m_builder.build(1)->selectors;
  ASSERT_NE(before, nullptr);
  ASSERT_EQ(before->services.size(), 1U);
  EXPECT_EQ(before->services[0].ns, "a");
  EXPECT_EQ(*find(before->services[0].selector, "app"), "web");
  EXPECT_EQ(*find(before->namespaceLabels.at("a"), "team"), "x");
  EXPECT_EQ(m_builder.build(2)->selectors, before) << "the same while nothing changes";
}

TEST_F(LiveExtrasTest, ServicesThatMayNotBeListedAreNotNone) {
  m_extras.expectPlacements();
  answer("/api/v1/services", 403, statusText(403, "Forbidden"));
  EXPECT_EQ(m_builder.build(1)->selectors, nullptr);
  EXPECT_TRUE(m_builder.build(1)->extras->refused[indexOf(ExtraKind::Service)]);
}

TEST_F(LiveExtrasTest, ClassesOfPrioritiesAndRuntimesAreReadWhereTheServerHasThem) {
  const std::string priorities = "/apis/scheduling.k8s.io/v1/priorityclasses";
  m_extras.look();
  answer("/apis", 200, groups({"scheduling.k8s.io/v1", "node.k8s.io/v1", "node.k8s.io/v1beta1"}));
  answer("/apis/scheduling.k8s.io/v1", 200, resources({{"priorityclasses", "PriorityClass"}}));
  answer("/apis/node.k8s.io/v1", 200, resources({{"runtimeclasses", "RuntimeClass"}}));
  answer(priorities, 200, listText("PriorityClass", R"({"metadata":{"name":"high"},"value":1000})"));
  answer("/apis/node.k8s.io/v1/runtimeclasses", 403, statusText(403, "Forbidden"));
  EXPECT_TRUE(m_extras.isSettled());
  const SnapshotPtr snapshot = m_builder.build(1);
  ASSERT_EQ(snapshot->extras->priorityClasses.size(), 1U);
  EXPECT_EQ(snapshot->extras->priorityClasses[0]->value, 1000);
  EXPECT_FALSE(snapshot->extras->knows(ExtraKind::RuntimeClass)) << "unknown, never none";
  EXPECT_TRUE(snapshot->extras->refused[indexOf(ExtraKind::RuntimeClass)]);
}

TEST_F(LiveExtrasTest, TheConfigurationsOfYunikornAndVolcanoAreReadByTheirNamesAlone) {
  m_extras.look();
  answer("/apis", 200, groups({"scheduling.volcano.sh/v1beta1"}));
  answer("/apis/scheduling.volcano.sh/v1beta1", 200, resources({{"queues", "Queue"}}));
  m_extras.expectYunikorn();
  for (const auto& [path, name] : std::vector<std::pair<std::string, std::string>>{
           {"/api/v1/namespaces/volcano-system/configmaps", "volcano-scheduler-configmap"},
           {"/api/v1/namespaces/yunikorn/configmaps", "yunikorn-configs"}}) {
    EXPECT_TRUE(std::any_of(m_transport.open.begin(), m_transport.open.end(), [&](const auto& call) {
      return call.request.path == path && call.request.query.find("metadata.name%3D" + name) != std::string::npos;
    })) << path;
  }
  answer("/api/v1/namespaces/volcano-system/configmaps", 403, statusText(403, "Forbidden"));
  EXPECT_FALSE(knows(ExtraKind::VolcanoConfig)) << "the shipped configuration is taken, and this is said";
}

TEST_F(LiveExtrasTest, LayoutsOfMigManagerAreFollowedToo) {
  const std::string policies = "/apis/nvidia.com/v1/clusterpolicies";
  const std::string maps = "/api/v1/namespaces/gpu-operator/configmaps";
  const std::string layouts =
      R"("data":{"config.yaml":"{version: v1, mig-configs: {own: [{devices: all, mig-enabled: no}]}}"}})";
  const auto names = [&]() -> std::vector<std::string> {
    std::vector<std::string> out;
    const SnapshotPtr snapshot = m_builder.build(1);
    for (const auto& map : snapshot->extras->migConfigs) out.push_back(map->meta.key.name);
    return out;
  };
  m_extras.look();
  answer("/apis", 200, groups({"nvidia.com/v1"}));
  answer("/apis/nvidia.com/v1", 200, resources({{"clusterpolicies", "ClusterPolicy"}}));
  answer(policies, 200,
         listText("ClusterPolicy", R"({"kind":"ClusterPolicy","metadata":{"name":"p","uid":"u","resourceVersion":"5"},)"
                                   R"("spec":{"migManager":{"config":{}}},"status":{"namespace":"gpu-operator"}})"));
  ASSERT_TRUE(asks(maps)) << "the policy names none: the operator's own";
  answer(maps, 200,
         listText("ConfigMap", R"({"metadata":{"name":"default-mig-parted-config","namespace":"gpu-operator"},)" +
                                   layouts + R"(,{"metadata":{"name":"n-mig-config","namespace":"gpu-operator"},)" +
                                   layouts + R"(,{"metadata":{"name":"other","namespace":"gpu-operator"},)" + layouts));
  EXPECT_THAT(names(), ElementsAre("default-mig-parted-config", "n-mig-config")) << "no other one";
  EXPECT_TRUE(knows(ExtraKind::MigConfigs));
  EXPECT_FALSE(knows(ExtraKind::PluginConfigs));
}

TEST_F(LiveExtrasTest, AConfigMapThatWasNotServedIsAskedForAgain) {
  const std::string policies = "/apis/nvidia.com/v1/clusterpolicies";
  const std::string maps = "/api/v1/namespaces/gpu-operator/configmaps";
  m_extras.look();
  answer("/apis", 200, groups({"nvidia.com/v1"}));
  answer("/apis/nvidia.com/v1", 200, resources({{"clusterpolicies", "ClusterPolicy"}}));
  answer(policies, 200,
         listText("ClusterPolicy",
                  R"({"kind":"ClusterPolicy","metadata":{"name":"p","uid":"u","resourceVersion":"5"},"spec":)"
                  R"({"migManager":{"config":{"name":"own"}}},"status":{"namespace":"gpu-operator"}})"));
  ASSERT_TRUE(asks(maps));
  answer(maps, 404, statusText(404, "NotFound"));
  m_extras.tidy();
  EXPECT_FALSE(asks(maps)) << "nothing is asked in a circle";
  m_extras.look();
  EXPECT_TRUE(asks(maps)) << "the next look tries it again";
}

TEST_F(LiveExtrasTest, TheNewestVersionThatIsReadIsAskedFor) {
  m_extras.look();
  answer("/apis", 200, groups({"resource.k8s.io/v1beta1", "resource.k8s.io/v1", "resource.k8s.io/v9"}));
  answer("/apis/resource.k8s.io/v1", 200,
         resources({{"resourceslices", "ResourceSlice"}, {"resourceclaims", "ResourceClaim"}}));
  EXPECT_TRUE(asks(kSlices));
  EXPECT_TRUE(asks(kClaims)) << "of all namespaces";
  EXPECT_EQ(m_extras.feeds().size(), 2U) << "what the server does not have is not asked for";
  EXPECT_FALSE(m_extras.isSettled());
  answer(kSlices, 200, listText("ResourceSlice"));
  EXPECT_FALSE(m_extras.isSettled()) << "claims are still coming";
  answer(kClaims, 200, listText("ResourceClaim"));
  EXPECT_TRUE(m_extras.isSettled());
  EXPECT_TRUE(knows(ExtraKind::ResourceSlice));
  EXPECT_TRUE(knows(ExtraKind::ResourceClaim));
  EXPECT_FALSE(knows(ExtraKind::DeviceClass));
}

std::vector<std::string> readableOf(const std::vector<std::string>& served) {
  std::vector<ServedVersion> versions;
  for (const std::string& version : served) versions.push_back({version});
  std::vector<std::string> out;
  for (const ServedVersion& version : readableVersions(versions)) out.push_back(version.apiVersion);
  return out;
}

TEST(ApiGroups, OlderVersionsAreTakenWhereNothingNewerIsServed) {
  EXPECT_THAT(readableOf({"resource.k8s.io/v1beta1", "resource.k8s.io/v1beta2", "a/v1"}),
              ElementsAre("resource.k8s.io/v1beta2"));
  EXPECT_THAT(readableOf({"resource.k8s.io/v1alpha2", "topology.node.k8s.io/v1alpha2"}),
              ElementsAre("topology.node.k8s.io/v1alpha2"))
      << "v1alpha2 of resource.k8s.io is another API";
  EXPECT_THAT(readableOf({"scheduling.run.ai/v2", "scheduling.run.ai/v2alpha2"}),
              ElementsAre("scheduling.run.ai/v2", "scheduling.run.ai/v2alpha2"))
      << "queues stand in the one, groups in the other";
  EXPECT_THAT(readableOf({"scheduling.sigs.k8s.io/v1alpha1", "scheduling.sigs.k8s.io/v1beta1"}),
              ElementsAre("scheduling.sigs.k8s.io/v1beta1", "scheduling.sigs.k8s.io/v1alpha1"))
      << "ACK's tree stands in the one, quotas and groups in the other";
}

/// As servers from 1.27 on answer: every group with the resources of its versions. `freshness` of resource.k8s.io.
std::string discovery(const std::string& freshness, const std::string& claims) {
  return R"({"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2","metadata":{},"items":[
    {"metadata":{"name":"apps"},"versions":[{"version":"v1","freshness":"Current","resources":[
      {"resource":"deployments","responseKind":{"group":"apps","version":"v1","kind":"Deployment"},"scope":"Namespaced"}]}]},
    {"metadata":{"name":"resource.k8s.io"},"versions":[{"version":"v1","freshness":")" +
         freshness + R"(","resources":[)" + claims + R"(]}]}]})";
}
const char* const kDraResources =
    R"({"resource":"resourceslices","responseKind":{"group":"","version":"","kind":"ResourceSlice"},"scope":"Cluster"},
       {"resource":"resourceclaims","responseKind":{"group":"","version":"","kind":"ResourceClaim"},"scope":"Namespaced"})";

TEST(ApiGroups, EitherFormOfDiscoveryGivesTheSameVersions) {
  const auto plain = servedVersions(groups({"apps/v1", "resource.k8s.io/v1"}));
  const auto whole = servedVersions(discovery("Current", kDraResources));
  ASSERT_TRUE(plain && whole);
  ASSERT_EQ(plain->size(), 2U);
  ASSERT_EQ(whole->size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ((*plain)[i].apiVersion, (*whole)[i].apiVersion);
  EXPECT_FALSE((*plain)[1].resources) << "to be asked for";
  ASSERT_TRUE((*whole)[1].resources);
  const std::vector<ApiResource>& dra = *(*whole)[1].resources;
  ASSERT_EQ(dra.size(), 2U);
  EXPECT_EQ(dra[0].kind, "ResourceSlice");
  EXPECT_FALSE(dra[0].namespaced);
  EXPECT_EQ(dra[1].name, "resourceclaims");
  EXPECT_TRUE(dra[1].namespaced);
  for (const char* const text : {"", "[]", "null", R"({"kind":"Status"})", R"({"kind":"APIGroupDiscoveryList"})"})
    EXPECT_FALSE(servedVersions(text)) << text;
  EXPECT_TRUE(servedVersions(R"({"kind":"APIGroupDiscoveryList","items":[null,1,{"metadata":3,"versions":[{}]},
      {"metadata":{"name":"a"},"versions":[{"version":"v1","resources":[null,{"resource":"x"},{"responseKind":5}]}]}]})"));
}

TEST_F(LiveExtrasTest, OneQuestionIsEnoughWhereTheServerTellsEverything) {
  m_extras.look();
  const auto& headers = m_transport.started.at(0).headers;
  ASSERT_EQ(headers.size(), 1U);
  EXPECT_EQ(headers[0].first, "Accept");
  EXPECT_NE(headers[0].second.find("v=v2beta1;as=APIGroupDiscoveryList"), std::string::npos) << "of 1.27 to 1.29";
  EXPECT_TRUE(headers[0].second.ends_with(",application/json")) << "of older ones";
  answer("/apis", 200, discovery("Current", kDraResources));
  EXPECT_THAT(paths(), ElementsAre("/apis", kSlices, kClaims)) << "no group is asked for by itself";
}

TEST_F(LiveExtrasTest, ADiscoveryThatDidNotChangeIsNotReadAgain) {
  m_extras.look();
  const auto first = take("/apis", false);
  first.handler.end(HttpResponse{ResponseHead{200, {{"content-type", "application/json"}, {"etag", "\"a1\""}}},
                                 discovery("Current", kDraResources)});
  m_loop.advance(0ms);
  answer(kSlices, 200, listText("ResourceSlice"));
  answer(kClaims, 404, statusText(404, "NotFound"));
  EXPECT_EQ(m_extras.feeds().size(), 1U);
  const auto second = take("/apis", false);
  EXPECT_EQ(second.request.headers.back(), std::make_pair(std::string("If-None-Match"), std::string("\"a1\"")));
  second.handler.end(HttpResponse{ResponseHead{304, {{"etag", "\"a1\""}}}, {}});
  m_loop.advance(0ms);
  EXPECT_EQ(m_extras.feeds().size(), 1U) << "not in a circle";
  m_extras.look();
  answer("/apis", 304, {});
  EXPECT_TRUE(asks(kClaims)) << "what it said before still holds";
}

TEST_F(LiveExtrasTest, AGroupWhoseServerIsAwayKeepsWhatWasReadAndIsAskedForAgain) {
  m_extras.look();
  answer("/apis", 200, discovery("Stale", ""));
  EXPECT_TRUE(m_extras.isSettled()) << "nothing else waits for it";
  EXPECT_THAT(m_extras.feeds(), IsEmpty());
  m_loop.advance(2s);
  ASSERT_TRUE(asks("/apis"));
  answer("/apis", 200, discovery("Stale", kDraResources));
  answer(kSlices, 200, listText("ResourceSlice"));
  EXPECT_TRUE(knows(ExtraKind::ResourceSlice));
  m_loop.advance(1min);
  answer("/apis", 200, discovery("Stale", ""));
  EXPECT_EQ(m_extras.feeds().size(), 2U) << "a list that is missing is not a kind that is gone";
  EXPECT_TRUE(knows(ExtraKind::ResourceSlice));
  m_loop.advance(1min);
  answer("/apis", 200, discovery("Current", kDraResources));
  m_loop.advance(1h);
  EXPECT_FALSE(asks("/apis")) << "it is there again";
}

TEST_F(LiveExtrasTest, WhatMayNotBeListedIsUnknownAndNoneIsNot) {
  m_extras.look();
  answer("/apis", 200, groups({"resource.k8s.io/v1"}));
  answer("/apis/resource.k8s.io/v1", 200,
         resources({{"resourceslices", "ResourceSlice"}, {"resourceclaims", "ResourceClaim"}}));
  answer(kSlices, 403, statusText(403, "Forbidden"));
  answer(kClaims, 200, listText("ResourceClaim"));
  EXPECT_TRUE(m_extras.isSettled());
  EXPECT_FALSE(knows(ExtraKind::ResourceSlice));
  EXPECT_TRUE(knows(ExtraKind::ResourceClaim));
  m_loop.advance(10min);
  ASSERT_TRUE(asks(kSlices)) << "the right may be given";
  answer(kSlices, 200, listText("ResourceSlice"));
  EXPECT_TRUE(knows(ExtraKind::ResourceSlice));
}

TEST_F(LiveExtrasTest, ARightThatIsTakenAwayMakesItUnknown) {
  followDevices();
  stream(kDevices, R"({"type":"ERROR","object":)" + statusText(410, "Expired") + "}\n");
  answer(kDevices, 403, statusText(403, "Forbidden"));
  EXPECT_FALSE(knows(ExtraKind::KoordinatorDevice));
  EXPECT_EQ(deviceOf("n"), nullptr) << "nothing that nobody vouches for stays";
}

TEST_F(LiveExtrasTest, AWatchThatIsNotPermittedIsReplacedByLists) {
  followDevices();
  m_loop.advance(2s);
  take(kDevices, true).handler.end(HttpResponse{});  // the planned end of a watch
  m_loop.advance(0ms);
  answer(kDevices, 403, statusText(403, "Forbidden"), true);
  ASSERT_TRUE(asks(kDevices));
  answer(kDevices, 200, listText("Device"));
  EXPECT_TRUE(m_extras.feeds().front()->reflector->status().polled);
  EXPECT_TRUE(knows(ExtraKind::KoordinatorDevice)) << "there are none";
  EXPECT_EQ(deviceOf("n"), nullptr);
}

TEST_F(LiveExtrasTest, AKindThatIsRemovedIsUnknownAndMetAgainWhenItIsBack) {
  followDevices();
  stream(kDevices, R"({"type":"ERROR","object":)" + statusText(410, "Expired") + "}\n");
  answer(kDevices, 404, statusText(404, "NotFound"));
  EXPECT_FALSE(knows(ExtraKind::KoordinatorDevice));
  EXPECT_THAT(m_extras.feeds(), IsEmpty());
  // It may be there in another version: looked up once, and not tried in a loop while discovery still names it.
  answer("/apis", 200, groups({"scheduling.koordinator.sh/v1alpha1"}));
  answer("/apis/scheduling.koordinator.sh/v1alpha1", 200, resources({{"devices", "Device"}}));
  EXPECT_THAT(m_transport.open, IsEmpty());
  EXPECT_EQ(m_loop.timers(), 0U);
  m_loop.advance(1min);
  m_extras.lookAgain();
  answer("/apis", 200, groups({"scheduling.koordinator.sh/v1alpha1"}));
  answer("/apis/scheduling.koordinator.sh/v1alpha1", 200, resources({{"devices", "Device"}}));
  answer(kDevices, 200, listText("Device", device("n", 5)));
  EXPECT_NE(deviceOf("n"), nullptr);
}

TEST_F(LiveExtrasTest, AKindThatIsInstalledLaterIsFollowed) {
  m_extras.lookAgain();
  EXPECT_THAT(m_transport.open, IsEmpty()) << "the first question is the session's";
  m_extras.look();
  answer("/apis", 200, groups({"resource.k8s.io/v1"}));
  answer("/apis/resource.k8s.io/v1", 200, resources({{"resourceslices", "ResourceSlice"}}));
  answer(kSlices, 200, listText("ResourceSlice"));
  m_extras.lookAgain();
  EXPECT_FALSE(asks("/apis")) << "asked just now";
  m_loop.advance(1min);
  m_extras.lookAgain();
  answer("/apis", 200, groups({"resource.k8s.io/v1", "scheduling.koordinator.sh/v1alpha1"}));
  answer("/apis/scheduling.koordinator.sh/v1alpha1", 200, resources({{"devices", "Device"}}));
  EXPECT_TRUE(asks(kDevices));
  answer("/apis/resource.k8s.io/v1", 200, resources({{"resourceslices", "ResourceSlice"}}));
  EXPECT_FALSE(asks(kSlices)) << "it is followed";
  EXPECT_TRUE(m_extras.isSettled()) << "what comes later does not make the connection load again";
}

TEST_F(LiveExtrasTest, NodesOfAStackAreReasonEnoughToLookOnce) {
  m_extras.expect(ExtraKind::KoordinatorDevice);
  EXPECT_THAT(m_transport.open, IsEmpty()) << "the first question comes anyway";
  m_extras.look();
  answer("/apis", 200, groups({}));
  for (int i = 0; i < 3; ++i) {
    m_extras.expect(ExtraKind::KoordinatorDevice);
    m_loop.advance(1s);
  }
  answer("/apis", 200, groups({}));
  EXPECT_THAT(paths(), ElementsAre("/apis", "/apis"));
}

TEST_F(LiveExtrasTest, AQuestionThatFailedIsAskedAgainAndHoldsNothingUp) {
  m_extras.look();
  breakOff("/apis", ErrorCode::Timeout);
  EXPECT_TRUE(m_extras.isSettled());
  m_loop.advance(1s);
  answer("/apis", 200, groups({"scheduling.koordinator.sh/v1alpha1"}));
  answer("/apis/scheduling.koordinator.sh/v1alpha1", 503, "no");
  m_loop.advance(3s);
  answer("/apis", 200, groups({"scheduling.koordinator.sh/v1alpha1"}));
  answer("/apis/scheduling.koordinator.sh/v1alpha1", 200, resources({{"devices", "Device"}}));
  EXPECT_TRUE(asks(kDevices));
}

TEST_F(LiveExtrasTest, WhoMayNotAskKnowsNothingAndDoesNotInsist) {
  m_extras.look();
  answer("/apis", 403, statusText(403, "Forbidden"));
  EXPECT_TRUE(m_extras.isSettled());
  EXPECT_EQ(m_loop.timers(), 0U);
  EXPECT_EQ(m_builder.build(1)->extras, nullptr);
}

TEST_F(LiveExtrasTest, NonsenseInsteadOfKindsIsNoKind) {
  const std::string nonsense[] = {"",
                                  "<html>",
                                  "[]",
                                  R"({"groups":7})",
                                  R"({"groups":[7,{"versions":{}},{"versions":[{"groupVersion":[]},{},null]}]})",
                                  R"({"groups":[{"versions":[{"groupVersion":"scheduling.koordinator.sh"}]}]})"};
  for (const std::string& text : nonsense) {
    m_extras.look();
    answer("/apis", 200, text);
    EXPECT_THAT(m_transport.open, IsEmpty()) << text;
  }
  m_extras.look();
  answer("/apis", 200, groups({"scheduling.koordinator.sh/v1alpha1"}));
  answer("/apis/scheduling.koordinator.sh/v1alpha1", 200, resources({{"..", "Device"}}));
  EXPECT_THAT(m_extras.feeds(), IsEmpty()) << "a name that cannot stand in a path";
}

TEST_F(LiveExtrasTest, AListThatIsGarbageIsNotTakenForNone) {
  m_extras.look();
  answer("/apis", 200, groups({"scheduling.koordinator.sh/v1alpha1"}));
  answer("/apis/scheduling.koordinator.sh/v1alpha1", 200, resources({{"devices", "Device"}}));
  answer(kDevices, 200, listText("Pod"));
  EXPECT_TRUE(m_extras.isSettled());
  EXPECT_FALSE(knows(ExtraKind::KoordinatorDevice));
  m_loop.advance(1s);
  EXPECT_TRUE(asks(kDevices)) << "it is tried again";
}

}  // namespace
}  // namespace cardinal
