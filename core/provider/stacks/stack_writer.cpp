// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/stack_writer.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/model/pods/set_entry.h"
#include "core/provider/stacks/gpu_manager/gpu_manager.h"
#include "core/provider/stacks/hami/hami.h"
#include "core/provider/stacks/koordinator/koordinator.h"
#include "core/provider/stacks/volcano/volcano.h"

namespace cardinal::provider {
namespace {

constexpr std::int64_t kNano = 1'000'000'000;
constexpr std::int64_t kMiB = std::int64_t{1} << 20;
constexpr std::int64_t kWhole = 100;

constexpr std::string_view kHamiTime = "hami.io/vgpu-time";
constexpr std::string_view kVolcanoNode = "volcano.sh/vgpu-node";
constexpr std::string_view kVolcanoPhase = "volcano.sh/bind-phase";
constexpr std::string_view kVolcanoTime = "volcano.sh/vgpu-time";
constexpr std::string_view kGpuManagerNode = "tencent.com/predicate-node";
constexpr std::string_view kGpuManagerTime = "tencent.com/predicate-time";
constexpr std::string_view kGpuManagerAssigned = "tencent.com/gpu-assigned";

void set(RawPod& pod, std::string_view key, std::string value) {
  setEntry(pod.meta.annotations, key, std::move(value));
}

/// Writes for one pod on one node.
class Writer {
 public:
  Writer(RawPod& pod, const NodeRecord& node, const std::vector<CardGrant>& grants)
      : m_pod(pod), m_node(node), m_grants(grants) {}

  void hami(std::int64_t nanoseconds) {
    const hami::Request request = hami::readExistingHamiRequest(m_pod, {});
    const auto asking = std::count_if(request.containers.begin(), request.containers.end(),
                                      [](const auto& a) { return a.requestsCards(); });
    std::string text;
    for (const hami::ContainerRequest& wanted : request.containers) {
      if (!wanted.requestsCards()) continue;
      for (std::size_t i = 0; i < countOf(wanted.number, asking); ++i) {
        CardGrant grant = m_grants[i];
        if (asking > 1) {
          const bool byPercent = wanted.memoryMib == 0 && wanted.percent != hami::ContainerRequest::kPercentUnset;
          grant.memory = byPercent ? totalOf(grant.card) * wanted.percent / kWhole : wanted.memoryMib;
          grant.core = wanted.cores;
        }
        text += entry(grant) + ':';
      }
      text += ';';
    }
    set(m_pod, hami::kAssignedNode, m_node.name);
    set(m_pod, hami::kAllocated, std::move(text));
    set(m_pod, kHamiTime, std::to_string(nanoseconds / kNano));
    set(m_pod, hami::kBindPhase, "allocating");
  }

  void volcano(std::int64_t nanoseconds) {
    const VolcanoRequest request = readVolcanoRequest(m_pod);
    const auto asking = static_cast<std::ptrdiff_t>(request.containers.size());
    std::string text;
    for (const VolcanoContainerRequest& wanted : request.containers) {
      if (!text.empty()) text += ';';
      for (std::size_t i = 0; i < countOf(wanted.number, asking); ++i) {
        CardGrant grant = m_grants[i];
        if (asking > 1) {
          grant.memory = wanted.percentage ? totalOf(grant.card) * *wanted.percentage / kWhole : wanted.memory;
          grant.core = wanted.cores;
        }
        text += entry(grant) + ':';
      }
    }
    set(m_pod, kVolcanoNode, m_node.name);
    set(m_pod, kVolcanoIds, std::move(text));
    set(m_pod, kVolcanoTime, std::to_string(nanoseconds / kNano));
    set(m_pod, kVolcanoPhase, "allocating");
  }

  void gpuManager(std::int64_t nanoseconds) {
    const GpuManagerRequest request = readGpuManagerRequest(m_pod);
    std::size_t next = 0;
    for (const GpuManagerContainerRequest& wanted : request.containers) {
      const std::int64_t cards = wanted.requestsWholeCards() ? wanted.cores / kGpuManagerWholeCard : 1;
      std::string list;
      for (std::int64_t i = 0; i < cards; ++i) {
        // Parts of several containers may stand on one card.
        const CardGrant& grant = m_grants[std::min(next, m_grants.size() - 1)];
        next = std::min(next + 1, m_grants.size());
        list += (list.empty() ? "" : ",") + std::to_string(grant.card);
      }
      set(m_pod, std::string(kGpuManagerIndexes) + std::to_string(wanted.container), std::move(list));
    }
    set(m_pod, kGpuManagerNode, m_node.name);
    set(m_pod, kGpuManagerTime, std::to_string(nanoseconds));
    set(m_pod, kGpuManagerAssigned, "false");
  }

  void koordinator() {
    std::vector<koordinator::HeldDevice> devices;
    for (const CardGrant& grant : m_grants) {
      koordinator::HeldDevice& held = devices.emplace_back();
      const CardDetail* detail = detailOf(grant.card);
      held.minor = detail != nullptr && detail->minor ? *detail->minor : grant.card;
      if (detail != nullptr) held.id = detail->id;
      const std::int64_t total = totalOf(grant.card);
      held.amounts.set(koordinator::kCore, grant.core);
      held.amounts.set(koordinator::kMemory, grant.memory * kMiB);
      held.amounts.set(koordinator::kRatio, total > 0 ? grant.memory * kWhole / total : 0);
    }
    set(m_pod, koordinator::kDeviceAllocated, koordinator::allocationText(devices));
  }

 private:
  /// Cards of one container: those that it asks, at most all; the only one that asks has the whole list.
  std::size_t countOf(std::int64_t requested, std::ptrdiff_t asking) const {
    if (asking <= 1) return m_grants.size();
    return std::min(m_grants.size(), static_cast<std::size_t>(std::max<std::int64_t>(requested, 0)));
  }

  const CardDetail* detailOf(int card) const {
    return m_node.devices == nullptr ? nullptr : m_node.devices->detailOf(static_cast<std::size_t>(card));
  }

  std::int64_t totalOf(int card) const {
    const auto at = static_cast<std::size_t>(card);
    return at < m_node.cards.size() ? m_node.cards[at].memTotal.value : 0;
  }

  /// "GPU-8dcd427f,NVIDIA,500,3": HAMi and Volcano write the same.
  std::string entry(const CardGrant& grant) const {
    const CardDetail* detail = detailOf(grant.card);
    return (detail != nullptr ? detail->id : std::string()) + ",NVIDIA," + std::to_string(grant.memory) + ',' +
           std::to_string(grant.core);
  }

  RawPod& m_pod;
  const NodeRecord& m_node;
  const std::vector<CardGrant>& m_grants;
};

void replaceValue(RawPod& pod, std::string_view key, std::string_view before, std::string_view now) {
  for (auto& [name, value] : pod.meta.annotations) {
    if (name == key && value == before) value = std::string(now);
  }
}

}  // namespace

void annotateByStack(RawPod& pod, const NodeRecord& node, const std::vector<CardGrant>& grants,
                     std::int64_t nanoseconds) {
  if (grants.empty()) return;
  Writer writer(pod, node, grants);
  switch (node.gpu.stack) {
    case GpuStack::Hami:
      return writer.hami(nanoseconds);
    case GpuStack::Volcano:
      return writer.volcano(nanoseconds);
    case GpuStack::GpuManager:
      return writer.gpuManager(nanoseconds);
    case GpuStack::Koordinator:
      return writer.koordinator();
    default:
      return;
  }
}

void confirmByStack(RawPod& pod) {
  replaceValue(pod, hami::kBindPhase, "allocating", "success");
  replaceValue(pod, kVolcanoPhase, "allocating", "success");
  replaceValue(pod, kGpuManagerAssigned, "false", "true");
}

bool isWrittenByStack(std::string_view annotation) noexcept {
  static constexpr std::array<std::string_view, 12> kWritten = {
      hami::kAssignedNode, hami::kAllocated, kHamiTime,           hami::kBindPhase,
      kVolcanoIds,         kVolcanoNode,     kVolcanoPhase,       kVolcanoTime,
      kGpuManagerNode,     kGpuManagerTime,  kGpuManagerAssigned, koordinator::kDeviceAllocated};
  return std::find(kWritten.begin(), kWritten.end(), annotation) != kWritten.end() ||
         annotation == hami::kMigAllocations || hami::otherVendorOfList(annotation) ||
         annotation.substr(0, kGpuManagerIndexes.size()) == kGpuManagerIndexes;
}

}  // namespace cardinal::provider
