// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/metrics/use.h"
#include "core/model/snapshot.h"

namespace cardinal {

/// Who holds the whole cards of one node, where the API says only how many each pod holds and an exporter says which.
struct MeasuredHolders {
  std::vector<PodPtr> byCard;  ///< by index; null = not known. Empty when nothing is to be learnt from metrics.
  bool complete = false;       ///< every held card of the node has its holder here: the others are free
};

/// Takes what exporters say of the cards of `node` (docs/reference/gpu-stacks.md 3, 4) and keeps what the API does not
/// contradict: the pod is bound to this node, has not ended and asks for whole cards; it is named on no more cards than
/// it asks for; no other such pod is named on the same card. Samples before `oldest` say nothing. Pure.
MeasuredHolders measuredHolders(const NodeRecord& node, const ClusterUse& use, UnixSeconds oldest);

}  // namespace cardinal
