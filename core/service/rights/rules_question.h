// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace cardinal {

/// Which rules of namespaces are wanted (core/model/namespace_rules.h).
struct RulesQuestion {
  std::string ns;  ///< empty = of every namespace, with all claims and volumes: for a snapshot file
  std::vector<std::string>
      claims;  ///< persistent volume claims of the namespace and the volumes that they are bound to
  bool operator==(const RulesQuestion&) const = default;
};

}  // namespace cardinal
