// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/explain/changed_node.h"

#include <algorithm>

#include "core/base/saturate.h"
#include "core/provider/pod_request.h"

namespace cardinal::alloc {
namespace {

constexpr std::string_view kCordonTaint = "node.kubernetes.io/unschedulable";

void takeShare(Card& card, const CardShare& share, bool countsForScheduler) {
  card.memAllocated.value =
      std::max<std::int64_t>(saturatedDifference<std::int64_t>(card.memAllocated.value, share.memory.value), 0);
  card.coreAllocated.value = std::max(card.coreAllocated.value - share.core.value, 0);
  if (card.pods > 0) --card.pods;
  if (!countsForScheduler) return;
  card.memScheduler.value =
      std::max<std::int64_t>(saturatedDifference<std::int64_t>(card.memScheduler.value, share.memory.value), 0);
  card.coreScheduler.value = std::max(card.coreScheduler.value - share.core.value, 0);
}

void giveShare(Card& card, const CardShare& share, bool countsForScheduler) {
  card.memAllocated.value = saturatedSum<std::int64_t>(card.memAllocated.value, share.memory.value);
  card.coreAllocated.value += share.core.value;
  ++card.pods;
  if (!countsForScheduler) return;
  card.memScheduler.value = saturatedSum<std::int64_t>(card.memScheduler.value, share.memory.value);
  card.coreScheduler.value += share.core.value;
}

}  // namespace

bool isStateTaint(const Taint& taint) {
  constexpr std::string_view kPrefix = "node.kubernetes.io/";
  return taint.key.compare(0, kPrefix.size(), kPrefix) == 0;
}

ChangedNode::ChangedNode(const ClusterSnapshot& snapshot, NodeIndex node)
    : m_index(node), m_record(snapshot.node(node)) {
  const auto cards = snapshot.cardsOf(node);
  m_cards.assign(cards.begin(), cards.end());
}

ChangedNode::ChangedNode(const NodeView& view)
    : m_index(view.index), m_record(*view.node), m_cards(view.cards.begin(), view.cards.end()), m_placed(view.placed) {}

RawNode& ChangedNode::editRaw() {
  if (!m_raw) {
    m_raw = std::make_shared<RawNode>(*m_record.raw);
    m_record.raw = m_raw;
  }
  return *m_raw;
}

void ChangedNode::uncordon() {
  RawNode& raw = editRaw();
  raw.unschedulable = false;
  std::erase_if(raw.taints, [](const Taint& taint) { return taint.key == kCordonTaint; });
}

void ChangedNode::makeReady() {
  std::erase_if(editRaw().taints, [](const Taint& taint) { return isStateTaint(taint) && taint.key != kCordonTaint; });
  m_record.readiness = NodeReadiness::Ready;
}

void ChangedNode::empty() {
  m_record.requested.clear();
  m_record.pods.clear();
  m_record.podCount = 0;
  m_record.wholeCardsHeld = 0;
  m_record.memPending = MemUnits();
  SchedulerView& scheduler = m_record.scheduler;
  scheduler.pods.clear();
  scheduler.podsWithAffinity = 0;
  scheduler.cpuMilli = scheduler.memory = 0;
  for (Card& card : m_cards) {
    card.held = false;
    card.pods = 0;
    card.memAllocated = card.memScheduler = MemUnits();
    card.coreAllocated = card.coreScheduler = CorePercent();
  }
}

void ChangedNode::remove(const PodRecord& pod) {
  removeRequests(pod.raw);
  if (!isSharedMode(m_record.gpu.mode)) return;
  for (const CardShare& share : pod.shares) {
    if (share.card < 0 || static_cast<std::size_t>(share.card) >= m_cards.size()) continue;
    takeShare(m_cards[static_cast<std::size_t>(share.card)], share, pod.countsForScheduler);
  }
}

void ChangedNode::put(const PodRecord& pod) {
  addRequests(pod.raw);
  if (!isSharedMode(m_record.gpu.mode)) return;
  for (const CardShare& share : pod.shares) {
    if (share.card < 0 || static_cast<std::size_t>(share.card) >= m_cards.size()) continue;
    giveShare(m_cards[static_cast<std::size_t>(share.card)], share, pod.countsForScheduler);
  }
}

void ChangedNode::removeRequests(const std::shared_ptr<const RawPod>& pod) {
  ResourceList held;
  provider::addPodRequests(held, *pod);
  for (ResourceAmount& entry : m_record.requested) {
    if (const Quantity* amount = find(held, entry.name)) entry.amount = entry.amount.leftAfter(*amount);
  }
  if (m_record.podCount > 0) --m_record.podCount;
  SchedulerView& scheduler = m_record.scheduler;
  std::erase(scheduler.pods, pod);
  const provider::WeighedRequest weighed = provider::weighedRequest(*pod);
  scheduler.cpuMilli = saturatedDifference<std::int64_t>(scheduler.cpuMilli, weighed.cpuMilli);
  scheduler.memory = saturatedDifference<std::int64_t>(scheduler.memory, weighed.memory);
}

void ChangedNode::addRequests(const RawPod& pod) {
  addRequests(std::make_shared<const RawPod>(pod));
}

void ChangedNode::addRequests(std::shared_ptr<const RawPod> pod) {
  provider::addPodRequests(m_record.requested, *pod);
  ++m_record.podCount;
  SchedulerView& scheduler = m_record.scheduler;
  const provider::WeighedRequest weighed = provider::weighedRequest(*pod);
  for (const auto& [key, value] : pod->meta.labels) scheduler.labels.add(pod->meta.key.ns, key, value);
  if (pod->spec.hasPodAffinity) ++scheduler.podsWithAffinity;
  scheduler.lowestPriority = std::min(scheduler.lowestPriority, pod->spec.priority);
  scheduler.pods.push_back(std::move(pod));
  scheduler.cpuMilli = saturatedSum<std::int64_t>(scheduler.cpuMilli, weighed.cpuMilli);
  scheduler.memory = saturatedSum<std::int64_t>(scheduler.memory, weighed.memory);
}

}  // namespace cardinal::alloc
