// SPDX-License-Identifier: Apache-2.0
#include "core/sim/demo_scheduler.h"

#include <algorithm>

#include "core/sim/demo_bind.h"
#include "core/sim/scheduler_message.h"

namespace cardinal::sim {
namespace {

constexpr const char* kScheduler = "default-scheduler";

bool wantsDecision(const RawPod& pod) {
  return pod.spec.nodeName.empty() && !isTerminal(pod) && !isTerminating(pod) &&
         (pod.spec.schedulerName.empty() || pod.spec.schedulerName == kScheduler);
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
  bindPod(bound, place, snapshot->node(place.node), std::chrono::nanoseconds(now).count());
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
