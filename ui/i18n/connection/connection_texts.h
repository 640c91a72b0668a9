// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/service/source/source.h"

namespace cardinal::ui {

/// The state of the connection in one line, with the age of the data while it is lost.
QString connectionText(const ConnectionState& state, UnixSeconds now);
/// "500 of 1,200" while objects are still to come and the server said how many; else "500".
QString loadedText(std::size_t loaded, std::optional<std::size_t> toCome);
/// How far the server's clock is off; `offset` in seconds as in ConnectionState, not 0.
QString clockText(std::int64_t offset);
/// Clocks that differ by more seconds than this are reported.
inline constexpr std::int64_t kReportedClockOffset = 30;
/// What should be put right although it works, with the remedy.
QString cautionText(const Caution& caution);
/// Who looked for unknown fields of an object that was sent.
QString fieldCheckText(FieldCheck check);

}  // namespace cardinal::ui
