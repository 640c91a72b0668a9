// SPDX-License-Identifier: Apache-2.0
#include "core/queues/group_report.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "core/model/extras/extra.h"
#include "core/model/extras/gang_name.h"
#include "core/model/extras/group_queues.h"
#include "core/provider/gpu_keys.h"
#include "core/queues/group_cells.h"
#include "core/queues/kai_groups.h"
#include "core/queues/koordinator_quotas.h"
#include "core/queues/kueue/amount.h"
#include "core/queues/quota_tree_report.h"
#include "core/queues/resource_quotas.h"
#include "core/queues/volcano_enqueue.h"

namespace cardinal::queues {
namespace {

constexpr double kMilli = 1000;

GroupQueueRow rowOf(const RawVolcanoQueue& raw) {
  GroupQueueRow out;
  out.key = raw.meta.key;
  out.parent = raw.parent;
  out.state = raw.state;
  if (raw.weight) out.weight = *raw.weight;
  Cells cells;
  cells.put(raw.guarantee, &GroupCell::guaranteed);
  cells.put(raw.deserved, &GroupCell::deserved);
  cells.put(raw.capability, &GroupCell::limit);
  cells.putUsed(raw.allocated);
  // a quantity that could not be read is left out of the list, which is not the same as no limit
  if (raw.problems.empty()) cells.putUnlimited();
  out.cells = cells.take();
  return out;
}

GroupQueueRow rowOf(const RawElasticQuota& raw) {
  GroupQueueRow out;
  out.key = raw.meta.key;
  Cells cells;
  cells.put(raw.min, &GroupCell::guaranteed);
  cells.put(raw.max, &GroupCell::limit);
  cells.putUsed(raw.used);
  if (raw.problems.empty()) cells.putUnlimited();
  out.cells = cells.take();
  return out;
}

GroupQueueRow rowOf(const RawKaiQueue& raw, const std::map<std::string, double>& shares) {
  constexpr double kMegabyte = 1e6;
  GroupQueueRow out;
  out.key = raw.meta.key;
  out.parent = raw.parentQueue;
  out.weight = raw.gpu.overQuotaWeight;
  const auto amount = [&](const std::optional<double>& value, double scale) -> std::optional<double> {
    // what is not set is 0; what cannot be read is unknown
    if (!value && !raw.problems.empty()) return std::nullopt;
    return value.value_or(0) == kKaiUnlimited ? kNoLimit : value.value_or(0) * scale;
  };
  const auto add = [&](const char* resource, const RawKaiQueueResource& from, double scale) -> GroupCell& {
    GroupCell& cell = out.cells.emplace_back();
    cell.resource = resource;
    cell.deserved = amount(from.quota, scale);
    cell.limit = amount(from.limit, scale);
    return cell;
  };
  GroupCell& gpus = add("nvidia.com/gpu", raw.gpu, 1);
  if (const auto found = shares.find(out.key.name); found != shares.end()) gpus.share = found->second;
  add("cpu", raw.cpu, 1 / kMilli);
  add("memory", raw.memory, kMegabyte);
  return out;
}

void putRequests(const std::optional<ResourceList>& list, GroupWait& out) {
  if (!list) return;
  for (const auto& entry : *list) out.requests.emplace_back(entry.name, amountIn(entry.amount));
  std::sort(out.requests.begin(), out.requests.end());
}

class Reporter {
 public:
  Reporter(const ClusterSnapshot& snapshot, const VolcanoEnqueue* enqueue, const KoordinatorQuotas* quotas)
      : m_snapshot(snapshot), m_extras(*snapshot.extras), m_enqueue(enqueue), m_quotas(quotas) {
    static const GroupQueueLists kNone;
    m_lists = m_extras.groups != nullptr ? m_extras.groups.get() : &kNone;
  }

  std::vector<GroupReport> run() {
    volcano();
    kai();
    elasticQuotas(GroupSystem::Koordinator, ExtraKind::KoordinatorQuota, ExtraKind::KoordinatorPodGroup,
                  m_lists->koordinatorQuotas, m_lists->koordinatorGroups);
    koordinatorPods();
    elasticQuotas(GroupSystem::SchedulerPlugins, ExtraKind::PluginsQuota, ExtraKind::PluginsPodGroup,
                  m_lists->pluginsQuotas, m_lists->pluginsGroups);
    quotaTrees();
    yunikorn();
    resourceQuotas();
    return std::move(m_out);
  }

 private:
  /// Null where the server has neither kind.
  GroupReport* open(GroupSystem system, ExtraKind queues, ExtraKind groups) {
    GroupReport report;
    report.system = system;
    report.knowsQueues = m_extras.knows(queues);
    report.knowsGroups = m_extras.knows(groups);
    report.refusedQueues = m_extras.refused[indexOf(queues)];
    report.refusedGroups = m_extras.refused[indexOf(groups)];
    if (!report.knowsQueues && !report.knowsGroups && !report.refusedQueues && !report.refusedGroups) return nullptr;
    return &m_out.emplace_back(std::move(report));
  }

  static GroupWait& add(GroupReport& report, const ObjectMeta& meta, std::int64_t minMember) {
    GroupWait& wait = report.waiting.emplace_back();
    wait.key = meta.key;
    wait.created = meta.created;
    wait.minMember = minMember;
    return wait;
  }

  static void sort(GroupReport& report) {
    std::stable_sort(report.waiting.begin(), report.waiting.end(), [](const GroupWait& a, const GroupWait& b) {
      return std::tie(a.created, a.key) < std::tie(b.created, b.key);
    });
  }

  void volcano() {
    GroupReport* report = open(GroupSystem::Volcano, ExtraKind::VolcanoQueue, ExtraKind::VolcanoPodGroup);
    if (report == nullptr) return;
    for (const auto& queue : m_lists->volcanoQueues) report->queues.push_back(rowOf(*queue));
    std::optional<VolcanoEnqueue> own;
    const VolcanoEnqueue& enqueue = m_enqueue != nullptr ? *m_enqueue : own.emplace(m_snapshot, *m_lists);
    report->overcommit = enqueue.overcommit();
    report->isDefaultConfig = enqueue.isDefaultConfig();
    for (const auto& group : m_lists->volcanoGroups) {
      if (!group->phase.empty() && group->phase != "Pending" && group->phase != "Inqueue") continue;
      GroupWait& wait = add(*report, group->meta, group->minMember);
      wait.queue = queueOf(*group);
      wait.phase = group->phase;
      putRequests(group->minResources, wait);
      for (const NodeCondition& condition : group->conditions) {
        if (condition.type != "Unschedulable" || condition.status != "True") continue;
        wait.conditionReason = condition.reason;
        wait.conditionMessage = condition.message;
      }
      if (report->knowsQueues) judge(report->queues, wait);
      if (wait.cause == GroupCause::None && wait.phase == "Pending") enqueue.judgeTree(wait);
      if (wait.cause == GroupCause::None && wait.phase == "Pending" && group->minResources)
        enqueue.judge(amountsOf(*group->minResources), wait);
      if (!wait.resource.empty() && wait.phase == "Pending")
        wait.remedies = enqueue.remedies(wait.queue, amountsOf(*group->minResources), wait.key);
    }
    sort(*report);
  }

  static void judge(const std::vector<GroupQueueRow>& queues, GroupWait& wait) {
    const auto queue =
        std::find_if(queues.begin(), queues.end(), [&](const auto& row) { return row.key.name == wait.queue; });
    if (queue == queues.end()) {
      wait.cause = GroupCause::QueueMissing;
    } else if (!queue->state.empty() && queue->state != "Open") {
      wait.cause = GroupCause::QueueNotOpen;
    } else {
      for (const auto& [resource, amount] : wait.requests) {
        const auto cell = std::find_if(queue->cells.begin(), queue->cells.end(),
                                       [name = resource](const auto& one) { return one.resource == name; });
        // cpu and memory of 0 are not limited, as the plugins read them
        const bool isAbove = cell != queue->cells.end() && cell->limit && *cell->limit > 0 && amount > *cell->limit;
        if (!isAbove || wait.cause != GroupCause::None) continue;
        wait.cause = GroupCause::AboveLimit;
        wait.resource = resource;
        wait.requested = amount;
        wait.free = cell->limit;
      }
    }
  }

  void kai() {
    GroupReport* report = open(GroupSystem::Kai, ExtraKind::KaiQueue, ExtraKind::KaiPodGroup);
    if (report == nullptr) return;
    const KaiGroups groups(m_snapshot);
    const auto shares = groups.gpuShares();
    for (const auto& queue : m_lists->kaiQueues) report->queues.push_back(rowOf(*queue, shares));
    const std::set<ObjectKey> named = namedGroups(GangSystem::Kai);
    for (const auto& group : m_lists->kaiGroups) {
      if (group->reasons.empty() && named.count(group->meta.key) == 0) continue;
      GroupWait& wait = add(*report, group->meta, group->minMember);
      wait.queue = group->queue;
      if (!group->reasons.empty()) {
        wait.conditionReason = group->reasons.front().reason;
        wait.conditionMessage = group->reasons.front().message;
      }
      const auto isNamed = [&](const auto& row) { return row.key.name == wait.queue; };
      const auto isBelow = [&](const auto& row) { return row.parent == wait.queue && !wait.queue.empty(); };
      if (report->knowsQueues && std::none_of(report->queues.begin(), report->queues.end(), isNamed))
        wait.cause = GroupCause::QueueMissing;
      else if (std::any_of(report->queues.begin(), report->queues.end(), isBelow))
        wait.cause = GroupCause::QueueNotLeaf;
      else
        groups.judge(wait.key, wait);
      // the scheduler says nothing of it, and nothing is known to hold it back
      if (group->reasons.empty() && wait.cause == GroupCause::None) report->waiting.pop_back();
    }
    sort(*report);
  }

  /// Groups that pods without a node name.
  std::set<ObjectKey> namedGroups(GangSystem system) const {
    std::set<ObjectKey> out;
    for (const PodPtr& pod : m_snapshot.unboundPods) {
      const std::string* name = annotatedGroup(*pod->raw, system);
      if (name != nullptr && !isTerminal(*pod->raw)) out.insert({pod->key().ns, *name});
    }
    return out;
  }

  template <typename Quotas, typename Groups>
  void elasticQuotas(GroupSystem system, ExtraKind quotaKind, ExtraKind groupKind, const Quotas& quotas,
                     const Groups& groups) {
    GroupReport* report = open(system, quotaKind, groupKind);
    if (report == nullptr) return;
    for (const auto& quota : quotas) {
      GroupQueueRow& row = report->queues.emplace_back(rowOf(*quota));
      if (const std::string* parent = find(quota->meta.labels, "quota.scheduling.koordinator.sh/parent"))
        row.parent = *parent;
    }
    for (const auto& group : groups) {
      if (!group->phase.empty() && group->phase != "Pending" && group->phase != "Scheduling") continue;
      GroupWait& wait = add(*report, group->meta, group->minMember);
      wait.phase = group->phase;
      putRequests(group->minResources, wait);
    }
    sort(*report);
  }

  /// Its PodGroups name no quota; the pods that a quota holds back do.
  void koordinatorPods() {
    const auto report = std::find_if(m_out.begin(), m_out.end(), [](const GroupReport& one) {
      return one.system == GroupSystem::Koordinator && one.knowsQueues;
    });
    if (report == m_out.end()) return;
    std::optional<KoordinatorQuotas> own;
    const KoordinatorQuotas& quotas = m_quotas != nullptr ? *m_quotas : own.emplace(m_snapshot, *m_lists);
    for (const auto& [owner, wait] : quotas.waiting()) {
      if (wait.cause != GroupCause::None) report->waiting.push_back(wait);
    }
    sort(*report);
  }

  /// Null where there is nothing of it. Its groups are pods, which every snapshot has.
  GroupReport* openQuotas(GroupSystem system, ExtraKind kind) {
    GroupReport* report = open(system, kind, kind);
    if (report == nullptr) return nullptr;
    report->knowsGroups = true;
    report->refusedGroups = false;
    return report;
  }

  void quotaTrees() {
    GroupReport* report = openQuotas(GroupSystem::QuotaTree, ExtraKind::QuotaTree);
    if (report != nullptr) AckTree(m_snapshot, *m_lists).addTo(*report);
  }

  /// It has no kind of its own: its pods show that it is there.
  void yunikorn() {
    const YunikornQueues queues(m_snapshot, *m_lists);
    const bool isAsked =
        m_extras.knows(ExtraKind::YunikornConfig) || m_extras.refused[indexOf(ExtraKind::YunikornConfig)];
    if (!queues.hasPods() && !(isAsked && queues.isRead())) return;
    GroupReport& report = m_out.emplace_back();
    report.system = GroupSystem::Yunikorn;
    report.knowsQueues = queues.isRead();
    report.refusedQueues = m_extras.refused[indexOf(ExtraKind::YunikornConfig)];
    report.knowsGroups = true;
    queues.addTo(report);
  }

  void resourceQuotas() {
    GroupReport* report = openQuotas(GroupSystem::ResourceQuota, ExtraKind::ResourceQuota);
    if (report != nullptr && report->knowsQueues) addResourceQuotas(m_snapshot, *report);
  }

  const ClusterSnapshot& m_snapshot;
  const ClusterExtras& m_extras;
  const VolcanoEnqueue* m_enqueue;    ///< null = nobody has made it
  const KoordinatorQuotas* m_quotas;  ///< likewise
  const GroupQueueLists* m_lists = nullptr;
  std::vector<GroupReport> m_out;
};

}  // namespace

std::vector<GroupReport> groupReports(const ClusterSnapshot& snapshot, const VolcanoEnqueue* enqueue,
                                      const KoordinatorQuotas* quotas) {
  return snapshot.extras != nullptr ? Reporter(snapshot, enqueue, quotas).run() : std::vector<GroupReport>();
}

bool namesQueues(GroupSystem system) noexcept {
  return system != GroupSystem::Koordinator && system != GroupSystem::SchedulerPlugins;
}

std::string_view plainResource(std::string_view resource) noexcept {
  for (const std::string_view prefix : {std::string_view("requests."), std::string_view("limits.")}) {
    if (resource.substr(0, prefix.size()) == prefix) return resource.substr(prefix.size());
  }
  return resource;
}

int rankOfResource(std::string_view resource) noexcept {
  switch (provider::classify(plainResource(resource))) {
    case provider::GpuResource::None:
      return 0;
    case provider::GpuResource::Memory:
    case provider::GpuResource::Core:
    case provider::GpuResource::Vgpu:
      return 1;
    case provider::GpuResource::Topology:
    case provider::GpuResource::Nvidia:
    case provider::GpuResource::Counted:
      break;
  }
  return 2;
}

const char* toString(GroupSystem system) {
  switch (system) {
    case GroupSystem::Volcano:
      return "volcano";
    case GroupSystem::Kai:
      return "kai";
    case GroupSystem::Koordinator:
      return "koordinator";
    case GroupSystem::SchedulerPlugins:
      return "scheduler-plugins";
    case GroupSystem::QuotaTree:
      return "elastic-quota-tree";
    case GroupSystem::Yunikorn:
      return "yunikorn";
    case GroupSystem::ResourceQuota:
      return "resource-quota";
    case GroupSystem::Kubernetes:
      return "kubernetes";
  }
  return "";
}

const char* toString(GroupCause cause) {
  switch (cause) {
    case GroupCause::None:
      return "none";
    case GroupCause::QueueMissing:
      return "queueMissing";
    case GroupCause::QueueNotOpen:
      return "queueNotOpen";
    case GroupCause::AboveLimit:
      return "aboveLimit";
    case GroupCause::AboveFree:
      return "aboveFree";
    case GroupCause::Overcommit:
      return "overcommit";
    case GroupCause::Refused:
      return "refused";
    case GroupCause::OverQuota:
      return "overQuota";
    case GroupCause::Guaranteed:
      return "guaranteed";
    case GroupCause::QueueNotLeaf:
      return "queueNotLeaf";
    case GroupCause::AboveAllMin:
      return "aboveAllMin";
    case GroupCause::TreeBroken:
      return "treeBroken";
    case GroupCause::AboveShare:
      return "aboveShare";
    case GroupCause::GangIncomplete:
      return "gangIncomplete";
    case GroupCause::GangNoRoom:
      return "gangNoRoom";
    case GroupCause::GangNotKnown:
      return "gangNotKnown";
    case GroupCause::GangNeverWhole:
      return "gangNeverWhole";
    case GroupCause::GangGated:
      return "gangGated";
  }
  return "";
}

std::string groupAmountText(const std::string& name, double amount) {
  const std::string resource(plainResource(name));
  if (std::isinf(amount)) return "unlimited";
  const double scaled = resource == "cpu" ? amount * kMilli : amount;
  constexpr double kExact = 9e15;  // beyond that a double skips integers
  constexpr double kCut = 1e-6;    // what cores times a thousand may be off
  if (std::abs(scaled - std::round(scaled)) < kCut && std::abs(scaled) < kExact)
    return amountText(resource, static_cast<Amount>(std::llround(scaled)));
  return kaiAmountText(amount);
}

}  // namespace cardinal::queues
