// SPDX-License-Identifier: Apache-2.0
#include "core/queues/kueue/kueue_requests.h"

#include <algorithm>
#include <set>

#include "core/alloc/filter/labels.h"
#include "core/alloc/filter/taints.h"
#include "core/base/saturate.h"
#include "core/provider/effective_request.h"

namespace cardinal::queues {
namespace {

/// FNV-1a, 64 bits.
std::uint64_t hashOf(std::string_view name) {
  constexpr std::uint64_t kOffset = 14695981039346656037ULL;
  constexpr std::uint64_t kPrime = 1099511628211ULL;
  std::uint64_t hash = kOffset;
  for (const char letter : name) hash = (hash ^ static_cast<unsigned char>(letter)) * kPrime;
  return hash;
}

bool comesBefore(std::string_view a, std::string_view b) {
  const std::uint64_t left = hashOf(a);
  const std::uint64_t right = hashOf(b);
  return left != right ? left < right : a < b;
}

std::set<std::string> resourcesOf(const RawPodSpec& spec) {
  std::set<std::string> out;
  const auto add = [&](const ResourceList& list) {
    for (const ResourceAmount& entry : list) out.insert(entry.name);
  };
  const auto addContainers = [&](const SharedList<Container>& containers) {
    for (const Container& container : containers) {
      add(container.requests);
      add(container.limits);
    }
  };
  addContainers(spec.containers);
  addContainers(spec.initContainers);
  add(spec.overhead);
  add(spec.podRequests);
  add(spec.podLimits);
  return out;
}

/// Resources of which more is requested than the limit allows, by name, as a JSON list.
std::string aboveLimits(const ResourceList& requests, const ResourceList& limits) {
  std::vector<std::string> names;
  for (const ResourceAmount& entry : requests) {
    const Quantity* limit = find(limits, entry.name);
    if (limit != nullptr && amountOf(entry.name, entry.amount) > amountOf(entry.name, *limit))
      names.push_back('"' + entry.name + '"');
  }
  std::sort(names.begin(), names.end());
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ",") + name;
  return names.empty() ? std::string() : "[" + out + "]";
}

void addShape(std::string& out, const ResourceList& list) {
  std::vector<std::string> items;
  for (const ResourceAmount& entry : list)
    items.push_back(entry.name + "=" + std::to_string(entry.amount.floor()) + "." +
                    std::to_string(entry.amount.nanoAboveFloor()));
  std::sort(items.begin(), items.end());
  for (const std::string& item : items) out += item + ";";
  out += '|';
}

void addShape(std::string& out, const SharedList<Container>& containers) {
  for (const Container& container : containers) {
    ResourceList filled = container.requests;
    for (const ResourceAmount& limit : container.limits) {
      if (find(container.requests, limit.name) == nullptr) filled.push_back(limit);
    }
    addShape(out, filled);
    out += container.hasHostPort ? 'p' : '-';
  }
  out += '|';
}

void addShape(std::string& out, const std::vector<NodeSelectorRequirement>& requirements) {
  for (const NodeSelectorRequirement& one : requirements) {
    out += one.key + " " + one.op;
    for (const std::string& value : one.values) out += " " + value;
    out += ';';
  }
  out += '|';
}

void addShape(std::string& out, const RawPodSpec& spec) {
  addShape(out, spec.initContainers);
  addShape(out, spec.containers);
  StringMap selector = spec.nodeSelector;
  std::sort(selector.begin(), selector.end());
  for (const auto& [key, value] : selector) out += key + "=" + value + ";";
  for (const NodeSelectorTerm& term : spec.requiredNodeAffinity.value_or(std::vector<NodeSelectorTerm>())) {
    addShape(out, term.matchExpressions);
    addShape(out, term.matchFields);
  }
  out += '|';
  for (const Toleration& one : spec.tolerations)
    out += one.key + " " + one.op + " " + one.value + " " + one.effect + ";";
  out += "|" + spec.runtimeClass + "|" + std::to_string(spec.priority) + "|";
  addShape(out, spec.overhead);
  addShape(out, spec.podRequests);
}

}  // namespace

Requests PodSetRequests::times(std::int32_t pods) const {
  Requests out = perPod;
  for (auto& [resource, amount] : out) amount = saturatedProduct<Amount>(amount, pods);
  return out;
}

void setRequest(Requests& requests, const std::string& resource, Amount amount) {
  const auto place = std::lower_bound(requests.begin(), requests.end(), resource,
                                      [](const auto& one, const auto& name) { return comesBefore(one.first, name); });
  if (place != requests.end() && place->first == resource)
    place->second = amount;
  else
    requests.insert(place, {resource, amount});
}

Requests requestsOf(const RawPodSpec& spec) {
  RawPod pod;
  pod.spec = spec;
  Requests out;
  for (const std::string& resource : resourcesOf(spec)) {
    const Amount amount = amountOf(resource, provider::effectiveRequest(pod, resource));
    setRequest(out, resource, std::max<Amount>(0, amount));
  }
  return out;
}

std::vector<PodSetRequests> requestsOf(const KueueWorkload& workload) {
  std::vector<PodSetRequests> out;
  for (const KueuePodSet& podSet : workload.podSets) {
    PodSetRequests requests{podSet.name, podSet.count, {}};
    const auto ended = workload.reclaimable.find(podSet.name);
    if (ended != workload.reclaimable.end()) requests.count -= std::min(ended->second, podSet.count);
    requests.perPod = requestsOf(podSet.spec);
    out.push_back(std::move(requests));
  }
  return out;
}

std::string invalidRequests(const KueueWorkload& workload) {
  std::vector<std::string> faults;
  const auto check = [&](std::size_t podSet, const char* list, const SharedList<Container>& containers) {
    for (std::size_t i = 0; i < containers.size(); ++i) {
      const std::string names = aboveLimits(containers[i].requests, containers[i].limits);
      if (names.empty()) continue;
      faults.push_back("spec.podSets[" + std::to_string(podSet) + "].template.spec." + list + "[" + std::to_string(i) +
                       "]: Invalid value: " + names + ": requests must not exceed its limits");
    }
  };
  for (std::size_t i = 0; i < workload.podSets.size(); ++i) {
    const RawPodSpec& spec = workload.podSets[i].spec;
    check(i, "initContainers", spec.initContainers);
    check(i, "containers", spec.containers);
  }
  if (faults.empty()) return {};
  std::string out;
  for (const std::string& fault : faults) out += (out.empty() ? "" : ", ") + fault;
  return "resources validation failed: " + (faults.size() > 1 ? "[" + out + "]" : out);
}

std::string schedulingShape(const KueueWorkload& workload) {
  const std::vector<PodSetRequests> requests = requestsOf(workload);
  std::string out = std::to_string(workload.priority);
  for (std::size_t i = 0; i < workload.podSets.size(); ++i) {
    const KueuePodSet& podSet = workload.podSets[i];
    out += "|" + podSet.name + "|" + std::to_string(requests[i].count) + "|" +
           (podSet.minCount ? std::to_string(*podSet.minCount) : "-") + "|";
    for (const std::string& level : podSet.topology.value_or(std::vector<std::string>())) out += level + ";";
    out += podSet.topology ? "t|" : "-|";
    addShape(out, podSet.spec);
  }
  return out;
}

std::string flavorMismatch(const RawPodSpec& spec, const KueueFlavor& flavor) {
  SharedList<Toleration> tolerations = spec.tolerations;
  for (const Toleration& own : flavor.tolerations) tolerations.push_back(own);
  for (const Taint& taint : flavor.taints) {
    const bool refuses = taint.effect == "NoSchedule" || taint.effect == "NoExecute";
    if (!refuses || alloc::tolerates(tolerations, taint)) continue;
    return "untolerated taint {" + taint.key + " " + taint.value + " " + taint.effect + " <nil>} in flavor " +
           flavor.name;
  }
  RawNode node;
  node.meta.labels = flavor.nodeLabels;
  RawPodSpec requested;
  const auto isCarried = [&](const std::string& key) { return find(flavor.nodeLabels, key) != nullptr; };
  for (const auto& [key, value] : spec.nodeSelector) {
    if (isCarried(key)) requested.nodeSelector.emplace_back(key, value);
  }
  if (spec.requiredNodeAffinity) {
    std::vector<NodeSelectorTerm> terms;
    for (const NodeSelectorTerm& term : *spec.requiredNodeAffinity) {
      NodeSelectorTerm kept;
      for (const NodeSelectorRequirement& one : term.matchExpressions) {
        if (isCarried(one.key)) kept.matchExpressions.push_back(one);
      }
      terms.push_back(std::move(kept));
      // terms are alternatives: one that asks nothing of this flavor makes the others void
      if (!terms.back().matchExpressions.empty()) continue;
      terms.clear();
      break;
    }
    if (!terms.empty()) requested.requiredNodeAffinity = std::move(terms);
  }
  return alloc::matchesNodeRules(requested, node) ? std::string()
                                                  : "flavor " + flavor.name + " doesn't match node affinity";
}

}  // namespace cardinal::queues
