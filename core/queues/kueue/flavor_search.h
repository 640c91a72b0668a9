// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/queues/kueue/kueue_state.h"
#include "core/queues/kueue/victims.h"

namespace cardinal::queues {

/// How a workload could get its flavors, worst first.
enum class AdmissionMode : std::uint8_t {
  NoFit,
  Preempt,  ///< quota is taken by others, who may or may not be evicted for it
  Fit,
};

/// The same of one flavor, with what evictions could do.
enum class FlavorReach : std::uint8_t { NoFit, NoCandidates, Preempt, Reclaim, Fit };

/// One flavor as it was tried.
struct FlavorAttempt {
  std::string flavor;
  AdmissionMode mode = AdmissionMode::NoFit;
  std::optional<FlavorReach> eviction;  ///< what evictions could do, where they were tried
  int borrowing = 0;                    ///< levels up the tree where quota is found; 0 = the queue's own
  std::vector<std::string> reasons;     ///< in Kueue's words
};

struct ChosenFlavor {
  std::string flavor;
  AdmissionMode mode = AdmissionMode::NoFit;
  int tried = -1;  ///< place of the last flavor that was tried; -1 = all were
  int borrowing = 0;
};

struct PodSetAssignment {
  std::string podSet;
  std::int32_t count = 0;
  std::map<std::string, ChosenFlavor> flavors;  ///< by resource; empty = none found
  Requests requests;
  std::vector<std::string> reasons;  ///< in Kueue's words, sorted; empty = it fits
  std::vector<FlavorAttempt> attempts;
  AdmissionMode mode() const;
};

/// What was tried last: the next attempt goes on after it, until quota changes.
struct FlavorProgress {
  std::vector<std::map<std::string, int>> tried;  ///< by pod set and resource, as ChosenFlavor::tried
  std::int64_t generation = 0;                    ///< of the queue's quota
  std::int64_t cycle = 0;
  std::string shape;
  bool isPending() const;
};

struct FlavorAssignment {
  /// Those looked at: the first one without any flavor is the last.
  std::vector<PodSetAssignment> podSets;
  CellAmounts usage;
  int borrowing = 0;
  AdmissionMode mode() const;
  /// As Kueue says it; empty = it fits.
  std::string message() const;
  /// "Flavors considered" of Kueue's event; empty = none to mention.
  std::string consideredText() const;
  std::vector<std::map<std::string, int>> progress() const;
};

/// Flavors for all pod sets with these counts. `progress` may be null. Source: Kueue v0.19.2,
/// pkg/scheduler/flavorassigner. Of topology it is looked at which flavors have one with the levels that are asked for,
/// not where pods would stand.
FlavorAssignment assignFlavors(KueueState& state, const KueueWorkload& workload, QuotaTree::Node queue,
                               const std::vector<std::int32_t>& counts, const FlavorProgress* progress);

/// What the evictions for an assignment are asked: everything that the workload takes, and the cells that are short.
RoomQuestion roomFor(KueueState& state, const KueueWorkload& workload, QuotaTree::Node queue,
                     const FlavorAssignment& assignment);

}  // namespace cardinal::queues
