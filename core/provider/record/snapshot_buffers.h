// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/mutex.h"
#include "core/model/snapshot.h"

namespace cardinal::provider {

/// The long lists of a snapshot that nobody reads any more: the next snapshot differs from them in a few nodes.
struct SnapshotBuffers {
  std::uint64_t generation = 0;  ///< of the snapshot that they were
  std::vector<NodePtr> nodes;
  std::vector<Card> cards;
  std::vector<std::uint32_t> firstCard;
};

/// Keeps the buffers of one snapshot, the newest that came back. Thread-safe: the last reader of a snapshot may be in
/// any thread.
class SpareBuffers {
 public:
  void give(SnapshotBuffers buffers) CARDINAL_EXCLUDES(m_mutex);
  std::optional<SnapshotBuffers> take() CARDINAL_EXCLUDES(m_mutex);
  /// Those of older generations go, now and when they come back: the next snapshot has little in common with them.
  void refuseBefore(std::uint64_t generation) CARDINAL_EXCLUDES(m_mutex);

 private:
  Mutex m_mutex;
  std::optional<SnapshotBuffers> m_spare CARDINAL_GUARDED_BY(m_mutex);
  std::uint64_t m_least CARDINAL_GUARDED_BY(m_mutex) = 0;
};

/// An empty snapshot whose buffers go to `spare` with its last reader.
std::shared_ptr<ClusterSnapshot> makeReturning(std::shared_ptr<SpareBuffers> spare);

/// Which nodes changed from one snapshot to the next, as long as their order stays.
class ChangeLog {
 public:
  /// Nodes came, went or moved: nothing that was before says anything of what comes.
  void clear() { m_entries.clear(); }
  void add(std::uint64_t generation, std::vector<std::size_t> positions);
  /// Positions that changed after `generation`, some of them twice; nothing where that is not known.
  std::optional<std::vector<std::size_t>> since(std::uint64_t generation) const;

 private:
  struct Entry {
    std::uint64_t generation;
    std::vector<std::size_t> positions;
  };
  std::vector<Entry> m_entries;  ///< one generation after the other
};

}  // namespace cardinal::provider
