// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/provider/record/snapshot_builder.h"
#include "core/replay/recording/recorded_json.h"

// Private to core/replay.

namespace cardinal::replay {

/// The objects of a recording, kept as JSON because steps patch them, and the cluster that they make.
class KubeState {
 public:
  explicit KubeState(const Field& scenario);

  void put(const std::string& pod, nlohmann::json object);
  void patchPod(const std::string& pod, const nlohmann::json& patch);
  void patchNode(const std::string& node, const nlohmann::json& patch);
  void remove(const std::string& pod);
  /// As the API server keeps it.
  std::shared_ptr<const RawPod> pod(const std::string& pod) const;
  /// Pods nominated to a node, but for one.
  std::vector<std::string> nominatedTo(const std::string& node, const std::string& but) const;

  SnapshotPtr snapshot();
  const std::vector<RawDisruptionBudget>& budgets() const { return m_budgets; }

 private:
  void putNode(nlohmann::json object);
  void readObject(const Field& object);

  SnapshotBuilder m_builder;
  std::map<std::string, nlohmann::json> m_pods;   ///< by "namespace/name"
  std::map<std::string, nlohmann::json> m_nodes;  ///< by name
  std::shared_ptr<SelectorObjects> m_selectors;
  std::vector<RawDisruptionBudget> m_budgets;
  std::uint64_t m_version = 0;
};

}  // namespace cardinal::replay
