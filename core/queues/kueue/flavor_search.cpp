// SPDX-License-Identifier: Apache-2.0
#include "core/queues/kueue/flavor_search.h"

#include <algorithm>
#include <limits>
#include <set>

#include "core/base/saturate.h"

namespace cardinal::queues {
namespace {

using Node = QuotaTree::Node;

struct Reach {
  FlavorReach reach = FlavorReach::NoFit;
  int borrowing = std::numeric_limits<int>::max();
};

bool isBetter(const Reach& a, const Reach& b, const KueueClusterQueue& queue) {
  if (a.reach == FlavorReach::NoFit) return false;
  if (b.reach == FlavorReach::NoFit) return true;
  const bool noneForA = a.reach == FlavorReach::NoCandidates;
  const bool noneForB = b.reach == FlavorReach::NoCandidates;
  if (noneForA != noneForB) return noneForB;
  if (queue.prefersPreemption) return a.borrowing != b.borrowing ? a.borrowing < b.borrowing : a.reach > b.reach;
  return a.reach != b.reach ? a.reach > b.reach : a.borrowing < b.borrowing;
}

bool triesNext(const Reach& reach, const KueueClusterQueue& queue) {
  switch (reach.reach) {
    case FlavorReach::NoFit:
    case FlavorReach::NoCandidates:
      return true;
    case FlavorReach::Preempt:
    case FlavorReach::Reclaim:
      if (queue.triesNextOnPreempt) return true;
      break;
    case FlavorReach::Fit:
      break;
  }
  return reach.borrowing > 0 && queue.triesNextOnBorrow;
}

AdmissionMode modeOf(FlavorReach reach) {
  if (reach == FlavorReach::NoFit) return AdmissionMode::NoFit;
  return reach == FlavorReach::Fit ? AdmissionMode::Fit : AdmissionMode::Preempt;
}

void addUnique(std::vector<std::string>& into, const std::vector<std::string>& more) {
  std::set<std::string> all(into.begin(), into.end());
  all.insert(more.begin(), more.end());
  into.assign(all.begin(), all.end());
}

/// What one group of resources found for a pod set.
struct GroupAnswer {
  std::map<std::string, ChosenFlavor> flavors;
  std::vector<std::string> reasons;
  std::vector<FlavorAttempt> attempts;
};

class FlavorSearch {
 public:
  FlavorSearch(KueueState& state, const KueueWorkload& workload, Node node, const FlavorProgress* progress)
      : m_state(state),
        m_tree(state.tree()),
        m_workload(workload),
        m_node(node),
        m_queue(state.queueOf(node)),
        m_progress(progress),
        m_replaced(replacedIn(state, workload)),
        m_hasTopologyAlone(haveTopology(state, m_queue)) {}

  FlavorAssignment run(const std::vector<std::int32_t>& counts) {
    std::vector<PodSetRequests> all = requestsOf(m_workload);
    for (std::size_t i = 0; i < all.size(); ++i) {
      PodSetAssignment assigned;
      assigned.podSet = all[i].name;
      assigned.count = i < counts.size() && all[i].count != 0 ? counts[i] : all[i].count;
      assigned.requests = all[i].times(assigned.count);
      if (m_queue.groupOf("pods") != nullptr) setRequest(assigned.requests, "pods", assigned.count);
      const bool found = assignPodSet(i, assigned);
      append(std::move(assigned));
      if (!found) break;
    }
    return std::move(m_out);
  }

 private:
  static const KueueWorkload* replacedIn(const KueueState& state, const KueueWorkload& workload) {
    const QuotaHolder* holder = state.replacedBy(workload);
    return holder != nullptr ? holder->workload : nullptr;
  }

  /// Every pod set of such a queue is placed by a topology, whatever it asks for.
  static bool haveTopology(const KueueState& state, const KueueClusterQueue& queue) {
    const auto& flavors = state.objects().flavors;
    for (const KueueResourceGroup& group : queue.groups) {
      for (const KueueFlavorQuotas& one : group.flavors) {
        const auto flavor = flavors.find(one.flavor);
        if (flavor == flavors.end() || flavor->second.topology.empty()) return false;
      }
    }
    return true;
  }

  /// False: some group has no flavor, so that nothing after it is looked at.
  bool assignPodSet(std::size_t index, PodSetAssignment& assigned) {
    std::map<std::string, FlavorAttempt> attempts;
    bool found = true;
    for (const auto& [resource, amount] : assigned.requests) {
      const KueueResourceGroup* group = m_queue.groupOf(resource);
      if (group == nullptr && amount == 0) continue;
      if (assigned.flavors.count(resource) != 0) continue;
      GroupAnswer answer;
      if (group == nullptr)
        answer.reasons = {"resource " + resource + " unavailable in ClusterQueue"};
      else
        answer = searchGroup(index, assigned.requests, resource, *group);
      mergeAttempts(attempts, answer, group, resource);
      if (answer.flavors.empty()) {
        assigned.flavors.clear();
        assigned.reasons = std::move(answer.reasons);
        found = false;
        break;
      }
      assigned.flavors.insert(answer.flavors.begin(), answer.flavors.end());
      assigned.reasons.insert(assigned.reasons.end(), answer.reasons.begin(), answer.reasons.end());
    }
    std::sort(assigned.reasons.begin(), assigned.reasons.end());
    for (auto& [flavor, attempt] : attempts) assigned.attempts.push_back(std::move(attempt));
    // nothing but zeros of resources that the queue does not know
    if (found && assigned.flavors.empty() && !assigned.requests.empty()) found = false;
    return found;
  }

  std::size_t firstFlavor(std::size_t podSet, const std::string& resource) const {
    if (m_progress == nullptr || podSet >= m_progress->tried.size()) return 0;
    const auto found = m_progress->tried[podSet].find(resource);
    return found != m_progress->tried[podSet].end() ? static_cast<std::size_t>(found->second + 1) : 0;
  }

  GroupAnswer searchGroup(std::size_t podSet, const Requests& requests, const std::string& resource,
                          const KueueResourceGroup& group) {
    GroupAnswer out;
    Reach best;
    int last = -1;
    for (std::size_t i = firstFlavor(podSet, resource); i < group.flavors.size(); ++i) {
      last = static_cast<int>(i);
      const std::string& flavor = group.flavors[i].flavor;
      const std::string mismatch = mismatchOf(podSet, flavor, group, requests);
      if (!mismatch.empty()) {
        out.reasons.push_back(mismatch);
        out.attempts.push_back({flavor, AdmissionMode::NoFit, std::nullopt, 0, {mismatch}});
        continue;
      }
      std::map<std::string, ChosenFlavor> chosen;
      const Reach reach = tryFlavor(flavor, requests, group, chosen, out);
      const bool stops = !triesNext(reach, m_queue);
      if (stops || isBetter(reach, best, m_queue)) {
        out.flavors = std::move(chosen);
        best = reach;
      }
      if (stops) break;
    }
    const bool wasLast = last + 1 == static_cast<int>(group.flavors.size());
    for (auto& [name, chosen] : out.flavors) chosen.tried = wasLast ? -1 : last;
    if (best.reach == FlavorReach::Fit) out.reasons.clear();
    return out;
  }

  std::string mismatchOf(std::size_t podSet, const std::string& name, const KueueResourceGroup& group,
                         const Requests& requests) const {
    const auto flavor = m_state.objects().flavors.find(name);
    if (flavor == m_state.objects().flavors.end()) return "flavor " + name + " not found";
    if (std::string mismatch = topologyMismatch(m_workload.podSets[podSet], flavor->second, group); !mismatch.empty())
      return mismatch;
    if (std::string mismatch = flavorMismatch(m_workload.podSets[podSet].spec, flavor->second); !mismatch.empty())
      return mismatch;
    return replacedMismatch(podSet, name, group, requests);
  }

  std::string topologyMismatch(const KueuePodSet& podSet, const KueueFlavor& flavor,
                               const KueueResourceGroup& group) const {
    const std::string name = "Flavor \"" + flavor.name + '"';
    if (!podSet.topology)
      return flavor.topology.empty() || m_hasTopologyAlone ? std::string()
                                                           : name + " supports only TopologyAwareScheduling";
    if (flavor.topology.empty()) {
      const Requests requested = requestsOf(podSet.spec);
      const bool isOfPods =
          std::any_of(requested.begin(), requested.end(), [&](const auto& one) { return group.covers(one.first); });
      return isOfPods ? name + " does not support TopologyAwareScheduling" : std::string();
    }
    const auto levels = m_state.objects().topologies.find(flavor.topology);
    if (levels == m_state.objects().topologies.end())
      return m_state.objects().knowsTopologies ? name + " information missing in TAS cache" : std::string();
    const bool hasAll = std::all_of(podSet.topology->begin(), podSet.topology->end(), [&](const std::string& level) {
      return std::find(levels->second.begin(), levels->second.end(), level) != levels->second.end();
    });
    return hasAll ? std::string() : name + " does not contain the requested level";
  }

  /// An elastic job keeps its flavors.
  std::string replacedMismatch(std::size_t podSet, const std::string& flavor, const KueueResourceGroup& group,
                               const Requests& requests) const {
    if (m_replaced == nullptr || !m_replaced->admission || podSet >= m_replaced->admission->podSets.size()) return {};
    const auto& given = m_replaced->admission->podSets[podSet].flavors;
    for (const auto& [resource, amount] : requests) {
      const auto original = given.find(resource);
      if (!group.covers(resource) || original == given.end() || original->second == flavor) continue;
      return "could not assign " + flavor + " flavor since the original workload is assigned: " + original->second;
    }
    return {};
  }

  /// The worst over the group's resources.
  Reach tryFlavor(const std::string& flavor, const Requests& requests, const KueueResourceGroup& group,
                  std::map<std::string, ChosenFlavor>& chosen, GroupAnswer& out) {
    Reach worst{FlavorReach::Fit, 0};
    FlavorAttempt attempt{flavor, AdmissionMode::Fit, std::nullopt, 0, {}};
    for (const auto& [resource, amount] : requests) {
      if (!group.covers(resource)) continue;
      std::string reason;
      const Reach reach = tryCell(m_tree.cellOf(flavor, resource), amount, reason);
      if (!reason.empty()) {
        attempt.reasons.push_back(reason);
        out.reasons.push_back(reason);
      }
      attempt.borrowing = std::max(attempt.borrowing, reach.borrowing);
      if (isBetter(worst, reach, m_queue)) worst = reach;
      if (worst.reach != FlavorReach::NoFit) chosen[resource] = {flavor, modeOf(reach.reach), -1, reach.borrowing};
    }
    std::sort(attempt.reasons.begin(), attempt.reasons.end());
    attempt.mode = modeOf(worst.reach);
    if (attempt.mode == AdmissionMode::Preempt) attempt.eviction = worst.reach;
    out.attempts.push_back(std::move(attempt));
    return worst;
  }

  Reach tryCell(int cell, Amount amount, std::string& reason) {
    const std::string& resource = m_tree.resourceOf(cell);
    const auto before = m_out.usage.find(cell);
    const Amount assumed = before != m_out.usage.end() ? before->second : 0;
    const Amount requested = plus(assumed, amount);
    const Amount most = m_tree.potential(m_node, cell);
    const std::string where = resource + " in flavor " + m_tree.flavorOf(cell);
    if (requested > most) {
      reason = "insufficient quota for " + where + ", previously considered podsets requests (" +
               amountText(resource, assumed) + ") + current podset request (" + amountText(resource, amount) +
               ") > maximum capacity (" + amountText(resource, most) + ")";
      return {FlavorReach::NoFit, 0};
    }
    const auto [borrowing, isLower] = m_tree.lowestFit(m_node, cell, requested);
    const Amount available = m_tree.available(m_node, cell);
    if (requested <= available) return {FlavorReach::Fit, borrowing};
    reason = "insufficient unused quota for " + where + ", " + amountText(resource, minus(requested, available)) +
             " more needed";
    const bool mayPreempt = m_queue.mayBorrowWhilePreempting ||
                            (m_state.objects().fairSharing && m_queue.reclaim != PreemptionPolicy::Never);
    if (m_tree.quota(m_node, cell).nominal >= requested || isLower || mayPreempt) return tryEviction(cell, requested);
    return {FlavorReach::NoFit, borrowing};
  }

  Reach tryEviction(int cell, Amount requested) {
    const std::vector<Victim> found = findVictims(m_state, {&m_workload, m_node, {{cell, requested}}, {cell}});
    for (const Victim& victim : found) m_state.remove(m_state.holders()[victim.holder]);
    const int borrowing = m_tree.lowestFit(m_node, cell, requested).first;
    victims::restore(m_state, found);
    if (found.empty()) return {FlavorReach::NoCandidates, borrowing};
    const bool isOwn = std::any_of(found.begin(), found.end(), [&](const Victim& victim) {
      return m_state.holders()[victim.holder].queue == m_node;
    });
    return {isOwn ? FlavorReach::Preempt : FlavorReach::Reclaim, borrowing};
  }

  /// A flavor that another group did not get to counts as not fitting.
  static void mergeAttempts(std::map<std::string, FlavorAttempt>& into, const GroupAnswer& answer,
                            const KueueResourceGroup* group, const std::string& resource) {
    for (const FlavorAttempt& attempt : answer.attempts) {
      const auto [found, isNew] = into.try_emplace(attempt.flavor, attempt);
      FlavorAttempt& kept = found->second;
      if (!isNew) {
        kept.mode = std::min(kept.mode, attempt.mode);
        if (attempt.eviction && (!kept.eviction || *attempt.eviction < *kept.eviction))
          kept.eviction = attempt.eviction;
        kept.borrowing = std::max(kept.borrowing, attempt.borrowing);
      }
      addUnique(kept.reasons, attempt.reasons);
    }
    if (group == nullptr || answer.attempts.empty()) return;
    for (auto& [flavor, kept] : into) {
      const auto isIt = [&name = flavor](const auto& one) { return one.flavor == name; };
      if (std::none_of(group->flavors.begin(), group->flavors.end(), isIt)) continue;
      if (std::any_of(answer.attempts.begin(), answer.attempts.end(), isIt)) continue;
      kept.mode = AdmissionMode::NoFit;
      addUnique(kept.reasons, {"flavor " + flavor + " does not provide resource " + resource});
    }
  }

  void append(PodSetAssignment&& assigned) {
    for (const auto& [resource, amount] : assigned.requests) {
      const auto chosen = assigned.flavors.find(resource);
      if (chosen == assigned.flavors.end()) continue;
      m_out.borrowing = std::max(m_out.borrowing, chosen->second.borrowing);
      Amount& sum = m_out.usage[m_tree.cellOf(chosen->second.flavor, resource)];
      sum = plus(sum, amount);
    }
    m_out.podSets.push_back(std::move(assigned));
  }

  KueueState& m_state;
  QuotaTree& m_tree;
  const KueueWorkload& m_workload;
  Node m_node;
  const KueueClusterQueue& m_queue;
  const FlavorProgress* m_progress;
  const KueueWorkload* m_replaced;  ///< null = none
  bool m_hasTopologyAlone;
  FlavorAssignment m_out;
};

const char* possibilityOf(FlavorReach reach) {
  if (reach == FlavorReach::Reclaim) return "Reclaim";
  return reach == FlavorReach::Preempt ? "Preempt" : "NoCandidates";
}

std::string textOf(const FlavorAttempt& attempt) {
  std::string out = attempt.flavor + "(";
  if (attempt.eviction)
    out += std::string("preemptionMode=") + possibilityOf(*attempt.eviction);
  else
    out += attempt.mode == AdmissionMode::Fit ? "Fit" : "NoFit";
  if (attempt.borrowing > 0) out += ";borrow=" + std::to_string(attempt.borrowing);
  for (const std::string& reason : attempt.reasons) out += ";" + reason;
  return out + ")";
}

}  // namespace

bool FlavorProgress::isPending() const {
  return std::any_of(tried.begin(), tried.end(), [](const auto& podSet) {
    return std::any_of(podSet.begin(), podSet.end(), [](const auto& one) { return one.second != -1; });
  });
}

AdmissionMode PodSetAssignment::mode() const {
  if (reasons.empty()) return AdmissionMode::Fit;
  if (flavors.empty()) return AdmissionMode::NoFit;
  AdmissionMode worst = AdmissionMode::Fit;
  for (const auto& [resource, chosen] : flavors) worst = std::min(worst, chosen.mode);
  return worst;
}

AdmissionMode FlavorAssignment::mode() const {
  AdmissionMode worst = podSets.empty() ? AdmissionMode::NoFit : AdmissionMode::Fit;
  for (const PodSetAssignment& podSet : podSets) worst = std::min(worst, podSet.mode());
  return worst;
}

std::string FlavorAssignment::message() const {
  std::string out;
  for (const PodSetAssignment& podSet : podSets) {
    if (podSet.reasons.empty()) continue;
    out += (out.empty() ? "" : "; ") + ("couldn't assign flavors to pod set " + podSet.podSet + ": ");
    for (std::size_t i = 0; i < podSet.reasons.size(); ++i) out += (i == 0 ? "" : ", ") + podSet.reasons[i];
  }
  return out;
}

std::string FlavorAssignment::consideredText() const {
  std::string out;
  for (const PodSetAssignment& podSet : podSets) {
    std::string attempts;
    for (const FlavorAttempt& attempt : podSet.attempts) {
      if (attempt.mode == AdmissionMode::Fit && attempt.borrowing == 0) continue;
      attempts += (attempts.empty() ? "" : ", ") + textOf(attempt);
    }
    if (!attempts.empty()) out += (out.empty() ? "" : " | ") + podSet.podSet + ": " + attempts;
  }
  return out;
}

std::vector<std::map<std::string, int>> FlavorAssignment::progress() const {
  std::vector<std::map<std::string, int>> out;
  for (const PodSetAssignment& podSet : podSets) {
    auto& tried = out.emplace_back();
    for (const auto& [resource, chosen] : podSet.flavors) tried[resource] = chosen.tried;
  }
  return out;
}

FlavorAssignment assignFlavors(KueueState& state, const KueueWorkload& workload, QuotaTree::Node queue,
                               const std::vector<std::int32_t>& counts, const FlavorProgress* progress) {
  return FlavorSearch(state, workload, queue, progress).run(counts);
}

RoomQuestion roomFor(KueueState& state, const KueueWorkload& workload, QuotaTree::Node queue,
                     const FlavorAssignment& assignment) {
  RoomQuestion out{&workload, queue, {}, {}};
  std::set<int> cells;
  const std::vector<PodSetRequests> all = requestsOf(workload);
  for (std::size_t i = 0; i < assignment.podSets.size() && i < all.size(); ++i) {
    const PodSetAssignment& podSet = assignment.podSets[i];
    for (const auto& [resource, chosen] : podSet.flavors) {
      if (chosen.mode == AdmissionMode::Preempt) cells.insert(state.tree().cellOf(chosen.flavor, resource));
    }
    // the number of pods is quota too, but Kueue forgets it here
    for (const auto& [resource, amount] : all[i].times(podSet.count)) {
      const auto chosen = podSet.flavors.find(resource);
      if (amount == 0 || chosen == podSet.flavors.end()) continue;
      Amount& sum = out.usage[state.tree().cellOf(chosen->second.flavor, resource)];
      sum = plus(sum, amount);
    }
  }
  out.shortCells.assign(cells.begin(), cells.end());
  return out;
}

}  // namespace cardinal::queues
