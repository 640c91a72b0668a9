// SPDX-License-Identifier: Apache-2.0
// A cold question over 10,000 nodes x 8 cards that a stack's own scheduler shares out: its rules judge every node; the
// same again after one event; and the snapshot of such a cluster. Each cluster is built once.
#include <benchmark/benchmark.h>

#include <map>

#include "bench/build_after_lists.h"
#include "bench/stack_worlds.h"
#include "bench/standing_walk.h"
#include "core/alloc/engine/allocator.h"
#include "core/alloc/engine/standing_question.h"

namespace {

using namespace cardinal;
using bench::World;

constexpr int kNodes = 10'000;

/// Every node is asked, and most are not of the stack that the pod asks for.
const std::vector<GpuStack>& mixed() {
  static const std::vector<GpuStack> kAll{GpuStack::Hami,        GpuStack::Volcano, GpuStack::GpuManager,
                                          GpuStack::Koordinator, GpuStack::Dra,     GpuStack::Nvidia,
                                          GpuStack::Gpushare};
  return kAll;
}

struct Cluster {
  World world;
  SnapshotPtr snapshot;
};

SnapshotPtr snapshotOf(const World& world) {
  SnapshotBuilder builder;
  world.fill(builder);
  return builder.build(1);
}

const Cluster& cluster(const std::vector<GpuStack>& stacks) {
  static std::map<std::vector<GpuStack>, Cluster> made;
  Cluster& out = made[stacks];
  if (out.snapshot) return out;
  out.world = bench::worldOf(stacks, kNodes);
  out.snapshot = snapshotOf(out.world);
  return out;
}

void ask(benchmark::State& state, const std::vector<GpuStack>& stacks, const AllocationRequest& request) {
  const SnapshotPtr& snapshot = cluster(stacks).snapshot;
  std::size_t feasible = 0;
  for (auto _ : state) {
    AllocationAnswer answer = allocate(request, *snapshot);
    feasible = answer.candidates.size();
    benchmark::DoNotOptimize(answer);
  }
  state.counters["feasible"] = static_cast<double>(feasible);
}

void run(benchmark::State& state, GpuStack stack, int mib, int cores) {
  ask(state, {stack}, bench::questionOf(stack, mib, cores));
}

void runMixed(benchmark::State& state, GpuStack stack) {
  ask(state, mixed(), bench::questionOf(stack, 8192, 20));
}

/// Whole cards of NVIDIA's plugin, and parts of them given by KAI.
void runPlugin(benchmark::State& state, bool fraction) {
  testing::PodBuilder incoming = testing::pod("incoming");
  if (fraction)
    incoming.annotation("gpu-fraction", "0.5").edit().spec.schedulerName = "kai-scheduler";
  else
    incoming.nvidia(2);
  ask(state, {GpuStack::Nvidia}, makeRequest(incoming.raw(), 1));
}

/// The question stays open while one pod comes to one node after the other.
void runAfterEvent(benchmark::State& state, GpuStack stack) {
  constexpr int kEvents = 64;
  const Cluster& start = cluster({stack});
  SnapshotBuilder builder;
  start.world.fill(builder);
  std::vector<SnapshotPtr> states = {builder.build(1)};
  for (int i = 0; i < kEvents; ++i) {
    const auto at = static_cast<std::size_t>(i) * 7919 % kNodes;
    builder.apply(bench::eventOn(stack, start.world.nodes.nodes[at]->meta.key.name));
    states.push_back(builder.build(2 + i));
  }
  StandingQuestion question(bench::questionOf(stack, 8192, 20));
  bench::walk(state, question, states);
}

/// build() after the lists, of everything.
void runSnapshot(benchmark::State& state, const std::vector<GpuStack>& stacks) {
  const World& world = cluster(stacks).world;
  bench::buildAfterLists(state, [&world](SnapshotBuilder& builder) { world.fill(builder); });
}

void runSnapshotOf(benchmark::State& state, GpuStack stack) {
  runSnapshot(state, {stack});
}
void runSnapshotMixed(benchmark::State& state) {
  runSnapshot(state, mixed());
}

BENCHMARK_CAPTURE(run, hami, GpuStack::Hami, 8192, 20)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, volcano, GpuStack::Volcano, 8192, 20)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, gpu_manager, GpuStack::GpuManager, 8192, 20)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, koordinator, GpuStack::Koordinator, 8192, 20)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, dra, GpuStack::Dra, 8192, 20)->Unit(benchmark::kMillisecond);
// No card has the room: every node is asked why.
BENCHMARK_CAPTURE(run, hami_refused, GpuStack::Hami, 32768, 100)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, volcano_refused, GpuStack::Volcano, 32768, 100)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, gpu_manager_refused, GpuStack::GpuManager, 32768, 99)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, koordinator_refused, GpuStack::Koordinator, 32768, 100)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runPlugin, whole_cards, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runPlugin, kai_fraction, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runMixed, hami, GpuStack::Hami)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runMixed, volcano, GpuStack::Volcano)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runMixed, gpu_manager, GpuStack::GpuManager)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runMixed, koordinator, GpuStack::Koordinator)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runMixed, dra, GpuStack::Dra)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runAfterEvent, hami, GpuStack::Hami)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(runAfterEvent, volcano, GpuStack::Volcano)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(runAfterEvent, gpu_manager, GpuStack::GpuManager)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(runAfterEvent, koordinator, GpuStack::Koordinator)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(runAfterEvent, dra, GpuStack::Dra)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(runSnapshotOf, hami, GpuStack::Hami)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runSnapshotOf, volcano, GpuStack::Volcano)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runSnapshotOf, gpu_manager, GpuStack::GpuManager)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runSnapshotOf, koordinator, GpuStack::Koordinator)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runSnapshotOf, dra, GpuStack::Dra)->Unit(benchmark::kMillisecond);
BENCHMARK(runSnapshotMixed)->Unit(benchmark::kMillisecond);

}  // namespace
