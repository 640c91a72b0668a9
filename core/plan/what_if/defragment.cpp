// SPDX-License-Identifier: Apache-2.0
#include "core/plan/what_if/defragment.h"

#include <algorithm>
#include <numeric>

#include "core/plan/what_if/defrag_targets.h"
#include "core/plan/what_if/step_runner.h"

namespace cardinal {
namespace {

using plan::DefragTarget;
using plan::isUnclaimed;
using plan::RawPodPtr;

/// Beyond so many pods their orders are not all tried.
constexpr std::size_t kMaxOrdered = 3;
/// How many more moves than the least a card is searched through for, when nothing better is known.
constexpr std::size_t kDeepest = 3;

enum class Trial : std::uint8_t { Works, Fails, Ends };

class Search {
 public:
  Search(const SnapshotPtr& snapshot, const std::stop_token& stop,
         const std::function<void(const DefragProgress&)>& onProgress, std::size_t mostTrials, DefragAnswer& out)
      : m_snapshot(snapshot),
        m_state(snapshot),
        m_stop(stop),
        m_onProgress(onProgress),
        m_most(mostTrials),
        m_out(out) {}

  void run(const std::vector<DefragTarget>& targets) {
    m_out.least = targets.front().least;
    greedy(targets);
    const std::size_t best = m_out.moves.size();
    if (best == 0 || best > m_out.least) deepen(targets, best == 0 ? m_out.least + kDeepest : best);
    settleVerdict();
  }

 private:
  /// The pods that free most, of one card after another: quickly a good list.
  void greedy(const std::vector<DefragTarget>& targets) {
    const std::size_t most = m_most - m_most / 2;
    for (const DefragTarget& target : targets) {
      if (m_out.tried >= most) return;
      std::vector<RawPodPtr> pods;
      for (std::size_t i = 0; i < target.least; ++i) pods.push_back(target.movables[i].pod);
      if (attempt(target, pods) != Trial::Fails) return;
    }
  }

  /// Every choice of fewer pods than `below`, fewest first.
  void deepen(const std::vector<DefragTarget>& targets, std::size_t below) {
    for (std::size_t moves = m_out.least; moves < below; ++moves) {
      bool whole = moves <= kMaxOrdered;
      for (const DefragTarget& target : targets) {
        if (target.least > moves) break;
        const Trial trial = choose(target, moves);
        if (trial == Trial::Works) return;
        whole = whole && trial == Trial::Fails;
        if (trial == Trial::Ends) return;
      }
      if (whole && m_ruledOut == moves - m_out.least) ++m_ruledOut;
    }
  }

  Trial choose(const DefragTarget& target, std::size_t moves) {
    m_chosen.clear();
    return chooseFrom(target, 0, moves, target.lacking);
  }

  Trial chooseFrom(const DefragTarget& target, std::size_t first, std::size_t left, std::int64_t lacking) {
    if (left == 0) return lacking <= 0 ? inAllOrders(target) : Trial::Fails;
    for (std::size_t i = first; i + left <= target.movables.size(); ++i) {
      // The rest frees at most what the next ones do, which stand in descending order.
      if (target.movables[i].frees * static_cast<std::int64_t>(left) < lacking) break;
      m_chosen.push_back(i);
      const Trial trial = chooseFrom(target, i + 1, left - 1, lacking - target.movables[i].frees);
      m_chosen.pop_back();
      if (trial != Trial::Fails) return trial;
    }
    return Trial::Fails;
  }

  Trial inAllOrders(const DefragTarget& target) {
    std::vector<std::size_t> order = m_chosen;
    do {
      std::vector<RawPodPtr> pods;
      pods.reserve(order.size());
      for (const std::size_t i : order) pods.push_back(target.movables[i].pod);
      const Trial trial = attempt(target, pods);
      if (trial != Trial::Fails) return trial;
    } while (order.size() <= kMaxOrdered && std::next_permutation(order.begin(), order.end()));
    return Trial::Fails;
  }

  Trial attempt(const DefragTarget& target, const std::vector<RawPodPtr>& pods) {
    if (m_stop.stop_requested()) return Trial::Ends;
    if (m_out.tried >= m_most) {
      m_out.bounded = true;
      return Trial::Ends;
    }
    ++m_out.tried;
    if (m_onProgress) m_onProgress({m_out.tried, m_most, m_out.moves.size()});
    std::vector<WhatIfPod> places;
    const auto claims = m_state.claims();
    const bool works = move(pods, places) && frees(target);
    for (const RawPodPtr& pod : pods) m_state.putPod(pod);
    m_state.restoreClaims(claims);
    if (m_stop.stop_requested()) return Trial::Ends;
    if (!works) return Trial::Fails;
    keep(target, pods, std::move(places));
    return Trial::Works;
  }

  bool move(const std::vector<RawPodPtr>& pods, std::vector<WhatIfPod>& places) {
    plan::StepRunner runner(m_state, m_stop, {});
    for (const RawPodPtr& pod : pods) {
      auto done = runner.run(MovePod{pod->meta.key.ns, pod->meta.key.name});
      if (!done || done->placed != 1) return false;
      places.push_back(std::move(done->pods.front()));
    }
    return true;
  }

  /// A claim may hold a part of a card without any pod that could move.
  bool frees(const DefragTarget& target) {
    const ClusterSnapshot& now = m_state.view();
    if (now.node(target.node).gpu.mode != GpuMode::Claims) return true;
    return target.card >= 0 && isUnclaimed(now.cardsOf(target.node)[static_cast<std::size_t>(target.card)]);
  }

  void keep(const DefragTarget& target, const std::vector<RawPodPtr>& pods, std::vector<WhatIfPod> places) {
    m_out.node = m_snapshot->node(target.node).name;
    m_out.card = target.card;
    m_out.places = std::move(places);
    m_out.moves.clear();
    for (const RawPodPtr& pod : pods) m_out.moves.push_back({pod->meta.key.ns, pod->meta.key.name});
  }

  void settleVerdict() {
    const std::size_t best = m_out.moves.size();
    if (best == 0) {
      m_out.verdict = m_stop.stop_requested() ? DefragVerdict::Stopped : DefragVerdict::NoneFound;
      return;
    }
    const bool fewest = best == m_out.least || (best == m_out.least + 1 && m_ruledOut >= 1);
    m_out.verdict = fewest ? DefragVerdict::ProvenFewest : DefragVerdict::BestFound;
  }

  const SnapshotPtr& m_snapshot;
  plan::OverlayState m_state;
  const std::stop_token& m_stop;
  const std::function<void(const DefragProgress&)>& m_onProgress;
  std::size_t m_most;
  DefragAnswer& m_out;
  std::vector<std::size_t> m_chosen;
  std::size_t m_ruledOut = 0;  ///< numbers of moves from `least` on of which every list was tried
};

std::int64_t freeMibAfter(const ClusterSnapshot& snapshot, const DefragAnswer& answer) {
  const auto node = snapshot.findNode(answer.node);
  if (!node || answer.card < 0) return 0;
  const Card& card = snapshot.cardsOf(*node)[static_cast<std::size_t>(answer.card)];
  const MemUnits free(std::max<std::int64_t>(card.memTotal.value - card.memScheduler.value, 0));
  return card.memoryKnown ? toMib(free, snapshot.node(*node).gpu.unit).value_or(0) : 0;
}

}  // namespace

const char* toString(DefragVerdict verdict) noexcept {
  switch (verdict) {
    case DefragVerdict::AlreadyFree:
      return "AlreadyFree";
    case DefragVerdict::ProvenFewest:
      return "ProvenFewest";
    case DefragVerdict::BestFound:
      return "BestFound";
    case DefragVerdict::NoneFound:
      return "NoneFound";
    case DefragVerdict::Stopped:
      return "Stopped";
  }
  return "NoneFound";
}

DefragAnswer defragment(const SnapshotPtr& snapshot, const DefragGoal& goal,
                        std::span<const RawDisruptionBudget> budgets, const std::stop_token& stop,
                        const std::function<void(const DefragProgress&)>& onProgress, std::size_t mostTrials) {
  DefragAnswer out;
  if (goal.memoryMib && *goal.memoryMib <= 0) {
    out.problems.push_back(makeError(ErrorCode::InvalidArgument, "memory", {}, std::to_string(*goal.memoryMib)));
  }
  if (!goal.node.empty() && !snapshot->findNode(goal.node)) {
    out.problems.push_back(makeError(ErrorCode::NotFound, goal.node, "nodes"));
  }
  if (!out.problems.empty()) return out;
  const plan::DefragTargets found = plan::findTargets(*snapshot, goal, budgets);
  out.memoryMib = goal.memoryMib;
  out.nodes = found.nodes;
  out.cards = found.targets.size();
  out.blocked = found.blocked;
  out.unknown = found.unknown;
  if (found.already) {
    out.verdict = DefragVerdict::AlreadyFree;
    out.node = snapshot->node(found.already->node).name;
    out.card = found.already->card;
    out.freeMib = freeMibAfter(*snapshot, out);
    return out;
  }
  if (!found.targets.empty()) Search(snapshot, stop, onProgress, mostTrials, out).run(found.targets);
  if (out.verdict == DefragVerdict::NoneFound && found.wholeCard) {
    out.verdict = DefragVerdict::AlreadyFree;
    out.isOfWholeCard = true;
    out.node = snapshot->node(found.wholeCard->node).name;
    out.card = found.wholeCard->card;
    out.freeMib = found.wholeCardMib;
  }
  if (!out.moves.empty()) out.freeMib = freeMibAfter(*runWhatIf(snapshot, stepsOf(out)).after, out);
  return out;
}

std::vector<WhatIfStep> stepsOf(const DefragAnswer& answer) {
  return {answer.moves.begin(), answer.moves.end()};
}

}  // namespace cardinal
