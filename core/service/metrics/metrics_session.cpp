// SPDX-License-Identifier: Apache-2.0
#include "core/service/metrics/metrics_session.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "core/base/error_places.h"
#include "core/base/joined.h"
#include "core/kube/rest/answer.h"
#include "core/metrics/questions.h"
#include "core/provider/readers.h"
#include "core/provider/registry/registry.h"

namespace cardinal {
namespace {

constexpr int kFailuresBeforeLooking = 3;
constexpr std::size_t kMaxWarnings = 5;
constexpr std::size_t kMaxStages = 24;  // a look at eight services and the questions
constexpr std::size_t kMaxVanished = 20'000;
constexpr double kSameClock = 2;  // seconds that clocks and answers may differ by

std::string identityOf(const CardSample& sample) {
  if (!sample.uuid.empty()) return plainUuid(sample.uuid) + "\n" + std::string(shortHost(sample.host));
  return std::to_string(sample.index) + "\n" + (sample.host.empty() ? sample.address : sample.host);
}

/// A refusal of one question, not of the whole conversation.
bool isRefusal(const Error& error) {
  return error.code == ErrorCode::MetricsQuery && (error.httpStatus == 400 || error.httpStatus == 422);
}

}  // namespace

Result<MetricsKnowledge> MetricsEndpointSlot::get() const {
  const MutexLock lock(m_mutex);
  return m_knowledge;
}

void MetricsEndpointSlot::set(Result<MetricsKnowledge> knowledge) {
  const MutexLock lock(m_mutex);
  m_knowledge = std::move(knowledge);
}

MetricsSession::MetricsSession(EventLoop& loop, Transport& cluster, Options options, const Clock& clock,
                               SourceSink& sink, MetricsEndpointSlot& slot)
    : m_loop(loop),
      m_cluster(cluster),
      m_options(std::move(options)),
      m_clock(clock),
      m_sink(sink),
      m_endpointSlot(slot) {}

MetricsSession::~MetricsSession() {
  if (m_requestBy != nullptr) m_requestBy->cancel(m_request);
  m_loop.cancelTimer(m_timer);
}

void MetricsSession::setNode(const RawNode& node) {
  const auto capacity = readCapacity(node, nullptr);
  Node& slot = m_nodes[node.meta.key.name];
  const bool has = capacity && !capacity->cards.empty();
  if (has != slot.hasCards) has ? ++m_nodesWithCards : --m_nodesWithCards;
  m_nodesChanged = m_nodesChanged || slot.address != node.internalIp;
  slot = {node.internalIp, has};
}

void MetricsSession::noteNodes(const std::vector<ClusterDelta>& deltas) {
  const std::size_t before = m_nodes.size();
  for (const ClusterDelta& delta : deltas) {
    m_pods.apply(delta);
    if (delta.op == ClusterDelta::Op::ReplaceNodes) {
      m_nodes.clear();
      m_nodesWithCards = 0;
      m_nodesChanged = true;
    }
    if (delta.op == ClusterDelta::Op::ReplaceNodes || delta.op == ClusterDelta::Op::UpsertNode) {
      for (const auto& node : delta.nodes) setNode(*node);
    } else if (delta.op == ClusterDelta::Op::DeleteNode) {
      const auto found = m_nodes.find(delta.key.name);
      if (found == m_nodes.end()) continue;
      if (found->second.hasCards) --m_nodesWithCards;
      m_nodes.erase(found);
      m_nodesChanged = true;
    }
  }
  m_nodesChanged = m_nodesChanged || before != m_nodes.size();
  nodesChanged();
}

void MetricsSession::nodesChanged() {
  const bool asking = m_state.phase != MetricsPhase::None;
  if (m_nodesWithCards > 0 && !asking) return start();
  if (m_nodesWithCards > 0 || !asking) return;
  // Nothing left to measure.
  if (m_requestBy != nullptr) m_requestBy->cancel(m_request);
  m_loop.cancelTimer(m_timer);
  m_requestBy = nullptr;
  m_request = 0;
  m_timer = 0;
  m_state = {};
  m_samples = std::make_shared<std::vector<CardSample>>();
  reportState();
}

void MetricsSession::refresh() {
  if (m_nodesWithCards == 0 || m_request != 0) return;
  m_loop.cancelTimer(m_timer);
  m_timer = 0;
  m_failures = 0;
  start();
}

Transport& MetricsSession::transport() const {
  return m_options.direct != nullptr ? *m_options.direct : m_cluster;
}

void MetricsSession::beginStage(MetricsStage::Step step, std::string where) {
  m_stageBegan = m_clock.steadyNow();
  MetricsStage stage;
  stage.step = step;
  stage.where = std::move(where);
  if (m_state.stages.size() == kMaxStages) m_state.stages.erase(m_state.stages.begin());
  m_state.stages.push_back(std::move(stage));
}

void MetricsSession::endStage(std::int64_t found, const Error* error) {
  if (m_state.stages.empty()) return;
  MetricsStage& stage = m_state.stages.back();
  const auto took = m_clock.steadyNow() - m_stageBegan;
  stage.milliseconds = static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(took).count());
  stage.found = found;
  if (error != nullptr) stage.error = *error;
}

void MetricsSession::ask(Transport& by, const MetricsEndpoint& endpoint, HttpRequest request, Answered answered) {
  ++m_state.queries;
  ResponseHandler handler;
  handler.end = [this, &by, endpoint, answered = std::move(answered)](Result<HttpResponse> answer) {
    m_request = 0;
    m_requestBy = nullptr;
    if (!answer) return answered(unexpected(answer.error()));
    if (answer->head.status == 401) by.renewCredentials();  // for the next attempt
    answered(metricsText(endpoint, std::move(*answer)));
  };
  m_requestBy = &by;
  m_request = by.start(std::move(request), std::move(handler));
}

void MetricsSession::start() {
  m_state.queries = 0;
  m_warnings.clear();
  if (m_state.phase == MetricsPhase::None) {
    m_state.phase = MetricsPhase::Looking;
    reportState();
  }
  if (!m_endpoint) {
    m_state.stages.clear();
    return look();
  }
  // The way to a source that was just found stays before its questions.
  const bool again = !m_state.stages.empty() && m_state.stages.back().step == MetricsStage::Step::QueryValues;
  if (again) m_state.stages.pop_back();
  beginStage(MetricsStage::Step::QueryValues, m_endpoint->name);
  m_series = 0;
  m_table = CardTable{};
  m_question = 0;
  m_ahead = 0;
  m_began = m_clock.wallNow();
  askNext();
}

void MetricsSession::look() {
  m_candidates.clear();
  m_secondBest.reset();
  m_firstRefusal.reset();
  if (m_options.direct != nullptr) {
    m_candidates.push_back(m_options.directEndpoint);
    return tryCandidate(0);
  }
  ++m_state.queries;
  beginStage(MetricsStage::Step::FindServices, m_options.cluster);
  HttpRequest request;
  request.path = "/api/v1/services";
  request.lane = Lane::List;
  request.compressed = true;
  request.maxBodyBytes = kMaxMetricsBytes;
  ResponseHandler handler;
  handler.end = [this](Result<HttpResponse> answer) {
    m_request = 0;
    m_requestBy = nullptr;
    if (!answer) return failStage(answer.error());
    if (answer->head.status == 401) m_cluster.renewCredentials();
    Decoder decoder;
    if (const auto error =
            answerError(answer->head, answer->body, {"list", "services", {}, {}, "/api/v1/services"}, decoder)) {
      return failStage(*error);
    }
    auto services = metricsServices(std::move(answer->body), m_options.chosen);
    if (!services) return failStage(services.error());
    takeServices(std::move(*services));
  };
  m_requestBy = &m_cluster;
  m_request = m_cluster.start(std::move(request), std::move(handler));
}

/// A service that anybody may have put there is named and not asked: what it says would be taken for measured.
void MetricsSession::takeServices(FoundServices found) {
  m_candidates = std::move(found.vouched);
  if (m_candidates.empty() && !found.others.empty()) {
    std::vector<std::string> names;
    for (const MetricsEndpoint& one : found.others) names.push_back(one.name);
    return failStage(makeError(ErrorCode::MetricsMissing, m_options.cluster, kUnvouchedPlace, joined(names)));
  }
  if (m_candidates.empty()) {
    const std::string wanted = m_options.chosen.empty() ? metricsServicesLookedFor() : m_options.chosen;
    return failStage(makeError(ErrorCode::MetricsMissing, m_options.cluster, {}, wanted));
  }
  endStage(static_cast<std::int64_t>(m_candidates.size()), nullptr);
  noteProxied();
  tryCandidate(0);
}

/// Known before the first of them is asked, as the right to ask is needed for it.
void MetricsSession::noteProxied() {
  std::vector<std::string> names;
  for (const MetricsEndpoint& one : m_candidates) {
    if (one.proxied && std::find(names.begin(), names.end(), one.ns) == names.end()) names.push_back(one.ns);
  }
  if (names == m_state.proxiedNamespaces) return;
  m_state.proxiedNamespaces = std::move(names);
  reportState();
}

void MetricsSession::tryCandidate(std::size_t index) {
  if (index >= m_candidates.size()) {
    if (m_secondBest) return settle(m_secondBest->first, m_secondBest->second);
    return fail(m_firstRefusal.value_or(makeError(ErrorCode::MetricsMissing, m_options.cluster)));
  }
  const MetricsEndpoint& endpoint = m_candidates[index];
  beginStage(MetricsStage::Step::TestSource, endpoint.name);
  ask(transport(), endpoint, metricsRequest(endpoint, "/status/buildinfo", {}),
      [this, index](Result<std::string> body) {
        auto version = body ? m_decoder.version(std::move(*body)) : Result<std::string>(unexpected(body.error()));
        // Some that answer questions do not report their version.
        const bool silent =
            !version && version.error().httpStatus == 404 && version.error().code == ErrorCode::MetricsQuery;
        if (silent) version = std::string();
        if (version) {
          endStage(-1, nullptr);
          return queryPresence(index, std::move(*version));
        }
        if (version.error().subject.empty()) version.error().subject = m_candidates[index].name;
        endStage(-1, &version.error());
        if (!m_firstRefusal) m_firstRefusal = version.error();
        tryCandidate(index + 1);
      });
}

void MetricsSession::queryPresence(std::size_t index, std::string version) {
  if (m_candidates.size() == 1) return settle(m_candidates[0], std::move(version));
  const MetricsEndpoint& endpoint = m_candidates[index];
  beginStage(MetricsStage::Step::QueryPresence, endpoint.name);
  ask(transport(), endpoint, metricsRequest(endpoint, "/query", {{"query", presenceQuestion()}}),
      [this, index, version = std::move(version)](Result<std::string> body) {
        const auto answer = body ? m_decoder.decode(std::move(*body), [](const SeriesView&) {})
                                 : Result<PrometheusAnswer>(unexpected(body.error()));
        endStage(answer ? static_cast<std::int64_t>(answer->series) : -1, answer ? nullptr : &answer.error());
        if (answer && answer->series > 0) return settle(m_candidates[index], version);
        if (answer && !m_secondBest) m_secondBest.emplace(m_candidates[index], version);
        if (!answer && !m_firstRefusal) m_firstRefusal = answer.error();
        tryCandidate(index + 1);
      });
}

void MetricsSession::settle(const MetricsEndpoint& endpoint, std::string version) {
  m_endpoint = endpoint;
  m_state.source = endpoint.name;
  m_state.version = std::move(version);
  start();
}

void MetricsSession::askNext() {
  if (m_question >= refreshQuestions().size()) return finish();
  ask(transport(), *m_endpoint,
      metricsRequest(*m_endpoint, "/query", {{"query", refreshQuestions()[m_question].query}}),
      [this](Result<std::string> body) { takeAnswer(std::move(body)); });
}

void MetricsSession::takeAnswer(Result<std::string> body) {
  const RefreshPart part = refreshQuestions()[m_question].part;
  auto answer = body ? m_decoder.decode(std::move(*body), [&](const SeriesView& series) { m_table.add(part, series); })
                     : Result<PrometheusAnswer>(unexpected(body.error()));
  if (!answer) {
    if (answer.error().subject.empty()) answer.error().subject = m_endpoint->name;
    // Without ages and pods the rest is still shown.
    if (part == RefreshPart::Values || !isRefusal(answer.error())) return failStage(answer.error());
    answer = PrometheusAnswer{{answer.error().detail}, 0};
  }
  if (part == RefreshPart::Values) m_series += static_cast<std::int64_t>(answer->series);
  for (std::string& warning : answer->warnings) {
    const bool isKnown = std::find(m_warnings.begin(), m_warnings.end(), warning) != m_warnings.end();
    if (!isKnown && m_warnings.size() < kMaxWarnings) m_warnings.push_back(std::move(warning));
  }
  if (part == RefreshPart::Ages && m_table.serverTime() > 0) {
    m_ahead = m_table.serverTime() - static_cast<double>(m_clock.wallNow());
  }
  ++m_question;
  askNext();
}

/// Exporters that do not name their node are where their pods are.
void MetricsSession::placeSamples(std::vector<CardSample>& samples) {
  if (m_nodesChanged || !m_names) {
    auto names = std::make_shared<NodeNames>();
    for (const auto& [name, node] : m_nodes) names->add(name, node.address);
    m_names = std::move(names);
    m_nodesChanged = false;
  }
  placeByScrape(samples, m_table.scrapedPods(), *m_names, [this](const ObjectKey& key) { return m_pods.find(key); });
}

/// Cards that are no longer reported keep their last sample for a while, so that it is seen to age.
void MetricsSession::keepVanished(std::vector<CardSample>& samples) {
  if (m_samples->empty()) return;
  std::unordered_set<std::string> present;
  present.reserve(samples.size());
  for (const CardSample& sample : samples) present.insert(identityOf(sample));
  std::vector<CardSample> gone;
  for (const CardSample& old : *m_samples) {
    if (present.find(identityOf(old)) != present.end()) continue;
    (m_began - old.use.at < kForgetAfter ? samples : gone).push_back(old);
  }
  if (gone.empty()) return;
  gone.insert(gone.end(), m_vanished->begin(), m_vanished->end());
  if (gone.size() > kMaxVanished) gone.resize(kMaxVanished);
  m_vanished = std::make_shared<std::vector<CardSample>>(std::move(gone));
}

void MetricsSession::finish() {
  endStage(m_series, nullptr);
  m_state.clockAhead = std::abs(m_ahead) < kSameClock ? 0 : std::llround(m_ahead);
  std::vector<CardSample> samples = m_table.take(m_began);
  placeSamples(samples);
  keepVanished(samples);
  m_samples = std::make_shared<std::vector<CardSample>>(std::move(samples));
  m_state.phase = MetricsPhase::Live;
  m_state.error = {};
  m_state.dialects = m_table.dialectNames();
  m_state.warnings = m_warnings;
  m_state.queriedAt = m_began;
  m_failures = 0;
  teach();
  reportState();
  plan(kBetweenRefreshes);
}

void MetricsSession::teach() {
  MetricsKnowledge knowledge;
  knowledge.endpoint = *m_endpoint;
  knowledge.transport = &transport();
  for (const std::string& name : m_table.metricNames()) {
    if (std::find(m_metrics.begin(), m_metrics.end(), name) == m_metrics.end()) m_metrics.push_back(name);
  }
  m_hasInstances = m_hasInstances || m_table.hasInstances();
  knowledge.metrics = m_metrics;
  knowledge.hasInstances = m_hasInstances;
  knowledge.vanished = m_vanished;
  knowledge.ahead = m_state.clockAhead;
  knowledge.samples = m_samples;
  knowledge.nodes = m_names;
  m_endpointSlot.set(std::move(knowledge));
}

void MetricsSession::failStage(const Error& error) {
  endStage(-1, &error);
  fail(error);
}

void MetricsSession::fail(Error error) {
  m_state.phase = MetricsPhase::Failed;
  m_state.error = std::move(error);
  ++m_failures;
  if (!m_endpoint) m_endpointSlot.set(unexpected(m_state.error));
  // The service may have moved.
  if (m_options.direct == nullptr && m_failures % kFailuresBeforeLooking == 0) m_endpoint.reset();
  reportState();
  const auto doubled = kBetweenRefreshes * (1 << std::min(m_failures - 1, 5));
  plan(m_state.error.code == ErrorCode::MetricsMissing ? kMaxWait : std::min(doubled, kMaxWait));
}

void MetricsSession::plan(std::chrono::seconds delay) {
  m_timer = m_loop.callAfter(delay, [this] {
    m_timer = 0;
    start();
  });
}

void MetricsSession::reportState() {
  MetricsReport report;
  report.state = m_state;
  report.samples = *m_samples;
  m_sink.onMetrics(std::move(report));
}

}  // namespace cardinal
