// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "core/alloc/rules_of.h"
#include "core/alloc/types.h"

namespace cardinal {

/// One value of `Rejection::detail` and how many nodes were refused with it.
struct DetailCount {
  std::string detail;
  std::uint32_t nodes = 0;
};

/// The nodes that one rule refused; InsufficientResource stands apart for each resource.
struct RefusalGroup {
  ReasonCode code = ReasonCode::RequestInvalid;
  std::uint32_t nodes = 0;
  std::uint32_t cards = 0;         ///< cards of these nodes that were refused one by one; 0 = cards were not reached
  std::uint32_t fragmented = 0;    ///< nodes whose cards together have enough, while no single card (set) has
  std::uint32_t waitingHelps = 0;  ///< nodes that would take the pod once pods on them end
  std::uint32_t unknown = 0;       ///< nodes of which it is unknown whether waiting helps
  Rejection nearest;               ///< of the node that lacks least, the first node where nothing is counted
  NodeIndex nearestNode;
  std::vector<DetailCount> details;  ///< most nodes first, at most 8; empty details are left out
};

/// A node that lacks little, with what its card has.
struct NearFit {
  NearMiss miss;
  std::int64_t needed = 0;  ///< units, percent points or cards, by `miss.code`
  std::int64_t found = 0;
  Waiting waiting = Waiting::Unknown;
};

/// What the nodes have that offer the form of the request. Separates "enough in total" from "enough on one card".
struct OfferedRoom {
  std::uint32_t nodes = 0;                ///< nodes that offer the form and are open to the pod
  std::uint32_t cards = 0;                ///< their cards that could ever be chosen
  std::uint32_t cardsUnknown = 0;         ///< cards whose free memory is not known; the sums leave them out
  std::uint32_t blocked = 0;              ///< nodes whose cards would do, but cpu, memory or another resource is short
  std::uint32_t ruled = 0;                ///< nodes whose cards would do, but a rule between pods refuses; in no sum
  MemoryUnit unit = MemoryUnit::Unknown;  ///< of the amounts below: that of the first of these nodes
  MemUnits free;                          ///< on all these cards
  MemUnits largest;                       ///< most on one card
  std::int64_t freeCards = 0;             ///< whole-card requests: free cards on all of them
  std::int64_t largestCards = 0;          ///< whole-card requests: most of them on one node
  MemUnits largestTotal;                  ///< memory of the largest card, free or not
  std::int64_t mostCards = 0;             ///< most cards of one node, free or not
};

/// A running pod whose end alone makes room. Proven: the engine was run without it.
struct EndingPod {
  ObjectKey pod;
  NodeIndex node;
  bool terminating = false;   ///< it is ending already
  bool endsByItself = false;  ///< it belongs to a Job
  Candidate place;            ///< where the pending pod then goes
};

enum class RemedyKind : std::uint8_t {
  // The request is changed.
  RequestLessMemory,  ///< from / to = memory in all, units of the node
  RequestLessCore,    ///< from / to = percent points in all
  RequestFewerCards,  ///< from / to = cards; the same memory on each card
  SpreadOverCards,    ///< from / to = cards; the same memory in all, less on each card
  DropCore,           ///< gpu-core.percentage is left out: memory alone
  AddCore,            ///< to = percent points requested beside the memory
  DropSelector,       ///< subject = "key=value" of the node selector entries that are left out
  DropAffinity,       ///< the required node affinity is left out
  Tolerate,           ///< subject = taint "key=value:effect"
  // The cluster is changed.
  Uncordon,   ///< node
  MakeReady,  ///< node: its not-ready taints go when it is Ready again
  MovePod,    ///< subject = "namespace/name" of the pod that goes from `node` to `moved`
  AddNode,    ///< an empty node like `node`
};
const char* toString(RemedyKind kind) noexcept;

/// A change after which the pod fits. Every one was proven by running the engine on the changed state.
struct Remedy {
  RemedyKind kind = RemedyKind::RequestLessMemory;
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::string subject;                    ///< hostile text
  NodeIndex node;                         ///< the node that is changed or that takes the changed request
  Candidate place;                        ///< where the pod then goes
  std::optional<Candidate> moved;         ///< MovePod
  std::shared_ptr<const RawPod> request;  ///< the pod with the changed request; null = the request stays
  std::int64_t room = 0;                  ///< how many of this request the node then takes, at least 1
};

enum class Outlook : std::uint8_t {
  FitsNow,      ///< the scheduler has not come to it yet, or sees what is not modelled
  Invalid,      ///< the request breaks a rule; see `problems`
  MayHelp,      ///< waiting can help: a node would take it once pods end
  NeedsChange,  ///< waiting cannot help: no node takes it even when empty of pods
  Unknown,      ///< neither is known
  Gated,        ///< no scheduler looks at it until its scheduling gates are removed, whatever the nodes have
};
const char* toString(Outlook outlook) noexcept;

/// How much an explanation knows of the persistent volumes of the pod.
enum class PodVolumes : std::uint8_t {
  None,      ///< it has none
  Known,     ///< where they can be used was looked at
  NotBound,  ///< one is made or bound once the pod has a node: whether a node can get it was not looked at
  NotRead,   ///< the claims or volumes could not be read, or nobody asked for them
};
const char* toString(PodVolumes volumes) noexcept;

/// Why pods of one shape wait.
struct PendingExplanation {
  std::vector<Error> problems;  ///< not empty: nothing else is filled
  Outlook outlook = Outlook::Unknown;
  PodVolumes volumes = PodVolumes::None;  ///< NotBound, NotRead: a node that is said to take it may not
  GpuRequest gpu;
  std::uint32_t pods = 0;            ///< pending pods of this shape
  std::uint32_t nodes = 0;           ///< nodes checked
  std::uint32_t fitting = 0;         ///< nodes that take it now
  std::optional<Candidate> place;    ///< one of them: the best, where a modelled score decides between nodes
  std::vector<RefusalGroup> groups;  ///< most nodes first; their nodes and `fitting` sum up to `nodes`
  std::vector<NearFit> nearest;      ///< at most 8, least lacking first
  OfferedRoom room;
  /// Free memory (or cards) is enough in total, but no card (node) has enough alone; some would have when empty.
  bool fragmented = false;
  std::vector<EndingPod> endings;  ///< at most 4, on the nearest nodes
  std::vector<Remedy> remedies;    ///< least invasive first, at most one of each kind
};

/// Explanations for every pod in `ClusterSnapshot::unboundPods`; pods of equal shape share one.
struct PendingReport {
  std::uint64_t generation = 0;
  UnixSeconds time = 0;
  bool complete = false;  ///< false: stopped early, nothing else is filled
  std::vector<PendingExplanation> explanations;
  std::vector<std::shared_ptr<const NamespaceRules>> rules;  ///< that each of them was made with
  std::vector<std::uint32_t> ofPod;                          ///< per unbound pod: position in `explanations`

  const PendingExplanation& of(std::size_t pod) const { return explanations[ofPod[pod]]; }
};

/// Why each pending pod waits, by the same rules as `allocate`. `rulesOf` gives the volumes of these pods; without it
/// they are not known (ClusterService::pendingReport has it). Thread-safe; the snapshot is never touched.
PendingReport explainPending(const ClusterSnapshot& snapshot, std::stop_token stop = {}, const RulesOf& rulesOf = {});

/// The rules that the report was made with, for the pods of its state; null for others. Both outlive it.
RulesOf rulesIn(const PendingReport& report, const ClusterSnapshot& snapshot);

/// The same for one request; nothing when stopped.
std::optional<PendingExplanation> explainRequest(const AllocationRequest& request, const ClusterSnapshot& snapshot,
                                                 std::stop_token stop = {});

}  // namespace cardinal
