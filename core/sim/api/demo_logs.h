// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/model/raw.h"

namespace cardinal::sim {

/// One line of a container's log.
struct DemoLogLine {
  UnixSeconds time = 0;
  std::string text;  ///< without its end
};

/// Seconds between two lines of the container.
UnixSeconds demoLogPause(const RawPod& pod);
/// What a container that runs as it does would have written in (after, until], oldest first, at most `most` lines, the
/// newest ones. Follows from the pod alone; nothing before its start.
std::vector<DemoLogLine> demoLog(const RawPod& pod, UnixSeconds after, UnixSeconds until, std::size_t most);

}  // namespace cardinal::sim
