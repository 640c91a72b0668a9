// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/evaluation/bound_by_name.h"

#include <string>
#include <utility>

#include "core/alloc/filter/labels.h"
#include "core/model/pods/node_name_error.h"
#include "core/model/pods/pod_fields.h"
#include "core/provider/gpu_keys.h"
#include "core/provider/pod_request.h"

namespace cardinal::alloc {
namespace {

std::string textOf(const Quantity& amount) {
  std::string fraction = std::to_string(1'000'000'000 + amount.nanoAboveFloor()).substr(1);
  while (!fraction.empty() && fraction.back() == '0') fraction.pop_back();
  return std::to_string(amount.floor()) + (fraction.empty() ? "" : "." + fraction);
}

/// kubernetes pkg/kubelet/lifecycle/predicate.go (generalFilter): requests, node name, ports, node affinity. Taints of
/// NoSchedule and cordons are the scheduler's alone.
void addCauses(const RawPod& pod, const NodeRecord& node, Error& error) {
  ResourceList resources;
  provider::addPodRequests(resources, pod);
  static const Quantity kNone;
  bool isShort = false;
  for (const ResourceAmount& asked : resources) {
    if (asked.amount <= kNone) continue;
    const Quantity* all = find(node.raw->allocatable, asked.name);
    const Quantity* taken = find(node.requested, asked.name);
    const Quantity offered = all != nullptr ? *all : kNone;
    const Quantity free = offered.leftAfter(taken != nullptr ? *taken : kNone);
    isShort = isShort || free < asked.amount;
    error.causes.push_back({asked.name, textOf(asked.amount), textOf(free) + "/" + textOf(offered)});
  }
  if (isShort) error.causes.push_back({{}, kNotEnough, {}});
  if (!matchesNodeRules(pod.spec, *node.raw)) error.causes.push_back({{}, kNodeAffinity, {}});
}

}  // namespace

std::optional<Error> boundByName(const RawPod& pod, const ClusterSnapshot& snapshot) {
  if (isCreated(pod) || pod.spec.nodeName.empty()) return std::nullopt;
  Error error =
      makeError(ErrorCode::Unsupported, provider::displayName(pod.meta.key), kNodeNamePlace, pod.spec.nodeName);
  const auto found = snapshot.findNode(pod.spec.nodeName);
  if (!found || !snapshot.node(*found).exists()) {
    error.causes.push_back({{}, kNodeNotFound, {}});
  } else {
    addCauses(pod, snapshot.node(*found), error);
  }
  return error;
}

}  // namespace cardinal::alloc
