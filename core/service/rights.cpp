// SPDX-License-Identifier: Apache-2.0
#include "core/service/rights.h"

namespace cardinal {
namespace {

// In the order of the enumeration.
constexpr std::array<AccessRule, kFeatures> kRules = {{
    {"list", "", "nodes", "", true},
    {"watch", "", "nodes", "", true},
    {"list", "", "pods", "", true},
    {"watch", "", "pods", "", true},
    {"patch", "", "nodes", "", true},
    {"create", "", "pods", "eviction", false},
    {"delete", "", "pods", "", false},
    {"create", "", "pods", "binding", false},
    {"create", "", "pods", "", false},
    {"create", "apps", "deployments", "", false},
    {"create", "apps", "statefulsets", "", false},
    {"create", "batch", "jobs", "", false},
}};

std::string resourceText(const AccessRule& rule) {
  std::string text = rule.resource;
  if (*rule.subresource != '\0') text += std::string("/") + rule.subresource;
  return text;
}

}  // namespace

const AccessRule& ruleOf(Feature feature) { return kRules[static_cast<std::size_t>(feature)]; }

Feature createFeature(const std::string& kind) {
  if (kind == "Deployment") return Feature::CreateDeployments;
  if (kind == "StatefulSet") return Feature::CreateStatefulSets;
  if (kind == "Job") return Feature::CreateJobs;
  return Feature::CreatePods;
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

bool Rights::mayOnlyRead() const {
  for (auto feature = static_cast<std::size_t>(Feature::PatchNodes); feature < kFeatures; ++feature) {
    if (of[feature] != Permission::Denied) return false;
  }
  return true;
}

}  // namespace cardinal
