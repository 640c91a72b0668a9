// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/sim/demo_stage.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;
using testing::DemoStage;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::podYaml;

/// Expects the object to be refused and returns why.
Error refusal(const ManifestObject& object) {
  DemoStage stage;
  auto created = stage.tryCreate(object);
  EXPECT_FALSE(created) << object.key.name;
  return created ? Error{} : created.error();
}
Error refusal(const std::string& yaml) {
  return refusal(DemoStage::read(yaml));
}

TEST(DemoServer, RefusesNamesThatAreNoDnsNames) {
  for (const char* name : {"Upper", "under_score", "-dash", "dash-", "a..b", "a.-b"}) {
    ManifestObject object = DemoStage::read(podYaml("p", "aliyun.com/gpu-mem: 1"));
    object.key.name = name;
    const Error error = refusal(object);
    EXPECT_EQ(error.code, ErrorCode::Invalid) << name;
    EXPECT_EQ(error.place, "metadata.name") << name;
    EXPECT_EQ(error.httpStatus, 422) << name;
    EXPECT_EQ(error.subject, "Pod/default/" + std::string(name));
  }
}

TEST(DemoServer, RefusesFractionsAndOvercommitOfExtendedResources) {
  const Error fraction = refusal(podYaml("p", "aliyun.com/gpu-mem: 1500m"));
  EXPECT_EQ(fraction.place, "spec.containers[0].resources.limits[aliyun.com/gpu-mem]");
  EXPECT_THAT(fraction.detail, HasSubstr("must be an integer"));

  const Error unequal = refusal(
      "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n    - name: c\n      image: i\n      "
      "resources:\n"
      "        limits: {aliyun.com/gpu-mem: 4}\n        requests: {aliyun.com/gpu-mem: 2}\n");
  EXPECT_EQ(unequal.place, "spec.containers[0].resources.requests");
  EXPECT_THAT(unequal.detail, HasSubstr("must be equal to aliyun.com/gpu-mem limit"));
}

TEST(DemoServer, RefusesCorePercentagesThatAreNotAMultipleOfFive) {
  const Error error = refusal(podYaml("p", "aliyun.com/gpu-mem: 2, aliyun.com/gpu-core.percentage: 32"));
  EXPECT_EQ(error.code, ErrorCode::Invalid);
  EXPECT_EQ(error.place, "spec.containers[0].resources.limits[aliyun.com/gpu-core.percentage]");
}

TEST(DemoServer, RefusesContainersWithoutImage) {
  const Error error = refusal(
      "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec:\n  selector: {matchLabels: {a: b}}\n  "
      "template:\n"
      "    metadata: {labels: {a: b}}\n    spec:\n      containers:\n        - name: c\n");
  EXPECT_EQ(error.place, "spec.template.spec.containers[0].image");
}

TEST(DemoServer, RefusesBadLabels) {
  ManifestObject object = DemoStage::read(podYaml("p", "aliyun.com/gpu-mem: 1"));
  auto pod = std::make_shared<RawPod>(*object.pod);
  pod->meta.labels = {{"app", "has blanks"}};
  object.pod = std::move(pod);
  const Error error = refusal(object);
  EXPECT_EQ(error.code, ErrorCode::Invalid);
  EXPECT_EQ(error.place, "metadata.labels");
}

/// The names of the pods of a StatefulSet in `default` that are not on their way out.
std::vector<std::string> namesOf(DemoStage& stage, const std::string& owner) {
  std::vector<std::string> out;
  const auto add = [&](const std::vector<PodPtr>& pods) {
    for (const PodPtr& pod : pods) {
      const RawPod& raw = *pod->raw;
      if (!raw.meta.owners.empty() && raw.meta.owners.front().name == owner && !isTerminating(raw))
        out.push_back(raw.meta.key.name);
    }
  };
  const SnapshotPtr snapshot = stage.snapshot();
  add(snapshot->unboundPods);
  for (const NodePtr& node : snapshot->nodes) add(node->pods);
  std::sort(out.begin(), out.end());
  return out;
}

TEST(DemoServer, AStatefulSetIsScaledByItsOrdinals) {
  DemoStage stage;
  stage.create(
      "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: db}\nspec:\n  replicas: 1\n  serviceName: db\n"
      "  selector: {matchLabels: {app: db}}\n  template:\n    metadata: {labels: {app: db}}\n    spec:\n"
      "      containers: [{name: c, image: i, resources: {limits: {aliyun.com/gpu-mem: 1}}}]\n");
  stage.pass(20s);
  ASSERT_THAT(namesOf(stage, "db"), ElementsAre("db-0"));
  const DemoObject set{"StatefulSet", {"default", "db"}, {}};
  const auto scale = [&](int replicas) { return stage.cluster().scale(set, replicas, false, stage.now()).has_value(); };
  ASSERT_TRUE(scale(3));
  stage.pass(20s);
  EXPECT_THAT(namesOf(stage, "db"), ElementsAre("db-0", "db-1", "db-2"));
  ASSERT_TRUE(scale(1));
  stage.pass(500ms);
  EXPECT_THAT(namesOf(stage, "db"), ElementsAre("db-0"));
  ASSERT_TRUE(scale(2)) << "while db-1 is still on its way out";
  stage.pass(20s);
  EXPECT_THAT(namesOf(stage, "db"), ElementsAre("db-0", "db-1"));
}

TEST(DemoServer, NamespaceMustExist) {
  DemoStage stage;
  const auto created = stage.tryCreate(podYaml("p", "aliyun.com/gpu-mem: 1"), false, "nowhere");
  ASSERT_FALSE(created);
  EXPECT_EQ(created.error().code, ErrorCode::ResourceMissing);
  EXPECT_EQ(created.error().httpStatus, 404);
  EXPECT_TRUE(stage.tryCreate(podYaml("p", "aliyun.com/gpu-mem: 1"), false, "test"));
}

TEST(DemoServer, SecondObjectOfANameIsRefused) {
  DemoStage stage;
  stage.create(podYaml("p", "aliyun.com/gpu-mem: 1"));
  const auto again = stage.tryCreate(podYaml("p", "aliyun.com/gpu-mem: 1"));
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, ErrorCode::AlreadyExists);
  EXPECT_EQ(again.error().httpStatus, 409);
}

TEST(DemoServer, KindsItCannotRunAreRefusedAndNotKeptSilently) {
  ManifestObject object;
  object.apiVersion = "apps/v1";
  object.kind = "DaemonSet";
  object.key.name = "d";
  object.pod = std::make_shared<RawPod>();
  DemoStage stage;
  const auto created = stage.cluster().create(object, "default", false, stage.now());
  ASSERT_FALSE(created);
  EXPECT_EQ(created.error().code, ErrorCode::Unsupported);
  EXPECT_EQ(created.error().subject, "DaemonSet");
}

TEST(DemoServer, ObjectsWithoutPodsAreKeptByNameAndUnknownKindsAreMissing) {
  DemoStage stage;
  const std::string service =
      "apiVersion: v1\nkind: Service\nmetadata: {name: s}\n---\n" + podYaml("p", "aliyun.com/gpu-mem: 1");
  EXPECT_TRUE(stage.tryCreate(service));
  const auto again = stage.tryCreate(service);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, ErrorCode::AlreadyExists);
  const auto unknown = stage.tryCreate("apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\n---\n" +
                                       podYaml("p", "aliyun.com/gpu-mem: 1"));
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, ErrorCode::ResourceMissing);
}

class DemoLabels : public ::testing::Test {
 protected:
  RawNode nodeNow(const std::string& name) {
    const SnapshotPtr snapshot = m_stage.snapshot();
    return *snapshot->node(*snapshot->findNode(name)).raw;
  }
  Result<void> change(const std::vector<DemoLabel>& labels, const std::string& version, bool dryRun = false) {
    return m_stage.cluster().changeLabels(kNode, labels, version, dryRun, m_stage.now());
  }
  static constexpr const char* kNode = "cn-hangzhou.10.207.166.12";
  DemoStage m_stage;
};

TEST_F(DemoLabels, PlacementChangesAndTheVersionWithIt) {
  const std::string version = nodeNow(kNode).meta.resourceVersion;
  ASSERT_TRUE(change({{"ack.node.gpu.placement", "spread", false}}, version));
  m_stage.pass(50ms);
  const SnapshotPtr snapshot = m_stage.snapshot();
  EXPECT_EQ(snapshot->node(*snapshot->findNode(kNode)).gpu.placement, Placement::Spread);
  EXPECT_NE(nodeNow(kNode).meta.resourceVersion, version);
}

TEST_F(DemoLabels, StaleVersionIsAConflict) {
  const std::string version = nodeNow(kNode).meta.resourceVersion;
  ASSERT_TRUE(change({{"ack.node.gpu.placement", "spread", false}}, version));
  const auto stale = change({{"ack.node.gpu.placement", "binpack", false}}, version);
  ASSERT_FALSE(stale);
  EXPECT_EQ(stale.error().code, ErrorCode::Conflict);
}

TEST_F(DemoLabels, DryRunChangesNothing) {
  const RawNode before = nodeNow(kNode);
  ASSERT_TRUE(change({{"ack.node.gpu.placement", "spread", false}}, before.meta.resourceVersion, true));
  m_stage.pass(50ms);
  EXPECT_EQ(nodeNow(kNode), before);
}

TEST_F(DemoLabels, NewModePublishesItsResources) {
  ASSERT_TRUE(change({{"ack.node.gpu.schedule", "default", false}}, ""));
  m_stage.pass(3s);
  const SnapshotPtr snapshot = m_stage.snapshot();
  const NodeRecord& node = snapshot->node(*snapshot->findNode(kNode));
  EXPECT_EQ(node.gpu.mode, GpuMode::Exclusive);
  EXPECT_EQ(find(node.raw->allocatable, "nvidia.com/gpu")->value(), 8);
  EXPECT_EQ(find(node.raw->allocatable, "aliyun.com/gpu-mem")->value(), 0);
}

TEST_F(DemoLabels, ARemovedNodeComesBackAsANewOneWithTheLabel) {
  const std::string uid = nodeNow(kNode).meta.uid;
  EXPECT_FALSE(m_stage.cluster().returnNode(kNode, {"ack.node.gpu.schedule", "core_mem", false}, true, m_stage.now()))
      << "it was never away";
  ASSERT_TRUE(m_stage.cluster().changeNode(kNode, true, {}, "", false, m_stage.now()));
  ASSERT_TRUE(m_stage.cluster().removeNode(kNode, m_stage.now()));
  m_stage.pass(50ms);
  EXPECT_FALSE(m_stage.snapshot()->findNode(kNode).has_value());
  EXPECT_TRUE(m_stage.cluster().podsOn(kNode).empty());
  ASSERT_TRUE(m_stage.cluster().returnNode(kNode, {"ack.node.gpu.schedule", "core_mem", false}, false, m_stage.now()));
  m_stage.pass(5s);
  EXPECT_EQ(find(nodeNow(kNode).allocatable, "aliyun.com/gpu-mem")->value(), 0)
      << "a node that is not ready publishes nothing";
  const std::string newUid = nodeNow(kNode).meta.uid;
  EXPECT_NE(newUid, uid);
  ASSERT_TRUE(m_stage.cluster().returnNode(kNode, {"ack.node.gpu.schedule", "core_mem", false}, true, m_stage.now()));
  m_stage.pass(5s);
  const RawNode back = nodeNow(kNode);
  EXPECT_EQ(back.meta.uid, newUid);
  EXPECT_FALSE(back.unschedulable) << "the cordon belonged to the old one";
  EXPECT_TRUE(back.taints.empty());
  EXPECT_EQ(find(back.allocatable, "aliyun.com/gpu-core.percentage")->value(), 800);
}

TEST_F(DemoLabels, UnknownNodeAndBadValueAreRefused) {
  const auto missing = m_stage.cluster().changeLabels("nowhere", {{"a", "b", false}}, "", false, m_stage.now());
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::ResourceMissing);
  const auto bad = change({{"ack.node.gpu.placement", "not valid!", false}}, "");
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code, ErrorCode::Invalid);
}

}  // namespace
}  // namespace cardinal
