// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/whatif/what_if_actions.h"

#include <QFileDialog>
#include <QMenu>

#include "core/plan/what_if/scenario_file.h"
#include "core/plan/what_if/to_do_list.h"
#include "ui/i18n/changes/what_if_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"
#include "ui/pages/common/text_dialog.h"
#include "ui/pages/preview/preview_dialog.h"
#include "ui/pages/whatif/defrag_dialog.h"
#include "ui/session/preview/preview_workload.h"

namespace cardinal::ui {

namespace {

constexpr std::array kNodeKinds = {StepKind::AddNodes, StepKind::DrainNode, StepKind::SwitchNode, StepKind::RemoveNode};

std::optional<StepKind> kindOf(const WhatIfStep& step) {
  if (std::holds_alternative<AddNodes>(step)) return StepKind::AddNodes;
  if (std::holds_alternative<RemoveNode>(step)) return StepKind::RemoveNode;
  if (std::holds_alternative<DrainNode>(step)) return StepKind::DrainNode;
  if (std::holds_alternative<SwitchNode>(step)) return StepKind::SwitchNode;
  if (std::holds_alternative<DeletePods>(step)) return StepKind::DeletePods;
  if (std::holds_alternative<ResizePods>(step)) return StepKind::ResizePods;
  if (std::holds_alternative<MovePod>(step)) return StepKind::MovePod;
  return std::nullopt;
}

/// Nodes that the plans of one kind are for, each once, in the order of the steps.
QStringList nodesOf(const std::vector<ToDo>& list, PlanKind kind) {
  QStringList out;
  for (const ToDo& one : list) {
    if (!one.plan || one.plan->kind != kind) continue;
    const QString node = QString::fromStdString(one.plan->node);
    if (!out.contains(node)) out << node;
  }
  return out;
}

}  // namespace

WhatIfActions::WhatIfActions(const PageContext& context, WhatIfSession& session, QWidget* page)
    : QObject(page), m_context(context), m_session(session), m_page(page) {}

QMenu* WhatIfActions::makeMenu() {
  auto* menu = new QMenu(m_page);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  return menu;
}

void WhatIfActions::chooseLast() {
  emit rowChosen(static_cast<int>(m_session.scenario().steps.size()) - 1);
}

void WhatIfActions::addNodeSteps(QMenu& menu, const QString& node) {
  for (const StepKind kind : kNodeKinds) {
    connect(menu.addAction(StepDialog::title(kind) + QStringLiteral("…")), &QAction::triggered, this,
            [this, kind, node] { openStepDialog(kind, node); });
  }
}

void WhatIfActions::openAddMenu(const QPoint& global, const std::vector<WorkloadTemplate>& templates) {
  QMenu* menu = makeMenu();
  addNodeSteps(*menu, {});
  menu->addSeparator();
  QMenu* submit = menu->addMenu(tr("Submit a workload"));
  for (const WorkloadTemplate& one : templates) {
    connect(submit->addAction(plain(one.name, 60)), &QAction::triggered, this,
            [this, one] { addWorkload(QByteArray::fromStdString(toYaml(one))); });
  }
  connect(submit->addAction(tr("YAML file…")), &QAction::triggered, this, &WhatIfActions::chooseManifest);
  for (const StepKind kind : {StepKind::DeletePods, StepKind::ResizePods, StepKind::MovePod}) {
    connect(menu->addAction(StepDialog::title(kind) + QStringLiteral("…")), &QAction::triggered, this,
            [this, kind] { openStepDialog(kind, {}); });
  }
  menu->addSeparator();
  connect(menu->addAction(tr("Schedule the pending pods again")), &QAction::triggered, this,
          [this] { m_session.add(RetryPending{}); });
  menu->popup(global);
}

void WhatIfActions::openStepMenu(const QPoint& global, int row) {
  const auto& steps = m_session.scenario().steps;
  const auto at = static_cast<std::size_t>(row);
  if (at >= steps.size()) return;
  QMenu* menu = makeMenu();
  const auto add = [&](const QString& text, bool possible, auto act) {
    QAction* action = menu->addAction(text);
    action->setEnabled(possible);
    connect(action, &QAction::triggered, this, act);
  };
  add(tr("Change…"), kindOf(steps[at]).has_value(), [this, row] { editStep(row); });
  add(tr("Move up"), row > 0, [this, at] {
    if (m_session.move(at, -1)) emit rowChosen(static_cast<int>(at) - 1);
  });
  add(tr("Move down"), at + 1 < steps.size(), [this, at] {
    if (m_session.move(at, 1)) emit rowChosen(static_cast<int>(at) + 1);
  });
  add(tr("Remove the step"), true, [this, at] { m_session.remove(at); });
  menu->addSeparator();
  add(tr("Copy all steps to the other scenario"), true, [this] { m_session.copyToOther(); });
  add(tr("Remove all steps"), true, [this] { m_session.clear(); });
  menu->popup(global);
}

void WhatIfActions::openNodeMenu(const QPoint& global, const QString& node) {
  QMenu* menu = makeMenu();
  addNodeSteps(*menu, node);
  menu->popup(global);
}

void WhatIfActions::openStepDialog(StepKind kind, const QString& about) {
  auto* dialog = new StepDialog(m_context, m_session.latest(), kind, about, m_page);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &StepDialog::made, this, [this](const WhatIfStep& step) {
    m_session.add(step);
    chooseLast();
  });
  dialog->open();
}

void WhatIfActions::editStep(int row) {
  const auto at = static_cast<std::size_t>(row);
  const auto& steps = m_session.scenario().steps;
  if (at >= steps.size()) return;
  const auto kind = kindOf(steps[at]);
  if (!kind) return;
  auto* dialog = new StepDialog(m_context, m_session.latest(), *kind, {}, m_page);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->show(steps[at]);
  connect(dialog, &StepDialog::made, this, [this, at](const WhatIfStep& step) { m_session.replace(at, step); });
  dialog->open();
}

void WhatIfActions::addWorkload(const QByteArray& yaml) {
  const auto read = readPreviewWorkload(yaml, QStringLiteral("manifest"), false);
  if (!read) return m_context.selection.showMessage(StateRole::Critical, errorText(read.error()));
  if (const QStringList faults = fileFaults(*read); !faults.isEmpty())
    return m_context.selection.showMessage(StateRole::Critical, faults.front());
  const QString ns = m_context.selection.ns();
  m_session.add(SubmitWorkload{yaml.toStdString(), {}, ns.isEmpty() ? "default" : ns.toStdString()});
  chooseLast();
}

void WhatIfActions::chooseManifest() {
  auto* dialog = new QFileDialog(m_page, tr("Choose a YAML file"), QString(),
                                 tr("Manifests (*.yaml *.yml *.json);;All files (*)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
    const Result<QByteArray> text = readManifestFile(path);
    if (!text) return m_context.selection.showMessage(StateRole::Critical, errorText(text.error()));
    addWorkload(*text);
  });
  dialog->open();
}

void WhatIfActions::openDefrag() {
  auto* dialog = new DefragDialog(m_context, m_session.latest(), m_page);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &DefragDialog::found, this, [this](const std::vector<WhatIfStep>& steps) { m_session.add(steps); });
  dialog->open();
}

void WhatIfActions::openToDo() {
  const auto& result = m_session.result();
  if (!result) return;
  const SourceInfo info = m_context.bridge.info();
  const auto list =
      toDoList(*result, m_session.scenario().steps, {"whatif", info.name, info.server, m_context.bridge.now()});
  QString text;
  for (const ToDo& one : list) {
    text += QStringLiteral("# ") + QString::number(one.step + 1) + QStringLiteral(". ") +
            labelled(whatIfStepText(m_session.scenario().steps[one.step]), toDoText(one)) + u'\n';
    for (const std::string& command : one.commands) text += plain(command) + u'\n';
    text += u'\n';
  }
  auto* dialog = new TextDialog(m_context.theme, tr("Operator steps"), text, m_page);
  dialog->wrapLines();  // the ends of its sentences matter
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  const auto offer = [&](PlanKind kind, const QString& words) {
    const QStringList nodes = nodesOf(list, kind);
    if (nodes.isEmpty()) return;
    dialog->offer(words, [this, nodes, kind] { m_context.selection.requestPlan(nodes, kind); });
  };
  offer(PlanKind::Drain, tr("Plan the drain…"));
  offer(PlanKind::Switch, tr("Plan the change of mode…"));
  dialog->open();
}

void WhatIfActions::chooseLoad() {
  auto* dialog =
      new QFileDialog(m_page, tr("Open a scenario"), QString(), tr("Scenarios (*.yaml *.yml *.json);;All files (*)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
    if (Result<void> done = m_session.load(path); !done)
      m_context.selection.showMessage(StateRole::Critical, errorText(done.error()));
  });
  dialog->open();
}

void WhatIfActions::chooseSave() {
  auto* dialog =
      new QFileDialog(m_page, tr("Save the scenario"), QStringLiteral("scenario.yaml"), tr("Scenarios (*.yaml)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QStringLiteral("yaml"));
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
    const Result<void> done = m_session.save(path);
    m_context.selection.showMessage(done ? StateRole::Ok : StateRole::Critical,
                                    done ? tr("The scenario was saved.") : errorText(done.error()));
  });
  dialog->open();
}

}  // namespace cardinal::ui
