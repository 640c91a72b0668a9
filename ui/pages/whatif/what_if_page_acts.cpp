// SPDX-License-Identifier: Apache-2.0
// What the user does on the what-if page: menus, dialogs, files.
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
#include "ui/pages/templates/template_palette.h"
#include "ui/pages/whatif/defrag_dialog.h"
#include "ui/pages/whatif/two_line_list.h"
#include "ui/pages/whatif/what_if_page.h"
#include "ui/session/preview/preview_workload.h"
#include "ui/widgets/basic/action_button.h"

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

bool WhatIfPage::showKey(const QString& key) {
  if (key.isEmpty()) return true;
  const qsizetype colon = key.indexOf(u':');
  const qsizetype hash = key.lastIndexOf(u'#');
  if (colon <= 0 || hash < colon) return false;
  if (!m_taken.insert(key).second) return true;
  const QString word = key.left(colon);
  const QString about = key.mid(colon + 1, hash - colon - 1);
  const qsizetype slash = about.indexOf(u'/');
  const std::string ns = about.left(slash).toStdString();
  const std::string name = about.mid(slash + 1).toStdString();
  if (word == u"drain-node") {
    m_session->add(DrainNode{about.toStdString(), false});
  } else if (word == u"remove-node") {
    m_session->add(RemoveNode{about.toStdString()});
  } else if (word == u"move-pod") {
    m_session->add(MovePod{ns, name});
  } else if (word == u"delete") {
    m_session->add(DeletePods{{ns, name, {}}});
  } else if (word == u"add-nodes") {
    openStepDialog(StepKind::AddNodes, about);
  } else if (word == u"switch-node") {
    openStepDialog(StepKind::SwitchNode, about);
  } else if (word == u"resize") {
    openStepDialog(StepKind::ResizePods, about);
  } else {
    return false;
  }
  return true;
}

void WhatIfPage::fill(QMenu& menu, const QString& node) {
  for (const StepKind kind : kNodeKinds) {
    connect(menu.addAction(StepDialog::title(kind) + QStringLiteral("…")), &QAction::triggered, this,
            [this, kind, node] { openStepDialog(kind, node); });
  }
}

void WhatIfPage::openAddMenu() {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  fill(*menu, {});
  menu->addSeparator();
  QMenu* submit = menu->addMenu(tr("Submit a workload"));
  for (const WorkloadTemplate& one : m_palette->templates()) {
    connect(submit->addAction(plain(one.name, 60)), &QAction::triggered, this,
            [this, one] { addWorkload(QByteArray::fromStdString(toYaml(one))); });
  }
  connect(submit->addAction(tr("YAML file…")), &QAction::triggered, this, &WhatIfPage::chooseManifest);
  for (const StepKind kind : {StepKind::DeletePods, StepKind::ResizePods, StepKind::MovePod}) {
    connect(menu->addAction(StepDialog::title(kind) + QStringLiteral("…")), &QAction::triggered, this,
            [this, kind] { openStepDialog(kind, {}); });
  }
  menu->addSeparator();
  connect(menu->addAction(tr("Schedule the pending pods again")), &QAction::triggered, this,
          [this] { m_session->add(RetryPending{}); });
  menu->popup(m_add->mapToGlobal(QPoint(0, m_add->height())));
}

void WhatIfPage::openStepMenu(const QPoint& global, int row) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const auto& steps = m_session->scenario().steps;
  const auto at = static_cast<std::size_t>(row);
  if (at >= steps.size()) return;
  const auto add = [&](const QString& text, bool possible, auto act) {
    QAction* action = menu->addAction(text);
    action->setEnabled(possible);
    connect(action, &QAction::triggered, this, act);
  };
  add(tr("Change…"), kindOf(steps[at]).has_value(), [this, row] { editStep(row); });
  add(tr("Move up"), row > 0, [this, at] {
    if (m_session->move(at, -1)) m_steps->setCurrentRow(static_cast<int>(at) - 1);
  });
  add(tr("Move down"), at + 1 < steps.size(), [this, at] {
    if (m_session->move(at, 1)) m_steps->setCurrentRow(static_cast<int>(at) + 1);
  });
  add(tr("Remove the step"), true, [this, at] { m_session->remove(at); });
  menu->addSeparator();
  add(tr("Copy all steps to the other scenario"), true, [this] { m_session->copyToOther(); });
  add(tr("Remove all steps"), true, [this] { m_session->clear(); });
  menu->popup(global);
}

void WhatIfPage::openNodeMenu(const QPoint& global, const QString& node) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  fill(*menu, node);
  menu->popup(global);
}

void WhatIfPage::openStepDialog(StepKind kind, const QString& about) {
  auto* dialog = new StepDialog(m_context, m_session->latest(), kind, about, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &StepDialog::made, this, [this](const WhatIfStep& step) {
    m_session->add(step);
    m_steps->setCurrentRow(static_cast<int>(m_session->scenario().steps.size()) - 1);
  });
  dialog->open();
}

void WhatIfPage::editStep(int row) {
  const auto at = static_cast<std::size_t>(row);
  const auto& steps = m_session->scenario().steps;
  if (at >= steps.size()) return;
  const auto kind = kindOf(steps[at]);
  if (!kind) return;
  auto* dialog = new StepDialog(m_context, m_session->latest(), *kind, {}, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->show(steps[at]);
  connect(dialog, &StepDialog::made, this, [this, at](const WhatIfStep& step) { m_session->replace(at, step); });
  dialog->open();
}

void WhatIfPage::addWorkload(const QByteArray& yaml) {
  const auto read = readPreviewWorkload(yaml, QStringLiteral("manifest"), false);
  if (!read) return m_context.selection.showMessage(StateRole::Critical, errorText(read.error()));
  if (const QStringList faults = fileFaults(*read); !faults.isEmpty())
    return m_context.selection.showMessage(StateRole::Critical, faults.front());
  const QString ns = m_context.selection.ns();
  m_session->add(SubmitWorkload{yaml.toStdString(), {}, ns.isEmpty() ? "default" : ns.toStdString()});
  m_steps->setCurrentRow(static_cast<int>(m_session->scenario().steps.size()) - 1);
}

void WhatIfPage::chooseManifest() {
  auto* dialog =
      new QFileDialog(this, tr("Choose a YAML file"), QString(), tr("Manifests (*.yaml *.yml *.json);;All files (*)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
    const Result<QByteArray> text = readManifestFile(path);
    if (!text) return m_context.selection.showMessage(StateRole::Critical, errorText(text.error()));
    addWorkload(*text);
  });
  dialog->open();
}

void WhatIfPage::openDefrag() {
  auto* dialog = new DefragDialog(m_context, m_session->latest(), this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &DefragDialog::found, this, [this](const std::vector<WhatIfStep>& steps) { m_session->add(steps); });
  dialog->open();
}

void WhatIfPage::openToDo() {
  const auto& result = m_session->result();
  if (!result) return;
  const SourceInfo info = m_context.bridge.info();
  const auto list =
      toDoList(*result, m_session->scenario().steps, {"whatif", info.name, info.server, m_context.bridge.now()});
  QString text;
  for (const ToDo& one : list) {
    text += QStringLiteral("# ") + QString::number(one.step + 1) + QStringLiteral(". ") +
            labelled(whatIfStepText(m_session->scenario().steps[one.step]), toDoText(one)) + u'\n';
    for (const std::string& command : one.commands) text += plain(command) + u'\n';
    text += u'\n';
  }
  auto* dialog = new TextDialog(m_context.theme, tr("Operator steps"), text, this);
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

void WhatIfPage::chooseLoad() {
  auto* dialog =
      new QFileDialog(this, tr("Open a scenario"), QString(), tr("Scenarios (*.yaml *.yml *.json);;All files (*)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
    if (Result<void> done = load(path); !done)
      m_context.selection.showMessage(StateRole::Critical, errorText(done.error()));
  });
  dialog->open();
}

void WhatIfPage::chooseSave() {
  auto* dialog =
      new QFileDialog(this, tr("Save the scenario"), QStringLiteral("scenario.yaml"), tr("Scenarios (*.yaml)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QStringLiteral("yaml"));
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
    const Result<void> done = m_session->save(path);
    m_context.selection.showMessage(done ? StateRole::Ok : StateRole::Critical,
                                    done ? tr("The scenario was saved.") : errorText(done.error()));
  });
  dialog->open();
}

}  // namespace cardinal::ui
