// SPDX-License-Identifier: Apache-2.0
#include "app/commands/common/reports/what_if_report.h"

#include <QCoreApplication>

#include "app/commands/common/json_values.h"
#include "app/program/table.h"
#include "core/alloc/tied.h"
#include "ui/i18n/changes/what_if_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/placement/reason_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::app {

namespace {

constexpr std::size_t kMaxRows = 40;

class WhatIfReport {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::WhatIf)

 public:
  static QString whole(const WhatIfResult& result, const Scenario& scenario) {
    QString out;
    for (std::size_t i = 0; i < result.steps.size(); ++i) {
      out += tr("%1. %2: %3", "number, step, what it did")
                 .arg(ui::count(static_cast<std::int64_t>(i) + 1), ui::whatIfStepText(scenario.steps[i]),
                      ui::whatIfOutcomeText(result.steps[i])) +
             QLatin1Char('\n');
      if (std::holds_alternative<SubmitWorkload>(scenario.steps[i]))
        out +=
            QStringLiteral("   ") + tr("Queues and quotas are not asked; the preview asks them.") + QLatin1Char('\n');
      out += pods(result.steps[i]);
      for (const Caveat caveat : result.steps[i].caveats) {
        out += QStringLiteral("   ") + ui::caveatText(caveat) + QLatin1Char('\n');
      }
    }
    out += QLatin1Char('\n') + figures(result);
    return out;
  }

  static QString moves(const DefragAnswer& answer, const WhatIfResult& moved, bool budgetsKnown) {
    QString out = ui::defragVerdictText(answer) + QLatin1Char('\n');
    if (!answer.places.empty()) {
      WhatIfOutcome all;
      all.pods = answer.places;
      out += QLatin1Char('\n') + pods(all) + QLatin1Char('\n') + figures(moved);
    }
    const QString note = ui::defragFootnote(answer, budgetsKnown);
    if (!note.isEmpty()) out += QLatin1Char('\n') + note + QLatin1Char('\n');
    return out;
  }

  static QString toDo(const std::vector<ToDo>& list, const Scenario& scenario) {
    QString out = tr("Operator steps:") + QLatin1Char('\n');
    for (const ToDo& one : list) {
      out += tr("%1. %2: %3", "number, step, what to do")
                 .arg(ui::count(static_cast<std::int64_t>(one.step) + 1), ui::whatIfStepText(scenario.steps[one.step]),
                      ui::toDoText(one)) +
             QLatin1Char('\n');
      for (const std::string& command : one.commands) {
        out += QStringLiteral("   ") + ui::plain(command) + QLatin1Char('\n');
      }
    }
    return out;
  }

 private:
  static QString pods(const WhatIfOutcome& step) {
    if (step.pods.empty()) return {};
    Table table({tr("POD"), tr("FROM"), tr("OUTCOME"), tr("HOW SURE")});
    const std::size_t shown = std::min(step.pods.size(), kMaxRows);
    for (std::size_t i = 0; i < shown; ++i) {
      const WhatIfPod& pod = step.pods[i];
      table.add({ui::plain(pod.pod.ns + "/" + pod.pod.name), pod.from.empty() ? tr("none") : ui::plain(pod.from),
                 ui::whatIfPodText(pod), ui::whatIfCertaintyText(pod)});
    }
    QString out = table.toString();
    if (shown < step.pods.size()) {
      out += tr("... and %n more pod(s)", nullptr, static_cast<int>(step.pods.size() - shown)) + QLatin1Char('\n');
    }
    return out;
  }

  static QString figures(const WhatIfResult& result) {
    Table table({tr("FIGURE"), tr("BEFORE"), tr("AFTER")});
    table.alignRight(1);
    table.alignRight(2);
    for (const ui::FigureRow& row : ui::figureRows(result.figuresBefore, result.figuresAfter)) {
      table.add({row.name, row.before, row.after});
    }
    return table.toString();
  }
};

Json figuresJson(const ClusterFigures& figures) {
  return {{"nodes", figures.nodes},
          {"openNodes", figures.openNodes},
          {"cards", figures.cards},
          {"cardsUnknown", figures.cardsUnknown},
          {"allocatedMib", figures.allocatedMib},
          {"totalMib", figures.totalMib},
          {"freeMib", figures.freeMib},
          {"largestFreeMib", orNull(figures.largestFreeMib)},
          {"wholeFreeCards", figures.wholeFreeCards},
          {"pendingPods", figures.pendingPods},
          {"boundPods", figures.boundPods},
          {"fragmentMilli", orNull(figures.fragmentMilli)}};
}

Json podJson(const WhatIfPod& pod) {
  Json out{{"namespace", pod.pod.ns}, {"name", pod.pod.name}, {"outcome", toString(pod.outcome)}};
  out["from"] = pod.from.empty() ? Json(nullptr) : Json(pod.from);
  out["to"] = pod.to.empty() ? Json(nullptr) : Json(pod.to);
  out["cards"] = pod.cards;
  if (pod.outcome == PodOutcome::Placed) {
    out["certainty"] = toString(pod.certainty);
    out["tied"] = pod.tied != kTiedUnknown ? Json(pod.tied) : Json(nullptr);
    out["assumesEarlier"] = pod.assumes;
  }
  if (pod.outcome == PodOutcome::Pending) {
    out["reason"] = pod.why ? Json(toString(pod.why->code)) : Json(nullptr);
    out["waitsForGang"] = pod.waitsForGang;
    out["nearest"] = pod.nearest.empty() ? Json(nullptr) : Json(pod.nearest);
    out["problems"] = Json::array();
    for (const Error& problem : pod.problems) out["problems"].push_back(toString(problem.code));
  }
  if (pod.outcome == PodOutcome::Stays) out["fate"] = toString(pod.fate);
  return out;
}

Json stepJson(const WhatIfStep& step, const WhatIfOutcome& outcome, const ToDo* todo) {
  Json out{{"do", wordOf(step)},    {"placed", outcome.placed}, {"pending", outcome.pending},
           {"gone", outcome.gone},  {"stays", outcome.stays},   {"addedNodes", outcome.added},
           {"pods", Json::array()}, {"caveats", Json::array()}, {"after", figuresJson(outcome.after)}};
  out["notPlaced"] = outcome.notPlaced;
  for (const WhatIfPod& pod : outcome.pods) out["pods"].push_back(podJson(pod));
  for (const Caveat caveat : outcome.caveats) out["caveats"].push_back(toString(caveat));
  if (todo != nullptr) out["action"] = {{"kind", toString(todo->kind)}, {"commands", todo->commands}};
  return out;
}

}  // namespace

QString report(const WhatIfResult& result, const Scenario& scenario) {
  return WhatIfReport::whole(result, scenario);
}

QString report(const std::vector<ToDo>& list, const Scenario& scenario) {
  return WhatIfReport::toDo(list, scenario);
}

QString report(const DefragAnswer& answer, const WhatIfResult& moved, bool budgetsKnown) {
  return WhatIfReport::moves(answer, moved, budgetsKnown);
}

std::string toJson(const DefragAnswer& answer, const WhatIfResult& moved, bool budgetsKnown) {
  Json out{{"verdict", toString(answer.verdict)}};
  out["node"] = answer.node.empty() ? Json(nullptr) : Json(answer.node);
  out["card"] = answer.card < 0 ? Json(nullptr) : Json(answer.card);
  out["wholeCard"] = answer.isOfWholeCard;
  out["nodes"] = answer.nodes;
  out["freeMib"] = answer.freeMib > 0 ? Json(answer.freeMib) : Json(nullptr);
  out["moves"] = Json::array();
  for (const WhatIfPod& pod : answer.places) out["moves"].push_back(podJson(pod));
  out["least"] = answer.least;
  out["cards"] = answer.cards;
  out["blocked"] = answer.blocked;
  out["unknown"] = answer.unknown;
  out["tried"] = answer.tried;
  out["bounded"] = answer.bounded;
  out["budgetsKnown"] = budgetsKnown;
  out["before"] = figuresJson(moved.figuresBefore);
  out["after"] = figuresJson(moved.figuresAfter);
  return dumped(out);
}

std::string toJson(const WhatIfResult& result, const Scenario& scenario, const std::vector<ToDo>& list) {
  Json out{{"name", scenario.name}, {"generation", result.before->generation}, {"time", result.before->time}};
  out["before"] = figuresJson(result.figuresBefore);
  out["after"] = figuresJson(result.figuresAfter);
  out["steps"] = Json::array();
  for (std::size_t i = 0; i < result.steps.size(); ++i) {
    out["steps"].push_back(stepJson(scenario.steps[i], result.steps[i], i < list.size() ? &list[i] : nullptr));
  }
  out["failure"] = nullptr;
  if (result.failure) {
    out["failure"] = {{"step", result.failure->step + 1},         {"error", toString(result.failure->error.code)},
                      {"subject", result.failure->error.subject}, {"place", result.failure->error.place},
                      {"detail", result.failure->error.detail},   {"notes", Json::array()}};
    for (const NotedSwitch& note : result.failure->notes) out["failure"]["notes"].push_back(toString(note.note));
  }
  return dumped(out);
}

}  // namespace cardinal::app
