// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/workloads/group_texts.h"

#include <QCoreApplication>

#include "ui/i18n/format.h"
#include "ui/i18n/workloads/manifest_texts.h"

namespace cardinal::ui {

namespace {

class GroupTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::GroupTexts)

 public:
  static QString fits(const QString& object, const GroupOutcome& outcome) {
    return tr("%1: %2 of %3 pods fit.").arg(object, count(outcome.fits), count(outcome.wanted));
  }
  static QString waits(const GroupOutcome& outcome) {
    return tr("The gang waits: at least %1 pods must start together.").arg(count(*outcome.gang));
  }
  static QString gangStarts(const GroupOutcome& outcome) {
    return tr("The gang starts: %1 pods are enough.").arg(count(*outcome.gang));
  }
  static QString someStart(const GroupOutcome& outcome) {
    return tr("%1 of %n gang(s) of %2 pods start; the others wait.", nullptr, outcome.gangs)
        .arg(count(outcome.gangsThatStart), count(*outcome.gang));
  }
  static QString onlyIfEnforced(const GroupOutcome& outcome) {
    return tr("At least %1 pods must start together. Where a gang scheduler holds to it the workload waits; where none "
              "does, the %2 that fit start and hold %n card(s) while they wait for the others.",
              nullptr, static_cast<int>(outcome.cards))
        .arg(count(*outcome.gang), count(outcome.fits));
  }
  static QString partial(const GroupOutcome& outcome) {
    return tr("No gang is stated. Where no scheduler makes one of it, the %1 that fit start and hold %n card(s) while "
              "they "
              "wait for the others.",
              nullptr, static_cast<int>(outcome.cards))
        .arg(count(outcome.fits));
  }
};

}  // namespace

bool isGroup(const ManifestObject& object) {
  return object.roles.size() > 1 || object.gang.has_value();
}

QString groupFitsText(const ManifestObject& object, const GroupOutcome& outcome) {
  return GroupTexts::fits(objectText(object), outcome);
}

QString groupMeaningText(const ManifestObject& object, const GroupOutcome& outcome) {
  if (outcome.gang && outcome.gangs > 1 && outcome.starts && outcome.gangsThatStart < outcome.gangs)
    return GroupTexts::someStart(outcome);
  if (outcome.gang && outcome.starts)
    return outcome.fits < outcome.wanted ? GroupTexts::gangStarts(outcome) : QString();
  if (outcome.gang)
    return object.gangEnforced || outcome.fits == 0 ? GroupTexts::waits(outcome) : GroupTexts::onlyIfEnforced(outcome);
  return outcome.fits > 0 && outcome.fits < outcome.wanted ? GroupTexts::partial(outcome) : QString();
}

}  // namespace cardinal::ui
