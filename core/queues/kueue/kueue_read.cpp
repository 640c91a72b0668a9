// SPDX-License-Identifier: Apache-2.0
#include "core/queues/kueue/kueue_read.h"

#include <algorithm>
#include <utility>

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
      for (const RawKueueQuota& told : flavor.resources) {
        if (!told.nominal) words.fail();
        KueueQuota& quota = quotas.resources[told.resource];
        quota.nominal = told.nominal ? amountOf(told.resource, *told.nominal) : 0;
        if (told.borrowingLimit) quota.borrowingLimit = amountOf(told.resource, *told.borrowingLimit);
        if (told.lendingLimit) quota.lendingLimit = amountOf(told.resource, *told.lendingLimit);
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

KueueClusterQueue queueOf(const RawKueueClusterQueue& told, KueueReading& out) {
  Words words;
  KueueClusterQueue queue;
  queue.name = told.meta.key.name;
  queue.cohort = told.cohort;
  queue.groups = groupsOf(told.groups, words);
  queue.strictOrder = words.is(told.queueingStrategy, "StrictFIFO", {"BestEffortFIFO"}, false);
  queue.namespaceSelector = told.namespaceSelector;
  if (queue.namespaceSelector && isOpen(*queue.namespaceSelector)) {
    queue.namespaceSelector = LabelSelector();
    out.openSelectors.insert(queue.name);
  }
  queue.withinQueue = words.policy(told.withinClusterQueue);
  queue.reclaim = words.policy(told.reclaimWithinCohort);
  queue.mayBorrowWhilePreempting = words.is(told.borrowPolicy, "LowerPriority", {"Never"}, false);
  queue.borrowThreshold = told.borrowThreshold;
  // v1beta1 has words of its own for stopping
  queue.triesNextOnBorrow = words.is(told.whenCanBorrow, "TryNextFlavor", {"MayStopSearch", "Borrow"}, false);
  queue.triesNextOnPreempt = words.is(told.whenCanPreempt, "TryNextFlavor", {"MayStopSearch", "Preempt"}, true);
  queue.prefersPreemption =
      words.is(told.flavorPreference, "PreemptionOverBorrowing", {"BorrowingOverPreemption"}, false);
  queue.stop = words.stop(told.stopPolicy);
  for (const RawKueueRequiredCheck& check : told.checks) queue.checks.push_back({check.name, check.flavors});
  queue.fairWeight = weightOf(told.fairWeight);
  if (!words.areKnown() || !told.problems.empty()) out.faultyQueues.insert(queue.name);
  return queue;
}

KueueFlavor flavorOf(const RawKueueFlavor& told) {
  KueueFlavor out;
  out.name = told.meta.key.name;
  out.nodeLabels = told.nodeLabels;
  out.taints = told.taints;
  for (const Toleration& toleration : told.tolerations) out.tolerations.push_back(toleration);
  out.topology = told.topology;
  return out;
}

KueueAdmission admissionOf(const RawKueueWorkload& workload, const RawKueueAdmission& told) {
  KueueAdmission out{told.clusterQueue, {}};
  for (const RawKueuePodSetAdmission& podSet : told.podSets) {
    KueuePodSetAdmission& read = out.podSets.emplace_back();
    read.podSet = podSet.podSet;
    const auto asked = std::find_if(workload.podSets.begin(), workload.podSets.end(),
                                    [&](const RawKueuePodSet& one) { return one.name == podSet.podSet; });
    read.count = podSet.count ? *podSet.count : asked != workload.podSets.end() ? asked->count : 0;
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

KueueWorkload workloadOf(const RawKueueWorkload& told, Words& words) {
  KueueWorkload out;
  out.key = told.meta.key;
  out.uid = told.meta.uid;
  out.created = told.meta.created;
  out.queue = told.queueName;
  out.priority = told.priority;
  out.active = told.active;
  for (const RawKueuePodSet& podSet : told.podSets) {
    if (podSet.count < 0) words.fail();
    out.podSets.push_back({podSet.name, std::max<std::int32_t>(0, podSet.count), podSet.minCount, podSet.spec});
  }
  for (const NodeCondition& condition : told.conditions) {
    out.conditions.push_back(
        {condition.type, condition.status == "True", condition.reason, condition.message, condition.since});
  }
  if (told.admission) out.admission = admissionOf(told, *told.admission);
  for (const RawKueueEndedPods& ended : told.reclaimable) out.reclaimable[ended.podSet] = ended.count;
  for (const RawKueueCheckState& check : told.checks)
    out.checks.push_back({check.check, checkStateOf(check.state, words)});
  return out;
}

void readWorkloads(const KueueLists& lists, KueueReading& out) {
  for (const auto& told : lists.workloads) {
    Words words;
    const ObjectKey& key = told->meta.key;
    out.objects.workloads.insert_or_assign(key, workloadOf(*told, words));
    StringMap& labels = out.objects.namespaces[key.ns];
    if (labels.empty()) labels.push_back({kNamespaceName, key.ns});
    if (!words.areKnown() || !told->problems.empty()) out.faultyWorkloads.insert(key);
  }
}

}  // namespace

KueueReading readKueue(const KueueLists& lists) {
  KueueReading out;
  for (const auto& told : lists.clusterQueues) {
    out.objects.clusterQueues.insert_or_assign(told->meta.key.name, queueOf(*told, out));
    out.objects.fairSharing = out.objects.fairSharing || told->tellsShare;
  }
  for (const auto& told : lists.cohorts) {
    Words words;
    const std::string& name = told->meta.key.name;
    out.objects.cohorts.insert_or_assign(
        name, KueueCohort{name, told->parent, groupsOf(told->groups, words), weightOf(told->fairWeight)});
    if (!words.areKnown() || !told->problems.empty()) out.faultyCohorts.insert(name);
  }
  for (const auto& told : lists.flavors) out.objects.flavors.insert_or_assign(told->meta.key.name, flavorOf(*told));
  for (const auto& told : lists.localQueues) {
    Words words;
    const ObjectKey& key = told->meta.key;
    out.objects.localQueues.insert_or_assign(key,
                                             KueueLocalQueue{key, told->clusterQueue, words.stop(told->stopPolicy)});
  }
  for (const auto& told : lists.checks) {
    const bool isActive = std::any_of(
        told->conditions.begin(), told->conditions.end(),
        [](const NodeCondition& condition) { return condition.type == "Active" && condition.status == "True"; });
    out.objects.checks.insert_or_assign(told->meta.key.name, KueueAdmissionCheck{told->meta.key.name, isActive});
  }
  readWorkloads(lists, out);
  return out;
}

}  // namespace cardinal::queues
