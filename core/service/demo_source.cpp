// SPDX-License-Identifier: Apache-2.0
#include "core/service/demo_source.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "core/base/mutex.h"
#include "core/base/rfc3339.h"
#include "core/service/live/read/live_objects.h"
#include "core/service/read/claim_objects.h"
#include "core/service/read/log_reader.h"
#include "core/service/snapshots/object_json.h"
#include "core/service/writes/object_writer.h"
#include "core/service/writes/rehearsal.h"
#include "core/sim/api/demo_events.h"
#include "core/sim/api/demo_logs.h"

namespace cardinal {
namespace {

constexpr DemoTime kBetweenScrapes{15'000};
constexpr int kWatches = 3;  // nodes, pods, card health

DemoOptions startingAt(DemoOptions options, DemoTime start) {
  options.start = start;
  return options;
}

}  // namespace

struct DemoSource::Impl final : ObjectCreator,
                                NodeLabeler,
                                NodeOperations,
                                NodeRehearsal,
                                ObjectReader,
                                ObjectWriter,
                                PodBinder,
                                LogReader {
  Impl(DemoOptions options, const Clock& given)
      : clock(given),
        steadyStart(given.steadyNow()),
        wallStart(std::chrono::seconds(given.wallNow())),
        cluster(startingAt(std::move(options), wallStart)) {}

  /// Wall time in milliseconds that never runs backwards.
  DemoTime now() const {
    return wallStart + std::chrono::duration_cast<std::chrono::milliseconds>(clock.steadyNow() - steadyStart);
  }

  void run(const std::stop_token& stop, SourceSink& sink);
  bool waitForWork(const std::stop_token& stop, std::vector<ClusterDelta>& deltas);
  std::optional<MetricsReport> scrape();
  void wakeUp(bool all);
  ConnectionState liveState();

  Result<CreatedObject> create(const ManifestObject& object, const std::string& defaultNamespace, bool dryRun,
                               std::stop_token stop) override;
  Result<void> patchNodeLabels(const std::string& node, const std::vector<LabelChange>& changes,
                               const std::string& resourceVersion, bool dryRun, std::stop_token stop) override;
  Result<std::shared_ptr<const RawNode>> readNode(const std::string& name, std::stop_token stop) override;
  Result<std::vector<std::shared_ptr<const RawPod>>> podsOn(const std::string& node, std::stop_token stop) override;
  Result<std::vector<RawDisruptionBudget>> budgets(std::stop_token stop) override;
  Result<bool> hasDaemonSet(const ObjectKey& daemonSet, std::stop_token stop) override;
  Result<void> patchNode(const std::string& node, const NodePatch& patch, bool dryRun, std::stop_token stop) override;
  Result<EvictionReply> evict(const ObjectKey& pod, const std::string& uid, int graceSeconds, bool dryRun,
                              std::stop_token stop) override;
  Result<WriteReply> bind(const BindOrder& order, bool dryRun, std::stop_token stop) override;
  Result<WriteReply> annotate(const WriteTarget& target,
                              const std::vector<std::pair<std::string, std::optional<std::string>>>& annotations,
                              bool dryRun, std::stop_token stop) override;
  Result<WriteReply> scale(const WriteTarget& target, std::int32_t replicas, bool dryRun,
                           std::stop_token stop) override;
  Result<WriteReply> remove(const WriteTarget& target, int graceSeconds, bool dryRun, std::stop_token stop) override;
  Result<WriteReply> written(Result<void> done, bool dryRun);
  Result<void> read(const LogQuestion& question, const std::function<void(std::string_view)>& bytes,
                    std::stop_token stop) override;
  Result<std::shared_ptr<const RawPod>> loggedPod(const LogQuestion& question);
  Result<void> removeNode(const std::string& node) override;
  Result<void> returnNode(const std::string& node, const std::string& label, const std::string& value,
                          bool ready) override;
  Result<ObjectText> text(const ObjectRef& object, const ObjectTextOptions& options, std::stop_token stop) override;
  Result<ObjectEvents> events(const std::vector<ObjectRef>& objects, std::stop_token stop) override;
  Result<WorkloadObject> workload(const ObjectRef& workload, std::stop_token stop) override;

  const Clock& clock;
  const std::chrono::steady_clock::time_point steadyStart;
  const DemoTime wallStart;
  Mutex mutex;
  CondVar wake;
  DemoCluster cluster CARDINAL_GUARDED_BY(mutex);
  bool woken CARDINAL_GUARDED_BY(mutex) = false;
  bool tellAll CARDINAL_GUARDED_BY(mutex) = true;
  DemoTime nextScrape CARDINAL_GUARDED_BY(mutex){};
  std::jthread thread;  ///< last: joined before the rest goes
};

void DemoSource::Impl::run(const std::stop_token& stop, SourceSink& sink) {
  std::vector<ClusterDelta> deltas;
  while (waitForWork(stop, deltas)) {
    if (!deltas.empty()) sink.onDeltas(std::move(deltas));
    deltas.clear();
    if (auto report = scrape()) sink.onMetrics(std::move(*report));
    sink.onConnection(liveState());
  }
}

/// Waits for the next event of the cluster or a call; false when the source ends.
bool DemoSource::Impl::waitForWork(const std::stop_token& stop, std::vector<ClusterDelta>& deltas) {
  MutexLock lock(mutex);
  if (!woken && !tellAll) {
    const auto ready = [this]() CARDINAL_REQUIRES(mutex) { return woken; };
    const DemoTime next = std::min(cluster.nextEvent().value_or(nextScrape), nextScrape);
    const auto left = std::max(next - now(), DemoTime{0});
    wake.waitUntil(mutex, stop, std::chrono::steady_clock::now() + left, ready);
  }
  woken = false;
  if (stop.stop_requested()) return false;
  deltas = cluster.advance(now());
  if (std::exchange(tellAll, false)) deltas = cluster.contents();
  return true;
}

/// The exporters' samples when they are due.
std::optional<MetricsReport> DemoSource::Impl::scrape() {
  MutexLock lock(mutex);
  const DemoTime at = now();
  if (at < nextScrape) return std::nullopt;
  nextScrape = at + kBetweenScrapes;
  return cluster.metrics(at);
}

void DemoSource::Impl::wakeUp(bool all) {
  {
    MutexLock lock(mutex);
    woken = true;
    tellAll = tellAll || all;
  }
  wake.notifyAll();
}

ConnectionState DemoSource::Impl::liveState() {
  ConnectionState state;
  MutexLock lock(mutex);
  state.nodesLoaded = cluster.nodeCount();
  state.podsLoaded = cluster.podCount();
  state.phase = ConnectionPhase::Live;
  state.lastContact = std::chrono::duration_cast<std::chrono::seconds>(now()).count();
  state.serverVersion = DemoCluster::serverVersion();
  state.watchesOpen = kWatches;
  state.watchesWanted = kWatches;
  return state;
}

Result<std::shared_ptr<const RawNode>> DemoSource::Impl::readNode(const std::string& name, std::stop_token /*stop*/) {
  const MutexLock lock(mutex);
  return cluster.node(name);
}

Result<std::vector<std::shared_ptr<const RawPod>>> DemoSource::Impl::podsOn(const std::string& node,
                                                                            std::stop_token /*stop*/) {
  const MutexLock lock(mutex);
  return cluster.podsOn(node);
}

Result<std::vector<RawDisruptionBudget>> DemoSource::Impl::budgets(std::stop_token /*stop*/) {
  const MutexLock lock(mutex);
  return cluster.budgets();
}

/// Those of the demo cluster are never deleted.
Result<bool> DemoSource::Impl::hasDaemonSet(const ObjectKey& /*daemonSet*/, std::stop_token /*stop*/) {
  return true;
}

Result<void> DemoSource::Impl::patchNode(const std::string& node, const NodePatch& patch, bool dryRun,
                                         std::stop_token stop) {
  if (stop.stop_requested()) return unexpected(makeError(ErrorCode::Cancelled));
  if (!patch.annotations.empty())
    return unexpected(makeError(ErrorCode::Unsupported, patch.annotations.front().key, node));
  std::vector<DemoLabel> labels;
  for (const LabelChange& change : patch.labels) labels.push_back({change.key, change.value, change.remove});
  auto changed = [&] {
    const MutexLock lock(mutex);
    if (patch.taints) return cluster.changeTaints(node, *patch.taints, labels, patch.resourceVersion, dryRun, now());
    return cluster.changeNode(node, patch.unschedulable, labels, patch.resourceVersion, dryRun, now());
  }();
  if (changed && !dryRun) wakeUp(false);
  return changed;
}

Result<EvictionReply> DemoSource::Impl::evict(const ObjectKey& pod, const std::string& uid, int /*graceSeconds*/,
                                              bool dryRun, std::stop_token stop) {
  if (stop.stop_requested()) return unexpected(makeError(ErrorCode::Cancelled));
  DemoEviction answer = [&] {
    const MutexLock lock(mutex);
    return cluster.evict(pod, uid, dryRun, now());
  }();
  if (!dryRun) wakeUp(false);
  EvictionReply reply;
  reply.budget = std::move(answer.budget);
  reply.detail = std::move(answer.detail);
  if (answer.answer == DemoEviction::Answer::Gone) reply.answer = EvictionAnswer::Gone;
  if (answer.answer == DemoEviction::Answer::Blocked) reply.answer = EvictionAnswer::Blocked;
  return reply;
}

Result<WriteReply> DemoSource::Impl::bind(const BindOrder& order, bool dryRun, std::stop_token stop) {
  if (stop.stop_requested()) return unexpected(makeError(ErrorCode::Cancelled));
  auto done = [&]() -> Result<void> {
    const MutexLock lock(mutex);
    const auto node = cluster.node(order.node);
    if (!node) return unexpected(node.error());
    const bool other = !order.nodeUid.empty() && (*node)->meta.uid != order.nodeUid;
    if (other || (*node)->unschedulable) {
      return unexpected(makeError(ErrorCode::Conflict, "nodes/" + order.node, "cluster",
                                  other ? "another node has this name now" : "the node is cordoned"));
    }
    return cluster.bind(order.pod, order.podUid, order.node, dryRun, now());
  }();
  if (!done) return unexpected(done.error());
  if (!dryRun) wakeUp(false);
  return WriteReply{};
}

Result<WriteReply> DemoSource::Impl::written(Result<void> done, bool dryRun) {
  if (!done) return unexpected(done.error());
  if (!dryRun) wakeUp(false);
  return WriteReply{};
}

Result<WriteReply> DemoSource::Impl::annotate(
    const WriteTarget& target, const std::vector<std::pair<std::string, std::optional<std::string>>>& annotations,
    bool dryRun, std::stop_token stop) {
  if (stop.stop_requested()) return unexpected(makeError(ErrorCode::Cancelled));
  return written(
      [&] {
        const MutexLock lock(mutex);
        return cluster.annotate({target.kind, target.key, target.uid}, annotations, dryRun);
      }(),
      dryRun);
}

Result<WriteReply> DemoSource::Impl::scale(const WriteTarget& target, std::int32_t replicas, bool dryRun,
                                           std::stop_token stop) {
  if (stop.stop_requested()) return unexpected(makeError(ErrorCode::Cancelled));
  return written(
      [&] {
        const MutexLock lock(mutex);
        return cluster.scale({target.kind, target.key, target.uid}, replicas, dryRun, now());
      }(),
      dryRun);
}

Result<WriteReply> DemoSource::Impl::remove(const WriteTarget& target, int /*graceSeconds*/, bool dryRun,
                                            std::stop_token stop) {
  if (stop.stop_requested()) return unexpected(makeError(ErrorCode::Cancelled));
  return written(
      [&] {
        const MutexLock lock(mutex);
        const DemoObject object{target.kind, target.key, target.uid};
        return target.kind == "Pod" ? cluster.deletePod(object, dryRun, now()) : cluster.remove(object, dryRun, now());
      }(),
      dryRun);
}

/// The pod, when its container writes: as a kubelet refuses what it cannot read.
Result<std::shared_ptr<const RawPod>> DemoSource::Impl::loggedPod(const LogQuestion& question) {
  const MutexLock lock(mutex);
  auto pod = cluster.pod(question.pod);
  if (!pod) return pod;
  const auto refuse = [&](const std::string& why) {
    Error error = makeError(ErrorCode::Invalid, "pods/" + question.pod.name, {}, why);
    error.httpStatus = 400;
    return unexpected(std::move(error));
  };
  const auto& containers = (*pod)->spec.containers;
  const auto same = [&question](const Container& one) {
    return question.container.empty() || one.name == question.container;
  };
  if (std::none_of(containers.begin(), containers.end(), same)) {
    return refuse("container " + question.container + " is not valid for pod " + question.pod.name);
  }
  const std::string name = question.container.empty() ? containers.front().name : question.container;
  if (question.previous)
    return refuse("previous terminated container \"" + name + "\" in pod \"" + question.pod.name + "\" not found");
  if ((*pod)->startTime == 0)
    return refuse("container \"" + name + "\" in pod \"" + question.pod.name +
                  "\" is waiting to start: ContainerCreating");
  return pod;
}

Result<void> DemoSource::Impl::read(const LogQuestion& question, const std::function<void(std::string_view)>& bytes,
                                    std::stop_token stop) {
  constexpr std::size_t kKept = 10'000;  // a kubelet keeps so much of a container's log
  UnixSeconds since = 0;
  auto most = question.tailLines > 0 ? static_cast<std::size_t>(question.tailLines) : kKept;
  while (true) {
    const auto pod = loggedPod(question);
    if (!pod) return since == 0 ? Result<void>(unexpected(pod.error())) : Result<void>();
    const UnixSeconds at = std::chrono::duration_cast<std::chrono::seconds>(now()).count();
    for (const sim::DemoLogLine& line : sim::demoLog(**pod, since, at, most)) {
      bytes((question.timestamps ? rfc3339(line.time) + " " : std::string()) + line.text + "\n");
    }
    since = at;
    most = kKept;
    const bool goesOn = question.follow && (*pod)->phase == PodPhase::Running && !isTerminating(**pod);
    if (!goesOn) return {};
    MutexLock lock(mutex);
    const auto next = std::chrono::steady_clock::now() + std::chrono::seconds(sim::demoLogPause(**pod));
    wake.waitUntil(mutex, stop, next, [] { return false; });
    if (stop.stop_requested()) return unexpected(makeError(ErrorCode::Cancelled));
  }
}

Result<void> DemoSource::Impl::removeNode(const std::string& node) {
  auto done = [&] {
    const MutexLock lock(mutex);
    return cluster.removeNode(node, now());
  }();
  if (done) wakeUp(false);
  return done;
}

Result<void> DemoSource::Impl::returnNode(const std::string& node, const std::string& label, const std::string& value,
                                          bool ready) {
  auto done = [&] {
    const MutexLock lock(mutex);
    return cluster.returnNode(node, {label, value, false}, ready, now());
  }();
  if (done) wakeUp(false);
  return done;
}

Result<ObjectText> DemoSource::Impl::text(const ObjectRef& object, const ObjectTextOptions& options,
                                          std::stop_token stop) {
  if (stop.stop_requested()) return unexpected(makeError(ErrorCode::Cancelled));
  const auto json = [&]() -> Result<std::string> {
    const MutexLock lock(mutex);
    if (object.kind == "Node") {
      auto node = cluster.node(object.key.name);
      if (!node) return unexpected(node.error());
      return toJson(**node);
    }
    if (object.kind != "Pod") return unexpected(makeError(ErrorCode::Unsupported, object.kind, object.key.name));
    auto pod = cluster.pod(object.key);
    if (!pod) return unexpected(pod.error());
    return toJson(**pod);
  }();
  if (!json) return unexpected(json.error());
  auto text = yamlOfObject(*json, options);
  if (text) text->partial = true;
  return text;
}

Result<ObjectEvents> DemoSource::Impl::events(const std::vector<ObjectRef>& objects, std::stop_token stop) {
  if (stop.stop_requested()) return unexpected(makeError(ErrorCode::Cancelled));
  ObjectEvents all;
  const MutexLock lock(mutex);
  const UnixSeconds at = std::chrono::duration_cast<std::chrono::seconds>(now()).count();
  for (const ObjectRef& object : objects) {
    if (object.kind == "Node") {
      if (auto node = cluster.node(object.key.name)) sim::addDemoEvents(**node, at, all.events);
    } else if (object.kind == "Pod") {
      if (auto pod = cluster.pod(object.key)) sim::addDemoEvents(**pod, at, all.events);
    } else if (object.kind == "Workload") {
      sim::addDemoEvents(cluster.extra(ExtraKind::KueueWorkload, object.key), at, all.events);
    } else if (object.kind == "PodGroup") {
      sim::addDemoEvents(cluster.extra(ExtraKind::VolcanoPodGroup, object.key), at, all.events);
    }
  }
  sortEvents(all.events);
  return all;
}

Result<WorkloadObject> DemoSource::Impl::workload(const ObjectRef& workload, std::stop_token stop) {
  if (stop.stop_requested()) return unexpected(makeError(ErrorCode::Cancelled));
  const MutexLock lock(mutex);
  return cluster.workload(workload.kind, workload.key);
}

DemoSource::DemoSource(DemoOptions options, const Clock& clock)
    : m_impl(std::make_unique<Impl>(std::move(options), clock)) {}
DemoSource::~DemoSource() = default;

SourceInfo DemoSource::info() const {
  SourceInfo info;
  info.kind = SourceKind::Demo;
  info.name = "demo";
  info.ns = "default";
  info.writable = true;
  return info;
}

void DemoSource::start(SourceSink& sink) {
  m_impl->thread = std::jthread([impl = m_impl.get(), &sink](const std::stop_token& stop) { impl->run(stop, sink); });
}

ClusterWriter DemoSource::writer() {
  Impl* const all = m_impl.get();
  return {all, all, all, all, all, all};
}
NamespaceRules DemoSource::namespaceRules(const RulesQuestion& question, std::stop_token /*stop*/) {
  NamespaceRules none;
  none.ns = question.ns;
  none.quotas.emplace();
  none.limitRanges.emplace();
  none.claims.emplace();
  none.volumes.emplace();
  return none;
}

ObjectReader* DemoSource::objectReader() {
  return m_impl.get();
}
LogReader* DemoSource::logReader() {
  return m_impl.get();
}
void DemoSource::refresh() {
  m_impl->wakeUp(true);
}

Result<CreatedObject> DemoSource::Impl::create(const ManifestObject& object, const std::string& defaultNamespace,
                                               bool dryRun, std::stop_token stop) {
  if (stop.stop_requested()) return unexpected(makeError(ErrorCode::Cancelled));
  auto created = [&] {
    MutexLock lock(mutex);
    auto made = cluster.create(object, defaultNamespace, dryRun, now());
    const auto claims = made && !dryRun ? claimObjectsOf({object}) : nullptr;
    if (claims) cluster.keepClaims(*claims, *made);
    return made;
  }();
  if (!created) return unexpected(created.error());
  if (!dryRun) wakeUp(false);
  return CreatedObject{created->kind, created->key, created->uid, {}};
}

Result<void> DemoSource::Impl::patchNodeLabels(const std::string& node, const std::vector<LabelChange>& changes,
                                               const std::string& resourceVersion, bool dryRun, std::stop_token stop) {
  if (stop.stop_requested()) return unexpected(makeError(ErrorCode::Cancelled));
  std::vector<DemoLabel> labels;
  for (const LabelChange& change : changes) labels.push_back({change.key, change.value, change.remove});
  auto changed = [&] {
    MutexLock lock(mutex);
    return cluster.changeLabels(node, labels, resourceVersion, dryRun, now());
  }();
  if (changed && !dryRun) wakeUp(false);
  return changed;
}

Result<History> DemoSource::history(const HistoryQuery& query, std::stop_token stop) {
  if (stop.stop_requested()) return unexpected(makeError(ErrorCode::Cancelled));
  MutexLock lock(m_impl->mutex);
  return m_impl->cluster.history(query, m_impl->now());
}

Result<ClusterPast> DemoSource::past(UnixSeconds window, std::stop_token stop) {
  if (stop.stop_requested()) return unexpected(makeError(ErrorCode::Cancelled));
  MutexLock lock(m_impl->mutex);
  return m_impl->cluster.past(window, m_impl->now());
}

}  // namespace cardinal
