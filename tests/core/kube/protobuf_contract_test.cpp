// SPDX-License-Identifier: Apache-2.0
// The contract of the decoder: the same object read from JSON and from protobuf is equal.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/kube/decode/decoder.h"
#include "tests/support/protobuf_encoder.h"
#include "tests/support/test_data.h"

namespace cardinal {
namespace {

using namespace test;
using nlohmann::json;
namespace fs = std::filesystem;

template <typename T>
struct Both {
  std::vector<std::shared_ptr<const T>> fromJson;
  std::vector<std::shared_ptr<const T>> fromProtobuf;
};

json listOf(const char* kind, const json& items, const std::string& version) {
  return {{"apiVersion", version},
          {"kind", std::string(kind) + "List"},
          {"metadata", {{"resourceVersion", "7"}}},
          {"items", items}};
}

template <typename T>
Both<T> readBoth(const char* kind, const json& items, const std::string& version = "v1") {
  Decoder decoder;
  const json list = listOf(kind, items, version);
  const auto fromJson = decoder.list<T>(list.dump());
  const auto fromProtobuf = decoder.list<T>(protobufObject(list), WireFormat::Protobuf);
  EXPECT_TRUE(fromJson) << describe(fromJson.error());
  EXPECT_TRUE(fromProtobuf) << describe(fromProtobuf.error());
  if (!fromJson || !fromProtobuf) return {};
  EXPECT_EQ(fromProtobuf->meta.resourceVersion, "7");
  return {fromJson->items, fromProtobuf->items};
}

template <typename T>
T inOrder(T object) {
  return object;
}
/// Recordings of kubectl have fields in the order of their names, protobuf and the API server in that of their numbers.
RawPod inOrder(RawPod pod) {
  auto& terms = pod.spec.podAffinity;
  std::stable_sort(terms.begin(), terms.end(), [](const auto& a, const auto& b) { return a.kind < b.kind; });
  return pod;
}

template <typename T>
void expectEqual(const char* kind, const json& items, const std::string& version = "v1") {
  const Both<T> both = readBoth<T>(kind, items, version);
  ASSERT_EQ(both.fromJson.size(), items.size());
  ASSERT_EQ(both.fromProtobuf.size(), items.size());
  for (std::size_t i = 0; i < items.size(); ++i)
    EXPECT_TRUE(inOrder(*both.fromJson[i]) == inOrder(*both.fromProtobuf[i])) << kind << " " << items[i].dump();
}

/// Objects wherever they stand in a recording: the others by version and kind, which they tell.
struct Found {
  std::map<std::pair<std::string, std::string>, json> others;
  json pods = json::array();
  json nodes = json::array();
  json maps = json::array();
};

const std::set<std::string> kOthers = {"DeviceClass",   "PersistentVolume",    "PersistentVolumeClaim",
                                       "LimitRange",    "PodDisruptionBudget", "ResourceClaim",
                                       "ResourceQuota", "ResourceSlice",       "ResourceClaimTemplate"};

std::string textOf(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

/// How many were compared.
std::size_t compareOthers(const Found& found) {
  std::size_t count = 0;
  for (const auto& [named, items] : found.others) {
    const auto& [version, kind] = named;
    SCOPED_TRACE(version + " " + kind);
    count += items.size();
    if (kind == "DeviceClass") expectEqual<RawDeviceClass>("DeviceClass", items, version);
    if (kind == "ResourceClaim") expectEqual<RawResourceClaim>("ResourceClaim", items, version);
    if (kind == "ResourceSlice") expectEqual<RawResourceSlice>("ResourceSlice", items, version);
    if (kind == "ResourceClaimTemplate") expectEqual<RawResourceClaimTemplate>("ResourceClaimTemplate", items, version);
    if (kind == "ResourceQuota") expectEqual<RawQuota>("ResourceQuota", items, version);
    if (kind == "LimitRange") expectEqual<RawLimitRange>("LimitRange", items, version);
    if (kind == "PodDisruptionBudget") expectEqual<RawDisruptionBudget>("PodDisruptionBudget", items, version);
    if (kind == "PersistentVolume") expectEqual<RawVolume>("PersistentVolume", items, version);
    if (kind == "PersistentVolumeClaim") expectEqual<RawClaim>("PersistentVolumeClaim", items, version);
  }
  return count;
}

void gather(const json& value, Found& found) {
  if (value.is_array()) {
    for (const json& item : value) gather(item, found);
    return;
  }
  if (!value.is_object()) return;
  const bool isObject = value.contains("metadata") && value["metadata"].is_object();
  const std::pair named{textOf(value, "apiVersion"), textOf(value, "kind")};
  if (isObject && kOthers.count(named.second) != 0 && !value.contains("items")) {
    found.others[named].push_back(value);
    return;
  }
  const json& spec = value.contains("spec") ? value["spec"] : json();
  const json& status = value.contains("status") ? value["status"] : json();
  if (isObject && spec.is_object() && spec.contains("containers")) {
    json pod = value;
    pod["spec"].erase("note");  // a remark of the recording
    found.pods.push_back(std::move(pod));
  } else if (isObject && status.is_object() && status.contains("capacity") && !spec.contains("accessModes")) {
    found.nodes.push_back(value);
  } else if (isObject && value.contains("data") && value["data"].is_object() && value.value("kind", "") != "Secret") {
    found.maps.push_back(value);
  } else {
    for (const json& part : value) gather(part, found);
  }
}

TEST(ProtobufContract, EveryRecordedObjectIsTheSameInBothFormats) {
  std::size_t pods = 0;
  std::size_t nodes = 0;
  std::size_t others = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(CARDINAL_TEST_DATA))) {
    const std::string name = entry.path().filename().string();
    if (name.find(".json") == std::string::npos) continue;
    SCOPED_TRACE(entry.path().string());
    const json document = json::parse(testing::readTestFile(entry.path()), nullptr, false);
    if (document.is_discarded()) continue;  // a recording of broken text
    Found found;
    gather(document, found);
    expectEqual<RawPod>("Pod", found.pods);
    expectEqual<RawNode>("Node", found.nodes);
    expectEqual<RawConfigMap>("ConfigMap", found.maps);
    pods += found.pods.size();
    nodes += found.nodes.size();
    others += compareOthers(found);
  }
  RecordProperty("pods", std::to_string(pods));
  RecordProperty("nodes", std::to_string(nodes));
  RecordProperty("others", std::to_string(others));
  EXPECT_GT(pods, 3000U);
  EXPECT_GT(nodes, 500U);
  EXPECT_GT(others, 700U);
}

/// What no recording holds.
TEST(ProtobufContract, EveryFieldOfAPodThatIsReadIsTheSame) {
  const json pod = json::parse(R"({"metadata":{"name":"p","namespace":"n","uid":"u","resourceVersion":"5",
    "creationTimestamp":"2026-05-06T07:08:09Z","deletionTimestamp":"2026-05-06T08:08:09Z","deletionGracePeriodSeconds":30,
    "labels":{"a":"1","empty":""},"annotations":{"k":"ü \"quoted\" \u0000","kubectl.kubernetes.io/last-applied-configuration":"{}"},
    "finalizers":["f/1","f/2"],"ownerReferences":[{"apiVersion":"v1","kind":"Job","name":"j","uid":"w","controller":true},
    {"apiVersion":"v1","kind":"X","name":"x","uid":"y"}]},
    "spec":{"nodeName":"n1","schedulerName":"s","priorityClassName":"high","priority":-2000001000,"preemptionPolicy":"Never",
    "runtimeClassName":"nvidia","activeDeadlineSeconds":0,"overhead":{"cpu":"250m","memory":"1e3"},"nodeSelector":{"zone":"a"},
    "containers":[{"name":"c","image":"i","resources":{"limits":{"aliyun.com/gpu-mem":"8","cpu":"1.5"},"requests":{"cpu":"0","bad":"x1"}},
      "ports":[{"containerPort":1,"hostPort":8080,"protocol":"UDP","hostIP":"10.0.0.1"},{"containerPort":2}],
      "securityContext":{"privileged":true}},
      {"name":"d","resources":{}}],
    "initContainers":[{"name":"s","restartPolicy":"Always","resources":{"requests":{"cpu":"1"}}},{"name":"t",
      "restartPolicy":"OnFailure"}],
    "resources":{"limits":{"cpu":"4"},"requests":{"cpu":"3"}},
    "resourceClaims":[{"name":"g","resourceClaimName":"claim"},{"name":"h","resourceClaimTemplateName":"template"}],
    "schedulingGates":[{"name":"example.com/gate"}],
    "tolerations":[{"key":"k","operator":"Equal","value":"v","effect":"NoExecute","tolerationSeconds":-1},{"operator":"Exists"}],
    "volumes":[{"name":"a","emptyDir":{}},{"name":"b","persistentVolumeClaim":{"claimName":"data"}},{"name":"e","ephemeral":{}},
      {"name":"c","configMap":{"name":"m","defaultMode":420}}],
    "topologySpreadConstraints":[{"maxSkew":2,"topologyKey":"zone","whenUnsatisfiable":"ScheduleAnyway","labelSelector":{},"minDomains":3,
      "nodeAffinityPolicy":"Ignore","nodeTaintsPolicy":"Honor","matchLabelKeys":["a"]},
      {"maxSkew":1,"topologyKey":"host","whenUnsatisfiable":"DoNotSchedule"},{"maxSkew":1,"topologyKey":"",
      "whenUnsatisfiable":"DoNotSchedule"}],
    "affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[
        {"matchExpressions":[{"key":"a","operator":"In","values":["1","2"]}],"matchFields":[{"key":"metadata.name",
      "operator":"In","values":["n1"]}]},{}]},
      "preferredDuringSchedulingIgnoredDuringExecution":[{"weight":5,"preference":{"matchExpressions":[{"key":"b","operator":"Exists"}]}},
        {"weight":0,"preference":{}}]},
      "podAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[{"topologyKey":"zone","labelSelector":{"matchLabels":{"x":"y"}},
        "namespaces":["q"],"namespaceSelector":{},"matchLabelKeys":["r"],"mismatchLabelKeys":["s"]}],
        "preferredDuringSchedulingIgnoredDuringExecution":[{"weight":7,"podAffinityTerm":{"topologyKey":"host",
      "labelSelector":{"matchExpressions":[
        {"key":"x","operator":"NotIn","values":["y"]}]}}}]},
      "podAntiAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[{"topologyKey":"host"}]}}},
    "status":{"phase":"Running","reason":"","nominatedNodeName":"n2","startTime":"2026-05-06T07:08:10Z","resize":"Proposed",
    "conditions":[{"type":"PodScheduled","status":"False","reason":"Unschedulable","message":"0/3 nodes"},
      {"type":"PodResizeInProgress","status":"True"},{"type":"DisruptionTarget","status":"True","reason":"PreemptionByScheduler"}],
    "containerStatuses":[{"name":"c","restartCount":3,"state":{"waiting":{"reason":"CrashLoopBackOff"}},"allocatedResources":{"cpu":"2"},
      "resources":{"requests":{"cpu":"2"}}},{"name":"d","restartCount":-1,"state":{"terminated":{"exitCode":0}}}],
    "initContainerStatuses":[{"name":"s","restartCount":9,"state":{"running":{}},"resources":{"requests":{"cpu":"2"}}},
      {"name":"t","state":{"terminated":{"exitCode":0}}}],
    "allocatedResources":{"cpu":"5"},"resources":{"requests":{"cpu":"5"}},
    "nodeAllocatableResourceClaimStatuses":[{"resourceClaimName":"dpu","containers":["c"],"resources":{"cpu":"4","memory":"8Gi"}},
      {"resourceClaimName":"none"}]}})");
  const Both<RawPod> both = readBoth<RawPod>("Pod", json::array({pod}));
  ASSERT_EQ(both.fromProtobuf.size(), 1U);
  EXPECT_TRUE(inOrder(*both.fromJson[0]) == inOrder(*both.fromProtobuf[0]));
  // so that the comparison is not one of two empty things
  const RawPod& read = *both.fromProtobuf[0];
  EXPECT_EQ(read.spec.priority, -2000001000);
  ASSERT_EQ(read.held.size(), 4U);
  EXPECT_EQ(std::as_const(read.held)[3].actual.size(), 2U);
  EXPECT_EQ(read.spec.podAffinity.size(), 3U);
  EXPECT_EQ(read.spec.topologySpread.size(), 2U);
  EXPECT_TRUE(read.spec.topologySpread[0].selector && !read.spec.topologySpread[1].selector);
  EXPECT_TRUE(read.spec.podAffinity[0].namespaceSelector);
  EXPECT_TRUE(read.spec.hasDeadline && read.spec.hasLocalData && read.spec.hasEphemeralVolumes);
  EXPECT_EQ(read.spec.claims, (SharedList<std::string>{"data"}));
  EXPECT_EQ(read.meta.annotations.size(), 1U);
  ASSERT_EQ(read.problems.size(), 1U);
  EXPECT_EQ(read.problems[0].field, "spec.containers[0].resources.requests[bad]");
  EXPECT_EQ(read.reason, "CrashLoopBackOff");
  EXPECT_TRUE(read.isPreempted);
}

TEST(ProtobufContract, EveryFieldOfANodeThatIsReadIsTheSame) {
  const json node =
      json::parse(R"({"metadata":{"name":"n","annotations":{"scheduler.alpha.kubernetes.io/preferAvoidPods":
    "{\"preferAvoidPods\":[{\"podSignature\":{\"podController\":{\"kind\":\"Job\",\"uid\":\"u\"}}}]}"}},
    "spec":{"unschedulable":true,"podCIDR":"10.0.0.0/24","taints":[{"key":"k","value":"v","effect":"NoSchedule",
      "timeAdded":"2026-05-06T07:08:09Z"}]},
    "status":{"capacity":{"cpu":"8","broken":"8Zi"},"allocatable":{"cpu":"7900m"},"addresses":[{"type":"InternalIP","address":"10.0.0.1"},
    {"type":"InternalIP","address":"10.0.0.2"},{"type":"Hostname","address":"h"}],"conditions":[{"type":"Ready","status":"True",
      "reason":"r",
    "message":"m","lastHeartbeatTime":null,"lastTransitionTime":"2026-05-06T07:08:09Z"}],"nodeInfo":{"kubeletVersion":"v1.35.4",
    "containerRuntimeVersion":"containerd://2","osImage":"Debian"},"images":[{"names":["a@sha256:1","a:1","","x\ny"],
      "sizeBytes":5000000000}]}})");
  const Both<RawNode> both = readBoth<RawNode>("Node", json::array({node}));
  ASSERT_EQ(both.fromProtobuf.size(), 1U);
  const RawNode& read = *both.fromProtobuf[0];
  EXPECT_TRUE(*both.fromJson[0] == read);
  EXPECT_EQ(read.avoids.size(), 1U);
  EXPECT_EQ(read.internalIp, "10.0.0.1");
  EXPECT_EQ(read.images.at(0).names, "a@sha256:1\na:1");
  EXPECT_EQ(read.problems.size(), 1U);
}

TEST(ProtobufContract, EventsAreTheSame) {
  const json pod = json::parse(
      R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","namespace":"n","resourceVersion":"9",
      "annotations":{"k8s.io/initial-events-end":"true"}}})");
  Decoder decoder;
  for (const char* const type : {"ADDED", "MODIFIED", "DELETED", "BOOKMARK"}) {
    const auto fromJson = decoder.event<RawPod>(json{{"type", type}, {"object", pod}}.dump());
    const auto fromProtobuf = decoder.event<RawPod>(protobufEvent(type, pod), WireFormat::Protobuf);
    ASSERT_TRUE(fromJson && fromProtobuf) << type;
    EXPECT_EQ(fromJson->type, fromProtobuf->type);
    EXPECT_EQ(fromProtobuf->resourceVersion, "9");
    EXPECT_EQ(fromJson->initialEventsEnd, fromProtobuf->initialEventsEnd);
    EXPECT_EQ(fromProtobuf->initialEventsEnd, std::string(type) == "BOOKMARK");
    ASSERT_EQ(fromJson->object == nullptr, fromProtobuf->object == nullptr);
    EXPECT_TRUE(!fromJson->object || *fromJson->object == *fromProtobuf->object);
  }
}

TEST(ProtobufContract, AFailureIsTheSame) {
  const json status = json::parse(
      R"({"apiVersion":"v1","kind":"Status","metadata":{},"status":"Failure","message":"too many","reason":"TooManyRequests",
    "code":429,"details":{"kind":"pods","name":"p","retryAfterSeconds":7,"causes":[{"reason":"r","message":"m","field":"f"}]}})");
  Decoder decoder;
  const auto fromJson = decoder.status(status.dump());
  const auto fromProtobuf = decoder.status(protobufObject(status), WireFormat::Protobuf);
  ASSERT_TRUE(fromJson && fromProtobuf);
  EXPECT_EQ(describe(statusError(*fromJson)), describe(statusError(*fromProtobuf)));
  EXPECT_EQ(fromProtobuf->retryAfterSeconds, 7);
  EXPECT_TRUE(fromProtobuf->failure);
  EXPECT_EQ(fromProtobuf->causes.at(0).field, "f");
  const auto list = decoder.list<RawPod>(protobufObject(status), WireFormat::Protobuf);
  ASSERT_FALSE(list);
  EXPECT_EQ(list.error().code, ErrorCode::TooManyRequests);
}

/// The server writes every field that is no pointer, empty or not: that says nothing.
TEST(ProtobufContract, EmptyTextsAndZeroTimesAreAbsent) {
  const std::string empty("\x0a\x00\x12\x00\x1a\x00\x22\x00\x2a\x00\x32\x00\x38\x00\x42\x00", 16);
  std::string pod = std::string("\x0a\x10", 2) + empty;
  pod += std::string("\x12\x08\x1a\x00\x32\x00\x42\x00\x52\x00",
                     10);                                     // restartPolicy, dnsPolicy, serviceAccountName, nodeName
  pod += std::string("\x1a\x06\x0a\x00\x1a\x00\x22\x00", 8);  // phase, message, reason
  std::string list = std::string("\x0a\x00\x12", 3) + static_cast<char>(pod.size()) + pod;
  Decoder decoder;
  const auto read = decoder.list<RawPod>(protobufEnvelope("v1", "PodList", list), WireFormat::Protobuf);
  ASSERT_TRUE(read) << describe(read.error());
  ASSERT_EQ(read->items.size(), 1U);
  EXPECT_TRUE(*read->items[0] == RawPod());
}

TEST(ProtobufContract, AFieldOfTheSpecThatIsNewerIsNamedSoThatNoPreviewIsCertain) {
  Decoder decoder;
  const auto unread = [&](const std::string& field) {
    const std::string spec = std::string("\x12") + static_cast<char>(field.size()) + field;
    const std::string list = std::string("\x12") + static_cast<char>(spec.size()) + spec;
    const auto read = decoder.list<RawPod>(protobufEnvelope("v1", "PodList", list), WireFormat::Protobuf);
    EXPECT_TRUE(read) << describe(read.error());
    return read ? read->items.at(0)->spec.unreadFields : SharedList<std::string>{};
  };
  EXPECT_EQ(unread({"\xd2\x02\x00", 3}), (SharedList<std::string>{"workloadRef"}));      // 42, a message
  EXPECT_EQ(unread({"\xda\x02\x00", 3}), (SharedList<std::string>{"schedulingGroup"}));  // 43
  EXPECT_EQ(unread({"\xa0\x06\x01\xa0\x06\x01", 6}), (SharedList<std::string>{"field 100"}));
  EXPECT_TRUE(unread({"\x58\x01", 2}).empty());  // hostNetwork
}

}  // namespace
}  // namespace cardinal
