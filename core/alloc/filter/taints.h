// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/alloc/filter/filter.h"

namespace cardinal::alloc {

/// Toleration.ToleratesTaint of Kubernetes for any of the tolerations.
bool tolerates(const SharedList<Toleration>& tolerations, const Taint& taint);

/// TaintNotTolerated for taints NoSchedule and NoExecute (plugin TaintToleration); NodeNotReady when the taint is the
/// one that the node controller puts on a node that is not ready or not reachable. The Ready condition itself is not
/// looked at, because kube-scheduler does not either. The two NoExecute taints that the API server makes every pod
/// tolerate for 300 s (admission DefaultTolerationSeconds) count as tolerated. `spec` must outlive the filter.
///
/// `extended`: see extendedToTolerate (created_pod.h). Whether the pod will tolerate the taint NoSchedule of such a key
/// is not known: it refuses with Waiting::Unknown (isDecidedAtAdmission).
std::unique_ptr<Filter> makeTaintFilter(const RawPodSpec& spec, std::vector<std::string> extended = {});

/// True when no NoSchedule or NoExecute taint of the node stands against the pod.
bool toleratesNode(const RawPodSpec& spec, const RawNode& node);

/// PreferNoSchedule taints of the node that the pod does not tolerate (score TaintToleration, before normalising).
int intolerablePreferences(const RawPodSpec& spec, const RawNode& node);

}  // namespace cardinal::alloc
