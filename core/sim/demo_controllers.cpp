// SPDX-License-Identifier: Apache-2.0
#include "core/sim/demo_controllers.h"

#include <algorithm>
#include <array>

#include "core/provider/stacks/hami/hami.h"
#include "core/sim/api/api_rules.h"
#include "core/sim/api/keys.h"
#include "core/sim/api/raw_parts.h"
#include "core/sim/population/demo_workloads.h"

namespace cardinal::sim {
namespace {

constexpr int kNotFound = 404;
constexpr int kConflict = 409;
constexpr std::chrono::milliseconds kBetweenPods{40};
constexpr std::size_t kMaxReplicas = 2000;

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& kinds, std::string_view kind) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

bool isClusterScoped(std::string_view kind) {
  static constexpr std::array<std::string_view, 5> kKinds = {"Namespace", "ClusterRole", "ClusterRoleBinding",
                                                             "PersistentVolume", "PriorityClass"};
  return contains(kKinds, kind);
}

bool makesPods(std::string_view kind) {
  static constexpr std::array<std::string_view, 5> kKinds = {"Pod", "Deployment", "ReplicaSet", "StatefulSet", "Job"};
  return contains(kKinds, kind);
}

bool isServed(std::string_view kind) {
  static constexpr std::array<std::string_view, 18> kKinds = {"ResourceClaim",       "ResourceClaimTemplate",
                                                              "Namespace",           "ClusterRole",
                                                              "ClusterRoleBinding",  "PersistentVolume",
                                                              "PriorityClass",       "Service",
                                                              "ConfigMap",           "Secret",
                                                              "ServiceAccount",      "Role",
                                                              "RoleBinding",         "Ingress",
                                                              "NetworkPolicy",       "LimitRange",
                                                              "PodDisruptionBudget", "PersistentVolumeClaim"};
  return contains(kKinds, kind) || kind == "HorizontalPodAutoscaler" || kind == "ResourceQuota" || kind == "Endpoints";
}

/// Kinds of Kubernetes itself: other groups have a Job or a Service too.
bool isOwnGroup(const std::string& apiVersion) {
  const std::string_view group = std::string_view(apiVersion).substr(0, apiVersion.find('/'));
  constexpr std::string_view kOwn = ".k8s.io";
  const bool own = group.size() > kOwn.size() && group.substr(group.size() - kOwn.size()) == kOwn;
  return own || apiVersion.find('/') == std::string::npos || group.find('.') == std::string_view::npos;
}

/// What the API server fills in: requests that are not said equal the limits.
void defaultRequests(SharedList<Container>& containers) {
  for (Container& container : containers) {
    for (const ResourceAmount& limit : container.limits) {
      if (find(container.requests, limit.name) == nullptr) container.requests.push_back(limit);
    }
  }
}

/// HAMi's webhook. Played for pods that name HAMi's own amounts alone: the real one takes every pod that asks
/// nvidia.com/gpu, and this cluster has nodes of whole cards beside HAMi's.
void admitByHami(RawPod& pod) {
  constexpr std::array<std::string_view, 3> kOwn = {"nvidia.com/gpumem", "nvidia.com/gpumem-percentage",
                                                    "nvidia.com/gpucores"};
  const auto isOwn = [&](const ResourceAmount& limit) {
    return std::find(kOwn.begin(), kOwn.end(), limit.name) != kOwn.end();
  };
  const auto names = [&](const SharedList<Container>& containers) {
    return std::any_of(containers.begin(), containers.end(), [&](const Container& container) {
      return std::any_of(container.limits.begin(), container.limits.end(), isOwn);
    });
  };
  if (!names(pod.spec.containers) && !names(pod.spec.initContainers)) return;
  const hami::Request request = hami::readHamiRequest(pod, {});
  if (request.admission != hami::Admission::Admitted) return;
  pod.spec.schedulerName = request.scheduler;
  std::size_t at = 0;
  for (SharedList<Container>* containers : {&pod.spec.initContainers, &pod.spec.containers}) {
    for (Container& container : *containers) container.limits = request.limits[at++];
  }
}

}  // namespace

DemoControllers::DemoControllers(DemoStore& store, DemoAgenda& agenda, Random& random)
    : m_store(store), m_agenda(agenda), m_random(random) {}

Result<ObjectKey> DemoControllers::admit(const ManifestObject& object, const std::string& defaultNamespace) const {
  ObjectKey key{isClusterScoped(object.kind) ? "" : object.key.ns, object.key.name};
  if (key.ns.empty() && !isClusterScoped(object.kind)) key.ns = defaultNamespace.empty() ? "default" : defaultNamespace;
  if (key.name.empty() && !object.generateName.empty()) key.name = object.generateName + m_random.nameSuffix(5);
  const std::string subject = object.kind + "/" + key.ns + "/" + key.name;
  const bool own = isOwnGroup(object.apiVersion);
  if (!own || (!makesPods(object.kind) && !isServed(object.kind))) {
    if (own && object.pod) return unexpected(apiError(ErrorCode::Unsupported, 0, object.kind, subject));
    return unexpected(apiError(ErrorCode::ResourceMissing, kNotFound, object.kind, object.apiVersion,
                               "the server could not find the requested resource"));
  }
  if (!key.ns.empty() && !m_store.hasObject("Namespace", {"", key.ns})) {
    return unexpected(apiError(ErrorCode::ResourceMissing, kNotFound, "namespaces/" + key.ns, subject,
                               "namespaces \"" + key.ns + "\" not found"));
  }
  if (auto checked = checkObject(object, key); !checked) return unexpected(checked.error());
  const bool exists = object.kind == "Pod" ? m_store.pod(key) != nullptr : m_store.hasObject(object.kind, key);
  if (exists) {
    return unexpected(
        apiError(ErrorCode::AlreadyExists, kConflict, subject, key.ns, "\"" + key.name + "\" already exists"));
  }
  if (object.replicas > static_cast<int>(kMaxReplicas)) {
    return unexpected(apiError(ErrorCode::LimitExceeded, 0, subject, {}, std::to_string(kMaxReplicas)));
  }
  return key;
}

Result<DemoObject> DemoControllers::create(const ManifestObject& object, const std::string& defaultNamespace,
                                           bool dryRun, DemoTime now) {
  auto admitted = admit(object, defaultNamespace);
  if (!admitted) return unexpected(admitted.error());
  const ObjectKey& key = *admitted;
  DemoObject made{object.kind, key, m_random.uid()};
  if (dryRun) return made;
  m_made[made.uid] = {object.kind, key, made.uid};
  if (object.kind == "Pod") {
    makePod(object, key, made.uid, {}, {}, now);
    return made;
  }
  m_store.addObject(object.kind, key);
  if (object.pod) m_made[made.uid].owner = makePods(object, key, made.uid, now);
  return made;
}

Result<std::vector<RawPod>> DemoControllers::remove(const DemoObject& object, bool dryRun) {
  const std::string subject = object.kind + "/" + object.key.ns + "/" + object.key.name;
  const auto at = m_made.find(object.uid);
  const auto pod = object.kind == "Pod" ? m_store.pod(object.key) : nullptr;
  const bool sameName = object.kind == "Pod" ? pod != nullptr : m_store.hasObject(object.kind, object.key);
  const bool same = at != m_made.end() && sameName && (pod == nullptr || pod->meta.uid == object.uid);
  if (!sameName) {
    return unexpected(apiError(ErrorCode::ResourceMissing, kNotFound, subject, object.key.ns,
                               "\"" + object.key.name + "\" not found"));
  }
  if (!same) {
    return unexpected(
        apiError(ErrorCode::Conflict, kConflict, subject, object.key.ns, "the UID in the precondition does not match"));
  }
  std::vector<RawPod> pods;
  for (const auto& [key, one] : m_store.pods()) {
    const bool owned = std::any_of(one->meta.owners.begin(), one->meta.owners.end(),
                                   [&](const OwnerRef& owner) { return owner.uid == at->second.owner; });
    if (one->meta.uid == object.uid || owned) pods.push_back(*one);
  }
  if (dryRun) return pods;
  m_store.removeObject(object.kind, object.key);
  m_ordered.erase(object.uid);
  m_made.erase(at);
  return pods;
}

std::string DemoControllers::makePods(const ManifestObject& object, const ObjectKey& key, const std::string& uid,
                                      DemoTime now) {
  if (object.kind == "StatefulSet") {
    OrderedSet& set = m_ordered[uid];
    set = {object, key, uid, 0};
    makeNext(set, now);
    return uid;
  }
  Owner owner{object.kind, key.name, uid};
  if (object.kind == "Deployment") {
    owner = {"ReplicaSet", key.name + "-" + m_random.nameSuffix(10), m_random.uid()};
    m_store.addObject("ReplicaSet", {key.ns, owner.name});
  }
  for (int i = 0; i < object.replicas; ++i) {
    makePod(object, {key.ns, owner.name + "-" + m_random.nameSuffix(5)}, m_random.uid(), owner, i * kBetweenPods, now);
  }
  return owner.uid;
}

void DemoControllers::makeNext(OrderedSet& set, DemoTime now) {
  if (set.next >= set.object.replicas) {
    m_ordered.erase(set.uid);
    return;
  }
  const ObjectKey key{set.key.ns, set.key.name + "-" + std::to_string(set.next++)};
  makePod(set.object, key, m_random.uid(), {"StatefulSet", set.key.name, set.uid}, {}, now);
}

void DemoControllers::podStarted(const RawPod& pod, DemoTime now) {
  for (const OwnerRef& owner : pod.meta.owners) {
    const auto at = m_ordered.find(owner.uid);
    if (at == m_ordered.end()) continue;
    makeNext(at->second, now);
    return;
  }
}

void DemoControllers::makePod(const ManifestObject& object, const ObjectKey& key, const std::string& uid,
                              const Owner& owner, DemoTime delay, DemoTime now) {
  RawPod pod = *object.pod;
  pod.meta.key = key;
  pod.meta.uid = uid;
  pod.meta.created = std::chrono::duration_cast<std::chrono::seconds>(now).count();
  pod.meta.deletionTimestamp = 0;
  pod.meta.owners.clear();
  if (!owner.kind.empty()) pod.meta.owners.push_back({owner.kind, owner.name, owner.uid, true});
  if (object.kind == "Deployment") labelTemplateHash(pod);
  if (pod.spec.schedulerName.empty()) pod.spec.schedulerName = "default-scheduler";
  admitByHami(pod);
  defaultRequests(pod.spec.containers);
  defaultRequests(pod.spec.initContainers);
  pod.phase = PodPhase::Pending;
  pod.phaseText = "Pending";
  const bool bound = !pod.spec.nodeName.empty();
  m_store.putPod(std::move(pod));
  const DemoTime wait{m_random.between(300, 800)};
  m_agenda.add(now + wait + delay, {bound ? DemoEvent::Kind::Start : DemoEvent::Kind::Decide, key, uid});
}

}  // namespace cardinal::sim
