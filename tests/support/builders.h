// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/snapshot.h"
#include "core/provider/record/snapshot_builder.h"

namespace cardinal::testing {

/// Raw nodes for tests in one line: `gpushareNode("a", 4, 15).label("x", "y")`. Ready, schedulable, 64 CPUs, 256 GiB
/// and 110 pods unless said otherwise.
class NodeBuilder {
 public:
  explicit NodeBuilder(std::string name) {
    m_node.meta.key.name = name;
    m_node.meta.uid = "uid-node-" + name;
    m_node.meta.resourceVersion = "1";
    m_node.conditions.push_back({"Ready", "True", "KubeletReady", "", 0});
    m_node.internalIp = "10.0.0.1";
    m_node.hostname = std::move(name);
    resource("cpu", 64).resource("memory", 256LL << 30).resource("pods", 110);
  }

  /// Capacity and allocatable.
  NodeBuilder& resource(std::string_view key, std::int64_t amount) {
    return capacity(key, amount).allocatable(key, amount);
  }
  NodeBuilder& capacity(std::string_view key, std::int64_t amount) { return set(m_node.capacity, key, amount); }
  NodeBuilder& allocatable(std::string_view key, std::int64_t amount) { return set(m_node.allocatable, key, amount); }
  /// gpu-mem in total and gpu-count.
  NodeBuilder& shared(std::int64_t cards, std::int64_t total) {
    return resource("aliyun.com/gpu-mem", total).resource("aliyun.com/gpu-count", cards);
  }
  NodeBuilder& label(std::string key, std::string value) {
    eraseIf(m_node.meta.labels, [&](const auto& entry) { return entry.first == key; });
    m_node.meta.labels.emplace_back(std::move(key), std::move(value));
    return *this;
  }
  NodeBuilder& annotation(std::string key, std::string value) {
    eraseIf(m_node.meta.annotations, [&](const auto& entry) { return entry.first == key; });
    m_node.meta.annotations.emplace_back(std::move(key), std::move(value));
    return *this;
  }
  NodeBuilder& taint(std::string key, std::string value, std::string effect) {
    m_node.taints.push_back({std::move(key), std::move(value), std::move(effect)});
    return *this;
  }
  NodeBuilder& ip(std::string address) {
    m_node.internalIp = std::move(address);
    return *this;
  }
  NodeBuilder& cordoned() {
    m_node.unschedulable = true;
    return *this;
  }
  NodeBuilder& notReady() {
    m_node.conditions[0].status = "False";
    return *this;
  }
  NodeBuilder& problem(std::string field, std::string value) {
    m_node.problems.push_back({std::move(field), std::move(value)});
    return *this;
  }
  NodeBuilder& renamed(std::string name) {
    m_node.meta.uid = "uid-node-" + name;
    m_node.meta.key.name = std::move(name);
    return *this;
  }
  NodeBuilder& version(std::string resourceVersion) {
    m_node.meta.resourceVersion = std::move(resourceVersion);
    return *this;
  }

  std::shared_ptr<const RawNode> raw() const { return std::make_shared<const RawNode>(m_node); }

 private:
  NodeBuilder& set(ResourceList& list, std::string_view key, std::int64_t amount) {
    eraseIf(list, [&](const ResourceAmount& entry) { return entry.name == key; });
    list.push_back({std::string(key), Quantity::fromInteger(amount)});
    return *this;
  }
  RawNode m_node;
};

inline NodeBuilder node(std::string name) {
  return NodeBuilder(std::move(name));
}

/// Open-source gpushare: `cards` cards of `unitsPerCard`.
inline NodeBuilder gpushareNode(std::string name, int cards, std::int64_t unitsPerCard) {
  NodeBuilder out(std::move(name));
  out.label("gpushare", "true").shared(cards, cards * unitsPerCard);
  return out;
}

/// `mode` is a value of ack.node.gpu.schedule; `placement` empty = no label. core_mem gets 100 percent points per card.
inline NodeBuilder ackNode(std::string name, const std::string& mode, int cards, std::int64_t unitsPerCard,
                           const std::string& placement = {}) {
  NodeBuilder out(std::move(name));
  out.label("ack.node.gpu.schedule", mode);
  if (!placement.empty()) out.label("ack.node.gpu.placement", placement);
  if (mode == "default") return out.resource("nvidia.com/gpu", cards);
  if (mode == "topology") return out.resource("aliyun.com/gpu", cards);
  out.shared(cards, cards * unitsPerCard).resource("nvidia.com/gpu", 0);
  if (mode == "core_mem") out.resource("aliyun.com/gpu-core.percentage", 100LL * cards);
  return out;
}

/// Whole cards of the NVIDIA device plugin, no ACK label.
inline NodeBuilder nvidiaNode(std::string name, int cards) {
  NodeBuilder out(std::move(name));
  return out.resource("nvidia.com/gpu", cards);
}

/// Raw pods for tests in one line: `pod("default", "p").gpuMem(8).on("a").card(1)`. One container until `container()`
/// is called; Pending until bound, then Running.
class PodBuilder {
 public:
  PodBuilder(std::string ns, std::string name) {
    m_pod.meta.uid = "uid-pod-" + ns + "-" + name;
    m_pod.meta.key = ObjectKey{std::move(ns), std::move(name)};
    m_pod.meta.resourceVersion = "1";
    m_pod.phase = PodPhase::Pending;
    m_pod.spec.containers.push_back({"main", "image", {}, {}, false});
  }

  /// Following resources go to a further container.
  PodBuilder& container() {
    m_pod.spec.containers.push_back({"c" + std::to_string(m_pod.spec.containers.size()), "image", {}, {}, false});
    return *this;
  }
  /// Limit and request of the newest container.
  PodBuilder& resource(std::string_view key, Quantity amount) {
    setBoth(m_pod.spec.containers.back(), key, amount);
    return *this;
  }
  PodBuilder& resource(std::string_view key, std::int64_t amount) {
    return resource(key, Quantity::fromInteger(amount));
  }
  PodBuilder& gpuMem(std::int64_t units) { return resource("aliyun.com/gpu-mem", units); }
  PodBuilder& core(std::int64_t percent) { return resource("aliyun.com/gpu-core.percentage", percent); }
  PodBuilder& nvidia(std::int64_t cards) { return resource("nvidia.com/gpu", cards); }
  PodBuilder& topology(std::int64_t cards) { return resource("aliyun.com/gpu", cards); }
  PodBuilder& cpuMilli(std::int64_t milli) { return resource("cpu", Quantity::fromMilli(milli)); }
  PodBuilder& initGpuMem(std::int64_t units) {
    m_pod.spec.initContainers.push_back({"init", "image", {}, {}, false});
    setBoth(m_pod.spec.initContainers.back(), "aliyun.com/gpu-mem", Quantity::fromInteger(units));
    return *this;
  }
  /// Label aliyun.com/gpu-count.
  PodBuilder& gpuCount(int cards) { return label("aliyun.com/gpu-count", std::to_string(cards)); }
  PodBuilder& label(std::string key, std::string value) {
    m_pod.meta.labels.emplace_back(std::move(key), std::move(value));
    return *this;
  }
  PodBuilder& annotation(std::string key, std::string value) {
    eraseIf(m_pod.meta.annotations, [&](const auto& entry) { return entry.first == key; });
    m_pod.meta.annotations.emplace_back(std::move(key), std::move(value));
    return *this;
  }
  PodBuilder& on(std::string nodeName) {
    m_pod.spec.nodeName = std::move(nodeName);
    if (m_pod.phase == PodPhase::Pending) m_pod.phase = PodPhase::Running;
    return *this;
  }
  /// V1 annotations as the open-source extender and plugin leave them; call after the resources.
  PodBuilder& card(int index, std::int64_t unitsPerCard = 15) {
    std::int64_t sum = 0;
    for (const Container& container : m_pod.spec.containers) {
      if (const Quantity* amount = find(container.limits, "aliyun.com/gpu-mem")) sum += amount->value();
    }
    return annotation("ALIYUN_COM_GPU_MEM_IDX", std::to_string(index))
        .annotation("ALIYUN_COM_GPU_MEM_DEV", std::to_string(unitsPerCard))
        .annotation("ALIYUN_COM_GPU_MEM_POD", std::to_string(sum))
        .annotation("ALIYUN_COM_GPU_MEM_ASSIGNED", "true")
        .annotation("ALIYUN_COM_GPU_MEM_ASSUME_TIME", "1661785865463628785");
  }
  /// V2 annotation: container index -> card index -> units.
  PodBuilder& v2(std::string json) { return annotation("scheduler.framework.gpushare.allocation", std::move(json)); }
  PodBuilder& v2Core(std::string json) {
    return annotation("gpushare.alibabacloud.com/core-percentage", std::move(json));
  }
  PodBuilder& phase(PodPhase value) {
    m_pod.phase = value;
    return *this;
  }
  PodBuilder& terminating() {
    m_pod.meta.deletionTimestamp = 1'700'000'000;
    return *this;
  }
  PodBuilder& selector(std::string key, std::string value) {
    m_pod.spec.nodeSelector.emplace_back(std::move(key), std::move(value));
    return *this;
  }
  PodBuilder& tolerate(std::string key, std::string op, std::string value, std::string effect) {
    m_pod.spec.tolerations.push_back({std::move(key), std::move(op), std::move(value), std::move(effect)});
    return *this;
  }
  PodBuilder& uid(std::string value) {
    m_pod.meta.uid = std::move(value);
    return *this;
  }
  PodBuilder& version(std::string resourceVersion) {
    m_pod.meta.resourceVersion = std::move(resourceVersion);
    return *this;
  }
  /// The object itself, for what has no word of its own here.
  RawPod& edit() { return m_pod; }

  std::shared_ptr<const RawPod> raw() const { return std::make_shared<const RawPod>(m_pod); }

 private:
  static void setBoth(Container& container, std::string_view key, Quantity amount) {
    for (ResourceList* list : {&container.limits, &container.requests}) {
      eraseIf(*list, [&](const ResourceAmount& entry) { return entry.name == key; });
      list->push_back({std::string(key), amount});
    }
  }
  RawPod m_pod;
};

inline PodBuilder pod(std::string ns, std::string name) {
  return {std::move(ns), std::move(name)};
}
inline PodBuilder pod(std::string name) {
  return {"default", std::move(name)};
}

inline ClusterDelta replaceNodes(const std::vector<NodeBuilder>& nodes) {
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::ReplaceNodes;
  for (const NodeBuilder& builder : nodes) delta.nodes.push_back(builder.raw());
  return delta;
}
inline ClusterDelta replacePods(const std::vector<PodBuilder>& pods) {
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::ReplacePods;
  for (const PodBuilder& builder : pods) delta.pods.push_back(builder.raw());
  return delta;
}
inline ClusterDelta upsert(const NodeBuilder& builder) {
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::UpsertNode;
  delta.nodes.push_back(builder.raw());
  return delta;
}
inline ClusterDelta upsert(const PodBuilder& builder) {
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::UpsertPod;
  delta.pods.push_back(builder.raw());
  return delta;
}
/// ConfigMap unhealthy-gpu-<node> with this value of data.gpus.
inline ClusterDelta unhealthy(std::string nodeName, std::string gpus) {
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::UpsertUnhealthy;
  delta.unhealthy = RawUnhealthyGpus{std::move(nodeName), "1", std::move(gpus)};
  return delta;
}

/// ConfigMap <node>-gputopo-report with this value of data.bandwidth.
inline ClusterDelta links(std::string nodeName, std::string bandwidth) {
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::UpsertUnhealthy;
  delta.unhealthy = RawUnhealthyGpus{std::move(nodeName), "1", {}, R"({"0":"Healthy"})", std::move(bandwidth)};
  return delta;
}

inline SnapshotPtr snapshotOf(const std::vector<NodeBuilder>& nodes, const std::vector<PodBuilder>& pods = {},
                              std::vector<ClusterDelta> further = {}) {
  SnapshotBuilder builder;
  builder.apply(replaceNodes(nodes));
  builder.apply(replacePods(pods));
  for (ClusterDelta& delta : further) builder.apply(std::move(delta));
  return builder.build(1'700'000'000);
}

}  // namespace cardinal::testing
