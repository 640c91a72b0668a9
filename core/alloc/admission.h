// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/alloc/types.h"
#include "core/model/namespace_rules.h"

namespace cardinal::alloc {

/// A request as the API server would let its pods in.
struct Admission {
  AllocationRequest request;     ///< defaults of limit ranges filled in, at most as many replicas as quotas let through
  std::vector<Error> problems;   ///< not empty: not one replica can be created
  std::optional<Error> limit{};  ///< why fewer replicas than requested can be created
  bool dropsFields = false;      ///< the server has no such fields: `request` is without them
};

/// What the API server makes of a request, in its order: fields that came after its version are dropped, requests
/// default to limits, LimitRanger fills in, then what fillInClasses() says; the finished pod is checked
/// (created_pod.h), LimitRanger checks, ResourceQuota counts every replica on top of `used`. LimitRanges and
/// ResourceQuotas are those of AllocationRequest::rules; without any, and of a pod that exists, nothing is changed.
/// Errors LimitsViolated and QuotaExceeded carry the words that kube-apiserver 1.20 uses; amounts are written in its
/// canonical form, memory in powers of 1024 where it divides. Parts that are not known let everything pass (caveat
/// RulesNotRead).
Admission admit(const AllocationRequest& request, const ClusterSnapshot& snapshot);

/// A quota counts pods by their PriorityClass, and whether the pod gets one is not known.
bool mayBeCountedByClass(const AllocationRequest& request, const ClusterSnapshot& snapshot);

/// Where the pod would be made: its own namespace, else that of the rules, else "default".
std::string namespaceOf(const AllocationRequest& request);

/// True when quotas or limit ranges were requested and could not be read.
bool rulesUnknown(const AllocationRequest& request);

/// Amount as kube-apiserver writes it: "500m", "4Gi", "12".
std::string canonicalText(const Quantity& amount, std::string_view resource);

/// How the pod weighs on a quota: "pods", "cpu", "requests.cpu", "limits.memory", "requests.aliyun.com/gpu-mem", ...
ResourceList quotaUsage(const RawPod& pod);

/// Does a pod of this controller run or wait? A Deployment's pods belong to its ReplicaSets.
bool hasPods(const OwnerRef& owner, const std::string& ns, const ClusterSnapshot& snapshot);

/// How the controller that makes the pod weighs on a quota, once however many pods it makes: "count/jobs.batch", ... Of
/// a controller that exists already, and of a pod without one, nothing.
ResourceList controllerUsage(const RawPod& pod, const ClusterSnapshot& snapshot);

/// Compute resources of the quota that a container leaves open: the server wants them named, unless a LimitRange fills
/// them in.
std::vector<std::string> unnamedOf(const RawQuota& quota, const RawPod& pod);

/// Does the quota count this pod (scopes and scopeSelector)?
bool covers(const RawQuota& quota, const RawPod& pod);

}  // namespace cardinal::alloc
