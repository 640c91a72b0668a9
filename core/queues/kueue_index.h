// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/extras/extra.h"
#include "core/queues/group_report.h"
#include "core/queues/kueue/kueue_question.h"
#include "core/queues/kueue/kueue_read.h"

namespace cardinal::queues {

/// What is known of Kueue's queues.
enum class QueueVisibility : std::uint8_t {
  NotRead,  ///< no ClusterQueue was read: the cluster has no Kueue, or the data do not contain any
  Refused,  ///< the cluster has ClusterQueues, and they may not be listed
  Empty,    ///< there are none
  Known,
};

/// Why it is not said whether a workload would be admitted.
enum class Silence : std::uint8_t {
  None,        ///< it is said
  NotAsked,    ///< it stands too far behind
  Unread,      ///< kinds of objects were not read that decide it: `unread`
  Unreadable,  ///< a quota, a count or a word in the objects that decide it is not what it should be
};

/// A workload that has no quota.
struct WaitingWorkload {
  ObjectKey key;
  std::string owner;  ///< "Job/train-llm", the workload's own name where nobody owns it
  std::string localQueue;
  std::int64_t priority = 0;
  UnixSeconds created = 0;
  std::size_t position = 0;  ///< from 1, in the ClusterQueue; 0 = not in its line
  std::int64_t pods = 0;
  Requests requests;             ///< of all pods
  std::string conditionReason;   ///< of the condition QuotaReserved; empty = Kueue has not set it
  std::string conditionMessage;  ///< its message, Kueue's own words (hostile)
  Silence silence = Silence::NotAsked;
  std::vector<ExtraKind> unread;
  QueueAnswer answer;  ///< where silence is None
};

/// Questions about the queues of one snapshot: Kueue's objects read once. Immutable; may be shared between threads.
class KueueIndex {
 public:
  /// `extras` may be null.
  explicit KueueIndex(std::shared_ptr<const ClusterExtras> extras);

  QueueVisibility visibility() const { return m_visibility; }
  bool knows(ExtraKind kind) const { return m_extras != nullptr && m_extras->knows(kind); }
  bool isRefused(ExtraKind kind) const { return m_extras != nullptr && m_extras->refused[indexOf(kind)]; }
  const KueueObjects& objects() const { return m_reading.objects; }
  const KueueReading& reading() const { return m_reading; }
  /// "Job/train-llm"; the workload's own name where nobody owns it.
  std::string ownerOf(const ObjectKey& workload) const;

  /// The workload that a pod belongs to: named by its annotation, or owned by the pod or by what owns the pod.
  const KueueWorkload* workloadOf(const RawPod& pod) const;
  /// Those waiting in a ClusterQueue, first first; empty where there is no such queue.
  const std::vector<ObjectKey>& lineOf(const std::string& clusterQueue) const;
  /// From 1; 0 = in no line.
  std::size_t positionOf(const ObjectKey& workload) const;
  /// Kinds of objects that decide about a queue and were not read. A cohort without objects counts as read where its
  /// kind was not refused: the report says so.
  std::vector<ExtraKind> unreadFor(const KueueClusterQueue& queue) const;
  /// Quota or words of the queue, or of a cohort or queue that it shares with, could not be read.
  bool isFaulty(const std::string& clusterQueue) const;
  /// All but the answer, also of a workload that is not one of objects(): then its position is 0. `queue`: the
  /// ClusterQueue behind it; null = there is none. Silence::NotAsked where it could be judged.
  WaitingWorkload outline(const KueueWorkload& workload, const KueueClusterQueue* queue) const;
  /// Those that hold quota, and the queues: all that decides about another workload.
  const KueueObjects& held() const { return m_held; }
  /// Kueue has made a Workload of an object of this kind.
  bool hasWorkloadOf(std::string_view ownerKind) const;
  /// As given to the constructor.
  const std::shared_ptr<const ClusterExtras>& extras() const { return m_extras; }
  /// Of a WorkloadPriorityClass; nothing = there is no such class, or the kind was not read.
  std::optional<std::int64_t> priorityOf(const std::string& priorityClass) const;
  /// `workload` must be one of objects(). `isAsked`: ask whether it would be admitted now.
  WaitingWorkload waiting(const KueueWorkload& workload, bool isAsked) const;
  /// The same, asked for certain, of many by one thread: `questions` about held().
  WaitingWorkload waiting(const KueueWorkload& workload, KueueQuestions& questions) const;

 private:
  void findFaults();

  std::shared_ptr<const ClusterExtras> m_extras;
  QueueVisibility m_visibility = QueueVisibility::NotRead;
  KueueReading m_reading;
  KueueObjects m_held;  ///< without those that wait: they decide nothing about others
  std::map<std::string, std::vector<ObjectKey>> m_lines;
  std::map<ObjectKey, std::size_t> m_positions;
  std::map<ObjectKey, std::shared_ptr<const RawKueueWorkload>> m_raw;
  std::map<std::string, ObjectKey> m_byOwner;  ///< uid
  std::set<std::string> m_faulty;
};

/// The gate by which Kueue holds a pod.
inline constexpr const char* kKueueGate = "kueue.x-k8s.io/admission";
bool isHeldByKueue(const RawPod& pod);

/// What a pod waits for in the queues, before any node is looked at.
struct PodQueueWait {
  const KueueWorkload* workload = nullptr;  ///< null = held by the gate, and its workload was not found
  std::optional<WaitingWorkload> waiting;   ///< where there is a workload, and it has no quota
  std::optional<GroupWait> other{};         ///< of another system than Kueue; the fields above are empty then
  GroupSystem otherSystem{};                ///< of `other`
};
/// Nothing = Kueue does not hold it back. A workload further behind in its line than `mostAsked` is not judged
/// (Silence::NotAsked). `kueue` must outlive the answer.
std::optional<PodQueueWait> queueWaitOf(const KueueIndex& kueue, const RawPod& pod, std::size_t mostAsked = SIZE_MAX);
/// The same, of many pods by one thread: `questions` about kueue.held().
std::optional<PodQueueWait> queueWaitOf(const KueueIndex& kueue, const RawPod& pod, KueueQuestions& questions,
                                        std::size_t mostAsked = SIZE_MAX);

class KoordinatorQuotas;
class PluginsQuotas;
class VolcanoEnqueue;

/// Pods that other systems hold back, by what their objects and the arithmetic show: groups that Volcano keeps Pending,
/// and further tasks of groups whose queue is full; quotas of ACK's tree, of Koordinator and of scheduler-plugins;
/// queues of YuniKorn and KAI. Made once for a snapshot, which outlives it.
class GroupWaits {
 public:
  explicit GroupWaits(const ClusterSnapshot& snapshot);
  ~GroupWaits();
  GroupWaits(const GroupWaits&) = delete;
  GroupWaits& operator=(const GroupWaits&) = delete;
  /// Nothing = none is known to hold it back.
  std::optional<PodQueueWait> of(const RawPod& pod) const;
  /// What holds back pods that start together and ask this in all, though it may let one of them in: the quota of
  /// Koordinator or scheduler-plugins, or the queue of Volcano that counts this one. Nothing = none is known to.
  std::optional<GroupWait> ofTogether(const RawPod& pod, const std::map<std::string, double>& requests) const;

 private:
  std::optional<PodQueueWait> ofTask(const RawPod& pod, const ObjectKey& group) const;

  std::map<ObjectKey, std::string> m_letIn;  ///< the queues of Volcano's groups that are let in
  std::unique_ptr<VolcanoEnqueue> m_enqueue;
  std::unique_ptr<PluginsQuotas> m_plugins;
  std::unique_ptr<KoordinatorQuotas> m_quotas;
  /// By group (Volcano, KAI), application (YuniKorn) or owner (ACK's tree, Koordinator).
  std::map<std::pair<GroupSystem, ObjectKey>, GroupWait> m_waits;
};

}  // namespace cardinal::queues
