// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace cardinal {

/// "apps" of "apps/v1"; empty for the core group. Lives as long as the text.
inline std::string_view apiGroupOf(std::string_view apiVersion) {
  const auto slash = apiVersion.find('/');
  return slash == std::string_view::npos ? std::string_view() : apiVersion.substr(0, slash);
}

}  // namespace cardinal
