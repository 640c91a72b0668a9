// SPDX-License-Identifier: Apache-2.0
// Budget: the openb default trace with FGD, the cluster's metric after every arrival, in under 0.5 s for the whole
// process. The trace is not part of this project: its folder is named by CARDINAL_OPENB_DIR.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

#include "core/fragmentation/trace_run.h"

namespace {

using namespace cardinal::fragmentation;

std::string textOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::optional<Trace> readTrace(const std::string& folder, const std::string& list) {
  auto nodes = parseNodes(textOf(folder + "/openb_node_list_gpu_node.csv"), "nodes");
  if (!nodes) return std::nullopt;
  auto tasks = parseTasks(textOf(folder + "/openb_pod_list_" + list + ".csv"), "pods", nodes->models);
  if (!tasks) return std::nullopt;
  auto arrivals = parseArrivals(textOf(folder + "/openb_arrival_" + list + "_seed42.csv"), "arrivals", *tasks);
  auto order = parseOrder(textOf(folder + "/openb_node_order_" + list + "_seed42.csv"), "order", *nodes);
  if (!arrivals || !order) return std::nullopt;
  return Trace{std::move(nodes).value(), std::move(tasks).value(), std::move(arrivals).value(),
               std::move(order).value()};
}

std::optional<std::string> folder(benchmark::State& state) {
  const char* named = std::getenv("CARDINAL_OPENB_DIR");
  if (named != nullptr && *named != 0) return std::string(named);
  state.SkipWithError(
      "left out: CARDINAL_OPENB_DIR names no folder with the openb trace (github.com/alibaba/clusterdata)");
  return std::nullopt;
}

void read(benchmark::State& state, const char* list) {
  const auto from = folder(state);
  if (!from) return;
  for (auto _ : state) {
    auto trace = readTrace(*from, list);
    if (!trace) return state.SkipWithError("the trace cannot be read");
    benchmark::DoNotOptimize(trace);
  }
}

void place(benchmark::State& state, const char* list, PolicyKind policy) {
  const auto from = folder(state);
  if (!from) return;
  const auto trace = readTrace(*from, list);
  if (!trace) return state.SkipWithError("the trace cannot be read");
  double fragment = 0;
  for (auto _ : state) {
    TraceRun run(*trace, policy);
    while (run.next()) benchmark::DoNotOptimize(run.figures());
    fragment = run.figures().sums.fragment();
  }
  state.counters["F"] = fragment;
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(trace->arrivals.size()));
}

BENCHMARK_CAPTURE(read, default_list, "default")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(place, default_fgd, "default", PolicyKind::Fgd)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(place, default_best_fit, "default", PolicyKind::BestFit)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(place, default_packing, "default", PolicyKind::Packing)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(place, default_clustering, "default", PolicyKind::Clustering)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(place, default_dot_prod, "default", PolicyKind::DotProd)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(place, gpushare40_fgd, "gpushare40", PolicyKind::Fgd)->Unit(benchmark::kMillisecond);

}  // namespace
