// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/plan/make/plan.h"

namespace cardinal {

/// A node at one moment, read from the server.
struct NodeState {
  std::shared_ptr<const RawNode> node;              ///< null = there is none of that name
  std::vector<std::shared_ptr<const RawPod>> pods;  ///< bound to it; read only where a condition asks for them
  DaemonSets daemonSets{};                          ///< of these pods
};

/// True when the condition cannot be judged without the node's pods.
bool needsPods(ConditionCode code) noexcept;
bool needPods(const std::vector<PlanCondition>& conditions) noexcept;

/// A condition that does not hold, and what stands instead (hostile text).
struct FailedCondition {
  PlanCondition condition;
  std::string found;
};

/// The first condition that does not hold; nothing when all do.
std::optional<FailedCondition> firstFailure(const std::vector<PlanCondition>& conditions, const NodeState& state,
                                            const Plan& plan);

/// The request that does the act on the node as it stands, under its resourceVersion.
NodePatch patchFor(const PlanAct& act, const RawNode& node);

/// True when doing the act would change something. Evict: always, the eviction itself finds out.
bool wouldChange(const PlanAct& act, const NodeState& state);
/// True when nothing of what the act writes stands on the node.
bool nothingStands(const PlanAct& act, const NodeState& state);

}  // namespace cardinal
