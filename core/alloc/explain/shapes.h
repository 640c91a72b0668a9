// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/model/snapshot.h"

namespace cardinal::alloc {

/// Pods that no rule of the engine can distinguish.
struct PodShape {
  PodPtr pod;              ///< one of them
  std::uint32_t pods = 0;  ///< how many there are
};

struct PodShapes {
  std::vector<PodShape> shapes;      ///< in the order of their first pod
  std::vector<std::uint32_t> ofPod;  ///< per pod: position in `shapes`
};

/// What matters beside that: labels, where running pods have rules on other pods; claims and namespaces, where the
/// rules of namespaces were read.
struct ShapeParts {
  bool labels = false;
  bool rules = false;
};

/// Groups pods by everything that a filter or a card rule reads: scheduling part of the spec, priority, nominated node
/// and the resources of each container; namespace and labels too for pods with rules on other pods, and for all of them
/// where they matter.
PodShapes groupByShape(const std::vector<PodPtr>& pods, ShapeParts parts = {});

}  // namespace cardinal::alloc
