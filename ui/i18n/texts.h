// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/alloc/types.h"
#include "core/base/error.h"
#include "core/service/source/source.h"

namespace cardinal::ui {

/// Codes to sentences, in the language in force. Every sentence stands whole in tr(); parameters are cleaned by
/// plain(). An error's text names the thing, the place and the remedy.
QString errorText(const Error& error);
/// The server's own words as a sentence, where errorText() does not hold them already; else empty.
QString errorDetailText(const Error& error);
/// A few words for the same error, for a status line.
QString errorTitle(const Error& error);

/// "insufficient GPU memory on one card": short enough for the map; no figures.
QString reasonShort(ReasonCode code);
/// With figures: "needs 8 GiB on one card, the freest has 6 GiB".
QString reasonSentence(const Rejection& rejection, MemoryUnit unit);
QString waitingText(Waiting waiting);
QString certaintyText(Certainty certainty);
QString certaintySentence(const AllocationAnswer& answer, const ClusterSnapshot& snapshot);
QString caveatText(Caveat caveat);
QString scoreText(ScoreCode code);

QString findingText(const Finding& finding, MemoryUnit unit);
/// "shared, memory isolated (cgpu)" / "共享调度（显存隔离）".
QString modeText(GpuMode mode);
/// Badge form: the label value ("cgpu", "core_mem", "exclusive").
QString modeBadge(GpuMode mode);
/// Name of the stack: "HAMi", "NVIDIA device plugin".
QString stackText(GpuStack stack);
QString placementText(Placement placement);
QString phaseText(const RawPod& pod);
QString connectionText(const ConnectionState& state, UnixSeconds now);
/// "500 of 1,200" while objects are still to come and the server said how many; else "500".
QString loadedText(std::size_t loaded, std::optional<std::size_t> toCome);
/// How far the server's clock is off; `offset` as in ConnectionState, not 0.
QString clockText(std::int64_t offset);
/// Clocks that differ by more seconds than this are reported.
inline constexpr std::int64_t kReportedClockOffset = 30;
/// What should be put right although it works, with the remedy.
QString cautionText(const Caution& caution);
/// Who looked for unknown fields of an object that was sent.
QString fieldCheckText(FieldCheck check);
/// Why a verb is not offered on an object in `ns` (empty: the context's namespace): names the rule that is missing.
/// Empty = it is offered.
QString rightsRefusal(const Rights& rights, Feature feature, const std::string& ns = {});
/// Why nothing of a locked context can be changed, and what unlocks it.
QString lockedRefusal();
/// How the request asks: "8 GiB", "8 GiB over 4 cards", "2 GiB + 30 %", "1 card".
QString requestText(const GpuRequest& request, MemoryUnit unit);

/// Text from the cluster made safe for display: control characters and bidirectional overrides replaced, length
/// limited.
QString plain(std::string_view text, int maxLength = 512);

}  // namespace cardinal::ui
