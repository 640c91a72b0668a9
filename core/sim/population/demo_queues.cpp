// SPDX-License-Identifier: Apache-2.0
#include "core/sim/population/demo_queues.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/model/extras/group_queues.h"
#include "core/model/extras/kueue.h"
#include "core/sim/api/raw_parts.h"
#include "core/sim/population/demo_stacks.h"

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

/// A Job whose workload is admitted.
struct AdmittedJob {
  const char* team;
  const char* name;
  std::int32_t pods;
  std::int64_t cards;  ///< of each pod
  UnixSeconds age;     ///< of the workload
};
constexpr std::array kAdmitted = {
    AdmittedJob{"team-nlp", "pretrain", 3, 4, 300 * kMinute},
    AdmittedJob{"team-cv", "detector", 1, 2, 120 * kMinute},
};
constexpr std::string_view kJobUid = "demo-job-";

/// Runs on a node that can be reached, with so many whole cards and nothing special about it.
bool isUsual(const RawPod& pod, std::int64_t cards, const DemoPopulation& population) {
  if (pod.phase != PodPhase::Running || isTerminating(pod) || !pod.reason.empty() || isOfAdmittedJob(pod)) return false;
  const Quantity* asked = find(pod.spec.containers.front().limits, kCards);
  if (asked == nullptr || asked->value() != cards || pod.meta.key.ns == kTrialNamespace) return false;
  const auto node = std::find_if(population.nodes.begin(), population.nodes.end(),
                                 [&](const DemoNode& one) { return one.raw.meta.key.name == pod.spec.nodeName; });
  return node != population.nodes.end() && !node->raw.unschedulable &&
         std::none_of(node->raw.taints.begin(), node->raw.taints.end(),
                      [](const Taint& taint) { return taint.effect == "NoExecute"; });
}

/// The pod as the Job controller makes it, where the other one ran.
void runInstead(RawPod& pod, const AdmittedJob& job, std::int32_t index, UnixSeconds now) {
  constexpr UnixSeconds kStart = 4;
  constexpr std::size_t kSuffix = 5;
  const std::string name = job.name;
  const std::string suffix = pod.meta.uid.substr(0, kSuffix);
  pod.meta.key = {job.team, name + "-" + std::to_string(index) + "-" + suffix};
  pod.meta.created = now - job.age + kStart;
  pod.startTime = pod.meta.created + kStart;
  pod.meta.owners = {{"Job", name, std::string(kJobUid) + name, true}};
  pod.meta.labels = {{"app", name},
                     {"batch.kubernetes.io/job-completion-index", std::to_string(index)},
                     {"batch.kubernetes.io/job-name", name}};
  pod.spec.containers.front().name = "main";
}

RawKueueWorkload workload(const std::string& team, const std::string& job, std::int32_t pods, std::int64_t cards,
                          UnixSeconds created) {
  RawKueueWorkload out;
  out.meta.key = {team, "job-" + job};
  out.meta.uid = "demo-workload-" + job;
  out.meta.created = created;
  out.meta.owners.push_back({"Job", job, std::string(kJobUid) + job, true});
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

/// What a group of Volcano waits for, and why: `reason` and `words` of its condition.
struct VolcanoWait {
  const char* phase;
  const char* reason;
  const char* words;
};

void addVolcanoQueue(DemoStore& store, const std::string& name, std::int64_t deserved, std::int64_t allocated,
                     UnixSeconds created) {
  constexpr std::int64_t kMax = 16;
  RawVolcanoQueue queue;
  queue.meta.key.name = name;
  queue.meta.uid = "demo-volcano-queue-" + name;
  queue.meta.created = created;
  queue.parent = "root";
  queue.weight = 1;
  set(queue.guarantee, kCards, deserved / 2);
  set(queue.deserved, kCards, deserved);
  set(queue.capability, kCards, kMax);
  queue.state = "Open";
  set(queue.allocated.emplace(), kCards, allocated);
  store.putExtra(std::move(queue));
}

/// As Volcano itself makes it where it starts: no limits, for groups that name no queue.
void addDefaultVolcanoQueue(DemoStore& store, UnixSeconds created) {
  RawVolcanoQueue queue;
  queue.meta.key.name = "default";
  queue.meta.uid = "demo-volcano-queue-default";
  queue.meta.created = created;
  queue.parent = "root";
  queue.weight = 1;
  queue.state = "Open";
  queue.allocated.emplace();
  store.putExtra(std::move(queue));
}

void addVolcanoGroup(DemoStore& store, const ObjectKey& key, const std::string& queue, std::int32_t members,
                     const VolcanoWait& wait, UnixSeconds created) {
  RawVolcanoPodGroup group;
  group.meta.key = key;
  group.meta.uid = "demo-volcano-group-" + key.name;
  group.meta.created = created;
  group.queue = queue;
  group.minMember = members;
  set(group.minResources.emplace(), kCards, members);
  group.phase = wait.phase;
  group.conditions = {{"Unschedulable", "True", wait.reason, wait.words, created + 1}};
  store.putExtra(std::move(group));
}

/// A share that may grow into what others leave, and two groups that wait for it.
void addVolcano(DemoStore& store, UnixSeconds now) {
  const UnixSeconds day = now - 24 * 60 * kMinute;
  addDefaultVolcanoQueue(store, day);
  addVolcanoQueue(store, "serving", 4, 3, day);
  addVolcanoQueue(store, "research", 8, 14, day);
  addVolcanoGroup(store, {"team-nlp", "reward-model"}, "research", 4,
                  {"Inqueue", "NotEnoughResources",
                   "2/4 tasks in gang unschedulable: pod group is not ready, 4 minAvailable, 2 Pending"},
                  now - 18 * kMinute);
  addVolcanoGroup(store, {"team-cv", "video-pretrain"}, "research", 24,
                  {"Pending", "NotEnoughResources", "queue resource quota insufficient: insufficient nvidia.com/gpu"},
                  now - 9 * kMinute);
}

}  // namespace

bool isOfAdmittedJob(const RawPod& pod) {
  return !pod.meta.owners.empty() && pod.meta.owners.front().uid.starts_with(kJobUid);
}

void runAdmittedJobs(DemoPopulation& population, UnixSeconds now) {
  for (const AdmittedJob& job : kAdmitted) {
    std::int32_t index = job.pods;
    for (auto pod = population.pods.rbegin(); pod != population.pods.rend() && index > 0; ++pod) {
      if (isUsual(*pod, job.cards, population)) runInstead(*pod, job, --index, now);
    }
  }
}

void addDemoQueues(DemoStore& store, UnixSeconds now) {
  RawKueueFlavor flavor;
  flavor.meta.key.name = kFlavor;
  flavor.meta.uid = "demo-flavor";
  flavor.meta.created = now - 24 * 60 * kMinute;
  store.putExtra(std::move(flavor));
  addQueue(store, "team-nlp", now - 24 * 60 * kMinute);
  addQueue(store, "team-cv", now - 24 * 60 * kMinute);
  for (const AdmittedJob& job : kAdmitted)
    store.putExtra(admitted(workload(job.team, job.name, job.pods, job.cards, now - job.age)));
  store.putExtra(waiting(workload("team-cv", "segmenter", 6, 1, now - 40 * kMinute),
                         "insufficient unused quota for nvidia.com/gpu in flavor whole-cards, 4 more needed"));
  store.putExtra(waiting(workload("team-cv", "foundation", 5, 4, now - 25 * kMinute),
                         "insufficient quota for nvidia.com/gpu in flavor whole-cards, previously considered podsets "
                         "requests (0) + current podset request (20) > maximum capacity (16)"));
  addVolcano(store, now);
}

}  // namespace cardinal::sim
