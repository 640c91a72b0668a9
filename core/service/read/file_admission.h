// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/alloc/rules_of.h"
#include "core/manifest/manifest.h"
#include "core/model/snapshot.h"
#include "core/queues/answers/file_question.h"
#include "core/queues/answers/group_question.h"
#include "core/service/read/refusals/namespace_refusal.h"
#include "core/service/read/rollout.h"
#include "core/service/read/topology_demand.h"

namespace cardinal {

/// Why Kueue is not asked about an object that names a queue.
enum class FileSilence : std::uint8_t {
  None,         ///< it is
  NoQueues,     ///< no ClusterQueue was read: see `visibility`
  UnknownKind,  ///< it is not known how Kueue takes objects of this kind
  LabelOnPods,  ///< the label stands on the pods alone; Kueue takes the object as a whole and looks at its own labels
  PodsUnknown,  ///< the file does not say which pods, or how many
  PodGroup,     ///< one of several pods that Kueue takes together
  Prebuilt,     ///< it names a Workload that was made before
};

/// What Kueue's own webhook refuses of an object that names a queue.
enum class KueueRejection : std::uint8_t {
  None,
  KeepsCluster,    ///< RayJob without shutdownAfterJobFinishes
  Autoscales,      ///< RayCluster with an autoscaler, and not as an elastic job
  MinParallelism,  ///< Job: the least number of pods is not below the whole
};

/// What the queue of Kueue says of one object of a file (of one role of it, where each pod is a Workload of its own),
/// or what another system says of it.
struct ObjectAdmission {
  std::size_t object = 0;                        ///< position in the file
  std::map<std::size_t, std::size_t> podSets{};  ///< by role of the object: the pod set that its pods are of
  std::string name;                              ///< "Job/train"
  std::string ns;
  std::string queue;       ///< LocalQueue
  bool byDefault = false;  ///< it names none: Kueue puts it into the LocalQueue "default", unless configured otherwise
  bool perPod = false;     ///< each pod is a Workload of its own
  FileSilence silence = FileSilence::None;
  queues::QueueVisibility visibility = queues::QueueVisibility::Known;
  queues::FileAdmission answer;                ///< where `silence` is None
  std::optional<queues::GroupAnswer> other{};  ///< of another system than Kueue; of the fields above `object`, `name`
                                               ///< and `ns` count then
  std::optional<TopologyAnswer> topology{};    ///< what nodes make of a demand that its pods stand together; likewise
  std::optional<Rollout> rollout{};            ///< it exists already, or what a Deployment's update needs; likewise
  std::optional<NamespaceRefusal> refusal{};   ///< what the API server keeps from being created; likewise
  bool isBarePod = false;                      ///< no controller makes it
  bool isOffAsShipped = false;  ///< Kueue takes objects of this kind only where it is configured to, which is not read
  bool usesFileQueues = false;  ///< the files create queues: they are taken as they stand there
  KueueRejection rejection = KueueRejection::None;

  /// Kueue answers, in the fields above.
  bool isOfKueue() const { return !other && !topology && !rollout && !refusal; }
  /// Nothing = not known.
  std::optional<bool> isAdmittedNow() const;
  bool isKnownRefusal() const { return isAdmittedNow() == false; }
  /// MultiKueue: no node of this cluster is asked for its pods.
  bool runsElsewhere() const;
  /// Kueue makes so many pods of a role, fewer than it asks for. Nothing = all, or it is not known.
  std::optional<std::int64_t> fewerPods(std::size_t role) const;
};

/// What objects of a file are asked with.
struct AdmissionQuestion {
  std::string ns;                 ///< of objects that name none
  std::optional<int> replicas{};  ///< instead of the number in the file; for objects of one role
  /// What their namespaces say of new pods (AllocationRequest::rules), asked where places are searched for a gang of
  /// several objects. Where it is missing, or rules were not read, what follows from the places is not certain.
  RulesOf rules{};
  KnownObjects known{};  ///< what was read beside the snapshot
};

/// Objects of which Kueue says something, in their order: those that name a queue (label kueue.x-k8s.io/queue-name),
/// and those that Kueue takes as a whole, where their namespace has the LocalQueue "default". Each is asked on its own.
/// An object that makes no pods now has no answer. Source: Kueue v0.19.2, pkg/controller/jobframework,
/// pkg/controller/jobs.
std::vector<ObjectAdmission> admissionsOf(const std::vector<ManifestObject>& objects, const ClusterSnapshot& snapshot,
                                          const AdmissionQuestion& question);
/// The same, where the queues were read before, of Kueue alone.
std::vector<ObjectAdmission> admissionsOf(const std::vector<ManifestObject>& objects, const queues::KueueIndex& kueue,
                                          UnixSeconds now, const AdmissionQuestion& question);

/// What the API server refuses, what the other systems say where they have a say, whether nodes meet demands that pods
/// stand together, and what an update of a Deployment needs. Each object is asked on its own; of a Deployment whose
/// pods run, quotas are asked about the pods that an update creates beside them.
void addOtherAdmissions(const std::vector<ManifestObject>& objects, const ClusterSnapshot& snapshot,
                        const AdmissionQuestion& question, std::vector<ObjectAdmission>& admissions);

/// The pod as Kueue would release it: with the node labels and tolerations of the flavors that its role would get. Null
/// = it would get none, its pods would get different ones, or this admission is not of the role.
std::shared_ptr<const RawPod> releasedPod(const ObjectAdmission& admission, std::size_t object, std::size_t role,
                                          const RawPod& pod);

/// Stable words for JSON.
const char* toString(FileSilence silence);
const char* toString(KueueRejection rejection);

}  // namespace cardinal
