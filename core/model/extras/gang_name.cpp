// SPDX-License-Identifier: Apache-2.0
#include "core/model/extras/gang_name.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

namespace cardinal {
namespace {

struct GangKey {
  std::string_view key;
  GangSystem system;
};
constexpr std::array kLabels = {
    GangKey{"scheduling.x-k8s.io/pod-group", GangSystem::SchedulerPlugins},
    GangKey{"pod-group.scheduling.sigs.k8s.io", GangSystem::Koordinator},
    GangKey{"pod-group.scheduling.sigs.k8s.io/name", GangSystem::Koordinator},
};
constexpr std::array kAnnotations = {
    GangKey{"gang.scheduling.koordinator.sh/name", GangSystem::Koordinator},
    GangKey{"scheduling.k8s.io/group-name", GangSystem::Volcano},
    GangKey{"scheduling.volcano.sh/group-name", GangSystem::Volcano},
    GangKey{"pod-group-name", GangSystem::Kai},
    GangKey{"yunikorn.apache.org/task-group-name", GangSystem::Yunikorn},
};

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
GangName named(const StringMap& map, std::span<const GangKey> keys, GangSystem of, bool isDefault) {
  for (const GangKey& one : keys) {
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

}  // namespace

GangName gangNameOf(const RawPod& pod) {
  const auto& unread = pod.spec.unreadFields;
  const bool isNative = std::any_of(unread.begin(), unread.end(), [](const std::string& field) {
    return field == "schedulingGroup" || field == "workloadRef";
  });
  if (isNative) return {GangSystem::Kubernetes, {}, std::nullopt, false, true};
  const bool isDefault = pod.spec.usesDefaultScheduler();
  const GangSystem of = systemOf(pod.spec.schedulerName);
  GangName out = named(pod.meta.labels, kLabels, of, isDefault);
  if (out.system == GangSystem::None) out = named(pod.meta.annotations, kAnnotations, of, isDefault);
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

}  // namespace cardinal
