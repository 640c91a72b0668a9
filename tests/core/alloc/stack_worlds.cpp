// SPDX-License-Identifier: Apache-2.0
#include "tests/core/alloc/stack_worlds.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "core/alloc/make_request.h"
#include "tests/core/alloc/odd_inputs.h"
#include "tests/support/dra.h"
#include "tests/support/extras.h"

namespace cardinal::testing {
namespace {

std::string cardId(const std::string& node, int card) {
  return "GPU-" + node + "-" + std::to_string(card);
}

void finishNothing(Dice& /*dice*/, World& /*world*/) {}

// HAMi

/// How well the cards of a node are linked.
std::string pairScores(Dice& dice, const std::string& name, int cards) {
  std::string out;
  for (int from = 0; from < cards; ++from) {
    out += (from > 0 ? "," : "") + (R"({"uuid":")" + cardId(name, from)) + R"(","score":{)";
    for (int to = 0; to < cards; ++to)
      out += std::string(to > 0 ? "," : "") + '"' + cardId(name, to) + "\":" + std::to_string(10 * dice.roll(0, 9));
    out += "}}";
  }
  return "[" + out + "]";
}

void addHamiNode(Dice& dice, World& world, const std::string& name) {
  const char* const types[] = {"NVIDIA-Tesla V100", "NVIDIA-A100", "NVIDIA", "DCU-NVIDIA"};
  const int cards = dice.oneIn(8) ? dice.roll(9, 14) : dice.roll(1, 8);
  const bool isAlike = dice.oneIn(2);
  std::string list;
  for (int i = 0; i < cards; ++i) {
    const int memory = isAlike ? 16000 : dice.oneIn(15) ? 0 : 4000 * dice.roll(1, 6);
    list += std::string(i > 0 ? "," : "") + R"({"id":")" + cardId(name, i) + R"(","index":)" +
            std::to_string(dice.oneIn(30) ? 70000 : i) + R"(,"count":)" +
            std::to_string(dice.oneIn(30) ? 100000 : dice.roll(1, 4)) + R"(,"devmem":)" + std::to_string(memory) +
            R"(,"devcore":)" + std::to_string(dice.oneIn(10) ? dice.roll(0, 200) : 100) + R"(,"numa":)" +
            std::to_string(dice.roll(0, 1)) + R"(,"type":")" + (isAlike ? types[0] : dice.pick(types)) +
            R"(","health":)" + (dice.oneIn(8) ? "false" : "true") +
            (dice.oneIn(12) ? R"(,"mode":"mig")" : R"(,"mode":"hami-core")") + "}";
    for (int pod = dice.roll(0, 2); pod > 0; --pod) {
      const std::string holder = name + "-" + std::to_string(i) + "-" + std::to_string(pod);
      const std::string entry = cardId(name, i) + ",NVIDIA," + std::to_string(1000 * dice.roll(0, 9)) + "," +
                                std::to_string(dice.oneIn(6) ? 100 : 10 * dice.roll(0, 6));
      world.pods.push_back(testing::pod(holder)
                               .nvidia(1)
                               .resource("nvidia.com/gpumem", 1)
                               .on(name)
                               .annotation("hami.io/vgpu-node", name)
                               .annotation("hami.io/vgpu-devices-allocated", entry + ":;"));
    }
  }
  NodeBuilder node = nvidiaNode(name, cards * 4).annotation("hami.io/node-nvidia-register", "[" + list + "]");
  if (dice.oneIn(8)) node.annotation("hami.io/device-cordon", cardId(name, 0));
  if (dice.oneIn(4)) node.annotation("hami.io/node-nvidia-score", pairScores(dice, name, cards));
  if (dice.oneIn(12))
    node.resource("hygon.com/dcunum", 4)
        .annotation("hami.io/node-dcu-register",
                    R"([{"id":"DCU-0","count":4,"devmem":16000,"devcore":60,"type":"NVIDIA-DCU","health":true}])");
  world.nodes.push_back(node);
}

PodBuilder askingHami(Dice& dice) {
  const char* const policies[] = {"binpack", "spread", "mutex", "numa", "spread,numa", "topology-aware", "x"};
  PodBuilder out = pod("asked");
  out.cpuMilli(dice.roll(0, 2000)).nvidia(dice.oneIn(3) ? dice.roll(2, 4) : 1);
  if (!dice.oneIn(4)) out.resource("nvidia.com/gpumem", 1000 * dice.roll(0, 24));
  if (dice.oneIn(4)) out.resource("nvidia.com/gpumem-percentage", 10 * dice.roll(1, 10));
  if (!dice.oneIn(3)) out.resource("nvidia.com/gpucores", dice.oneIn(4) ? 100 : 10 * dice.roll(0, 9));
  if (dice.oneIn(2)) out.annotation("hami.io/gpu-scheduler-policy", dice.pick(policies));
  if (dice.oneIn(3)) out.annotation("hami.io/node-scheduler-policy", "spread");
  if (dice.oneIn(5)) out.annotation("nvidia.com/use-gputype", dice.oneIn(2) ? "V100" : "A100,DCU");
  if (dice.oneIn(5)) out.annotation("nvidia.com/nouse-gputype", "A100");
  if (dice.oneIn(9)) out.annotation("nvidia.com/use-gpuuuid", cardId("n0", 0));
  if (dice.oneIn(9)) out.annotation("nvidia.com/nouse-gpuuuid", cardId("n0", 0) + "," + cardId("n1", 1));
  // Chosen once before: the scheduler gives back what it gave the pod itself.
  if (dice.oneIn(9))
    out.annotation("hami.io/vgpu-node", "n0")
        .annotation("hami.io/vgpu-devices-allocated", cardId("n0", 0) + ",NVIDIA,8000,50:;");
  if (dice.oneIn(9)) out.annotation("nvidia.com/numa-bind", "true");
  if (dice.oneIn(9)) out.annotation("hami.io/device-scoring-weights", "slot=1,core=2,memory=0");
  if (dice.oneIn(9)) out.container().nvidia(1).resource("nvidia.com/gpumem", 2000);
  return out;
}

// Volcano

void addVolcanoNode(Dice& dice, World& world, const std::string& name) {
  const char* const types[] = {"NVIDIA-Tesla V100", "NVIDIA-A100", "V100"};
  const int cards = dice.oneIn(8) ? dice.roll(9, 36) : dice.roll(1, 8);
  std::string list;
  for (int i = 0; i < cards; ++i) {
    const std::string slots = dice.oneIn(25) ? "-3" : std::to_string(dice.roll(0, 4));
    const std::string memory = dice.oneIn(25) ? dice.oneIn(2) ? "many" : "4000000000"
                                              : std::to_string(dice.oneIn(8) ? 0 : 4000 * dice.roll(1, 6));
    list += cardId(name, i) + "," + slots + "," + memory + "," + dice.pick(types) + "," +
            (dice.oneIn(8) ? "false" : "true") + ",hami-core:" + (dice.oneIn(20) ? "gap:" : "");
    for (int pod = dice.roll(0, 2); pod > 0; --pod) {
      const std::string entry = cardId(name, i) + ",NVIDIA," + std::to_string(1000 * dice.roll(0, 9)) + "," +
                                std::to_string(dice.oneIn(6) ? 100 : 10 * dice.roll(0, 6)) + ":";
      world.pods.push_back(testing::pod(name + "-" + std::to_string(i) + "-" + std::to_string(pod))
                               .resource("volcano.sh/vgpu-number", 1)
                               .on(name)
                               .annotation("volcano.sh/vgpu-ids-new", entry)
                               .annotation("scheduling.k8s.io/group-name", dice.oneIn(4) ? "g" : "h"));
    }
  }
  NodeBuilder node = testing::node(name)
                         .resource("volcano.sh/vgpu-number", cards * 4)
                         .resource("volcano.sh/vgpu-cores", 100 * cards)
                         .annotation("volcano.sh/node-vgpu-register", list);
  node.resource("volcano.sh/vgpu-memory", dice.oneIn(9) ? 0 : 24000 * cards);
  world.nodes.push_back(node);
}

PodBuilder askingVolcano(Dice& dice) {
  PodBuilder out = pod("asked");
  out.cpuMilli(dice.roll(0, 2000)).resource("volcano.sh/vgpu-number", dice.oneIn(3) ? dice.roll(2, 5) : 1);
  if (!dice.oneIn(4)) out.resource("volcano.sh/vgpu-memory", 1000 * dice.roll(0, 24));
  if (dice.oneIn(4)) out.resource("volcano.sh/vgpu-memory-percentage", 10 * dice.roll(1, 10));
  if (!dice.oneIn(3)) out.resource("volcano.sh/vgpu-cores", dice.oneIn(4) ? 100 : 10 * dice.roll(0, 9));
  if (dice.oneIn(5)) out.annotation("nvidia.com/use-gputype", dice.oneIn(2) ? "V100" : "A100");
  if (dice.oneIn(5)) out.annotation("nvidia.com/nouse-gputype", "a100");
  if (dice.oneIn(9)) out.annotation("volcano.sh/vgpu-mode", dice.oneIn(2) ? "mig" : "hami-core");
  if (dice.oneIn(6))
    out.annotation("scheduling.k8s.io/group-name", "g").annotation("volcano.sh/vgpu-podgroup-policy", "spread");
  if (dice.oneIn(9)) out.container().resource("volcano.sh/vgpu-number", 1);
  return out;
}

// gpu-manager

void addGpuManagerNode(Dice& dice, World& world, const std::string& name) {
  const int cards = dice.oneIn(12) ? 0 : dice.roll(1, 8);
  world.nodes.push_back(node(name)
                            .resource("tencent.com/vcuda-core", 100 * cards + (dice.oneIn(9) ? 50 : 0))
                            .resource("tencent.com/vcuda-memory", dice.oneIn(9) ? dice.roll(0, 99) : 40 * cards));
  for (int i = 0; i < cards; ++i) {
    for (int pod = dice.roll(0, 2); pod > 0; --pod) {
      const bool isWhole = dice.oneIn(5);
      world.pods.push_back(testing::pod(name + "-" + std::to_string(i) + "-" + std::to_string(pod))
                               .resource("tencent.com/vcuda-core", isWhole ? 100 : 10 * dice.roll(1, 6))
                               .resource("tencent.com/vcuda-memory", dice.roll(1, 25))
                               .on(name)
                               .annotation("tencent.com/predicate-gpu-idx-0", std::to_string(i))
                               .annotation("tencent.com/gpu-assigned", "true"));
    }
  }
}

PodBuilder askingGpuManager(Dice& dice) {
  PodBuilder out = pod("asked");
  out.cpuMilli(dice.roll(0, 2000));
  const bool isWhole = dice.oneIn(3);
  out.resource("tencent.com/vcuda-core", isWhole ? 100 * dice.roll(1, 3) : dice.roll(1, 99));
  if (!dice.oneIn(6)) out.resource("tencent.com/vcuda-memory", dice.roll(1, 45));
  if (dice.oneIn(12))
    out.annotation("tencent.com/predicate-node", "n0").annotation("tencent.com/gpu-assigned", "false");
  if (dice.oneIn(12))
    out.annotation("tencent.com/predicate-time", "1").annotation("tencent.com/predicate-gpu-idx-0", "0");
  if (dice.oneIn(9)) out.container().resource("tencent.com/vcuda-core", 20).resource("tencent.com/vcuda-memory", 4);
  return out;
}

// Koordinator

void addKoordinatorNode(Dice& dice, World& world, const std::string& name) {
  const int cards = dice.roll(1, 8);
  NodeBuilder node = testing::node(name)
                         .resource("koordinator.sh/gpu-core", 100 * cards)
                         .resource("koordinator.sh/gpu-memory-ratio", 100 * cards)
                         .resource("koordinator.sh/gpu-memory", (std::int64_t{16} << 30) * cards);
  if (dice.oneIn(2)) node.resource("koordinator.sh/gpu.shared", 4 * cards);
  if (dice.oneIn(4)) node.resource("koordinator.sh/rdma", 100);
  if (dice.oneIn(8)) node.resource("koordinator.sh/fpga", 100);
  if (dice.oneIn(8)) node.resource("huawei.com/npu-core", 100);
  if (dice.oneIn(8)) node.label("node.koordinator.sh/gpu-model", "H100");
  world.nodes.push_back(node);
  RawKoordinatorDevice device = koordinatorDevice(name, cards);
  for (RawDeviceEntry& entry : device.devices) {
    entry.healthy = !dice.oneIn(8);
    if (dice.oneIn(6)) entry.resources[1].amount = Quantity::fromInteger((std::int64_t{1} << 30) * dice.roll(0, 30));
    if (dice.oneIn(12)) entry.resources.pop_back();
  }
  const bool hasTree = dice.oneIn(8);
  for (RawDeviceEntry& entry : device.devices) {
    if (!hasTree && !dice.oneIn(40)) continue;
    RawDeviceTopology& topology = entry.topology.emplace();
    topology.nodeId = dice.roll(-1, 1);
    topology.pcieId = std::to_string(dice.roll(0, 2));
  }
  if (dice.oneIn(5))
    device.meta.annotations.emplace_back("scheduling.koordinator.sh/gpu-partitions",
                                         R"({"1":[{"minors":[1],"allocationScore":1}],"2":[{"minors":[2,3]}]})");
  if (dice.oneIn(5)) device.meta.labels.emplace_back("node.koordinator.sh/gpu-partition-policy", "Honor");
  if (dice.oneIn(10)) {
    RawDeviceEntry nic;
    nic.type = "rdma";
    nic.minor = 0;
    nic.healthy = !dice.oneIn(4);
    nic.resources = {{"koordinator.sh/rdma", Quantity::fromInteger(100)}};
    device.devices.push_back(std::move(nic));
  }
  world.further.push_back(upsertExtra(std::move(device)));
  for (int i = 0; i < cards; ++i) {
    for (int pod = dice.roll(0, 2); pod > 0; --pod) {
      const int percent = dice.oneIn(6) ? 100 : 10 * dice.roll(1, 6);
      world.pods.push_back(testing::pod(name + "-" + std::to_string(i) + "-" + std::to_string(pod))
                               .resource("koordinator.sh/gpu-core", percent)
                               .resource("koordinator.sh/gpu-memory-ratio", percent)
                               .on(name)
                               .annotation("scheduling.koordinator.sh/device-allocated",
                                           koordinatorShare(dice.oneIn(12) ? 40 : i, percent)));
    }
  }
}

PodBuilder askingKoordinator(Dice& dice) {
  PodBuilder out = pod("asked");
  out.cpuMilli(dice.roll(0, 2000));
  const int percent = dice.oneIn(3) ? 100 * dice.roll(1, 3) : 10 * dice.roll(1, 10);
  out.resource("koordinator.sh/gpu-core", percent);
  if (dice.oneIn(3))
    out.resource("koordinator.sh/gpu-memory", (std::int64_t{1} << 29) * dice.roll(1, 30));
  else
    out.resource("koordinator.sh/gpu-memory-ratio", percent);
  if (dice.oneIn(9))
    out.resource(dice.oneIn(3) ? "koordinator.sh/fpga" : "koordinator.sh/rdma", dice.oneIn(2) ? 50 : 100);
  if (dice.oneIn(20)) out.resource("huawei.com/npu-core", 10);
  if (dice.oneIn(9)) out.resource("koordinator.sh/gpu.shared", dice.roll(1, 3));
  return out;
}

// Device claims

/// More than one slice of one driver with whole cards: a second slice, a driver of other devices, names of parts.
void addOddDevices(Dice& dice, World& world, const std::string& name) {
  if (dice.oneIn(12)) {
    world.slices.back().sliceCount = 2;
    world.slices.push_back(draSlice("second-" + name, name, draGpu(20), 2));
    if (dice.oneIn(4)) world.slices.back().devices.front().name = "gpu-0";
    return;
  }
  if (!dice.oneIn(10)) return;
  const std::string uuid = R"("uuid":{"string":")" + cardId(name, 0) + R"("})";
  const std::string devices[] = {
      R"({"name":"vfio-0","attributes":{"type":{"string":"vfio"},)" + uuid + "}}",
      R"({"name":"mig-0","attributes":{"type":{"string":"mig"},"parentUUID":{"string":")" + cardId(name, 0) +
          R"("},"profile":{"string":"1g.10gb"}}})",
      R"({"name":"again-0","attributes":{"type":{"string":"gpu"},)" + uuid + "}}",
      R"({"name":"gpu-9","attributes":{"type":{"string":"gpu"}},"nodeName":")" + name + R"("})",
      R"({"name":"gpu-9","attributes":{"type":{"string":"gpu"}},"consumesCounters":[{"counterSet":"c","counters":{"x":{"value":"1"}}}]})"};
  const RawResourceSlice odd = draSlice("x", name, devices[static_cast<std::size_t>(dice.roll(0, 4))]);
  world.slices.back().devices.push_back(odd.devices.front());
}

void addDraNode(Dice& dice, World& world, const std::string& name) {
  const char* const products[] = {"H100", "A100"};
  world.nodes.push_back(dice.oneIn(8) ? nvidiaNode(name, 4) : node(name));
  if (dice.oneIn(8)) return;
  const int cards = dice.roll(1, 8);
  const bool isAlike = dice.oneIn(2);
  std::string devices;
  for (int i = 0; i < cards; ++i) {
    const std::string number = std::to_string(i);
    const bool isInstance = dice.oneIn(25);
    devices +=
        std::string(i > 0 ? "," : "") + R"({"name":"gpu-)" + number + R"(","attributes":{"type":{"string":")" +
        (isInstance ? "mig" : "gpu") + R"("},"uuid":{"string":")" + cardId(name, i) +
        (isInstance ? R"("},"parentUUID":{"string":"GPU-x)" : "") + R"("},"productName":{"string":")" +
        (isAlike ? products[0] : dice.pick(products)) + R"("})" + (dice.oneIn(6) ? R"(,"fast":{"bool":true})" : "") +
        R"(},"capacity":{"memory":{"value":")" + std::to_string(isAlike ? 40 : 20 * dice.roll(1, 3)) + R"(Gi"}})" +
        (dice.oneIn(25) ? R"(,"taints":[{"key":"bad","effect":"NoSchedule"}])" : "") +
        (dice.oneIn(40) ? R"(,"allowMultipleAllocations":true)" : "") +
        (dice.oneIn(40) ? R"(,"bindsToNode":true,"bindingConditions":["a"],"bindingFailureConditions":["b"])" : "") +
        "}";
    if (!dice.oneIn(3)) continue;
    world.claims.push_back(draClaim(name + "-" + number, name, {"gpu-" + number}, {"p"}));
  }
  RawResourceSlice& slice = world.slices.emplace_back(draSlice("slice-" + name, name, devices, dice.oneIn(20) ? 2 : 1));
  if (dice.oneIn(12)) slice.pool = "of-several";
  if (dice.oneIn(12)) slice.generation = dice.roll(0, 2);
  addOddDevices(dice, world, name);
  if (dice.oneIn(12))
    world.slices.push_back(draSlice("nic-" + name, name, R"({"name":"nic-0"})", 1, "nic.example.com"));
}

/// Claims of every sort of selector: by type, by what is one card's own, by what not every card has.
void finishDra(Dice& dice, World& world) {
  const char* const expressions[] = {
      "device.attributes['gpu.nvidia.com'].productName == 'H100'",
      "device.driver == 'gpu.nvidia.com'",
      "device.attributes['gpu.nvidia.com'].uuid == 'GPU-n0-0'",
      "device.attributes['gpu.nvidia.com'].fast",
      "device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('30Gi')) > 0",
      "has(device.attributes['gpu.nvidia.com'].fast)",
      "device.attributes['resource.kubernetes.io'].pciBusID == 'x'",
      "device.attributes['gpu.nvidia.com'].none == 'x'",
      "device.attributes['other'].productName == 'H100'",
      "device.attributes['gpu.nvidia.com'].productName.startsWith('H') || device.driver == 'x'",
      "'gpu.nvidia.com' in device.attributes",
      "device.attributes[",
      "1",
      "device.allowMultipleAllocations"};
  const char* const further[] = {R"(,"tolerations":[{"operator":"Exists"}])", R"(,"adminAccess":true)",
                                 R"(,"allocationMode":"All")", R"(,"capacity":{"requests":{"memory":"10Gi"}})",
                                 R"(,"allocationMode":"Odd")"};
  if (dice.oneIn(10))
    world.slices.push_back(readAs<RawResourceSlice>(
        R"({"kind":"ResourceSlice","metadata":{"name":"shared"},"spec":{"driver":"gpu.nvidia.com","allNodes":true,)"
        R"("pool":{"name":"net","generation":1,"resourceSliceCount":1},"devices":[)" +
        draGpu(0) + "]}}"));
  std::vector<RawResourceClaimTemplate> templates;
  for (int i = 0; i < 4; ++i) {
    const std::string selector =
        dice.oneIn(2) ? "" : R"(,"selectors":[{"cel":{"expression":")" + dice.pick(expressions) + R"("}}])";
    const std::string more = dice.oneIn(10) ? dice.pick(further) : "";
    std::string ask =
        draAsk(dice.oneIn(15) ? "no.class" : "gpu.nvidia.com", dice.oneIn(3) ? dice.roll(2, 4) : 1, selector + more);
    if (dice.oneIn(15))
      ask.insert(ask.size() - 1, R"(,"constraints":[{"matchAttribute":"gpu.nvidia.com/productName"}])");
    templates.push_back(draTemplate("t" + std::to_string(i), ask));
  }
  if (dice.oneIn(6)) {
    const std::string second = dice.oneIn(2) ? R"(,{"name":"b","deviceClassName":"gpu.nvidia.com"})" : "";
    templates.front() = draTemplate(
        "t0", R"("devices":{"requests":[{"name":"r","firstAvailable":[{"name":"a","deviceClassName":"gpu.nvidia.com",)"
              R"("count":4})" +
                  second + "]}]}");
  }
  if (dice.oneIn(3)) world.claims.push_back(draClaim("named"));
  if (dice.oneIn(4)) {
    // Made for the pod that is asked about, and perhaps allocated.
    RawResourceClaim& made = world.claims.emplace_back(dice.oneIn(2) ? draClaim("asked-gpu-x", "n0", {"gpu-0"}, {})
                                                                     : draClaim("asked-gpu-x"));
    made.meta.annotations.emplace_back("resource.kubernetes.io/pod-claim-name", "gpu");
    made.meta.owners.push_back({"Pod", "asked", "uid-pod-default-asked", true});
  }
  if (dice.oneIn(4)) world.claims.push_back(draClaim("named-and-held", "n0", {"gpu-0"}, {"p"}));
  world.further = {draSlices(std::move(world.slices)), draClaims(std::move(world.claims)),
                   draTemplates(std::move(templates)), draClasses({draClass("gpu.nvidia.com", "gpu")})};
}

/// A pool of all nodes without a device: claims are searched for by all slices then.
ClusterDelta emptyPool() {
  return upsertExtra(readAs<RawResourceSlice>(
      R"({"kind":"ResourceSlice","metadata":{"name":"zz-empty"},"spec":{"driver":"none.example.com","allNodes":true,)"
      R"("pool":{"name":"empty","generation":1,"resourceSliceCount":1},"devices":[]}})"));
}

PodBuilder askingDra(Dice& dice) {
  PodBuilder out = pod("asked");
  out.cpuMilli(dice.roll(0, 2000));
  out.edit().spec.deviceClaims.push_back({"gpu", {}, "t" + std::to_string(dice.roll(0, 3))});
  if (dice.oneIn(9)) out.edit().spec.deviceClaims.push_back({"more", {}, "t0"});
  if (dice.oneIn(15)) out.edit().spec.deviceClaims.push_back({"more", dice.oneIn(2) ? "named" : "named-and-held", {}});
  if (dice.oneIn(15)) out.edit().spec.deviceClaims.front() = {"gpu", "named", {}};
  return out;
}

// KAI

void addKaiNode(Dice& dice, World& world, const std::string& name) {
  const int cards = dice.roll(1, 8);
  NodeBuilder node = nvidiaNode(name, cards);
  if (!dice.oneIn(4)) node.label("nvidia.com/gpu.memory", dice.oneIn(3) ? "16384" : "81559");
  world.nodes.push_back(node);
  for (int pod = dice.oneIn(2) ? dice.roll(1, cards) : 0; pod > 0; --pod) {
    const std::string group = "g-" + name + "-" + std::to_string(dice.roll(0, 2));
    PodBuilder holder = testing::pod("k-" + name + "-" + std::to_string(pod));
    holder.on(name).edit().spec.schedulerName = dice.oneIn(3) ? "" : "kai-scheduler";
    if (dice.oneIn(3))
      holder.nvidia(1);
    else
      holder.annotation("gpu-fraction", dice.oneIn(2) ? "0.5" : "0.25").label("runai-gpu-group", group);
    if (dice.oneIn(9)) holder.terminating();
    world.pods.push_back(holder);
  }
}

PodBuilder askingKai(Dice& dice) {
  const char* const fractions[] = {"0.1", "0.25", "0.5", "0.75", "1"};
  PodBuilder out = pod("asked");
  out.cpuMilli(dice.roll(0, 2000)).edit().spec.schedulerName = "kai-scheduler";
  if (dice.oneIn(3)) return out.nvidia(dice.roll(1, 4));
  if (dice.oneIn(3)) return out.annotation("gpu-memory", std::to_string(1000 * dice.roll(1, 40)));
  out.annotation("gpu-fraction", dice.pick(fractions));
  if (dice.oneIn(4)) out.annotation("gpu-fraction-num-devices", std::to_string(dice.roll(1, 3)));
  return out;
}

// Devices that kube-scheduler only counts

void addPluginNode(Dice& dice, World& world, const std::string& name) {
  const char* const slices[] = {"nvidia.com/mig-1g.10gb", "nvidia.com/gpu.shared", "amd.com/gpu",
                                "volcano.sh/gpu-memory", "gpu.intel.com/i915"};
  NodeBuilder node = nvidiaNode(name, dice.roll(0, 12));
  if (dice.oneIn(2)) node.label("nvidia.com/gpu.replicas", "4").label("nvidia.com/gpu.count", "2");
  if (dice.oneIn(3)) node.label("nvidia.com/gpu.sharing-strategy", dice.oneIn(2) ? "mps" : "time-slicing");
  if (dice.oneIn(3)) node.resource(dice.pick(slices), dice.roll(0, 8));
  if (dice.oneIn(4)) node.allocatable("nvidia.com/gpu", dice.roll(0, 4));
  world.nodes.push_back(node);
  for (int pod = dice.roll(0, 3); pod > 0; --pod)
    world.pods.push_back(testing::pod("c-" + name + "-" + std::to_string(pod)).nvidia(dice.roll(1, 3)).on(name));
}

PodBuilder askingPlugin(Dice& dice) {
  const char* const resources[] = {"nvidia.com/gpu",        "nvidia.com/gpu",    "nvidia.com/mig-1g.10gb",
                                   "nvidia.com/gpu.shared", "amd.com/gpu",       "aliyun.com/gpu",
                                   "volcano.sh/gpu-memory", "gpu.intel.com/i915"};
  PodBuilder out = pod("asked");
  return out.cpuMilli(dice.roll(0, 2000)).resource(dice.pick(resources), dice.roll(1, 10));
}

// Memory of cards by gpushare and ACK; placement_row_test asks more of them

void addShareNode(Dice& dice, World& world, const std::string& name) {
  const char* const modes[] = {"cgpu", "share", "core_mem", "topology", "default"};
  const int cards = dice.roll(1, 10);
  world.nodes.push_back(dice.oneIn(2) ? gpushareNode(name, cards, 15) : ackNode(name, dice.pick(modes), cards, 15));
  for (int pod = dice.roll(0, 4); pod > 0; --pod)
    world.pods.push_back(testing::pod("s-" + name + "-" + std::to_string(pod))
                             .gpuMem(dice.roll(1, 9))
                             .on(name)
                             .card(dice.roll(0, cards - 1)));
}

PodBuilder askingShare(Dice& dice) {
  PodBuilder out = pod("asked");
  out.cpuMilli(dice.roll(0, 2000));
  if (dice.oneIn(6)) return out.topology(dice.roll(1, 3));
  out.gpuMem(dice.roll(1, 40));
  if (dice.oneIn(4)) out.gpuCount(dice.roll(1, 4));
  if (dice.oneIn(6)) out.core(10 * dice.roll(1, 10));
  return out;
}

// All of them in one cluster: pods of one stack meet the nodes of the others

void addAnyNode(Dice& dice, World& world, const std::string& name) {
  constexpr std::array kSorts{addHamiNode, addVolcanoNode, addGpuManagerNode, addKoordinatorNode,
                              addDraNode,  addKaiNode,     addPluginNode,     addShareNode};
  kSorts[static_cast<std::size_t>(dice.roll(0, static_cast<int>(kSorts.size()) - 1))](dice, world, name);
}

PodBuilder askingAny(Dice& dice) {
  constexpr std::array kSorts{askingHami, askingVolcano, askingGpuManager, askingKoordinator,
                              askingDra,  askingKai,     askingPlugin,     askingShare};
  return kSorts[static_cast<std::size_t>(dice.roll(0, static_cast<int>(kSorts.size()) - 1))](dice);
}

void finishAny(Dice& dice, World& world) {
  std::vector<ClusterDelta> others = std::move(world.further);
  finishDra(dice, world);
  std::move(others.begin(), others.end(), std::back_inserter(world.further));
}

}  // namespace

const std::vector<Stack>& allStacks() {
  static const std::vector<Stack> kStacks{{"Hami", addHamiNode, askingHami, finishNothing, true},
                                          {"Volcano", addVolcanoNode, askingVolcano, finishNothing, true},
                                          {"GpuManager", addGpuManagerNode, askingGpuManager, finishNothing, true},
                                          {"Koordinator", addKoordinatorNode, askingKoordinator, finishNothing, true},
                                          {"Claims", addDraNode, askingDra, finishDra, true, emptyPool},
                                          {"Kai", addKaiNode, askingKai, finishNothing, false},
                                          {"Counted", addPluginNode, askingPlugin, finishNothing, false},
                                          {"All", addAnyNode, askingAny, finishAny, true, emptyPool}};
  return kStacks;
}

World worldOf(Dice& dice, const Stack& stack, int nodes) {
  World world;
  for (int i = 0; i < nodes; ++i) stack.addNode(dice, world, "n" + std::to_string(i));
  for (NodeBuilder& node : world.nodes) makeOdd(dice, node);
  for (PodBuilder& pod : world.pods) {
    if (dice.oneIn(8)) makeOdd(dice, pod);
  }
  for (int i = 0; i < 2; ++i) {
    PodBuilder waiting = stack.asking(dice);
    waiting.edit().meta.key.name = "waiting" + std::to_string(i);
    if (dice.oneIn(6)) waiting.edit().nominatedNode = "n0";
    world.pods.push_back(std::move(waiting));
  }
  stack.finish(dice, world);
  for (ClusterDelta& delta : oddObjects(dice, world.nodes)) world.further.push_back(std::move(delta));
  return world;
}

AllocationRequest requestOf(Dice& dice, const Stack& stack) {
  PodBuilder asked = stack.asking(dice);
  if (!dice.oneIn(5)) asked.edit().meta.uid.clear();
  makeOdd(dice, asked);
  if (dice.oneIn(30)) asked.on("n0");
  AllocationRequest request = makeRequest(asked.raw(), dice.oneIn(3) ? dice.roll(2, 6) : 1);
  if (dice.oneIn(5)) request.onlyNode = "n0";
  if (dice.oneIn(6)) request.onlyCard = request.onlyNode ? std::optional<CardIndex>(0) : std::nullopt;
  makeOdd(dice, request);
  return request;
}

}  // namespace cardinal::testing
