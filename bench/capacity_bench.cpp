// SPDX-License-Identifier: Apache-2.0
// Budget: how many more fit, up to 100,000 replicas, what binds and what more nodes bring, over 10,000 nodes x 8 cards
// in under 200 ms on one core. Fixed seed; the cluster is built once.
#include <benchmark/benchmark.h>

#include <map>
#include <string>

#include "bench/used_cards.h"
#include "core/alloc/engine/allocator.h"
#include "core/plan/capacity/capacity.h"

namespace {

using namespace cardinal;
using namespace cardinal::testing;

constexpr int kNodes = 10000;

SnapshotPtr makeCluster(bool ack) {
  return bench::usedCluster(
      kNodes, [ack](int i) { return bench::usedNode(ack, "node-" + std::to_string(i)); },
      [ack](const std::string& node, int card, int units) { return bench::unitsHolder(ack, node, card, units); });
}

const SnapshotPtr& cluster(bool ack) {
  static std::map<bool, SnapshotPtr> made;
  SnapshotPtr& out = made[ack];
  if (!out) out = makeCluster(ack);
  return out;
}

void capacity(benchmark::State& state, bool ack, std::int64_t units, int cards) {
  const SnapshotPtr& snapshot = cluster(ack);
  PodBuilder asked = pod("asked");
  asked.gpuMem(units).cpuMilli(100);
  if (cards > 1) asked.gpuCount(cards);
  const AllocationRequest request = makeRequest(asked.raw());
  std::int64_t fits = 0;
  for (auto _ : state) {
    const CapacityAnswer answer = answerCapacity(request, *snapshot);
    fits = answer.fits;
    benchmark::DoNotOptimize(fits);
  }
  state.counters["fits"] = static_cast<double>(fits);
}

BENCHMARK_CAPTURE(capacity, open_source_to_the_limit, false, 1, 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(capacity, open_source_until_full, false, 6, 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(capacity, ack_to_the_limit, true, 1, 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(capacity, ack_four_cards, true, 16, 4)->Unit(benchmark::kMillisecond);

}  // namespace
