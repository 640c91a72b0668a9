// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/common/row_menus.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QMenu>
#include <algorithm>

#include "ui/i18n/plain.h"
#include "ui/pages/common/node_actions.h"
#include "ui/session/page_context.h"
#include "ui/session/what_if_key.h"

namespace cardinal::ui {

namespace {

struct RowMenus {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::RowMenus)
};

/// Empty = unknown.
QString uuidOf(const ClusterSnapshot& snapshot, const CardRef& card) {
  const auto index = snapshot.findNode(card.node.toStdString());
  if (!index || card.card < 0) return {};
  const NodeRecord& node = snapshot.node(*index);
  const CardDetail* detail =
      node.devices != nullptr ? node.devices->detailOf(static_cast<std::size_t>(card.card)) : nullptr;
  return detail == nullptr ? QString() : plain(detail->id, 80);
}

}  // namespace

void addCopy(QMenu& menu, const QString& text, const QString& what) {
  QObject::connect(menu.addAction(text), &QAction::triggered, &menu,
                   [what] { QGuiApplication::clipboard()->setText(what); });
}

void addWhatIf(QMenu& menu, SelectionState& selection, const QString& title, const QString& key,
               const std::vector<std::pair<const char*, QString>>& steps) {
  QMenu* sub = menu.addMenu(title);
  for (const auto& [word, text] : steps) {
    QObject::connect(sub->addAction(text), &QAction::triggered, &selection,
                     [&selection, word = word, key] { selection.go(QStringLiteral("whatif"), whatIfKey(word, key)); });
  }
}

void addNodeWork(QMenu& menu, const PageContext& context, const QStringList& nodes) {
  const SnapshotPtr snapshot = context.bridge.snapshot();
  std::vector<const NodeRecord*> records;
  for (const QString& node : nodes) {
    if (const auto index = snapshot->findNode(node.toStdString())) records.push_back(&snapshot->node(*index));
  }
  if (!records.empty()) NodeActions::addTo(menu, context, records);
}

void addNodeEntries(QMenu& menu, const PageContext& context, const QString& node) {
  SelectionState& selection = context.selection;
  const auto add = [&](const QString& text, auto act) {
    QObject::connect(menu.addAction(text), &QAction::triggered, &selection, act);
  };
  add(RowMenus::tr("Preview placement here…"), [&selection, node] { selection.requestPreview(node); });
  add(RowMenus::tr("Change placement policy…"), [&selection, node] { selection.requestPlacementChange(node); });
  addWhatIf(menu, selection, RowMenus::tr("Add to what-if"), node,
            {{"add-nodes", RowMenus::tr("Add nodes like this one…")},
             {"drain-node", RowMenus::tr("Drain it")},
             {"switch-node", RowMenus::tr("Change its mode…")},
             {"remove-node", RowMenus::tr("Remove it")}});
  add(RowMenus::tr("Labels and taints…"), [&selection, node] { selection.requestNodeEdit(node); });
  menu.addSeparator();
  addNodeWork(menu, context, {node});
  menu.addSeparator();
  for (const auto& [view, text] :
       {std::pair("yaml", RowMenus::tr("View YAML")), std::pair("events", RowMenus::tr("View events"))}) {
    add(text, [&selection, view = QString::fromLatin1(view), node] {
      selection.requestObject(view, QStringLiteral("Node"), node);
    });
  }
  addCopy(menu, RowMenus::tr("Copy the node's name"), node);
}

void addCardEntries(QMenu& menu, const PageContext& context, const CardRef& card) {
  SelectionState& selection = context.selection;
  QObject::connect(menu.addAction(RowMenus::tr("Open node")), &QAction::triggered, &selection,
                   [&selection, card] { selection.go(QStringLiteral("node"), card.node); });
  QObject::connect(menu.addAction(RowMenus::tr("Preview placement here…")), &QAction::triggered, &selection,
                   [&selection, card] { selection.requestPreview(card.node, card.card); });
  menu.addSeparator();
  const QString uuid = uuidOf(*context.bridge.snapshot(), card);
  addCopy(menu, RowMenus::tr("Copy the card's UUID"), uuid);
  if (uuid.isEmpty()) {
    menu.setToolTipsVisible(true);
    menu.actions().last()->setEnabled(false);
    menu.actions().last()->setToolTip(RowMenus::tr("The API does not give the UUID of this card"));
  }
  addCopy(menu, RowMenus::tr("Copy the node's name"), card.node);
}

}  // namespace cardinal::ui
