// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/base/ids.h"
#include "core/base/result.h"

namespace cardinal {

/// Which part of which container's log is wanted.
struct LogQuestion {
  ObjectKey pod;
  std::string container;    ///< empty = the only one
  bool previous = false;    ///< of the container's instance before its last restart
  bool timestamps = false;  ///< each line begins with the time at which the kubelet got it (RFC 3339)
  bool follow = false;      ///< goes on with what is written from now on, until the container ends or it is stopped
  int tailLines = 1000;     ///< the last so many lines; 0 and below = all that are kept
  bool operator==(const LogQuestion&) const = default;
};

/// Reads what containers write, through the API server (pods/log, which asks the node's kubelet). Calls block;
/// thread-safe.
class LogReader {
 public:
  virtual ~LogReader() = default;
  /// Hands the bytes over as they come, on any thread, never concurrently, never after it returned. Returns when the
  /// log, or what there is to follow, is at its end. Errors: Cancelled soon after `stop` is asked; ResourceMissing,
  /// Forbidden, Invalid (no such container, or it has not started), transport errors (a kubelet that cannot be reached
  /// is reported by the server).
  virtual Result<void> read(const LogQuestion& question, const std::function<void(std::string_view)>& bytes,
                            std::stop_token stop) = 0;
};

}  // namespace cardinal
