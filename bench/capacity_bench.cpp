// SPDX-License-Identifier: Apache-2.0
// Budget: how many more fit, up to 100,000 replicas, what binds and what more nodes bring, over 10,000 nodes x 8 cards
// in under 200 ms on one core. Fixed seed; the cluster is built once.
#include <benchmark/benchmark.h>

#include <map>
#include <random>
#include <string>

#include "core/alloc/engine/allocator.h"
#include "core/plan/capacity/capacity.h"
#include "tests/support/builders.h"

namespace {

using namespace cardinal;
using namespace cardinal::testing;

constexpr int kNodes = 10000;
constexpr int kCards = 8;
constexpr std::int64_t kUnits = 15;

SnapshotPtr makeCluster(bool ack) {
  std::mt19937 engine(42);
  std::uniform_int_distribution<int> used(0, 12);
  std::vector<NodeBuilder> nodes;
  std::vector<PodBuilder> pods;
  for (int i = 0; i < kNodes; ++i) {
    const std::string name = "node-" + std::to_string(i);
    nodes.push_back(ack ? ackNode(name, "cgpu", kCards, kUnits, "binpack") : gpushareNode(name, kCards, kUnits));
    for (int card = 0; card < kCards; ++card) {
      const int units = used(engine);
      if (units == 0) continue;
      PodBuilder& held = pods.emplace_back(pod(name + "-" + std::to_string(card)));
      held.gpuMem(units).cpuMilli(500).on(name);
      if (ack) {
        held.v2("{\"0\":{\"" + std::to_string(card) + "\":" + std::to_string(units) + "}}");
      } else {
        held.card(card);
      }
    }
  }
  return snapshotOf(nodes, pods);
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
