// SPDX-License-Identifier: Apache-2.0
#include "core/queues/kueue_index.h"

#include <algorithm>

#include "core/model/extras/extra.h"

namespace cardinal::queues {
namespace {

constexpr const char* kWorkloadAnnotation = "kueue.x-k8s.io/workload";

QueueVisibility visibilityOf(const ClusterExtras* extras) {
  if (extras == nullptr) return QueueVisibility::NotRead;
  if (extras->refused[indexOf(ExtraKind::KueueClusterQueue)]) return QueueVisibility::Refused;
  if (!extras->knows(ExtraKind::KueueClusterQueue) || extras->kueue == nullptr) return QueueVisibility::NotRead;
  return extras->kueue->clusterQueues.empty() ? QueueVisibility::Empty : QueueVisibility::Known;
}

std::string nameOfOwner(const RawKueueWorkload& workload) {
  for (const OwnerRef& owner : workload.meta.owners) {
    if (owner.controller) return owner.kind + "/" + owner.name;
  }
  return workload.meta.owners.empty() ? workload.meta.key.name
                                      : workload.meta.owners[0].kind + "/" + workload.meta.owners[0].name;
}

}  // namespace

KueueIndex::KueueIndex(std::shared_ptr<const ClusterExtras> extras)
    : m_extras(std::move(extras)), m_visibility(visibilityOf(m_extras.get())) {
  if (m_extras == nullptr || m_extras->kueue == nullptr) return;
  m_reading = readKueue(*m_extras->kueue);
  m_reading.objects.knowsTopologies = knows(ExtraKind::KueueTopology);
  for (const auto& raw : m_extras->kueue->workloads) {
    m_raw.emplace(raw->meta.key, raw);
    for (const OwnerRef& owner : raw->meta.owners) {
      if (!owner.uid.empty()) m_byOwner.emplace(owner.uid, raw->meta.key);
    }
  }
  for (const auto& [name, line] : pendingByQueue(objects())) {
    if (objects().clusterQueues.count(name) == 0) continue;
    std::vector<ObjectKey>& keys = m_lines[name];
    for (const KueueWorkload* workload : line) {
      keys.push_back(workload->key);
      m_positions[workload->key] = keys.size();
    }
  }
  m_held = withoutWorkloads(objects());
  for (const auto& [key, workload] : objects().workloads) {
    if (workload.holdsQuota()) m_held.workloads.emplace_hint(m_held.workloads.end(), key, workload);
  }
  findFaults();
}

void KueueIndex::findFaults() {
  const QuotaTree tree(objects());
  std::set<QuotaTree::Node> roots;
  const auto mark = [&](QuotaTree::Node node) {
    if (node != QuotaTree::kNone) roots.insert(tree.root(node));
  };
  for (const std::string& name : m_reading.faultyQueues) mark(tree.queue(name));
  for (const std::string& name : m_reading.faultyCohorts) mark(tree.cohort(name));
  for (const ObjectKey& key : m_reading.faultyWorkloads) {
    const KueueWorkload& workload = objects().workloads.at(key);
    if (workload.holdsQuota()) mark(tree.queue(workload.admission->clusterQueue));
  }
  for (const auto& [name, queue] : objects().clusterQueues) {
    if (roots.count(tree.root(tree.queue(name))) != 0) m_faulty.insert(name);
  }
}

std::string KueueIndex::ownerOf(const ObjectKey& workload) const {
  const auto found = m_raw.find(workload);
  return found != m_raw.end() ? nameOfOwner(*found->second) : workload.name;
}

std::size_t KueueIndex::positionOf(const ObjectKey& workload) const {
  const auto found = m_positions.find(workload);
  return found != m_positions.end() ? found->second : 0;
}

const KueueWorkload* KueueIndex::workloadOf(const RawPod& pod) const {
  const auto at = [&](const ObjectKey& key) -> const KueueWorkload* {
    const auto found = objects().workloads.find(key);
    return found != objects().workloads.end() ? &found->second : nullptr;
  };
  if (const std::string* name = find(pod.meta.annotations, kWorkloadAnnotation)) {
    if (const KueueWorkload* named = at({pod.meta.key.ns, *name})) return named;
  }
  const auto ownedBy = [&](const std::string& uid) -> const KueueWorkload* {
    const auto found = m_byOwner.find(uid);
    return !uid.empty() && found != m_byOwner.end() ? at(found->second) : nullptr;
  };
  if (const KueueWorkload* own = ownedBy(pod.meta.uid)) return own;
  for (const OwnerRef& owner : pod.meta.owners) {
    if (const KueueWorkload* owned = ownedBy(owner.uid)) return owned;
  }
  return nullptr;
}

const std::vector<ObjectKey>& KueueIndex::lineOf(const std::string& clusterQueue) const {
  static const std::vector<ObjectKey> kNobody;
  const auto found = m_lines.find(clusterQueue);
  return found != m_lines.end() ? found->second : kNobody;
}

std::vector<ExtraKind> KueueIndex::unreadFor(const KueueClusterQueue& queue) const {
  std::vector<ExtraKind> out;
  for (const ExtraKind kind : {ExtraKind::KueueLocalQueue, ExtraKind::KueueFlavor, ExtraKind::KueueWorkload}) {
    if (!knows(kind)) out.push_back(kind);
  }
  if (!queue.cohort.empty() && isRefused(ExtraKind::KueueCohort)) out.push_back(ExtraKind::KueueCohort);
  if (!queue.checks.empty() && !knows(ExtraKind::KueueCheck)) out.push_back(ExtraKind::KueueCheck);
  return out;
}

bool KueueIndex::isFaulty(const std::string& clusterQueue) const {
  return m_faulty.count(clusterQueue) != 0;
}

WaitingWorkload KueueIndex::outline(const KueueWorkload& workload, const KueueClusterQueue* queue) const {
  WaitingWorkload out;
  out.key = workload.key;
  out.localQueue = workload.queue;
  out.priority = workload.priority;
  out.created = workload.created;
  for (const PodSetRequests& podSet : requestsOf(workload)) {
    out.pods += podSet.count;
    for (const auto& [resource, amount] : podSet.total()) {
      const auto at = std::find_if(out.requests.begin(), out.requests.end(),
                                   [&, name = resource](const auto& one) { return one.first == name; });
      const Amount before = at != out.requests.end() ? at->second : 0;
      setRequest(out.requests, resource, plus(before, amount));
    }
  }
  out.owner = ownerOf(workload.key);
  out.position = positionOf(workload.key);
  for (const KueueCondition& condition : workload.conditions) {
    if (condition.type != "QuotaReserved" || condition.isTrue) continue;
    out.conditionReason = condition.reason;
    out.conditionMessage = condition.message;
  }
  if (queue != nullptr) {
    out.unread = unreadFor(*queue);
  } else {
    if (!knows(ExtraKind::KueueLocalQueue)) out.unread.push_back(ExtraKind::KueueLocalQueue);
    if (!knows(ExtraKind::KueueClusterQueue)) out.unread.push_back(ExtraKind::KueueClusterQueue);
  }
  if (!out.unread.empty()) {
    out.silence = Silence::Unread;
  } else if (m_reading.faultyWorkloads.count(workload.key) != 0 || (queue != nullptr && isFaulty(queue->name))) {
    out.silence = Silence::Unreadable;
  }
  return out;
}

bool KueueIndex::hasWorkloadOf(std::string_view ownerKind) const {
  return std::any_of(m_raw.begin(), m_raw.end(), [&](const auto& one) {
    const auto& owners = one.second->meta.owners;
    return std::any_of(owners.begin(), owners.end(), [&](const OwnerRef& owner) { return owner.kind == ownerKind; });
  });
}

std::optional<std::int64_t> KueueIndex::priorityOf(const std::string& priorityClass) const {
  if (m_extras == nullptr || m_extras->kueue == nullptr) return std::nullopt;
  for (const auto& raw : m_extras->kueue->priorityClasses) {
    if (raw->meta.key.name == priorityClass) return raw->value;
  }
  return std::nullopt;
}

WaitingWorkload KueueIndex::waiting(const KueueWorkload& workload, bool isAsked) const {
  if (!isAsked) return outline(workload, clusterQueueOf(objects(), workload));
  KueueQuestions questions(m_held);
  return waiting(workload, questions);
}

WaitingWorkload KueueIndex::waiting(const KueueWorkload& workload, KueueQuestions& questions) const {
  WaitingWorkload out = outline(workload, clusterQueueOf(objects(), workload));
  if (out.silence != Silence::NotAsked) return out;
  out.silence = Silence::None;
  out.answer = questions.ask(workload);
  out.answer.ahead = out.position > 0 ? out.position - 1 : 0;
  return out;
}

bool isHeldByKueue(const RawPod& pod) {
  return std::find(pod.spec.schedulingGates.begin(), pod.spec.schedulingGates.end(), kKueueGate) !=
         pod.spec.schedulingGates.end();
}

std::optional<PodQueueWait> queueWaitOf(const KueueIndex& kueue, const RawPod& pod, std::size_t mostAsked) {
  if (!pod.spec.nodeName.empty()) return std::nullopt;
  KueueQuestions questions(kueue.held());
  return queueWaitOf(kueue, pod, questions, mostAsked);
}

std::optional<PodQueueWait> queueWaitOf(const KueueIndex& kueue, const RawPod& pod, KueueQuestions& questions,
                                        std::size_t mostAsked) {
  if (!pod.spec.nodeName.empty()) return std::nullopt;
  PodQueueWait out;
  out.workload = kueue.workloadOf(pod);
  const bool waits = out.workload != nullptr && !out.workload->hasReservation() && !out.workload->isFinished();
  if (waits) {
    const bool isAsked = kueue.positionOf(out.workload->key) <= mostAsked;
    out.waiting = isAsked ? kueue.waiting(*out.workload, questions) : kueue.waiting(*out.workload, false);
  }
  return waits || isHeldByKueue(pod) ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace cardinal::queues
