// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/stacks/gpu_manager/gpu_manager.h"

#include <algorithm>
#include <tuple>

#include "core/base/saturate.h"

namespace cardinal::alloc {
namespace {

using provider::kGpuManagerWholeCard;

void takeFrom(GpuManagerNodeState& state, std::size_t card, std::int64_t cores, std::int64_t memory) {
  GpuManagerCardState& books = state.cards[card];
  if (cores > books.freeCores || memory > books.freeMemory) {
    books.overbooked = true;
    return;
  }
  books.freeCores -= cores;
  books.freeMemory -= memory;
  state.freeCores -= cores;
  state.freeMemory -= memory;
}

/// Fullest first, and a total order.
bool isBefore(const GpuManagerCardState& a, const GpuManagerCardState& b) {
  return std::tie(a.freeCores, a.freeMemory, a.id) < std::tie(b.freeCores, b.freeMemory, b.id);
}

bool holds(std::optional<std::int64_t> requested, std::int64_t bound, std::int64_t allocatable) {
  return requested.value_or(0) == 0 || saturatedSum<std::int64_t>(bound, *requested) <= allocatable;
}

}  // namespace

GpuManagerNodeState gpuManagerNodeState(std::string name, const provider::GpuManagerNode* node) {
  GpuManagerNodeState state;
  state.name = std::move(name);
  if (node == nullptr) return state;
  state.isGpuNode = node->isGpuNode();
  state.breaksExtender = node->breaksExtender;
  state.memoryPerCard = node->memoryPerCard;
  for (int id = 0; id < node->cards; ++id)
    state.cards.push_back({id, kGpuManagerWholeCard, node->memoryPerCard, false});
  state.freeCores = kGpuManagerWholeCard * node->cards;
  state.freeMemory = node->capacityMemory;
  state.allocatableCores = node->allocatableCores.value_or(0);
  state.allocatableMemory = node->allocatableMemory.value_or(0);
  return state;
}

void countGpuManagerPod(GpuManagerNodeState& state, const provider::GpuManagerHoldings& holdings,
                        const provider::GpuManagerRequest& request, bool bound) {
  for (const provider::GpuManagerShare& share : holdings.shares) {
    const bool whole = share.cores >= kGpuManagerWholeCard;
    for (const int card : share.cards) {
      const auto index = static_cast<std::size_t>(card);
      if (card < 0 || index >= state.cards.size()) continue;
      takeFrom(state, index, share.cores, whole ? state.memoryPerCard : share.memory);
    }
  }
  if (!bound) return;
  state.boundCores = saturatedSum<std::int64_t>(state.boundCores, request.sumCores.value_or(0));
  state.boundMemory = saturatedSum<std::int64_t>(state.boundMemory, request.sumMemory.value_or(0));
}

bool gpuManagerSumsHold(const GpuManagerNodeState& state, const provider::GpuManagerRequest& request) {
  return holds(request.sumCores, state.boundCores, state.allocatableCores) &&
         holds(request.sumMemory, state.boundMemory, state.allocatableMemory);
}

const GpuManagerFit& GpuManagerFitter::fit(const GpuManagerNodeState& node) {
  m_fit.picks.clear();
  m_fit.ids.clear();
  m_fit.failedContainer = -1;
  m_fit.noGpuNode = !node.isGpuNode;
  m_fit.fits = node.isGpuNode;
  if (!m_fit.fits || !m_request.isGpuPod) return m_fit;
  m_cards.assign(node.cards.begin(), node.cards.end());
  for (std::size_t i = 0; i < m_request.containers.size(); ++i) {
    const auto& request = m_request.containers[i];
    if (request.requestsWholeCards() ? takeWhole(request, node.memoryPerCard) : takeShare(request)) continue;
    m_fit.fits = false;
    m_fit.failedContainer = static_cast<int>(i);
    m_fit.picks.clear();
    m_fit.ids.clear();
    break;
  }
  return m_fit;
}

/// The first card of the order that has at least so much; as much cores for a whole card as there can be.
GpuManagerCardState* GpuManagerFitter::firstCard(std::int64_t cores, std::int64_t memory) {
  GpuManagerCardState* first = nullptr;
  for (GpuManagerCardState& card : m_cards) {
    const bool has = card.freeCores >= cores && card.freeMemory >= memory;
    if (has && (first == nullptr || isBefore(card, *first))) first = &card;
  }
  return first;
}

bool GpuManagerFitter::takeShare(const provider::GpuManagerContainerRequest& request) {
  GpuManagerCardState* const card = firstCard(request.cores, request.memory);
  if (card == nullptr) return false;
  card->freeCores -= request.cores;
  card->freeMemory -= request.memory;
  m_fit.picks.push_back({request.container, static_cast<int>(m_fit.ids.size()), 1});
  m_fit.ids.push_back(card->id);
  return true;
}

bool GpuManagerFitter::takeWhole(const provider::GpuManagerContainerRequest& request, std::int64_t memoryPerCard) {
  const std::int64_t wanted = request.cores / kGpuManagerWholeCard;
  if (wanted > static_cast<std::int64_t>(m_cards.size())) return false;
  m_fit.picks.push_back({request.container, static_cast<int>(m_fit.ids.size()), static_cast<int>(wanted)});
  for (std::int64_t i = 0; i < wanted; ++i) {
    GpuManagerCardState* const card = firstCard(kGpuManagerWholeCard, 0);
    // cards with all cores but not all memory come first in the order, and cannot be charged
    if (card == nullptr || card->freeMemory < memoryPerCard) return false;
    card->freeCores = 0;
    card->freeMemory -= memoryPerCard;
    m_fit.ids.push_back(card->id);
  }
  return true;
}

GpuManagerChoice chooseGpuManagerNode(const provider::GpuManagerRequest& request,
                                      std::span<const GpuManagerNodeState> nodes) {
  GpuManagerChoice choice;
  choice.refusals.resize(nodes.size(), GpuManagerRefusal::None);
  if (!request.isGpuPod) {
    for (std::size_t i = 0; i < nodes.size(); ++i) choice.feasible.push_back(i);
    return choice;
  }
  choice.alreadyPredicated = request.alreadyPredicated;
  if (choice.alreadyPredicated) return choice;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    choice.extenderFails = choice.extenderFails || nodes[i].breaksExtender;
    if (nodes[i].isGpuNode)
      order.push_back(i);
    else
      choice.refusals[i] = GpuManagerRefusal::NoGpuNode;
  }
  if (choice.extenderFails) return choice;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::tie(nodes[a].freeCores, nodes[a].freeMemory, nodes[a].name) <
           std::tie(nodes[b].freeCores, nodes[b].freeMemory, nodes[b].name);
  });
  GpuManagerFitter fitter(request);
  for (const std::size_t index : order) {
    if (!choice.feasible.empty())
      choice.refusals[index] = GpuManagerRefusal::MatchedElsewhere;
    else if (fitter.fit(nodes[index]).fits)
      choice.feasible.push_back(index);
    else
      choice.refusals[index] = GpuManagerRefusal::DoesNotMatch;
  }
  return choice;
}

std::string gpuManagerRefusalText(GpuManagerRefusal refusal, const provider::GpuManagerRequest& request) {
  switch (refusal) {
    case GpuManagerRefusal::None:
      break;
    case GpuManagerRefusal::NoGpuNode:
      return "no GPU device";
    case GpuManagerRefusal::DoesNotMatch:
      return "pod " + request.podUid + " does not match with this node";
    case GpuManagerRefusal::MatchedElsewhere:
      return "pod " + request.podUid + " has already been matched to another node";
  }
  return {};
}

std::string gpuManagerRequestError(const GpuManagerChoice& choice, const provider::GpuManagerRequest& request) {
  return choice.alreadyPredicated ? "pod " + request.podName + " had been predicated!" : std::string();
}

std::string gpuManagerError(const GpuManagerFit& fit, const provider::GpuManagerRequest& request) {
  if (fit.noGpuNode) return "no GPU device";
  if (fit.failedContainer < 0) return {};
  return "failed to allocate for container " + request.containers[static_cast<std::size_t>(fit.failedContainer)].name;
}

std::string gpuManagerIndexes(const GpuManagerFit& fit, const GpuManagerPick& pick) {
  std::string out;
  for (int i = pick.first; i < pick.first + pick.count; ++i)
    out += (out.empty() ? "" : ",") + std::to_string(fit.ids[static_cast<std::size_t>(i)]);
  return out;
}

}  // namespace cardinal::alloc
