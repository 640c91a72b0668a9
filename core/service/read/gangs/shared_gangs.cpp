// SPDX-License-Identifier: Apache-2.0
#include "core/service/read/gangs/shared_gangs.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include "core/alloc/created_pod.h"
#include "core/alloc/make_request.h"
#include "core/model/extras/gang_name.h"
#include "core/model/namespace_rules.h"
#include "core/model/pods/pod_fields.h"
#include "core/service/read/gangs/gang_members.h"
#include "core/service/read/gangs/gang_waits.h"
#include "core/workloads/object_kind.h"
#include "core/workloads/pod_workload.h"

namespace cardinal {
namespace {

/// Whose group, in which namespace, called how.
struct SharedKey {
  GangSystem system = GangSystem::None;
  std::string ns;
  std::string name;
  auto operator<=>(const SharedKey&) const = default;
};

/// Kind and name of the object that makes a pod.
using Maker = std::pair<std::string, std::string>;

struct SharedGang {
  std::int64_t least = 0;
  std::vector<std::size_t> objects;
  std::int64_t placed = 0;                            ///< members that run
  std::map<Maker, std::int64_t> placedOf;             ///< likewise, by their object
  std::vector<std::shared_ptr<const RawPod>> others;  ///< members that wait, of objects that are not asked about
};
using SharedGangs = std::map<SharedKey, SharedGang>;

/// The pods of a gang that do not run yet, and are made before it starts.
struct AskedPods {
  std::vector<AllocationRequest> requests;
  std::size_t existing = 0;      ///< requests of pods that exist already, which come first
  bool isAssumed = false;        ///< as GangName::isAssumed
  bool isOpen = false;           ///< of which roles the running ones are is not known
  bool areRulesUnknown = false;  ///< LimitRanges were not read that may let more of them fit
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

SharedGangs gangsIn(const std::vector<ManifestObject>& objects, const std::string& ns) {
  SharedGangs out;
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

Maker makerOf(const RawPod& pod) {
  const PodWorkload made = workloadOf(pod);
  const bool isBare = made.trace == WorkloadTrace::Bare || made.trace == WorkloadTrace::PodGroup;
  return isBare ? Maker("Pod", pod.meta.key.name) : Maker(made.kind, made.name);
}

Maker makerOf(const ManifestObject& object) {
  return {workloadKindOf(object.apiVersion, object.kind), object.key.name};
}

void countPlaced(const ClusterSnapshot& snapshot, SharedGangs& gangs) {
  const auto isAsked = [&](std::string_view ns) {
    return std::any_of(gangs.begin(), gangs.end(), [ns](const auto& one) { return one.first.ns == ns; });
  };
  eachPlacedMember(snapshot, isAsked, [&](const RawPod& pod, const GangName& name) {
    const auto found = gangs.find({name.system, pod.meta.key.ns, std::string(name.name)});
    if (found == gangs.end()) return;
    ++found->second.placed;
    ++found->second.placedOf[makerOf(pod)];
  });
}

/// They count for the gang as those of the files do.
void addWaiting(const std::vector<ManifestObject>& objects, const ClusterSnapshot& snapshot, SharedGangs& gangs) {
  const auto add = [&](const std::shared_ptr<const RawPod>& pod) {
    if (isTerminal(*pod) || isTerminating(*pod) || isGated(*pod)) return;
    const GangName name = gangNameOf(*pod);
    const auto found = gangs.find({name.system, pod->meta.key.ns, std::string(name.name)});
    if (found == gangs.end()) return;
    const auto& own = found->second.objects;
    const bool isOwn = std::any_of(own.begin(), own.end(),
                                   [&, maker = makerOf(*pod)](std::size_t i) { return makerOf(objects[i]) == maker; });
    if (!isOwn) found->second.others.push_back(pod);
  };
  for (const PodPtr& pod : snapshot.unboundPods) add(pod->raw);
  for (const auto& pod : snapshot.waitingMembers) add(pod);
}

/// A taint called like a resource of the node that the pod does not ask for: asking would make the pod tolerate it,
/// where the admission plugin ExtendedResourceToleration is on.
bool isKeptByResource(const NodeRecord& node, const std::vector<std::string>& asked) {
  return node.exists() && std::any_of(node.raw->taints.begin(), node.raw->taints.end(), [&](const Taint& taint) {
           return find(node.raw->allocatable, taint.key) != nullptr &&
                  std::find(asked.begin(), asked.end(), taint.key) == asked.end();
         });
}

/// A quota only refuses pods, and a default of a LimitRange only adds to what they ask for. But where cards are shared
/// a pod that names more may need less, as HAMi takes the whole memory of a card for a pod that names none of it; some
/// nodes take only pods that name compute, too.
bool mayDefaultsHelp(const AllocationRequest& request, const ClusterSnapshot& snapshot) {
  using Kind = GpuRequest::Kind;
  const Kind kind = request.gpu.kind();
  if (kind != Kind::None && kind != Kind::WholeCards && kind != Kind::Topology) return true;
  const std::vector<std::string> asked = alloc::extendedToTolerate(*request.pod);
  return std::any_of(snapshot.nodes.begin(), snapshot.nodes.end(), [&](const NodePtr& node) {
    return node->gpu.mode == GpuMode::Vgpu || isKeptByResource(*node, asked);
  });
}

class PodsAsker {
 public:
  PodsAsker(const std::vector<ManifestObject>& objects, const ClusterSnapshot& snapshot,
            const SharedGangQuestion& question)
      : m_objects(objects), m_snapshot(snapshot), m_question(question), m_claims(question.claimsOf(objects)) {}

  AskedPods ask(const SharedKey& key, const SharedGang& gang) const {
    AskedPods out;
    for (const auto& pod : gang.others) addPods(*pod, 1, key.ns, out);
    out.existing = out.requests.size();
    for (const std::size_t i : gang.objects) addObject(m_objects[i], key, gang, out);
    for (std::size_t i = out.existing; i < out.requests.size(); ++i) {
      AllocationRequest& request = out.requests[i];
      if (m_question.rules) request.rules = m_question.rules(request);
      const bool isRead = request.rules != nullptr && request.rules->limitRanges;
      out.areRulesUnknown = out.areRulesUnknown || (!isRead && mayDefaultsHelp(request, m_snapshot));
    }
    return out;
  }

 private:
  void addObject(const ManifestObject& object, const SharedKey& key, const SharedGang& gang, AskedPods& out) const {
    const auto found = gang.placedOf.find(makerOf(object));
    std::int64_t placed = found != gang.placedOf.end() ? found->second : 0;
    out.isOpen = out.isOpen || (placed > 0 && object.roles.size() > 1);
    const bool isReplaced = m_question.replicas && object.roles.size() == 1;
    for (const ManifestRole& role : object.roles) {
      const std::int64_t all = isReplaced ? *m_question.replicas : *role.pods;
      const std::int64_t there = std::min(placed, std::max<std::int64_t>(all, 0));
      placed -= there;
      if (!role.later) addPods(*role.pod, all - there, key.ns, out);
    }
  }

  /// Pods of one form that stand one after the other are asked about together.
  void addPods(const RawPod& like, std::int64_t count, const std::string& ns, AskedPods& out) const {
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    const auto pods = static_cast<int>(std::clamp<std::int64_t>(count, 0, kMost));
    if (pods == 0) return;
    out.isAssumed = out.isAssumed || gangNameOf(like).isAssumed;
    const RawPod* last = out.requests.size() == out.existing ? nullptr : out.requests.back().pod.get();
    const bool isAlike = last != nullptr && last->spec == like.spec && last->meta.labels == like.meta.labels &&
                         last->meta.annotations == like.meta.annotations && out.requests.back().replicas < kMost - pods;
    if (isAlike) {
      out.requests.back().replicas += pods;
      return;
    }
    auto pod = std::make_shared<RawPod>(like);
    pod->meta.key.ns = ns;
    out.requests.push_back(makeRequest(std::move(pod), pods));
    out.requests.back().claims = m_claims;
  }

  const std::vector<ManifestObject>& m_objects;
  const ClusterSnapshot& m_snapshot;
  const SharedGangQuestion& m_question;
  std::shared_ptr<const ClaimObjects> m_claims;
};

}  // namespace

std::map<std::size_t, queues::GroupAnswer> askSharedGangs(const std::vector<ManifestObject>& objects,
                                                          const ClusterSnapshot& snapshot,
                                                          const SharedGangQuestion& question) {
  std::map<std::size_t, queues::GroupAnswer> out;
  SharedGangs gangs = gangsIn(objects, question.ns);
  if (gangs.empty()) return out;
  countPlaced(snapshot, gangs);
  addWaiting(objects, snapshot, gangs);
  const PodsAsker asker(objects, snapshot, question);
  for (const auto& [key, gang] : gangs) {
    if (gang.placed >= gang.least) continue;
    const AskedPods asked = asker.ask(key, gang);
    if (asked.requests.empty()) continue;
    queues::GroupAnswer answer;
    answer.system = groupSystemOf(key.system);
    answer.queue = objects[gang.objects.front()].groupQueue;
    answer.verdict = queues::GroupVerdict::Waits;
    answer.cause = queues::GroupCause::GangNoRoom;
    answer.pods = gang.least;
    const GangFit fit = fitGang(asked.requests, gang.least - gang.placed, snapshot);
    answer.created = gang.placed + fit.fits.value_or(0);
    answer.isModelled =
        asked.isOpen || asked.areRulesUnknown || fit.isOpen || isGangModelled(key.system, asked.isAssumed);
    if (!fit.fits || answer.created >= answer.pods) continue;
    for (const std::size_t i : gang.objects) out.emplace(i, answer);
  }
  return out;
}

}  // namespace cardinal
