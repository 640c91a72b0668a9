// SPDX-License-Identifier: Apache-2.0
#include "core/fragmentation/trace_run.h"

namespace cardinal::fragmentation {
namespace {

constexpr std::size_t kBlock = 32;

std::vector<TypicalTask> expectedOf(const Trace& trace) {
  return typicalTasks(trace.tasks.tasks);
}

ClusterState makeCluster(const Trace& trace) {
  ClusterState out;
  for (const std::uint32_t node : trace.order) {
    out.nodes.push_back(trace.nodes.nodes[node]);
    out.memory.push_back(out.nodes.back().memory);
  }
  out.sums.resize(out.nodes.size());
  out.fragments.resize(out.nodes.size());
  out.changes.reserve(trace.arrivals.size());
  return out;
}

}  // namespace

std::optional<double> TraceFigures::fragmentRate() const {
  const double idle = sums.idle();
  if (idle <= 0) return std::nullopt;
  return 100.0 * sums.fragment() / idle;
}

TraceRun::TraceRun(const Trace& trace, PolicyKind policy, std::uint64_t seed)
    : m_trace(trace),
      m_meter(expectedOf(trace)),
      m_policy(makePolicy(policy, m_meter, seed)),
      m_cluster(makeCluster(trace)),
      m_scores(trace.tasks.tasks, m_cluster, *m_policy),
      m_random(seed + 1),
      m_blocks((trace.order.size() + kBlock - 1) / kBlock) {
  m_figures.capacity = trace.nodes.gpuMilli();
  for (std::size_t rank = 0; rank < m_cluster.nodes.size(); ++rank) {
    m_cluster.sums[rank] = m_meter.measure(m_cluster.nodes[rank]);
    m_cluster.fragments[rank] = m_cluster.sums[rank].fragment();
  }
  for (std::size_t rank = 0; rank < m_cluster.nodes.size(); rank += kBlock) measureAgain(rank);
}

void TraceRun::measureAgain(std::size_t rank) {
  const std::size_t block = rank / kBlock;
  const std::size_t end = std::min((block + 1) * kBlock, m_cluster.nodes.size());
  m_blocks[block] = {};
  for (std::size_t i = block * kBlock; i < end; ++i) m_blocks[block] += m_cluster.sums[i];
  m_figures.sums = {};
  for (const FragmentSums& sums : m_blocks) m_figures.sums += sums;
}

std::optional<std::size_t> TraceRun::choose(std::uint32_t task) {
  const std::int32_t* scores = m_scores.scores(task);
  const std::int32_t memory = m_trace.tasks.tasks[task].task.memory;
  const bool draws = m_policy->drawsNodes();
  std::int32_t best = ScoreCache::kRefused;
  std::size_t chosen = 0;
  std::size_t equal = 0;
  for (std::size_t rank = 0; rank < m_cluster.nodes.size(); ++rank) {
    if (scores[rank] == ScoreCache::kRefused || m_cluster.memory[rank] < memory) continue;
    if (scores[rank] > best) {
      best = scores[rank];
      chosen = rank;
      equal = 1;
    } else if (draws && m_random.below(++equal) == 0) {
      chosen = rank;  // each of n equal nodes stays with probability 1/n
    }
  }
  if (best == ScoreCache::kRefused) return std::nullopt;
  return chosen;
}

void TraceRun::put(std::size_t rank, const Task& task) {
  NodeState& node = m_cluster.nodes[rank];
  m_last.devices = task.gpus > 0 ? m_policy->devices(node, m_cluster.fragments[rank], task) : 0;
  const NodeState& whole = m_trace.nodes.nodes[m_trace.order[rank]];
  const auto isUsed = [&] { return node.cpu != whole.cpu || node.gpuFree != whole.gpuFree; };
  const int wholeBefore = devicesWith(node, kWholeGpu);
  const bool usedBefore = isUsed();
  place(node, task, m_last.devices);
  m_figures.nodesInUse += !usedBefore && isUsed() ? 1 : 0;
  m_figures.gpusInUse += wholeBefore - devicesWith(node, kWholeGpu);
  m_figures.placed += task.gpuDemand();
  m_cluster.memory[rank] = node.memory;
  m_cluster.changes.push_back(static_cast<std::uint32_t>(rank));
  m_cluster.sums[rank] = m_meter.measure(node);
  m_cluster.fragments[rank] = m_cluster.sums[rank].fragment();
  measureAgain(rank);
}

bool TraceRun::next() {
  const auto at = static_cast<std::size_t>(m_figures.arrivals);
  if (at >= m_trace.arrivals.size()) return false;
  m_last = {m_trace.arrivals[at], std::nullopt, 0};
  const Task& task = m_trace.tasks.tasks[m_last.task].task;
  ++m_figures.arrivals;
  m_figures.arrived += task.gpuDemand();
  if (const auto rank = choose(m_last.task)) {
    put(*rank, task);
    m_last.node = m_trace.order[*rank];
  } else {
    ++m_figures.failed;
  }
  return true;
}

}  // namespace cardinal::fragmentation
