// SPDX-License-Identifier: Apache-2.0
// From raw objects to a snapshot: 10,000 nodes x 8 cards and 100,000 pods, 1,000 of them pending.
// Budgets: whole build under 100 ms, one pod event to a new snapshot under 5 ms.
#include <benchmark/benchmark.h>

#include "bench/build_after_lists.h"
#include "core/model/tables/inspect.h"
#include "core/provider/readers.h"
#include "core/provider/record/snapshot_builder.h"
#include "core/provider/registry/registry.h"
#include "core/sim/synthetic.h"

namespace cardinal {
namespace {

const SyntheticCluster& cluster() {
  static const SyntheticCluster made = makeSyntheticCluster();
  return made;
}

ClusterDelta allNodes() {
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::ReplaceNodes;
  delta.nodes = cluster().nodes;
  return delta;
}

ClusterDelta allPods() {
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::ReplacePods;
  delta.pods = cluster().pods;
  return delta;
}

void fill(SnapshotBuilder& builder) {
  builder.apply(allNodes());
  builder.apply(allPods());
}

void countSizes(benchmark::State& state, const ClusterSnapshot& snapshot) {
  state.counters["nodes"] = static_cast<double>(snapshot.nodes.size());
  state.counters["cards"] = static_cast<double>(snapshot.cards.size());
  state.counters["pods"] = static_cast<double>(cluster().pods.size());
  state.counters["pending"] = static_cast<double>(snapshot.unboundPods.size());
}

// Lists received for the first time: taking them in and the snapshot.
void BM_FirstSnapshot(benchmark::State& state) {
  cluster();
  SnapshotPtr snapshot;
  for (auto _ : state) {
    auto builder = std::make_unique<SnapshotBuilder>();
    fill(*builder);
    snapshot = builder->build(1);
    benchmark::DoNotOptimize(snapshot);
    state.PauseTiming();
    countSizes(state, *snapshot);
    snapshot.reset();
    builder.reset();
    state.ResumeTiming();
  }
}
BENCHMARK(BM_FirstSnapshot)->Unit(benchmark::kMillisecond);

// Only the build() of it.
void BM_BuildAfterLists(benchmark::State& state) {
  cluster();
  bench::buildAfterLists(state, fill);
}
BENCHMARK(BM_BuildAfterLists)->Unit(benchmark::kMillisecond);

// The same lists received again, as after a reconnect: nothing changed.
void BM_ListsAgain(benchmark::State& state) {
  SnapshotBuilder builder;
  fill(builder);
  SnapshotPtr snapshot = builder.build(1);
  for (auto _ : state) {
    state.PauseTiming();
    ClusterDelta nodes = allNodes();
    ClusterDelta pods = allPods();
    state.ResumeTiming();
    builder.apply(std::move(nodes));
    builder.apply(std::move(pods));
    snapshot = builder.build(1);
    benchmark::DoNotOptimize(snapshot);
  }
}
BENCHMARK(BM_ListsAgain)->Unit(benchmark::kMillisecond);

// One pod event to a new snapshot; a reader holds the last one, as the window does.
void BM_PodEvent(benchmark::State& state) {
  SnapshotBuilder builder;
  fill(builder);
  SnapshotPtr snapshot = builder.build(1);
  const auto& pods = cluster().pods;
  std::size_t at = 0;
  int version = 1'000'000;
  for (auto _ : state) {
    state.PauseTiming();
    auto pod = std::make_shared<RawPod>(*pods[at]);
    pod->meta.resourceVersion = std::to_string(++version);
    at = (at + 7919) % pods.size();
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::UpsertPod;
    delta.pods.push_back(std::move(pod));
    state.ResumeTiming();
    builder.apply(std::move(delta));
    snapshot = builder.build(1);
    benchmark::DoNotOptimize(snapshot);
  }
}
BENCHMARK(BM_PodEvent)->Unit(benchmark::kMillisecond);

void BM_ReadUsage(benchmark::State& state) {
  const auto& pods = cluster().pods;
  std::size_t at = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(readUsage(*pods[at]));
    at = (at + 1) % pods.size();
  }
}
BENCHMARK(BM_ReadUsage)->Unit(benchmark::kNanosecond);

void BM_InspectSummary(benchmark::State& state) {
  SnapshotBuilder builder;
  fill(builder);
  const SnapshotPtr snapshot = builder.build(1);
  for (auto _ : state) benchmark::DoNotOptimize(inspectSummary(*snapshot, {}));
}
BENCHMARK(BM_InspectSummary)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace cardinal
