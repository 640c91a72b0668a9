// SPDX-License-Identifier: Apache-2.0
#include "core/fragmentation/score_cache.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace cardinal::fragmentation {
namespace {

constexpr std::size_t kMaxScores = std::size_t{4} << 20U;

auto kindOf(const Task& task) {
  return std::tie(task.cpu, task.gpus, task.milli, task.models);
}

}  // namespace

ScoreCache::ScoreCache(const std::vector<ListedTask>& tasks, const ClusterState& cluster, const PlacementPolicy& policy)
    : m_tasks(tasks), m_cluster(cluster), m_policy(policy), m_rowOf(tasks.size()), m_workedOutIn(cluster.nodes.size()) {
  const std::size_t nodes = cluster.nodes.size();
  const std::size_t room = std::max<std::size_t>(2, nodes > 0 ? kMaxScores / nodes : 0);
  std::vector<std::uint32_t> byKind(tasks.size());
  std::iota(byKind.begin(), byKind.end(), 0U);
  std::sort(byKind.begin(), byKind.end(),
            [&tasks](std::uint32_t a, std::uint32_t b) { return kindOf(tasks[a].task) < kindOf(tasks[b].task); });
  for (std::size_t i = 0; i < byKind.size(); ++i) {
    const bool isNew = i == 0 || kindOf(tasks[byKind[i]].task) != kindOf(tasks[byKind[i - 1]].task);
    if (isNew && m_rows.size() < room) {
      Row& row = m_rows.emplace_back();
      row.first = (m_rows.size() - 1) * nodes;
      row.isShared = m_rows.size() == room;
    }
    m_rowOf[byKind[i]] = static_cast<std::uint32_t>(m_rows.size() - 1);
  }
  m_scores.resize(m_rows.size() * nodes, kRefused);
}

std::int32_t ScoreCache::scoreOf(std::size_t rank, const Task& task) const {
  const NodeState& node = m_cluster.nodes[rank];
  return fitsButMemory(node, task) ? m_policy.score(node, m_cluster.fragments[rank], task) : kRefused;
}

void ScoreCache::fill(const Row& row, const Task& task) {
  for (std::size_t rank = 0; rank < m_cluster.nodes.size(); ++rank) m_scores[row.first + rank] = scoreOf(rank, task);
}

void ScoreCache::catchUp(const Row& row, const Task& task) {
  ++m_call;
  for (std::size_t i = row.seen; i < m_cluster.changes.size(); ++i) {
    const std::uint32_t rank = m_cluster.changes[i];
    if (m_workedOutIn[rank] == m_call) continue;
    m_workedOutIn[rank] = m_call;
    m_scores[row.first + rank] = scoreOf(rank, task);
  }
}

const std::int32_t* ScoreCache::scores(std::uint32_t task) {
  Row& row = m_rows[m_rowOf[task]];
  const Task& asked = m_tasks[task].task;
  if (row.filled && !row.isShared) {
    catchUp(row, asked);
  } else {
    fill(row, asked);
  }
  row.filled = true;
  row.seen = m_cluster.changes.size();
  return m_scores.data() + row.first;
}

}  // namespace cardinal::fragmentation
