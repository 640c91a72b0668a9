// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "core/fragmentation/fragment_meter.h"
#include "core/fragmentation/node_state.h"

namespace cardinal::fragmentation {

enum class PolicyKind : std::uint8_t { Fgd, BestFit, Packing, Clustering, DotProd, Random };
inline constexpr std::array<PolicyKind, 6> kPolicies{PolicyKind::Fgd,        PolicyKind::BestFit, PolicyKind::Packing,
                                                     PolicyKind::Clustering, PolicyKind::DotProd, PolicyKind::Random};
/// "FGD", "BestFit", ...
const char* toString(PolicyKind kind) noexcept;
/// Nothing for an unknown name.
std::optional<PolicyKind> policyNamed(std::string_view name);

/// Chooses between nodes that a task fits, and between the devices of the chosen one. One thread per policy.
class PlacementPolicy {
 public:
  virtual ~PlacementPolicy() = default;

  /// The higher the better; depends on node and task alone. `fragment` = F(node) before, read by FGD only. The task
  /// must fit the node.
  virtual int score(const NodeState& node, double fragment, const Task& task) const = 0;
  /// Which devices of the chosen node; none for a task without GPU.
  virtual DeviceSet devices(const NodeState& node, double fragment, const Task& task);
  /// True: equal nodes are drawn. False: the first one wins.
  virtual bool drawsNodes() const { return false; }
};

/// `meter` must outlive the policy. `seed` counts for Random only.
std::unique_ptr<PlacementPolicy> makePolicy(PolicyKind kind, const FragmentMeter& meter, std::uint64_t seed = 0);

}  // namespace cardinal::fragmentation
