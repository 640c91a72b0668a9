// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/metrics/history.h"
#include "core/metrics/use.h"
#include "core/model/snapshot.h"

namespace cardinal::sim {

/// Plays the exporters of the demo cluster. Use is a function of pod and time: jobs train at full load with pauses for
/// checkpoints, services follow the day, notebooks work in bursts, and some of each hold memory and do nothing. The
/// past is that of the pods that run now, from their start on. Nodes that are not ready are not measured. Pure.
class DemoUse {
 public:
  /// `snapshot` outlives this.
  explicit DemoUse(const ClusterSnapshot& snapshot) : m_snapshot(snapshot) {}

  /// All cards at the last scrape before `now`.
  MetricsReport report(UnixSeconds now) const;
  History history(const HistoryQuery& query) const;
  ClusterPast past(UnixSeconds window, UnixSeconds now) const;

 private:
  /// A pod's part of one card.
  struct Tenant {
    const PodRecord* pod = nullptr;
    double share = 1;  ///< of the card's memory
  };
  History wholeCluster(const HistoryQuery& query) const;
  std::vector<std::vector<Tenant>> tenants(const NodeRecord& node) const;
  static CardUse useAt(const NodeRecord& node, int card, const std::vector<Tenant>& tenants, UnixSeconds at);

  const ClusterSnapshot& m_snapshot;
};

}  // namespace cardinal::sim
