// SPDX-License-Identifier: Apache-2.0
#include "core/sim/population/demo_stacks.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/extras/extra.h"
#include "core/provider/readers.h"
#include "core/provider/registry/registry.h"
#include "core/provider/stacks/koordinator/koordinator.h"
#include "core/provider/stacks/stack_writer.h"
#include "core/sim/api/demo_groups.h"
#include "core/sim/api/keys.h"
#include "core/sim/api/raw_parts.h"
#include "core/sim/population/demo_dra.h"

namespace cardinal::sim {
namespace {

constexpr UnixSeconds kHour = 3'600;
constexpr UnixSeconds kDay = 24 * kHour;
constexpr std::int64_t kNano = 1'000'000'000;
constexpr std::int64_t kMiB = std::int64_t{1} << 20;
constexpr std::uint64_t kSeed = 0x7121a1ULL;

using Limits = std::vector<std::pair<const char*, std::int64_t>>;

/// Cards of one node.
struct Hardware {
  const char* model;
  std::int64_t mib;
  int cards;
};

/// What a stack puts on a node. The Device object is Koordinator's, the slice is that of a DRA driver.
struct TrialNode {
  RawNode raw;
  std::optional<RawKoordinatorDevice> device;
  std::optional<RawResourceSlice> slice;
};

struct TrialPod {
  const char* name;
  int node;  ///< inside its pool
  Limits limits;
  std::vector<CardGrant> grants;   ///< by the stacks that record them; memory in MiB
  bool claims = false;             ///< the cards of `grants` are held by a claim
  const char* fraction = nullptr;  ///< of KAI: the part of the card `grants` names; null = none
};

struct TrialPool {
  const char* stack;   ///< behind kTrialPrefix
  const char* plugin;  ///< DaemonSet
  const char* scheduler;
  std::vector<Hardware> nodes;
  void (*dress)(TrialNode& node, const Hardware& hardware, Random& random);
  std::vector<TrialPod> pods;
  const char* ackMode = nullptr;  ///< value of ack.node.gpu.schedule; null = no node of ACK's shared modes
};

void publish(RawNode& node, const std::string& resource, std::int64_t amount) {
  set(node.capacity, resource, amount);
  set(node.allocatable, resource, amount);
}

/// Labels of GPU Feature Discovery.
void label(RawNode& node, const Hardware& hardware, int replicas, const char* strategy) {
  StringMap& labels = node.meta.labels;
  set(labels, "nvidia.com/gpu.present", "true");
  set(labels, "nvidia.com/gpu.product", hardware.model);
  set(labels, "nvidia.com/gpu.count", std::to_string(hardware.cards));
  set(labels, "nvidia.com/gpu.memory", std::to_string(hardware.mib));
  set(labels, "nvidia.com/gpu.replicas", std::to_string(replicas));
  set(labels, "nvidia.com/gpu.sharing-strategy", strategy);
  if (std::string_view(hardware.model).find("T4") != std::string_view::npos)
    set(labels, "nvidia.com/mig.capable", "false");
}

void dressWhole(TrialNode& node, const Hardware& hardware, Random& /*random*/) {
  label(node.raw, hardware, 1, "none");
  publish(node.raw, kNvidiaGpu, hardware.cards);
}

/// Slots under the name that `renameByDefault` gives them: whoever asks for whole cards does not land on them.
void dressSlots(TrialNode& node, const Hardware& hardware, const char* strategy) {
  constexpr int kReplicas = 4;
  label(node.raw, hardware, kReplicas, strategy);
  publish(node.raw, kNvidiaGpu, 0);
  publish(node.raw, "nvidia.com/gpu.shared", std::int64_t{hardware.cards} * kReplicas);
}

void dressTimeSlicing(TrialNode& node, const Hardware& hardware, Random& /*random*/) {
  dressSlots(node, hardware, "time-slicing");
}

void dressMps(TrialNode& node, const Hardware& hardware, Random& /*random*/) {
  dressSlots(node, hardware, "mps");
  set(node.raw.meta.labels, "nvidia.com/mps.capable", "true");
}

/// Strategy mixed, every card cut as `all-balanced`.
void dressMig(TrialNode& node, const Hardware& hardware, Random& /*random*/) {
  struct Profile {
    const char* name;
    std::int64_t perCard;
    const char* mib;
  };
  label(node.raw, hardware, 0, "none");
  StringMap& labels = node.raw.meta.labels;
  set(labels, "nvidia.com/mig.capable", "true");
  set(labels, "nvidia.com/mig.strategy", "mixed");
  set(labels, "nvidia.com/mig.config", "all-balanced");
  set(labels, "nvidia.com/mig.config.state", "success");
  publish(node.raw, kNvidiaGpu, 0);
  for (const Profile& profile : {Profile{"1g.10gb", 2, "9856"}, {"2g.20gb", 1, "19968"}, {"3g.40gb", 1, "40192"}}) {
    const std::string resource = std::string("nvidia.com/mig-") + profile.name;
    publish(node.raw, resource, profile.perCard * hardware.cards);
    set(labels, resource + ".memory", profile.mib);
    set(labels, resource + ".count", std::to_string(profile.perCard * hardware.cards));
  }
}

std::string cardId(Random& random) {
  return "GPU-" + random.uid();
}

void dressHami(TrialNode& node, const Hardware& hardware, Random& random) {
  constexpr int kSlots = 10;
  std::string cards;
  for (int i = 0; i < hardware.cards; ++i) {
    cards += (i > 0 ? "," : "") + (R"({"id":")" + cardId(random)) + R"(","index":)" + std::to_string(i) +
             R"(,"count":)" + std::to_string(kSlots) + R"(,"devmem":)" + std::to_string(hardware.mib) +
             R"(,"devcore":100,"type":"NVIDIA-)" + hardware.model + R"(","numa":0,"mode":"hami-core","health":true})";
  }
  set(node.raw.meta.labels, "gpu", "on");
  set(node.raw.meta.annotations, "hami.io/node-nvidia-register", '[' + cards + ']');
  publish(node.raw, kNvidiaGpu, std::int64_t{hardware.cards} * kSlots);
}

void dressVolcano(TrialNode& node, const Hardware& hardware, Random& random) {
  constexpr int kSlots = 10;
  std::string cards;
  for (int i = 0; i < hardware.cards; ++i) {
    cards += cardId(random) + ',' + std::to_string(kSlots) + ',' + std::to_string(hardware.mib) + ",NVIDIA-" +
             hardware.model + ",true,hami-core:";
  }
  set(node.raw.meta.annotations, "volcano.sh/node-vgpu-register", cards);
  publish(node.raw, "volcano.sh/vgpu-number", std::int64_t{hardware.cards} * kSlots);
  publish(node.raw, "volcano.sh/vgpu-memory", hardware.cards * hardware.mib);
  publish(node.raw, "volcano.sh/vgpu-cores", std::int64_t{hardware.cards} * 100);
}

void dressGpuManager(TrialNode& node, const Hardware& hardware, Random& /*random*/) {
  constexpr std::int64_t kUnitMib = 256;
  set(node.raw.meta.labels, "nvidia-device-enable", "enable");
  set(node.raw.meta.labels, "gaia.tencent.com/gpu-model", hardware.model);
  publish(node.raw, "tencent.com/vcuda-core", std::int64_t{hardware.cards} * 100);
  publish(node.raw, "tencent.com/vcuda-memory", hardware.cards * (hardware.mib / kUnitMib));
}

void dressKoordinator(TrialNode& node, const Hardware& hardware, Random& random) {
  set(node.raw.meta.labels, "node.koordinator.sh/gpu-vendor", "nvidia");
  set(node.raw.meta.labels, "node.koordinator.sh/gpu-model", hardware.model);
  RawKoordinatorDevice device;
  device.meta.key.name = node.raw.meta.key.name;
  device.meta.uid = random.uid();
  device.meta.created = node.raw.meta.created;
  for (int minor = 0; minor < hardware.cards; ++minor) {
    RawDeviceEntry entry;
    entry.type = "gpu";
    entry.id = cardId(random);
    entry.minor = minor;
    entry.healthy = true;
    set(entry.resources, "koordinator.sh/gpu-core", 100);
    set(entry.resources, "koordinator.sh/gpu-memory", hardware.mib * kMiB);
    set(entry.resources, "koordinator.sh/gpu-memory-ratio", 100);
    device.devices.push_back(std::move(entry));
  }
  const std::int64_t cards = hardware.cards;
  publish(node.raw, "koordinator.sh/gpu-core", cards * 100);
  publish(node.raw, "koordinator.sh/gpu-memory", cards * hardware.mib * kMiB);
  publish(node.raw, "koordinator.sh/gpu-memory-ratio", cards * 100);
  node.device = std::move(device);
}

void dressClaims(TrialNode& node, const Hardware& hardware, Random& random) {
  node.slice = makeSlice(node.raw, hardware.model, hardware.mib, hardware.cards, random);
}

/// Whole cards of the device plugin, which KAI shares out: their group pods stand beside the nodes.
void dressKai(TrialNode& node, const Hardware& hardware, Random& random) {
  dressWhole(node, hardware, random);
  set(node.raw.meta.labels, "kai.scheduler/node-pool", "trial");
}

/// Whoever asks for shared memory without tolerating it does not land here.
void dressAckMps(TrialNode& node, const Hardware& /*hardware*/, Random& /*random*/) {
  node.raw.taints.push_back({kTrialTaint, "ack-mps", "NoSchedule"});
}

/// What such a node publishes is in no document; its labels say which cards it has.
void dressAckMig(TrialNode& node, const Hardware& hardware, Random& /*random*/) {
  StringMap& labels = node.raw.meta.labels;
  set(labels, kModeLabel, "mig");
  set(labels, kCardName, hardware.model);
  set(labels, kCardMemory, std::to_string(hardware.mib) + "MiB");
  set(labels, kCardCount, std::to_string(hardware.cards));
}

void dressAscend(TrialNode& node, const Hardware& hardware, Random& /*random*/) {
  set(node.raw.meta.labels, "accelerator", "huawei-Ascend910");
  publish(node.raw, "huawei.com/Ascend910", hardware.cards);
}

void dressRemotePool(TrialNode& node, const Hardware& /*hardware*/, Random& /*random*/) {
  publish(node.raw, "bitfusion.io/gpu", 1000);
}

/// Labels of AMD's node labeller: a partition is no PCI device, only the cards have ids.
void labelAmd(RawNode& node, const Hardware& hardware, int parts, const char* layout) {
  constexpr std::int64_t kGib = 1024;
  constexpr int kUnits = 304;
  StringMap& labels = node.meta.labels;
  const std::string vram = std::to_string(hardware.mib / kGib / parts) + 'G';
  const std::string units = std::to_string(kUnits / parts);
  const std::string devices = std::to_string(hardware.cards * parts);
  set(labels, "amd.com/gpu.product-name", hardware.model);
  set(labels, "amd.com/gpu.device-id", "74a1");
  set(labels, "beta.amd.com/gpu.device-id.74a1", std::to_string(hardware.cards));
  set(labels, "amd.com/gpu.vram", vram);
  set(labels, "beta.amd.com/gpu.vram." + vram, devices);
  set(labels, "amd.com/gpu.cu-count", units);
  set(labels, "beta.amd.com/gpu.cu-count." + units, devices);
  set(labels, "amd.com/gpu.compute-memory-partition", layout);
}

void dressAmd(TrialNode& node, const Hardware& hardware, Random& /*random*/) {
  labelAmd(node.raw, hardware, 1, "spx_nps1");
  publish(node.raw, "amd.com/gpu", hardware.cards);
}

/// Naming strategy mixed: the resource is called as the partitions are.
void dressAmdPartitions(TrialNode& node, const Hardware& hardware, Random& /*random*/) {
  constexpr int kParts = 8;
  labelAmd(node.raw, hardware, kParts, "cpx_nps4");
  publish(node.raw, "amd.com/cpx_nps4", std::int64_t{hardware.cards} * kParts);
}

Limits slots(std::int64_t count) {
  return {{"nvidia.com/gpu.shared", count}};
}
Limits hami(std::int64_t mib, std::int64_t cores) {
  return {{kNvidiaGpu, 1}, {"nvidia.com/gpumem", mib}, {"nvidia.com/gpucores", cores}};
}
Limits volcano(std::int64_t mib, std::int64_t cores) {
  return {{"volcano.sh/vgpu-number", 1}, {"volcano.sh/vgpu-memory", mib}, {"volcano.sh/vgpu-cores", cores}};
}
Limits vcuda(std::int64_t cores, std::int64_t units) {
  return {{"tencent.com/vcuda-core", cores}, {"tencent.com/vcuda-memory", units}};
}
Limits koordinator(std::int64_t percent) {
  return {{"koordinator.sh/gpu-core", percent}, {"koordinator.sh/gpu-memory-ratio", percent}};
}

std::vector<TrialPool> nvidiaPools() {
  return {{"l40s",
           "nvidia-device-plugin-daemonset",
           "default-scheduler",
           {{"NVIDIA-L40S", 46068, 4}, {"NVIDIA-L40S", 46068, 4}},
           dressWhole,
           {{"video-dit", 0, {{kNvidiaGpu, 2}}, {}},
            {"rerank-eval", 0, {{kNvidiaGpu, 1}}, {}},
            {"tts-distill", 1, {{kNvidiaGpu, 4}}, {}}}},
          {"time-slicing",
           "nvidia-device-plugin-daemonset",
           "default-scheduler",
           {{"Tesla-T4", 15360, 2}, {"Tesla-T4", 15360, 2}},
           dressTimeSlicing,
           {{"notebook-a", 0, slots(1), {}},
            {"notebook-b", 0, slots(1), {}},
            {"notebook-c", 0, slots(2), {}},
            {"ci-runner", 1, slots(1), {}}}},
          {"mps",
           "nvidia-device-plugin-daemonset",
           "default-scheduler",
           {{"NVIDIA-A10", 23028, 2}},
           dressMps,
           {{"intent-small", 0, slots(1), {}}, {"spell-small", 0, slots(1), {}}, {"lang-id", 0, slots(1), {}}}},
          {"mig",
           "nvidia-device-plugin-daemonset",
           "default-scheduler",
           {{"NVIDIA-A100-SXM4-80GB", 81920, 1}, {"NVIDIA-A100-SXM4-80GB", 81920, 4}},
           dressMig,
           {{"embed-mig", 0, {{"nvidia.com/mig-1g.10gb", 1}}, {}},
            {"judge-mig", 0, {{"nvidia.com/mig-3g.40gb", 1}}, {}},
            {"ocr-mig", 1, {{"nvidia.com/mig-1g.10gb", 3}}, {}},
            {"chat-mig", 1, {{"nvidia.com/mig-2g.20gb", 2}}, {}},
            {"eval-mig", 1, {{"nvidia.com/mig-3g.40gb", 1}}, {}}}}};
}

/// Every card of HAMi's is in use: a request for whole cards, which HAMi's own nodes would take too, finds none here.
std::vector<TrialPool> vgpuPools() {
  return {{"hami",
           "hami-device-plugin",
           "hami-scheduler",
           {{"A10", 23028, 2}, {"A10", 23028, 2}},
           dressHami,
           {{"sdxl-api", 0, hami(8000, 30), {{0, 8000, 30}}},
            {"clip-index", 0, hami(6000, 20), {{0, 6000, 20}}},
            {"llava-demo", 0, hami(12000, 50), {{1, 12000, 50}}},
            {"whisper", 1, hami(4000, 10), {{0, 4000, 10}}},
            {"flux-tune", 1, hami(18000, 80), {{1, 18000, 80}}}}},
          {"volcano",
           "volcano-device-plugin",
           "volcano",
           {{"Tesla V100-SXM2-16GB", 16384, 2}, {"Tesla V100-SXM2-16GB", 16384, 2}},
           dressVolcano,
           {{"gnn-train", 0, volcano(6144, 30), {{0, 6144, 30}}},
            {"gnn-eval", 0, volcano(4096, 20), {{0, 4096, 20}}},
            {"rl-sampler", 0, volcano(8192, 50), {{1, 8192, 50}}},
            {"rl-critic", 1, volcano(2048, 10), {{0, 2048, 10}}}}},
          {"gpu-manager",
           "gpu-manager-daemonset",
           "default-scheduler",
           {{"Tesla-T4", 15360, 2}, {"Tesla-T4", 15360, 2}},
           dressGpuManager,
           {{"ad-cvr", 0, vcuda(30, 16), {{0, 4096, 30}}},
            {"ad-ctr", 0, vcuda(20, 12), {{0, 3072, 20}}},
            {"ad-train", 0, vcuda(100, 60), {{1, 15360, 100}}},
            {"ad-bid", 1, vcuda(50, 30), {{0, 7680, 50}}}}},
          {"koordinator",
           "koordlet",
           "koord-scheduler",
           {{"A30", 24576, 2}, {"A30", 24576, 2}},
           dressKoordinator,
           {{"feed-rank", 0, koordinator(50), {{0, 12288, 50}}},
            {"feed-recall", 0, koordinator(25), {{0, 6144, 25}}},
            {"feed-train", 0, koordinator(100), {{1, 24576, 100}}},
            {"feed-ab", 1, koordinator(25), {{0, 6144, 25}}}}},
          {"ascend",
           "ascend-device-plugin-daemonset",
           "default-scheduler",
           {{"", 0, 8}},
           dressAscend,
           {{"pangu-serve", 0, {{"huawei.com/Ascend910", 2}}, {}}}}};
}

/// Devices by dynamic resource allocation, on nodes without a device plugin.
TrialPool claimPool() {
  constexpr const char* kModel = "NVIDIA H100 80GB HBM3";
  return {"dra",
          "nvidia-dra-driver-gpu-kubelet-plugin",
          "default-scheduler",
          {{kModel, 81559, 4}, {kModel, 81559, 4}},
          dressClaims,
          {{"vlm-train", 0, {}, {{0, 0, 0}, {1, 0, 0}}, true}, {"vlm-eval", 0, {}, {{2, 0, 0}}, true}}};
}

/// Both nodes are shared out: whoever asks for a whole card finds none here.
TrialPool kaiPool() {
  constexpr const char* kModel = "NVIDIA-L40S";
  return {"kai",
          "nvidia-device-plugin-daemonset",
          "kai-scheduler",
          {{kModel, 46068, 2}, {kModel, 46068, 1}},
          dressKai,
          {{"agent-a", 0, {}, {{0, 0, 0}}, false, "0.5"},
           {"agent-b", 0, {}, {{0, 0, 0}}, false, "0.25"},
           {"agent-tune", 0, {}, {{1, 0, 0}}, false, "0.8"},
           {"agent-eval", 1, {}, {{0, 0, 0}}, false, "0.3"}}};
}

/// Modes of Alibaba's scheduler that no larger pool has.
std::vector<TrialPool> ackPools() {
  const auto shared = [](std::int64_t units) { return Limits{{kGpuMem, units}}; };
  return {{"ack-mps",
           "gpushare-mps-device-plugin-ds",
           "default-scheduler",
           {{"Tesla-T4", 15360, 2}},
           dressAckMps,
           {{"mps-rank", 0, shared(5), {{0, 5, 0}}}, {"mps-ctr", 0, shared(4), {{1, 4, 0}}}},
           "mps"},
          {"ack-mig",
           "migparted-device-plugin",
           "default-scheduler",
           {{"NVIDIA-A100-SXM4-80GB", 81251, 8}},
           dressAckMig,
           {}}};
}

std::vector<TrialPool> amdPools() {
  constexpr const char* kModel = "AMD_Instinct_MI300X_OAM";
  constexpr std::int64_t kMib = 196'608;
  return {{"amd",
           "amdgpu-device-plugin-daemonset",
           "default-scheduler",
           {{kModel, kMib, 4}},
           dressAmd,
           {{"moe-serve", 0, {{"amd.com/gpu", 2}}, {}}}},
          {"amd-cpx",
           "amdgpu-device-plugin-daemonset",
           "default-scheduler",
           {{kModel, kMib, 2}},
           dressAmdPartitions,
           {{"embed-cpx", 0, {{"amd.com/cpx_nps4", 3}}, {}}, {"rag-cpx", 0, {{"amd.com/cpx_nps4", 2}}, {}}}}};
}

/// As the plugin publishes it on every node, and as its webhook leaves the pods: no card of this cluster is meant.
TrialPool remotePool() {
  return {"bitfusion",  "bitfusion-device-plugin", "default-scheduler",
          {{"", 0, 0}}, dressRemotePool,           {{"remote-notebook", 0, {{"bitfusion.io/gpu", 50}}, {}}}};
}

/// Half of a card of the second Koordinator node, kept for pods of feed-rank.
RawKoordinatorReservation makeReservation(UnixSeconds now) {
  constexpr std::int64_t kHalf = 50;
  koordinator::HeldDevice held;
  held.minor = 1;
  held.amounts.set(koordinator::kCore, kHalf);
  held.amounts.set(koordinator::kMemory, 12288 * kMiB);
  held.amounts.set(koordinator::kRatio, kHalf);
  RawKoordinatorReservation out;
  out.meta.key.name = "feed-rank-peak";
  out.meta.uid = "5d6f0c1e-7a51-4a7e-9d57-2b1f3c9a8e44";
  out.meta.created = now - 2 * kHour;
  set(out.meta.annotations, "scheduling.koordinator.sh/device-allocated", koordinator::allocationText({held}));
  out.pod.spec.schedulerName = "koord-scheduler";
  out.owners.push_back({false, LabelSelector{{{"app", "feed-rank"}}, {}}});
  out.allocateOnce = false;
  out.phase = "Available";
  out.nodeName = std::string(kTrialPrefix) + "koordinator-2";
  set(out.allocatable, "koordinator.sh/gpu-core", kHalf);
  set(out.allocatable, "koordinator.sh/gpu-memory-ratio", kHalf);
  set(out.allocatable, "cpu", 8);
  return out;
}

class Trials {
 public:
  Trials(DemoPopulation& population, UnixSeconds now)
      : m_population(population), m_now(now), m_random(kSeed), m_workloads(m_random) {}

  void add(const TrialPool& pool) {
    const std::size_t first = m_population.nodes.size();
    for (const Hardware& hardware : pool.nodes) addNode(pool, hardware);
    for (const TrialPod& pod : pool.pods) addPod(pool, pod, first + static_cast<std::size_t>(pod.node));
    const std::string uid = m_random.uid();
    for (std::size_t i = first; i < m_population.nodes.size(); ++i) {
      addSystemPod(m_population.nodes[i], pool.plugin, uid);
      addSystemPod(m_population.nodes[i], "kube-proxy-worker", uidOf("kube-proxy-worker"));
    }
  }

 private:
  void addNode(const TrialPool& pool, const Hardware& hardware) {
    NodeShape shape;
    shape.pool = std::string(kTrialPrefix) + pool.stack;
    shape.name = shape.pool + '-' + std::to_string(++m_numbers[pool.stack]);
    shape.ip = "10.207.201." + std::to_string(10 + 3 * ++m_address);
    shape.cpu = 64;
    shape.memoryGib = 256;
    shape.zone = "cn-hangzhou-k";
    const UnixSeconds created = m_now - m_random.between(10, 60) * kDay;
    if (pool.ackMode != nullptr) {
      constexpr std::int64_t kUnit = 1024;
      shape.mode = pool.ackMode;
      shape.placement = "binpack";
      shape.cardName = hardware.model;
      shape.cardMib = hardware.mib;
      shape.unitsPerCard = hardware.mib / kUnit;
      shape.cards = hardware.cards;
    }
    TrialNode made{makeNode(shape, created, m_random.uid(), "1"), {}, {}};
    pool.dress(made, hardware, m_random);
    if (made.device) m_population.devices.push_back(std::move(*made.device));
    if (made.slice) m_population.slices.push_back(std::move(*made.slice));
    DemoNode node{shape, nullptr, m_numbers[pool.stack] - 1, std::move(made.raw)};
    m_population.nodes.push_back(std::move(node));
  }

  /// As the console reads the node: by it the writers of the stacks know ids and sizes of the cards.
  NodeRecord recordOf(const RawNode& raw) const {
    NodeRecord record;
    record.name = raw.meta.key.name;
    NodeExtras extras;
    for (const RawKoordinatorDevice& device : m_population.devices) {
      if (device.meta.key.name == record.name) extras.device = std::make_shared<const RawKoordinatorDevice>(device);
    }
    auto capacity = readCapacity(raw, nullptr, &extras);
    if (!capacity) return record;
    record.gpu = capacity->gpu;
    record.cards = std::move(capacity->cards);
    record.devices = std::move(capacity->devices);
    return record;
  }

  void addPod(const TrialPool& pool, const TrialPod& trial, std::size_t at) {
    const RawNode& node = m_population.nodes[at].raw;
    const std::string owner = std::string(trial.name) + '-' + m_random.nameSuffix(10);
    const UnixSeconds created = m_now - m_random.between(2, 70) * kHour;
    RawPod pod = m_workloads.makeSingle(kTrialNamespace, owner + '-' + m_random.nameSuffix(5), created);
    set(pod.meta.labels, "app", trial.name);
    pod.meta.owners = {{"ReplicaSet", owner, m_random.uid(), true}};
    labelTemplateHash(pod);
    pod.spec.schedulerName = pool.scheduler;
    pod.spec.priorityClassName = "normal";
    pod.spec.priority = 10'000;
    pod.spec.neverPreempts = true;
    set(pod.spec.nodeSelector, kPool, kTrialPrefix + std::string(pool.stack));
    Container& container = pod.spec.containers.front();
    container.name = trial.name;
    setMilli(container.requests, "cpu", 2000);
    set(container.requests, "memory", 8LL << 30U);
    for (const auto& [resource, amount] : trial.limits) addRequest(container, resource, amount);
    pod.spec.nodeName = node.meta.key.name;
    if (trial.claims) addClaim(pod, trial.grants);
    if (trial.fraction != nullptr) joinGroup(pod, trial, node);
    if (pool.ackMode != nullptr) pod.spec.tolerations.push_back({kTrialTaint, "Equal", pool.stack, "NoSchedule"});
    if (pool.ackMode != nullptr) annotateAck(pod, {trial.grants}, (created + 1) * kNano, true);
    if (!trial.claims) provider::annotateByStack(pod, recordOf(node), trial.grants, (created + 1) * kNano);
    provider::confirmByStack(pod);
    markRunning(pod);
    m_population.pods.push_back(std::move(pod));
  }

  /// The first pod of a card brings the pod that reserves it.
  void joinGroup(RawPod& pod, const TrialPod& trial, const RawNode& node) {
    const std::string& name = node.meta.key.name;
    const std::string group = name + "-" + std::to_string(trial.grants.front().card);
    if (m_groups.insert(group).second)
      m_population.pods.push_back(makeCardReservation(group, name, cardId(m_random), pod.meta.created));
    set(pod.meta.labels, "runai-gpu-group", group);
    set(pod.meta.annotations, "gpu-fraction", trial.fraction);
  }

  void addClaim(RawPod& pod, const std::vector<CardGrant>& grants) {
    std::vector<int> cards;
    for (const CardGrant& grant : grants) cards.push_back(grant.card);
    askByClaim(pod, claimTemplateFor(static_cast<std::int64_t>(cards.size())));
    m_population.claims.push_back(makeClaim(pod, pod.spec.nodeName, cards));
  }

  void addSystemPod(const DemoNode& node, const std::string& daemon, const std::string& uid) {
    RawPod pod = m_workloads.makeSingle("kube-system", daemon + '-' + m_random.nameSuffix(5), m_now - 2 * kDay);
    pod.meta.owners = {{"DaemonSet", daemon, uid, true}};
    pod.spec.nodeName = node.shape.name;
    pod.spec.priorityClassName = "system-node-critical";
    pod.spec.priority = 2'000'001'000;
    setMilli(pod.spec.containers.front().requests, "cpu", 100);
    markRunning(pod);
    m_population.pods.push_back(std::move(pod));
  }

  /// Of a DaemonSet that runs on the other nodes already.
  std::string uidOf(std::string_view daemon) const {
    for (const RawPod& pod : m_population.pods) {
      if (!pod.meta.owners.empty() && pod.meta.owners.front().name == daemon) return pod.meta.owners.front().uid;
    }
    return {};
  }

  DemoPopulation& m_population;
  UnixSeconds m_now;
  Random m_random;
  DemoWorkloads m_workloads;
  std::map<std::string, int> m_numbers;
  std::set<std::string> m_groups;  ///< of KAI, whose reservation pod is there
  int m_address = 0;
};

}  // namespace

void addTrialPools(DemoPopulation& population, UnixSeconds now) {
  Trials trials(population, now);
  for (const TrialPool& pool : nvidiaPools()) trials.add(pool);
  for (const TrialPool& pool : vgpuPools()) trials.add(pool);
  trials.add(claimPool());
  trials.add(remotePool());
  trials.add(kaiPool());
  for (const TrialPool& pool : ackPools()) trials.add(pool);
  for (const TrialPool& pool : amdPools()) trials.add(pool);
  population.reservations.push_back(makeReservation(now));
  population.classes = makeDeviceClasses();
  population.claimTemplates = makeClaimTemplates();
}

}  // namespace cardinal::sim
