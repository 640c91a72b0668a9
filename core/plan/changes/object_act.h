// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/plan/changes/changes.h"

namespace cardinal {

enum class ObjectVerb : std::uint8_t {
  Evict,     ///< one pod, through the eviction API: disruption budgets are respected
  Delete,    ///< one object; disruption budgets are not asked
  Scale,     ///< replicas of a Deployment, StatefulSet or ReplicaSet
  Annotate,  ///< metadata.annotations of one object
};
const char* toString(ObjectVerb verb) noexcept;  ///< "evict", "delete", "scale", "annotate": also the journal's words

/// One change of one object that an operator asks for by name.
/// Source: https://kubernetes.io/docs/concepts/scheduling-eviction/api-eviction/ and the API reference of subresource
/// "scale".
struct ObjectAct {
  ObjectVerb verb = ObjectVerb::Evict;
  CreatedRef object;      ///< empty uid: whichever object has the name
  int graceSeconds = -1;  ///< Evict, Delete; below 0 = the pod's own
  /// Scale: one change of "spec.replicas" (a whole number, 0 and more). Annotate: the annotations,
  /// "metadata.annotations[key]"; nothing = absent. Keys obey checkKey (node_edit.h).
  std::vector<FieldChange> fields = {};
};

/// What the journal keeps of it; state Begun, cluster and server are the caller's to set.
ChangeNote noteOf(const ObjectAct& act);
/// The equivalent kubectl command of a note that noteOf made. kubectl has no verb for one eviction, but sends the
/// policy/v1 object it is given (Kubernetes 1.22 and newer).
std::string actCommand(const ChangeNote& note);

/// The change of `spec.replicas`; `before` below 0 = not known.
FieldChange replicasChange(std::int32_t before, std::int32_t after);
/// Replicas that a Scale asks for; nothing when it names none.
std::optional<std::int32_t> replicasOf(const ObjectAct& act);
FieldChange annotationChange(const std::string& key, std::optional<std::string> before,
                             std::optional<std::string> after);
/// The annotations that an Annotate writes: key and new value, nothing = removed.
std::vector<std::pair<std::string, std::optional<std::string>>> annotationsOf(const ObjectAct& act);

/// What decides how many pods like this one there are: its StatefulSet, its ReplicaSet, or the Deployment that the
/// ReplicaSet is named after (label pod-template-hash); nothing where its controller is of another kind or there is
/// none.
/// Source: https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#pod-template-hash-label
std::optional<CreatedRef> scaleTargetOf(const RawPod& pod);

}  // namespace cardinal
