// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>

#include "core/model/snapshot.h"

namespace cardinal::queues {

/// Amounts by resource, in the units of GroupCell.
using Amounts = std::map<std::string, double>;

double amountIn(const Quantity& quantity);
Amounts amountsOf(const ResourceList& list);
/// 0 where it does not stand there.
double valueIn(const Amounts& amounts, const std::string& resource);
/// `times` of what kube-scheduler counts for the pod, added.
void addPod(Amounts& into, const RawPod& pod, double times = 1);
/// "Job/train" of the controller, else the pod's own name.
std::string ownerOf(const RawPod& pod);

/// Pods that ask for devices and have not ended: `use(pod, isBound)`.
void eachDevicePod(const ClusterSnapshot& snapshot, const std::function<void(const RawPod&, bool)>& use);

}  // namespace cardinal::queues
