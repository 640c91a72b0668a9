// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/raw.h"

namespace cardinal {

/// Kinds of Kubernetes itself, beside nodes and pods, that decide what a pod becomes when it is created, or where the
/// scheduler puts it.

/// scheduling.k8s.io/v1.
struct RawPriorityClass {
  ObjectMeta meta;
  std::int32_t value = 0;
  bool isDefault = false;        ///< globalDefault
  std::string preemptionPolicy;  ///< empty = PreemptLowerPriority
  std::vector<FieldProblem> problems{};
  bool operator==(const RawPriorityClass&) const = default;
};

/// node.k8s.io/v1, v1beta1.
struct RawRuntimeClass {
  ObjectMeta meta;
  ResourceList overhead;  ///< overhead.podFixed
  StringMap nodeSelector;
  SharedList<Toleration> tolerations;
  std::vector<FieldProblem> problems{};
  bool operator==(const RawRuntimeClass&) const = default;
};

struct RawService {
  ObjectMeta meta;
  StringMap selector;  ///< empty = selects nothing
  std::vector<FieldProblem> problems{};
  bool operator==(const RawService&) const = default;
};

/// Its labels are those of `meta`.
struct RawNamespace {
  ObjectMeta meta;
  std::vector<FieldProblem> problems{};
  bool operator==(const RawNamespace&) const = default;
};

}  // namespace cardinal
