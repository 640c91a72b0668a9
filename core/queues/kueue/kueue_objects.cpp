// SPDX-License-Identifier: Apache-2.0
#include "core/queues/kueue/kueue_objects.h"

#include <algorithm>

#include "core/model/extras/kueue.h"

namespace cardinal::queues {
namespace {

std::string joined(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ",") + name;
  return out;
}

}  // namespace

bool KueueResourceGroup::covers(std::string_view resource) const {
  return std::find(coveredResources.begin(), coveredResources.end(), resource) != coveredResources.end();
}

const KueueResourceGroup* KueueClusterQueue::groupOf(std::string_view resource) const {
  const auto found =
      std::find_if(groups.begin(), groups.end(), [&](const auto& group) { return group.covers(resource); });
  return found != groups.end() ? &*found : nullptr;
}

const KueueCondition* KueueWorkload::whenTrue(std::string_view type) const {
  const auto found = std::find_if(conditions.begin(), conditions.end(),
                                  [&](const KueueCondition& condition) { return condition.type == type; });
  return found != conditions.end() && found->isTrue ? &*found : nullptr;
}

UnixSeconds KueueWorkload::queueTime() const {
  const KueueCondition* evicted = whenTrue("Evicted");
  const bool moves =
      evicted != nullptr && (evicted->reason == "AdmissionCheck" || evicted->reason == "PodsReadyTimeout");
  return moves ? evicted->since : created;
}

KueueObjects withoutWorkloads(const KueueObjects& objects) {
  return {objects.flavors,
          objects.clusterQueues,
          objects.cohorts,
          objects.localQueues,
          objects.checks,
          objects.namespaces,
          {},
          objects.fairSharing,
          objects.topologies,
          objects.knowsTopologies};
}

std::optional<std::vector<std::string>> levelsOf(const RawKueueTopologyRequest& request) {
  std::vector<std::string> out;
  for (const std::string* level : {&request.required, &request.preferred, &request.slice}) {
    if (!level->empty()) out.push_back(*level);
  }
  for (const auto& layer : request.layers) out.push_back(layer.first);
  const bool isAsked = !out.empty() || request.unconstrained || request.sliceSize;
  return isAsked ? std::optional(std::move(out)) : std::nullopt;
}

const KueueClusterQueue* clusterQueueOf(const KueueObjects& objects, const KueueWorkload& workload) {
  const auto local = objects.localQueues.find({workload.key.ns, workload.queue});
  if (local == objects.localQueues.end()) return nullptr;
  const auto queue = objects.clusterQueues.find(local->second.clusterQueue);
  return queue != objects.clusterQueues.end() ? &queue->second : nullptr;
}

std::optional<KueueInactivity> inactivityOf(const KueueObjects& objects, const KueueClusterQueue& queue) {
  std::vector<std::string> flavors;
  for (const KueueResourceGroup& group : queue.groups) {
    for (const KueueFlavorQuotas& flavor : group.flavors) {
      if (objects.flavors.find(flavor.flavor) == objects.flavors.end()) flavors.push_back(flavor.flavor);
    }
  }
  std::vector<std::string> missing;
  std::vector<std::string> inactive;
  for (const KueueRequiredCheck& check : queue.checks) {
    const auto found = objects.checks.find(check.name);
    if (found == objects.checks.end())
      missing.push_back(check.name);
    else if (!found->second.active)
      inactive.push_back(check.name);
  }
  std::vector<std::string> topologies;
  for (const KueueResourceGroup& group : queue.groups) {
    for (const KueueFlavorQuotas& quotas : group.flavors) {
      const auto flavor = objects.flavors.find(quotas.flavor);
      if (!objects.knowsTopologies || flavor == objects.flavors.end() || flavor->second.topology.empty()) continue;
      const std::string& topology = flavor->second.topology;
      if (objects.topologies.count(topology) == 0)
        topologies.push_back("there is no Topology \"" + topology + "\" for TAS flavor \"" + quotas.flavor + '"');
    }
  }
  std::sort(missing.begin(), missing.end());
  std::sort(inactive.begin(), inactive.end());
  KueueInactivity out;
  const auto add = [&](const char* reason, const std::string& message) {
    if (out.reason.empty()) out.reason = reason;
    out.message += (out.message.empty() ? "" : ", ") + message;
  };
  if (queue.stop != StopPolicy::None) add("Stopped", "is stopped");
  if (!flavors.empty()) add("FlavorNotFound", "references missing ResourceFlavor(s): " + joined(flavors));
  if (!missing.empty()) add("AdmissionCheckNotFound", "references missing AdmissionCheck(s): " + joined(missing));
  if (!inactive.empty()) add("AdmissionCheckInactive", "references inactive AdmissionCheck(s): " + joined(inactive));
  const bool runsElsewhere =
      std::any_of(queue.checks.begin(), queue.checks.end(), [&](const KueueRequiredCheck& check) {
        const auto found = objects.checks.find(check.name);
        return found != objects.checks.end() && found->second.isOfOtherCluster();
      });
  // with MultiKueue the topologies are those of the other clusters
  for (const std::string& message : topologies) {
    if (!runsElsewhere) add("TopologyNotFound", message);
  }
  if (out.reason.empty()) return std::nullopt;
  out.message = "Can't admit new workloads: " + out.message + ".";
  return out;
}

std::string queueBlocker(const KueueObjects& objects, const KueueWorkload& workload) {
  const auto local = objects.localQueues.find({workload.key.ns, workload.queue});
  if (local == objects.localQueues.end()) return "LocalQueue " + workload.queue + " doesn't exist";
  if (local->second.stop != StopPolicy::None) return "LocalQueue " + workload.queue + " is inactive";
  const KueueClusterQueue* queue = clusterQueueOf(objects, workload);
  if (queue == nullptr) return "ClusterQueue " + local->second.clusterQueue + " doesn't exist";
  return inactivityOf(objects, *queue) ? "ClusterQueue " + queue->name + " is inactive" : std::string();
}

}  // namespace cardinal::queues
