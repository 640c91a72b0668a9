// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/alloc/card_list.h"
#include "core/base/shared_text.h"
#include "core/model/snapshot.h"

namespace cardinal {

/// Why a node or card does not take a request. Codes, never sentences.
enum class ReasonCode : std::uint8_t {
  // Request level: no node can help.
  RequestInvalid,  ///< see AllocationAnswer::requestProblems
  // Node level, Kubernetes.
  NodeUnknown,           ///< the node is only named by pods
  NodeUnschedulable,     ///< cordoned
  NodeNotReady,          ///< detail = condition
  NodeNameMismatch,      ///< the pod names another node
  NodeSelectorMismatch,  ///< detail = first "key=value" that does not match, or "key=value, not VALUE" of the node
  NodeAffinityMismatch,
  TaintNotTolerated,     ///< detail = key=value:effect
  InsufficientResource,  ///< detail = resource name; needed / found in units (cpu: milli)
  TooManyPods,           ///< needed / found = pods
  // Node level, GPU stack.
  NoGpu,                  ///< the node has no GPU resource
  ModeMismatch,           ///< the node's mode takes another request form; detail = mode
  CoreNotOffered,         ///< gpu-core requested, the node has no core resource (ACK: types differ)
  CoreRequired,           ///< memory-only request on a core_mem node
  MultiCardNotSupported,  ///< gpu-count with core, or on open-source gpushare
  ModeNotPlaceable,       ///< mig, disabled, unknown mode: what fits is unknown; detail = mode
  // Card level (also node level when no card is left).
  CardUnhealthy,
  InsufficientCardMemory,  ///< needed / found in the node's units, largest free card
  InsufficientCardCore,    ///< needed / found in percent points
  NoCommonCard,            ///< memory fits some card, core another, none both
  NotEnoughCards,          ///< needed / found = cards that fit
  CardFull,                ///< max pods per card reached
  CardNotEmpty,            ///< whole device required
  NotEnoughWholeCards,     ///< whole-card modes: needed / found = cards
  NotAimedAt,              ///< the user aimed at another node or card
  NeverBound,  ///< open-source gpushare: gpu-mem is requested, but not by regular containers: the filter passes the
               ///< node, every bind then fails, the pod waits for ever
  // Node level, rules between pods.
  HostPortTaken,            ///< detail = port/protocol
  TopologyKeyMissing,       ///< a spread constraint or affinity term needs this label; detail = key
  TopologySpreadSkew,       ///< needed = most skew allowed, found = skew with this pod; detail = key=value
  PodAffinityUnmatched,     ///< no matching pod runs in this domain; detail = topology key
  PodAntiAffinityConflict,  ///< a pod that this one avoids runs in this domain; detail = namespace/name
  VolumeElsewhere,          ///< a bound volume cannot be used on this node; detail = volume
  StackRefused,             ///< the scheduler of the node's GPU stack refuses it; detail = its own words
  ExistingAntiAffinity,     ///< a pod that avoids this one runs in this domain; detail = namespace/name
};
const char* toString(ReasonCode code) noexcept;

/// Can waiting help? NotNow: fits the empty node; Never: not even then.
enum class Waiting : std::uint8_t { NotNow, Never, Unknown };

struct Rejection {
  ReasonCode code = ReasonCode::RequestInvalid;
  Waiting waiting = Waiting::Unknown;
  CardIndex card = kPendingCard;  ///< >= 0 at card level
  std::int64_t needed = 0;
  std::int64_t found = 0;
  SharedText detail{};
  bool operator==(const Rejection&) const = default;
};

/// The refusals of one node's cards, which never carry a detail. Up to eight stand inside, because an answer may hold
/// them for 10,000 nodes. Reads like a vector of `Rejection`, but gives them by value.
class CardRefusals {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Rejection;
    using difference_type = std::ptrdiff_t;
    using pointer = const Rejection*;
    using reference = Rejection;
    Iterator(const CardRefusals& from, std::size_t at) : m_from(&from), m_at(at) {}
    Rejection operator*() const { return (*m_from)[m_at]; }
    Iterator& operator++() {
      ++m_at;
      return *this;
    }
    bool operator==(const Iterator& other) const { return m_at == other.m_at; }

   private:
    const CardRefusals* m_from;
    std::size_t m_at;
  };
  static constexpr std::size_t kInside = 8;

  std::size_t size() const { return m_size; }
  bool empty() const { return m_size == 0; }
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, m_size}; }
  Rejection front() const { return (*this)[0]; }
  Rejection operator[](std::size_t i) const {
    const Entry& entry = i < kInside ? m_inside[i] : m_outside[i - kInside];
    return {entry.code, entry.waiting, entry.card, entry.needed, entry.found, {}};
  }

  void clear() {
    m_size = 0;
    m_outside.clear();
  }
  /// The detail is dropped.
  void push_back(const Rejection& card) { add(card.code, card.waiting, card.card, card.needed, card.found); }
  void add(ReasonCode code, Waiting waiting, CardIndex card, std::int64_t needed, std::int64_t found) {
    if (m_size < kInside) {
      m_inside[m_size] = {needed, found, card, code, waiting};
    } else {
      m_outside.push_back({needed, found, card, code, waiting});
    }
    ++m_size;
  }
  /// Leaves those of one card.
  void keepOnly(CardIndex card);

 private:
  struct Entry {
    std::int64_t needed;
    std::int64_t found;
    CardIndex card;
    ReasonCode code;
    Waiting waiting;
  };
  std::uint32_t m_size = 0;
  std::array<Entry, kInside> m_inside{};
  std::vector<Entry> m_outside;  ///< those that do not fit inside
};

struct NodeRejection {
  NodeIndex node;
  Rejection reason;          ///< the first filter that said no: what the scheduler reports
  CardRefusals cards;        ///< per card, where the card level was reached
  bool sumWouldFit = false;  ///< free memory over all cards is enough, no single card (set) is: fragmentation
};

/// Parts of a score, each 0..`max`.
enum class ScoreCode : std::uint8_t {
  CardPacking,     ///< ACK model: binpack or spread of the cards, 30 x avg + 70 / m^2
  BestFit,         ///< gpushare: remaining free memory on the chosen card; information, not used by the scheduler
  LeastAllocated,  ///< kube-scheduler default score
  MostAllocated,   ///< the same, by a configuration that fills nodes
  CapacityRatio,   ///< the same, by a configuration that gives its own curve
  BalancedAllocation,
  // Further default scores of kube-scheduler; as the two above, weighted: `max` is 100 x weight.
  TaintToleration,
  NodeAffinity,
  TopologySpread,
  PodAffinity,
  ImageLocality,
  PreferAvoidPods,
};
const char* toString(ScoreCode code) noexcept;
struct ScorePart {
  int value = 0;
  int max = 100;
  ScoreCode code = ScoreCode::BestFit;
  bool decides = true;  ///< false = shown for information only

  constexpr ScorePart() = default;
  constexpr ScorePart(ScoreCode what, int points, int most, bool counts)
      : value(points), max(most), code(what), decides(counts) {}
  bool operator==(const ScorePart&) const = default;
};

/// At most nine parts, kept inside the candidate: an answer may hold 10,000 of them. Reads like a vector.
class ScoreParts {
 public:
  static constexpr std::size_t kMax = 9;

  /// Parts beyond `kMax` are a programming error.
  void push_back(const ScorePart& part) {
    assert(m_size < kMax);
    m_parts[m_size++] = part;
  }
  std::size_t size() const { return m_size; }
  bool empty() const { return m_size == 0; }
  const ScorePart* begin() const { return m_parts.data(); }
  const ScorePart* end() const { return m_parts.data() + m_size; }
  const ScorePart& operator[](std::size_t i) const { return m_parts[i]; }
  /// Keeps the first `size` of them.
  void truncate(std::size_t size) {
    if (size < m_size) m_size = static_cast<std::uint8_t>(size);
  }

 private:
  std::array<ScorePart, kMax> m_parts{};
  std::uint8_t m_size = 0;
};

/// A place the request can go to.
struct Candidate {
  NodeIndex node;
  CardList cards;          ///< ascending; empty = whole cards whose index the API never reports
  int cardCount = 1;       ///< how many cards
  bool cardsTied = false;  ///< other cards of this node are as good and the stack breaks the tie by no rule
  MemUnits memoryPerCard;
  CorePercent corePerCard;
  int score = 0;  ///< 0..100, comparable between candidates of one answer
  ScoreParts parts;
  std::int64_t total =
      0;                  ///< sum of kube-scheduler's weighted scores; AllocationAnswer::totalsKnown says whether it is
  int avoidedTaints = 0;  ///< PreferNoSchedule taints that the pod does not tolerate
};

/// How sure the answer is.
enum class Certainty : std::uint8_t {
  Certain,   ///< exactly this place, whatever happened to the replicas before it
  OneOf,     ///< one of `tied` first candidates; the scheduler decides at random or by scores that are not modelled
  Modelled,  ///< a closed scheduler: the best public model says so
};
const char* toString(Certainty certainty) noexcept;

/// What lowers the certainty or was not looked at.
enum class Caveat : std::uint8_t {
  ClosedScheduler,        ///< ACK Pro: modelled after public material
  NodeScoresNotModelled,  ///< kube-scheduler's other scores may prefer one of the feasible nodes
  CardChosenByKubelet,    ///< whole cards: which card is never reported
  PodAffinity,
  TopologySpread,
  Volumes,
  SchedulingGates,
  PreferredNodeAffinity,
  HostPorts,
  UnknownMemory,        ///< some nodes' cards are not known
  CountLabelIgnored,    ///< open-source gpushare ignores aliyun.com/gpu-count: the whole amount goes to one card
  NodesNotReady,        ///< a feasible node is not Ready but carries no taint: the scheduler may still choose it
  TooManyPodsOnCard,    ///< a chosen card would hold more pods than cGPU allows (20): the container would fail
  ProfileNotVerified,   ///< scores follow the default profile of a version that was not compared with the real one
  OtherScheduler,       ///< the pod names a scheduler whose profile is not known
  NodesSampled,         ///< the scheduler stops looking after `sampled` feasible nodes, in an unknown order
  ServicesNotRead,      ///< Services that select the pod would spread it; assumed: none does
  ReplicasInteract,     ///< which of equal places an earlier replica takes decides where, and how many, later ones go
  Preemption,           ///< no node is free, but pods of lower priority run where the rest would fit: it may evict them
  RulesNotRead,         ///< quotas or limit ranges of the namespace are not known: the server may refuse the pod
  VolumeLimits,         ///< how many volumes a node may attach was not looked at
  ContainersUnmatched,  ///< several GPU containers on an open-source node with several cards: they would not start
  StackScheduler,       ///< the stack's own scheduler chooses; its rules were compared with one version of it
  DeviceClaims,     ///< the pod claims devices by dynamic resource allocation: which nodes have them is not evaluated
  RuntimeOverhead,  ///< a RuntimeClass may add overhead and a node selector when the pod is created
  ClaimMissing,     ///< a volume claim that the pod names does not exist: until it does, the pod waits
  LabelKeys,        ///< matchLabelKeys name labels that only the controller will add
  FieldsNotRead,    ///< the pod has fields that this program does not know
  FieldsByGate,     ///< the pod has fields that servers of this version drop unless a feature gate is set
  PluginsNotEvaluated,     ///< the scheduler's configuration names plugins or settings that are not evaluated
  ReservationsNotRead,     ///< Koordinator's Reservations were not read: what they keep looks free
  SmcRWithoutErdma,        ///< the annotation of SMC-R needs aliyun/erdma, which no container requests
  NumaNotEvaluated,        ///< NUMA alignment is asked for: cpu and memory of the NUMA nodes were not looked at
  GroupIncomplete,         ///< ACK's topology group has fewer pods yet than its labels say; until then it waits
  SlotsMayFail,            ///< several slots of a time-sliced node whose failRequestsGreaterThanOne is not known
  TolerationsAtAdmission,  ///< a taint by an extended resource of the request: the admission plugin
                           ///< ExtendedResourceToleration, where it is on, makes the pod tolerate it
  PriorityNotRead,         ///< PriorityClasses were not read: which priority the pod gets is not known, so neither are
                           ///< whom the scheduler may evict for it and which quotas by class count it
};
const char* toString(Caveat caveat) noexcept;

/// The versions of kube-scheduler whose default profile was compared with the real one decision by decision, oldest
/// first: "1.20", "1.35". The others have the caveat ProfileNotVerified.
std::span<const std::string_view> comparedVersions();

/// Fragmentation of the cluster for a request shape: always shown as a pair.
struct Fragmentation {
  std::int64_t freeMib = 0;    ///< free on all placeable cards of the modes this request can use
  std::int64_t usableMib = 0;  ///< of it, in pieces this request shape can use
  std::int64_t fits = 0;       ///< how many more of this request fit, one card set after another
  /// 0..1; nothing when nothing is free.
  std::optional<double> rate() const {
    if (freeMib <= 0) return std::nullopt;
    return 1.0 - static_cast<double>(usableMib) / static_cast<double>(freeMib);
  }
};

struct SchedulerProfile;
struct NamespaceRules;
struct ClaimObjects;

/// What is requested.
struct AllocationRequest {
  std::shared_ptr<const RawPod> pod;                  ///< template or pending pod; never null
  GpuRequest gpu;                                     ///< readUsage(*pod).request
  int replicas = 1;                                   ///< 1..100000
  std::optional<std::string> onlyNode;                ///< dropped on a node: everything else is NotAimedAt
  std::optional<CardIndex> onlyCard;                  ///< with onlyNode
  std::string name;                                   ///< for display
  std::shared_ptr<const SchedulerProfile> scheduler;  ///< null = the default profile of the server's version
  /// What the namespace says of new pods; null = nobody asks: the pod exists already, so its creation was let through.
  std::shared_ptr<const NamespaceRules> rules;
  /// Claims and templates that are created together with the pod; null = only those of the cluster.
  std::shared_ptr<const ClaimObjects> claims{};
};

struct ReasonCount {
  ReasonCode code = ReasonCode::RequestInvalid;
  std::uint32_t nodes = 0;
};

/// A near miss: the node that lacks least.
struct NearMiss {
  NodeIndex node;
  CardIndex card = kPendingCard;
  ReasonCode code = ReasonCode::InsufficientCardMemory;
  std::int64_t lacking = 0;  ///< units or percent points by `code`
};

/// Where one replica goes, in order.
struct ReplicaPlacement {
  int replica = 0;  ///< 0-based
  Candidate place;
  Certainty certainty = Certainty::OneOf;
  std::uint32_t tied = 1;  ///< how many candidates are equally likely
};

/// The whole answer for the first replica, and the order of places for all of them.
struct AllocationAnswer {
  std::uint64_t generation = 0;        ///< of the snapshot
  UnixSeconds time = 0;                ///< of the snapshot
  std::vector<Error> requestProblems;  ///< not empty: nothing else is filled
  Certainty certainty = Certainty::Certain;
  std::uint32_t tied = 0;  ///< leading candidates that are equally likely
  std::vector<Caveat> caveats;
  std::vector<Candidate> candidates;         ///< feasible nodes, best first; ties by name
  bool totalsKnown = false;                  ///< kube-scheduler's totals are known and order the candidates
  std::uint32_t sampled = 0;                 ///< not 0: the scheduler stops after this many feasible nodes
  std::vector<NodeRejection> rejections;     ///< refused nodes by index; feasible + refused = all nodes
  std::vector<ReasonCount> reasonCounts;     ///< by count, descending; sums to rejections.size()
  std::vector<NearMiss> nearMisses;          ///< at most 8, least lacking first
  std::vector<ReplicaPlacement> placements;  ///< replicas that fit, in order
  std::optional<Error> admission;            ///< why no more replicas than `admitted` can be created
  std::uint32_t admitted = 0;                ///< replicas that the namespace's rules let through; with `admission`
  std::optional<NodeRejection> firstMiss;    ///< why the first replica that does not fit does not (best node)
  Fragmentation before;
  Fragmentation after;  ///< after all placements
};
/// Megabytes over many nodes: shared, never copied.
using AnswerPtr = std::shared_ptr<const AllocationAnswer>;

}  // namespace cardinal
