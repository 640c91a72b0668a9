// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/kinds/gang.h"

#include <algorithm>
#include <charconv>

#include "core/base/saturate.h"

namespace cardinal::yaml {
namespace {

using Sum = std::optional<std::int64_t>;

/// Nothing when one part is not known.
template <typename Part>
Sum sumOf(const std::vector<ManifestRole>& roles, Part part) {
  std::int64_t sum = 0;
  for (const ManifestRole& role : roles) {
    const Sum one = part(role);
    if (!one) return std::nullopt;
    sum = saturatedSum(sum, *one);
  }
  return sum;
}

void addNote(ManifestObject& object, NoteCode code, std::string detail) {
  object.notes.push_back({code, {}, object.source + ", line " + std::to_string(object.line), std::move(detail)});
}

std::optional<std::int64_t> numberOf(const std::string* text) {
  if (text == nullptr) return std::nullopt;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc() || end != text->data() + text->size() || value <= 0) return std::nullopt;
  return value;
}

/// How many pods must start together, as the pod itself says.
std::optional<std::int64_t> statedByPod(const RawPod& pod) {
  for (const char* key : {"pod-group.scheduling.sigs.k8s.io/min-available"}) {
    if (const auto number = numberOf(find(pod.meta.labels, key))) return number;
  }
  for (const char* key : {"gang.scheduling.koordinator.sh/min-available", "kueue.x-k8s.io/pod-group-total-count",
                          "scheduling.volcano.sh/group-min-member"}) {
    if (const auto number = numberOf(find(pod.meta.annotations, key))) return number;
  }
  return std::nullopt;
}

/// The PodGroup that the pod names; empty = none.
std::string groupOf(const RawPod& pod) {
  for (const char* key : {"scheduling.x-k8s.io/pod-group", "pod-group.scheduling.sigs.k8s.io"}) {
    if (const std::string* name = find(pod.meta.labels, key)) return *name;
  }
  for (const char* key : {"scheduling.k8s.io/group-name", "scheduling.volcano.sh/group-name", "pod-group-name"}) {
    if (const std::string* name = find(pod.meta.annotations, key)) return *name;
  }
  return {};
}

void resolveClaims(ManifestRole& role, const std::string& ns, const FileFacts& facts) {
  std::vector<DeviceAsk> out;
  for (DeviceAsk& ask : role.devices) {
    const auto slash = ask.name.find('/');
    const std::string name =
        slash == std::string::npos ? ask.name : ask.name.substr(0, slash + 1) + ns + "/" + ask.name.substr(slash + 1);
    const auto found = facts.claims.find(name);
    if (found == facts.claims.end()) {
      out.push_back(std::move(ask));
    } else {
      out.insert(out.end(), found->second.begin(), found->second.end());
    }
  }
  role.devices = std::move(out);
}

}  // namespace

void settleGang(ManifestObject& object, std::optional<std::int64_t> total) {
  auto& roles = object.roles;
  if (roles.empty()) return;
  const Sum gangs = sumOf(roles, [](const ManifestRole& role) { return role.gang; });
  if (!total) {
    object.gang = gangs;
  } else {
    object.gang = total;
    const Sum pods = sumOf(roles, [](const ManifestRole& role) { return role.pods; });
    if (roles.size() == 1) {
      roles.front().gang = total;
    } else if (pods == total) {
      for (ManifestRole& role : roles) role.gang = role.pods;
    } else if (gangs != total) {
      for (ManifestRole& role : roles) role.gang.reset();
      addNote(object, NoteCode::GangOverRoles, std::to_string(*total));
    }
  }
  // A bare pod is one of a group that several objects make.
  if (!object.gang || object.kind == "Pod") return;
  const Sum early = sumOf(roles, [](const ManifestRole& role) { return role.later ? Sum(0) : role.pods; });
  if (early && *object.gang > *early) {
    addNote(object, NoteCode::GangNeverWhole, std::to_string(*object.gang) + "/" + std::to_string(*early));
  }
}

void applyFileFacts(ManifestObject& object, const FileFacts& facts) {
  for (ManifestRole& role : object.roles) resolveClaims(role, object.key.ns, facts);
  const auto scaler = facts.scalers.find(object.kind + "/" + object.key.ns + "/" + object.key.name);
  if (scaler != facts.scalers.end() && !object.roles.empty()) object.notes.push_back(scaler->second);
  if (object.gang) return;
  for (const ManifestRole& role : object.roles) {
    if (!role.pod) continue;
    auto stated = statedByPod(*role.pod);
    if (const std::string group = groupOf(*role.pod); !stated && !group.empty()) {
      const auto found = facts.podGroups.find(object.key.ns + "/" + group);
      if (found != facts.podGroups.end()) stated = found->second;
    }
    if (stated) return settleGang(object, stated);
  }
}

std::string queueOf(const ObjectMeta& meta) {
  for (const char* key : {"kueue.x-k8s.io/queue-name", "kai.scheduler/queue", "runai/queue", "volcano.sh/queue-name",
                          "yunikorn.apache.org/queue", "quota.scheduling.koordinator.sh/name"}) {
    if (const std::string* name = find(meta.labels, key)) return *name;
  }
  for (const char* key :
       {"scheduling.volcano.sh/queue-name", "kueue.x-k8s.io/queue-name", "yunikorn.apache.org/queue"}) {
    if (const std::string* name = find(meta.annotations, key)) return *name;
  }
  return {};
}

}  // namespace cardinal::yaml

namespace cardinal {

int gangsOf(const ManifestObject& object) {
  constexpr std::int64_t kMost = 100'000;
  if (object.kind != "LeaderWorkerSet" || !object.gang || object.roles.empty()) return 1;
  return static_cast<int>(std::clamp<std::int64_t>(object.roles.front().pods.value_or(1), 1, kMost));
}

}  // namespace cardinal
