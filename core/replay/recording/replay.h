// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/replay/recording/recording.h"

namespace cardinal {

/// One figure in which the engine and a recording part.
struct ReplayDifference {
  std::optional<std::int64_t> step;  ///< nothing = the state at the end
  std::string what;                  ///< name of the recorded field
  std::string recorded;
  std::string ours;
};

struct ReplayResult {
  int decisions = 0;
  int mismatches = 0;  ///< decisions, other steps and final figures with a difference
  std::vector<ReplayDifference> differences;
};

/// Rebuilds the recorded state step by step, asks the engine before every decision and compares: nodes sent to the
/// extender, feasible nodes, every card, card and annotations on the recorded node (which must be one of the equally
/// likely ones), the refusal's text, units used afterwards, and what fits at the end. A pure function.
/// Error InvalidField: a step speaks of a pod that is not there (field = "steps[N].pod", place = the recording's name).
Result<ReplayResult> replayRecording(const Recording& recording);

}  // namespace cardinal
