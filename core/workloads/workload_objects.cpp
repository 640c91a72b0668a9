// SPDX-License-Identifier: Apache-2.0
#include "core/workloads/workload_objects.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/model/extras/kueue.h"

namespace cardinal {

std::string waitReasonOf(const Workload& workload) {
  for (const auto& admission : workload.admissions) {
    if (conditionHolds(*admission, "Finished") || conditionHolds(*admission, "QuotaReserved")) continue;
    for (const NodeCondition& condition : admission->conditions) {
      if (condition.type == "QuotaReserved" && !condition.message.empty()) return condition.message;
    }
  }
  for (const WorkloadPod& one : workload.pods) {
    const RawPod& raw = *one.pod->raw;
    if (one.node != nullptr || isTerminal(raw)) continue;
    if (!raw.scheduledMessage.empty()) return raw.scheduledMessage;
    if (!raw.scheduledReason.empty()) return raw.scheduledReason;
  }
  return {};
}

std::vector<ObjectRef> eventObjectsOf(const Workload& workload) {
  std::vector<ObjectRef> out;
  const auto add = [&](std::string_view kind, std::string_view name) {
    constexpr std::string_view kInNames = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._:";
    // a comma or an equals sign would change what the server is asked for
    if (name.empty() || name.find_first_not_of(kInNames) != std::string_view::npos) return;
    if (kind.empty() || kind.find_first_not_of(kInNames) != std::string_view::npos) return;
    // an API group that distinguishes kinds of one name is no part of the kind
    ObjectRef object{std::string(kind.substr(0, kind.find('.'))), {workload.ns, std::string(name)}};
    if (out.size() < kMaxEventObjects && std::find(out.begin(), out.end(), object) == out.end())
      out.push_back(std::move(object));
  };
  add(workload.kind, workload.name);
  for (const auto& admission : workload.admissions) add("Workload", admission->meta.key.name);
  for (const WorkloadGang& gang : workload.gangs) add("PodGroup", gang.name);
  if (isBare(workload)) return out;
  for (const WorkloadPod& one : workload.pods) {
    for (const OwnerRef& owner : one.pod->raw->meta.owners) {
      if (owner.controller) add(owner.kind, owner.name);
    }
  }
  return out;
}

}  // namespace cardinal
