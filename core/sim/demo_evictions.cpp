// SPDX-License-Identifier: Apache-2.0
#include "core/sim/demo_evictions.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "core/provider/registry/allocation_writer.h"
#include "core/sim/api/raw_parts.h"

namespace cardinal::sim {
namespace {

constexpr DemoTime kTermination{2'000};
constexpr UnixSeconds kGrace = 30;
constexpr std::size_t kSuffix = 5;
constexpr std::string_view kUnmovable = "asr-stream";  // its budget allows nothing

std::string appOf(const RawPod& pod) {
  const std::string* app = find(pod.meta.labels, "app");
  return app == nullptr ? std::string() : *app;
}

bool isHealthy(const RawPod& pod) {
  return pod.phase == PodPhase::Running && !isTerminating(pod);
}

/// The pod as its controller makes it again: nothing of the place it had.
RawPod freshCopy(const RawPod& pod) {
  RawPod out = pod;
  provider::unbind(out);
  out.phaseText = "Pending";
  out.scheduledReason = pod.scheduledReason;
  out.scheduledMessage = pod.scheduledMessage;
  return out;
}

}  // namespace

void DemoEvictions::protect() {
  std::map<std::pair<std::string, std::string>, std::int32_t> running;
  for (const auto& entry : m_store.pods()) {
    const RawPod& pod = *entry.second;
    const bool important = pod.spec.priorityClassName == "high" && !pod.meta.owners.empty() &&
                           pod.meta.owners.front().kind == "ReplicaSet";
    const bool chosen = pod.meta.key.ns == "speech" || pod.meta.key.ns == "search";
    if (important && chosen && isHealthy(pod)) ++running[{pod.meta.key.ns, appOf(pod)}];
  }
  for (const auto& entry : running) {
    const std::string& app = entry.first.second;
    const bool unmovable = app.compare(0, kUnmovable.size(), kUnmovable) == 0;
    m_budgets.push_back({{entry.first.first, app + "-min"}, app, entry.second - (unmovable ? 0 : 1)});
  }
}

std::int32_t DemoEvictions::healthy(const Budget& budget) const {
  std::int32_t count = 0;
  for (const auto& entry : m_store.pods()) {
    const RawPod& pod = *entry.second;
    if (pod.meta.key.ns == budget.key.ns && appOf(pod) == budget.app && isHealthy(pod)) ++count;
  }
  return count;
}

std::vector<RawDisruptionBudget> DemoEvictions::budgets() const {
  std::map<ObjectKey, std::int32_t> healthyPods;  // by namespace and application
  for (const auto& entry : m_store.pods()) {
    const RawPod& pod = *entry.second;
    if (isHealthy(pod)) ++healthyPods[{pod.meta.key.ns, appOf(pod)}];
  }
  std::vector<RawDisruptionBudget> out;
  for (const Budget& budget : m_budgets) {
    RawDisruptionBudget& raw = out.emplace_back();
    raw.meta.key = budget.key;
    raw.selectsNothing = false;
    raw.selector.push_back({"app", "In", {budget.app}});
    raw.currentHealthy = healthyPods[{budget.key.ns, budget.app}];
    raw.desiredHealthy = budget.desired;
    raw.disruptionsAllowed = std::max(raw.currentHealthy - budget.desired, 0);
  }
  return out;
}

void DemoEvictions::publish() {
  std::vector<RawDisruptionBudget> now = budgets();
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (i >= m_published.size() || !(m_published[i] == now[i])) m_store.putExtra(RawDisruptionBudget(now[i]));
  }
  m_published = std::move(now);
}

DemoEviction DemoEvictions::evict(const ObjectKey& key, const std::string& uid, bool dryRun, DemoTime now) {
  DemoEviction out;
  const auto pod = m_store.pod(key);
  if (!pod || pod->meta.uid != uid) {
    out.answer = DemoEviction::Answer::Gone;
    return out;
  }
  if (isTerminating(*pod)) return out;
  for (const Budget& budget : m_budgets) {
    const bool meant = budget.key.ns == key.ns && budget.app == appOf(*pod) && isHealthy(*pod);
    if (!meant || healthy(budget) > budget.desired) continue;
    out.answer = DemoEviction::Answer::Blocked;
    out.budget = budget.key.name;
    out.detail = "The disruption budget " + budget.key.name + " needs " + std::to_string(budget.desired) +
                 " healthy pods and has " + std::to_string(healthy(budget)) + " currently";
    return out;
  }
  if (dryRun) return out;
  drop(*pod, true, now);
  return out;
}

void DemoEvictions::drop(const RawPod& pod, bool isReplaced, DemoTime now) {
  RawPod going = pod;
  going.meta.deletionTimestamp = std::chrono::duration_cast<std::chrono::seconds>(now).count() + kGrace;
  if (isReplaced) m_evicted.insert(pod.meta.uid);
  m_agenda.add(now + kTermination, {DemoEvent::Kind::Remove, pod.meta.key, pod.meta.uid});
  m_store.putPod(std::move(going));
}

void DemoEvictions::podRemoved(const RawPod& pod, DemoTime now) {
  if (m_evicted.erase(pod.meta.uid) == 0 || pod.meta.owners.empty()) return;
  makeAnother(pod, now);
}

void DemoEvictions::makeAnother(const RawPod& pod, DemoTime now) {
  const OwnerRef& owner = pod.meta.owners.front();
  RawPod again = freshCopy(pod);
  again.meta.uid = m_random.uid();
  again.meta.created = std::chrono::duration_cast<std::chrono::seconds>(now).count();
  if (owner.kind != "StatefulSet") again.meta.key.name = owner.name + "-" + m_random.nameSuffix(kSuffix);
  const ObjectKey key = again.meta.key;
  const std::string uid = again.meta.uid;
  m_store.putPod(std::move(again));
  m_agenda.add(now + DemoTime(m_random.between(300, 800)), {DemoEvent::Kind::Decide, key, uid});
}

}  // namespace cardinal::sim
