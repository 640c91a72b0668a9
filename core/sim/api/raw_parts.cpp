// SPDX-License-Identifier: Apache-2.0
#include "core/sim/api/raw_parts.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/model/pods/set_entry.h"
#include "core/sim/api/keys.h"

namespace cardinal::sim {
namespace {

constexpr std::int64_t kGib = 1024LL * 1024 * 1024;
constexpr std::int64_t kPodsPerNode = 128;

/// Shared nodes keep the key of whole cards at 0, as the kubelet does after the other plugin left.
void publishCards(ResourceList& list, const NodeShape& shape) {
  const std::int64_t cards = shape.cards;
  if (shape.mode == "default") {
    set(list, kNvidiaGpu, cards);
  } else if (shape.mode == "topology") {
    set(list, kAliyunGpu, cards);
    set(list, kNvidiaGpu, 0);
  } else {
    set(list, kGpuCount, cards);
    set(list, kGpuMem, cards * shape.unitsPerCard);
    if (shape.mode == "core_mem") set(list, kGpuCore, cards * 100);
    if (!shape.mode.empty()) set(list, kNvidiaGpu, 0);
  }
}

void labelNode(StringMap& labels, const NodeShape& shape) {
  set(labels, kHostname, shape.name);
  set(labels, "kubernetes.io/os", "linux");
  set(labels, "kubernetes.io/arch", "amd64");
  if (!shape.pool.empty()) set(labels, kPool, shape.pool);
  if (!shape.zone.empty()) set(labels, kZone, shape.zone);
  if (shape.cards == 0) return;
  set(labels, kCardName, shape.cardName);
  set(labels, kCardMemory, std::to_string(shape.cardMib) + "MiB");
  set(labels, kCardCount, std::to_string(shape.cards));
  if (shape.mode.empty()) {
    set(labels, "gpushare", "true");
    return;
  }
  set(labels, kModeLabel, shape.mode);
  if (!shape.placement.empty()) set(labels, kPlacementLabel, shape.placement);
}

}  // namespace

void labelTemplateHash(RawPod& pod) {
  if (pod.meta.owners.empty() || pod.meta.owners.front().kind != "ReplicaSet") return;
  const std::string& name = pod.meta.owners.front().name;
  set(pod.meta.labels, "pod-template-hash", name.substr(name.rfind('-') + 1));
}

void set(StringMap& map, const std::string& key, std::string value) {
  setEntry(map, key, std::move(value));
}

void remove(StringMap& map, const std::string& key) {
  map.erase(std::remove_if(map.begin(), map.end(), [&](const auto& entry) { return entry.first == key; }), map.end());
}

void setMilli(ResourceList& list, const std::string& name, std::int64_t milli) {
  const auto at = std::find_if(list.begin(), list.end(), [&](const auto& entry) { return entry.name == name; });
  if (at == list.end()) {
    list.push_back({name, Quantity::fromMilli(milli)});
  } else {
    at->amount = Quantity::fromMilli(milli);
  }
}

void set(ResourceList& list, const std::string& name, std::int64_t amount) {
  const auto at = std::find_if(list.begin(), list.end(), [&](const auto& entry) { return entry.name == name; });
  if (at == list.end()) {
    list.push_back({name, Quantity::fromInteger(amount)});
  } else {
    at->amount = Quantity::fromInteger(amount);
  }
}

RawNode makeNode(const NodeShape& shape, UnixSeconds created, std::string uid, std::string resourceVersion) {
  RawNode node;
  node.meta.key.name = shape.name;
  node.meta.uid = std::move(uid);
  node.meta.resourceVersion = std::move(resourceVersion);
  node.meta.created = created;
  labelNode(node.meta.labels, shape);
  set(node.capacity, "cpu", shape.cpu);
  set(node.capacity, "memory", shape.memoryGib * kGib);
  set(node.capacity, "pods", kPodsPerNode);
  if (shape.cards > 0) publishCards(node.capacity, shape);
  node.allocatable = node.capacity;
  // What kubelet and system reserve for themselves.
  setMilli(node.allocatable, "cpu", shape.cpu * 1000LL - 120);
  set(node.allocatable, "memory", shape.memoryGib * kGib - 2 * kGib);
  node.conditions.push_back({"Ready", "True", "KubeletReady", "kubelet is posting ready status", created});
  node.internalIp = shape.ip;
  node.hostname = shape.name;
  node.kubeletVersion = "v1.20.11-aliyun.1";
  node.containerRuntime = "containerd://1.5.13";
  node.osImage = "Alibaba Cloud Linux (Aliyun Linux) 2.1903 LTS (Hunting Beagle)";
  return node;
}

void publishMode(RawNode& node, const NodeShape& shape) {
  static const std::array<const char*, 5> kGpuResources = {kGpuMem, kGpuCount, kGpuCore, kAliyunGpu, kNvidiaGpu};
  static const std::array<std::string_view, 7> kModes = {"", "default", "topology", "cgpu", "core_mem", "share", "mps"};
  const bool known = std::find(kModes.begin(), kModes.end(), shape.mode) != kModes.end();
  for (ResourceList* list : {&node.capacity, &node.allocatable}) {
    for (const char* resource : kGpuResources) {
      if (find(*list, resource) != nullptr) set(*list, resource, 0);
    }
    if (known) publishCards(*list, shape);
  }
}

}  // namespace cardinal::sim
