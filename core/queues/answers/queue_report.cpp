// SPDX-License-Identifier: Apache-2.0
#include "core/queues/answers/queue_report.h"

#include <algorithm>

namespace cardinal::queues {
namespace {

class Reporter {
 public:
  Reporter(const KueueIndex& kueue, std::size_t mostAsked)
      : m_kueue(kueue), m_mostAsked(mostAsked), m_state(kueue.objects()), m_questions(kueue.held()) {}

  QueueReport report() {
    QueueReport out;
    out.visibility = m_kueue.visibility();
    for (std::size_t i = 0; i < kExtraKinds; ++i) {
      const auto kind = static_cast<ExtraKind>(i);
      if (!isOfKueue(kind) || m_kueue.knows(kind)) continue;
      // levels of topologies decide no quota, and many clusters have no such kind
      if (kind != ExtraKind::KueueTopology) out.unread.push_back(kind);
      if (m_kueue.isRefused(kind)) out.refused.push_back(kind);
    }
    for (const auto& [name, queue] : m_kueue.objects().clusterQueues) out.queues.push_back(rowOf(queue));
    for (const auto& [key, workload] : m_kueue.objects().workloads) {
      if (workload.mayQueue() && m_kueue.positionOf(key) == 0) addWaiting(workload, out.unqueued);
    }
    return out;
  }

 private:
  /// The first of a line are asked about.
  void addWaiting(const KueueWorkload& workload, std::vector<WaitingWorkload>& line) {
    const bool isAsked = line.size() < m_mostAsked;
    line.push_back(isAsked ? m_kueue.waiting(workload, m_questions) : m_kueue.waiting(workload, false));
  }

  QueueRow rowOf(const KueueClusterQueue& queue) {
    QueueRow out;
    out.name = queue.name;
    out.cohort = queue.cohort;
    out.strictOrder = queue.strictOrder;
    const std::vector<ExtraKind> unread = m_kueue.unreadFor(queue);
    const auto isUnread = [&](ExtraKind kind) { return std::find(unread.begin(), unread.end(), kind) != unread.end(); };
    if (!isUnread(ExtraKind::KueueFlavor) && !isUnread(ExtraKind::KueueCheck))
      out.inactivity = inactivityOf(m_kueue.objects(), queue);
    addCautions(out, queue);
    const bool seesWorkloads = m_kueue.knows(ExtraKind::KueueWorkload);
    addCells(out, queue, seesWorkloads, !isUnread(ExtraKind::KueueCohort));
    if (!seesWorkloads) return out;
    addHolding(out);
    if (!m_kueue.knows(ExtraKind::KueueLocalQueue)) return out;
    const std::vector<ObjectKey>& line = m_kueue.lineOf(queue.name);
    out.waiting.reserve(line.size());
    for (const ObjectKey& key : line) addWaiting(m_kueue.objects().workloads.at(key), out.waiting);
    out.pending = line.size();
    return out;
  }

  void addCautions(QueueRow& out, const KueueClusterQueue& queue) const {
    if (!m_kueue.knows(ExtraKind::KueueWorkload)) out.cautions.push_back(QueueCaution::WorkloadsNotRead);
    if (!queue.cohort.empty() && !m_kueue.knows(ExtraKind::KueueCohort))
      out.cautions.push_back(QueueCaution::CohortsNotRead);
    if (m_kueue.reading().openSelectors.count(queue.name) != 0) out.cautions.push_back(QueueCaution::NamespacesNotRead);
    if (m_kueue.isFaulty(queue.name)) out.cautions.push_back(QueueCaution::QuotaUnreadable);
  }

  void addCells(QueueRow& out, const KueueClusterQueue& queue, bool seesWorkloads, bool seesCohort) {
    QuotaTree& tree = m_state.tree();
    const QuotaTree::Node node = tree.queue(queue.name);
    const bool isFaulty = m_kueue.reading().faultyQueues.count(queue.name) != 0;
    const CellAmounts admitted = admittedIn(node);
    for (const KueueResourceGroup& group : queue.groups) {
      for (const KueueFlavorQuotas& flavor : group.flavors) {
        for (const auto& [resource, quota] : flavor.resources) {
          QueueCell& cell = out.cells.emplace_back();
          cell.flavor = flavor.flavor;
          cell.resource = resource;
          cell.borrowingLimit = quota.borrowingLimit;
          cell.lendingLimit = quota.lendingLimit;
          if (!isFaulty) cell.nominal = quota.nominal;
          if (!seesWorkloads) continue;
          const int at = tree.cellOf(flavor.flavor, resource);
          const auto used = admitted.find(at);
          cell.reserved = tree.usage(node, at);
          cell.used = used != admitted.end() ? used->second : 0;
          if (isFaulty) continue;
          const bool mayBorrow = tree.parent(node) != QuotaTree::kNone;
          cell.borrowed = mayBorrow ? std::max<Amount>(0, minus(*cell.reserved, quota.nominal)) : 0;
          if (seesCohort && !m_kueue.isFaulty(queue.name) && !tree.isCyclic(node))
            cell.available = tree.available(node, at);
        }
      }
    }
  }

  CellAmounts admittedIn(QuotaTree::Node node) const {
    CellAmounts out;
    for (const std::size_t index : m_state.holdersOf(node)) {
      const QuotaHolder& holder = m_state.holders()[index];
      if (holder.workload->whenTrue("Admitted") == nullptr) continue;
      for (const auto& [cell, amount] : holder.usage) out[cell] = plus(out[cell], amount);
    }
    return out;
  }

  void addHolding(QueueRow& out) const {
    const QuotaTree& tree = m_state.tree();
    std::size_t admitted = 0;
    for (const std::size_t index : m_state.holdersOf(tree.queue(out.name))) {
      const QuotaHolder& holder = m_state.holders()[index];
      const KueueWorkload& workload = *holder.workload;
      HoldingWorkload& held = out.holding.emplace_back();
      held.key = workload.key;
      held.owner = m_kueue.ownerOf(workload.key);
      held.localQueue = workload.queue;
      held.priority = workload.priority;
      for (const KueuePodSetAdmission& podSet : workload.admission->podSets) held.pods += podSet.count;
      held.admitted = workload.whenTrue("Admitted") != nullptr;
      held.since = workload.whenTrue("QuotaReserved")->since;
      if (held.admitted) ++admitted;
      for (const KueueCheckState& check : workload.checks) {
        if (!held.admitted && check.state != CheckState::Ready) held.waitsFor.push_back(check.check);
      }
      for (const auto& [cell, amount] : holder.usage) {
        Amount& sum = held.usage[tree.resourceOf(cell)];
        sum = plus(sum, amount);
        std::string& flavors = held.flavors[tree.resourceOf(cell)];
        flavors += (flavors.empty() ? "" : ", ") + tree.flavorOf(cell);
      }
    }
    std::stable_sort(out.holding.begin(), out.holding.end(),
                     [](const auto& a, const auto& b) { return a.since < b.since; });
    out.admitted = admitted;
    out.reserving = out.holding.size();
  }

  const KueueIndex& m_kueue;
  std::size_t m_mostAsked;
  KueueState m_state;
  KueueQuestions m_questions;
};

}  // namespace

QueueReport queueReport(const KueueIndex& kueue, std::size_t mostAsked) {
  return Reporter(kueue, mostAsked).report();
}

const char* toString(QueueVisibility visibility) {
  switch (visibility) {
    case QueueVisibility::NotRead:
      return "notRead";
    case QueueVisibility::Refused:
      return "refused";
    case QueueVisibility::Empty:
      return "none";
    case QueueVisibility::Known:
      return "known";
  }
  return "";
}

const char* toString(Silence silence) {
  switch (silence) {
    case Silence::None:
      return "none";
    case Silence::NotAsked:
      return "notAsked";
    case Silence::Unread:
      return "notRead";
    case Silence::Unreadable:
      return "unreadable";
  }
  return "";
}

const char* toString(QueueVerdict verdict) {
  switch (verdict) {
    case QueueVerdict::NotQueued:
      return "notQueued";
    case QueueVerdict::Held:
      return "held";
    case QueueVerdict::Refused:
      return "refused";
    case QueueVerdict::Waits:
      return "waits";
    case QueueVerdict::NeedsVictims:
      return "needsVictims";
    case QueueVerdict::ReservesQuota:
      return "reservesQuota";
    case QueueVerdict::Admitted:
      return "admitted";
  }
  return "";
}

const char* toString(QueueRemedy::Kind kind) {
  switch (kind) {
    case QueueRemedy::Kind::FewerPods:
      return "fewerPods";
    case QueueRemedy::Kind::MoreQuota:
      return "moreQuota";
    case QueueRemedy::Kind::OthersFinish:
      return "othersFinish";
  }
  return "";
}

const char* toString(QueueCaution caution) {
  switch (caution) {
    case QueueCaution::CohortsNotRead:
      return "cohortsNotRead";
    case QueueCaution::NamespacesNotRead:
      return "namespacesNotRead";
    case QueueCaution::QuotaUnreadable:
      return "quotaUnreadable";
    case QueueCaution::WorkloadsNotRead:
      return "workloadsNotRead";
  }
  return "";
}

}  // namespace cardinal::queues
