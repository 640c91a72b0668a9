// SPDX-License-Identifier: Apache-2.0
#include "core/sim/demo_cluster.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/sim/api/api_rules.h"
#include "core/sim/api/demo_claims.h"
#include "core/sim/api/demo_groups.h"
#include "core/sim/api/keys.h"
#include "core/sim/api/raw_parts.h"
#include "core/sim/demo_acts.h"
#include "core/sim/demo_agenda.h"
#include "core/sim/demo_bind.h"
#include "core/sim/demo_controllers.h"
#include "core/sim/demo_evictions.h"
#include "core/sim/demo_life.h"
#include "core/sim/demo_scheduler.h"
#include "core/sim/population/demo_classes.h"
#include "core/sim/population/demo_population.h"
#include "core/sim/population/demo_queues.h"
#include "core/sim/population/demo_use.h"

namespace cardinal {
namespace {

using sim::DemoEvent;

constexpr std::uint64_t kFirstVersion = 48'200'000;
constexpr DemoTime kRepublishAfter{2000};
constexpr DemoTime kRetryAfter{500};
constexpr int kNotFound = 404;
constexpr int kConflict = 409;
constexpr int kUnprocessable = 422;

UnixSeconds seconds(DemoTime time) {
  return std::chrono::duration_cast<std::chrono::seconds>(time).count();
}

bool isOn(const RawNode& node, const char* label) {
  const std::string* value = find(node.meta.labels, label);
  return value != nullptr && *value == "true";
}

/// Mode whose device plugin the labels select; empty = the open-source one.
std::string pluginOf(const RawNode& node) {
  if (const std::string* mode = find(node.meta.labels, sim::kModeLabel)) return *mode;
  if (isOn(node, "gpushare")) return {};
  return isOn(node, "cgpu") ? "cgpu" : "default";
}

/// Writes what the node controller writes when a node is cordoned or opened again.
void setUnschedulable(RawNode& node, bool unschedulable) {
  constexpr const char* kTaint = "node.kubernetes.io/unschedulable";
  if (node.unschedulable == unschedulable) return;
  node.unschedulable = unschedulable;
  std::erase_if(node.taints, [](const Taint& taint) { return taint.key == kTaint; });
  if (unschedulable) node.taints.push_back({kTaint, "", "NoSchedule"});
}

/// The card counts of a node as its labels say, so that another mode can publish them.
sim::NodeShape shapeFromLabels(const RawNode& node) {
  const auto number = [&](const char* label) {
    const std::string* text = find(node.meta.labels, label);
    return text == nullptr ? 0LL : std::strtoll(text->c_str(), nullptr, 10);
  };
  sim::NodeShape shape;
  shape.cards = static_cast<int>(number(sim::kCardCount));
  shape.cardMib = number(sim::kCardMemory);
  shape.unitsPerCard = shape.cardMib / 1024;
  shape.mode = pluginOf(node);
  return shape;
}

}  // namespace

struct DemoCluster::State {
  explicit State(DemoOptions given)
      : random(given.seed),
        tieRandom(given.seed ^ 0x5deece66dULL),
        workloads(random),
        store(kFirstVersion),
        scheduler(given.breakTie ? std::move(given.breakTie)
                                 : TieBreaker([this](std::size_t n) { return tieRandom.below(n); })),
        controllers(store, agenda, tieRandom),
        life(store, agenda, random, workloads),
        evictions(store, agenda, tieRandom) {}

  void populate(DemoTime now);
  void handle(const DemoEvent& event, DemoTime now);
  void decide(const ObjectKey& key, const std::string& uid, DemoTime now);
  void startSoon(const ObjectKey& key, const std::string& uid, DemoTime now);
  void start(const DemoEvent& event, DemoTime now);
  void retry(DemoTime now);
  void removePod(const DemoEvent& event, DemoTime now);
  void republish(const std::string& name, DemoTime now);

  Random random;
  Random tieRandom;  ///< apart, so that what users submit does not change the demo's own course
  sim::DemoWorkloads workloads;
  sim::DemoAgenda agenda;
  sim::DemoStore store;
  sim::DemoScheduler scheduler;
  sim::DemoControllers controllers;
  sim::DemoLife life;
  sim::DemoEvictions evictions;
  std::map<std::string, RawNode> removed;  ///< machines that are out of the cluster
};

void DemoCluster::State::populate(DemoTime now) {
  sim::DemoPopulation population = sim::makeDemoPopulation(random, workloads, seconds(now));
  sim::runAdmittedJobs(population, seconds(now));
  for (const std::string& ns : sim::demoNamespaces()) controllers.addNamespace(ns);
  for (sim::DemoNode& node : population.nodes) store.putNode(std::move(node.raw));
  for (RawUnhealthyGpus& unhealthy : population.unhealthy) store.putUnhealthy(std::move(unhealthy));
  for (RawKoordinatorDevice& device : population.devices) store.putExtra(std::move(device));
  for (RawKoordinatorReservation& one : population.reservations) store.putExtra(std::move(one));
  for (RawResourceSlice& slice : population.slices) store.putExtra(std::move(slice));
  for (RawDeviceClass& one : population.classes) store.putExtra(std::move(one));
  for (RawResourceClaimTemplate& one : population.claimTemplates) store.putExtra(std::move(one));
  for (RawResourceClaim& claim : population.claims) store.putExtra(std::move(claim));
  std::vector<ObjectKey> pending;
  std::set<std::string> namespaces{"default"};
  for (RawPod& pod : population.pods) {
    const ObjectKey key = pod.meta.key;
    namespaces.insert(key.ns);
    for (const OwnerRef& owner : pod.meta.owners) {
      store.addObject(owner.kind, {key.ns, owner.name});
      if (owner.kind != "ReplicaSet") continue;
      if (const std::string* app = find(pod.meta.labels, "app")) store.addObject("Deployment", {key.ns, *app});
    }
    const bool job = !pod.meta.owners.empty() && pod.meta.owners.front().kind == "Job";
    if (job && !sim::isOfAdmittedJob(pod) && pod.phase == PodPhase::Running && !isTerminating(pod)) life.adopt(key);
    if (pod.spec.nodeName.empty()) pending.push_back(key);
    store.putPod(std::move(pod));
  }
  for (const ObjectKey& key : pending) scheduler.decide(store, key, now);
  sim::addDemoQueues(store, seconds(now));
  sim::addDemoClasses(store, namespaces, seconds(now));
  evictions.protect();
  evictions.publish();
  store.takeChanges();
}

void DemoCluster::State::handle(const DemoEvent& event, DemoTime now) {
  switch (event.kind) {
    case DemoEvent::Kind::Decide:
      decide(event.key, event.uid, now);
      break;
    case DemoEvent::Kind::Start:
      start(event, now);
      break;
    case DemoEvent::Kind::Remove:
      removePod(event, now);
      break;
    case DemoEvent::Kind::Retry:
      retry(now);
      break;
    case DemoEvent::Kind::Republish:
      republish(event.key.name, now);
      break;
    case DemoEvent::Kind::Life:
      life.act(now, scheduler.waitingCount());
      break;
  }
}

void DemoCluster::State::decide(const ObjectKey& key, const std::string& uid, DemoTime now) {
  const auto pod = store.pod(key);
  if (!pod || pod->meta.uid != uid) return;
  if (scheduler.decide(store, key, now)) startSoon(key, uid, now);
}

void DemoCluster::State::startSoon(const ObjectKey& key, const std::string& uid, DemoTime now) {
  agenda.add(now + DemoTime(tieRandom.between(600, 1500)), {DemoEvent::Kind::Start, key, uid});
}

void DemoCluster::State::start(const DemoEvent& event, DemoTime now) {
  const auto pod = store.pod(event.key);
  if (!pod || pod->meta.uid != event.uid || pod->phase != PodPhase::Pending || isTerminating(*pod)) return;
  if (!store.node(pod->spec.nodeName)) return;
  RawPod started = *pod;
  sim::startPod(started, std::chrono::nanoseconds(now).count());
  store.putPod(started);
  controllers.podStarted(started, now);
}

void DemoCluster::State::retry(DemoTime now) {
  for (const ObjectKey& key : scheduler.waiting(store)) {
    if (const auto pod = store.pod(key)) decide(key, pod->meta.uid, now);
  }
}

void DemoCluster::State::removePod(const DemoEvent& event, DemoTime now) {
  const auto pod = store.pod(event.key);
  if (!pod || pod->meta.uid != event.uid) return;
  const bool held = !isTerminal(*pod);
  store.removePod(event.key);
  sim::releaseClaims(store, *pod);
  sim::leaveGroups(store, *pod);
  evictions.podRemoved(*pod, now);
  if (held) agenda.add(now + kRetryAfter, {DemoEvent::Kind::Retry, {}, {}});
}

void DemoCluster::State::republish(const std::string& name, DemoTime now) {
  const auto node = store.node(name);
  if (!node) return;
  const sim::NodeShape shape = shapeFromLabels(*node);
  if (shape.cards == 0) return;
  RawNode changed = *node;
  sim::publishMode(changed, shape);
  store.putNode(std::move(changed));
  agenda.add(now + kRetryAfter, {DemoEvent::Kind::Retry, {}, {}});
}

DemoCluster::DemoCluster(DemoOptions options) {
  const DemoTime start = options.start;
  const bool activity = options.activity;
  m_state = std::make_unique<State>(std::move(options));
  m_state->populate(start);
  if (activity) m_state->life.begin(start);
}

DemoCluster::~DemoCluster() = default;

std::vector<ClusterDelta> DemoCluster::contents() {
  m_state->store.takeChanges();
  return m_state->store.contents();
}

std::vector<ClusterDelta> DemoCluster::advance(DemoTime now) {
  bool isChanged = m_state->store.hasChanges();
  while (auto event = m_state->agenda.takeDue(now)) {
    m_state->handle(*event, now);
    isChanged = true;
  }
  if (isChanged) m_state->evictions.publish();
  return m_state->store.takeChanges();
}

std::optional<DemoTime> DemoCluster::nextEvent() const {
  if (m_state->store.hasChanges()) return DemoTime{};
  return m_state->agenda.next();
}

MetricsReport DemoCluster::metrics(DemoTime now) {
  return sim::DemoUse(*m_state->store.snapshot(seconds(now))).report(seconds(now));
}

History DemoCluster::history(const HistoryQuery& query, DemoTime now) {
  return sim::DemoUse(*m_state->store.snapshot(seconds(now))).history(query);
}

ClusterPast DemoCluster::past(UnixSeconds window, DemoTime now) {
  return sim::DemoUse(*m_state->store.snapshot(seconds(now))).past(window, seconds(now));
}

std::size_t DemoCluster::nodeCount() const {
  return m_state->store.nodeCount();
}
std::size_t DemoCluster::podCount() const {
  return m_state->store.pods().size();
}

Result<DemoObject> DemoCluster::create(const ManifestObject& object, const std::string& defaultNamespace, bool dryRun,
                                       DemoTime now) {
  return m_state->controllers.create(object, defaultNamespace, dryRun, now);
}

void DemoCluster::keepClaims(const ClaimObjects& claims, const DemoObject& made) {
  const auto keep = [&](auto object) {
    object.meta.key = made.key;
    object.meta.uid = made.uid;
    m_state->store.putExtra(std::move(object));
  };
  for (const RawResourceClaim& claim : claims.claims) keep(claim);
  for (const RawResourceClaimTemplate& one : claims.templates) keep(one);
}

Result<void> DemoCluster::remove(const DemoObject& object, bool dryRun, DemoTime now) {
  auto pods = m_state->controllers.remove(object, dryRun);
  if (!pods) return unexpected(pods.error());
  if (dryRun) return {};
  if (object.kind == "ResourceClaim") m_state->store.removeExtra(ExtraKind::ResourceClaim, object.key);
  if (object.kind == "ResourceClaimTemplate") m_state->store.removeExtra(ExtraKind::ResourceClaimTemplate, object.key);
  for (const RawPod& pod : *pods) m_state->removePod({DemoEvent::Kind::Remove, pod.meta.key, pod.meta.uid}, now);
  return {};
}

Result<void> DemoCluster::changeLabels(const std::string& node, const std::vector<DemoLabel>& labels,
                                       const std::string& resourceVersion, bool dryRun, DemoTime now) {
  return changeNode(node, std::nullopt, labels, resourceVersion, dryRun, now);
}

Result<void> DemoCluster::changeTaints(const std::string& node, const std::vector<Taint>& taints,
                                       const std::vector<DemoLabel>& labels, const std::string& resourceVersion,
                                       bool dryRun, DemoTime now) {
  for (const Taint& taint : taints) {
    if (auto checked = sim::checkLabel(taint.key, taint.value, "Node/" + node); !checked) return checked;
  }
  // The labels are checked and written first; nobody comes between, as the demo is one thread's.
  if (auto changed = changeNode(node, std::nullopt, labels, resourceVersion, dryRun, now); !changed || dryRun)
    return changed;
  RawNode changed = *m_state->store.node(node);
  if (changed.taints == taints) return {};
  changed.taints = taints;
  m_state->store.putNode(std::move(changed));
  m_state->agenda.add(now + kRetryAfter, {DemoEvent::Kind::Retry, {}, {}});
  return {};
}

Result<std::shared_ptr<const RawNode>> DemoCluster::node(const std::string& name) const {
  if (auto found = m_state->store.node(name)) return found;
  return unexpected(
      sim::apiError(ErrorCode::ResourceMissing, kNotFound, "nodes/" + name, {}, "nodes \"" + name + "\" not found"));
}

Result<void> DemoCluster::removeNode(const std::string& name, DemoTime now) {
  auto found = node(name);
  if (!found) return unexpected(found.error());
  for (const auto& pod : podsOn(name)) {
    m_state->life.forget(pod->meta.key);
    m_state->removePod({DemoEvent::Kind::Remove, pod->meta.key, pod->meta.uid}, now);
  }
  m_state->removed.insert_or_assign(name, **found);
  m_state->store.removeNode(name);
  return {};
}

Result<void> DemoCluster::returnNode(const std::string& name, const DemoLabel& label, bool ready, DemoTime now) {
  const auto machine = m_state->removed.find(name);
  if (machine == m_state->removed.end()) {
    return unexpected(
        sim::apiError(ErrorCode::ResourceMissing, kNotFound, "nodes/" + name, {}, "nodes \"" + name + "\" not found"));
  }
  RawNode fresh = machine->second;
  const auto standing = m_state->store.node(name);
  fresh.meta.uid = standing ? standing->meta.uid : m_state->tieRandom.uid();
  fresh.meta.created = seconds(now);
  setUnschedulable(fresh, false);
  sim::set(fresh.meta.labels, label.key, label.value);
  sim::publishMode(fresh, {});  // nothing, until the device plugin has started
  for (NodeCondition& condition : fresh.conditions) {
    if (condition.type != "Ready") continue;
    condition = {"Ready", ready ? "True" : "False", ready ? "KubeletReady" : "KubeletNotReady", "", seconds(now)};
  }
  m_state->store.putNode(std::move(fresh));
  if (ready) {
    m_state->agenda.add(now + kRepublishAfter, {DemoEvent::Kind::Republish, {"", name}, {}});
    m_state->removed.erase(machine);
  }
  return {};
}

Result<std::shared_ptr<const RawPod>> DemoCluster::pod(const ObjectKey& key) const {
  if (auto found = m_state->store.pod(key)) return found;
  return unexpected(sim::apiError(ErrorCode::ResourceMissing, kNotFound, "pods/" + key.name, {},
                                  "pods \"" + key.name + "\" not found"));
}

RawExtra DemoCluster::extra(ExtraKind kind, const ObjectKey& key) const {
  return m_state->store.extra(kind, key);
}

std::vector<std::shared_ptr<const RawPod>> DemoCluster::podsOn(const std::string& node) const {
  std::vector<std::shared_ptr<const RawPod>> out;
  for (const auto& entry : m_state->store.pods()) {
    if (entry.second->spec.nodeName == node) out.push_back(entry.second);
  }
  return out;
}

Result<void> DemoCluster::bind(const ObjectKey& key, const std::string& uid, const std::string& node, bool dryRun,
                               DemoTime now) {
  auto bound = sim::bindByHand(m_state->store, key, uid, node, dryRun);
  if (bound && !dryRun) m_state->startSoon(key, m_state->store.pod(key)->meta.uid, now);
  return bound;
}

std::vector<RawDisruptionBudget> DemoCluster::budgets() const {
  return m_state->evictions.budgets();
}

DemoEviction DemoCluster::evict(const ObjectKey& pod, const std::string& uid, bool dryRun, DemoTime now) {
  DemoEviction answer = m_state->evictions.evict(pod, uid, dryRun, now);
  if (!dryRun && answer.answer == DemoEviction::Answer::Accepted) m_state->life.forget(pod);
  return answer;
}

Result<void> DemoCluster::deletePod(const DemoObject& pod, bool dryRun, DemoTime now) {
  const auto found = sim::findPod(m_state->store, pod);
  if (!found) return unexpected(found.error());
  if (dryRun || isTerminating(**found)) return {};
  m_state->life.forget(pod.key);
  m_state->evictions.drop(**found, true, now);
  return {};
}

Result<void> DemoCluster::annotate(const DemoObject& object,
                                   const std::vector<std::pair<std::string, std::optional<std::string>>>& annotations,
                                   bool dryRun) {
  return sim::annotateObject(m_state->store, object, annotations, dryRun);
}

Result<WorkloadObject> DemoCluster::workload(const std::string& kind, const ObjectKey& key) const {
  return sim::workloadOfPods(m_state->store, kind, key);
}

Result<void> DemoCluster::scale(const DemoObject& object, std::int32_t replicas, bool dryRun, DemoTime now) {
  if (replicas < 0) {
    return unexpected(sim::apiError(ErrorCode::Invalid, kUnprocessable, object.kind + "/" + object.key.name,
                                    "spec.replicas", "must be greater than or equal to 0"));
  }
  const auto pods = sim::podsOf(m_state->store, object);
  if (!pods) return unexpected(pods.error());
  if (dryRun) return {};
  const auto wanted = static_cast<std::size_t>(replicas);
  for (std::size_t i = wanted; i < pods->size(); ++i) m_state->life.forget((*pods)[i]->meta.key);
  return sim::scalePods(m_state->store, m_state->evictions, object, wanted, now);
}

Result<void> DemoCluster::changeNode(const std::string& node, std::optional<bool> unschedulable,
                                     const std::vector<DemoLabel>& labels, const std::string& resourceVersion,
                                     bool dryRun, DemoTime now) {
  const std::string subject = "Node/" + node;
  const auto current = m_state->store.node(node);
  if (!current) {
    return unexpected(
        sim::apiError(ErrorCode::ResourceMissing, kNotFound, subject, {}, "nodes \"" + node + "\" not found"));
  }
  if (!resourceVersion.empty() && resourceVersion != current->meta.resourceVersion) {
    return unexpected(
        sim::apiError(ErrorCode::Conflict, kConflict, subject, "metadata.resourceVersion",
                      "the object has been modified; please apply your changes to the latest version and try again"));
  }
  RawNode changed = *current;
  for (const DemoLabel& label : labels) {
    if (label.key.empty()) {
      return unexpected(
          sim::apiError(ErrorCode::Invalid, kUnprocessable, subject, "metadata.labels", "name part must be non-empty"));
    }
    if (auto checked = sim::checkLabel(label.key, label.remove ? "" : label.value, subject); !checked) return checked;
    if (label.remove) {
      sim::remove(changed.meta.labels, label.key);
    } else {
      sim::set(changed.meta.labels, label.key, label.value);
    }
  }
  if (dryRun) return {};
  if (unschedulable) setUnschedulable(changed, *unschedulable);
  if (pluginOf(*current) != pluginOf(changed)) {
    m_state->agenda.add(now + kRepublishAfter, {DemoEvent::Kind::Republish, {"", node}, {}});
  }
  // The same content does not make a new version, as on a real server.
  if (changed == *current) return {};
  const bool opened = current->unschedulable && !changed.unschedulable;
  m_state->store.putNode(std::move(changed));
  if (opened) m_state->agenda.add(now + kRetryAfter, {DemoEvent::Kind::Retry, {}, {}});
  return {};
}

}  // namespace cardinal
