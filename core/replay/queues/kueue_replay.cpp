// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <set>

#include "core/queues/kueue/fair_share.h"
#include "core/queues/kueue/kueue_cycle.h"
#include "core/replay/queues/kueue_objects_json.h"
#include "core/replay/recording/comparison.h"
#include "core/replay/recording/stack_replays.h"

namespace cardinal::replay {
namespace {

using queues::AttemptOutcome;
using queues::KueueAttempt;
using queues::KueueState;
using queues::QuotaTree;

using Texts = std::map<std::string, std::string>;
using Entries = std::vector<std::pair<std::string, Field>>;

std::string textOf(double number) {
  std::array<char, 40> text{};
  return {text.data(), static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%.17g", number))};
}

/// Recorded with six digits.
std::string shareNumber(double share) {
  std::array<char, 40> text{};
  return {text.data(), static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%.6f", share))};
}

/// As recorded: cpu in cores.
std::string amountOf(const std::string& resource, queues::Amount amount) {
  constexpr double kMilli = 1000;
  return textOf(static_cast<double>(amount) / (resource == "cpu" ? kMilli : 1));
}

std::string textOf(const Texts& texts) {
  std::vector<std::string> items;
  for (const auto& [key, value] : texts) items.push_back(key + "=" + value);
  return Comparison::joined(items);
}

std::string namesOf(const std::vector<ObjectKey>& keys) {
  std::vector<std::string> names;
  for (const ObjectKey& key : keys) names.push_back(kueueName(key));
  return Comparison::joined(names);
}

/// What came of an attempt, in one line; ours and the recorded one are made alike.
std::string reservedText(const std::string& status, const std::string& queue, const Texts& podSets,
                         const std::string& considered) {
  return status + " in " + queue + " " + textOf(podSets) + (considered.empty() ? "" : "; " + considered);
}

std::string podSetText(std::int64_t count, const Texts& cells) {
  return std::to_string(count) + " pods " + textOf(cells);
}

const char* humanReason(queues::VictimReason reason) {
  switch (reason) {
    case queues::VictimReason::InClusterQueue:
      return "prioritization in the ClusterQueue";
    case queues::VictimReason::InCohortReclamation:
      return "reclamation within the cohort";
    case queues::VictimReason::InCohortFairSharing:
      return "Fair Sharing within the cohort";
    case queues::VictimReason::InCohortReclaimWhileBorrowing:
      return "reclamation within the cohort while borrowing";
  }
  return "";
}

class KueueReplay {
 public:
  explicit KueueReplay(const Field& scenario) : m_scenario(scenario) {
    m_objects.fairSharing = scenario.at("config").at("fair_sharing").flag();
    m_objects.namespaces["default"] = {};
    for (const Field& object : scenario.at("objects").items()) put(object);
  }

  ReplayResult run() {
    m_comparison.begin(std::nullopt, false);
    takeOver(m_scenario.at("start"));
    for (const Field& step : m_scenario.at("steps").items()) {
      m_step = step.at("i").integer();
      const std::string action = step.at("action").text();
      const Field result = step.at("result");
      if (action == "run") {
        for (const Field& cycle : result.at("cycles").items()) playCycle(cycle);
      } else if (action == "cycle") {
        playCycle(result);
      } else {
        m_comparison.begin(m_step, false);
        play(step, action);
        takeOver(result);
      }
    }
    return m_comparison.take();
  }

 private:
  void put(const Field& object) {
    const queues::KueueObjects before = m_objects;
    putKueueObject(m_objects, object);
    // quota or tree changed: what was tried before says nothing any more
    for (auto& [name, queue] : m_objects.clusterQueues) {
      const auto old = before.clusterQueues.find(name);
      const bool isSame = old != before.clusterQueues.end() && old->second.groups == queue.groups &&
                          old->second.cohort == queue.cohort && before.cohorts.size() == m_objects.cohorts.size();
      if (!isSame || object.at("kind").text() == "Cohort") ++m_memory.queues[name].generation;
    }
  }

  void play(const Field& step, const std::string& action) {
    if (action == "create") {
      const auto workloads = step.at("workloads").items();
      for (std::size_t i = 0; i < workloads.size(); ++i) {
        const auto later = static_cast<UnixSeconds>(workloads.size() - 1 - i);
        queues::KueueWorkload workload = newKueueWorkload(workloads[i], step.at("t").integer() - later);
        m_created.push_back(workload.key);
        m_objects.workloads[workload.key] = std::move(workload);
      }
    } else if (action == "apply") {
      for (const Field& object : step.at("objects").items()) put(object);
    } else if (action == "delete") {
      for (const std::string& name : step.at("names").texts()) m_objects.workloads.erase(kueueKey(name));
    } else if (action == "priority") {
      workloadOf(step.at("workload")).priority = step.at("priority").integer();
    } else if (action == "active") {
      workloadOf(step.at("workload")).active = step.at("active").flag();
    }
    // the others change status alone, which is recorded
  }

  queues::KueueWorkload& workloadOf(const Field& name) {
    const auto found = m_objects.workloads.find(kueueKey(name.text()));
    if (found == m_objects.workloads.end()) name.fail();
    return found->second;
  }

  // Cycles.

  void playCycle(const Field& cycle) {
    queues::KueueMemory after = m_memory;
    const std::vector<KueueAttempt> attempts = queues::runCycle(m_objects, after);
    m_comparison.begin(m_step, false);
    if (cycle.find("idle")) {
      m_comparison.compare("idle", "true", attempts.empty() ? "true" : "false");
      takeOver(cycle);
      return;
    }
    compareOrder(cycle, attempts);
    for (const KueueAttempt& attempt : attempts) compareAttempt(cycle, attempt);
    m_memory = std::move(after);
    m_comparison.begin(m_step, false);
    takeOver(cycle, true);
  }

  /// Queues of different trees come in any order under fair sharing.
  void compareOrder(const Field& cycle, const std::vector<KueueAttempt>& attempts) {
    std::map<std::string, std::vector<ObjectKey>> ours;
    std::map<std::string, std::vector<ObjectKey>> recorded;
    Texts trees;
    for (const KueueAttempt& attempt : attempts) {
      if (attempt.outcome == AttemptOutcome::Refused) continue;
      const std::string tree = m_objects.fairSharing ? attempt.tree : "";
      trees[kueueName(attempt.workload)] = tree;
      ours[tree].push_back(attempt.workload);
    }
    for (const std::string& name : cycle.at("order").texts()) {
      const auto tree = trees.find(name);
      recorded[tree != trees.end() ? tree->second : ""].push_back(kueueKey(name));
    }
    for (const auto& [tree, keys] : recorded) m_comparison.compare("order", namesOf(keys), namesOf(ours[tree]));
    for (const auto& [tree, keys] : ours) {
      if (recorded.count(tree) == 0) m_comparison.compare("order", "[]", namesOf(keys));
    }
  }

  void compareAttempt(const Field& cycle, const KueueAttempt& attempt) {
    const std::string name = kueueName(attempt.workload);
    const std::string recorded = recordedOutcome(cycle, name);
    const bool isRefused = recorded.rfind("Pending: ", 0) == 0;
    // nodes decide too, and they are not evaluated here
    if (isRefused && usesTopology(attempt.clusterQueue)) return;
    m_comparison.begin(m_step, true);
    m_comparison.compare(name, recorded, outcomeOf(attempt));
    std::vector<std::string> victims;
    for (const queues::EvictedWorkload& victim : attempt.victims) {
      if (!victim.wasEvicted) victims.push_back(kueueName(victim.workload) + " for " + humanReason(victim.reason));
    }
    m_comparison.compareSets(name + ".victims", recordedVictims(cycle, attempt.workload), victims);
  }

  bool usesTopology(const std::string& queue) const {
    const auto known = m_objects.clusterQueues.find(queue);
    if (known == m_objects.clusterQueues.end()) return false;
    const auto& groups = known->second.groups;
    return std::any_of(groups.begin(), groups.end(), [&](const auto& group) {
      return std::any_of(group.flavors.begin(), group.flavors.end(), [&](const auto& flavor) {
        const auto found = m_objects.flavors.find(flavor.flavor);
        return found != m_objects.flavors.end() && !found->second.topology.empty();
      });
    });
  }

  std::string outcomeOf(const KueueAttempt& attempt) const {
    if (attempt.outcome != AttemptOutcome::Reserved) return "Pending: " + attempt.message;
    Texts podSets;
    for (const queues::PodSetAssignment& podSet : attempt.assignment.podSets) {
      Texts cells;
      for (const auto& [resource, amount] : podSet.requests) {
        const auto flavor = podSet.flavors.find(resource);
        if (flavor != podSet.flavors.end()) cells[flavor->second.flavor + "/" + resource] = amountOf(resource, amount);
      }
      podSets[podSet.podSet] = podSetText(podSet.count, cells);
    }
    return reservedText(attempt.admitted ? "admitted" : "quotaReserved", attempt.clusterQueue, podSets,
                        attempt.assignment.consideredText());
  }

  static std::string recordedOutcome(const Field& cycle, const std::string& name) {
    const std::string pending = name + " Warning Pending: ";
    const std::string reserved = name + " Normal QuotaReserved: ";
    const auto events = cycle.find("events");
    for (const Field& event : events ? events->items() : std::vector<Field>()) {
      const std::string text = event.text();
      if (text.rfind(pending, 0) == 0) return "Pending: " + text.substr(pending.size());
      if (text.rfind(reserved, 0) != 0) continue;
      constexpr std::string_view kConsidered = "; Flavors considered: ";
      const std::size_t considered = text.find(kConsidered);
      const std::string rest =
          considered != std::string::npos ? text.substr(considered + kConsidered.size()) : std::string();
      return recordedReservation(cycle.at("workloads").at(name.c_str()), rest);
    }
    return "nothing";
  }

  static std::string recordedReservation(const Field& workload, const std::string& considered) {
    const Field admission = workload.at("admission");
    Texts podSets;
    for (const Field& podSet : admission.at("pod_sets").items()) {
      Texts cells;
      const auto flavors = podSet.find("flavors");
      for (const auto& [resource, flavor] : flavors ? flavors->entries() : Entries())
        cells[flavor.text() + "/" + resource] = textOf(podSet.at("usage").at(resource.c_str()).number());
      podSets[podSet.at("name").text()] = podSetText(podSet.at("count").integer(), cells);
    }
    return reservedText(workload.at("status").text(), admission.at("cluster_queue").text(), podSets, considered);
  }

  /// Those evicted for it in this cycle: "name for the reason".
  static std::vector<std::string> recordedVictims(const Field& cycle, const ObjectKey& preemptor) {
    const std::string normal = " Normal Preempted: Preempted to accommodate a workload (UID: uid-" + preemptor.name +
                               ", JobUID: UNKNOWN) due to ";
    std::vector<std::string> out;
    const auto events = cycle.find("events");
    for (const Field& event : events ? events->items() : std::vector<Field>()) {
      const std::string text = event.text();
      const std::size_t at = text.find(normal);
      if (at == std::string::npos) continue;
      const std::size_t begin = at + normal.size();
      out.push_back(text.substr(0, at) + " for " + text.substr(begin, text.find(';', begin) - begin));
    }
    return out;
  }

  // State after each step.

  void takeOver(const Field& result, bool isCycle = false) {
    if (const auto workloads = result.find("workloads")) {
      for (const auto& [name, recorded] : workloads->entries()) {
        const auto found = m_objects.workloads.find(kueueKey(name));
        if (found == m_objects.workloads.end()) continue;
        const bool held = found->second.holdsQuota();
        const std::string queue = held ? found->second.admission->clusterQueue : std::string();
        applyKueueStatus(found->second, recorded);
        if (held) ++m_memory.queues[queue].generation;
        if (found->second.holdsQuota() && !held) ++m_memory.queues[found->second.admission->clusterQueue].generation;
      }
    }
    compareBlockers();
    forgetGone();
    keepRecorded(result, "pending", m_pending);
    keepRecorded(result, "cluster_queues", m_queues);
    keepRecorded(result, "cohorts", m_cohorts);
    compareState();
    for (const auto& [queue, recorded] : m_pending) {
      std::set<ObjectKey> parked;
      const auto names = recorded.find("parked");
      for (const std::string& name : names ? names->texts() : std::vector<std::string>()) parked.insert(kueueKey(name));
      auto& ours = m_memory.queues[queue].parked;
      // what wakes them between cycles is not predicted
      if (isCycle && !usesTopology(queue))
        m_comparison.compare("parked." + queue, namesOf({parked.begin(), parked.end()}), waitingOf(ours));
      ours = std::move(parked);
    }
  }

  static void keepRecorded(const Field& result, const char* key, std::map<std::string, Field>& into) {
    const auto changed = result.find(key);
    if (!changed) return;
    for (const auto& [name, value] : changed->entries()) into.insert_or_assign(name, value);
  }

  /// What cannot even queue is refused when it is created.
  void compareBlockers() {
    for (const ObjectKey& key : m_created) {
      const queues::KueueWorkload& workload = m_objects.workloads.at(key);
      std::string recorded;
      for (const queues::KueueCondition& condition : workload.conditions) {
        if (condition.type == "QuotaReserved" && condition.reason == "Inadmissible") recorded = condition.message;
      }
      m_comparison.compare(kueueName(key) + ".inadmissible", recorded, queues::queueBlocker(m_objects, workload));
    }
    m_created.clear();
  }

  void forgetGone() {
    const auto isWaiting = [&](const ObjectKey& key) {
      const auto found = m_objects.workloads.find(key);
      return found != m_objects.workloads.end() && found->second.mayQueue();
    };
    for (auto& [name, queue] : m_memory.queues) {
      if (queue.preempting && !isWaiting(*queue.preempting)) queue.preempting.reset();
    }
    for (auto one = m_memory.progress.begin(); one != m_memory.progress.end();)
      one = isWaiting(one->first) ? std::next(one) : m_memory.progress.erase(one);
  }

  /// Those of them that still wait.
  std::string waitingOf(const std::set<ObjectKey>& keys) const {
    std::vector<ObjectKey> out;
    for (const ObjectKey& key : keys) {
      const auto found = m_objects.workloads.find(key);
      if (found != m_objects.workloads.end() && found->second.mayQueue()) out.push_back(key);
    }
    return namesOf(out);
  }

  void compareState() {
    const KueueState state(m_objects);
    for (const auto& [name, recorded] : m_queues) {
      if (m_objects.clusterQueues.find(name) == m_objects.clusterQueues.end()) continue;
      m_comparison.compare("cluster_queues." + name, recordedQueue(recorded), queueText(state, name));
    }
    for (const auto& [name, recorded] : m_cohorts) {
      m_comparison.compare("cohorts." + name, recorded.isNull() ? "gone" : recordedCohort(recorded),
                           cohortText(state, name));
    }
    for (const auto& [name, recorded] : m_pending) {
      m_comparison.compare("pending." + name, Comparison::joined(recorded.at("order").texts()),
                           namesOf(queues::pendingOf(m_objects, name, m_memory)));
    }
  }

  static std::string cellText(const Field& cell, const std::vector<const char*>& keys) {
    std::string out;
    for (const char* key : keys) out += (out.empty() ? "" : " ") + textOf(cell.at(key).number());
    return out;
  }

  static Texts recordedCells(const Field& quota, const std::vector<const char*>& keys) {
    Texts out;
    for (const auto& [cell, value] : quota.entries()) out[cell] = cellText(value, keys);
    return out;
  }

  static Texts recordedAmounts(const Field& amounts) {
    Texts out;
    for (const auto& [cell, value] : amounts.entries()) out[cell] = textOf(value.number());
    return out;
  }

  static std::string recordedShare(const Field& share) {
    return share.json() == "\"inf\"" ? "inf" : shareNumber(share.number());
  }

  static std::string recordedQueue(const Field& queue) {
    if (const auto inactive = queue.find("inactive")) return inactive->text() + ": " + queue.at("message").text();
    const auto share = queue.find("weighted_share");
    return textOf(recordedCells(queue.at("quota"), {"used", "available", "potential"})) + " reserving " +
           textOf(queue.at("reserving").number()) + " admitted " + textOf(queue.at("admitted").number()) + " " +
           textOf(recordedAmounts(queue.at("admitted_usage"))) + " borrowed " +
           textOf(recordedAmounts(queue.at("borrowed"))) + (share ? " share " + recordedShare(*share) : "");
  }

  static std::string recordedCohort(const Field& cohort) {
    const auto share = cohort.find("weighted_share");
    const auto parent = cohort.find("parent");
    return (parent ? parent->text() : std::string()) + " " +
           textOf(recordedCells(cohort.at("quota"), {"subtree", "used"})) +
           (share ? " share " + recordedShare(*share) : "");
  }

  std::string shareText(const QuotaTree& tree, QuotaTree::Node node) const {
    if (!m_objects.fairSharing) return {};
    const auto share = queues::fairShareOf(tree, node, queues::fairWeight(m_objects, tree, node));
    return " share " + shareNumber(share.weighted());
  }

  std::string queueText(const KueueState& state, const std::string& name) const {
    const queues::KueueClusterQueue& queue = m_objects.clusterQueues.at(name);
    if (const auto inactive = queues::inactivityOf(m_objects, queue))
      return inactive->reason + ": " + inactive->message;
    const QuotaTree& tree = state.tree();
    const QuotaTree::Node node = tree.queue(name);
    Texts cells;
    Texts borrowed;
    for (const int cell : tree.knownCells(node)) {
      const std::string& resource = tree.resourceOf(cell);
      const std::string key = tree.flavorOf(cell) + "/" + resource;
      cells[key] = amountOf(resource, tree.usage(node, cell)) + " " + amountOf(resource, tree.available(node, cell)) +
                   " " + amountOf(resource, tree.potential(node, cell));
      const queues::Amount more = queues::minus(tree.usage(node, cell), tree.quota(node, cell).nominal);
      if (more > 0 && tree.parent(node) != QuotaTree::kNone) borrowed[key] = amountOf(resource, more);
    }
    queues::CellAmounts sums;
    double admitted = 0;
    for (const std::size_t index : state.holdersOf(node)) {
      const queues::QuotaHolder& holder = state.holders()[index];
      if (holder.workload->whenTrue("Admitted") == nullptr) continue;
      ++admitted;
      for (const auto& [cell, amount] : holder.usage) sums[cell] += amount;
    }
    Texts usage;
    for (const auto& [cell, amount] : sums) {
      const std::string& resource = tree.resourceOf(cell);
      if (amount != 0) usage[tree.flavorOf(cell) + "/" + resource] = amountOf(resource, amount);
    }
    return textOf(cells) + " reserving " + textOf(static_cast<double>(state.holdersOf(node).size())) + " admitted " +
           textOf(admitted) + " " + textOf(usage) + " borrowed " + textOf(borrowed) + shareText(tree, node);
  }

  std::string cohortText(const KueueState& state, const std::string& name) const {
    const QuotaTree& tree = state.tree();
    const QuotaTree::Node node = tree.cohort(name);
    if (node == QuotaTree::kNone) return "gone";
    Texts cells;
    for (const int cell : tree.knownCells(node)) {
      const std::string& resource = tree.resourceOf(cell);
      cells[tree.flavorOf(cell) + "/" + resource] =
          amountOf(resource, tree.subtreeQuota(node, cell)) + " " + amountOf(resource, tree.usage(node, cell));
    }
    const QuotaTree::Node parent = tree.parent(node);
    return (parent != QuotaTree::kNone ? tree.name(parent) : std::string()) + " " + textOf(cells) +
           shareText(tree, node);
  }

  const Field& m_scenario;
  queues::KueueObjects m_objects;
  queues::KueueMemory m_memory;
  std::vector<ObjectKey> m_created;  ///< in this step
  // as recorded last
  std::map<std::string, Field> m_pending;
  std::map<std::string, Field> m_queues;
  std::map<std::string, Field> m_cohorts;
  std::optional<std::int64_t> m_step;
  Comparison m_comparison;
};

}  // namespace

ReplayResult replayKueue(const Field& scenario) {
  return KueueReplay(scenario).run();
}

}  // namespace cardinal::replay
