// SPDX-License-Identifier: Apache-2.0
#include "core/service/metrics/metrics_archive.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/kube/transport/exchange.h"
#include "core/metrics/questions.h"

namespace cardinal {
namespace {

using Place = std::pair<std::string, int>;

/// One conversation with the metrics source.
class Asking {
 public:
  Asking(EventLoop& loop, const MetricsKnowledge& knowledge, const std::stop_token& stop)
      : m_loop(loop), m_knowledge(knowledge), m_stop(stop) {}

  Result<void> ask(const std::string& path, const QueryParameters& parameters, const PrometheusDecoder::Visit& visit) {
    auto answer =
        exchange(m_loop, *m_knowledge.transport, metricsRequest(m_knowledge.endpoint, path, parameters), m_stop);
    if (!answer) return unexpected(answer.error());
    auto text = metricsText(m_knowledge.endpoint, std::move(*answer));
    if (!text) return unexpected(text.error());
    auto read = m_decoder.decode(std::move(*text), visit);
    if (!read) {
      if (read.error().subject.empty()) read.error().subject = m_knowledge.endpoint.name;
      return unexpected(read.error());
    }
    for (std::string& warning : read->warnings) {
      if (std::find(warnings.begin(), warnings.end(), warning) == warnings.end())
        warnings.push_back(std::move(warning));
    }
    return {};
  }

  std::vector<std::string> warnings;

 private:
  EventLoop& m_loop;
  const MetricsKnowledge& m_knowledge;
  const std::stop_token& m_stop;
  PrometheusDecoder m_decoder;
};

/// Puts the name back that a function over time drops, so that the series is read as any other.
class Named {
 public:
  explicit Named(std::string_view metric) : m_metric(metric) {}
  SeriesView operator()(const SeriesView& series, std::span<const MetricPoint> points) {
    m_labels.assign(series.labels.begin(), series.labels.end());
    m_labels.push_back({"__name__", m_metric});
    return {m_labels, points};
  }

 private:
  std::string_view m_metric;
  std::vector<MetricLabel> m_labels;
};

std::string seconds(UnixSeconds at) {
  return std::to_string(at);
}

/// Where the cards of samples are; those that no node has are left out.
std::optional<Place> placeOf(const MetricsKnowledge& knowledge, const CardSample& sample) {
  if (sample.contradicted || sample.index < 0) return std::nullopt;
  const bool placed = !sample.node.empty();
  const std::string* const node =
      placed ? knowledge.nodes->find(sample.node, {}) : knowledge.nodes->find(sample.host, sample.address);
  if (node == nullptr) return std::nullopt;
  return Place(*node, sample.index);
}

/// The samples that say how exporters name the cards asked for.
std::vector<CardSample> samplesOf(const MetricsKnowledge& knowledge, const std::vector<CardPlace>& cards) {
  std::map<Place, bool> wanted;
  for (const CardPlace& card : cards) wanted.emplace(Place(card.node, card.card), true);
  std::vector<CardSample> out;
  for (const auto& samples : {knowledge.samples, knowledge.vanished}) {
    for (const CardSample& sample : *samples) {
      const auto place = placeOf(knowledge, sample);
      if (place && wanted.count(*place) != 0) out.push_back(sample);
    }
  }
  return out;
}

std::optional<float> valueOf(const CardSample& sample, UseMeasure measure) {
  switch (measure) {
    case UseMeasure::GpuPercent:
      return sample.use.gpuPercent;
    case UseMeasure::MemoryUsedMib:
      return sample.use.memoryUsedMib;
    case UseMeasure::TemperatureC:
      return sample.use.temperatureC;
    case UseMeasure::PowerW:
      return sample.use.powerW;
  }
  return std::nullopt;
}

/// Some exporters report a card's index in a series of its own, and the scrape where the exporter is; the past is not
/// asked for either again.
class Indexes {
 public:
  void add(const std::vector<CardSample>& samples) {
    for (const CardSample& sample : samples) {
      if (!sample.uuid.empty())
        m_byUuid.emplace(plainUuid(sample.uuid), &sample);
      else if (!sample.node.empty() || sample.contradicted)
        m_byAddress.emplace(sample.address, &sample);
    }
  }
  void complete(CardSample& sample) const {
    if (sample.uuid.empty()) return completeByAddress(sample);
    const auto known = m_byUuid.find(plainUuid(sample.uuid));
    if (known == m_byUuid.end()) return;
    if (sample.index < 0) sample.index = known->second->index;
    // A card stays where it is although an exporter's host name may have changed in the meantime.
    sample.host = known->second->host;
    sample.address = known->second->address;
    sample.node = known->second->node;
    sample.contradicted = known->second->contradicted;
  }

 private:
  void completeByAddress(CardSample& sample) const {
    const auto known = m_byAddress.find(sample.address);
    if (known == m_byAddress.end() || known->second->host != sample.host) return;
    sample.node = known->second->node;
    sample.contradicted = known->second->contradicted;
  }

  std::unordered_map<std::string, const CardSample*> m_byUuid;
  std::unordered_map<std::string, const CardSample*> m_byAddress;
};

/// The steps of a range, each a table of cards: what holds for the present holds for each of them.
class Steps {
 public:
  Steps(UnixSeconds start, UnixSeconds step, std::size_t count) : m_start(start), m_step(step), m_tables(count) {}

  void add(std::string_view metric, const SeriesView& series) {
    Named named(metric);
    for (const MetricPoint& point : series.points) {
      const double at = (point.at - static_cast<double>(m_start)) / static_cast<double>(m_step);
      const auto index = static_cast<std::ptrdiff_t>(std::llround(at));
      if (index < 0 || static_cast<std::size_t>(index) >= m_tables.size()) continue;
      m_tables[static_cast<std::size_t>(index)].add(RefreshPart::Values, named(series, {&point, 1}));
    }
  }

  /// `use(sample, time)` for each card of each step, by time.
  template <typename Use>
  void each(Use&& use) {
    for (std::size_t i = 0; i < m_tables.size(); ++i) {
      const UnixSeconds at = m_start + static_cast<UnixSeconds>(i) * m_step;
      for (CardSample& sample : m_tables[i].take(at)) use(sample, at);
    }
  }

 private:
  UnixSeconds m_start;
  UnixSeconds m_step;
  std::vector<CardTable> m_tables;
};

/// Answers of one kind of question about a window, as samples.
Result<std::vector<CardSample>> gather(Asking& asking, const std::vector<PastQuestion>& questions) {
  CardTable table;
  for (const PastQuestion& question : questions) {
    Named named(question.metric);
    auto done = asking.ask("/query", {{"query", question.query}}, [&](const SeriesView& series) {
      table.add(RefreshPart::Values, named(series, series.points));
    });
    if (!done) return unexpected(done.error());
  }
  return table.take(1);
}

/// Power and memory of exporters come in their own units.
float inUnit(const std::string& metric, double raw) {
  const KnownMetric known = findMetric(metric);
  const bool scaled = known.metric != nullptr && known.metric->value != ExportedValue::EngineActive;
  return static_cast<float>(scaled ? raw * known.metric->scale : raw);
}

/// All cards as one series. The source adds up; of several exporters the first one's answer counts.
Result<History> wholeCluster(Asking& asking, const MetricsKnowledge& knowledge, const HistoryQuery& query) {
  History history;
  history.step = historyStep(query);
  const UnixSeconds start = query.start + knowledge.ahead;
  const UnixSeconds end = query.end + knowledge.ahead;
  for (const PastQuestion& question : clusterQuestions(query.measure, knowledge.metrics, history.step)) {
    HistorySeries all{{std::string(), -1}, {}};
    auto done = asking.ask(
        "/query_range",
        {{"query", question.query}, {"start", seconds(start)}, {"end", seconds(end)}, {"step", seconds(history.step)}},
        [&](const SeriesView& series) {
          for (const MetricPoint& point : series.points) {
            all.points.push_back({std::llround(point.at) - knowledge.ahead, inUnit(question.metric, point.value)});
          }
        });
    if (!done) return unexpected(done.error());
    if (all.points.empty()) continue;
    history.series.push_back(std::move(all));
    break;
  }
  history.warnings = std::move(asking.warnings);
  return history;
}

}  // namespace

Result<History> MetricsArchive::history(const HistoryQuery& query, const std::stop_token& stop) const {
  if (query.end < query.start)
    return unexpected(makeError(ErrorCode::InvalidArgument, "range", {}, seconds(query.end - query.start)));
  if (query.cards.size() > kMaxCards) {
    return unexpected(makeError(ErrorCode::InvalidArgument, "cards", {}, std::to_string(query.cards.size())));
  }
  auto knowledge = m_endpointSlot.get();
  if (!knowledge) return unexpected(knowledge.error());
  if (query.wholeCluster) {
    Asking asking(m_loop, *knowledge, stop);
    return wholeCluster(asking, *knowledge, query);
  }
  History history;
  history.step = historyStep(query);
  const std::vector<CardSample> cards = samplesOf(*knowledge, query.cards);
  if (cards.empty()) return history;
  const UnixSeconds start = query.start + knowledge->ahead;
  const UnixSeconds end = query.end + knowledge->ahead;
  Steps steps(start, history.step, static_cast<std::size_t>((end - start) / history.step) + 1);
  Asking asking(m_loop, *knowledge, stop);
  for (const PastQuestion& question : historyQuestions(query.measure, knowledge->metrics, cards, history.step)) {
    const QueryParameters parameters = {
        {"query", question.query}, {"start", seconds(start)}, {"end", seconds(end)}, {"step", seconds(history.step)}};
    auto done =
        asking.ask("/query_range", parameters, [&](const SeriesView& series) { steps.add(question.metric, series); });
    if (!done) return unexpected(done.error());
  }
  Indexes indexes;
  indexes.add(cards);
  std::map<Place, std::vector<HistoryPoint>> points;
  steps.each([&](CardSample& sample, UnixSeconds at) {
    indexes.complete(sample);
    const auto place = placeOf(*knowledge, sample);
    const auto value = valueOf(sample, query.measure);
    if (place && value) points[*place].push_back({at - knowledge->ahead, *value});
  });
  for (const CardPlace& card : query.cards) {
    const auto found = points.find(Place(card.node, card.card));
    if (found == points.end()) continue;
    history.series.push_back({card, std::move(found->second)});
    points.erase(found);
  }
  history.warnings = std::move(asking.warnings);
  return history;
}

Result<ClusterPast> MetricsArchive::past(UnixSeconds window, UnixSeconds now, const std::stop_token& stop) const {
  if (window < 60 || window > kLongestWindow) {
    return unexpected(makeError(ErrorCode::InvalidArgument, "window", {}, seconds(window)));
  }
  auto knowledge = m_endpointSlot.get();
  if (!knowledge) return unexpected(knowledge.error());
  const WindowQuestions questions = windowQuestions(window, knowledge->metrics, knowledge->hasInstances);
  Asking asking(m_loop, *knowledge, stop);
  auto averages = gather(asking, questions.averageBusy);
  if (!averages) return unexpected(averages.error());
  auto peaks = gather(asking, questions.peaks);
  if (!peaks) return unexpected(peaks.error());

  std::map<Place, CardPast> cards;
  Indexes indexes;
  indexes.add(*knowledge->samples);
  indexes.add(*knowledge->vanished);
  const auto cardOf = [&](CardSample& sample) -> CardPast* {
    indexes.complete(sample);
    const auto place = placeOf(*knowledge, sample);
    if (!place) return nullptr;
    CardPast& card = cards[*place];
    card.card = {place->first, place->second};
    return &card;
  };
  for (CardSample& sample : *averages) {
    if (CardPast* const card = cardOf(sample)) card->averageGpuPercent = sample.use.gpuPercent;
  }
  for (CardSample& sample : *peaks) {
    CardPast* const card = cardOf(sample);
    if (card == nullptr) continue;
    card->peakGpuPercent = sample.use.gpuPercent;
    card->peakMemoryMib = sample.use.memoryUsedMib;
  }
  if (!questions.coverage.empty()) {
    auto done = asking.ask("/query", {{"query", questions.coverage}}, [&](const SeriesView& series) {
      const CardLabel label = cardLabelOf(series);
      CardSample sample;
      sample.host = label.host;
      sample.address = label.address;
      sample.uuid = label.uuid;
      sample.index = label.index;
      CardPast* const card = cardOf(sample);
      if (card == nullptr || questions.steps < 1) return;
      const auto share = static_cast<float>(series.points.back().value / questions.steps);
      card->coverage = std::max(card->coverage, std::min(1.0F, share));
    });
    if (!done) return unexpected(done.error());
  }
  ClusterPast past;
  past.end = now;
  past.window = window;
  past.warnings = std::move(asking.warnings);
  for (auto& [place, card] : cards) past.cards.push_back(std::move(card));
  return past;
}

}  // namespace cardinal
