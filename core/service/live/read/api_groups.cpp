// SPDX-License-Identifier: Apache-2.0
#include "core/service/live/read/api_groups.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/base/api_group.h"

namespace cardinal {
namespace {

// What core/kube/decode reads, of each group the newest first.
constexpr std::array<std::string_view, 23> kReadable = {
    "scheduling.koordinator.sh/v1alpha1",
    "resource.k8s.io/v1",
    "resource.k8s.io/v1beta2",
    "resource.k8s.io/v1beta1",
    "resource.k8s.io/v1alpha3",
    "topology.node.k8s.io/v1alpha2",
    "topology.node.k8s.io/v1alpha1",
    "kueue.x-k8s.io/v1beta2",
    "kueue.x-k8s.io/v1beta1",
    "scheduling.volcano.sh/v1beta1",
    "topology.volcano.sh/v1alpha1",
    "scheduling.run.ai/v2",
    "scheduling.run.ai/v2alpha2",
    "scheduling.sigs.k8s.io/v1beta1",
    "scheduling.sigs.k8s.io/v1alpha1",
    "scheduling.x-k8s.io/v1alpha1",
    "network.alibabacloud.com/v1",
    "nvidia.com/v1",
    "scheduling.k8s.io/v1",
    "node.k8s.io/v1",
    "node.k8s.io/v1beta1",
    "policy/v1",
    "policy/v1beta1",
};

// Their kinds stand in different versions: Queue in v2, PodGroup in v2alpha2; ElasticQuotaTree in v1beta1, the others
// in v1alpha1.
constexpr std::array<std::string_view, 2> kSplitGroups = {"scheduling.run.ai", "scheduling.sigs.k8s.io"};

const nlohmann::json* member(const nlohmann::json& object, const char* name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

const nlohmann::json* listIn(const nlohmann::json& object, const char* name) {
  const nlohmann::json* const list = member(object, name);
  return list != nullptr && list->is_array() ? list : nullptr;
}

/// Empty where it is not there, or no text.
std::string textIn(const nlohmann::json& object, const char* name) {
  const nlohmann::json* const text = member(object, name);
  return text != nullptr && text->is_string() ? text->get<std::string>() : std::string();
}

void addPlainGroup(const nlohmann::json& group, std::vector<ServedVersion>& out) {
  const nlohmann::json* const versions = listIn(group, "versions");
  if (versions == nullptr) return;
  for (const auto& version : *versions) {
    if (std::string name = textIn(version, "groupVersion"); !name.empty()) out.push_back({std::move(name)});
  }
}

std::vector<ApiResource> resourcesIn(const nlohmann::json& version) {
  std::vector<ApiResource> out;
  const nlohmann::json* const resources = listIn(version, "resources");
  if (resources == nullptr) return out;
  for (const auto& resource : *resources) {
    const nlohmann::json* const kind = member(resource, "responseKind");
    if (kind == nullptr) continue;
    ApiResource one;
    one.name = textIn(resource, "resource");
    one.kind = textIn(*kind, "kind");
    one.namespaced = textIn(resource, "scope") == "Namespaced";
    if (!one.name.empty() && !one.kind.empty()) out.push_back(std::move(one));
  }
  return out;
}

void addWholeGroup(const nlohmann::json& group, std::vector<ServedVersion>& out) {
  const nlohmann::json* const metadata = member(group, "metadata");
  const nlohmann::json* const versions = listIn(group, "versions");
  if (metadata == nullptr || versions == nullptr) return;
  const std::string name = textIn(*metadata, "name");
  for (const auto& version : *versions) {
    const std::string number = textIn(version, "version");
    if (name.empty() || number.empty()) continue;
    std::string apiVersion = name;
    apiVersion += '/';
    apiVersion += number;
    out.push_back({std::move(apiVersion), resourcesIn(version), textIn(version, "freshness") == "Stale"});
  }
}

}  // namespace

std::optional<std::vector<ServedVersion>> servedVersions(const std::string& body) {
  const auto answer = nlohmann::json::parse(body, nullptr, false);
  const bool isWhole = textIn(answer, "kind") == "APIGroupDiscoveryList";
  const nlohmann::json* const groups = listIn(answer, isWhole ? "items" : "groups");
  if (groups == nullptr) return std::nullopt;
  std::vector<ServedVersion> out;
  for (const auto& group : *groups) isWhole ? addWholeGroup(group, out) : addPlainGroup(group, out);
  return out;
}

std::vector<ServedVersion> readableVersions(std::vector<ServedVersion> served) {
  std::vector<ServedVersion> out;
  for (const std::string_view version : kReadable) {
    const auto at = std::find_if(served.begin(), served.end(),
                                 [version](const ServedVersion& one) { return one.apiVersion == version; });
    const std::string_view group = apiGroupOf(version);
    const bool isSplit = std::find(kSplitGroups.begin(), kSplitGroups.end(), group) != kSplitGroups.end();
    const auto isTaken = [&](const ServedVersion& chosen) {
      return !isSplit && apiGroupOf(chosen.apiVersion) == group;
    };
    if (at != served.end() && std::none_of(out.begin(), out.end(), isTaken)) out.push_back(std::move(*at));
  }
  return out;
}

std::optional<ExtraKind> extraKindIn(const std::string& apiVersion, const std::string& kind) {
  for (std::size_t i = 0; i < kExtraKinds; ++i) {
    const auto extra = static_cast<ExtraKind>(i);
    if (groupOf(extra) == apiGroupOf(apiVersion) && toString(extra) == kind) return extra;
  }
  return std::nullopt;
}

}  // namespace cardinal
