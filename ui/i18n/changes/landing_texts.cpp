// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

#include "ui/i18n/changes/plan_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/placement/reason_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

class LandingTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::LandingTexts)

 public:
  static QString place(const Landing& landing) {
    const QString node = plain(landing.node, 80);
    if (landing.cards.empty()) return node;
    QStringList cards;
    for (const CardIndex card : landing.cards) cards << QString::number(card);
    return tr("%1 card %2").arg(node, joinList(cards));
  }
  static QString lands(const Landing& landing) {
    if (landing.tied > 1 && landing.certainty != Certainty::Certain) {
      return tr("e.g. %1").arg(place(landing));
    }
    return place(landing);
  }
  static QString waits(const Landing& landing) {
    if (!landing.reason) return tr("waits for capacity");
    return tr("waits for room: %1 (%2)").arg(reasonShort(landing.reason->code), plain(landing.nearest, 80));
  }
  static QString nowhere(const Landing& landing) {
    if (!landing.reason) return tr("fits no other node");
    return tr("fits no other node: %1 (%2)").arg(reasonShort(landing.reason->code), plain(landing.nearest, 80));
  }
  static QString notRemade() { return tr("is not recreated"); }
  static QString unknown(const Landing& landing) {
    return landing.problem ? tr("unknown: %1").arg(errorTitle(*landing.problem)) : tr("not known");
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
  if (step.code == StepCode::AwaitRemoval) return LandingTexts::remove(plain(plan.node, 120));
  if (step.code != StepCode::AwaitReturn || !plan.target) return {};
  return LandingTexts::add(plain(labelKeyOf(*plan.target) + "=" + labelValueOf(*plan.target), 120));
}

QString landingText(const Landing& landing) {
  switch (landing.kind) {
    case LandingKind::Lands:
      return LandingTexts::lands(landing);
    case LandingKind::WaitsForRoom:
      return LandingTexts::waits(landing);
    case LandingKind::FitsNowhere:
      return LandingTexts::nowhere(landing);
    case LandingKind::NotRemade:
      return LandingTexts::notRemade();
    case LandingKind::Unknown:
      break;
  }
  return LandingTexts::unknown(landing);
}

QString landingSummary(const std::vector<Landing>& landings) {
  if (landings.empty()) return {};
  const auto count = [&landings](LandingKind kind) {
    return static_cast<int>(
        std::count_if(landings.begin(), landings.end(), [kind](const Landing& one) { return one.kind == kind; }));
  };
  QStringList out{LandingTexts::found(count(LandingKind::Lands), static_cast<int>(landings.size()))};
  if (const int n = count(LandingKind::WaitsForRoom)) out << LandingTexts::waiting(n);
  if (const int n = count(LandingKind::FitsNowhere)) out << LandingTexts::homeless(n);
  if (const int n = count(LandingKind::NotRemade)) out << LandingTexts::ending(n);
  if (const int n = count(LandingKind::Unknown)) out << LandingTexts::unknownCount(n);
  return joinSentences(out);
}

}  // namespace cardinal::ui
