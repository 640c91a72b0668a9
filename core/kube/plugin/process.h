// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/kube/kubeconfig/secret.h"

namespace cardinal {

/// A program to run without a shell: its standard input is the null device, it leads a process group of its own and
/// inherits no descriptor and no blocked signal.
struct ProcessRequest {
  std::string program;                   ///< absolute path
  std::vector<std::string> arguments;    ///< without the program's own name
  std::vector<std::string> environment;  ///< whole: "NAME=value"
  std::size_t maxOutput = std::size_t{1} << 20U;
  std::size_t keptErrors = std::size_t{64} << 10U;  ///< of standard error the end is kept
  std::chrono::milliseconds lateAfter{10'000};
  std::chrono::milliseconds timeout{300'000};
  std::chrono::milliseconds grace{5'000};  ///< from SIGTERM to SIGKILL, for the whole process group
  std::function<void()> late;              ///< called once, when it still runs after `lateAfter`; may be empty
};

struct ProcessResult {
  int exitCode = 0;
  int signal = 0;  ///< that ended it; 0 = none
  bool timedOut = false;
  bool outputTooLong = false;
  Secret output;
  std::string errors;
};

/// Runs the program and waits. Errors: PluginFailed (subject = program, detail = the system's words) when it cannot be
/// started; Cancelled when `stop` was asked, after its process group was ended.
Result<ProcessResult> runProcess(const ProcessRequest& request, const std::stop_token& stop);

/// The executable regular file that `command` means: itself if it holds a separator, else the first in `path` (colons
/// between folders). Empty = none.
std::string findProgram(const std::string& command, const std::string& path);

/// PATH as a login shell of this user sets it; empty when that is unknown. Runs the user's own shell, at most 3 s.
std::string loginShellPath(const std::stop_token& stop);

}  // namespace cardinal
