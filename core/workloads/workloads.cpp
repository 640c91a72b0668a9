// SPDX-License-Identifier: Apache-2.0
#include "core/workloads/workloads.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/model/extras/extra.h"
#include "core/model/extras/kueue.h"
#include "core/model/pods/pod_owner.h"
#include "core/model/shared_card.h"
#include "core/provider/gpu_keys.h"
#include "core/provider/readers.h"
#include "core/provider/registry/registry.h"
#include "core/provider/stacks/kai.h"
#include "core/workloads/requested_cards.h"

namespace cardinal {
namespace {

using KueuePtr = std::shared_ptr<const RawKueueWorkload>;

/// Views into the snapshot.
struct Name {
  std::string_view ns;
  std::string_view kind;
  std::string_view name;
  bool operator==(const Name&) const = default;
};

struct NameHash {
  std::size_t operator()(const Name& one) const noexcept {
    const std::hash<std::string_view> hash;
    return hash(one.name) ^ (hash(one.ns) * 0x9e3779b97f4a7c15ULL) ^ (hash(one.kind) << 1U);
  }
};

/// Slots, MIG instances and partitions of the node it runs on are no cards.
std::optional<std::int64_t> cardsOf(const PodRecord& pod, const NodePtr& node) {
  using Kind = GpuRequest::Kind;
  const GpuMode mode = node != nullptr ? node->gpu.mode : GpuMode::None;
  const bool isSliced = isSlicedMode(mode) && pod.request.kind() == Kind::WholeCards;
  if (isSliced || (mode == GpuMode::Partitions && pod.request.kind() == Kind::Counted)) return std::nullopt;
  if (mode == GpuMode::Whole && pod.source == AllocationSource::WholeCards) return pod.request.number();
  const auto isPending = [](const CardShare& share) { return share.card == kPendingCard; };
  const bool isKnown = !pod.shares.empty() && std::none_of(pod.shares.begin(), pod.shares.end(), isPending);
  return isKnown ? static_cast<std::int64_t>(pod.shares.size()) : cardsRequestedBy(*pod.raw, pod.request);
}

/// Unknown is catching.
void add(std::optional<std::int64_t>& sum, const std::optional<std::int64_t>& more) {
  sum = sum && more ? std::optional(*sum + *more) : std::nullopt;
}

constexpr std::int64_t kUnknown = -1;  // counts are never negative

/// The count on which two members agree.
std::int64_t agreed(std::int64_t count, const std::optional<std::int64_t>& other) {
  return other.value_or(kUnknown) == count ? count : kUnknown;
}

std::optional<std::int64_t> countOf(std::int64_t count) {
  return count == kUnknown ? std::nullopt : std::optional(count);
}

const OwnerRef* ownerOf(const RawKueueWorkload& workload) {
  for (const OwnerRef& owner : workload.meta.owners) {
    if (owner.controller) return &owner;
  }
  return workload.meta.owners.empty() ? nullptr : &workload.meta.owners[0];
}

/// What the pods of a Kueue Workload that ask for GPUs add up to.
struct KueueDemand {
  std::int64_t pods = 0;
  std::optional<std::int64_t> cards = 0;
};

KueueDemand demandOf(const RawKueueWorkload& workload) {
  KueueDemand out;
  for (const RawKueuePodSet& podSet : workload.podSets) {
    RawPod pod;
    pod.spec = podSet.spec;
    const PodUsage usage = readUsage(pod);
    if (usage.request.kind() == GpuRequest::Kind::None) continue;
    std::int64_t count = podSet.count;
    if (workload.admission) {
      for (const RawKueuePodSetAdmission& given : workload.admission->podSets) {
        if (given.podSet == podSet.name && given.count) count = *given.count;
      }
    }
    out.pods += count;
    const std::optional<std::int64_t> cards = cardsRequestedBy(pod, usage.request);
    add(out.cards, cards ? std::optional(*cards * count) : std::nullopt);
  }
  return out;
}

class Grouping {
 public:
  Grouping(const ClusterSnapshot& snapshot, const WorkloadObjects& objects) : m_snapshot(snapshot), m_objects(objects) {
    if (snapshot.extras != nullptr && snapshot.extras->kueue != nullptr) m_kueue = snapshot.extras->kueue.get();
    if (m_kueue == nullptr) return;
    for (const KueuePtr& workload : m_kueue->workloads) {
      const ObjectKey& key = workload->meta.key;
      m_kueueByName.emplace(Name{key.ns, {}, key.name}, workload.get());
    }
  }

  /// How many run() makes.
  std::size_t count() {
    if (m_kueue != nullptr) return run().size();  // what it holds may join the workloads of pods
    std::unordered_set<Name, NameHash> names;
    eachPod([&](const PodPtr& pod, const NodePtr& /*node*/) {
      if (const auto place = placeOf(*pod)) names.insert(place->name);
    });
    return names.size();
  }

  std::vector<WorkloadPtr> run() {
    std::size_t pods = m_snapshot.unboundPods.size();
    for (const NodePtr& node : m_snapshot.nodes) pods += node->pods.size();
    m_index.reserve(pods);
    eachPod([this](const PodPtr& pod, const NodePtr& node) { take(pod, node); });
    if (m_kueue != nullptr) {
      for (const KueuePtr& workload : m_kueue->workloads) attach(workload);
    }
    std::vector<WorkloadPtr> out;
    out.reserve(m_rows.size());
    for (auto& row : m_rows) {
      finish(*row);
      out.push_back(std::move(row));
    }
    std::sort(out.begin(), out.end(), [](const WorkloadPtr& a, const WorkloadPtr& b) {
      return std::tie(a->ns, a->kind, a->name) < std::tie(b->ns, b->kind, b->name);
    });
    return out;
  }

 private:
  /// With the node that it is on; null = none.
  template <typename Use>
  void eachPod(Use use) const {
    for (const PodPtr& pod : m_snapshot.unboundPods) use(pod, NodePtr());
    for (const NodePtr& node : m_snapshot.nodes) {
      for (const PodPtr& pod : node->pods) use(pod, node);
    }
  }

  Workload& rowOf(const Name& name, WorkloadTrace trace) {
    const auto [found, isNew] = m_index.try_emplace(name, m_rows.size());
    if (isNew) {
      Workload& row = *m_rows.emplace_back(std::make_shared<Workload>());
      row.ns = name.ns;
      row.kind = name.kind;
      row.name = name.name;
      row.trace = trace;
    }
    return *m_rows[found->second];
  }

  struct Place {
    Name name;
    WorkloadTrace trace;
  };
  /// Nothing for pods that only hold a card for others: those who share it are the ones who asked for it.
  std::optional<Place> placeOf(const PodRecord& pod) {
    const RawPod& raw = *pod.raw;
    if (isCardReservation(pod) || kai::readReservation(raw)) return std::nullopt;
    const PodWorkload of = traced(raw);
    return Place{{raw.meta.key.ns, of.kind, of.name}, of.trace};
  }

  void take(const PodPtr& pod, const NodePtr& node) {
    const auto place = placeOf(*pod);
    if (!place) return;
    const RawPod& raw = *pod->raw;
    Workload& row = rowOf(place->name, place->trace);
    row.pods.push_back({pod, node});
    if (m_kueue == nullptr) return;
    m_byUid.emplace(raw.meta.uid, &row);
    if (const OwnerRef* owner = controllerOf(raw)) m_byUid.emplace(owner->uid, &row);
  }

  /// Over pods that made the pod, and over the Workload of Kueue that it names.
  PodWorkload traced(const RawPod& pod) {
    constexpr int kMaxPods = 8;
    const RawPod* at = &pod;
    PodWorkload of = workloadOf(pod);
    for (int i = 0;
         i < kMaxPods && controllerOf(*at) != nullptr && of.kind == "Pod" && of.trace == WorkloadTrace::Owner; ++i) {
      at = findPod(pod.meta.key.ns, of.name, controllerOf(*at)->uid);
      if (at == nullptr || at == &pod) break;
      of = workloadOf(*at);
      if (of.trace == WorkloadTrace::Bare) of.trace = WorkloadTrace::Owner;
    }
    const std::string* named = m_kueue != nullptr ? find(pod.meta.annotations, "kueue.x-k8s.io/workload") : nullptr;
    if (named == nullptr) return of;
    const auto found = m_kueueByName.find({pod.meta.key.ns, {}, *named});
    const OwnerRef* owner = found != m_kueueByName.end() ? ownerOf(*found->second) : nullptr;
    // Anybody may write the annotation: it lifts a pod only to what its controller is called after.
    const bool above = owner != nullptr && owner->kind != "Pod" && owner->kind != of.kind && !owner->name.empty() &&
                       of.trace != WorkloadTrace::Bare && of.name.size() > owner->name.size() &&
                       of.name.starts_with(owner->name) && of.name[owner->name.size()] == '-';
    const bool same = owner != nullptr && owner->name == of.name && owner->kind == "TrainJob" && of.kind == "JobSet";
    return above || same ? PodWorkload{owner->kind, owner->name, WorkloadTrace::Owner} : of;
  }

  /// Null = not known, or another pod of that name.
  const RawPod* findPod(std::string_view ns, std::string_view name, std::string_view uid) {
    if (!m_podsRead) {
      m_podsRead = true;
      for (const PodPtr& pod : m_snapshot.unboundPods) note(*pod->raw);
      for (const NodePtr& node : m_snapshot.nodes) {
        for (const PodPtr& pod : node->pods) note(*pod->raw);
        for (const auto& pod : node->scheduler.pods) note(*pod);
      }
    }
    const auto found = m_pods.find({ns, {}, name});
    return found != m_pods.end() && found->second->meta.uid == uid ? found->second : nullptr;
  }
  void note(const RawPod& pod) { m_pods.emplace(Name{pod.meta.key.ns, {}, pod.meta.key.name}, &pod); }

  /// To the workload that owns it, or to a new row where it has no pods yet.
  void attach(const KueuePtr& workload) {
    const ObjectKey& key = workload->meta.key;
    const OwnerRef* owner = ownerOf(*workload);
    auto found = owner != nullptr ? m_index.find({key.ns, owner->kind, owner->name}) : m_index.end();
    if (found == m_index.end()) found = m_index.find({key.ns, "PodGroup", key.name});
    if (found != m_index.end()) return m_rows[found->second]->admissions.push_back(workload);
    for (const OwnerRef& one : workload->meta.owners) {
      const auto known = one.uid.empty() ? m_byUid.end() : m_byUid.find(one.uid);
      if (known != m_byUid.end() && known->second->ns == key.ns) return known->second->admissions.push_back(workload);
    }
    if (conditionHolds(*workload, "Finished") || demandOf(*workload).pods == 0) return;
    const Name name = owner != nullptr ? Name{key.ns, owner->kind, owner->name} : Name{key.ns, "Workload", key.name};
    rowOf(name, WorkloadTrace::Owner).admissions.push_back(workload);
  }

  static void countPod(Workload& row, const WorkloadPod& one) {
    const RawPod& raw = *one.pod->raw;
    const UnixSeconds created = raw.meta.created;
    if (created != 0 && (row.created == 0 || created < row.created)) row.created = created;
    if (raw.phase == PodPhase::Succeeded) {
      ++row.succeeded;
    } else if (raw.phase == PodPhase::Failed) {
      ++row.failed;
    } else {
      const bool bound = one.node != nullptr;
      ++(!bound                           ? row.waiting
         : raw.phase == PodPhase::Running ? row.running
         : raw.phase == PodPhase::Pending ? row.starting
                                          : row.unknown);
      const std::optional<std::int64_t> cards = cardsOf(*one.pod, one.node);
      add(row.cardsRequested, cards);
      if (bound) add(row.cardsHeld, cards);
    }
  }

  /// What the gangs of the pods are to have together; nothing where one does not say or the pods disagree.
  static std::optional<std::int64_t> findGangs(Workload& row) {
    struct Member {
      PodGang gang;
      const WorkloadPod* pod;
    };
    std::vector<Member> members;
    for (const WorkloadPod& one : row.pods) {
      const PodGang gang = gangOf(*one.pod->raw);
      if (!gang.name.empty()) members.push_back({gang, &one});
    }
    std::stable_sort(members.begin(), members.end(),
                     [](const Member& a, const Member& b) { return a.gang.name < b.gang.name; });
    const bool all = !members.empty() && members.size() == row.pods.size();
    std::optional<std::int64_t> sum = all ? std::optional<std::int64_t>(0) : std::nullopt;
    for (auto first = members.begin(); first != members.end();) {
      WorkloadGang gang{std::string(first->gang.name), std::nullopt, 0, 0};
      std::int64_t min = first->gang.min.value_or(kUnknown);
      std::int64_t total = first->gang.total.value_or(kUnknown);
      auto one = first;
      for (; one != members.end() && one->gang.name == first->gang.name; ++one) {
        min = agreed(min, one->gang.min);
        total = agreed(total, one->gang.total);
        if (isTerminal(*one->pod->pod->raw)) continue;
        ++gang.pods;
        gang.bound += one->pod->node != nullptr ? 1 : 0;
      }
      add(sum, countOf(total));
      gang.min = countOf(min);
      row.gangs.push_back(std::move(gang));
      first = one;
    }
    return sum;
  }

  static void readAdmissions(Workload& row) {
    std::int64_t pods = 0;
    std::optional<std::int64_t> cards = 0;
    for (const KueuePtr& workload : row.admissions) {
      if (row.queue.empty() && !workload->queueName.empty()) {
        row.queueSystem = QueueSystem::Kueue;
        row.queue = workload->queueName;
      }
      const UnixSeconds created = workload->meta.created;
      if (created != 0 && (row.created == 0 || created < row.created)) row.created = created;
      if (conditionHolds(*workload, "Finished")) continue;
      const KueueDemand demand = demandOf(*workload);
      pods += demand.pods;
      add(cards, demand.cards);
    }
    // Fewer than there are: they speak of a part of the workload, or of what it was before.
    row.wanted.reset();
    if (pods < live(row)) return;
    row.wanted = pods;
    row.cardsRequested = cards;
  }

  static std::int64_t live(const Workload& row) { return row.running + row.starting + row.waiting + row.unknown; }

  /// Its own object knows better than its pods.
  void readObject(Workload& row) const {
    const auto found = m_objects.empty() ? m_objects.end() : m_objects.find(workloadKey(row));
    if (found == m_objects.end()) return;
    const WorkloadObject& object = found->second;
    row.isObjectRead = true;
    row.isSuspended = object.isSuspended;
    if (object.wanted && row.admissions.empty()) {
      row.wanted = object.wanted;
      row.cardsRequested = object.cards;
    }
    if (!row.queue.empty() || object.queue.empty()) return;
    row.queueSystem = object.queueSystem;
    row.queue = object.queue;
  }

  void finish(Workload& row) const {
    std::sort(row.pods.begin(), row.pods.end(),
              [](const WorkloadPod& a, const WorkloadPod& b) { return a.pod->key() < b.pod->key(); });
    row.cardsRequested = row.cardsHeld = 0;
    for (const WorkloadPod& one : row.pods) {
      countPod(row, one);
      if (!row.queue.empty()) continue;
      const PodQueue queue = queueOf(*one.pod->raw);
      row.queueSystem = queue.system;
      row.queue = queue.name;
    }
    row.wanted = isBare(row) ? std::optional<std::int64_t>(1) : findGangs(row);
    if (row.wanted && *row.wanted < live(row)) row.wanted.reset();
    if (!row.admissions.empty()) readAdmissions(row);
    readObject(row);
  }

  const ClusterSnapshot& m_snapshot;
  const WorkloadObjects& m_objects;
  const KueueLists* m_kueue = nullptr;
  std::vector<std::shared_ptr<Workload>> m_rows;
  std::unordered_map<Name, std::size_t, NameHash> m_index;
  std::unordered_map<Name, const RawKueueWorkload*, NameHash> m_kueueByName;
  std::unordered_map<std::string_view, Workload*> m_byUid;  ///< of pods and their controllers
  std::unordered_map<Name, const RawPod*, NameHash> m_pods;
  bool m_podsRead = false;
};

}  // namespace

bool conditionHolds(const RawKueueWorkload& workload, std::string_view condition) {
  return std::any_of(workload.conditions.begin(), workload.conditions.end(),
                     [&](const NodeCondition& one) { return one.type == condition && one.status == "True"; });
}

bool isBare(const Workload& workload) {
  return workload.trace == WorkloadTrace::Bare && workload.pods.size() == 1;
}

bool isQueueKnown(const Workload& workload) {
  return !workload.queue.empty() || workload.isObjectRead || workload.trace == WorkloadTrace::Bare ||
         workload.trace == WorkloadTrace::PodGroup;
}

std::vector<WorkloadPtr> workloadsOf(const ClusterSnapshot& snapshot, const WorkloadObjects& objects) {
  return Grouping(snapshot, objects).run();
}

std::size_t countWorkloads(const ClusterSnapshot& snapshot) {
  static const WorkloadObjects kNone;
  return Grouping(snapshot, kNone).count();
}

}  // namespace cardinal
