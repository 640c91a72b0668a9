// SPDX-License-Identifier: Apache-2.0
#include "app/commands/common/reports/group_report.h"

#include "app/commands/common/json_values.h"
#include "app/commands/common/reports/manifest_report.h"
#include "core/plan/drain/group_placement.h"
#include "ui/i18n/workloads/group_texts.h"

namespace cardinal::app {

namespace {

GroupOutcome outcomeFor(const PreviewedFiles& files, const WorkloadGroup& group) {
  std::vector<AllocationRequest> requests;
  std::vector<AllocationAnswer> answers;
  std::vector<std::optional<std::int64_t>> gangs;
  const ManifestObject& object = files.input.objects[group.object];
  for (std::size_t i = group.first; i < group.end; ++i) {
    requests.push_back(files.workloads[i].request);
    answers.push_back(files.workloads[i].answer);
    gangs.push_back(ownGangOf(object, object.roles[files.input.origins[i].role]));
  }
  return outcomeOf(requests, answers, object.gang, gangs, gangsOf(object));
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
    const GroupOutcome outcome = outcomeFor(files, group);
    const QString meaning = ui::groupMeaningText(object, outcome);
    QString out = ui::groupFitsText(object, outcome) + QLatin1Char('\n');
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
    const GroupOutcome outcome = outcomeFor(files, group);
    Json one = identityJson(object);
    one["wanted"] = outcome.wanted;
    one["fits"] = outcome.fits;
    one["gang"] = outcome.gang ? Json(*outcome.gang) : Json(nullptr);
    one["enforced"] = object.gang ? Json(object.gangEnforced) : Json(nullptr);
    one["starts"] = outcome.starts;
    one["gangs"] = outcome.gangs;
    one["gangsThatStart"] = outcome.gangs > 1 ? outcome.gangsThatStart : int{outcome.starts};
    one["cards"] = outcome.cards;
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace cardinal::app
