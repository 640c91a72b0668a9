// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/bars/source_menu.h"

#include <QDateTime>
#include <QFile>
#include <QFileDialog>
#include <QMenu>
#include <QRegularExpression>

#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/plain.h"
#include "ui/pages/shell/dialogs/namespaces_dialog.h"

namespace cardinal::ui {

namespace {
constexpr qint64 kHeadSize = 64LL * 1024;
constexpr int kContextLimit = 40;
}  // namespace

bool looksLikeKubeconfig(const QByteArray& head) {
  return head.contains("contexts:") || head.contains("\"contexts\"") || head.contains("current-context");
}

SourceMenu::SourceMenu(const PageContext& context, QWidget* window)
    : QObject(window), m_context(context), m_window(window) {}

void SourceMenu::popup(const QPoint& global) {
  auto* menu = new QMenu(m_window);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  addSources(*menu, Where::Here);
  if (m_tabs.open) addSources(*menu->addMenu(tr("Open in a new tab")), Where::NewTab);
  QAction* narrow = menu->addAction(tr("Namespaces to look at…"));
  narrow->setEnabled(m_actions.useNamespaces && m_context.bridge.info().kind == SourceKind::Live);
  connect(narrow, &QAction::triggered, this, &SourceMenu::chooseNamespaces);
  menu->addSeparator();
  QAction* save = menu->addAction(tr("Save a snapshot of this cluster…"));
  save->setShortcut(QKeySequence::Save);
  save->setEnabled(m_context.bridge.isOpen());
  connect(save, &QAction::triggered, this, &SourceMenu::saveSnapshot);
  menu->popup(global);
}

void SourceMenu::popupTabs(const QPoint& global) {
  auto* menu = new QMenu(m_window);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  addSources(*menu, Where::NewTab);
  menu->popup(global);
}

void SourceMenu::addSources(QMenu& menu, Where where) {
  addContexts(menu, where);
  const bool canOpen = static_cast<bool>(where == Where::Here ? m_actions.open : m_tabs.open);
  const auto add = [&](const QString& text, auto act) {
    QAction* action = menu.addAction(text);
    action->setEnabled(canOpen);
    connect(action, &QAction::triggered, this, act);
    return action;
  };
  QAction* file = add(tr("Open a kubeconfig or a snapshot…"), [this, where] { chooseFile(where); });
  if (where == Where::Here) file->setShortcut(QKeySequence::Open);
  add(tr("Open a folder with nodes.json and pods.json…"), [this, where] { chooseFolder(where); });
  add(tr("Built-in demo cluster"), [this, where] {
    SourceChoice demo;
    demo.demo = true;
    open(demo, where);
  });
}

void SourceMenu::addContexts(QMenu& menu, Where where) {
  if (!m_actions.contexts || !m_actions.open) return;
  const Result<std::vector<ContextInfo>> contexts = m_actions.contexts();
  if (!contexts) {
    // Without a kubeconfig there is simply nothing to choose from; what is wrong with one that is there is said.
    QAction* why = menu.addAction(errorTitle(contexts.error()));
    why->setEnabled(false);
    menu.addSeparator();
    return;
  }
  int shown = 0;
  for (const ContextInfo& one : *contexts) {
    if (++shown > kContextLimit) break;
    QAction* action = menu.addAction(plain(one.name, 80) + QStringLiteral("    ") + plain(one.server, 80));
    action->setCheckable(where == Where::Here);
    action->setChecked(where == Where::Here && m_context.bridge.info().kind == SourceKind::Live &&
                       m_context.bridge.info().name == one.name);
    SourceChoice choice;
    choice.context = one.name;
    connect(action, &QAction::triggered, this, [this, choice, where] { open(choice, where); });
  }
  if (!contexts->empty()) menu.addSeparator();
}

void SourceMenu::open(const SourceChoice& choice, Where where) {
  const auto& act = where == Where::Here ? m_actions.open : m_tabs.open;
  if (!act) return;
  const Result<void> opened = act(choice);
  if (opened) return;
  SourceChoice again = choice;
  again.anonymous = true;
  emit notOpened(opened.error(), [this, again, where] { open(again, where); });
}

bool SourceMenu::takesMetricsAddress() const {
  return m_actions.useMetrics && m_context.bridge.info().kind == SourceKind::Live;
}

void SourceMenu::useMetrics(const MetricsAddress& address) {
  if (!takesMetricsAddress()) return;
  if (Result<void> opened = m_actions.useMetrics(address); !opened) emit failed(opened.error());
}

void SourceMenu::chooseNamespaces() {
  auto* dialog = new NamespacesDialog(m_context.theme,
                                      rememberedNamespaces(m_context.settings, m_context.bridge.info()), m_window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &NamespacesDialog::chosen, this, [this](const QString& names) {
    if (!m_actions.useNamespaces) return;
    if (Result<void> opened = m_actions.useNamespaces(names.toStdString()); !opened) emit failed(opened.error());
  });
  dialog->open();
}

void SourceMenu::chooseFile(Where where) {
  auto* dialog = new QFileDialog(m_window, tr("Open a kubeconfig or a snapshot"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, [this, where](const QString& path) {
    QFile file(path);
    const QByteArray head = file.open(QIODevice::ReadOnly) ? file.read(kHeadSize) : QByteArray();
    SourceChoice choice;
    (looksLikeKubeconfig(head) ? choice.kubeconfig : choice.snapshot) = path.toStdString();
    open(choice, where);
  });
  dialog->open();
}

void SourceMenu::chooseFolder(Where where) {
  auto* dialog = new QFileDialog(m_window, tr("Open a folder with nodes.json and pods.json"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::Directory);
  connect(dialog, &QFileDialog::fileSelected, this, [this, where](const QString& path) {
    SourceChoice choice;
    choice.snapshot = path.toStdString();
    open(choice, where);
  });
  dialog->open();
}

void SourceMenu::saveSnapshot() {
  auto* dialog = new QFileDialog(m_window, tr("Save a snapshot"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QStringLiteral("json.gz"));
  dialog->setNameFilters({tr("Snapshots (*.json *.json.gz)"), tr("All files (*)")});
  QString name = plain(m_context.bridge.info().name, 60);
  static const QRegularExpression noNames(QStringLiteral("[^A-Za-z0-9._-]+"));
  name.replace(noNames, QStringLiteral("-"));
  const QDateTime now = QDateTime::fromSecsSinceEpoch(m_context.bridge.now());
  dialog->selectFile((name.isEmpty() ? QStringLiteral("cluster") : name) +
                     now.toString(QStringLiteral("-yyyyMMdd-HHmm")) + QStringLiteral(".json.gz"));
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
    m_context.bridge.saveSnapshot(this, path, [this, path](const Result<void>& outcome) {
      if (outcome) {
        m_context.selection.showMessage(StateRole::Ok, tr("Snapshot saved to %1").arg(path));
      } else {
        emit failed(outcome.error());
      }
    });
  });
  dialog->open();
}

}  // namespace cardinal::ui
