// SPDX-License-Identifier: Apache-2.0
// Decisions of the real kube-scheduler (tests/cluster/scheduler/scheduler_record.py): which nodes were feasible, what
// each scored.
#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/alloc/engine/allocator.h"
#include "core/alloc/profile.h"
#include "core/kube/decode/decoder.h"
#include "core/provider/record/snapshot_builder.h"

namespace cardinal::testing {
namespace {

using nlohmann::json;
using Scores = std::map<std::string, std::int64_t>;

constexpr std::size_t kAlwaysTried = 100;  // minFeasibleNodesToFind of kube-scheduler

std::string recordingPath() {
  const char* path = std::getenv("CARDINAL_SCHEDULER_RECORDING");
  return path != nullptr ? path : CARDINAL_TEST_DATA "/kube-scheduler/1.20.2/recording.json.gz";
}

json readRecording(const std::string& path) {
  gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr) throw std::runtime_error("cannot read " + path);
  std::string text;
  std::array<char, 65536> buffer{};
  for (int read = gzread(file, buffer.data(), buffer.size()); read > 0;
       read = gzread(file, buffer.data(), buffer.size())) {
    text.append(buffer.data(), static_cast<std::size_t>(read));
  }
  gzclose(file);
  return json::parse(text);
}

template <typename Object>
std::shared_ptr<const Object> decode(const json& object) {
  auto decoded = Decoder().object<Object>(object.dump());
  if (!decoded) throw std::runtime_error("a recorded object cannot be read");
  EXPECT_TRUE((*decoded)->problems.empty());
  return *decoded;
}

/// The default plugins that tell candidates apart, under the scheduler's own names; since 1.23 room is judged by
/// NodeResourcesFit.
const std::map<ScoreCode, std::string> kPlugins = {{ScoreCode::LeastAllocated, "NodeResourcesLeastAllocated"},
                                                   {ScoreCode::BalancedAllocation, "NodeResourcesBalancedAllocation"},
                                                   {ScoreCode::TaintToleration, "TaintToleration"},
                                                   {ScoreCode::NodeAffinity, "NodeAffinity"},
                                                   {ScoreCode::TopologySpread, "PodTopologySpread"},
                                                   {ScoreCode::PodAffinity, "InterPodAffinity"},
                                                   {ScoreCode::ImageLocality, "ImageLocality"},
                                                   {ScoreCode::PreferAvoidPods, "NodePreferAvoidPods"}};

class SchedulerReplay : public ::testing::Test {
 protected:
  void play(const json& recording) {
    m_builder.setServerVersion(recording["serverVersion"]);
    auto profile = std::make_shared<SchedulerProfile>(profileFor(recording["serverVersion"].get<std::string>()));
    m_profile = profile;
    ClusterDelta nodes;
    nodes.op = ClusterDelta::Op::ReplaceNodes;
    for (const json& node : recording["nodes"]) nodes.nodes.push_back(decode<RawNode>(node));
    m_builder.apply(std::move(nodes));
    for (const json& step : recording["steps"]) playStep(step);
  }

  void playStep(const json& step) {
    for (const json& key : step["deleted"]) erase(key.get<std::string>());
    const auto pod = decode<RawPod>(step["pod"]);
    SCOPED_TRACE(pod->meta.key.name);
    compare(step, pod);
    const std::string node = step["node"];
    if (node.empty()) return;
    auto bound = std::make_shared<RawPod>(*pod);
    bound->spec.nodeName = node;
    bound->meta.resourceVersion = "bound";
    put(bound);
  }

  void compare(const json& step, const std::shared_ptr<const RawPod>& pod) {
    const SnapshotPtr cluster = m_builder.build(0);
    AllocationRequest request = makeRequest(pod);
    request.scheduler = m_profile;
    const AllocationAnswer answer = allocate(request, *cluster);
    ASSERT_TRUE(answer.requestProblems.empty());
    ++m_decisions;
    const bool feasible = compareFeasible(step, answer, *cluster);
    const bool scores = compareScores(step, answer, *cluster);
    if (!feasible || !scores) ++m_mismatches;
    if (answer.candidates.empty()) return;
    ++m_placed;
    m_tied += answer.tied;
    if (answer.tied == 1) ++m_certain;
    if (answer.sampled != 0) return;
    std::set<std::string> predicted;
    for (std::uint32_t i = 0; i < answer.tied; ++i) predicted.insert(cluster->node(answer.candidates[i].node).name);
    EXPECT_TRUE(predicted.count(step["node"].get<std::string>()) > 0) << "went to " << step["node"];
  }

  static bool compareFeasible(const json& step, const AllocationAnswer& answer, const ClusterSnapshot& cluster) {
    std::set<std::string> ours;
    for (const Candidate& candidate : answer.candidates) ours.insert(cluster.node(candidate.node).name);
    const auto recorded = step["feasible"].get<std::set<std::string>>();
    if (answer.sampled == 0) {
      EXPECT_EQ(ours, recorded);
      return ours == recorded;
    }
    EXPECT_EQ(recorded.size(), answer.sampled) << "the scheduler stops after so many";
    const bool ofOurs = std::includes(ours.begin(), ours.end(), recorded.begin(), recorded.end());
    EXPECT_TRUE(ofOurs) << "it found a node feasible that we refuse";
    return ofOurs && recorded.size() == answer.sampled;
  }

  /// A single feasible node is taken without scores. Which of many nodes the scheduler looks at it does not tell
  /// before, and its scores are relative to them: then no totals are promised, and none are compared.
  bool compareScores(const json& step, const AllocationAnswer& answer, const ClusterSnapshot& cluster) {
    if (answer.sampled != 0) {
      ++m_sampled;
      return true;
    }
    const auto recorded = step["total"].get<Scores>();
    if (recorded.empty()) return step["feasible"].size() < 2;
    ++m_scored;
    Scores ours;
    std::map<std::string, Scores> parts;
    for (const Candidate& candidate : answer.candidates) {
      const std::string& name = cluster.node(candidate.node).name;
      ours[name] = candidate.total;
      for (const ScorePart& part : candidate.parts) {
        if (part.decides && kPlugins.count(part.code) > 0) parts[kPlugins.at(part.code)][name] = part.value;
      }
    }
    EXPECT_EQ(ours, recorded);
    for (const auto& [plugin, scores] : parts) EXPECT_EQ(scores, recordedScores(step, plugin, scores)) << plugin;
    return ours == recorded;
  }

  /// A newer scheduler skips a plugin that has nothing to say of the pod, which counts as 0 everywhere.
  static Scores recordedScores(const json& step, const std::string& plugin, const Scores& nodes) {
    const json& plugins = step["plugins"];
    const bool renamed = plugin == "NodeResourcesLeastAllocated" && plugins.contains("NodeResourcesFit");
    const std::string name = renamed ? "NodeResourcesFit" : plugin;
    if (plugins.contains(name)) return plugins[name].get<Scores>();
    Scores none;
    for (const auto& node : nodes) none[node.first] = 0;
    return none;
  }

  void put(std::shared_ptr<const RawPod> pod) {
    const std::string key = pod->meta.key.ns + "/" + pod->meta.key.name;
    m_bound[key] = pod;
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::UpsertPod;
    delta.pods = {std::move(pod)};
    m_builder.apply(std::move(delta));
  }

  void erase(const std::string& key) {
    const auto found = m_bound.find(key);
    ASSERT_NE(found, m_bound.end()) << key;
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::DeletePod;
    delta.key = found->second->meta.key;
    m_builder.apply(std::move(delta));
    m_bound.erase(found);
  }

  SnapshotBuilder m_builder;
  std::shared_ptr<const SchedulerProfile> m_profile;
  std::map<std::string, std::shared_ptr<const RawPod>> m_bound;
  int m_decisions = 0;
  int m_scored = 0;
  int m_sampled = 0;  ///< decisions over a part of the feasible nodes
  int m_mismatches = 0;
  int m_placed = 0;
  int m_certain = 0;
  std::uint64_t m_tied = 0;
};

TEST_F(SchedulerReplay, FeasibleNodesAndTotalsAreThoseOfTheRealScheduler) {
  const json recording = readRecording(recordingPath());
  play(recording);
  EXPECT_EQ(m_mismatches, 0);
  const json& steps = recording["steps"];
  const auto chooses = [](const json& step) { return step["feasible"].size() > 1; };
  EXPECT_EQ(m_decisions, static_cast<int>(steps.size())) << "every one is compared";
  EXPECT_EQ(m_scored + m_sampled, static_cast<int>(std::count_if(steps.begin(), steps.end(), chooses)));
  EXPECT_EQ(m_sampled > 0, recording["nodes"].size() > kAlwaysTried) << "of up to a hundred nodes all are tried";
  EXPECT_GT(m_scored + m_sampled, m_decisions / 2) << "a recording in which the scheduler hardly chose says little";
  const double placed = m_placed;
  std::cout << m_decisions << " decisions, " << m_mismatches << " mismatches; " << m_placed << " placed, " << m_scored
            << " with scores, " << m_sampled << " over a part of the feasible nodes; mean N "
            << static_cast<double>(m_tied) / placed << ", N = 1 in " << 100.0 * m_certain / placed << " %\n";
}

}  // namespace
}  // namespace cardinal::testing
