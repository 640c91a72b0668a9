// SPDX-License-Identifier: Apache-2.0
#include "app/commands/common/reports/group_report.h"

#include "app/commands/common/json_values.h"
#include "app/commands/common/reports/manifest_report.h"
#include "core/alloc/explain/within_reach.h"
#include "core/plan/drain/group_placement.h"
#include "ui/i18n/workloads/group_texts.h"

namespace cardinal::app {

namespace {

/// The roles of an object with their answers, which live as long as `files`.
std::vector<AnsweredRole> rolesOf(const PreviewedFiles& files, const WorkloadGroup& group) {
  std::vector<AnsweredRole> out;
  const ManifestObject& object = files.input.objects[group.object];
  for (std::size_t i = group.first; i < group.end; ++i) {
    const auto& role = files.workloads[i];
    out.push_back({&role.request, &role.answer, ownGangOf(object, object.roles[files.input.origins[i].role])});
  }
  return out;
}

}  // namespace

std::vector<WorkloadGroup> groupsOf(const WorkloadInput& input) {
  std::vector<WorkloadGroup> out;
  for (std::size_t i = 0; i < input.origins.size(); ++i) {
    const std::size_t object = input.origins[i].object;
    if (out.empty() || out.back().object != object) out.push_back({object, i, i});
    out.back().end = i + 1;
  }
  return out;
}

QString groupReport(const PreviewedFiles& files, std::size_t position) {
  for (const WorkloadGroup& group : groupsOf(files.input)) {
    const ManifestObject& object = files.input.objects[group.object];
    if (group.end != position + 1 || !ui::isGroup(object)) continue;
    const std::vector<AnsweredRole> roles = rolesOf(files, group);
    const GroupOutcome outcome = outcomeOf(roles, object.gang, gangsOf(object));
    const int unknown = unknownNodesOf(roles);
    const QString meaning = ui::groupMeaningText(object, outcome, unknown);
    QString out = ui::groupFitsText(object, outcome, unknown) + QLatin1Char('\n');
    if (!meaning.isEmpty()) out += meaning + QLatin1Char('\n');
    return out;
  }
  return {};
}

Json groupsJson(const PreviewedFiles& files) {
  Json out = Json::array();
  for (const WorkloadGroup& group : groupsOf(files.input)) {
    const ManifestObject& object = files.input.objects[group.object];
    if (!ui::isGroup(object)) continue;
    const std::vector<AnsweredRole> roles = rolesOf(files, group);
    const GroupOutcome outcome = outcomeOf(roles, object.gang, gangsOf(object));
    const bool isLeast = outcome.fits < outcome.wanted && unknownNodesOf(roles) > 0;
    Json one = identityJson(object);
    one["wanted"] = outcome.wanted;
    one["fits"] = outcome.fits;
    one["atLeast"] = isLeast;
    one["gang"] = outcome.gang ? Json(*outcome.gang) : Json(nullptr);
    one["enforced"] = object.gang ? Json(object.gangEnforced) : Json(nullptr);
    one["starts"] = outcome.starts || !isLeast ? Json(outcome.starts) : Json(nullptr);
    one["gangs"] = outcome.gangs;
    one["gangsThatStart"] = outcome.gangs > 1 ? outcome.gangsThatStart : int{outcome.starts};
    one["cards"] = outcome.cards;
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace cardinal::app
