// SPDX-License-Identifier: Apache-2.0
#include "core/queues/kueue/kueue_question.h"

#include <algorithm>

namespace cardinal::queues {
namespace {

using Node = QuotaTree::Node;

bool fitsNow(const KueueObjects& objects, const KueueWorkload& workload, const std::string& queue,
             const std::vector<std::int32_t>& counts = {}) {
  KueueState state(objects);
  const Node node = state.tree().queue(queue);
  return assignFlavors(state, workload, node, counts, nullptr).mode() == AdmissionMode::Fit;
}

/// The same queues with nobody in them.
KueueObjects emptied(const KueueObjects& objects) {
  KueueObjects out = objects;
  out.workloads.clear();
  return out;
}

class Remedies {
 public:
  Remedies(const KueueObjects& objects, const KueueWorkload& workload, const KueueClusterQueue& queue)
      : m_objects(objects), m_workload(workload), m_queue(queue) {}

  std::vector<QueueRemedy> find() {
    if (fitsNow(emptied(m_objects), m_workload, m_queue.name))
      m_found.push_back({QueueRemedy::Kind::OthersFinish, 0, {}, {}, 0});
    offerFewerPods();
    offerQuota();
    return std::move(m_found);
  }

 private:
  /// The most pods, each pod set shrunk alike and never to nothing.
  void offerFewerPods() {
    std::int64_t all = 0;
    for (const KueuePodSet& podSet : m_workload.podSets) all += podSet.count;
    const auto countsFor = [&](std::int64_t pods) {
      std::vector<std::int32_t> counts;
      for (const KueuePodSet& podSet : m_workload.podSets) {
        const std::int64_t share = podSet.count * pods / all;
        counts.push_back(
            static_cast<std::int32_t>(std::max<std::int64_t>(std::min<std::int64_t>(1, podSet.count), share)));
      }
      return counts;
    };
    std::int64_t most = 0;
    std::int64_t low = 1;
    std::int64_t high = all - 1;
    while (low <= high) {
      const std::int64_t middle = low + (high - low) / 2;
      const auto counts = countsFor(middle);
      if (fitsNow(m_objects, m_workload, m_queue.name, counts)) {
        most = 0;
        for (const std::int32_t count : counts) most += count;
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    if (most > 0 && most < all) m_found.push_back({QueueRemedy::Kind::FewerPods, most, {}, {}, 0});
  }

  /// One cell at a time: the resource of a flavor that is short, by what it is short of.
  void offerQuota() {
    std::map<std::string, Amount> asked;
    for (const PodSetRequests& podSet : requestsOf(m_workload)) {
      for (const auto& [resource, amount] : podSet.total()) asked[resource] = plus(asked[resource], amount);
    }
    constexpr std::size_t kMost = 16;
    KueueState state(m_objects);
    const Node node = state.tree().queue(m_queue.name);
    for (const KueueResourceGroup& group : m_queue.groups) {
      for (const KueueFlavorQuotas& flavor : group.flavors) {
        for (const auto& [resource, quota] : flavor.resources) {
          const auto wanted = asked.find(resource);
          if (wanted == asked.end() || m_found.size() >= kMost) continue;
          const int cell = state.tree().cellOf(flavor.flavor, resource);
          const Amount missing = minus(wanted->second, state.tree().available(node, cell));
          if (missing > 0 && fitsWith(flavor.flavor, resource, missing))
            m_found.push_back({QueueRemedy::Kind::MoreQuota, 0, flavor.flavor, resource, missing});
        }
      }
    }
  }

  bool fitsWith(const std::string& flavor, const std::string& resource, Amount more) const {
    KueueObjects changed = m_objects;
    for (KueueResourceGroup& group : changed.clusterQueues.at(m_queue.name).groups) {
      for (KueueFlavorQuotas& quotas : group.flavors) {
        const auto quota = quotas.resources.find(resource);
        if (quotas.flavor == flavor && quota != quotas.resources.end())
          quota->second.nominal = plus(quota->second.nominal, more);
      }
    }
    return fitsNow(changed, m_workload, m_queue.name);
  }

  const KueueObjects& m_objects;
  const KueueWorkload& m_workload;
  const KueueClusterQueue& m_queue;
  std::vector<QueueRemedy> m_found;
};

bool hasTopology(const KueueObjects& objects, const FlavorAssignment& assignment) {
  return std::any_of(assignment.podSets.begin(), assignment.podSets.end(), [&](const PodSetAssignment& podSet) {
    return std::any_of(podSet.flavors.begin(), podSet.flavors.end(), [&](const auto& chosen) {
      const auto flavor = objects.flavors.find(chosen.second.flavor);
      return flavor != objects.flavors.end() && !flavor->second.topology.empty();
    });
  });
}

/// Those in front of it, were it to wait.
std::size_t aheadOf(const KueueObjects& objects, const KueueWorkload& workload, const std::string& queue) {
  KueueObjects withIt = objects;
  withIt.workloads[workload.key] = workload;
  const std::vector<ObjectKey> order = pendingOf(withIt, queue, {});
  const auto place = std::find(order.begin(), order.end(), workload.key);
  return static_cast<std::size_t>(place - order.begin());
}

}  // namespace

QueueAnswer askKueue(const KueueObjects& objects, const KueueWorkload& workload) {
  QueueAnswer out;
  out.message = queueBlocker(objects, workload);
  const KueueClusterQueue* queue = clusterQueueOf(objects, workload);
  if (queue != nullptr) out.clusterQueue = queue->name;
  if (!out.message.empty() || queue == nullptr) return out;
  out.ahead = aheadOf(objects, workload, queue->name);
  out.verdict = QueueVerdict::Refused;
  out.message = refusalBeforeFlavors(objects, workload, *queue);
  if (!out.message.empty()) return out;
  KueueState state(objects);
  const Node node = state.tree().queue(queue->name);
  // cohorts that are their own ancestors
  if (!state.tree().isActive(node)) {
    out.message = "ClusterQueue " + queue->name + " is inactive";
    return out;
  }
  Nomination found = nominate(state, workload, node, nullptr);
  for (const Victim& victim : found.victims) {
    const KueueWorkload& taken = *state.holders()[victim.holder].workload;
    out.victims.push_back({taken.key, victim.reason, taken.isEvicted()});
  }
  out.assignment = std::move(found.assignment);
  out.message = out.assignment.message();
  out.hasTopology = hasTopology(objects, out.assignment);
  if (out.assignment.mode() == AdmissionMode::Fit) {
    out.checks = checksFor(*queue, out.assignment);
    out.verdict = out.checks.empty() ? QueueVerdict::Admitted : QueueVerdict::ReservesQuota;
    return out;
  }
  out.verdict = out.victims.empty() ? QueueVerdict::Waits : QueueVerdict::NeedsVictims;
  out.remedies = Remedies(objects, workload, *queue).find();
  return out;
}

}  // namespace cardinal::queues
