// SPDX-License-Identifier: Apache-2.0
#include "core/service/demo_source.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/manifest/manifest.h"
#include "core/manifest/read/read_manifest.h"
#include "core/service/writes/object_acts.h"
#include "core/service/writes/object_writer.h"
#include "tests/core/service/fake_source.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;
using testing::Listener;
using testing::Mailbox;

constexpr const char* kPod =
    "apiVersion: v1\nkind: Pod\nmetadata: {name: mine}\nspec:\n  containers:\n    - name: c\n      image: i\n      "
    "resources:\n"
    "        limits: {aliyun.com/gpu-mem: 2}\n";

DemoOptions quiet() {
  DemoOptions options;
  options.activity = false;
  return options;
}

bool runs(const ClusterSnapshot& snapshot, const std::string& name) {
  for (const NodePtr& node : snapshot.nodes) {
    for (const PodPtr& pod : node->pods) {
      if (pod->key().name == name && pod->raw->phase == PodPhase::Running) return true;
    }
  }
  return false;
}

class DemoService : public ::testing::Test {
 protected:
  DemoService() { m_service.start(); }
  SystemClock m_clock;
  Listener m_listener;
  ClusterService m_service{std::make_unique<DemoSource>(quiet(), m_clock), m_listener, m_clock};
};

TEST_F(DemoService, FirstSnapshotIsComplete) {
  const auto data = m_service.waitForData(testing::kNever);
  ASSERT_TRUE(data);
  EXPECT_EQ((*data)->cards.size(), 402U);
  EXPECT_FALSE((*data)->serverVersion.empty());
  EXPECT_TRUE(m_service.info().writable);
  EXPECT_EQ(m_service.connection().phase, ConnectionPhase::Live);
  EXPECT_EQ(m_service.connection().nodesLoaded, 86U);
}

TEST_F(DemoService, SubmittedPodRunsSoon) {
  ASSERT_TRUE(m_service.waitForData(testing::kNever));
  auto manifest = parseManifest(kPod, "pod.yaml");
  ASSERT_TRUE(manifest);
  Mailbox<SubmitOutcome> outcomes;
  m_service.submit(manifest->objects, "test", true, [&](SubmitOutcome o) { outcomes.put(std::move(o)); });
  m_service.submit(manifest->objects, "test", false, [&](SubmitOutcome o) { outcomes.put(std::move(o)); });
  ASSERT_TRUE(outcomes.waitFor(2));
  const auto all = outcomes.values();
  EXPECT_FALSE(all[0].failure) << describe(all[0].failure->error);
  EXPECT_FALSE(all[1].failure) << describe(all[1].failure->error);
  ASSERT_EQ(all[1].created.size(), 1U);
  EXPECT_EQ(all[1].created.front().key, (ObjectKey{"test", "mine"}));
  EXPECT_TRUE(m_listener.waitUntil(
      [](const Listener& l) { return !l.snapshots().empty() && runs(*l.snapshots().back(), "mine"); }));
}

TEST_F(DemoService, WhatWasSubmittedIsDeletedWithItsPodsAndOnlyOnce) {
  ASSERT_TRUE(m_service.waitForData(testing::kNever));
  auto manifest = parseManifest(kPod, "pod.yaml");
  ASSERT_TRUE(manifest);
  Mailbox<SubmitOutcome> outcomes;
  m_service.submit(manifest->objects, "test", false, [&](SubmitOutcome o) { outcomes.put(std::move(o)); });
  ASSERT_TRUE(outcomes.waitFor(1));
  const CreatedObject made = outcomes.values().front().created.at(0);
  ASSERT_TRUE(m_listener.waitUntil(
      [](const Listener& l) { return !l.snapshots().empty() && runs(*l.snapshots().back(), "mine"); }));
  const ClusterWriter writer = m_service.writer();
  const ObjectAct act{ObjectVerb::Delete, {"v1", made.kind, made.key, made.uid}};
  const auto other = carryOut(writer, {ObjectVerb::Delete, {"v1", made.kind, made.key, "another"}}, false, {});
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::Conflict);
  EXPECT_TRUE(carryOut(writer, act, true, {})) << "a dry run";
  EXPECT_TRUE(carryOut(writer, act, false, {}));
  EXPECT_TRUE(m_listener.waitUntil([](const Listener& l) { return !runs(*l.snapshots().back(), "mine"); }));
  const auto again = carryOut(writer, act, false, {});
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, ErrorCode::ResourceMissing);
}

TEST_F(DemoService, AWaitingPodIsBoundByHandOnceAndRunsThere) {
  ASSERT_TRUE(m_service.waitForData(testing::kNever));
  auto manifest = parseManifest(
      "apiVersion: v1\nkind: Pod\nmetadata: {name: mine}\nspec:\n  schedulerName: nobody\n  containers:\n    - name: "
      "c\n"
      "      image: i\n      resources: {limits: {nvidia.com/gpu: 1}}\n",
      "pod.yaml");
  ASSERT_TRUE(manifest);
  Mailbox<SubmitOutcome> outcomes;
  m_service.submit(manifest->objects, "test", false, [&](SubmitOutcome o) { outcomes.put(std::move(o)); });
  ASSERT_TRUE(outcomes.waitFor(1));
  const SnapshotPtr seen = m_service.snapshot();  // held: another one may be published meanwhile
  const auto& nodes = seen->nodes;
  const auto whole = std::find_if(nodes.begin(), nodes.end(), [](const NodePtr& node) {
    return node->gpu.mode == GpuMode::Exclusive && node->readiness == NodeReadiness::Ready && !node->unschedulable();
  });
  ASSERT_NE(whole, nodes.end());
  BindOrder order{{"test", "mine"}, {}, (*whole)->name, "another node of that name"};
  PodBinder& binder = *m_service.writer().binder;
  EXPECT_EQ(binder.bind(order, false, {}).error().code, ErrorCode::Conflict);
  order.nodeUid = (*whole)->raw->meta.uid;
  EXPECT_TRUE(binder.bind(order, true, {})) << "a dry run";
  EXPECT_TRUE(binder.bind(order, false, {}));
  EXPECT_TRUE(m_listener.waitUntil(
      [](const Listener& l) { return !l.snapshots().empty() && runs(*l.snapshots().back(), "mine"); }));
  EXPECT_EQ(binder.bind(order, false, {}).error().code, ErrorCode::Conflict) << "it is assigned already";
}

TEST_F(DemoService, PlacementIsChangedAndAStaleChangeIsAConflict) {
  const auto data = m_service.waitForData(testing::kNever);
  ASSERT_TRUE(data);
  const auto index = (*data)->findNode("cn-hangzhou.10.207.166.12");
  ASSERT_TRUE(index);
  const std::string version = (*data)->node(*index).raw->meta.resourceVersion;
  Mailbox<bool> done;
  Mailbox<Error> errors;
  const auto change = [&](const std::string& value) {
    m_service.patchNodeLabels("cn-hangzhou.10.207.166.12", {{"ack.node.gpu.placement", value, false}}, version, false,
                              [&](Result<void> r) {
                                if (!r) errors.put(r.error());
                                done.put(static_cast<bool>(r));
                              });
  };
  change("spread");
  change("binpack");
  ASSERT_TRUE(done.waitFor(2));
  EXPECT_EQ(done.values(), (std::vector<bool>{true, false}));
  ASSERT_EQ(errors.values().size(), 1U);
  EXPECT_EQ(errors.values().front().code, ErrorCode::Conflict);
}

TEST_F(DemoService, RefreshTellsEverythingAgainWithoutLosingOrDoublingAnything) {
  const auto before = m_service.waitForData(testing::kNever);
  ASSERT_TRUE(before);
  m_service.refresh();
  ASSERT_TRUE(m_listener.waitUntil([](const Listener& l) { return l.snapshots().size() >= 2; }));
  const SnapshotPtr after = m_listener.last();
  EXPECT_EQ(after->cards, (*before)->cards);
  EXPECT_EQ(after->unboundPods.size(), (*before)->unboundPods.size());
}

}  // namespace
}  // namespace cardinal
