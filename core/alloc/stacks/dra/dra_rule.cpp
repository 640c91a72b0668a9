// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/stacks/dra/dra_rule.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/alloc/reserve/card_fit.h"
#include "core/alloc/stacks/common/card_shares.h"
#include "core/alloc/stacks/common/state_of.h"
#include "core/alloc/stacks/dra/dra_claims.h"
#include "core/alloc/stacks/dra/dra_rows.h"
#include "core/base/saturate.h"
#include "core/model/extras/extra.h"
#include "core/provider/stacks/dra/dra_adapter.h"

namespace cardinal::alloc {
namespace {

constexpr std::int32_t kWholeCard = 100;

std::string selectorOf(const DraAnswer& answer) {
  const std::string where = answer.subject.empty() ? "claim " + answer.claim.name : "device class " + answer.subject;
  return where + ", selector " + std::to_string(answer.number) + ": " + answer.detail;
}

/// What is not evaluated.
std::string unknownOf(const DraAnswer& answer) {
  if (answer.reason == DraReason::SelectorUnread) return selectorOf(answer);
  return answer.reason == DraReason::PartsNotEvaluated ? answer.subject : "search given up";
}

class DraRule final : public ClaimRule {
 public:
  DraRule(const Demand& demand, const ClusterSnapshot& snapshot)
      : m_claims(claimsOf(demand.request, snapshot.extras.get())),
        m_rows(m_claims, snapshot.extras.get()),
        m_extras(snapshot.extras.get()) {
    learnScoring(snapshot.serverVersion, demand.request.replicas);
    (void)adminAccessProblems(demand.request, snapshot, &m_hasUnknown);
    if (m_rows.isPlain()) return;
    learnCluster();
    if (!m_question) return;
    m_before = m_question->wordsBeforeNodes();
    const auto& slices = m_extras->slices;
    m_sharesDevices = std::any_of(slices.begin(), slices.end(), isOfSeveralNodes);
    m_replicasInteract = sharesOneClaim() || m_sharesDevices;
  }

  bool choose(const NodeView& view, const TieRule& /*tie*/, CardChoice& out, CardRoom& room) const override {
    m_last.reset();
    if (const auto cards = m_hasEnded ? NoCards() : m_rows.of(view); !cards.empty())
      return m_rows.choose(view, cards, out, room);
    clearChoice(out);
    room = CardRoom{};
    const bool isAnswered = !m_hasEnded && m_rows.lacksDevices(view);
    if (!isAnswered) learnCluster();
    if (!isAnswered && (!m_question || !m_before.empty() || m_hasEnded)) return false;
    for (const Card& card : view.cards) room.free = saturatedSum<std::int64_t>(room.free, freeOn(card));
    if (isAnswered) return false;
    const DraSeries series = seriesOn(view, kMaxDraCounted);
    if (series.answer.outcome != DraOutcome::Fits) {
      if (series.answer.outcome != DraOutcome::Refused) m_last = series.answer;
      return false;
    }
    fillChoice(view, series, out);
    room.fits = series.fits;
    m_countsAtLeast = m_countsAtLeast || series.isLeast;
    const std::int64_t each = saturatedProduct<std::int64_t>(out.memoryPerCard.value, out.cardCount);
    room.usable = std::min(room.free, each > 0 ? saturatedProduct<std::int64_t>(each, room.fits) : room.free);
    return true;
  }

  void explain(const NodeView& view, NodeRejection& out) const override {
    if (const auto cards = m_hasEnded ? NoCards() : m_rows.of(view); !cards.empty()) return m_rows.explain(cards, out);
    out.reason = Rejection{ReasonCode::StackRefused, Waiting::Unknown, kPendingCard, 0, 0, {}};
    if (!m_hasEnded && m_rows.lacksDevices(view)) {
      out.reason.detail = m_rows.refusal();
      out.reason.waiting = Waiting::Never;
      return;
    }
    learnCluster();
    if (!m_question) {
      out.reason.code = ReasonCode::ModeNotPlaceable;
      out.reason.detail = toString(GpuMode::Claims);
    } else if (!m_before.empty()) {
      out.reason.detail = m_before;
      out.reason.waiting = Waiting::Never;
    } else if (m_hasEnded) {
      out.reason.detail = wordsOf(*m_ending);
    } else {
      explainNode(view, out);
    }
  }

  bool takes(const NodeView& view, CardIndex card) const override {
    if (stateOf<dra::NodeState>(view) == nullptr || card < 0 || static_cast<std::size_t>(card) >= view.cards.size())
      return false;
    return !view.cards[static_cast<std::size_t>(card)].held;
  }

  void take(const CardChoice& choice, std::vector<Card>& cards) const override {
    takeShares(choice, cards);
    const bool isWhole = choice.corePerCard.value >= kWholeCard;
    for (const CardIndex card : choice.cards) cards[static_cast<std::size_t>(card)].held |= isWhole;
  }

  bool readsStates() const override { return !m_rows.isPlain(); }
  void reached() override {
    if (m_last) note(*m_last);
  }
  const std::string& wordsOfScoring() const override { return m_scoring; }
  bool endsAttempt() const override { return m_ending.has_value() && !m_hasEnded; }
  void endAttempt() override { m_hasEnded = true; }
  bool replicasInteract() const override { return m_replicasInteract; }
  bool sharesDevices() const override { return m_sharesDevices; }
  bool countsAtLeast() const override { return m_countsAtLeast; }
  bool judgesEachNodeAlone() const override {
    return m_rows.isPlain() && !m_isLearned && !m_hasUnknown && !m_mayFailToScore && m_scoring.empty();
  }

  void placed(const NodeView& before) override {
    if (!m_sharesDevices || !m_question) return;
    for (DraAllocation& one : seriesOn(before, 1).answer.allocations) {
      m_held.hold(one.allocation);
      m_given.push_back(std::move(one.allocation));
    }
  }

  void forget() override {
    for (const RawDeviceAllocation& one : m_given) m_held.release(one);
    m_given.clear();
  }

  bool isPartlyUnknown() const override {
    return m_hasUnknown || m_mayFailToScore || (m_question && m_question->hasAlternatives());
  }

 private:
  using NoCards = std::span<const StackCard>;

  /// What nodes without rows are asked by: all slices and claims of the cluster, at the first of them.
  void learnCluster() const {
    if (m_isLearned || !m_claims.problems.empty() || m_extras == nullptr) return;
    m_isLearned = true;
    m_cluster.emplace(m_extras->slices, m_extras->classes, gatesOf(*m_extras));
    m_held = DraHeld(m_extras->claims);
    std::vector<const RawResourceClaim*> claims;
    for (const RawResourceClaim& claim : m_claims.claims) claims.push_back(&claim);
    m_question.emplace(*m_cluster, std::move(claims), m_claims.isShared);
  }

  DraSeries seriesOn(const NodeView& view, std::int64_t most) const {
    return m_sharesDevices ? m_question->askNext(view.raw(), m_held, view.placed, most)
                           : m_question->askAfter(view.raw(), m_held, view.placed, most);
  }

  bool sharesOneClaim() const {
    for (std::size_t i = 0; i < m_claims.claims.size(); ++i) {
      if (m_claims.isShared[i] && !m_claims.claims[i].allocation) return true;
    }
    return false;
  }

  static bool isOfSeveralNodes(const std::shared_ptr<const RawResourceSlice>& slice) {
    return slice->nodes.nodeName.empty() && !slice->devices.empty();
  }

  static std::int64_t freeOn(const Card& card) { return card.memoryKnown && card.holderKnown ? freeMemory(card) : 0; }

  static std::string wordsOf(const DraAnswer& answer) {
    if (answer.outcome == DraOutcome::EndsScheduler)
      return "this pod ends the process of kube-scheduler 1.35 (kubernetes/kubernetes#138885)";
    return schedulerWords(answer);
  }

  /// Its score takes the claims and the devices that new claims get by their place in the same list.
  void learnScoring(std::string_view serverVersion, int replicas) {
    const auto& claims = m_claims.claims;
    const auto made = std::count_if(claims.begin(), claims.end(), [](const auto& one) { return !one.allocation; });
    const auto own = std::count(m_claims.isShared.begin(), m_claims.isShared.end(), false);
    const std::optional<bool> fails = failsToScoreMixedClaims(serverVersion);
    if (made == 0 || fails == std::optional(false)) return;
    if (static_cast<std::size_t>(made) == claims.size()) {
      // what the first of several pods gets, the others find allocated
      m_mayFailToScore = replicas > 1 && own > 0 && own < made;
      return;
    }
    m_mayFailToScore = !fails;
    if (!fails) return;
    m_scoring = "running Score plugins: plugin \"DynamicResources\" failed with: number of allocations " +
                std::to_string(made) +
                " is smaller than number of claims (this version of kube-scheduler, kubernetes/kubernetes#139016)";
  }

  void note(const DraAnswer& answer) {
    const bool isEnd = answer.outcome == DraOutcome::Fatal || answer.outcome == DraOutcome::EndsScheduler;
    if (isEnd && !m_ending) m_ending = answer;
    if (answer.outcome == DraOutcome::Unknown) m_hasUnknown = true;
  }

  /// The cards of the devices, and the part of them where it is the same on all.
  void fillChoice(const NodeView& view, const DraSeries& series, CardChoice& out) const {
    const dra::NodeState* state = stateOf<dra::NodeState>(view);
    if (state == nullptr) return;
    std::vector<const dra::NodeState::Place*> places;
    const auto add = [&](const RawDeviceAllocation& allocation) {
      for (const RawDeviceResult& result : allocation.results) {
        if (const auto* place = state->find(result.driver, result.pool, result.device)) places.push_back(place);
      }
    };
    for (const DraAllocation& one : series.answer.allocations) add(one.allocation);
    for (const DraAllocation& one : series.before) add(one.allocation);
    for (const RawResourceClaim& claim : m_claims.claims) {
      if (claim.allocation) add(*claim.allocation);
    }
    for (const auto* place : places) {
      if (static_cast<std::size_t>(place->card) < view.cards.size()) out.cards.push_back(place->card);
    }
    std::sort(out.cards.begin(), out.cards.end());
    const bool isOnePerCard = std::adjacent_find(out.cards.begin(), out.cards.end()) == out.cards.end();
    out.cards.erase(std::unique(out.cards.begin(), out.cards.end()), out.cards.end());
    out.cardCount = static_cast<int>(out.cards.size());
    const bool isAlike = std::all_of(places.begin(), places.end(), [&](const auto* place) {
      return place->memoryMib == places.front()->memoryMib && place->isWhole == places.front()->isWhole;
    });
    // What already allocated claims hold is not taken once more.
    if (places.empty() || !isOnePerCard || !isAlike || series.answer.allocations.empty()) return;
    out.memoryPerCard = MemUnits(places.front()->memoryMib.value_or(0));
    out.corePerCard = CorePercent(places.front()->isWhole ? kWholeCard : 0);
  }

  /// The driver has not published a pool of the node completely yet: it offers no device until it has.
  bool isUpdating(const NodeView& view) const {
    if (view.node->extras == nullptr) return false;
    const auto& own = view.node->extras->slices;
    return std::any_of(own.begin(), own.end(), [this](const std::shared_ptr<const RawResourceSlice>& slice) {
      std::int64_t generation = slice->generation;
      const auto isOfPool = [&](const auto& one) { return one->driver == slice->driver && one->pool == slice->pool; };
      for (const auto& one : m_extras->slices) {
        if (isOfPool(one)) generation = std::max(generation, one->generation);
      }
      const auto seen = std::count_if(m_extras->slices.begin(), m_extras->slices.end(),
                                      [&](const auto& one) { return isOfPool(one) && one->generation == generation; });
      return generation == slice->generation && seen != slice->sliceCount;
    });
  }

  void explainNode(const NodeView& view, NodeRejection& out) const {
    const DraAnswer answer = seriesOn(view, 1).answer;
    if (answer.outcome == DraOutcome::Unknown) {
      out.reason.code = ReasonCode::ModeNotPlaceable;
      out.reason.detail = std::string(toString(GpuMode::Claims)) + " (" + unknownOf(answer) + ")";
      return;
    }
    out.reason.detail = wordsOf(answer);
    if (answer.outcome != DraOutcome::Refused) return;
    const bool isBound = answer.reason == DraReason::NotOnNode;
    const bool fitsEmpty = !isBound && m_question->ask(view.raw(), DraHeld()).outcome == DraOutcome::Fits;
    out.reason.waiting = fitsEmpty ? Waiting::NotNow : isUpdating(view) ? Waiting::Unknown : Waiting::Never;
    if (isBound || stateOf<dra::NodeState>(view) == nullptr) return;
    for (std::size_t i = 0; i < view.cards.size(); ++i) {
      if (view.cards[i].held) out.cards.add(ReasonCode::CardNotEmpty, Waiting::NotNow, static_cast<CardIndex>(i), 0, 0);
    }
  }

  PodClaims m_claims;
  mutable DraRows m_rows;
  const ClusterExtras* m_extras;
  mutable bool m_isLearned = false;
  mutable std::optional<DraCluster> m_cluster;
  mutable std::optional<DraQuestion> m_question;  ///< nothing = the claims are not known
  std::string m_before;                           ///< the scheduler's words before any node is tried
  mutable DraHeld m_held;
  mutable std::optional<DraAnswer> m_last;  ///< of the node asked about last, where it does not fit
  std::optional<DraAnswer> m_ending;
  std::string m_scoring;
  bool m_mayFailToScore = false;
  bool m_hasUnknown = false;
  mutable bool m_countsAtLeast = false;
  bool m_hasEnded = false;
  bool m_replicasInteract = false;
  bool m_sharesDevices = false;
  std::vector<RawDeviceAllocation> m_given;  ///< to replicas of a plan, where nodes share devices
};

}  // namespace

std::unique_ptr<ClaimRule> makeClaimRule(const Demand& demand, const ClusterSnapshot& snapshot) {
  return std::make_unique<DraRule>(demand, snapshot);
}

bool haveSameClasses(const ClusterExtras* a, const ClusterExtras* b) {
  if (a == nullptr || b == nullptr) return a == b;
  return a->classes == b->classes && a->templates == b->templates && a->known == b->known;
}

}  // namespace cardinal::alloc
