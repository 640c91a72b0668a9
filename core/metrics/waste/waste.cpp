// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/waste/waste.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>

#include "core/metrics/attribution.h"
#include "core/model/pods/pod_owner.h"
#include "core/model/shared_card.h"

namespace cardinal {
namespace {

std::vector<PodPtr> holdersOf(const NodeRecord& node, int card) {
  std::vector<PodPtr> pods;
  for (const PodPtr& pod : node.pods) {
    if (!pod->countsForInspect) continue;
    const bool here =
        std::any_of(pod->shares.begin(), pod->shares.end(), [card](const CardShare& s) { return s.card == card; });
    if (here) pods.push_back(pod);
  }
  return pods;
}

/// The newest pod's age; 0 when a start is not known.
UnixSeconds youngest(const std::vector<PodPtr>& pods, UnixSeconds now) {
  UnixSeconds least = now;
  for (const PodPtr& pod : pods) {
    const UnixSeconds since = pod->raw->startTime != 0 ? pod->raw->startTime : pod->raw->meta.created;
    if (since == 0) return 0;
    least = std::min(least, now - since);
  }
  return least;
}

std::optional<MemUnits> suggestion(const NodeRecord& node, const WasteEntry& entry, const WasteRules& rules) {
  if (entry.pods.size() != 1 || entry.idle || !entry.peakMemoryMib || !isSharedMode(node.gpu.mode)) return std::nullopt;
  const auto requested = entry.pods.front()->request.shared();
  const auto unit = mibPerUnit(node.gpu.unit);
  if (!unit || !requested || requested->cards != 1) return std::nullopt;
  const double wanted = static_cast<double>(*entry.peakMemoryMib) * (1.0 + static_cast<double>(rules.headroom));
  const auto units = static_cast<std::int64_t>(std::ceil(wanted / static_cast<double>(*unit)));
  return units < requested->memory.value ? std::optional(MemUnits(std::max<std::int64_t>(1, units))) : std::nullopt;
}

/// Judges the cards one by one.
class Judge {
 public:
  Judge(const ClusterSnapshot& snapshot, const ClusterPast& past, const WasteRules& rules, const ClusterUse* use)
      : m_snapshot(snapshot), m_past(past), m_rules(rules), m_use(use) {}

  WasteReport run() {
    m_report.end = m_past.end;
    m_report.window = m_past.window;
    for (std::uint32_t i = 0; i < m_snapshot.nodes.size(); ++i) {
      m_measured =
          m_use ? measuredHolders(m_snapshot.node(NodeIndex{i}), *m_use, m_past.end - kForgetAfter) : MeasuredHolders{};
      for (const Card& card : m_snapshot.cardsOf(NodeIndex{i})) judge(NodeIndex{i}, card);
    }
    std::stable_sort(m_report.entries.begin(), m_report.entries.end(), [](const WasteEntry& a, const WasteEntry& b) {
      return std::tuple(!a.idle, -a.unusedMib) < std::tuple(!b.idle, -b.unusedMib);
    });
    return std::move(m_report);
  }

 private:
  static const CardPast* find(const std::vector<CardPast>& cards, std::string_view node, int card) {
    const auto at =
        std::lower_bound(cards.begin(), cards.end(), std::tuple(node, card), [](const CardPast& a, const auto& key) {
          return std::tuple(std::string_view(a.card.node), a.card.card) < key;
        });
    const bool same = at != cards.end() && at->card.node == node && at->card.card == card;
    return same ? &*at : nullptr;
  }

  void judge(NodeIndex index, const Card& card) {
    const NodeRecord& node = m_snapshot.node(index);
    const PodPtr holder = measuredHolder(card);
    const bool free = !holder && !card.holderKnown && m_measured.complete;
    const bool held = holder || card.held || (card.memoryKnown && card.memAllocated.value > 0);
    if (!held || free) return;
    const CardPast* past = hasCardsOfUnknownIndex(node) ? nullptr : find(m_past.cards, node.name, card.index);
    WasteEntry entry;
    entry.node = index;
    entry.card = card.index;
    entry.pods = holdersOf(node, card.index);
    entry.holdersMeasured = entry.pods.empty() && holder;
    if (entry.holdersMeasured) entry.pods.push_back(holder);
    if (!concerns(entry.pods)) return;
    entry.observed = std::min(m_past.window, entry.pods.empty() ? m_past.window : youngest(entry.pods, m_past.end));
    const auto allocated = card.memoryKnown ? mibOf(card, node, holder != nullptr) : std::nullopt;
    const bool standIn = !card.holderKnown && !holder;
    if (standIn || !past || past->coverage < m_rules.leastCoverage || entry.observed < kTooYoung ||
        (!allocated && !card.held && !holder)) {
      ++m_report.unknownCards;
      return;
    }
    entry.allocatedMib = allocated.value_or(0);  // a whole card of unknown size can still be idle
    entry.peakMemoryMib = past->peakMemoryMib;
    entry.averageGpuPercent = past->averageGpuPercent;
    entry.peakGpuPercent = past->peakGpuPercent;
    CardUse peak;
    if (entry.peakMemoryMib) peak.memoryUsedMib = *entry.peakMemoryMib;
    if (usedBeyondMib(node, card, peak)) ++m_report.overusedCards;
    add(node, std::move(entry));
  }

  bool concerns(const std::vector<PodPtr>& pods) const {
    const auto& ns = m_rules.ns;
    return ns.empty() ||
           std::any_of(pods.begin(), pods.end(), [&ns](const PodPtr& pod) { return pod->key().ns == ns; });
  }

  PodPtr measuredHolder(const Card& card) const {
    return card.index < m_measured.byCard.size() ? m_measured.byCard[card.index] : nullptr;
  }

  static std::optional<std::int64_t> mibOf(const Card& card, const NodeRecord& node, bool whole) {
    const auto unit = mibPerUnit(node.gpu.unit);
    if (!unit) return std::nullopt;
    const bool all = whole || (card.held && !isSharedByGroups(node, card.index));
    return (all ? card.memTotal : card.memAllocated).value * *unit;
  }

  void add(const NodeRecord& node, WasteEntry entry) {
    ++m_report.allocatedCards;
    m_report.allocatedMib += entry.allocatedMib;
    entry.idle = entry.peakGpuPercent && *entry.peakGpuPercent <= m_rules.idlePercent;
    const auto peak = static_cast<std::int64_t>(entry.peakMemoryMib.value_or(static_cast<float>(entry.allocatedMib)));
    entry.unusedMib = entry.idle ? entry.allocatedMib : std::max<std::int64_t>(0, entry.allocatedMib - peak);
    m_report.unusedMib += entry.unusedMib;
    if (entry.idle) ++m_report.idleCards;
    // Whole cards are divided by nobody: memory that stays free on them is no waste by itself.
    const bool large = isSharedMode(node.gpu.mode) &&
                       static_cast<double>(entry.unusedMib) >=
                           static_cast<double>(m_rules.leastGap) * static_cast<double>(entry.allocatedMib);
    if (!entry.idle && !large) return;
    entry.suggested = suggestion(node, entry, m_rules);
    m_report.entries.push_back(std::move(entry));
  }

  const ClusterSnapshot& m_snapshot;
  const ClusterPast& m_past;
  const WasteRules& m_rules;
  const ClusterUse* m_use;
  MeasuredHolders m_measured;  ///< of the node that is judged
  WasteReport m_report;
};

}  // namespace

WasteReport findWaste(const ClusterSnapshot& snapshot, const ClusterPast& past, const WasteRules& rules,
                      const ClusterUse* use) {
  return Judge(snapshot, past, rules, use).run();
}

std::string ownerOfPod(const PodRecord& pod) {
  const std::string_view deployment = likelyDeploymentOf(*pod.raw);
  if (!deployment.empty()) return pod.key().ns + "/" + std::string(deployment);
  const OwnerRef* owner = controllerOf(*pod.raw);
  return pod.key().ns + "/" + (owner != nullptr ? owner->name : pod.key().name);
}

}  // namespace cardinal
