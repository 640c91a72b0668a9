// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/task_groups.h"

#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "core/base/saturate.h"

namespace cardinal {
namespace {

/// Nothing = an error.
std::optional<std::int64_t> membersOf(const nlohmann::json& group) {
  const auto member = [&](const char* key) { return group.is_object() ? group.find(key) : group.end(); };
  const auto name = member("name");
  const auto resources = member("minResource");
  const auto least = member("minMember");
  const bool isWhole = name != group.end() && name->is_string() && !name->get_ref<const std::string&>().empty() &&
                       resources != group.end() && resources->is_object() && least != group.end() &&
                       least->is_number_integer();
  const std::int64_t members = isWhole ? least->get<std::int64_t>() : 0;
  return members > 0 && members <= std::numeric_limits<std::int32_t>::max() ? std::optional(members) : std::nullopt;
}

}  // namespace

std::optional<std::int64_t> taskGroupMembers(const RawPod& pod) {
  const std::string* text = find(pod.meta.annotations, "yunikorn.apache.org/task-groups");
  if (text == nullptr) return std::nullopt;
  const auto groups = nlohmann::json::parse(*text, nullptr, false);
  if (!groups.is_array() || groups.empty()) return std::nullopt;
  std::int64_t sum = 0;
  for (const auto& group : groups) {
    const auto members = membersOf(group);
    if (!members) return std::nullopt;
    sum = saturatedSum(sum, *members);
  }
  return sum;
}

}  // namespace cardinal
