// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/score/balance.h"

#include <cmath>

#include "core/alloc/saturate.h"

namespace cardinal::alloc {
namespace {

constexpr std::int64_t kUnnamedCpuMilli = 100;
constexpr std::int64_t kUnnamedMemory = 200LL * 1024 * 1024;

const Quantity* requestOf(const Container& container, std::string_view name) {
  const Quantity* request = find(container.requests, name);
  return request != nullptr ? request : find(container.limits, name);
}

int leastOf(std::int64_t allocatable, std::int64_t requested) {
  if (requested > allocatable) return 0;
  return static_cast<int>(static_cast<double>(subSaturated(allocatable, requested)) * 100.0 /
                          static_cast<double>(allocatable));
}

bool isKnown(const BasicResources& node) {
  return node.cpuAllocatable > 0 && node.memoryAllocatable > 0;
}

}  // namespace

ScoredRequest scoredRequest(const RawPodSpec& spec) {
  ScoredRequest out;
  for (const Container& container : spec.containers) {
    const Quantity* cpu = requestOf(container, "cpu");
    const Quantity* memory = requestOf(container, "memory");
    out.cpuMilli = addSaturated(out.cpuMilli, cpu != nullptr ? cpu->milliValue() : kUnnamedCpuMilli);
    out.memory = addSaturated(out.memory, memory != nullptr ? memory->value() : kUnnamedMemory);
  }
  return out;
}

std::optional<int> leastAllocated(const BasicResources& node, const ScoredRequest& pod) {
  if (!isKnown(node)) return std::nullopt;
  const int cpu = leastOf(node.cpuAllocatable, addSaturated(node.cpuRequested, pod.cpuMilli));
  const int memory = leastOf(node.memoryAllocatable, addSaturated(node.memoryRequested, pod.memory));
  return (cpu + memory) / 2;
}

std::optional<int> balancedAllocation(const BasicResources& node, const ScoredRequest& pod) {
  if (!isKnown(node)) return std::nullopt;
  const double cpu =
      static_cast<double>(addSaturated(node.cpuRequested, pod.cpuMilli)) / static_cast<double>(node.cpuAllocatable);
  const double memory =
      static_cast<double>(addSaturated(node.memoryRequested, pod.memory)) / static_cast<double>(node.memoryAllocatable);
  if (cpu >= 1 || memory >= 1) return 0;
  return static_cast<int>((1 - std::fabs(cpu - memory)) * 100.0);
}

}  // namespace cardinal::alloc
