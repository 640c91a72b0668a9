// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/plan/changes/plan_time.h"
#include "core/plan/changes/progress.h"

namespace cardinal {

/// Evicts what the plan's policy names from its node and waits until it is gone. The node's pods are read again in
/// every round, so what was evicted before a crash is not evicted twice. At most kEvictionsInFlight requests are under
/// way.
class Eviction {
 public:
  struct Hooks {
    /// Before each batch: why nothing may be evicted any more.
    std::function<std::optional<PlanStop>()> check;
    /// Before the first request for a pod of which the journal does not say that it is being evicted; false = it must
    /// not be sent (it could not be written down).
    std::function<bool(const PodProgress&)> announce;
    /// After each round: the state of every pod.
    std::function<void(const std::vector<PodProgress>&)> onProgress;
  };

  Eviction(NodeOperations& nodes, PlanTime& time, const Plan& plan, std::vector<PodProgress> known, Hooks hooks);

  /// Nothing when all are gone. A stop is honoured between requests; what was evicted stays evicted.
  std::optional<PlanStop> run(std::chrono::seconds timeout, const std::stop_token& stop);

 private:
  using Moment = std::chrono::steady_clock::time_point;

  std::optional<PlanStop> round(const std::stop_token& stop, bool& finished);
  std::optional<PlanStop> look(const std::stop_token& stop, std::vector<PodVerdict>& toEvict, bool& finished);
  std::optional<PlanStop> readFailed(const Error& error);
  std::optional<PlanStop> send(const std::vector<PodVerdict>& batch, const std::stop_token& stop);
  std::optional<PlanStop> note(PodProgress& pod, const Result<EvictionReply>& reply);
  PodProgress& progressOf(const PodVerdict& verdict);
  std::string remaining() const;

  NodeOperations& m_nodes;
  PlanTime& m_time;
  const Plan& m_plan;
  std::vector<PodProgress> m_pods;
  Hooks m_hooks;
  std::map<std::string, Moment> m_nextTry;  ///< by uid
  DaemonSets m_daemonSets;                  ///< those that were asked about
  int m_readFailures = 0;
};

}  // namespace cardinal
