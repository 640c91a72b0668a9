// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/plan/replica_queue.h"

#include <algorithm>

namespace cardinal::alloc {

void ReplicaQueue::append(NodeIndex node, std::int64_t score) {
  m_byScore[score].push_back(node.value);
  m_score[node.value] = score;
  ++m_size;
}

void ReplicaQueue::put(NodeIndex node, std::int64_t score) {
  if (m_score[node.value] == score) return;
  remove(node);
  auto& bucket = m_byScore[score];
  bucket.insert(std::lower_bound(bucket.begin(), bucket.end(), node.value), node.value);
  m_score[node.value] = score;
  ++m_size;
}

void ReplicaQueue::remove(NodeIndex node) {
  if (!contains(node)) return;
  const auto found = m_byScore.find(*m_score[node.value]);
  auto& bucket = found->second;
  bucket.erase(std::lower_bound(bucket.begin(), bucket.end(), node.value));
  if (bucket.empty()) m_byScore.erase(found);
  m_score[node.value].reset();
  --m_size;
}

std::span<const std::uint32_t> ReplicaQueue::best() const {
  if (m_byScore.empty()) return {};
  return m_byScore.begin()->second;
}

}  // namespace cardinal::alloc
