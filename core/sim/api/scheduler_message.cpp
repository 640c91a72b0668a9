// SPDX-License-Identifier: Apache-2.0
#include "core/sim/api/scheduler_message.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>

#include "core/sim/api/keys.h"

namespace cardinal::sim {
namespace {

constexpr const char* kNoDevices = "node(s) didn't have enough device resources to allocate";
constexpr const char* kUneven = "node(s) didn't match pod topology spread constraints";

std::string insufficient(const std::string& resource) {
  return "Insufficient " + resource;
}

std::string resourceOf(const GpuRequest& request) {
  switch (request.kind()) {
    case GpuRequest::Kind::WholeCards:
      return kNvidiaGpu;
    case GpuRequest::Kind::Topology:
      return kAliyunGpu;
    case GpuRequest::Kind::Counted:
    case GpuRequest::Kind::Vgpu:
    case GpuRequest::Kind::Claims:
      return request.resource;
    case GpuRequest::Kind::Shared:
    case GpuRequest::Kind::None:
      break;
  }
  return kGpuMem;
}

/// "key=value:effect" as the answer has it, in the words of the scheduler.
std::string taintText(const std::string& detail) {
  const std::string keyValue = detail.substr(0, detail.rfind(':'));
  const auto equals = keyValue.find('=');
  const std::string key = keyValue.substr(0, equals);
  const std::string value = equals == std::string::npos ? std::string() : keyValue.substr(equals + 1);
  return "node(s) had taint {" + key + ": " + value + "}, that the pod didn't tolerate";
}

std::string cardLevelText(ReasonCode code, GpuMode mode) {
  switch (code) {
    case ReasonCode::CardFull:
      return "The number of pods per gpu device has reached the maximum allowed";
    case ReasonCode::CardNotEmpty:
      return "Pod's RequireWholeGPU is true and not available devices can be fully occupied by it";
    default:
      return mode == GpuMode::Gpushare ? "Insufficient GPU Memory in one device" : kNoDevices;
  }
}

std::string missingKeyText(const RawPod& pod, const std::string& key) {
  const auto& constraints = pod.spec.topologySpread;
  const bool spread =
      std::any_of(constraints.begin(), constraints.end(), [&](const auto& one) { return one.topologyKey == key; });
  return spread ? std::string(kUneven) + " (missing required label)" : "node(s) didn't match pod affinity rules";
}

/// The scheduler gives these refusals a second reason.
bool isBetweenPods(const RawPod& pod, const Rejection& reason) {
  switch (reason.code) {
    case ReasonCode::PodAffinityUnmatched:
    case ReasonCode::PodAntiAffinityConflict:
    case ReasonCode::ExistingAntiAffinity:
      return true;
    case ReasonCode::TopologyKeyMissing:
      return missingKeyText(pod, reason.detail).find(kUneven) == std::string::npos;
    default:
      return false;
  }
}

std::string textOf(const NodeRejection& rejection, const AllocationRequest& request, const NodeRecord& node) {
  if (rejection.reason.code == ReasonCode::NoGpu && refusedByExtender(rejection, request))
    return "The node " + node.name + " is not for GPU share, need skip";
  switch (rejection.reason.code) {
    case ReasonCode::NodeUnschedulable:
      return "node(s) were unschedulable";
    case ReasonCode::NodeNotReady:
      return "node(s) had taint {node.kubernetes.io/unreachable: }, that the pod didn't tolerate";
    case ReasonCode::NodeNameMismatch:
      return "node(s) didn't match the requested hostname";
    case ReasonCode::NodeSelectorMismatch:
    case ReasonCode::NodeAffinityMismatch:
      return "node(s) didn't match Pod's node affinity";
    case ReasonCode::TaintNotTolerated:
      return taintText(rejection.reason.detail);
    case ReasonCode::InsufficientResource:
      return insufficient(rejection.reason.detail);
    case ReasonCode::TooManyPods:
      return "Too many pods";
    case ReasonCode::HostPortTaken:
      return "node(s) didn't have free ports for the requested pod ports";
    case ReasonCode::TopologyKeyMissing:
      return missingKeyText(*request.pod, rejection.reason.detail);
    case ReasonCode::TopologySpreadSkew:
      return kUneven;
    case ReasonCode::PodAffinityUnmatched:
      return "node(s) didn't match pod affinity rules";
    case ReasonCode::PodAntiAffinityConflict:
      return "node(s) didn't match pod anti-affinity rules";
    case ReasonCode::VolumeElsewhere:
      return "node(s) had volume node affinity conflict";
    case ReasonCode::ExistingAntiAffinity:
      return "node(s) didn't satisfy existing pods anti-affinity rules";
    case ReasonCode::StackRefused:
      return rejection.reason.detail;
    case ReasonCode::CoreNotOffered:
      return insufficient(kGpuCore);
    case ReasonCode::CoreRequired:
      return "node(s) owns gpu resources are not matched that pod requests";
    case ReasonCode::MultiCardNotSupported:
      return kNoDevices;
    case ReasonCode::CardUnhealthy:
    case ReasonCode::InsufficientCardMemory:
    case ReasonCode::InsufficientCardCore:
    case ReasonCode::NoCommonCard:
    case ReasonCode::NotEnoughCards:
    case ReasonCode::CardFull:
    case ReasonCode::CardNotEmpty:
      return cardLevelText(rejection.reason.code, node.gpu.mode);
    default:
      return insufficient(resourceOf(request.gpu));
  }
}

/// Rules that the ACK scheduler checks before it looks at nodes.
std::string requestText(const AllocationRequest& request, const Error& problem) {
  const auto requested = request.gpu.shared();
  if (problem.code == ErrorCode::NotDivisible && requested && requested->cards > 0) {
    std::array<char, 160> text{};
    const auto memory = static_cast<double>(requested->memory.value);
    std::snprintf(text.data(), text.size(), "invalid replica for resource %s,because %lld / %d = %.1f", kGpuMem,
                  static_cast<long long>(requested->memory.value), requested->cards, memory / requested->cards);
    return text.data();
  }
  if (problem.code == ErrorCode::CoreWithoutMemory) return "reqeust resources must include aliyun.com/gpu-mem";
  return "The requested gpu resource types should be consistent for all containers";
}

}  // namespace

bool refusedByExtender(const NodeRejection& rejection, const AllocationRequest& request) {
  switch (rejection.reason.code) {
    case ReasonCode::NeverBound:
    case ReasonCode::CardUnhealthy:
    case ReasonCode::InsufficientCardMemory:
      return true;
    // Nothing requested of the node sum: only the extender can have refused the node.
    case ReasonCode::NoGpu: {
      const auto requested = request.gpu.shared();
      return requested ? requested->nodeMemory.value <= 0 : request.gpu.kind() == GpuRequest::Kind::None;
    }
    default:
      return false;
  }
}

std::string unschedulableMessage(const AllocationAnswer& answer, const AllocationRequest& request,
                                 const ClusterSnapshot& snapshot) {
  std::map<std::string, std::size_t> counts;
  std::size_t nodes = 0;
  for (const NodePtr& node : snapshot.nodes) nodes += node->exists() ? 1U : 0U;
  if (!answer.requestProblems.empty()) {
    counts[requestText(request, answer.requestProblems.front())] = nodes;
  }
  for (const NodeRejection& rejection : answer.rejections) {
    const NodeRecord& node = snapshot.node(rejection.node);
    if (!node.exists()) continue;
    ++counts[textOf(rejection, request, node)];
    if (isBetweenPods(*request.pod, rejection.reason)) ++counts["node(s) didn't match pod affinity/anti-affinity"];
  }
  std::vector<std::string> entries;
  for (const auto& entry : counts) entries.push_back(std::to_string(entry.second) + " " + entry.first);
  std::sort(entries.begin(), entries.end());
  std::string text = "0/" + std::to_string(nodes) + " nodes are available";
  const char* separator = ": ";
  for (const std::string& entry : entries) {
    text += separator + entry;
    separator = ", ";
  }
  return text + ".";
}

}  // namespace cardinal::sim
