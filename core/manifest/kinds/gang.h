// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/manifest/manifest.h"

namespace cardinal::yaml {

/// A PriorityClass.
struct FilePriority {
  std::int32_t value = 0;
  bool neverPreempts = false;
};

/// What other objects of a text say of its workloads; names are "namespace/name".
struct FileFacts {
  std::map<std::string, std::int64_t> podGroups;     ///< PodGroup -> pods that must start together
  std::map<std::string, std::int64_t> nativeGroups;  ///< the same of scheduling.k8s.io, by "NS/GROUP" (PodGroup) and
                                                     ///< "NS/WORKLOAD/GROUP" (Workload of 1.35); 0 = no gang
  std::map<std::string, ManifestNote> scalers;       ///< "KIND/NS/NAME" -> the note of what changes its pods
  std::map<std::string, std::vector<DeviceRequest>> claims;  ///< "resourceclaims/NS/NAME", "resourceclaimtemplates/..."
  std::map<std::string, FilePriority> priorities;            ///< PriorityClass, by its name
  std::map<std::string, std::string> groupQueues{};          ///< PodGroup -> the queue that it names

  void add(const FileFacts& more);
};

/// Gives each role its part of the gang over all of them (`total`), where that follows from the numbers.
void settleGang(ManifestObject& object, std::optional<std::int64_t> total);

/// Gangs that the pods name by labels, annotations and fields, claims, autoscalers and priorities, by what the whole
/// text says. May be called again with more facts.
void applyFileFacts(ManifestObject& object, const FileFacts& facts);

/// Pod groups that several of the objects name: where all their pods are needed, each object needs all of its own; else
/// how many of each is not said. Notes the group and its number with each of them. After applyFileFacts().
void settleSharedGroups(std::vector<ManifestObject>& objects, const FileFacts& facts);

/// The queue that the labels and annotations of an object name, or of its pods; empty = none. Volcano makes the groups
/// of pods that Kubernetes' own kinds make (`isNative`): it reads an annotation of the pods, and none of the object.
std::string queueOf(const ObjectMeta& meta, bool isNative = false);
/// That the scheduler of the pods reads for their group (Volcano, KAI): of the object first. `isNative`: as above.
std::string groupQueueOf(const ObjectMeta& object, const RawPod& pod, bool isNative);

/// How many pods of an object must start together, as its own annotation says to Volcano, which makes a group of them;
/// nothing = it does not, or the pods name a group. Of kinds whose annotations Volcano looks at alone: `isNative`, but
/// for bare pods. Source: volcano-sh/volcano v1.15.1, pkg/controllers/podgroup/pg_controller_handler.go.
std::optional<std::int64_t> gangOfOwner(const ObjectMeta& owner, const RawPod& pod);

}  // namespace cardinal::yaml
