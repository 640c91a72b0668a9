// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <benchmark/benchmark.h>

#include <memory>

#include "core/provider/record/snapshot_builder.h"

namespace cardinal::bench {

/// Measures the first build() of a builder that `fill` has handed the lists of a cluster, and nothing else.
template <typename Fill>
void buildAfterLists(benchmark::State& state, const Fill& fill) {
  for (auto _ : state) {
    state.PauseTiming();
    auto builder = std::make_unique<SnapshotBuilder>();
    fill(*builder);
    state.ResumeTiming();
    SnapshotPtr snapshot = builder->build(1);
    benchmark::DoNotOptimize(snapshot);
    state.PauseTiming();
    snapshot.reset();
    builder.reset();
    state.ResumeTiming();
  }
}

}  // namespace cardinal::bench
