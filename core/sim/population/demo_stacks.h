// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sim/population/demo_population.h"

namespace cardinal::sim {

/// Namespace of the pods on the trial pools.
inline constexpr const char* kTrialNamespace = "trial";
/// What the names of the trial pools and of their nodes begin with.
inline constexpr const char* kTrialPrefix = "trial-";

/// Key of the taint of trial nodes whose resource other pools have, too; its value is what stands behind kTrialPrefix.
inline constexpr const char* kTrialTaint = "trial";

/// A small pool for each GPU stack beyond Alibaba's, at the end of the cluster: NVIDIA's device plugin with whole
/// cards, time-slicing, MPS and MIG, then HAMi, Volcano, gpu-manager and Koordinator and the NVIDIA DRA driver, each
/// with a few running pods that hold cards by what the stack itself writes; one node of an accelerator of which only
/// the resource is known, one with the fictional count of a remote Bitfusion pool, cards that the KAI-Scheduler shares
/// out, and ACK's modes mps and mig. It has a random source of its
/// own: the rest of the demo stays as it is, and these pools are the same for every seed.
void addTrialPools(DemoPopulation& population, UnixSeconds now);

}  // namespace cardinal::sim
