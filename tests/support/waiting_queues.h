// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/model/extras/group_queues.h"
#include "core/model/extras/kueue.h"
#include "core/provider/record/snapshot_builder.h"
#include "core/sim/api/raw_parts.h"

namespace cardinal::test {

/// Queues in which many wait. Every fourth as many as wait hold quota.
struct WaitingOptions {
  int waiting = 10'000;
  int queues = 100;
};

constexpr UnixSeconds kWaitingEpoch = 1'700'000'000;

inline std::string numbered(const char* prefix, int number) {
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), "%s%05d", prefix, number);
  return text.data();
}

inline ClusterDelta replaced(ExtraKind kind, std::vector<RawExtra> objects) {
  ClusterDelta out;
  out.op = ClusterDelta::Op::ReplaceExtras;
  out.extraKind = kind;
  out.extras = std::move(objects);
  return out;
}

inline RawPodSpec podOf(int cards) {
  RawPodSpec spec;
  Container& container = spec.containers.emplace_back();
  container.name = "main";
  container.image = "images.example.com/train:1";
  sim::set(container.requests, "nvidia.com/gpu", cards);
  sim::set(container.requests, "cpu", 8LL * cards);
  sim::set(container.requests, "memory", 64LL * cards << 30U);
  return spec;
}

/// A workload of four pods; one that holds quota took it of `flavor`.
inline std::shared_ptr<RawKueueWorkload> workloadOf(int number, int queue, bool holds) {
  auto out = std::make_shared<RawKueueWorkload>();
  out->meta.key = {numbered("team-", queue), numbered(holds ? "job-running-" : "job-waiting-", number)};
  out->meta.uid = numbered(holds ? "uid-running-" : "uid-waiting-", number);
  out->meta.resourceVersion = std::to_string(1000 + number);
  out->meta.created = kWaitingEpoch + number;
  out->meta.owners.push_back({"Job", numbered("train-", number), numbered("uid-job-", number), true});
  out->queueName = "main";
  out->priority = number % 3 * 100;
  const int cards = 1 << (number % 4);
  out->podSets.push_back({"main", 4, {}, podOf(cards)});
  if (!holds) {
    out->conditions.push_back({"QuotaReserved", "False", "Pending",
                               "couldn't assign flavors to pod set main: insufficient unused quota for nvidia.com/gpu "
                               "in flavor a100, 8 more needed",
                               kWaitingEpoch + number});
    return out;
  }
  for (const char* type : {"QuotaReserved", "Admitted"})
    out->conditions.push_back({type, "True", type, {}, kWaitingEpoch + number});
  RawKueueAdmission& admission = out->admission.emplace();
  admission.clusterQueue = numbered("queue-", queue);
  RawKueuePodSetAdmission& given = admission.podSets.emplace_back();
  given.podSet = "main";
  given.count = 4;
  for (const char* resource : {"nvidia.com/gpu", "cpu", "memory"}) given.flavors.emplace_back(resource, "a100");
  sim::set(given.usage, "nvidia.com/gpu", 4LL * cards);
  sim::set(given.usage, "cpu", 32LL * cards);
  sim::set(given.usage, "memory", 256LL * cards << 30U);
  return out;
}

inline std::shared_ptr<RawKueueClusterQueue> clusterQueueOf(int number) {
  auto out = std::make_shared<RawKueueClusterQueue>();
  out->meta.key.name = numbered("queue-", number);
  out->cohort = numbered("cohort-", number / 10);
  out->namespaceSelector = LabelSelector();
  out->withinClusterQueue = "LowerPriority";
  out->reclaimWithinCohort = "Any";
  RawKueueResourceGroup& group = out->groups.emplace_back();
  group.coveredResources = {"nvidia.com/gpu", "cpu", "memory"};
  for (const char* flavor : {"a100", "h100"}) {
    RawKueueFlavorQuotas& quotas = group.flavors.emplace_back();
    quotas.flavor = flavor;
    quotas.resources.push_back({"nvidia.com/gpu", Quantity::fromInteger(64), {}, {}});
    quotas.resources.push_back({"cpu", Quantity::fromInteger(512), {}, {}});
    quotas.resources.push_back({"memory", Quantity::fromInteger(4096LL << 30U), {}, {}});
  }
  return out;
}

/// All kinds of Kueue.
inline std::vector<ClusterDelta> kueueCluster(const WaitingOptions& options = {}) {
  std::vector<RawExtra> queues, locals, flavors, workloads;
  for (const char* name : {"a100", "h100"}) {
    auto flavor = std::make_shared<RawKueueFlavor>();
    flavor->meta.key.name = name;
    sim::set(flavor->nodeLabels, "nvidia.com/gpu.product", name);
    flavors.emplace_back(std::shared_ptr<const RawKueueFlavor>(std::move(flavor)));
  }
  for (int i = 0; i < options.queues; ++i) {
    queues.emplace_back(std::shared_ptr<const RawKueueClusterQueue>(clusterQueueOf(i)));
    auto local = std::make_shared<RawKueueLocalQueue>();
    local->meta.key = {numbered("team-", i), "main"};
    local->clusterQueue = numbered("queue-", i);
    locals.emplace_back(std::shared_ptr<const RawKueueLocalQueue>(std::move(local)));
  }
  for (int i = 0; i < options.waiting; ++i) {
    workloads.emplace_back(std::shared_ptr<const RawKueueWorkload>(workloadOf(i, i % options.queues, false)));
    if (i % 4 == 0)
      workloads.emplace_back(std::shared_ptr<const RawKueueWorkload>(workloadOf(i, i / 4 % options.queues, true)));
  }
  std::vector<ClusterDelta> out;
  out.push_back(replaced(ExtraKind::KueueFlavor, std::move(flavors)));
  out.push_back(replaced(ExtraKind::KueueClusterQueue, std::move(queues)));
  out.push_back(replaced(ExtraKind::KueueLocalQueue, std::move(locals)));
  out.push_back(replaced(ExtraKind::KueueCohort, {}));
  out.push_back(replaced(ExtraKind::KueueCheck, {}));
  out.push_back(replaced(ExtraKind::KueuePriorityClass, {}));
  out.push_back(replaced(ExtraKind::KueueWorkload, std::move(workloads)));
  return out;
}

/// As many pod groups of Volcano.
inline std::vector<ClusterDelta> volcanoCluster(const WaitingOptions& options = {}) {
  std::vector<RawExtra> queues, groups;
  for (int i = 0; i < options.queues; ++i) {
    auto queue = std::make_shared<RawVolcanoQueue>();
    queue->meta.key.name = numbered("volcano-", i);
    queue->state = "Open";
    sim::set(queue->capability, "nvidia.com/gpu", 128);
    sim::set(queue->deserved, "nvidia.com/gpu", 64);
    sim::set(queue->allocated.emplace(), "nvidia.com/gpu", 60);
    queues.emplace_back(std::shared_ptr<const RawVolcanoQueue>(std::move(queue)));
  }
  for (int i = 0; i < options.waiting; ++i) {
    auto group = std::make_shared<RawVolcanoPodGroup>();
    group->meta.key = {numbered("team-", i % 38), numbered("gang-", i)};
    group->meta.created = kWaitingEpoch + i;
    group->queue = numbered("volcano-", i % options.queues);
    group->minMember = 4;
    group->phase = "Pending";
    sim::set(group->minResources.emplace(), "nvidia.com/gpu", 32);
    group->conditions.push_back({"Unschedulable", "True", "NotEnoughResources",
                                 "4/4 tasks in gang unschedulable: pod group is not ready, 4 Pending, 4 minAvailable",
                                 kWaitingEpoch + i});
    groups.emplace_back(std::shared_ptr<const RawVolcanoPodGroup>(std::move(group)));
  }
  std::vector<ClusterDelta> out;
  out.push_back(replaced(ExtraKind::VolcanoQueue, std::move(queues)));
  out.push_back(replaced(ExtraKind::VolcanoPodGroup, std::move(groups)));
  return out;
}

}  // namespace cardinal::test
