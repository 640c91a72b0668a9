// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/model/raw.h"

namespace cardinal {

/// One object of a YAML (or JSON) text, typed as far as placement needs it, and whole as the body to send.
struct ManifestObject {
  std::string apiVersion;
  std::string kind;
  ObjectKey key;                        ///< ns empty = not said
  int line = 1;                         ///< where the object starts in the text
  std::shared_ptr<const RawPod> pod;    ///< the pod or pod template; null for kinds that hold none (Service, ConfigMap, ...)
  int replicas = 0;                     ///< pods it makes: Deployment/StatefulSet/ReplicaSet replicas, Job parallelism, 1 for a Pod; 0 without pods
  std::string json;                     ///< the whole object as JSON, every field kept, ready to be sent
  std::vector<Error> problems;          ///< why an object that holds pods has no `pod` here: Unsupported (a DaemonSet's pods are
                                        ///< not placed by number; MPIJob and the like hold several templates)
};

struct Manifest {
  std::string source;                   ///< file name, for messages
  std::vector<ManifestObject> objects;  ///< `List` kinds unfolded, empty documents left out
};

/// Reads one or several YAML documents. Errors: ParseFailed (line and column), InvalidField (path and line), NoPodTemplate when
/// not one object holds pods (subject = the kinds found), Unsupported when only such objects hold pods whose pods are not read
/// (see `problems`), QuantityInvalid, LimitExceeded (size above 4 MiB, depth, number of nodes with aliases expanded).
/// Plain scalars are typed as kubectl types them (YAML 1.1: yes/no/on/off are booleans, 0644 is octal); quoted ones stay text.
Result<Manifest> parseManifest(std::string_view text, std::string source);
/// Reads the file. Errors as above, FileMissing, FileUnreadable.
Result<Manifest> loadManifest(const std::string& path);

/// A workload asked for by form or template.
struct WorkloadTemplate {
  std::string name = "workload";
  std::string ns = "default";
  std::string kind = "Deployment";      ///< "Pod", "Job", "Deployment", "StatefulSet"
  std::string image = "registry.k8s.io/pause:3.9";
  int replicas = 1;
  enum class Form { SharedMemory, SharedMemoryAndCore, WholeCards, TopologyCards } form = Form::SharedMemory;
  std::int64_t memory = 8;              ///< aliyun.com/gpu-mem in total over all cards, in the cluster's unit
  std::int32_t core = 0;                ///< aliyun.com/gpu-core.percentage in total
  int cards = 1;                        ///< label aliyun.com/gpu-count when > 1; count of whole cards
  bool operator==(const WorkloadTemplate&) const = default;
};

/// The YAML text of a template: label and limits in the places the stack demands. Parsing it back gives the same request.
std::string toYaml(const WorkloadTemplate& workload);

}  // namespace cardinal
