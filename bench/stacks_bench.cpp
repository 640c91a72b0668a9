// SPDX-License-Identifier: Apache-2.0
// A cold question over 10,000 nodes x 8 cards that a stack's own scheduler shares out: its rules judge every node.
// Fixed seed; each cluster is built once.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <string>
#include <utility>

#include "core/alloc/engine/allocator.h"
#include "tests/support/builders.h"

namespace {

using namespace cardinal;
using namespace cardinal::testing;

constexpr int kCards = 8;
constexpr int kCardMib = 32768;
constexpr int kSlots = 10;
constexpr int kUnitMib = 256;

std::string cardId(const std::string& node, int card) {
  return "GPU-" + node + "-" + std::to_string(card);
}

NodeBuilder nodeOf(GpuStack stack, const std::string& name) {
  if (stack == GpuStack::GpuManager)
    return node(name)
        .resource("tencent.com/vcuda-core", 100 * kCards)
        .resource("tencent.com/vcuda-memory", kCards * kCardMib / kUnitMib);
  std::string hami;
  std::string volcano;
  for (int i = 0; i < kCards; ++i) {
    const std::string id = cardId(name, i);
    hami += std::string(i > 0 ? "," : "") + R"({"id":")" + id + R"(","index":)" + std::to_string(i) +
            R"(,"count":10,"devmem":32768,"devcore":100,"type":"NVIDIA-Tesla V100","health":true})";
    volcano += id + ",10,32768,NVIDIA-Tesla V100,true,hami-core:";
  }
  if (stack == GpuStack::Hami)
    return nvidiaNode(name, kCards * kSlots).annotation("hami.io/node-nvidia-register", "[" + hami + "]");
  return node(name)
      .resource("volcano.sh/vgpu-number", kCards * kSlots)
      .resource("volcano.sh/vgpu-memory", kCards * kCardMib)
      .resource("volcano.sh/vgpu-cores", 100 * kCards)
      .annotation("volcano.sh/node-vgpu-register", volcano);
}

PodBuilder requesting(GpuStack stack, const std::string& name, int mib, int cores) {
  PodBuilder out = pod(name);
  out.cpuMilli(500);
  if (stack == GpuStack::Hami)
    out.nvidia(1).resource("nvidia.com/gpumem", mib).resource("nvidia.com/gpucores", cores);
  else if (stack == GpuStack::Volcano)
    out.resource("volcano.sh/vgpu-number", 1)
        .resource("volcano.sh/vgpu-memory", mib)
        .resource("volcano.sh/vgpu-cores", cores);
  else
    out.resource("tencent.com/vcuda-core", cores).resource("tencent.com/vcuda-memory", mib / kUnitMib);
  return out;
}

PodBuilder holder(GpuStack stack, const std::string& node, int card, int mib, int cores) {
  PodBuilder out = requesting(stack, node + "-" + std::to_string(card), mib, cores);
  out.on(node);
  const std::string entry = cardId(node, card) + ",NVIDIA," + std::to_string(mib) + "," + std::to_string(cores) + ":";
  if (stack == GpuStack::Hami)
    out.annotation("hami.io/vgpu-node", node).annotation("hami.io/vgpu-devices-allocated", entry + ";");
  else if (stack == GpuStack::Volcano)
    out.annotation("volcano.sh/vgpu-ids-new", entry);
  else
    out.annotation("tencent.com/predicate-gpu-idx-0", std::to_string(card))
        .annotation("tencent.com/gpu-assigned", "true");
  return out;
}

const SnapshotPtr& cluster(GpuStack stack, int nodes) {
  static std::map<std::pair<GpuStack, int>, SnapshotPtr> made;
  SnapshotPtr& out = made[{stack, nodes}];
  if (out) return out;
  std::mt19937 engine(42);
  std::uniform_int_distribution<int> used(0, 96);
  std::vector<NodeBuilder> builders;
  std::vector<PodBuilder> pods;
  for (int i = 0; i < nodes; ++i) {
    const std::string name = "gpu-" + std::to_string(i);
    builders.push_back(nodeOf(stack, name));
    for (int card = 0; card < kCards; ++card) {
      if (const int share = used(engine); share > 0)
        pods.push_back(holder(stack, name, card, share * kUnitMib, std::min(share, 100)));
    }
  }
  out = snapshotOf(builders, pods);
  return out;
}

void run(benchmark::State& state, GpuStack stack, int mib, int cores) {
  const SnapshotPtr& snapshot = cluster(stack, static_cast<int>(state.range(0)));
  const AllocationRequest request = makeRequest(requesting(stack, "request", mib, cores).raw(), 1);
  std::size_t feasible = 0;
  for (auto _ : state) {
    AllocationAnswer answer = allocate(request, *snapshot);
    feasible = answer.candidates.size();
    benchmark::DoNotOptimize(answer);
  }
  state.counters["feasible"] = static_cast<double>(feasible);
}

/// A fifth of the nodes is of each stack: every node is asked, and most are not of the stack that the pod asks for.
const SnapshotPtr& mixedCluster(int nodes) {
  static SnapshotPtr out;
  if (out) return out;
  std::vector<NodeBuilder> builders;
  std::vector<PodBuilder> pods;
  std::mt19937 engine(42);
  std::uniform_int_distribution<int> used(0, 96);
  constexpr std::array kStacks{GpuStack::Hami, GpuStack::Volcano, GpuStack::GpuManager};
  for (int i = 0; i < nodes; ++i) {
    const std::string name = "gpu-" + std::to_string(i);
    const auto kind = static_cast<std::size_t>(i) % (kStacks.size() + 2);
    if (kind == kStacks.size()) builders.push_back(nvidiaNode(name, kCards));
    if (kind == kStacks.size() + 1) builders.push_back(gpushareNode(name, kCards, kCardMib / 1024));
    if (kind >= kStacks.size()) continue;
    builders.push_back(nodeOf(kStacks[kind], name));
    for (int card = 0; card < kCards; ++card) {
      if (const int share = used(engine); share > 0)
        pods.push_back(holder(kStacks[kind], name, card, share * kUnitMib, std::min(share, 100)));
    }
  }
  out = snapshotOf(builders, pods);
  return out;
}

void runMixed(benchmark::State& state, GpuStack stack) {
  const SnapshotPtr& snapshot = mixedCluster(static_cast<int>(state.range(0)));
  const AllocationRequest request = makeRequest(requesting(stack, "requested", 8192, 20).raw(), 1);
  for (auto _ : state) benchmark::DoNotOptimize(allocate(request, *snapshot));
}

/// Whole cards of NVIDIA's plugin, and parts of them given by KAI.
void runPlugin(benchmark::State& state, bool fraction) {
  static const SnapshotPtr kSnapshot = [] {
    std::vector<NodeBuilder> builders;
    for (int i = 0; i < 10'000; ++i) builders.push_back(nvidiaNode("gpu-" + std::to_string(i), kCards));
    return snapshotOf(builders, {});
  }();
  PodBuilder incoming = pod("incoming");
  if (fraction)
    incoming.annotation("gpu-fraction", "0.5").edit().spec.schedulerName = "kai-scheduler";
  else
    incoming.nvidia(2);
  const AllocationRequest request = makeRequest(incoming.raw(), 1);
  for (auto _ : state) benchmark::DoNotOptimize(allocate(request, *kSnapshot));
}

BENCHMARK_CAPTURE(runPlugin, whole_cards, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runPlugin, kai_fraction, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runMixed, mixed_hami, GpuStack::Hami)->Arg(10000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runMixed, mixed_volcano, GpuStack::Volcano)->Arg(10000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, hami, GpuStack::Hami, 8192, 20)->Arg(10000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, volcano, GpuStack::Volcano, 8192, 20)->Arg(10000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, gpu_manager, GpuStack::GpuManager, 8192, 20)->Arg(10000)->Unit(benchmark::kMillisecond);
// No card has the room: every node is request why.
BENCHMARK_CAPTURE(run, hami_refused, GpuStack::Hami, 32768, 100)->Arg(10000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, volcano_refused, GpuStack::Volcano, 32768, 100)->Arg(10000)->Unit(benchmark::kMillisecond);

}  // namespace
