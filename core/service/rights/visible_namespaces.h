// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace cardinal {

/// Each namespace costs a list and a watch of its own; more are refused (docs/reference/kubernetes-client.md 3.8).
inline constexpr std::size_t kMaxNamespaces = 50;

/// Names separated by commas or blanks, each once, in the order in which they were typed. Nothing = no names.
/// Errors: InvalidArgument (a word that no namespace can have as its name), LimitExceeded.
Result<std::vector<std::string>> namespacesIn(std::string_view text);

}  // namespace cardinal
