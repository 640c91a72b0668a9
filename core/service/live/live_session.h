// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/kube/watch/reflector.h"
#include "core/service/live/live_extras.h"
#include "core/service/live/live_feed.h"
#include "core/service/live/server_facts.h"
#include "core/service/source/source.h"

namespace cardinal {

/// What happens on the loop of one live connection: which resources are followed, and what is reported to the sink.
/// Loop thread only; loop and transport outlive it.
class LiveSession {
 public:
  /// `homeNamespace`: where pods are looked for when the whole cluster is not permitted. `namespaces`: where pods are
  /// looked for and nowhere else, at most kMaxNamespaces; empty = wherever it is permitted.
  LiveSession(EventLoop& loop, Transport& transport, const Clock& clock, RandomSource random, std::string homeNamespace,
              SourceSink& sink, const Timeouts& timeouts = {}, std::vector<std::string> namespaces = {});
  ~LiveSession();
  LiveSession(const LiveSession&) = delete;
  LiveSession& operator=(const LiveSession&) = delete;

  void begin();
  /// Retries what waits or was refused, lists again what is live.
  void refresh();
  /// The machine slept or the network changed: every connection is given up and everything goes on from where it was.
  void resume();
  /// Looks whether the server has kinds of GPU stacks by now that it did not have before; at most once a minute.
  void lookForKinds() { m_extras.lookAgain(); }
  /// Makes a new connection for one small request and reports its stages.
  void testConnection();
  /// Namespaces whose pods are read: those that were named, else those in which there are pods, the one with the most
  /// first.
  std::vector<std::string> namespacesRead() const;

 private:
  using Feed = LiveFeed;

  void startNodes();
  void startPods(std::vector<std::string> namespaces);
  StoreListener<RawPod> podListener(std::size_t which);
  void startHealth();
  Feed makeFeed(std::unique_ptr<ResourceStore> store, Reflector::Options options, Feed& place,
                std::shared_ptr<StreamedLists> streams);
  ReflectorContext context(std::shared_ptr<StreamedLists> streams);
  LiveExtras::Listener extrasListener();
  void onChanged(Feed& feed);
  void decideLater();
  bool hasRoomForPods() const;
  void decideNext();
  void retryOthers(const Feed& recovered);
  /// One resource of the server is older than before: whatever is remembered of the others is, too.
  void readOthersAnew(const Feed& older);
  ServerFacts::Listener factsListener();
  void askAgain();
  void holdTogether();
  void probeLater();
  void releaseTogether();
  void endProbing();
  void noteWatch(Feed& feed);
  void askFacts();

  void noteStages(const StageTimes& times);
  void noteNode(const RawNode& node);
  void notePod(const RawPod& pod);
  void replaceHealth(const std::vector<std::shared_ptr<const RawConfigMap>>& maps);
  void append(ClusterDelta delta);
  void flush();
  void report();
  void reportNow(ConnectionState state);
  ConnectionState currentState() const;
  ConnectionPhase phaseNow() const;
  void addError(ConnectionState& state) const;
  void addScope(ConnectionState& state) const;
  void addCounts(ConnectionState& state) const;
  /// Nodes and pods, whose state is that of the connection.
  std::vector<Feed*> mainFeeds() const;
  bool isMain(const Feed& feed) const;
  std::vector<Feed*> feeds() const;
  /// What only the user can cure.
  static bool isStuck(ReflectorPhase phase);
  /// Which of several lists of pods decides what is reported for all: what only the user can cure, then what is not
  /// there yet.
  static int weightOf(ReflectorPhase phase);
  /// Of all feeds of pods together: one namespace that is forbidden does not blank the others.
  ReflectorPhase podsPhase() const;
  bool followsCluster() const { return m_pods.size() == 1 && m_pods.front()->reflector->options().ns.empty(); }

  EventLoop& m_loop;
  Transport& m_transport;
  const Clock& m_clock;
  RandomSource m_random;
  std::string m_homeNamespace;
  SourceSink& m_sink;
  Timeouts m_timeouts;
  Decoder m_decoder;
  std::vector<std::string> m_namespaces;
  std::unique_ptr<Feed> m_nodes = std::make_unique<Feed>();
  std::vector<std::unique_ptr<Feed>> m_pods;            // one of the whole cluster, or one of each namespace
  std::vector<const ObjectStore<RawPod>*> m_podStores;  // theirs
  std::unique_ptr<Feed> m_health = std::make_unique<Feed>();
  std::string m_serverVersion;
  ConnectionStages m_stages;
  bool m_commonNameOnly = false;  // as in StageTimes
  bool m_wentBack = false;        // its versions did, at least once
  std::shared_ptr<StreamedLists> m_streams = std::make_shared<StreamedLists>();
  std::shared_ptr<ServerClock> m_clockOfServer = std::make_shared<ServerClock>();
  std::shared_ptr<LineSpeed> m_line = std::make_shared<LineSpeed>();
  std::string m_serverUser;
  ServerFacts m_facts;
  LiveExtras m_extras;
  Backoff m_probeWait;
  TimerId m_probeTimer = 0;
  UnixSeconds m_nextProbe = 0;
  bool m_held = false;                  // everything waits for one probe
  bool m_spreading = false;             // the server is back, and the feeds go on one after the other
  bool m_cardMapsSeen = false;          // a node of which ConfigMaps report the health or the links of its cards
  bool m_devicesSeen = false;           // a node of which Device objects describe the cards
  bool m_cardsSeen = false;             // a node has cards
  bool m_yunikornSeen = false;          // a pod names its scheduler
  bool m_looked = false;                // kinds of GPU stacks were asked for
  std::set<std::string> m_healthNodes;  // those that were reported to the sink
  std::vector<ClusterDelta> m_batch;
  ConnectionState m_reported;
  TimerId m_contactTimer = 0;
  TimerId m_factsTimer = 0;
  bool m_factsDue = false;  // watches went on since the facts were asked for
  bool m_decisionQueued = false;
  bool m_versionSettled = false;  // reported, or known never to be
  bool m_flushQueued = false;
  // Posted tasks hold it weakly: they must not touch a session that is gone.
  std::shared_ptr<int> m_alive = std::make_shared<int>(0);
};

}  // namespace cardinal
