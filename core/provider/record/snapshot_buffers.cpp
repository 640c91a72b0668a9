// SPDX-License-Identifier: Apache-2.0
#include "core/provider/record/snapshot_buffers.h"

#include <utility>

namespace cardinal::provider {
namespace {

/// A reader that holds a snapshot for longer than this many makes the next one a whole copy.
constexpr std::size_t kMaxEntries = 32;

}  // namespace

void SpareBuffers::give(SnapshotBuffers buffers) {
  std::optional<SnapshotBuffers> older;  // ends after the lock
  const MutexLock lock(m_mutex);
  if (buffers.generation < m_least || (m_spare && m_spare->generation > buffers.generation)) return;
  older = std::exchange(m_spare, std::move(buffers));
}

std::optional<SnapshotBuffers> SpareBuffers::take() {
  const MutexLock lock(m_mutex);
  return std::exchange(m_spare, std::nullopt);
}

void SpareBuffers::refuseBefore(std::uint64_t generation) {
  std::optional<SnapshotBuffers> older;  // ends after the lock
  const MutexLock lock(m_mutex);
  m_least = generation;
  if (m_spare && m_spare->generation < generation) older = std::exchange(m_spare, std::nullopt);
}

std::shared_ptr<ClusterSnapshot> makeReturning(std::shared_ptr<SpareBuffers> spare) {
  return {new ClusterSnapshot, [to = std::move(spare)](ClusterSnapshot* snapshot) {
            to->give({snapshot->generation, std::move(snapshot->nodes), std::move(snapshot->cards),
                      std::move(snapshot->firstCard)});
            delete snapshot;
          }};
}

void ChangeLog::add(std::uint64_t generation, std::vector<std::size_t> positions) {
  if (m_entries.size() == kMaxEntries) m_entries.erase(m_entries.begin());
  m_entries.push_back({generation, std::move(positions)});
}

std::optional<std::vector<std::size_t>> ChangeLog::since(std::uint64_t generation) const {
  if (m_entries.empty() || m_entries.front().generation > generation + 1) return std::nullopt;
  std::vector<std::size_t> out;
  for (const Entry& entry : m_entries) {
    if (entry.generation > generation) out.insert(out.end(), entry.positions.begin(), entry.positions.end());
  }
  return out;
}

}  // namespace cardinal::provider
