// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fragmentation/policy.h"

namespace cardinal::fragmentation {

/// Steepest descent of fragmentation: 50 when a placement changes nothing, above when it removes fragments.
class FgdPolicy final : public PlacementPolicy {
 public:
  explicit FgdPolicy(const FragmentMeter& meter) : m_meter(meter) {}

  int score(const NodeState& node, double fragment, const Task& task) const override;
  DeviceSet devices(const NodeState& node, double fragment, const Task& task) override;

 private:
  struct Best {
    int score = -1;
    DeviceSet devices = 0;
  };
  Best best(const NodeState& node, double fragment, const Task& task) const;
  int valueOf(NodeState after, double fragment, const Task& task, DeviceSet devices) const;

  const FragmentMeter& m_meter;
};

}  // namespace cardinal::fragmentation
