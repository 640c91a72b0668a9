// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include "core/metrics/waste/waste.h"
#include "tests/support/builders.h"

namespace cardinal::testing {

/// One open-source node whose cards were measured for six hours; pods by name, card, memory and age.
class MeasuredNode : public ::testing::Test {
 protected:
  static constexpr UnixSeconds kNow = 1'700'000'000;
  static constexpr UnixSeconds kWindow = 6 * 3600;

  explicit MeasuredNode(const NodeBuilder& shape) : m_node(shape) {}

  void pod(const std::string& ns, const std::string& name, int card, int units, UnixSeconds age = 2 * kWindow) {
    RawPod raw = *testing::pod(ns, name).gpuMem(units).on("gpu-a").card(card).raw();
    raw.startTime = kNow - age;
    raw.meta.owners = {{"ReplicaSet", name + "-7c9f5d6b8", "uid", true}};
    m_pods.push_back(std::make_shared<RawPod>(raw));
  }
  void past(int card, float average, float peak, float memory, float coverage = 1) {
    m_past.cards.push_back({{"gpu-a", card}, average, peak, memory, coverage});
  }
  WasteReport report() {
    SnapshotBuilder builder;
    builder.apply(replaceNodes({m_node}));
    ClusterDelta pods;
    pods.op = ClusterDelta::Op::ReplacePods;
    for (const auto& one : m_pods) pods.pods.push_back(one);
    builder.apply(std::move(pods));
    m_snapshot = builder.build(kNow);
    m_past.end = kNow;
    m_past.window = kWindow;
    return findWaste(*m_snapshot, m_past);
  }

  NodeBuilder m_node;
  std::vector<std::shared_ptr<const RawPod>> m_pods;
  ClusterPast m_past;
  SnapshotPtr m_snapshot;
};

}  // namespace cardinal::testing
