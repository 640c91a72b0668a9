// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

#include "ui/i18n/card_numbers.h"
#include "ui/i18n/changes/plan_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/placement/reason_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

class EvictionTargetTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::EvictionTargetTexts)

 public:
  static QString place(const EvictionTarget& target) {
    const QString node = plain(target.node, 80);
    if (target.cards.empty()) return node;
    return tr("%1 card %2").arg(node, cardNumbers(target.cards));
  }
  static QString lands(const EvictionTarget& target) {
    if (target.tied != 1 && target.certainty != Certainty::Certain) {
      return tr("e.g. %1").arg(place(target));
    }
    return place(target);
  }
  static QString waits(const EvictionTarget& target) {
    if (!target.reason) return tr("waits for capacity");
    return tr("waits for room: %1 (%2)").arg(reasonShort(target.reason->code), plain(target.nearest, 80));
  }
  static QString nowhere(const EvictionTarget& target) {
    if (!target.reason) return tr("fits no other node");
    return tr("fits no other node: %1 (%2)").arg(reasonShort(target.reason->code), plain(target.nearest, 80));
  }
  static QString notRemade() { return tr("is not recreated"); }
  static QString unknown(const EvictionTarget& target) {
    return target.problem ? tr("unknown: %1").arg(errorTitle(*target.problem)) : tr("not known");
  }
  static QString remove(const QString& node) {
    return tr("Action needed: remove the node in the cloud console, or run \"kubectl delete node %1\". Cardinal writes "
              "nothing meanwhile.")
        .arg(node);
  }
  static QString add(const QString& label) {
    return tr("Action needed: add the machine to a node pool whose nodes carry the label %1. Setting the label by hand "
              "on the old node is not the same.")
        .arg(label);
  }
  static QString found(int pods, int all) { return tr("%1 of %n pod(s) fit elsewhere now.", nullptr, all).arg(pods); }
  static QString waiting(int pods) { return tr("%n pod(s) wait until capacity is freed.", nullptr, pods); }
  static QString homeless(int pods) { return tr("The request of %n pod(s) fits no other node.", nullptr, pods); }
  static QString ending(int pods) { return tr("%n pod(s) are not recreated.", nullptr, pods); }
  static QString unknownCount(int pods) { return tr("The destination of %n pod(s) is unknown.", nullptr, pods); }
};

}  // namespace

QString stepGuide(const PlanStep& step, const Plan& plan) {
  if (step.code == StepCode::AwaitRemoval) return EvictionTargetTexts::remove(plain(plan.node, 120));
  if (step.code != StepCode::AwaitReturn || !plan.target) return {};
  return EvictionTargetTexts::add(plain(labelKeyOf(*plan.target) + "=" + labelValueOf(*plan.target), 120));
}

QString evictionTargetText(const EvictionTarget& target) {
  switch (target.kind) {
    case EvictionTargetKind::Placed:
      return EvictionTargetTexts::lands(target);
    case EvictionTargetKind::WaitsForRoom:
      return EvictionTargetTexts::waits(target);
    case EvictionTargetKind::FitsNowhere:
      return EvictionTargetTexts::nowhere(target);
    case EvictionTargetKind::NotRemade:
      return EvictionTargetTexts::notRemade();
    case EvictionTargetKind::Unknown:
      break;
  }
  return EvictionTargetTexts::unknown(target);
}

QString evictionTargetSummary(const std::vector<EvictionTarget>& targets) {
  if (targets.empty()) return {};
  const auto count = [&targets](EvictionTargetKind kind) {
    return static_cast<int>(
        std::count_if(targets.begin(), targets.end(), [kind](const EvictionTarget& one) { return one.kind == kind; }));
  };
  QStringList out{EvictionTargetTexts::found(count(EvictionTargetKind::Placed), static_cast<int>(targets.size()))};
  if (const int n = count(EvictionTargetKind::WaitsForRoom)) out << EvictionTargetTexts::waiting(n);
  if (const int n = count(EvictionTargetKind::FitsNowhere)) out << EvictionTargetTexts::homeless(n);
  if (const int n = count(EvictionTargetKind::NotRemade)) out << EvictionTargetTexts::ending(n);
  if (const int n = count(EvictionTargetKind::Unknown)) out << EvictionTargetTexts::unknownCount(n);
  return joinSentences(out);
}

}  // namespace cardinal::ui
