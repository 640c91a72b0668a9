// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/plan/replica_queue.h"

#include <algorithm>

namespace cardinal::alloc {

void ReplicaQueue::append(NodeIndex node, int score) {
  const auto clamped = static_cast<std::int8_t>(std::clamp(score, 0, kMaxScore));
  m_byScore[static_cast<std::size_t>(clamped)].push_back(node.value);
  m_score[node.value] = clamped;
  ++m_size;
}

void ReplicaQueue::put(NodeIndex node, int score) {
  const auto clamped = static_cast<std::int8_t>(std::clamp(score, 0, kMaxScore));
  if (m_score[node.value] == clamped) return;
  remove(node);
  auto& bucket = m_byScore[static_cast<std::size_t>(clamped)];
  bucket.insert(std::lower_bound(bucket.begin(), bucket.end(), node.value), node.value);
  m_score[node.value] = clamped;
  ++m_size;
}

void ReplicaQueue::remove(NodeIndex node) {
  if (!contains(node)) return;
  auto& bucket = m_byScore[static_cast<std::size_t>(m_score[node.value])];
  bucket.erase(std::lower_bound(bucket.begin(), bucket.end(), node.value));
  m_score[node.value] = kAbsent;
  --m_size;
}

std::span<const std::uint32_t> ReplicaQueue::best() const {
  for (auto bucket = m_byScore.rbegin(); bucket != m_byScore.rend(); ++bucket) {
    if (!bucket->empty()) return *bucket;
  }
  return {};
}

}  // namespace cardinal::alloc
