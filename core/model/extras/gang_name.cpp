// SPDX-License-Identifier: Apache-2.0
#include "core/model/extras/gang_name.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <span>

#include "core/base/saturate.h"

namespace cardinal {
namespace {

constexpr std::array kTaskGroupKeys = {GroupKey{"yunikorn.apache.org/task-group-name", GangSystem::Yunikorn}};

/// Schedulers that know no other groups than their own.
GangSystem systemOf(std::string_view scheduler) {
  if (scheduler == "yunikorn") return GangSystem::Yunikorn;
  if (scheduler == "kai-scheduler") return GangSystem::Kai;
  if (scheduler == "volcano") return GangSystem::Volcano;
  if (scheduler == "koord-scheduler") return GangSystem::Koordinator;
  return GangSystem::None;
}

std::optional<std::int64_t> countIn(const std::string* text) {
  std::int64_t value = 0;
  if (text == nullptr) return std::nullopt;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  return error == std::errc() && end == text->data() + text->size() && value >= 0 ? std::optional(value) : std::nullopt;
}

/// The first of the keys that names one.
GangName named(const StringMap& map, std::span<const GroupKey> keys, GangSystem of, bool isDefault) {
  for (const GroupKey& one : keys) {
    const std::string* value = find(map, one.key);
    if (value == nullptr || value->empty() || (of != GangSystem::None && one.system != of)) continue;
    const bool isOwn = one.system == GangSystem::Volcano || one.system == GangSystem::Kai;
    // these are read by schedulers of their own alone
    if (isDefault && (isOwn || one.system == GangSystem::Yunikorn)) continue;
    GangName out;
    out.system = one.system;
    out.name = *value;
    out.isAssumed = isDefault;
    return out;
  }
  return {};
}

std::string_view applicationOf(const RawPod& pod) {
  for (const char* key : {"yunikorn.apache.org/app-id", "applicationId"}) {
    for (const auto* map : {&pod.meta.labels, &pod.meta.annotations}) {
      if (const std::string* id = find(*map, key); id != nullptr && !id->empty()) return *id;
    }
  }
  return {};
}

constexpr int kMaxDepth = 16;

/// Names of parents are read in small letters.
std::string lowered(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return text;
}

class SubGroups {
 public:
  explicit SubGroups(const std::vector<KaiSubGroup>& groups) {
    for (const KaiSubGroup& one : groups) m_below[lowered(one.parent)].push_back(&one);
  }

  std::int64_t least(const std::string& name, std::optional<std::int64_t> minSubGroup, int depth = 0) {
    const std::vector<std::int64_t>& all = needsBelow(name, depth);
    const auto count = static_cast<std::int64_t>(all.size());
    const std::int64_t needed = std::clamp<std::int64_t>(minSubGroup.value_or(count), 0, count);
    std::int64_t out = 0;
    for (std::int64_t i = 0; i < needed; ++i) out = saturatedSum(out, all[static_cast<std::size_t>(i)]);
    return out;
  }

 private:
  /// Of those right below it, the smallest first. Worked out once for each name: names may repeat, or stand in a ring.
  const std::vector<std::int64_t>& needsBelow(const std::string& name, int depth) {
    std::vector<std::int64_t>& needs = m_needs[name];
    const auto below = m_below.find(name);
    if (!needs.empty() || below == m_below.end() || depth > kMaxDepth) return needs;
    needs.assign(below->second.size(), 0);  // what a ring finds
    std::vector<std::int64_t> all;
    for (const KaiSubGroup* one : below->second) {
      const bool isLeaf = one->name.empty() || m_below.count(one->name) == 0;
      all.push_back(isLeaf ? std::max<std::int64_t>(0, one->minMember.value_or(0))
                           : least(one->name, one->minSubGroup, depth + 1));
    }
    std::sort(all.begin(), all.end());
    return needs = std::move(all);
  }

  std::map<std::string, std::vector<const KaiSubGroup*>> m_below;  ///< by the parent's name
  std::map<std::string, std::vector<std::int64_t>> m_needs;        ///< likewise, as far as asked for
};

}  // namespace

GangName gangNameOf(const RawPod& pod) {
  const auto& unread = pod.spec.unreadFields;
  const bool isNative = std::any_of(unread.begin(), unread.end(), [](const std::string& field) {
    return field == "schedulingGroup" || field == "workloadRef";
  });
  if (isNative) return {GangSystem::Kubernetes, {}, std::nullopt, false, true};
  const bool isDefault = pod.spec.usesDefaultScheduler();
  const GangSystem of = systemOf(pod.spec.schedulerName);
  GangName out = named(pod.meta.labels, kGroupLabels, of, isDefault);
  if (out.system == GangSystem::None) out = named(pod.meta.annotations, kGroupAnnotations, of, isDefault);
  if (out.system == GangSystem::None) out = named(pod.meta.annotations, kTaskGroupKeys, of, isDefault);
  if (out.system == GangSystem::Koordinator) {
    out.min = countIn(find(pod.meta.labels, "pod-group.scheduling.sigs.k8s.io/min-available"));
    if (!out.min) out.min = countIn(find(pod.meta.annotations, "gang.scheduling.koordinator.sh/min-available"));
  } else if (out.system == GangSystem::Yunikorn) {
    out.name = applicationOf(pod);
    const std::string* mark = find(pod.meta.annotations, "yunikorn.apache.org/placeholder");
    out.isPlaceholder = mark != nullptr && *mark == "true";
    if (out.name.empty()) out = {};
  }
  return out;
}

const std::string* annotatedGroup(const RawPod& pod, GangSystem system) {
  for (const GroupKey& one : kGroupAnnotations) {
    const std::string* name = one.system == system ? find(pod.meta.annotations, one.key) : nullptr;
    if (name != nullptr && !name->empty()) return name;
  }
  return nullptr;
}

std::int64_t leastOfSubGroups(const std::vector<KaiSubGroup>& groups, std::optional<std::int64_t> minSubGroup) {
  return SubGroups(groups).least({}, minSubGroup);
}

}  // namespace cardinal
