// SPDX-License-Identifier: Apache-2.0
#include "core/queues/kueue/kueue_read.h"

#include <algorithm>
#include <utility>

#include "core/queues/kueue/kueue_requests.h"

namespace cardinal::queues {
namespace {

constexpr const char* kNamespaceName = "kubernetes.io/metadata.name";

/// Reads words of one object and remembers whether all were known.
class Words {
 public:
  bool areKnown() const { return m_known; }
  void fail() { m_known = false; }

  PreemptionPolicy policy(const std::string& word) {
    if (word.empty() || word == "Never") return PreemptionPolicy::Never;
    if (word == "LowerPriority") return PreemptionPolicy::LowerPriority;
    if (word == "LowerOrNewerEqualPriority") return PreemptionPolicy::LowerOrNewerEqualPriority;
    if (word == "Any") return PreemptionPolicy::Any;
    m_known = false;
    return PreemptionPolicy::Never;
  }

  StopPolicy stop(const std::string& word) {
    if (word.empty() || word == "None") return StopPolicy::None;
    if (word == "Hold") return StopPolicy::Hold;
    if (word != "HoldAndDrain") m_known = false;
    return StopPolicy::HoldAndDrain;
  }

  /// True for `yes`, false for the others; an empty word is the default.
  bool is(const std::string& word, const char* yes, std::initializer_list<const char*> others, bool byDefault) {
    if (word.empty()) return byDefault;
    if (word == yes) return true;
    m_known = m_known && std::any_of(others.begin(), others.end(), [&](const char* other) { return word == other; });
    return false;
  }

 private:
  bool m_known = true;
};

std::vector<KueueResourceGroup> groupsOf(const std::vector<RawKueueResourceGroup>& groups, Words& words) {
  std::vector<KueueResourceGroup> out;
  for (const RawKueueResourceGroup& group : groups) {
    KueueResourceGroup& read = out.emplace_back(KueueResourceGroup{group.coveredResources, {}});
    for (const RawKueueFlavorQuotas& flavor : group.flavors) {
      KueueFlavorQuotas& quotas = read.flavors.emplace_back(KueueFlavorQuotas{flavor.flavor, {}});
      for (const RawKueueQuota& raw : flavor.resources) {
        if (!raw.nominal) words.fail();
        KueueQuota& quota = quotas.resources[raw.resource];
        quota.nominal = raw.nominal ? amountOf(raw.resource, *raw.nominal) : 0;
        if (raw.borrowingLimit) quota.borrowingLimit = amountOf(raw.resource, *raw.borrowingLimit);
        if (raw.lendingLimit) quota.lendingLimit = amountOf(raw.resource, *raw.lendingLimit);
      }
    }
  }
  return out;
}

double weightOf(const std::optional<Quantity>& weight) {
  constexpr double kNano = 1e9;
  return weight ? static_cast<double>(weight->floor()) + static_cast<double>(weight->nanoAboveFloor()) / kNano : 1;
}

/// Labels of namespaces are not read, but for the one that every namespace has.
bool isOpen(const LabelSelector& selector) {
  const auto isName = [](const std::string& key) { return key == kNamespaceName; };
  return !std::all_of(selector.matchLabels.begin(), selector.matchLabels.end(),
                      [&](const auto& entry) { return isName(entry.first); }) ||
         !std::all_of(selector.matchExpressions.begin(), selector.matchExpressions.end(),
                      [&](const auto& rule) { return isName(rule.key); });
}

KueueClusterQueue queueOf(const RawKueueClusterQueue& raw, KueueReading& out) {
  Words words;
  KueueClusterQueue queue;
  queue.name = raw.meta.key.name;
  queue.cohort = raw.cohort;
  queue.groups = groupsOf(raw.groups, words);
  queue.strictOrder = words.is(raw.queueingStrategy, "StrictFIFO", {"BestEffortFIFO"}, false);
  queue.namespaceSelector = raw.namespaceSelector;
  if (queue.namespaceSelector && isOpen(*queue.namespaceSelector)) {
    queue.namespaceSelector = LabelSelector();
    out.openSelectors.insert(queue.name);
  }
  queue.withinQueue = words.policy(raw.withinClusterQueue);
  queue.reclaim = words.policy(raw.reclaimWithinCohort);
  queue.mayBorrowWhilePreempting = words.is(raw.borrowPolicy, "LowerPriority", {"Never"}, false);
  queue.borrowThreshold = raw.borrowThreshold;
  // v1beta1 has words of its own for stopping
  queue.triesNextOnBorrow = words.is(raw.whenCanBorrow, "TryNextFlavor", {"MayStopSearch", "Borrow"}, false);
  queue.triesNextOnPreempt = words.is(raw.whenCanPreempt, "TryNextFlavor", {"MayStopSearch", "Preempt"}, true);
  queue.prefersPreemption =
      words.is(raw.flavorPreference, "PreemptionOverBorrowing", {"BorrowingOverPreemption"}, false);
  queue.stop = words.stop(raw.stopPolicy);
  for (const RawKueueRequiredCheck& check : raw.checks) queue.checks.push_back({check.name, check.flavors});
  queue.fairWeight = weightOf(raw.fairWeight);
  if (!words.areKnown() || !raw.problems.empty()) out.faultyQueues.insert(queue.name);
  return queue;
}

KueueFlavor flavorOf(const RawKueueFlavor& raw) {
  KueueFlavor out;
  out.name = raw.meta.key.name;
  out.nodeLabels = raw.nodeLabels;
  out.taints = raw.taints;
  for (const Toleration& toleration : raw.tolerations) out.tolerations.push_back(toleration);
  out.topology = raw.topology;
  return out;
}

KueueAdmission admissionOf(const RawKueueWorkload& workload, const RawKueueAdmission& raw) {
  KueueAdmission out{raw.clusterQueue, {}};
  for (const RawKueuePodSetAdmission& podSet : raw.podSets) {
    KueuePodSetAdmission& read = out.podSets.emplace_back();
    read.podSet = podSet.podSet;
    const auto requested = std::find_if(workload.podSets.begin(), workload.podSets.end(),
                                        [&](const RawKueuePodSet& one) { return one.name == podSet.podSet; });
    read.count = podSet.count ? *podSet.count : requested != workload.podSets.end() ? requested->count : 0;
    for (const auto& [resource, flavor] : podSet.flavors) read.flavors[resource] = flavor;
    for (const ResourceAmount& used : podSet.usage) read.usage[used.name] = amountOf(used.name, used.amount);
  }
  return out;
}

CheckState checkStateOf(const std::string& word, Words& words) {
  if (word == "Ready") return CheckState::Ready;
  if (word == "Retry") return CheckState::Retry;
  if (word == "Rejected") return CheckState::Rejected;
  if (!word.empty() && word != "Pending") words.fail();
  return CheckState::Pending;
}

/// Source: Kueue v0.19.2, IsAdmissible in pkg/workload, backoffWaitingTimeExpired in pkg/cache/queue.
void readHold(const RawKueueWorkload& raw, KueueWorkload& out) {
  const auto hold = [&](KueueHold why, const std::string& words) {
    if (out.hold != KueueHold::None) return;
    out.hold = why;
    out.holdWords = words;
  };
  const std::string* gates = find(raw.meta.annotations, "kueue.x-k8s.io/admission-gated-by");
  if (gates != nullptr && !gates->empty()) hold(KueueHold::Gate, *gates);
  for (const NodeCondition& condition : raw.conditions) {
    const bool isTrue = condition.status == "True";
    const bool isFalse = condition.status == "False";
    if (condition.type == "QuotaReserved" && isFalse && condition.reason == "OnHold")
      hold(KueueHold::OnHold, condition.message);
    if (condition.type == "WaitingForReplacementPods" && isTrue) hold(KueueHold::Replacements, condition.message);
  }
  for (const NodeCondition& condition : raw.conditions) {
    if (condition.type == "Requeued" && condition.status == "False") hold(KueueHold::Backoff, condition.message);
  }
}

/// "namespace/name".
std::optional<ObjectKey> replacedBy(const RawKueueWorkload& raw) {
  const std::string* named = find(raw.meta.annotations, "kueue.x-k8s.io/workload-slice-replacement-for");
  if (named == nullptr || named->empty()) return std::nullopt;
  const std::size_t slash = named->find('/');
  if (slash == std::string::npos) return ObjectKey{raw.meta.key.ns, *named};
  return ObjectKey{named->substr(0, slash), named->substr(slash + 1)};
}

KueueWorkload workloadOf(const RawKueueWorkload& raw, Words& words) {
  KueueWorkload out;
  out.key = raw.meta.key;
  out.uid = raw.meta.uid;
  out.created = raw.meta.created;
  out.queue = raw.queueName;
  out.priority = raw.priority;
  out.active = raw.active;
  for (const RawKueuePodSet& podSet : raw.podSets) {
    if (podSet.count < 0) words.fail();
    out.podSets.push_back({podSet.name, std::max<std::int32_t>(0, podSet.count), podSet.minCount, podSet.spec,
                           podSet.topology ? levelsOf(*podSet.topology) : std::nullopt});
  }
  for (const NodeCondition& condition : raw.conditions) {
    out.conditions.push_back(
        {condition.type, condition.status == "True", condition.reason, condition.message, condition.since});
  }
  if (raw.admission) out.admission = admissionOf(raw, *raw.admission);
  for (const RawKueueEndedPods& ended : raw.reclaimable) out.reclaimable[ended.podSet] = ended.count;
  for (const RawKueueCheckState& check : raw.checks)
    out.checks.push_back({check.check, checkStateOf(check.state, words)});
  readHold(raw, out);
  out.replaces = replacedBy(raw);
  return out;
}

void readWorkloads(const KueueLists& lists, KueueReading& out) {
  for (const auto& raw : lists.workloads) {
    Words words;
    const ObjectKey& key = raw->meta.key;
    out.objects.workloads.insert_or_assign(key, workloadOf(*raw, words));
    StringMap& labels = out.objects.namespaces[key.ns];
    if (labels.empty()) labels.push_back({kNamespaceName, key.ns});
    if (!words.areKnown() || !raw->problems.empty()) out.faultyWorkloads.insert(key);
  }
}

/// What Kueue's configuration leaves out of the count shows in what workloads were given: they ask for it, and their
/// usage does not name it.
void findLeftOut(KueueReading& out) {
  for (const auto& [key, workload] : out.objects.workloads) {
    if (!workload.hasReservation() || !workload.admission) continue;
    for (const KueuePodSetAdmission& given : workload.admission->podSets) {
      for (const auto& [resource, amount] : given.usage) out.counted.insert(resource);
      const auto podSet = std::find_if(workload.podSets.begin(), workload.podSets.end(),
                                       [&](const KueuePodSet& one) { return one.name == given.podSet; });
      if (podSet == workload.podSets.end() || given.usage.empty() || given.count == 0) continue;
      const Requests requested = requestsOf(podSet->spec);
      const auto isAsked = [&](const auto& used) {
        return used.first == "pods" || used.second == 0 ||
               std::any_of(requested.begin(), requested.end(),
                           [&](const auto& one) { return one.first == used.first; });
      };
      // Kueue counts another resource in its place, or devices of claims
      const bool isOther = !std::all_of(given.usage.begin(), given.usage.end(), isAsked);
      for (const auto& [resource, amount] : requested) {
        if (amount > 0 && given.usage.count(resource) == 0) (isOther ? out.replaced : out.leftOut).insert(resource);
      }
    }
  }
  // the configuration has changed meanwhile
  for (const std::string& resource : out.counted) out.leftOut.erase(resource);
  for (const std::string& resource : out.replaced) out.leftOut.erase(resource);
  if (out.leftOut.empty()) return;
  for (auto& [key, workload] : out.objects.workloads) {
    if (workload.hasReservation()) continue;
    for (KueuePodSet& podSet : workload.podSets) leaveOut(podSet.spec, out.leftOut);
  }
}

}  // namespace

void leaveOut(RawPodSpec& spec, const std::set<std::string>& resources) {
  const auto drop = [&](ResourceList& list) {
    ResourceList kept;
    for (const ResourceAmount& one : list) {
      if (resources.count(one.name) == 0) kept.push_back(one);
    }
    list = std::move(kept);
  };
  const auto dropAll = [&](SharedList<Container>& containers) {
    SharedList<Container> kept;
    for (Container one : containers) {
      drop(one.requests);
      drop(one.limits);
      kept.push_back(std::move(one));
    }
    containers = std::move(kept);
  };
  dropAll(spec.containers);
  dropAll(spec.initContainers);
  drop(spec.overhead);
  drop(spec.podRequests);
  drop(spec.podLimits);
}

KueueReading readKueue(const KueueLists& lists) {
  KueueReading out;
  for (const auto& raw : lists.clusterQueues) {
    out.objects.clusterQueues.insert_or_assign(raw->meta.key.name, queueOf(*raw, out));
    out.objects.fairSharing = out.objects.fairSharing || raw->tellsShare;
  }
  for (const auto& raw : lists.cohorts) {
    Words words;
    const std::string& name = raw->meta.key.name;
    out.objects.cohorts.insert_or_assign(
        name, KueueCohort{name, raw->parent, groupsOf(raw->groups, words), weightOf(raw->fairWeight)});
    if (!words.areKnown() || !raw->problems.empty()) out.faultyCohorts.insert(name);
  }
  for (const auto& raw : lists.flavors) out.objects.flavors.insert_or_assign(raw->meta.key.name, flavorOf(*raw));
  for (const auto& raw : lists.localQueues) {
    Words words;
    const ObjectKey& key = raw->meta.key;
    out.objects.localQueues.insert_or_assign(key, KueueLocalQueue{key, raw->clusterQueue, words.stop(raw->stopPolicy)});
  }
  for (const auto& raw : lists.checks) {
    const bool isActive = std::any_of(
        raw->conditions.begin(), raw->conditions.end(),
        [](const NodeCondition& condition) { return condition.type == "Active" && condition.status == "True"; });
    out.objects.checks.insert_or_assign(raw->meta.key.name,
                                        KueueAdmissionCheck{raw->meta.key.name, isActive, raw->controllerName});
  }
  for (const auto& raw : lists.topologies) out.objects.topologies.insert_or_assign(raw->meta.key.name, raw->levels);
  readWorkloads(lists, out);
  findLeftOut(out);
  return out;
}

}  // namespace cardinal::queues
