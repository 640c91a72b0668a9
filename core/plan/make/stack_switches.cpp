// SPDX-License-Identifier: Apache-2.0
#include "core/plan/make/stack_switches.h"

#include <algorithm>

#include "core/model/extras/extra.h"
#include "core/model/extras/nvidia.h"
#include "core/plan/make/mig_switch.h"
#include "core/plan/make/node_labels.h"
#include "core/provider/gpu_keys.h"
#include "core/provider/stacks/hami/hami.h"
#include "core/provider/stacks/recognise.h"

namespace cardinal {
namespace {

using Detail = std::optional<std::string>;

constexpr std::string_view kNvidiaPrefix = "nvidia.com/";
constexpr std::string_view kMigConfig = "nvidia.com/mig.config";
constexpr std::string_view kMigState = "nvidia.com/mig.config.state";
constexpr std::string_view kMigManager = "nvidia.com/gpu.deploy.mig-manager";
constexpr std::string_view kPlugin = "nvidia.com/gpu.deploy.device-plugin";
constexpr std::string_view kPresent = "nvidia.com/gpu.present";
constexpr std::string_view kNfdPresent = "feature.node.kubernetes.io/pci-10de.present";
constexpr std::string_view kHami = "gpu";

std::string labelText(const RawNode& node, std::string_view key) {
  return std::string(key) + "=" + std::string(labelOf(node, key));
}

bool isCut(const RawNode& node) {
  return !liveResources(node, kMigResourcePrefix).empty() ||
         labelOf(node, kProductLabel).find("-MIG-") != std::string_view::npos;
}

Detail when(bool applies, std::string detail = {}) {
  return applies ? Detail(std::move(detail)) : std::nullopt;
}

Detail severalStacks(const RawNode& node, const SwitchTarget& /*target*/, const ClusterExtras* /*extras*/) {
  std::vector<GpuStack> stacks = provider::recogniseStacks(node);
  // The schedulers of other stacks share out the resource of NVIDIA's plugin; a remote pool is on every node.
  if (!stacks.empty() && stacks.front() == GpuStack::Hami) std::erase(stacks, GpuStack::Nvidia);
  std::erase(stacks, GpuStack::Bitfusion);
  std::string names;
  for (const GpuStack stack : stacks) names += (names.empty() ? "" : ", ") + std::string(toString(stack));
  return when(stacks.size() > 1, names);
}

Detail notMigCapable(const RawNode& node, const SwitchTarget& /*target*/, const ClusterExtras* /*extras*/) {
  return when(labelOf(node, "nvidia.com/mig.capable") != "true");
}

Detail noMigManager(const RawNode& node, const SwitchTarget& /*target*/, const ClusterExtras* /*extras*/) {
  const bool deployed = labelOf(node, kMigManager) == "true";
  const bool reported = find(node.meta.labels, kMigManager) == nullptr && !labelOf(node, kMigState).empty();
  return when(!deployed && !reported);
}

Detail noMigStrategy(const RawNode& node, const SwitchTarget& target, const ClusterExtras* /*extras*/) {
  const std::string_view strategy = labelOf(node, kMigStrategyLabel);
  return when(target.value != kMigOff && strategy != "single" && strategy != "mixed");
}

Detail layoutByHand(const RawNode& node, const SwitchTarget& /*target*/, const ClusterExtras* /*extras*/) {
  return when(labelOf(node, kMigConfig).empty() && isCut(node));
}

Detail noInstances(const RawNode& /*node*/, const SwitchTarget& target, const ClusterExtras* /*extras*/) {
  return when(target.value == "all-enabled");
}

Detail sameAgain(const RawNode& node, const SwitchTarget& target, const ClusterExtras* /*extras*/) {
  return when(labelOf(node, kMigState) == "failed" && labelOf(node, kMigConfig) == target.value, target.value);
}

/// mig-manager at work or stuck, or parts of the GPU operator paused.
Detail operatorBusy(const RawNode& node, const SwitchTarget& /*target*/, const ClusterExtras* /*extras*/) {
  const std::string_view state = labelOf(node, kMigState);
  if (state == "pending" || state == "rebooting") return labelText(node, kMigState);
  for (const auto& [key, value] : node.meta.labels) {
    if (key.starts_with("nvidia.com/gpu.deploy.") && value.starts_with("paused-for-")) return key + "=" + value;
  }
  return std::nullopt;
}

Detail pluginOff(const RawNode& node, const SwitchTarget& /*target*/, const ClusterExtras* /*extras*/) {
  for (const std::string_view key : {kPlugin, std::string_view("nvidia.com/gpu.deploy.operands")}) {
    if (labelOf(node, key) == "false") return labelText(node, key);
  }
  return std::nullopt;
}

Detail failedBefore(const RawNode& node, const SwitchTarget& /*target*/, const ClusterExtras* /*extras*/) {
  return when(labelOf(node, kMigState) == "failed", std::string(labelOf(node, kMigConfig)));
}

Detail rollbackWrites(const RawNode& node, const SwitchTarget& /*target*/, const ClusterExtras* /*extras*/) {
  return when(find(node.meta.labels, kMigConfig) == nullptr, std::string(kMigConfig) + "=" + std::string(kMigOff));
}

Detail always(const RawNode& /*node*/, const SwitchTarget& /*target*/, const ClusterExtras* /*extras*/) {
  return std::string();
}

Detail pluginInTheWay(const RawNode& node, const SwitchTarget& /*target*/, const ClusterExtras* /*extras*/) {
  const auto live = liveResources(node, kNvidiaPrefix);
  return live.empty() ? std::nullopt : Detail(live.front());
}

Detail noGpu(const RawNode& node, const SwitchTarget& /*target*/, const ClusterExtras* /*extras*/) {
  const bool seen = labelOf(node, kPresent) == "true" || labelOf(node, kNfdPresent) == "true" ||
                    find(node.capacity, provider::kNvidiaGpu) != nullptr;
  return when(!seen);
}

/// Ids of a comma list, trimmed, without empty ones.
std::vector<std::string> idsOf(std::string_view list) {
  std::vector<std::string> out;
  while (!list.empty()) {
    const std::string_view part = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), part.size() + 1));
    const std::size_t from = part.find_first_not_of(' ');
    if (from == std::string_view::npos) continue;
    out.emplace_back(part.substr(from, part.find_last_not_of(' ') - from + 1));
  }
  return out;
}

std::vector<std::string> registeredIds(const RawNode& node) {
  std::vector<std::string> out;
  if (const auto read = hami::readHamiNode(node)) {
    for (const hami::Card& card : read->cards) out.push_back(card.id);
  }
  return out;
}

Detail unknownCards(const RawNode& node, const SwitchTarget& target, const ClusterExtras* /*extras*/) {
  const auto known = registeredIds(node);
  std::string missing;
  for (const std::string& id : idsOf(target.value)) {
    if (std::find(known.begin(), known.end(), id) == known.end()) missing += (missing.empty() ? "" : ", ") + id;
  }
  const bool none = idsOf(target.value).empty() && !target.remove;
  return when(none || !missing.empty(), none ? target.value : missing);
}

Detail allCards(const RawNode& node, const SwitchTarget& target, const ClusterExtras* /*extras*/) {
  const auto out = idsOf(target.value);
  const auto known = registeredIds(node);
  return when(!known.empty() && std::all_of(known.begin(), known.end(), [&](const std::string& id) {
    return std::find(out.begin(), out.end(), id) != out.end();
  }));
}

/// The ConfigMap of the device plugin; null = not read.
const RawPluginConfigs* pluginConfigs(const ClusterExtras* extras) {
  return extras != nullptr && extras->nvidia != nullptr ? extras->nvidia->plugin.get() : nullptr;
}

/// The name that the plugin would follow: without the label the ClusterPolicy's default.
std::string configName(const SwitchTarget& target, const ClusterExtras& extras) {
  return target.remove ? extras.nvidia->policy->pluginConfigDefault : target.value;
}

/// Null where the ConfigMap was not read or has no such name.
const DevicePluginConfig* targetConfig(const SwitchTarget& target, const ClusterExtras* extras) {
  const RawPluginConfigs* const known = pluginConfigs(extras);
  return known != nullptr ? find(*known, configName(target, *extras)) : nullptr;
}

Detail configMissing(const RawNode& /*node*/, const SwitchTarget& target, const ClusterExtras* extras) {
  const RawPluginConfigs* const known = pluginConfigs(extras);
  if (known == nullptr || known->isCut || configName(target, *extras).empty() ||
      targetConfig(target, extras) != nullptr)
    return std::nullopt;
  std::string names;
  for (const DevicePluginConfig& one : known->configs) names += (names.empty() ? "" : ", ") + one.name;
  return names;
}

Detail configUnreadable(const RawNode& /*node*/, const SwitchTarget& target, const ClusterExtras* extras) {
  const DevicePluginConfig* const config = targetConfig(target, extras);
  return when(config != nullptr && !config->isRead, config != nullptr ? config->name : std::string());
}

Detail tooFewReplicas(const RawNode& /*node*/, const SwitchTarget& target, const ClusterExtras* extras) {
  const DevicePluginConfig* const config = targetConfig(target, extras);
  if (config == nullptr || !config->isRead) return std::nullopt;
  for (const SharedDevices& one : config->shared) {
    if (one.replicas < 2) return one.resource + ": " + std::to_string(one.replicas);
  }
  return std::nullopt;
}

/// Clients that one card takes, of the cards that need least; nothing = the compute capability is not labelled.
std::optional<std::int64_t> mostClients(const RawNode& node) {
  constexpr std::int64_t kFew = 16;
  constexpr std::int64_t kMany = 48;
  constexpr std::int64_t kMajor = 7;
  constexpr std::int64_t kMinor = 5;
  std::int64_t major = 0;
  std::int64_t minor = 0;
  if (!provider::parseGoInteger(labelOf(node, "nvidia.com/gpu.compute.major"), major)) return std::nullopt;
  if (!provider::parseGoInteger(labelOf(node, "nvidia.com/gpu.compute.minor"), minor)) return std::nullopt;
  return major > kMajor || (major == kMajor && minor >= kMinor) ? kMany : kFew;
}

Detail tooManyClients(const RawNode& node, const SwitchTarget& target, const ClusterExtras* extras) {
  constexpr std::int64_t kMaxOfAny = 48;
  const DevicePluginConfig* const config = targetConfig(target, extras);
  if (config == nullptr || !config->isRead || config->sharing != DeviceSharing::Mps) return std::nullopt;
  const std::int64_t most = mostClients(node).value_or(kMaxOfAny);
  for (const SharedDevices& one : config->shared) {
    if (one.replicas > most) return std::to_string(one.replicas) + " > " + std::to_string(most);
  }
  return std::nullopt;
}

Detail mpsOnCutCards(const RawNode& node, const SwitchTarget& target, const ClusterExtras* extras) {
  const DevicePluginConfig* const config = targetConfig(target, extras);
  return when(config != nullptr && config->isRead && config->sharing == DeviceSharing::Mps && isCut(node));
}

Detail configNotRead(const RawNode& /*node*/, const SwitchTarget& target, const ClusterExtras* extras) {
  return when(targetConfig(target, extras) == nullptr);
}

/// "4 x nvidia.com/gpu (timeSlicing)"; "-" = no sharing.
Detail configOf(const RawNode& /*node*/, const SwitchTarget& target, const ClusterExtras* extras) {
  const DevicePluginConfig* const config = targetConfig(target, extras);
  if (config == nullptr || !config->isRead) return std::nullopt;
  std::string out;
  for (const SharedDevices& one : config->shared)
    out += (out.empty() ? "" : ", ") + std::to_string(one.replicas) + " x " + one.resource;
  if (config->sharing == DeviceSharing::None) return "-";
  return out + (config->sharing == DeviceSharing::Mps ? " (MPS)" : " (time-slicing)");
}

SwitchedResources hamiResources(const RawNode& /*node*/, const SwitchTarget& /*target*/,
                                const ClusterExtras* /*extras*/) {
  return {{std::string(provider::kNvidiaGpu)}, {}};
}

StackSwitch migGeometry() {
  StackSwitch out;
  out.key = kMigConfig;
  out.placeholder = "CONFIG";
  out.from = {GpuStack::Nvidia};
  out.daemonPodsGo = true;
  out.guards = {{SwitchNote::SeveralStacks, severalStacks},
                {SwitchNote::NotMigCapable, notMigCapable},
                {SwitchNote::NoMigManager, noMigManager},
                {SwitchNote::NoMigStrategy, noMigStrategy},
                {SwitchNote::LayoutByHand, layoutByHand},
                {SwitchNote::NoInstances, noInstances},
                {SwitchNote::SameAgain, sameAgain},
                {SwitchNote::OperatorBusy, operatorBusy},
                {SwitchNote::PluginOff, pluginOff},
                {SwitchNote::MigConfigUnreadable, migConfigUnreadable},
                {SwitchNote::MigConfigMissing, migConfigMissing},
                {SwitchNote::ProfileNotOfCard, profileNotOfCard},
                {SwitchNote::LayoutMedia, layoutWithTwoMedia},
                {SwitchNote::LayoutMemory, layoutWithoutMemory},
                {SwitchNote::LayoutStarts, layoutWithoutStarts},
                {SwitchNote::LayoutCompute, layoutWithoutCompute},
                {SwitchNote::LayoutOfSingle, layoutNotForSingle},
                {SwitchNote::OwnLayoutOf, ownLayoutOf},
                {SwitchNote::LayoutOf, defaultLayoutOf},
                {SwitchNote::ManagerStops, always},
                {SwitchNote::FailedBefore, failedBefore},
                {SwitchNote::RollbackWrites, rollbackWrites}};
  out.resources = migResources;
  out.devices = kNvidiaPrefix;
  out.signs = kProductLabel;
  out.report = kMigState;
  out.absentUndo = kMigOff;
  out.settle = std::chrono::seconds(5);
  out.mayRestart = true;
  return out;
}

StackSwitch sharingConfig() {
  StackSwitch out;
  out.key = kPluginConfigLabel;
  out.placeholder = "CONFIG";
  out.removable = true;
  out.from = {GpuStack::Nvidia};
  out.guards = {{SwitchNote::SeveralStacks, severalStacks},
                {SwitchNote::OperatorBusy, operatorBusy},
                {SwitchNote::PluginOff, pluginOff},
                {SwitchNote::ConfigMissing, configMissing},
                {SwitchNote::ConfigUnreadable, configUnreadable},
                {SwitchNote::TooFewReplicas, tooFewReplicas},
                {SwitchNote::TooManyClients, tooManyClients},
                {SwitchNote::MpsOnMig, mpsOnCutCards},
                {SwitchNote::ConfigOf, configOf},
                {SwitchNote::ConfigNotRead, configNotRead}};
  out.devices = kNvidiaPrefix;
  out.signs = "nvidia.com/gpu.product,nvidia.com/gpu.sharing-strategy,nvidia.com/gpu.replicas";
  out.settle = std::chrono::seconds(3);
  return out;
}

StackSwitch hamiOff() {
  StackSwitch out;
  out.key = kHami;
  out.values = {"off"};
  out.from = {GpuStack::Hami};
  out.guards = {{SwitchNote::SeveralStacks, severalStacks}, {SwitchNote::NoOtherPlugin, always}};
  out.devices = kNvidiaPrefix;
  out.mayOfferNothing = true;
  out.settle = std::chrono::seconds(3);
  return out;
}

StackSwitch hamiOn() {
  StackSwitch out;
  out.key = kHami;
  out.values = {"on"};
  out.from = {GpuStack::None, GpuStack::Nvidia, GpuStack::Hami};
  out.guards = {{SwitchNote::NoCards, noGpu}, {SwitchNote::PluginInTheWay, pluginInTheWay}};
  out.resources = hamiResources;
  out.devices = kNvidiaPrefix;
  out.registration = hami::kRegister;
  out.settle = std::chrono::seconds(3);
  return out;
}

StackSwitch hamiCards() {
  StackSwitch out;
  out.key = hami::kCordon;
  out.annotation = true;
  out.placeholder = "UUID,...";
  out.removable = true;
  out.from = {GpuStack::Hami};
  out.way = SwitchWay::Directly;
  out.guards = {{SwitchNote::UnknownCards, unknownCards},
                {SwitchNote::FuturePodsOnly, always},
                {SwitchNote::NextRegistration, always},
                {SwitchNote::AllCards, allCards}};
  return out;
}

}  // namespace

std::vector<std::string> liveResources(const RawNode& node, std::string_view prefix) {
  std::vector<std::string> out;
  for (const ResourceAmount& entry : node.allocatable) {
    const bool isGpu = provider::classify(entry.name) != provider::GpuResource::None;
    if (isGpu && entry.name.starts_with(prefix) && entry.amount.floor() > 0) out.push_back(entry.name);
  }
  std::sort(out.begin(), out.end());
  return out;
}

const std::vector<StackSwitch>& stackSwitches() {
  static const std::vector<StackSwitch> table = {migGeometry(), sharingConfig(), hamiOn(), hamiOff(), hamiCards()};
  return table;
}

const StackSwitch* switchOf(const SwitchTarget& target) {
  if (target.kind != SwitchTarget::Kind::Stack) return nullptr;
  const auto& table = stackSwitches();
  const auto at = std::find_if(table.begin(), table.end(), [&target](const StackSwitch& one) {
    if (one.key != target.key || (target.remove && !one.removable)) return false;
    return one.values.empty() || std::find(one.values.begin(), one.values.end(), target.value) != one.values.end();
  });
  return at == table.end() ? nullptr : &*at;
}

std::vector<const StackSwitch*> namedSwitches(const RawNode& node) {
  std::vector<const StackSwitch*> out;
  const GpuStack stack = stackOfNode(node);
  for (const StackSwitch& one : stackSwitches()) {
    const bool belongs = std::find(one.from.begin(), one.from.end(), stack) != one.from.end();
    if (one.values.empty() && belongs) out.push_back(&one);
  }
  return out;
}

std::vector<std::string> knownValues(const StackSwitch& about, const RawNode& node, const ClusterExtras* extras) {
  std::vector<std::string> out;
  if (extras == nullptr) return out;
  if (about.key == kMigConfig) {
    const RawMigConfigs* const known = migConfigsOf(*extras, node);
    if (known == nullptr) return out;
    for (const MigLayoutConfig& one : known->configs) out.push_back(one.name);
  } else if (about.key == kPluginConfigLabel) {
    const RawPluginConfigs* const known = pluginConfigs(extras);
    if (known == nullptr) return out;
    for (const DevicePluginConfig& one : known->configs) out.push_back(one.name);
  }
  return out;
}

GpuStack stackOfNode(const RawNode& node) {
  const std::vector<GpuStack> stacks = provider::recogniseStacks(node);
  if (!stacks.empty()) return stacks.front();
  const bool present = labelOf(node, kPresent) == "true" || labelOf(node, kNfdPresent) == "true";
  return present ? GpuStack::Nvidia : GpuStack::None;
}

bool isDirect(const SwitchTarget& target) {
  const StackSwitch* row = switchOf(target);
  return row != nullptr ? row->way == SwitchWay::Directly : target.kind == SwitchTarget::Kind::Placement;
}

const std::string* presentValue(const RawNode& node, const SwitchTarget& target) {
  const StackSwitch* row = switchOf(target);
  const bool annotation = row != nullptr && row->annotation;
  return find(annotation ? node.meta.annotations : node.meta.labels, labelKeyOf(target));
}

}  // namespace cardinal
