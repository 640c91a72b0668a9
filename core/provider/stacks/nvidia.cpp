// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/nvidia.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/base/joined.h"
#include "core/base/saturate.h"
#include "core/provider/pod_request.h"
#include "core/provider/shared_node.h"

namespace cardinal::provider {
namespace {

constexpr std::string_view kGpuShared = "nvidia.com/gpu.shared";
constexpr std::string_view kMigPrefix = "nvidia.com/mig-";
constexpr std::int64_t kMaxClients = 1000;
/// More cards NVIDIA's driver does not serve on one machine: NV_MAX_DEVICES of NVIDIA/open-gpu-kernel-modules,
/// src/common/sdk/nvidia/inc/nvlimits.h. Beyond it devices are parts of cards.
constexpr std::int64_t kMostOfMachine = 32;
constexpr std::int64_t kMaxDevices = kMaxCardsPerNode * kMaxClients;

// Labels of GPU Feature Discovery and the GPU operator.
constexpr std::string_view kProduct = "nvidia.com/gpu.product";
constexpr std::string_view kCount = "nvidia.com/gpu.count";
constexpr std::string_view kReplicas = "nvidia.com/gpu.replicas";
constexpr std::string_view kStrategy = "nvidia.com/gpu.sharing-strategy";
constexpr std::string_view kPresent = "nvidia.com/gpu.present";
/// Node Feature Discovery names a device by its vendor, or by its class and vendor: 3D and VGA controllers.
constexpr std::array<std::string_view, 3> kNfdPresent{"feature.node.kubernetes.io/pci-10de.present",
                                                      "feature.node.kubernetes.io/pci-0302_10de.present",
                                                      "feature.node.kubernetes.io/pci-0300_10de.present"};
constexpr std::string_view kMigConfig = "nvidia.com/mig.config";
constexpr std::string_view kMigState = "nvidia.com/mig.config.state";
constexpr std::string_view kDeployPlugin = "nvidia.com/gpu.deploy.device-plugin";
constexpr std::string_view kDriverUpgrade = "nvidia.com/gpu-driver-upgrade-state";
constexpr std::string_view kWorkloadConfig = "nvidia.com/gpu.workload.config";

// Labels of clouds that say the same.
constexpr std::string_view kGkeClients = "cloud.google.com/gke-max-shared-clients-per-gpu";
constexpr std::string_view kGkeStrategy = "cloud.google.com/gke-gpu-sharing-strategy";
constexpr std::string_view kGkePartition = "cloud.google.com/gke-gpu-partition-size";
constexpr std::string_view kGkeAccelerator = "cloud.google.com/gke-accelerator";
constexpr std::string_view kKarpenterMaker = "karpenter.k8s.aws/instance-gpu-manufacturer";
constexpr std::string_view kGkeCount = "cloud.google.com/gke-accelerator-count";
constexpr std::string_view kKarpenterCount = "karpenter.k8s.aws/instance-gpu-count";

/// Number of a label; 0 when it is absent, no number or not in 1..most.
std::int64_t numberOf(const RawNode& node, std::string_view key, std::int64_t most) {
  std::int64_t value = 0;
  if (!parseGoInteger(labelOf(node, key), value)) return 0;
  return value > 0 && value <= most ? value : 0;
}

/// Devices offered at most; unhealthy ones count. 0 when the number is impossible.
std::int64_t devicesOf(const RawNode& node, std::string_view resource) {
  std::int64_t most = 0;
  for (const ResourceList* list : {&node.capacity, &node.allocatable}) {
    if (const Quantity* amount = find(*list, resource)) most = std::max(most, amount->value());
  }
  return most <= kMaxDevices ? most : 0;
}

bool isLive(const RawNode& node, std::string_view resource) {
  const Quantity* amount = find(node.allocatable, resource);
  return amount != nullptr && *amount > Quantity{};
}

/// "1g.10gb" of "NVIDIA-H100-80GB-HBM3-MIG-1g.10gb-SHARED"; empty when the product names no profile.
std::string_view profileOf(std::string_view product) {
  constexpr std::string_view kMark = "-MIG-";
  const std::size_t at = product.rfind(kMark);
  if (at == std::string_view::npos) return {};
  std::string_view profile = product.substr(at + kMark.size());
  constexpr std::string_view kShared = "-SHARED";
  if (profile.ends_with(kShared)) profile.remove_suffix(kShared.size());
  return profile;
}

/// The label that tells the number of physical cards; empty = none does. `gpu.count` counts instances under MIG
/// strategy single.
std::string_view labelOfCards(const RawNode& node, bool migSingle) {
  for (const std::string_view key : {kCount, kGkeCount, kKarpenterCount}) {
    if (key == kCount && migSingle) continue;
    if (numberOf(node, key, kMaxCardsPerNode) > 0) return key;
  }
  return {};
}

/// Physical cards according to a label; 0 = no label does.
std::int64_t physicalCards(const RawNode& node, bool migSingle) {
  return numberOf(node, labelOfCards(node, migSingle), kMaxCardsPerNode);
}

/// Cards of which it is unknown who holds what part.
void makeUnknownCards(std::int64_t count, const RawNode& node, NodeCapacity& out) {
  NodeDevices& devices = out.devicesToFill();
  for (std::int64_t i = 0; i < count; ++i) {
    Card card;
    card.index = static_cast<std::uint16_t>(i);
    card.holderKnown = count == 1;
    out.cards.push_back(card);
    devices.cards.push_back({{}, out.gpu.model, {}, labelledCardMib(node), {}});
  }
}

struct MigResources {
  std::vector<std::string> live;   ///< offered now
  std::vector<std::string> stale;  ///< in capacity only
};

MigResources migResources(const RawNode& node) {
  MigResources out;
  for (const ResourceAmount& entry : node.allocatable) {
    if (std::string_view(entry.name).substr(0, kMigPrefix.size()) != kMigPrefix) continue;
    (entry.amount > Quantity{} ? out.live : out.stale).push_back(entry.name);
  }
  std::sort(out.live.begin(), out.live.end());
  return out;
}

/// Devices per instance or card: clients that share it at the same time.
std::int64_t clientsOf(const RawNode& node) {
  const std::int64_t replicas = numberOf(node, kReplicas, kMaxClients);
  return std::max<std::int64_t>({1, replicas, numberOf(node, kGkeClients, kMaxClients)});
}

std::int64_t slicesOf(std::string_view profile) {
  std::int64_t slices = 0;
  return parseGoInteger(profile.substr(0, profile.find('g')), slices) && slices > 0 && slices <= 7 ? slices : 0;
}

constexpr std::string_view kSharedSuffix = ".shared";

/// The profile's own resource, whose name begins its labels: "nvidia.com/mig-1g.10gb.shared" is a renamed one.
std::string_view unshared(std::string_view resource) {
  if (resource.ends_with(kSharedSuffix)) resource.remove_suffix(kSharedSuffix.size());
  return resource;
}

/// MIG instances behind so many devices, of which several may share one by time; nothing = not known.
std::optional<std::int64_t> instancesBehind(const RawNode& node, std::string_view resource, std::int64_t devices) {
  const std::string base(unshared(resource));
  const bool renamed = base.size() != resource.size();
  const std::int64_t clients = numberOf(node, base + ".replicas", kMaxClients);
  const std::int64_t counted = numberOf(node, base + ".count", kMaxDevices);
  const bool divides = counted > 0 && devices % counted == 0;
  if (!renamed && clients <= 1) return clients == 0 && divides ? counted : devices;
  if (divides) return counted;
  if (clients > 1 && devices % clients == 0) return devices / clients;
  return std::nullopt;
}

/// Instances as the node publishes them, and what the labels say of each profile. Of several resources that share
/// instances by time none is the node's slots.
std::vector<InstanceGroup> mixedInstances(const RawNode& node, const std::vector<std::string>& resources,
                                          NodeCapacity& out) {
  std::vector<InstanceGroup> groups;
  for (const std::string& resource : resources) {
    const std::int64_t devices = devicesOf(node, resource);
    const auto instances = instancesBehind(node, resource, devices);
    if (!instances) {
      addFinding(out, FindingCode::SlicedCountUnknown, resource, 0, devices);
      continue;
    }
    const std::string base(unshared(resource));
    InstanceGroup group;
    group.profile = clipped(std::string_view(base).substr(kMigPrefix.size()));
    group.resource = resource;
    group.total = static_cast<int>(std::min<std::int64_t>(*instances, INT32_MAX));
    constexpr std::int64_t kMaxMib = 100'000'000;
    if (const std::int64_t mib = numberOf(node, base + ".memory", kMaxMib)) group.memoryMib = mib;
    groups.push_back(std::move(group));
    if (resources.size() != 1 || *instances == devices) continue;
    out.devicesToFill().slotResource = resource;
    out.devicesToFill().slotsTotal = devices;
  }
  return groups;
}

std::string namesOf(const std::vector<InstanceGroup>& groups) {
  std::vector<std::string> names;
  for (const InstanceGroup& group : groups) names.push_back(group.resource);
  return joined(names);
}

std::int64_t slicesOf(const std::vector<InstanceGroup>& groups) {
  std::int64_t slices = 0;
  for (const InstanceGroup& group : groups)
    slices = saturatedSum(slices, saturatedProduct(std::int64_t{group.total}, slicesOf(group.profile)));
  return slices;
}

/// True where GPU Feature Discovery names the profiles: they are served now.
bool areLabelled(const RawNode& node, const std::vector<InstanceGroup>& groups) {
  return std::all_of(groups.begin(), groups.end(), [&](const InstanceGroup& group) {
    return find(node.meta.labels, std::string(unshared(group.resource)) + ".count") != nullptr;
  });
}

/// `nvidia.com/gpu` beside MIG instances counts the cards that are not in MIG mode, unless it is a leftover: the label
/// replicas is 0 where every card is in MIG mode, and where the profiles are labelled the cards cannot hold both. Where
/// they cannot and no label says what is left over, all of the resources are doubtful.
void addWholeCards(const RawNode& node, std::int64_t cards, NodeCapacity& out, std::vector<InstanceGroup>& groups) {
  constexpr std::int64_t kSlicesPerCard = 7;
  const std::int64_t room = cards * kSlicesPerCard;
  const std::int64_t cut = slicesOf(groups);
  const std::int64_t devices = isLive(node, kNvidiaGpu) ? devicesOf(node, kNvidiaGpu) : 0;
  const std::int64_t clients = clientsOf(node);
  const std::int64_t whole = devices % clients == 0 ? devices / clients : devices;
  if (whole > 0 && labelOf(node, kReplicas) == "0") {
    addFinding(out, FindingCode::StaleResource, kNvidiaGpu, 0, devices);
  } else if (whole > 0) {
    const std::int64_t all = saturatedSum(cut, saturatedProduct(whole, kSlicesPerCard));
    const bool fits = cards <= 0 || all <= room;
    if (!fits && cut <= room && areLabelled(node, groups))
      return addFinding(out, FindingCode::StaleResource, kNvidiaGpu, room, all);
    groups.push_back({"whole",
                      std::string(kNvidiaGpu),
                      static_cast<int>(std::min<std::int64_t>(whole, INT32_MAX)),
                      {},
                      labelledCardMib(node),
                      {}});
    if (!fits) return addFinding(out, FindingCode::StaleResource, namesOf(groups), room, all);
  }
  if (cards > 0 && cut > room) addFinding(out, FindingCode::StaleResource, namesOf(groups), room, cut);
}

/// Hands the instances to the only card, else to the node.
void placeInstances(std::vector<InstanceGroup> groups, NodeCapacity& out) {
  NodeDevices& devices = out.devicesToFill();
  if (devices.cards.size() == 1) {
    devices.cards.front().instances = std::move(groups);
  } else {
    devices.instances = std::move(groups);
  }
}

void readMixedMig(const RawNode& node, const MigResources& resources, NodeCapacity& out) {
  out.gpu.mode = GpuMode::MigMixed;
  std::vector<InstanceGroup> groups = mixedInstances(node, resources.live, out);
  const std::int64_t cards = physicalCards(node, false);
  addWholeCards(node, cards, out, groups);
  makeUnknownCards(cards, node, out);
  placeInstances(std::move(groups), out);
}

/// `profiles`: resources of profiles that the node still publishes. Under strategy single no plugin serves them.
void readSingleMig(const RawNode& node, std::string_view profile, const MigResources& profiles, NodeCapacity& out) {
  out.gpu.mode = GpuMode::MigSingle;
  if (!profiles.live.empty()) addFinding(out, FindingCode::StaleResource, joined(profiles.live));
  if (profile == "INVALID") return addFinding(out, FindingCode::MigLayoutInvalid, labelOf(node, kProduct));
  const std::int64_t devices = devicesOf(node, kNvidiaGpu);
  const std::int64_t clients = clientsOf(node);
  InstanceGroup group;
  group.profile = clipped(profile);
  group.resource = kNvidiaGpu;
  group.memoryMib = find(node.meta.labels, kProduct) != nullptr ? labelledCardMib(node) : std::nullopt;
  const bool divides = devices % clients == 0;
  if (!divides) addFinding(out, FindingCode::SlicedCountUnknown, kNvidiaGpu, 0, devices);
  group.total = static_cast<int>(divides ? devices / clients : 0);
  const std::int64_t cards = physicalCards(node, true);
  NodeDevices& filled = out.devicesToFill();
  for (std::int64_t i = 0; i < cards; ++i) {
    Card card;
    card.index = static_cast<std::uint16_t>(i);
    card.holderKnown = cards == 1;
    out.cards.push_back(card);
    filled.cards.push_back({{}, out.gpu.model, {}, {}, {}});
  }
  filled.slotResource = kNvidiaGpu;
  filled.slotsTotal = devices;
  if (divides) placeInstances({std::move(group)}, out);
}

GpuMode slotMode(const RawNode& node) {
  const std::string_view strategy = labelOf(node, kStrategy);
  const std::string_view gke = labelOf(node, kGkeStrategy);
  if (strategy == "mps" || gke == "mps") return GpuMode::MpsSlots;
  const bool bySuffix = labelOf(node, kProduct).ends_with("-SHARED");
  if (strategy == "time-slicing" || gke == "time-sharing" || bySuffix) return GpuMode::TimeSlicing;
  return GpuMode::Slots;
}

/// Cards behind `devices` slots: the labelled number where it divides them, else by the labelled slots of a card.
std::int64_t cardsBehind(const RawNode& node, std::int64_t devices, NodeCapacity& out) {
  const std::int64_t labelled = physicalCards(node, false);
  const std::int64_t clients = clientsOf(node);
  if (labelled > 0 && devices % labelled == 0) {
    const std::int64_t perCard = devices / labelled;
    // Of cards of several models only those of one are labelled.
    if (perCard > 1 && clients == 1 && labelOf(node, kStrategy) == "none") {
      addFinding(out, FindingCode::SlicedCountUnknown, out.devices->slotResource, labelled, devices);
      return 0;
    }
    if (find(node.meta.labels, kReplicas) != nullptr && clients != perCard)
      addFinding(out, FindingCode::ReplicasLabelWrong, kReplicas, clients, perCard);
    return labelled;
  }
  if (labelled == 0 && clients > 1 && devices % clients == 0) return devices / clients;
  addFinding(out, FindingCode::SlicedCountUnknown, out.devices->slotResource, labelled, devices);
  return 0;
}

/// The plugin offers cards by one name: what stands under the other one was left behind. Where as many devices as cards
/// stand beside the slots that the labels tell, it is theirs; else which of the two is served is not known.
void reportBothNames(const RawNode& node, std::int64_t cards, std::int64_t slots, NodeCapacity& out) {
  const std::int64_t whole = devicesOf(node, kNvidiaGpu);
  const std::int64_t clients = clientsOf(node);
  const bool isRenamed = clients > 1 && cards > 0 && slots == cards * clients && whole == cards;
  std::string names(kNvidiaGpu);
  if (!isRenamed) names += ", " + std::string(kGpuShared);
  addFinding(out, FindingCode::StaleResource, names, cards, saturatedSum(whole, slots));
}

void readSlots(const RawNode& node, NodeCapacity& out) {
  out.gpu.mode = slotMode(node);
  NodeDevices& devices = out.devicesToFill();
  const bool renamed = isLive(node, kGpuShared);
  devices.slotResource = renamed ? kGpuShared : kNvidiaGpu;
  const std::int64_t slots = devicesOf(node, devices.slotResource);
  devices.slotsTotal = slots;
  const std::int64_t cards = slots > 0 ? cardsBehind(node, slots, out) : 0;
  if (renamed && isLive(node, kNvidiaGpu)) reportBothNames(node, cards, slots, out);
  if (cards <= 0 || cards > kMaxCardsPerNode) return;
  makeUnknownCards(cards, node, out);
  const std::int64_t perCard = slots / cards;
  for (Card& card : out.cards)
    card.slotsTotal = static_cast<std::uint16_t>(std::min<std::int64_t>(perCard, UINT16_MAX));
}

void readUnoffered(const RawNode& node, NodeCapacity& out) {
  out.gpu.mode = GpuMode::NoPlugin;
  makeUnknownCards(physicalCards(node, false), node, out);
  // Pods of before may still hold them.
  for (Card& card : out.cards) card.holderKnown = false;
}

/// The label that says that the machine has NVIDIA cards; empty = none does.
std::string_view presenceLabel(const RawNode& node) {
  if (labelOf(node, kPresent) == "true") return kPresent;
  for (const std::string_view key : kNfdPresent) {
    if (labelOf(node, key) == "true") return key;
  }
  if (labelOf(node, kGkeAccelerator).substr(0, 7) == "nvidia-") return kGkeAccelerator;
  const std::string_view maker = labelOf(node, kKarpenterMaker);
  const bool mayBeNvidias = maker.empty() || maker == "nvidia";
  return mayBeNvidias && numberOf(node, kKarpenterCount, kMaxCardsPerNode) > 0 ? kKarpenterCount : std::string_view();
}

/// What the GPU operator is doing to the node.
void reportOperator(const RawNode& node, NodeCapacity& out) {
  const std::string_view migState = labelOf(node, kMigState);
  if (migState == "pending" || migState == "rebooting") addFinding(out, FindingCode::MigChangeRunning, migState);
  if (migState == "failed") addFinding(out, FindingCode::MigChangeFailed, labelOf(node, kMigConfig));
  if (labelOf(node, kDeployPlugin) == "false") addFinding(out, FindingCode::PluginDisabled, kDeployPlugin);
  const std::string_view upgrade = labelOf(node, kDriverUpgrade);
  if (!upgrade.empty() && upgrade != "upgrade-done") addFinding(out, FindingCode::DriverUpgradeRunning, upgrade);
  const std::string_view workload = labelOf(node, kWorkloadConfig);
  if (workload == "vm-passthrough" || workload == "vm-vgpu") addFinding(out, FindingCode::VmPassthrough, workload);
  // What the operator does explains why nothing is offered.
  if (out.gpu.mode != GpuMode::NoPlugin || !out.findings.empty()) return;
  addFinding(out, FindingCode::GpuNotSchedulable, presenceLabel(node));
}

/// mig-manager has cut the cards, and the plugin offers them whole: under strategy none, or before it was restarted.
/// Names of one's own do not say what they do.
bool isCutAndOfferedWhole(const RawNode& node) {
  const std::string_view config = labelOf(node, kMigConfig);
  return config.starts_with("all-") && config != "all-disabled" && labelOf(node, kMigState) == "success" &&
         isLive(node, kNvidiaGpu) && devicesOf(node, kNvidiaGpu) <= kMostOfMachine;
}

void readCutCards(const RawNode& node, NodeCapacity& out) {
  out.gpu.mode = GpuMode::MigSingle;
  const std::string label = std::string(kMigConfig) + ": " + std::string(labelOf(node, kMigConfig));
  addFinding(out, FindingCode::MigLayoutInvalid, label, 1);
  makeUnknownCards(physicalCards(node, false), node, out);
}

bool hasSlots(const RawNode& node) {
  if (isLive(node, kGpuShared)) return true;
  const std::string_view strategy = labelOf(node, kStrategy);
  if (strategy == "time-slicing" || strategy == "mps") return true;
  if (labelOf(node, kProduct).ends_with("-SHARED") || clientsOf(node) > 1) return true;
  // Replicas of an older plugin carry no label: there are more devices than cards.
  const std::int64_t cards = physicalCards(node, false);
  const std::int64_t devices = devicesOf(node, kNvidiaGpu);
  return cards > 0 ? devices > cards : devices > kMostOfMachine;
}

std::string_view singleProfile(const RawNode& node) {
  const std::string_view profile = profileOf(labelOf(node, kProduct));
  return profile.empty() ? labelOf(node, kGkePartition) : profile;
}

/// Feature discovery counts more cards than the plugin offers: which of them, and so what the label of their memory
/// speaks of, is not known.
void doubtMemory(const RawNode& node, NodeCapacity& out) {
  const std::int64_t labelled = numberOf(node, kCount, kMaxCardsPerNode);
  const std::int64_t offered = devicesOf(node, kNvidiaGpu);
  if (offered <= 0 || labelled <= offered) return;
  addFinding(out, FindingCode::SlicedCountUnknown, kNvidiaGpu, labelled, offered);
  for (Card& card : out.cards) {
    card.memoryKnown = false;
    card.memTotal = {};
  }
  out.gpu.memTotal = {};
  out.gpu.memCapacity = {};
  if (out.devices == nullptr) return;
  for (CardDetail& detail : out.devicesToFill().cards) detail.memoryMib.reset();
}

class NvidiaCapacity final : public CapacityReader {
 public:
  std::optional<NodeCapacity> read(const RawNode& node, const RawUnhealthyGpus* /*unhealthy*/) const override {
    const bool offered = mentions(node, kNvidiaGpu) || isSlicedByNvidia(node);
    if (!offered && presenceLabel(node).empty()) return std::nullopt;
    NodeCapacity out;
    out.gpu.stack = GpuStack::Nvidia;
    out.gpu.model = labelledModel(node);
    const MigResources mig = migResources(node);
    const std::string_view profile = singleProfile(node);
    // Feature discovery names a profile in the product under strategy single only.
    const bool isSingle = !profileOf(labelOf(node, kProduct)).empty();
    if (!mig.live.empty() && !isSingle) {
      readMixedMig(node, mig, out);
    } else if (!profile.empty()) {
      readSingleMig(node, profile, mig, out);
    } else if (!offered) {
      readUnoffered(node, out);
    } else if (hasSlots(node)) {
      readSlots(node, out);
    } else if (isCutAndOfferedWhole(node)) {
      readCutCards(node, out);
    } else {
      out.gpu.mode = GpuMode::Exclusive;
      readWholeCards(node, kNvidiaGpu, out);
      doubtMemory(node, out);
    }
    reportOperator(node, out);
    return out;
  }
};

class NvidiaUsage final : public UsageReader {
 public:
  std::optional<PodUsage> read(const RawPod& pod, const RequestedResources& requested) const override {
    if (!requested.nvidia) return std::nullopt;
    PodUsage usage;
    usage.request = readWholeCardRequest(pod, GpuRequest::Kind::WholeCards);
    usage.source = AllocationSource::WholeCards;
    return usage;
  }
};

}  // namespace

std::string_view cardCountLabel(const RawNode& node) {
  return labelOfCards(node, false);
}

bool isSlicedByNvidia(const RawNode& node) {
  if (isLive(node, kGpuShared) || !singleProfile(node).empty() || !migResources(node).live.empty()) return true;
  return publishes(node, kNvidiaGpu) && hasSlots(node);
}

StackAdapter makeNvidiaAdapter() {
  return {GpuStack::Nvidia, std::make_unique<NvidiaCapacity>(), std::make_unique<NvidiaUsage>()};
}

}  // namespace cardinal::provider
