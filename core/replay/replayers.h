// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/replay/recording/replay.h"

namespace cardinal {

namespace replay {
class Field;
}

/// How the recordings of one scheduler are replayed.
struct StackReplayer {
  std::string_view stack;   ///< word of `simulate replay --stack`: "hami", "kube-scheduler", ...
  std::string_view source;  ///< what the recording's `source` starts with, version included
  /// A pure function of the recording. Throws replay::FieldFault where a field is not what the format says.
  ReplayResult (*replay)(const replay::Field& scenario);
};

/// Every scheduler of which recordings are replayed, except the open-source gpushare extender (recording.h), whose
/// recordings name their origin freely.
std::span<const StackReplayer> stackReplayers();

/// Why a recording is not replayed.
enum class NotReplayed : std::uint8_t {
  None,             ///< it is replayed
  SchedulerFaults,  ///< faults of the scheduler are recorded, which do not follow from the cluster's state
};

/// One replayed recording.
struct ReplayedRecording {
  std::string stack;
  std::string name;
  NotReplayed reason = NotReplayed::None;
  ReplayResult result;  ///< empty where it is not replayed
};

/// Replays the recording in `text`. Nothing when the text is JSON without steps (lists of nodes and pods lie beside
/// recordings), or a recording of another stack than `onlyStack` (empty = every stack). Errors: those of
/// parseRecording and replayRecording.
Result<std::optional<ReplayedRecording>> replayText(const std::string& text, const std::string& file,
                                                    std::string_view onlyStack = {});

}  // namespace cardinal
