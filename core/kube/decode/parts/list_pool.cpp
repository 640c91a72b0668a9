// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/parts/list_pool.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "core/model/extras/nvidia.h"
#include "core/model/extras/resource_slice.h"

namespace cardinal {
namespace {

constexpr std::size_t kSets = 256;
constexpr std::size_t kWays = 4;
constexpr std::size_t kMaxBytes = 4096;

/// Hash of a list and how much text is in it.
class Digest {
 public:
  void add(std::string_view text) {
    add(std::hash<std::string_view>{}(text));
    m_bytes += text.size();
  }
  void add(std::uint64_t number) {
    constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15ULL;
    m_hash = (m_hash ^ number) * kOdd;
    m_hash ^= m_hash >> 29U;
  }
  std::uint64_t hash() const { return m_hash; }
  std::size_t bytes() const { return m_bytes; }

 private:
  std::uint64_t m_hash = 0;
  std::size_t m_bytes = 0;
};

void take(Digest& digest, const std::pair<std::string, std::string>& entry) {
  digest.add(entry.first);
  digest.add(entry.second);
}

void take(Digest& digest, const ResourceAmount& entry) {
  digest.add(entry.name);
  digest.add(static_cast<std::uint64_t>(entry.amount.floor()));
  digest.add(static_cast<std::uint64_t>(entry.amount.nanoAboveFloor()));
}

void take(Digest& digest, const OwnerRef& owner) {
  digest.add(owner.name);
  digest.add(owner.uid);
}

void take(Digest& digest, const Toleration& toleration) {
  digest.add(toleration.key);
  digest.add(toleration.op);
  digest.add(toleration.value);
  digest.add(toleration.effect);
}

void take(Digest& digest, const std::optional<LabelSelector>& selector) {
  if (!selector) return;
  for (const auto& entry : selector->matchLabels) take(digest, entry);
  for (const NodeSelectorRequirement& requirement : selector->matchExpressions) {
    digest.add(requirement.key);
    for (const std::string& value : requirement.values) digest.add(value);
  }
}

void take(Digest& digest, const PodAffinityTerm& term) {
  digest.add(term.topologyKey);
  take(digest, term.selector);
}

void take(Digest& digest, const TopologySpreadConstraint& constraint) {
  digest.add(constraint.topologyKey);
  take(digest, constraint.selector);
}

void take(Digest& digest, const Container& container) {
  digest.add(container.name);
  digest.add(container.image);
  for (const ResourceAmount& entry : container.requests) take(digest, entry);
  for (const ResourceAmount& entry : container.limits) take(digest, entry);
}

void take(Digest& digest, const std::pair<std::string, RawDeviceAttribute>& attribute) {
  digest.add(attribute.first);
  digest.add(attribute.second.text);
  digest.add(static_cast<std::uint64_t>(attribute.second.kind));
  digest.add(static_cast<std::uint64_t>(attribute.second.integer));
}

void take(Digest& digest, const RawCounterSet& set) {
  digest.add(set.name);
  for (const ResourceAmount& counter : set.counters) take(digest, counter);
}

void take(Digest& digest, const Taint& taint) {
  digest.add(taint.key);
  digest.add(taint.value);
  digest.add(taint.effect);
}

/// Takes what is one device's own out of the attributes, into a list that is no longer than needed.
void splitAttributes(RawDevice& device) {
  auto& all = device.attributes;
  const auto isCommon = [](const auto& attribute) { return !isOfOneDevice(attribute.first); };
  auto* const own = std::stable_partition(all.begin(), all.end(), isCommon);
  device.ownAttributes.insert(std::as_const(device.ownAttributes).end(), std::make_move_iterator(own),
                              std::make_move_iterator(all.end()));
  all.erase(own, all.end());
}

/// The lists of one kind that came last.
template <typename T>
class Shelf {
 public:
  void share(SharedList<T>& list) {
    if (list.empty()) return;
    Digest digest;
    for (const T& item : std::as_const(list)) take(digest, item);
    list.shrink_to_fit();
    if (digest.bytes() > kMaxBytes) return;
    Set& set = m_sets[digest.hash() % kSets];
    for (Place& place : set.places) {
      if (place.hash == digest.hash() && std::as_const(place.list) == list) {
        list = place.list;
        return;
      }
    }
    set.places[set.next] = {digest.hash(), list};
    set.next = (set.next + 1) % kWays;
  }

 private:
  struct Place {
    std::uint64_t hash = 0;
    SharedList<T> list;
  };
  struct Set {
    std::array<Place, kWays> places;
    std::size_t next = 0;  ///< the oldest
  };
  std::array<Set, kSets> m_sets;
};

/// Lists of one kind by the bytes that they were read from, those that came last.
template <typename T>
class WireShelf {
 public:
  bool recall(std::string_view wire, SharedList<T>& out, std::size_t& entries) {
    m_hash = std::hash<std::string_view>{}(wire);
    for (const Place& place : m_sets[m_hash % kSets].places) {
      if (place.hash != m_hash || place.wire != wire) continue;
      out = place.list;
      entries += place.entries;
      give(place.list);
      return true;
    }
    return false;
  }
  /// Of the bytes that were not recalled just now.
  void remember(std::string_view wire, const SharedList<T>& list, std::size_t entries) {
    Set& set = m_sets[m_hash % kSets];
    Place& place = set.places[set.next];
    set.next = (set.next + 1) % kWays;
    place.hash = m_hash;
    place.wire.assign(wire);
    place.list = list;
    place.entries = entries;
    give(list);
  }
  /// The list is one of these: it is shared as far as it can be.
  bool gave(const SharedList<T>& list) const {
    return std::any_of(m_given.begin(), m_given.end(), [&](const SharedList<T>& one) { return one.sharesWith(list); });
  }

 private:
  struct Place {
    std::size_t hash = 0;
    std::size_t entries = 0;
    std::string wire;
    SharedList<T> list;
  };
  struct Set {
    std::array<Place, kWays> places;
    std::size_t next = 0;  ///< the oldest
  };
  void give(const SharedList<T>& list) {
    if (gave(list)) return;
    m_given[m_nextGiven] = list;
    m_nextGiven = (m_nextGiven + 1) % m_given.size();
  }

  std::array<Set, kSets> m_sets;
  std::array<SharedList<T>, 2> m_given;  ///< an object has at most two of a kind
  std::size_t m_nextGiven = 0;
  std::size_t m_hash = 0;  ///< of what was looked for last
};

/// The layouts of mig-manager: one ConfigMap a node, and one text for each sort of machine.
class LayoutShelf {
 public:
  void share(SharedList<MigLayoutConfig>& list) {
    for (const SharedList<MigLayoutConfig>& known : m_lists) {
      if (known != list) continue;
      list = known;
      return;
    }
    m_lists[m_next] = list;
    m_next = (m_next + 1) % kWays;
  }

 private:
  std::array<SharedList<MigLayoutConfig>, kWays> m_lists;
  std::size_t m_next = 0;  ///< the oldest
};

}  // namespace

struct ListPool::Shelves {
  Shelf<std::pair<std::string, std::string>> labels, annotations;
  Shelf<ResourceAmount> resources;
  Shelf<OwnerRef> owners;
  Shelf<Toleration> tolerations;
  Shelf<PodAffinityTerm> affinity;
  Shelf<TopologySpreadConstraint> spread;
  Shelf<Container> containers;
  LayoutShelf layouts;
  Shelf<std::pair<std::string, RawDeviceAttribute>> attributes;
  Shelf<RawCounterSet> counters;
  Shelf<Taint> taints;
  using Wire = std::tuple<WireShelf<std::pair<std::string, std::string>>, WireShelf<OwnerRef>, WireShelf<Toleration>,
                          WireShelf<Container>>;
  std::unique_ptr<Wire> wire;  ///< null until a list is looked for by its bytes
  std::string scratch;

  template <typename T>
  bool cameByItsBytes(const SharedList<T>& list) const {
    return wire != nullptr && std::get<WireShelf<T>>(*wire).gave(list);
  }

  template <typename T>
  void share(Shelf<T>& shelf, SharedList<T>& list) {
    if (!cameByItsBytes(list)) shelf.share(list);
  }

  void share(ObjectMeta& meta) {
    share(labels, meta.labels);
    share(annotations, meta.annotations);
    share(owners, meta.owners);
  }

  void share(RawDevice& device) {
    splitAttributes(device);
    attributes.share(device.attributes);
    resources.share(device.capacity);
    for (RawCounterSet& set : device.consumes) resources.share(set.counters);
    counters.share(device.consumes);
    taints.share(device.taints);
  }

  void shareResources(SharedList<Container>& list) {
    for (Container& container : list) {
      resources.share(container.requests);
      resources.share(container.limits);
    }
  }

  void share(SharedList<Container>& list) {
    if (cameByItsBytes(list)) return;
    shareResources(list);
    containers.share(list);
  }
};

ListPool::ListPool() : m_shelves(std::make_unique<Shelves>()) {}
ListPool::~ListPool() = default;
ListPool::ListPool(ListPool&&) noexcept = default;
ListPool& ListPool::operator=(ListPool&&) noexcept = default;

void ListPool::share(RawPod& pod) {
  m_shelves->share(pod.meta);
  m_shelves->share(pod.spec.containers);
  m_shelves->share(pod.spec.initContainers);
  m_shelves->resources.share(pod.spec.overhead);
  m_shelves->resources.share(pod.spec.podRequests);
  m_shelves->resources.share(pod.spec.podLimits);
  m_shelves->labels.share(pod.spec.nodeSelector);
  m_shelves->share(m_shelves->tolerations, pod.spec.tolerations);
  m_shelves->affinity.share(pod.spec.podAffinity);
  m_shelves->spread.share(pod.spec.topologySpread);
}

template <typename T>
bool ListPool::recall(std::string_view wire, SharedList<T>& out, std::size_t& entries) {
  if (m_shelves->wire == nullptr) m_shelves->wire = std::make_unique<Shelves::Wire>();
  return std::get<WireShelf<T>>(*m_shelves->wire).recall(wire, out, entries);
}

template <typename T>
void ListPool::remember(std::string_view wire, SharedList<T>& list, std::size_t entries) {
  if constexpr (std::is_same_v<T, Container>) m_shelves->shareResources(list);
  list.shrink_to_fit();
  std::get<WireShelf<T>>(*m_shelves->wire).remember(wire, list, entries);
}

std::string& ListPool::scratch() {
  return m_shelves->scratch;
}

template bool ListPool::recall(std::string_view, StringMap&, std::size_t&);
template bool ListPool::recall(std::string_view, SharedList<OwnerRef>&, std::size_t&);
template bool ListPool::recall(std::string_view, SharedList<Toleration>&, std::size_t&);
template bool ListPool::recall(std::string_view, SharedList<Container>&, std::size_t&);
template void ListPool::remember(std::string_view, StringMap&, std::size_t);
template void ListPool::remember(std::string_view, SharedList<OwnerRef>&, std::size_t);
template void ListPool::remember(std::string_view, SharedList<Toleration>&, std::size_t);
template void ListPool::remember(std::string_view, SharedList<Container>&, std::size_t);

void ListPool::share(RawNode& node) {
  m_shelves->resources.share(node.capacity);
  m_shelves->resources.share(node.allocatable);
  // Its host's name is among them, so that each node has labels of its own.
  node.meta.labels.shrink_to_fit();
  node.meta.annotations.shrink_to_fit();
}

void ListPool::share(RawMigConfigs& map) {
  m_shelves->layouts.share(map.configs);
}

void ListPool::share(RawResourceSlice& slice) {
  for (RawDevice& device : slice.devices) m_shelves->share(device);
  slice.devices.shrink_to_fit();
}

}  // namespace cardinal
