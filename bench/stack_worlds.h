// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/alloc/make_request.h"
#include "core/kube/decode/decoder.h"
#include "tests/support/builders.h"
#include "tests/support/extras.h"

/// Clusters of nodes with eight cards of 32 GiB, on which pods hold random shares; of each stack by its own objects.
/// Fixed seed.
namespace cardinal::bench {

inline constexpr int kCards = 8;
inline constexpr int kCardMib = 32768;
inline constexpr int kSlots = 10;
inline constexpr int kUnitMib = 256;

inline std::string cardId(const std::string& node, int card) {
  return "GPU-" + node + "-" + std::to_string(card);
}

inline testing::NodeBuilder registeringNode(GpuStack stack, const std::string& name) {
  std::string hami;
  std::string volcano;
  for (int i = 0; i < kCards; ++i) {
    const std::string id = cardId(name, i);
    hami += std::string(i > 0 ? "," : "") + R"({"id":")" + id + R"(","index":)" + std::to_string(i) +
            R"(,"count":10,"devmem":32768,"devcore":100,"type":"NVIDIA-Tesla V100","health":true})";
    volcano += id + ",10,32768,NVIDIA-Tesla V100,true,hami-core:";
  }
  if (stack == GpuStack::Hami)
    return testing::nvidiaNode(name, kCards * kSlots).annotation("hami.io/node-nvidia-register", "[" + hami + "]");
  return testing::node(name)
      .resource("volcano.sh/vgpu-number", kCards * kSlots)
      .resource("volcano.sh/vgpu-memory", kCards * kCardMib)
      .resource("volcano.sh/vgpu-cores", 100 * kCards)
      .annotation("volcano.sh/node-vgpu-register", volcano);
}

inline testing::NodeBuilder nodeOf(GpuStack stack, const std::string& name) {
  switch (stack) {
    case GpuStack::GpuManager:
      return testing::node(name)
          .resource("tencent.com/vcuda-core", 100 * kCards)
          .resource("tencent.com/vcuda-memory", kCards * kCardMib / kUnitMib);
    case GpuStack::Koordinator:
      return testing::node(name)
          .resource("koordinator.sh/gpu-core", 100 * kCards)
          .resource("koordinator.sh/gpu-memory-ratio", 100 * kCards)
          .resource("koordinator.sh/gpu-memory", (std::int64_t{16} << 30) * kCards);
    case GpuStack::Nvidia:
      return testing::nvidiaNode(name, kCards);
    case GpuStack::Gpushare:
      return testing::gpushareNode(name, kCards, kCardMib / 1024);
    case GpuStack::Dra:
      return testing::node(name);
    default:
      return registeringNode(stack, name);
  }
}

/// A share of one card; of DRA a whole one, and percent of a card where the stack does not count memory.
inline testing::PodBuilder sharing(GpuStack stack, const std::string& name, int mib, int cores) {
  testing::PodBuilder out = testing::pod(name);
  out.cpuMilli(500);
  switch (stack) {
    case GpuStack::Hami:
      out.nvidia(1).resource("nvidia.com/gpumem", mib).resource("nvidia.com/gpucores", cores);
      break;
    case GpuStack::Volcano:
      out.resource("volcano.sh/vgpu-number", 1)
          .resource("volcano.sh/vgpu-memory", mib)
          .resource("volcano.sh/vgpu-cores", cores);
      break;
    case GpuStack::Koordinator:
      out.resource("koordinator.sh/gpu-core", cores).resource("koordinator.sh/gpu-memory-ratio", cores);
      break;
    case GpuStack::Dra:
      out.edit().spec.deviceClaims.push_back({"gpu", {}, "one"});
      break;
    default:
      out.resource("tencent.com/vcuda-core", cores).resource("tencent.com/vcuda-memory", mib / kUnitMib);
  }
  return out;
}

/// Such a pod as it is created: no webhook has seen it yet.
inline AllocationRequest questionOf(GpuStack stack, int mib, int cores) {
  testing::PodBuilder pod = sharing(stack, "asked", mib, cores);
  pod.edit().meta.uid.clear();
  return makeRequest(pod.raw(), 1);
}

inline testing::PodBuilder holder(GpuStack stack, const std::string& node, int card, int mib, int cores) {
  testing::PodBuilder out = sharing(stack, node + "-" + std::to_string(card), mib, cores);
  out.on(node);
  const std::string entry = cardId(node, card) + ",NVIDIA," + std::to_string(mib) + "," + std::to_string(cores) + ":";
  if (stack == GpuStack::Hami)
    out.annotation("hami.io/vgpu-node", node).annotation("hami.io/vgpu-devices-allocated", entry + ";");
  else if (stack == GpuStack::Volcano)
    out.annotation("volcano.sh/vgpu-ids-new", entry);
  else if (stack == GpuStack::Koordinator)
    out.annotation("scheduling.koordinator.sh/device-allocated", testing::koordinatorShare(card, cores));
  else
    out.annotation("tencent.com/predicate-gpu-idx-0", std::to_string(card))
        .annotation("tencent.com/gpu-assigned", "true");
  return out;
}

template <typename Object>
std::shared_ptr<const Object> decoded(const std::string& json) {
  return Decoder().object<Object>(json).value();
}

inline ClusterDelta deltaOf(ClusterDelta::Op op, ExtraKind kind = {}) {
  ClusterDelta out;
  out.op = op;
  out.extraKind = kind;
  return out;
}

/// Raw objects of a cluster.
struct World {
  ClusterDelta nodes = deltaOf(ClusterDelta::Op::ReplaceNodes);
  ClusterDelta pods = deltaOf(ClusterDelta::Op::ReplacePods);
  std::vector<std::pair<ExtraKind, std::vector<RawExtra>>> extras;

  std::vector<RawExtra>& of(ExtraKind kind) {
    for (auto& [known, list] : extras) {
      if (known == kind) return list;
    }
    return extras.emplace_back(kind, std::vector<RawExtra>()).second;
  }

  void fill(SnapshotBuilder& builder) const {
    builder.apply(ClusterDelta(nodes));
    builder.apply(ClusterDelta(pods));
    for (const auto& [kind, list] : extras) {
      ClusterDelta delta = deltaOf(ClusterDelta::Op::ReplaceExtras, kind);
      delta.extras = list;
      builder.apply(std::move(delta));
    }
  }
};

inline std::string claimFields() {
  return R"("devices":{"requests":[{"name":"r","exactly":{"deviceClassName":"gpu.nvidia.com","count":1}}]})";
}

inline void addDraNode(World& world, const std::string& name, std::mt19937& engine) {
  std::string devices;
  std::uniform_int_distribution<int> coin(0, 1);
  for (int i = 0; i < kCards; ++i) {
    const std::string number = std::to_string(i);
    devices += std::string(i > 0 ? "," : "") + R"({"name":"gpu-)" + number +
               R"(","attributes":{"type":{"string":"gpu"},"uuid":{"string":")" + cardId(name, i) +
               R"("},"productName":{"string":"NVIDIA V100"}},"capacity":{"memory":{"value":"32Gi"}}})";
    if (coin(engine) == 0) continue;
    RawResourceClaim claim;
    claim.meta.key = {"default", name + "-" + number};
    claim.meta.uid = "uid-" + claim.meta.key.name;
    claim.allocation.emplace().results.push_back({"r", "gpu.nvidia.com", name, "gpu-" + number, false, {}});
    world.of(ExtraKind::ResourceClaim).push_back(std::make_shared<const RawResourceClaim>(std::move(claim)));
  }
  world.of(ExtraKind::ResourceSlice)
      .push_back(decoded<RawResourceSlice>(
          R"({"kind":"ResourceSlice","metadata":{"name":")" + name +
          R"("},"spec":{"driver":"gpu.nvidia.com","nodeName":")" + name + R"(","pool":{"name":")" + name +
          R"(","generation":1,"resourceSliceCount":1},"devices":[)" + devices + "]}}"));
}

inline void addNode(World& world, GpuStack stack, const std::string& name, std::mt19937& engine) {
  std::uniform_int_distribution<int> used(0, 96);
  world.nodes.nodes.push_back(nodeOf(stack, name).raw());
  if (stack == GpuStack::Nvidia || stack == GpuStack::Gpushare) return;
  if (stack == GpuStack::Dra) return addDraNode(world, name, engine);
  if (stack == GpuStack::Koordinator)
    world.of(ExtraKind::KoordinatorDevice)
        .push_back(std::make_shared<const RawKoordinatorDevice>(testing::koordinatorDevice(name, kCards)));
  for (int card = 0; card < kCards; ++card) {
    const int share = used(engine);
    if (share > 0) world.pods.pods.push_back(holder(stack, name, card, share * kUnitMib, std::min(share, 100)).raw());
  }
}

/// Nodes of the stacks in turn.
inline World worldOf(const std::vector<GpuStack>& stacks, int nodes) {
  World out;
  std::mt19937 engine(42);
  for (int i = 0; i < nodes; ++i)
    addNode(out, stacks[static_cast<std::size_t>(i) % stacks.size()], "gpu-" + std::to_string(i), engine);
  if (std::find(stacks.begin(), stacks.end(), GpuStack::Dra) == stacks.end()) return out;
  out.of(ExtraKind::DeviceClass)
      .push_back(decoded<RawDeviceClass>(
          R"({"kind":"DeviceClass","metadata":{"name":"gpu.nvidia.com"},"spec":{"selectors":[{"cel":{"expression":)"
          R"("device.driver == 'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type == 'gpu'"}}]}})"));
  out.of(ExtraKind::ResourceClaimTemplate)
      .push_back(decoded<RawResourceClaimTemplate>(
          R"({"kind":"ResourceClaimTemplate","metadata":{"namespace":"default","name":"one"},"spec":{"spec":{)" +
          claimFields() + "}}}"));
  return out;
}

/// One pod comes to the card, or one claim gets it.
inline ClusterDelta eventOn(GpuStack stack, const std::string& node) {
  if (stack != GpuStack::Dra) {
    ClusterDelta out = deltaOf(ClusterDelta::Op::UpsertPod);
    out.pods = {holder(stack, node, kCards - 1, kUnitMib, 1).version("2").raw()};
    return out;
  }
  RawResourceClaim claim;
  claim.meta.key = {"default", node + "-new"};
  claim.meta.uid = "uid-" + claim.meta.key.name;
  claim.allocation.emplace().results.push_back(
      {"r", "gpu.nvidia.com", node, "gpu-" + std::to_string(kCards - 1), false, {}});
  return testing::upsertExtra(std::move(claim));
}

}  // namespace cardinal::bench
