// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sim/population/demo_population.h"

namespace cardinal::sim {

/// Namespace of the pods on the trial pools.
inline constexpr const char* kTrialNamespace = "trial";
/// What the names of the trial pools and of their nodes begin with.
inline constexpr const char* kTrialPrefix = "trial-";

/// A small pool for each GPU stack beyond Alibaba's, at the end of the cluster: NVIDIA's device plugin with whole
/// cards, time-slicing, MPS and MIG, then HAMi, Volcano, gpu-manager and Koordinator and the NVIDIA DRA driver, each
/// with a few running pods that hold cards by what the stack itself writes; one node of an accelerator of which only
/// the resource is known, and one with the fictional count of a remote Bitfusion pool. It has a random source of its
/// own: the rest of the demo stays as it is, and these pools are the same for every seed.
void addTrialPools(DemoPopulation& population, UnixSeconds now);

}  // namespace cardinal::sim
