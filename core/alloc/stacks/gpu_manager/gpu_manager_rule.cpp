// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/stacks/gpu_manager/gpu_manager_rule.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "core/alloc/reserve/card_fit.h"
#include "core/alloc/stacks/common/card_shares.h"
#include "core/alloc/stacks/common/state_of.h"
#include "core/alloc/stacks/gpu_manager/gpu_manager.h"
#include "core/alloc/stacks/gpu_manager/gpu_manager_rows.h"
#include "core/base/saturate.h"
#include "core/provider/stacks/gpu_manager/gpu_manager_adapter.h"

namespace cardinal::alloc {
namespace {

using provider::GpuManagerContainerRequest;
using provider::GpuManagerStackState;
using provider::kGpuManagerUnitMiB;
using provider::kGpuManagerWholeCard;

/// Decisions that are repeated to count room where containers of one pod interact; what is beyond is not counted.
constexpr int kMaxRepeats = 32;

/// Why no node starts the pod, in the words of gpu-admission or of gpu-manager; empty = a node may.
std::string refusalOf(const provider::GpuManagerRequest& request, bool bound) {
  // Annotations of a bound pod are its own; who takes its place has none.
  if (request.alreadyPredicated && !bound) {
    GpuManagerChoice choice;
    choice.alreadyPredicated = true;
    return gpuManagerRequestError(choice, request);
  }
  for (const provider::GpuManagerProblem& problem : request.problems) {
    if (problem.code == provider::GpuManagerProblemCode::NotMultipleOf100)
      return "cores are greater than 100, must be multiple of 100";
    if (problem.code == provider::GpuManagerProblemCode::NoMemoryRequested ||
        problem.code == provider::GpuManagerProblemCode::NoCoresRequested)
      return "that cores or memory is zero is not permitted in share mode";
  }
  return {};
}

/// Judges through scratch memory of its own, so one rule serves one thread, as the evaluator that owns it.
class GpuManagerRule final : public CardRule {
 public:
  explicit GpuManagerRule(const Demand& demand)
      : m_request(provider::readGpuManagerRequest(*demand.request.pod)),
        m_refusal(refusalOf(m_request, !demand.request.pod->spec.nodeName.empty())),
        m_fitter(m_request),
        m_rows(m_request, m_refusal.empty()) {}

  bool choose(const NodeView& view, const TieRule& /*tie*/, CardChoice& out, CardRoom& room) const override {
    if (const auto cards = m_rows.of(view); !cards.empty()) return m_rows.choose(cards, out, room);
    clearChoice(out);
    room = CardRoom{};
    const GpuManagerStackState* state = stateOf<GpuManagerStackState>(view);
    if (state == nullptr) return false;
    fillNode(*state, view);
    room.free = freeOnAll(view.cards);
    if (!m_refusal.empty() || m_node.breaksExtender) return false;
    const GpuManagerFit& fit = m_fitter.fit(m_node);
    if (!fit.fits) return false;
    fillChoice(fit, out);
    room.fits = out.cards.empty() ? std::numeric_limits<std::int64_t>::max() : fitting();
    room.usable = room.free;
    return true;
  }

  void explain(const NodeView& view, NodeRejection& out) const override {
    if (const auto cards = m_rows.of(view); !cards.empty()) return m_rows.explain(cards, out);
    out.reason = Rejection{ReasonCode::StackRefused, Waiting::Never, kPendingCard, 0, 0, m_refusal};
    const GpuManagerStackState* state = stateOf<GpuManagerStackState>(view);
    if (state == nullptr || !m_refusal.empty()) return;
    fillNode(*state, view);
    const GpuManagerFit& fit = m_fitter.fit(m_node);
    // What the pod's event says, then what only the extender's log does.
    const auto refusal = fit.noGpuNode ? GpuManagerRefusal::NoGpuNode : GpuManagerRefusal::DoesNotMatch;
    std::string detail = gpuManagerRefusalText(refusal, m_request);
    if (!fit.noGpuNode && !fit.fits) detail += ": " + gpuManagerError(fit, m_request);
    out.reason.detail = std::move(detail);
    if (m_node.breaksExtender) return;
    empty(state->node);
    if (m_fitter.fit(m_node).fits) out.reason.waiting = Waiting::NotNow;
    fillNode(*state, view);
    if (onlyContainer() == nullptr) return;
    for (std::size_t i = 0; i < m_node.cards.size(); ++i) explainCard(i, out);
  }

  bool takes(const NodeView& view, CardIndex card) const override {
    const GpuManagerStackState* state = stateOf<GpuManagerStackState>(view);
    if (state == nullptr || !m_refusal.empty() || card < 0) return false;
    fillNode(*state, view);
    const auto at = static_cast<std::size_t>(card);
    return at < m_node.cards.size() && std::any_of(m_request.containers.begin(), m_request.containers.end(),
                                                   [&](const auto& container) { return sharesOn(at, container) > 0; });
  }

  void take(const CardChoice& choice, std::vector<Card>& cards) const override { takeCardShares(choice, cards); }
  bool readsStates() const override { return !m_rows.isPlain(); }

  StringMap annotations(const NodeView& view, const CardList& cards) const override {
    StringMap out;
    const GpuManagerStackState* state = stateOf<GpuManagerStackState>(view);
    if (state == nullptr || !m_refusal.empty()) return out;
    fillNode(*state, view);
    const GpuManagerFit& fit = m_fitter.fit(m_node);
    if (m_node.breaksExtender || !fit.fits) return out;
    CardChoice choice;
    fillChoice(fit, choice);
    if (!(cards == choice.cards)) return out;
    for (const GpuManagerPick& pick : fit.picks)
      out.emplace_back(std::string(provider::kGpuManagerIndexes) + std::to_string(pick.container),
                       gpuManagerIndexes(fit, pick));
    return out;
  }

 private:
  /// From the figures of the cards, where a plan may have put more.
  void fillNode(const GpuManagerStackState& state, const NodeView& view) const {
    empty(state.node);
    for (std::size_t i = 0; i < m_node.cards.size() && i < view.cards.size(); ++i) {
      const Card& used = view.cards[i];
      const std::int64_t memory = used.memScheduler.value / kGpuManagerUnitMiB;
      GpuManagerCardState& card = m_node.cards[i];
      card.freeCores = kGpuManagerWholeCard - used.coreScheduler.value;
      card.freeMemory = saturatedDifference<std::int64_t>(state.node.memoryPerCard, memory);
      m_node.freeCores -= used.coreScheduler.value;
      m_node.freeMemory = saturatedDifference<std::int64_t>(m_node.freeMemory, memory);
    }
  }

  void empty(const provider::GpuManagerNode& node) const {
    m_node.isGpuNode = node.isGpuNode();
    m_node.breaksExtender = node.breaksExtender;
    m_node.memoryPerCard = node.memoryPerCard;
    m_node.cards.clear();
    for (int id = 0; id < node.cards; ++id)
      m_node.cards.push_back({id, kGpuManagerWholeCard, node.memoryPerCard, false});
    m_node.freeCores = kGpuManagerWholeCard * node.cards;
    m_node.freeMemory = node.capacityMemory;
  }

  void fillChoice(const GpuManagerFit& fit, CardChoice& out) const {
    const auto free = std::count_if(m_node.cards.begin(), m_node.cards.end(), [](const GpuManagerCardState& card) {
      return card.freeCores == kGpuManagerWholeCard;
    });
    std::int64_t wholeRequested = 0;
    for (const GpuManagerPick& pick : fit.picks) {
      const GpuManagerContainerRequest& container = containerOf(pick.container);
      const bool whole = container.requestsWholeCards();
      if (whole) wholeRequested += pick.count;
      for (int i = pick.first; i < pick.first + pick.count; ++i)
        addCardShare(
            out.shares, static_cast<CardIndex>(fit.ids[static_cast<std::size_t>(i)]),
            saturatedProduct<std::int64_t>(whole ? m_node.memoryPerCard : container.memory, kGpuManagerUnitMiB),
            std::min(container.cores, kGpuManagerWholeCard), 0);
    }
    setCardsByShares(out);
    out.tied = wholeRequested > 0 && free > wholeRequested;
    // The fullest node wins, by what is free.
    out.score = gpuManagerPoints(m_node.freeCores);
  }

  const GpuManagerContainerRequest& containerOf(int index) const {
    return *std::find_if(m_request.containers.begin(), m_request.containers.end(),
                         [index](const auto& one) { return one.container == index; });
  }

  const GpuManagerContainerRequest* onlyContainer() const {
    return m_request.containers.size() == 1 ? &m_request.containers.front() : nullptr;
  }

  std::int64_t sharesOn(std::size_t at, const GpuManagerContainerRequest& container) const {
    const GpuManagerCardState& card = m_node.cards[at];
    if (container.requestsWholeCards())
      return card.freeCores == kGpuManagerWholeCard && card.freeMemory >= m_node.memoryPerCard ? 1 : 0;
    if (card.freeCores < container.cores || card.freeMemory < container.memory) return 0;
    return std::min(card.freeCores / container.cores, card.freeMemory / container.memory);
  }

  /// How many pods like this one follow one after another; at least the one that was just placed.
  std::int64_t fitting() const {
    std::int64_t count = 0;
    if (const GpuManagerContainerRequest* container = onlyContainer()) {
      for (std::size_t i = 0; i < m_node.cards.size(); ++i)
        count = saturatedSum<std::int64_t>(count, sharesOn(i, *container));
      if (container->requestsWholeCards()) count /= container->cores / kGpuManagerWholeCard;
      return std::max<std::int64_t>(count, 1);
    }
    for (; count < kMaxRepeats; ++count) {
      const GpuManagerFit& fit = m_fitter.fit(m_node);
      if (!fit.fits) break;
      put(fit);
    }
    return std::max<std::int64_t>(count, 1);
  }

  void put(const GpuManagerFit& fit) const {
    for (const GpuManagerPick& pick : fit.picks) {
      const GpuManagerContainerRequest& container = containerOf(pick.container);
      for (int i = pick.first; i < pick.first + pick.count; ++i) {
        GpuManagerCardState& card = m_node.cards[static_cast<std::size_t>(fit.ids[static_cast<std::size_t>(i)])];
        card.freeCores -= std::min(container.cores, kGpuManagerWholeCard);
        card.freeMemory = saturatedDifference<std::int64_t>(
            card.freeMemory, container.requestsWholeCards() ? m_node.memoryPerCard : container.memory);
      }
    }
  }

  void explainCard(std::size_t at, NodeRejection& out) const {
    const GpuManagerContainerRequest& container = *onlyContainer();
    if (sharesOn(at, container) > 0) return;
    const auto index = static_cast<CardIndex>(at);
    const GpuManagerCardState& card = m_node.cards[at];
    if (container.requestsWholeCards()) {
      out.cards.add(ReasonCode::CardNotEmpty, Waiting::NotNow, index, kGpuManagerWholeCard, card.freeCores);
    } else if (card.freeMemory < container.memory) {
      out.cards.add(ReasonCode::InsufficientCardMemory,
                    m_node.memoryPerCard < container.memory ? Waiting::Never : Waiting::NotNow, index,
                    saturatedProduct<std::int64_t>(container.memory, kGpuManagerUnitMiB),
                    saturatedProduct<std::int64_t>(std::max<std::int64_t>(card.freeMemory, 0), kGpuManagerUnitMiB));
    } else {
      out.cards.add(ReasonCode::InsufficientCardCore, Waiting::NotNow, index, container.cores,
                    std::max<std::int64_t>(card.freeCores, 0));
    }
  }

  provider::GpuManagerRequest m_request;
  std::string m_refusal;
  mutable GpuManagerFitter m_fitter;
  GpuManagerRows m_rows;
  mutable GpuManagerNodeState m_node;
};

}  // namespace

std::unique_ptr<CardRule> makeGpuManagerRule(const Demand& demand) {
  return std::make_unique<GpuManagerRule>(demand);
}

}  // namespace cardinal::alloc
