// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/alloc/cel/expression.h"
#include "core/alloc/stacks/dra/dra.h"

// Private to core/alloc/stacks: pools of slices as one node sees them.

namespace cardinal::alloc {

/// A pool of one driver. Incomplete and invalid ones offer no device.
struct DraPool {
  enum class State : std::uint8_t { Usable, Incomplete, Invalid };
  State state = State::Usable;
  const std::string* driver = nullptr;
  const std::string* name = nullptr;
  std::vector<const RawResourceSlice*> seen;       ///< with devices for the node
  std::vector<const RawResourceSlice*> elsewhere;  ///< devices of the pool that the node does not see
  std::vector<const RawCounterSet*> counters;

  std::string text() const { return *driver + "/" + *name; }
};

struct DraClass {
  std::shared_ptr<const RawDeviceClass> raw;
  std::vector<cel::Expression> selectors;
};

struct DraCluster::Parts {
  Slices slices;
  DraGates gates;
  std::map<std::string, DraClass, std::less<>> classes;

  /// Pools that a node sees, in the order of their first slice.
  std::vector<DraPool> poolsOf(const RawNode& node) const;
  void index();

 private:
  using Position = std::uint32_t;
  struct PoolIndex {
    std::vector<Position> all;
    std::vector<Position> counters;  ///< slices with shared counters: every node sees them
  };
  bool isSkipped(const RawResourceSlice& slice) const;
  std::optional<DraPool> build(const PoolIndex& pool, std::vector<Position> seen) const;
  void complete(DraPool& pool, const std::vector<Position>& seen, const std::vector<Position>& all) const;

  std::vector<PoolIndex> m_pools;
  std::vector<std::uint32_t> m_poolOf;  ///< of each slice
  std::unordered_map<std::string, std::vector<Position>> m_ofNode;
  std::vector<Position> m_shared;              ///< to be searched for each node
  std::vector<std::uint32_t> m_troubledAlone;  ///< pools whose counters alone are incomplete or invalid
};

/// On which node a slice or device can be used.
bool isUsableOn(const RawDeviceNodes& nodes, const RawNode& node);
bool matchesSelector(const std::vector<NodeSelectorTerm>& terms, const RawNode& node);

}  // namespace cardinal::alloc
