// SPDX-License-Identifier: Apache-2.0
#include "core/replay/queues/kueue_objects_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace cardinal::replay {
namespace {

using queues::Amount;
using queues::PreemptionPolicy;

constexpr std::string_view kDefault = "default";

std::string textOr(const Field& field, const char* key, const std::string& fallback) {
  const auto found = field.find(key);
  return found ? found->text() : fallback;
}

Quantity quantityOf(const Field& field) {
  const auto parsed = Quantity::parse(field.text());
  if (!parsed) field.fail();
  return *parsed;
}

queues::KueueQuota quotaOf(const Field& field, const std::string& resource) {
  queues::KueueQuota out;
  out.nominal = queues::amountOf(resource, quantityOf(field.at("nominalQuota")));
  const auto limit = [&](const char* key) -> std::optional<Amount> {
    const auto found = field.find(key);
    return found ? std::optional(queues::amountOf(resource, quantityOf(*found))) : std::nullopt;
  };
  out.borrowingLimit = limit("borrowingLimit");
  out.lendingLimit = limit("lendingLimit");
  return out;
}

std::vector<queues::KueueResourceGroup> groupsOf(const Field& spec) {
  std::vector<queues::KueueResourceGroup> out;
  const auto groups = spec.find("resourceGroups");
  for (const Field& group : groups ? groups->items() : std::vector<Field>()) {
    queues::KueueResourceGroup read{group.at("coveredResources").texts(), {}};
    for (const Field& flavor : group.at("flavors").items()) {
      queues::KueueFlavorQuotas quotas{flavor.at("name").text(), {}};
      for (const Field& resource : flavor.at("resources").items()) {
        const std::string name = resource.at("name").text();
        quotas.resources[name] = quotaOf(resource, name);
      }
      read.flavors.push_back(std::move(quotas));
    }
    out.push_back(std::move(read));
  }
  return out;
}

double weightOf(const Field& spec) {
  const auto sharing = spec.find("fairSharing");
  const auto weight = sharing ? sharing->find("weight") : std::nullopt;
  if (!weight) return 1;
  constexpr double kNano = 1e9;
  const Quantity quantity = quantityOf(*weight);
  return static_cast<double>(quantity.floor()) + static_cast<double>(quantity.nanoAboveFloor()) / kNano;
}

PreemptionPolicy policyOf(const Field& spec, const char* key) {
  const auto preemption = spec.find("preemption");
  const std::string word = preemption ? textOr(*preemption, key, "Never") : "Never";
  if (word == "Never") return PreemptionPolicy::Never;
  if (word == "LowerPriority") return PreemptionPolicy::LowerPriority;
  if (word == "LowerOrNewerEqualPriority") return PreemptionPolicy::LowerOrNewerEqualPriority;
  if (word != "Any") preemption->at(key).fail();
  return PreemptionPolicy::Any;
}

queues::StopPolicy stopOf(const Field& spec) {
  const std::string word = textOr(spec, "stopPolicy", "None");
  if (word == "Hold") return queues::StopPolicy::Hold;
  return word == "HoldAndDrain" ? queues::StopPolicy::HoldAndDrain : queues::StopPolicy::None;
}

queues::KueueClusterQueue queueOf(const std::string& name, const Field& spec) {
  queues::KueueClusterQueue out;
  out.name = name;
  out.cohort = textOr(spec, "cohortName", "");
  out.groups = groupsOf(spec);
  out.strictOrder = textOr(spec, "queueingStrategy", "BestEffortFIFO") == "StrictFIFO";
  if (const auto selector = spec.find("namespaceSelector")) {
    out.namespaceSelector.emplace();
    if (const auto labels = selector->find("matchLabels")) out.namespaceSelector->matchLabels = labels->map();
    if (selector->find("matchExpressions")) selector->at("matchExpressions").fail();
  }
  out.withinQueue = policyOf(spec, "withinClusterQueue");
  out.reclaim = policyOf(spec, "reclaimWithinCohort");
  const auto preemption = spec.find("preemption");
  if (const auto borrowing = preemption ? preemption->find("borrowWithinCohort") : std::nullopt) {
    out.mayBorrowWhilePreempting = textOr(*borrowing, "policy", "Never") == "LowerPriority";
    if (const auto threshold = borrowing->find("maxPriorityThreshold")) out.borrowThreshold = threshold->integer();
  }
  if (const auto fungibility = spec.find("flavorFungibility")) {
    out.triesNextOnBorrow = textOr(*fungibility, "whenCanBorrow", "MayStopSearch") == "TryNextFlavor";
    out.triesNextOnPreempt = textOr(*fungibility, "whenCanPreempt", "TryNextFlavor") == "TryNextFlavor";
    out.prefersPreemption = textOr(*fungibility, "preference", "") == "PreemptionOverBorrowing";
  }
  out.stop = stopOf(spec);
  if (const auto strategy = spec.find("admissionChecksStrategy")) {
    for (const Field& check : strategy->at("admissionChecks").items()) {
      const auto flavors = check.find("onFlavors");
      out.checks.push_back({check.at("name").text(), flavors ? flavors->texts() : std::vector<std::string>()});
    }
  }
  out.fairWeight = weightOf(spec);
  return out;
}

queues::KueueFlavor flavorOf(const std::string& name, const Field& spec) {
  queues::KueueFlavor out;
  out.name = name;
  if (const auto labels = spec.find("nodeLabels")) out.nodeLabels = labels->map();
  const auto taints = spec.find("nodeTaints");
  for (const Field& taint : taints ? taints->items() : std::vector<Field>())
    out.taints.push_back({taint.at("key").text(), textOr(taint, "value", ""), taint.at("effect").text()});
  const auto tolerations = spec.find("tolerations");
  for (const Field& one : tolerations ? tolerations->items() : std::vector<Field>())
    out.tolerations.push_back(
        {textOr(one, "key", ""), textOr(one, "operator", ""), textOr(one, "value", ""), textOr(one, "effect", "")});
  out.topology = textOr(spec, "topologyName", "");
  return out;
}

RawPodSpec podSpecOf(const Field& field) {
  const nlohmann::json pod{{"apiVersion", "v1"},
                           {"kind", "Pod"},
                           {"metadata", {{"name", "template"}, {"namespace", std::string(kDefault)}}},
                           {"spec", nlohmann::json::parse(field.json())}};
  return Field(pod, "template").pod()->spec;
}

/// cpu is recorded in cores.
Amount usageOf(const std::string& resource, const Field& amount) {
  constexpr double kMilli = 1000;
  return std::llround(amount.number() * (resource == "cpu" ? kMilli : 1));
}

queues::CheckState checkStateOf(const Field& field) {
  const std::string word = field.text();
  if (word == "Ready") return queues::CheckState::Ready;
  if (word == "Retry") return queues::CheckState::Retry;
  if (word == "Rejected") return queues::CheckState::Rejected;
  if (word != "Pending") field.fail();
  return queues::CheckState::Pending;
}

queues::KueueAdmission admissionOf(const Field& field) {
  queues::KueueAdmission out{field.at("cluster_queue").text(), {}};
  for (const Field& podSet : field.at("pod_sets").items()) {
    queues::KueuePodSetAdmission read;
    read.podSet = podSet.at("name").text();
    read.count = static_cast<std::int32_t>(podSet.at("count").integer());
    // null where the pod set asks for nothing
    if (const auto flavors = podSet.find("flavors")) {
      for (const auto& [resource, flavor] : flavors->entries()) read.flavors[resource] = flavor.text();
    }
    if (const auto usage = podSet.find("usage")) {
      for (const auto& [resource, amount] : usage->entries()) read.usage[resource] = usageOf(resource, amount);
    }
    out.podSets.push_back(std::move(read));
  }
  return out;
}

}  // namespace

ObjectKey kueueKey(const std::string& name) {
  const std::size_t slash = name.find('/');
  if (slash == std::string::npos) return {std::string(kDefault), name};
  return {name.substr(0, slash), name.substr(slash + 1)};
}

std::string kueueName(const ObjectKey& key) {
  return key.ns == kDefault ? key.name : key.ns + "/" + key.name;
}

void putKueueObject(queues::KueueObjects& objects, const Field& object) {
  const std::string kind = object.at("kind").text();
  const Field meta = object.at("metadata");
  const std::string name = meta.at("name").text();
  if (kind == "Namespace") {
    const auto labels = meta.find("labels");
    objects.namespaces[name] = labels ? labels->map() : StringMap();
  } else if (kind == "ClusterQueue") {
    objects.clusterQueues[name] = queueOf(name, object.at("spec"));
  } else if (kind == "Cohort") {
    const Field spec = object.at("spec");
    objects.cohorts[name] = {name, textOr(spec, "parentName", ""), groupsOf(spec), weightOf(spec)};
  } else if (kind == "ResourceFlavor") {
    objects.flavors[name] = flavorOf(name, object.at("spec"));
  } else if (kind == "LocalQueue") {
    const ObjectKey key{meta.at("namespace").text(), name};
    const Field spec = object.at("spec");
    objects.localQueues[key] = {key, spec.at("clusterQueue").text(), stopOf(spec)};
  } else if (kind == "AdmissionCheck") {
    queues::KueueAdmissionCheck check{name, false};
    const auto status = object.find("status");
    const auto conditions = status ? status->find("conditions") : std::nullopt;
    for (const Field& condition : conditions ? conditions->items() : std::vector<Field>())
      check.active =
          check.active || (condition.at("type").text() == "Active" && condition.at("status").text() == "True");
    objects.checks[name] = check;
  } else if (kind != "Topology" && kind != "Node") {
    object.at("kind").fail();
  }
}

queues::KueueWorkload newKueueWorkload(const Field& object, UnixSeconds created) {
  queues::KueueWorkload out;
  const Field meta = object.at("metadata");
  out.key = {textOr(meta, "namespace", std::string(kDefault)), meta.at("name").text()};
  out.uid = "uid-" + out.key.name;
  out.created = created;
  const Field spec = object.at("spec");
  out.queue = spec.at("queueName").text();
  out.priority = spec.at("priority").integer();
  out.active = spec.at("active").flag();
  for (const Field& podSet : spec.at("podSets").items()) {
    queues::KueuePodSet read;
    read.name = podSet.at("name").text();
    read.count = static_cast<std::int32_t>(podSet.at("count").integer());
    if (const auto least = podSet.find("minCount")) read.minCount = static_cast<std::int32_t>(least->integer());
    read.spec = podSpecOf(podSet.at("template").at("spec"));
    out.podSets.push_back(std::move(read));
  }
  return out;
}

void applyKueueStatus(queues::KueueWorkload& workload, const Field& recorded) {
  const auto active = recorded.find("active");
  workload.active = !active || active->flag();
  workload.conditions.clear();
  for (const auto& [type, condition] : recorded.at("conditions").entries())
    workload.conditions.push_back({type, condition.at("status").text() == "True", condition.at("reason").text(),
                                   condition.at("message").text(), condition.at("at").integer()});
  workload.admission.reset();
  if (const auto admission = recorded.find("admission")) workload.admission = admissionOf(*admission);
  workload.checks.clear();
  if (const auto checks = recorded.find("admission_checks")) {
    for (const auto& [name, check] : checks->entries())
      workload.checks.push_back({name, checkStateOf(check.at("state"))});
  }
  workload.reclaimable.clear();
  if (const auto ended = recorded.find("reclaimable")) {
    for (const Field& podSet : ended->items())
      workload.reclaimable[podSet.at("name").text()] = static_cast<std::int32_t>(podSet.at("count").integer());
  }
}

}  // namespace cardinal::replay
