// SPDX-License-Identifier: Apache-2.0
#include "core/plan/ledger/ledger_evidence.h"

#include "core/base/joined.h"
#include "core/plan/mode_matrix.h"
#include "core/provider/gpu_keys.h"

namespace cardinal {
namespace {

using Evidence = std::pair<std::string, std::string>;

std::string told(std::string_view key, std::string_view value) {
  return std::string(key) + ": " + std::string(value);
}
std::string told(std::string_view key, std::int64_t value) {
  return told(key, std::to_string(value));
}

std::string cardsOf(const NodeRecord& node) {
  if (node.cards.empty()) return told("card", "-");
  return told("card", "0.." + std::to_string(node.cards.size() - 1));
}

std::string modeWords() {
  std::string out;
  for (const GpuMode mode : switchModes()) out += std::string(out.empty() ? "" : "|") + toString(mode);
  return out;
}

/// Key under which a pod of the node's stack has its card written.
std::string_view allocationKey(const LedgerEntry& entry) {
  if (entry.node->gpu.mode == GpuMode::Topology) return "gputopology.alibabacloud.com/allocation";
  return entry.node->gpu.stack == GpuStack::Ack ? "scheduler.framework.gpushare.allocation" : "ALIYUN_COM_GPU_MEM_IDX";
}

std::string askedBy(const LedgerEntry& entry) {
  if (entry.pod == nullptr) return entry.finding.detail;
  const GpuRequest& request = entry.pod->request;
  if (request.kind == GpuRequest::Kind::Shared) {
    const std::string memory = told(provider::kGpuMem, request.memory.value);
    return request.asksCore ? memory + ", " + told(provider::kGpuCore, request.core.value) : memory;
  }
  if (request.kind == GpuRequest::Kind::Unrecognised) return request.resource;
  return told(entry.finding.detail, request.cards);
}

std::string finalizersOf(const LedgerEntry& entry) {
  if (entry.pod == nullptr || entry.pod->raw->meta.finalizers.empty()) return {};
  const auto& names = entry.pod->raw->meta.finalizers;
  return ", " + told("finalizers", joined({names.begin(), names.end()}));
}

Evidence ofNode(const LedgerEntry& entry) {
  const Finding& finding = entry.finding;
  switch (finding.code) {
    case FindingCode::UnknownModeLabel:
      return {told(provider::kModeLabel, finding.detail), modeWords()};
    case FindingCode::UnknownPlacementLabel:
      return {told(provider::kPlacementLabel, finding.detail), "binpack|spread"};
    case FindingCode::ModeResourceMissing:
      return {told(finding.detail, 0), told(finding.detail, "> 0")};
    case FindingCode::SeveralModesPublished:
      return {finding.detail, joined(resourcesOf(entry.node->gpu.mode))};
    case FindingCode::CardCountMissing:
      return {told(provider::kGpuCount, "-"), told(provider::kGpuCount, "> 0")};
    case FindingCode::AllocatableBelowCapacity:
      return {told("allocatable " + finding.detail, finding.found), told("capacity " + finding.detail, finding.needed)};
    case FindingCode::AbsurdCapacity:
      return {told(finding.detail, finding.found), told(finding.detail, "0.." + std::to_string(finding.needed))};
    case FindingCode::CardOverAllocated:
    case FindingCode::NodeOverAllocated:
      return {told(finding.detail, finding.found), told(finding.detail, "<= " + std::to_string(finding.needed))};
    case FindingCode::TooManyPodsOnCard:
      return {told("pods", finding.found), told("pods", "<= " + std::to_string(finding.needed))};
    case FindingCode::NodeMissing:
      return {told("spec.nodeName", finding.detail), {}};
    default:
      return {finding.detail, {}};
  }
}

}  // namespace

std::pair<std::string, std::string> ledgerEvidence(const LedgerEntry& entry) {
  const Finding& finding = entry.finding;
  switch (finding.code) {
    case FindingCode::MalformedAllocation:
    case FindingCode::FieldUnreadable:
      return {finding.detail, {}};
    case FindingCode::CardOutOfRange:
      return {told("card", finding.card), cardsOf(*entry.node)};
    case FindingCode::AllocationMissing:
      return {told(allocationKey(entry), "-"), cardsOf(*entry.node)};
    case FindingCode::AllocationContradictsRequest:
      return {told("allocation " + finding.detail, finding.found), told("limits " + finding.detail, finding.needed)};
    case FindingCode::PodContradictsMode:
      return {askedBy(entry), joined(resourcesOf(entry.node->gpu.mode))};
    case FindingCode::AnnotationsContradict:
      return {told(finding.detail, finding.found), told("scheduler.framework.gpushare.allocation", finding.needed)};
    case FindingCode::AnnotationsIncomplete:
      return {told(finding.detail, "-"), {}};
    case FindingCode::CardSizeContradicts:
      return {told(finding.detail, finding.found), told(finding.detail, finding.needed)};
    case FindingCode::CardCountContradicts:
      return {told("cards", finding.found), told(finding.detail, finding.needed)};
    case FindingCode::CardHeldTwice:
      return {told("pods", finding.found), told("pods", finding.needed)};
    case FindingCode::OutsideLedger:
      return {told(finding.detail, 0), told(finding.detail, finding.needed)};
    case FindingCode::InitMemoryUncounted:
      return {told("node " + finding.detail, finding.found), told("card " + finding.detail, finding.needed)};
    case FindingCode::AssumedTooLong:
      return {told(finding.detail, "false, " + std::to_string(finding.found) + "s"),
              "<= " + std::to_string(finding.needed) + "s"};
    case FindingCode::TerminatingTooLong:
      return {told("deletionTimestamp", "-" + std::to_string(finding.found) + "s") + finalizersOf(entry),
              "<= " + std::to_string(finding.needed) + "s"};
    default:
      return ofNode(entry);
  }
}

}  // namespace cardinal
