// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/mutex.h"
#include "core/kube/transport/event_loop.h"
#include "core/kube/transport/transport.h"
#include "core/metrics/card_table.h"
#include "core/metrics/node_names.h"
#include "core/metrics/prometheus_answer.h"
#include "core/service/metrics/discovery.h"
#include "core/service/metrics/endpoint.h"
#include "core/service/metrics/scraped_pod_index.h"
#include "core/service/source/source.h"

namespace cardinal {

/// What the last answered refresh taught, for questions about the past. A value, shared between threads.
struct MetricsKnowledge {
  MetricsEndpoint endpoint;
  Transport* transport = nullptr;    ///< the one that reaches the endpoint; loop thread only
  std::vector<std::string> metrics;  ///< names that were ever seen
  bool hasInstances = false;         ///< MIG instances were seen
  UnixSeconds ahead = 0;             ///< the server's clock minus ours
  std::shared_ptr<const std::vector<CardSample>> samples;
  std::shared_ptr<const std::vector<CardSample>> vanished;  ///< cards that were measured once; their past remains
  std::shared_ptr<const NodeNames> nodes;
};

/// Why there is nothing to ask, or where to ask. Thread-safe: handed between the loop and those who ask from workers.
class MetricsEndpointSlot {
 public:
  Result<MetricsKnowledge> get() const;
  void set(Result<MetricsKnowledge> knowledge);

 private:
  mutable Mutex m_mutex;
  Result<MetricsKnowledge> m_knowledge CARDINAL_GUARDED_BY(m_mutex) = unexpected(makeError(ErrorCode::MetricsMissing));
};

/// Finds a metrics source, asks it every kBetweenRefreshes and notifies the sink. Asks nothing while the cluster has no
/// node with GPU cards. Its failures are reported in MetricsState and nowhere else; samples of before stay and age.
/// Loop thread only; what it is given outlives it.
class MetricsSession {
 public:
  struct Options {
    std::string cluster;          ///< for messages
    std::string chosen = {};      ///< service that the operator chose, "namespace/name"; empty = look for one
    Transport* direct = nullptr;  ///< reaches `directEndpoint`; null = look for services in the cluster
    MetricsEndpoint directEndpoint{};
  };

  MetricsSession(EventLoop& loop, Transport& cluster, Options options, const Clock& clock, SourceSink& sink,
                 MetricsEndpointSlot& slot);
  ~MetricsSession();
  MetricsSession(const MetricsSession&) = delete;
  MetricsSession& operator=(const MetricsSession&) = delete;

  /// What the cluster's session reports: which nodes there are, and where the pods run that scrapes name.
  void noteNodes(const std::vector<ClusterDelta>& deltas);
  /// Asks now, and looks for the source again when there is none.
  void refresh();

  static constexpr std::chrono::seconds kBetweenRefreshes{15};
  static constexpr std::chrono::seconds kMaxWait{300};
  /// A card that vanished from the answers keeps its last sample so long (Prometheus looks back as far).
  static constexpr UnixSeconds kForgetAfter = 300;

 private:
  struct Node {
    std::string address;
    bool hasCards = false;
  };
  using Answered = std::function<void(Result<std::string>)>;

  void setNode(const RawNode& node);
  void nodesChanged();
  Transport& transport() const;
  void ask(Transport& by, const MetricsEndpoint& endpoint, HttpRequest request, Answered answered);
  void start();
  void look();
  void noteProxied();
  void takeServices(FoundServices found);
  void tryCandidate(std::size_t index);
  void queryPresence(std::size_t index, std::string version);
  void settle(const MetricsEndpoint& endpoint, std::string version);
  void askNext();
  void takeAnswer(Result<std::string> body);
  void finish();
  void placeSamples(std::vector<CardSample>& samples);
  void keepVanished(std::vector<CardSample>& samples);
  void teach();
  void failStage(const Error& error);
  void fail(Error error);
  void plan(std::chrono::seconds delay);
  void beginStage(MetricsStage::Step step, std::string where);
  void endStage(std::int64_t found, const Error* error);
  void reportState();

  EventLoop& m_loop;
  Transport& m_cluster;
  const Options m_options;
  const Clock& m_clock;
  SourceSink& m_sink;
  MetricsEndpointSlot& m_endpointSlot;
  PrometheusDecoder m_decoder;

  std::map<std::string, Node> m_nodes;
  ScrapedPodIndex m_pods;
  std::size_t m_nodesWithCards = 0;
  bool m_nodesChanged = true;
  std::shared_ptr<const NodeNames> m_names;

  std::vector<MetricsEndpoint> m_candidates;
  std::optional<std::pair<MetricsEndpoint, std::string>> m_secondBest;  // answers, but measures no cards
  std::optional<Error> m_firstRefusal;
  std::optional<MetricsEndpoint> m_endpoint;
  CardTable m_table;
  std::size_t m_question = 0;
  UnixSeconds m_began = 0;
  double m_ahead = 0;
  std::vector<std::string> m_warnings;
  std::chrono::steady_clock::time_point m_stageBegan{};
  std::int64_t m_series = 0;

  MetricsState m_state;
  std::shared_ptr<const std::vector<CardSample>> m_samples = std::make_shared<std::vector<CardSample>>();
  std::shared_ptr<const std::vector<CardSample>> m_vanished = std::make_shared<std::vector<CardSample>>();
  std::vector<std::string> m_metrics;
  bool m_hasInstances = false;
  int m_failures = 0;
  TimerId m_timer = 0;
  RequestId m_request = 0;
  Transport* m_requestBy = nullptr;
};

}  // namespace cardinal
