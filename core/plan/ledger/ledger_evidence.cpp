// SPDX-License-Identifier: Apache-2.0
#include "core/plan/ledger/ledger_evidence.h"

#include <algorithm>
#include <array>

#include "core/base/joined.h"
#include "core/base/rfc3339.h"
#include "core/plan/make/mode_matrix.h"
#include "core/provider/gpu_keys.h"
#include "core/provider/stacks/nvidia.h"
#include "core/provider/stacks/stack_facts.h"

namespace cardinal {
namespace {

using Evidence = std::pair<std::string, std::string>;

std::string keyValue(std::string_view key, std::string_view value) {
  return std::string(key) + ": " + std::string(value);
}
std::string keyValue(std::string_view key, std::int64_t value) {
  return keyValue(key, std::to_string(value));
}

std::string cardsOf(const NodeRecord& node) {
  if (node.cards.empty()) return keyValue("card", "-");
  return keyValue("card", "0.." + std::to_string(node.cards.size() - 1));
}

std::string modeWords() {
  std::string out;
  for (const GpuMode mode : switchModes()) out += std::string(out.empty() ? "" : "|") + toString(mode);
  return out;
}

/// Where the scheduler of a stack writes a pod's card.
std::string_view allocationKeyOf(GpuStack stack) {
  const std::string_view own = provider::factsOf(stack).allocation;
  return own.empty() ? provider::factsOf(GpuStack::Gpushare).allocation : own;
}

/// Key under which a pod of the node's stack has its card written.
std::string_view allocationKey(const LedgerEntry& entry) {
  if (entry.node->gpu.mode == GpuMode::Topology) return "gputopology.alibabacloud.com/allocation";
  const bool ofKai = entry.pod != nullptr && entry.pod->request.stack == GpuStack::Kai;
  return allocationKeyOf(ofKai ? GpuStack::Kai : entry.node->gpu.stack);
}

/// The card that a pod names: its index, or its id where the stack writes ids.
std::string namedCard(const Finding& finding) {
  const bool byId = finding.card == kPendingCard && !finding.detail.empty();
  return byId ? keyValue("card", finding.detail) : keyValue("card", finding.card);
}

std::string requestText(const LedgerEntry& entry) {
  if (entry.pod == nullptr) return entry.finding.detail;
  const GpuRequest& request = entry.pod->request;
  if (const auto shared = request.shared()) {
    const std::string memory = keyValue(provider::kGpuMem, shared->memory.value);
    return shared->asksCore ? memory + ", " + keyValue(provider::kGpuCore, shared->core.value) : memory;
  }
  if (!request.resource.empty()) return request.resource;
  const auto cards = request.wholeCards();
  return cards ? keyValue(entry.finding.detail, *cards) : entry.finding.detail;
}

/// When the pod was deleted, and what holds it.
std::string deletionOf(const LedgerEntry& entry) {
  const std::string ago = std::to_string(entry.finding.found) + "s ago";
  if (entry.pod == nullptr) return keyValue("deletionTimestamp", ago);
  const ObjectMeta& meta = entry.pod->raw->meta;
  std::string text = keyValue("deletionTimestamp", rfc3339(meta.deletionTimestamp)) + ", " + ago;
  if (meta.finalizers.empty()) return text;
  return text + ", " + keyValue("finalizers", joined({meta.finalizers.begin(), meta.finalizers.end()}));
}

Evidence ofNode(const LedgerEntry& entry) {
  const Finding& finding = entry.finding;
  switch (finding.code) {
    case FindingCode::UnknownModeLabel:
      return {keyValue(provider::kModeLabel, finding.detail), modeWords()};
    case FindingCode::UnknownPlacementLabel:
      return {keyValue(provider::kPlacementLabel, finding.detail), "binpack|spread"};
    case FindingCode::ModeResourceMissing:
      return {keyValue(finding.detail, 0), keyValue(finding.detail, "> 0")};
    case FindingCode::SeveralModesPublished:
      return {finding.detail, joined(resourcesOf(entry.node->gpu.mode))};
    case FindingCode::CardCountMissing:
      return {keyValue(provider::kGpuCount, "-"), keyValue(provider::kGpuCount, "> 0")};
    case FindingCode::AllocatableBelowCapacity:
      return {keyValue("allocatable " + finding.detail, finding.found),
              keyValue("capacity " + finding.detail, finding.needed)};
    case FindingCode::AbsurdCapacity:
      return {keyValue(finding.detail, finding.found),
              keyValue(finding.detail, "0.." + std::to_string(finding.needed))};
    case FindingCode::CardOverAllocated:
      return {keyValue(finding.detail, finding.found),
              keyValue(finding.detail, "<= " + std::to_string(finding.needed))};
    case FindingCode::NodeOverAllocated:
      return {keyValue(finding.detail, finding.found),
              keyValue(finding.detail, "<= " + std::to_string(finding.needed))};
    case FindingCode::TooManyPodsOnCard:
      return {keyValue("pods", finding.found), keyValue("pods", "<= " + std::to_string(finding.needed))};
    case FindingCode::NodeMissing:
      return {keyValue("spec.nodeName", finding.detail), {}};
    case FindingCode::SlicedCountUnknown: {
      const std::string_view own = provider::factsOf(entry.node->gpu.stack).cards;
      const std::string_view label = own.empty() ? provider::cardCountLabel(*entry.node->raw) : own;
      return {keyValue(finding.detail, finding.found),
              finding.needed > 0 ? keyValue(label, finding.needed) : std::string()};
    }
    case FindingCode::MigChangeRunning:
      return {keyValue("nvidia.com/mig.config.state", finding.detail),
              keyValue("nvidia.com/mig.config.state", "success")};
    case FindingCode::PluginDisabled:
      return {keyValue(finding.detail, "false"), keyValue(finding.detail, "true")};
    case FindingCode::ReplicasLabelWrong:
      return {keyValue(finding.detail, finding.needed), keyValue(finding.detail, finding.found)};
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
      return {namedCard(finding), cardsOf(*entry.node)};
    case FindingCode::AllocationMissing:
      return {keyValue(allocationKey(entry), "-"), cardsOf(*entry.node)};
    case FindingCode::OrphanedShare:
      return {keyValue("run.ai/reserve_for_gpu_index", "-"), keyValue(allocationKey(entry), finding.detail)};
    case FindingCode::AllocationContradictsRequest:
      return {keyValue("allocation " + finding.detail, finding.found),
              keyValue("limits " + finding.detail, finding.needed)};
    case FindingCode::PodContradictsMode:
      return {requestText(entry), joined(resourcesOf(entry.node->gpu.mode))};
    case FindingCode::AnnotationsContradict:
      return {keyValue(finding.detail, finding.found),
              keyValue("scheduler.framework.gpushare.allocation", finding.needed)};
    case FindingCode::AnnotationsIncomplete:
      return {keyValue(finding.detail, "-"), {}};
    case FindingCode::CardSizeContradicts:
      return {keyValue(finding.detail, finding.found), keyValue(finding.detail, finding.needed)};
    case FindingCode::CardCountContradicts:
      return {keyValue("cards", finding.found), keyValue(finding.detail, finding.needed)};
    case FindingCode::CardHeldTwice:
      return {keyValue("pods", finding.found), keyValue("pods", finding.needed)};
    case FindingCode::OutsideLedger:
      return {keyValue(finding.detail, 0), keyValue(finding.detail, finding.needed)};
    case FindingCode::InitMemoryUncounted:
      return {keyValue("node " + finding.detail, finding.found), keyValue("card " + finding.detail, finding.needed)};
    case FindingCode::AssumedTooLong:
      return {keyValue(finding.detail, "false, " + std::to_string(finding.found) + "s"),
              "<= " + std::to_string(finding.needed) + "s"};
    case FindingCode::TerminatingTooLong:
      return {deletionOf(entry), "<= " + std::to_string(finding.needed) + "s ago"};
    default:
      return ofNode(entry);
  }
}

}  // namespace cardinal
