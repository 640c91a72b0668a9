// SPDX-License-Identifier: Apache-2.0
#include "core/sim/api/demo_groups.h"

#include <algorithm>
#include <typeinfo>

#include "core/provider/readers.h"
#include "core/provider/registry/registry.h"
#include "core/provider/stacks/kai_state.h"
#include "core/sim/api/keys.h"
#include "core/sim/api/raw_parts.h"

namespace cardinal::sim {
namespace {

constexpr const char* kNamespace = "kai-resource-reservation";
constexpr const char* kGroup = "runai-gpu-group";
constexpr const char* kCard = "run.ai/reserve_for_gpu_index";

bool sharesCards(const RawPod& pod) {
  const GpuRequest request = readUsage(pod).request;
  return request.kind() == GpuRequest::Kind::Vgpu && request.stack == GpuStack::Kai;
}

/// The group on that card; empty = none yet.
std::string groupOn(const NodeRecord& node, CardIndex card) {
  const StackState* state = node.devices != nullptr ? node.devices->state.get() : nullptr;
  if (state == nullptr || typeid(*state) != typeid(kai::NodeState)) return {};
  const auto& kai = static_cast<const kai::NodeState&>(*state);
  for (std::size_t i = 0; i < kai.cards.size() && i < kai.state.groups.size(); ++i) {
    if (kai.cards[i] == card) return kai.state.groups[i].name;
  }
  return {};
}

}  // namespace

RawPod makeCardReservation(const std::string& group, const std::string& node, const std::string& id,
                           UnixSeconds created) {
  RawPod pod;
  pod.meta.key = {kNamespace, "gpu-reservation-" + group};
  pod.meta.uid = group + "-reservation";
  pod.meta.created = created;
  set(pod.meta.labels, "app", "kai-resource-reservation");
  set(pod.meta.labels, kGroup, group);
  set(pod.meta.annotations, kCard, id);
  Container container;
  container.name = "resource-reservation";
  container.image = "kai-scheduler/resource-reservation:v0.17.0";
  set(container.requests, kNvidiaGpu, 1);
  set(container.limits, kNvidiaGpu, 1);
  pod.spec.containers = {std::move(container)};
  pod.spec.nodeName = node;
  pod.phase = PodPhase::Running;
  pod.phaseText = "Running";
  pod.startTime = created + 1;
  return pod;
}

void joinGroups(DemoStore& store, RawPod& pod, const Candidate& place, const NodeRecord& node, UnixSeconds now) {
  if (!sharesCards(pod)) return;
  std::vector<std::string> groups;
  for (std::size_t i = 0; i < place.cards.size(); ++i) {
    std::string known = groupOn(node, place.cards[i]);
    if (!known.empty()) groups.push_back(std::move(known));
  }
  while (static_cast<int>(groups.size()) < place.cardCount) {
    const std::string group = pod.meta.uid + "-" + std::to_string(groups.size());
    store.putPod(makeCardReservation(group, node.name, "GPU-" + group, now));
    groups.push_back(group);
  }
  for (const std::string& group : groups)
    set(pod.meta.labels, groups.size() == 1 ? std::string(kGroup) : std::string(kGroup) + "/" + group, group);
}

void leaveGroups(DemoStore& store, const RawPod& pod) {
  const kai::Holding left = kai::readHolding(pod);
  for (const std::string& group : left.groups) {
    const ObjectKey reservation{kNamespace, "gpu-reservation-" + group};
    if (pod.meta.key == reservation || !store.pod(reservation)) continue;
    const auto& all = store.pods();
    const bool isShared = std::any_of(all.begin(), all.end(), [&](const auto& entry) {
      if (entry.first == reservation || isTerminal(*entry.second)) return false;
      const auto groups = kai::readHolding(*entry.second).groups;
      return std::find(groups.begin(), groups.end(), group) != groups.end();
    });
    if (!isShared) store.removePod(reservation);
  }
}

}  // namespace cardinal::sim
