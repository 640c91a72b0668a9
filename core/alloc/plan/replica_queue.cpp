// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/plan/replica_queue.h"

#include <algorithm>

namespace cardinal::alloc {

std::vector<std::uint32_t>::iterator ReplicaQueue::Bucket::find(std::uint32_t node) {
  return std::lower_bound(m_nodes.begin() + static_cast<std::ptrdiff_t>(m_first), m_nodes.end(), node);
}

void ReplicaQueue::Bucket::insert(std::uint32_t node) {
  const auto at = find(node);
  if (m_first > 0 && at - m_nodes.begin() == static_cast<std::ptrdiff_t>(m_first)) {
    m_nodes[--m_first] = node;
  } else {
    m_nodes.insert(at, node);
  }
}

void ReplicaQueue::Bucket::remove(std::uint32_t node) {
  const auto at = find(node);
  if (at - m_nodes.begin() == static_cast<std::ptrdiff_t>(m_first)) {
    ++m_first;
  } else {
    m_nodes.erase(at);
  }
}

void ReplicaQueue::append(NodeIndex node, std::int64_t score) {
  m_byScore[score].append(node.value);
  m_score[node.value] = score;
  ++m_size;
}

void ReplicaQueue::put(NodeIndex node, std::int64_t score) {
  if (m_score[node.value] == score) return;
  remove(node);
  m_byScore[score].insert(node.value);
  m_score[node.value] = score;
  ++m_size;
}

void ReplicaQueue::remove(NodeIndex node) {
  if (!contains(node)) return;
  const auto found = m_byScore.find(*m_score[node.value]);
  found->second.remove(node.value);
  if (found->second.empty()) m_byScore.erase(found);
  m_score[node.value].reset();
  --m_size;
}

std::span<const std::uint32_t> ReplicaQueue::best() const {
  if (m_byScore.empty()) return {};
  return m_byScore.begin()->second.nodes();
}

}  // namespace cardinal::alloc
