// SPDX-License-Identifier: Apache-2.0
#include "core/replay/kube/kube_refusals.h"

#include <algorithm>
#include <set>

#include "core/alloc/evaluation/make_demand.h"
#include "core/alloc/explain/changed_node.h"
#include "core/alloc/filter/host_ports.h"
#include "core/alloc/filter/labels.h"
#include "core/alloc/filter/schedulable.h"
#include "core/alloc/filter/taints.h"

namespace cardinal::replay {
namespace {

using alloc::NodeView;

KubeRefusal wordsOf(const Rejection& rejection) {
  switch (rejection.code) {
    case ReasonCode::NodeUnschedulable:
      return {"NodeUnschedulable", true, {"node(s) were unschedulable"}};
    case ReasonCode::NodeNameMismatch:
      return {"NodeName", true, {"node(s) didn't match the requested node name"}};
    case ReasonCode::TaintNotTolerated:
    case ReasonCode::NodeNotReady:
      return {"TaintToleration", true, {"node(s) had untolerated taint(s)"}};
    case ReasonCode::NodeSelectorMismatch:
    case ReasonCode::NodeAffinityMismatch:
      return {"NodeAffinity", true, {"node(s) didn't match Pod's node affinity/selector"}};
    case ReasonCode::HostPortTaken:
      return {"NodePorts", false, {"node(s) didn't have free ports for the requested pod ports"}};
    case ReasonCode::TopologySpreadSkew:
      return {"PodTopologySpread", false, {"node(s) didn't match pod topology spread constraints"}};
    case ReasonCode::PodAffinityUnmatched:
      return {"InterPodAffinity", true, {"node(s) didn't match pod affinity rules"}};
    case ReasonCode::PodAntiAffinityConflict:
      return {"InterPodAffinity", false, {"node(s) didn't match pod anti-affinity rules"}};
    case ReasonCode::ExistingAntiAffinity:
      return {"InterPodAffinity", false, {"node(s) didn't satisfy existing pods anti-affinity rules"}};
    default:
      return {"?", true, {toString(rejection.code)}};
  }
}

/// A missing label is a matter of the plugin whose rule asks for it.
KubeRefusal wordsOfRule(const Rejection& rejection, const RawPodSpec& spec) {
  if (rejection.code != ReasonCode::TopologyKeyMissing) return wordsOf(rejection);
  const bool ofSpread = std::any_of(
      spec.topologySpread.begin(), spec.topologySpread.end(),
      [&](const auto& constraint) { return constraint.hard && constraint.topologyKey == rejection.detail; });
  if (ofSpread)
    return {
        "PodTopologySpread", true, {"node(s) didn't match pod topology spread constraints (missing required label)"}};
  return {"InterPodAffinity", true, {"node(s) didn't match pod affinity rules"}};
}

std::int64_t amountIn(const ResourceList& list, const std::string& name) {
  const Quantity* amount = find(list, name);
  if (amount == nullptr) return 0;
  return name == "cpu" ? amount->milliValue() : amount->value();
}

std::optional<std::set<std::string>> namesOf(const NodeSelectorTerm& term) {
  std::optional<std::set<std::string>> out;
  for (const NodeSelectorRequirement& field : term.matchFields) {
    if (field.key != "metadata.name" || field.op != "In") continue;
    std::set<std::string> names(field.values.begin(), field.values.end());
    if (!out) {
      out = std::move(names);
      continue;
    }
    std::erase_if(*out, [&](const std::string& name) { return names.count(name) == 0; });
  }
  return out;
}

}  // namespace

std::optional<std::vector<std::string>> namedNodes(const RawPodSpec& spec) {
  if (!spec.requiredNodeAffinity || spec.requiredNodeAffinity->empty()) return std::nullopt;
  std::set<std::string> out;
  for (const NodeSelectorTerm& term : *spec.requiredNodeAffinity) {
    const auto names = namesOf(term);
    if (!names) return std::nullopt;
    out.insert(names->begin(), names->end());
  }
  return std::vector<std::string>(out.begin(), out.end());
}

KubeRefusals::KubeRefusals(const AllocationRequest& request, const ClusterSnapshot& snapshot,
                           const SchedulerProfile& profile)
    : m_demand(alloc::makeDemand(request)),
      m_schedulable(alloc::makeSchedulableFilter(m_demand.spec)),
      m_taints(alloc::makeTaintFilter(m_demand.spec)),
      m_labels(alloc::makeLabelFilter(m_demand.spec)),
      m_ports(alloc::makeHostPortFilter(m_demand.spec)),
      m_rules(alloc::podRulesFor(*request.pod, snapshot, profile)),
      m_nominated(alloc::nominatedBeside(*request.pod, snapshot, profile)) {}

std::optional<KubeRefusal> KubeRefusals::check(const NodeView& view) const {
  for (const alloc::NominatedPods& nominated : m_nominated) {
    if (nominated.node != view.index) continue;
    alloc::ChangedNode with(view);
    for (const auto& pod : nominated.pods) with.addRequests(pod);
    if (auto refused = checkWith(with.view(), nominated.rules)) return refused;
  }
  return checkWith(view, m_rules);
}

std::optional<KubeRefusal> KubeRefusals::checkWith(const NodeView& view, const alloc::PodRules& rules) const {
  for (const auto* filter : {&m_schedulable, &m_taints, &m_labels, &m_ports}) {
    if (*filter == nullptr) continue;
    if (const auto refused = (*filter)->check(view)) return wordsOf(*refused);
  }
  if (auto refused = checkResources(view)) return refused;
  for (const auto& rule : rules) {
    if (const auto refused = rule->check(view)) return wordsOfRule(*refused, m_demand.spec);
  }
  return std::nullopt;
}

std::optional<KubeRefusal> KubeRefusals::checkResources(const NodeView& view) const {
  KubeRefusal out{"NodeResourcesFit", false, {}};
  const RawNode& node = view.raw();
  if (std::int64_t{view.node->podCount} + 1 > amountIn(node.allocatable, "pods"))
    out.reasons.push_back("Too many pods");
  for (const ResourceAmount& requested : m_demand.resources) {
    const std::int64_t amount = requested.name == "cpu" ? requested.amount.milliValue() : requested.amount.value();
    const std::int64_t allocatable = amountIn(node.allocatable, requested.name);
    if (amount <= allocatable - amountIn(view.node->requested, requested.name)) continue;
    out.reasons.push_back("Insufficient " + requested.name);
    out.isFinal = out.isFinal || amount > allocatable;
  }
  if (out.reasons.empty()) return std::nullopt;
  std::sort(out.reasons.begin(), out.reasons.end());
  return out;
}

}  // namespace cardinal::replay
