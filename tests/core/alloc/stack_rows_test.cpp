// SPDX-License-Identifier: Apache-2.0
// The dense rows of cards are a short cut of the stacks' own rules: with and without them every answer is the same.
#include <algorithm>
#include <random>

#include "core/alloc/node_view.h"
#include "core/alloc/stacks/common/stack_bits.h"
#include "tests/core/alloc/dice.h"
#include "tests/core/alloc/whole_answer.h"
#include "tests/support/builders.h"
#include "tests/support/dra.h"
#include "tests/support/extras.h"

namespace cardinal::testing {
namespace {

struct World {
  std::vector<NodeBuilder> nodes;
  std::vector<PodBuilder> pods;
  std::vector<ClusterDelta> further;
  std::vector<RawResourceSlice> slices;
  std::vector<RawResourceClaim> claims;

  ClusterSnapshot snapshot() { return *snapshotOf(nodes, pods, std::move(further)); }
};

std::string cardId(const std::string& node, int card) {
  return "GPU-" + node + "-" + std::to_string(card);
}

// HAMi

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
    const std::string memory = dice.oneIn(25) ? "many" : std::to_string(dice.oneIn(8) ? 0 : 4000 * dice.roll(1, 6));
    list += cardId(name, i) + "," + slots + "," + memory + "," + dice.pick(types) + "," +
            (dice.oneIn(8) ? "false" : "true") + ",hami-core:" + (dice.oneIn(20) ? "gap:" : "");
    for (int pod = dice.roll(0, 2); pod > 0; --pod) {
      const std::string entry = cardId(name, i) + ",NVIDIA," + std::to_string(1000 * dice.roll(0, 9)) + "," +
                                std::to_string(dice.oneIn(6) ? 100 : 10 * dice.roll(0, 6)) + ":";
      world.pods.push_back(testing::pod(name + "-" + std::to_string(i) + "-" + std::to_string(pod))
                               .resource("volcano.sh/vgpu-number", 1)
                               .on(name)
                               .annotation("volcano.sh/vgpu-ids-new", entry));
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
  if (dice.oneIn(9)) out.container().resource("tencent.com/vcuda-core", 20).resource("tencent.com/vcuda-memory", 4);
  return out;
}

// Koordinator

void addKoordinatorNode(Dice& dice, World& world, const std::string& name) {
  const int cards = dice.roll(1, 8);
  world.nodes.push_back(node(name)
                            .resource("koordinator.sh/gpu-core", 100 * cards)
                            .resource("koordinator.sh/gpu-memory-ratio", 100 * cards)
                            .resource("koordinator.sh/gpu-memory", (std::int64_t{16} << 30) * cards));
  RawKoordinatorDevice device = koordinatorDevice(name, cards);
  for (RawDeviceEntry& entry : device.devices) {
    entry.healthy = !dice.oneIn(8);
    if (dice.oneIn(6)) entry.resources[1].amount = Quantity::fromInteger((std::int64_t{1} << 30) * dice.roll(0, 30));
    if (dice.oneIn(12)) entry.resources.pop_back();
  }
  if (dice.oneIn(6)) device.devices[0].topology = RawDeviceTopology{};
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
  return out;
}

// Device claims

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
    devices += std::string(i > 0 ? "," : "") + R"({"name":"gpu-)" + number + R"(","attributes":{"type":{"string":")" +
               (isInstance ? "mig" : "gpu") + R"("},"uuid":{"string":")" + cardId(name, i) +
               (isInstance ? R"("},"parentUUID":{"string":"GPU-x)" : "") + R"("},"productName":{"string":")" +
               (isAlike ? products[0] : dice.pick(products)) + R"("})" +
               (dice.oneIn(6) ? R"(,"fast":{"bool":true})" : "") + R"(},"capacity":{"memory":{"value":")" +
               std::to_string(isAlike ? 40 : 20 * dice.roll(1, 3)) + R"(Gi"}})" +
               (dice.oneIn(25) ? R"(,"taints":[{"key":"bad","effect":"NoSchedule"}])" : "") + "}";
    if (!dice.oneIn(3)) continue;
    world.claims.push_back(draClaim(name + "-" + number, name, {"gpu-" + number}, {"p"}));
  }
  world.slices.push_back(draSlice("slice-" + name, name, devices, dice.oneIn(20) ? 2 : 1));
}

/// Claims of every sort of selector: by type, by what is one card's own, by what not every card has.
void finishDra(Dice& dice, World& world) {
  const char* const expressions[] = {
      "device.attributes['gpu.nvidia.com'].productName == 'H100'", "device.driver == 'gpu.nvidia.com'",
      "device.attributes['gpu.nvidia.com'].uuid == 'GPU-n0-0'", "device.attributes['gpu.nvidia.com'].fast",
      "device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('30Gi')) > 0"};
  if (dice.oneIn(10))
    world.slices.push_back(readAs<RawResourceSlice>(
        R"({"kind":"ResourceSlice","metadata":{"name":"shared"},"spec":{"driver":"gpu.nvidia.com","allNodes":true,)"
        R"("pool":{"name":"net","generation":1,"resourceSliceCount":1},"devices":[)" +
        draGpu(0) + "]}}"));
  std::vector<RawResourceClaimTemplate> templates;
  for (int i = 0; i < 4; ++i) {
    const std::string selector =
        dice.oneIn(2) ? "" : R"(,"selectors":[{"cel":{"expression":")" + dice.pick(expressions) + R"("}}])";
    templates.push_back(
        draTemplate("t" + std::to_string(i), draAsk("gpu.nvidia.com", dice.oneIn(3) ? dice.roll(2, 4) : 1, selector)));
  }
  world.further = {draSlices(std::move(world.slices)), draClaims(std::move(world.claims)),
                   draTemplates(std::move(templates)), draClasses({draClass("gpu.nvidia.com", "gpu")})};
}

PodBuilder askingDra(Dice& dice) {
  PodBuilder out = pod("asked");
  out.cpuMilli(dice.roll(0, 2000));
  out.edit().spec.deviceClaims.push_back({"gpu", {}, "t" + std::to_string(dice.roll(0, 3))});
  if (dice.oneIn(9)) out.edit().spec.deviceClaims.push_back({"more", {}, "t0"});
  return out;
}

void finishNothing(Dice& /*dice*/, World& /*world*/) {}

struct Stack {
  const char* name;
  void (*addNode)(Dice& dice, World& world, const std::string& name);
  PodBuilder (*asking)(Dice& dice);
  void (*finish)(Dice& dice, World& world) = finishNothing;
};

class StackRows : public ::testing::TestWithParam<Stack> {};

TEST_P(StackRows, ChangeNoAnswer) {
  constexpr unsigned kWorlds = 150;
  std::size_t rows = 0;
  std::size_t feasible = 0;
  std::size_t refused = 0;
  for (unsigned seed = 0; seed < kWorlds; ++seed) {
    Dice dice(seed);
    World world;
    const int nodes = dice.roll(1, 12);
    for (int i = 0; i < nodes; ++i) GetParam().addNode(dice, world, "n" + std::to_string(i));
    GetParam().finish(dice, world);
    const ClusterSnapshot cluster = world.snapshot();
    ClusterSnapshot bare = cluster;
    bare.rows = {};
    for (std::uint32_t i = 0; i < cluster.nodes.size(); ++i)
      rows += alloc::viewOf(cluster, NodeIndex{i}).stackCards().size();
    for (int i = 0; i < 12; ++i) {
      PodBuilder asked = GetParam().asking(dice);
      if (!dice.oneIn(8)) asked.edit().meta.uid.clear();
      AllocationRequest request = makeRequest(asked.raw(), dice.oneIn(3) ? dice.roll(2, 6) : 1);
      if (dice.oneIn(5)) request.onlyNode = "n0";
      if (dice.oneIn(6)) request.onlyCard = request.onlyNode ? std::optional<CardIndex>(0) : std::nullopt;
      const AllocationAnswer answer = allocate(request, cluster);
      feasible += answer.candidates.size();
      refused += answer.rejections.size();
      ASSERT_EQ(whole(answer, cluster), whole(allocate(request, bare), bare)) << seed << " " << i;
    }
  }
  EXPECT_GT(rows, kWorlds);
  EXPECT_GT(feasible, kWorlds);
  EXPECT_GT(refused, kWorlds);
}

TEST_P(StackRows, AfterEventsAreThoseMadeAnew) {
  Dice dice(11);
  World world;
  for (int i = 0; i < 70; ++i) GetParam().addNode(dice, world, "n" + std::to_string(i));
  GetParam().finish(dice, world);
  SnapshotBuilder builder;
  builder.apply(replaceNodes(world.nodes));
  builder.apply(replacePods({}));
  for (ClusterDelta& delta : world.further) builder.apply(std::move(delta));
  builder.build(1);
  int time = 2;
  for (const PodBuilder& pod : world.pods) {
    builder.apply(upsert(pod));
    if (!dice.oneIn(6)) continue;
    const SnapshotPtr now = builder.build(++time);
    ClusterSnapshot anew = *now;
    anew.rows.assign(anew.nodes);
    for (std::uint32_t i = 0; i < now->nodes.size(); ++i) {
      const auto kept = alloc::viewOf(*now, NodeIndex{i}).stackCards();
      const auto made = alloc::viewOf(anew, NodeIndex{i}).stackCards();
      ASSERT_TRUE(std::equal(kept.begin(), kept.end(), made.begin(), made.end())) << time << " " << i;
    }
  }
}

std::string nameOf(const ::testing::TestParamInfo<Stack>& tested) {
  return tested.param.name;
}

INSTANTIATE_TEST_SUITE_P(All, StackRows,
                         ::testing::Values(Stack{"Hami", addHamiNode, askingHami},
                                           Stack{"Volcano", addVolcanoNode, askingVolcano},
                                           Stack{"GpuManager", addGpuManagerNode, askingGpuManager},
                                           Stack{"Koordinator", addKoordinatorNode, askingKoordinator},
                                           Stack{"Claims", addDraNode, askingDra, finishDra}),
                         nameOf);

TEST(ShareDividers, DivideAsDivisionDoes) {
  std::mt19937_64 engine(3);
  for (int i = 0; i < 200'000; ++i) {
    const auto share = static_cast<std::int64_t>(engine() >> (engine() % 50 + 14)) + 1;
    const auto free = static_cast<std::int64_t>(engine() >> (engine() % 50 + 14));
    const alloc::ShareDivider divide(share);
    ASSERT_EQ(divide(free), free / share) << free << " / " << share;
    const std::int64_t edge = free / share * share;
    ASSERT_EQ(divide(edge), edge / share) << edge << " / " << share;
    const std::int64_t below = std::max<std::int64_t>(edge - 1, 0);
    ASSERT_EQ(divide(below), below / share) << below << " / " << share;
  }
}

}  // namespace
}  // namespace cardinal::testing
