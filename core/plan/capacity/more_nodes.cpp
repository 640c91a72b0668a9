// SPDX-License-Identifier: Apache-2.0
#include "core/plan/capacity/more_nodes.h"

#include <algorithm>
#include <unordered_map>

#include "core/model/extras/extra.h"
#include "core/model/node_pool.h"
#include "core/provider/gpu_keys.h"
#include "core/provider/record/snapshot_builder.h"

namespace cardinal::plan {
namespace {

constexpr std::string_view kHostname = "kubernetes.io/hostname";
constexpr std::string_view kPassingTaints = "node.kubernetes.io/";
/// Sorts behind every name that a node can have, so that the others keep their positions.
constexpr const char* kNewPrefix = "~";

/// What nodes of one kind have in common; written for every node of a cluster, so its memory is kept.
struct KindText {
  std::string text;
  std::vector<const ResourceAmount*> accelerators;  ///< of the node that was described last
};

/// Cards, slots, MIG instances and accelerators of any vendor. Of the capacity, which a sick card does not change.
void addAccelerators(const ResourceList& capacity, KindText& out) {
  out.accelerators.clear();
  for (const ResourceAmount& entry : capacity) {
    if (entry.amount > Quantity{} && provider::classify(entry.name) != provider::GpuResource::None)
      out.accelerators.push_back(&entry);
  }
  std::sort(out.accelerators.begin(), out.accelerators.end(),
            [](const ResourceAmount* a, const ResourceAmount* b) { return a->name < b->name; });
  for (const ResourceAmount* one : out.accelerators)
    out.text.append(1, '\n').append(one->name).append(1, ' ').append(std::to_string(one->amount.value()));
}

void describeKind(const NodeRecord& node, KindText& kind) {
  std::string& out = kind.text;
  out.assign(poolOf(node));
  const auto add = [&out](std::int64_t value) { out.append(1, '\n').append(std::to_string(value)); };
  const auto addResource = [&](std::string_view name) {
    const Quantity* amount = find(node.raw->allocatable, name);
    add(amount != nullptr ? amount->milliValue() : -1);
  };
  out.append(1, '\n').append(node.gpu.model);
  add(static_cast<std::int64_t>(node.gpu.stack));
  add(static_cast<std::int64_t>(node.gpu.mode));
  add(static_cast<std::int64_t>(node.gpu.placement));
  add(static_cast<std::int64_t>(node.cards.size()));
  add(node.gpu.memTotal.value);
  addResource("cpu");
  addResource("memory");
  addAccelerators(node.raw->capacity, kind);
}

void append(ClusterSnapshot& out, const std::vector<NodePtr>& more) {
  for (const NodePtr& node : more) {
    const NodeIndex index{static_cast<std::uint32_t>(out.nodes.size())};
    out.nodes.push_back(node);
    for (const Card& card : node->cards) out.cards.emplace_back(card).node = index;
    out.firstCard.push_back(static_cast<std::uint32_t>(out.cards.size()));
  }
}

}  // namespace

std::vector<NodeKind> nodeKinds(const ClusterSnapshot& snapshot) {
  std::vector<NodeKind> out;
  std::unordered_map<std::string, std::size_t> known;
  KindText kind;
  for (std::uint32_t i = 0; i < snapshot.nodes.size(); ++i) {
    const NodeRecord& node = *snapshot.nodes[i];
    if (!node.exists() || node.gpu.stack == GpuStack::None) continue;
    describeKind(node, kind);
    const auto [of, isNew] = known.try_emplace(kind.text, out.size());
    if (isNew) out.push_back({NodeIndex{i}, 0});
    ++out[of->second].nodes;
  }
  std::stable_sort(out.begin(), out.end(), [](const NodeKind& a, const NodeKind& b) { return a.nodes > b.nodes; });
  return out;
}

std::shared_ptr<const RawNode> emptyNodeLike(const RawNode& like, const std::string& name) {
  auto raw = std::make_shared<RawNode>(like);
  raw->meta.key.name = name;
  raw->meta.uid = name;
  raw->hostname = name;
  raw->unschedulable = false;
  raw->conditions = {{"Ready", "True", "", "", 0}};
  std::erase_if(raw->taints, [](const Taint& taint) { return taint.key.rfind(kPassingTaints, 0) == 0; });
  for (auto& label : raw->meta.labels) {
    if (label.first == kHostname) label.second = name;
  }
  return raw;
}

NodePtr emptyCopy(const NodeRecord& like, int number) {
  const std::string name = kNewPrefix + std::to_string(number) + "-" + like.name;
  // Slices name their node; a Device is that of whoever carries it.
  std::shared_ptr<NodeExtras> extras;
  if (like.extras != nullptr) {
    extras = std::make_shared<NodeExtras>();
    extras->device = like.extras->device;
    extras->nvidia = like.extras->nvidia;  // of the whole cluster
  }
  return makeNodeRecord(emptyNodeLike(*like.raw, name), name, {}, nullptr, std::move(extras));
}

ClusterSnapshot withNodes(const ClusterSnapshot& snapshot, const std::vector<NodePtr>& more) {
  ClusterSnapshot out = snapshot;
  append(out, more);
  return out;
}

bool hasSlices(const ClusterSnapshot& snapshot) {
  return std::any_of(snapshot.nodes.begin(), snapshot.nodes.end(),
                     [](const NodePtr& node) { return isSlicedMode(node->gpu.mode); });
}

ClusterSnapshot withoutSlices(const ClusterSnapshot& snapshot) {
  ClusterSnapshot out = snapshot;
  std::vector<NodePtr> kept;
  for (const NodePtr& node : snapshot.nodes) {
    if (!isSlicedMode(node->gpu.mode)) kept.push_back(node);
  }
  out.nodes.clear();
  out.cards.clear();
  out.firstCard = {0};
  out.rows = {};
  append(out, kept);
  return out;
}

ClusterSnapshot onlyNodes(const ClusterSnapshot& snapshot, const std::vector<NodePtr>& nodes) {
  ClusterSnapshot out;
  out.generation = snapshot.generation;
  out.time = snapshot.time;
  out.serverVersion = snapshot.serverVersion;
  out.firstCard = {0};
  append(out, nodes);
  return out;
}

}  // namespace cardinal::plan
