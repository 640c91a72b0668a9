// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/queues/kueue/kueue_objects.h"

namespace cardinal::queues {

inline constexpr const char* kGpu = "nvidia.com/gpu";

/// A queue with one flavor "a100" of GPUs, and a LocalQueue of its name in the namespace "team".
inline void addQueue(KueueObjects& objects, const std::string& name, Amount gpus, const std::string& cohort = {}) {
  objects.flavors["a100"] = {"a100", {}, {}, {}, {}};
  objects.namespaces["team"] = {};
  KueueClusterQueue queue;
  queue.name = name;
  queue.cohort = cohort;
  queue.groups = {{{kGpu}, {{"a100", {{kGpu, {gpus, std::nullopt, std::nullopt}}}}}}};
  queue.namespaceSelector.emplace();
  objects.clusterQueues[name] = queue;
  objects.localQueues[{"team", name}] = {{"team", name}, name, StopPolicy::None};
}

inline KueueWorkload makeWorkload(const std::string& name, const std::string& queue, std::int32_t pods,
                                  std::int64_t gpusPerPod, std::int64_t priority = 0) {
  KueueWorkload out;
  out.key = {"team", name};
  out.uid = "uid-" + name;
  out.queue = queue;
  out.priority = priority;
  KueuePodSet podSet;
  podSet.name = "main";
  podSet.count = pods;
  Container container;
  container.requests = {{kGpu, Quantity::fromInteger(gpusPerPod)}};
  podSet.spec.containers = {container};
  out.podSets = {podSet};
  return out;
}

/// The same, holding quota in the queue.
inline void addHolder(KueueObjects& objects, const std::string& name, const std::string& queue, std::int32_t gpus,
                      std::int64_t priority = 0) {
  KueueWorkload out = makeWorkload(name, queue, gpus, 1, priority);
  out.conditions = {{"QuotaReserved", true, "QuotaReserved", "", 10}, {"Admitted", true, "Admitted", "", 10}};
  out.admission = {queue, {{"main", gpus, {{kGpu, "a100"}}, {{kGpu, gpus}}}}};
  objects.workloads[out.key] = out;
}

}  // namespace cardinal::queues
