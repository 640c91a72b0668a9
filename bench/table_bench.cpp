// SPDX-License-Identifier: Apache-2.0
// The workload table over 10,000 nodes x 8 cards and 100,000 pods. Budgets: a keystroke in the filter 100 ms, sorting
// 300 ms.
#include <benchmark/benchmark.h>

#include <QCoreApplication>

#include "bench/built_snapshot.h"
#include "core/sim/synthetic.h"
#include "ui/models/tables/filter_proxy.h"
#include "ui/models/tables/pod_table_model.h"

namespace {

using namespace cardinal;
using namespace cardinal::ui;

const SnapshotPtr& bigCluster() {
  static const SnapshotPtr kSnapshot = bench::built(deltasOf(makeSyntheticCluster()));
  return kSnapshot;
}

const TableFacts& facts() {
  static const TableFacts kFacts{1'700'000'000, MemoryUnit::GiB, nullptr};
  return kFacts;
}

/// A word typed letter by letter, and taken back.
void keystroke(benchmark::State& state, const char* word) {
  PodTableModel model;
  model.setSnapshot(*bigCluster(), facts());
  FilterProxy proxy(model);
  const QString whole = QString::fromLatin1(word);
  qsizetype length = 0;
  for (auto _ : state) {
    length = length < whole.size() ? length + 1 : 0;
    benchmark::DoNotOptimize(proxy.setFilterText(whole.left(length)));
    benchmark::DoNotOptimize(proxy.rowCount());
  }
  state.counters["rows"] = model.rowCount();
}

/// Range 0: the column.
void sortBy(benchmark::State& state) {
  PodTableModel model;
  model.setSnapshot(*bigCluster(), facts());
  FilterProxy proxy(model);
  const int column = static_cast<int>(state.range(0));
  if (column >= model.columnCount()) return state.SkipWithError("no such column");
  state.SetLabel(model.columnId(column).toStdString());
  bool down = false;
  for (auto _ : state) {
    proxy.sort(column, down ? Qt::DescendingOrder : Qt::AscendingOrder);
    down = !down;
  }
}

/// A new state of the cluster that differs in nothing.
void sameStateAgain(benchmark::State& state) {
  PodTableModel model;
  model.setSnapshot(*bigCluster(), facts());
  FilterProxy proxy(model);
  proxy.sort(0);
  for (auto _ : state) model.setSnapshot(*bigCluster(), facts());
}

void allColumns(benchmark::internal::Benchmark* bench) {
  const PodTableModel model;
  for (int column = 0; column < model.columnCount(); ++column) bench->Arg(column);
}

}  // namespace

int main(int argc, char** argv) {
  QCoreApplication application(argc, argv);
  benchmark::RegisterBenchmark("keystroke/word", keystroke, "train-1")->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("keystroke/field", keystroke, "ns:team-a")->Unit(benchmark::kMillisecond);
  allColumns(benchmark::RegisterBenchmark("sortBy", sortBy)->Unit(benchmark::kMillisecond));
  benchmark::RegisterBenchmark("sameStateAgain", sameStateAgain)->Unit(benchmark::kMillisecond);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
