// SPDX-License-Identifier: Apache-2.0
#include "core/model/tables/snapshot_diff.h"

#include <algorithm>
#include <map>

#include "core/model/card_memory.h"

namespace cardinal {
namespace {

class Fields {
 public:
  void compare(DiffField field, std::string before, std::string after, std::string key = {}) {
    if (before != after) m_changes.push_back({field, std::move(key), std::move(before), std::move(after)});
  }
  std::vector<DiffChange> take() { return std::move(m_changes); }

 private:
  std::vector<DiffChange> m_changes;
};

std::string truth(bool value) {
  return value ? "true" : "false";
}

std::string readiness(const NodeRecord& node) {
  switch (node.readiness) {
    case NodeReadiness::Ready:
      return "Ready";
    case NodeReadiness::NotReady:
      return "NotReady";
    case NodeReadiness::Unknown:
      break;
  }
  return "Unknown";
}

std::string health(const Card& card) {
  switch (card.health) {
    case CardHealth::Healthy:
      return "Healthy";
    case CardHealth::Unhealthy:
      return "Unhealthy";
    case CardHealth::Unknown:
      break;
  }
  return "Unknown";
}

std::string taintsOf(const NodeRecord& node) {
  if (!node.raw) return {};
  std::vector<std::string> texts;
  for (const Taint& taint : node.raw->taints)
    texts.push_back(taint.key + (taint.value.empty() ? "" : "=" + taint.value) + ":" + taint.effect);
  std::sort(texts.begin(), texts.end());
  std::string joined;
  for (const std::string& text : texts) joined += (joined.empty() ? "" : ",") + text;
  return joined;
}

void compareLabels(Fields& fields, const NodeRecord& before, const NodeRecord& after) {
  if (!before.raw || !after.raw) return;
  std::map<std::string, std::pair<std::string, std::string>> both;
  for (const auto& entry : before.raw->meta.labels) both[entry.first].first = entry.second;
  for (const auto& entry : after.raw->meta.labels) both[entry.first].second = entry.second;
  for (const auto& entry : both) fields.compare(DiffField::Label, entry.second.first, entry.second.second, entry.first);
}

std::vector<DiffChange> compareNodes(const NodeRecord& before, const NodeRecord& after) {
  Fields fields;
  fields.compare(DiffField::Readiness, readiness(before), readiness(after));
  fields.compare(DiffField::Cordon, truth(before.unschedulable()), truth(after.unschedulable()));
  fields.compare(DiffField::Mode, toString(before.gpu.mode), toString(after.gpu.mode));
  const auto placement = [](const NodeRecord& node) {
    return std::string(node.gpu.placement == Placement::Spread ? "spread" : "binpack");
  };
  fields.compare(DiffField::Placement, placement(before), placement(after));
  fields.compare(DiffField::Model, before.gpu.model, after.gpu.model);
  fields.compare(DiffField::Cards, std::to_string(before.cards.size()), std::to_string(after.cards.size()));
  fields.compare(DiffField::Taints, taintsOf(before), taintsOf(after));
  compareLabels(fields, before, after);
  return fields.take();
}

std::string mib(bool known, MemUnits amount, MemoryUnit unit) {
  const auto value = known ? toMib(amount, unit) : std::nullopt;
  return value ? std::to_string(*value) : std::string();
}

std::vector<DiffChange> compareCards(const NodeRecord& nodeBefore, const Card& before, const NodeRecord& nodeAfter,
                                     const Card& after) {
  Fields fields;
  const auto core = [](const NodeRecord& node, const Card& card) {
    const bool isKnown = card.coreKnown && isAllocationKnown(node, card);
    return isKnown ? std::to_string(card.coreAllocated.value) : std::string();
  };
  const auto allocated = [](const NodeRecord& node, const Card& card) {
    return mib(card.memoryKnown && isAllocationKnown(node, card), card.memAllocated, node.gpu.unit);
  };
  const auto held = [](const Card& card) { return card.holderKnown ? truth(card.held) : std::string(); };
  fields.compare(DiffField::Health, health(before), health(after));
  fields.compare(DiffField::Memory, allocated(nodeBefore, before), allocated(nodeAfter, after));
  fields.compare(DiffField::MemoryTotal, mib(before.memoryKnown, before.memTotal, nodeBefore.gpu.unit),
                 mib(after.memoryKnown, after.memTotal, nodeAfter.gpu.unit));
  fields.compare(DiffField::Core, core(nodeBefore, before), core(nodeAfter, after));
  fields.compare(DiffField::Held, held(before), held(after));
  return fields.take();
}

std::string cardsOf(const PodRecord& pod) {
  std::string text;
  for (const CardShare& share : pod.shares) {
    if (share.card != kPendingCard) text += (text.empty() ? "" : ",") + std::to_string(share.card);
  }
  return text;
}

std::string memoryOf(const PodRecord& pod, MemoryUnit unit) {
  MemUnits sum;
  for (const CardShare& share : pod.shares) sum += share.memory;
  return mib(!pod.shares.empty(), sum, unit);
}

std::string coreOf(const PodRecord& pod) {
  std::int64_t sum = 0;
  for (const CardShare& share : pod.shares) sum += share.core.value;
  return pod.shares.empty() ? std::string() : std::to_string(sum);
}

struct PlacedPod {
  const PodRecord* pod = nullptr;
  MemoryUnit unit = MemoryUnit::Unknown;
};

std::map<ObjectKey, PlacedPod> podsOf(const ClusterSnapshot& snapshot) {
  std::map<ObjectKey, PlacedPod> pods;
  for (const PodPtr& pod : snapshot.unboundPods) pods[pod->key()] = {pod.get(), MemoryUnit::Unknown};
  for (const NodePtr& node : snapshot.nodes) {
    for (const PodPtr& pod : node->pods) pods[pod->key()] = {pod.get(), node->gpu.unit};
  }
  return pods;
}

std::vector<DiffChange> comparePods(const PlacedPod& before, const PlacedPod& after) {
  Fields fields;
  fields.compare(DiffField::Phase, before.pod->raw->phaseText, after.pod->raw->phaseText);
  fields.compare(DiffField::Node, before.pod->raw->spec.nodeName, after.pod->raw->spec.nodeName);
  fields.compare(DiffField::Cards, cardsOf(*before.pod), cardsOf(*after.pod));
  fields.compare(DiffField::Memory, memoryOf(*before.pod, before.unit), memoryOf(*after.pod, after.unit));
  fields.compare(DiffField::Core, coreOf(*before.pod), coreOf(*after.pod));
  return fields.take();
}

bool hasGpus(const NodeRecord& node) {
  return !node.cards.empty();
}

void addCards(SnapshotDiff& diff, const NodeRecord& node, ChangeKind kind) {
  for (const Card& card : node.cards) diff.cards.push_back({node.name, card.index, kind, {}});
}

void diffCards(SnapshotDiff& diff, const NodeRecord& before, const NodeRecord& after) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < before.cards.size() || j < after.cards.size()) {
    const bool onlyBefore =
        j == after.cards.size() || (i < before.cards.size() && before.cards[i].index < after.cards[j].index);
    const bool onlyAfter =
        i == before.cards.size() || (j < after.cards.size() && after.cards[j].index < before.cards[i].index);
    if (onlyBefore) {
      diff.cards.push_back({before.name, before.cards[i++].index, ChangeKind::Removed, {}});
    } else if (onlyAfter) {
      diff.cards.push_back({after.name, after.cards[j++].index, ChangeKind::Added, {}});
    } else {
      auto fields = compareCards(before, before.cards[i], after, after.cards[j]);
      if (!fields.empty())
        diff.cards.push_back({after.name, after.cards[j].index, ChangeKind::Changed, std::move(fields)});
      ++i;
      ++j;
    }
  }
}

void diffNode(SnapshotDiff& diff, const NodeRecord* before, const NodeRecord* after) {
  const bool was = before != nullptr && hasGpus(*before);
  const bool is = after != nullptr && hasGpus(*after);
  if (was && !is) {
    diff.nodes.push_back({before->name, ChangeKind::Removed, {}});
    addCards(diff, *before, ChangeKind::Removed);
  } else if (!was && is) {
    diff.nodes.push_back({after->name, ChangeKind::Added, {}});
    addCards(diff, *after, ChangeKind::Added);
  } else if (was) {
    if (auto fields = compareNodes(*before, *after); !fields.empty())
      diff.nodes.push_back({after->name, ChangeKind::Changed, std::move(fields)});
    diffCards(diff, *before, *after);
  }
}

void diffPods(SnapshotDiff& diff, const ClusterSnapshot& before, const ClusterSnapshot& after) {
  const auto was = podsOf(before);
  const auto is = podsOf(after);
  for (const auto& entry : was) {
    const auto found = is.find(entry.first);
    if (found == is.end()) {
      diff.pods.push_back({entry.first, ChangeKind::Removed, entry.second.pod->raw->spec.nodeName, {}});
    } else if (auto fields = comparePods(entry.second, found->second); !fields.empty()) {
      diff.pods.push_back({entry.first, ChangeKind::Changed, found->second.pod->raw->spec.nodeName, std::move(fields)});
    }
  }
  for (const auto& entry : is) {
    if (was.count(entry.first) == 0)
      diff.pods.push_back({entry.first, ChangeKind::Added, entry.second.pod->raw->spec.nodeName, {}});
  }
  std::sort(diff.pods.begin(), diff.pods.end(), [](const PodChange& a, const PodChange& b) { return a.pod < b.pod; });
}

}  // namespace

const char* toString(DiffField field) noexcept {
  switch (field) {
    case DiffField::Readiness:
      return "readiness";
    case DiffField::Cordon:
      return "unschedulable";
    case DiffField::Mode:
      return "mode";
    case DiffField::Placement:
      return "placement";
    case DiffField::Model:
      return "model";
    case DiffField::Cards:
      return "cards";
    case DiffField::Taints:
      return "taints";
    case DiffField::Label:
      return "label";
    case DiffField::Memory:
      return "memoryAllocatedMiB";
    case DiffField::MemoryTotal:
      return "memoryTotalMiB";
    case DiffField::Core:
      return "coreAllocatedPercent";
    case DiffField::Health:
      return "health";
    case DiffField::Held:
      return "held";
    case DiffField::Node:
      return "node";
    case DiffField::Phase:
      return "phase";
  }
  return "unknown";
}

const char* toString(ChangeKind kind) noexcept {
  switch (kind) {
    case ChangeKind::Added:
      return "added";
    case ChangeKind::Removed:
      return "removed";
    case ChangeKind::Changed:
      return "changed";
  }
  return "unknown";
}

SnapshotDiff diffSnapshots(const ClusterSnapshot& before, const ClusterSnapshot& after) {
  SnapshotDiff diff;
  diff.timeBefore = before.time;
  diff.timeAfter = after.time;
  diff.totalsBefore = totalsOf(before);
  diff.totalsAfter = totalsOf(after);
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < before.nodes.size() || j < after.nodes.size()) {
    const bool takeBefore =
        j == after.nodes.size() || (i < before.nodes.size() && before.nodes[i]->name <= after.nodes[j]->name);
    const bool takeAfter =
        i == before.nodes.size() || (j < after.nodes.size() && after.nodes[j]->name <= before.nodes[i]->name);
    diffNode(diff, takeBefore ? before.nodes[i].get() : nullptr, takeAfter ? after.nodes[j].get() : nullptr);
    i += takeBefore ? 1 : 0;
    j += takeAfter ? 1 : 0;
  }
  diffPods(diff, before, after);
  return diff;
}

}  // namespace cardinal
