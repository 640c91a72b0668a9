// SPDX-License-Identifier: Apache-2.0
#include "app/commands/common/reports/preemption_report.h"

#include <QCoreApplication>

#include "app/commands/common/json_values.h"
#include "app/program/table.h"
#include "ui/i18n/format.h"
#include "ui/i18n/plain.h"

namespace cardinal::app {

namespace {

class PreemptionReport {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::PreemptionReport)

 public:
  static QString text(const Preemption& found, const ClusterSnapshot& snapshot) {
    QString out = tr("The scheduler would evict %n pod(s) of lower priority on %1:", nullptr,
                     static_cast<int>(found.victims.size()))
                      .arg(ui::plain(snapshot.node(found.node).name)) +
                  QLatin1Char('\n');
    Table table({tr("POD"), tr("PRIORITY")});
    table.alignRight(1);
    for (const auto& victim : found.victims)
      table.add({ui::plain(victim->meta.key.ns + "/" + victim->meta.key.name), QString::number(victim->spec.priority)});
    out += table.toString();
    if (found.equal > 1)
      out +=
          tr("%n further node(s) are as good for it.", nullptr, static_cast<int>(found.equal - 1)) + QLatin1Char('\n');
    if (!found.takesThen)
      out += tr("The GPU extender would still refuse the node: even then no card has enough.") + QLatin1Char('\n');
    return out +
           tr("Based on the published scheduler rules; PodDisruptionBudgets and preemption policies were not read.") +
           QLatin1Char('\n');
  }
};

}  // namespace

QString preemptionText(const AllocationRequest& request, const AllocationAnswer& answer,
                       const ClusterSnapshot& snapshot) {
  const auto found = preemptionFor(request, answer, snapshot);
  return found ? PreemptionReport::text(*found, snapshot) : QString();
}

Json preemptionJson(const AllocationRequest& request, const AllocationAnswer& answer, const ClusterSnapshot& snapshot) {
  const auto found = preemptionFor(request, answer, snapshot);
  if (!found) return nullptr;
  Json victims = Json::array();
  for (const auto& victim : found->victims) {
    victims.push_back(
        {{"namespace", victim->meta.key.ns}, {"name", victim->meta.key.name}, {"priority", victim->spec.priority}});
  }
  return {{"node", snapshot.node(found->node).name}, {"victims", std::move(victims)}, {"equalNodes", found->equal},
          {"possibleNodes", found->possible},        {"takesThen", found->takesThen}, {"sampled", found->sampled}};
}

}  // namespace cardinal::app
