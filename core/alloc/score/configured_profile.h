// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "core/alloc/profile.h"
#include "core/model/scheduler_config.h"

namespace cardinal {

/// The profile of a configuration file that serves pods with this schedulerName (empty = "default-scheduler"), on top
/// of the defaults of the server's version. Nothing when the file has none for that name. Plugins and settings that are
/// not evaluated set `hasUnknownParts`. A strategy other than least allocated was not compared with a real scheduler,
/// so the profile is then not `verified`. The scheduler of ACK stays unknown: its file says less than it does.
std::optional<SchedulerProfile> profileFor(const SchedulerConfig& config, std::string_view schedulerName,
                                           std::string_view serverVersion);

}  // namespace cardinal
