// SPDX-License-Identifier: Apache-2.0
// Start of the demo (budget: 50 ms to the first snapshot, so that the first map is painted within half a second), and
// snapshot files.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "core/provider/record/snapshot_builder.h"
#include "core/service/snapshots/snapshot_file.h"
#include "core/sim/demo_cluster.h"
#include "core/sim/synthetic.h"

namespace cardinal {
namespace {

DemoOptions demoOptions(bool activity) {
  DemoOptions options;
  options.seed = 7;
  options.start = DemoTime{1'760'000'000'000};
  options.activity = activity;
  return options;
}

void demoToFirstSnapshot(benchmark::State& state) {
  for (auto _ : state) {
    DemoCluster demo(demoOptions(true));
    SnapshotBuilder builder;
    for (ClusterDelta& delta : demo.contents()) builder.apply(std::move(delta));
    benchmark::DoNotOptimize(builder.build(1'760'000'000));
  }
}
BENCHMARK(demoToFirstSnapshot)->Unit(benchmark::kMillisecond);

/// One minute of the demo's own life.
void demoMinute(benchmark::State& state) {
  DemoCluster demo(demoOptions(true));
  DemoTime now = demoOptions(true).start;
  for (auto _ : state) {
    for (int step = 0; step < 600; ++step) benchmark::DoNotOptimize(demo.advance(now += DemoTime(100)));
  }
}
BENCHMARK(demoMinute)->Unit(benchmark::kMillisecond);

/// A cluster of so many nodes with eight cards and ten pods each.
SnapshotContents contentsOf(int nodes) {
  SyntheticOptions options;
  options.nodes = nodes;
  options.pods = nodes * 10;
  options.pending = nodes / 10;
  SyntheticCluster cluster = makeSyntheticCluster(options);
  return {1'760'000'000, "v1.20.2", "", std::move(cluster.nodes), std::move(cluster.pods), {}};
}

std::string benchFile() {
  return (std::filesystem::temp_directory_path() / ("cardinal-bench-" + std::to_string(std::rand()) + ".snapshot"))
      .string();
}

void saveSnapshot(benchmark::State& state) {
  const SnapshotContents contents = contentsOf(static_cast<int>(state.range(0)));
  const std::string path = benchFile();
  for (auto _ : state) {
    if (!saveSnapshotFile(path, contents)) state.SkipWithError("not written");
  }
  state.counters["MB"] = static_cast<double>(std::filesystem::file_size(path)) / 1e6;
  std::filesystem::remove(path);
}
BENCHMARK(saveSnapshot)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);

void loadSnapshot(benchmark::State& state) {
  const std::string path = benchFile();
  if (!saveSnapshotFile(path, contentsOf(static_cast<int>(state.range(0))))) state.SkipWithError("not written");
  for (auto _ : state) benchmark::DoNotOptimize(loadSnapshotFile(path));
  std::filesystem::remove(path);
}
BENCHMARK(loadSnapshot)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace cardinal
