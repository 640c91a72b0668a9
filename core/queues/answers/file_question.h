// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/queues/kueue_index.h"

namespace cardinal::queues {

/// What Kueue would make of an object that no cluster has yet.
struct FileWorkload {
  std::string ns;
  std::string owner;                          ///< "Job/train"
  std::string queue;                          ///< a LocalQueue of the namespace
  std::optional<std::string> clusterQueue{};  ///< where the LocalQueue is created by the same file: what it points to
  std::string priorityClass{};                ///< WorkloadPriorityClass that it names; empty = none
  std::string podPriorityClass{};             ///< PriorityClass that its pods name; empty = none
  std::optional<std::int64_t> podPriority{};  ///< its value, where the same files create it
  std::vector<KueuePodSet> podSets{};         ///< of one Workload
  std::int64_t workloads = 1;                 ///< so many of this form: one a pod, or one a group of pods
};

/// What was not read and may turn the answer.
enum class FileCaution : std::uint8_t {
  NamespaceNotRead,   ///< the ClusterQueue chooses namespaces by labels: every namespace is taken to be chosen
  PriorityNotRead,    ///< a priority class: 0 is taken
  OverheadNotRead,    ///< a RuntimeClass may add an overhead
  DefaultsNotRead,    ///< a LimitRange may set requests that the pods leave out and the queue counts
  DevicesNotCounted,  ///< resource claims, of which Kueue may count devices
  NotCovered,  ///< the queue has no quota for `uncovered`: a refusal, unless Kueue's configuration leaves that out
};

/// A flavor that a pod set would get; Kueue adds its labels and tolerations to the pods.
struct GivenFlavor {
  std::size_t podSet = 0;
  std::string resource;
  std::string flavor;
  StringMap nodeLabels;
  SharedList<Toleration> tolerations;
};

struct FileAdmission {
  WaitingWorkload waiting;     ///< the first that would not get quota, else the last; `position` is 0
  std::int64_t workloads = 1;  ///< as asked
  /// So many would get quota now, one after another; nothing = not judged.
  std::optional<std::int64_t> withQuota;
  bool isCut = false;              ///< not all were asked about, they are too many: `withQuota` is a lower bound
  std::size_t ahead = 0;           ///< waiting in the same ClusterQueue before it
  std::size_t rivals = 0;          ///< of those: may take the quota first
  std::string blocker;             ///< StrictFIFO: who waits before it and lets nobody pass; empty = nobody
  std::vector<GivenFlavor> given;  ///< of the first; empty where a pod set would get none
  bool areAlike = true;            ///< all those with quota get these flavors
  std::vector<FileCaution> cautions;
  std::vector<std::string> uncovered{};  ///< resources, see NotCovered; the answer is what the other ones make of it
  std::vector<std::string> leftOut{};    ///< that it asks for, and that Kueue's configuration leaves out of the count
  bool fillsQueue = false;  ///< those that get quota leave none for the next, even with nobody else in the queue

  bool isJudged() const { return waiting.silence == Silence::None; }
  /// Nothing = not known.
  std::optional<bool> isAdmittedNow() const;
};

/// Would Kueue admit it, were it created now and nobody of another queue went before? `now`: of the snapshot.
FileAdmission askForFile(const KueueIndex& kueue, const FileWorkload& file, UnixSeconds now);

const char* toString(FileCaution caution);

}  // namespace cardinal::queues
