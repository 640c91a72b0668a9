// SPDX-License-Identifier: Apache-2.0
#include "core/plan/drain/role_request.h"

#include <memory>
#include <string>
#include <string_view>

#include "core/alloc/make_request.h"

namespace cardinal {
namespace {

/// Empty = its pods have no such controller.
std::string_view controllerOfPods(std::string_view kind) {
  if (kind == "Deployment" || kind == "ReplicaSet") return "ReplicaSet";
  return kind == "StatefulSet" || kind == "ReplicationController" ? kind : std::string_view();
}

}  // namespace

AllocationRequest roleRequest(const ManifestObject& object, const ManifestRole& role, int replicas) {
  const std::string_view kind = controllerOfPods(object.kind);
  const bool isOwned = replicas > 1 && !kind.empty() && object.roles.size() == 1 && role.pod->meta.owners.empty();
  if (!isOwned) return makeRequest(role.pod, replicas);
  auto pod = std::make_shared<RawPod>(*role.pod);
  // It does not exist yet, so no pod that runs has it.
  pod->meta.owners.push_back({std::string(kind), object.key.name, "new " + object.kind + "/" + object.key.name, true});
  return makeRequest(std::move(pod), replicas);
}

}  // namespace cardinal
