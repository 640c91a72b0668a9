// SPDX-License-Identifier: Apache-2.0
#include "app/commands/common/reports/preemption_report.h"

#include <QCoreApplication>

#include "app/commands/common/json_values.h"
#include "app/program/table.h"
#include "core/plan/drain/replica_preemption.h"
#include "ui/i18n/placement/preemption_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::app {

namespace {

class PreemptionReport {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::PreemptionReport)

 public:
  static QString text(const Preemption& found, const ClusterSnapshot& snapshot) {
    QString out = ui::preemptionText(found, snapshot) + QLatin1Char('\n');
    Table table({tr("POD"), tr("PRIORITY")});
    table.alignRight(1);
    for (const auto& victim : found.victims)
      table.add({ui::plain(victim->meta.key.ns + "/" + victim->meta.key.name), QString::number(victim->spec.priority)});
    out += table.toString();
    for (const QString& note : ui::preemptionNotes(found)) out += note + QLatin1Char('\n');
    return out;
  }
};

}  // namespace

QString preemptionText(const AllocationRequest& request, const AllocationAnswer& answer,
                       const ClusterSnapshot& snapshot) {
  const auto found = replicaPreemption(request, answer, snapshot);
  return found ? PreemptionReport::text(*found, snapshot) : QString();
}

Json preemptionJson(const AllocationRequest& request, const AllocationAnswer& answer, const ClusterSnapshot& snapshot) {
  const auto found = replicaPreemption(request, answer, snapshot);
  if (!found) return nullptr;
  Json victims = Json::array();
  for (const auto& victim : found->victims) {
    victims.push_back(
        {{"namespace", victim->meta.key.ns}, {"name", victim->meta.key.name}, {"priority", victim->spec.priority}});
  }
  return {
      {"node", snapshot.node(found->node).name}, {"victims", std::move(victims)},       {"equalNodes", found->equal},
      {"possibleNodes", found->possible},        {"takesThen", found->takesThen},       {"sampled", found->sampled},
      {"violations", found->violations},         {"budgetsKnown", found->budgetsKnown}, {"placedBefore", found->placed},
      {"placesCertain", !found->afterADraw},     {"furtherReplicas", found->further}};
}

}  // namespace cardinal::app
