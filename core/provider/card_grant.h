// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace cardinal::provider {

/// What one card gives to a pod; core 0 = none.
struct CardGrant {
  int card = 0;
  std::int64_t memory = 0;
  std::int64_t core = 0;
};

}  // namespace cardinal::provider
