// SPDX-License-Identifier: Apache-2.0
#include "core/service/live/live_session.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <utility>

#include "core/provider/readers.h"
#include "core/provider/registry/registry.h"
#include "core/service/live/writes/write_request.h"

namespace cardinal {
namespace {

constexpr std::chrono::seconds kSpread{5};
constexpr std::size_t kProbedTogether = 3;
constexpr std::chrono::minutes kFactsPause{5};
constexpr std::chrono::seconds kFactsAfterWatches{5};  // several watches may move to another server together
constexpr int kStreamedListsMinor = 32;  // of 1.x: on by default then, and from 1.34 on; refused where it is off

/// What the process holds of the machine's memory.
std::size_t residentBytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t all = 0;
  std::size_t resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

ClusterDelta removal(ClusterDelta::Op op, const ObjectMeta& meta) {
  ClusterDelta delta;
  delta.op = op;
  delta.key = meta.key;
  delta.uid = meta.uid;
  return delta;
}

bool isWaiting(ReflectorPhase phase) {
  return phase == ReflectorPhase::Waiting;
}

}  // namespace

LiveSession::LiveSession(EventLoop& loop, Transport& transport, const Clock& clock, RandomSource random,
                         std::string homeNamespace, SourceSink& sink, const Timeouts& timeouts,
                         std::vector<std::string> namespaces)
    : m_loop(loop),
      m_transport(transport),
      m_clock(clock),
      m_random(std::move(random)),
      m_homeNamespace(std::move(homeNamespace)),
      m_sink(sink),
      m_timeouts(timeouts),
      m_namespaces(std::move(namespaces)),
      m_facts(transport, factsListener()),
      m_extras(context(nullptr), extrasListener()),
      m_probeWait(m_random, timeouts.firstWait, timeouts.longestWait) {}

LiveSession::~LiveSession() {
  m_loop.cancelTimer(m_contactTimer);
  m_loop.cancelTimer(m_probeTimer);
  m_loop.cancelTimer(m_factsTimer);
}

void LiveSession::begin() {
  startNodes();
  m_facts.ask();
}

void LiveSession::refresh() {
  endProbing();
  if (m_looked) m_extras.look();
  for (Feed* const feed : feeds()) {
    if (feed->phase() == ReflectorPhase::Live)
      feed->reflector->relist();
    else
      feed->reflector->retryNow();
  }
}

void LiveSession::resume() {
  endProbing();
  for (const Lane lane : {Lane::Interactive, Lane::List, Lane::Watch}) m_transport.dropConnections(lane);
  for (Feed* const feed : feeds()) feed->reflector->reconnect();
}

void LiveSession::testConnection() {
  m_transport.dropConnections(Lane::Interactive);
  m_facts.ask();
}

void LiveSession::startNodes() {
  StoreListener<RawNode> listener;
  listener.replaced = [this](auto all) {
    for (const auto& node : all) noteNode(*node);
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::ReplaceNodes;
    delta.nodes = std::move(all);
    append(std::move(delta));
  };
  listener.upserted = [this](auto node) {
    noteNode(*node);
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::UpsertNode;
    delta.nodes.push_back(std::move(node));
    append(std::move(delta));
  };
  listener.removed = [this](auto node) { append(removal(ClusterDelta::Op::DeleteNode, node->meta)); };
  *m_nodes = makeFeed(std::make_unique<ObjectStore<RawNode>>(m_decoder, std::move(listener)),
                      {nodesResource(), "", "", m_timeouts.pageSize}, *m_nodes, nullptr);
  m_nodes->reflector->start();
}

/// One namespace beside the other, each with a list and a watch of its own (docs/reference/kubernetes-client.md 3.8).
/// Empty name = the whole cluster.
void LiveSession::startPods(std::vector<std::string> namespaces) {
  for (const auto& feed : m_pods) feed->reflector.reset();  // before the store that it fills
  m_pods.clear();
  m_podStores.clear();
  for (std::string& ns : namespaces) {
    auto store = std::make_unique<ObjectStore<RawPod>>(m_decoder, podListener(m_pods.size()));
    m_podStores.push_back(store.get());
    Feed& place = *m_pods.emplace_back(std::make_unique<Feed>());
    place = makeFeed(std::move(store), {podsResource(), std::move(ns), "", m_timeouts.pageSize}, place, m_streams);
  }
  for (const auto& feed : m_pods) feed->reflector->start();
}

StoreListener<RawPod> LiveSession::podListener(std::size_t which) {
  StoreListener<RawPod> listener;
  listener.replaced = [this, which](auto all) {
    for (const auto& pod : all) notePod(*pod);
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::ReplacePods;
    delta.pods = std::move(all);
    for (std::size_t i = 0; i < m_podStores.size(); ++i) {
      if (i == which) continue;
      const auto others = m_podStores[i]->all();
      delta.pods.insert(delta.pods.end(), others.begin(), others.end());
    }
    append(std::move(delta));
  };
  listener.upserted = [this](auto pod) {
    notePod(*pod);
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::UpsertPod;
    delta.pods.push_back(std::move(pod));
    append(std::move(delta));
  };
  listener.removed = [this](auto pod) { append(removal(ClusterDelta::Op::DeletePod, pod->meta)); };
  return listener;
}

void LiveSession::startHealth() {
  StoreListener<RawConfigMap> listener;
  const auto upsert = [this](const std::shared_ptr<const RawConfigMap>& map) {
    auto health = unhealthyGpus(*map);
    if (!health) return;
    m_healthNodes.insert(health->node);
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::UpsertUnhealthy;
    delta.unhealthy = std::move(*health);
    append(std::move(delta));
  };
  listener.replaced = [this, upsert](const auto& all) {
    replaceHealth(all);
    for (const auto& map : all) upsert(map);
  };
  listener.upserted = upsert;
  listener.removed = [this](const auto& map) {
    auto health = unhealthyGpus(*map);
    if (!health) return;
    m_healthNodes.erase(health->node);
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::DeleteUnhealthy;
    delta.unhealthy = std::move(*health);
    append(std::move(delta));
  };
  *m_health = makeFeed(std::make_unique<ObjectStore<RawConfigMap>>(m_decoder, std::move(listener)),
                       {configMapsResource(), "kube-system", "", m_timeouts.pageSize}, *m_health, m_streams);
  m_health->reflector->start();
}

/// There is no replacement of health as a whole: what is not in the list any more is deleted one by one.
void LiveSession::replaceHealth(const std::vector<std::shared_ptr<const RawConfigMap>>& maps) {
  std::set<std::string> present;
  for (const auto& map : maps) {
    if (const auto health = unhealthyGpus(*map)) present.insert(health->node);
  }
  for (const std::string& node : m_healthNodes) {
    if (present.count(node) != 0) continue;
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::DeleteUnhealthy;
    delta.unhealthy.node = node;
    append(std::move(delta));
  }
  m_healthNodes = std::move(present);
}

/// `streams`: null where the list begins before it is known what the server offers, so that the same server is always
/// read the same way.
LiveSession::Feed LiveSession::makeFeed(std::unique_ptr<ResourceStore> store, Reflector::Options options, Feed& place,
                                        std::shared_ptr<StreamedLists> streams) {
  Feed feed;
  feed.store = std::move(store);
  feed.reflector = std::make_unique<Reflector>(std::move(options), *feed.store, context(std::move(streams)),
                                               [this, &place] { onChanged(place); });
  return feed;
}

ReflectorContext LiveSession::context(std::shared_ptr<StreamedLists> streams) {
  return {m_loop,     m_transport,        m_decoder,       m_clock,       m_random,
          m_timeouts, std::move(streams), m_clockOfServer, residentBytes, m_line};
}

void LiveSession::onChanged(Feed& feed) {
  const ReflectorPhase phase = feed.phase();
  const bool recovered = phase == ReflectorPhase::Live && feed.lastPhase == ReflectorPhase::Waiting;
  if (phase == ReflectorPhase::Live || phase == ReflectorPhase::Waiting || isStuck(phase)) feed.lastPhase = phase;
  if (recovered) retryOthers(feed);
  noteWatch(feed);
  const int wentBack = feed.reflector->status().wentBack;
  if (std::exchange(feed.wentBack, wentBack) != wentBack) readOthersAnew(feed);
  decideLater();
  report();
}

/// A server that is replaced by one of another version ends its watches; behind a load balancer nothing else tells.
/// What is certain of one version need not be so of the next.
void LiveSession::noteWatch(Feed& feed) {
  const bool isOpen = feed.reflector->status().watchOpen;
  if (std::exchange(feed.watchOpen, isOpen) == isOpen || !isOpen || !isMain(feed)) return;
  if (!std::exchange(feed.wasWatched, true)) return;
  m_factsDue = true;
  if (m_factsTimer == 0) m_factsTimer = m_loop.callAfter(kFactsAfterWatches, [this] { askFacts(); });
}

/// Watches of many namespaces end all the time by plan: the server is asked now and then.
void LiveSession::askFacts() {
  m_factsTimer = 0;
  if (!std::exchange(m_factsDue, false)) return;
  m_facts.ask();
  m_factsTimer = m_loop.callAfter(kFactsPause, [this] { askFacts(); });
}

/// Later: a reflector must not be replaced from inside its own call.
void LiveSession::decideLater() {
  if (std::exchange(m_decisionQueued, true)) return;
  m_loop.post([this, alive = std::weak_ptr<int>(m_alive)] {
    if (alive.expired()) return;
    m_decisionQueued = false;
    decideNext();
  });
}

LiveExtras::Listener LiveSession::extrasListener() {
  LiveExtras::Listener listener;
  listener.delta = [this](ClusterDelta delta) { append(std::move(delta)); };
  listener.changed = [this](Feed& feed) { onChanged(feed); };
  listener.looked = [this] { report(); };
  return listener;
}

/// The server is back: the others need not wait for their turn.
void LiveSession::retryOthers(const Feed& recovered) {
  if (m_spreading) return;
  m_loop.post([this, &recovered, alive = std::weak_ptr<int>(m_alive)] {
    if (alive.expired()) return;
    for (Feed* const feed : feeds()) {
      if (feed == &recovered || !isWaiting(feed->phase())) continue;
      const auto& error = feed->reflector->status().error;
      if (error && error->httpStatus == 0) feed->reflector->retryNow();
    }
    askAgain();
  });
}

void LiveSession::readOthersAnew(const Feed& older) {
  m_wentBack = true;
  m_loop.post([this, &older, alive = std::weak_ptr<int>(m_alive)] {
    if (alive.expired()) return;
    for (Feed* const feed : feeds()) {
      if (feed != &older) feed->reflector->distrustVersions();
    }
  });
}

/// The server was away, and may be another one now.
void LiveSession::askAgain() {
  m_facts.ask();
  if (m_looked) m_extras.look();
}

/// Several feeds that lost the network would each knock at a server that comes back; one small request is enough to
/// know (docs/reference/kubernetes-client.md 3.4).
void LiveSession::holdTogether() {
  const auto lost = [](const Feed* feed) {
    if (!isWaiting(feed->phase())) return false;
    const auto& error = feed->reflector->status().error;
    return error && error->httpStatus == 0 && error->code != ErrorCode::NotApiServer;
  };
  std::vector<Feed*> all = mainFeeds();
  all.push_back(m_health.get());
  const auto waiting = static_cast<std::size_t>(std::count_if(all.begin(), all.end(), lost));
  // Objects of GPU stacks never knock: they go on once the others have found the server.
  for (Feed* const feed : m_extras.feeds()) {
    if (waiting == 0)
      feed->reflector->release(std::chrono::milliseconds(0));
    else if (lost(feed))
      feed->reflector->hold();
  }
  if (waiting == 0) m_spreading = false;
  if (m_held || m_spreading || waiting < kProbedTogether) return;
  m_held = true;
  for (Feed* const feed : feeds()) feed->reflector->hold();
  probeLater();
}

void LiveSession::probeLater() {
  const auto wait = m_probeWait.next(m_loop.now(), std::nullopt);
  m_nextProbe = m_clock.wallNow() + std::chrono::ceil<std::chrono::seconds>(wait).count();
  m_probeTimer = m_loop.callAfter(wait, [this] {
    m_probeTimer = 0;
    m_facts.probe([this](bool there) {
      if (m_held) there ? releaseTogether() : probeLater();
    });
  });
  report();
}

void LiveSession::releaseTogether() {
  m_held = false;
  m_spreading = true;
  m_nextProbe = 0;
  m_probeWait.reset();
  for (Feed* const feed : feeds())
    feed->reflector->release(std::chrono::duration_cast<std::chrono::milliseconds>(m_random() * kSpread));
  askAgain();
  report();
}

/// Somebody does not want to wait, or there is no reason any more: every feed answers for itself again.
void LiveSession::endProbing() {
  m_loop.cancelTimer(m_probeTimer);
  m_probeTimer = 0;
  m_nextProbe = 0;
  m_held = m_spreading = false;
  m_probeWait.reset();
}

/// A fast line has room for pods as soon as the first page of nodes has shown that it is one; on a slow line nodes come
/// first, for the map is drawn from them.
bool LiveSession::hasRoomForPods() const {
  return m_nodes->phase() == ReflectorPhase::Listing && m_nodes->reflector->status().loaded > 0 &&
         m_line->verdict() == LineSpeed::Verdict::Fast;
}

void LiveSession::decideNext() {
  const ReflectorPhase nodes = m_nodes->phase();
  const bool nodesDone = m_nodes->reflector->status().synced || nodes == ReflectorPhase::Forbidden;
  if ((nodesDone || hasRoomForPods()) && m_versionSettled && m_pods.empty())
    startPods(m_namespaces.empty() ? std::vector<std::string>{""} : m_namespaces);
  if (followsCluster() && podsPhase() == ReflectorPhase::Forbidden) startPods({m_homeNamespace});
  if (m_cardMapsSeen && !m_health->reflector) startHealth();
  if (nodesDone && !std::exchange(m_looked, true)) m_extras.look();
  m_extras.tidy();
  holdTogether();
}

ServerFacts::Listener LiveSession::factsListener() {
  ServerFacts::Listener listener;
  listener.stages = [this](const StageTimes& times) { noteStages(times); };
  listener.version = [this](const std::string& version) {
    const bool isAnother = !m_serverVersion.empty() && version != m_serverVersion;
    m_serverVersion = version;
    if (isAnother && m_looked) m_extras.look();  // it may serve other groups
    m_streams->wanted = isServerAtLeast(m_serverVersion, kStreamedListsMinor);
    report();
  };
  listener.user = [this](const std::string& user) {
    m_serverUser = user;
    report();
  };
  listener.settled = [this] {
    if (std::exchange(m_versionSettled, true)) return;
    m_loop.post([this, alive = std::weak_ptr<int>(m_alive)] {
      if (!alive.expired()) decideNext();
    });
  };
  listener.head = [this](const ResponseHead& head) { m_clockOfServer->note(head, m_clock.wallNow()); };
  return listener;
}

void LiveSession::noteStages(const StageTimes& times) {
  if (std::exchange(m_commonNameOnly, times.commonNameOnly) != times.commonNameOnly) report();
  if (!times.fresh) return;
  m_stages.known = true;
  m_stages.name = times.name.count();
  m_stages.connect = times.connect.count();
  m_stages.tls = times.tls.count();
  m_stages.firstByte = times.firstByte.count();
  m_stages.address = times.address;
  m_stages.protocol = times.protocol;
  m_stages.when = m_clock.wallNow();
  report();
}

void LiveSession::noteNode(const RawNode& node) {
  if (m_cardMapsSeen && m_devicesSeen && m_cardsSeen) return;
  const auto capacity = readCapacity(node, nullptr);
  if (!capacity) return;
  if (!std::exchange(m_cardsSeen, true)) {
    m_extras.expectQuotas();
    m_extras.expectPlacements();
  }
  const NodeGpu& gpu = capacity->gpu;
  m_cardMapsSeen = m_cardMapsSeen || gpu.stack == GpuStack::Gpushare || gpu.mode == GpuMode::Topology;
  if (gpu.stack != GpuStack::Koordinator) return;
  m_devicesSeen = true;
  m_extras.expect(ExtraKind::KoordinatorDevice);
}

void LiveSession::notePod(const RawPod& pod) {
  if (m_yunikornSeen || pod.spec.schedulerName != "yunikorn") return;
  m_yunikornSeen = true;
  m_extras.expectYunikorn();
}

void LiveSession::append(ClusterDelta delta) {
  m_batch.push_back(std::move(delta));
  if (m_flushQueued) return;
  m_flushQueued = true;
  m_loop.post([this, alive = std::weak_ptr<int>(m_alive)] {
    if (!alive.expired()) flush();
  });
}

void LiveSession::flush() {
  m_flushQueued = false;
  if (m_batch.empty()) return;
  std::vector<ClusterDelta> batch;
  batch.swap(m_batch);
  m_sink.onDeltas(std::move(batch));
}

}  // namespace cardinal
