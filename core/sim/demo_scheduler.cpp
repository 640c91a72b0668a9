// SPDX-License-Identifier: Apache-2.0
#include "core/sim/demo_scheduler.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/alloc/plan/bound_pod.h"
#include "core/sim/api/demo_claims.h"
#include "core/sim/api/demo_groups.h"
#include "core/sim/api/scheduler_message.h"
#include "core/sim/demo_bind.h"

namespace cardinal::sim {
namespace {

/// Who decides in the demo; what each of them does on the nodes of its stack, core/alloc knows.
constexpr std::array<std::string_view, 5> kSchedulers = {"default-scheduler", "hami-scheduler", "volcano",
                                                         "koord-scheduler", "kai-scheduler"};

bool wantsDecision(const RawPod& pod) {
  const std::string& name = pod.spec.schedulerName;
  return pod.spec.nodeName.empty() && !isTerminal(pod) && !isTerminating(pod) &&
         (name.empty() || std::find(kSchedulers.begin(), kSchedulers.end(), name) != kSchedulers.end());
}

}  // namespace

bool DemoScheduler::decide(DemoStore& store, const ObjectKey& key, std::chrono::milliseconds now) {
  const auto pod = store.pod(key);
  if (!pod || !wantsDecision(*pod)) {
    m_waiting.erase(key);
    return false;
  }
  const SnapshotPtr snapshot = store.snapshot(now.count() / 1000);
  const AllocationRequest request = makeRequest(pod);
  const AllocationAnswer answer = allocate(request, *snapshot, m_breakTie);
  if (answer.placements.empty()) {
    m_waiting.insert(key);
    refuse(store, *pod, unschedulableMessage(answer, request, *snapshot));
    return false;
  }
  m_waiting.erase(key);
  const Candidate& place = answer.placements.front().place;
  RawPod bound = *pod;
  bindToPlace(bound, place, *snapshot, std::chrono::nanoseconds(now).count());
  joinGroups(store, bound, place, snapshot->node(place.node), now.count() / 1000);
  allocateClaims(store, *pod, snapshot->node(place.node), *snapshot);
  store.putPod(std::move(bound));
  return true;
}

void DemoScheduler::refuse(DemoStore& store, const RawPod& pod, const std::string& message) {
  if (pod.scheduledMessage == message) return;
  RawPod refused = pod;
  refused.scheduledReason = "Unschedulable";
  refused.scheduledMessage = message;
  store.putPod(std::move(refused));
}

std::vector<ObjectKey> DemoScheduler::waiting(const DemoStore& store) {
  std::vector<std::shared_ptr<const RawPod>> pods;
  for (auto at = m_waiting.begin(); at != m_waiting.end();) {
    const auto pod = store.pod(*at);
    at = pod ? std::next(at) : m_waiting.erase(at);
    if (pod) pods.push_back(pod);
  }
  std::stable_sort(pods.begin(), pods.end(), [](const auto& a, const auto& b) {
    if (a->spec.priority != b->spec.priority) return a->spec.priority > b->spec.priority;
    return a->meta.created < b->meta.created;
  });
  std::vector<ObjectKey> keys;
  for (const auto& pod : pods) keys.push_back(pod->meta.key);
  return keys;
}

}  // namespace cardinal::sim
