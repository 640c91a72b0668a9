// SPDX-License-Identifier: Apache-2.0
#include "app/commands/common/node_report.h"

#include <QCoreApplication>
#include <algorithm>
#include <utility>

#include "app/program/table.h"
#include "ui/i18n/changes/plan_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"

namespace cardinal::app {

namespace {

class NodeTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Node)

 public:
  static QString way(const QString& from, const QString& way) { return tr("now %1; %2").arg(from, way); }
  static QString resource() { return tr("Resource"); }
  static QString before() { return tr("Before"); }
  static QString after() { return tr("After"); }
  static QString unknown() { return tr("unknown"); }
  static QString pod() { return tr("Pod"); }
  static QString fate() { return tr("What happens"); }
  static QString budget() { return tr("PodDisruptionBudget"); }
  static QString spent(const QString& name) { return tr("%1 (allows none now)").arg(name); }
  static QString budgetsUnknown() {
    return tr("You are not allowed to list PodDisruptionBudgets; evictions still respect them.");
  }
  static QString commands() { return tr("Equivalent kubectl commands:"); }
  static QString accepted(int count) { return tr("The server would accept %n write(s).", nullptr, count); }
  static QString refusedWrite(const QString& what) { return tr("The server would refuse: %1").arg(what); }
  static QString blockedPod(const QString& pod, const QString& budget) {
    return tr("%1: blocked now by the PodDisruptionBudget %2").arg(pod, budget);
  }
  static QString nodeNote(const QString& node, const QString& note) { return tr("%1: %2").arg(node, note); }
  static QString inTheWay(const QString& node) {
    return tr("Evicting these pods of %1 must be allowed explicitly:").arg(node);
  }
  static QString options() {
    return tr(
        "Pass --force to evict pods without a controller, and --delete-emptydir-data to evict pods with local data. "
        "DaemonSet pods are left alone unless --no-ignore-daemonsets is given.");
  }
};

QString nameOf(const ObjectKey& key) {
  return ui::plain(key.ns + "/" + key.name);
}

QString amount(const std::optional<std::int64_t>& value) {
  return value ? ui::count(*value) : NodeTexts::unknown();
}

void printSwitch(Console& console, const SwitchAssessment& assessment) {
  console.line(QStringLiteral("  ") + NodeTexts::way(ui::modeText(assessment.from), ui::switchWayText(assessment.way)));
  for (const NotedSwitch& note : assessment.notes) console.line(QStringLiteral("  ! ") + ui::switchNoteText(note));
  Table table({NodeTexts::resource(), NodeTexts::before(), NodeTexts::after()});
  table.alignRight(1);
  table.alignRight(2);
  for (const ResourceChange& change : assessment.resources) {
    if (change.before == 0 && change.after == 0) continue;
    table.add({ui::plain(change.resource), amount(change.before), amount(change.after)});
  }
  if (!table.isEmpty()) console.write(table.toString().toStdString());
}

QString budgetsOf(const PodVerdict& verdict) {
  QStringList names;
  for (const std::string& name : verdict.budgets) names << ui::plain(name);
  const QString joined = ui::joinList(names);
  return verdict.budgetSpent ? NodeTexts::spent(joined) : joined;
}

void printPods(Console& console, const PlanPreview& preview) {
  Table table({NodeTexts::pod(), NodeTexts::fate(), NodeTexts::budget()});
  for (const PodVerdict& verdict : preview.pods) {
    if (verdict.fate == PodFate::LeaveOther) continue;
    table.add({nameOf(verdict.pod), ui::podFateText(verdict.fate), budgetsOf(verdict)});
  }
  if (!table.isEmpty()) console.write(table.toString().toStdString());
  if (!preview.budgetsKnown) console.line(NodeTexts::budgetsUnknown());
}

}  // namespace

void printPreview(Console& console, const PlanPreview& preview) {
  const Plan& plan = preview.plan;
  console.line(ui::planTitle(plan));
  if (preview.assessment) printSwitch(console, *preview.assessment);
  int number = 0;
  for (const PlanStep& step : plan.steps) {
    console.line(QStringLiteral("  %1. %2").arg(++number).arg(ui::stepTitle(step, plan)));
  }
  printPods(console, preview);
  console.line(NodeTexts::commands());
  for (const std::string& command : equalCommands(plan)) console.line(QStringLiteral("  ") + ui::plain(command));
}

bool printTried(Console& console, const PlanPreview& preview, const std::vector<TriedAct>& tried) {
  int accepted = 0;
  bool all = true;
  for (const TriedAct& act : tried) {
    if (act.refused) {
      all = false;
      const QString what =
          act.pod.name.empty() ? ui::stepTitle(preview.plan.steps[act.step], preview.plan) : nameOf(act.pod);
      console.complain(NodeTexts::refusedWrite(what));
      console.complain(ui::errorText(*act.refused));
    } else if (act.blocked) {
      if (!console.json()) console.line(NodeTexts::blockedPod(nameOf(act.pod), ui::plain(act.budget)));
    } else {
      ++accepted;
    }
  }
  if (!console.json()) console.line(NodeTexts::accepted(accepted));
  return all;
}

void complainRefusal(Console& console, const PlanPreview& preview) {
  for (const NotedSwitch& note : preview.assessment->notes) {
    console.complain(NodeTexts::nodeNote(ui::plain(preview.plan.node), ui::switchNoteText(note)));
  }
}

void complainBlocked(Console& console, const PlanPreview& preview) {
  console.complain(NodeTexts::inTheWay(ui::plain(preview.plan.node)));
  for (const PodVerdict& verdict : preview.pods) {
    if (isBlocking(verdict.fate)) {
      console.complain(NodeTexts::nodeNote(nameOf(verdict.pod), ui::podFateText(verdict.fate)));
    }
  }
  console.complain(NodeTexts::options());
}

void ProgressPrinter::show(const PlanProgress& progress) {
  m_steps.resize(progress.steps.size());
  for (std::size_t i = 0; i < progress.steps.size(); ++i) {
    if (progress.steps[i].state == StepState::Waiting) continue;
    const QString state = ui::stepStateText(progress.steps[i]);
    if (std::exchange(m_steps[i], state) == state) continue;
    console(QStringLiteral("[%1/%2] %3: %4")
                .arg(i + 1)
                .arg(m_steps.size())
                .arg(ui::stepTitle(progress.plan.steps[i], progress.plan), state));
  }
  m_pods.resize(std::max(m_pods.size(), progress.pods.size()));
  for (std::size_t i = 0; i < progress.pods.size(); ++i) {
    const PodProgress& pod = progress.pods[i];
    std::pair<std::string, QString> now{pod.uid, ui::podStateText(pod)};
    if (m_pods[i] == now) continue;
    console(QStringLiteral("      %1: %2").arg(nameOf(pod.pod), now.second));
    m_pods[i] = std::move(now);
  }
}

void ProgressPrinter::console(const QString& text) {
  m_console.line(text);
  m_console.flush();
}

}  // namespace cardinal::app
