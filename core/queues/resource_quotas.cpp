// SPDX-License-Identifier: Apache-2.0
#include "core/queues/resource_quotas.h"

#include <algorithm>
#include <limits>
#include <map>

#include "core/alloc/admission.h"
#include "core/alloc/limit_ranges.h"
#include "core/model/extras/extra.h"
#include "core/model/extras/group_queues.h"
#include "core/model/extras/kueue.h"
#include "core/queues/group_cells.h"

namespace cardinal::queues {
namespace {

/// What is counted of one quota, while pods are created.
using Used = std::map<const RawQuota*, Amounts>;

struct Room {
  std::int64_t pods = std::numeric_limits<std::int64_t>::max();
  std::string resource;  ///< that runs out first
  double asked = 0;
  double free = 0;
};

/// How many more pods of this usage the quota lets through.
Room roomIn(const RawQuota& quota, const Amounts& usage, const Amounts& used) {
  constexpr double kSlack = 1e-9;
  Room out;
  for (const ResourceAmount& hard : quota.hard) {
    const auto each = usage.find(hard.name);
    const auto before = used.find(hard.name);
    if (each == usage.end() || each->second <= 0 || before == used.end()) continue;
    const double free = amountIn(hard.amount) - before->second;
    const double fits = std::max(0.0, free / each->second + kSlack);
    if (fits >= static_cast<double>(out.pods)) continue;
    out = {static_cast<std::int64_t>(fits), hard.name, each->second, std::max(0.0, free)};
  }
  return out;
}

bool isUnread(const RawQuota& quota) {
  const auto isUncounted = [&](const ResourceAmount& hard) { return find(quota.used, hard.name) == nullptr; };
  return !quota.problems.empty() || std::any_of(quota.hard.begin(), quota.hard.end(), isUncounted);
}

bool asksDevice(const RawQuota& quota, const Amounts& usage) {
  return std::any_of(quota.hard.begin(), quota.hard.end(), [&](const ResourceAmount& hard) {
    const auto each = usage.find(hard.name);
    return rankOfResource(hard.name) > 0 && each != usage.end() && each->second > 0;
  });
}

void create(const QuotaList& quotas, const std::string& ns, const NewPods& pods, Used& used, QuotaAnswer& out) {
  RawPod pod = *pods.pod;
  alloc::nameRequestsOfLimits(pod);  // as the server does before it counts
  const Amounts usage = amountsOf(alloc::quotaUsage(pod));
  std::vector<const RawQuota*> covering;
  Room least;
  const RawQuota* binding = nullptr;
  for (const auto& quota : quotas) {
    if (quota->meta.key.ns != ns || !alloc::covers(*quota, pod)) continue;
    covering.push_back(quota.get());
    out.namesDevices = out.namesDevices || asksDevice(*quota, usage);
    out.isUnread = out.isUnread || isUnread(*quota) || !alloc::unnamedOf(*quota, pod).empty();
    const auto known = used.try_emplace(quota.get(), amountsOf(quota->used)).first;
    Room room = roomIn(*quota, usage, known->second);
    if (room.pods >= least.pods) continue;
    least = std::move(room);
    binding = quota.get();
  }
  const std::int64_t created = std::min(pods.count, least.pods);
  out.pods += pods.count;
  out.created += created;
  for (const RawQuota* quota : covering) {
    for (const auto& [resource, amount] : usage) {
      if (const auto at = used[quota].find(resource); at != used[quota].end())
        at->second += amount * static_cast<double>(created);
    }
  }
  if (created == pods.count || out.quota != nullptr) return;
  out.quota = binding;
  out.resource = least.resource;
  out.asked = least.asked;
  out.free = std::max(0.0, least.free - least.asked * static_cast<double>(created));
}

GroupQueueRow rowOf(const RawQuota& quota) {
  GroupQueueRow out;
  out.key = quota.meta.key;
  const auto addScope = [&](const std::string& scope) { out.state += (out.state.empty() ? "" : ", ") + scope; };
  for (const std::string& scope : quota.scopes) addScope(scope);
  for (const NodeSelectorRequirement& rule : quota.scopeSelector) {
    std::string values;
    for (const std::string& value : rule.values) values += (values.empty() ? "" : "|") + value;
    addScope(rule.key + " " + rule.op + (values.empty() ? "" : " " + values));
  }
  Cells cells;
  cells.put(quota.hard, &GroupCell::limit);
  out.cells = cells.take();
  for (GroupCell& cell : out.cells) {
    const Quantity* used = find(quota.used, cell.resource);
    if (used == nullptr) continue;  // not counted yet, or not read
    cell.used = amountIn(*used);
    cell.free = std::max(0.0, *cell.limit - *cell.used);
  }
  return out;
}

/// A workload whose pods are to be created; `pods` lead into `forms`.
struct Coming {
  ObjectKey key;
  std::string phase;
  UnixSeconds created = 0;
  std::vector<RawPod> forms;
  std::vector<std::int64_t> counts;
};

void addRefused(const QuotaList& quotas, const Coming& coming, GroupReport& report) {
  std::vector<NewPods> pods;
  for (std::size_t i = 0; i < coming.forms.size(); ++i) pods.push_back({&coming.forms[i], coming.counts[i]});
  const QuotaAnswer answer = askQuotas(quotas, coming.key.ns, pods);
  if (answer.quota == nullptr || !namesDevices(*answer.quota)) return;
  GroupWait& wait = report.waiting.emplace_back();
  wait.key = coming.key;
  wait.queue = coming.key.ns + "/" + answer.quota->meta.key.name;
  wait.phase = coming.phase;
  wait.created = coming.created;
  wait.minMember = answer.pods;
  Amounts asks;
  for (const NewPods& one : pods) addPod(asks, *one.pod, static_cast<double>(one.count));
  for (const auto& [resource, amount] : asks) {
    if (amount > 0) wait.asks.emplace_back(resource, amount);
  }
  wait.cause = GroupCause::Refused;
  wait.resource = answer.resource;
  wait.asked = answer.asked;
  wait.free = answer.free;
}

/// Its pods are gated or not made until it has quota.
std::optional<Coming> comingOf(const RawKueueWorkload& workload) {
  const auto holds = [&](const char* type) {
    return std::any_of(workload.conditions.begin(), workload.conditions.end(),
                       [&](const NodeCondition& one) { return one.type == type && one.status == "True"; });
  };
  if (holds("Finished") || holds("QuotaReserved") || holds("Admitted") || workload.admission) return std::nullopt;
  // pods that are there, and only gated, are counted already
  for (const OwnerRef& owner : workload.meta.owners) {
    if (owner.kind == "Pod") return std::nullopt;
  }
  Coming out;
  out.key = workload.meta.key;
  out.created = workload.meta.created;
  out.phase = "QuotaReserved=False";
  for (const RawKueuePodSet& podSet : workload.podSets) {
    RawPod& pod = out.forms.emplace_back();
    pod.meta.key.ns = workload.meta.key.ns;
    pod.spec = podSet.spec;
    out.counts.push_back(podSet.count);
  }
  return out;
}

/// Volcano makes no pods of its Jobs before the group is let in. How its pods are formed is not in the group: their sum
/// stands for one.
std::optional<Coming> comingOf(const RawVolcanoPodGroup& group) {
  if (group.phase != "Pending" || !group.minResources) return std::nullopt;
  Coming out;
  out.key = group.meta.key;
  out.created = group.meta.created;
  out.phase = group.phase;
  RawPod& pod = out.forms.emplace_back();
  pod.meta.key.ns = group.meta.key.ns;
  Container sum;
  for (const ResourceAmount& entry : *group.minResources) {
    if (entry.name.find('/') == std::string::npos) continue;  // "pods" and what has defaults is not compared
    sum.requests.push_back(entry);
    sum.limits.push_back(entry);
  }
  if (sum.requests.empty()) return std::nullopt;
  pod.spec.containers.push_back(std::move(sum));
  out.counts.push_back(1);
  return out;
}

}  // namespace

QuotaAnswer askQuotas(const QuotaList& quotas, const std::string& ns, const std::vector<NewPods>& pods) {
  QuotaAnswer out;
  Used used;
  for (const NewPods& one : pods) create(quotas, ns, one, used, out);
  return out;
}

bool namesDevices(const RawQuota& quota) {
  return std::any_of(quota.hard.begin(), quota.hard.end(),
                     [](const ResourceAmount& hard) { return rankOfResource(hard.name) > 0; });
}

void addResourceQuotas(const ClusterSnapshot& snapshot, GroupReport& report) {
  const QuotaList& quotas = snapshot.extras->groups->resourceQuotas;
  QuotaList named;
  for (const auto& quota : quotas) {
    if (!namesDevices(*quota)) continue;
    named.push_back(quota);
    report.queues.push_back(rowOf(*quota));
  }
  if (named.empty()) return;
  if (snapshot.extras->kueue != nullptr) {
    for (const auto& workload : snapshot.extras->kueue->workloads) {
      if (const auto coming = comingOf(*workload)) addRefused(named, *coming, report);
    }
  }
  for (const auto& group : snapshot.extras->groups->volcanoGroups) {
    if (auto coming = comingOf(*group)) {
      addRefused(named, *coming, report);
      if (!report.waiting.empty() && report.waiting.back().key == coming->key && group->minMember > 0)
        report.waiting.back().minMember = group->minMember;
    }
  }
}

}  // namespace cardinal::queues
