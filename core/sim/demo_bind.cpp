// SPDX-License-Identifier: Apache-2.0
#include "core/sim/demo_bind.h"

#include "core/provider/allocation_writer.h"
#include "core/sim/keys.h"
#include "core/sim/raw_parts.h"

namespace cardinal::sim {
namespace {

constexpr std::int64_t kNano = 1'000'000'000;

}  // namespace

void bindPod(RawPod& pod, const Candidate& place, const NodeRecord& node, std::int64_t nanoseconds) {
  provider::bindToCards(pod, node, place.cards, place.cardCount, nanoseconds);
}

void startPod(RawPod& pod, std::int64_t nanoseconds) {
  StringMap& annotations = pod.meta.annotations;
  if (find(annotations, kV1Assigned) != nullptr) {
    set(annotations, kV1Assigned, "true");
    set(annotations, kV1AssumeTime, std::to_string(nanoseconds));
  }
  if (find(annotations, kV2Assigned) != nullptr) set(annotations, kV2Assigned, "true");
  if (const std::string* topology = find(annotations, kTopologyAllocation)) {
    std::string text = *topology;
    const std::string waiting = R"("assigned":false)";
    if (const auto at = text.find(waiting); at != std::string::npos) text.replace(at, waiting.size(), R"("assigned":true)");
    set(annotations, kTopologyAllocation, text);
  }
  pod.phase = PodPhase::Running;
  pod.phaseText = "Running";
  pod.reason.clear();
  pod.startTime = nanoseconds / kNano;
}

}  // namespace cardinal::sim
