// SPDX-License-Identifier: Apache-2.0
#include "core/service/read/gangs/gang_waits.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "core/alloc/explain/shapes.h"
#include "core/alloc/make_request.h"
#include "core/manifest/task_groups.h"
#include "core/model/by_key.h"
#include "core/model/extras/extra.h"
#include "core/model/extras/group_queues.h"
#include "core/model/pods/pod_fields.h"
#include "core/plan/what_if/overlay_state.h"
#include "core/queues/pod_amounts.h"
#include "core/queues/volcano_tree.h"
#include "core/service/read/gangs/gang_remedies.h"

namespace cardinal {
namespace {

using queues::GroupCause;
using queues::GroupSystem;

PodPtr recordOf(const std::shared_ptr<const RawPod>& raw) {
  auto out = std::make_shared<PodRecord>();
  out->raw = raw;
  out->request = makeRequest(raw).gpu;
  return out;
}

}  // namespace

GroupSystem groupSystemOf(GangSystem system) {
  switch (system) {
    case GangSystem::Volcano:
      return GroupSystem::Volcano;
    case GangSystem::Kai:
      return GroupSystem::Kai;
    case GangSystem::Koordinator:
      return GroupSystem::Koordinator;
    case GangSystem::SchedulerPlugins:
      return GroupSystem::SchedulerPlugins;
    case GangSystem::Yunikorn:
      return GroupSystem::Yunikorn;
    case GangSystem::Kubernetes:
    case GangSystem::None:
      break;
  }
  return GroupSystem::Kubernetes;
}

bool GangWaits::hasAny(const ClusterSnapshot& snapshot) {
  return std::any_of(snapshot.unboundPods.begin(), snapshot.unboundPods.end(),
                     [](const PodPtr& pod) { return gangNameOf(*pod->raw).system != GangSystem::None; });
}

GangWaits::GangWaits(const ClusterSnapshot& snapshot, std::stop_token stop, const queues::GroupWaits* queues,
                     RulesOf rulesOf)
    : m_snapshot(snapshot), m_stop(std::move(stop)), m_queues(queues), m_rulesOf(std::move(rulesOf)) {
  for (const PodPtr& pod : snapshot.unboundPods) add(pod);
  if (m_gangs.empty()) return;
  for (const auto& raw : snapshot.waitingMembers) add(recordOf(raw));
  countBound();
  for (auto& [key, gang] : m_gangs) gang.min = minOf(key, gang);
  const alloc::ShapeParts parts{snapshot.counts.podsWithAffinity > 0, static_cast<bool>(m_rulesOf)};
  m_shapes = alloc::groupByShape(m_waiting, parts).ofPod;
}

GangWaits::~GangWaits() = default;

void GangWaits::add(const PodPtr& pod) {
  const RawPod& raw = *pod->raw;
  const GangName name = gangNameOf(raw);
  if (name.system == GangSystem::None || name.system == GangSystem::Kubernetes) return;
  if (isTerminal(raw) || isTerminating(raw)) return;
  Gang& gang = m_gangs[{name.system, {raw.meta.key.ns, std::string(name.name)}}];
  gang.isAssumed = gang.isAssumed || name.isAssumed;
  if (gang.created == 0 || (raw.meta.created != 0 && raw.meta.created < gang.created)) gang.created = raw.meta.created;
  if (name.min) gang.min = std::max(gang.min.value_or(0), *name.min);
  if (name.system == GangSystem::Yunikorn) {
    if (const auto members = taskGroupMembers(raw)) gang.min = members;
    // its real pods take the places of placeholders
    if (!name.isPlaceholder) return;
  }
  ++gang.waiting;
  if (isGated(raw)) return;
  gang.placeable.push_back(m_waiting.size());
  m_waiting.push_back(pod);
}

void GangWaits::countBound() {
  std::set<std::string_view> namespaces;
  for (const auto& [key, gang] : m_gangs) namespaces.insert(key.second.ns);
  const auto isAsked = [&](std::string_view ns) { return namespaces.count(ns) != 0; };
  eachPlacedMember(m_snapshot, isAsked, [&](const RawPod& pod, const GangName& name) {
    const auto found = m_gangs.find({name.system, {pod.meta.key.ns, std::string(name.name)}});
    if (found != m_gangs.end()) ++found->second.bound;
  });
}

std::optional<std::int64_t> GangWaits::minOf(const Key& key, Gang& gang) const {
  static const GroupQueueLists kNone;
  const ClusterExtras* extras = m_snapshot.extras.get();
  const GroupQueueLists& lists = extras != nullptr && extras->groups != nullptr ? *extras->groups : kNone;
  const ObjectKey& name = key.second;
  switch (key.first) {
    case GangSystem::Volcano:
      if (const auto* group = objectByKey(lists.volcanoGroups, name)) {
        gang.queue = queues::queueOf(*group);
        return group->minMember;
      }
      return std::nullopt;
    case GangSystem::Kai:
      if (const auto* group = objectByKey(lists.kaiGroups, name)) {
        gang.queue = group->queue;
        return group->minMember;
      }
      return std::nullopt;
    case GangSystem::Koordinator:
      if (const auto* group = objectByKey(lists.koordinatorGroups, name)) return group->minMember;
      return gang.min;
    case GangSystem::SchedulerPlugins:
      if (const auto* group = objectByKey(lists.pluginsGroups, name)) return group->minMember;
      // pods of a group that does not exist are placed one by one
      return extras != nullptr && extras->knows(ExtraKind::PluginsPodGroup) ? std::optional<std::int64_t>(0)
                                                                            : std::nullopt;
    case GangSystem::Yunikorn:
      return gang.min ? gang.min : std::optional(gang.bound + gang.waiting);
    case GangSystem::Kubernetes:
    case GangSystem::None:
      break;
  }
  return std::nullopt;
}

/// Of pods that are alike only those that are missing are asked about; of unlike ones all, because the order decides
/// which come first.
std::map<std::uint32_t, int> GangWaits::missingOf(const Gang& gang) const {
  std::map<std::uint32_t, int> counts;
  for (const std::size_t place : gang.placeable) ++counts[m_shapes[place]];
  const std::int64_t needed = *gang.min - gang.bound;
  if (counts.size() == 1)
    counts.begin()->second = static_cast<int>(std::min<std::int64_t>(counts.begin()->second, needed));
  return counts;
}

std::vector<AllocationRequest> GangWaits::requestsOf(const Gang& gang) const {
  std::vector<AllocationRequest> out;
  for (const auto& [shape, count] : gang.missing) {
    const auto place = std::find_if(gang.placeable.begin(), gang.placeable.end(),
                                    [this, wanted = shape](std::size_t one) { return m_shapes[one] == wanted; });
    const PodRecord& pod = *m_waiting[*place];
    AllocationRequest request = makeRequest(pod.raw, count);
    request.gpu = pod.request;
    if (m_rulesOf) request.rules = m_rulesOf(request);
    out.push_back(std::move(request));
  }
  return out;
}

GangWaits::Form GangWaits::formOf(const Gang& gang) {
  return {{gang.missing.begin(), gang.missing.end()}, *gang.min - gang.bound};
}

bool GangWaits::isHeldTogether(Gang& gang, const RawPod& pod, queues::GroupWait& wait) const {
  const std::int64_t needed = *gang.min - gang.bound;
  const bool isOpen = gang.missing.size() > 1 && static_cast<std::int64_t>(gang.placeable.size()) > needed;
  if (m_queues == nullptr || isOpen) return false;
  if (!gang.requests) {
    gang.requests.emplace();
    for (const AllocationRequest& request : requestsOf(gang))
      queues::addPod(*gang.requests, *request.pod, request.replicas);
  }
  auto held = m_queues->ofTogether(pod, *gang.requests);
  if (!held) return false;
  wait.queue = held->queue;
  wait.cause = held->cause;
  wait.resource = held->resource;
  wait.quota = held->quota;
  wait.requested = held->requested;
  wait.free = held->free;
  wait.remedies = std::move(held->remedies);
  wait.isModelled = wait.isModelled || held->isModelled;
  return true;
}

GangFit GangWaits::fitOf(const Gang& gang) {
  const auto [known, isNew] = m_answers.try_emplace(formOf(gang));
  if (isNew) known->second = fitGang(requestsOf(gang), *gang.min - gang.bound, m_snapshot, m_stop);
  return known->second;
}

const std::vector<queues::GroupRemedy>& GangWaits::remediesOf(const Key& key, Gang& gang) {
  constexpr std::size_t kMost = 10;
  if (gang.remedies) return *gang.remedies;
  gang.remedies.emplace();
  // who may end for it is the same for all of a form of which nothing runs
  const bool isShared = gang.bound == 0;
  const Form form = formOf(gang);
  if (const auto known = m_remedies.find(form); isShared && known != m_remedies.end()) {
    gang.remedies = known->second;
    return *gang.remedies;
  }
  if (m_remedied++ >= kMost) return *gang.remedies;
  const std::vector<AllocationRequest> requests = requestsOf(gang);
  const auto isMember = [&key](const RawPod& pod) {
    const GangName name = gangNameOf(pod);
    return pod.meta.key.ns == key.second.ns && name.system == key.first && name.name == key.second.name;
  };
  if (m_trial == nullptr) m_trial = std::make_unique<plan::OverlayState>(SnapshotPtr(SnapshotPtr(), &m_snapshot));
  gang.remedies = gangRemedies({requests, *gang.min - gang.bound, *gang.fit->fits, gang.bound, isMember}, m_snapshot,
                               *m_trial, m_stop);
  if (isShared && !m_stop.stop_requested()) m_remedies.emplace(form, *gang.remedies);
  return *gang.remedies;
}

std::optional<queues::PodQueueWait> GangWaits::of(const RawPod& pod, bool fitsNow) {
  if (!pod.spec.nodeName.empty() || isTerminal(pod) || isTerminating(pod) || isGated(pod)) return std::nullopt;
  const GangName name = gangNameOf(pod);
  if (name.system == GangSystem::None) return std::nullopt;
  queues::PodQueueWait out;
  out.otherSystem = groupSystemOf(name.system);
  queues::GroupWait& wait = out.other.emplace();
  wait.key = {pod.meta.key.ns, std::string(name.name)};
  wait.created = pod.meta.created;
  wait.conditionReason = pod.scheduledReason;
  const auto found = m_gangs.find({name.system, wait.key});
  Gang* gang = found != m_gangs.end() ? &found->second : nullptr;
  if (gang == nullptr || !gang->min) {
    wait.cause = GroupCause::GangNotKnown;
    return fitsNow ? std::optional(out) : std::nullopt;
  }
  wait.queue = gang->queue;
  wait.created = gang->created;
  wait.minMember = *gang->min;
  wait.members = gang->bound + gang->waiting;
  wait.isModelled = isGangModelled(name.system, gang->isAssumed);
  if (gang->bound >= wait.minMember || wait.minMember <= 1) return std::nullopt;
  if (wait.members < wait.minMember) {
    if (name.system == GangSystem::Yunikorn) return std::nullopt;  // its scheduler makes the others
    wait.cause = GroupCause::GangIncomplete;
    return out;
  }
  wait.fits = gang->bound + static_cast<std::int64_t>(gang->placeable.size());
  if (wait.fits < wait.minMember) {
    wait.cause = GroupCause::GangGated;
    return out;
  }
  if (!fitsNow) return std::nullopt;
  if (gang->missing.empty()) gang->missing = missingOf(*gang);
  if (isHeldTogether(*gang, pod, wait)) return out;
  if (!gang->fit) gang->fit = fitOf(*gang);
  if (!gang->fit->fits || gang->bound + *gang->fit->fits >= wait.minMember) return std::nullopt;
  wait.cause = GroupCause::GangNoRoom;
  wait.fits = gang->bound + *gang->fit->fits;
  wait.remedies = remediesOf(found->first, *gang);
  wait.isModelled = wait.isModelled || gang->fit->isOpen;
  return out;
}

}  // namespace cardinal
