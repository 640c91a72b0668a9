// SPDX-License-Identifier: Apache-2.0
#include "core/sim/demo_bind.h"

#include "core/provider/stacks/stack_writer.h"
#include "core/sim/api/api_rules.h"
#include "core/sim/api/keys.h"
#include "core/sim/api/raw_parts.h"

namespace cardinal::sim {
namespace {

constexpr std::int64_t kNano = 1'000'000'000;
constexpr int kNotFound = 404;
constexpr int kConflict = 409;

}  // namespace

Result<void> bindByHand(DemoStore& store, const ObjectKey& key, const std::string& uid, const std::string& node,
                        bool dryRun) {
  const std::string subject = "pods/" + key.name;
  const auto pod = store.pod(key);
  if (!pod)
    return unexpected(
        apiError(ErrorCode::ResourceMissing, kNotFound, subject, {}, "pods \"" + key.name + "\" not found"));
  std::string why;
  if (!uid.empty() && uid != pod->meta.uid)
    why = "the UID in the precondition does not match the UID in record";
  else if (isTerminating(*pod))
    why = "pod " + key.name + " is being deleted, cannot be assigned to a host";
  else if (!pod->spec.nodeName.empty())
    why = "pod " + key.name + " is already assigned to node \"" + pod->spec.nodeName + "\"";
  else if (pod->spec.hasSchedulingGates)
    why = "pod " + key.name + " has non-empty .spec.schedulingGates";
  if (!why.empty()) return unexpected(apiError(ErrorCode::Conflict, kConflict, subject, {}, why));
  if (dryRun) return {};
  RawPod bound = *pod;
  bound.spec.nodeName = node;
  bound.scheduledReason.clear();
  bound.scheduledMessage.clear();
  store.putPod(std::move(bound));
  return {};
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
    if (const auto at = text.find(waiting); at != std::string::npos)
      text.replace(at, waiting.size(), R"("assigned":true)");
    set(annotations, kTopologyAllocation, text);
  }
  provider::confirmByStack(pod);
  pod.phase = PodPhase::Running;
  pod.phaseText = "Running";
  pod.reason.clear();
  pod.startTime = nanoseconds / kNano;
}

}  // namespace cardinal::sim
