// SPDX-License-Identifier: Apache-2.0
#include "ui/session/preview/preview_workload.h"

#include <QCoreApplication>
#include <algorithm>
#include <limits>
#include <optional>

#include "core/alloc/engine/allocator.h"
#include "core/manifest/read/read_manifest.h"
#include "core/manifest/refusals.h"
#include "core/provider/registry/registry.h"
#include "core/service/read/claim_objects.h"
#include "core/service/read/hyper_nodes.h"
#include "core/service/read/placement_domain.h"
#include "core/service/writes/submit_order.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"
#include "ui/i18n/workloads/manifest_texts.h"

namespace cardinal::ui {

namespace {

/// The role that is asked about: the first that asks for a GPU, else the first whose pods are known.
std::optional<std::size_t> roleOf(const ManifestObject& object) {
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < object.roles.size(); ++i) {
    const ManifestRole& role = object.roles[i];
    if (!role.pod || !role.pods) continue;
    if (readUsage(*role.pod).request.kind() != GpuRequest::Kind::None) return i;
    if (!first) first = i;
  }
  return first;
}

/// Why nothing of a file can be asked about.
Error nothingIn(const Manifest& manifest) {
  std::string kinds;
  for (const ManifestObject& object : manifest.objects) {
    if (!object.problems.empty()) return object.problems.front();
    if (!object.roles.empty()) return makeError(ErrorCode::Unsupported, object.kind, object.source);
    kinds += (kinds.empty() ? "" : ", ") + object.kind;
  }
  return makeError(ErrorCode::NoPodTemplate, kinds, manifest.source);
}

int replicasOf(const ManifestRole& role) {
  constexpr std::int64_t kMax = std::numeric_limits<int>::max();
  return static_cast<int>(std::clamp<std::int64_t>(*role.pods, 1, kMax));
}

/// The roles that are asked about together; none where the one of the request is all there is.
std::vector<PreviewRole> rolesOf(const ManifestObject& object, const PreviewPart& part) {
  std::vector<PreviewRole> out;
  for (std::size_t i = 0; i < object.roles.size(); ++i) {
    const ManifestRole& role = object.roles[i];
    if (!role.pod || role.pods.value_or(0) <= 0) continue;
    PreviewRole made{i, plain(role.name, 63), makeRequest(role.pod, replicasOf(role))};
    made.request.name = part.request.name;
    made.request.claims = part.request.claims;
    out.push_back(std::move(made));
  }
  const bool hasLead = std::any_of(out.begin(), out.end(), [&](const auto& one) { return one.index == part.role; });
  return out.size() > 1 && hasLead ? out : std::vector<PreviewRole>();
}

bool requestsPods(const ManifestObject& object) {
  return std::any_of(object.roles.begin(), object.roles.end(),
                     [](const ManifestRole& role) { return role.pod && role.pods.value_or(0) > 0; });
}

PreviewPart partOf(const std::vector<ManifestObject>& objects, std::size_t index) {
  const ManifestObject& object = objects[index];
  PreviewPart part;
  part.object = index;
  part.role = *roleOf(object);
  const ManifestRole& role = object.roles[part.role];
  part.request = makeRequest(role.pod, replicasOf(role));
  part.request.name = object.key.name;
  part.request.claims = claimObjectsOf(objects);
  part.roles = rolesOf(object, part);
  return part;
}

/// Of the workloads that ask for pods now; where none does, of the first, as if it asked for one.
std::vector<PreviewPart> partsOf(const std::vector<ManifestObject>& objects) {
  std::vector<PreviewPart> out;
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (!objects[i].problems.empty() || !roleOf(objects[i])) continue;
    if (!first) first = i;
    if (requestsPods(objects[i])) out.push_back(partOf(objects, i));
  }
  if (out.empty() && first) out.push_back(partOf(objects, *first));
  return out;
}

class WorkloadRequestTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::WorkloadAsk)

 public:
  static QString pods(const QString& kind, int number) {
    return tr("%1 · %n pod(s)", "kind of workload", number).arg(kind);
  }
};

class RemarkTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::FileRemarks)

 public:
  static QString shownRole(const QString& role, const QString& others) {
    return tr("Shown are the pods of %1. The workload has further roles: %2.").arg(role, others);
  }
  static QString notShown(const QString& objects) { return tr("Not shown are the pods of %1.").arg(objects); }
};

}  // namespace

bool PreviewDomain::isOf(std::size_t role) const {
  return roles.empty() || std::find(roles.begin(), roles.end(), role) != roles.end();
}

bool PreviewDomain::holds(const NodeRecord& node) const {
  if (label.empty()) return std::binary_search(nodes.begin(), nodes.end(), node.name);
  const std::string* found = node.exists() ? find(node.raw->meta.labels, label) : nullptr;
  return found != nullptr && *found == value;
}

std::vector<PreviewDomain> previewDomains(const std::vector<ObjectAdmission>& admissions) {
  std::vector<PreviewDomain> out;
  for (const ObjectAdmission& admission : admissions) {
    if (!admission.topology) continue;
    const TopologyDemand& demand = admission.topology->demand;
    const std::string name = domainOf(admission, admission.object, demand.roles.empty() ? 0 : demand.roles.front());
    if (name.empty()) continue;
    PreviewDomain one;
    one.name = plain(name, 120);
    one.roles = demand.roles;
    if (demand.kind == TopologyKind::Tier) {
      one.nodes = admission.topology->nodes;
      std::sort(one.nodes.begin(), one.nodes.end());
    } else {
      one.label = demand.label;
      one.value = admission.topology->domain;
    }
    out.push_back(std::move(one));
  }
  return out;
}

void restrictTo(const PreviewDomain& domain, AllocationRequest& request) {
  RawPod pod = *request.pod;
  if (domain.label.empty()) {
    pod = withinNodes(std::move(pod), domain.nodes);
  } else {
    pod.spec.nodeSelector.emplace_back(domain.label, domain.value);
  }
  request.pod = std::make_shared<const RawPod>(std::move(pod));
}

Result<PreviewWorkload> readPreviewWorkload(const QByteArray& yaml, const QString& name, bool fromTemplate) {
  Result<Manifest> manifest =
      readManifest(std::string_view(yaml.constData(), static_cast<std::size_t>(yaml.size())), name.toStdString());
  if (!manifest) return unexpected(manifest.error());
  PreviewWorkload workload;
  workload.name = name;
  workload.yaml = yaml;
  workload.fromTemplate = fromTemplate;
  workload.objects = inSubmitOrder(manifest->objects);
  workload.parts = partsOf(workload.objects);
  if (workload.parts.empty()) return unexpected(nothingIn(*manifest));
  workload.show(0);
  return workload;
}

void PreviewWorkload::show(std::size_t part) {
  const PreviewPart& shown = parts[part];
  chosen = shown.object;
  role = shown.role;
  request = shown.request;
  roles = shown.roles;
}

std::size_t PreviewWorkload::shownPart() const {
  const auto shown =
      std::find_if(parts.begin(), parts.end(), [this](const PreviewPart& part) { return part.object == chosen; });
  return static_cast<std::size_t>(shown - parts.begin());
}

QStringList fileFaults(const PreviewWorkload& workload) {
  QStringList out;
  for (std::size_t i = 0; i < workload.objects.size(); ++i) {
    const QStringList ofObject = faultTexts(workload.objects[i]);
    out << ofObject;
    for (const PreviewPart& part : workload.parts) {
      if (part.object != i) continue;
      for (const Error& problem : part.request.gpu.problems) {
        // Named already, in the words of the field.
        if (!ofObject.isEmpty() && problem.code == ErrorCode::QuantityInvalid) continue;
        out << errorText(problem);
      }
    }
  }
  out.removeDuplicates();
  return out;
}

QString workloadRequestText(const PreviewWorkload& workload, MemoryUnit unit) {
  if (workload.roles.empty()) return requestText(workload.request.gpu, unit);
  std::int64_t pods = 0;
  for (const PreviewRole& role : workload.roles) pods += role.request.replicas;
  return WorkloadRequestTexts::pods(plain(workload.object()->kind, 63), static_cast<int>(pods));
}

QString fileRemarks(const PreviewWorkload& workload) {
  if (workload.objects.empty()) return {};
  QStringList lines;
  const ManifestObject& shown = workload.objects[workload.chosen];
  QStringList asked;
  QStringList further;
  for (std::size_t i = 0; i < shown.roles.size(); ++i) {
    const bool isAsked = workload.roles.empty() ? i == workload.role
                                                : std::any_of(workload.roles.begin(), workload.roles.end(),
                                                              [i](const PreviewRole& role) { return role.index == i; });
    (isAsked ? asked : further) << plain(shown.roles[i].name, 63);
  }
  if (!further.isEmpty()) lines << RemarkTexts::shownRole(joinList(asked), joinList(further));
  for (const ManifestNote& note : shown.notes) {
    if (!isRefusedByServer(note.code)) lines << noteText(note);
  }
  QStringList others;
  for (std::size_t i = 0; i < workload.objects.size(); ++i) {
    const bool isAsked = std::any_of(workload.parts.begin(), workload.parts.end(),
                                     [i](const PreviewPart& part) { return part.object == i; });
    if (!isAsked && !workload.objects[i].roles.empty()) others << objectText(workload.objects[i]);
  }
  if (!others.isEmpty()) lines << RemarkTexts::notShown(joinList(others));
  lines << withoutPodsLines(workload.objects);
  return lines.join(u'\n');
}

}  // namespace cardinal::ui
