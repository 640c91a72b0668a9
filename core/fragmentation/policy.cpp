// SPDX-License-Identifier: Apache-2.0
#include "core/fragmentation/policy.h"

#include "core/fragmentation/baselines.h"
#include "core/fragmentation/fgd.h"

namespace cardinal::fragmentation {

const char* toString(PolicyKind kind) noexcept {
  switch (kind) {
    case PolicyKind::Fgd:
      return "FGD";
    case PolicyKind::BestFit:
      return "BestFit";
    case PolicyKind::Packing:
      return "Packing";
    case PolicyKind::Clustering:
      return "Clustering";
    case PolicyKind::DotProd:
      return "DotProd";
    case PolicyKind::Random:
      return "Random";
  }
  return "";
}

std::optional<PolicyKind> policyNamed(std::string_view name) {
  for (const PolicyKind kind : kPolicies) {
    if (name == toString(kind)) return kind;
  }
  return std::nullopt;
}

DeviceSet PlacementPolicy::devices(const NodeState& node, double /*fragment*/, const Task& task) {
  return tightestDevices(node, task);
}

std::unique_ptr<PlacementPolicy> makePolicy(PolicyKind kind, const FragmentMeter& meter, std::uint64_t seed) {
  switch (kind) {
    case PolicyKind::Fgd:
      return std::make_unique<FgdPolicy>(meter);
    case PolicyKind::BestFit:
      return std::make_unique<BestFitPolicy>();
    case PolicyKind::Packing:
      return std::make_unique<PackingPolicy>();
    case PolicyKind::Clustering:
      return std::make_unique<ClusteringPolicy>();
    case PolicyKind::DotProd:
      return std::make_unique<DotProdPolicy>();
    case PolicyKind::Random:
      break;
  }
  return std::make_unique<RandomPolicy>(seed);
}

}  // namespace cardinal::fragmentation
