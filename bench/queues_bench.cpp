// SPDX-License-Identifier: Apache-2.0
// What the page Queues and `cardinal queues` compute of 10,000 that wait (off the GUI thread), by the number of queues
// that they wait in.
#include <benchmark/benchmark.h>

#include "bench/built_snapshot.h"
#include "core/queues/answers/queue_report.h"
#include "core/queues/group_report.h"
#include "tests/support/waiting_queues.h"

namespace {

using namespace cardinal;

SnapshotPtr snapshotOf(std::vector<ClusterDelta> deltas) {
  return bench::built(std::move(deltas), test::kWaitingEpoch + 100'000);
}

/// Range: queues.
void kueueReport(benchmark::State& state) {
  const SnapshotPtr snapshot = snapshotOf(test::kueueCluster({10'000, static_cast<int>(state.range(0))}));
  std::size_t waiting = 0;
  for (auto _ : state) {
    const queues::QueueReport report = queues::queueReport(queues::KueueIndex(snapshot->extras));
    waiting = report.unqueued.size();
    for (const queues::QueueRow& row : report.queues) waiting += row.waiting.size();
    benchmark::DoNotOptimize(report);
  }
  state.counters["waiting"] = static_cast<double>(waiting);
}
BENCHMARK(kueueReport)->Arg(1)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond);

void volcanoReport(benchmark::State& state) {
  const SnapshotPtr snapshot = snapshotOf(test::volcanoCluster({10'000, static_cast<int>(state.range(0))}));
  std::size_t waiting = 0;
  for (auto _ : state) {
    const std::vector<queues::GroupReport> reports = queues::groupReports(*snapshot);
    waiting = reports.front().waiting.size();
    benchmark::DoNotOptimize(reports);
  }
  state.counters["waiting"] = static_cast<double>(waiting);
}
BENCHMARK(volcanoReport)->Arg(1)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond);

/// One workload of Kueue changes: the snapshot after it.
void workloadEvent(benchmark::State& state) {
  SnapshotBuilder builder;
  for (ClusterDelta& delta : test::kueueCluster()) builder.apply(std::move(delta));
  SnapshotPtr snapshot = builder.build(1);
  int number = 0;
  for (auto _ : state) {
    state.PauseTiming();
    auto changed = test::workloadOf(number, number % 100, false);
    changed->meta.resourceVersion = std::to_string(1'000'000 + number);
    number = (number + 7) % 10'000;
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::UpsertExtra;
    delta.extras.emplace_back(std::shared_ptr<const RawKueueWorkload>(std::move(changed)));
    state.ResumeTiming();
    builder.apply(std::move(delta));
    snapshot = builder.build(2);
    benchmark::DoNotOptimize(snapshot);
  }
}
BENCHMARK(workloadEvent)->Unit(benchmark::kMillisecond);

}  // namespace
