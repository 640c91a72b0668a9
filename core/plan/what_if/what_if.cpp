// SPDX-License-Identifier: Apache-2.0
#include "core/plan/what_if/what_if.h"

#include <array>
#include <utility>

#include "core/plan/what_if/step_runner.h"

namespace cardinal {
namespace {

constexpr std::array<const char*, std::variant_size_v<WhatIfStep>> kWords = {
    "add-nodes", "remove-node", "drain-node", "switch-node", "submit", "delete", "resize", "retry-pending", "move-pod"};

}  // namespace

const char* wordOf(const WhatIfStep& step) noexcept {
  return kWords.at(step.index());
}

const char* toString(PodOutcome outcome) noexcept {
  switch (outcome) {
    case PodOutcome::Placed:
      return "Placed";
    case PodOutcome::Pending:
      return "Pending";
    case PodOutcome::Gone:
      return "Gone";
    case PodOutcome::Stays:
      return "Stays";
  }
  return "Placed";
}

WhatIfResult runWhatIf(const SnapshotPtr& snapshot, const std::vector<WhatIfStep>& steps, const std::stop_token& stop,
                       const std::function<void(const WhatIfProgress&)>& onProgress, const ClaimReader& claimsOf) {
  WhatIfResult out;
  out.before = out.after = snapshot;
  const FragmentGauge gauge(*snapshot);
  out.figuresBefore = out.figuresAfter = figuresOf(*snapshot, gauge);
  if (steps.empty()) return out;  // every new snapshot is asked without any, and would be copied
  plan::OverlayState state(snapshot);
  WhatIfProgress progress{0, steps.size(), 0, 0};
  const auto onPods = [&](std::size_t pods, std::size_t podsInStep) {
    progress.pods = pods;
    progress.podsInStep = podsInStep;
    if (onProgress) onProgress(progress);
  };
  plan::StepRunner runner(state, stop, onPods, claimsOf);
  // What an unfinished step did is not shown: the last state that is whole stays.
  for (; progress.step < steps.size(); ++progress.step) {
    progress.pods = progress.podsInStep = 0;
    if (onProgress) onProgress(progress);
    auto done = runner.run(steps[progress.step]);
    if (!done) {
      out.failure = std::move(done).error();
      out.failure->step = progress.step;
      break;
    }
    out.after = state.publish();
    done->after = figuresOf(*out.after, gauge);
    out.figuresAfter = done->after;
    out.steps.push_back(std::move(done).value());
  }
  return out;
}

}  // namespace cardinal
