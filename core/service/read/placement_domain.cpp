// SPDX-License-Identifier: Apache-2.0
#include "core/service/read/placement_domain.h"

#include <algorithm>

namespace cardinal {

bool hasDomain(const TopologyAnswer& answer, std::size_t role) {
  const auto& roles = answer.demand.roles;
  const bool isOf = roles.empty() || std::find(roles.begin(), roles.end(), role) != roles.end();
  if (!isOf || answer.domain.empty()) return false;
  return answer.demand.kind == TopologyKind::Required ||
         (answer.demand.kind == TopologyKind::Tier && !answer.nodes.empty());
}

std::string domainOf(const ObjectAdmission& admission, std::size_t object, std::size_t role) {
  if (!admission.topology || admission.object != object || !hasDomain(*admission.topology, role)) return {};
  const TopologyAnswer& answer = *admission.topology;
  return answer.demand.kind == TopologyKind::Tier ? answer.domain : answer.demand.label + "=" + answer.domain;
}

}  // namespace cardinal
