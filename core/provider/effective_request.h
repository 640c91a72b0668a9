// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/raw.h"

namespace cardinal::provider {

/// What of a pod is counted.
enum class Counted : std::uint8_t {
  Requests,  ///< what the scheduler and quotas count
  Limits,    ///< what quotas count as limits.*
  Weight,    ///< requests for scores of a pod that is placed: 100m and 200 MiB stand for what containers do not name
  Incoming,  ///< requests for the score of a pod that looks for a place: containers alone, unnamed ones weighed as
             ///< above
};

/// What a pod asks of one resource, as kube-scheduler adds it up, and with it everything in this program that counts
/// what pods take. Per resource, absent = 0, sums saturate:
///
///   1. Of a regular container or a sidecar of a bound pod the largest of what the spec asks, what the kubelet
///   allocated
///      and what it really holds; the spec is left out while the resize is infeasible. Of other containers the spec.
///   2. The sum over regular containers and sidecars, or what is needed while an init container runs beside the
///      sidecars that start before it, whichever is more.
///   3. What the device claims of a placed pod take of the node's own cpu, memory and huge pages, on top.
///   4. In its place what the pod as a whole names (cpu, memory, huge pages).
///   5. Overhead on top.
///
/// Limits stand for requests that are missing, as the API server fills them in. Pure.
/// Sources: k8s.io/component-helpers resource/helpers.go (PodRequests, PodLimits, AggregateContainerRequests);
/// kubernetes pkg/scheduler/framework/types.go (calculateResource), pkg/scheduler/util/pod_resources.go.
Quantity effectiveRequest(const RawPod& pod, std::string_view resource, Counted counted = Counted::Requests);

/// The same of every resource that the pod names, added to `into`. Resources of one pod are limited in number, so that
/// hostile pods cannot grow the list.
void addEffectiveRequests(ResourceList& into, const RawPod& pod, Counted counted = Counted::Requests);

/// Amounts by name; the names are the pod's.
using NamedAmounts = std::vector<std::pair<std::string_view, Quantity>>;
/// The same as a list of its own, in `out`, whose memory is used again.
void readEffectiveRequests(const RawPod& pod, NamedAmounts& out);
/// Adds such a list as addEffectiveRequests does.
void addAmounts(ResourceList& into, const NamedAmounts& amounts);

}  // namespace cardinal::provider
