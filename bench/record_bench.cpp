// SPDX-License-Identifier: Apache-2.0
// Recording what is allocated: 10,000 nodes x 8 cards, 100,000 pods, 200 changes a second; and reading it again. CPU
// time; all of it is off the GUI thread. Budgets: a whole state 250 ms, a minute's changes 100 ms, a month for a chart
// 300 ms, any moment 1 s, the next one 50 ms.
#include <benchmark/benchmark.h>

#include <filesystem>
#include <random>

#include "core/provider/record/snapshot_builder.h"
#include "core/record/allocation_lines.h"
#include "core/record/allocation_store.h"
#include "core/sim/synthetic.h"

namespace cardinal {
namespace {

constexpr UnixSeconds kStart = 1'768'435'200;  // the begin of a day
constexpr int kChangesPerMinute = 12'000;
constexpr int kVariants = 4;

/// States of one cluster that follow each other in a circle: between two of them so many pods end and come back.
const std::vector<SnapshotPtr>& states() {
  static const std::vector<SnapshotPtr> made = [] {
    const SyntheticCluster cluster = makeSyntheticCluster();
    SnapshotBuilder builder;
    ClusterDelta nodes;
    nodes.op = ClusterDelta::Op::ReplaceNodes;
    nodes.nodes = cluster.nodes;
    builder.apply(nodes);
    std::mt19937 random(5);  // NOLINT(cert-msc51-cpp): the same states every time
    std::vector<SnapshotPtr> out;
    for (int i = 0; i < kVariants; ++i) {
      std::vector<bool> gone(cluster.pods.size());
      for (int k = 0; k < kChangesPerMinute / 2; ++k) gone[random() % gone.size()] = true;
      ClusterDelta pods;
      pods.op = ClusterDelta::Op::ReplacePods;
      for (std::size_t k = 0; k < gone.size(); ++k) {
        if (!gone[k]) pods.pods.push_back(cluster.pods[k]);
      }
      builder.apply(pods);
      out.push_back(builder.build(1));
    }
    return out;
  }();
  return made;
}

const SnapshotPtr& stateOf(int minute) {
  return states()[static_cast<std::size_t>(minute) % states().size()];
}

std::unique_ptr<AllocationStore> openStore(const std::string& path = {}) {
  StoreOptions options;
  options.path = path;
  return AllocationStore::open(options).value();
}

/// A file that goes away.
class TemporaryFile {
 public:
  TemporaryFile() : m_folder(std::filesystem::temp_directory_path() / "cardinal-record-bench") {
    std::filesystem::remove_all(m_folder);
  }
  ~TemporaryFile() { std::filesystem::remove_all(m_folder); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  std::string path() const { return (m_folder / "x.sqlite").string(); }

 private:
  std::filesystem::path m_folder;
};

// The first state of a console: every card, to disk.
void BM_RecordWholeState(benchmark::State& state) {
  states();
  const TemporaryFile file;
  UnixSeconds at = kStart;
  for (auto _ : state) {
    state.PauseTiming();
    auto store = openStore(file.path());
    state.ResumeTiming();
    PastReader reader;
    const auto done = store->add(at += 60, sumAllocation(*stateOf(0)), reader.read(*stateOf(0)), true);
    if (!done) state.SkipWithError("not recorded");
  }
  state.counters["cards"] = static_cast<double>(stateOf(0)->cards.size());
}
BENCHMARK(BM_RecordWholeState)->Unit(benchmark::kMillisecond)->Iterations(20);

// A minute in which 12,000 pods came or went, to disk.
void BM_RecordAMinute(benchmark::State& state) {
  states();
  const TemporaryFile file;
  auto store = openStore(file.path());
  PastReader reader;
  int minute = 0;
  static_cast<void>(store->add(kStart, sumAllocation(*stateOf(0)), reader.read(*stateOf(0)), true));
  const std::int64_t before = *store->bytes();
  for (auto _ : state) {
    ++minute;
    const auto done =
        store->add(kStart + 60 * minute, sumAllocation(*stateOf(minute)), reader.read(*stateOf(minute)), true);
    if (!done) state.SkipWithError("not recorded");
  }
  state.counters["KiB"] = static_cast<double>(*store->bytes() - before) / 1024 / minute;
}
BENCHMARK(BM_RecordAMinute)->Unit(benchmark::kMillisecond)->Iterations(50);

// An hour of such minutes becomes four states of a quarter.
void BM_ThinAnHour(benchmark::State& state) {
  for (auto _ : state) {
    state.PauseTiming();
    auto store = openStore();
    PastReader reader;
    for (int i = 0; i < 60; ++i) {
      static_cast<void>(store->add(kStart + 60 * i, sumAllocation(*stateOf(i)), reader.read(*stateOf(i)), true));
    }
    static_cast<void>(store->add(kStart + 60 * 60, sumAllocation(*stateOf(0)), reader.read(*stateOf(0)), true));
    state.ResumeTiming();
    if (!store->thin(kStart + 2 * 86'400)) state.SkipWithError("not thinned");
  }
}
BENCHMARK(BM_ThinAnHour)->Unit(benchmark::kMillisecond)->Iterations(3);

/// A month of sums: a quarter of an hour each, the last day a minute each.
AllocationStore& month() {
  static const std::unique_ptr<AllocationStore> made = [] {
    auto store = openStore();
    AllocationSums sums = sumAllocation(*stateOf(0));
    UnixSeconds at = kStart;
    const auto add = [&](UnixSeconds step) {
      sums.held.memoryMib += 1;
      for (AllocationGroup& group : sums.owners) group.held.memoryMib += 1;
      static_cast<void>(store->add(at, sums, {}, true));
      at += step;
    };
    while (at < kStart + 29 * 86'400) add(900);
    while (at < kStart + 30 * 86'400) add(60);
    return store;
  }();
  return *made;
}

void BM_ReadAMonth(benchmark::State& state) {
  AllocationStore& store = month();
  LinesQuestion question;
  question.by = AllocationBy::Owner;
  question.start = kStart;
  question.end = kStart + 30 * 86'400;
  std::size_t states = 0;
  for (auto _ : state) {
    const auto past = store.sums(question.start, question.end);
    states = past->size();
    benchmark::DoNotOptimize(makeLines(*past, question));
  }
  state.counters["states"] = static_cast<double>(states);
}
BENCHMARK(BM_ReadAMonth)->Unit(benchmark::kMillisecond);

/// An hour of 60 states with 12,000 changes each.
AllocationStore& hour() {
  static const std::unique_ptr<AllocationStore> made = [] {
    auto store = openStore();
    PastReader reader;
    for (int i = 0; i < 60; ++i) {
      static_cast<void>(store->add(kStart + 60 * i, sumAllocation(*stateOf(i)), reader.read(*stateOf(i)), true));
    }
    return store;
  }();
  return *made;
}

// The last state of an hour: all before it are read.
void BM_LookAtTheWorstMoment(benchmark::State& state) {
  const auto moments = *hour().moments();
  for (auto _ : state) {
    state.PauseTiming();
    static_cast<void>(hour().nodes(moments.front().id));
    state.ResumeTiming();
    const auto nodes = hour().nodes(moments.back().id);
    benchmark::DoNotOptimize(toSnapshot(*nodes, 1));
  }
}
BENCHMARK(BM_LookAtTheWorstMoment)->Unit(benchmark::kMillisecond)->Iterations(5);

// One step forward on the track.
void BM_LookAtTheNextMoment(benchmark::State& state) {
  const auto moments = *hour().moments();
  std::size_t at = 0;
  for (auto _ : state) {
    if (++at == moments.size()) {
      state.PauseTiming();
      at = 1;
      static_cast<void>(hour().nodes(moments.front().id));
      state.ResumeTiming();
    }
    const auto nodes = hour().nodes(moments[at].id);
    benchmark::DoNotOptimize(toSnapshot(*nodes, 1));
  }
}
BENCHMARK(BM_LookAtTheNextMoment)->Unit(benchmark::kMillisecond)->Iterations(100);

}  // namespace
}  // namespace cardinal
