// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace cardinal::yaml {

/// True for the name of an extended resource: a domain of its own, as the API server tells them from cpu, memory and
/// the resources of kubernetes.io. Pure.
inline bool isExtendedResource(std::string_view name) {
  return name.find('/') != std::string_view::npos && name.find("kubernetes.io/") == std::string_view::npos;
}

}  // namespace cardinal::yaml
