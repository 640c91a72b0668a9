// SPDX-License-Identifier: Apache-2.0
#include "core/service/read/hyper_nodes.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/alloc/cel/pattern.h"
#include "core/alloc/selector.h"
#include "core/model/extras/extra.h"
#include "core/model/extras/volcano.h"

namespace cardinal {
namespace {

/// The scheduler's own, above all others: every node.
constexpr const char* kClusterTop = "<cluster-top-hypernode>";

class Members {
 public:
  explicit Members(const ClusterSnapshot& snapshot) : m_snapshot(snapshot) {
    for (const auto& one : snapshot.extras->hyperNodes) m_all.emplace(one->meta.key.name, one.get());
  }

  HyperDomain of(const RawHyperNode& node) {
    HyperDomain out;
    out.name = node.meta.key.name;
    out.tier = node.tier;
    m_nodes.clear();
    m_path.clear();
    m_isKnown = true;
    add(node);
    out.nodes.assign(m_nodes.begin(), m_nodes.end());
    out.isKnown = m_isKnown;
    return out;
  }

 private:
  void add(const RawHyperNode& node) {
    m_isKnown = m_isKnown && node.problems.empty();
    if (!m_path.insert(node.meta.key.name).second) {
      m_isKnown = false;
      return;
    }
    for (const RawHyperNodeMember& member : node.members) {
      if (member.isHyperNode) {
        addHyperNodes(member);
      } else {
        addNodes(member);
      }
    }
    m_path.erase(node.meta.key.name);
  }

  void addHyperNodes(const RawHyperNodeMember& member) {
    if (!member.name.empty()) {
      const auto found = m_all.find(member.name);
      if (found == m_all.end()) {
        m_isKnown = false;
      } else {
        add(*found->second);
      }
      return;
    }
    const auto pattern = patternOf(member);
    for (const auto& [name, node] : m_all) {
      if (pattern && matches(*pattern, name)) add(*node);
    }
  }

  void addNodes(const RawHyperNodeMember& member) {
    const auto pattern = member.name.empty() && !member.labels ? patternOf(member) : std::nullopt;
    for (const NodePtr& node : m_snapshot.nodes) {
      if (!node->exists()) continue;
      const bool isOf = !member.name.empty() ? node->name == member.name
                        : member.labels      ? alloc::matches(*member.labels, node->raw->meta.labels)
                                             : pattern && matches(*pattern, node->name);
      if (isOf) m_nodes.insert(node->name);
    }
  }

  std::optional<cel::Pattern> patternOf(const RawHyperNodeMember& member) {
    auto out = member.pattern.empty() ? std::nullopt : cel::Pattern::compile(member.pattern);
    m_isKnown = m_isKnown && out.has_value();
    return out;
  }

  bool matches(const cel::Pattern& pattern, const std::string& name) {
    const auto found = pattern.search(name);
    m_isKnown = m_isKnown && found.has_value();
    return found.value_or(false);
  }

  const ClusterSnapshot& m_snapshot;
  std::map<std::string, const RawHyperNode*> m_all;
  std::set<std::string> m_nodes;
  std::set<std::string> m_path;  ///< HyperNodes that hold the present one
  bool m_isKnown = true;
};

}  // namespace

std::optional<std::vector<HyperDomain>> hyperDomains(const ClusterSnapshot& snapshot) {
  if (snapshot.extras == nullptr || !snapshot.extras->knows(ExtraKind::HyperNode)) return std::nullopt;
  std::vector<HyperDomain> out;
  Members members(snapshot);
  for (const auto& node : snapshot.extras->hyperNodes) out.push_back(members.of(*node));
  HyperDomain& top = out.emplace_back();
  top.name = kClusterTop;
  top.tier = 1;
  for (const auto& node : snapshot.extras->hyperNodes) top.tier = std::max<std::int64_t>(top.tier, node->tier + 1);
  for (const NodePtr& node : snapshot.nodes) {
    if (node->exists()) top.nodes.push_back(node->name);
  }
  return out;
}

std::optional<std::int64_t> tierNamed(const ClusterSnapshot& snapshot, const std::string& name) {
  if (snapshot.extras == nullptr) return std::nullopt;
  for (const auto& node : snapshot.extras->hyperNodes) {
    if (!name.empty() && node->tierName == name) return node->tier;
  }
  return std::nullopt;
}

RawPod withinNodes(RawPod pod, const std::vector<std::string>& nodes) {
  const std::vector<NodeSelectorTerm> own = pod.spec.requiredNodeAffinity.value_or(std::vector<NodeSelectorTerm>(1));
  std::vector<NodeSelectorTerm> terms;
  terms.reserve(own.size() * nodes.size());
  for (const NodeSelectorTerm& term : own) {
    // without a requirement it selects nothing
    if (pod.spec.requiredNodeAffinity && term.matchExpressions.empty() && term.matchFields.empty()) continue;
    for (const std::string& node : nodes) {
      NodeSelectorRequirement here;
      here.key = "metadata.name";
      here.op = "In";
      here.values = {node};
      terms.emplace_back(term).matchFields.push_back(std::move(here));
    }
  }
  pod.spec.requiredNodeAffinity = std::move(terms);
  return pod;
}

}  // namespace cardinal
