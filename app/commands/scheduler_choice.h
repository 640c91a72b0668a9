// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "core/alloc/types.h"
#include "core/base/result.h"
#include "core/model/scheduler_config.h"

namespace cardinal::app {

/// Option --scheduler-config of the subcommands that ask the engine.
class SchedulerChoice {
 public:
  void addOption(CLI::App& command);
  /// Reads the file that was named, if any. Errors: those of loadSchedulerConfig.
  Result<void> read();
  /// Gives the request the profile of its scheduler; without a file nothing changes. Errors: NotFound when the file has
  /// no profile for the scheduler that the pod names.
  Result<void> apply(AllocationRequest& request, const ClusterSnapshot& snapshot) const;

 private:
  std::string m_path;
  std::optional<SchedulerConfig> m_config;
};

}  // namespace cardinal::app
