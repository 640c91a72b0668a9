// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/model/gpu.h"

namespace cardinal::ui {

/// The finding SlicedCountUnknown of shared MIG instances: the cards may be known all the same.
inline bool isOfMigInstances(const Finding& finding) {
  return finding.detail.starts_with("nvidia.com/mig-");
}

/// What contradicts itself on a node, a card or a pod, as a sentence.
QString findingText(const Finding& finding, MemoryUnit unit);

}  // namespace cardinal::ui
