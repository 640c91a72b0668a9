// SPDX-License-Identifier: Apache-2.0
#include "core/sim/population/demo_pools.h"

#include <algorithm>
#include <array>

#include "core/sim/api/keys.h"

namespace cardinal::sim {
namespace {

constexpr UnixSeconds kDay = 86'400;
constexpr int kCordoned = 7;     ///< in train-a100
constexpr int kNotReady = 5;     ///< in llm-h20
constexpr int kMaintenance = 7;  ///< in edge-t4

/// Third part and steps of the addresses of a pool: "10.207.160.11", "10.207.160.18", ...
struct Addressing {
  const char* pool;
  int third;
  int first;
  int step;
};
constexpr std::array<Addressing, 7> kAddressing = {{{"llm-h20", 190, 31, 6},
                                                    {"train-a100", 160, 11, 7},
                                                    {"infer-a10", 173, 20, 13},
                                                    {"shared-v100", 165, 14, 9},
                                                    {"batch-v100", 166, 12, 11},
                                                    {"edge-t4", 181, 4, 9},
                                                    {"speech-p100", 177, 40, 8}}};

std::string addressOf(const DemoPool& pool, int number) {
  const auto at = std::find_if(kAddressing.begin(), kAddressing.end(),
                               [&](const Addressing& a) { return std::string_view(a.pool) == pool.name; });
  if (at == kAddressing.end()) return "192.168.1." + std::to_string(214 + number);
  return "10.207." + std::to_string(at->third) + "." + std::to_string(at->first + number * at->step);
}

NodeShape shapeOf(const DemoPool& pool, int number) {
  NodeShape shape;
  const bool walkthrough = std::string_view(pool.name) == "sd-t4";
  shape.ip = addressOf(pool, number);
  shape.name = walkthrough ? kWalkthroughNodes[number] : "cn-hangzhou." + shape.ip;
  shape.mode = pool.mode;
  shape.placement = pool.placement;
  shape.cardName = pool.card;
  shape.cardMib = pool.cardMib;
  shape.unitsPerCard = pool.units;
  shape.cards = pool.cards;
  shape.cpu = pool.cpu;
  shape.memoryGib = pool.memoryGib;
  shape.pool = pool.name;
  shape.zone = number % 3 == 2 ? "cn-hangzhou-k" : "cn-hangzhou-j";
  return shape;
}

void cordon(RawNode& node) {
  node.unschedulable = true;
  node.taints.push_back({"node.kubernetes.io/unschedulable", "", "NoSchedule"});
}

void stopPosting(RawNode& node, UnixSeconds since) {
  for (auto& condition : node.conditions) {
    condition = {condition.type, "Unknown", "NodeStatusUnknown", "Kubelet stopped posting node status.", since};
  }
  node.taints.push_back({"node.kubernetes.io/unreachable", "", "NoSchedule"});
  node.taints.push_back({"node.kubernetes.io/unreachable", "", "NoExecute"});
}

void applyState(DemoNode& node, UnixSeconds now) {
  const std::string_view pool = node.pool->name;
  if (pool == "train-a100" && node.number == kCordoned) cordon(node.raw);
  if (pool == "llm-h20" && node.number == kNotReady) stopPosting(node.raw, now - 26 * 60);
  if (pool == "edge-t4" && node.number == kMaintenance) {
    node.raw.taints.push_back({"maintenance", "driver-upgrade", "NoSchedule"});
  }
  if (pool == "speech-p100") node.raw.taints.push_back({kSpeechTaint, kSpeechTaintValue, "NoSchedule"});
  if (pool == "sd-t4") node.raw.taints.push_back({"gpushare", "true", "NoSchedule"});
}

/// Nodes for the cluster's own services.
NodeShape systemShape(int number) {
  NodeShape shape;
  shape.ip = "10.207.150." + std::to_string(5 + number);
  shape.name = "cn-hangzhou." + shape.ip;
  shape.cpu = 16;
  shape.memoryGib = 64;
  shape.pool = "system";
  shape.zone = "cn-hangzhou-j";
  return shape;
}

RawNode build(const NodeShape& shape, Random& random, UnixSeconds now, int serial) {
  const UnixSeconds created = now - kDay * random.between(40, 400) - random.between(0, kDay);
  return makeNode(shape, created, random.uid(), std::to_string(48'000'000 + serial));
}

}  // namespace

const std::vector<DemoPool>& demoPools() {
  static const std::vector<DemoPool> pools = {
      {"llm-h20", "default", "", "NVIDIA-H20", 97871, 0, 8, 8, 192, 1920},
      {"train-a100", "topology", "", "NVIDIA-A100-SXM4-80GB", 81251, 0, 12, 8, 128, 1024},
      {"infer-a10", "core_mem", "binpack", "NVIDIA-A10", 22731, 22, 14, 4, 128, 512},
      {"shared-v100", "cgpu", "spread", "Tesla-V100-SXM2-16GB", 16384, 16, 6, 8, 82, 336},
      {"batch-v100", "cgpu", "binpack", "Tesla-V100-SXM2-16GB", 16384, 16, 6, 8, 82, 336},
      {"edge-t4", "share", "binpack", "Tesla-T4", 15360, 15, 9, 2, 48, 192},
      {"speech-p100", "", "", "Tesla-P100-PCIE-16GB", 16276, 15, 2, 4, 56, 240},
      {"sd-t4", "", "", "Tesla-T4", 15079, 14, 2, 1, 64, 256},
  };
  return pools;
}

const DemoPool* findPool(std::string_view name) {
  for (const DemoPool& pool : demoPools()) {
    if (name == pool.name) return &pool;
  }
  return nullptr;
}

std::vector<DemoNode> makeDemoNodes(Random& random, UnixSeconds now) {
  std::vector<DemoNode> nodes;
  for (const DemoPool& pool : demoPools()) {
    for (int i = 0; i < pool.nodes; ++i) {
      DemoNode node{shapeOf(pool, i), &pool, i, {}};
      node.raw = build(node.shape, random, now, static_cast<int>(nodes.size()));
      applyState(node, now);
      nodes.push_back(std::move(node));
    }
  }
  for (int i = 0; i < 2; ++i) {
    DemoNode node{systemShape(i), nullptr, i, {}};
    node.raw = build(node.shape, random, now, static_cast<int>(nodes.size()));
    nodes.push_back(std::move(node));
  }
  return nodes;
}

}  // namespace cardinal::sim
