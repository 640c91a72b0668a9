// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/gpu_texts.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <string_view>

#include "core/base/saturate.h"
#include "core/model/pods/pod_fields.h"
#include "core/model/resource_names.h"
#include "core/model/snapshot.h"
#include "ui/i18n/device_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

/// Instances and partitions, of cards and of the node.
template <typename Visit>
void forEachGroup(const NodeRecord& node, Visit visit) {
  if (node.devices == nullptr) return;
  for (const InstanceGroup& group : node.devices->instances) visit(group);
  for (const CardDetail& card : node.devices->cards) {
    for (const InstanceGroup& group : card.instances) visit(group);
  }
}

/// Several pods have one MIG instance in turns.
bool isSharedByTime(const NodeRecord& node) {
  if (node.devices == nullptr || !node.devices->slotsTotal) return false;
  std::int64_t instances = 0;
  forEachGroup(node, [&](const InstanceGroup& group) { instances += group.total; });
  return *node.devices->slotsTotal > instances;
}

/// The resource is one of parts of cards, not of those that stand uncut beside them.
bool offersParts(const NodeRecord& node, std::string_view resource) {
  bool out = false;
  forEachGroup(
      node, [&](const InstanceGroup& group) { out = out || (group.resource == resource && group.profile != "whole"); });
  return out;
}

class GpuTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::GpuTexts)

 public:
  static QString mode(GpuMode mode);
  static QString otherMode(GpuMode mode);
  static QString stack(GpuStack stack);
  static QString placement(Placement placement);
  static QString phase(const RawPod& pod);
  static QString request(const GpuRequest& request, MemoryUnit unit);
  static QString devices(DeviceSort sort, int devices);
  static QString fewWords(const std::vector<ResourceAsk>& asks, MemoryUnit unit);

 private:
  static QString ask(const ResourceAsk& one, std::string_view name, MemoryUnit unit);
  static QString delay(const RawPod& pod);
  static QString bare(const RawPod& pod);
  static QString shared(const SharedAmounts& request, MemoryUnit unit);
  static QString asks(const GpuRequest& request, MemoryUnit unit);
};

QString GpuTexts::mode(GpuMode mode) {
  switch (mode) {
    case GpuMode::None:
      return tr("no GPU");
    case GpuMode::Exclusive:
      return tr("exclusive scheduling (default)");
    case GpuMode::Gpushare:
      return tr("shared scheduling (open-source gpushare)");
    case GpuMode::Cgpu:
      return tr("shared, memory isolated (cgpu)");
    case GpuMode::CoreMem:
      return tr("compute and memory isolated (core_mem)");
    case GpuMode::Share:
      return tr("shared, no isolation (share)");
    case GpuMode::Mps:
      return tr("memory isolated by MPS (mps)");
    case GpuMode::Topology:
      return tr("topology-aware scheduling (topology)");
    case GpuMode::Mig:
      return tr("MIG partition (mig)");
    case GpuMode::Disabled:
      return tr("no GPU plugin (disabled)");
    case GpuMode::Unknown:
      return tr("unknown mode");
    default:
      return otherMode(mode);
  }
  return {};
}

QString GpuTexts::otherMode(GpuMode mode) {
  switch (mode) {
    case GpuMode::TimeSlicing:
      return tr("time-slicing, no isolation");
    case GpuMode::MpsSlots:
      return tr("shared by MPS, equal parts");
    case GpuMode::Slots:
      return tr("shared, method unknown");
    case GpuMode::MigSingle:
      return tr("MIG, one profile (single)");
    case GpuMode::MigMixed:
      return tr("MIG, several profiles (mixed)");
    case GpuMode::Vgpu:
      return tr("vGPU, memory and compute shared");
    case GpuMode::Claims:
      return tr("claimed devices (DRA)");
    case GpuMode::RemotePool:
      return tr("remote GPU pool");
    case GpuMode::Resource:
      return tr("extended resource, cards unknown");
    case GpuMode::NotRead:
      return tr("GPUs not read yet");
    case GpuMode::NoPlugin:
      return tr("GPU present, not schedulable");
    case GpuMode::Whole:
      return tr("whole cards");
    case GpuMode::Partitions:
      return tr("cards cut into partitions");
    default:
      return {};
  }
}

QString GpuTexts::placement(Placement placement) {
  switch (placement) {
    case Placement::Binpack:
      return tr("binpack");
    case Placement::Spread:
      return tr("spread");
  }
  return {};
}

QString GpuTexts::bare(const RawPod& pod) {
  if (isTerminating(pod) && !isTerminal(pod)) return tr("Terminating");
  switch (pod.phase) {
    case PodPhase::Pending:
      return tr("Pending");
    case PodPhase::Running:
      return tr("Running");
    case PodPhase::Succeeded:
      return tr("Completed");
    case PodPhase::Failed:
      return tr("Failed");
    case PodPhase::Unknown:
      break;
  }
  return pod.phaseText.empty() ? tr("Unknown") : plain(pod.phaseText);
}

/// What holds it up although its phase does not tell; empty = nothing does.
QString GpuTexts::delay(const RawPod& pod) {
  if (isTerminal(pod) || isTerminating(pod)) return {};
  // As kubectl calls it: the reason of the condition PodScheduled.
  if (isGated(pod)) return QStringLiteral("SchedulingGated");
  switch (pod.resize) {
    case Resize::None:
      break;
    case Resize::InProgress:
      return tr("resize in progress", "phase of a pod");
    case Resize::Deferred:
      return tr("resize deferred", "phase of a pod");
    case Resize::Infeasible:
      return tr("resize infeasible", "phase of a pod");
  }
  return {};
}

QString GpuTexts::phase(const RawPod& pod) {
  constexpr int kMaxReason = 64;
  const QString why = joinList({plain(pod.reason, kMaxReason), delay(pod)});
  if (why.isEmpty()) return bare(pod);
  return tr("%1 (%2)", "phase of a pod, then the reason as the API tells it").arg(bare(pod), why);
}

QString GpuTexts::shared(const SharedAmounts& request, MemoryUnit unit) {
  QString amount = memory(request.memory, unit);
  const QString core = corePercent(request.core);
  if (request.multiCard && request.asksCore) {
    return tr("%1 + %2 over %n card(s)", "memory, compute", request.cards).arg(amount, core);
  }
  if (request.multiCard) return tr("%1 over %n card(s)", "memory", request.cards).arg(amount);
  if (request.asksCore) return tr("%1 + %2", "memory, compute").arg(amount, core);
  return amount;
}

/// The amount with its unit, where the resource has one; empty = a plain number. Units of Volcano's memory are MiB only
/// where the nodes say so.
QString amountText(const ResourceAsk& ask, MemoryUnit unit) {
  constexpr std::int64_t kVcudaMib = 256;
  const std::string_view name = ask.resource;
  if (name == "nvidia.com/gpumem" || name == "gpu-memory") return memory(MemUnits(ask.amount), MemoryUnit::MiB);
  if (name == "volcano.sh/vgpu-memory" && unit == MemoryUnit::MiB) return memory(MemUnits(ask.amount), unit);
  if (name == "tencent.com/vcuda-memory") return memoryMib(saturatedProduct(ask.amount, kVcudaMib));
  constexpr std::int64_t kMibBytes = std::int64_t{1} << 20;
  if (name == "koordinator.sh/gpu-memory") return memoryMib(ask.amount / kMibBytes);
  constexpr std::array<std::string_view, 8> kPercents{"gpu-fraction",
                                                      "nvidia.com/gpumem-percentage",
                                                      "nvidia.com/gpucores",
                                                      "volcano.sh/vgpu-memory-percentage",
                                                      "volcano.sh/vgpu-cores",
                                                      "tencent.com/vcuda-core",
                                                      "koordinator.sh/gpu-core",
                                                      "koordinator.sh/gpu-memory-ratio"};
  if (std::find(kPercents.begin(), kPercents.end(), name) == kPercents.end()) return {};
  return corePercent(CorePercent(static_cast<std::int32_t>(std::clamp<std::int64_t>(ask.amount, 0, INT32_MAX))));
}

QString GpuTexts::ask(const ResourceAsk& one, std::string_view name, MemoryUnit unit) {
  const QString amount = amountText(one, unit);
  return amount.isEmpty() ? tr("%1 × %2", "amount, name of a resource").arg(count(one.amount), plain(name))
                          : tr("%1 %2", "amount with its unit, name of a resource").arg(amount, plain(name));
}

QString GpuTexts::fewWords(const std::vector<ResourceAsk>& asks, MemoryUnit unit) {
  constexpr std::array<std::string_view, 2> kCounts{"nvidia.com/gpu", "volcano.sh/vgpu-number"};
  QStringList parts;
  for (const ResourceAsk& one : asks) {
    const bool isCount = std::find(kCounts.begin(), kCounts.end(), one.resource) != kCounts.end();
    if (isCount && one.amount == 1 && asks.size() > 1) continue;
    const std::string_view name = one.resource;
    const auto slash = name.rfind('/');
    parts << ask(one, slash == std::string_view::npos ? name : name.substr(slash + 1), unit);
  }
  return joinList(parts);
}

/// Resources as the API names them: "4 × nvidia.com/mig-1g.10gb", "30 % nvidia.com/gpucores".
QString GpuTexts::asks(const GpuRequest& request, MemoryUnit unit) {
  QStringList parts;
  for (const ResourceAsk& one : request.asks) parts << ask(one, one.resource, unit);
  return parts.isEmpty() ? plain(request.resource) : joinList(parts);
}

QString GpuTexts::stack(GpuStack stack) {
  switch (stack) {
    case GpuStack::None:
      return tr("no GPU");
    case GpuStack::Gpushare:
      return tr("gpushare (open source)");
    case GpuStack::Ack:
      return tr("Alibaba Cloud ACK");
    case GpuStack::Nvidia:
      return tr("NVIDIA device plugin");
    case GpuStack::Hami:
      return QStringLiteral("HAMi");
    case GpuStack::Volcano:
      return QStringLiteral("Volcano vGPU");
    case GpuStack::GpuManager:
      return QStringLiteral("gpu-manager");
    case GpuStack::Koordinator:
      return QStringLiteral("Koordinator");
    case GpuStack::Kai:
      return QStringLiteral("KAI Scheduler");
    case GpuStack::Dra:
      return QStringLiteral("DRA");
    case GpuStack::Bitfusion:
      return QStringLiteral("Bitfusion");
    case GpuStack::Other:
      return tr("other accelerator");
    case GpuStack::Amd:
      return tr("AMD device plugin");
  }
  return {};
}

QString GpuTexts::devices(DeviceSort sort, int devices) {
  switch (sort) {
    case DeviceSort::Card:
      return tr("%n card(s)", nullptr, devices);
    case DeviceSort::Slot:
      return tr("%n slot(s)", "of shared cards", devices);
    case DeviceSort::MigInstance:
      return tr("%n MIG instance(s)", nullptr, devices);
    case DeviceSort::Partition:
      return tr("%n partition(s)", "parts of cards", devices);
  }
  return {};
}

QString GpuTexts::request(const GpuRequest& request, MemoryUnit unit) {
  if (const auto amounts = request.shared()) return shared(*amounts, unit);
  switch (request.kind()) {
    case GpuRequest::Kind::None:
    case GpuRequest::Kind::Shared:
      return tr("no GPU");
    case GpuRequest::Kind::WholeCards:
      return tr("%n card(s)", nullptr, request.wholeCards().value_or(0));
    case GpuRequest::Kind::Topology:
      return tr("%n linked card(s)", nullptr, request.wholeCards().value_or(0));
    case GpuRequest::Kind::Counted:
    case GpuRequest::Kind::Vgpu:
    case GpuRequest::Kind::Claims:
      return asks(request, unit);
  }
  return {};
}

}  // namespace

QString modeText(GpuMode mode) {
  return GpuTexts::mode(mode);
}

QString stackText(GpuStack stack) {
  return GpuTexts::stack(stack);
}

QString modeBadge(GpuMode mode) {
  return mode == GpuMode::Exclusive ? QStringLiteral("exclusive") : QString::fromLatin1(toString(mode));
}

QString placementText(Placement placement) {
  return GpuTexts::placement(placement);
}

QString phaseText(const RawPod& pod) {
  return GpuTexts::phase(pod);
}

QString shortRequestText(const std::vector<ResourceAsk>& asks, MemoryUnit unit) {
  return GpuTexts::fewWords(asks, unit);
}

QString requestText(const GpuRequest& request, MemoryUnit unit) {
  return GpuTexts::request(request, unit);
}

DeviceSort deviceSortOf(const GpuRequest& request, const NodeRecord& node) {
  const GpuMode mode = node.gpu.mode;
  const bool isWhole = request.kind() == GpuRequest::Kind::WholeCards;
  const std::string_view name = isWhole ? std::string_view(resource::kNvidiaGpu) : std::string_view(request.resource);
  if (mode == GpuMode::Partitions) return offersParts(node, name) ? DeviceSort::Partition : DeviceSort::Card;
  // Beside instances of several sizes stand cards that are not cut.
  const bool isUncut = mode == GpuMode::MigMixed && isWhole;
  if (!isSlicedMode(mode) || !name.starts_with("nvidia.com/") || isUncut) return DeviceSort::Card;
  const bool isMig = mode == GpuMode::MigSingle || mode == GpuMode::MigMixed;
  return isMig && !isSharedByTime(node) ? DeviceSort::MigInstance : DeviceSort::Slot;
}

QString devicesText(DeviceSort sort, int devices) {
  return GpuTexts::devices(sort, devices);
}

QString slicesText(const GpuRequest& request, const NodeRecord& node, int devices) {
  const DeviceSort sort = deviceSortOf(request, node);
  return sort == DeviceSort::Card || devices <= 0 ? QString() : devicesText(sort, devices);
}

}  // namespace cardinal::ui
