// SPDX-License-Identifier: Apache-2.0
// What-if and defragmentation over 10,000 nodes x 8 cards with 100,000 pods, on one core. Fixed seed; the cluster is
// built once.
#include <benchmark/benchmark.h>

#include <string>

#include "bench/built_snapshot.h"
#include "core/plan/capacity/policy_advice.h"
#include "core/plan/what_if/defragment.h"
#include "core/sim/synthetic.h"

namespace {

using namespace cardinal;

SnapshotPtr makeCluster(int pods) {
  SyntheticOptions options;
  options.pods = pods;
  options.onlyMode = "gpushare";
  return bench::built(deltasOf(makeSyntheticCluster(options)), 1'700'000'000);
}

const SnapshotPtr& cluster() {
  static const SnapshotPtr made = makeCluster(100'000);
  return made;
}

/// So full that a card of 15 units is nowhere free.
const SnapshotPtr& fullCluster() {
  static const SnapshotPtr made = makeCluster(320'000);
  return made;
}

void whatIf(benchmark::State& state, const std::vector<WhatIfStep>& steps) {
  std::size_t pods = 0;
  if (runWhatIf(cluster(), steps).failure) return state.SkipWithError("a step cannot be done");
  for (auto _ : state) {
    const WhatIfResult result = runWhatIf(cluster(), steps);
    pods = 0;
    for (const WhatIfOutcome& outcome : result.steps) pods += outcome.pods.size();
    benchmark::DoNotOptimize(pods);
  }
  state.counters["pods"] = static_cast<double>(pods);
}

constexpr const char* kThousand =
    R"({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "extra"}, "spec": {
  "replicas": 1000, "template": {"spec": {"containers": [{"name": "m", "image": "x",
  "resources": {"limits": {"aliyun.com/gpu-mem": 5, "cpu": 1}}}]}}}})";

void figures(benchmark::State& state) {
  const FragmentGauge gauge(*cluster());
  for (auto _ : state) benchmark::DoNotOptimize(figuresOf(*cluster(), gauge));
}

void defrag(benchmark::State& state, const SnapshotPtr& (*made)(), std::int64_t gib) {
  DefragGoal goal;
  if (gib > 0) goal.memoryMib = gib * 1024;
  DefragAnswer answer;
  for (auto _ : state) {
    answer = defragment(made(), goal);
    benchmark::DoNotOptimize(answer.tried);
  }
  state.SetLabel(toString(answer.verdict));
  state.counters["moves"] = static_cast<double>(answer.moves.size());
  state.counters["tried"] = static_cast<double>(answer.tried);
}

BENCHMARK(figures)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whatIf, drain_one_node, {DrainNode{"node-00042", true}})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whatIf, submit_1000, {SubmitWorkload{kThousand, {}, "default"}})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whatIf, retry_1000_pending, {RetryPending{}})->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(defrag, whole_card, cluster, 0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(defrag, whole_card_when_full, fullCluster, 0)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(defrag, ten_gib_when_full, fullCluster, 10)->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace
