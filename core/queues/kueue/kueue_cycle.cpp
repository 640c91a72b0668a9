// SPDX-License-Identifier: Apache-2.0
#include "core/queues/kueue/kueue_cycle.h"

#include <algorithm>
#include <tuple>

#include "core/alloc/selector.h"
#include "core/queues/kueue/fair_share.h"

namespace cardinal::queues {
namespace {

using Node = QuotaTree::Node;

struct Entry {
  KueueAttempt attempt;
  const KueueWorkload* workload = nullptr;
  Node node = QuotaTree::kNone;
  std::vector<Victim> victims;
  std::optional<FlavorProgress> progress;
  bool isParked = false;
  bool parksEquals = false;  ///< and with it all that Kueue would decide the same about
};

class Cycle {
 public:
  Cycle(const KueueObjects& objects, KueueMemory& memory) : m_state(objects), m_memory(memory) {}

  std::vector<KueueAttempt> run() {
    ++m_memory.cycles;
    std::vector<Entry> refused;
    std::vector<Entry> entries;
    for (const auto& [name, queue] : m_state.objects().clusterQueues) {
      const Node node = m_state.tree().queue(name);
      if (!m_state.tree().isActive(node)) continue;
      const KueueWorkload* head = headOf(name);
      if (head == nullptr) continue;
      Entry entry = nominated(*head, queue, node);
      (entry.attempt.outcome == AttemptOutcome::Refused ? refused : entries).push_back(std::move(entry));
    }
    if (m_state.objects().fairSharing)
      handleFairly(entries);
    else
      handleInOrder(entries);
    std::vector<KueueAttempt> out;
    for (auto* list : {&refused, &entries}) {
      for (Entry& entry : *list) {
        remember(entry);
        out.push_back(std::move(entry.attempt));
      }
    }
    return out;
  }

 private:
  const KueueWorkload* headOf(const std::string& queue) const {
    const auto remembered = m_memory.queues.find(queue);
    for (const ObjectKey& key : pendingOf(m_state.objects(), queue, m_memory)) {
      if (remembered == m_memory.queues.end() || remembered->second.parked.count(key) == 0)
        return &m_state.objects().workloads.at(key);
    }
    return nullptr;
  }

  Entry nominated(const KueueWorkload& workload, const KueueClusterQueue& queue, Node node) {
    Entry out;
    out.workload = &workload;
    out.node = node;
    out.attempt.workload = workload.key;
    out.attempt.clusterQueue = queue.name;
    out.attempt.tree = m_state.tree().name(m_state.tree().root(node));
    out.attempt.message = refusalBeforeFlavors(m_state.objects(), workload, queue);
    if (!out.attempt.message.empty()) {
      const bool isOfNamespace = out.attempt.message.rfind("workload namespace", 0) == 0;
      out.isParked = !queue.strictOrder || isOfNamespace;
      return out;
    }
    const FlavorProgress* progress = usableProgress(workload, queue.name);
    Nomination found = nominate(m_state, workload, node, progress);
    out.attempt.outcome = AttemptOutcome::NoFit;
    out.attempt.assignment = std::move(found.assignment);
    out.attempt.message = out.attempt.assignment.message();
    out.victims = std::move(found.victims);
    out.progress = FlavorProgress{out.attempt.assignment.progress(), m_memory.queues[queue.name].generation,
                                  m_memory.cycles, schedulingShape(workload)};
    return out;
  }

  const FlavorProgress* usableProgress(const KueueWorkload& workload, const std::string& queue) {
    const auto found = m_memory.progress.find(workload.key);
    if (found == m_memory.progress.end()) return nullptr;
    const FlavorProgress& progress = found->second;
    if (progress.shape != schedulingShape(workload)) return nullptr;
    const bool isRecent = m_memory.cycles - progress.cycle <= 1;
    return isRecent || m_memory.queues[queue].generation <= progress.generation ? &progress : nullptr;
  }

  void handleInOrder(std::vector<Entry>& entries) {
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
      const auto rank = [](const Entry& one) {
        return std::make_tuple(one.attempt.assignment.borrowing, -one.workload->priority, one.workload->queueTime(),
                               std::cref(one.workload->uid));
      };
      return rank(a) < rank(b);
    });
    for (Entry& entry : entries) handle(entry);
  }

  /// A tournament in each tree, anew after every workload.
  void handleFairly(std::vector<Entry>& entries) {
    std::vector<Entry> handled;
    while (!entries.empty()) {
      const Node root = m_state.tree().root(entries.front().node);
      const std::size_t winner = root == entries.front().node ? 0 : *fairest(root, entries);
      handled.push_back(std::move(entries[winner]));
      entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(winner));
      handle(handled.back());
    }
    entries = std::move(handled);
  }

  std::optional<std::size_t> fairest(Node cohort, const std::vector<Entry>& entries) {
    std::optional<std::size_t> best;
    const auto offer = [&](std::optional<std::size_t> rival, Node child) {
      if (!rival) return;
      m_shares[child] = shareWith(child, entries[*rival]);
      if (!best || goesBefore(entries[*rival], m_shares[child], entries[*best], m_bestShare[cohort])) {
        best = rival;
        m_bestShare[cohort] = m_shares[child];
      }
    };
    for (const Node child : m_state.tree().childCohorts(cohort)) offer(fairest(child, entries), child);
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (m_state.tree().parent(entries[i].node) == cohort) offer(i, entries[i].node);
    }
    return best;
  }

  FairShare shareWith(Node node, const Entry& entry) {
    QuotaTree& tree = m_state.tree();
    tree.addUsage(entry.node, entry.attempt.assignment.usage);
    FairShare share = fairShareOf(tree, node, fairWeight(m_state.objects(), tree, node));
    tree.removeUsage(entry.node, entry.attempt.assignment.usage);
    return share;
  }

  static bool goesBefore(const Entry& a, const FairShare& shareOfA, const Entry& b, const FairShare& shareOfB) {
    const bool borrowsForA = shareOfA.isBorrowingAny(a.attempt.assignment.usage);
    const bool borrowsForB = shareOfB.isBorrowingAny(b.attempt.assignment.usage);
    if (borrowsForA != borrowsForB) return borrowsForB;
    const int order = compare(shareOfA, shareOfB);
    if (order != 0) return order < 0;
    if (a.workload->priority != b.workload->priority) return a.workload->priority > b.workload->priority;
    return a.workload->queueTime() < b.workload->queueTime();
  }

  bool fitsNow(const Entry& entry) {
    std::set<std::size_t> gone = m_taken;
    for (const Victim& victim : entry.victims) gone.insert(victim.holder);
    for (const std::size_t index : gone) m_state.remove(m_state.holders()[index]);
    const QuotaTree& tree = m_state.tree();
    const CellAmounts& usage = entry.attempt.assignment.usage;
    const bool fits = std::all_of(usage.begin(), usage.end(), [&](const auto& requested) {
      return requested.second <= tree.available(entry.node, requested.first);
    });
    for (const std::size_t index : gone) m_state.add(m_state.holders()[index]);
    return fits;
  }

  void handle(Entry& entry) {
    KueueAttempt& attempt = entry.attempt;
    const bool isStrict = m_state.queueOf(entry.node).strictOrder;
    const AdmissionMode mode = attempt.assignment.mode();
    if (mode == AdmissionMode::NoFit || (mode == AdmissionMode::Preempt && entry.victims.empty())) {
      attempt.outcome = mode == AdmissionMode::NoFit ? AttemptOutcome::NoFit : AttemptOutcome::NoVictims;
      if (mode == AdmissionMode::Preempt) keepFree(entry);
      entry.isParked = !isStrict && !entry.progress->isPending();
      entry.parksEquals = entry.isParked;
      return;
    }
    const bool overlaps = std::any_of(entry.victims.begin(), entry.victims.end(),
                                      [&](const Victim& victim) { return m_taken.count(victim.holder) != 0; });
    if (overlaps || !fitsNow(entry)) {
      attempt.outcome = AttemptOutcome::Overtaken;
      attempt.message = overlaps ? "Workload has overlapping preemption targets with another workload"
                                 : "Workload no longer fits after processing another workload";
      return;
    }
    for (const Victim& victim : entry.victims) m_taken.insert(victim.holder);
    m_state.tree().addUsage(entry.node, attempt.assignment.usage);
    if (mode == AdmissionMode::Preempt) {
      preempt(entry);
      return;
    }
    attempt.outcome = AttemptOutcome::Reserved;
    attempt.message.clear();
    attempt.admitted = hasChecks(entry);
  }

  void preempt(Entry& entry) {
    KueueAttempt& attempt = entry.attempt;
    attempt.outcome = AttemptOutcome::Preempting;
    attempt.message += ". Pending the preemption of " + std::to_string(entry.victims.size()) + " workload(s)";
    entry.progress.reset();
    for (const Victim& victim : entry.victims) {
      const KueueWorkload& workload = *m_state.holders()[victim.holder].workload;
      attempt.victims.push_back({workload.key, victim.reason, workload.isEvicted()});
    }
  }

  bool hasChecks(const Entry& entry) const {
    const auto& states = entry.workload->checks;
    const auto names = checksFor(m_state.queueOf(entry.node), entry.attempt.assignment);
    return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
      return std::any_of(states.begin(), states.end(), [&](const KueueCheckState& state) {
        return state.check == name && state.state == CheckState::Ready;
      });
    });
  }

  /// What nobody can be evicted for stays free for the rest of the cycle, unless it can be taken back at any time.
  void keepFree(const Entry& entry) {
    if (m_state.queueOf(entry.node).reclaim == PreemptionPolicy::Any) return;
    QuotaTree& tree = m_state.tree();
    const FlavorAssignment& assignment = entry.attempt.assignment;
    CellAmounts kept;
    for (const auto& [cell, amount] : assignment.usage) {
      const KueueQuota& quota = tree.quota(entry.node, cell);
      const Amount own = minus(quota.nominal, tree.usage(entry.node, cell));
      if (assignment.borrowing == 0)
        kept[cell] = std::max<Amount>(0, std::min(amount, own));
      else
        kept[cell] = quota.borrowingLimit ? std::min(amount, plus(own, *quota.borrowingLimit)) : amount;
    }
    tree.addUsage(entry.node, kept);
  }

  void remember(const Entry& entry) {
    const ObjectKey& key = entry.attempt.workload;
    KueueMemory::Queue& queue = m_memory.queues[entry.attempt.clusterQueue];
    if (entry.attempt.outcome == AttemptOutcome::Reserved) {
      m_memory.progress.erase(key);
      queue.parked.erase(key);
      if (queue.preempting == key) queue.preempting.reset();
      return;
    }
    if (entry.progress)
      m_memory.progress[key] = *entry.progress;
    else
      m_memory.progress.erase(key);
    if (entry.attempt.outcome == AttemptOutcome::Preempting) queue.preempting = key;
    if (!entry.isParked) return;
    queue.parked.insert(key);
    if (!entry.parksEquals) return;
    const std::string shape = schedulingShape(*entry.workload);
    for (const ObjectKey& other : pendingOf(m_state.objects(), entry.attempt.clusterQueue, m_memory)) {
      if (schedulingShape(m_state.objects().workloads.at(other)) == shape) queue.parked.insert(other);
    }
  }

  KueueState m_state;
  KueueMemory& m_memory;
  std::set<std::size_t> m_taken;  ///< evicted in this cycle
  std::map<Node, FairShare> m_shares;
  std::map<Node, FairShare> m_bestShare;
};

bool mayShrink(const KueueWorkload& workload) {
  return std::any_of(workload.podSets.begin(), workload.podSets.end(),
                     [](const KueuePodSet& podSet) { return podSet.minCount && *podSet.minCount < podSet.count; });
}

/// All pod sets smaller together, `step` of `steps` on the way to their least counts.
std::vector<std::int32_t> shrunk(const KueueWorkload& workload, std::int64_t step, std::int64_t steps) {
  std::vector<std::int32_t> out;
  for (const KueuePodSet& podSet : workload.podSets) {
    const std::int64_t spare = podSet.count - podSet.minCount.value_or(podSet.count);
    out.push_back(podSet.count - static_cast<std::int32_t>(spare * step / steps));
  }
  return out;
}

}  // namespace

Nomination nominate(KueueState& state, const KueueWorkload& workload, QuotaTree::Node queue,
                    const FlavorProgress* progress) {
  const auto tried = [&](const std::vector<std::int32_t>& counts) {
    Nomination out{assignFlavors(state, workload, queue, counts, progress), {}};
    if (out.assignment.mode() == AdmissionMode::Preempt)
      out.victims = findVictims(state, roomFor(state, workload, queue, out.assignment));
    return out;
  };
  const auto helps = [](const Nomination& found) {
    return found.assignment.mode() == AdmissionMode::Fit || !found.victims.empty();
  };
  Nomination whole = tried({});
  if (helps(whole) || !mayShrink(workload)) return whole;
  std::int64_t steps = 0;
  for (const KueuePodSet& podSet : workload.podSets) steps += podSet.count - podSet.minCount.value_or(podSet.count);
  if (steps <= 0) return whole;
  std::optional<Nomination> best;
  std::int64_t low = 0;
  std::int64_t high = steps + 1;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    Nomination found = tried(shrunk(workload, middle, steps));
    if (helps(found)) {
      best = std::move(found);
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return best && low <= steps ? std::move(*best) : whole;
}

std::vector<KueueAttempt> runCycle(const KueueObjects& objects, KueueMemory& memory) {
  return Cycle(objects, memory).run();
}

std::string refusalBeforeFlavors(const KueueObjects& objects, const KueueWorkload& workload,
                                 const KueueClusterQueue& queue) {
  const auto hasFailed = [](const KueueCheckState& check) {
    return check.state == CheckState::Retry || check.state == CheckState::Rejected;
  };
  if (std::any_of(workload.checks.begin(), workload.checks.end(), hasFailed))
    return "The workload has failed admission checks";
  const auto labels = objects.namespaces.find(workload.key.ns);
  const bool isKnown = labels != objects.namespaces.end();
  if (!isKnown) return "workload namespace \"" + workload.key.ns + "\" does not exist";
  if (!queue.namespaceSelector || !alloc::matches(*queue.namespaceSelector, labels->second))
    return "workload namespace doesn't match ClusterQueue selector";
  return invalidRequests(workload);
}

std::vector<std::string> checksFor(const KueueClusterQueue& queue, const FlavorAssignment& assignment) {
  std::set<std::string> flavors;
  for (const PodSetAssignment& podSet : assignment.podSets) {
    for (const auto& [resource, chosen] : podSet.flavors) flavors.insert(chosen.flavor);
  }
  std::vector<std::string> out;
  for (const KueueRequiredCheck& check : queue.checks) {
    const auto isTaken = [&](const std::string& flavor) { return flavors.count(flavor) != 0; };
    if (check.flavors.empty() || std::any_of(check.flavors.begin(), check.flavors.end(), isTaken))
      out.push_back(check.name);
  }
  return out;
}

}  // namespace cardinal::queues
