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
constexpr std::array<std::string_view, 17> kReadable = {
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
    "scheduling.run.ai/v2",
    "scheduling.run.ai/v2alpha2",
    "scheduling.sigs.k8s.io/v1beta1",
    "scheduling.sigs.k8s.io/v1alpha1",
    "scheduling.x-k8s.io/v1alpha1",
    "network.alibabacloud.com/v1",
    "nvidia.com/v1",
};

// Their kinds stand in different versions: Queue in v2, PodGroup in v2alpha2; ElasticQuotaTree in v1beta1, the others
// in v1alpha1.
constexpr std::array<std::string_view, 2> kSplitGroups = {"scheduling.run.ai", "scheduling.sigs.k8s.io"};

const nlohmann::json* member(const nlohmann::json& object, const char* name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

}  // namespace

std::optional<std::vector<std::string>> groupVersions(const std::string& body) {
  const auto answer = nlohmann::json::parse(body, nullptr, false);
  const nlohmann::json* const groups = member(answer, "groups");
  if (groups == nullptr || !groups->is_array()) return std::nullopt;
  std::vector<std::string> out;
  for (const auto& group : *groups) {
    const nlohmann::json* const versions = member(group, "versions");
    if (versions == nullptr || !versions->is_array()) continue;
    for (const auto& version : *versions) {
      const nlohmann::json* const name = member(version, "groupVersion");
      if (name != nullptr && name->is_string()) out.push_back(name->get<std::string>());
    }
  }
  return out;
}

std::vector<std::string> readableVersions(const std::vector<std::string>& served) {
  std::vector<std::string> out;
  for (const std::string_view version : kReadable) {
    const bool isServed = std::find(served.begin(), served.end(), version) != served.end();
    const std::string_view group = apiGroupOf(version);
    const bool isSplit = std::find(kSplitGroups.begin(), kSplitGroups.end(), group) != kSplitGroups.end();
    const auto isTaken = [&](const std::string& chosen) { return !isSplit && apiGroupOf(chosen) == group; };
    if (isServed && std::none_of(out.begin(), out.end(), isTaken)) out.emplace_back(version);
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
