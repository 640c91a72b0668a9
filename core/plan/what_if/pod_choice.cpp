// SPDX-License-Identifier: Apache-2.0
#include "core/plan/what_if/pod_choice.h"

#include "core/model/pods/pod_owner.h"

namespace cardinal::plan {

bool isChosen(const RawPod& pod, const PodChoice& choice) {
  if (pod.meta.key.ns != choice.ns) return false;
  if (choice.kind.empty()) return pod.meta.key.name == choice.name;
  const OwnerRef* owner = controllerOf(pod);
  if (owner == nullptr) return false;
  if (owner->kind == choice.kind && owner->name == choice.name) return true;
  return choice.kind == "Deployment" && likelyDeploymentOf(pod) == choice.name;
}

std::string nameOf(const PodChoice& choice) {
  return choice.ns + "/" + (choice.kind.empty() ? std::string() : choice.kind + "/") + choice.name;
}

}  // namespace cardinal::plan
