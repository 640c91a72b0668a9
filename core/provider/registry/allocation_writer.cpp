// SPDX-License-Identifier: Apache-2.0
#include "core/provider/registry/allocation_writer.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "core/model/pods/set_entry.h"
#include "core/provider/gpu_keys.h"
#include "core/provider/stacks/stack_writer.h"

namespace cardinal::provider {
namespace {

constexpr const char* kV1Index = "ALIYUN_COM_GPU_MEM_IDX";
constexpr const char* kV1Dev = "ALIYUN_COM_GPU_MEM_DEV";
constexpr const char* kV1Pod = "ALIYUN_COM_GPU_MEM_POD";
constexpr const char* kV1Assigned = "ALIYUN_COM_GPU_MEM_ASSIGNED";
constexpr const char* kV1AssumeTime = "ALIYUN_COM_GPU_MEM_ASSUME_TIME";
constexpr const char* kV2Allocation = "scheduler.framework.gpushare.allocation";
constexpr const char* kV2Assigned = "scheduler.framework.gpushare.assigned";
constexpr const char* kV2AssumeTime = "scheduler.framework.gpushare.assume-time";
constexpr const char* kV2Core = "gpushare.alibabacloud.com/core-percentage";
constexpr const char* kTopologyAllocation = "gputopology.alibabacloud.com/allocation";

const char* flag(bool value) {
  return value ? "true" : "false";
}

/// {"0":{"1":8}}: container, then card and amount.
template <typename Amount>
std::string allocationText(const ContainerGrants& containers, Amount amount) {
  std::string text = "{";
  for (std::size_t c = 0; c < containers.size(); ++c) {
    if (containers[c].empty()) continue;
    text += (text.size() > 1 ? ",\"" : "\"") + std::to_string(c) + "\":{";
    bool first = true;
    for (const CardGrant& grant : containers[c]) {
      text += (first ? "\"" : ",\"") + std::to_string(grant.card) + "\":" + std::to_string(amount(grant));
      first = false;
    }
    text += '}';
  }
  return text + "}";
}

bool asksCore(const ContainerGrants& containers) {
  return std::any_of(containers.begin(), containers.end(), [](const std::vector<CardGrant>& grants) {
    return std::any_of(grants.begin(), grants.end(), [](const CardGrant& g) { return g.core > 0; });
  });
}

std::int64_t limitOf(const Container& container, std::string_view resource) {
  const Quantity* amount = find(container.limits, resource);
  return amount == nullptr ? 0 : amount->value();
}

std::int64_t limitOf(const RawPod& pod, std::string_view resource) {
  std::int64_t sum = 0;
  for (const Container& container : pod.spec.containers) sum += limitOf(container, resource);
  return sum;
}

/// Every container gets an equal piece of its own limit on each of the cards.
ContainerGrants grantsOf(const RawPod& pod, const std::vector<CardIndex>& cards) {
  ContainerGrants grants;
  const auto count = static_cast<std::int64_t>(cards.size());
  for (const Container& container : pod.spec.containers) {
    auto& list = grants.emplace_back();
    const std::int64_t memory = limitOf(container, kGpuMem);
    const std::int64_t core = limitOf(container, kGpuCore);
    if (memory <= 0) continue;
    for (const CardIndex card : cards) list.push_back({card, memory / count, core / count});
  }
  return grants;
}

/// On a topology node the plugin chooses the cards; here the lowest free ones are taken.
std::vector<int> freeCards(const NodeRecord& node, int count) {
  std::vector<int> cards;
  for (const Card& card : node.cards) {
    if (static_cast<int>(cards.size()) == count) break;
    if (!card.held && card.health != CardHealth::Unhealthy) cards.push_back(card.index);
  }
  return cards;
}

std::int64_t unitsPerCard(const NodeRecord& node) {
  const auto cards = static_cast<std::int64_t>(node.cards.size());
  return cards == 0 ? 0 : node.gpu.memCapacity.value / cards;
}

}  // namespace

void annotateAck(RawPod& pod, const ContainerGrants& grants, std::int64_t nanoseconds, bool assigned) {
  setEntry(pod.meta.annotations, kV2Allocation, allocationText(grants, [](const CardGrant& g) { return g.memory; }));
  if (asksCore(grants)) {
    setEntry(pod.meta.annotations, kV2Core, allocationText(grants, [](const CardGrant& g) { return g.core; }));
  }
  setEntry(pod.meta.annotations, kV2Assigned, flag(assigned));
  setEntry(pod.meta.annotations, kV2AssumeTime, std::to_string(nanoseconds));
}

void annotateGpushare(RawPod& pod, int card, std::int64_t unitsPerCard, std::int64_t units, std::int64_t nanoseconds,
                      bool assigned) {
  setEntry(pod.meta.annotations, kV1Index, std::to_string(card));
  setEntry(pod.meta.annotations, kV1Dev, std::to_string(unitsPerCard));
  setEntry(pod.meta.annotations, kV1Pod, std::to_string(units));
  setEntry(pod.meta.annotations, kV1Assigned, flag(assigned));
  setEntry(pod.meta.annotations, kV1AssumeTime, std::to_string(nanoseconds));
}

void annotateTopology(RawPod& pod, const std::vector<int>& cards, std::int64_t nanoseconds, bool assigned) {
  std::string list;
  for (const int card : cards) {
    if (!list.empty()) list += ',';
    list += '"' + std::to_string(card) + '"';
  }
  setEntry(pod.meta.annotations, kTopologyAllocation,
           R"({"allocatedGPUs":{"0":[)" + list + R"(]},"visibleGPUs":[)" + list + R"(],"assumeTime":)" +
               std::to_string(nanoseconds) + R"(,"assigned":)" + flag(assigned) + "}");
}

void bindToCards(RawPod& pod, const NodeRecord& node, const std::vector<CardIndex>& cards, int cardCount,
                 MemUnits memoryPerCard, CorePercent corePerCard, std::int64_t nanoseconds) {
  pod.spec.nodeName = node.name;
  pod.scheduledReason.clear();
  pod.scheduledMessage.clear();
  const GpuMode mode = node.gpu.mode;
  if (mode == GpuMode::Topology) {
    const auto taken = cards.empty() ? freeCards(node, cardCount) : cards;
    if (!taken.empty()) annotateTopology(pod, taken, nanoseconds, false);
  } else if (node.gpu.stack == GpuStack::Gpushare && !cards.empty()) {
    annotateGpushare(pod, cards.front(), unitsPerCard(node), limitOf(pod, kGpuMem), nanoseconds, false);
  } else if (isSharedMode(mode) && !cards.empty()) {
    annotateAck(pod, grantsOf(pod, cards), nanoseconds, false);
  } else {
    std::vector<CardGrant> grants;
    for (const CardIndex card : cards) grants.push_back({card, memoryPerCard.value, corePerCard.value});
    annotateByStack(pod, node, grants, nanoseconds);
  }
}

void unbind(RawPod& pod) {
  static constexpr std::array<std::string_view, 10> kWritten = {
      kV1Index,      kV1Dev,      kV1Pod,        kV1Assigned, kV1AssumeTime,
      kV2Allocation, kV2Assigned, kV2AssumeTime, kV2Core,     kTopologyAllocation};
  eraseIf(pod.meta.annotations, [](const auto& entry) {
    return std::find(kWritten.begin(), kWritten.end(), entry.first) != kWritten.end() || isWrittenByStack(entry.first);
  });
  pod.spec.nodeName.clear();
  pod.meta.deletionTimestamp = 0;
  pod.phase = PodPhase::Pending;
  pod.phaseText.clear();
  pod.reason.clear();
  pod.scheduledReason.clear();
  pod.scheduledMessage.clear();
  pod.restarts = 0;
  pod.startTime = 0;
}

}  // namespace cardinal::provider
