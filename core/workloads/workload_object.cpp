// SPDX-License-Identifier: Apache-2.0
#include "core/workloads/workload_object.h"

#include <algorithm>

#include "core/base/api_group.h"
#include "core/base/error.h"
#include "core/manifest/kinds/kind_table.h"
#include "core/manifest/manifest.h"
#include "core/manifest/pod_reader.h"
#include "core/manifest/read/read_manifest.h"
#include "core/manifest/tree_reader.h"
#include "core/manifest/yaml/yaml_tree.h"
#include "core/provider/readers.h"
#include "core/provider/registry/registry.h"
#include "core/workloads/requested_cards.h"
#include "core/workloads/workloads.h"

namespace cardinal {
namespace {

/// Unknown is catching.
void addTimes(std::optional<std::int64_t>& sum, std::int64_t times, const std::optional<std::int64_t>& one) {
  sum = sum && one ? std::optional(*sum + times * *one) : std::nullopt;
}

void readRoles(const ManifestObject& object, WorkloadObject& out) {
  out.wanted = out.cards = 0;
  for (const ManifestRole& role : object.roles) {
    if (role.pod == nullptr || role.assumed) {
      out.wanted = out.cards = std::nullopt;
      return;
    }
    const GpuRequest request = readUsage(*role.pod).request;
    if (request.kind() == GpuRequest::Kind::None) continue;
    addTimes(out.wanted, 1, role.pods);
    addTimes(out.cards, role.pods.value_or(0), role.pods ? cardsRequestedBy(*role.pod, request) : std::nullopt);
  }
}

/// Labels and annotations of the object as those of a pod, whose keys mean the same.
PodQueue queueIn(const RawPod& bearer, const ManifestObject& object) {
  if (const PodQueue named = queueOf(bearer); named.name == object.queue) return named;
  for (const ManifestRole& role : object.roles) {
    if (role.pod == nullptr) continue;
    if (const PodQueue named = queueOf(*role.pod); named.name == object.queue) return named;
  }
  // a field of the kind: of Volcano's own it is Volcano's, other operators hand it to whichever scheduler they know
  const bool isVolcanos = apiGroupOf(object.apiVersion).ends_with(".volcano.sh");
  return {isVolcanos ? QueueSystem::Volcano : QueueSystem::None, object.queue};
}

QueueSystem queueSystemOf(std::string_view json, const ManifestObject& object) {
  const std::string source;
  RawPod bearer;
  const std::vector<yaml::Node> documents = yaml::parseDocuments(json, source);  // was read before: does not throw
  bearer.meta = yaml::readMeta(yaml::Field(documents.front(), source).child("metadata"));
  return queueIn(bearer, object).system;
}

/// Kubernetes' own kinds keep their name; an operator's kind of the same name carries its group.
bool isOwnGroup(std::string_view apiVersion) {
  return apiVersion.starts_with("apps/") || apiVersion.starts_with("batch/") || apiVersion == "v1";
}

}  // namespace

std::string workloadKey(const Workload& workload) {
  return workload.ns + '/' + workload.kind + '/' + workload.name;
}

Result<WorkloadObject> readWorkloadObject(std::string_view json) {
  const auto manifest = readManifest(json, {});
  if (!manifest) return unexpected(manifest.error());
  if (manifest->objects.size() != 1) return unexpected(makeError(ErrorCode::ParseFailed));
  const ManifestObject& object = manifest->objects.front();
  if (!object.problems.empty()) return unexpected(object.problems.front());
  if (object.noPods != NoPods::MakesPods) return unexpected(makeError(ErrorCode::Unsupported, object.kind));
  WorkloadObject out;
  out.queue = object.queue;
  if (!out.queue.empty()) out.queueSystem = queueSystemOf(json, object);
  // a paused Deployment keeps its pods
  out.isSuspended = object.kind != "Deployment" &&
                    std::any_of(object.notes.begin(), object.notes.end(),
                                [](const ManifestNote& note) { return note.code == NoteCode::Suspended; });
  readRoles(object, out);
  return out;
}

std::optional<ObjectRef> objectOf(const Workload& workload) {
  if (workload.trace == WorkloadTrace::Bare || workload.trace == WorkloadTrace::PodGroup) return std::nullopt;
  if (apiVersionsOf(workload.kind).empty()) return std::nullopt;
  return ObjectRef{workload.kind, {workload.ns, workload.name}};
}

std::vector<std::string> apiVersionsOf(std::string_view kind) {
  const std::size_t dot = kind.find('.');
  const std::string_view group = dot == std::string_view::npos ? std::string_view() : kind.substr(dot + 1);
  std::vector<std::string> all = knownKinds().apiVersionsOf(kind.substr(0, dot));
  if (!group.empty()) {
    std::erase_if(all, [&](const std::string& one) { return apiGroupOf(one) != group; });
  } else if (std::any_of(all.begin(), all.end(), isOwnGroup)) {
    std::erase_if(all, [](const std::string& one) { return !isOwnGroup(one); });
  }
  return all;
}

}  // namespace cardinal
