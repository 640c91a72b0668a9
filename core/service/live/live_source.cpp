// SPDX-License-Identifier: Apache-2.0
#include "core/service/live/live_source.h"

#include <algorithm>
#include <cstdio>
#include <random>
#include <utility>

#include "core/base/mutex.h"
#include "core/kube/plugin/credential_plugin.h"
#include "core/kube/transport/curl_transport.h"
#include "core/kube/transport/loop_handle.h"
#include "core/service/live/live_session.h"
#include "core/service/live/read/live_logs.h"
#include "core/service/live/read/live_objects.h"
#include "core/service/live/read/live_rights.h"
#include "core/service/live/read/live_rules.h"
#include "core/service/live/suspend_watch.h"
#include "core/service/live/writes/live_nodes.h"
#include "core/service/live/writes/live_object_writer.h"
#include "core/service/live/writes/live_writes.h"
#include "core/service/metrics/discovery.h"
#include "core/service/metrics/metrics_archive.h"
#include "core/service/metrics/metrics_session.h"

namespace cardinal {
namespace {

constexpr std::size_t kWarningsKept = 20;

std::vector<Caution> cautionsOf(const ClusterAccess& access) {
  std::vector<Caution> out;
  for (const ExposedFile& file : access.exposed) {
    char mode[16];
    std::snprintf(mode, sizeof mode, "%04o", file.mode);
    out.push_back({CautionCode::KubeconfigExposed, file.path, mode});
  }
  return out;
}

RandomSource makeRandom() {
  auto engine = std::make_shared<std::mt19937_64>(std::random_device{}());
  return [engine] { return std::uniform_real_distribution<double>(0.0, 1.0)(*engine); };
}

/// Passes on what the session reports, keeps the server's version for the threads that write and shows the metrics
/// which nodes there are.
class Relay final : public SourceSink {
 public:
  void setTarget(SourceSink& target) { m_target = &target; }
  /// Added to every state; before the loop's thread runs.
  void setCautions(std::vector<Caution> cautions) { m_cautions = std::move(cautions); }
  void setMetrics(MetricsSession* metrics) { m_metrics = metrics; }  // loop thread
  void onDeltas(std::vector<ClusterDelta> deltas) override {
    if (m_metrics != nullptr) m_metrics->noteNodes(deltas);
    m_target->onDeltas(std::move(deltas));
  }
  void onConnection(const ConnectionState& state) override {
    const bool settled = state.phase == ConnectionPhase::Live &&
                         (m_state.phase != ConnectionPhase::Live || m_state.scope != state.scope ||
                          m_state.refusedNamespaces != state.refusedNamespaces);
    {
      const MutexLock lock(m_mutex);
      m_serverVersion = state.serverVersion;
    }
    m_state = state;
    m_state.waitingFor = m_waitingFor;
    m_state.rights = m_rights;
    m_state.warnings = m_warnings;
    for (const Caution& one : m_cautions) {
      if (std::find(m_state.cautions.begin(), m_state.cautions.end(), one) == m_state.cautions.end())
        m_state.cautions.push_back(one);
    }
    m_target->onConnection(m_state);
    if (!m_reached && state.lastContact != 0) {
      m_reached = true;
      if (m_onReached) m_onReached();
    }
    if (settled && m_onSettled) m_onSettled();
  }
  /// Called once, when the server answered for the first time; before the loop's thread runs.
  void setOnReached(std::function<void()> reached) { m_onReached = std::move(reached); }
  /// Called each time when all lists are there, or cover other namespaces than before.
  void setOnSettled(std::function<void()> settled) { m_onSettled = std::move(settled); }
  /// Called with each report of metrics.
  void setOnMetrics(std::function<void(const MetricsState&)> reported) { m_onMetrics = std::move(reported); }
  /// Loop thread.
  void setRights(const Rights& rights) {
    if (m_rights == rights) return;
    m_rights = rights;
    const ConnectionState state = m_state;
    onConnection(state);
  }
  /// Loop thread. Each text once; the oldest go when there are too many.
  void addWarnings(const std::vector<std::string>& texts) {
    const std::size_t before = m_warnings.size();
    for (const std::string& text : texts) {
      if (std::find(m_warnings.begin(), m_warnings.end(), text) == m_warnings.end()) m_warnings.push_back(text);
    }
    if (m_warnings.size() == before) return;
    if (m_warnings.size() > kWarningsKept)
      m_warnings.erase(m_warnings.begin(), m_warnings.end() - static_cast<std::ptrdiff_t>(kWarningsKept));
    const ConnectionState state = m_state;
    onConnection(state);
  }
  /// Loop thread. Empty = nothing is waited for any more.
  void setWaitingFor(const std::string& program) {
    m_waitingFor = program;
    const ConnectionState state = m_state;
    onConnection(state);
  }
  void onMetrics(MetricsReport report) override {
    if (m_onMetrics) m_onMetrics(report.state);
    m_target->onMetrics(std::move(report));
  }
  std::string serverVersion() {
    const MutexLock lock(m_mutex);
    return m_serverVersion;
  }

 private:
  SourceSink* m_target = nullptr;  // set before the loop's thread reads it
  MetricsSession* m_metrics = nullptr;
  ConnectionState m_state;              // loop thread
  std::string m_waitingFor;             // loop thread
  Rights m_rights;                      // loop thread
  std::vector<std::string> m_warnings;  // loop thread
  std::vector<Caution> m_cautions;
  bool m_reached = false;  // loop thread
  std::function<void()> m_onReached, m_onSettled;
  std::function<void(const MetricsState&)> m_onMetrics;
  Mutex m_mutex;
  std::string m_serverVersion CARDINAL_GUARDED_BY(m_mutex);
};

class LiveSource final : public ClusterSource, private ObjectCreator, private NodeLabeler {
 public:
  LiveSource(ClusterAccess access, const Clock& clock, const MetricsAddress& metrics,
             std::shared_ptr<CredentialPlugin> plugin, const Timeouts& timeouts)
      : m_plugin(std::move(plugin)),
        m_access(std::move(access)),
        m_metricsService(isServiceChoice(metrics.url) ? metrics.url : std::string()),
        m_metricsName(m_metricsService.empty() ? metrics.url : std::string()),
        m_metricsTenant(metrics.tenant),
        m_metricsAccess(m_metricsName.empty() ? Result<ClusterAccess>(ClusterAccess{}) : accessOf(metrics)),
        m_clock(clock),
        m_timeouts(timeouts),
        m_loopHandle(std::make_shared<LoopHandle>(m_loop)),
        m_transport(m_loop, m_access, defaultUserAgent(), m_plugin),
        m_schema(m_loop, m_transport),
        m_writes(m_loop, m_transport, m_access.ns, pauseFor, &m_schema, warningSink()),
        m_nodes(
            m_loop, m_transport, [this] { return m_relay.serverVersion(); }, warningSink()),
        m_writer(m_loop, m_transport, [this] { return m_relay.serverVersion(); }),
        m_logs(m_loop, m_transport),
        m_objects(m_loop, m_transport),
        m_rules(m_loop, m_transport),
        m_archive(m_loop, m_endpointSlot) {}

  ~LiveSource() override {
    if (m_plugin != nullptr) m_plugin->setLateListener(nullptr);
    m_loopHandle->close();
    m_loop.stop();  // from here on nothing runs beside us
    m_suspend.reset();
    m_rights.reset();
    m_session.reset();
    m_metrics.reset();
  }

  SourceInfo info() const override {
    return {SourceKind::Live, m_access.context, m_access.server.authority(), userText(), m_access.ns, true};
  }

  void start(SourceSink& sink) override {
    m_relay.setTarget(sink);
    m_relay.setCautions(cautionsOf(m_access));
    followPlugin();
    m_relay.setOnReached([this] {
      if (m_rights) m_rights->ask();
    });
    m_relay.setOnSettled([this] {
      if (m_rights) m_rights->look();
    });
    m_relay.setOnMetrics([this](const MetricsState& state) {
      if (m_rights) m_rights->setServices(state.proxiedNamespaces);
    });
    m_loop.post([this] {
      startMetrics();
      m_rights = std::make_unique<LiveRights>(
          m_loop, m_transport, m_access.ns,
          [this] { return m_session ? m_session->namespacesRead() : std::vector<std::string>(); },
          [this](const Rights& rights) {
            m_relay.setRights(rights);
            if (m_session) m_session->lookForKinds();  // rights are asked for every five minutes: kinds with them
          });
      m_suspend = std::make_unique<SuspendWatch>(m_loop, [this] { m_session->resume(); });
      m_session = std::make_unique<LiveSession>(m_loop, m_transport, m_clock, makeRandom(), m_access.ns, m_relay,
                                                m_timeouts, m_access.namespaces);
      m_session->begin();
    });
  }

  void refresh() override {
    m_loop.post([this] {
      m_transport.allowRenewal();
      if (m_session) m_session->refresh();
      if (m_rights) m_rights->ask();
      if (m_metrics) m_metrics->refresh();
    });
  }

  void testConnection() override {
    m_loop.post([this] {
      if (m_session) m_session->testConnection();
    });
  }

  Result<CreatedObject> create(const ManifestObject& object, const std::string& defaultNamespace, bool dryRun,
                               std::stop_token stop) override {
    return noted(m_writes.create(object, defaultNamespace, dryRun, m_relay.serverVersion(), stop));
  }

  Result<void> patchNodeLabels(const std::string& node, const std::vector<LabelChange>& changes,
                               const std::string& resourceVersion, bool dryRun, std::stop_token stop) override {
    return noted(m_writes.patchNodeLabels(node, changes, resourceVersion, dryRun, m_relay.serverVersion(), stop));
  }

  Result<History> history(const HistoryQuery& query, std::stop_token stop) override {
    return m_archive.history(query, stop);
  }

  Result<ClusterPast> past(UnixSeconds window, std::stop_token stop) override {
    return m_archive.past(window, m_clock.wallNow(), stop);
  }

  NamespaceRules namespaceRules(const RulesQuestion& question, std::stop_token stop) override {
    return m_rules.read(question, stop);
  }

  ClusterWriter writer() override { return {this, this, &m_nodes, &m_writer, &m_writer, nullptr}; }
  ObjectReader* objectReader() override { return &m_objects; }
  LogReader* logReader() override { return &m_logs; }

  void cancelWaiting() override {
    if (m_plugin != nullptr) m_plugin->cancel();
  }

 private:
  /// The identity that counts is never left out: "admin, as alice".
  std::string userText() const {
    return m_access.impersonation.user.empty() ? m_access.user : m_access.user + ", as " + m_access.impersonation.user;
  }

  /// A refusal is news about the rights.
  template <typename T>
  Result<T> noted(Result<T> outcome) {
    if (!outcome && outcome.error().code == ErrorCode::Forbidden) {
      m_loop.post([this] {
        if (m_rights) m_rights->ask();
      });
    }
    return outcome;
  }

  WarningSink warningSink() {
    return [this](std::vector<std::string> texts) {
      if (texts.empty()) return;
      m_loop.post([this, texts = std::move(texts)] { m_relay.addWarnings(texts); });
    };
  }

  void followPlugin() {
    if (m_plugin == nullptr) return;
    m_plugin->setLateListener([this, handle = m_loopHandle, command = m_plugin->command()](bool late) {
      handle->post([this, command, late] { m_relay.setWaitingFor(late ? command : std::string()); });
    });
  }

  void startMetrics() {
    m_endpointSlot.set(unexpected(makeError(ErrorCode::MetricsMissing, m_access.context)));
    if (!m_metricsAccess) {
      MetricsReport report;
      report.state.phase = MetricsPhase::Failed;
      report.state.source = m_metricsName;
      report.state.error = m_metricsAccess.error();
      m_endpointSlot.set(unexpected(report.state.error));
      return m_relay.onMetrics(std::move(report));
    }
    MetricsSession::Options options;
    options.cluster = m_access.context;
    options.chosen = m_metricsService;
    if (!m_metricsName.empty()) {
      m_metricsTransport = std::make_unique<CurlTransport>(m_loop, *m_metricsAccess, defaultUserAgent());
      options.direct = m_metricsTransport.get();
      options.directEndpoint.name = m_metricsAccess->server.text();
      if (auto tenant = tenantHeader(m_metricsTenant)) options.directEndpoint.headers.push_back(std::move(*tenant));
    }
    m_metrics =
        std::make_unique<MetricsSession>(m_loop, m_transport, std::move(options), m_clock, m_relay, m_endpointSlot);
    m_relay.setMetrics(m_metrics.get());
  }

  const std::shared_ptr<CredentialPlugin> m_plugin;  // null = the credential does not come from one
  const ClusterAccess m_access;
  const std::string m_metricsService;  // "namespace/name" that the operator chose; empty = none
  const std::string m_metricsName;     // address; empty = a service of the cluster
  const std::string m_metricsTenant;
  const Result<ClusterAccess> m_metricsAccess;  // of that address; holds nothing of the cluster's identity
  const Clock& m_clock;
  const Timeouts m_timeouts;
  Relay m_relay;
  MetricsEndpointSlot m_endpointSlot;
  NetworkLoop m_loop;
  const std::shared_ptr<LoopHandle> m_loopHandle;
  CurlTransport m_transport;                          // loop thread
  std::unique_ptr<CurlTransport> m_metricsTransport;  // loop thread
  std::unique_ptr<MetricsSession> m_metrics;          // loop thread
  std::unique_ptr<LiveSession> m_session;             // loop thread
  std::unique_ptr<LiveRights> m_rights;               // loop thread
  std::unique_ptr<SuspendWatch> m_suspend;            // loop thread
  SchemaCheck m_schema;
  LiveWrites m_writes;
  LiveNodes m_nodes;
  LiveObjectWriter m_writer;
  LiveLogs m_logs;
  LiveObjects m_objects;
  LiveRules m_rules;
  MetricsArchive m_archive;
};

}  // namespace

std::unique_ptr<ClusterSource> makeLiveSource(ClusterAccess access, const Clock& clock, MetricsAddress metrics,
                                              std::shared_ptr<CredentialPlugin> plugin, const Timeouts& timeouts) {
  return std::make_unique<LiveSource>(std::move(access), clock, metrics, std::move(plugin), timeouts);
}

}  // namespace cardinal
