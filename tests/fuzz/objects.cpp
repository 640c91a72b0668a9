// SPDX-License-Identifier: Apache-2.0
// Nodes and pods: JSON by the decoder, then everything that the adapters read of them.
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/kube/decode/decoder.h"
#include "core/provider/readers.h"
#include "core/provider/record/snapshot_builder.h"
#include "core/provider/registry/registry.h"
#include "tests/fuzz/targets.h"

namespace cardinal::fuzz {
namespace {

constexpr UnixSeconds kNow = 1'760'000'000;
constexpr std::size_t kMaxLines = 64;

void readCards(const RawNode& node) {
  const auto capacity = readCapacity(node, nullptr);
  if (!capacity) return;
  for (std::size_t i = 0; i < capacity->cards.size(); ++i)
    require(capacity->cards[i].index == static_cast<CardIndex>(i), "cards are numbered in order");
}

SnapshotPtr snapshotOf(std::shared_ptr<const RawNode> node, std::shared_ptr<const RawPod> pod) {
  SnapshotBuilder builder;
  for (auto op : {ClusterDelta::Op::UpsertNode, ClusterDelta::Op::UpsertPod}) {
    ClusterDelta delta;
    delta.op = op;
    if (op == ClusterDelta::Op::UpsertNode) {
      if (!node) continue;
      delta.nodes.push_back(node);
    } else {
      if (!pod) continue;
      delta.pods.push_back(pod);
    }
    builder.apply(std::move(delta));
  }
  return builder.build(kNow);
}

/// An error of the decoder is one of those that its header promises.
template <typename T>
void requirePromisedError(const Result<T>& result) {
  if (result) return;
  switch (result.error().code) {
    case ErrorCode::TruncatedAnswer:
    case ErrorCode::ParseFailed:
    case ErrorCode::LimitExceeded:
    case ErrorCode::NotApiServer:
      return;
    default:  // a Status of a failure maps to many codes, and keeps its number or its words
      require(result.error().code != ErrorCode::Internal, "an answer of the server is no bug of ours");
  }
}

RawNode sharedNode() {
  RawNode node;
  node.meta.key.name = "n";
  node.meta.uid = "u";
  node.meta.labels = {{"ack.node.gpu.schedule", "topology"}};
  for (const char* const name : {"aliyun.com/gpu-mem", "aliyun.com/gpu-count", "aliyun.com/gpu", "nvidia.com/gpu"}) {
    node.capacity.push_back({name, Quantity::fromInteger(8)});
    node.allocatable.push_back({name, Quantity::fromInteger(8)});
  }
  return node;
}

RawPod sharedPod(const char* resource) {
  RawPod pod;
  pod.meta.key = {"ns", "p"};
  pod.meta.uid = "v";
  pod.spec.nodeName = "n";
  Container container;
  container.name = "c";
  container.limits.push_back({resource, Quantity::fromInteger(2)});
  pod.spec.containers.push_back(std::move(container));
  return pod;
}

/// Lines "key=value"; a line that begins with "=" takes the known key of its second byte.
StringMap mapOf(std::string_view input) {
  constexpr std::array<const char*, 16> kKeys = {"ALIYUN_COM_GPU_MEM_IDX",
                                                 "ALIYUN_COM_GPU_MEM_POD",
                                                 "ALIYUN_COM_GPU_MEM_DEV",
                                                 "ALIYUN_COM_GPU_MEM_ASSIGNED",
                                                 "ALIYUN_COM_GPU_MEM_ASSUME_TIME",
                                                 "scheduler.framework.gpushare.allocation",
                                                 "gpushare.alibabacloud.com/core-percentage",
                                                 "aliyun.com/gpu-count",
                                                 "ack.gpushare.placement",
                                                 "aliyun.accelerator/nvidia_count",
                                                 "aliyun.accelerator/nvidia_mem",
                                                 "nvidia.com/gpu.count",
                                                 "nvidia.com/gpu.memory",
                                                 "nvidia.com/gpu.replicas",
                                                 "ack.node.gpu.max-pod",
                                                 "ack.node.gpu.schedule"};
  StringMap map;
  while (!input.empty() && map.size() < kMaxLines) {
    const std::size_t end = std::min(input.find('\n'), input.size());
    std::string_view line = input.substr(0, end);
    input.remove_prefix(std::min(end + 1, input.size()));
    if (line.size() >= 2 && line[0] == '=') {
      const auto index = static_cast<unsigned char>(line[1]) % kKeys.size();
      map.emplace_back(kKeys[index], std::string(line.substr(2)));
      continue;
    }
    const std::size_t mark = line.find('=');
    if (mark == std::string_view::npos) continue;
    map.emplace_back(std::string(line.substr(0, mark)), std::string(line.substr(mark + 1)));
  }
  return map;
}

}  // namespace

void node(std::string_view input) {
  Decoder decoder;
  const auto object = decoder.object<RawNode>(std::string(input));
  requirePromisedError(object);
  if (object) {
    readCards(**object);
    require(snapshotOf(*object, nullptr) != nullptr, "any node makes a snapshot");
  }
  const auto list = decoder.list<RawNode>(std::string(input));
  requirePromisedError(list);
  if (list) {
    for (const auto& item : list->items) readCards(*item);
  }
}

void pod(std::string_view input) {
  Decoder decoder;
  const auto object = decoder.object<RawPod>(std::string(input));
  requirePromisedError(object);
  if (object) {
    readUsage(**object);
    require(snapshotOf(std::make_shared<const RawNode>(sharedNode()), *object) != nullptr, "any pod makes a snapshot");
  }
  const auto list = decoder.list<RawPod>(std::string(input));
  requirePromisedError(list);
  if (list) {
    for (const auto& item : list->items) readUsage(*item);
  }
}

void annotations(std::string_view input) {
  const StringMap map = mapOf(input);
  for (const char* const resource : {"aliyun.com/gpu-mem", "aliyun.com/gpu", "nvidia.com/gpu"}) {
    RawPod pod = sharedPod(resource);
    pod.meta.annotations = map;
    pod.meta.labels = map;
    RawNode node = sharedNode();
    node.meta.annotations = map;
    for (const auto& [key, value] : map) node.meta.labels.emplace_back(key, value);
    readCards(node);
    readUsage(pod);
    const SnapshotPtr snapshot =
        snapshotOf(std::make_shared<const RawNode>(std::move(node)), std::make_shared<const RawPod>(std::move(pod)));
    require(snapshot != nullptr, "any annotation makes a snapshot");
  }
}

}  // namespace cardinal::fuzz
