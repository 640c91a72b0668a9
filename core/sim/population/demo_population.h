// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/model/extras/koordinator.h"
#include "core/model/extras/resource_claim.h"
#include "core/model/extras/resource_slice.h"
#include "core/sim/population/demo_pools.h"
#include "core/sim/population/demo_workloads.h"

namespace cardinal::sim {

/// The demo at its start.
struct DemoPopulation {
  std::vector<DemoNode> nodes;
  std::vector<RawPod> pods;  ///< bound ones and pending ones
  std::vector<RawUnhealthyGpus> unhealthy;
  std::vector<RawKoordinatorDevice> devices;
  std::vector<RawKoordinatorReservation> reservations;
  std::vector<RawResourceSlice> slices;
  std::vector<RawDeviceClass> classes;
  std::vector<RawResourceClaimTemplate> claimTemplates;
  std::vector<RawResourceClaim> claims;
};

/// About 400 GPU pods on about 60 nodes, among them every state that an operator should have seen: see
/// demo_specials.cpp. Deterministic by the random source.
DemoPopulation makeDemoPopulation(Random& random, DemoWorkloads& workloads, UnixSeconds now);

/// Cards that are left free while the demo is filled.
struct DemoFill {
  DemoNode* node = nullptr;
  std::vector<std::int64_t> memory;  ///< free units per card; whole cards: 1 = free
  std::vector<std::int64_t> core;    ///< free percent per card
};

/// Pods with a story (over-allocated card, stuck in termination, wrong annotation, ...). Called before the even fill.
void addSpecialPods(DemoPopulation& population, std::vector<DemoFill>& fills, Random& random, DemoWorkloads& workloads,
                    UnixSeconds now);
/// Pending pods, each refused for another reason.
void addPendingPods(DemoPopulation& population, Random& random, DemoWorkloads& workloads, UnixSeconds now);
/// Pods that the ledger check is for: a whole card on a shared node, a card that the plugin never confirmed. Called
/// last.
void addLedgerPods(DemoPopulation& population, std::vector<DemoFill>& fills, DemoWorkloads& workloads, UnixSeconds now);
/// DaemonSet pods that every node runs.
void addSystemPods(DemoPopulation& population, Random& random, DemoWorkloads& workloads, UnixSeconds now);

/// Binds the pod to the node with these grants, writes the annotations of the node's stack and takes the room.
void placeShares(RawPod& pod, DemoFill& fill, const std::vector<CardGrant>& grants);
/// Marks a bound pod as running since shortly after its creation.
void markRunning(RawPod& pod);

}  // namespace cardinal::sim
