// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/stacks/topology_group.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "core/alloc/reserve/linked_cards.h"
#include "core/model/pods/pod_fields.h"
#include "core/provider/gpu_keys.h"

namespace cardinal::alloc {
namespace {

struct GroupLabels {
  std::string_view name;
  std::string_view count;
};

// Generation 1, generation 2, and the gang labels that stand for it.
constexpr GroupLabels kFamilies[] = {
    {"gpu-topology", "gpu-topology-replica"},
    {"gputopology.alibabacloud.com/pod-group", "gputopology.alibabacloud.com/replica"},
    {"pod-group.scheduling.sigs.k8s.io/name", "pod-group.scheduling.sigs.k8s.io/min-available"}};
constexpr std::size_t kGang = 2;

/// Sets of nodes that are tried, and nodes of which sets of several are made.
constexpr int kMaxSets = 200'000;
constexpr std::size_t kMaxNodes = 40;
/// Pods of one group.
constexpr std::size_t kMaxPods = 64;

struct Group {
  std::string name;         ///< empty = the pod is of none
  std::int64_t wanted = 1;  ///< pods, by the label
  std::string refusal;      ///< of the labels themselves
};

Group groupOf(const RawPod& pod) {
  Group out;
  bool isGang = false;
  bool isTopology = false;
  for (std::size_t i = 0; i < std::size(kFamilies); ++i) {
    const std::string* name = find(pod.meta.labels, kFamilies[i].name);
    if (name == nullptr || name->empty()) continue;
    (i == kGang ? isGang : isTopology) = true;
    if (!out.name.empty()) continue;
    out.name = *name;
    const std::string* count = find(pod.meta.labels, kFamilies[i].count);
    std::int64_t value = 0;
    if (count == nullptr) continue;
    const bool isNumber = provider::parseGoInteger(*count, value);
    if (!isNumber || value <= 0)
      out.refusal = "invalid replica " + provider::clipped(*count) + ",it should great than 0";
    else
      out.wanted = value;
  }
  if (isGang && isTopology) out.refusal = "gang group label and gpu topology group label cannot appear together";
  return out;
}

/// Pods of the group in the cluster besides the request's own. Ended and terminating ones do not count.
struct Members {
  std::int64_t placed = 0;
  std::vector<int> waiting;  ///< cards that each asks
};

bool isMember(const RawPod& pod, const RawPod& asking, const std::string& group) {
  if (isTerminal(pod) || isTerminating(pod) || pod.meta.key.ns != asking.meta.key.ns) return false;
  if (isCreated(asking) && pod.meta.key == asking.meta.key) return false;
  return groupOf(pod).name == group;
}

Members membersOf(const RawPod& asking, const std::string& group, const ClusterSnapshot& snapshot) {
  Members out;
  for (const PodPtr& pod : snapshot.unboundPods) {
    const bool asks = pod->request.kind() == GpuRequest::Kind::Topology;
    if (asks && isMember(*pod->raw, asking, group))
      out.waiting.push_back(std::max(pod->request.wholeCards().value_or(1), 1));
  }
  for (const NodePtr& node : snapshot.nodes) {
    if (node->gpu.mode != GpuMode::Topology) continue;
    out.placed += std::count_if(node->pods.begin(), node->pods.end(),
                                [&](const PodPtr& pod) { return isMember(*pod->raw, asking, group); });
  }
  return out;
}

std::string insufficient(const std::string& group) {
  return "Insufficient gpus to allocate for the topology group " + provider::clipped(group);
}

class GroupRefusal final : public Filter {
 public:
  explicit GroupRefusal(std::string words) : m_words(std::move(words)) {}
  std::optional<Rejection> check(const NodeView& /*view*/) const override {
    return nodeRejection(ReasonCode::StackRefused, Waiting::Unknown, m_words);
  }

 private:
  std::string m_words;
};

/// One pod of the group; those of the request stand behind the ones that wait already where they ask the same.
struct Asking {
  int cards = 1;
  int replica = -1;  ///< of the request; -1 = a pod that waits in the cluster
};

struct Room {
  std::size_t at = 0;  ///< candidate
  int free = 0;
};

/// Which of the chosen nodes each pod goes to: pods by descending request, each to the node that is left with least.
/// Empty where they do not fit, or a node stays without a pod.
std::vector<std::size_t> assign(const std::vector<Asking>& pods, const std::vector<Room>& rooms,
                                const std::vector<std::size_t>& chosen) {
  std::vector<int> left;
  for (const std::size_t room : chosen) left.push_back(rooms[room].free);
  std::vector<bool> used(chosen.size());
  std::vector<std::size_t> out;
  for (const Asking& pod : pods) {
    std::size_t best = chosen.size();
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (left[i] >= pod.cards && (best == chosen.size() || left[i] < left[best])) best = i;
    }
    if (best == chosen.size()) return {};
    left[best] -= pod.cards;
    used[best] = true;
    out.push_back(chosen[best]);
  }
  const bool isAllUsed = std::all_of(used.begin(), used.end(), [](bool one) { return one; });
  return isAllUsed ? out : std::vector<std::size_t>();
}

/// Sets of one node, then of two, ...: of the first size that has any, the one whose free cards are used best.
class Search {
 public:
  Search(const std::vector<Asking>& pods, const std::vector<Room>& rooms) : m_pods(pods), m_rooms(rooms) {}

  /// Empty = none was found; see isCut().
  std::vector<std::size_t> run() {
    for (std::size_t size = 1; size <= m_pods.size() && m_best.empty() && !m_isCut; ++size) extend(size, 0, 0);
    return m_best;
  }
  bool isCut() const { return m_isCut; }

 private:
  void extend(std::size_t size, std::size_t from, int free) {
    if (m_chosen.size() == size) return judge(free);
    for (std::size_t i = from; i + (size - m_chosen.size()) <= m_rooms.size() && !m_isCut; ++i) {
      m_chosen.push_back(i);
      extend(size, i + 1, free + m_rooms[i].free);
      m_chosen.pop_back();
    }
  }

  void judge(int free) {
    m_isCut = m_isCut || ++m_sets > kMaxSets;
    if (!m_best.empty() && free >= m_free) return;  // the same pods over more free cards
    auto found = assign(m_pods, m_rooms, m_chosen);
    if (found.empty()) return;
    m_best = std::move(found);
    m_free = free;
  }

  const std::vector<Asking>& m_pods;
  const std::vector<Room>& m_rooms;
  std::vector<std::size_t> m_chosen;
  std::vector<std::size_t> m_best;
  int m_free = 0;
  int m_sets = 0;
  bool m_isCut = false;
};

/// Free cards of each candidate, in the order of the nodes. Of many nodes the fullest and the emptiest stand for all in
/// sets of several.
std::vector<Room> roomsOf(const ClusterSnapshot& snapshot, const std::vector<Candidate>& candidates) {
  std::vector<Room> out;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const NodeRecord& node = snapshot.node(candidates[i].node);
    const Quantity* offered = find(node.raw->allocatable, provider::kTopologyGpu);
    const Quantity* held = find(node.requested, provider::kTopologyGpu);
    const std::int64_t free = (offered != nullptr ? offered->value() : 0) - (held != nullptr ? held->value() : 0);
    out.push_back({i, static_cast<int>(std::clamp<std::int64_t>(free, 0, std::numeric_limits<int>::max() / 2))});
  }
  std::stable_sort(out.begin(), out.end(),
                   [&](const Room& a, const Room& b) { return candidates[a.at].node < candidates[b.at].node; });
  return out;
}

void keepExtremes(std::vector<Room>& rooms) {
  if (rooms.size() <= kMaxNodes) return;
  std::stable_sort(rooms.begin(), rooms.end(), [](const Room& a, const Room& b) { return a.free < b.free; });
  rooms.erase(rooms.begin() + kMaxNodes / 2, rooms.end() - kMaxNodes / 2);
}

std::vector<CardIndex> freeCards(const NodeRecord& node, std::span<const Card> cards) {
  if (node.links == nullptr) return {};
  std::vector<CardIndex> out;
  for (const Card& card : cards) {
    if (!card.holderKnown) return {};
    if (!card.held && card.health != CardHealth::Unhealthy) out.push_back(static_cast<CardIndex>(card.index));
  }
  return out;
}

/// Cards for the pods of one node: the best set for all of them, then of it the best for each.
void giveCards(const NodeRecord& node, std::span<const Card> cards, const std::vector<std::size_t>& pods,
               const std::vector<Asking>& asking, std::vector<std::vector<CardIndex>>& out) {
  const int all =
      std::accumulate(pods.begin(), pods.end(), 0, [&](int sum, std::size_t pod) { return sum + asking[pod].cards; });
  const std::vector<CardIndex> free = freeCards(node, cards);
  if (free.empty()) return;
  std::vector<CardIndex> set = bestLinkedCards(node.links->bandwidth, free, all);
  for (const std::size_t pod : pods) {
    out[pod] = bestLinkedCards(node.links->bandwidth, set, asking[pod].cards);
    for (const CardIndex card : out[pod]) std::erase(set, card);
  }
}

std::vector<GroupPlace> placesOf(const ClusterSnapshot& snapshot, const std::vector<Candidate>& candidates,
                                 const std::vector<Room>& rooms, const std::vector<Asking>& asking,
                                 const std::vector<std::size_t>& roomOfPod) {
  std::vector<std::vector<CardIndex>> cards(asking.size());
  for (std::size_t room = 0; room < rooms.size(); ++room) {
    std::vector<std::size_t> pods;
    for (std::size_t pod = 0; pod < asking.size(); ++pod) {
      if (roomOfPod[pod] == room) pods.push_back(pod);
    }
    const NodeIndex node = candidates[rooms[room].at].node;
    if (!pods.empty()) giveCards(snapshot.node(node), snapshot.cardsOf(node), pods, asking, cards);
  }
  std::vector<GroupPlace> out;
  for (std::size_t pod = 0; pod < asking.size(); ++pod) {
    if (asking[pod].replica < 0) continue;
    out.push_back({candidates[rooms[roomOfPod[pod]].at].node, std::move(cards[pod])});
  }
  return out;
}

}  // namespace

bool isOfTopologyGroup(const AllocationRequest& request) {
  return request.gpu.kind() == GpuRequest::Kind::Topology && !groupOf(*request.pod).name.empty();
}

std::unique_ptr<Filter> makeTopologyGroupFilter(const AllocationRequest& request, const ClusterSnapshot& snapshot) {
  if (!isOfTopologyGroup(request)) return nullptr;
  const Group group = groupOf(*request.pod);
  if (!group.refusal.empty()) return std::make_unique<GroupRefusal>(group.refusal);
  const Members members = membersOf(*request.pod, group.name, snapshot);
  const std::int64_t all = members.placed + static_cast<std::int64_t>(members.waiting.size()) + request.replicas;
  // What is to be created may have further roles.
  const bool isRefused = all > group.wanted || (all < group.wanted && isCreated(*request.pod));
  if (!isRefused) return nullptr;
  return std::make_unique<GroupRefusal>("Number(" + std::to_string(all) + ") of of GPUTopologyGroup(" +
                                        provider::clipped(group.name) + ") pods is not equal to label replica(" +
                                        std::to_string(group.wanted) + ")");
}

GroupPlan planTopologyGroup(const AllocationRequest& request, const ClusterSnapshot& snapshot,
                            const std::vector<Candidate>& candidates) {
  GroupPlan out;
  const Group group = groupOf(*request.pod);
  const Members members = membersOf(*request.pod, group.name, snapshot);
  const std::size_t all = members.waiting.size() + static_cast<std::size_t>(request.replicas);
  out.isIncomplete = members.placed + static_cast<std::int64_t>(all) < group.wanted;
  if (members.placed > 0 || all > kMaxPods || candidates.empty()) return out;
  std::vector<Asking> asking;
  for (const int cards : members.waiting) asking.push_back({cards, -1});
  const int wanted = std::max(request.gpu.wholeCards().value_or(1), 1);
  for (int i = 0; i < request.replicas; ++i) asking.push_back({wanted, i});
  std::stable_sort(asking.begin(), asking.end(), [](const Asking& a, const Asking& b) { return a.cards > b.cards; });
  std::vector<Room> rooms = roomsOf(snapshot, candidates);
  Search onAll(asking, rooms);
  std::vector<std::size_t> roomOfPod = onAll.run();
  bool isCut = onAll.isCut();
  if (isCut) {
    keepExtremes(rooms);
    Search onFew(asking, rooms);
    roomOfPod = onFew.run();
  }
  if (!roomOfPod.empty())
    out.places = placesOf(snapshot, candidates, rooms, asking, roomOfPod);
  else if (!isCut)
    out.refusal = insufficient(group.name);
  return out;
}

}  // namespace cardinal::alloc
