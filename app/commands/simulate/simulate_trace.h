// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/program/console.h"
#include "core/fragmentation/policy.h"

namespace cardinal::app {

struct TraceOptions {
  std::string nodes;
  std::string pods;
  std::optional<std::string> arrivals;  ///< without: drawn by `seed`
  std::optional<std::string> order;     ///< likewise
  fragmentation::PolicyKind policy = fragmentation::PolicyKind::Fgd;
  std::uint64_t seed = 42;
  std::int64_t every = 0;  ///< a checkpoint after so many arrivals; 0 = the end alone
};

/// `cardinal simulate trace`: places the tasks of a trace one by one and reports how well.
int simulateTrace(Console& console, const TraceOptions& options);

}  // namespace cardinal::app
