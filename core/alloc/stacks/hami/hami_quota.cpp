// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/stacks/hami/hami_quota.h"

#include "core/alloc/admission.h"

namespace cardinal::alloc {
namespace {

/// Of several quotas HAMi takes the one that it read last, which is unknown; here it is the last by name.
hami::Quota limitsOf(const AllocationRequest& request) {
  hami::Quota out;
  if (!request.rules || !request.rules->quotas || !request.pod) return out;
  const std::string ns = namespaceOf(request);
  for (const RawQuota& quota : *request.rules->quotas) {
    if (quota.meta.key.ns == ns) hami::readLimits(out, quota.hard, hami::Config());
  }
  return out;
}

}  // namespace

hami::Quota hamiQuotaOf(const AllocationRequest& request, const ClusterSnapshot& snapshot) {
  hami::Quota out = limitsOf(request);
  if (!out.limits()) return out;
  const std::string ns = namespaceOf(request);
  for (const NodePtr& node : snapshot.nodes) {
    for (const PodPtr& pod : node->pods) {
      if (pod->key().ns != ns || !hami::hasDeviceList(*pod->raw)) continue;
      const hami::Holdings holdings = hami::readHamiPod(*pod->raw);
      if (holdings.isCounted()) hami::addUse(out, holdings);
    }
  }
  return out;
}

bool hasHamiQuota(const AllocationRequest& request) {
  return limitsOf(request).limits();
}

}  // namespace cardinal::alloc
