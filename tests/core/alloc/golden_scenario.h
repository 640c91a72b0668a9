// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/alloc/allocator.h"
#include "core/provider/snapshot_builder.h"

namespace cardinal::testing {

/// Directories of recorded scenarios that hold decisions, by name; those that record faults of the extender (s8-*) are
/// left out.
std::vector<std::filesystem::path> recordedScenarios();

/// Plays one recording: rebuilds the state step by step, asks the engine before every decision and compares.
class GoldenReplay {
 public:
  explicit GoldenReplay(const std::filesystem::path& directory);

  void run();
  int decisions() const { return m_decisions; }
  int mismatches() const { return m_mismatches; }
  const std::vector<std::string>& differences() const { return m_differences; }

 private:
  using Json = nlohmann::json;

  void play(const Json& step);
  void decide(const Json& step);
  void compareGpuDecision(const Json& step, const AllocationRequest& request, const SnapshotPtr& cluster);
  void compareRefusal(const Json& recorded, const AllocationRequest& request, const AllocationAnswer& answer,
                      const SnapshotPtr& cluster);
  void comparePlace(const Json& recorded, const AllocationRequest& request, const AllocationAnswer& answer,
                    const SnapshotPtr& cluster);
  void compareAmongBest(const std::string& node, AllocationRequest request, const ClusterSnapshot& cluster);
  void compareCardCheck(const Json& recorded, const AllocationRequest& request, const SnapshotPtr& cluster);
  void compareUsed(const Json& step);
  void compareEnd();
  void setConfigMap(const Json& step);
  void put(const RawPod& pod);
  void erase(const RawPod& pod);
  RawPod& known(const Json& step);
  void compare(const std::string& what, const Json& recorded, const Json& ours);
  void settle();

  Json m_scenario;
  SnapshotBuilder m_builder;
  std::vector<RawPod> m_pods;
  std::string m_place;
  std::vector<std::string> m_differences;
  bool m_differs = false;
  int m_decisions = 0;
  int m_mismatches = 0;
};

}  // namespace cardinal::testing
