// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
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

/// Which cards of the node, by index, a pod or a Reservation has for certain: by the API, or by what exporters say of
/// whole cards that it does not name.
std::vector<bool> takenCards(const NodeRecord& node, const ClusterUse& use, UnixSeconds oldest);

/// Percent of utilization up to which a card counts as idle.
inline constexpr float kIdleUtilization = 1;

/// Of takenCards() those whose sample of `oldest` or later shows them idle.
std::vector<bool> idleCards(const NodeRecord& node, const ClusterUse& use, UnixSeconds oldest);
/// Nodes with such a card, in the order of `snapshot.nodes`.
std::vector<bool> nodesWithIdleCards(const ClusterUse& use, const ClusterSnapshot& snapshot, UnixSeconds oldest);

/// MiB used of the card beyond what is allocated of it; nothing where one of both is not known, and where it is no more
/// than driver and contexts of its pods take, which nobody requests.
std::optional<double> usedBeyondMib(const NodeRecord& node, const Card& card, const CardUse& use);

}  // namespace cardinal
