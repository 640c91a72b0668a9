// SPDX-License-Identifier: Apache-2.0
#include "core/sim/population/demo_queues.h"

#include "core/model/extras/kueue.h"
#include "core/sim/api/raw_parts.h"

namespace cardinal::sim {
namespace {

constexpr const char* kCards = "nvidia.com/gpu";
constexpr const char* kFlavor = "whole-cards";
constexpr UnixSeconds kMinute = 60;
constexpr std::int64_t kQuota = 8;

void addQueue(DemoStore& store, const std::string& team, UnixSeconds created) {
  RawKueueClusterQueue queue;
  queue.meta.key.name = team;
  queue.meta.uid = "demo-cluster-queue-" + team;
  queue.meta.created = created;
  queue.cohort = "research";
  queue.namespaceSelector = LabelSelector();
  RawKueueResourceGroup group;
  group.coveredResources = {kCards};
  group.flavors.push_back({kFlavor, {{kCards, Quantity::fromInteger(kQuota), std::nullopt, std::nullopt}}});
  queue.groups.push_back(std::move(group));
  store.putExtra(std::move(queue));
  RawKueueLocalQueue local;
  local.meta.key = {team, "main"};
  local.meta.uid = "demo-local-queue-" + team;
  local.meta.created = created;
  local.clusterQueue = team;
  store.putExtra(std::move(local));
}

RawKueueWorkload workload(const std::string& team, const std::string& job, std::int32_t pods, std::int64_t cards,
                          UnixSeconds created) {
  RawKueueWorkload out;
  out.meta.key = {team, "job-" + job};
  out.meta.uid = "demo-workload-" + job;
  out.meta.created = created;
  out.meta.owners.push_back({"Job", job, "demo-job-" + job, true});
  out.queueName = "main";
  RawKueuePodSet podSet;
  podSet.name = "main";
  podSet.count = pods;
  Container container;
  container.name = "main";
  set(container.requests, kCards, cards);
  set(container.limits, kCards, cards);
  podSet.spec.containers.push_back(std::move(container));
  out.podSets.push_back(std::move(podSet));
  return out;
}

RawKueueWorkload admitted(RawKueueWorkload out) {
  const RawKueuePodSet& podSet = out.podSets.front();
  RawKueueAdmission admission{out.meta.key.ns, {}};
  RawKueuePodSetAdmission& given = admission.podSets.emplace_back();
  given.podSet = podSet.name;
  given.count = podSet.count;
  given.flavors.emplace_back(kCards, kFlavor);
  const Quantity* each = find(podSet.spec.containers[0].requests, kCards);
  set(given.usage, kCards, podSet.count * each->value());
  out.admission = std::move(admission);
  const UnixSeconds at = out.meta.created + 1;
  out.conditions = {{"QuotaReserved", "True", "QuotaReserved", "Quota reserved in ClusterQueue", at},
                    {"Admitted", "True", "Admitted", "The workload is admitted", at}};
  return out;
}

RawKueueWorkload waiting(RawKueueWorkload out, const std::string& words) {
  out.conditions = {
      {"QuotaReserved", "False", "Pending", "couldn't assign flavors to pod set main: " + words, out.meta.created + 1}};
  return out;
}

}  // namespace

void addDemoQueues(DemoStore& store, UnixSeconds now) {
  RawKueueFlavor flavor;
  flavor.meta.key.name = kFlavor;
  flavor.meta.uid = "demo-flavor";
  flavor.meta.created = now - 24 * 60 * kMinute;
  store.putExtra(std::move(flavor));
  addQueue(store, "team-nlp", now - 24 * 60 * kMinute);
  addQueue(store, "team-cv", now - 24 * 60 * kMinute);
  store.putExtra(admitted(workload("team-nlp", "pretrain", 3, 4, now - 300 * kMinute)));
  store.putExtra(admitted(workload("team-cv", "detector", 1, 2, now - 120 * kMinute)));
  store.putExtra(waiting(workload("team-cv", "segmenter", 6, 1, now - 40 * kMinute),
                         "insufficient unused quota for nvidia.com/gpu in flavor whole-cards, 4 more needed"));
  store.putExtra(waiting(workload("team-cv", "foundation", 5, 4, now - 25 * kMinute),
                         "insufficient quota for nvidia.com/gpu in flavor whole-cards, previously considered podsets "
                         "requests (0) + current podset request (20) > maximum capacity (16)"));
}

}  // namespace cardinal::sim
