// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/kube/decode/decoder.h"

namespace cardinal {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

std::string readFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

std::vector<fs::path> recordedFiles(const std::string& name) {
  std::vector<fs::path> out;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(CARDINAL_TEST_DATA) / "gpushare")) {
    if (entry.path().filename() == name && entry.path().parent_path().filename() != "inspect-cases")
      out.push_back(entry.path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::string textAt(const json& object, const char* pointer) {
  const json::json_pointer at(pointer);
  return object.contains(at) && object.at(at).is_string() ? object.at(at).get<std::string>() : std::string();
}

void expectSameMap(const json& object, const char* pointer, const StringMap& map) {
  const json::json_pointer at(pointer);
  const json wanted = object.contains(at) ? object.at(at) : json::object();
  EXPECT_EQ(wanted.size(), map.size());
  for (const auto& [key, value] : map) EXPECT_EQ(wanted.value(key, "<absent>"), value) << key;
}

void expectSameMeta(const json& object, const ObjectMeta& meta) {
  EXPECT_EQ(meta.key.name, textAt(object, "/metadata/name"));
  EXPECT_EQ(meta.key.ns, textAt(object, "/metadata/namespace"));
  EXPECT_EQ(meta.uid, textAt(object, "/metadata/uid"));
  EXPECT_EQ(meta.resourceVersion, textAt(object, "/metadata/resourceVersion"));
  EXPECT_NE(meta.created, 0);
  EXPECT_EQ(meta.deletionTimestamp != 0, object["metadata"].contains("deletionTimestamp"));
  expectSameMap(object, "/metadata/labels", meta.labels);
  expectSameMap(object, "/metadata/annotations", meta.annotations);
}

void expectSameAmounts(const json& object, const char* pointer, const ResourceList& list) {
  const json::json_pointer at(pointer);
  const json wanted = object.contains(at) ? object.at(at) : json::object();
  EXPECT_EQ(wanted.size(), list.size());
  for (const auto& entry : list) {
    ASSERT_TRUE(wanted.contains(entry.name)) << entry.name;
    EXPECT_EQ(*Quantity::parse(wanted.at(entry.name).get<std::string>()), entry.amount) << entry.name;
  }
}

void expectSamePod(const json& wanted, const RawPod& pod) {
  SCOPED_TRACE(pod.meta.key.ns + "/" + pod.meta.key.name);
  expectSameMeta(wanted, pod.meta);
  EXPECT_EQ(pod.spec.nodeName, textAt(wanted, "/spec/nodeName"));
  EXPECT_EQ(pod.spec.schedulerName, textAt(wanted, "/spec/schedulerName"));
  EXPECT_EQ(pod.phaseText, textAt(wanted, "/status/phase"));
  ASSERT_EQ(pod.spec.containers.size(), wanted["spec"]["containers"].size());
  for (std::size_t i = 0; i < pod.spec.containers.size(); ++i) {
    const json& container = wanted["spec"]["containers"][i];
    EXPECT_EQ(pod.spec.containers[i].name, textAt(container, "/name"));
    EXPECT_EQ(pod.spec.containers[i].image, textAt(container, "/image"));
    expectSameAmounts(container, "/resources/limits", pod.spec.containers[i].limits);
    expectSameAmounts(container, "/resources/requests", pod.spec.containers[i].requests);
  }
  EXPECT_EQ(pod.spec.initContainers.size(), wanted["spec"].value("initContainers", json::array()).size());
  EXPECT_EQ(pod.spec.tolerations.size(), wanted["spec"].value("tolerations", json::array()).size());
  EXPECT_EQ(pod.meta.owners.size(), wanted["metadata"].value("ownerReferences", json::array()).size());
  EXPECT_TRUE(pod.problems.empty());
}

TEST(DecodeRecorded, EveryPodFileAgreesWithAnIndependentReading) {
  Decoder decoder;
  std::size_t pods = 0;
  for (const fs::path& path : recordedFiles("pods.json")) {
    SCOPED_TRACE(path.string());
    const std::string text = readFile(path);
    const json wanted = json::parse(text);
    const auto set = decoder.objects(text);
    ASSERT_TRUE(set) << describe(set.error());
    ASSERT_EQ(set->pods.size(), wanted["items"].size());
    EXPECT_TRUE(set->nodes.empty());
    for (std::size_t i = 0; i < set->pods.size(); ++i) expectSamePod(wanted["items"][i], *set->pods[i]);
    pods += set->pods.size();
  }
  EXPECT_GT(pods, 500U);
}

TEST(DecodeRecorded, EveryNodeFileAgreesWithAnIndependentReading) {
  Decoder decoder;
  for (const fs::path& path : recordedFiles("nodes.json")) {
    SCOPED_TRACE(path.string());
    const std::string text = readFile(path);
    const json wanted = json::parse(text);
    const auto set = decoder.objects(text);
    ASSERT_TRUE(set) << describe(set.error());
    ASSERT_EQ(set->nodes.size(), wanted["items"].size());
    for (std::size_t i = 0; i < set->nodes.size(); ++i) {
      const RawNode& node = *set->nodes[i];
      const json& object = wanted["items"][i];
      expectSameMeta(object, node.meta);
      expectSameAmounts(object, "/status/capacity", node.capacity);
      expectSameAmounts(object, "/status/allocatable", node.allocatable);
      EXPECT_EQ(node.conditions.size(), object["status"].value("conditions", json::array()).size());
      EXPECT_TRUE(node.problems.empty());
    }
  }
}

TEST(DecodeRecorded, RawListAnswersOfTheServer) {
  const fs::path folder = fs::path(CARDINAL_TEST_DATA) / "gpushare/1.20.2/s1-blog-two-nodes";
  Decoder decoder;
  const std::string text = readFile(folder / "pods.raw.json");
  const json wanted = json::parse(text);
  const auto pods = decoder.list<RawPod>(text);
  ASSERT_TRUE(pods) << describe(pods.error());
  EXPECT_EQ(pods->meta.resourceVersion, textAt(wanted, "/metadata/resourceVersion"));
  EXPECT_TRUE(pods->meta.continueToken.empty());
  ASSERT_EQ(pods->items.size(), wanted["items"].size());
  for (std::size_t i = 0; i < pods->items.size(); ++i) expectSamePod(wanted["items"][i], *pods->items[i]);
  const auto nodes = decoder.list<RawNode>(readFile(folder / "nodes.raw.json"));
  ASSERT_TRUE(nodes) << describe(nodes.error());
  EXPECT_EQ(nodes->items.size(), 2U);
  EXPECT_FALSE(nodes->items[0]->internalIp.empty());
}

constexpr const char* kFullPod =
    R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"p","namespace":"ns","uid":"u-1","resourceVersion":"7",
 "creationTimestamp":"2026-01-02T03:04:05Z","deletionTimestamp":"2026-01-02T03:05:05Z","labels":{"a":"1","b":"2"},
 "annotations":{"x":"y","kubectl.kubernetes.io/last-applied-configuration":"{\"big\":true}"},
 "ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"rs","uid":"o-1","controller":true}],
 "managedFields":[{"manager":"m","fieldsV1":{"f:a":{}}}]},
 "spec":{"nodeName":"n1","schedulerName":"s","priorityClassName":"high","priority":-5,"overhead":{"cpu":"250m"},
 "containers":[{"name":"c","image":"i","env":[{"name":"SECRET","value":"v"}],"ports":[{"containerPort":80,"hostPort":8080}],
  "resources":{"limits":{"aliyun.com/gpu-mem":"8","cpu":2},"requests":{"cpu":"1500m"}}},{"name":"d","image":"j","resources":{}}],
 "initContainers":[{"name":"init","image":"k","resources":{"limits":{"aliyun.com/gpu-mem":"3"}}}],
 "nodeSelector":{"zone":"a"},
 "affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[
   {"matchExpressions":[{"key":"k","operator":"In","values":["v1","v2"]}]},{"matchFields":[{"key":"metadata.name","operator":"In","values":["n1"]}]}]},
   "preferredDuringSchedulingIgnoredDuringExecution":[{"weight":1}]},
  "podAntiAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[{"topologyKey":"t"}]}},
 "tolerations":[{"key":"k","operator":"Equal","value":"v","effect":"NoSchedule","tolerationSeconds":3},{"operator":"Exists"}],
 "topologySpreadConstraints":[{"maxSkew":1}],"schedulingGates":[{"name":"g"}],
 "volumes":[{"name":"tmp","emptyDir":{}},{"name":"data","persistentVolumeClaim":{"claimName":"c"}}]},
 "status":{"phase":"Pending","startTime":"2026-01-02T03:04:06Z",
 "conditions":[{"type":"Ready","status":"False","reason":"R"},{"type":"PodScheduled","status":"False","reason":"Unschedulable","message":"0/3 nodes"}],
 "containerStatuses":[{"restartCount":2,"state":{"waiting":{"reason":"ImagePullBackOff"}}},{"restartCount":3,"state":{"running":{}}}]}})";

TEST(DecodePod, EveryFieldTheProgramUses) {
  Decoder decoder;
  const auto decoded = decoder.object<RawPod>(kFullPod);
  ASSERT_TRUE(decoded) << describe(decoded.error());
  const RawPod& pod = **decoded;
  EXPECT_EQ(pod.meta.key, (ObjectKey{"ns", "p"}));
  EXPECT_EQ(pod.meta.labels, (StringMap{{"a", "1"}, {"b", "2"}}));
  EXPECT_EQ(pod.meta.annotations, (StringMap{{"x", "y"}})) << "last-applied-configuration is not kept";
  EXPECT_EQ(pod.meta.owners, (SharedList<OwnerRef>{{"ReplicaSet", "rs", "o-1", true}}));
  EXPECT_EQ(pod.meta.deletionTimestamp - pod.meta.created, 60);
  EXPECT_EQ(pod.startTime - pod.meta.created, 1);
  EXPECT_EQ(pod.spec.priority, -5);
  EXPECT_EQ(pod.spec.priorityClassName, "high");
  EXPECT_EQ(find(pod.spec.overhead, "cpu")->milliValue(), 250);
  ASSERT_EQ(pod.spec.containers.size(), 2U);
  EXPECT_EQ(find(pod.spec.containers[0].limits, "aliyun.com/gpu-mem")->value(), 8);
  EXPECT_EQ(find(pod.spec.containers[0].limits, "cpu")->value(), 2) << "a bare number is a quantity too";
  EXPECT_EQ(find(pod.spec.containers[0].requests, "cpu")->milliValue(), 1500);
  EXPECT_TRUE(pod.spec.containers[0].hasHostPort);
  EXPECT_FALSE(pod.spec.containers[1].hasHostPort);
  EXPECT_EQ(find(pod.spec.initContainers.at(0).limits, "aliyun.com/gpu-mem")->value(), 3);
  EXPECT_EQ(pod.spec.nodeSelector, (StringMap{{"zone", "a"}}));
  ASSERT_TRUE(pod.spec.requiredNodeAffinity.has_value());
  ASSERT_EQ(pod.spec.requiredNodeAffinity->size(), 2U);
  EXPECT_EQ((*pod.spec.requiredNodeAffinity)[0].matchExpressions,
            (std::vector<NodeSelectorRequirement>{{"k", "In", {"v1", "v2"}}}));
  EXPECT_EQ((*pod.spec.requiredNodeAffinity)[1].matchFields,
            (std::vector<NodeSelectorRequirement>{{"metadata.name", "In", {"n1"}}}));
  EXPECT_EQ(pod.spec.tolerations, (SharedList<Toleration>{{"k", "Equal", "v", "NoSchedule"}, {"", "Exists", "", ""}}));
  EXPECT_TRUE(pod.spec.hasPreferredNodeAffinity && pod.spec.hasPodAffinity && pod.spec.hasTopologySpread);
  EXPECT_TRUE(pod.spec.hasBoundVolumes && pod.spec.hasSchedulingGates);
  EXPECT_EQ(pod.phase, PodPhase::Pending);
  EXPECT_EQ(pod.reason, "ImagePullBackOff");
  EXPECT_EQ(pod.restarts, 5);
  EXPECT_EQ(pod.scheduledReason, "Unschedulable");
  EXPECT_EQ(pod.scheduledMessage, "0/3 nodes");
  EXPECT_TRUE(pod.problems.empty());
}

TEST(DecodePod, EmptyAffinityAndNullsAreAbsent) {
  Decoder decoder;
  const auto pod = decoder.object<RawPod>(
      R"({"kind":"Pod","metadata":{"name":"p","labels":null,"annotations":null},"spec":{"containers":null,"tolerations":null,
      "affinity":{"podAffinity":{},"nodeAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":[]}},"topologySpreadConstraints":[],"volumes":[]},"status":null})");
  ASSERT_TRUE(pod) << describe(pod.error());
  EXPECT_FALSE((*pod)->spec.hasPodAffinity || (*pod)->spec.hasPreferredNodeAffinity || (*pod)->spec.hasTopologySpread);
  EXPECT_FALSE((*pod)->spec.hasBoundVolumes || (*pod)->spec.requiredNodeAffinity.has_value());
  EXPECT_TRUE((*pod)->problems.empty());
}

TEST(DecodePod, InitContainersAreFinishedWhenAllEndedWell) {
  const auto pod = [](const std::string& states) {
    Decoder decoder;
    const auto decoded = decoder.object<RawPod>(
        R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},"spec":{"containers":[)"
        R"({"name":"a","securityContext":{"privileged":true}},{"name":"b","securityContext":{}}]},)"
        R"("status":{"initContainerStatuses":[)" +
        states + "]}}");
    return decoded ? **decoded : RawPod();
  };
  const std::string well = R"({"state":{"terminated":{"exitCode":0}}})";
  EXPECT_TRUE(pod(well + "," + well).initFinished);
  EXPECT_FALSE(pod(well + R"(,{"state":{"terminated":{"exitCode":1}}})").initFinished);
  EXPECT_FALSE(pod(well + R"(,{"state":{"running":{}}})").initFinished);
  EXPECT_FALSE(pod("").initFinished);
  EXPECT_TRUE(pod("").spec.containers.at(0).privileged);
  EXPECT_FALSE(pod("").spec.containers.at(1).privileged);
}

TEST(DecodeNode, EveryFieldTheProgramUses) {
  Decoder decoder;
  const auto decoded = decoder.object<RawNode>(
      R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"n","creationTimestamp":"2026-01-02T03:04:05Z"},
   "spec":{"unschedulable":true,"taints":[{"key":"k","value":"v","effect":"NoExecute","timeAdded":null}]},
   "status":{"capacity":{"aliyun.com/gpu-mem":"60","aliyun.com/gpu-count":"4","memory":"128974848Ki"},"allocatable":{"aliyun.com/gpu-mem":"60"},
   "conditions":[{"type":"Ready","status":"True","reason":"KubeletReady","message":"ok","lastTransitionTime":"2026-01-02T03:04:05Z"}],
   "addresses":[{"type":"Hostname","address":"h"},{"type":"InternalIP","address":"10.0.0.1"},{"type":"InternalIP","address":"10.0.0.2"}],
   "nodeInfo":{"kubeletVersion":"v1.20.2","containerRuntimeVersion":"docker://20","osImage":"Alibaba"},"images":[{"names":["a","b"],"sizeBytes":1}]}})");
  ASSERT_TRUE(decoded) << describe(decoded.error());
  const RawNode& node = **decoded;
  EXPECT_TRUE(node.unschedulable);
  EXPECT_EQ(node.taints, (std::vector<Taint>{{"k", "v", "NoExecute"}}));
  EXPECT_EQ(find(node.capacity, "memory")->value(), 128974848LL * 1024);
  EXPECT_EQ(find(node.allocatable, "aliyun.com/gpu-mem")->value(), 60);
  ASSERT_EQ(node.conditions.size(), 1U);
  EXPECT_EQ(node.conditions[0].since, node.meta.created);
  EXPECT_EQ(node.internalIp, "10.0.0.1");
  EXPECT_EQ(node.hostname, "h");
  EXPECT_EQ(node.kubeletVersion, "v1.20.2");
  EXPECT_EQ(node.containerRuntime, "docker://20");
  EXPECT_EQ(node.osImage, "Alibaba");
}

TEST(DecodeList, PageTellsItsContinuation) {
  Decoder decoder;
  const auto page = decoder.list<RawPod>(
      R"({"kind":"PodList","metadata":{"resourceVersion":"9","continue":"abc","remainingItemCount":41},"items":[]})");
  ASSERT_TRUE(page) << describe(page.error());
  EXPECT_EQ(page->meta.resourceVersion, "9");
  EXPECT_EQ(page->meta.continueToken, "abc");
  EXPECT_EQ(page->meta.remaining, 41);
}

TEST(DecodeObjects, KubectlListWithMixedKinds) {
  Decoder decoder;
  const auto set =
      decoder.objects(R"({"apiVersion":"v1","items":[{"apiVersion":"v1","metadata":{"name":"n1"},"kind":"Node"},
   {"apiVersion":"v1","kind":"Pod","metadata":{"name":"p1"}},{"kind":"Service","metadata":{"name":"s"}},{"kind":"Service","metadata":{"name":"t"}},
   {"kind":"ConfigMap","metadata":{"name":"unhealthy-gpu-n1","namespace":"kube-system","resourceVersion":"3"},"data":{"gpus":"1,2"}},
   {"kind":"ConfigMap","metadata":{"name":"n2-gputopo-report","namespace":"kube-system","resourceVersion":"4"},"data":{"nodeName":"n2","devices":"{}","bandwidth":"[]","linkType":"[]"}},
   {"kind":"ConfigMap","metadata":{"name":"n3-gputopo-report","namespace":"default"},"data":{"devices":"{}"}},
   {"kind":"ConfigMap","metadata":{"name":"other","namespace":"kube-system"},"data":{"gpus":"1"}}],"kind":"List","metadata":{"resourceVersion":""}})");
  ASSERT_TRUE(set) << describe(set.error());
  EXPECT_EQ(set->nodes.size(), 1U);
  EXPECT_EQ(set->pods.size(), 1U);
  EXPECT_EQ(set->unhealthy, (std::vector<RawUnhealthyGpus>{{"n1", "3", "1,2"}, {"n2", "4", {}, "{}", "[]"}}));
  EXPECT_EQ(set->skippedKinds, (std::vector<std::string>{"Service"}));
  EXPECT_FALSE(set->isSnapshot);
}

TEST(DecodeObjects, ASingleObjectOfAnotherKindIsSkippedAndNoFault) {
  Decoder decoder;
  const auto set = decoder.objects(
      R"({"apiVersion":"v1","kind":"ServiceAccount","metadata":{"name":"a","labels":{"b":"c"}},"secrets":[{"name":"s"}]})");
  ASSERT_TRUE(set) << describe(set.error());
  EXPECT_EQ(set->skippedKinds, (std::vector<std::string>{"ServiceAccount"}));
  const auto map = decoder.objects(R"({"kind":"ConfigMap","metadata":{"name":"other"},"data":{"gpus":"1"}})");
  EXPECT_TRUE(map) << describe(map.error());
}

TEST(DecodeObjects, CardinalSnapshot) {
  Decoder decoder;
  const auto set =
      decoder.objects(R"({"cardinalSnapshot":1,"time":"2026-01-02T03:04:05Z","serverVersion":"v1.20.2","scope":"a,b",
   "lists":[{"kind":"NodeList","items":[{"metadata":{"name":"n1"}}]},{"kind":"PodList","items":[{"metadata":{"name":"p1"}}]}]})");
  ASSERT_TRUE(set) << describe(set.error());
  EXPECT_TRUE(set->isSnapshot);
  EXPECT_EQ(set->snapshotVersion, 1);
  EXPECT_EQ(set->serverVersion, "v1.20.2");
  EXPECT_EQ(set->scope, "a,b");
  EXPECT_GT(set->time, 1'700'000'000);
  EXPECT_EQ(set->nodes.size(), 1U);
  EXPECT_EQ(set->pods.size(), 1U);
}

TEST(DecodeEvent, ObjectsBookmarksAndErrors) {
  Decoder decoder;
  const auto added = decoder.event<RawNode>(
      R"({"type":"ADDED","object":{"kind":"Node","metadata":{"name":"n","resourceVersion":"12"}}})");
  ASSERT_TRUE(added) << describe(added.error());
  EXPECT_EQ(added->type, WatchEventType::Added);
  EXPECT_EQ(added->object->meta.key.name, "n");
  EXPECT_EQ(added->resourceVersion, "12");
  const auto turned = decoder.event<RawNode>(R"({"object":{"metadata":{"name":"n"},"kind":"Node"},"type":"DELETED"})");
  ASSERT_TRUE(turned) << describe(turned.error());
  EXPECT_EQ(turned->type, WatchEventType::Deleted);
  const auto bookmark = decoder.event<RawNode>(
      R"({"type":"BOOKMARK","object":{"kind":"Node","metadata":{"resourceVersion":"99","creationTimestamp":null,"annotations":{"k8s.io/initial-events-end":"true"}}}})");
  ASSERT_TRUE(bookmark) << describe(bookmark.error());
  EXPECT_EQ(bookmark->type, WatchEventType::Bookmark);
  EXPECT_EQ(bookmark->resourceVersion, "99");
  EXPECT_TRUE(bookmark->initialEventsEnd);
  EXPECT_EQ(bookmark->object, nullptr);
  const auto error = decoder.event<RawNode>(
      R"({"type":"ERROR","object":{"kind":"Status","status":"Failure","message":"too old resource version: 1","reason":"Expired","code":410}})");
  ASSERT_TRUE(error) << describe(error.error());
  EXPECT_EQ(error->type, WatchEventType::Error);
  EXPECT_EQ(statusError(error->status).code, ErrorCode::Expired);
}

TEST(DecodeEvent, WrongKindOrTypeIsRefused) {
  Decoder decoder;
  const auto table = decoder.event<RawPod>(R"({"type":"ADDED","object":{"kind":"Table","rows":[]}})");
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().code, ErrorCode::NotApiServer);
  EXPECT_EQ(table.error().detail, "kind Table");
  const auto type = decoder.event<RawPod>(R"({"type":"RENAMED","object":{"kind":"Pod"}})");
  ASSERT_FALSE(type);
  EXPECT_EQ(type.error().code, ErrorCode::Unsupported);
}

TEST(DecodeStatus, CausesDetailsAndMapping) {
  Decoder decoder;
  const auto status = decoder.status(
      R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"Deployment.apps \"x\" is invalid",
   "reason":"Invalid","details":{"name":"x","group":"apps","kind":"Deployment","retryAfterSeconds":7,"causes":[
   {"reason":"FieldValueInvalid","message":"Invalid value: -1","field":"spec.replicas"},{"reason":"FieldValueRequired","message":"m","field":"f"}]},"code":422})");
  ASSERT_TRUE(status) << describe(status.error());
  EXPECT_TRUE(status->failure);
  EXPECT_EQ(status->retryAfterSeconds, 7);
  ASSERT_EQ(status->causes.size(), 2U);
  const Error error = statusError(*status);
  EXPECT_EQ(error.code, ErrorCode::Invalid);
  EXPECT_EQ(error.subject, "Deployment/x");
  EXPECT_EQ(error.place, "spec.replicas");
  EXPECT_EQ(error.httpStatus, 422);
}

TEST(DecodeStatus, ReasonDecidesThenTheNumber) {
  const auto codeOf = [](const char* reason, int code) {
    ApiStatus status;
    status.failure = true;
    status.reason = reason;
    status.code = code;
    return statusError(status).code;
  };
  EXPECT_EQ(codeOf("AlreadyExists", 409), ErrorCode::AlreadyExists);
  EXPECT_EQ(codeOf("Conflict", 409), ErrorCode::Conflict);
  EXPECT_EQ(codeOf("", 403), ErrorCode::Forbidden);
  EXPECT_EQ(codeOf("SomethingNew", 410), ErrorCode::Expired);
  EXPECT_EQ(codeOf("", 503), ErrorCode::ServerFailed);
  EXPECT_EQ(codeOf("BadRequest", 400), ErrorCode::ApiStatus);
}

TEST(DecodeStatus, StandsInForAListAsItsError) {
  Decoder decoder;
  const auto list = decoder.list<RawPod>(
      R"({"kind":"Status","status":"Failure","message":"pods is forbidden: User \"x\" cannot list","reason":"Forbidden","details":{"kind":"pods"},"code":403})");
  ASSERT_FALSE(list);
  EXPECT_EQ(list.error().code, ErrorCode::Forbidden);
  EXPECT_EQ(list.error().httpStatus, 403);
}

TEST(DecodeDiscovery, VersionResourcesAndHeader) {
  Decoder decoder;
  EXPECT_EQ(decoder.serverVersion(R"({"major":"1","minor":"20","gitVersion":"v1.20.2"})").value_or("?"), "v1.20.2");
  EXPECT_EQ(decoder.serverVersion(R"({"hello":"world"})").error().code, ErrorCode::NotApiServer);
  const auto resources = decoder.resources(R"({"kind":"APIResourceList","groupVersion":"batch/v1","resources":[
   {"name":"jobs","namespaced":true,"kind":"Job","verbs":["create"]},{"name":"jobs/status","namespaced":true,"kind":"Job","verbs":["get"]}]})");
  ASSERT_TRUE(resources) << describe(resources.error());
  ASSERT_EQ(resources->size(), 1U);
  EXPECT_EQ((*resources)[0].name, "jobs");
  EXPECT_TRUE((*resources)[0].namespaced);
  const auto header = decoder.header(
      R"({"kind":"Job","apiVersion":"batch/v1","metadata":{"name":"j","namespace":"n","uid":"u"},"spec":{}})");
  ASSERT_TRUE(header) << describe(header.error());
  EXPECT_EQ(header->kind, "Job");
  EXPECT_EQ(header->meta.key, (ObjectKey{"n", "j"}));
}

}  // namespace
}  // namespace cardinal
