// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>

#include "core/alloc/demand.h"
#include "core/alloc/explain/changed_pod.h"
#include "core/alloc/pending/remedies.h"
#include "core/alloc/reserve/card_fit.h"

namespace cardinal::alloc {
namespace {

constexpr std::int64_t kCoreStep = 5;

/// Tries changed requests and keeps those that land.
class RequestTrials {
 public:
  RequestTrials(const RemedyCase& about, const ClusterSnapshot& snapshot, std::vector<Remedy>& out)
      : m_about(about),
        m_snapshot(snapshot),
        m_gpu(about.facts.gpu),
        m_shared(m_gpu.shared().value_or(SharedAmounts())),
        m_out(out) {}

  void run() {
    if (m_gpu.kind() == GpuRequest::Kind::Shared) {
      requestLessMemory();
      requestLessCore();
      spreadOverCards();
      changeCore();
    }
    requestFewerCards();
    dropSelector();
    dropAffinity();
    tolerate();
  }

 private:
  /// True when the changed pod lands on the node; the remedy is then kept.
  bool keep(RawPodPtr changed, NodeIndex node, Remedy remedy) {
    Trial trial(changed, m_snapshot, &m_about.trial.request());
    const auto answer = trial.on(node);
    if (!answer) return false;
    remedy.node = node;
    remedy.place = answer->place;
    remedy.room = answer->room;
    remedy.request = std::move(changed);
    m_out.push_back(std::move(remedy));
    return true;
  }
  static Remedy remedyOf(RemedyKind kind, std::int64_t from, std::int64_t to, std::string subject = {}) {
    Remedy out;
    out.kind = kind;
    out.from = from;
    out.to = to;
    out.subject = std::move(subject);
    return out;
  }

  /// The least free of the `count` freest cards: what each of that many cards can give at once.
  std::int64_t freeOnEach(NodeIndex node, int count) const {
    std::vector<std::int64_t> free;
    for (const Card& card : m_snapshot.cardsOf(node)) {
      const bool core = !m_shared.asksCore || (card.coreKnown && freeCore(card) >= m_shared.corePerCard().value);
      if (isCandidate(card) && core) free.push_back(freeMemory(card));
    }
    const auto wanted = static_cast<std::size_t>(std::max(count, 1));
    if (free.size() < wanted) return 0;
    std::sort(free.begin(), free.end(), std::greater<>());
    return free[wanted - 1];
  }

  void requestLessMemory() {
    std::vector<std::pair<std::int64_t, NodeIndex>> amounts;
    for (const NearFit& near : m_about.facts.nearest) {
      const std::int64_t each = std::min(freeOnEach(near.miss.node, m_shared.cards), m_shared.memoryPerCard().value);
      if (each > 0) amounts.emplace_back(each, near.miss.node);
    }
    std::stable_sort(amounts.begin(), amounts.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [each, node] : amounts) {
      const std::int64_t total = each * m_shared.cards;
      if (total >= m_shared.memory.value) continue;
      if (keep(withResource(m_about.pod, kGpuMemory, total), node,
               remedyOf(RemedyKind::RequestLessMemory, m_shared.memory.value, total))) {
        return;
      }
    }
  }

  void requestLessCore() {
    if (!m_shared.asksCore) return;
    for (const NearFit& near : m_about.facts.nearest) {
      std::int64_t most = 0;
      for (const Card& card : m_snapshot.cardsOf(near.miss.node)) {
        if (isCandidate(card) && card.coreKnown && freeMemory(card) >= m_shared.memory.value)
          most = std::max(most, freeCore(card));
      }
      const std::int64_t core = most / kCoreStep * kCoreStep;
      if (core <= 0 || core >= m_shared.core.value) continue;
      if (keep(withResource(m_about.pod, kGpuCore, core), near.miss.node,
               remedyOf(RemedyKind::RequestLessCore, m_shared.core.value, core))) {
        return;
      }
    }
  }

  /// The same memory in pieces that fit; as few cards as will do.
  void spreadOverCards() {
    if (m_shared.asksCore || m_shared.wholeDevice) return;
    constexpr int kMaxSpread = 8;
    for (int cards = m_shared.cards + 1; cards <= kMaxSpread; ++cards) {
      if (m_shared.memory.value % cards != 0) continue;
      const std::int64_t each = m_shared.memory.value / cards;
      for (const NearFit& near : m_about.facts.nearest) {
        // The open-source extender does not read the label.
        if (m_snapshot.node(near.miss.node).gpu.stack != GpuStack::Ack) continue;
        if (freeOnEach(near.miss.node, cards) < each) continue;
        if (keep(withCardCount(m_about.pod, cards, m_shared.memory.value), near.miss.node,
                 remedyOf(RemedyKind::SpreadOverCards, m_shared.cards, cards))) {
          return;
        }
      }
    }
  }

  void changeCore() {
    for (const NodeIndex node : m_about.tally.samples(ReasonCode::CoreNotOffered)) {
      if (keep(withoutResource(m_about.pod, kGpuCore), node, remedyOf(RemedyKind::DropCore, m_shared.core.value, 0))) {
        break;
      }
    }
    for (const NodeIndex node : m_about.tally.samples(ReasonCode::CoreRequired)) {
      if (m_shared.cards > 1) break;
      if (addCore(node)) break;
    }
  }

  /// As much compute as the memory is of its card, in the steps that are allowed.
  bool addCore(NodeIndex node) {
    const auto cards = m_snapshot.cardsOf(node);
    if (cards.empty() || cards.front().memTotal.value <= 0) return false;
    const std::int64_t share = 100 * m_shared.memory.value / cards.front().memTotal.value;
    const std::int64_t core = std::clamp<std::int64_t>((share + kCoreStep - 1) / kCoreStep * kCoreStep, kCoreStep, 100);
    return keep(withResourceBeside(m_about.pod, kGpuCore, core, kGpuMemory), node,
                remedyOf(RemedyKind::AddCore, 0, core));
  }

  void requestFewerCards() {
    const bool shared = m_gpu.kind() == GpuRequest::Kind::Shared;
    const int wanted = shared ? m_shared.cards : m_gpu.wholeCards().value_or(0);
    if (wanted < 2) return;
    std::vector<std::pair<std::int64_t, NodeIndex>> counts;
    for (const NearFit& near : m_about.facts.nearest) {
      const bool ofCards =
          near.miss.code == ReasonCode::NotEnoughCards || near.miss.code == ReasonCode::NotEnoughWholeCards;
      if (ofCards && near.found > 0 && near.found < wanted) counts.emplace_back(near.found, near.miss.node);
    }
    std::stable_sort(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [cards, node] : counts) {
      RawPodPtr changed =
          shared ? withCardCount(m_about.pod, static_cast<int>(cards), m_shared.memoryPerCard().value * cards)
                 : withResource(m_about.pod, wholeCardResource(m_gpu.kind()), cards);
      if (keep(std::move(changed), node, remedyOf(RemedyKind::RequestFewerCards, wanted, cards))) return;
    }
  }

  void dropSelector() {
    for (const NodeIndex node : m_about.tally.samples(ReasonCode::NodeSelectorMismatch)) {
      const StringMap& labels = m_snapshot.node(node).raw->meta.labels;
      auto changed = std::make_shared<RawPod>(m_about.pod);
      std::string dropped;
      eraseIf(changed->spec.nodeSelector, [&](const auto& entry) {
        const std::string* label = find(labels, entry.first);
        if (label != nullptr && *label == entry.second) return false;
        dropped += (dropped.empty() ? "" : ", ") + entry.first + "=" + entry.second;
        return true;
      });
      if (keep(changed, node, remedyOf(RemedyKind::DropSelector, 0, 0, dropped))) return;
    }
  }

  void dropAffinity() {
    for (const NodeIndex node : m_about.tally.samples(ReasonCode::NodeAffinityMismatch)) {
      auto changed = std::make_shared<RawPod>(m_about.pod);
      changed->spec.requiredNodeAffinity.reset();
      if (keep(changed, node, remedyOf(RemedyKind::DropAffinity, 0, 0))) return;
    }
  }

  void tolerate() {
    for (const NodeIndex node : m_about.tally.samples(ReasonCode::TaintNotTolerated)) {
      auto changed = std::make_shared<RawPod>(m_about.pod);
      std::string added;
      for (const Taint& taint : m_snapshot.node(node).raw->taints) {
        if (taint.effect == "PreferNoSchedule" || isStateTaint(taint)) continue;
        changed->spec.tolerations.push_back({taint.key, "Equal", taint.value, taint.effect});
        const std::string value = taint.value.empty() ? std::string() : "=" + taint.value;
        added += (added.empty() ? "" : ", ") + taint.key + value + ":" + taint.effect;
      }
      if (!added.empty() && keep(changed, node, remedyOf(RemedyKind::Tolerate, 0, 0, added))) return;
    }
  }

  const RemedyCase& m_about;
  const ClusterSnapshot& m_snapshot;
  const GpuRequest& m_gpu;
  SharedAmounts m_shared;  ///< where parts of cards are requested
  std::vector<Remedy>& m_out;
};

}  // namespace

void addRequestRemedies(const RemedyCase& about, const ClusterSnapshot& snapshot, std::vector<Remedy>& out) {
  RequestTrials(about, snapshot, out).run();
}

}  // namespace cardinal::alloc
