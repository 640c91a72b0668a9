// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/alloc/types.h"
#include "core/plan/capacity/cluster_figures.h"
#include "core/plan/drain/drain.h"
#include "core/plan/make/make_plan.h"
#include "core/plan/what_if/what_if_step.h"

namespace cardinal {

struct ClaimObjects;
struct ManifestObject;

enum class PodOutcome : std::uint8_t {
  Placed,   ///< on `to`
  Pending,  ///< no node takes it; `why`
  Gone,     ///< deleted, or lost: nothing makes it again
  Stays,    ///< a drain leaves it where it is; `fate` says why
};
const char* toString(PodOutcome outcome) noexcept;

/// What a step did to one pod.
struct WhatIfPod {
  ObjectKey pod;
  bool requestsGpu = false;
  PodOutcome outcome = PodOutcome::Placed;
  std::string from;              ///< node before the step, empty = none
  std::string to;                ///< Placed
  std::vector<CardIndex> cards;  ///< Placed; empty = whole cards, or none
  Certainty certainty = Certainty::Certain;
  std::uint32_t tied = 1;        ///< how many places are as good
  bool assumes = false;          ///< rests on an earlier place that was only one of several
  std::optional<Rejection> why;  ///< Pending: of the node that lacks least
  std::string nearest;           ///< Pending: that node
  MemoryUnit nearestUnit = MemoryUnit::Unknown;
  bool waitsForGang = false;      ///< Pending: it would fit, but too few pods of its gang do
  std::vector<Error> problems;    ///< Pending: rules that the request breaks by itself
  PodFate fate = PodFate::Evict;  ///< Stays
};

/// What one step did.
struct WhatIfOutcome {
  std::vector<WhatIfPod> pods;     ///< in the order in which the scheduler comes to them
  std::vector<std::string> added;  ///< names of new nodes
  std::vector<std::string>
      notPlaced;  ///< "DaemonSet/name": objects whose pods, or their number, are not in the manifest
  std::uint32_t placed = 0;
  std::uint32_t pending = 0;  ///< pods that this step left without a node
  std::uint32_t gone = 0;
  std::uint32_t stays = 0;
  std::vector<Caveat> caveats;  ///< of all answers, each once
  ClusterFigures after;
};

/// Why a step cannot be done.
struct WhatIfFailure {
  std::size_t step = 0;  ///< position in the list
  Error error;
  std::vector<NotedSwitch> notes;  ///< SwitchNode: what refuses the switch
};

struct WhatIfResult {
  SnapshotPtr before;  ///< never null
  SnapshotPtr after;   ///< never null; the state after the last step that was done. Shares what did not change.
  ClusterFigures figuresBefore;
  ClusterFigures figuresAfter;
  std::vector<WhatIfOutcome> steps;      ///< those that were done
  std::optional<WhatIfFailure> failure;  ///< the step that was not; Cancelled when stopped
};

/// How far a long run is: steps done, and pods of the present step.
struct WhatIfProgress {
  std::size_t step = 0;
  std::size_t steps = 0;
  std::size_t pods = 0;
  std::size_t podsInStep = 0;
};

using ClaimReader = std::function<std::shared_ptr<const ClaimObjects>(const std::vector<ManifestObject>& objects)>;

/// Does the steps one after another on an overlay; the snapshot is never touched. Pods are placed by core/alloc one
/// after another, so every rule of a preview holds; ties take the first by name. Pending pods are looked at again only
/// by RetryPending. Pods keep their names when a controller makes them again. `onProgress` is called on the caller's
/// thread, at most once for each pod. Pure but for that; thread-safe.
/// `claimsOf` reads the device claims and claim templates of a workload's file (core/service/read/claim_objects.h);
/// empty = those of the cluster alone are known. Claims of pods that end are released, and those of pods that are
/// placed hold devices, as the controller of claims and kube-scheduler would leave them.
WhatIfResult runWhatIf(const SnapshotPtr& snapshot, const std::vector<WhatIfStep>& steps,
                       const std::stop_token& stop = {},
                       const std::function<void(const WhatIfProgress&)>& onProgress = {},
                       const ClaimReader& claimsOf = {});

}  // namespace cardinal
