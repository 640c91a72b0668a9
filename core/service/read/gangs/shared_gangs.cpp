// SPDX-License-Identifier: Apache-2.0
#include "core/service/read/gangs/shared_gangs.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include "core/alloc/make_request.h"
#include "core/model/extras/gang_name.h"
#include "core/model/pods/pod_fields.h"
#include "core/plan/drain/group_placement.h"
#include "core/service/read/gangs/gang_waits.h"

namespace cardinal {
namespace {

/// Whose group, in which namespace, called how.
struct SharedKey {
  GangSystem system = GangSystem::None;
  std::string ns;
  std::string name;
  auto operator<=>(const SharedKey&) const = default;
};

struct SharedGang {
  std::int64_t least = 0;
  std::vector<std::size_t> objects;
};

const ManifestNote* noteOf(const ManifestObject& object) {
  const auto found = std::find_if(object.notes.begin(), object.notes.end(), [](const ManifestNote& note) {
    return note.code == NoteCode::GangOverRoles && !note.field.empty();
  });
  return found != object.notes.end() ? &*found : nullptr;
}

bool isKnown(const ManifestObject& object) {
  return std::all_of(object.roles.begin(), object.roles.end(),
                     [](const ManifestRole& role) { return role.pod != nullptr && role.pods.has_value(); });
}

std::map<SharedKey, SharedGang> gangsIn(const std::vector<ManifestObject>& objects, const std::string& ns) {
  std::map<SharedKey, SharedGang> out;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const ManifestNote* note = noteOf(objects[i]);
    if (note == nullptr || objects[i].roles.empty() || !isKnown(objects[i])) continue;
    const GangSystem system = gangNameOf(*objects[i].roles.front().pod).system;
    if (system == GangSystem::None || system == GangSystem::Kubernetes) continue;  // nobody holds to it
    SharedGang& gang = out[{system, objects[i].key.ns.empty() ? ns : objects[i].key.ns, note->field}];
    std::from_chars(note->detail.data(), note->detail.data() + note->detail.size(), gang.least);
    gang.objects.push_back(i);
  }
  return out;
}

/// Pods of one form that stand one after the other are asked about together.
std::vector<AllocationRequest> requestsOf(const std::vector<ManifestObject>& objects, const SharedGang& gang,
                                          const std::shared_ptr<const ClaimObjects>& claims) {
  std::vector<AllocationRequest> out;
  for (const std::size_t i : gang.objects) {
    for (const ManifestRole& role : objects[i].roles) {
      constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
      const auto pods = static_cast<int>(std::clamp<std::int64_t>(*role.pods, 0, kMost));
      if (pods == 0) continue;
      const RawPod* last = out.empty() ? nullptr : out.back().pod.get();
      const bool isAlike = last != nullptr && last->spec == role.pod->spec &&
                           last->meta.labels == role.pod->meta.labels &&
                           last->meta.annotations == role.pod->meta.annotations && out.back().replicas < kMost - pods;
      if (isAlike) {
        out.back().replicas += pods;
        continue;
      }
      out.push_back(makeRequest(role.pod, pods));
      out.back().claims = claims;
    }
  }
  return out;
}

std::int64_t boundOf(const SharedKey& key, const ClusterSnapshot& snapshot) {
  std::int64_t out = 0;
  for (const NodePtr& node : snapshot.nodes) {
    for (const auto& pod : node->scheduler.pods) {
      if (pod->meta.key.ns != key.ns || isTerminating(*pod)) continue;
      const GangName name = gangNameOf(*pod);
      out += name.system == key.system && name.name == key.name ? 1 : 0;
    }
  }
  return out;
}

}  // namespace

std::map<std::size_t, queues::GroupAnswer> askSharedGangs(const std::vector<ManifestObject>& objects,
                                                          const ClusterSnapshot& snapshot, const std::string& ns,
                                                          const std::shared_ptr<const ClaimObjects>& claims) {
  std::map<std::size_t, queues::GroupAnswer> out;
  for (const auto& [key, gang] : gangsIn(objects, ns)) {
    const std::vector<AllocationRequest> requests = requestsOf(objects, gang, claims);
    if (requests.empty()) continue;
    queues::GroupAnswer answer;
    answer.system = groupSystemOf(key.system);
    answer.queue = objects[gang.objects.front()].queue;
    answer.verdict = queues::GroupVerdict::Waits;
    answer.cause = queues::GroupCause::GangNoRoom;
    answer.pods = gang.least;
    answer.created = boundOf(key, snapshot);
    answer.isModelled = false;  // by the arithmetic of previews
    bool isAsked = true;
    for (const AllocationAnswer& one : allocateInOrder(requests, snapshot)) {
      isAsked = isAsked && one.requestProblems.empty();
      answer.created += static_cast<std::int64_t>(one.placements.size());
    }
    if (!isAsked || answer.created >= answer.pods) continue;
    for (const std::size_t i : gang.objects) out.emplace(i, answer);
  }
  return out;
}

}  // namespace cardinal
