// SPDX-License-Identifier: Apache-2.0
#include "core/provider/record/node_findings.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/saturate.h"
#include "core/provider/gpu_keys.h"
#include "core/provider/record/pod_books.h"
#include "core/provider/stacks/gpushare/gpushare.h"
#include "core/provider/stacks/stack_facts.h"

namespace cardinal::provider {
namespace {

void add(std::vector<Finding>& findings, Finding finding) {
  if (findings.size() < kMaxFindingsPerNode) findings.push_back(std::move(finding));
}

// Made only when there is something to report: most pods are in order.
std::string nameOf(const PodRecord& pod) {
  return displayName(pod.key());
}

std::string_view requestedKey(const GpuRequest& request) {
  switch (request.kind()) {
    case GpuRequest::Kind::Shared:
      return request.asksSharedCore() ? kGpuCore : kGpuMem;
    case GpuRequest::Kind::WholeCards:
      return kNvidiaGpu;
    case GpuRequest::Kind::Topology:
      return kTopologyGpu;
    case GpuRequest::Kind::Counted:
    case GpuRequest::Kind::Vgpu:
    case GpuRequest::Kind::Claims:
      return request.resource;
    case GpuRequest::Kind::None:
      break;
  }
  return {};
}

std::int64_t sharedMemory(const PodRecord& pod) {
  std::int64_t sum = 0;
  for (const CardShare& share : pod.shares) sum = saturatedSum(sum, share.memory.value);
  return sum;
}

std::int64_t sharedCore(const PodRecord& pod) {
  std::int64_t sum = 0;
  for (const CardShare& share : pod.shares) sum = saturatedSum<std::int64_t>(sum, share.core.value);
  return sum;
}

void reportContradiction(const PodRecord& pod, std::vector<Finding>& findings) {
  const auto requested = pod.request.shared();
  if (!requested || requested->memory.value <= 0) return;
  std::int64_t allocated = requested->memory.value;
  if (pod.source == AllocationSource::AckV2) allocated = sharedMemory(pod);
  if (pod.source == AllocationSource::GpushareV1) {
    const auto share = readExtenderShare(*pod.raw);
    allocated = share ? share->memory.value : allocated;
  }
  if (allocated != requested->memory.value) {
    add(findings, {FindingCode::AllocationContradictsRequest, kPendingCard, nameOf(pod), std::string(kGpuMem),
                   requested->memory.value, allocated});
  }
  const bool coreKnown = pod.source == AllocationSource::AckV2 && requested->asksCore;
  if (coreKnown && sharedCore(pod) != requested->core.value) {
    add(findings, {FindingCode::AllocationContradictsRequest, kPendingCard, nameOf(pod), std::string(kGpuCore),
                   requested->core.value, sharedCore(pod)});
  }
}

void reportPlaces(const NodeRecord& node, const PodRecord& pod, std::vector<Finding>& findings) {
  const bool shared = pod.request.asksSharedMemory();
  const bool topology = pod.request.kind() == GpuRequest::Kind::Topology && node.gpu.mode == GpuMode::Topology;
  bool missing = topology && pod.source != AllocationSource::TopologyList;
  for (const CardShare& share : pod.shares) {
    if (share.card == kPendingCard) {
      missing = missing || shared;
    } else if (share.card < 0 || static_cast<std::size_t>(share.card) >= node.cards.size()) {
      add(findings, {FindingCode::CardOutOfRange,
                     share.card,
                     nameOf(pod),
                     {},
                     static_cast<std::int64_t>(node.cards.size()),
                     share.card});
    }
  }
  if (!missing) return;
  const auto requested = pod.request.shared();
  const std::int64_t memory = requested ? requested->memory.value : 0;
  add(findings, {FindingCode::AllocationMissing, kPendingCard, nameOf(pod), {}, memory, 0});
}

}  // namespace

AmountKeys amountKeysOf(const NodeGpu& gpu) noexcept {
  // Of cards that are offered as whole ones nobody but KAI can give more than they have.
  const StackFacts& facts = factsOf(gpu.mode == GpuMode::Exclusive ? GpuStack::Kai : gpu.stack);
  return {facts.memory, facts.core};
}

bool belongsToMode(const GpuRequest& request, GpuMode mode) {
  if (mode == GpuMode::Unknown) return true;
  switch (request.kind()) {
    case GpuRequest::Kind::Shared:
      // Who asks nothing (amount 0) holds nothing.
      if (!request.asksSharedMemory() && !request.asksSharedCore()) return true;
      return isSharedMode(mode) && request.asksSharedCore() == (mode == GpuMode::CoreMem);
    case GpuRequest::Kind::WholeCards:
      return mode != GpuMode::None && !isSharedMode(mode) && mode != GpuMode::Topology;
    case GpuRequest::Kind::Topology:
      return mode == GpuMode::Topology;
    case GpuRequest::Kind::Counted:
    case GpuRequest::Kind::Vgpu:
    case GpuRequest::Kind::Claims:
    case GpuRequest::Kind::None:
      break;
  }
  return true;
}

void reportNodeProblems(const RawNode& node, std::vector<Finding>& findings) {
  for (const FieldProblem& problem : node.problems) {
    add(findings,
        {FindingCode::FieldUnreadable, kPendingCard, {}, clipped(problem.field) + ": " + clipped(problem.value), 0, 0});
  }
}

void reportPod(const NodeRecord& node, const PodRecord& pod, std::vector<Finding> read,
               std::vector<Finding>& findings) {
  for (Finding& finding : read) add(findings, std::move(finding));
  for (const FieldProblem& problem : pod.raw->problems) {
    add(findings, {FindingCode::FieldUnreadable, kPendingCard, nameOf(pod),
                   clipped(problem.field) + ": " + clipped(problem.value), 0, 0});
  }
  reportContradiction(pod, findings);
  if (!node.exists()) return;
  if (!belongsToMode(pod.request, node.gpu.mode)) {
    add(findings,
        {FindingCode::PodContradictsMode, kPendingCard, nameOf(pod), std::string(requestedKey(pod.request)), 0, 0});
    return;
  }
  reportPlaces(node, pod, findings);
  reportBooks(node, pod, findings);
}

void reportCards(const NodeRecord& node, std::vector<Finding>& findings) {
  // The documented limit of cGPU instances on one card.
  constexpr int kMaxIsolatedPods = 20;
  const bool isolated = node.gpu.mode == GpuMode::Cgpu || node.gpu.mode == GpuMode::CoreMem;
  int most = isolated ? kMaxIsolatedPods : INT32_MAX;
  if (node.gpu.maxPodsPerCard) most = std::min(most, *node.gpu.maxPodsPerCard);
  const AmountKeys keys = amountKeysOf(node.gpu);
  for (const Card& card : node.cards) {
    if (card.memoryKnown && card.memAllocated > card.memTotal) {
      add(findings, {FindingCode::CardOverAllocated,
                     card.index,
                     {},
                     std::string(keys.memory),
                     card.memTotal.value,
                     card.memAllocated.value});
    }
    if (card.coreKnown && card.coreAllocated > card.coreTotal) {
      add(findings, {FindingCode::CardOverAllocated,
                     card.index,
                     {},
                     std::string(keys.core),
                     card.coreTotal.value,
                     card.coreAllocated.value});
    }
    if (isSharedMode(node.gpu.mode) && card.pods > most) {
      add(findings, {FindingCode::TooManyPodsOnCard, card.index, {}, {}, most, card.pods});
    }
  }
  reportSums(node, findings);
}

}  // namespace cardinal::provider
