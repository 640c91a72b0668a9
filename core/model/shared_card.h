// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "core/model/snapshot.h"

namespace cardinal {

/// Cards of a whole-card node that the KAI-Scheduler shares out: the kubelet gives such a card to a reservation pod,
/// the pods that share it ask the kubelet for none. Pure functions of any thread. Source:
/// https://github.com/kai-scheduler/KAI-Scheduler/blob/v0.17.0/docs/gpu-sharing/README.md

/// True for a reservation pod: it holds the card at the kubelet and uses nothing of it.
inline bool isCardReservation(const PodRecord& pod) {
  return pod.source == AllocationSource::ReservationPod && pod.request.kind() == GpuRequest::Kind::WholeCards;
}

/// True for a card that is shared out, or reserved to be.
inline bool isSharedByGroups(const NodeRecord& node, CardIndex card) {
  if (node.devices == nullptr || !isWholeCardMode(node.gpu.mode)) return false;
  return std::any_of(node.pods.begin(), node.pods.end(), [card](const PodPtr& pod) {
    return pod->source == AllocationSource::ReservationPod && pod->countsForInspect &&
           std::any_of(pod->shares.begin(), pod->shares.end(),
                       [card](const CardShare& share) { return share.card == card; });
  });
}

/// True for a node with such cards: the UUID of each is known, and not the index by which exporters count it. A card
/// then stands on any place of the node, and values of the past, which are kept by index, are another card's.
inline bool hasCardsOfUnknownIndex(const NodeRecord& node) {
  return node.devices != nullptr && node.gpu.mode == GpuMode::Exclusive &&
         std::any_of(node.devices->cards.begin(), node.devices->cards.end(),
                     [](const CardDetail& card) { return !card.id.empty(); });
}

}  // namespace cardinal
