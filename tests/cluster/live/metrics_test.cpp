// SPDX-License-Identifier: Apache-2.0
// Metrics of the live source: a real Prometheus that scrapes a played exporter, asked directly and through the service
// proxy of the real API server.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/kube/transport/curl_transport.h"
#include "core/service/live/live_source.h"
#include "tests/cluster/live/send.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;

/// tests/cluster/metrics_stage.py with its pipes.
class Stage {
 public:
  explicit Stage(const std::string& node) {
    int in[2], out[2];
    if (pipe(in) != 0 || pipe(out) != 0) throw std::runtime_error("pipe");
    m_pid = fork();
    if (m_pid == 0) {
      dup2(in[0], STDIN_FILENO);
      dup2(out[1], STDOUT_FILENO);
      for (const int descriptor : {in[0], in[1], out[0], out[1]}) close(descriptor);
      execlp("python3", "python3", CARDINAL_CLUSTER_TOOLS "/metrics_stage.py", node.c_str(), "2", nullptr);
      _exit(127);
    }
    close(in[0]);
    close(out[1]);
    m_in = fdopen(in[1], "w");
    m_out = fdopen(out[0], "r");
    const std::string ready = line();
    if (ready.empty()) throw std::runtime_error("the stage did not start; its words stand above");
    const auto announced = nlohmann::json::parse(ready);
    address = announced.at("address");
    port = announced.at("port");
  }
  ~Stage() {
    fclose(m_in);
    waitpid(m_pid, nullptr, 0);
    fclose(m_out);
  }
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  void command(const std::string& text) {
    fputs((text + "\n").c_str(), m_in);
    fflush(m_in);
    EXPECT_EQ(line(), "ok\n") << text;
  }

  std::string address;
  int port = 0;

 private:
  std::string line() {
    char buffer[1000] = "";
    return fgets(buffer, sizeof buffer, m_out) != nullptr ? buffer : "";
  }
  pid_t m_pid = 0;
  FILE* m_in = nullptr;
  FILE* m_out = nullptr;
};

/// The system's clock, which a test may move on: nobody waits five minutes.
class MovableClock final : public Clock {
 public:
  std::chrono::steady_clock::time_point steadyNow() const override { return m_system.steadyNow(); }
  UnixSeconds wallNow() const override { return m_system.wallNow() + m_ahead; }
  void move(UnixSeconds seconds) { m_ahead += seconds; }

 private:
  SystemClock m_system;
  std::atomic<UnixSeconds> m_ahead{0};
};

class Recorder final : public SourceSink {
 public:
  void onDeltas(std::vector<ClusterDelta>) override {}
  void onConnection(const ConnectionState& state) override {
    const std::lock_guard lock(m_mutex);
    m_connection = state;
    m_changed.notify_all();
  }
  void onMetrics(MetricsReport report) override {
    const std::lock_guard lock(m_mutex);
    m_report = std::move(report);
    m_changed.notify_all();
  }
  /// Asks the source again and again until `condition` holds of what it tells.
  template <typename Condition>
  ::testing::AssertionResult waitFor(ClusterSource& source, Condition condition) {
    std::unique_lock lock(m_mutex);
    for (int tries = 0; tries < 60; ++tries) {
      if (m_changed.wait_for(lock, 500ms, [&] { return condition(m_report); })) return ::testing::AssertionSuccess();
      lock.unlock();
      source.refresh();
      lock.lock();
    }
    return ::testing::AssertionFailure() << "phase " << static_cast<int>(m_report.state.phase) << ", "
                                         << m_report.samples.size() << " samples, " << describe(m_report.state.error);
  }
  MetricsReport report() {
    const std::lock_guard lock(m_mutex);
    return m_report;
  }
  ConnectionState connection() {
    const std::lock_guard lock(m_mutex);
    return m_connection;
  }

 private:
  std::mutex m_mutex;
  std::condition_variable m_changed;
  MetricsReport m_report;
  ConnectionState m_connection;
};

ClusterAccess accessFrom(const std::string& name) {
  const auto config = loadKubeconfig(std::string(CARDINAL_CLUSTER_STATE) + "/" + name + ".kubeconfig", Environment{});
  if (!config) throw std::runtime_error(describe(config.error()));
  auto access = config->resolve(std::nullopt, SystemClock().wallNow());
  if (!access) throw std::runtime_error(describe(access.error()));
  return std::move(*access);
}

/// Requests beside the source.
class Operator {
 public:
  Operator() : m_transport(m_loop, accessFrom("admin"), "cardinal-test/1") {}
  ~Operator() { m_loop.stop(); }
  void send(const std::string& method, const std::string& path, const std::string& body, int expected,
            const std::string& type = "application/json") {
    const auto answer = sendTo(m_loop, m_transport, method, path, body, type);
    ASSERT_TRUE(answer) << describe(answer.error());
    EXPECT_EQ(answer->head.status, expected) << path << "\n" << answer->body;
  }

 private:
  NetworkLoop m_loop;
  CurlTransport m_transport;
};

std::string unique(const std::string& stem) {
  static int counter = 0;
  return stem + "-" + std::to_string(getpid()) + "-" + std::to_string(++counter);
}

class LiveMetrics : public ::testing::Test {
 protected:
  void SetUp() override {
    m_admin.send("POST", "/api/v1/nodes", R"({"apiVersion":"v1","kind":"Node","metadata":{"name":")" + m_node + "\"}}",
                 201);
    m_admin.send("PATCH", "/api/v1/nodes/" + m_node + "/status",
                 R"({"status":{"capacity":{"nvidia.com/gpu":"2"},"allocatable":{"nvidia.com/gpu":"2"}}})", 200,
                 "application/merge-patch+json");
    m_stage = std::make_unique<Stage>(m_node);
    m_stage->command("busy 0 73");
    m_stage->command("used 0 9000");
  }
  void TearDown() override {
    m_source.reset();
    m_admin.send("DELETE", "/api/v1/nodes/" + m_node, "", 200);
    if (m_namespace.empty()) return;
    // A namespace takes its time; its service must not be found by the next test.
    m_admin.send("DELETE", "/api/v1/namespaces/" + m_namespace + "/services/prometheus-server", "", 200);
    m_admin.send("DELETE", "/api/v1/namespaces/" + m_namespace, "", 200);
  }

  /// A service whose endpoint is the stage. An address of the loopback network would be refused.
  void createService() {
    m_namespace = unique("metrics");
    m_admin.send("POST", "/api/v1/namespaces",
                 R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":")" + m_namespace + "\"}}", 201);
    const std::string in = "/api/v1/namespaces/" + m_namespace;
    m_admin.send("POST", in + "/services",
                 R"({"apiVersion":"v1","kind":"Service","metadata":{"name":"prometheus-server"},
        "spec":{"clusterIP":"None","ports":[{"name":"http","port":9090}]}})",
                 201);
    // The API server proxies only to an address that is also a pod's.
    m_admin.send(
        "POST", in + "/pods",
        R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"prometheus","annotations":{"cardinal.test/hold":"true"}},
        "spec":{"schedulerName":"nobody","automountServiceAccountToken":false,"containers":[{"name":"c","image":"i"}]}})",
        201);
    const std::string ip = "\"" + m_stage->address + "\"";
    m_admin.send("PATCH", in + "/pods/prometheus/status",
                 R"({"status":{"podIP":)" + ip + R"(,"podIPs":[{"ip":)" + ip + "}]}}", 200,
                 "application/merge-patch+json");
    m_admin.send(
        "POST", in + "/endpoints",
        R"({"apiVersion":"v1","kind":"Endpoints","metadata":{"name":"prometheus-server"},"subsets":[{"addresses":[{"ip":)" +
            ip + R"(,"targetRef":{"kind":"Pod","name":"prometheus","namespace":")" + m_namespace +
            R"("}}],"ports":[{"name":"http","port":)" + std::to_string(m_stage->port) + "}]}]}",
        201);
  }

  /// False, and said, on a machine with nothing but the loopback network: the API server proxies to no such address.
  bool hasProxy() const {
    if (m_stage->address.rfind("127.", 0) != 0) return true;
    std::cerr << "left out: the API server's proxy needs an address of this machine that is not loopback\n";
    return false;
  }

  void open(const std::string& user, const MetricsAddress& address = {}) {
    m_source = makeLiveSource(accessFrom(user), m_clock, address);
    m_source->start(m_seen);
  }
  std::string url() const { return "http://" + m_stage->address + ":" + std::to_string(m_stage->port); }
  static bool measured(const MetricsReport& report) {
    // The first scrape may fall between two questions of one refresh.
    const auto whole = [](const CardSample& sample) {
      return sample.use.gpuPercent && sample.use.memoryTotalMib && sample.use.lastXid;
    };
    return report.state.phase == MetricsPhase::Live && report.samples.size() == 2 &&
           std::all_of(report.samples.begin(), report.samples.end(), whole);
  }
  CardUse useOf(int card) {
    for (const CardSample& sample : m_seen.report().samples) {
      if (sample.index == card) return sample.use;
    }
    return {};
  }
  void expectTwoCards() {
    const MetricsReport report = m_seen.report();
    EXPECT_EQ(report.state.version.substr(0, 2), "2.");
    EXPECT_THAT(report.state.dialects, ::testing::ElementsAre("dcgm-exporter"));
    EXPECT_LE(report.state.queries, 10);
    EXPECT_EQ(useOf(0).gpuPercent, 73.0F);
    EXPECT_EQ(useOf(0).memoryUsedMib, 9000.0F);
    EXPECT_EQ(useOf(0).memoryTotalMib, 15109.0F);
    EXPECT_EQ(useOf(1).gpuPercent, 0.0F);
    EXPECT_EQ(useOf(1).temperatureC, 41.0F);
    EXPECT_EQ(useOf(1).lastXid, 0);
    EXPECT_LE(std::abs(m_clock.wallNow() - useOf(0).at), 10);
    for (const CardSample& sample : report.samples) {
      EXPECT_EQ(sample.host, m_node);
      using Pods = std::vector<ObjectKey>;
      EXPECT_EQ(sample.pods, sample.index == 0 ? Pods({{"team-a", "train-0"}}) : Pods());
    }
  }

  MovableClock m_clock;
  Operator m_admin;
  const std::string m_node = unique("metrics-node");
  std::string m_namespace;
  std::unique_ptr<Stage> m_stage;
  Recorder m_seen;
  std::unique_ptr<ClusterSource> m_source;
};

TEST_F(LiveMetrics, AtAnAddress) {
  open("admin", {url(), {}, {}});
  ASSERT_TRUE(m_seen.waitFor(*m_source, measured));
  EXPECT_EQ(m_seen.report().state.source, url());
  expectTwoCards();
}

TEST_F(LiveMetrics, ThroughTheServiceProxyOfTheApiServer) {
  if (!hasProxy()) return;
  createService();
  open("admin", {m_namespace + "/prometheus-server", {}, {}});
  ASSERT_TRUE(m_seen.waitFor(*m_source, measured));
  EXPECT_EQ(m_seen.report().state.source, m_namespace + "/prometheus-server:9090");
  expectTwoCards();
}

TEST_F(LiveMetrics, TheProxyRefusesWhoMayNotUseIt) {
  if (!hasProxy()) return;
  createService();
  open("readonly", {m_namespace + "/prometheus-server", {}, {}});
  ASSERT_TRUE(m_seen.waitFor(*m_source, [](const MetricsReport& report) {
    return report.state.phase == MetricsPhase::Failed && report.state.error.code == ErrorCode::Forbidden;
  }));
  EXPECT_EQ(m_seen.report().state.error.subject, "get services/proxy");
  EXPECT_EQ(m_seen.report().state.error.place, m_namespace);
  EXPECT_FALSE(m_seen.connection().error) << "the connection does not suffer";
}

TEST_F(LiveMetrics, ThePastOfCards) {
  open("admin", {url(), {}, {}});
  ASSERT_TRUE(m_seen.waitFor(*m_source, measured));
  std::this_thread::sleep_for(2s);  // the first samples must be older than the second that the question ends with
  HistoryQuery query;
  query.measure = UseMeasure::MemoryUsedMib;
  query.cards = {{m_node, 1}, {m_node, 0}, {m_node, 7}, {"nowhere", 0}};
  query.end = m_clock.wallNow();
  query.start = query.end - 600;
  query.points = 40;
  auto history = m_source->history(query, {});
  ASSERT_TRUE(history) << describe(history.error());
  EXPECT_EQ(history->step, 15);
  ASSERT_EQ(history->series.size(), 2U) << "only cards with points, in the order asked";
  EXPECT_EQ(history->series[0].card.card, 1);
  EXPECT_EQ(history->series[1].points.back().value, 9000.0F);
  EXPECT_LT(history->series[1].points.size(), 10U) << "before it was started there is a gap, not 0";
  query.measure = UseMeasure::GpuPercent;
  history = m_source->history(query, {});
  ASSERT_TRUE(history) << describe(history.error());
  EXPECT_EQ(history->series.at(1).points.back().value, 73.0F);

  const auto past = m_source->past(3600, {});
  ASSERT_TRUE(past) << describe(past.error());
  ASSERT_EQ(past->cards.size(), 2U);
  EXPECT_EQ(past->cards[0].card, (CardPlace{m_node, 0}));
  EXPECT_EQ(past->cards[0].peakMemoryMib, 9000.0F);
  EXPECT_EQ(past->cards[0].averageGpuPercent, 73.0F);
  EXPECT_EQ(past->cards[1].peakGpuPercent, 0.0F);
  EXPECT_LT(past->cards[0].coverage, 0.1F);
}

TEST_F(LiveMetrics, AStoppedExporterLeavesSamplesThatAge) {
  open("admin", {url(), {}, {}});
  ASSERT_TRUE(m_seen.waitFor(*m_source, measured));
  m_stage->command("exporter off");
  std::this_thread::sleep_for(3s);  // two scrapes that fail
  const UnixSeconds stopped = m_clock.wallNow();
  ASSERT_TRUE(m_seen.waitFor(*m_source, [&](const MetricsReport& report) { return report.state.queriedAt > stopped; }));
  ASSERT_EQ(m_seen.report().samples.size(), 2U);
  EXPECT_LT(useOf(0).at, stopped) << "the age grows";
  EXPECT_EQ(useOf(0).memoryUsedMib, 9000.0F) << "the last word, never 0";
  m_stage->command("exporter on");
  ASSERT_TRUE(m_seen.waitFor(*m_source, [&](const MetricsReport& report) {
    return report.samples.size() == 2 && report.samples[0].use.at > stopped;
  }));
}

TEST_F(LiveMetrics, AStoppedExporterEndsInNoMetricsAndNeverInZero) {
  open("admin", {url(), {}, {}});
  ASSERT_TRUE(m_seen.waitFor(*m_source, measured));
  m_stage->command("exporter off");
  std::this_thread::sleep_for(3s);
  for (const int minutes : {1, 2, 3, 4}) {
    m_clock.move(60);
    const UnixSeconds now = m_clock.wallNow();
    ASSERT_TRUE(m_seen.waitFor(*m_source, [&](const MetricsReport& report) { return report.state.queriedAt >= now; }));
    ASSERT_EQ(m_seen.report().samples.size(), 2U) << minutes;
    EXPECT_GE(m_clock.wallNow() - useOf(0).at, 60 * minutes) << "older and older";
    EXPECT_EQ(useOf(0).memoryUsedMib, 9000.0F);
  }
  m_clock.move(60);
  ASSERT_TRUE(m_seen.waitFor(*m_source, [](const MetricsReport& report) { return report.samples.empty(); }));
  EXPECT_EQ(m_seen.report().state.phase, MetricsPhase::Live) << "the source answers; it knows of no card";
  EXPECT_EQ(useOf(0).memoryUsedMib, std::nullopt);
}

TEST_F(LiveMetrics, TheWholeClusterIsAddedUpByTheSource) {
  open("admin", {url(), {}, {}});
  ASSERT_TRUE(m_seen.waitFor(*m_source, measured));
  m_stage->command("used 1 1000");
  m_stage->command("busy 1 27");
  ASSERT_TRUE(m_seen.waitFor(*m_source, [](const MetricsReport& report) {
    return std::any_of(report.samples.begin(), report.samples.end(), [](const CardSample& sample) {
      return sample.index == 1 && sample.use.memoryUsedMib == 1000.0F && sample.use.gpuPercent == 27.0F;
    });
  }));
  std::this_thread::sleep_for(2s);  // the new samples must be older than the second that the question ends with
  HistoryQuery query;
  query.wholeCluster = true;
  query.measure = UseMeasure::MemoryUsedMib;
  query.end = m_clock.wallNow();
  query.start = query.end - 600;
  query.points = 40;
  auto history = m_source->history(query, {});
  ASSERT_TRUE(history) << describe(history.error());
  ASSERT_EQ(history->series.size(), 1U);
  EXPECT_EQ(history->series[0].points.back().value, 10000.0F);
  query.measure = UseMeasure::GpuPercent;
  history = m_source->history(query, {});
  ASSERT_TRUE(history) << describe(history.error());
  EXPECT_GT(history->series.at(0).points.back().value, 36.0F);
  EXPECT_LE(history->series.at(0).points.back().value, 50.0F) << "an average of 73 and what rises from 0 to 27";
}

TEST_F(LiveMetrics, TheStagesLeadFromTheSourceToItsSeries) {
  open("admin", {url(), {}, {}});
  ASSERT_TRUE(m_seen.waitFor(*m_source, measured));
  const auto stages = m_seen.report().state.stages;
  ASSERT_GE(stages.size(), 2U);
  EXPECT_EQ(stages.front().step, MetricsStage::Step::TestSource);
  EXPECT_EQ(stages.back().step, MetricsStage::Step::QueryValues);
  EXPECT_GE(stages.back().found, 14) << "seven measures of two cards";
  EXPECT_EQ(m_seen.report().state.clockAhead, 0);
}

}  // namespace
}  // namespace cardinal
