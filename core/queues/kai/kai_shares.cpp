// SPDX-License-Identifier: Apache-2.0
#include "core/queues/kai/kai_shares.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "core/model/extras/extra.h"
#include "core/provider/stacks/kai.h"

namespace cardinal::queues {
namespace {

constexpr const char* kGroupAnnotation = "pod-group-name";
constexpr std::size_t kDeepest = 100;  ///< names of parents may form a ring

KaiQuota quotaOf(const RawKaiQueueResource& raw, double scale) {
  const auto amount = [&](const std::optional<double>& value) {
    const double number = value.value_or(0);
    return number == kKaiUnlimited ? number : number * scale;
  };
  return {amount(raw.quota), amount(raw.limit), raw.overQuotaWeight.value_or(0)};
}

class Shares {
 public:
  explicit Shares(const ClusterSnapshot& snapshot) : m_snapshot(snapshot) {}

  std::map<std::string, double> run() {
    const ClusterExtras* extras = m_snapshot.extras.get();
    const bool isWhole = m_snapshot.scope.empty() && extras != nullptr && extras->groups != nullptr &&
                         extras->knows(ExtraKind::KaiQueue) && extras->knows(ExtraKind::KaiPodGroup);
    if (!isWhole) return {};
    for (const auto& queue : extras->groups->kaiQueues) {
      if (!queue->problems.empty()) return {};
      m_queues.put(kaiQueueOf(*queue));
    }
    for (const auto& group : extras->groups->kaiGroups) m_groups[group->meta.key] = group.get();
    for (const NodePtr& node : m_snapshot.nodes) readNode(*node);
    for (const PodPtr& pod : m_snapshot.unboundPods) addWaiting(*pod->raw);
    if (!m_isCertain) return {};
    divide({}, m_total, 0);
    return std::move(m_shares);
  }

 private:
  void readNode(const NodeRecord& record) {
    if (!record.exists()) {
      m_isCertain = m_isCertain && record.pods.empty();
      return;
    }
    const kai::Node node = kai::readNode(*record.raw);
    const bool counts = node.refusals.empty();
    if (counts) m_total += static_cast<double>(node.gpus);
    if (node.memoryKnown) m_smallestCard = std::min(m_smallestCard, node.cardMemory);
    for (const PodPtr& pod : record.pods) {
      const RawPod& raw = *pod->raw;
      if (isTerminal(raw)) continue;
      const bool isReservation = kai::readReservation(raw).has_value();
      const RawKaiPodGroup* group = groupOf(raw);
      // what a pod holds that is on its way out counts for nobody
      if (group != nullptr && !isTerminating(raw)) {
        if (const auto gpus = gpusOf(raw, node.cardMemory, true))
          m_queues.addAllocated(m_uses, group->queue, {0, 0, *gpus}, true);
      } else if (group == nullptr && !isReservation && counts) {
        m_total -= gpusOf(raw, node.cardMemory, true).value_or(0);
      }
    }
  }

  void addWaiting(const RawPod& pod) {
    const RawKaiPodGroup* group = groupOf(pod);
    if (group == nullptr || isTerminal(pod) || isTerminating(pod) || pod.spec.hasSchedulingGates) return;
    if (const auto gpus = gpusOf(pod, m_smallestCard, false)) m_queues.addWaiting(m_uses, group->queue, {0, 0, *gpus});
  }

  const RawKaiPodGroup* groupOf(const RawPod& pod) const {
    const std::string* name = find(pod.meta.annotations, kGroupAnnotation);
    if (name == nullptr) return nullptr;
    const auto found = m_groups.find({pod.meta.key.ns, *name});
    return found != m_groups.end() ? found->second : nullptr;
  }

  /// Nothing where they are not counted here; then no share is certain.
  std::optional<double> gpusOf(const RawPod& pod, std::int64_t card, bool isHundredths) {
    using Kind = kai::Request::Kind;
    constexpr double kHundred = 100;
    const kai::Request request = kai::readRequest(pod);
    if (request.kind == Kind::Whole) return static_cast<double>(request.gpus);
    if (request.kind == Kind::CpuOnly) return 0;
    const bool isCounted = request.kind == Kind::Shared && (request.memory == 0 || (card > 0 && card != kNoCard));
    m_isCertain = m_isCertain && isCounted;
    if (!isCounted) return std::nullopt;
    const auto devices = static_cast<double>(request.devices);
    if (request.memory == 0) return devices * std::round(request.fraction * kHundred) / kHundred;
    const double part = static_cast<double>(request.memory) / static_cast<double>(card);
    return devices * (isHundredths ? std::ceil(part * kHundred) / kHundred : part);
  }

  /// Children divide what their parent has; where the scheduler draws, what lies below is open too.
  void divide(const std::string& parent, double total, std::size_t depth) {
    if (depth > kDeepest) return;
    const auto level = kaiFairShares(total, KaiResource::Gpu, m_queues.childrenOf(parent), m_uses);
    for (const auto& [name, share] : level) {
      if (share.most > share.least) continue;
      m_shares[name] = share.least;
      divide(name, share.least, depth + 1);
    }
  }

  static constexpr std::int64_t kNoCard = std::numeric_limits<std::int64_t>::max();

  const ClusterSnapshot& m_snapshot;
  KaiQueues m_queues;
  std::map<ObjectKey, const RawKaiPodGroup*> m_groups;
  std::map<std::string, KaiUse> m_uses;
  std::map<std::string, double> m_shares;
  double m_total = 0;
  std::int64_t m_smallestCard = kNoCard;
  bool m_isCertain = true;
};

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

std::map<std::string, double> kaiGpuShares(const ClusterSnapshot& snapshot) {
  return Shares(snapshot).run();
}

}  // namespace cardinal::queues
