// SPDX-License-Identifier: Apache-2.0
#include "core/queues/resource_quotas.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

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
  double requested = 0;
  double free = 0;
};

const Amounts& amountsFor(const std::map<const RawQuota*, Amounts>& all, const RawQuota& quota) {
  static const Amounts kNone;
  const auto found = all.find(&quota);
  return found != all.end() ? found->second : kNone;
}

/// How many more pods of this usage the quota lets through.
Room roomIn(const RawQuota& quota, const Amounts& usage, const Amounts& used, const Amounts& raised) {
  constexpr double kSlack = 1e-9;
  Room out;
  for (const ResourceAmount& hard : quota.hard) {
    const auto each = usage.find(hard.name);
    const auto before = used.find(hard.name);
    if (each == usage.end() || each->second <= 0 || before == used.end()) continue;
    const double free = amountIn(hard.amount) + valueIn(raised, hard.name) - before->second;
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

bool requestsDevice(const RawQuota& quota, const Amounts& usage) {
  return std::any_of(quota.hard.begin(), quota.hard.end(), [&](const ResourceAmount& hard) {
    const auto each = usage.find(hard.name);
    return rankOfResource(hard.name) > 0 && each != usage.end() && each->second > 0;
  });
}

/// What is counted of the quota before the first pod comes.
Amounts usedOf(const RawQuota& quota, const QuotaChange& change) {
  Amounts out = amountsOf(quota.used);
  for (const auto& [resource, amount] : amountsFor(change.ended, quota)) {
    if (const auto at = out.find(resource); at != out.end()) at->second = std::max(0.0, at->second - amount);
  }
  return out;
}

/// As the server counts it: requests that are left out are the limits.
RawPod countedForm(const RawPod& pod) {
  RawPod out = pod;
  alloc::nameRequestsOfLimits(out);
  return out;
}

void create(const QuotaList& quotas, const std::string& ns, const NewPods& pods, const QuotaChange& change, Used& used,
            QuotaAnswer& out) {
  const RawPod pod = countedForm(*pods.pod);
  const Amounts usage = amountsOf(alloc::quotaUsage(pod));
  std::vector<const RawQuota*> covering;
  Room least;
  const RawQuota* binding = nullptr;
  for (const auto& quota : quotas) {
    if (quota->meta.key.ns != ns || !alloc::covers(*quota, pod)) continue;
    covering.push_back(quota.get());
    out.namesDevices = out.namesDevices || requestsDevice(*quota, usage);
    out.isUnread = out.isUnread || isUnread(*quota) || !alloc::unnamedOf(*quota, pod).empty();
    const auto known = used.try_emplace(quota.get(), usedOf(*quota, change)).first;
    Room room = roomIn(*quota, usage, known->second, amountsFor(change.raised, *quota));
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
  out.requested = least.requested;
  out.free = std::max(0.0, least.free - least.requested * static_cast<double>(created));
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

void addRefused(const QuotaList& quotas, QuotaRemedies& remedies, const Coming& coming, GroupReport& report) {
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
  Amounts requests;
  for (const NewPods& one : pods) addPod(requests, *one.pod, static_cast<double>(one.count));
  for (const auto& [resource, amount] : requests) {
    if (amount > 0) wait.requests.emplace_back(resource, amount);
  }
  wait.cause = GroupCause::Refused;
  wait.resource = answer.resource;
  wait.requested = answer.requested;
  wait.free = answer.free;
  wait.remedies = remedies.of(coming.key.ns, pods);
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

QuotaAnswer askQuotas(const QuotaList& quotas, const std::string& ns, const std::vector<NewPods>& pods,
                      const QuotaChange& change) {
  QuotaAnswer out;
  Used used;
  for (const NewPods& one : pods) create(quotas, ns, one, change, used, out);
  return out;
}

const std::vector<QuotaRemedies::Holder>& QuotaRemedies::holdersIn(const std::string& ns) {
  if (!std::exchange(m_isRead, true)) {
    std::map<ObjectKey, std::size_t> places;
    // pods that wait for a node are counted as used
    eachDevicePod(m_snapshot, [&](const RawPod& raw, bool) {
      const ObjectKey key{raw.meta.key.ns, ownerOf(raw)};
      std::vector<Holder>& list = m_holders[key.ns];
      const auto [known, isNew] = places.try_emplace(key, list.size());
      if (isNew) list.push_back({key});
      const RawPod pod = countedForm(raw);
      const Amounts usage = amountsOf(alloc::quotaUsage(pod));
      for (const auto& quota : m_quotas) {
        if (quota->meta.key.ns != key.ns || !alloc::covers(*quota, pod)) continue;
        for (const auto& [resource, amount] : usage) list[known->second].weighs[quota.get()][resource] += amount;
      }
    });
  }
  return m_holders[ns];
}

double QuotaRemedies::offerQuota(const std::string& ns, const std::vector<NewPods>& pods, const QuotaAnswer& now,
                                 std::vector<GroupRemedy>& out) const {
  std::map<const RawQuota*, Amounts> wanted;
  for (const NewPods& one : pods) {
    const RawPod pod = countedForm(*one.pod);
    const Amounts usage = amountsOf(alloc::quotaUsage(pod));
    for (const auto& quota : m_quotas) {
      if (quota->meta.key.ns != ns || !alloc::covers(*quota, pod)) continue;
      for (const auto& [resource, amount] : usage)
        wanted[quota.get()][resource] += amount * static_cast<double>(one.count);
    }
  }
  QuotaChange change;
  GroupRemedy more;
  more.kind = GroupRemedy::Kind::MoreQuota;
  double missing = 0;
  for (const auto& quota : m_quotas) {
    const auto requests = wanted.find(quota.get());
    if (requests == wanted.end()) continue;
    for (const ResourceAmount& hard : quota->hard) {
      const Quantity* used = find(quota->used, hard.name);
      if (used == nullptr) continue;
      const double lack = valueIn(requests->second, hard.name) - amountIn(hard.amount) + amountIn(*used);
      if (lack <= 0) continue;
      change.raised[quota.get()][hard.name] = lack;
      more.raises.push_back({quota->meta.key.name, "hard", hard.name, lack});
      if (quota.get() == now.quota && hard.name == now.resource) missing = lack;
    }
  }
  if (!more.raises.empty() && areCreated(ns, pods, change)) out.push_back(std::move(more));
  return missing;
}

void QuotaRemedies::offerEndings(const std::string& ns, const std::vector<NewPods>& pods, const QuotaAnswer& now,
                                 double missing, std::vector<GroupRemedy>& out) {
  const std::vector<Holder>& holders = holdersIn(ns);
  std::vector<Holding> bySize;
  for (std::size_t i = 0; i < holders.size(); ++i) {
    const double held = valueIn(amountsFor(holders[i].weighs, *now.quota), now.resource);
    if (held > 0) bySize.push_back({{holders[i].key, held}, i});
  }
  sortBySize(bySize);
  auto found = endings(bySize, now.resource, missing, [&](const std::vector<std::size_t>& ids) {
    QuotaChange change;
    for (const std::size_t id : ids) {
      for (const auto& [quota, amounts] : holders[id].weighs) {
        for (const auto& [resource, amount] : amounts) change.ended[quota][resource] += amount;
      }
    }
    return areCreated(ns, pods, change);
  });
  out.insert(out.begin(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
}

bool QuotaRemedies::areCreated(const std::string& ns, const std::vector<NewPods>& pods,
                               const QuotaChange& change) const {
  const QuotaAnswer answer = askQuotas(m_quotas, ns, pods, change);
  return answer.created == answer.pods;
}

std::vector<GroupRemedy> QuotaRemedies::of(const std::string& ns, const std::vector<NewPods>& pods) {
  std::vector<GroupRemedy> out;
  const QuotaAnswer now = askQuotas(m_quotas, ns, pods);
  if (now.quota == nullptr) return out;
  const double missing = offerQuota(ns, pods, now, out);
  offerEndings(ns, pods, now, missing, out);
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
  QuotaRemedies remedies(snapshot, named);
  if (snapshot.extras->kueue != nullptr) {
    for (const auto& workload : snapshot.extras->kueue->workloads) {
      if (const auto coming = comingOf(*workload)) addRefused(named, remedies, *coming, report);
    }
  }
  for (const auto& group : snapshot.extras->groups->volcanoGroups) {
    if (auto coming = comingOf(*group)) {
      addRefused(named, remedies, *coming, report);
      if (!report.waiting.empty() && report.waiting.back().key == coming->key && group->minMember > 0)
        report.waiting.back().minMember = group->minMember;
    }
  }
}

}  // namespace cardinal::queues
