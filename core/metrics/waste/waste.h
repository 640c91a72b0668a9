// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/metrics/history.h"
#include "core/metrics/use.h"
#include "core/model/snapshot.h"

namespace cardinal {

/// When something counts as wasted.
struct WasteRules {
  float idlePercent = 1;       ///< a card whose utilization never went above this is idle
  float leastCoverage = 0.5F;  ///< share of the time that must have samples; below nothing is said
  float headroom = 0.2F;       ///< a suggested request is the peak use and this much more
  float leastGap = 0.3F;       ///< of what is allocated must stay unused before a card is listed for it
  std::string ns{};            ///< only cards that a pod of this namespace holds something on; empty = all
};

/// A card that is allocated and does not pay for it.
struct WasteEntry {
  NodeIndex node;
  int card = 0;
  bool idle = false;              ///< nothing ran on it the whole time
  std::vector<PodPtr> pods;       ///< holders, as far as they are known
  bool holdersMeasured = false;   ///< they are reported by an exporter, not by the API
  std::int64_t allocatedMib = 0;  ///< on this card, in the scheduler's books
  std::int64_t unusedMib = 0;     ///< allocated beyond the peak; the whole allocation of an idle card
  std::optional<float> peakMemoryMib;
  std::optional<float> averageGpuPercent;
  std::optional<float> peakGpuPercent;
  UnixSeconds observed = 0;  ///< seconds that were looked at: the window, or less where a pod is younger
  std::optional<MemUnits>
      suggested;  ///< request of the one pod of the card that would have been enough; only when smaller
};

/// The answer for a cluster.
struct WasteReport {
  UnixSeconds end = 0;
  UnixSeconds window = 0;
  std::vector<WasteEntry> entries;   ///< idle cards first, then by memory that stays unused
  std::uint32_t allocatedCards = 0;  ///< cards with something on them that are measured well enough
  std::uint32_t idleCards = 0;
  std::uint32_t overusedCards = 0;  ///< of the measured ones, by usedBeyondMib() of the peak
  std::uint32_t unknownCards = 0;   ///< allocated, but not measured, or for too short a time
  std::int64_t allocatedMib = 0;    ///< of the measured ones
  std::int64_t unusedMib = 0;
};

/// Pods younger than this are not judged: they may still be loading.
inline constexpr UnixSeconds kTooYoung = 900;

/// Compares what is allocated with what was used. Cards whose holders began after the window did are judged by their
/// own time when the past covers it. Whole cards of which the API says only how many are held are judged where `use`
/// says which, and are unknown elsewhere. Pure; linear in cards. Cards whose memory is not known in MiB are counted as
/// unknown.
WasteReport findWaste(const ClusterSnapshot& snapshot, const ClusterPast& past, const WasteRules& rules = {},
                      const ClusterUse* use = nullptr);

/// "team-a/web" of the controller that owns the pod, or the pod itself: rows of one application stand together.
std::string ownerOfPod(const PodRecord& pod);

}  // namespace cardinal
