// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/queues/kueue/kueue_objects.h"

namespace cardinal::queues {

/// Amounts by resource, in the order in which Kueue walks them: by the FNV-1a hash of the name.
using Requests = std::vector<std::pair<std::string, Amount>>;

/// What one pod set asks.
struct PodSetRequests {
  std::string name;
  std::int32_t count = 0;  ///< without pods that have ended already
  Requests perPod;         ///< amounts of 0 included; never negative
  Requests total() const { return times(count); }
  Requests times(std::int32_t pods) const;
};

/// Sets an amount at its place in the order.
void setRequest(Requests& requests, const std::string& resource, Amount amount);

/// Of one pod. Limits stand for missing requests, overhead is added. LimitRanges are not looked at.
Requests requestsOf(const RawPodSpec& spec);
/// The same by pod set, in their order.
std::vector<PodSetRequests> requestsOf(const KueueWorkload& workload);

/// Requests above limits, in the words of Kueue; empty = none.
std::string invalidRequests(const KueueWorkload& workload);

/// Equal texts: Kueue decides the same about both in the same state of the queues.
std::string schedulingShape(const KueueWorkload& workload);

/// Taints, nodeSelector and required node affinity of a pod set against a flavor, in the words of Kueue; empty = the
/// flavor suits. Label keys that the flavor does not carry do not count.
std::string flavorMismatch(const RawPodSpec& spec, const KueueFlavor& flavor);

}  // namespace cardinal::queues
