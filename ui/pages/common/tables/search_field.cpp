// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/common/tables/search_field.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCompleter>
#include <QEvent>
#include <QKeyEvent>
#include <QStandardItemModel>

#include "ui/i18n/plain.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/map/model/map_scene.h"

namespace cardinal::ui {

namespace {

constexpr int kHits = 12;
constexpr int kPageRole = Qt::UserRole + 1;
constexpr int kKeyRole = Qt::UserRole + 2;

bool contains(const std::string& name, const std::string& wanted) {
  return name.find(wanted) != std::string::npos;
}

}  // namespace

SearchField::SearchField(const PageContext& context, QWidget* parent)
    : QLineEdit(parent),
      m_context(context),
      m_hits(new QStandardItemModel(this)),
      m_completer(new QCompleter(m_hits, this)) {
  m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
  m_completer->setMaxVisibleItems(kHits);
  setCompleter(m_completer);
  m_icon = addAction(QIcon(), QLineEdit::LeadingPosition);
  setMinimumWidth(150);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  connect(this, &QLineEdit::textEdited, this, &SearchField::look);
  connect(m_completer, qOverload<const QModelIndex&>(&QCompleter::activated), this, [this](const QModelIndex& index) {
    open(index.data(kPageRole).toString(), index.data(kKeyRole).toString());
  });
  connect(&context.theme, &Theme::changed, this, &SearchField::dress);
  dress();
}

void SearchField::dress() {
  setMaximumWidth(scaledWidth(m_context.theme, 232));
  m_icon->setIcon(m_context.theme.icon(QStringLiteral("search"), m_context.theme.tokens().text3));
  setPlaceholderText(tr("Search nodes, pods"));
  setAccessibleName(tr("Search nodes and pods"));
}

void SearchField::changeEvent(QEvent* event) {
  QLineEdit::changeEvent(event);
  if (event->type() == QEvent::LanguageChange) dress();
}

void SearchField::look(const QString& text) {
  m_hits->clear();
  const std::string wanted = text.trimmed().toLower().toStdString();
  if (wanted.empty()) return;
  const SnapshotPtr snapshot = m_context.bridge.snapshot();
  const auto add = [this](const QString& shown, const char* page, const QString& key) {
    auto* item = new QStandardItem(shown);
    item->setData(QString::fromLatin1(page), kPageRole);
    item->setData(key, kKeyRole);
    item->setEditable(false);
    m_hits->appendRow(item);
  };
  for (const NodePtr& node : snapshot->nodes) {
    if (m_hits->rowCount() >= kHits / 2) break;
    if (isOnMap(*node) && contains(node->name, wanted)) {
      add(tr("%1 · node").arg(plain(node->name)), "node", QString::fromStdString(node->name));
    }
  }
  const auto addPods = [&](const std::vector<PodPtr>& pods) {
    for (const PodPtr& pod : pods) {
      if (m_hits->rowCount() >= kHits) return;
      if (!contains(pod->key().name, wanted)) continue;
      add(tr("%1 · pod in %2").arg(plain(pod->key().name), plain(pod->key().ns)), "pod",
          QString::fromStdString(pod->key().ns + "/" + pod->key().name));
    }
  };
  addPods(snapshot->unboundPods);
  for (const NodePtr& node : snapshot->nodes) addPods(node->pods);
  if (m_hits->rowCount() == 0) add(tr("nothing found"), "", {});
  m_completer->complete();
}

/// Before the window's own Escape, which closes panes.
bool SearchField::event(QEvent* event) {
  const bool clears = event->type() == QEvent::ShortcutOverride &&
                      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape && !text().isEmpty();
  if (!clears) return QLineEdit::event(event);
  event->accept();
  return true;
}

void SearchField::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (enter && event->modifiers() == Qt::NoModifier && m_hits->rowCount() > 0) {
    const QStandardItem* first = m_hits->item(0);
    open(first->data(kPageRole).toString(), first->data(kKeyRole).toString());
    return;
  }
  if (event->key() == Qt::Key_Escape && !text().isEmpty()) {
    clear();
    m_hits->clear();
    return;
  }
  QLineEdit::keyPressEvent(event);
}

void SearchField::open(const QString& page, const QString& key) {
  if (page.isEmpty()) return;
  m_context.selection.go(page, key);
  // The completer writes the chosen text into the field after this; the field is emptied behind it.
  QMetaObject::invokeMethod(this, &QLineEdit::clear, Qt::QueuedConnection);
  m_hits->clear();
}

}  // namespace cardinal::ui
