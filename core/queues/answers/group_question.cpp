// SPDX-License-Identifier: Apache-2.0
#include "core/queues/answers/group_question.h"

#include <algorithm>
#include <functional>

#include "core/model/extras/extra.h"
#include "core/provider/stacks/kai.h"
#include "core/queues/kai_groups.h"
#include "core/queues/koordinator_quotas.h"
#include "core/queues/quota_tree_report.h"
#include "core/queues/resource_quotas.h"
#include "core/queues/volcano_enqueue.h"

namespace cardinal::queues {
namespace {

bool isKnown(const GroupWorkload& workload) {
  return std::all_of(workload.pods.begin(), workload.pods.end(),
                     [](const GroupWorkload::Pods& one) { return one.pod != nullptr && one.count.has_value(); });
}

std::int64_t podsOf(const GroupWorkload& workload) {
  std::int64_t out = 0;
  for (const GroupWorkload::Pods& one : workload.pods) out += one.count.value_or(0);
  return out;
}

/// Of the first `most` pods.
Amounts sumOf(const GroupWorkload& workload, std::int64_t most) {
  Amounts out;
  for (const GroupWorkload::Pods& one : workload.pods) {
    const std::int64_t taken = std::min(most, *one.count);
    addPod(out, *one.pod, static_cast<double>(taken));
    most -= taken;
  }
  return out;
}

bool namesScheduler(const GroupWorkload& workload, std::string_view name) {
  return std::any_of(workload.pods.begin(), workload.pods.end(), [name](const GroupWorkload::Pods& one) {
    return one.pod != nullptr && one.pod->spec.schedulerName == name;
  });
}

void take(const GroupWait& wait, GroupAnswer& out) {
  out.verdict = wait.cause == GroupCause::None         ? GroupVerdict::Passes
                : wait.cause == GroupCause::AboveLimit ? GroupVerdict::Never
                                                       : GroupVerdict::Waits;
  out.cause = wait.cause;
  out.quota = wait.quota;
  out.resource = wait.resource;
  out.requested = wait.requested;
  out.free = wait.free;
  out.remedies = wait.remedies;
}

/// Of workloads of one role: others cannot be shrunk by a number alone.
void offerFewer(const GroupWorkload& workload, GroupAnswer& out, const std::function<bool(std::int64_t)>& fits) {
  if (workload.pods.size() != 1) return;
  const std::int64_t most = mostPods(out.pods, fits);
  // a gang of all pods shrinks with them
  const std::int64_t gang = workload.gang.value_or(out.pods);
  if (most == 0 || (gang < out.pods && most < gang)) return;
  GroupRemedy remedy;
  remedy.kind = GroupRemedy::Kind::FewerPods;
  remedy.pods = most;
  out.remedies.push_back(std::move(remedy));
}

/// Of all pods of the workload.
void askLimits(const LimitTree& tree, LimitRemedies& remedies, std::size_t leaf, const GroupWorkload& workload,
               GroupAnswer& out) {
  LimitRequest request;
  request.next = sumOf(workload, out.pods);
  const auto hit = tree.hit(leaf, request.next);
  if (!hit) {
    out.verdict = GroupVerdict::Passes;
    return;
  }
  out.verdict = hit->isHopeless ? GroupVerdict::Never : GroupVerdict::Waits;
  out.cause = hit->isHopeless ? GroupCause::AboveLimit : GroupCause::AboveFree;
  out.quota = tree.nodes()[hit->node].name;
  out.resource = hit->resource;
  out.requested = hit->requested;
  out.free = hit->free;
  out.remedies = remedies.of(leaf, request);
  offerFewer(workload, out, [&](std::int64_t pods) { return !tree.hit(leaf, sumOf(workload, pods)); });
}

}  // namespace

struct GroupQuestion::State {
  const ClusterSnapshot& snapshot;
  GroupQueueLists none{};
  const GroupQueueLists* lists = &none;
  std::unique_ptr<QuotaRemedies> quotaRemedies{};
  std::unique_ptr<AckTree> tree{};
  std::unique_ptr<YunikornQueues> yunikorn{};
  std::unique_ptr<VolcanoEnqueue> volcano{};
  std::unique_ptr<KaiGroups> kai{};
  std::unique_ptr<KoordinatorQuotas> koordinator{};

  bool knows(ExtraKind kind) const { return snapshot.extras != nullptr && snapshot.extras->knows(kind); }

  void askResourceQuotas(const GroupWorkload& workload, std::vector<GroupAnswer>& out);
  void askTree(const GroupWorkload& workload, std::vector<GroupAnswer>& out);
  void askYunikorn(const GroupWorkload& workload, std::vector<GroupAnswer>& out);
  void askVolcano(const GroupWorkload& workload, std::vector<GroupAnswer>& out);
  void askKai(const GroupWorkload& workload, std::vector<GroupAnswer>& out);
  void askKoordinator(const GroupWorkload& workload, std::vector<GroupAnswer>& out);
  const RawVolcanoQueue* volcanoQueue(const std::string& name) const;
};

void GroupQuestion::State::askResourceQuotas(const GroupWorkload& workload, std::vector<GroupAnswer>& out) {
  if (!knows(ExtraKind::ResourceQuota)) return;
  std::vector<NewPods> pods;
  for (const GroupWorkload::Pods& one : workload.pods) {
    if (one.pod != nullptr && one.count.value_or(0) > 0) pods.push_back({one.pod.get(), *one.count});
  }
  if (quotaRemedies == nullptr) quotaRemedies = std::make_unique<QuotaRemedies>(snapshot, lists->resourceQuotas);
  const QuotaAnswer found = askQuotas(lists->resourceQuotas, workload.ns, pods);
  if (found.quota == nullptr && !found.namesDevices) return;
  GroupAnswer answer;
  answer.system = GroupSystem::ResourceQuota;
  answer.isModelled = found.isUnread || !isKnown(workload);
  answer.pods = found.pods;
  answer.created = found.created;
  answer.verdict = found.created == found.pods ? GroupVerdict::Passes
                   : found.created > 0         ? GroupVerdict::Partly
                                               : GroupVerdict::Waits;
  if (found.quota != nullptr) {
    answer.cause = GroupCause::Refused;
    answer.queue = answer.quota = found.quota->meta.key.name;
    answer.resource = found.resource;
    answer.requested = found.requested;
    answer.free = found.free;
    const Quantity* hard = find(found.quota->hard, found.resource);
    if (found.created == 0 && hard != nullptr && found.requested > amountIn(*hard))
      answer.verdict = GroupVerdict::Never;
    answer.remedies = quotaRemedies->of(workload.ns, pods);
    offerFewer(workload, answer, [&](std::int64_t most) { return most <= found.created; });
  }
  out.push_back(std::move(answer));
}

void GroupQuestion::State::askTree(const GroupWorkload& workload, std::vector<GroupAnswer>& out) {
  if (!knows(ExtraKind::QuotaTree)) return;
  if (tree == nullptr) tree = std::make_unique<AckTree>(snapshot, *lists);
  const auto leaf = tree->leafOf(workload.ns);
  if (!leaf) return;
  GroupAnswer answer;
  answer.system = GroupSystem::QuotaTree;
  answer.queue = tree->tree().nodes()[*leaf].name;
  answer.pods = podsOf(workload);
  if (isKnown(workload)) askLimits(tree->tree(), tree->remedies(), *leaf, workload, answer);
  out.push_back(std::move(answer));
}

void GroupQuestion::State::askYunikorn(const GroupWorkload& workload, std::vector<GroupAnswer>& out) {
  if (!namesScheduler(workload, "yunikorn")) return;
  if (yunikorn == nullptr) yunikorn = std::make_unique<YunikornQueues>(snapshot, *lists);
  GroupAnswer answer;
  answer.system = GroupSystem::Yunikorn;
  answer.pods = podsOf(workload);
  for (const GroupWorkload::Pods& one : workload.pods) {
    if (answer.queue.empty() && one.pod != nullptr) answer.queue = YunikornQueues::queueOf(*one.pod);
  }
  const auto at = answer.queue.empty() ? std::nullopt : yunikorn->tree().find(answer.queue);
  if (at && !yunikorn->takesApplications(*at)) {
    answer.verdict = GroupVerdict::NoQueue;
    answer.cause = GroupCause::QueueNotOpen;
  } else if (at && isKnown(workload)) {
    askLimits(yunikorn->tree(), yunikorn->remedies(), *at, workload, answer);
  } else if (!at && !answer.queue.empty() && yunikorn->isRead() && !yunikorn->makesQueues()) {
    answer.verdict = GroupVerdict::NoQueue;
    answer.cause = GroupCause::QueueMissing;
  }
  out.push_back(std::move(answer));
}

const RawVolcanoQueue* GroupQuestion::State::volcanoQueue(const std::string& name) const {
  const auto& queues = lists->volcanoQueues;
  const auto found =
      std::find_if(queues.begin(), queues.end(), [&](const auto& one) { return one->meta.key.name == name; });
  return found != queues.end() ? found->get() : nullptr;
}

void GroupQuestion::State::askVolcano(const GroupWorkload& workload, std::vector<GroupAnswer>& out) {
  if (!workload.isVolcanoJob && !namesScheduler(workload, "volcano")) return;
  if (!knows(ExtraKind::VolcanoQueue) && !knows(ExtraKind::VolcanoPodGroup)) return;
  if (volcano == nullptr) volcano = std::make_unique<VolcanoEnqueue>(snapshot, *lists);
  GroupAnswer answer;
  answer.system = GroupSystem::Volcano;
  answer.queue = workload.queue.empty() ? "default" : workload.queue;
  answer.pods = podsOf(workload);
  answer.overcommit = volcano->overcommit();
  answer.isDefaultConfig = volcano->isDefaultConfig();
  const RawVolcanoQueue* queue = volcanoQueue(answer.queue);
  GroupWait inTree;
  inTree.queue = answer.queue;
  volcano->judgeTree(inTree);
  if (knows(ExtraKind::VolcanoQueue) && queue == nullptr) {
    answer.verdict = GroupVerdict::NoQueue;
    answer.cause = GroupCause::QueueMissing;
  } else if (queue != nullptr && !queue->state.empty() && queue->state != "Open") {
    answer.verdict = GroupVerdict::NoQueue;
    answer.cause = GroupCause::QueueNotOpen;
  } else if (inTree.cause != GroupCause::None) {
    answer.verdict = GroupVerdict::NoQueue;
    answer.cause = inTree.cause;
    answer.quota = inTree.quota;
  } else if (workload.isVolcanoJob && workload.isNeverWhole) {
    answer.verdict = GroupVerdict::Never;
    answer.cause = GroupCause::GangNeverWhole;
    answer.isModelled = false;
  } else if (isKnown(workload) && volcano->isKnown()) {
    // of pods without a group of their own Volcano makes one, of one pod
    const std::int64_t gang = workload.gang.value_or(workload.isVolcanoJob ? answer.pods : 1);
    const Amounts requests = sumOf(workload, gang);
    const auto above = [&](const Amounts& amounts) {
      return queue == nullptr ? amounts.end() : std::find_if(amounts.begin(), amounts.end(), [&](const auto& request) {
        const Quantity* most = find(queue->capability, request.first);
        return most != nullptr && amountIn(*most) > 0 && request.second > amountIn(*most);
      });
    };
    const auto limit = above(requests);
    GroupWait wait;
    wait.queue = answer.queue;
    volcano->judge(requests, wait);
    if (wait.cause == GroupCause::None) volcano->judgeShare(requests, false, wait);
    take(wait, answer);
    if (limit != requests.end()) {
      answer.verdict = GroupVerdict::Never;
      answer.cause = GroupCause::AboveLimit;
      answer.quota.clear();
      answer.isModelled = false;  // as the queue's own rule has it
      answer.resource = limit->first;
      answer.requested = limit->second;
      answer.free = amountIn(*find(queue->capability, limit->first));
    } else if (workload.isVolcanoJob && answer.verdict == GroupVerdict::Passes) {
      const Amounts all = sumOf(workload, answer.pods);
      if (const auto further = above(all); further != all.end()) {
        answer.verdict = GroupVerdict::Partly;
        answer.cause = GroupCause::AboveLimit;
        answer.resource = further->first;
        answer.requested = further->second;
        answer.free = amountIn(*find(queue->capability, further->first));
        const auto fits = [&](std::int64_t pods) {
          const Amounts some = sumOf(workload, pods);
          return above(some) == some.end();
        };
        answer.created = mostPods(answer.pods, fits);
        answer.isModelled = false;  // no more than its capability is ever let into the queue
      }
    }
    answer.remedies = volcano->remedies(answer.queue, requests, {});
    // of a gang of less than all pods the others are not asked about
    if (gang == answer.pods && !answer.remedies.empty())
      offerFewer(workload, answer,
                 [&](std::int64_t pods) { return volcano->letsIn(answer.queue, sumOf(workload, pods)); });
  }
  out.push_back(std::move(answer));
}

/// What is asked by the first `most` pods; nothing = a pod asks in a way that is not counted.
std::optional<KaiRequest> kaiRequestOf(const KaiGroups& kai, const std::string& queue, const GroupWorkload& workload,
                                       std::int64_t most) {
  KaiRequest out{queue};
  for (const GroupWorkload::Pods& one : workload.pods) {
    const auto gpus = kai.requestedBy(*one.pod);
    if (!gpus) return std::nullopt;
    const std::int64_t taken = std::min(most, *one.count);
    out.gpus += *gpus * static_cast<double>(taken);
    most -= taken;
    // the labels of the object count before those of its pods
    const auto label = [&](const char* key) {
      const std::string* own = find(workload.labels, key);
      return own != nullptr ? own : find(one.pod->meta.labels, key);
    };
    const std::string* said = label("kai.scheduler/preemptibility");
    const std::string* named = label("priorityClassName");
    const std::string& priority = named != nullptr ? *named : one.pod->spec.priorityClassName;
    if (said != nullptr ? *said == "non-preemptible" : priority == "build" || priority == "inference")
      out.isPreemptible = false;
  }
  return out;
}

void GroupQuestion::State::askKai(const GroupWorkload& workload, std::vector<GroupAnswer>& out) {
  if (!namesScheduler(workload, kai::kScheduler) || !knows(ExtraKind::KaiQueue)) return;
  if (kai == nullptr) kai = std::make_unique<KaiGroups>(snapshot);
  GroupAnswer answer;
  answer.system = GroupSystem::Kai;
  answer.queue = workload.queue;
  answer.pods = podsOf(workload);
  if (!kai->isCertain() || !isKnown(workload) || answer.queue.empty()) {
    out.push_back(std::move(answer));
    return;
  }
  const auto requestOf = [&](std::int64_t pods) { return kaiRequestOf(*kai, answer.queue, workload, pods); };
  if (!kai->queues().takesPods(answer.queue)) {
    answer.verdict = GroupVerdict::NoQueue;
    answer.cause = kai->queues().all().count(answer.queue) == 0 ? GroupCause::QueueMissing : GroupCause::QueueNotOpen;
  } else if (const auto all = requestOf(answer.pods)) {
    GroupWait wait;
    kai->judge(*all, {}, wait);
    take(wait, answer);
    if (wait.cause != GroupCause::None)
      offerFewer(workload, answer, [&](std::int64_t pods) { return !kai->refusal(*requestOf(pods)); });
  }
  out.push_back(std::move(answer));
}

void GroupQuestion::State::askKoordinator(const GroupWorkload& workload, std::vector<GroupAnswer>& out) {
  if (!namesScheduler(workload, "koord-scheduler") || !knows(ExtraKind::KoordinatorQuota)) return;
  if (koordinator == nullptr) koordinator = std::make_unique<KoordinatorQuotas>(snapshot, *lists);
  if (!isKnown(workload)) return;
  const auto quota = koordinator->quotaOf(*workload.pods.front().pod, workload.ns);
  if (!quota) return;
  GroupAnswer answer;
  answer.system = GroupSystem::Koordinator;
  answer.queue = koordinator->tree().nodes()[*quota].name;
  answer.pods = podsOf(workload);
  LimitRequest request;
  request.next = sumOf(workload, answer.pods);
  GroupWait wait;
  koordinator->judge(*quota, request, wait);
  take(wait, answer);
  if (wait.cause != GroupCause::None)
    offerFewer(workload, answer,
               [&](std::int64_t pods) { return !koordinator->tree().hit(*quota, sumOf(workload, pods)); });
  out.push_back(std::move(answer));
}

std::optional<bool> GroupAnswer::isAdmittedNow() const {
  switch (verdict) {
    case GroupVerdict::Unknown:
      return std::nullopt;
    case GroupVerdict::Passes:
      return isModelled ? std::nullopt : std::optional(true);
    case GroupVerdict::NoQueue:
      return false;
    case GroupVerdict::Never:
    case GroupVerdict::Partly:
    case GroupVerdict::Waits:
      return isModelled ? std::nullopt : std::optional(false);
  }
  return std::nullopt;
}

GroupQuestion::GroupQuestion(const ClusterSnapshot& snapshot) : m_state(new State{snapshot}) {
  if (snapshot.extras != nullptr && snapshot.extras->groups != nullptr) m_state->lists = snapshot.extras->groups.get();
}

GroupQuestion::~GroupQuestion() = default;

std::vector<GroupAnswer> GroupQuestion::ask(const GroupWorkload& workload) {
  std::vector<GroupAnswer> out;
  m_state->askVolcano(workload, out);
  m_state->askTree(workload, out);
  m_state->askYunikorn(workload, out);
  m_state->askKai(workload, out);
  m_state->askKoordinator(workload, out);
  m_state->askResourceQuotas(workload, out);
  return out;
}

const char* toString(GroupVerdict verdict) {
  switch (verdict) {
    case GroupVerdict::Passes:
      return "passes";
    case GroupVerdict::Partly:
      return "partly";
    case GroupVerdict::Waits:
      return "waits";
    case GroupVerdict::Never:
      return "never";
    case GroupVerdict::NoQueue:
      return "noQueue";
    case GroupVerdict::Unknown:
      return "unknown";
  }
  return "";
}

}  // namespace cardinal::queues
