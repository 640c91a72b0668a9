// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <vector>

#include "core/alloc/types.h"
#include "core/manifest/manifest.h"
#include "core/model/snapshot.h"

namespace cardinal {
struct ObjectAdmission;  // core/service/read/file_admission.h
}

namespace cardinal::ui {

/// Pods of one form that are placed as part of a group.
struct PreviewRole {
  std::size_t index = 0;      ///< in ManifestObject::roles
  QString name;               ///< "Worker", cleaned
  AllocationRequest request;  ///< without aim
};

/// A domain of the topology that holds pods of the workload: only its nodes are asked about.
struct PreviewDomain {
  QString name;         ///< "rack=r1", or a HyperNode, cleaned
  std::string label{};  ///< of nodes; empty = `nodes` says which
  std::string value{};
  std::vector<std::string> nodes{};  ///< by name
  std::vector<std::size_t> roles{};  ///< of the object; empty = all
  bool operator==(const PreviewDomain&) const = default;

  bool isOf(std::size_t role) const;
  bool holds(const NodeRecord& node) const;
};
/// The domains that an object of a file is restricted to.
std::vector<PreviewDomain> previewDomains(const std::vector<ObjectAdmission>& admissions);
/// The request, within the domain.
void restrictTo(const PreviewDomain& domain, AllocationRequest& request);

/// The pods of one object of a file.
struct PreviewPart {
  std::size_t object = 0;            ///< in PreviewWorkload::objects
  std::size_t role = 0;              ///< the first that asks for a GPU, else the first
  AllocationRequest request;         ///< of that role, without aim
  std::vector<PreviewRole> roles{};  ///< where several ask for pods; else empty
};

/// What is previewed.
struct PreviewWorkload {
  QString name;
  QByteArray yaml;                      ///< as the user gave it; empty for a pending pod
  std::vector<ManifestObject> objects;  ///< what Submit would send; empty for a pending pod
  std::size_t chosen = 0;               ///< the object in `objects` whose pods are placed
  std::size_t role = 0;                 ///< of that object: the first that asks for a GPU, else the first
  AllocationRequest request;            ///< of that role, without aim
  /// All roles of the object that ask for pods, in the order of their creation; empty where there are not several.
  std::vector<PreviewRole> roles{};
  std::vector<PreviewPart> parts{};  ///< all workloads of the file that ask for pods; one of them is on show
  bool fromTemplate = false;         ///< our own YAML: it can be pinned to a node
  PodPtr pod;                        ///< the pod that waits; null for YAML

  /// Puts another of `parts` on show.
  void show(std::size_t part);
  /// The one on show, in `parts`; only where there are some.
  std::size_t shownPart() const;
  /// The object whose pods are placed; null for a pending pod.
  const ManifestObject* object() const { return objects.empty() ? nullptr : &objects[chosen]; }
};

/// Reads the YAML text of a workload. Errors: those of parseManifest; what makes no pods, or pods that cannot be read.
/// Beside a workload that can be asked about such objects are no error: fileFaults() names them.
Result<PreviewWorkload> readPreviewWorkload(const QByteArray& yaml, const QString& name, bool fromTemplate);

/// "PyTorchJob · 4 pods" of several roles, else what one pod asks for.
QString workloadRequestText(const PreviewWorkload& workload, MemoryUnit unit);

/// Why the file as a whole cannot be submitted, a sentence each: what cannot be read, what any API server refuses, and
/// what requests break by themselves. The command line says the same of the file. Empty = nothing is known.
QStringList fileFaults(const PreviewWorkload& workload);

/// What else the file holds, a sentence a line: further roles and workloads, what is to be known of the one that is
/// shown, objects that create no pods. Empty = nothing.
QString fileRemarks(const PreviewWorkload& workload);

}  // namespace cardinal::ui
