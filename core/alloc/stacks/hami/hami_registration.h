// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/provider/stacks/hami/hami.h"

/// When HAMi's scheduler takes a node's list of cards over, and when it drops it: a turn every 15 seconds, by the
/// leader alone. Between two turns that replace it the scheduler decides by its copy, cordoned cards included. Source:
/// https://github.com/Project-HAMi/HAMi, tag v2.10.0: pkg/scheduler/scheduler.go (register), pkg/device/devices.go
/// (CheckHealth), pkg/device/nvidia/device.go (CheckHealth).
namespace cardinal::hami {

/// What the scheduler remembers of one node between turns.
struct RegistrationMemory {
  std::int64_t reported = 0;  ///< allocatable of the last turn; 0 at first and after a drop
  std::string seen;           ///< register text of the last turn
  std::optional<Node> node;   ///< the scheduler's copy; nothing = "node unregistered"
};

/// One turn: changes `memory` and returns the handshake annotation that the scheduler leaves (nothing = removed or
/// absent). `now` in the scheduler's own time zone, as it writes that.
std::optional<std::string> registrationTurn(RegistrationMemory& memory, const RawNode& node, UnixSeconds now);

/// "Requesting_2006-01-02 15:04:05".
std::string requestingText(UnixSeconds now);

}  // namespace cardinal::hami
