// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/model/raw.h"

namespace cardinal {

/// Objects of Kueue (kueue.x-k8s.io, v1beta1 and v1beta2) as they are read; the defaults of the API are not filled in.
/// Source: Kueue v0.19.2, apis/kueue.

/// Limits: nothing = none, as much as the cohort has.
struct RawKueueQuota {
  std::string resource;
  std::optional<Quantity> nominal;  ///< nothing = absent, or no quantity
  std::optional<Quantity> borrowingLimit;
  std::optional<Quantity> lendingLimit;
  bool operator==(const RawKueueQuota&) const = default;
};

struct RawKueueFlavorQuotas {
  std::string flavor;
  std::vector<RawKueueQuota> resources;
  bool operator==(const RawKueueFlavorQuotas&) const = default;
};

struct RawKueueResourceGroup {
  std::vector<std::string> coveredResources;
  std::vector<RawKueueFlavorQuotas> flavors;  ///< in the order in which they are tried
  bool operator==(const RawKueueResourceGroup&) const = default;
};

/// An admission check that a queue asks for; `flavors` empty = for every flavor.
struct RawKueueRequiredCheck {
  std::string name;
  std::vector<std::string> flavors;
  bool operator==(const RawKueueRequiredCheck&) const = default;
};

/// Cluster-scoped. Words as read; empty = absent.
struct RawKueueClusterQueue {
  ObjectMeta meta;
  std::string cohort;  ///< spec.cohortName, v1beta1: spec.cohort
  std::vector<RawKueueResourceGroup> groups;
  std::string queueingStrategy;
  std::optional<LabelSelector> namespaceSelector;  ///< nothing = no namespace
  std::string withinClusterQueue;
  std::string reclaimWithinCohort;
  std::string borrowPolicy;  ///< preemption.borrowWithinCohort
  std::optional<std::int64_t> borrowThreshold;
  std::string whenCanBorrow;  ///< v1beta1 says "Borrow" for "MayStopSearch"
  std::string whenCanPreempt;
  std::string flavorPreference;
  std::string stopPolicy;
  std::vector<RawKueueRequiredCheck> checks;
  std::optional<Quantity> fairWeight;
  bool tellsShare = false;  ///< status.fairSharing: Kueue is configured to share fairly
  std::vector<FieldProblem> problems;
  bool operator==(const RawKueueClusterQueue&) const = default;
};

struct RawKueueLocalQueue {
  ObjectMeta meta;
  std::string clusterQueue;
  std::string stopPolicy;
  std::vector<FieldProblem> problems;
  bool operator==(const RawKueueLocalQueue&) const = default;
};

/// Cluster-scoped.
struct RawKueueFlavor {
  ObjectMeta meta;
  StringMap nodeLabels;
  std::vector<Taint> taints;
  std::vector<Toleration> tolerations;
  std::string topology;
  std::vector<FieldProblem> problems;
  bool operator==(const RawKueueFlavor&) const = default;
};

/// Cluster-scoped.
struct RawKueueCohort {
  ObjectMeta meta;
  std::string parent;  ///< spec.parentName, v1beta1: spec.parent
  std::vector<RawKueueResourceGroup> groups;
  std::optional<Quantity> fairWeight;
  std::vector<FieldProblem> problems;
  bool operator==(const RawKueueCohort&) const = default;
};

/// Cluster-scoped.
struct RawKueuePriorityClass {
  ObjectMeta meta;
  std::int32_t value = 0;
  std::vector<FieldProblem> problems;
  bool operator==(const RawKueuePriorityClass&) const = default;
};

/// A Topology: labels of nodes from the largest domain to the smallest. Cluster-scoped.
struct RawKueueTopology {
  ObjectMeta meta;
  std::vector<std::string> levels;  ///< "cloud.provider.com/topology-rack", "kubernetes.io/hostname"
  std::vector<FieldProblem> problems;
  bool operator==(const RawKueueTopology&) const = default;
};

/// Of Kueue's objects; NodeCondition is the same form.
using RawKueueConditions = std::vector<NodeCondition>;

/// Cluster-scoped.
struct RawKueueCheck {
  ObjectMeta meta;
  std::string controllerName;
  RawKueueConditions conditions;
  std::vector<FieldProblem> problems;
  bool operator==(const RawKueueCheck&) const = default;
};

/// What a pod set asks of the topology of its flavor: labels of nodes, of which equal values are one domain.
struct RawKueueTopologyRequest {
  std::string required;
  std::string preferred;
  std::optional<bool> unconstrained;
  std::string slice;  ///< podSetSliceRequiredTopology
  std::optional<std::int32_t> sliceSize;
  std::vector<std::pair<std::string, std::int32_t>> layers;  ///< of slices within slices: label and size
  bool operator==(const RawKueueTopologyRequest&) const = default;
};

struct RawKueuePodSet {
  std::string name;  ///< empty = "main"
  std::int32_t count = 1;
  std::optional<std::int32_t> minCount;
  RawPodSpec spec;
  std::optional<RawKueueTopologyRequest> topology{};
  bool operator==(const RawKueuePodSet&) const = default;
};

/// What a pod set was given.
struct RawKueuePodSetAdmission {
  std::string podSet;
  std::optional<std::int32_t> count;                         ///< nothing = that of the pod set
  std::vector<std::pair<std::string, std::string>> flavors;  ///< resource and flavor
  ResourceList usage;                                        ///< of all pods together
  bool operator==(const RawKueuePodSetAdmission&) const = default;
};

struct RawKueueAdmission {
  std::string clusterQueue;
  std::vector<RawKueuePodSetAdmission> podSets;
  bool operator==(const RawKueueAdmission&) const = default;
};

struct RawKueueCheckState {
  std::string check;
  std::string state;  ///< "Pending", "Ready", "Retry", "Rejected"
  std::string message;
  bool operator==(const RawKueueCheckState&) const = default;
};

struct RawKueueEndedPods {
  std::string podSet;
  std::int32_t count = 0;
  bool operator==(const RawKueueEndedPods&) const = default;
};

struct RawKueueWorkload {
  ObjectMeta meta;
  std::string queueName;
  std::int32_t priority = 0;
  std::string priorityClass;  ///< spec.priorityClassRef.name, v1beta1: spec.priorityClassName
  bool active = true;
  std::vector<RawKueuePodSet> podSets;
  RawKueueConditions conditions;
  std::optional<RawKueueAdmission> admission;
  std::vector<RawKueueEndedPods> reclaimable;
  std::vector<RawKueueCheckState> checks;
  std::vector<FieldProblem> problems;
  bool operator==(const RawKueueWorkload&) const = default;
};

/// Kueue's objects of a cluster, each list by namespace and name; ClusterExtras::known says which were read. Immutable.
struct KueueLists {
  std::vector<std::shared_ptr<const RawKueueClusterQueue>> clusterQueues;
  std::vector<std::shared_ptr<const RawKueueLocalQueue>> localQueues;
  std::vector<std::shared_ptr<const RawKueueFlavor>> flavors;
  std::vector<std::shared_ptr<const RawKueueWorkload>> workloads;
  std::vector<std::shared_ptr<const RawKueueCohort>> cohorts;
  std::vector<std::shared_ptr<const RawKueuePriorityClass>> priorityClasses;
  std::vector<std::shared_ptr<const RawKueueCheck>> checks;
  std::vector<std::shared_ptr<const RawKueueTopology>> topologies;
};

}  // namespace cardinal
