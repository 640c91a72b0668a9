// SPDX-License-Identifier: Apache-2.0
#include "core/service/metrics/metrics_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error_places.h"
#include "core/metrics/questions.h"
#include "core/service/metrics/discovery.h"
#include "tests/core/kube/fakes.h"
#include "tests/core/metrics/prometheus_text.h"

namespace cardinal::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const char* const kServices = R"({"kind":"ServiceList","items":[
  {"metadata":{"name":"kubernetes","namespace":"default"},"spec":{"ports":[{"port":443}]}},
  {"metadata":{"name":"prometheus-alertmanager","namespace":"monitoring"},"spec":{"ports":[{"port":80}]}},
  {"metadata":{"name":"prometheus-server","namespace":"monitoring"},"spec":{"ports":[{"name":"http","port":80}]}}]})";
const char* const kProxy = "/api/v1/namespaces/monitoring/services/http:prometheus-server:80/proxy";
const char* const kBuildInfo = R"({"status":"success","data":{"version":"2.42.0"}})";
const char* const kEmpty = R"({"status":"success","data":{"resultType":"vector","result":[]}})";

struct Sink final : SourceSink {
  void onDeltas(std::vector<ClusterDelta>) override { ++others; }
  void onConnection(const ConnectionState&) override { ++others; }
  void onMetrics(MetricsReport report) override { reports.push_back(std::move(report)); }
  const MetricsReport& last() const { return reports.back(); }
  std::vector<MetricsReport> reports;
  int others = 0;
};

class MetricsSessionTest : public ::testing::Test {
 protected:
  void begin(MetricsSession::Options options = {"test", {}, nullptr, {}}) {
    m_session =
        std::make_unique<MetricsSession>(m_loop, m_transport, std::move(options), m_loop, m_sink, m_endpointSlot);
  }

  static std::shared_ptr<const RawNode> gpuNode(const std::string& name) {
    auto node = std::make_shared<RawNode>();
    node->meta.key.name = name;
    node->internalIp = "10.0.0.1";
    node->capacity = {{"nvidia.com/gpu", *Quantity::parse("2")}};
    node->allocatable = node->capacity;
    return node;
  }
  void showNodes(int count) {
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::ReplaceNodes;
    for (int i = 1; i <= count; ++i) delta.nodes.push_back(gpuNode("gpu-" + std::to_string(i)));
    m_session->noteNodes({delta});
  }

  /// Answers one refresh: every question of values and pods with the recorded series, ages with `age` seconds.
  /// One card of one node was measured, and the next refresh is due; when it was measured.
  UnixSeconds sampleOneCard() {
    begin();
    showNodes(1);
    find();
    answerRefresh(m_oneCard);
    const UnixSeconds sampled = m_sink.last().samples.at(0).use.at;
    m_loop.advance(15s);
    return sampled;
  }
  void answerRefresh(const std::string& series, long age = 5) {
    for (const RefreshQuestion& question : refreshQuestions()) {
      ASSERT_EQ(m_transport.open.size(), 1U);
      if (question.part == RefreshPart::Ages) {
        const auto sampled = std::to_string(m_loop.wallNow() - age);
        m_transport.respond(200, answerOf(R"({Hostname="gpu-1",gpu="0",UUID="GPU-a"} )" + sampled, now()));
      } else {
        m_transport.respond(200, series.empty() ? kEmpty : answerOf(series, now()));
      }
    }
  }
  void find() {
    m_transport.respond(200, kServices);
    m_transport.respond(200, kBuildInfo);
  }
  double now() const { return static_cast<double>(m_loop.wallNow()); }

  const std::string m_oneCard = R"(DCGM_FI_DEV_FB_USED{Hostname="gpu-1",gpu="0",UUID="GPU-a"} 1000)";
  test::ManualLoop m_loop;
  test::FakeTransport m_transport;
  Sink m_sink;
  MetricsEndpointSlot m_endpointSlot;
  std::unique_ptr<MetricsSession> m_session;
};

TEST_F(MetricsSessionTest, AsksNothingWithoutGpuNodes) {
  begin();
  auto plain = std::make_shared<RawNode>();
  plain->meta.key.name = "cpu";
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::ReplaceNodes;
  delta.nodes = {plain};
  m_session->noteNodes({delta});
  m_session->refresh();
  m_loop.advance(10min);
  EXPECT_TRUE(m_transport.started.empty());
  EXPECT_TRUE(m_sink.reports.empty());
  EXPECT_FALSE(m_endpointSlot.get());
}

TEST_F(MetricsSessionTest, FindsAServiceAndAsksItThroughTheApiServer) {
  begin();
  showNodes(1);
  EXPECT_EQ(m_sink.last().state.phase, MetricsPhase::Looking);
  EXPECT_EQ(m_transport.only().path, "/api/v1/services");
  m_transport.respond(200, kServices);
  EXPECT_EQ(m_transport.only().path, std::string(kProxy) + "/api/v1/status/buildinfo");
  EXPECT_THAT(m_sink.last().state.proxiedNamespaces, ElementsAre("monitoring"))
      << "where a right is needed is reported before it is used";
  m_transport.respond(200, kBuildInfo);
  EXPECT_EQ(m_transport.only().path, std::string(kProxy) + "/api/v1/query");
  EXPECT_EQ(m_transport.only().method, "GET") << "POST through the proxy needs another right";
  answerRefresh(m_oneCard);
  const MetricsReport& report = m_sink.last();
  EXPECT_EQ(report.state.phase, MetricsPhase::Live);
  EXPECT_EQ(report.state.source, "monitoring/prometheus-server:80");
  EXPECT_EQ(report.state.version, "2.42.0");
  EXPECT_THAT(report.state.dialects, ElementsAre("dcgm-exporter"));
  ASSERT_EQ(report.samples.size(), 1U);
  EXPECT_EQ(report.samples[0].use.memoryUsedMib, 1000.0F);
  EXPECT_EQ(report.samples[0].use.at, m_loop.wallNow() - 5);
  EXPECT_EQ(m_sink.others, 0);
}

TEST_F(MetricsSessionTest, AsksTheSameNumberOfQuestionsForTenAndForTenThousandNodes) {
  std::vector<int> counts;
  for (const int nodes : {10, 10'000}) {
    test::FakeTransport transport;
    MetricsSession session(m_loop, transport, {"test", {}, &transport, {}}, m_loop, m_sink, m_endpointSlot);
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::ReplaceNodes;
    std::string series;
    for (int i = 0; i < nodes; ++i) {
      delta.nodes.push_back(gpuNode("n" + std::to_string(i)));
      series += "DCGM_FI_DEV_FB_USED{Hostname=\"n" + std::to_string(i) + "\",gpu=\"0\"} 1\n";
    }
    session.noteNodes({delta});
    const std::string answer = answerOf(series, now());
    transport.respond(200, kBuildInfo);
    transport.started.clear();
    while (!transport.open.empty()) transport.respond(200, answer);
    EXPECT_EQ(m_sink.last().samples.size(), static_cast<std::size_t>(nodes));
    counts.push_back(static_cast<int>(transport.started.size()));
  }
  EXPECT_EQ(counts[0], counts[1]);
  EXPECT_LE(counts[0], static_cast<int>(kMaxRefreshQuestions) + 1);  // and those of the address, once
}

TEST_F(MetricsSessionTest, AsksAgainEveryFifteenSeconds) {
  begin();
  showNodes(1);
  find();
  answerRefresh(m_oneCard);
  EXPECT_EQ(m_loop.untilNext(), 15s);
  m_loop.advance(15s);
  answerRefresh(m_oneCard);
  EXPECT_EQ(m_sink.last().state.queries, static_cast<int>(refreshQuestions().size()));
}

TEST_F(MetricsSessionTest, ARightThatIsMissingIsSaid) {
  begin();
  showNodes(1);
  m_transport.respond(403, R"({"kind":"Status","status":"Failure","reason":"Forbidden","message":"no","code":403})");
  EXPECT_EQ(m_sink.last().state.phase, MetricsPhase::Failed);
  EXPECT_EQ(m_sink.last().state.error.code, ErrorCode::Forbidden);
  EXPECT_EQ(m_sink.last().state.error.subject, "list services");
  EXPECT_EQ(m_sink.others, 0) << "the connection is not touched";
  m_session->refresh();
  m_transport.respond(200, kServices);
  m_transport.respond(403, R"({"kind":"Status","status":"Failure","reason":"Forbidden","message":"no","code":403})");
  EXPECT_EQ(m_sink.last().state.error.subject, "get services/proxy");
  EXPECT_EQ(m_sink.last().state.error.place, "monitoring");
}

TEST_F(MetricsSessionTest, NoServiceIsSaidAndLookedForLater) {
  begin();
  showNodes(1);
  m_transport.respond(200, R"({"kind":"ServiceList","items":[]})");
  EXPECT_EQ(m_sink.last().state.error.code, ErrorCode::MetricsMissing);
  EXPECT_EQ(m_sink.last().state.error.subject, "test");
  EXPECT_THAT(m_sink.last().state.error.detail, HasSubstr("prometheus-operated"));
  EXPECT_EQ(m_loop.untilNext(), 5min);
  const auto asked = m_endpointSlot.get();
  ASSERT_FALSE(asked);
  EXPECT_EQ(asked.error().code, ErrorCode::MetricsMissing);
}

TEST_F(MetricsSessionTest, OfSeveralTheOneThatMeasuresCardsIsTaken) {
  begin();
  showNodes(1);
  m_transport.respond(200, R"({"items":[
    {"metadata":{"name":"thanos-query","namespace":"thanos"},"spec":{"ports":[{"name":"grpc","port":10901},{"name":"http","port":9090}]}},
    {"metadata":{"name":"x-kube-prometheus-prometheus","namespace":"observability"},"spec":{"ports":[{"name":"http-web","port":9090}]}}]})");
  m_transport.respond(200, kBuildInfo);
  m_transport.respond(200, kEmpty);  // the first measures no cards
  m_transport.respond(200, kBuildInfo);
  m_transport.respond(
      200, R"({"status":"success","data":{"resultType":"vector","result":[{"metric":{},"value":[1,"8"]}]}})");
  EXPECT_THAT(m_transport.only().path,
              StartsWith("/api/v1/namespaces/observability/services/http:x-kube-prometheus-prometheus:9090/proxy"));
}

TEST_F(MetricsSessionTest, AServiceOfATenantIsNamedAndNeverAskedUnasked) {
  begin();
  showNodes(1);
  m_transport.respond(200, R"({"items":[
    {"metadata":{"name":"prometheus","namespace":"team-a"},"spec":{"ports":[{"name":"web","port":9090}]}}]})");
  EXPECT_EQ(m_sink.last().state.phase, MetricsPhase::Failed);
  EXPECT_EQ(m_sink.last().state.error.code, ErrorCode::MetricsMissing);
  EXPECT_EQ(m_sink.last().state.error.place, kUnvouchedPlace);
  EXPECT_EQ(m_sink.last().state.error.detail, "team-a/prometheus:9090");
  EXPECT_TRUE(m_transport.open.empty());
  m_loop.advance(10min);
  m_transport.respond(200, R"({"items":[
    {"metadata":{"name":"thanos-query","namespace":"team-a"},"spec":{"ports":[{"name":"web","port":9090}]}},
    {"metadata":{"name":"prometheus-server","namespace":"monitoring"},"spec":{"ports":[{"port":80}]}}]})");
  EXPECT_EQ(m_transport.only().path, std::string(kProxy) + "/api/v1/status/buildinfo")
      << "the likelier name counts less";
}

TEST_F(MetricsSessionTest, AFailureKeepsOlderSamplesAndWaitsLonger) {
  begin();
  showNodes(1);
  find();
  answerRefresh(m_oneCard);
  m_loop.advance(15s);
  m_transport.respond(502, "<html>bad gateway</html>", {{"content-type", "text/html"}});
  EXPECT_EQ(m_sink.last().state.phase, MetricsPhase::Failed);
  EXPECT_EQ(m_sink.last().state.error.code, ErrorCode::MetricsQuery);
  EXPECT_EQ(m_sink.last().state.error.httpStatus, 502);
  EXPECT_THAT(m_sink.last().state.error.detail, HasSubstr("<html>bad gateway</html>"));
  ASSERT_EQ(m_sink.last().samples.size(), 1U);
  EXPECT_EQ(m_sink.last().samples[0].use.memoryUsedMib, 1000.0F);
  EXPECT_EQ(m_loop.untilNext(), 15s);
  m_loop.advance(15s);
  m_transport.fail(ErrorCode::Timeout);
  EXPECT_EQ(m_loop.untilNext(), 30s);
  EXPECT_TRUE(m_endpointSlot.get()) << "the past can still be asked for";
}

TEST_F(MetricsSessionTest, AServiceThatMovedIsFoundAgain) {
  begin();
  showNodes(1);
  find();
  answerRefresh(m_oneCard);
  for (int i = 0; i < 3; ++i) {
    m_loop.advance(5min);
    m_transport.fail(ErrorCode::ConnectionRefused);
  }
  m_loop.advance(5min);
  EXPECT_EQ(m_transport.only().path, "/api/v1/services");
}

TEST_F(MetricsSessionTest, CardsThatVanishAgeAndAreForgotten) {
  const UnixSeconds sampled = sampleOneCard();
  answerRefresh("");
  ASSERT_EQ(m_sink.last().samples.size(), 1U) << "the exporter is away: its last word is kept";
  EXPECT_EQ(m_sink.last().samples[0].use.at, sampled) << "and grows old";
  m_loop.advance(15s);
  for (int i = 0; i < 30 && !m_sink.last().samples.empty(); ++i) {
    answerRefresh("");
    m_loop.advance(15s);
  }
  EXPECT_TRUE(m_sink.last().samples.empty()) << "nothing is known any more; never 0";
  EXPECT_GE(m_loop.wallNow() - sampled, MetricsSession::kForgetAfter);
  EXPECT_EQ(m_sink.last().state.phase, MetricsPhase::Live);
}

TEST_F(MetricsSessionTest, WithoutAgesTheRestIsShown) {
  begin();
  showNodes(1);
  find();
  for (const RefreshQuestion& question : refreshQuestions()) {
    if (question.part == RefreshPart::Values)
      m_transport.respond(200, answerOf(m_oneCard, now()));
    else
      m_transport.respond(422, R"({"status":"error","errorType":"execution","error":"too many samples"})");
  }
  EXPECT_EQ(m_sink.last().state.phase, MetricsPhase::Live);
  EXPECT_THAT(m_sink.last().state.warnings, ElementsAre("execution: too many samples"));
  EXPECT_EQ(m_sink.last().samples.size(), 1U);
}

TEST_F(MetricsSessionTest, AnAddressIsAskedByItsOwnTransportOnly) {
  test::FakeTransport own;
  begin({"test", {}, &own, {"http://metrics:9090", "", false, "", ""}});
  showNodes(1);
  EXPECT_EQ(own.only().path, "/api/v1/status/buildinfo");
  own.respond(200, kBuildInfo);
  EXPECT_EQ(own.only().path, "/api/v1/query");
  EXPECT_TRUE(m_transport.started.empty());
  m_session.reset();
  EXPECT_TRUE(own.open.empty()) << "what runs is cancelled";
}

TEST_F(MetricsSessionTest, StopsWhenTheLastGpuNodeGoes) {
  begin();
  showNodes(1);
  find();
  answerRefresh(m_oneCard);
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::DeleteNode;
  delta.key.name = "gpu-1";
  m_session->noteNodes({delta});
  EXPECT_EQ(m_sink.last().state.phase, MetricsPhase::None);
  EXPECT_TRUE(m_sink.last().samples.empty());
  const auto asked = m_transport.started.size();
  m_loop.advance(10min);
  EXPECT_EQ(m_transport.started.size(), asked);
}

TEST_F(MetricsSessionTest, TheStagesSayHowFarItCameAndHowLongItTook) {
  begin();
  showNodes(1);
  m_loop.advance(40ms);
  m_transport.respond(200, kServices);
  m_transport.respond(200, kBuildInfo);
  answerRefresh(m_oneCard);
  using Step = MetricsStage::Step;
  const auto& stages = m_sink.last().state.stages;
  ASSERT_EQ(stages.size(), 3U);
  EXPECT_EQ(stages[0].step, Step::FindServices);
  EXPECT_EQ(stages[0].milliseconds, 40);
  EXPECT_EQ(stages[0].found, 1);
  EXPECT_EQ(stages[1].step, Step::TestSource);
  EXPECT_EQ(stages[1].where, "monitoring/prometheus-server:80");
  EXPECT_EQ(stages[2].step, Step::QueryValues);
  EXPECT_GT(stages[2].found, 0);
  EXPECT_FALSE(stages[2].error);
  m_loop.advance(15s);
  m_transport.respond(503, R"({"status":"error","errorType":"timeout","error":"query timed out"})");
  const auto& later = m_sink.last().state.stages;
  ASSERT_EQ(later.size(), 3U) << "a refresh takes the place of the one before";
  ASSERT_TRUE(later[2].error);
  EXPECT_EQ(later[2].error->detail, "timeout: query timed out");
}

TEST_F(MetricsSessionTest, AClockThatDiffersIsSaidAndAgesNothing) {
  begin();
  showNodes(1);
  find();
  for (const RefreshQuestion& question : refreshQuestions()) {
    const double there = now() + 600;  // the source's clock is ten minutes ahead
    const bool ages = question.part == RefreshPart::Ages;
    const std::string sampled = std::to_string(m_loop.wallNow() + 595);
    m_transport.respond(200, ages ? answerOf(R"({Hostname="gpu-1",gpu="0",UUID="GPU-a"} )" + sampled, there)
                                  : answerOf(m_oneCard, there));
  }
  EXPECT_EQ(m_sink.last().state.clockAhead, 600);
  EXPECT_EQ(m_sink.last().samples.at(0).use.at, m_loop.wallNow() - 5);
  EXPECT_EQ(m_endpointSlot.get()->ahead, 600) << "questions about the past are asked in the source's time";
}

TEST_F(MetricsSessionTest, AnExporterThatDoesNotNameItsNodeIsFoundByItsPod) {
  begin();
  showNodes(2);
  const auto tell = [this](ClusterDelta::Op op, const std::string& node) {
    auto pod = std::make_shared<RawPod>();
    pod->meta.key = {"monitoring", "dcgm-7xk2p"};
    pod->meta.uid = "1";
    pod->spec.nodeName = node;
    pod->phase = PodPhase::Running;
    ClusterDelta delta;
    delta.op = op;
    delta.pods = {pod};
    delta.key = pod->meta.key;
    m_session->noteNodes({delta});
  };
  const auto refresh = [this] {
    const std::string card = R"(gpu="1",UUID="GPU-a",instance="10.244.3.7:9400")";
    int questions = 0;
    for (; !m_transport.open.empty(); ++questions) {
      const bool ages = refreshQuestions()[static_cast<std::size_t>(questions)].part == RefreshPart::Ages;
      const std::string scrape = R"(,pod="dcgm-7xk2p",namespace="monitoring"} )";
      m_transport.respond(200, ages ? answerOf("{" + card + scrape + std::to_string(m_loop.wallNow()), now())
                                    : answerOf("DCGM_FI_DEV_FB_USED{" + card + "} 1000", now()));
    }
    EXPECT_EQ(questions, static_cast<int>(refreshQuestions().size())) << "where a pod runs is no question";
    m_loop.advance(15s);
  };
  find();
  refresh();
  EXPECT_EQ(m_sink.last().samples.at(0).node, "") << "a pod that is not there tells nothing";
  tell(ClusterDelta::Op::ReplacePods, "gpu-2");
  refresh();
  EXPECT_EQ(m_sink.last().samples.at(0).node, "gpu-2");
  EXPECT_EQ(m_endpointSlot.get()->samples->at(0).node, "gpu-2") << "its past is that node's as well";
  tell(ClusterDelta::Op::UpsertPod, "gpu-1");
  refresh();
  EXPECT_EQ(m_sink.last().samples.at(0).node, "gpu-1");
  tell(ClusterDelta::Op::DeletePod, "gpu-1");
  refresh();
  EXPECT_EQ(m_sink.last().samples.at(0).node, "");
}

struct BadAnswer {
  const char* name;
  int status;
  std::string body;
  const char* says;
};
class MetricsBadInput : public MetricsSessionTest, public ::testing::WithParamInterface<BadAnswer> {};

TEST_P(MetricsBadInput, IsNamedKeepsWhatWasKnownAndNothingElseSuffers) {
  const UnixSeconds sampled = sampleOneCard();
  ASSERT_EQ(m_transport.open.size(), 1U);
  m_transport.respond(GetParam().status, GetParam().body);
  const MetricsReport& report = m_sink.last();
  EXPECT_EQ(report.state.phase, MetricsPhase::Failed);
  EXPECT_THAT(describe(report.state.error), HasSubstr(GetParam().says));
  EXPECT_EQ(report.state.error.subject, "monitoring/prometheus-server:80") << "the place is named";
  ASSERT_EQ(report.samples.size(), 1U);
  EXPECT_EQ(report.samples[0].use.at, sampled) << "the last word stays and ages; it is never 0";
  EXPECT_EQ(m_sink.others, 0) << "neither the nodes nor the connection hear of it";
}

INSTANTIATE_TEST_SUITE_P(
    All, MetricsBadInput,
    ::testing::Values(
        BadAnswer{"LoginPage", 200, "<!DOCTYPE html><title>Sign in</title>", "<!DOCTYPE html>"},
        BadAnswer{"GatewayPage", 502, "<html>502 Bad Gateway</html>", "502"},
        BadAnswer{"Unavailable", 503,
                  R"({"status":"error","errorType":"timeout","error":"query timed out in expression evaluation"})",
                  "query timed out"},
        BadAnswer{
            "TooManySteps", 400,
            R"({"status":"error","errorType":"bad_data","error":"exceeded maximum resolution of 11,000 points per timeseries."})",
            "11,000 points"},
        BadAnswer{"CannotEvaluate", 422,
                  R"({"status":"error","errorType":"execution","error":"many-to-many matching not allowed"})",
                  "many-to-many"},
        BadAnswer{"CutOff", 200, R"({"status":"success","data":{"resultType":"vector","result":[{"metric":{"a")",
                  "monitoring"},
        BadAnswer{"NoBody", 200, "", "monitoring"}),
    [](const auto& param) { return std::string(param.param.name); });

TEST_F(MetricsSessionTest, APartialAnswerIsUsedAndItsWarningReported) {
  begin();
  showNodes(1);
  find();
  for (const RefreshQuestion& question : refreshQuestions()) {
    std::string body = question.part == RefreshPart::Ages ? std::string(kEmpty) : answerOf(m_oneCard, now());
    body.insert(1, R"("warnings":["store gateway 3 is away"],)");
    m_transport.respond(200, body);
  }
  EXPECT_EQ(m_sink.last().samples.size(), 1U);
  EXPECT_THAT(m_sink.last().state.warnings, ElementsAre("store gateway 3 is away"));
}

TEST_F(MetricsSessionTest, NotANumberAndInfiniteAreUnknown) {
  begin();
  showNodes(1);
  find();
  answerRefresh(m_oneCard + R"(
DCGM_FI_DEV_GPU_UTIL{Hostname="gpu-1",gpu="0",UUID="GPU-a"} NaN
DCGM_FI_DEV_GPU_TEMP{Hostname="gpu-1",gpu="0",UUID="GPU-a"} +Inf)");
  const CardUse& use = m_sink.last().samples.at(0).use;
  EXPECT_FALSE(use.gpuPercent);
  EXPECT_FALSE(use.temperatureC);
  EXPECT_EQ(use.memoryUsedMib, 1000.0F);
}

TEST(MetricsQuestions, NoCounterIsAskedForSoNoneCanBeReset) {
  for (const RefreshQuestion& question : refreshQuestions()) {
    EXPECT_THAT(question.query, ::testing::Not(HasSubstr("_total|")));
    EXPECT_THAT(question.query, ::testing::Not(HasSubstr("_total\"")));
    EXPECT_THAT(question.query, ::testing::Not(HasSubstr("ENERGY")));
  }
}

TEST(MetricsAddress, BasicAuthenticationAndATenant) {
  const auto access = accessOf({"https://metrics.example", {}, {}, "reader", {}, "X-Scope-OrgID: team-a"});
  ASSERT_TRUE(access) << describe(access.error());
  EXPECT_EQ(access->username, "reader");
  const auto tenant = tenantHeader("X-Scope-OrgID: team-a");
  ASSERT_TRUE(tenant);
  EXPECT_EQ(tenant->first, "X-Scope-OrgID");
  EXPECT_EQ(tenant->second, "team-a");
  for (const char* const bad :
       {"", "team-a", ": x", "X-Scope-OrgID:", "X Y: z", "Authorization: Bearer x", "host: x", "A: b\r\nC: d"}) {
    EXPECT_FALSE(tenantHeader(bad)) << bad;
  }
  MetricsEndpoint endpoint{"m", "", false, "", ""};
  endpoint.headers.push_back(*tenant);
  const HttpRequest request = metricsRequest(endpoint, "/query", {{"query", std::string(7000, 'x')}});
  EXPECT_EQ(request.headers.size(), 2U) << "the tenant beside the content type of a form";
  EXPECT_EQ(request.headers[0].second, "team-a");
}

TEST(MetricsServices, PortsPrefixesAndHostileNames) {
  const auto found = metricsServices(R"({"items":[
    {"metadata":{"name":"vmselect","namespace":"vm"},"spec":{"ports":[{"port":8481}]}},
    {"metadata":{"name":"secure","namespace":"m","labels":{"app.kubernetes.io/name":"prometheus"}},"spec":{"ports":[{"name":"https","port":9091}]}},
    {"metadata":{"name":"arms","namespace":"arms-prom","labels":{"kubernetes.io/service-name":"prometheus-admin"}},"spec":{"ports":[{"port":9335}]}},
    {"metadata":{"name":"a/../prometheus","namespace":"x"},"spec":{"ports":[{"port":80}]}},
    {"metadata":{"name":"prometheus","namespace":".."},"spec":{"ports":[{"port":80}]}},
    {"metadata":{"name":"prometheus","namespace":"x"},"spec":{"ports":[{"port":99999}]}},
    {"metadata":{"name":"prometheus-node-exporter","namespace":"x","labels":{"app":"prometheus"}},"spec":{"ports":[{"port":9100}]}}]})");
  ASSERT_TRUE(found);
  std::vector<std::string> prefixes;
  for (const MetricsEndpoint& endpoint : found->vouched) prefixes.push_back(endpoint.prefix);
  EXPECT_THAT(prefixes, ElementsAre("/api/v1/namespaces/arms-prom/services/http:arms:9335/proxy"));
  prefixes.clear();
  for (const MetricsEndpoint& endpoint : found->others) prefixes.push_back(endpoint.prefix);
  EXPECT_THAT(prefixes, ElementsAre("/api/v1/namespaces/vm/services/http:vmselect:8481/proxy/select/0/prometheus",
                                    "/api/v1/namespaces/m/services/https:secure:9091/proxy"));
  EXPECT_FALSE(metricsServices("<html>"));
  EXPECT_FALSE(metricsServices(R"({"kind":"Status"})"));
  EXPECT_FALSE(metricsServices(R"({"items":[{"metadata")"));
}

TEST(MetricsServices, WhatTheOperatorChoseIsTakenWhereverItStands) {
  const std::string list = R"({"items":[
    {"metadata":{"name":"prometheus","namespace":"monitoring"},"spec":{"ports":[{"port":80}]}},
    {"metadata":{"name":"mine","namespace":"team-a"},"spec":{"ports":[{"name":"web","port":9090},{"port":9091}]}}]})";
  const auto prefixOf = [&list](const std::string& chosen) {
    const auto found = metricsServices(list, chosen);
    return found && found->vouched.size() == 1 ? found->vouched.front().prefix : std::string();
  };
  EXPECT_EQ(prefixOf("team-a/mine"), "/api/v1/namespaces/team-a/services/http:mine:9090/proxy");
  EXPECT_EQ(prefixOf("team-a/mine:9091"), "/api/v1/namespaces/team-a/services/http:mine:9091/proxy");
  EXPECT_EQ(prefixOf("team-a/min"), "");
  EXPECT_EQ(prefixOf("team-a/mine:1"), "");
  for (const char* choice : {"team-a/mine", "team-a/mine:9091"}) EXPECT_TRUE(isServiceChoice(choice)) << choice;
  for (const char* other : {"", "mine", "/mine", "a/", "a/b/c", "http://host/x", "host:9090/prom"})
    EXPECT_FALSE(isServiceChoice(other)) << other;
}

TEST(MetricsAddress, OwnAccessOnly) {
  const auto access = accessOf({"https://metrics.example/prom/", {}, {}});
  ASSERT_TRUE(access);
  EXPECT_EQ(access->server.text(), "https://metrics.example:443/prom");
  EXPECT_TRUE(access->token.empty());
  EXPECT_TRUE(access->clientCertificatePem.empty());
  const auto bad = accessOf({"metrics:9090", {}, {}});
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().subject, "--prometheus");
}

TEST(MetricsRequest, LongQuestionsGoAsAFormButNotThroughTheProxy) {
  const std::string longText(7000, 'x');
  const HttpRequest own = metricsRequest({"m", "", false, "", ""}, "/query", {{"query", longText}});
  EXPECT_EQ(own.method, "POST");
  EXPECT_EQ(own.body, "query=" + longText);
  EXPECT_EQ(metricsRequest({"m", "/p", true, "a", "b"}, "/query", {{"query", longText}}).method, "GET");
}

}  // namespace
}  // namespace cardinal::testing
