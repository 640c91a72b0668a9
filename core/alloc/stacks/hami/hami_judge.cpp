// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "core/alloc/stacks/hami/hami_figures.h"

// Compiled without fused multiply-add (CMakeLists.txt): scores are compared bit for bit.

namespace cardinal::hami {
namespace {

// Up to here Go's sort is an insertion sort, which keeps equal cards in their order.
constexpr std::size_t kStableUpTo = 12;

}  // namespace

float nodeScore(const Node& node, const NodeUse& use) noexcept {
  NodeSums sums;
  for (std::size_t i = 0; i < node.cards.size(); ++i) sums.add(figuresOf(node.cards[i], use.cards[i]));
  return sums.score();
}

std::vector<std::size_t> bestNodes(std::span<const float> scores, bool spreadsNodes) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const bool better = !out.empty() && (spreadsNodes ? scores[i] < scores[out[0]] : scores[i] > scores[out[0]]);
    if (better) out.clear();
    if (out.empty() || scores[i] == scores[out[0]]) out.push_back(i);
  }
  return out;
}

std::int32_t memoryOn(const Card& card, const ContainerRequest& requested) noexcept {
  // AMD: without a request, memory is the whole card's.
  if (vendors()[requested.vendor].rule == VendorRule::Amd)
    return requested.memoryMib > 0 ? requested.memoryMib : std::max(card.memoryMib, 0);
  return plainMemoryOn(card.memoryMib, requested);
}

std::int32_t coresOn(const Card& card, const ContainerRequest& requested) noexcept {
  if (vendors()[requested.vendor].rule != VendorRule::Amd) return plainCoresOn(requested);
  return std::min(std::max(wrappedProduct(card.cores, requested.cores) / kAllCores, 1), card.cores);
}

Judge::Judge(const Request& request, const Config& config, const Quota* quota)
    : m_request(request), m_config(config), m_quota(quota != nullptr && quota->limits() ? quota : nullptr) {
  for (const ContainerRequest& requested : request.containers) {
    if (requested.requestsCards() && std::find(m_vendors.begin(), m_vendors.end(), requested.vendor) == m_vendors.end())
      m_vendors.push_back(requested.vendor);
  }
}

const Verdict& Judge::judge(const Node& node, const NodeUse& use) {
  m_verdict.fits = false;
  m_verdict.refusal = {};
  m_verdict.score = 0;
  m_verdict.placed.clear();
  m_verdict.segments.clear();
  m_verdict.cardsAreCertain = true;
  m_verdict.scoreIsCertain = true;
  if (!node.isRegistered()) {
    m_verdict.refusal.kind = Refusal::Kind::Unregistered;
    return m_verdict;
  }
  m_verdict.score = nodeScore(node, use);
  learnNode(node);
  m_verdict.fits = judgeInit(node, use) && judgeApp(node, use);
  return m_verdict;
}

void Judge::learnNode(const Node& node) {
  const bool shownOnly = node.hasOtherCards && node.registration == Registration::OldFormat;
  m_verdict.scoreIsCertain = !node.hasUnreadVendors && !shownOnly;
  // Parts for containers without GPU are filed under the cards' types, which is where a vendor's list stands only when
  // a type is exactly its word.
  m_padded = 0;
  for (const VendorIndex vendor : m_vendors) {
    const std::string& word = vendors()[vendor].word;
    if (std::any_of(node.cards.begin(), node.cards.end(), [&](const Card& card) { return card.type == word; }))
      m_padded |= setOf(vendor);
    if (hasNetwork(node, vendor)) m_verdict.scoreIsCertain = false;
  }
}

/// Ascend 910: all cards that are offered name their network.
bool Judge::hasNetwork(const Node& node, VendorIndex vendor) const {
  const Vendor& of = vendors()[vendor];
  if (of.rule != VendorRule::Ascend || of.word.rfind("Ascend910", 0) != 0) return false;
  return std::all_of(node.cards.begin(), node.cards.end(),
                     [vendor](const Card& card) { return card.hasNetworkId || !card.isOfferedTo(vendor); });
}

bool Judge::judgeInit(const Node& node, const NodeUse& use) {
  m_passBegin = 0;
  for (std::size_t i = 0; i < m_request.initContainers; ++i) {
    if (!m_request.containers[i].requestsCards()) {
      pad(i, std::nullopt);
      continue;
    }
    resetOrder(node);
    if (!place(node, use, i)) return false;
  }
  return true;
}

bool Judge::judgeApp(const Node& node, const NodeUse& use) {
  m_passBegin = m_verdict.segments.size();
  resetOrder(node);
  std::size_t asking = 0;
  for (std::size_t i = m_request.initContainers; i < m_request.containers.size(); ++i)
    asking += m_request.containers[i].requestsCards();
  const bool shared = asking > 1;
  if (shared) m_copy = use;
  for (std::size_t i = m_request.initContainers; i < m_request.containers.size(); ++i) {
    if (!m_request.containers[i].requestsCards()) {
      pad(i, std::nullopt);
      continue;
    }
    if (!place(node, shared ? m_copy : use, i)) return false;
    if (shared) apply(node);
  }
  return true;
}

void Judge::addSegment(std::size_t container, VendorIndex vendor) {
  m_verdict.segments.push_back({container, m_verdict.placed.size(), m_verdict.placed.size(), vendor});
}

void Judge::pad(std::size_t container, std::optional<VendorIndex> but) {
  for (const VendorIndex vendor : m_vendors) {
    if (vendor != but && (m_padded & setOf(vendor)) != 0) addSegment(container, vendor);
  }
}

void Judge::startContainer(const Node& node, const ContainerRequest& requested) {
  m_isNvidia = requested.vendor == kNvidia;
  m_offered = static_cast<std::size_t>(std::count_if(
      node.cards.begin(), node.cards.end(), [&](const Card& card) { return card.isOfferedTo(requested.vendor); }));
  m_restrictions = &m_request.choice.nvidia;
  for (const auto& [vendor, restrictions] : m_request.choice.others) {
    if (vendor == requested.vendor) m_restrictions = &restrictions;
  }
}

void Judge::resetOrder(const Node& node) {
  m_order.resize(node.cards.size());
  std::iota(m_order.begin(), m_order.end(), std::size_t{0});
}

bool Judge::place(const Node& node, const NodeUse& use, std::size_t container) {
  const ContainerRequest& requested = m_request.containers[container];
  startContainer(node, requested);
  m_verdict.refusal = {};
  m_verdict.refusal.cards = m_offered;
  m_verdict.refusal.container = container;
  sortCards(node, use, requested);
  if (!enoughCards(node, requested)) return refuse(Refusal::Kind::InsufficientDevice);
  if (!walk(node, use, requested)) return false;
  m_verdict.refusal = {};
  if (m_isNvidia) finishMig(node, use);
  if (requested.number > 1 && hasNetwork(node, requested.vendor)) m_verdict.cardsAreCertain = false;
  pad(container, requested.vendor);
  addSegment(container, requested.vendor);
  m_verdict.placed.insert(m_verdict.placed.end(), m_got.begin(), m_got.end());
  m_verdict.segments.back().end = m_verdict.placed.size();
  return true;
}

void Judge::sortCards(const Node& node, const NodeUse& use, const ContainerRequest& requested) {
  const std::size_t parts = std::min(m_request.choice.order.size(), Keys().size());
  m_keys.resize(node.cards.size());
  for (std::size_t i = 0; i < node.cards.size(); ++i) {
    const Card& card = node.cards[i];
    const bool isWord = card.type == vendors()[requested.vendor].word;
    const float score = cardScore(figuresOf(card, use.cards[i]), isWord, requested, m_request.choice.weights);
    for (std::size_t part = 0; part < parts; ++part)
      m_keys[i][part] = keyPart(m_request.choice.order[part], card.numa, card.index, use.cards[i].slots, score);
  }
  const auto before = [this, parts](std::size_t a, std::size_t b) {
    for (std::size_t part = 0; part < parts; ++part) {
      if (m_keys[a][part] != m_keys[b][part]) return m_keys[a][part] < m_keys[b][part];
    }
    return false;
  };
  if (m_order.size() > kStableUpTo) {
    std::stable_sort(m_order.begin(), m_order.end(), before);
    const auto equal = [&before](std::size_t a, std::size_t b) { return !before(a, b) && !before(b, a); };
    if (std::adjacent_find(m_order.begin(), m_order.end(), equal) != m_order.end()) m_verdict.cardsAreCertain = false;
    return;
  }
  for (std::size_t i = 1; i < m_order.size(); ++i) {
    for (std::size_t at = i; at > 0 && before(m_order[at], m_order[at - 1]); --at)
      std::swap(m_order[at], m_order[at - 1]);
  }
}

/// A card of NVIDIA's in MIG mode can give several instances.
bool Judge::enoughCards(const Node& node, const ContainerRequest& requested) const {
  if (static_cast<std::size_t>(requested.number) <= m_offered) return true;
  const auto& mode = m_request.choice.vgpuMode;
  if (!m_isNvidia || (mode && mode->find("mig") == std::string::npos)) return false;
  return std::any_of(node.cards.begin(), node.cards.end(),
                     [](const Card& card) { return card.isOfferedTo(kNvidia) && card.isMig(); });
}

void Judge::apply(const Node& node) {
  const PlacedSegment& segment = m_verdict.segments.back();
  for (std::size_t i = segment.begin; i < segment.end; ++i) {
    const Placed& placed = m_verdict.placed[i];
    CardUse& use = m_copy.cards[placed.card];
    use.slots = wrappedSum(use.slots, 1);
    use.memoryMib = wrappedSum(use.memoryMib, placed.memoryMib);
    use.cores = wrappedSum(use.cores, placed.cores);
    if (placed.profile < 0) continue;
    const auto& profiles = node.cards[placed.card].profiles;
    m_copy.mig.push_back({placed.card, profiles[static_cast<std::size_t>(placed.profile)].name, placed.placement});
  }
}

bool Judge::refuse(Refusal::Kind kind) {
  m_verdict.refusal.kind = kind;
  return false;
}

void Judge::count(CardReason reason, std::size_t by) {
  m_verdict.refusal.counts[static_cast<std::size_t>(reason)] += static_cast<std::int32_t>(by);
}

}  // namespace cardinal::hami
