// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <set>
#include <vector>

#include "core/alloc/engine/allocator.h"
#include "core/sim/api/demo_store.h"

namespace cardinal::sim {

/// Plays kube-scheduler with the GPU schedulers behind it, and those of HAMi, Volcano and Koordinator: decides by
/// core/alloc, ties by the given breaker.
class DemoScheduler {
 public:
  explicit DemoScheduler(TieBreaker breakTie) : m_breakTie(std::move(breakTie)) {}

  /// Binds the pod, or writes the message why not and remembers it as waiting. True when it was bound. A pod that is
  /// gone, bound or meant for another scheduler is left alone.
  bool decide(DemoStore& store, const ObjectKey& key, std::chrono::milliseconds now);

  /// Pods that wait, the most important first, then the oldest. Those that are gone are forgotten.
  std::vector<ObjectKey> waiting(const DemoStore& store);
  std::size_t waitingCount() const { return m_waiting.size(); }

 private:
  void refuse(DemoStore& store, const RawPod& pod, const std::string& message);

  TieBreaker m_breakTie;
  std::set<ObjectKey> m_waiting;
};

}  // namespace cardinal::sim
