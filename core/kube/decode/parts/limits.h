// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace cardinal {

/// Limits of docs/reference/kubernetes-client.md 2.7 and 7.5; larger input is refused or cut, never half believed.
inline constexpr std::size_t kMaxDocumentBytes = std::size_t{1} << 30U;
inline constexpr std::size_t kMaxTextBytes = std::size_t{1} << 20U;  ///< one string; cut and named in `problems`
inline constexpr std::size_t kMaxMapEntries = 2000;                  ///< labels, annotations, resources of one object
inline constexpr std::size_t kMaxListItems = 1'000'000;

}  // namespace cardinal
