// SPDX-License-Identifier: Apache-2.0
#include "core/model/pods/pod_owner.h"

namespace cardinal {
namespace {

/// The alphabet of the hashes that Kubernetes puts into names.
constexpr std::string_view kHashLetters = "bcdfghjklmnpqrstvwxz2456789";
constexpr std::size_t kMinHash = 4;

const OwnerRef* replicaSetOf(const RawPod& pod) {
  const OwnerRef* owner = controllerOf(pod);
  return owner != nullptr && owner->kind == "ReplicaSet" ? owner : nullptr;
}

const std::string* hashOf(const RawPod& pod) {
  const std::string* hash = find(pod.meta.labels, "pod-template-hash");
  return hash != nullptr && !hash->empty() ? hash : nullptr;
}

/// "web" of "web-HASH"; empty for other names.
std::string_view withoutHash(std::string_view name, std::string_view hash) {
  if (name.size() <= hash.size() + 1 || !name.ends_with(hash)) return {};
  const std::size_t dash = name.size() - hash.size() - 1;
  return name[dash] == '-' ? name.substr(0, dash) : std::string_view();
}

}  // namespace

const OwnerRef* controllerOf(const RawPod& pod) {
  for (const OwnerRef& owner : pod.meta.owners) {
    if (owner.controller) return &owner;
  }
  return nullptr;
}

std::string_view deploymentOf(const RawPod& pod) {
  const OwnerRef* owner = replicaSetOf(pod);
  const std::string* hash = hashOf(pod);
  return owner != nullptr && hash != nullptr ? withoutHash(owner->name, *hash) : std::string_view();
}

std::string_view likelyDeploymentOf(const RawPod& pod) {
  if (hashOf(pod) != nullptr) return deploymentOf(pod);
  const OwnerRef* owner = replicaSetOf(pod);
  if (owner == nullptr) return {};
  const std::string_view name = owner->name;
  const std::string_view ending = name.substr(name.rfind('-') + 1);
  const bool isHash = ending.size() >= kMinHash && ending.find_first_not_of(kHashLetters) == std::string_view::npos;
  return isHash ? withoutHash(name, ending) : std::string_view();
}

}  // namespace cardinal
