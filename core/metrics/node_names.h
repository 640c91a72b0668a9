// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

namespace cardinal {

/// Finds the node that an exporter means: by name (also without its domain), else by internal address. The same rule as
/// matchSamples(), for who has no snapshot.
class NodeNames {
 public:
  void add(const std::string& name, const std::string& address);
  /// Null when no node fits. `address` counts only when no host was reported.
  const std::string* find(std::string_view host, std::string_view address) const;

 private:
  const std::string* in(std::string_view key, bool address) const;

  std::unordered_map<std::string, std::string> m_byName;     // to itself
  std::unordered_map<std::string, std::string> m_byAddress;  // to the name
};

}  // namespace cardinal
