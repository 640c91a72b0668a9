// SPDX-License-Identifier: Apache-2.0
// The preview, from objects to places, asked what KAI-Scheduler 0.17.0 was asked in the recordings. Its settings are
// those of the stack, so recordings with others are not asked.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "core/alloc/engine/allocator.h"
#include "core/alloc/make_request.h"
#include "core/provider/record/snapshot_builder.h"
#include "core/provider/stacks/kai_state.h"
#include "core/replay/recording/recorded_json.h"
#include "tests/support/test_data.h"

namespace cardinal::testing {
namespace {

using replay::Field;

/// The cluster of one recording, step by step.
class RecordedCluster {
 public:
  explicit RecordedCluster(const Field& scenario) {
    for (const Field& field : scenario.at("nodes").items()) {
      RawNode node = *field.node();
      node.meta.labels.emplace_back("kubernetes.io/hostname", node.meta.key.name);
      m_nodes.push_back(std::make_shared<const RawNode>(std::move(node)));
    }
  }

  SnapshotPtr snapshot() const {
    ClusterDelta nodes;
    nodes.op = ClusterDelta::Op::ReplaceNodes;
    nodes.nodes = m_nodes;
    ClusterDelta pods;
    pods.op = ClusterDelta::Op::ReplacePods;
    for (const auto& entry : m_pods) pods.pods.push_back(std::make_shared<const RawPod>(entry.second));
    SnapshotBuilder builder;
    builder.apply(std::move(nodes));
    builder.apply(std::move(pods));
    return builder.build(1'700'000'000);
  }

  static RawPod asked(const Field& field) {
    RawPod pod = *field.pod();
    pod.spec.schedulerName = "kai-scheduler";
    return pod;
  }

  /// What happened, as the API would tell it.
  void adopt(RawPod pod, const Field& result) {
    if (result.at("kai_status").text() != "Binding") return;
    pod.spec.nodeName = result.at("node").text();
    pod.phase = PodPhase::Running;
    const auto groups = result.find("gpu_groups");
    const std::vector<std::string> names = groups ? groups->texts() : std::vector<std::string>{};
    for (const std::string& name : names)
      pod.meta.labels.emplace_back(names.size() == 1 ? "runai-gpu-group" : "runai-gpu-group/" + name, name);
    m_pods[pod.meta.key] = std::move(pod);
  }

  void change(const Field& step) {
    const auto pod = m_pods.find({step.at("namespace").text(), step.at("name").text()});
    if (pod == m_pods.end()) return;
    if (step.at("action").text() == "terminate")
      pod->second.meta.deletionTimestamp = 1;
    else
      m_pods.erase(pod);
  }

 private:
  std::vector<std::shared_ptr<const RawNode>> m_nodes;
  std::map<ObjectKey, RawPod> m_pods;
};

/// Memory of the cards that the recording took; empty where one of them was not shared before.
std::vector<std::int64_t> usedBefore(const Field& result, const NodeRecord& node) {
  const auto* state =
      dynamic_cast<const kai::NodeState*>(node.devices != nullptr ? node.devices->state.get() : nullptr);
  std::vector<std::int64_t> out;
  for (const std::string& name : result.at("gpu_groups").texts()) {
    if (state == nullptr) return {};
    const auto& groups = state->state.groups;
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& one) { return one.name == name; });
    if (group == groups.end()) return {};
    out.push_back(group->used);
  }
  std::sort(out.begin(), out.end());
  return out;
}

void compare(const std::string& what, const RawPod& pod, const Field& result, const ClusterSnapshot& cluster) {
  const AllocationAnswer answer = allocate(makeRequest(std::make_shared<const RawPod>(pod)), cluster);
  const std::string status = result.at("kai_status").text();
  if (status == "Pending") {
    EXPECT_TRUE(answer.placements.empty()) << what;
    return;
  }
  ASSERT_FALSE(answer.placements.empty()) << what << " " << status;
  const Candidate& place = answer.placements.front().place;
  const NodeRecord& node = cluster.node(place.node);
  EXPECT_EQ(node.name, result.at("node").text()) << what;
  if (node.name != result.at("node").text() || !result.find("gpu_groups")) return;
  std::vector<std::int64_t> ours;
  for (const CardIndex card : place.cards)
    ours.push_back(node.cards.at(static_cast<std::size_t>(card)).memAllocated.value);
  std::sort(ours.begin(), ours.end());
  const std::vector<std::int64_t> recorded = usedBefore(result, node);
  EXPECT_EQ(ours, recorded) << what;
}

TEST(KaiPreview, RecordedRequestsGoWhereTheyWent) {
  int asked = 0;
  for (const char* name : {"f01-facts", "f02-pack", "f07-edges-pack"}) {
    const auto file = std::filesystem::path(CARDINAL_TEST_DATA) / "kai" / "0.17.0" / name / "scenario.json";
    const nlohmann::json json = nlohmann::json::parse(readTestFile(file));
    const Field scenario(json, name);
    RecordedCluster cluster(scenario);
    for (const Field& step : scenario.at("steps").items()) {
      if (step.at("action").text() != "create") {
        cluster.change(step);
        continue;
      }
      const RawPod pod = RecordedCluster::asked(step.at("pod"));
      const GpuRequest request = makeRequest(std::make_shared<const RawPod>(pod)).gpu;
      // Pods without a GPU are no question here, nor those that the stack's webhook refuses.
      if (request.kind() != GpuRequest::Kind::None && request.problems.empty()) {
        ++asked;
        compare(std::string(name) + " step " + std::to_string(step.at("i").integer()), pod, step.at("result"),
                *cluster.snapshot());
      }
      cluster.adopt(pod, step.at("result"));
    }
  }
  EXPECT_GT(asked, 100);
}

}  // namespace
}  // namespace cardinal::testing
