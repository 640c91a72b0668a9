// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/node_names.h"

#include "core/metrics/card_label.h"

namespace cardinal {

void NodeNames::add(const std::string& name, const std::string& address) {
  m_byName.insert_or_assign(name, name);
  if (!address.empty()) m_byAddress.insert_or_assign(address, name);
}

const std::string* NodeNames::in(std::string_view key, bool address) const {
  if (key.empty()) return nullptr;
  const auto& names = address ? m_byAddress : m_byName;
  const auto found = names.find(std::string(key));
  return found == names.end() ? nullptr : &found->second;
}

const std::string* NodeNames::find(std::string_view host, std::string_view address) const {
  if (const auto* const exact = in(host, false)) return exact;
  if (const auto* const brief = in(shortHost(host), false)) return brief;
  if (const auto* const byAddress = in(host, true)) return byAddress;
  return host.empty() ? in(address, true) : nullptr;
}

}  // namespace cardinal
