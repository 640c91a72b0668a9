// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/extras/resource_claim.h"
#include "core/model/extras/resource_slice.h"
#include "core/sim/api/random.h"

namespace cardinal::sim {

/// Name of the claim template for so many GPUs: "gpus-1", "gpus-2", "gpus-4". Each namespace in which workloads are
/// tried has them.
std::string claimTemplateFor(std::int64_t gpus);

/// What the NVIDIA DRA driver publishes of a node: one slice, a device for each card ("gpu-0", ...).
RawResourceSlice makeSlice(const RawNode& node, const std::string& model, std::int64_t mib, int cards, Random& random);
/// The driver's classes: whole GPUs and MIG instances.
std::vector<RawDeviceClass> makeDeviceClasses();
std::vector<RawResourceClaimTemplate> makeClaimTemplates();
/// The pod asks for the claim of that template.
void askByClaim(RawPod& pod, const std::string& claimTemplate);
/// What claim controller and scheduler wrote for a pod that runs with these cards of the node.
RawResourceClaim makeClaim(const RawPod& pod, const std::string& node, const std::vector<int>& cards);

}  // namespace cardinal::sim
