// SPDX-License-Identifier: Apache-2.0
#include "core/queues/kai_groups.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/model/extras/extra.h"
#include "core/model/extras/gang_name.h"
#include "core/model/extras/group_queues.h"
#include "core/provider/stacks/kai.h"

namespace cardinal::queues {
namespace {

constexpr const char* kGpus = "nvidia.com/gpu";
constexpr std::size_t kDeepest = 100;  ///< names of parents may form a ring

KaiQuota quotaOf(const RawKaiQueueResource& raw, double scale) {
  const auto amount = [&](const std::optional<double>& value) {
    const double number = value.value_or(0);
    return number == kKaiUnlimited ? number : number * scale;
  };
  return {amount(raw.quota), amount(raw.limit), raw.overQuotaWeight.value_or(0)};
}

}  // namespace

KaiQueue kaiQueueOf(const RawKaiQueue& raw) {
  constexpr double kMegabyte = 1e6;
  constexpr int kUsualPriority = 100;
  KaiQueue out;
  out.name = raw.meta.key.name;
  out.parent = raw.parentQueue;
  out.priority = raw.priority.value_or(kUsualPriority);
  out.created = raw.meta.created;
  out.quotas = {quotaOf(raw.cpu, 1), quotaOf(raw.memory, kMegabyte), quotaOf(raw.gpu, 1)};
  return out;
}

KaiGroups::KaiGroups(const ClusterSnapshot& snapshot) {
  const ClusterExtras* extras = snapshot.extras.get();
  m_isCertain = snapshot.scope.empty() && extras != nullptr && extras->groups != nullptr &&
                extras->knows(ExtraKind::KaiQueue) && extras->knows(ExtraKind::KaiPodGroup);
  if (!m_isCertain) return;
  for (const auto& queue : extras->groups->kaiQueues) {
    m_isCertain = m_isCertain && queue->problems.empty();
    m_queues.put(kaiQueueOf(*queue));
  }
  for (const auto& group : extras->groups->kaiGroups) m_groups[group->meta.key].raw = group.get();
  for (const NodePtr& node : snapshot.nodes) readNode(*node);
  for (const PodPtr& pod : snapshot.unboundPods) addWaiting(*pod->raw);
}

/// Children divide what their parent has; where the scheduler draws, what lies below is open too.
void KaiGroups::divide(const std::string& parent, double total, std::size_t depth,
                       std::map<std::string, double>& out) const {
  if (depth > kDeepest) return;
  const auto level = kaiFairShares(total, KaiResource::Gpu, m_queues.childrenOf(parent), m_uses);
  for (const auto& [name, share] : level) {
    if (share.most > share.least) continue;
    out[name] = share.least;
    divide(name, share.least, depth + 1, out);
  }
}

std::map<std::string, double> KaiGroups::gpuShares() const {
  std::map<std::string, double> out;
  if (m_isCertain) divide({}, m_total, 0, out);
  return out;
}

bool KaiGroups::Group::isPreemptible() const {
  constexpr std::int32_t kLowestFixed = 100;
  if (!raw->preemptibility.empty()) return raw->preemptibility == "preemptible";
  return priority < kLowestFixed;
}

void KaiGroups::readNode(const NodeRecord& record) {
  if (!record.exists()) {
    m_isCertain = m_isCertain && record.pods.empty();
    return;
  }
  const kai::Node node = kai::readNode(*record.raw);
  const bool counts = node.refusals.empty();
  if (counts) m_total += static_cast<double>(node.gpus);
  if (node.memoryKnown) {
    m_smallestCard = std::min(m_smallestCard, node.cardMemory);
    m_largestCard = std::max(m_largestCard, node.cardMemory);
  }
  for (const PodPtr& pod : record.pods) {
    const RawPod& raw = *pod->raw;
    if (isTerminal(raw)) continue;
    const bool isReservation = kai::readReservation(raw).has_value();
    Group* group = groupOf(raw);
    // what a pod holds that is on its way out counts for nobody
    if (group != nullptr && !isTerminating(raw)) {
      const auto gpus = counted(raw, node.cardMemory, true);
      if (!gpus) continue;
      m_queues.addAllocated(m_uses, group->raw->queue, {0, 0, *gpus}, group->isPreemptible());
      group->allocated += *gpus;
      ++group->bound;
    } else if (group == nullptr && !isReservation && counts) {
      m_total -= counted(raw, node.cardMemory, true).value_or(0);
    }
  }
}

void KaiGroups::addWaiting(const RawPod& pod) {
  Group* group = groupOf(pod);
  if (group == nullptr || isTerminal(pod) || isTerminating(pod) || pod.spec.hasSchedulingGates) return;
  if (const auto gpus = counted(pod, m_smallestCard, false))
    m_queues.addWaiting(m_uses, group->raw->queue, {0, 0, *gpus});
  group->waits.push_back(requestedBy(pod).value_or(0));
}

KaiGroups::Group* KaiGroups::groupOf(const RawPod& pod) {
  const std::string* name = annotatedGroup(pod, GangSystem::Kai);
  if (name == nullptr) return nullptr;
  const auto found = m_groups.find({pod.meta.key.ns, *name});
  if (found == m_groups.end()) return nullptr;
  found->second.priority = std::max(found->second.priority, pod.spec.priority);
  return &found->second;
}

std::optional<double> KaiGroups::gpusOf(const RawPod& pod, std::int64_t card, bool isHundredths) const {
  using Kind = kai::Request::Kind;
  constexpr double kHundred = 100;
  const kai::Request request = kai::readRequest(pod);
  if (request.kind == Kind::Whole) return static_cast<double>(request.gpus);
  if (request.kind == Kind::CpuOnly) return 0;
  if (request.kind != Kind::Shared || (request.memory != 0 && (card <= 0 || card == kNoCard))) return std::nullopt;
  const auto devices = static_cast<double>(request.devices);
  if (request.memory == 0) return devices * std::round(request.fraction * kHundred) / kHundred;
  const double part = static_cast<double>(request.memory) / static_cast<double>(card);
  return devices * (isHundredths ? std::ceil(part * kHundred) / kHundred : part);
}

std::optional<double> KaiGroups::counted(const RawPod& pod, std::int64_t card, bool isHundredths) {
  const auto gpus = gpusOf(pod, card, isHundredths);
  m_isCertain = m_isCertain && gpus.has_value();
  return gpus;
}

std::optional<double> KaiGroups::requestedBy(const RawPod& pod) const {
  return gpusOf(pod, m_largestCard, false);
}

std::optional<KaiRequest> KaiGroups::nextOf(const ObjectKey& key) const {
  const auto found = m_groups.find(key);
  if (!m_isCertain || found == m_groups.end() || found->second.waits.empty()) return std::nullopt;
  const Group& group = found->second;
  const auto size = static_cast<std::size_t>(kaiChunk(group.raw->minMember, group.bound));
  const auto& waits = group.waits;
  const bool areAlike = std::all_of(waits.begin(), waits.end(), [&](double one) { return one == waits.front(); });
  // of unlike pods the order decides which come next
  if (size == 0 || size > waits.size() || (!areAlike && size != waits.size())) return std::nullopt;
  KaiRequest out{group.raw->queue, 0, group.isPreemptible()};
  for (std::size_t i = 0; i < size; ++i) out.gpus += waits[i];
  return out;
}

std::optional<KaiRefusal> KaiGroups::refusal(const KaiRequest& request) const {
  return m_queues.refusal(m_uses, request.queue, {0, 0, request.gpus}, request.isPreemptible);
}

void KaiGroups::judge(const ObjectKey& group, GroupWait& wait) const {
  if (const auto request = nextOf(group)) judge(*request, group, wait);
}

void KaiGroups::judge(const KaiRequest& request, const ObjectKey& self, GroupWait& wait) const {
  const auto found = refusal(request);
  if (!found || found->queue.empty()) return;
  wait.cause = !found->isLimit                  ? GroupCause::OverQuota
               : found->requested > found->most ? GroupCause::AboveLimit
                                                : GroupCause::AboveFree;
  wait.resource = kGpus;
  wait.quota = found->queue;
  wait.requested = found->requested;
  wait.free = wait.cause == GroupCause::AboveLimit ? found->most : std::max(0.0, found->most - found->used);
  wait.remedies = remedies(request, self);
}

bool KaiGroups::isBelow(std::string queue, const std::string& above) const {
  for (std::size_t depth = 0; depth < kDeepest && !queue.empty(); ++depth) {
    if (queue == above) return true;
    const auto found = m_queues.all().find(queue);
    if (found == m_queues.all().end()) return false;
    queue = found->second.parent;
  }
  return false;
}

void KaiGroups::offerEndings(const KaiRequest& request, const ObjectKey& self, const KaiRefusal& now,
                             std::vector<GroupRemedy>& out) const {
  std::vector<Holding> bySize;
  std::vector<const Group*> holders;
  for (const auto& [key, group] : m_groups) {
    // the quota is held by those alone that nobody may evict
    const bool counts = group.allocated > 0 && key != self && (now.isLimit || !group.isPreemptible());
    if (!counts || !isBelow(group.raw->queue, now.queue)) continue;
    bySize.push_back({{key, group.allocated}, holders.size()});
    holders.push_back(&group);
  }
  sortBySize(bySize);
  const double missing = now.requested - (now.most - now.used);
  auto found = endings(bySize, kGpus, missing, [&](const std::vector<std::size_t>& ids) {
    std::map<std::string, KaiUse> uses = m_uses;
    for (const std::size_t id : ids)
      m_queues.addAllocated(uses, holders[id]->raw->queue, {0, 0, -holders[id]->allocated},
                            holders[id]->isPreemptible());
    return !m_queues.refusal(uses, request.queue, {0, 0, request.gpus}, request.isPreemptible);
  });
  std::move(found.begin(), found.end(), std::back_inserter(out));
}

void KaiGroups::offerMore(const KaiRequest& request, std::vector<GroupRemedy>& out) const {
  constexpr int kMaxRaises = 32;
  KaiQueues raised = m_queues;
  std::map<std::pair<std::string, std::string>, double> raises;
  for (int i = 0; i < kMaxRaises; ++i) {
    const auto hit = raised.refusal(m_uses, request.queue, {0, 0, request.gpus}, request.isPreemptible);
    if (!hit) break;
    const double lack = hit->used + hit->requested - hit->most;
    KaiQueue queue = raised.all().at(hit->queue);
    KaiQuota& gpus = queue.quotas[static_cast<std::size_t>(KaiResource::Gpu)];
    (hit->isLimit ? gpus.limit : gpus.quota) += lack;
    raised.put(std::move(queue));
    raises[{hit->queue, hit->isLimit ? "limit" : "quota"}] += lack;
  }
  if (raised.refusal(m_uses, request.queue, {0, 0, request.gpus}, request.isPreemptible)) return;
  GroupRemedy remedy;
  remedy.kind = GroupRemedy::Kind::MoreQuota;
  for (const auto& [place, amount] : raises) remedy.raises.push_back({place.first, place.second, kGpus, amount});
  out.push_back(std::move(remedy));
}

std::vector<GroupRemedy> KaiGroups::remedies(const KaiRequest& request, const ObjectKey& self) const {
  std::vector<GroupRemedy> out;
  const auto now = refusal(request);
  if (!m_isCertain || !now || now->queue.empty()) return out;
  if (now->requested <= now->most) offerEndings(request, self, *now, out);
  KaiRequest freed = request;
  freed.isPreemptible = true;
  if (!request.isPreemptible && !refusal(freed)) {
    GroupRemedy remedy;
    remedy.kind = GroupRemedy::Kind::Preemptible;
    out.push_back(std::move(remedy));
  }
  KaiRequest less = request;
  less.gpus = std::floor(now->most - now->used);
  if (less.gpus > 0 && !refusal(less)) {
    GroupRemedy remedy;
    remedy.kind = GroupRemedy::Kind::RequestLess;
    remedy.resource = kGpus;
    remedy.amount = less.gpus;
    out.push_back(std::move(remedy));
  }
  offerMore(request, out);
  return out;
}

}  // namespace cardinal::queues
