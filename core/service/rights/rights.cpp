// SPDX-License-Identifier: Apache-2.0
#include "core/service/rights/rights.h"

#include <algorithm>

namespace cardinal {
namespace {

constexpr auto kCluster = RightPlace::Cluster;
constexpr auto kNamespace = RightPlace::Namespace;

// In the order of the enumeration.
constexpr std::array<AccessRule, kFeatures> kRules = {{
    {"list", "", "nodes", "", kCluster, false},
    {"watch", "", "nodes", "", kCluster, false},
    {"get", "", "nodes", "", kCluster, false},
    {"list", "", "pods", "", kCluster, false},
    {"watch", "", "pods", "", kCluster, false},
    {"get", "", "pods", "log", kNamespace, false},
    {"get", "", "services", "proxy", RightPlace::Service, false},
    {"patch", "", "nodes", "", kCluster, true},
    {"create", "", "pods", "eviction", kNamespace, true},
    {"create", "", "pods", "binding", kNamespace, true},
    {"create", "", "pods", "", kNamespace, true},
    {"create", "apps", "deployments", "", kNamespace, true},
    {"create", "apps", "statefulsets", "", kNamespace, true},
    {"create", "batch", "jobs", "", kNamespace, true},
    {"delete", "", "pods", "", kNamespace, true},
    {"delete", "apps", "deployments", "", kNamespace, true},
    {"delete", "apps", "statefulsets", "", kNamespace, true},
    {"delete", "batch", "jobs", "", kNamespace, true},
}};

constexpr std::size_t indexOf(Feature feature) {
  return static_cast<std::size_t>(feature);
}

/// Whether an entry of a map is about another namespace.
auto isBeside(const std::vector<std::string>& names) {
  return [&names](const auto& one) { return std::find(names.begin(), names.end(), one.first) == names.end(); };
}

std::string resourceText(const AccessRule& rule) {
  std::string text = rule.resource;
  if (*rule.subresource != '\0') text += std::string("/") + rule.subresource;
  return text;
}

}  // namespace

const AccessRule& ruleOf(Feature feature) {
  return kRules[indexOf(feature)];
}

std::optional<Feature> createFeature(const std::string& kind) {
  if (kind == "Pod") return Feature::CreatePods;
  if (kind == "Deployment") return Feature::CreateDeployments;
  if (kind == "StatefulSet") return Feature::CreateStatefulSets;
  if (kind == "Job") return Feature::CreateJobs;
  return std::nullopt;
}

std::optional<Feature> deleteFeature(const std::string& kind) {
  if (kind == "Pod") return Feature::DeletePods;
  if (kind == "Deployment") return Feature::DeleteDeployments;
  if (kind == "StatefulSet") return Feature::DeleteStatefulSets;
  if (kind == "Job") return Feature::DeleteJobs;
  return std::nullopt;
}

std::string ruleText(Feature feature) {
  const AccessRule& rule = ruleOf(feature);
  return rule.verb + std::string(" ") + resourceText(rule);
}

std::string ruleYaml(Feature feature) {
  const AccessRule& rule = ruleOf(feature);
  return std::string("- apiGroups: [\"") + rule.group + "\"]\n  resources: [" + resourceText(rule) + "]\n  verbs: [" +
         rule.verb + "]\n";
}

Permission Rights::of(Feature feature, const std::string& ns) const {
  const std::size_t i = indexOf(feature);
  const RightPlace place = ruleOf(feature).place;
  if (place == RightPlace::Cluster || m_everywhere[i] == Permission::Allowed) return m_everywhere[i];
  const std::string& where = ns.empty() ? m_ns : ns;
  if (place == RightPlace::Service) {
    const auto found = m_services.find(where);
    return found == m_services.end() ? Permission::Unknown : found->second;
  }
  const auto found = m_namespaces.find(where);
  return found == m_namespaces.end() ? Permission::Unknown : found->second[i];
}

bool Rights::mayOnlyRead() const {
  if (m_partial) return false;
  for (std::size_t i = 0; i < kFeatures; ++i) {
    const auto feature = static_cast<Feature>(i);
    if (!ruleOf(feature).changes) continue;
    const auto isDenied = [&](const auto& one) { return denied(feature, one.first); };
    if (!denied(feature) || !std::all_of(m_namespaces.begin(), m_namespaces.end(), isDenied)) return false;
  }
  return true;
}

void Rights::keepNamespaces(const std::vector<std::string>& names) {
  std::erase_if(m_namespaces, isBeside(names));
}

void Rights::keepServices(const std::vector<std::string>& names) {
  std::erase_if(m_services, isBeside(names));
}

void Rights::note(Feature feature, const std::string& ns, Permission permission) {
  const std::size_t i = indexOf(feature);
  if (ns.empty())
    m_everywhere[i] = permission;
  else if (ruleOf(feature).place == RightPlace::Service)
    m_services[ns] = permission;
  else
    m_namespaces[ns][i] = permission;
}

}  // namespace cardinal
