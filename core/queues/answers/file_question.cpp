// SPDX-License-Identifier: Apache-2.0
#include "core/queues/answers/file_question.h"

#include <algorithm>

#include "core/alloc/created_pod.h"

namespace cardinal::queues {
namespace {

constexpr const char* kNamespaceName = "kubernetes.io/metadata.name";
/// Asked one after another, of one object.
constexpr std::int64_t kMaxWorkloads = 200;
/// Of those before it in the line, that are asked about.
constexpr std::size_t kMaxBefore = 20;

bool mayGetQuota(const QueueAnswer& answer) {
  return answer.verdict == QueueVerdict::Admitted || answer.verdict == QueueVerdict::ReservesQuota;
}

/// Requests that a LimitRange may set.
bool leavesRequestsOut(const RawPodSpec& spec, const KueueClusterQueue& queue) {
  for (const char* resource : {"cpu", "memory", "ephemeral-storage"}) {
    const bool isCounted = std::any_of(queue.groups.begin(), queue.groups.end(),
                                       [&](const KueueResourceGroup& group) { return group.covers(resource); });
    if (!isCounted || find(spec.podRequests, resource) != nullptr || find(spec.podLimits, resource) != nullptr)
      continue;
    for (const auto* containers : {&spec.containers, &spec.initContainers}) {
      for (const Container& container : *containers) {
        if (find(container.requests, resource) == nullptr && find(container.limits, resource) == nullptr) return true;
      }
    }
  }
  return false;
}

class Question {
 public:
  Question(const KueueIndex& kueue, const FileWorkload& file, UnixSeconds now)
      : m_kueue(kueue), m_file(file), m_objects(kueue.held()) {
    StringMap& labels = m_objects.namespaces[file.ns];
    if (labels.empty()) labels.push_back({kNamespaceName, file.ns});
    const ObjectKey local{file.ns, file.queue};
    if (file.clusterQueue) m_objects.localQueues[local] = {local, *file.clusterQueue, StopPolicy::None};
    // no object of the cluster has such a name
    m_workload.key = {file.ns, file.owner.find('/') != std::string::npos ? file.owner : "/" + file.owner};
    m_workload.uid = "~";
    m_workload.created = now;
    m_workload.queue = file.queue;
    m_workload.podSets = file.podSets;
  }

  FileAdmission answer() {
    const KueueClusterQueue* queue = clusterQueueOf(m_objects, m_workload);
    settlePriority();
    m_out.workloads = m_file.workloads;
    m_out.waiting = m_kueue.outline(m_workload, queue);
    m_out.waiting.owner = m_file.owner;
    if (queue != nullptr) addCautions(*queue);
    if (m_out.waiting.silence != Silence::NotAsked) return std::move(m_out);
    m_out.waiting.silence = Silence::None;
    m_out.withQuota = 0;
    if (queue != nullptr) leaveOutUncounted(*queue);
    if (m_isClassMissing) return noPriorityClass();
    askAll();
    if (queue != nullptr) lookAhead(*queue);
    m_out.waiting.answer.ahead = m_out.rivals;
    return std::move(m_out);
  }

 private:
  void settlePriority() {
    if (!m_file.priorityClass.empty()) {
      const auto known = m_kueue.priorityOf(m_file.priorityClass);
      m_isClassMissing = !known && m_kueue.knows(ExtraKind::KueuePriorityClass);
      m_workload.priority = known.value_or(0);
      if (!known && !m_isClassMissing) m_out.cautions.push_back(FileCaution::PriorityNotRead);
    } else if (const auto known = podPriority()) {
      m_workload.priority = *known;
    } else if (!m_file.podPriorityClass.empty()) {
      m_out.cautions.push_back(FileCaution::PriorityNotRead);
    }
  }

  /// Of the class that the pods name, else of the default one. Source: pkg/util/priority.
  std::optional<std::int64_t> podPriority() const {
    if (m_file.podPriority) return m_file.podPriority;
    return alloc::priorityOfClass(m_file.podPriorityClass, m_kueue.extras().get());
  }

  /// Kueue then makes no Workload at all.
  FileAdmission noPriorityClass() {
    m_out.waiting.answer.message = "WorkloadPriorityClass.kueue.x-k8s.io \"" + m_file.priorityClass + "\" not found";
    return std::move(m_out);
  }

  void addCautions(const KueueClusterQueue& queue) {
    if (m_kueue.reading().openSelectors.count(queue.name) != 0) add(FileCaution::NamespaceNotRead);
    for (const KueuePodSet& podSet : m_workload.podSets) {
      if (!podSet.spec.runtimeClass.empty() && podSet.spec.overhead.empty()) add(FileCaution::OverheadNotRead);
      if (leavesRequestsOut(podSet.spec, queue)) add(FileCaution::DefaultsNotRead);
      if (!podSet.spec.deviceClaims.empty()) add(FileCaution::DevicesNotCounted);
    }
  }

  /// What the configuration of Kueue leaves out of the count, and what it may leave out.
  void leaveOutUncounted(const KueueClusterQueue& queue) {
    const KueueReading& reading = m_kueue.reading();
    std::set<std::string> dropped;
    for (const PodSetRequests& podSet : requestsOf(m_workload)) {
      for (const auto& [resource, amount] : podSet.perPod) {
        if (amount == 0 || !dropped.insert(resource).second) continue;
        if (reading.leftOut.count(resource) != 0)
          m_out.leftOut.push_back(resource);
        else if (queue.groupOf(resource) == nullptr && reading.counted.count(resource) == 0)
          m_out.uncovered.push_back(resource);
        else
          dropped.erase(resource);
      }
    }
    if (!m_out.uncovered.empty()) add(FileCaution::NotCovered);
    if (dropped.empty()) return;
    for (KueuePodSet& podSet : m_workload.podSets) leaveOut(podSet.spec, dropped);
  }

  void add(FileCaution caution) {
    auto& all = m_out.cautions;
    if (std::find(all.begin(), all.end(), caution) == all.end()) all.push_back(caution);
  }

  /// Each that gets quota holds it against the next.
  void askAll() {
    const std::int64_t most = std::min(m_file.workloads, kMaxWorkloads);
    for (std::int64_t i = 0; i < most; ++i) {
      m_out.waiting.answer = askKueue(m_objects, m_workload);
      const QueueAnswer& answer = m_out.waiting.answer;
      if (i == 0) m_out.given = flavorsOf(answer);
      if (!mayGetQuota(answer)) {
        if (i > 0) dropVainWait();
        return;
      }
      if (i > 0 && !sameFlavors(flavorsOf(answer))) m_out.areAlike = false;
      ++*m_out.withQuota;
      if (i + 1 < most) hold(answer, i);
    }
    m_out.isCut = most < m_file.workloads;
  }

  /// Others that end make no room where those of this object hold the quota.
  void dropVainWait() {
    KueueObjects alone = withoutWorkloads(m_objects);
    for (const ObjectKey& key : m_own) alone.workloads.emplace(key, m_objects.workloads.at(key));
    if (mayGetQuota(askKueue(alone, m_workload))) return;
    m_out.fillsQueue = true;
    std::erase_if(m_out.waiting.answer.remedies,
                  [](const QueueRemedy& remedy) { return remedy.kind == QueueRemedy::Kind::OthersFinish; });
  }

  std::vector<GivenFlavor> flavorsOf(const QueueAnswer& answer) const {
    std::vector<GivenFlavor> out;
    if (!mayGetQuota(answer) && answer.verdict != QueueVerdict::NeedsVictims) return out;
    for (std::size_t i = 0; i < answer.assignment.podSets.size(); ++i) {
      for (const auto& [resource, chosen] : answer.assignment.podSets[i].flavors) {
        GivenFlavor given{i, resource, chosen.flavor, {}, {}};
        if (const auto known = m_objects.flavors.find(chosen.flavor); known != m_objects.flavors.end()) {
          given.nodeLabels = known->second.nodeLabels;
          given.tolerations = known->second.tolerations;
        }
        out.push_back(std::move(given));
      }
    }
    return out;
  }

  bool sameFlavors(const std::vector<GivenFlavor>& other) const {
    return std::equal(m_out.given.begin(), m_out.given.end(), other.begin(), other.end(),
                      [](const GivenFlavor& a, const GivenFlavor& b) {
                        return a.podSet == b.podSet && a.resource == b.resource && a.flavor == b.flavor;
                      });
  }

  void hold(const QueueAnswer& answer, std::int64_t number) {
    KueueWorkload held = m_workload;
    held.key.name += "/" + std::to_string(number);
    held.uid += std::to_string(number);
    held.conditions = {{"QuotaReserved", true, "QuotaReserved", {}, m_workload.created}};
    held.admission = KueueAdmission{answer.clusterQueue, {}};
    for (const PodSetAssignment& podSet : answer.assignment.podSets) {
      KueuePodSetAdmission& given = held.admission->podSets.emplace_back();
      given.podSet = podSet.podSet;
      given.count = podSet.count;
      for (const auto& [resource, chosen] : podSet.flavors) given.flavors[resource] = chosen.flavor;
      for (const auto& [resource, amount] : podSet.requests) given.usage[resource] = amount;
    }
    m_own.insert(held.key);
    m_objects.workloads[held.key] = std::move(held);
  }

  /// Those who wait already. What has no quota for itself takes none from this one.
  void lookAhead(const KueueClusterQueue& queue) {
    KueueObjects withIt = m_kueue.objects();
    withIt.localQueues = m_objects.localQueues;
    withIt.workloads[m_workload.key] = m_workload;
    const std::vector<ObjectKey> line = pendingOf(withIt, queue.name, {});
    const auto place = std::find(line.begin(), line.end(), m_workload.key);
    if (place == line.end()) return;
    m_out.ahead = static_cast<std::size_t>(place - line.begin());
    for (std::size_t i = 0; i < m_out.ahead; ++i) {
      if (i >= kMaxBefore) {
        m_out.rivals += m_out.ahead - i;
        return;
      }
      const WaitingWorkload other = m_kueue.waiting(m_kueue.objects().workloads.at(line[i]), true);
      const QueueVerdict verdict = other.answer.verdict;
      const bool isHopeless =
          other.silence == Silence::None &&
          (verdict == QueueVerdict::NotQueued || verdict == QueueVerdict::Refused || verdict == QueueVerdict::Held);
      if (isHopeless) continue;
      const bool waits = other.silence == Silence::None && verdict == QueueVerdict::Waits;
      const bool evicts = other.silence == Silence::None && verdict == QueueVerdict::NeedsVictims;
      if (queue.strictOrder && m_out.rivals == 0 && (waits || evicts)) {
        m_out.blocker = other.owner;
        return;
      }
      if (!waits) ++m_out.rivals;
    }
  }

  const KueueIndex& m_kueue;
  const FileWorkload& m_file;
  KueueObjects m_objects;
  KueueWorkload m_workload;
  FileAdmission m_out;
  std::set<ObjectKey> m_own;  ///< of this object, that hold quota
  bool m_isClassMissing = false;
};

}  // namespace

std::optional<bool> FileAdmission::isAdmittedNow() const {
  if (!isJudged() || !withQuota) return std::nullopt;
  const auto hasCaution = [&](FileCaution one) {
    return std::find(cautions.begin(), cautions.end(), one) != cautions.end();
  };
  const bool isPlaceKnown = ahead == 0 || !hasCaution(FileCaution::PriorityNotRead);
  // what else was not read can only ask for more, or leave the namespace out
  if (!isCut && *withQuota < workloads) return false;
  if (!blocker.empty() && isPlaceKnown) return false;
  const bool isOpen = !isPlaceKnown || std::any_of(cautions.begin(), cautions.end(),
                                                   [](FileCaution one) { return one != FileCaution::PriorityNotRead; });
  const bool waitsForMore = waiting.answer.verdict != QueueVerdict::Admitted || waiting.answer.hasTopology;
  if (isCut || isOpen || waitsForMore || rivals > 0) return std::nullopt;
  return true;
}

FileAdmission askForFile(const KueueIndex& kueue, const FileWorkload& file, UnixSeconds now) {
  return Question(kueue, file, now).answer();
}

const char* toString(FileCaution caution) {
  switch (caution) {
    case FileCaution::NamespaceNotRead:
      return "namespaceNotRead";
    case FileCaution::PriorityNotRead:
      return "priorityNotRead";
    case FileCaution::OverheadNotRead:
      return "overheadNotRead";
    case FileCaution::DefaultsNotRead:
      return "defaultsNotRead";
    case FileCaution::DevicesNotCounted:
      return "devicesNotCounted";
    case FileCaution::NotCovered:
      return "resourceNotCovered";
  }
  return "";
}

}  // namespace cardinal::queues
