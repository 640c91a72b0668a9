// SPDX-License-Identifier: Apache-2.0
#include "core/plan/drain/taken_places.h"

#include <algorithm>
#include <utility>

#include "core/alloc/plan/bound_pod.h"
#include "core/alloc/reserve/card_fit.h"
#include "core/alloc/selector.h"
#include "core/alloc/stacks/common/card_shares.h"
#include "core/alloc/stacks/stack_rules.h"
#include "core/provider/pod_request.h"
#include "core/provider/record/snapshot_builder.h"

namespace cardinal {
namespace {

using RawPodPtr = std::shared_ptr<const RawPod>;

constexpr std::int64_t kNano = 1'000'000'000;

/// Adds the pod to what the scheduler's rules and scores see of the node.
void addPod(NodeRecord& node, const RawPodPtr& pod) {
  ++node.podCount;
  provider::addPodRequests(node.requested, *pod);
  SchedulerView& view = node.scheduler;
  const provider::WeighedRequest weighed = provider::weighedRequest(*pod);
  view.cpuMilli += weighed.cpuMilli;
  view.memory += weighed.memory;
  if (pod->spec.hasPodAffinity) ++view.podsWithAffinity;
  view.lowestPriority = std::min(view.lowestPriority, pod->spec.priority);
  for (const auto& [key, value] : pod->meta.labels) view.labels.add(pod->meta.key.ns, key, value);
  view.pods.push_back(pod);
}

}  // namespace

/// Nodes of the snapshot are shared; the first pod on one makes a copy.
std::shared_ptr<NodeRecord> TakenPlaces::own(NodeIndex index) {
  auto& mine = m_owned[index.value];
  if (!mine) {
    mine = std::make_shared<NodeRecord>(m_state.node(index));
    m_state.nodes[index.value] = mine;
  }
  return mine;
}

void TakenPlaces::take(const Candidate& place, const RawPod& like) {
  const NodeIndex index = place.node;
  auto pod = std::make_shared<RawPod>(like);
  // As the API server keeps it: others read its terms without its labels.
  for (PodAffinityTerm& term : pod->spec.podAffinity) term = alloc::withLabelKeys(std::move(term), pod->meta.labels);
  // Its scheduler reads the annotation of each pod: amounts of several containers, instances, other devices.
  const bool isByAnnotation = alloc::hasStackRule(m_state.node(index).gpu.stack) &&
                              m_state.node(index).gpu.mode == GpuMode::Vgpu && !place.cards.empty();
  if (isByAnnotation) bindToPlace(*pod, place, m_state, m_state.time * kNano);
  pod->spec.nodeName = m_state.node(index).name;
  auto node = own(index);
  addPod(*node, pod);
  if (pod->spec.hasPodAffinity) ++m_state.counts.podsWithAffinity;
  if (plan::ClaimBook::concerns(*pod)) return takeDevices(index, *pod);
  if (isByAnnotation) return putRecord(index, node->extras);
  if (place.cards.empty()) return;
  alloc::CardChoice choice;
  choice.cards = place.cards;
  choice.cardCount = place.cardCount;
  choice.memoryPerCard = place.memoryPerCard;
  choice.corePerCard = place.corePerCard;
  alloc::takeCardShares(choice, node->cards);
  listCards(index, *node);
}

void TakenPlaces::release(const RawPod& pod) {
  if (plan::ClaimBook::concerns(pod)) readAgain(m_claims.release(pod));
}

void TakenPlaces::addClaims(const ClaimObjects& objects, const std::string& ns) {
  m_claims.add(objects, ns);
  m_state.extras = m_claims.extras();
}

/// Pods of one form have claims of their own, which are made for each.
void TakenPlaces::takeDevices(NodeIndex index, const RawPod& pod) {
  auto one = std::make_shared<RawPod>(pod);
  one->meta.key.name += "-" + std::to_string(m_claiming++);
  one->meta.uid = one->meta.key.ns + "/" + one->meta.key.name;
  const NodeRecord& node = m_state.node(index);
  const auto touched = m_claims.bind(*one, *node.raw);
  if (touched) readAgain(*touched);
}

/// The nodes whose devices other claims hold now.
void TakenPlaces::readAgain(const plan::ClaimBook::Names& names) {
  m_state.extras = m_claims.extras();
  for (const std::string& name : names) {
    const auto index = m_state.findNode(name);
    if (!index || !m_state.node(*index).exists()) continue;
    putRecord(*index, m_claims.of(name, m_state.node(*index).extras.get()));
  }
}

/// The pods of the node, and those that are not bound whose cards are chosen there.
std::vector<RawPodPtr> TakenPlaces::countedOn(const NodeRecord& node) {
  if (!m_assigned) m_assigned = plan::assignedPods(m_state.unboundPods);
  std::vector<RawPodPtr> out = node.scheduler.pods;
  if (const auto found = m_assigned->find(node.name); found != m_assigned->end())
    out.insert(out.end(), found->second.begin(), found->second.end());
  return out;
}

/// Reads the node anew, with the pods that were put there.
void TakenPlaces::putRecord(NodeIndex index, std::shared_ptr<const NodeExtras> extras) {
  const NodePtr old = m_state.nodes[index.value];
  auto node =
      std::make_shared<NodeRecord>(*makeNodeRecord(old->raw, old->name, countedOn(*old), nullptr, std::move(extras)));
  m_owned[index.value] = node;
  m_state.nodes[index.value] = node;
  if (node->cards.size() == old->cards.size()) listCards(index, *node);
}

void TakenPlaces::listCards(NodeIndex index, const NodeRecord& record) {
  const auto first = static_cast<std::ptrdiff_t>(m_state.firstCard[index.value]);
  std::copy(record.cards.begin(), record.cards.end(), m_state.cards.begin() + first);
  for (std::size_t i = 0; i < record.cards.size(); ++i) {
    m_state.cards[static_cast<std::size_t>(first) + i].node = index;
  }
}

}  // namespace cardinal
