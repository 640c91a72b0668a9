// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/workloads/group_texts.h"

#include <QCoreApplication>

#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/workloads/manifest_texts.h"

namespace cardinal::ui {

namespace {

class GroupTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::GroupTexts)

 public:
  static QString fits(const QString& object, const GroupOutcome& outcome, bool isLeast) {
    return (isLeast ? tr("%1: at least %2 of %3 pods fit.") : tr("%1: %2 of %3 pods fit."))
        .arg(object, count(outcome.fits), count(outcome.wanted));
  }
  static QString waits(const GroupOutcome& outcome) {
    return tr("The gang waits: at least %1 pods must start together.").arg(count(*outcome.gang));
  }
  static QString mayStart(const GroupOutcome& outcome, int unknown) {
    return tr("Whether the gang starts is unknown: at least %1 pods must start together, and of %n node(s) it is "
              "unknown what they take.",
              nullptr, unknown)
        .arg(count(*outcome.gang));
  }
  static QString mayFit(int unknown) {
    return tr("Whether the other pods fit is unknown: of %n node(s) it is unknown what they take.", nullptr, unknown);
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

QString groupFitsText(const ManifestObject& object, const GroupOutcome& outcome, int unknown) {
  return GroupTexts::fits(objectText(object), outcome, unknown > 0 && outcome.fits < outcome.wanted);
}

QString groupMeaningText(const ManifestObject& object, const GroupOutcome& outcome, int unknown) {
  const bool isWhole = outcome.fits >= outcome.wanted;
  const bool isPartial = !outcome.gang && outcome.fits > 0 && !isWhole;
  if (unknown > 0 && !isWhole && (outcome.gangs > 1 || !outcome.starts)) {
    if (isPartial) return joinSentences({GroupTexts::mayFit(unknown), GroupTexts::partial(outcome)});
    return outcome.gang && !outcome.starts ? GroupTexts::mayStart(outcome, unknown) : GroupTexts::mayFit(unknown);
  }
  if (outcome.gang && outcome.gangs > 1 && outcome.starts && outcome.gangsThatStart < outcome.gangs)
    return GroupTexts::someStart(outcome);
  if (outcome.gang && outcome.starts) return isWhole ? QString() : GroupTexts::gangStarts(outcome);
  if (outcome.gang)
    return object.gangEnforced || outcome.fits == 0 ? GroupTexts::waits(outcome) : GroupTexts::onlyIfEnforced(outcome);
  return isPartial ? GroupTexts::partial(outcome) : QString();
}

}  // namespace cardinal::ui
