// SPDX-License-Identifier: Apache-2.0
#include "core/service/snapshots/snapshot_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/model/extras/cluster_kinds.h"
#include "core/model/extras/erdma.h"
#include "core/model/extras/nvidia.h"
#include "core/model/extras/volcano.h"
#include "core/provider/record/snapshot_builder.h"
#include "core/service/snapshots/file_source.h"
#include "core/service/snapshots/gzip.h"
#include "core/sim/demo_cluster.h"
#include "core/sim/synthetic.h"
#include "tests/core/service/fake_source.h"
#include "tests/support/temporary_folder.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;
using test::TemporaryFolder;

std::string readFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string recorded(const std::string& name) {
  return std::string(CARDINAL_TEST_DATA) + "/gpushare/1.20.2/" + name;
}

SnapshotPtr build(const SnapshotContents& contents) {
  SnapshotBuilder builder;
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::ReplaceNodes;
  delta.nodes = contents.nodes;
  builder.apply(std::move(delta));
  delta = {};
  delta.op = ClusterDelta::Op::ReplacePods;
  delta.pods = contents.pods;
  builder.apply(std::move(delta));
  for (const RawUnhealthyGpus& unhealthy : contents.unhealthy) {
    delta = {};
    delta.op = ClusterDelta::Op::UpsertUnhealthy;
    delta.unhealthy = unhealthy;
    builder.apply(std::move(delta));
  }
  return builder.build(contents.time);
}

SnapshotContents demoContents() {
  DemoOptions options;
  options.start = DemoTime{1'760'000'000'000};
  DemoCluster demo(options);
  SnapshotContents contents;
  contents.time = 1'760'000'000;
  contents.serverVersion = "v1.20.2";
  contents.scope = "team-a,team-b";
  for (ClusterDelta& delta : demo.contents()) {
    if (delta.op == ClusterDelta::Op::ReplaceNodes) contents.nodes = delta.nodes;
    if (delta.op == ClusterDelta::Op::ReplacePods) contents.pods = delta.pods;
    if (delta.op == ClusterDelta::Op::UpsertUnhealthy) contents.unhealthy.push_back(delta.unhealthy);
    if (delta.op == ClusterDelta::Op::ReplaceExtras) contents.extras[indexOf(delta.extraKind)] = delta.extras;
  }
  return contents;
}

template <typename T>
void expectEqualObjects(const std::vector<std::shared_ptr<const T>>& a,
                        const std::vector<std::shared_ptr<const T>>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(*a[i], *b[i]) << a[i]->meta.key.ns << "/" << a[i]->meta.key.name;
}

void expectEqual(const SnapshotContents& a, const SnapshotContents& b) {
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.serverVersion, b.serverVersion);
  EXPECT_EQ(a.scope, b.scope);
  expectEqualObjects(a.nodes, b.nodes);
  expectEqualObjects(a.pods, b.pods);
  EXPECT_EQ(a.unhealthy, b.unhealthy);
}

class SnapshotFile : public ::testing::Test {
 protected:
  std::string pathOf(const std::string& name) const { return (m_folder.path() / name).string(); }
  /// The error of a file with that content.
  Error errorOf(const std::string& content) {
    const auto loaded = loadSnapshotFile(m_folder.write("file.json", content));
    EXPECT_FALSE(loaded) << content;
    return loaded ? Error{} : loaded.error();
  }
  TemporaryFolder m_folder;
};

TEST_F(SnapshotFile, WholeDemoComesBackEqual) {
  const SnapshotContents before = demoContents();
  ASSERT_TRUE(saveSnapshotFile(pathOf("demo.snapshot"), before));
  const auto after = loadSnapshotFile(pathOf("demo.snapshot"));
  ASSERT_TRUE(after) << describe(after.error());
  expectEqual(before, *after);
  const SnapshotPtr a = build(before);
  const SnapshotPtr b = build(*after);
  EXPECT_EQ(a->cards, b->cards);
  EXPECT_EQ(a->namespaces, b->namespaces);
  EXPECT_EQ(a->otherPods, b->otherPods);
}

TEST_F(SnapshotFile, RulesOfNamespacesSurviveAndWhatWasUnknownStaysSo) {
  SnapshotContents before;
  before.time = 1'700'000'200;
  auto node = std::make_shared<RawNode>();
  node->meta.key.name = "n";
  before.nodes = {node};
  RawQuota quota;
  quota.meta.key = {"team", "q"};
  quota.hard = {{"requests.memory", *Quantity::parse("4Gi")}, {"pods", Quantity::fromInteger(9)}};
  quota.used = {{"pods", Quantity::fromInteger(2)}};
  quota.scopes = {"NotTerminating"};
  quota.scopeSelector = {{"PriorityClass", "In", {"high"}}};
  before.rules.quotas = {quota};
  RawLimitRange range;
  range.meta.key = {"team", "r"};
  range.items = {{"Container",
                  {{"cpu", Quantity::fromInteger(4)}},
                  {{"cpu", Quantity::fromMilli(100)}},
                  {{"cpu", Quantity::fromInteger(1)}},
                  {{"cpu", Quantity::fromMilli(500)}},
                  {{"cpu", Quantity::fromInteger(2)}}}};
  before.rules.limitRanges = {range};
  RawVolume volume;
  volume.meta.key.name = "pv";
  volume.nodeAffinity = {{{{"zone", "In", {"x"}}}, {}}};
  before.rules.volumes = {volume};
  RawStorageClass storage;
  storage.meta.key.name = "local";
  storage.waitsForPod = true;
  before.rules.storageClasses = {storage};
  ASSERT_TRUE(saveSnapshotFile(pathOf("rules.snapshot"), before));
  const auto after = loadSnapshotFile(pathOf("rules.snapshot"));
  ASSERT_TRUE(after) << describe(after.error());
  EXPECT_EQ(after->rules, before.rules);
  EXPECT_FALSE(after->rules.claims) << "not known before, not known after";
}

TEST_F(SnapshotFile, EveryFieldOfTheModelSurvives) {
  auto pod = std::make_shared<RawPod>();
  pod->meta.key = {"ns", "p"};
  pod->meta.uid = "u";
  pod->meta.resourceVersion = "12";
  pod->meta.labels = {{"z", "1"}, {"a", "\xE4\xB8\xAD\xE6\x96\x87 \"quoted\"\n"}};
  pod->meta.annotations = {{"scheduler.framework.gpushare.allocation", R"({"0":{"1":2}})"}};
  pod->meta.owners = {{"Job", "j", "ju", true}, {"Other", "o", "ou", false}};
  pod->meta.created = 1'700'000'000;
  pod->meta.deletionTimestamp = 1'700'000'100;
  pod->spec.nodeName = "n";
  pod->spec.schedulerName = "s";
  pod->spec.priorityClassName = "high";
  pod->spec.priority = -5;
  Container container{
      "c", "image", {{"cpu", Quantity::fromMilli(1500)}}, {{"aliyun.com/gpu-mem", Quantity::fromInteger(8)}}, true};
  container.limits.push_back({"memory", *Quantity::parse("1.5Gi")});
  container.limits.push_back({"odd", *Quantity::parse("12345n")});
  container.limits.push_back({"below", *Quantity::parse("-1.25")});
  container.limits.push_back({"huge", *Quantity::parse("9E")});
  container.privileged = true;
  pod->spec.containers = {container};
  pod->spec.initContainers = {{"init", "image", {}, {{"aliyun.com/gpu-mem", Quantity::fromInteger(20)}}, false}};
  pod->spec.overhead = {{"cpu", Quantity::fromMilli(250)}};
  pod->spec.nodeSelector = {{"pool", "a"}};
  pod->spec.requiredNodeAffinity = {{{{"zone", "In", {"x", "y"}}}, {{"metadata.name", "In", {"n"}}}}, {}};
  pod->spec.tolerations = {{"k", "Exists", "", "NoSchedule"}, {"", "Exists", "", ""}};
  pod->spec.hasPreferredNodeAffinity = pod->spec.hasPodAffinity = pod->spec.hasTopologySpread = true;
  pod->spec.hasBoundVolumes = pod->spec.hasSchedulingGates = pod->spec.hasDeadline = true;
  pod->spec.claims = {"data", "logs"};
  pod->spec.schedulingGates = {"example.com/wait"};
  pod->spec.hasEphemeralVolumes = true;
  pod->spec.initContainers.push_back({"mesh", "image", {{"cpu", Quantity::fromInteger(1)}}, {}, false, {}, true});
  pod->spec.podRequests = {{"cpu", Quantity::fromInteger(8)}};
  pod->spec.podLimits = {{"memory", Quantity::fromInteger(1 << 20)}};
  pod->spec.deviceClaims = {{"gpu", "", "one-gpu"}, {"nic", "shared", ""}};
  pod->spec.runtimeClass = "kata";
  pod->spec.neverPreempts = true;
  pod->spec.unreadFields = {"fieldOfTomorrow"};
  pod->spec.podAffinity = {{PodAffinityTerm::Kind::RequiredAffinity, 0, "zone", LabelSelector{}, {}, {}, {"a"}, {"b"}}};
  pod->nominatedNode = "n";
  pod->resize = Resize::Infeasible;
  pod->isPreempted = true;
  pod->held = {{"c", {{"cpu", Quantity::fromInteger(2)}}, {}},
               {"mesh", {}, {{"cpu", Quantity::fromInteger(3)}}},
               {"", {{"cpu", Quantity::fromInteger(9)}}, {{"cpu", Quantity::fromInteger(7)}}},
               {"resourceclaims/dpu", {{"cpu", Quantity::fromInteger(1)}}, {}}};
  pod->phase = PodPhase::Pending;
  pod->phaseText = "Pending";
  pod->reason = "ContainerCreating";
  pod->scheduledReason = "Unschedulable";
  pod->scheduledMessage = "0/2 nodes are available";
  pod->restarts = 7;
  pod->initFinished = true;
  pod->startTime = 1'700'000'050;
  pod->problems = {{"spec.containers[0].resources.limits[nvidia.com/gpu]", "many"}};

  auto node = std::make_shared<RawNode>();
  node->meta.key.name = "n";
  node->unschedulable = true;
  node->taints = {{"k", "v", "NoSchedule"}, {"e", "", "NoExecute"}};
  node->capacity = {{"aliyun.com/gpu-mem", Quantity::fromInteger(60)}, {"cpu", Quantity::fromInteger(8)}};
  node->allocatable = {{"cpu", Quantity::fromMilli(7880)}};
  node->conditions = {{"Ready", "Unknown", "NodeStatusUnknown", "Kubelet stopped", 1'700'000'000}};
  node->internalIp = "10.0.0.1";
  node->hostname = "host";
  node->kubeletVersion = "v1.20.2";
  node->containerRuntime = "containerd://1.5";
  node->osImage = "Linux";
  node->problems = {{"status.allocatable[aliyun.com/gpu-mem]", "sixty"}};

  SnapshotContents before{1'700'000'200, "v1.20.2", "",
                          {node},        {pod},     {{"n", "9", std::nullopt}, {"m", "8", std::string("0,2")}}};
  ASSERT_TRUE(saveSnapshotFile(pathOf("all.snapshot"), before));
  const auto after = loadSnapshotFile(pathOf("all.snapshot"));
  ASSERT_TRUE(after) << describe(after.error());
  expectEqual(before, *after);
}

TEST_F(SnapshotFile, HoldsNothingThatShouldNotLeaveTheCluster) {
  SnapshotContents contents = demoContents();
  auto node = std::make_shared<RawNode>(*contents.nodes.front());
  node->meta.annotations.emplace_back("kubectl.kubernetes.io/last-applied-configuration", "{\"password\":\"x\"}");
  contents.nodes.front() = node;
  ASSERT_TRUE(saveSnapshotFile(pathOf("demo.snapshot"), contents));
  const auto text = gunzip(readFile(pathOf("demo.snapshot")), "demo.snapshot");
  ASSERT_TRUE(text);
  for (const char* word : {"managedFields", "last-applied", "password", "\"env\"", "\"args\"", "Secret"}) {
    EXPECT_EQ(text->find(word), std::string::npos) << word;
  }
  EXPECT_EQ(text->rfind("{\"cardinalSnapshot\":1,\"time\":\"2025-10-09T08:53:20Z\"", 0), 0U);
}

TEST_F(SnapshotFile, IsReplacedWholeOrNotAtAll) {
  const std::string path = m_folder.write("old.snapshot", "old");
  ASSERT_TRUE(saveSnapshotFile(path, demoContents()));
  EXPECT_TRUE(isGzip(readFile(path)));
  const auto failed = saveSnapshotFile(pathOf("missing/folder.snapshot"), demoContents());
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::FileUnwritable);
  EXPECT_EQ(failed.error().subject, pathOf("missing/folder.snapshot"));
  std::filesystem::create_directory(m_folder.path() / "folder");
  EXPECT_FALSE(saveSnapshotFile(pathOf("folder"), demoContents()));
  // Nothing half written stays behind.
  for (const auto& entry : std::filesystem::directory_iterator(m_folder.path())) {
    EXPECT_EQ(entry.path().string().find(".tmp-"), std::string::npos);
  }
}

/// Whatever the user's umask allows.
TEST_F(SnapshotFile, NobodyElseReadsIt) {
  const mode_t before = ::umask(0);
  const auto saved = saveSnapshotFile(pathOf("mine.snapshot"), demoContents());
  ::umask(before);
  ASSERT_TRUE(saved);
  EXPECT_EQ(std::filesystem::status(pathOf("mine.snapshot")).permissions(), std::filesystem::perms(0600));
}

TEST_F(SnapshotFile, LargeClusterComesBackEqual) {
  SyntheticOptions options;
  options.nodes = 300;
  options.pods = 3000;
  options.pending = 30;
  const SyntheticCluster cluster = makeSyntheticCluster(options);
  const SnapshotContents before{1'700'000'000, "", "", cluster.nodes, cluster.pods, {}};
  ASSERT_TRUE(saveSnapshotFile(pathOf("large.snapshot"), before));
  const auto after = loadSnapshotFile(pathOf("large.snapshot"));
  ASSERT_TRUE(after) << describe(after.error());
  expectEqual(before, *after);
}

TEST_F(SnapshotFile, FoldersWithNodesAndPodsOpen) {
  for (const char* name : {"s1-blog-two-nodes", "s2-four-cards", "s5-unhealthy", "s7-large-1"}) {
    const auto contents = loadSnapshotFile(recorded(name));
    ASSERT_TRUE(contents) << name << ": " << describe(contents.error());
    EXPECT_FALSE(contents->nodes.empty()) << name;
    EXPECT_FALSE(contents->pods.empty()) << name;
    EXPECT_NE(contents->time, 0) << name;
  }
}

TEST_F(SnapshotFile, TypedListsAndSingleFilesOpen) {
  const auto nodes = loadSnapshotFile(recorded("s1-blog-two-nodes/nodes.raw.json"));
  ASSERT_TRUE(nodes);
  EXPECT_EQ(nodes->nodes.size(), 2U);
  const auto pods = loadSnapshotFile(recorded("s1-blog-two-nodes/pods.raw.json"));
  ASSERT_TRUE(pods);
  EXPECT_EQ(pods->pods.size(), 6U);
  const auto packed = loadSnapshotFile(recorded("s7-large-1/nodes.json.gz"));
  ASSERT_TRUE(packed);
  EXPECT_EQ(packed->nodes.size(), 50U);
}

TEST_F(SnapshotFile, PlainKubectlListOpens) {
  const auto contents = loadSnapshotFile(m_folder.write(
      "both.json",
      R"({"apiVersion":"v1","kind":"List","items":[{"kind":"Node","metadata":{"name":"n"}},)"
      R"({"kind":"Pod","metadata":{"name":"p","namespace":"d"}},{"kind":"Service","metadata":{"name":"s"}}]})"));
  ASSERT_TRUE(contents);
  EXPECT_EQ(contents->nodes.size(), 1U);
  EXPECT_EQ(contents->pods.size(), 1U);
}

TEST_F(SnapshotFile, MissingFilesAreNamed) {
  const auto missing = loadSnapshotFile(pathOf("nowhere"));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::FileMissing);
  EXPECT_EQ(missing.error().subject, pathOf("nowhere"));
  m_folder.write("half/pods.json", R"({"kind":"PodList","items":[]})");
  const auto half = loadSnapshotFile(pathOf("half"));
  ASSERT_FALSE(half);
  EXPECT_EQ(half.error().code, ErrorCode::FileMissing);
  EXPECT_EQ(half.error().subject, pathOf("half") + "/nodes.json");
}

TEST_F(SnapshotFile, AFolderWithNodesAloneIsRead) {
  m_folder.write("alone/nodes.json", R"({"kind":"NodeList","items":[{"kind":"Node","metadata":{"name":"n"}}]})");
  const auto alone = loadSnapshotFile(pathOf("alone"));
  ASSERT_TRUE(alone) << describe(alone.error());
  EXPECT_EQ(alone->nodes.size(), 1U);
}

TEST_F(SnapshotFile, ListsOneAfterTheOtherAreReadTogether) {
  const auto contents = loadSnapshotFile(
      m_folder.write("two.json", R"({"kind":"NodeList","items":[{"metadata":{"name":"n{"}}]})"
                                 "\n"
                                 R"({"kind":"PodList","items":[{"metadata":{"name":"p\"}","namespace":"d"}}]})"
                                 "\n"));
  ASSERT_TRUE(contents) << describe(contents.error());
  EXPECT_EQ(contents->nodes.size(), 1U);
  EXPECT_EQ(contents->pods.size(), 1U);
  EXPECT_EQ(errorOf(R"({"kind":"NodeList","items":[]} {"kind":"PodList","items":[)").code, ErrorCode::ParseFailed);
}

TEST_F(SnapshotFile, AnArrayOfObjectsIsReadAsAList) {
  const auto contents = loadSnapshotFile(
      m_folder.write("array.json", R"( [{"apiVersion":"v1","kind":"Node","metadata":{"name":"one"}}] )"));
  ASSERT_TRUE(contents) << describe(contents.error());
  ASSERT_EQ(contents->nodes.size(), 1U);
}

TEST_F(SnapshotFile, ANameThatYamlReadsAsABooleanIsRefusedWhereItStands) {
  const auto contents = loadSnapshotFile(
      m_folder.write("n.yaml",
                     "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Node\n  metadata:\n"
                     "    name: n\n"));
  ASSERT_FALSE(contents);
  EXPECT_EQ(contents.error().code, ErrorCode::InvalidField);
  EXPECT_EQ(contents.error().subject, "items[0].metadata.name");
  EXPECT_NE(contents.error().place.find("line 7"), std::string::npos);
}

TEST_F(SnapshotFile, YamlIsReadAsJsonIs) {
  const auto contents = loadSnapshotFile(m_folder.write("list.yaml",
                                                        "apiVersion: v1\n"
                                                        "items:\n"
                                                        "- apiVersion: v1\n"
                                                        "  kind: Node\n"
                                                        "  metadata:\n"
                                                        "    name: n1\n"
                                                        "  status:\n"
                                                        "    allocatable:\n"
                                                        "      nvidia.com/gpu: \"8\"\n"
                                                        "kind: List\n"));
  ASSERT_TRUE(contents) << describe(contents.error());
  ASSERT_EQ(contents->nodes.size(), 1U);
  EXPECT_EQ(find(contents->nodes[0]->allocatable, "nvidia.com/gpu")->value(), 8);
  EXPECT_EQ(errorOf("kind: [\n").code, ErrorCode::ParseFailed);
  const Error utf16 = errorOf("\xFF\xFE{");
  EXPECT_EQ(utf16.code, ErrorCode::ParseFailed);
  EXPECT_THAT(utf16.detail, ::testing::HasSubstr("UTF-8"));
}

TEST_F(SnapshotFile, ObjectsOfGpuStacksComeBackEqualAndUnreadKindsStayUnread) {
  const auto first = loadSnapshotFile(m_folder.write(
      "stacks.json",
      R"({"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"Node","metadata":{"name":"n"}},)"
      R"({"apiVersion":"scheduling.koordinator.sh/v1alpha1","kind":"Device","metadata":{"name":"n"},"spec":{"devices":[)"
      R"({"type":"gpu","id":"GPU-a","minor":0,"health":true,"resources":{"koordinator.sh/gpu-memory":"16Gi"},)"
      R"("topology":{"socketID":0,"nodeID":1,"pcieID":"p","busID":"b"}}]}},)"
      R"({"apiVersion":"elsewhere.io/v1","kind":"Device","metadata":{"name":"other"}},)"
      R"({"apiVersion":"scheduling.koordinator.sh/v1alpha1","kind":"Reservation","metadata":{"name":"r","annotations":)"
      R"({"scheduling.koordinator.sh/device-allocated":"{}"}},"spec":{"allocateOnce":false,"allocatePolicy":)"
      R"("Restricted","unschedulable":true,"taints":[{"key":"k","effect":"NoSchedule"}],"owners":[{"labelSelector":)"
      R"({"matchLabels":{"app":"a"}}},{"object":{"name":"p"}}],"template":{"metadata":{"labels":{"x":"y"}},"spec":)"
      R"({"schedulerName":"koord-scheduler","containers":[{"name":"c","resources":{"requests":{"cpu":"4"}}}]}}},)"
      R"("status":{"phase":"Available","nodeName":"n","allocatable":{"cpu":"4","koordinator.sh/gpu-core":"100"}}},)"
      R"({"apiVersion":"resource.k8s.io/v1","kind":"ResourceSlice","metadata":{"name":"s"},"spec":{"driver":)"
      R"("gpu.nvidia.com","nodeName":"n","pool":{"name":"n","generation":2,"resourceSliceCount":1},"devices":[)"
      R"({"name":"gpu-0","attributes":{"type":{"string":"gpu"},"index":{"int":3},"fast":{"bool":true}},)"
      R"("capacity":{"memory":{"value":"80Gi"}}}]}},)"
      R"({"apiVersion":"resource.k8s.io/v1","kind":"DeviceClass","metadata":{"name":"gpu"},"spec":{"selectors":[)"
      R"({"cel":{"expression":"device.driver == 'gpu.nvidia.com'"}}]}},)"
      R"({"apiVersion":"network.alibabacloud.com/v1","kind":"ERdmaDevice","metadata":{"name":"n"},"spec":{},"status":)"
      R"({"devices":[{"id":"eni-1","status":"Ready"},{"id":"eni-2","status":"Failed","message":"no driver"}]}},)"
      R"({"apiVersion":"nvidia.com/v1","kind":"ClusterPolicy","metadata":{"name":"cluster-policy"},"spec":)"
      R"({"devicePlugin":{"config":{"name":"plugin-config","default":"whole"}}},"status":{"namespace":"gpu-operator"}},)"
      R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"plugin-config","namespace":"gpu-operator"},"data":)"
      R"({"whole":"version: v1\n","mps":"version: v1\nsharing:\n  mps:\n    resources:\n    - name: nvidia.com/gpu\n)"
      R"(      replicas: 10\n","fails":"version: v1\nsharing:\n  timeSlicing:\n    failRequestsGreaterThanOne: true\n)"
      R"(    resources: [{name: nvidia.com/gpu, replicas: 4}]\n","broken":": ["}},)"
      R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"mig","namespace":"gpu-operator"},"data":)"
      R"({"config.yaml":"version: v1\nmig-configs:\n  a:\n  - {device-filter: [\"0x20B010DE\"], devices: [0, 1], )"
      R"(mig-enabled: true, mig-devices: {\"1g.5gb+me\": 1, \"1g.5gb\": 6}}\n  - {devices: all, mig-enabled: false}"}},)"
      R"({"apiVersion":"topology.volcano.sh/v1alpha1","kind":"HyperNode","metadata":{"name":"leaf"},"spec":{"tier":1,)"
      R"("tierName":"rack","members":[{"type":"Node","selector":{"regexMatch":{"pattern":"^n"}}},{"type":"Node",)"
      R"("selector":{"labelMatch":{"matchLabels":{"rack":"r"}}}},{"type":"HyperNode","selector":{"exactMatch":)"
      R"({"name":"other"}}}]}},)"
      R"({"apiVersion":"scheduling.k8s.io/v1","kind":"PriorityClass","metadata":{"name":"high"},"value":-5,)"
      R"("globalDefault":true,"preemptionPolicy":"Never","description":"d"},)"
      R"({"apiVersion":"node.k8s.io/v1","kind":"RuntimeClass","metadata":{"name":"kata"},"handler":"h","overhead":)"
      R"({"podFixed":{"cpu":"250m"}},"scheduling":{"nodeSelector":{"vm":"yes"},"tolerations":[{"key":"vm",)"
      R"("operator":"Exists"}]}},)"
      R"({"apiVersion":"v1","kind":"Service","metadata":{"name":"web","namespace":"d"},"spec":{"selector":)"
      R"({"app":"web"},"ports":[{"port":80}]}},)"
      R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":"d","labels":{"team":"x"}},"status":{}},)"
      R"({"apiVersion":"policy/v1","kind":"PodDisruptionBudget","metadata":{"name":"b","namespace":"d"},"spec":)"
      R"({"minAvailable":1,"selector":{"matchLabels":{"app":"a"}},"unhealthyPodEvictionPolicy":"AlwaysAllow"},)"
      R"("status":{"disruptionsAllowed":1,"currentHealthy":3,"desiredHealthy":2}},)"
      R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"other"},"data":{"text":"version: v2"}},)"
      R"({"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaim","metadata":{"name":"c","namespace":"d"},"spec":)"
      R"({"devices":{"requests":[{"name":"r","exactly":{"deviceClassName":"gpu","count":2}},{"name":"f",)"
      R"("firstAvailable":[{"name":"a","deviceClassName":"gpu","allocationMode":"All"}]}]}},"status":{"allocation":)"
      R"({"devices":{"results":[{"request":"r","driver":"gpu.nvidia.com","pool":"n","device":"gpu-0"}]}},)"
      R"("reservedFor":[{"resource":"pods","name":"p","uid":"u"}]}}]})"));
  ASSERT_TRUE(first) << describe(first.error());
  ASSERT_TRUE(saveSnapshotFile(pathOf("stacks.snapshot"), *first));
  const auto second = loadSnapshotFile(pathOf("stacks.snapshot"));
  ASSERT_TRUE(second) << describe(second.error());
  const auto same = [&](ExtraKind kind, auto none) {
    using Pointer = std::shared_ptr<const decltype(none)>;
    const auto& a = first->extras[indexOf(kind)];
    const auto& b = second->extras[indexOf(kind)];
    ASSERT_TRUE(a && b) << toString(kind);
    ASSERT_EQ(a->size(), 1U) << toString(kind);
    ASSERT_EQ(b->size(), 1U) << toString(kind);
    EXPECT_EQ(*std::get<Pointer>(a->front()), *std::get<Pointer>(b->front())) << toString(kind);
  };
  same(ExtraKind::KoordinatorDevice, RawKoordinatorDevice());
  same(ExtraKind::KoordinatorReservation, RawKoordinatorReservation());
  const auto& reservations = *first->extras[indexOf(ExtraKind::KoordinatorReservation)];
  const auto& reservation = *std::get<std::shared_ptr<const RawKoordinatorReservation>>(reservations.front());
  EXPECT_EQ(reservation.nodeName, "n");
  EXPECT_TRUE(reservation.unschedulable && reservation.hasTaints && reservation.owners.size() == 2U &&
              reservation.problems.empty());
  EXPECT_EQ(reservation.allocatable.size(), 2U);
  same(ExtraKind::ErdmaDevice, RawErdmaDevice());
  same(ExtraKind::ClusterPolicy, RawClusterPolicy());
  same(ExtraKind::PluginConfigs, RawPluginConfigs());
  same(ExtraKind::MigConfigs, RawMigConfigs());
  same(ExtraKind::HyperNode, RawHyperNode());
  same(ExtraKind::PriorityClass, RawPriorityClass());
  same(ExtraKind::RuntimeClass, RawRuntimeClass());
  same(ExtraKind::Service, RawService());
  same(ExtraKind::Namespace, RawNamespace());
  const auto only = [&]<typename T>(ExtraKind kind, const T& /*none*/) -> const T& {
    return *std::get<std::shared_ptr<const T>>(second->extras[indexOf(kind)]->front());
  };
  EXPECT_EQ(only(ExtraKind::PriorityClass, RawPriorityClass()).value, -5);
  EXPECT_TRUE(only(ExtraKind::PriorityClass, RawPriorityClass()).isDefault);
  EXPECT_EQ(find(only(ExtraKind::RuntimeClass, RawRuntimeClass()).overhead, "cpu")->milliValue(), 250);
  EXPECT_EQ(*find(only(ExtraKind::Service, RawService()).selector, "app"), "web");
  EXPECT_EQ(*find(only(ExtraKind::Namespace, RawNamespace()).meta.labels, "team"), "x");
  same(ExtraKind::DisruptionBudget, RawDisruptionBudget());
  const auto& maps = *second->extras[indexOf(ExtraKind::PluginConfigs)];
  const auto& configs = std::get<std::shared_ptr<const RawPluginConfigs>>(maps.front())->configs;
  const std::vector<SharedDevices> ten{{"nvidia.com/gpu", 10}};
  const std::vector<SharedDevices> four{{"nvidia.com/gpu", 4}};
  EXPECT_EQ(configs, (std::vector<DevicePluginConfig>{{"broken", false, DeviceSharing::None, {}, {}},
                                                      {"fails", true, DeviceSharing::TimeSlicing, true, four},
                                                      {"mps", true, DeviceSharing::Mps, {}, ten},
                                                      {"whole", true, DeviceSharing::None, {}, {}}}));
  same(ExtraKind::ResourceSlice, RawResourceSlice());
  same(ExtraKind::DeviceClass, RawDeviceClass());
  same(ExtraKind::ResourceClaim, RawResourceClaim());
  EXPECT_FALSE(second->extras[indexOf(ExtraKind::ResourceClaimTemplate)]);
}

TEST_F(SnapshotFile, BrokenTextNamesFileAndPlace) {
  const Error cut = errorOf(R"({"kind":"NodeList","items":[{"kind":"Node","metadata":{"na)");
  EXPECT_EQ(cut.code, ErrorCode::ParseFailed);
  EXPECT_EQ(cut.subject, pathOf("file.json"));
  EXPECT_THAT(cut.place, ::testing::StartsWith("byte "));
  EXPECT_EQ(cut.detail, "unexpected end of the file");
  const Error wrong = errorOf(R"({"kind":"NodeList","items":[}]})");
  EXPECT_EQ(wrong.code, ErrorCode::ParseFailed);
  EXPECT_EQ(wrong.subject, pathOf("file.json"));
  EXPECT_EQ(errorOf("").code, ErrorCode::ParseFailed);
  EXPECT_EQ(errorOf("<html>no</html>").code, ErrorCode::ParseFailed);
}

TEST_F(SnapshotFile, OtherJsonNamesTheKindItHolds) {
  const Error service = errorOf(R"({"kind":"ServiceList","items":[]})");
  EXPECT_EQ(service.code, ErrorCode::InvalidField);
  EXPECT_EQ(service.subject, "kind");
  EXPECT_EQ(service.place, pathOf("file.json"));
  EXPECT_EQ(service.detail, "Service");
  EXPECT_EQ(errorOf(R"({"hello":1})").code, ErrorCode::InvalidField);
  const Error status =
      errorOf(R"({"kind":"Status","status":"Failure","code":403,"reason":"Forbidden","message":"no"})");
  EXPECT_EQ(status.code, ErrorCode::InvalidField);
  EXPECT_THAT(status.detail, ::testing::HasSubstr("no"));
}

TEST_F(SnapshotFile, NewerFormatIsRefused) {
  const Error error = errorOf(R"({"cardinalSnapshot":2,"time":"2025-01-01T00:00:00Z","lists":[]})");
  EXPECT_EQ(error.code, ErrorCode::Unsupported);
  EXPECT_EQ(error.subject, "cardinalSnapshot 2");
}

TEST_F(SnapshotFile, EmptyClusterIsNoError) {
  ASSERT_TRUE(saveSnapshotFile(pathOf("empty.snapshot"), {}));
  const auto contents = loadSnapshotFile(pathOf("empty.snapshot"));
  ASSERT_TRUE(contents) << describe(contents.error());
  EXPECT_TRUE(contents->nodes.empty());
}

TEST(FileSource, ServesTheFileAndRefusesWrites) {
  TemporaryFolder folder;
  const std::string path = (folder.path() / "demo.snapshot").string();
  SystemClock clock;
  ASSERT_TRUE(saveSnapshotFile(path, demoContents()));
  auto source = FileSource::open(path, clock);
  ASSERT_TRUE(source);
  testing::Listener listener;
  ClusterService service(std::move(source).value(), listener, clock);
  service.start();
  const auto data = service.waitForData(testing::kNever);
  ASSERT_TRUE(data);
  EXPECT_EQ((*data)->time, 1'760'000'000);
  EXPECT_EQ((*data)->scope, "team-a,team-b");
  EXPECT_EQ((*data)->cards.size(), 402U);
  EXPECT_EQ(service.info().name, "demo.snapshot");
  EXPECT_FALSE(service.info().writable);
  EXPECT_EQ(service.connection().phase, ConnectionPhase::Static);
  testing::Mailbox<SubmitOutcome> outcomes;
  service.submit({ManifestObject{}}, "default", true, [&](SubmitOutcome o) { outcomes.put(std::move(o)); });
  ASSERT_TRUE(outcomes.waitFor(1));
  ASSERT_TRUE(outcomes.values().front().failure);
  EXPECT_EQ(outcomes.values().front().failure->error.code, ErrorCode::ReadOnlySource);
}

TEST(FileSource, SavingWhatWasOpenedGivesTheSameState) {
  TemporaryFolder folder;
  SystemClock clock;
  const std::string first = (folder.path() / "a.snapshot").string();
  const std::string second = (folder.path() / "b.snapshot").string();
  ASSERT_TRUE(saveSnapshotFile(first, demoContents()));
  auto source = FileSource::open(first, clock);
  ASSERT_TRUE(source);
  testing::Listener listener;
  ClusterService service(std::move(source).value(), listener, clock);
  EXPECT_FALSE(service.saveSnapshot(second));
  service.start();
  ASSERT_TRUE(service.waitForData(testing::kNever));
  ASSERT_TRUE(service.saveSnapshot(second));
  const auto again = loadSnapshotFile(second);
  ASSERT_TRUE(again);
  expectEqual(demoContents(), *again);
}

TEST(FileSource, ReloadThatFailsKeepsTheOldStateAndSaysWhy) {
  TemporaryFolder folder;
  SystemClock clock;
  const std::string path =
      folder.write("n.json", R"({"kind":"NodeList","items":[{"kind":"Node","metadata":{"name":"n"}}]})");
  auto source = FileSource::open(path, clock);
  ASSERT_TRUE(source);
  testing::Listener listener;
  ClusterService service(std::move(source).value(), listener, clock);
  service.start();
  ASSERT_TRUE(service.waitForData(testing::kNever));
  folder.write("n.json", "{");
  service.refresh();
  ASSERT_TRUE(listener.waitUntil([](const testing::Listener& l) { return l.states().back().error.has_value(); }));
  EXPECT_EQ(service.connection().error->subject, path);
  EXPECT_EQ(service.snapshot()->nodes.size(), 1U);
}

}  // namespace
}  // namespace cardinal
