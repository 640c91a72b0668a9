// SPDX-License-Identifier: Apache-2.0
#include "core/plan/what_if/switched_node.h"

#include <algorithm>

#include "core/plan/make/stack_switches.h"
#include "core/provider/gpu_keys.h"

namespace cardinal::plan {
namespace {

void set(ResourceList& list, std::string_view name, std::int64_t amount) {
  const auto known =
      std::find_if(list.begin(), list.end(), [name](const ResourceAmount& entry) { return entry.name == name; });
  if (known != list.end()) {
    known->amount = Quantity::fromInteger(amount);
  } else if (amount > 0) {
    list.push_back({std::string(name), Quantity::fromInteger(amount)});
  }
}

void setLabel(StringMap& labels, const std::string& key, const std::string& value) {
  for (auto& [known, old] : labels) {
    if (known != key) continue;
    old = value;
    return;
  }
  labels.emplace_back(key, value);
}

std::optional<std::int64_t> unitsOfModel(const NodeRecord& like, const ClusterSnapshot& snapshot) {
  if (like.gpu.model.empty()) return std::nullopt;
  for (const NodePtr& node : snapshot.nodes) {
    const bool hasMemory = isSharedMode(node->gpu.mode) && !node->cards.empty() && node->cards.front().memoryKnown;
    if (hasMemory && node->gpu.model == like.gpu.model) return node->cards.front().memTotal.value;
  }
  return std::nullopt;
}

std::optional<std::int64_t> amountAfter(const ResourceChange& change, const NodeRecord& node,
                                        std::optional<std::int64_t> unitsPerCard, const ClusterSnapshot& snapshot) {
  const auto cards = static_cast<std::int64_t>(node.cards.size());
  const bool appears = !change.after || *change.after > 0;
  if (change.resource != provider::kGpuMem || !appears || cards == 0) return change.after;
  if (unitsPerCard) return *unitsPerCard * cards;
  if (change.after) return change.after;
  const auto like = unitsOfModel(node, snapshot);
  return like ? std::optional(*like * cards) : std::nullopt;
}

}  // namespace

Result<std::shared_ptr<const RawNode>> switchedNode(const NodeRecord& node, const SwitchAssessment& assessment,
                                                    std::optional<std::int64_t> unitsPerCard,
                                                    const ClusterSnapshot& snapshot) {
  auto raw = std::make_shared<RawNode>(*node.raw);
  const SwitchTarget& target = assessment.target;
  const bool placementOnly = isDirect(target);
  bool shares = false;
  for (const ResourceChange& change : assessment.resources) {
    if (placementOnly) break;
    const auto amount = amountAfter(change, node, unitsPerCard, snapshot);
    if (!amount) return unexpected(makeError(ErrorCode::NotFound, change.resource, node.name));
    set(raw->capacity, change.resource, *amount);
    set(raw->allocatable, change.resource, *amount);
    shares = shares || (change.resource == provider::kGpuMem && *amount > 0);
  }
  if (!placementOnly) {
    const auto cards = shares ? static_cast<std::int64_t>(node.cards.size()) : 0;
    set(raw->capacity, provider::kGpuCount, cards);
    set(raw->allocatable, provider::kGpuCount, cards);
  }
  const StackSwitch* row = switchOf(target);
  StringMap& map = row != nullptr && row->annotation ? raw->meta.annotations : raw->meta.labels;
  if (target.remove) {
    eraseIf(map, [&target](const auto& entry) { return entry.first == target.key; });
  } else {
    setLabel(map, labelKeyOf(target), labelValueOf(target));
  }
  return std::shared_ptr<const RawNode>(std::move(raw));
}

}  // namespace cardinal::plan
