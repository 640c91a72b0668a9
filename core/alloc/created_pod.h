// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "core/alloc/types.h"
#include "core/model/pods/pod_fields.h"

namespace cardinal {
struct ClusterExtras;    // core/model/extras/extra.h
struct ClusterSnapshot;  // core/model/snapshot.h
}  // namespace cardinal

namespace cardinal::alloc {

/// The priority that a pod gets which names this class; empty = none is named, so that the default class decides.
/// Nothing where the class is not there, or PriorityClasses were not read.
std::optional<std::int32_t> priorityOfClass(const std::string& name, const ClusterExtras* extras);

/// What the admission plugins Priority and RuntimeClass fill in when the pod is created: class, value and preemption
/// policy of its priority (also of the class with globalDefault), overhead, node selector and tolerations of its
/// RuntimeClass. Errors Invalid in the words of the API server where it refuses the pod. Kinds that were not read
/// change nothing: see isPriorityUnknown() and isRuntimeUnknown().
/// Sources: kubernetes plugin/pkg/admission/priority, plugin/pkg/admission/runtimeclass.
std::vector<Error> fillInClasses(RawPod& pod, const ClusterExtras* extras);

/// Extended resources that the pod requests: the admission plugin ExtendedResourceToleration, where it is on, gives it
/// a toleration of the taint NoSchedule with each of their names as the key. None of a pod that exists, which carries
/// them.
/// Source: kubernetes plugin/pkg/admission/extendedresourcetoleration.
std::vector<std::string> extendedToTolerate(const RawPod& pod);
/// Gives the pod these tolerations where the plugin is known to be on: in clusters of GKE and AKS, by the labels of
/// their nodes. Elsewhere the API does not tell.
/// Sources: documentation of GKE ("GPUs") and of AKS (FAQ).
void fillInTolerations(RawPod& pod, const ClusterSnapshot& snapshot);

/// Adds the labels by which a controller of a file that has no pods yet tells its own pods from all others, where the
/// pod's matchLabelKeys name them. What they will say is not known; that no other pod says it is.
void fillInControllerLabels(RawPod& pod, const ClusterSnapshot& snapshot);

/// The priority that the pod will get is not known. Of a pod that exists it always is.
bool isPriorityUnknown(const RawPod& pod, const ClusterExtras* extras);
/// It names a RuntimeClass, and none were read. Likewise.
bool isRuntimeUnknown(const RawPod& pod, const ClusterExtras* extras);

/// What the API server refuses in the finished pod, all defaults filled in: requests above their limits, and resources
/// of the whole pod below those of its containers (`minor`: of the server; it drops these before 1.34).
/// Source: kubernetes pkg/apis/core/validation.
std::vector<Error> invalidResources(const RawPod& pod, std::optional<int> minor);

}  // namespace cardinal::alloc
