// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/model/snapshot.h"

namespace cardinal {

/// What was measured of one card. Nothing = not told; never 0 for unknown.
struct CardUse {
  std::optional<float> gpuPercent;      ///< 0..100, time in which any kernel ran (or the graphics engine, on MIG cards)
  std::optional<float> memoryUsedMib;
  std::optional<float> memoryTotalMib;  ///< used + free + reserved where no total is exported
  std::optional<float> temperatureC;
  std::optional<float> powerW;
  std::optional<float> smClockMhz;
  std::optional<int> lastXid;           ///< last XID error since the exporter started, 0 = none; when it came is not known
  UnixSeconds at = 0;                   ///< time of the oldest of these samples; 0 = nothing was told of this card

  bool known() const { return at != 0; }
  bool operator==(const CardUse&) const = default;
};

/// A card as an exporter names it, before it is matched with a node.
struct CardSample {
  std::string host;          ///< node name as the exporter tells it; may be empty
  std::string address;       ///< address without port of the scrape target; may be empty
  int index = -1;            ///< on the node; -1 = not told
  std::string uuid;          ///< of the physical card; may be empty
  ObjectKey pod;             ///< who the exporter says uses it; empty name = not attributed
  std::optional<float> memoryAllocatedMib;  ///< what the exporter says the scheduler gave away
  CardUse use;
};

enum class MetricsPhase : std::uint8_t {
  None,     ///< this source of the cluster has no metrics (a snapshot file)
  Looking,  ///< a metrics source is being looked for, or the first answer is awaited
  Live,     ///< the last question was answered
  Failed,   ///< the last question failed; `error` says why. Older samples stay and age.
};

/// Where the samples come from and how that goes.
struct MetricsState {
  MetricsPhase phase = MetricsPhase::None;
  Error error;                          ///< Failed only
  std::string source;                   ///< "monitoring/prometheus-server:80", an address, or "demo"
  std::string version;                  ///< "2.42.0", empty = unknown
  std::vector<std::string> dialects;    ///< exporters recognised, by name
  std::vector<std::string> warnings;    ///< the server's own words (hostile), few
  UnixSeconds asked = 0;                ///< when the last answered question was asked; 0 = never
  int queries = 0;                      ///< requests of the last refresh
};

/// One refresh as a source tells it.
struct MetricsReport {
  MetricsState state;
  std::vector<CardSample> samples;      ///< one per physical card
};

/// A card that was measured but that the cluster does not show.
struct UnmatchedSample {
  std::string host;
  int index = -1;
  std::string uuid;
};

/// What is measured of every card at one moment, matched with nodes. Immutable; shared between threads.
struct ClusterUse {
  struct Node {
    std::string name;
    std::vector<CardUse> cards;         ///< by index; entries that are not known() were not measured
  };
  std::uint64_t generation = 0;         ///< grows with every published one
  MetricsState state;
  std::vector<Node> nodes;              ///< by name; only nodes with measured cards
  std::uint32_t measured = 0;           ///< cards
  std::uint32_t unmatched = 0;          ///< measured cards that no node has
  std::vector<UnmatchedSample> firstUnmatched;  ///< at most `kFirstUnmatched`
  static constexpr std::size_t kFirstUnmatched = 20;

  /// Null when the card was not measured. Binary search by name.
  const CardUse* find(std::string_view node, int card) const;
};
using UsePtr = std::shared_ptr<const ClusterUse>;

/// Matches samples with the nodes of a snapshot: by node name (`host`, also without its domain), else by the node's internal
/// address; then by index. Of two samples for one card the newer counts. Linear in nodes and samples.
std::shared_ptr<ClusterUse> matchSamples(const MetricsReport& report, const ClusterSnapshot& snapshot);

/// Use in the order of `snapshot.cards`, for painting: one pass over both, both stand by name.
std::vector<CardUse> usePerCard(const ClusterUse& use, const ClusterSnapshot& snapshot);

/// Samples older than this are stale: shown with their age, never as the present.
inline constexpr UnixSeconds kStaleAfter = 90;

/// Samples older than this are no longer shown at all (the time for which Prometheus answers with the last value).
inline constexpr UnixSeconds kForgetAfter = 300;

/// True for XID codes that mean hardware rather than an application (NVIDIA, "XID Errors": 48, 62, 63, 64, 74, 79, 94, 95,
/// 119, 120).
bool isHardwareXid(int xid) noexcept;

}  // namespace cardinal
