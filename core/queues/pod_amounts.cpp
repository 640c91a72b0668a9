// SPDX-License-Identifier: Apache-2.0
#include "core/queues/pod_amounts.h"

#include <algorithm>

#include "core/provider/pod_request.h"

namespace cardinal::queues {

double amountIn(const Quantity& quantity) {
  constexpr double kNano = 1e9;
  return static_cast<double>(quantity.floor()) + static_cast<double>(quantity.nanoAboveFloor()) / kNano;
}

Amounts amountsOf(const ResourceList& list) {
  Amounts out;
  for (const ResourceAmount& entry : list) out[entry.name] = amountIn(entry.amount);
  return out;
}

double valueIn(const Amounts& amounts, const std::string& resource) {
  const auto found = amounts.find(resource);
  return found != amounts.end() ? found->second : 0;
}

void addPod(Amounts& into, const RawPod& pod, double times) {
  ResourceList requests;
  provider::addPodRequests(requests, pod);
  for (const ResourceAmount& entry : requests) into[entry.name] += amountIn(entry.amount) * times;
}

std::string ownerOf(const RawPod& pod) {
  const auto& owners = pod.meta.owners;
  const auto owner = std::find_if(owners.begin(), owners.end(), [](const OwnerRef& one) { return one.controller; });
  return owner == owners.end() ? pod.meta.key.name : owner->kind + "/" + owner->name;
}

void eachDevicePod(const ClusterSnapshot& snapshot, const std::function<void(const RawPod&, bool)>& use) {
  for (const NodePtr& node : snapshot.nodes) {
    for (const PodPtr& pod : node->pods) {
      if (!isTerminal(*pod->raw)) use(*pod->raw, true);
    }
  }
  for (const PodPtr& pod : snapshot.unboundPods) {
    if (!isTerminal(*pod->raw)) use(*pod->raw, false);
  }
}

}  // namespace cardinal::queues
