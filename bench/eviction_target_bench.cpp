// SPDX-License-Identifier: Apache-2.0
// Budget: where 10,000 pods of 500 nodes land when all these nodes are switched, on a cluster of 1,000 nodes x 8 cards,
// in under 2 s on one core. Fixed seed; the cluster is built once.
#include <benchmark/benchmark.h>

#include <map>
#include <random>
#include <string>

#include "core/plan/drain/eviction_target.h"
#include "tests/support/builders.h"

namespace {

using namespace cardinal;
using namespace cardinal::testing;

constexpr int kNodes = 1000;
constexpr int kLeaving = 500;
constexpr int kCards = 8;
constexpr std::int64_t kUnits = 32;
constexpr int kPodsPerNode = 20;

struct Scene {
  SnapshotPtr cluster;
  std::vector<LeavingNode> leaving;
};

/// `perController` pods belong to one controller, on nodes drawn at random.
Scene makeScene(int perController) {
  std::mt19937 engine(42);
  std::uniform_int_distribution<int> units(1, 4);
  std::vector<NodeBuilder> nodes;
  std::vector<PodBuilder> pods;
  Scene out;
  for (int i = 0; i < kNodes; ++i) {
    const std::string name = "node-" + std::to_string(i);
    nodes.push_back(ackNode(name, "cgpu", kCards, kUnits, "binpack"));
    if (i < kLeaving) out.leaving.push_back({name, {}});
  }
  const int count = kLeaving * kPodsPerNode;
  for (int i = 0; i < count; ++i) {
    const int controller = i / perController;
    std::mt19937 own(static_cast<unsigned>(controller));
    const int asked = units(own);
    const int node = i % kLeaving;
    const int card = i / kLeaving % kCards;
    PodBuilder& made = pods.emplace_back(pod("pod-" + std::to_string(i)));
    const std::string owner = "web-" + std::to_string(controller);
    made.gpuMem(asked).cpuMilli(500).label("app", owner).on("node-" + std::to_string(node));
    made.v2("{\"0\":{\"" + std::to_string(card) + "\":" + std::to_string(asked) + "}}");
    made.edit().meta.owners.push_back({"ReplicaSet", owner, "uid-" + owner, true});
    out.leaving[static_cast<std::size_t>(node)].pods.push_back({"default", "pod-" + std::to_string(i)});
  }
  out.cluster = snapshotOf(nodes, pods);
  return out;
}

void target(benchmark::State& state) {
  static std::map<std::int64_t, Scene> made;
  Scene& scene = made[state.range(0)];
  if (!scene.cluster) scene = makeScene(static_cast<int>(state.range(0)));
  std::size_t lands = 0;
  for (auto _ : state) {
    lands = 0;
    for (const EvictionTarget& one : predictEvictionTargets(*scene.cluster, scene.leaving))
      lands += one.kind == EvictionTargetKind::Placed ? 1U : 0U;
  }
  state.counters["pods"] = kLeaving * kPodsPerNode;
  state.counters["land"] = static_cast<double>(lands);
}
BENCHMARK(target)->ArgName("pods_per_controller")->Arg(20)->Arg(5)->Arg(1)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
