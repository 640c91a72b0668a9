// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/alloc/filter/filter.h"

namespace cardinal::alloc {

/// NodeSelectorMismatch and NodeAffinityMismatch: plugin NodeAffinity of kube-scheduler (nodeSelector, then
/// requiredDuringSchedulingIgnoredDuringExecution with In, NotIn, Exists, DoesNotExist, Gt, Lt; matchFields knows
/// metadata.name). Null when the pod asks for nothing of it. `spec` must outlive the filter.
std::unique_ptr<Filter> makeLabelFilter(const RawPodSpec& spec);

/// Does the node match one term (of required or preferred node affinity)? An empty term matches nothing.
bool matchesTerm(const NodeSelectorTerm& term, const RawNode& node);

/// Does the node pass nodeSelector and required node affinity?
bool matchesNodeRules(const RawPodSpec& spec, const RawNode& node);

}  // namespace cardinal::alloc
