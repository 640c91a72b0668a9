// SPDX-License-Identifier: Apache-2.0
#include "core/queues/kueue/kueue_question.h"

#include <algorithm>

namespace cardinal::queues {
namespace {

using Node = QuotaTree::Node;

bool fitsNow(KueueState& state, const KueueWorkload& workload, Node queue,
             const std::vector<std::int32_t>& counts = {}) {
  return assignFlavors(state, workload, queue, counts, nullptr).mode() == AdmissionMode::Fit;
}

/// `state` and `emptied`, the same queues with nobody in them, are as before afterwards.
class Remedies {
 public:
  Remedies(KueueState& state, KueueState& emptied, const KueueWorkload& workload, const KueueClusterQueue& queue)
      : m_state(state),
        m_emptied(emptied),
        m_workload(workload),
        m_queue(queue),
        m_node(state.tree().queue(queue.name)) {}

  std::vector<QueueRemedy> find() {
    if (fitsNow(m_emptied, m_workload, m_emptied.tree().queue(m_queue.name)))
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
      if (fitsNow(m_state, m_workload, m_node, counts)) {
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
    std::map<std::string, Amount> requested;
    for (const PodSetRequests& podSet : requestsOf(m_workload)) {
      for (const auto& [resource, amount] : podSet.total()) requested[resource] = plus(requested[resource], amount);
    }
    constexpr std::size_t kMax = 16;
    QuotaTree& tree = m_state.tree();
    for (const KueueResourceGroup& group : m_queue.groups) {
      for (const KueueFlavorQuotas& flavor : group.flavors) {
        for (const auto& [resource, quota] : flavor.resources) {
          const auto wanted = requested.find(resource);
          if (wanted == requested.end() || m_found.size() >= kMax) continue;
          const int cell = tree.cellOf(flavor.flavor, resource);
          const Amount missing = minus(wanted->second, tree.available(m_node, cell));
          if (missing > 0 && fitsWith(cell, missing))
            m_found.push_back({QueueRemedy::Kind::MoreQuota, 0, flavor.flavor, resource, missing});
        }
      }
    }
  }

  bool fitsWith(int cell, Amount more) {
    const RaisedQuota raised(m_state.tree(), m_node, cell, more);
    return fitsNow(m_state, m_workload, m_node);
  }

  KueueState& m_state;
  KueueState& m_emptied;
  const KueueWorkload& m_workload;
  const KueueClusterQueue& m_queue;
  Node m_node;
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

bool isOfOtherCluster(const KueueObjects& objects, const KueueClusterQueue& queue, const FlavorAssignment& assignment) {
  std::vector<std::string> names = checksFor(queue, assignment);
  for (const KueueRequiredCheck& check : queue.checks) {
    if (check.flavors.empty()) names.push_back(check.name);
  }
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    const auto check = objects.checks.find(name);
    return check != objects.checks.end() && check->second.isOfOtherCluster();
  });
}

/// Takes away the quota that an elastic job takes over, for as long as it is asked about.
class WithoutReplaced {
 public:
  WithoutReplaced(KueueState& state, const KueueWorkload& workload)
      : m_state(state), m_holder(state.replacedBy(workload)) {
    if (m_holder != nullptr) m_state.remove(*m_holder);
  }
  ~WithoutReplaced() {
    if (m_holder != nullptr) m_state.add(*m_holder);
  }
  WithoutReplaced(const WithoutReplaced&) = delete;
  WithoutReplaced& operator=(const WithoutReplaced&) = delete;

 private:
  KueueState& m_state;
  const QuotaHolder* m_holder;
};

/// A state together with the objects that it refers to.
struct Emptied {
  explicit Emptied(const KueueObjects& all) : objects(withoutWorkloads(all)), state(objects) {}
  KueueObjects objects;
  KueueState state;
};

}  // namespace

struct KueueQuestions::State {
  explicit State(const KueueObjects& all) : objects(all), state(all), lines(pendingByQueue(all)) {}

  /// Those in front of it, were it to wait.
  std::size_t aheadOf(const KueueWorkload& workload, const std::string& queue) const {
    const auto line = lines.find(queue);
    if (line == lines.end()) return 0;
    return static_cast<std::size_t>(
        std::count_if(line->second.begin(), line->second.end(), [&](const KueueWorkload* other) {
          return other->key != workload.key && (!workload.mayQueue() || waitsBefore(*other, workload));
        }));
  }

  KueueState& emptied() {
    if (!nobody) nobody.emplace(objects);
    return nobody->state;
  }

  const KueueObjects& objects;
  KueueState state;
  std::map<std::string, std::vector<const KueueWorkload*>> lines;
  std::optional<Emptied> nobody;  ///< made when it is first needed
};

KueueQuestions::KueueQuestions(const KueueObjects& objects) : m_state(std::make_unique<State>(objects)) {}
KueueQuestions::~KueueQuestions() = default;

QueueAnswer KueueQuestions::ask(const KueueWorkload& workload) {
  const KueueObjects& objects = m_state->objects;
  QueueAnswer out;
  out.message = queueBlocker(objects, workload);
  const KueueClusterQueue* queue = clusterQueueOf(objects, workload);
  if (queue != nullptr) out.clusterQueue = queue->name;
  if (!out.message.empty() || queue == nullptr) return out;
  if (workload.hold != KueueHold::None) {
    out.verdict = QueueVerdict::Held;
    out.hold = workload.hold;
    out.message = workload.holdWords;
    return out;
  }
  out.ahead = m_state->aheadOf(workload, queue->name);
  out.verdict = QueueVerdict::Refused;
  out.message = refusalBeforeFlavors(objects, workload, *queue);
  if (!out.message.empty()) return out;
  KueueState& state = m_state->state;
  const Node node = state.tree().queue(queue->name);
  // cohorts that are their own ancestors
  if (!state.tree().isActive(node)) {
    out.message = "ClusterQueue " + queue->name + " is inactive";
    return out;
  }
  const WithoutReplaced without(state, workload);
  Nomination found = nominate(state, workload, node, nullptr);
  for (const Victim& victim : found.victims) {
    const KueueWorkload& taken = *state.holders()[victim.holder].workload;
    out.victims.push_back({taken.key, victim.reason, taken.isEvicted()});
  }
  out.assignment = std::move(found.assignment);
  out.message = out.assignment.message();
  out.hasTopology = hasTopology(objects, out.assignment);
  out.isOfOtherCluster = isOfOtherCluster(objects, *queue, out.assignment);
  if (out.assignment.mode() == AdmissionMode::Fit) {
    out.checks = checksFor(*queue, out.assignment);
    out.verdict = out.checks.empty() ? QueueVerdict::Admitted : QueueVerdict::ReservesQuota;
    return out;
  }
  out.verdict = out.victims.empty() ? QueueVerdict::Waits : QueueVerdict::NeedsVictims;
  out.remedies = Remedies(state, m_state->emptied(), workload, *queue).find();
  return out;
}

QueueAnswer askKueue(const KueueObjects& objects, const KueueWorkload& workload) {
  return KueueQuestions(objects).ask(workload);
}

}  // namespace cardinal::queues
