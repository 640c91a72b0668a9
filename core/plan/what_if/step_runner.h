// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "core/manifest/manifest.h"
#include "core/plan/what_if/overlay_state.h"
#include "core/plan/what_if/what_if.h"

namespace cardinal::plan {

/// Does single steps on an overlay. Serves one run.
class StepRunner {
 public:
  using OnProgress = std::function<void(std::size_t pods, std::size_t podsInStep)>;

  StepRunner(OverlayState& state, const std::stop_token& stop, OnProgress onProgress, ClaimReader claimsOf = {})
      : m_state(state), m_stop(stop), m_onProgress(std::move(onProgress)), m_claimsOf(std::move(claimsOf)) {}

  /// What the step did to pods and nodes; its figures are left to the caller. `failure.step` likewise. After a failure
  /// the state is as far as the step came.
  Result<WhatIfOutcome, WhatIfFailure> run(const WhatIfStep& step);

 private:
  using Done = std::optional<WhatIfFailure>;

  Done apply(const AddNodes& step);
  Done apply(const RemoveNode& step);
  Done apply(const DrainNode& step);
  Done apply(const SwitchNode& step);
  Done apply(const SubmitWorkload& step);
  Done apply(const DeletePods& step);
  Done apply(const ResizePods& step);
  Done apply(const RetryPending& step);
  Done apply(const MovePod& step);

  Done setCordon(const NodeRecord& node, bool cordoned);
  Done evict(const std::string& node, const DrainPolicy& policy);
  Done submit(const ManifestObject& object, const SubmitWorkload& step);
  Done create(const ManifestObject& object, const ManifestRole& role, const AllocationRequest& request,
              const AllocationAnswer& answer, bool gangWaits);
  Done scheduleAll(std::vector<RawPodPtr> pods);
  Done schedule(const RawPodPtr& pod, const std::string& from);
  void bind(const RawPodPtr& pod, const AllocationAnswer& answer, const ReplicaPlacement& placement,
            const std::string& from);
  WhatIfPod& leavePending(const RawPodPtr& pod, const AllocationAnswer& answer, const std::string& from);
  void lose(const RawPod& pod, const std::string& from);
  void keepCaveats(const AllocationAnswer& answer);
  WhatIfPod& note(const RawPod& pod, PodOutcome outcome, const std::string& from);
  bool tellNext();

  OverlayState& m_state;
  const std::stop_token& m_stop;
  OnProgress m_onProgress;
  ClaimReader m_claimsOf;
  WhatIfOutcome m_out;
  std::set<Caveat> m_caveats;
  std::size_t m_seen = 0;      ///< pods of the step that were come to
  std::size_t m_expected = 0;  ///< pods of the step
  bool m_assumed = false;      ///< some earlier place was only one of several
};

}  // namespace cardinal::plan
