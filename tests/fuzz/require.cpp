// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/targets.h"

namespace cardinal::fuzz {

void require(bool condition, const char* words) {
  if (condition) return;
  std::fprintf(stderr, "does not hold: %s\n", words);
  std::abort();
}

}  // namespace cardinal::fuzz
