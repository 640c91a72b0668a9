// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/score/balance.h"

#include <cmath>

#include "core/base/saturate.h"

namespace cardinal::alloc {
namespace {

int leastOf(std::int64_t allocatable, std::int64_t requested) {
  if (requested > allocatable) return 0;
  return static_cast<int>(static_cast<double>(saturatedDifference<std::int64_t>(allocatable, requested)) * 100.0 /
                          static_cast<double>(allocatable));
}

bool isKnown(const BasicResources& node) {
  return node.cpuAllocatable > 0 && node.memoryAllocatable > 0;
}

}  // namespace

std::optional<int> leastAllocated(const BasicResources& node, const provider::WeighedRequest& pod) {
  if (!isKnown(node)) return std::nullopt;
  const int cpu = leastOf(node.cpuAllocatable, saturatedSum<std::int64_t>(node.cpuRequested, pod.cpuMilli));
  const int memory = leastOf(node.memoryAllocatable, saturatedSum<std::int64_t>(node.memoryRequested, pod.memory));
  return (cpu + memory) / 2;
}

std::optional<int> balancedAllocation(const BasicResources& node, const provider::WeighedRequest& pod) {
  if (!isKnown(node)) return std::nullopt;
  const double cpu = static_cast<double>(saturatedSum<std::int64_t>(node.cpuRequested, pod.cpuMilli)) /
                     static_cast<double>(node.cpuAllocatable);
  const double memory = static_cast<double>(saturatedSum<std::int64_t>(node.memoryRequested, pod.memory)) /
                        static_cast<double>(node.memoryAllocatable);
  if (cpu >= 1 || memory >= 1) return 0;
  return static_cast<int>((1 - std::fabs(cpu - memory)) * 100.0);
}

}  // namespace cardinal::alloc
