// SPDX-License-Identifier: Apache-2.0
#include "ui/models/node_facts.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/model/card_memory.h"
#include "core/model/shared_card.h"
#include "ui/i18n/card_numbers.h"

namespace cardinal::ui {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(NodeFacts)
};

CardHealth healthOf(const NodeRecord& node, const Card& card) {
  const bool isStale = node.readiness == NodeReadiness::Unknown && card.health == CardHealth::Healthy;
  return isStale ? CardHealth::Unknown : card.health;
}

}  // namespace

NodeSums sumsOf(const NodeRecord& node) {
  NodeSums sums;
  sums.cards = static_cast<int>(node.cards.size());
  for (const Card& card : node.cards) {
    if (card.memoryKnown) {
      sums.memAllocated += card.memAllocated;
      sums.memTotal += card.memTotal;
    } else {
      ++sums.memoryUnknown;
    }
    if (card.coreKnown) {
      ++sums.coreKnown;
      sums.coreAllocated += card.coreAllocated;
      sums.coreTotal += card.coreTotal;
    }
    if (card.held) ++sums.held;
    if (card.health == CardHealth::Unhealthy) ++sums.unhealthy;
  }
  sums.memAllocated += heldSomewhere(node);
  const FreeMemory free = freeMemoryOf(node);
  sums.memFree = free.total.value_or(MemUnits(0));
  sums.empty = free.emptyCards;
  return sums;
}

std::optional<MemUnits> largestFree(const NodeRecord& node) {
  return freeMemoryOf(node).largest;
}

std::vector<PodPtr> podsOnCard(const NodeRecord& node, int card) {
  std::vector<PodPtr> pods;
  for (const PodPtr& pod : node.pods) {
    if (isTerminal(*pod->raw) || isCardReservation(*pod)) continue;
    const bool holds = std::any_of(pod->shares.begin(), pod->shares.end(),
                                   [card](const CardShare& share) { return share.card == card; });
    if (holds) pods.push_back(pod);
  }
  return pods;
}

CardShare shareOn(const PodRecord& pod, int card) {
  CardShare sum{card, {}, {}};
  for (const CardShare& share : pod.shares) {
    if (share.card != card) continue;
    sum.memory += share.memory;
    sum.core += share.core;
  }
  return sum;
}

std::string_view ownerNameOf(const PodRecord& pod) {
  const auto& owners = pod.raw->meta.owners;
  return owners.empty() ? std::string_view{} : std::string_view(owners.front().name);
}

std::string_view ownerKindOf(const PodRecord& pod) {
  const auto& owners = pod.raw->meta.owners;
  return owners.empty() ? std::string_view{} : std::string_view(owners.front().kind);
}

CellState nodeStateOf(const NodeRecord& node) {
  if (!node.exists()) return CellState::Critical;
  if (node.readiness == NodeReadiness::NotReady) return CellState::Critical;
  if (node.readiness == NodeReadiness::Unknown) return CellState::Critical;
  if (node.unschedulable()) return CellState::Warning;
  return CellState::Ok;
}

QString nodeStateText(const NodeRecord& node) {
  if (!node.exists()) return Words::tr("Missing", "node state");
  if (node.readiness == NodeReadiness::NotReady) return Words::tr("Not ready", "node state");
  if (node.readiness == NodeReadiness::Unknown) return Words::tr("Unreachable", "node state");
  if (node.unschedulable()) return Words::tr("Cordoned", "node state");
  return Words::tr("Ready", "node state");
}

CellState cardStateOf(const NodeRecord& node, const Card& card) {
  switch (healthOf(node, card)) {
    case CardHealth::Healthy:
      return CellState::Ok;
    case CardHealth::Unhealthy:
      return CellState::Critical;
    case CardHealth::Unknown:
      break;
  }
  return CellState::Unknown;
}

QString cardStateText(const NodeRecord& node, const Card& card) {
  switch (healthOf(node, card)) {
    case CardHealth::Healthy:
      return Words::tr("Healthy", "card state");
    case CardHealth::Unhealthy:
      return Words::tr("Unhealthy", "card state");
    case CardHealth::Unknown:
      break;
  }
  return Words::tr("Unknown", "card state");
}

CellState podStateOf(const PodRecord& pod) {
  if (isTerminating(*pod.raw)) return CellState::Warning;
  switch (pod.raw->phase) {
    case PodPhase::Running:
      return CellState::Ok;
    case PodPhase::Pending:
      return CellState::Warning;
    case PodPhase::Failed:
      return CellState::Critical;
    case PodPhase::Succeeded:
      return CellState::Information;
    case PodPhase::Unknown:
      break;
  }
  return CellState::Unknown;
}

CellState cellStateOf(LedgerSeverity severity) {
  switch (severity) {
    case LedgerSeverity::Critical:
      return CellState::Critical;
    case LedgerSeverity::Warning:
      return CellState::Warning;
    case LedgerSeverity::Information:
      break;
  }
  return CellState::Information;
}

QString cardListText(const PodRecord& pod) {
  std::vector<CardIndex> cards;
  for (const CardShare& share : pod.shares) {
    if (share.card != kPendingCard) cards.push_back(share.card);
  }
  return cardListText(cards);
}

QString cardListText(const std::vector<CardIndex>& cards) {
  return cardNumbers(cards);
}

}  // namespace cardinal::ui
