// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/stacks/dra/dra_pools.h"

#include <algorithm>
#include <set>

#include "core/alloc/filter/labels.h"

namespace cardinal::alloc {
namespace {

using Set = std::set<std::string_view>;

/// Do the devices of `slices` consume only counters that the pool has?
bool countersExist(const std::vector<const RawResourceSlice*>& slices, const std::vector<const RawCounterSet*>& sets) {
  for (const RawResourceSlice* slice : slices) {
    for (const RawDevice& device : slice->devices) {
      for (const RawCounterSet& taken : device.consumes) {
        const auto set =
            std::find_if(sets.begin(), sets.end(), [&](const RawCounterSet* one) { return one->name == taken.name; });
        if (set == sets.end()) return false;
        for (const ResourceAmount& amount : taken.counters) {
          if (find((*set)->counters, amount.name) == nullptr) return false;
        }
      }
    }
  }
  return true;
}

bool namesAreUnique(const std::vector<const RawResourceSlice*>& slices) {
  Set names;
  for (const RawResourceSlice* slice : slices) {
    for (const RawDevice& device : slice->devices) {
      if (!names.insert(device.name).second) return false;
    }
  }
  return true;
}

bool setsAreUnique(const std::vector<const RawCounterSet*>& sets) {
  Set names;
  return std::all_of(sets.begin(), sets.end(),
                     [&](const RawCounterSet* set) { return names.insert(set->name).second; });
}

bool isSeenFrom(const RawResourceSlice& slice, const RawNode& node) {
  if (slice.nodes.isSet()) return isUsableOn(slice.nodes, node);
  return slice.perDeviceNodes && std::any_of(slice.devices.begin(), slice.devices.end(),
                                             [&](const RawDevice& device) { return isUsableOn(device.nodes, node); });
}

}  // namespace

bool matchesSelector(const std::vector<NodeSelectorTerm>& terms, const RawNode& node) {
  return std::any_of(terms.begin(), terms.end(), [&](const auto& term) { return matchesTerm(term, node); });
}

bool isUsableOn(const RawDeviceNodes& nodes, const RawNode& node) {
  if (!nodes.nodeName.empty()) return nodes.nodeName == node.meta.key.name;
  if (nodes.allNodes) return true;
  return nodes.selector && matchesSelector(*nodes.selector, node);
}

/// With the gate off the scheduler does not look at such slices.
bool DraCluster::Parts::isSkipped(const RawResourceSlice& slice) const {
  return !gates.partitionableDevices && (slice.hasPerDeviceNodes || !slice.sharedCounters.empty());
}

void DraCluster::Parts::index() {
  std::map<std::pair<std::string_view, std::string_view>, std::uint32_t> pools;
  for (Position at = 0; at < slices.size(); ++at) {
    const RawResourceSlice& slice = *slices[at];
    const auto [found, isNew] =
        pools.try_emplace({slice.driver, slice.pool}, static_cast<std::uint32_t>(m_pools.size()));
    if (isNew) m_pools.emplace_back();
    PoolIndex& pool = m_pools[found->second];
    m_poolOf.push_back(found->second);
    pool.all.push_back(at);
    if (isSkipped(slice)) continue;
    if (!slice.sharedCounters.empty())
      pool.counters.push_back(at);
    else if (!slice.nodes.nodeName.empty())
      m_ofNode[slice.nodes.nodeName].push_back(at);
    else
      m_shared.push_back(at);
  }
  for (std::uint32_t at = 0; at < m_pools.size(); ++at) {
    PoolIndex& pool = m_pools[at];
    if (pool.counters.empty()) continue;
    const auto alone = build(pool, pool.counters);
    if (alone && alone->state != DraPool::State::Usable) m_troubledAlone.push_back(at);
  }
}

/// The pool of those slices; nothing when a newer generation exists that the node does not see.
std::optional<DraPool> DraCluster::Parts::build(const PoolIndex& index, std::vector<Position> seen) const {
  std::int64_t newest = slices[seen.front()]->generation;
  for (const Position at : seen) newest = std::max(newest, slices[at]->generation);
  const auto isOld = [&](Position at) { return slices[at]->generation != newest; };
  seen.erase(std::remove_if(seen.begin(), seen.end(), isOld), seen.end());

  DraPool out;
  out.driver = &slices[seen.front()]->driver;
  out.name = &slices[seen.front()]->pool;
  std::vector<Position> all;
  const std::int64_t wanted = slices[seen.front()]->sliceCount;
  if (static_cast<std::int64_t>(seen.size()) != wanted) {
    for (const Position at : index.all) {
      if (slices[at]->generation > newest) return std::nullopt;
      if (slices[at]->generation == newest) all.push_back(at);
    }
    if (static_cast<std::int64_t>(all.size()) != wanted) {
      out.state = DraPool::State::Incomplete;
      return out;
    }
  }
  complete(out, seen, all);
  return out;
}

/// Fills a complete pool, or finds it invalid.
void DraCluster::Parts::complete(DraPool& pool, const std::vector<Position>& seen,
                                 const std::vector<Position>& all) const {
  for (const Position at : seen) {
    const RawResourceSlice& slice = *slices[at];
    if (slice.sharedCounters.empty()) pool.seen.push_back(&slice);
    for (const RawCounterSet& set : slice.sharedCounters) pool.counters.push_back(&set);
  }
  bool isValid = namesAreUnique(pool.seen);
  if (gates.partitionableDevices && isValid) {
    for (const Position at : all) {
      if (std::find(seen.begin(), seen.end(), at) == seen.end()) pool.elsewhere.push_back(slices[at].get());
    }
    isValid = setsAreUnique(pool.counters) && countersExist(pool.seen, pool.counters) &&
              countersExist(pool.elsewhere, pool.counters);
  }
  if (isValid) return;
  pool.state = DraPool::State::Invalid;
  pool.seen.clear();
  pool.elsewhere.clear();
  pool.counters.clear();
}

std::vector<DraPool> DraCluster::Parts::poolsOf(const RawNode& node) const {
  std::map<std::uint32_t, std::vector<Position>> seen;
  const auto own = m_ofNode.find(node.meta.key.name);
  if (own != m_ofNode.end()) {
    for (const Position at : own->second) seen[m_poolOf[at]].push_back(at);
  }
  for (const Position at : m_shared) {
    if (isSeenFrom(*slices[at], node)) seen[m_poolOf[at]].push_back(at);
  }
  for (auto& [pool, positions] : seen) {
    positions.insert(positions.end(), m_pools[pool].counters.begin(), m_pools[pool].counters.end());
    std::sort(positions.begin(), positions.end());
  }
  for (const std::uint32_t pool : m_troubledAlone) {
    if (seen.count(pool) == 0) seen[pool] = m_pools[pool].counters;
  }
  std::vector<std::pair<Position, DraPool>> ordered;
  for (auto& [pool, positions] : seen) {
    const Position first = positions.front();
    if (auto built = build(m_pools[pool], std::move(positions))) ordered.emplace_back(first, std::move(*built));
  }
  std::sort(ordered.begin(), ordered.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<DraPool> out;
  out.reserve(ordered.size());
  for (auto& [first, pool] : ordered) out.push_back(std::move(pool));
  return out;
}

}  // namespace cardinal::alloc
