// SPDX-License-Identifier: Apache-2.0
#include "core/service/read/topology_demand.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/alloc/make_request.h"
#include "core/base/api_group.h"
#include "core/manifest/yaml/json_fields.h"
#include "core/model/extras/extra.h"
#include "core/model/extras/kueue.h"
#include "core/plan/drain/group_placement.h"
#include "core/service/read/hyper_nodes.h"

namespace cardinal {
namespace {

using Json = nlohmann::json;
using json::at;

constexpr const char* kJobSetKey = "alpha.jobset.sigs.k8s.io/exclusive-topology";
constexpr const char* kLwsKey = "leaderworkerset.sigs.k8s.io/exclusive-topology";
/// Domains that are searched for one demand.
constexpr std::size_t kMaxDomains = 100;

/// Nothing = the metadata has no such annotation; empty = it is no text.
std::optional<std::string> annotation(const Json& meta, const char* key) {
  const Json& value = at(at(meta, "annotations"), key);
  if (value.is_null()) return std::nullopt;
  return value.is_string() ? value.get<std::string>() : std::string();
}

std::int64_t countOr(const Json& value, std::int64_t otherwise) {
  return value.is_number_integer() ? std::max<std::int64_t>(0, value.get<std::int64_t>()) : otherwise;
}

TopologyDemand demandOf(TopologySystem system, TopologyKind kind, const char* field, const std::string& label) {
  TopologyDemand out;
  out.system = system;
  out.kind = kind;
  out.field = field;
  out.label = label;
  out.isUnread = label.empty() && kind != TopologyKind::Unconstrained;
  return out;
}

void addKueue(const ManifestObject& object, std::vector<TopologyDemand>& out) {
  struct Key {
    const char* key;
    TopologyKind kind;
  };
  constexpr Key kKeys[] = {{"kueue.x-k8s.io/podset-required-topology", TopologyKind::Required},
                           {"kueue.x-k8s.io/podset-preferred-topology", TopologyKind::Preferred},
                           {"kueue.x-k8s.io/podset-unconstrained-topology", TopologyKind::Unconstrained}};
  std::map<std::pair<std::string, std::string>, std::size_t> groups;  // pod sets that are placed together
  for (std::size_t i = 0; i < object.roles.size(); ++i) {
    if (!object.roles[i].pod) continue;
    const auto& annotations = object.roles[i].pod->meta.annotations;
    for (const Key& one : kKeys) {
      const std::string* value = find(annotations, one.key);
      if (value == nullptr) continue;
      const std::string label = one.kind == TopologyKind::Unconstrained ? std::string() : *value;
      const std::string* group = find(annotations, "kueue.x-k8s.io/podset-group-name");
      if (group != nullptr) {
        const auto [known, isNew] = groups.try_emplace({*group, one.key + label}, out.size());
        if (!isNew) {
          out[known->second].roles.push_back(i);
          continue;
        }
      }
      TopologyDemand& demand = out.emplace_back(demandOf(TopologySystem::Kueue, one.kind, one.key, label));
      demand.roles = {i};
    }
  }
}

std::optional<std::int64_t> countIn(const std::string* text) {
  std::int64_t out = 0;
  if (text == nullptr) return std::nullopt;
  const auto [end, fault] = std::from_chars(text->data(), text->data() + text->size(), out);
  if (fault != std::errc() || end != text->data() + text->size() || out < 1) return std::nullopt;
  return out;
}

/// Slices of a pod set. What demands a domain for all its pods is part of the same demand.
void addSlices(const ManifestObject& object, std::vector<TopologyDemand>& out) {
  constexpr const char* kSlice = "kueue.x-k8s.io/podset-slice-required-topology";
  for (std::size_t i = 0; i < object.roles.size(); ++i) {
    if (!object.roles[i].pod) continue;
    const auto& annotations = object.roles[i].pod->meta.annotations;
    const std::string* label = find(annotations, kSlice);
    if (label == nullptr) continue;
    TopologyDemand demand = demandOf(TopologySystem::Kueue, TopologyKind::Slices, kSlice, *label);
    demand.roles = {i};
    demand.sliceSize = countIn(find(annotations, "kueue.x-k8s.io/podset-slice-size"));
    demand.isUnread = demand.isUnread || !demand.sliceSize;
    const auto whole = std::find_if(out.begin(), out.end(), [&](const TopologyDemand& one) {
      return one.kind == TopologyKind::Required && one.roles == demand.roles;
    });
    if (whole == out.end()) {
      out.push_back(std::move(demand));
      continue;
    }
    demand.within = whole->label;
    *whole = std::move(demand);
  }
}

void addExclusive(const ManifestObject& object, const Json& json, std::vector<TopologyDemand>& out) {
  const std::string_view group = apiGroupOf(object.apiVersion);
  if (group == "leaderworkerset.x-k8s.io" && object.kind == "LeaderWorkerSet") {
    if (const auto label = annotation(at(json, "metadata"), kLwsKey))
      out.push_back(demandOf(TopologySystem::LeaderWorkerSet, TopologyKind::Exclusive, kLwsKey, *label));
    return;
  }
  if (group != "jobset.x-k8s.io" || object.kind != "JobSet") return;
  if (const auto label = annotation(at(json, "metadata"), kJobSetKey)) {
    out.push_back(demandOf(TopologySystem::JobSet, TopologyKind::Exclusive, kJobSetKey, *label));
    return;
  }
  const Json& jobs = at(at(json, "spec"), "replicatedJobs");
  for (std::size_t i = 0; jobs.is_array() && i < jobs.size() && i < object.roles.size(); ++i) {
    const auto label = annotation(at(at(jobs[i], "template"), "metadata"), kJobSetKey);
    if (!label) continue;
    TopologyDemand& demand =
        out.emplace_back(demandOf(TopologySystem::JobSet, TopologyKind::Exclusive, kJobSetKey, *label));
    demand.roles = {i};
  }
}

void addVolcano(const ManifestObject& object, const Json& json, std::vector<TopologyDemand>& out) {
  if (apiGroupOf(object.apiVersion) != "batch.volcano.sh") return;
  const Json& wanted = at(at(json, "spec"), "networkTopology");
  if (!wanted.is_object()) return;
  TopologyDemand& demand = out.emplace_back();
  demand.system = TopologySystem::Volcano;
  const Json& mode = at(wanted, "mode");
  const bool isSoft = mode.is_string() && mode.get<std::string>() == "soft";
  demand.kind = isSoft ? TopologyKind::Preferred : TopologyKind::Tier;
  demand.field = "spec.networkTopology";
  const Json& tier = at(wanted, "highestTierAllowed");
  if (tier.is_number_integer()) demand.tier = tier.get<std::int64_t>();
  demand.isUnread = !tier.is_null() && !tier.is_number_integer();
  const Json& tierName = at(wanted, "highestTierName");
  if (tierName.is_string()) demand.tierName = tierName.get<std::string>();
}

void addKai(const Json& json, std::vector<TopologyDemand>& out) {
  const Json& meta = at(json, "metadata");
  const std::string topology = annotation(meta, "kai.scheduler/topology").value_or(std::string());
  constexpr std::pair<const char*, TopologyKind> kKeys[] = {
      {"kai.scheduler/topology-required-placement", TopologyKind::Required},
      {"kai.scheduler/topology-preferred-placement", TopologyKind::Preferred}};
  for (const auto& [key, kind] : kKeys) {
    const auto label = annotation(meta, key);
    if (!label) continue;
    out.push_back(demandOf(TopologySystem::Kai, kind, key, *label));
    out.back().topology = topology;
  }
}

/// Looks for room in the domains of one label.
class DomainSearch {
 public:
  DomainSearch(const ManifestObject& object, const ClusterSnapshot& snapshot, TopologyAnswer& out)
      : m_object(object), m_snapshot(snapshot), m_out(out) {
    for (const NodePtr& node : snapshot.nodes) {
      const std::string* value = node->exists() ? find(node->raw->meta.labels, out.demand.label) : nullptr;
      if (value != nullptr) ++m_sizes[*value];
    }
    out.domains = m_sizes.size();
  }

  /// The smallest domain that holds so many pods of each role, else the one that holds most.
  void findOne(const std::vector<std::int64_t>& counts) {
    for (const std::string& domain : bySize()) {
      const std::int64_t fits = fitsIn(domain, counts);
      const bool isWhole = fits >= m_out.wanted;
      if (m_out.domain.empty() || fits > m_out.fits || isWhole) {
        m_out.domain = domain;
        m_out.fits = fits;
      }
      if (isWhole) break;
    }
    settle();
  }

  /// The same over HyperNodes of at most that tier. Of one whose nodes are not known nothing is said.
  void findHyperNode(std::int64_t tier, std::vector<HyperDomain> domains, const std::vector<std::int64_t>& counts) {
    m_out.isPartlyRead = std::any_of(domains.begin(), domains.end(),
                                     [tier](const HyperDomain& one) { return one.tier <= tier && !one.isKnown; });
    std::erase_if(domains, [tier](const HyperDomain& one) { return one.tier > tier || !one.isKnown; });
    std::stable_sort(domains.begin(), domains.end(),
                     [](const HyperDomain& a, const HyperDomain& b) { return a.nodes.size() < b.nodes.size(); });
    m_out.domains = domains.size();
    for (const HyperDomain& domain : domains) {
      if (m_out.searched >= kMaxDomains) break;
      const std::int64_t fits = fitsOn({}, &domain.nodes, counts);
      if (m_out.domain.empty() || fits > m_out.fits) {
        m_out.domain = domain.name;
        m_out.nodes = domain.nodes;
        m_out.fits = fits;
      }
      if (fits >= m_out.wanted) break;
    }
    settle();
    if (m_out.isPartlyRead && m_out.outcome == TopologyAnswer::Outcome::DoesNotFit)
      m_out.outcome = TopologyAnswer::Outcome::NotSearched;
  }

  /// How many slices of so many pods find room in domains, all of them in one domain of `within` where that is
  /// demanded.
  void findSlices(std::size_t role, std::int64_t size) {
    const TopologyDemand& demand = m_out.demand;
    const std::map<std::string, std::map<std::string, std::size_t>> nested = nestedDomains();
    m_out.domains = 0;
    for (const auto& [outer, inner] : nested) m_out.domains += inner.size();
    for (const auto& [outer, inner] : nested) {
      std::int64_t slices = 0;
      for (const auto& [domain, nodes] : inner) {
        const std::int64_t left = m_out.wanted - slices;
        if (left <= 0 || m_out.searched >= kMaxDomains) break;
        std::vector<std::int64_t> counts(m_object.roles.size(), 0);
        counts[role] = left * size;
        Labels labels{{demand.label, domain}};
        if (!demand.within.empty()) labels.emplace_back(demand.within, outer);
        slices += fitsIn(labels, counts) / size;
      }
      if (m_out.domain.empty() || slices > m_out.fits) {
        m_out.domain = outer;
        m_out.fits = slices;
      }
      if (m_out.fits >= m_out.wanted) break;
    }
    settle();
  }

  /// How many of the groups find a domain each.
  void findEach(const std::vector<std::int64_t>& counts, std::int64_t groups) {
    for (const std::string& domain : bySize()) {
      if (m_out.fits >= groups) break;
      if (fitsIn(domain, counts) >= m_out.groupPods) ++m_out.fits;
    }
    settle();
  }

 private:
  using Labels = std::vector<std::pair<std::string, std::string>>;

  void settle() {
    using Outcome = TopologyAnswer::Outcome;
    const bool isWhole = m_out.fits >= m_out.wanted;
    m_out.outcome = isWhole                          ? Outcome::Fits
                    : m_out.searched < m_out.domains ? Outcome::NotSearched
                                                     : Outcome::DoesNotFit;
  }

  std::vector<std::string> bySize() const {
    std::vector<std::pair<std::size_t, std::string>> order;
    for (const auto& [value, nodes] : m_sizes) order.emplace_back(nodes, value);
    std::sort(order.begin(), order.end());
    if (order.size() > kMaxDomains) order.resize(kMaxDomains);
    std::vector<std::string> out;
    for (auto& [nodes, value] : order) out.push_back(std::move(value));
    return out;
  }

  /// Domains of the label in domains of `within`; where that is not demanded, in one that has no name.
  std::map<std::string, std::map<std::string, std::size_t>> nestedDomains() const {
    std::map<std::string, std::map<std::string, std::size_t>> out;
    for (const NodePtr& node : m_snapshot.nodes) {
      if (!node->exists()) continue;
      const auto& labels = node->raw->meta.labels;
      const std::string* inner = find(labels, m_out.demand.label);
      const std::string* outer = m_out.demand.within.empty() ? nullptr : find(labels, m_out.demand.within);
      if (inner == nullptr || (outer == nullptr && !m_out.demand.within.empty())) continue;
      ++out[outer != nullptr ? *outer : std::string()][*inner];
    }
    return out;
  }

  std::int64_t fitsIn(const std::string& domain, const std::vector<std::int64_t>& counts) {
    return fitsIn(Labels{{m_out.demand.label, domain}}, counts);
  }

  std::int64_t fitsIn(const Labels& labels, const std::vector<std::int64_t>& counts) {
    return fitsOn(labels, nullptr, counts);
  }

  /// `names`: of the nodes that may take them; null = any.
  std::int64_t fitsOn(const Labels& labels, const std::vector<std::string>* names,
                      const std::vector<std::int64_t>& counts) {
    ++m_out.searched;
    if (names != nullptr && names->empty()) return 0;
    std::vector<AllocationRequest> requests;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] <= 0) continue;
      RawPod pod = *m_object.roles[i].pod;
      for (const auto& label : labels) pod.spec.nodeSelector.push_back(label);
      if (names != nullptr) pod = withinNodes(std::move(pod), *names);
      requests.push_back(makeRequest(std::make_shared<const RawPod>(std::move(pod)), static_cast<int>(counts[i])));
    }
    std::int64_t fits = 0;
    for (const AllocationAnswer& answer : allocateInOrder(requests, m_snapshot))
      fits += static_cast<std::int64_t>(answer.placements.size());
    return fits;
  }

  const ManifestObject& m_object;
  const ClusterSnapshot& m_snapshot;
  TopologyAnswer& m_out;
  std::map<std::string, std::size_t> m_sizes;  ///< nodes, by value of the label
};

/// Groups of one object that each need a domain; 0 = not known.
std::int64_t groupsOf(const ManifestObject& object, const TopologyDemand& demand, const Json& json) {
  const Json& spec = at(json, "spec");
  if (demand.system == TopologySystem::LeaderWorkerSet) return countOr(at(spec, "replicas"), 1);
  const Json& jobs = at(spec, "replicatedJobs");
  if (!jobs.is_array() || jobs.size() != object.roles.size()) return 0;
  std::int64_t groups = 0;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const bool isOf = demand.roles.empty() || demand.roles.front() == i;
    if (isOf) groups += countOr(at(jobs[i], "replicas"), 1);
  }
  return groups;
}

/// Pods by role that one domain must hold; empty = not known.
std::vector<std::int64_t> countsOf(const ManifestObject& object, const TopologyDemand& demand) {
  std::vector<std::int64_t> out(object.roles.size(), 0);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const bool isOf =
        demand.roles.empty() || std::find(demand.roles.begin(), demand.roles.end(), i) != demand.roles.end();
    if (!isOf) continue;
    if (!object.roles[i].pod || !object.roles[i].pods) return {};
    out[i] = *object.roles[i].pods;
  }
  return out;
}

std::int64_t sumOf(const std::vector<std::int64_t>& counts) {
  std::int64_t sum = 0;
  for (const std::int64_t one : counts) sum += one;
  return sum;
}

void searchHyperNodes(const ManifestObject& object, const ClusterSnapshot& snapshot,
                      const std::vector<std::int64_t>& counts, TopologyAnswer& out) {
  auto domains = hyperDomains(snapshot);
  out.isUnread = !domains.has_value();
  if (!domains || out.demand.isUnread) return;
  // by its name the scheduler finds the tier; where neither stands the demand is not held to
  if (!out.demand.tier) out.demand.tier = tierNamed(snapshot, out.demand.tierName);
  if (!out.demand.tier || out.wanted == 0) return;
  DomainSearch(object, snapshot, out).findHyperNode(*out.demand.tier, std::move(*domains), counts);
}

void search(const ManifestObject& object, const Json& json, const ClusterSnapshot& snapshot, TopologyAnswer& out) {
  std::vector<std::int64_t> counts = countsOf(object, out.demand);
  out.wanted = sumOf(counts);
  if (out.demand.kind == TopologyKind::Tier) return searchHyperNodes(object, snapshot, counts, out);
  if (out.demand.isUnread || out.demand.label.empty() || out.wanted == 0) return;
  DomainSearch domains(object, snapshot, out);
  if (out.demand.kind == TopologyKind::Required || out.demand.kind == TopologyKind::Preferred)
    return domains.findOne(counts);
  if (out.demand.kind == TopologyKind::Slices) {
    const std::int64_t size = *out.demand.sliceSize;
    out.groupPods = size;
    // what Kueue makes of pods that are left over is not known
    if (out.wanted % size != 0) return;
    out.wanted /= size;
    return domains.findSlices(out.demand.roles.front(), size);
  }
  if (out.demand.kind != TopologyKind::Exclusive) return;
  const std::int64_t groups = groupsOf(object, out.demand, json);
  // the Jobs of a JobSet may differ from role to role: those of one role are searched
  const bool isOneForm =
      out.demand.system == TopologySystem::LeaderWorkerSet || object.roles.size() == 1 || out.demand.roles.size() == 1;
  if (groups <= 0 || !isOneForm) return;
  for (std::int64_t& count : counts) count /= groups;
  out.groupPods = sumOf(counts);
  out.wanted = groups;
  domains.findEach(counts, groups);
}

std::optional<bool> isLevel(const ClusterSnapshot& snapshot, const std::string& label) {
  if (snapshot.extras == nullptr || !snapshot.extras->knows(ExtraKind::KueueTopology) || label.empty())
    return std::nullopt;
  const auto& topologies = snapshot.extras->kueue->topologies;
  return std::any_of(topologies.begin(), topologies.end(), [&](const auto& one) {
    return std::find(one->levels.begin(), one->levels.end(), label) != one->levels.end();
  });
}

}  // namespace

std::vector<TopologyDemand> topologyDemandsOf(const ManifestObject& object) {
  std::vector<TopologyDemand> out;
  if (object.roles.empty()) return out;
  const Json json = Json::parse(object.json, nullptr, false);
  addKueue(object, out);
  addSlices(object, out);
  addExclusive(object, json, out);
  addVolcano(object, json, out);
  addKai(json, out);
  return out;
}

std::vector<TopologyAnswer> askTopology(const ManifestObject& object, const ClusterSnapshot& snapshot) {
  std::vector<TopologyAnswer> out;
  const std::vector<TopologyDemand> demands = topologyDemandsOf(object);
  if (demands.empty()) return out;
  const Json json = Json::parse(object.json, nullptr, false);
  for (const TopologyDemand& demand : demands) {
    TopologyAnswer& answer = out.emplace_back();
    answer.demand = demand;
    if (demand.system == TopologySystem::Kueue) {
      answer.isLevel = isLevel(snapshot, demand.label);
      if (answer.isLevel == true && !demand.within.empty()) answer.isLevel = isLevel(snapshot, demand.within);
    }
    search(object, json, snapshot, answer);
  }
  return out;
}

const char* toString(TopologySystem system) {
  switch (system) {
    case TopologySystem::Kueue:
      return "kueue";
    case TopologySystem::JobSet:
      return "jobset";
    case TopologySystem::LeaderWorkerSet:
      return "leaderworkerset";
    case TopologySystem::Volcano:
      return "volcano";
    case TopologySystem::Kai:
      return "kai";
  }
  return "";
}

const char* toString(TopologyKind kind) {
  switch (kind) {
    case TopologyKind::Required:
      return "required";
    case TopologyKind::Preferred:
      return "preferred";
    case TopologyKind::Unconstrained:
      return "unconstrained";
    case TopologyKind::Exclusive:
      return "exclusive";
    case TopologyKind::Slices:
      return "slices";
    case TopologyKind::Tier:
      return "tier";
  }
  return "";
}

const char* toString(TopologyAnswer::Outcome outcome) {
  switch (outcome) {
    case TopologyAnswer::Outcome::Fits:
      return "fits";
    case TopologyAnswer::Outcome::DoesNotFit:
      return "doesNotFit";
    case TopologyAnswer::Outcome::NotSearched:
      return "notSearched";
  }
  return "";
}

}  // namespace cardinal
