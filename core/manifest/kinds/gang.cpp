// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/kinds/gang.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <vector>

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

/// Members of the task groups of YuniKorn; nothing = there are none, or they cannot be read.
std::optional<std::int64_t> taskGroupsOf(const RawPod& pod) {
  const std::string* text = find(pod.meta.annotations, "yunikorn.apache.org/task-groups");
  if (text == nullptr || pod.spec.schedulerName != "yunikorn") return std::nullopt;
  const auto groups = nlohmann::json::parse(*text, nullptr, false);
  if (!groups.is_array() || groups.empty()) return std::nullopt;
  std::int64_t sum = 0;
  for (const auto& group : groups) {
    const auto least = group.is_object() ? group.find("minMember") : group.end();
    if (!group.is_object() || least == group.end() || !least->is_number_integer()) return std::nullopt;
    sum = saturatedSum(sum, std::max<std::int64_t>(0, least->get<std::int64_t>()));
  }
  return sum > 0 ? std::optional(sum) : std::nullopt;
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
  return taskGroupsOf(pod);
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

/// What the pods' own field says of a gang, which the scheduler heeds only where feature gates are on.
void noteNativeGroups(ManifestObject& object, const FileFacts& facts) {
  std::erase_if(object.notes, [](const ManifestNote& note) { return note.code == NoteCode::GangByGate; });
  for (const ManifestRole& role : object.roles) {
    const std::string& group = role.podGroup;
    if (group.empty()) continue;
    const auto found = facts.nativeGroups.find(object.key.ns + "/" + group);
    const std::string detail = found == facts.nativeGroups.end() ? std::string()
                               : found->second == 0              ? std::string(kBasicPolicy)
                                                                 : std::to_string(found->second);
    ManifestNote note{NoteCode::GangByGate, group, object.source + ", line " + std::to_string(object.line), detail};
    if (std::find(object.notes.begin(), object.notes.end(), note) == object.notes.end())
      object.notes.push_back(std::move(note));
  }
}

/// The gang of the one group that all pods of the object name by their own field.
std::optional<std::int64_t> nativeGangOf(const ManifestObject& object, const FileFacts& facts) {
  if (object.roles.empty()) return std::nullopt;
  const std::string& group = object.roles.front().podGroup;
  const bool isOne = std::all_of(object.roles.begin(), object.roles.end(),
                                 [&](const ManifestRole& role) { return role.podGroup == group; });
  if (group.empty() || !isOne) return std::nullopt;
  const auto found = facts.nativeGroups.find(object.key.ns + "/" + group);
  if (found == facts.nativeGroups.end() || found->second == 0) return std::nullopt;
  return found->second;
}

/// The queue that the PodGroup of the pods names, or the pods themselves in a way of their scheduler.
void takeQueue(ManifestObject& object, const FileFacts& facts) {
  for (const ManifestRole& role : object.roles) {
    if (!object.queue.empty() || !role.pod) continue;
    const auto found = facts.groupQueues.find(object.key.ns + "/" + groupOf(*role.pod));
    if (found != facts.groupQueues.end()) object.queue = found->second;
    const std::string* label = find(role.pod->meta.labels, "queue");
    if (object.queue.empty() && role.pod->spec.schedulerName == "yunikorn" && label != nullptr) object.queue = *label;
  }
}

/// The priority of a class that the files create: the API server writes it into the pods.
void resolvePriority(ManifestObject& object, ManifestRole& role, const FileFacts& facts) {
  if (!role.pod || role.pod->spec.priority != 0) return;
  const auto found = facts.priorities.find(role.pod->spec.priorityClassName);
  if (found == facts.priorities.end()) return;
  const bool isOnly = object.pod == role.pod;
  RawPod pod = *role.pod;
  pod.spec.priority = found->second.value;
  pod.spec.neverPreempts = pod.spec.neverPreempts || found->second.neverPreempts;
  role.pod = std::make_shared<const RawPod>(std::move(pod));
  if (isOnly) object.pod = role.pod;
}

}  // namespace

void FileFacts::add(const FileFacts& more) {
  podGroups.insert(more.podGroups.begin(), more.podGroups.end());
  nativeGroups.insert(more.nativeGroups.begin(), more.nativeGroups.end());
  scalers.insert(more.scalers.begin(), more.scalers.end());
  claims.insert(more.claims.begin(), more.claims.end());
  priorities.insert(more.priorities.begin(), more.priorities.end());
  groupQueues.insert(more.groupQueues.begin(), more.groupQueues.end());
}

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
  for (ManifestRole& role : object.roles) {
    resolveClaims(role, object.key.ns, facts);
    resolvePriority(object, role, facts);
  }
  const auto scaler = facts.scalers.find(object.kind + "/" + object.key.ns + "/" + object.key.name);
  const bool isScaled = scaler != facts.scalers.end() && !object.roles.empty();
  if (isScaled && std::find(object.notes.begin(), object.notes.end(), scaler->second) == object.notes.end())
    object.notes.push_back(scaler->second);
  noteNativeGroups(object, facts);
  takeQueue(object, facts);
  if (object.gang) return;
  if (const auto native = nativeGangOf(object, facts)) {
    object.gangCountsAll = true;
    return settleGang(object, native);
  }
  for (const ManifestRole& role : object.roles) {
    if (!role.pod) continue;
    auto stated = statedByPod(*role.pod);
    if (stated && taskGroupsOf(*role.pod)) addNote(object, NoteCode::Placeholders, {});
    if (const std::string group = groupOf(*role.pod); !stated && !group.empty()) {
      const auto found = facts.podGroups.find(object.key.ns + "/" + group);
      if (found != facts.podGroups.end()) stated = found->second;
    }
    if (stated) return settleGang(object, stated);
  }
}

namespace {

/// The group that the pods of all roles name; empty = there is no such one.
std::string onlyGroupOf(const ManifestObject& object) {
  std::string out;
  for (const ManifestRole& role : object.roles) {
    if (!role.pod) return {};
    std::string group = groupOf(*role.pod);
    for (const char* key : {"pod-group.scheduling.sigs.k8s.io/name"}) {
      const std::string* name = find(role.pod->meta.labels, key);
      if (group.empty() && name != nullptr) group = *name;
    }
    const std::string* name = find(role.pod->meta.annotations, "gang.scheduling.koordinator.sh/name");
    if (group.empty() && name != nullptr) group = *name;
    if (group.empty() || (!out.empty() && group != out)) return {};
    out = std::move(group);
  }
  return out;
}

void settleShared(const std::vector<ManifestObject*>& members, const std::string& group, std::int64_t least) {
  Sum pods = 0;
  bool isOfPods = false;
  for (const ManifestObject* member : members) {
    const Sum own = sumOf(member->roles, [](const ManifestRole& role) { return role.pods; });
    pods = pods && own ? Sum(saturatedSum(*pods, *own)) : std::nullopt;
    isOfPods = isOfPods || member->kind == "Pod";
  }
  const bool areAllNeeded = pods && least >= *pods;
  for (ManifestObject* member : members) {
    std::erase_if(member->notes, [](const ManifestNote& note) {
      return note.code == NoteCode::GangNeverWhole || note.code == NoteCode::GangOverRoles;
    });
    for (ManifestRole& role : member->roles) role.gang = areAllNeeded ? role.pods : std::nullopt;
    member->gang =
        areAllNeeded ? sumOf(member->roles, [](const ManifestRole& role) { return role.pods; }) : std::nullopt;
    const std::string place = member->source + ", line " + std::to_string(member->line);
    member->notes.push_back({NoteCode::GangOverRoles, group, place, std::to_string(least)});
    // pods of their own may be joined by others
    if (pods && least > *pods && !isOfPods)
      addNote(*member, NoteCode::GangNeverWhole, std::to_string(least) + "/" + std::to_string(*pods));
  }
}

}  // namespace

void settleSharedGroups(std::vector<ManifestObject>& objects, const FileFacts& facts) {
  std::map<std::pair<std::string, std::string>, std::vector<ManifestObject*>> shared;
  for (ManifestObject& object : objects) {
    std::string group = onlyGroupOf(object);
    if (!group.empty()) shared[{object.key.ns, std::move(group)}].push_back(&object);
  }
  for (const auto& [name, members] : shared) {
    if (members.size() < 2) continue;
    const auto found = facts.podGroups.find(name.first + "/" + name.second);
    std::optional<std::int64_t> least = statedByPod(*members.front()->roles.front().pod);
    if (found != facts.podGroups.end()) least = found->second;
    if (least && *least > 0) settleShared(members, name.second, *least);
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
