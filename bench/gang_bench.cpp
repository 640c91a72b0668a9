// SPDX-License-Identifier: Apache-2.0
// Budget: a gang of 1,000 pods in two roles previewed over 10,000 nodes x 8 cards in under 20 ms on one core, and as
// many replicas that have rules between themselves. Fixed seed; the cluster is built once.
#include <benchmark/benchmark.h>

#include <map>
#include <string>

#include "bench/used_cards.h"
#include "core/alloc/engine/allocator.h"
#include "core/alloc/make_request.h"
#include "core/alloc/profile.h"
#include "core/plan/drain/group_placement.h"
#include "tests/support/pod_rules.h"

namespace {

using namespace cardinal;
using namespace cardinal::testing;

constexpr int kNodes = 10000;
constexpr int kCards = bench::kUsedCards;
constexpr const char* kByZone = "topology.kubernetes.io/zone";

enum class Stack { OpenSource, Ack, Exclusive };

/// Of whole cards every fifth is taken.
SnapshotPtr makeCluster(Stack stack) {
  const bool isAck = stack == Stack::Ack;
  const bool isWhole = stack == Stack::Exclusive;
  return bench::usedCluster(
      kNodes,
      [=](int i) {
        const std::string name = "node-" + std::to_string(i);
        NodeBuilder out = isWhole ? nvidiaNode(name, kCards) : bench::usedNode(isAck, name);
        return out.label(kByHost, name).label(kByZone, "zone-" + std::to_string(i % 12));
      },
      [=](const std::string& node, int card, int units) -> std::optional<PodBuilder> {
        if (isWhole && units > 2) return std::nullopt;
        PodBuilder out = pod(node + "-" + std::to_string(card));
        out.cpuMilli(500).on(node).nvidia(1);
        if (!isWhole) out = bench::unitsHolder(isAck, node, card, units);
        return out.label("app", "app-" + std::to_string(card));
      });
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

enum class Rule { Apart, HardSpread, SoftSpread, DefaultSpread, SoftApart, SoftTogether };

void addRule(PodBuilder& pod, Rule rule, const char* key) {
  using Kind = PodAffinityTerm::Kind;
  constexpr int kWeight = 100;
  switch (rule) {
    case Rule::Apart:
      return addTerm(pod, termOn("w", key, Kind::RequiredAntiAffinity));
    case Rule::HardSpread:
      return addSpread(pod, "w", key, 1);
    case Rule::SoftSpread:
      return addSpread(pod, "w", key, 1, false);
    case Rule::DefaultSpread:
      pod.edit().meta.owners = {{"ReplicaSet", "w", "uid-w", true}};
      return;
    case Rule::SoftApart:
      return addTerm(pod, termOn("w", key, Kind::PreferredAntiAffinity, kWeight));
    case Rule::SoftTogether:
      return addTerm(pod, termOn("w", key, Kind::PreferredAffinity, kWeight));
  }
}

/// 1,000 replicas of one card each that mind one another, with kube-scheduler's scores.
void replicasWithRules(benchmark::State& state, Rule rule, const char* key) {
  const SnapshotPtr& snapshot = cluster(Stack::Exclusive);
  PodBuilder asked = replica();
  addRule(asked, rule, key);
  AllocationRequest request = makeRequest(asked.raw(), 1000);
  request.scheduler = std::make_shared<const SchedulerProfile>(profileFor("v1.35.4"));
  std::size_t placed = 0;
  for (auto _ : state) {
    const AllocationAnswer answer = allocate(request, *snapshot);
    placed = answer.placements.size();
    benchmark::DoNotOptimize(answer);
  }
  state.counters["placed"] = static_cast<double>(placed);
}

BENCHMARK_CAPTURE(replicasWithRules, apart_by_host, Rule::Apart, kByHost)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(replicasWithRules, hard_spread_by_zone, Rule::HardSpread, kByZone)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(replicasWithRules, soft_spread_by_host, Rule::SoftSpread, kByHost)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(replicasWithRules, soft_spread_by_zone, Rule::SoftSpread, kByZone)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(replicasWithRules, default_spread, Rule::DefaultSpread, "")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(replicasWithRules, soft_apart_by_host, Rule::SoftApart, kByHost)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(replicasWithRules, soft_together_by_zone, Rule::SoftTogether, kByZone)->Unit(benchmark::kMillisecond);

BENCHMARK_CAPTURE(gang, open_source, Stack::OpenSource, 8, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(gang, open_source_scored, Stack::OpenSource, 8, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(gang, ack, Stack::Ack, 8, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(gang, whole_cards, Stack::Exclusive, 1, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(gang, whole_nodes, Stack::Exclusive, kCards, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(eightRoles, open_source, Stack::OpenSource, 8, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(eightRoles, whole_cards, Stack::Exclusive, 1, true)->Unit(benchmark::kMillisecond);

}  // namespace
