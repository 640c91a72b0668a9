// SPDX-License-Identifier: Apache-2.0
#include "app/commands/common/group_report.h"

#include <QCoreApplication>
#include <algorithm>

#include "app/commands/common/json_values.h"
#include "app/commands/common/manifest_report.h"
#include "core/plan/drain/group_placement.h"
#include "ui/i18n/format.h"
#include "ui/i18n/manifest_texts.h"

namespace cardinal::app {

namespace {

class GroupTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Group)

 public:
  static QString fits(const QString& object, const GroupOutcome& outcome) {
    return tr("%1: %2 of %3 pods fit.").arg(object, ui::count(outcome.fits), ui::count(outcome.wanted));
  }
  static QString waits(const GroupOutcome& outcome) {
    return tr("The gang waits: at least %1 pods must start together.").arg(ui::count(*outcome.gang));
  }
  static QString gangStarts(const GroupOutcome& outcome) {
    return tr("The gang starts: %1 pods are enough.").arg(ui::count(*outcome.gang));
  }
  static QString onlyIfEnforced(const GroupOutcome& outcome) {
    return tr("At least %1 pods must start together. Where a gang scheduler holds to it the workload waits; where none "
              "does, the %2 that fit start and hold %n card(s) while they wait for the others.",
              nullptr, static_cast<int>(outcome.cards))
        .arg(ui::count(*outcome.gang), ui::count(outcome.fits));
  }
  static QString partial(const GroupOutcome& outcome) {
    return tr("No gang is stated: the %1 that fit start and hold %n card(s) while they wait for the others.", nullptr,
              static_cast<int>(outcome.cards))
        .arg(ui::count(outcome.fits));
  }
};

bool isGroup(const ManifestObject& object) {
  return object.roles.size() > 1 || object.gang.has_value();
}

GroupOutcome outcomeFor(const PreviewedFiles& files, const WorkloadGroup& group) {
  std::vector<AllocationRequest> requests;
  std::vector<AllocationAnswer> answers;
  std::vector<std::optional<std::int64_t>> gangs;
  const ManifestObject& object = files.input.objects[group.object];
  for (std::size_t i = group.first; i < group.end; ++i) {
    requests.push_back(files.asked[i].request);
    answers.push_back(files.asked[i].answer);
    gangs.push_back(object.roles[files.input.origins[i].role].gang);
  }
  return outcomeOf(requests, answers, object.gang, gangs);
}

QString sentence(const ManifestObject& object, const GroupOutcome& outcome) {
  if (outcome.gang && outcome.starts)
    return outcome.fits < outcome.wanted ? GroupTexts::gangStarts(outcome) : QString();
  if (outcome.gang) return object.gangEnforced ? GroupTexts::waits(outcome) : GroupTexts::onlyIfEnforced(outcome);
  return outcome.fits > 0 && outcome.fits < outcome.wanted ? GroupTexts::partial(outcome) : QString();
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
    if (group.end != position + 1 || !isGroup(object)) continue;
    const GroupOutcome outcome = outcomeFor(files, group);
    const QString meaning = sentence(object, outcome);
    QString out = GroupTexts::fits(ui::objectText(object), outcome) + QLatin1Char('\n');
    if (!meaning.isEmpty()) out += meaning + QLatin1Char('\n');
    return out;
  }
  return {};
}

Json groupsJson(const PreviewedFiles& files) {
  Json out = Json::array();
  for (const WorkloadGroup& group : groupsOf(files.input)) {
    const ManifestObject& object = files.input.objects[group.object];
    if (!isGroup(object)) continue;
    const GroupOutcome outcome = outcomeFor(files, group);
    Json one = identityJson(object);
    one["wanted"] = outcome.wanted;
    one["fits"] = outcome.fits;
    one["gang"] = outcome.gang ? Json(*outcome.gang) : Json(nullptr);
    one["enforced"] = object.gang ? Json(object.gangEnforced) : Json(nullptr);
    one["starts"] = outcome.starts;
    one["cards"] = outcome.cards;
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace cardinal::app
