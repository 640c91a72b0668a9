// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/raw.h"

namespace cardinal {

/// A ResourceQuota as far as the creation of pods looks at it.
struct RawQuota {
  ObjectMeta meta;
  ResourceList hard;                                     ///< status.hard: what the server enforces
  ResourceList used;                                     ///< status.used
  std::vector<std::string> scopes;                       ///< "BestEffort", "NotTerminating", ...
  std::vector<NodeSelectorRequirement> scopeSelector{};  ///< key = scope name; all must hold
  std::vector<FieldProblem> problems{};
  bool operator==(const RawQuota&) const = default;
};

/// One item of a LimitRange.
struct RawLimitItem {
  std::string type;  ///< "Container", "Pod", "PersistentVolumeClaim"
  ResourceList most;
  ResourceList least;
  ResourceList defaults;         ///< limits of containers that name none
  ResourceList defaultRequests;  ///< requests of containers that name none
  ResourceList mostRatio;        ///< limit over request
  bool operator==(const RawLimitItem&) const = default;
};

struct RawLimitRange {
  ObjectMeta meta;
  std::vector<RawLimitItem> items;
  std::vector<FieldProblem> problems{};
  bool operator==(const RawLimitRange&) const = default;
};

/// A PersistentVolumeClaim: which volume it is bound to, and what else decides whether a pod may use it.
struct RawClaim {
  ObjectMeta meta;
  std::string volumeName;                     ///< empty = not bound
  std::vector<std::string> accessModes{};     ///< "ReadWriteOncePod": one pod at a time uses it
  std::optional<std::string> storageClass{};  ///< nothing, or empty = of no class
  std::vector<FieldProblem> problems{};
  bool operator==(const RawClaim&) const = default;
};

/// A PersistentVolume: on which nodes it can be used.
struct RawVolume {
  ObjectMeta meta;                                              ///< labels name zones
  std::optional<std::vector<NodeSelectorTerm>> nodeAffinity{};  ///< spec.nodeAffinity.required; nothing = everywhere
  std::vector<FieldProblem> problems{};
  bool operator==(const RawVolume&) const = default;
};

/// A StorageClass: when a claim of it is bound.
struct RawStorageClass {
  ObjectMeta meta;
  bool waitsForPod = false;  ///< volumeBindingMode WaitForFirstConsumer; else Immediate, also where it names none
  std::vector<FieldProblem> problems{};
  bool operator==(const RawStorageClass&) const = default;
};

/// What a namespace says of pods created in it. Read when somebody asks, never followed. A part that is absent is not
/// known (the right is missing, or an older snapshot file): never taken for "there is none".
struct NamespaceRules {
  std::string ns;  ///< empty = of all namespaces
  std::optional<std::vector<RawQuota>> quotas;
  std::optional<std::vector<RawLimitRange>> limitRanges;
  std::optional<std::vector<RawClaim>> claims;
  std::optional<std::vector<RawVolume>> volumes;
  std::optional<std::vector<RawStorageClass>> storageClasses{};  ///< of one namespace: those that its open claims name
  bool operator==(const NamespaceRules&) const = default;
};

}  // namespace cardinal
