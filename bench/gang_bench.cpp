// SPDX-License-Identifier: Apache-2.0
// Budget: a gang of 1,000 pods in two roles previewed over 10,000 nodes x 8 cards in under 20 ms on one core. Fixed
// seed; the cluster is built once.
#include <benchmark/benchmark.h>

#include <map>
#include <random>
#include <string>

#include "core/alloc/make_request.h"
#include "core/alloc/profile.h"
#include "core/plan/drain/group_placement.h"
#include "tests/support/builders.h"

namespace {

using namespace cardinal;
using namespace cardinal::testing;

constexpr int kNodes = 10000;
constexpr int kCards = 8;
constexpr std::int64_t kUnits = 15;

enum class Stack { OpenSource, Ack, Exclusive };

NodeBuilder nodeOf(Stack stack, const std::string& name) {
  switch (stack) {
    case Stack::OpenSource:
      return gpushareNode(name, kCards, kUnits);
    case Stack::Ack:
      return ackNode(name, "cgpu", kCards, kUnits, "binpack");
    case Stack::Exclusive:
      break;
  }
  return nvidiaNode(name, kCards);
}

/// Cards are used to 40 % on the average; of whole cards every fifth is taken.
SnapshotPtr makeCluster(Stack stack) {
  std::mt19937 engine(42);
  std::uniform_int_distribution<int> used(0, 12);
  std::vector<NodeBuilder> nodes;
  std::vector<PodBuilder> pods;
  for (int i = 0; i < kNodes; ++i) {
    const std::string name = "node-" + std::to_string(i);
    nodes.push_back(nodeOf(stack, name));
    for (int card = 0; card < kCards; ++card) {
      const int units = used(engine);
      if (units == 0 || (stack == Stack::Exclusive && units > 2)) continue;
      PodBuilder& held = pods.emplace_back(pod(name + "-" + std::to_string(card)));
      held.cpuMilli(500).on(name).label("app", "app-" + std::to_string(card));
      if (stack == Stack::Exclusive)
        held.resource("nvidia.com/gpu", 1);
      else if (held.gpuMem(units); stack == Stack::Ack)
        held.v2("{\"0\":{\"" + std::to_string(card) + "\":" + std::to_string(units) + "}}");
      else
        held.card(card);
    }
  }
  return snapshotOf(nodes, pods);
}

const SnapshotPtr& cluster(Stack stack) {
  static std::map<Stack, SnapshotPtr> made;
  SnapshotPtr& out = made[stack];
  if (!out) out = makeCluster(stack);
  return out;
}

AllocationRequest request(Stack stack, std::int64_t amount, int replicas, bool isScored) {
  PodBuilder out = pod("asked");
  out.cpuMilli(1000).resource("memory", 4LL << 30).label("job", "gang");
  if (stack == Stack::Exclusive)
    out.resource("nvidia.com/gpu", amount);
  else
    out.gpuMem(amount);
  AllocationRequest asked = makeRequest(out.raw(), replicas);
  if (isScored) asked.scheduler = std::make_shared<const SchedulerProfile>(profileFor("v1.20.2"));
  return asked;
}

/// One master and 999 workers; `amount`: units of memory on one card, or whole cards, of each.
void gang(benchmark::State& state, Stack stack, std::int64_t amount, bool isScored) {
  const SnapshotPtr& snapshot = cluster(stack);
  const std::vector<AllocationRequest> roles = {request(stack, amount, 1, isScored),
                                                request(stack, amount, 999, isScored)};
  std::size_t placed = 0;
  for (auto _ : state) {
    const auto answers = allocateInOrder(roles, *snapshot);
    placed = answers[0].placements.size() + answers[1].placements.size();
    benchmark::DoNotOptimize(answers);
  }
  state.counters["placed"] = static_cast<double>(placed);
}

/// Eight roles of 125 pods.
void eightRoles(benchmark::State& state, Stack stack, std::int64_t amount, bool isScored) {
  const SnapshotPtr& snapshot = cluster(stack);
  const std::vector<AllocationRequest> roles(8, request(stack, amount, 125, isScored));
  std::size_t placed = 0;
  for (auto _ : state) {
    placed = 0;
    const auto answers = allocateInOrder(roles, *snapshot);
    for (const AllocationAnswer& answer : answers) placed += answer.placements.size();
    benchmark::DoNotOptimize(answers);
  }
  state.counters["placed"] = static_cast<double>(placed);
}

BENCHMARK_CAPTURE(gang, open_source, Stack::OpenSource, 8, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(gang, open_source_scored, Stack::OpenSource, 8, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(gang, ack, Stack::Ack, 8, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(gang, whole_cards, Stack::Exclusive, 1, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(gang, whole_nodes, Stack::Exclusive, kCards, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(eightRoles, open_source, Stack::OpenSource, 8, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(eightRoles, whole_cards, Stack::Exclusive, 1, true)->Unit(benchmark::kMillisecond);

}  // namespace
