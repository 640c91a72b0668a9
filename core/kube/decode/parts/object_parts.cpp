// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/parts/object_parts.h"

#include <algorithm>
#include <utility>

#include "core/model/pods/claim_amounts.h"

namespace cardinal::decode {
namespace {

PodPhase phaseOf(std::string_view text) {
  if (text == "Running") return PodPhase::Running;
  if (text == "Pending") return PodPhase::Pending;
  if (text == "Succeeded") return PodPhase::Succeeded;
  if (text == "Failed") return PodPhase::Failed;
  return PodPhase::Unknown;
}

void worsen(Resize& resize, Resize to) {
  if (to > resize) resize = to;
}

bool sameAmounts(const ResourceList& a, const ResourceList& b) {
  const auto isIn = [&b](const ResourceAmount& entry) {
    const Quantity* other = find(b, entry.name);
    return other != nullptr && *other == entry.amount;
  };
  return a.size() == b.size() && std::all_of(a.begin(), a.end(), isIn);
}

/// The status reports the requests and nothing else.
bool matchesRequests(const HeldAmounts& held, const ResourceList& requests) {
  const bool actual = sameAmounts(held.actual, requests);
  const bool allocated = sameAmounts(held.allocated, requests);
  return (actual || held.actual.empty()) && (allocated || held.allocated.empty()) && (actual || allocated);
}

bool addsToSpec(const HeldAmounts& held, const RawPodSpec& spec) {
  if (isOfClaim(held)) return !held.actual.empty();
  if (held.container.empty()) return !spec.podRequests.empty() && !matchesRequests(held, spec.podRequests);
  const auto named = [&held](const Container& container) { return container.name == held.container; };
  const auto& regular = spec.containers;
  if (const auto found = std::find_if(regular.begin(), regular.end(), named); found != regular.end())
    return !matchesRequests(held, found->requests);
  const auto& init = spec.initContainers;
  const auto found = std::find_if(init.begin(), init.end(), named);
  return found != init.end() && found->isSidecar && !matchesRequests(held, found->requests);
}

}  // namespace

std::optional<WatchEventType> eventType(std::string_view text) {
  if (text == "ADDED") return WatchEventType::Added;
  if (text == "MODIFIED") return WatchEventType::Modified;
  if (text == "DELETED") return WatchEventType::Deleted;
  if (text == "BOOKMARK") return WatchEventType::Bookmark;
  if (text == "ERROR") return WatchEventType::Error;
  return std::nullopt;
}

void addAddress(RawNode& node, std::string_view type, std::string_view address) {
  if (type == "InternalIP" && node.internalIp.empty()) node.internalIp = address;
  if (type == "Hostname" && node.hostname.empty()) node.hostname = address;
}

void addImageName(NodeImage& image, std::string_view name) {
  if (name.empty() || name.find('\n') != std::string_view::npos) return;
  if (!image.names.empty()) image.names += '\n';
  image.names += name;
}

void addHostPort(Container& container, std::int64_t number, HostPort port) {
  constexpr std::int64_t kMaxPort = 65535;
  if (number == 0) return;
  container.hasHostPort = true;
  if (number < 0 || number > kMaxPort) return;
  port.port = static_cast<std::int32_t>(number);
  container.hostPorts.push_back(std::move(port));
}

void addPodAffinity(RawPodSpec& spec, PodAffinityTerm term) {
  // Snapshot files of older versions hold only that there is a rule.
  if (!term.topologyKey.empty()) spec.podAffinity.push_back(std::move(term));
  spec.hasPodAffinity = true;
}

void addTopologySpread(RawPodSpec& spec, TopologySpreadConstraint constraint) {
  if (!constraint.topologyKey.empty()) spec.topologySpread.push_back(std::move(constraint));
  spec.hasTopologySpread = true;
}

void addPreferredNodeTerm(RawPodSpec& spec, PreferredNodeTerm term) {
  if (term.weight != 0) spec.preferredNodeAffinity.push_back(std::move(term));
  spec.hasPreferredNodeAffinity = true;
}

void noteCondition(RawPod& pod, std::string_view type, std::string_view status, std::string_view reason,
                   std::string_view message) {
  if (type == "PodScheduled" && status != "True") {
    pod.scheduledReason = reason;
    pod.scheduledMessage = message;
  } else if (type == "Ready") {
    pod.isUnready = status != "True";
  } else if (type == "PodResizePending") {
    worsen(pod.resize, reason == "Infeasible" ? Resize::Infeasible : Resize::Deferred);
  } else if (type == "PodResizeInProgress") {
    worsen(pod.resize, Resize::InProgress);
  } else if (type == "DisruptionTarget" && reason == "PreemptionByScheduler") {
    pod.isPreempted = true;
  }
}

void noteResize(RawPod& pod, std::string_view text) {
  if (text == "Infeasible") worsen(pod.resize, Resize::Infeasible);
  if (text == "Deferred" || text == "Proposed") worsen(pod.resize, Resize::Deferred);
  if (text == "InProgress") worsen(pod.resize, Resize::InProgress);
}

void ContainerStatuses::add(ContainerStatus container) {
  ++count;
  if (container.restarts > 0 && container.restarts < INT32_MAX) restarts += container.restarts;
  if (waiting.empty()) waiting = std::move(container.waiting);
  if (container.exitZero) ++succeeded;
  const std::string& name = container.held.container;
  if (container.holds && !name.empty() && !isOfClaim(container.held)) held.push_back(std::move(container.held));
}

void settleStatus(RawPod& pod, PodStatus status) {
  pod.held = std::move(status.app.held);
  for (const HeldAmounts& held : std::as_const(status.init.held)) pod.held.push_back(held);
  if (status.holdsWhole) pod.held.push_back(std::move(status.whole));
  for (const HeldAmounts& held : std::as_const(status.claims)) pod.held.push_back(held);
  pod.phase = phaseOf(pod.phaseText);
  pod.restarts = static_cast<std::int32_t>(std::min<std::int64_t>(status.app.restarts, INT32_MAX));
  pod.initFinished = status.init.count > 0 && status.init.succeeded == status.init.count;
  // While init containers run, the others wait with the empty reason PodInitializing: the init container's own says
  // more.
  if (pod.reason.empty()) pod.reason = !status.init.waiting.empty() ? status.init.waiting : status.app.waiting;
}

void settleHeld(RawPod& pod) {
  eraseIf(pod.held, [&](const HeldAmounts& held) { return !addsToSpec(held, pod.spec); });
}

void setMode(RawDeviceChoice& choice, std::string text) {
  choice.modeText.clear();
  if (text.empty() || text == "ExactCount") {
    choice.mode = DeviceCountMode::ExactCount;
  } else if (text == "All") {
    choice.mode = DeviceCountMode::All;
  } else {
    choice.mode = DeviceCountMode::Other;
    choice.modeText = std::move(text);
  }
}

void settleCount(RawDeviceChoice& choice) {
  if (choice.count == 0) choice.count = 1;
}

void settleRequest(RawDeviceRequest& request, RawDeviceChoice exactly, bool hasExactly) {
  settleCount(exactly);
  if (request.prioritized || (!hasExactly && exactly == RawDeviceChoice())) return;
  request.choices.push_back(std::move(exactly));
}

void addLabels(RawDisruptionBudget& budget, const StringMap& labels) {
  for (const auto& [key, value] : labels) budget.selector.push_back({key, "In", {value}});
}

void settleEvent(ObjectEvent& event, const EventFields& fields) {
  if (event.source.empty()) event.source = fields.reporter;
  if (event.first == 0) event.first = fields.at;
  event.last = std::max({event.last, fields.seriesLast, fields.at, event.first});
  event.count = std::max({fields.count, fields.seriesCount, 1});
}

}  // namespace cardinal::decode
