// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <set>

#include "core/provider/stacks/kai.h"
#include "core/queues/kai/kai_queues.h"
#include "core/replay/recording/comparison.h"
#include "core/replay/recording/stack_replays.h"

namespace cardinal::replay {
namespace {

using queues::KaiAmounts;
using queues::KaiEviction;
using queues::operator+;
using Uses = std::map<std::string, queues::KaiUse>;

std::string textOf(double number) {
  std::array<char, 40> text{};
  return {text.data(), static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%.6f", number))};
}

enum class Place : std::uint8_t { Waiting, Bound, Ending };

struct PlayedPod {
  kai::Request request;
  Place place = Place::Waiting;
  std::string node;
  std::vector<std::string> cards;  ///< groups of shared cards
};

struct PlayedGroup {
  queues::KaiGroup rules;
  std::int64_t minMember = 1;
  bool isStale = false;
  std::vector<std::string> pods;  ///< in the order of their names
};

std::int64_t priorityOf(const std::string& name) {
  if (name == "inference") return 125;
  if (name == "build") return 100;
  return name == "build-preemptible" ? 75 : 50;
}

/// Whole cycles over queues: what is decided before any node is looked at. Nodes, cards and which victims are taken are
/// as recorded.
class KaiQueuesReplay {
 public:
  explicit KaiQueuesReplay(const Field& scenario) : m_scenario(scenario) {
    for (const Field& field : scenario.at("nodes").items()) {
      const kai::Node node = kai::readNode(*field.node());
      m_nodes[node.name] = node;
      if (node.refusals.empty()) m_total += static_cast<double>(node.gpus);
      if (!node.memoryKnown) continue;
      m_smallestCard = std::min(m_smallestCard, node.cardMemory);
      m_largestCard = std::max(m_largestCard, node.cardMemory);
    }
    for (const Field& queue : scenario.at("queues").items()) putQueue(queue, m_created++);
  }

  ReplayResult run() {
    for (const Field& step : m_scenario.at("steps").items()) {
      m_step = step.at("i").integer();
      m_comparison.begin(m_step, false);
      play(step, step.at("action").text());
    }
    return m_comparison.take();
  }

 private:
  // Objects.

  void putQueue(const Field& object, std::int64_t created) {
    queues::KaiQueue queue;
    queue.name = object.at("metadata").at("name").text();
    queue.created = created;
    const Field spec = object.at("spec");
    if (const auto parent = spec.find("parentQueue")) queue.parent = parent->text();
    if (const auto priority = spec.find("priority")) queue.priority = static_cast<int>(priority->integer());
    constexpr std::array<const char*, queues::kKaiResources> kNames{"cpu", "memory", "gpu"};
    constexpr double kMegabyte = 1e6;
    const Field resources = spec.at("resources");
    for (std::size_t i = 0; i < kNames.size(); ++i) {
      const auto amounts = resources.find(kNames.at(i));
      if (!amounts) continue;
      const auto amount = [&](const char* key, double scale) {
        const auto value = amounts->find(key);
        const double number = value ? value->number() : 0;
        return number == queues::kKaiUnlimited ? number : number * scale;
      };
      const double scale = i == static_cast<std::size_t>(queues::KaiResource::Memory) ? kMegabyte : 1;
      queue.quotas.at(i) = {amount("quota", scale), amount("limit", scale), amount("overQuotaWeight", 1)};
    }
    const auto old = m_queues.all().find(queue.name);
    if (old != m_queues.all().end()) queue.created = old->second.created;
    m_queues.put(std::move(queue));
  }

  void submit(const Field& step) {
    const Field object = step.at("group");
    const Field spec = object.at("spec");
    PlayedGroup group;
    group.rules.queue = spec.at("queue").text();
    const auto priority = spec.find("priorityClassName");
    group.rules.priority = priorityOf(priority ? priority->text() : std::string());
    constexpr std::int64_t kLowestFixed = 100;
    const auto preemptibility = spec.find("preemptibility");
    group.rules.isPreemptible =
        preemptibility ? preemptibility->text() == "preemptible" : group.rules.priority < kLowestFixed;
    group.minMember = spec.at("minMember").integer();
    const std::string name = object.at("metadata").at("name").text();
    if (m_groups.count(name) != 0) object.fail();
    for (const Field& field : step.at("pods").items()) {
      const auto raw = field.pod();
      if (m_pods.count(raw->meta.key.name) != 0) field.fail();
      group.pods.push_back(raw->meta.key.name);
      m_pods[raw->meta.key.name] = {kai::readRequest(*raw), Place::Waiting, {}, {}};
      m_groupOf[raw->meta.key.name] = name;
    }
    m_groups[name] = std::move(group);
  }

  void play(const Field& step, const std::string& action) {
    if (action == "submit") {
      submit(step);
    } else if (action == "cycle") {
      playCycle(step.at("result"));
    } else if (action == "settle") {
      settle(step);
    } else if (action == "finish") {
      for (const std::string& name : step.at("names").texts()) {
        for (const std::string& pod : groupNamed(step, name).pods) m_pods.erase(pod);
        m_groups.erase(name);
      }
    } else if (action == "delete_pod") {
      const std::string pod = step.at("name").text();
      auto& pods = groupNamed(step, groupOf(step.at("name"), pod)).pods;
      pods.erase(std::remove(pods.begin(), pods.end(), pod), pods.end());
      m_pods.erase(pod);
    } else if (action == "stale") {
      groupNamed(step, step.at("name").text()).isStale = true;
    } else if (action == "queue") {
      putQueue(step.at("queue"), m_created++);
    } else {
      step.at("action").fail();
    }
  }

  PlayedGroup& groupNamed(const Field& field, const std::string& name) {
    const auto found = m_groups.find(name);
    if (found == m_groups.end()) field.fail();
    return found->second;
  }

  const std::string& groupOf(const Field& field, const std::string& pod) const {
    const auto found = m_groupOf.find(pod);
    if (found == m_groupOf.end()) field.fail();
    return found->second;
  }

  void settle(const Field& step) {
    std::vector<std::string> ended;
    const bool requeue = step.at("requeue").flag();
    for (auto& [name, group] : m_groups) {
      for (std::size_t i = 0; i < group.pods.size();) {
        const std::string pod = group.pods[i];
        if (m_pods.at(pod).place != Place::Ending) {
          ++i;
          continue;
        }
        ended.push_back(pod);
        if (requeue) {
          m_pods[pod] = {m_pods.at(pod).request, Place::Waiting, {}, {}};
          ++i;
        } else {
          m_pods.erase(pod);
          group.pods.erase(group.pods.begin() + static_cast<std::ptrdiff_t>(i));
        }
      }
    }
    m_comparison.compareSets("settle", step.at("result").at("pods").texts(), ended);
  }

  // Amounts.

  /// GPUs of the pod where a card has this memory; `isHundredths` as they are counted once it is placed.
  double gpusOf(const kai::Request& request, std::int64_t card, bool isHundredths) const {
    if (request.kind == kai::Request::Kind::Whole) return static_cast<double>(request.gpus);
    if (request.kind != kai::Request::Kind::Shared) return 0;
    constexpr double kHundred = 100;
    const auto devices = static_cast<double>(request.devices);
    if (request.memory == 0) return devices * std::round(request.fraction * kHundred) / kHundred;
    const double part = static_cast<double>(request.memory) / static_cast<double>(card);
    return devices * (isHundredths ? std::ceil(part * kHundred) / kHundred : part);
  }

  KaiAmounts amountsOf(const kai::Request& request, std::int64_t card, bool isHundredths) const {
    return {static_cast<double>(request.resources.cpuMilli), static_cast<double>(request.resources.memory),
            gpusOf(request, card, isHundredths)};
  }

  KaiAmounts heldBy(const PlayedPod& pod, const std::string& node) const {
    const auto found = m_nodes.find(node);
    return amountsOf(pod.request, found != m_nodes.end() ? found->second.cardMemory : m_smallestCard, true);
  }

  Uses usesNow() const {
    Uses uses;
    for (const auto& [name, group] : m_groups) {
      for (const std::string& id : group.pods) {
        const PlayedPod& pod = m_pods.at(id);
        if (pod.place == Place::Bound)
          m_queues.addAllocated(uses, group.rules.queue, heldBy(pod, pod.node), group.rules.isPreemptible);
        else if (pod.place == Place::Waiting)
          m_queues.addWaiting(uses, group.rules.queue, amountsOf(pod.request, m_smallestCard, false));
      }
    }
    return uses;
  }

  // A cycle.

  void playCycle(const Field& result) {
    const Uses before = usesNow();
    compareShares(result.at("queues"), before);
    compareUse(result.at("queues"), before, "allocated");
    m_uses = before;
    m_candidates.clear();
    m_chunk.clear();
    m_chunkLeft = 0;
    m_boundNow.clear();
    m_lookedAt.clear();
    for (const auto& [name, group] : m_groups) {
      if (isLookedAt(group)) m_lookedAt.insert(name);
    }
    tryWaiting();
    for (const Field& event : result.at("events").items()) playEvent(event);
    if (m_chunkLeft > 0) m_comparison.compare("gang " + m_chunk, "incomplete", "whole");
    for (const auto& [name, recorded] : result.at("groups").entries()) compareGroup(name, recorded);
    m_comparison.begin(m_step, false);
    compareUse(result.at("queues"), usesNow(), "allocated_after");
    compareIdle(result.at("idle_gpus_after"));
  }

  /// Children divide what is recorded for their parent: where remainders are drawn, so that one draw counts once.
  void compareShares(const Field& recorded, const Uses& uses) {
    std::map<std::string, double> fairShares;
    for (const auto& [name, queue] : recorded.entries()) fairShares[name] = queue.at("fair_share").number();
    std::vector<std::string> parents{""};
    for (const auto& [name, queue] : m_queues.all()) parents.push_back(name);
    constexpr double kExact = 1e-6;
    for (const std::string& parent : parents) {
      const double total = parent.empty() ? m_total : fairShares[parent];
      const auto shares = queues::kaiFairShares(total, queues::KaiResource::Gpu, m_queues.childrenOf(parent), uses);
      for (const auto& [name, share] : shares) {
        m_comparison.begin(m_step, true);
        const double value = fairShares[name];
        const bool isMet = value >= share.least - kExact && value <= share.most + kExact;
        if (!isMet) m_comparison.compare(name + ".fair_share", textOf(value), textOf(share.least));
      }
    }
    m_comparison.begin(m_step, false);
  }

  void compareUse(const Field& recorded, const Uses& uses, const char* key) {
    for (const auto& [name, queue] : recorded.entries()) {
      const auto use = uses.find(name);
      m_comparison.compare(name + "." + key, textOf(queue.at(key).number()),
                           textOf(use != uses.end() ? std::max(0.0, queues::gpusOf(use->second.allocated)) : 0));
    }
  }

  void compareIdle(const Field& recorded) {
    std::map<std::string, std::int64_t> taken;
    std::map<std::string, std::set<std::string>> shared;
    for (const auto& [name, pod] : m_pods) {
      if (pod.place == Place::Waiting) continue;
      if (pod.request.kind == kai::Request::Kind::Whole) taken[pod.node] += pod.request.gpus;
      shared[pod.node].insert(pod.cards.begin(), pod.cards.end());
    }
    for (const auto& [name, node] : m_nodes) {
      const auto expected = recorded.find(name.c_str());
      const std::int64_t idle = node.gpus - taken[name] - static_cast<std::int64_t>(shared[name].size());
      m_comparison.compare("idle_gpus_after." + name, expected ? textOf(expected->number()) : "none",
                           textOf(static_cast<double>(idle)));
    }
  }

  std::int64_t countOf(const PlayedGroup& group, Place place) const {
    return std::count_if(group.pods.begin(), group.pods.end(),
                         [&](const std::string& pod) { return m_pods.at(pod).place == place; });
  }

  /// Pods of the next chunk, as many as still wait.
  std::vector<std::string> chunkOf(const PlayedGroup& group) const {
    const auto size = static_cast<std::size_t>(queues::kaiChunk(group.minMember, countOf(group, Place::Bound)));
    std::vector<std::string> out;
    for (const std::string& pod : group.pods) {
      if (m_pods.at(pod).place == Place::Waiting && out.size() < size) out.push_back(pod);
    }
    return out;
  }

  /// Enough pods are there, and the queue takes them. Otherwise the scheduler never looks at the group.
  bool isLookedAt(const PlayedGroup& group) const {
    const std::int64_t alive = countOf(group, Place::Bound) + countOf(group, Place::Waiting);
    return alive >= group.minMember && m_queues.takesPods(group.rules.queue);
  }

  std::string refusalOf(const PlayedGroup& group) const {
    KaiAmounts request{};
    for (const std::string& pod : chunkOf(group))
      request = request + amountsOf(m_pods.at(pod).request, m_largestCard, false);
    const auto refusal = m_queues.refusal(m_uses, group.rules.queue, request, group.rules.isPreemptible);
    return refusal ? refusal->reason + ": " + refusal->text : std::string("nodes");
  }

  /// Every group that waits may be tried at this moment of the allocate action: how would it be refused?
  void tryWaiting() {
    for (const auto& [name, group] : m_groups) {
      if (countOf(group, Place::Waiting) > 0) m_candidates[name].insert(refusalOf(group));
    }
  }

  void playEvent(const Field& event) {
    const std::string what = event.at("what").text();
    const std::string pod = event.at("pod").text();
    const std::string& name = groupOf(event.at("pod"), pod);
    if (m_pods.count(pod) == 0) event.at("pod").fail();
    PlayedGroup& group = groupNamed(event, name);
    const std::string action = event.at("action").text();
    if (what == "bind") {
      bind(name, group, pod, event.at("node").text());
    } else if (what == "evict") {
      evict(event, group, pod, action);
    } else if (what != "pipeline") {
      event.at("what").fail();
    }
  }

  void bind(const std::string& name, PlayedGroup& group, const std::string& pod, const std::string& node) {
    m_comparison.begin(m_step, true);
    if (m_chunkLeft == 0) {
      m_chunk = name;
      m_chunkLeft = static_cast<std::int64_t>(chunkOf(group).size());
      m_comparison.compare(name + ".looked_at", "true", isLookedAt(group) ? "true" : "false");
      m_comparison.compare(name, "nodes", refusalOf(group));
    }
    m_comparison.compare("gang", name, m_chunk);
    --m_chunkLeft;
    PlayedPod& bound = m_pods.at(pod);
    m_comparison.compare(pod + ".waits", "true", bound.place == Place::Waiting ? "true" : "false");
    bound.place = Place::Bound;
    bound.node = node;
    m_boundNow.insert(pod);
    m_queues.addAllocated(m_uses, group.rules.queue, heldBy(bound, node), group.rules.isPreemptible);
    // a group that got on is tried again after this
    m_candidates[name].clear();
    if (m_chunkLeft == 0) tryWaiting();
  }

  void evict(const Field& event, PlayedGroup& victim, const std::string& pod, const std::string& action) {
    m_comparison.begin(m_step, true);
    if (action == "stalegangeviction") {
      // the mark of ten minutes ago is past the grace period
      const bool isStale = victim.isStale && countOf(victim, Place::Bound) < victim.minMember;
      m_comparison.compare(pod + ".stale", "true", isStale ? "true" : "false");
    } else {
      const PlayedGroup& requester = groupNamed(event, event.at("for").text());
      const KaiEviction way = action == "preempt"   ? KaiEviction::Preempt
                              : action == "reclaim" ? KaiEviction::Reclaim
                                                    : KaiEviction::Consolidation;
      m_comparison.compare(pod + ".may_be_evicted", "true",
                           queues::kaiMayEvict(way, requester.rules, victim.rules) ? "true" : "false");
    }
    PlayedPod& evicted = m_pods.at(pod);
    // what was only promised, or bound in this cycle, just waits again
    if (evicted.place == Place::Waiting || m_boundNow.count(pod) != 0)
      evicted = {evicted.request, Place::Waiting, {}, {}};
    else
      evicted.place = Place::Ending;
  }

  void compareGroup(const std::string& name, const Field& recorded) {
    const auto found = m_groups.find(name);
    if (found == m_groups.end()) recorded.fail();
    const PlayedGroup& group = found->second;
    if (const auto bound = recorded.find("bound")) {
      for (const std::string& text : bound->texts()) keepCards(text);
    }
    if (!recorded.find("pending")) return;
    m_comparison.begin(m_step, true);
    const auto reason = recorded.find("reason");
    const bool wasBound = std::any_of(group.pods.begin(), group.pods.end(),
                                      [&](const std::string& pod) { return m_boundNow.count(pod) != 0; });
    std::vector<std::string> ours;
    if (m_queues.all().count(group.rules.queue) != 0 && m_lookedAt.count(name) == 0)
      ours = {"not looked at"};
    else
      ours.assign(m_candidates[name].begin(), m_candidates[name].end());
    if (reason) compareGang(name, recorded.at("message").text(), group.minMember);
    if (wasBound && !reason) return;  // taken back within the cycle: nothing is said
    m_comparison.compareAmong(name, reason ? recordedRefusal(recorded) : std::string("not looked at"), ours);
  }

  /// "Resources were found for 2 pods while 3 are required for gang scheduling".
  void compareGang(const std::string& name, const std::string& message, std::int64_t minMember) {
    constexpr std::string_view kWhile = " pods while ";
    constexpr std::string_view kRequired = " are required for gang scheduling";
    const std::size_t end = message.find(kRequired);
    const std::size_t at = message.find(kWhile);
    if (end == std::string::npos || at == std::string::npos || at > end) return;
    const std::size_t begin = at + kWhile.size();
    m_comparison.compare(name + ".required", message.substr(begin, end - begin), std::to_string(minMember));
  }

  /// The queue's refusal as recorded, or "nodes" where nodes refused.
  static std::string recordedRefusal(const Field& group) {
    const std::string reason = group.at("reason").text();
    if (reason == "PodSchedulingErrors") return "nodes";
    const std::string message = group.at("message").text();
    const std::string frame = "\n" + reason + ".\n";
    const bool isFramed = message.rfind(frame, 0) == 0 && message.back() == '.';
    return reason + ": " + (isFramed ? message.substr(frame.size(), message.size() - frame.size() - 1) : message);
  }

  /// "pod node group group".
  void keepCards(const std::string& text) {
    std::vector<std::string> words{""};
    for (const char letter : text) {
      if (letter == ' ')
        words.emplace_back();
      else
        words.back() += letter;
    }
    const auto pod = m_pods.find(words.front());
    constexpr std::ptrdiff_t kBeforeCards = 2;
    if (pod != m_pods.end() && words.size() > static_cast<std::size_t>(kBeforeCards))
      pod->second.cards.assign(words.begin() + kBeforeCards, words.end());
  }

  const Field& m_scenario;
  std::map<std::string, kai::Node> m_nodes;
  double m_total = 0;
  std::int64_t m_smallestCard = std::numeric_limits<std::int64_t>::max();
  std::int64_t m_largestCard = 1;
  queues::KaiQueues m_queues;
  std::int64_t m_created = 0;
  std::map<std::string, PlayedGroup> m_groups;
  std::map<std::string, PlayedPod> m_pods;
  std::map<std::string, std::string> m_groupOf;
  // of the cycle that is played
  Uses m_uses;
  std::map<std::string, std::set<std::string>> m_candidates;  ///< how each waiting group may be refused
  std::string m_chunk;                                        ///< group whose pods are being bound together
  std::int64_t m_chunkLeft = 0;
  std::set<std::string> m_boundNow;  ///< pods
  std::set<std::string> m_lookedAt;  ///< groups, as the cycle began
  std::int64_t m_step = 0;
  Comparison m_comparison;
};

}  // namespace

ReplayResult replayKaiQueues(const Field& scenario) {
  return KaiQueuesReplay(scenario).run();
}

}  // namespace cardinal::replay
