// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alloc/types.h"
#include "core/sim/api/demo_store.h"

namespace cardinal::sim {

/// Plays the binder of the KAI-Scheduler (v0.17.0, pkg/binder): a pod that shares cards joins the GPU group of each,
/// and a card that nobody shares yet gets a reservation pod, which holds it at the kubelet.

/// A reservation pod of a group. `id` is the UUID of the card.
RawPod makeCardReservation(const std::string& group, const std::string& node, const std::string& id,
                           UnixSeconds created);

/// Gives the pod the labels of its groups, before it is bound; reservation pods that are needed are put into the store.
/// A pod that shares no cards changes nothing.
void joinGroups(DemoStore& store, RawPod& pod, const Candidate& place, const NodeRecord& node, UnixSeconds now);

/// The pod is gone: reservation pods whose groups have no pod any more go too.
void leaveGroups(DemoStore& store, const RawPod& pod);

}  // namespace cardinal::sim
