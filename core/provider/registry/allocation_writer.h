// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/model/snapshot.h"
#include "core/provider/card_grant.h"

namespace cardinal::provider {

/// What each container gets, by its position in `spec.containers`; containers without GPU have an empty list.
using ContainerGrants = std::vector<std::vector<CardGrant>>;

/// Writes the annotations of the ACK scheduler.
void annotateAck(RawPod& pod, const ContainerGrants& grants, std::int64_t nanoseconds, bool assigned);
/// Writes the annotations of the open-source extender.
void annotateGpushare(RawPod& pod, int card, std::int64_t unitsPerCard, std::int64_t units, std::int64_t nanoseconds,
                      bool assigned);
/// Writes the annotation of ACK's topology mode.
void annotateTopology(RawPod& pod, const std::vector<int>& cards, std::int64_t nanoseconds, bool assigned);

/// Binds the pod to the node: nodeName, and the annotations which the scheduler of the node's stack writes (V1 of the
/// open-source extender, V2 on ACK's shared modes, the card list in topology mode, none for whole cards that the
/// kubelet chooses; those of HAMi, Volcano, gpu-manager and Koordinator on theirs). They say "not yet assigned".
/// `cards` empty in topology mode: the lowest free ones, `cardCount` of them. What each card gives is read only where a
/// stack writes it: memory in the node's unit.
void bindToCards(RawPod& pod, const NodeRecord& node, const std::vector<CardIndex>& cards, int cardCount,
                 MemUnits memoryPerCard, CorePercent corePerCard, std::int64_t nanoseconds);

/// Takes node, annotations and state of an earlier allocation back: the pod as its controller would make it again.
void unbind(RawPod& pod);

}  // namespace cardinal::provider
