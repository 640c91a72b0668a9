// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/sim/api/demo_store.h"

namespace cardinal::sim {

/// Plays dynamic resource allocation for one pod that was given a node: the claim controller, which makes the claims of
/// templates, and the plugin DynamicResources of kube-scheduler, which writes down their devices
/// (core/alloc/stacks/dra/dra.h). `before`: the cluster in which the node was chosen. A pod without claims changes
/// nothing.
void allocateClaims(DemoStore& store, const RawPod& pod, const NodeRecord& node, const ClusterSnapshot& before);

/// The claim is the one that the controller made for this entry of the pod's `spec.resourceClaims`.
void giveClaimTo(const RawPod& pod, const std::string& entry, RawResourceClaim& claim);

/// The pod is gone: claims that were made for it go too, others lose it as a user, and their devices with the last one.
void releaseClaims(DemoStore& store, const RawPod& pod);

}  // namespace cardinal::sim
