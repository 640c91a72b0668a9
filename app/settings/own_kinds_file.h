// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/base/error.h"

namespace cardinal::app {

/// Reads $XDG_CONFIG_HOME/cardinal/kinds.yaml, the operator's own table of kinds, where it exists, and has every reader
/// of workloads use it. Called once, before other threads start. Returns why it cannot be read (FileUnreadable, and
/// those of readKindTable); nothing is used then.
std::optional<Error> takeOwnKinds();

}  // namespace cardinal::app
