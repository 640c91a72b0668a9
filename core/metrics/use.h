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

/// What was measured of one card. Nothing = unknown, never 0.
struct CardUse {
  std::optional<float> gpuPercent;  ///< 0..100, time in which any kernel ran (or the graphics engine, on MIG cards)
  std::optional<float> memoryUsedMib;
  std::optional<float> memoryTotalMib;  ///< used + free + reserved where no total is exported
  std::optional<float> temperatureC;
  std::optional<float> powerW;
  std::optional<float> smClockMhz;
  std::optional<int> lastXid;       ///< last XID error since the exporter started, 0 = none; when it came is not known
  UnixSeconds at = 0;               ///< time of the oldest of these samples; 0 = nothing was reported of this card
  std::optional<float> ageSeconds;  ///< since `at`, when it is shown; only where a page filled it in

  bool known() const { return at != 0; }
  bool operator==(const CardUse&) const = default;
};

/// A part of a card as an exporter reports it, never a card: a MIG instance, or what one pod uses of a card sliced by
/// time.
struct InstanceUse {
  std::string id;  ///< of the MIG instance on its card (hostile text); empty = the part of one pod, `pods` names it
  std::string profile;              ///< "1g.10gb" (hostile text); empty = unknown
  std::optional<float> gpuPercent;  ///< of the part itself; never added up to the card's
  std::optional<float> memoryUsedMib;
  std::optional<float> memoryTotalMib;
  std::vector<ObjectKey> pods;  ///< who the exporter says uses it
  bool operator==(const InstanceUse&) const = default;
};

/// A card as an exporter names it, before it is matched with a node.
struct CardSample {
  std::string host;             ///< node name as the exporter reports it; may be empty
  std::string address;          ///< address without port of the scrape target; may be empty
  std::string node{};           ///< where the exporter's pod runs, where `host` names no node; empty = not known
  bool contradicted = false;    ///< what is reported of the node contradicts itself: it is on none
  int index = -1;               ///< on the node; -1 = unknown
  std::string uuid;             ///< of the physical card; may be empty
  std::vector<ObjectKey> pods;  ///< who the exporter says uses it, instances included; at most kMaxPodsOfCard
  std::vector<InstanceUse>
      instances;  ///< of a MIG card by id, else by pod where pods are measured one by one; at most kMaxInstances
  std::optional<float> memoryAllocatedMib;  ///< what the exporter says the scheduler gave away
  CardUse use;
};

enum class MetricsPhase : std::uint8_t {
  None,     ///< this source of the cluster has no metrics (a snapshot file)
  Looking,  ///< a metrics source is being looked for, or the first answer is awaited
  Live,     ///< the last question was answered
  Failed,   ///< the last question failed; `error` says why. Older samples stay and age.
};

/// One step on the way to an answer.
struct MetricsStage {
  enum class Step : std::uint8_t {
    FindServices,   ///< the cluster's services are listed
    TestSource,     ///< one that may be a Prometheus API says its version
    QueryPresence,  ///< it says whether it measures cards
    QueryValues,    ///< the questions of a refresh
  };
  Step step = Step::FindServices;
  std::string where;  ///< the queried source
  int milliseconds = 0;
  std::int64_t found = -1;     ///< services, or series; -1 = not counted
  std::optional<Error> error;  ///< when it failed
};

/// Where the samples come from and how that goes.
struct MetricsState {
  MetricsPhase phase = MetricsPhase::None;
  Error error;          ///< Failed only
  std::string source;   ///< "monitoring/prometheus-server:80", an address, or "demo"
  std::string version;  ///< "2.42.0", empty = unknown
  std::vector<std::string>
      proxiedNamespaces;              ///< of the services that are queried through the API server; empty = none are
  std::vector<std::string> dialects;  ///< exporters recognised, by name
  std::vector<std::string> warnings;  ///< the server's own words (hostile), few
  UnixSeconds queriedAt = 0;          ///< when the last answered query was sent; 0 = never
  int queries = 0;                    ///< requests of the last refresh
  UnixSeconds clockAhead = 0;         ///< the source's clock minus ours, in seconds; small differences are 0
  std::vector<MetricsStage> stages;   ///< of the last attempt, in order: why there are metrics, or why not
};

/// One refresh as a source delivers it.
struct MetricsReport {
  MetricsState state;
  std::vector<CardSample> samples;  ///< one per physical card
};

/// A card that was measured but that the cluster does not show.
struct UnmatchedSample {
  std::string host;
  int index = -1;
  std::string uuid;
};

/// What is measured of every card at one moment, matched with nodes. Immutable; shared between threads.
struct ClusterUse {
  /// What is reported of a card beside its figures.
  struct Detail {
    int card = 0;
    std::vector<ObjectKey> pods;
    std::vector<InstanceUse> instances;
  };
  struct Node {
    std::string name;
    std::vector<CardUse> cards;   ///< by index; entries that are not known() were not measured
    std::vector<Detail> details;  ///< by card; only cards of which something is reported
  };
  std::uint64_t generation = 0;  ///< grows with every published one
  MetricsState state;
  std::vector<Node> nodes;                      ///< by name; only nodes with measured cards
  std::uint32_t measured = 0;                   ///< cards
  std::uint32_t unmatched = 0;                  ///< measured cards that no node has
  std::vector<UnmatchedSample> firstUnmatched;  ///< at most `kFirstUnmatched`
  static constexpr std::size_t kFirstUnmatched = 20;

  /// Null when the card was not measured. Binary search by name.
  const CardUse* find(std::string_view node, int card) const;
  /// Null when nothing is reported beside the figures.
  const Detail* detail(std::string_view node, int card) const;
  /// Null for a node without measured cards.
  const Node* findNode(std::string_view node) const;
};
using UsePtr = std::shared_ptr<const ClusterUse>;

/// Matches samples with the nodes of a snapshot: by node name (`node`, else `host`, also without its domain), else by
/// the node's internal address; then by index. Of two samples for one card the newer counts. Linear in nodes and
/// samples.
std::shared_ptr<ClusterUse> matchSamples(const MetricsReport& report, const ClusterSnapshot& snapshot);

/// Use in the order of `snapshot.cards`, for painting: one pass over both, both stand by name.
std::vector<CardUse> usePerCard(const ClusterUse& use, const ClusterSnapshot& snapshot);

/// What one card may bring along; more is left out, for the text is hostile.
inline constexpr std::size_t kMaxPodsOfCard = 64;
inline constexpr std::size_t kMaxInstances = 16;

/// Samples older than this are stale: shown with their age, never as the present.
inline constexpr UnixSeconds kStaleAfter = 90;

/// Samples older than this are no longer shown at all (the time for which Prometheus answers with the last value).
inline constexpr UnixSeconds kForgetAfter = 300;

/// True for XID codes that mean hardware rather than an application (NVIDIA, "XID Errors": 48, 62, 63, 64, 74, 79, 94,
/// 95, 119, 120).
bool isHardwareXid(int xid) noexcept;

/// Nodes of which a card's last XID is a hardware one, in the order of `snapshot.nodes`. What was measured before
/// `oldest` does not count. One pass over both, both stand by name.
std::vector<bool> nodesWithHardwareXid(const ClusterUse& use, const ClusterSnapshot& snapshot, UnixSeconds oldest);

}  // namespace cardinal
