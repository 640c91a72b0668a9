// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "core/service/open_source.h"

namespace cardinal::app {

class Console;

/// What the process returns.
enum ExitCode : int {
  kDone = 0,
  kAnswerIsNo = 1,  ///< it works, and the answer is no: does not fit, the server refuses, the user declines
  kInputError = 2,  ///< usage, bad input, a source that cannot be read
};

enum class OutputFormat { Table, JsonText };

/// Options that every subcommand takes, before or after its name.
struct CommonOptions {
  SourceChoice source;
  std::string ns;  ///< -n; empty = the context's own, else "default"
  OutputFormat format = OutputFormat::Table;
  bool choosesSource() const {
    return source.kubeconfig || source.context || source.anonymous || source.snapshot || source.demo;
  }
};

/// True when it says how a cluster is to be looked at: whose pods, with which metrics.
inline bool choosesView(const SourceChoice& choice) {
  return !choice.namespaces.empty() || !choice.prometheus.url.empty();
}

/// What was asked for. At most one of the two functions is set; none means: the window.
struct Invocation {
  CommonOptions common;
  bool newWindow = false;             ///< not a tab of the window that runs already
  std::function<int(Console&)> text;  ///< needs no display and no widgets
  std::function<int(int& argc, char** argv, const CommonOptions&)> picture;  ///< makes its own QApplication
};

}  // namespace cardinal::app
