// SPDX-License-Identifier: Apache-2.0
#include "core/plan/what_if/pod_choice.h"

#include <algorithm>

namespace cardinal::plan {
namespace {

/// The alphabet of the hashes that Kubernetes puts into names.
constexpr std::string_view kHashLetters = "bcdfghjklmnpqrstvwxz2456789";
constexpr std::size_t kShortestHash = 4;

}  // namespace

const OwnerRef* controllerOf(const RawPod& pod) {
  for (const OwnerRef& owner : pod.meta.owners) {
    if (owner.controller) return &owner;
  }
  return nullptr;
}

std::string_view deploymentOf(std::string_view replicaSet) {
  const auto dash = replicaSet.rfind('-');
  if (dash == std::string_view::npos || dash == 0) return {};
  const std::string_view hash = replicaSet.substr(dash + 1);
  const bool isHash =
      hash.size() >= kShortestHash && hash.find_first_not_of(kHashLetters) == std::string_view::npos;
  return isHash ? replicaSet.substr(0, dash) : std::string_view{};
}

bool isChosen(const RawPod& pod, const PodChoice& choice) {
  if (pod.meta.key.ns != choice.ns) return false;
  if (choice.kind.empty()) return pod.meta.key.name == choice.name;
  const OwnerRef* owner = controllerOf(pod);
  if (owner == nullptr) return false;
  if (owner->kind == choice.kind && owner->name == choice.name) return true;
  return choice.kind == "Deployment" && owner->kind == "ReplicaSet" && deploymentOf(owner->name) == choice.name;
}

std::string nameOf(const PodChoice& choice) {
  return choice.ns + "/" + (choice.kind.empty() ? std::string() : choice.kind + "/") + choice.name;
}

}  // namespace cardinal::plan
