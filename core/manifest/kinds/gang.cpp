// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/kinds/gang.h"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "core/base/saturate.h"
#include "core/manifest/task_groups.h"
#include "core/model/extras/gang_name.h"

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

Sum podsOf(const ManifestObject& object) {
  return sumOf(object.roles, [](const ManifestRole& role) { return role.pods; });
}

/// Those that are made before the gang starts.
Sum earlyPodsOf(const ManifestObject& object) {
  return sumOf(object.roles, [](const ManifestRole& role) { return role.later ? Sum(0) : role.pods; });
}

/// Nothing when one of the two is not known.
Sum plus(Sum a, Sum b) {
  return a && b ? Sum(saturatedSum(*a, *b)) : std::nullopt;
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

/// Nothing where another scheduler is to place the pod.
std::optional<std::int64_t> taskGroupsOf(const RawPod& pod) {
  return pod.spec.schedulerName == "yunikorn" ? taskGroupMembers(pod) : std::nullopt;
}

/// How many pods must start together, as the pod itself says.
std::optional<std::int64_t> statedByPod(const RawPod& pod) {
  if (const auto number = numberOf(find(pod.meta.labels, "pod-group.scheduling.sigs.k8s.io/min-available")))
    return number;
  for (const char* key : {"gang.scheduling.koordinator.sh/min-available", "kueue.x-k8s.io/pod-group-total-count"}) {
    if (const auto number = numberOf(find(pod.meta.annotations, key))) return number;
  }
  return taskGroupsOf(pod);
}

/// The PodGroup that the pod names; empty = none.
std::string groupOf(const RawPod& pod) {
  const auto named = [](const StringMap& map, const auto& keys) -> const std::string* {
    for (const GroupKey& one : keys) {
      const std::string* name = find(map, one.key);
      if (name != nullptr && !name->empty()) return name;
    }
    return nullptr;
  };
  const std::string* name = named(pod.meta.labels, kGroupLabels);
  if (name == nullptr) name = named(pod.meta.annotations, kGroupAnnotations);
  return name != nullptr ? *name : std::string();
}

void resolveClaims(ManifestRole& role, const std::string& ns, const FileFacts& facts) {
  std::vector<DeviceRequest> out;
  for (DeviceRequest& request : role.devices) {
    const auto slash = request.name.find('/');
    const std::string name = slash == std::string::npos
                                 ? request.name
                                 : request.name.substr(0, slash + 1) + ns + "/" + request.name.substr(slash + 1);
    const auto found = facts.claims.find(name);
    if (found == facts.claims.end()) {
      out.push_back(std::move(request));
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
    if (found != facts.groupQueues.end()) object.queue = object.groupQueue = found->second;
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
    const Sum pods = podsOf(object);
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
  const Sum early = earlyPodsOf(object);
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
    if (group.empty() || (!out.empty() && group != out)) return {};
    out = std::move(group);
  }
  return out;
}

void settleShared(const std::vector<ManifestObject*>& members, const std::string& group, std::int64_t least) {
  Sum pods = 0;
  Sum early = 0;
  bool isOfPods = false;
  for (const ManifestObject* member : members) {
    pods = plus(pods, podsOf(*member));
    early = plus(early, earlyPodsOf(*member));
    isOfPods = isOfPods || member->kind == "Pod";
  }
  const bool areAllNeeded = pods && least >= *pods;
  for (ManifestObject* member : members) {
    std::erase_if(member->notes, [](const ManifestNote& note) {
      return note.code == NoteCode::GangNeverWhole || note.code == NoteCode::GangOverRoles;
    });
    for (ManifestRole& role : member->roles) role.gang = areAllNeeded ? role.pods : std::nullopt;
    member->gang = areAllNeeded ? podsOf(*member) : std::nullopt;
    const std::string place = member->source + ", line " + std::to_string(member->line);
    member->notes.push_back({NoteCode::GangOverRoles, group, place, std::to_string(least)});
    // pods of their own may be joined by others
    if (early && least > *early && !isOfPods)
      addNote(*member, NoteCode::GangNeverWhole, std::to_string(least) + "/" + std::to_string(*early));
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

namespace {

constexpr std::string_view kVolcanoQueue = "volcano.sh/queue-name";
constexpr std::string_view kVolcanoPodQueue = "scheduling.volcano.sh/queue-name";

/// Of the keys, the first that names one.
std::string firstOf(const StringMap& map, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    const std::string* name = find(map, key);
    if (name != nullptr && !name->empty()) return *name;
  }
  return {};
}

}  // namespace

std::string queueOf(const ObjectMeta& meta, bool isNative) {
  std::string out = firstOf(meta.labels, {"kueue.x-k8s.io/queue-name", "kai.scheduler/queue", "runai/queue"});
  if (out.empty() && !isNative) out = firstOf(meta.labels, {kVolcanoQueue});
  if (out.empty()) out = firstOf(meta.labels, {"yunikorn.apache.org/queue", "quota.scheduling.koordinator.sh/name"});
  if (out.empty() && !isNative) out = firstOf(meta.annotations, {kVolcanoPodQueue});
  if (out.empty()) out = firstOf(meta.annotations, {"kueue.x-k8s.io/queue-name", "yunikorn.apache.org/queue"});
  return out;
}

std::string groupQueueOf(const ObjectMeta& object, const RawPod& pod, bool isNative) {
  const bool isKai = pod.spec.schedulerName == "kai-scheduler";
  const auto namedBy = [isKai](const ObjectMeta& meta, bool readsLabels) {
    if (isKai) return firstOf(meta.labels, {"kai.scheduler/queue", "runai/queue"});
    std::string label = readsLabels ? firstOf(meta.labels, {kVolcanoQueue}) : std::string();
    return label.empty() ? firstOf(meta.annotations, {kVolcanoPodQueue}) : label;
  };
  std::string out = isNative && !isKai ? std::string() : namedBy(object, true);
  return out.empty() ? namedBy(pod.meta, !isNative) : out;
}

std::optional<std::int64_t> gangOfOwner(const ObjectMeta& owner, const RawPod& pod) {
  if (pod.spec.schedulerName != "volcano" || annotatedGroup(pod, GangSystem::Volcano) != nullptr) return std::nullopt;
  return numberOf(find(owner.annotations, "scheduling.volcano.sh/group-min-member"));
}

}  // namespace cardinal::yaml

namespace cardinal {

int gangsOf(const ManifestObject& object) {
  constexpr std::int64_t kMost = 100'000;
  if (object.kind != "LeaderWorkerSet" || !object.gang || object.roles.empty()) return 1;
  return static_cast<int>(std::clamp<std::int64_t>(object.roles.front().pods.value_or(1), 1, kMost));
}

}  // namespace cardinal
