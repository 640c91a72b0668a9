// SPDX-License-Identifier: Apache-2.0
#include "core/provider/record/kai_cards.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "core/base/saturate.h"
#include "core/provider/gpu_keys.h"
#include "core/provider/record/node_findings.h"
#include "core/provider/stacks/kai_state.h"

namespace cardinal::provider {
namespace {

constexpr std::string_view kReservation = "runai-gpu-group ";

void addFinding(NodeRecord& node, FindingCode code, const PodRecord& pod, std::string_view detail) {
  if (node.findings.size() < kMaxFindingsPerNode)
    node.findings.push_back({code, kPendingCard, displayName(pod.key()), clipped(detail), 0, 0});
}

bool sharesCard(const PodRecord& pod) {
  return pod.request.kind() == GpuRequest::Kind::Vgpu && pod.request.stack == GpuStack::Kai;
}

/// As the scheduler counts them: reservation pods take a slot, cpu and memory, and no card.
kai::State stateOf(const kai::Node& node, const SchedulerView& pods) {
  kai::State state = kai::emptyState(node);
  for (const auto& pod : pods.pods) {
    kai::Request request = kai::readRequest(*pod);
    if (kai::readReservation(*pod)) {
      request.kind = kai::Request::Kind::CpuOnly;
      request.gpus = 0;
    }
    kai::add(state, node, request, kai::readHolding(*pod));
  }
  return state;
}

}  // namespace

void KaiCards::add(const std::shared_ptr<PodRecord>& pod) {
  if (auto reservation = kai::readReservation(*pod->raw)) {
    m_isUsed = true;
    m_reserved.push_back({pod, std::move(*reservation)});
  } else if (sharesCard(*pod)) {
    m_isUsed = true;
    m_sharers.push_back(pod);
  } else {
    m_isUsed = m_isUsed || pod->raw->spec.schedulerName == kai::kScheduler;
  }
}

void KaiCards::place(NodeRecord& node, WholeCardHolders& holders) {
  if (!m_isUsed || !node.exists()) return;
  m_node = kai::readNode(*node.raw);
  const bool labelled = !node.cards.empty() && node.cards.front().memoryKnown;
  m_cardMemory = !m_node.memoryKnown && labelled ? node.cards.front().memTotal.value : m_node.cardMemory;
  placeReserved(node, holders);
  for (const auto& pod : m_sharers) placeSharer(node, holders, *pod);
}

KaiCards::Group& KaiCards::groupOf(const std::string& name) {
  const auto found =
      std::find_if(m_groups.begin(), m_groups.end(), [&](const Group& group) { return group.name == name; });
  return found != m_groups.end() ? *found : m_groups.emplace_back(Group{name, {}, kPendingCard, 0, 0, true, false});
}

/// The recorded index, else the first card without a known holder.
CardIndex KaiCards::takeCard(const std::string& recorded, WholeCardHolders& holders) {
  CardIndex index = 0;
  const auto places = static_cast<CardIndex>(holders.known.size());
  const bool isIndex = parseCardIndex(recorded, index) && index >= 0 && index < places;
  auto at = holders.known.end();
  if (isIndex && !holders.known[static_cast<std::size_t>(index)]) at = holders.known.begin() + index;
  if (at == holders.known.end()) at = std::find(holders.known.begin(), holders.known.end(), false);
  if (at == holders.known.end()) return kPendingCard;
  *at = true;
  return static_cast<CardIndex>(at - holders.known.begin());
}

/// The first pod of a group holds its card; a second one is a pod that holds some card, as any other.
void KaiCards::placeReserved(NodeRecord& node, WholeCardHolders& holders) {
  std::sort(m_reserved.begin(), m_reserved.end(), [](const Reserved& a, const Reserved& b) {
    return std::tuple(a.pod->raw->meta.created, a.reservation.group, a.pod->key()) <
           std::tuple(b.pod->raw->meta.created, b.reservation.group, b.pod->key());
  });
  for (const Reserved& reserved : m_reserved) {
    Group& group = groupOf(reserved.reservation.group);
    group.isReserved = true;
    if (group.card != kPendingCard) continue;
    const std::string recorded = reserved.reservation.card.value_or(std::string());
    group.card = takeCard(recorded, holders);
    if (group.card == kPendingCard) {
      addFinding(node, FindingCode::CardOutOfRange, *reserved.pod, recorded);
      continue;
    }
    holders.unknown = std::max<std::int64_t>(holders.unknown - 1, 0);
    CardIndex index = 0;
    if (!parseCardIndex(recorded, index)) group.id = clipped(recorded);
    const auto twin = std::find_if(m_groups.begin(), m_groups.end(), [&](const Group& other) {
      return !group.id.empty() && other.id == group.id && other.name != group.name;
    });
    if (twin != m_groups.end() && node.findings.size() < kMaxFindingsPerNode)
      node.findings.push_back({FindingCode::CardHeldTwice, group.card, displayName(reserved.pod->key()),
                               clipped(std::string(kReservation) + twin->name), 0, 2});
    reserved.pod->source = AllocationSource::ReservationPod;
    reserved.pod->shares = {CardShare{group.card, {}, {}, 0}};
  }
}

void KaiCards::placeSharer(NodeRecord& node, WholeCardHolders& holders, PodRecord& pod) {
  const kai::Request request = kai::readRequest(*pod.raw);
  for (const Error& problem : request.problems)
    addFinding(node, FindingCode::FieldUnreadable, pod, problem.subject + ": " + problem.detail);
  if (request.kind != kai::Request::Kind::Shared) return;  // such a pod holds no card
  const bool knowsSize = m_node.memoryKnown || node.gpu.unit == MemoryUnit::MiB;
  const bool knowsShare = request.fraction > 0 || knowsSize;
  kai::Node shown = m_node;
  shown.cardMemory = m_cardMemory;
  const MemUnits need(knowsShare ? kai::needOn(shown, request) : 0);
  const kai::Holding holding = kai::readHolding(*pod.raw);
  pod.countsForScheduler = true;
  if (holding.groups.empty()) {
    addFinding(node, FindingCode::AllocationMissing, pod, {});
    m_hasUnplaced = true;
  }
  for (const std::string& name : holding.groups) {
    Group& group = groupOf(name);
    if (group.card == kPendingCard) {
      group.card = takeCard({}, holders);
      const bool isTaken = group.card != kPendingCard && node.wholeCardsHeld < std::numeric_limits<int>::max();
      if (isTaken) ++node.wholeCardsHeld;
    }
    if (group.card == kPendingCard) addFinding(node, FindingCode::CardOutOfRange, pod, name);
    // The binder deletes running pods without one (v0.17.0, pkg/binder/binding/resourcereservation).
    const bool isRunning = pod.raw->phase == PodPhase::Running && !isTerminating(*pod.raw);
    if (isRunning && !group.isReserved) addFinding(node, FindingCode::OrphanedShare, pod, name);
    ++group.pods;
    group.memory = saturatedSum(group.memory, need.value);
    group.memoryKnown = group.memoryKnown && knowsShare;
    pod.source = AllocationSource::ReservationPod;
    pod.shares.push_back(CardShare{group.card, need, {}, 0});
  }
  std::sort(pod.shares.begin(), pod.shares.end(),
            [](const CardShare& a, const CardShare& b) { return a.card < b.card; });
}

/// Any of the cards that nobody else is known to have may be the pod's that is not placed.
void KaiCards::hideHolders(NodeRecord& node) const {
  for (Card& card : node.cards) {
    const bool isGroups = std::any_of(m_groups.begin(), m_groups.end(), [&](const Group& group) {
      return group.card == static_cast<CardIndex>(card.index);
    });
    if (!isGroups) card.holderKnown = false;
  }
}

void KaiCards::fill(NodeRecord& node, std::shared_ptr<NodeDevices>& devices) const {
  if (!m_isUsed || !node.exists()) return;
  if (devices == nullptr) devices = std::make_shared<NodeDevices>();
  if (devices->stacks.empty()) devices->stacks.push_back(node.gpu.stack);
  devices->stacks.push_back(GpuStack::Kai);
  if (devices->cards.empty()) devices->cards.resize(node.cards.size());
  for (const Group& group : m_groups) {
    if (group.card == kPendingCard) continue;
    const auto at = static_cast<std::size_t>(group.card);
    if (at < devices->cards.size()) devices->cards[at].id = group.id;
    Card& card = node.cards[at];
    card.pods = static_cast<std::uint16_t>(std::min(group.pods, int{std::numeric_limits<std::uint16_t>::max()}));
    card.memoryKnown = group.memoryKnown;
    card.memTotal = MemUnits(m_cardMemory);
    card.memAllocated = card.memScheduler = MemUnits(group.memory);
    card.coreKnown = false;  // compute is not divided
    card.coreTotal = card.coreAllocated = card.coreScheduler = CorePercent();
  }
  if (m_hasUnplaced) hideHolders(node);
  auto state = std::make_shared<kai::NodeState>();
  state->node = m_node;
  state->state = stateOf(m_node, node.scheduler);
  for (const kai::Group& group : state->state.groups) {
    const auto found =
        std::find_if(m_groups.begin(), m_groups.end(), [&](const Group& one) { return one.name == group.name; });
    state->cards.push_back(found != m_groups.end() ? found->card : kPendingCard);
  }
  devices->state = std::move(state);
}

}  // namespace cardinal::provider
