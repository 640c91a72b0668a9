// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/model/node_pool.h"
#include "core/model/snapshot.h"
#include "core/model/tables/gpu_nodes.h"
#include "core/plan/ledger/ledger.h"
#include "ui/models/roles.h"

namespace cardinal::ui {

/// Sums over the cards of a node, in the node's own unit. Cards whose memory is not known are left out and counted.
struct NodeSums {
  int cards = 0;
  int memoryUnknown = 0;
  int unhealthy = 0;
  int held = 0;   ///< whole-card modes: cards taken
  int empty = 0;  ///< by freeMemoryOf(): healthy cards of which nothing is allocated
  MemUnits memAllocated;
  MemUnits memTotal;
  MemUnits memFree;   ///< by freeMemoryOf(): less than total minus allocated where a card is unhealthy
  int coreKnown = 0;  ///< cards with known core
  CorePercent coreAllocated;
  CorePercent coreTotal;
};
NodeSums sumsOf(const NodeRecord& node);

/// Largest free memory on one healthy card, in units; nothing when it is known of no card.
std::optional<MemUnits> largestFree(const NodeRecord& node);
/// Pods with a share on the card, in the order of the node.
std::vector<PodPtr> podsOnCard(const NodeRecord& node, int card);
/// What the pod holds on the card; zero when nothing.
CardShare shareOn(const PodRecord& pod, int card);
/// Owner of the first owner reference ("ReplicaSet", "web-7c9f"); empty = bare pod.
std::string_view ownerNameOf(const PodRecord& pod);
std::string_view ownerKindOf(const PodRecord& pod);

/// State of a node for its glyph: not ready before cordoned before findings.
CellState nodeStateOf(const NodeRecord& node);
/// The word beside it ("Ready", "Not ready", "Cordoned", ...).
QString nodeStateText(const NodeRecord& node);
// Health of a card. Of a node that is unreachable nobody knows it; what was reported as unhealthy stays so.
CellState cardStateOf(const NodeRecord& node, const Card& card);
QString cardStateText(const NodeRecord& node, const Card& card);
CellState podStateOf(const PodRecord& pod);
CellState cellStateOf(LedgerSeverity severity);

/// Cards a pod holds: "0, 3"; empty when none is known.
QString cardListText(const PodRecord& pod);
/// "0, 3" of a list.
QString cardListText(const std::vector<CardIndex>& cards);

}  // namespace cardinal::ui
