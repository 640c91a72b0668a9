// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/model/scheduler_config.h"

namespace cardinal {

/// Reads a KubeSchedulerConfiguration of v1beta1, v1beta2, v1beta3 or v1, in YAML or JSON. Fields that do not matter to
/// placement (clients, leader election, ...) are passed over. Errors: ParseFailed (line and column), InvalidField
/// (path, file and line: wrong type, number out of range, unknown strategy, a curve that does not ascend), Unsupported
/// (another kind or version, place = file and line), LimitExceeded.
Result<SchedulerConfig> parseSchedulerConfig(std::string_view text, std::string source);
/// Reads the file. Errors as above, FileMissing, FileUnreadable.
Result<SchedulerConfig> loadSchedulerConfig(const std::string& path);

}  // namespace cardinal
