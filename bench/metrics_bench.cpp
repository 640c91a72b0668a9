// SPDX-License-Identifier: Apache-2.0
// One refresh of the metrics of 10,000 nodes x 8 cards: five measures decoded, gathered per card and matched with the
// snapshot. Budget: under 500 ms on one core, under 100 MB more than without.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <fstream>

#include "bench/built_snapshot.h"
#include "core/metrics/card_table.h"
#include "core/metrics/prometheus_answer.h"
#include "core/metrics/use.h"
#include "core/metrics/waste/waste_groups.h"
#include "core/sim/synthetic.h"

namespace cardinal {
namespace {

const ClusterSnapshot& snapshot() {
  static const SnapshotPtr made = bench::built({deltasOf(makeSyntheticCluster()).front()});  // its nodes
  return *made;
}

/// The answer to the question of one metric, for every card of the snapshot.
std::string answerOf(const char* metric, int value) {
  std::string body = R"({"status":"success","data":{"resultType":"vector","result":[)";
  char line[400];
  for (std::uint32_t i = 0; i < snapshot().nodes.size(); ++i) {
    const std::size_t cards = snapshot().cardsOf(NodeIndex{i}).size();
    for (std::size_t card = 0; card < cards; ++card) {
      std::snprintf(
          line, sizeof line,
          R"({"metric":{"Hostname":"%s","UUID":"GPU-%08x-%04zx-4000-8000-0123456789ab","__name__":"%s","gpu":"%zu",)"
          R"("instance":"10.%u.%u.%u:9400"},"value":[1700000000.781,"%d"]},)",
          snapshot().nodes[i]->name.c_str(), i, card, metric, card, i >> 16U, (i >> 8U) & 255U, i & 255U, value);
      body += line;
    }
  }
  body.back() = ']';
  return body + "}}";
}

const std::vector<std::string>& answers() {
  static const std::vector<std::string> made = {
      answerOf("DCGM_FI_DEV_GPU_UTIL", 73), answerOf("DCGM_FI_DEV_FB_USED", 9000),
      answerOf("DCGM_FI_DEV_FB_FREE", 7384), answerOf("DCGM_FI_DEV_GPU_TEMP", 61),
      answerOf("DCGM_FI_DEV_POWER_USAGE", 210)};
  return made;
}

double residentMib() {
  std::ifstream file("/proc/self/statm");
  double pages = 0, resident = 0;
  file >> pages >> resident;
  return resident * 4096 / (1024 * 1024);
}

void refreshOf80000Cards(benchmark::State& state) {
  PrometheusDecoder decoder;
  std::size_t bytes = 0;
  for (const std::string& answer : answers()) bytes += answer.size();
  const double before = residentMib();
  double most = before;
  std::uint32_t measured = 0;
  for (auto _ : state) {
    CardTable table;
    for (const std::string& answer : answers()) {
      state.PauseTiming();  // the program moves what it received
      std::string body = answer;
      state.ResumeTiming();
      auto read =
          decoder.decode(std::move(body), [&](const SeriesView& series) { table.add(RefreshPart::Values, series); });
      if (!read) state.SkipWithError("an answer was not read");
    }
    most = std::max(most, residentMib());
    MetricsReport report;
    report.samples = table.take(1'700'000'000);
    const auto use = matchSamples(report, snapshot());
    measured = use->measured;
    most = std::max(most, residentMib());
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes * state.iterations()));
  state.counters["measured"] = measured;
  state.counters["more MiB"] = most - before;
}
/// What the page does when a new answer has come: every card judged, then added up by owner.
void wasteOf80000Cards(benchmark::State& state) {
  const SnapshotPtr cluster = bench::built(deltasOf(makeSyntheticCluster()));
  ClusterPast past;
  past.end = 1'900'000'000;
  past.window = 86'400;
  for (const NodePtr& node : cluster->nodes) {
    for (const Card& card : node->cards)
      past.cards.push_back({{node->name, card.index}, 40.0F, card.index % 4 == 0 ? 0.0F : 90.0F, 1024.0F, 1.0F});
  }
  std::size_t groups = 0;
  for (auto _ : state) {
    const WasteReport report = findWaste(*cluster, past);
    groups = groupWaste(report, *cluster, WasteBy::Owner).size();
  }
  state.counters["groups"] = static_cast<double>(groups);
}
BENCHMARK(wasteOf80000Cards)->Unit(benchmark::kMillisecond)->MinTime(1);

BENCHMARK(refreshOf80000Cards)->Unit(benchmark::kMillisecond)->MinTime(3);

}  // namespace
}  // namespace cardinal
