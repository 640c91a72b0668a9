// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/alloc/stacks/dra/dra.h"
#include "core/alloc/types.h"
#include "core/base/error.h"

namespace cardinal::alloc {

/// Annotation of a claim that the claim controller made for an entry of a pod: the name of that entry.
inline constexpr std::string_view kPodClaimEntry = "resource.kubernetes.io/pod-claim-name";

/// The claims of one pod, as the scheduler would find them.
struct PodClaims {
  std::vector<RawResourceClaim> claims;  ///< in the pod's order
  std::vector<bool> isShared;            ///< by claim: every pod of this form uses this very claim
  /// Why it cannot be requested. Unsupported with place = kClaimsPlace: subject = the claim or template, detail = the
  /// kinds that were not read. NotFound: subject = "resourceclaims/NAME" or "resourceclaimtemplates/NAME", place =
  /// namespace. InvalidField: an entry that names neither.
  std::vector<Error> problems;
};

/// Requests of admin access in claims and templates that the request brings and that the API server lets in where the
/// namespace has the label kAdminAccessLabel alone: one InvalidField each where it is known to lack it. `isUnknown`:
/// set where there are such requests and the labels of namespaces were not read.
inline constexpr std::string_view kAdminAccessLabel = "resource.kubernetes.io/admin-access";
std::vector<Error> adminAccessProblems(const AllocationRequest& request, const ClusterSnapshot& snapshot,
                                       bool* isUnknown = nullptr);

/// Resolves `spec.resourceClaims` of the request's pod. A claim that was made for this very pod counts before its
/// template; a claim that does not exist yet is the one that its template would make. Objects of the cluster count
/// before those that the request brings: what exists is not replaced.
PodClaims claimsOf(const AllocationRequest& request, const ClusterExtras* extras);

/// The switches of the scheduler as far as objects show them: the API server drops what a switch that is off governs.
/// Counters and taints in slices show theirs; that of parts of devices is not known, for a file may bring the first of
/// them; the others are those of Kubernetes 1.35. `extras` of the same cluster.
DraGates gatesOf(const ClusterExtras& extras);

/// kubernetes/kubernetes#139016: kube-scheduler 1.35.0 to 1.35.5, 1.36.0 and 1.36.1 cannot score nodes for a pod of
/// whose claims some have devices and some have none. Nothing = the version is not known.
std::optional<bool> failsToScoreMixedClaims(std::string_view serverVersion);

}  // namespace cardinal::alloc
