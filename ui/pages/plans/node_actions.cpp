// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/plans/node_actions.h"

#include <QCoreApplication>
#include <QMenu>

namespace cardinal::ui {

QString nodeWorkRefusal(const NodeRecord& node, const SourceInfo& source, bool takesPlans, bool fresh) {
  if (!node.exists()) return NodeActions::tr("The node is only named by pods; it is not in the cluster");
  if (!source.writable || !takesPlans) {
    return NodeActions::tr("This source is read-only: a saved snapshot or a connection without the right to write");
  }
  if (!fresh) return NodeActions::tr("The connection is lost: changes are possible once it is back");
  return {};
}

NodeActions::NodeActions(const PageContext& context, QWidget* parent) : ActionButton(context.theme, parent), m_context(context) {
  setIconName(QStringLiteral("switch-mode"));
  auto* menu = new QMenu(this);
  menu->setToolTipsVisible(true);
  m_cordon = menu->addAction(QString());
  m_drain = menu->addAction(QString());
  m_mode = menu->addAction(QString());
  connect(this, &QAbstractButton::clicked, menu, [this, menu] { menu->popup(mapToGlobal(QPoint(0, height() + 2))); });
  const auto ask = [this](QAction* action, auto kind) {
    connect(action, &QAction::triggered, this, [this, kind] { m_context.selection.askPlan(m_node, kind()); });
  };
  ask(m_cordon, [this] { return m_cordoned ? PlanKind::Uncordon : PlanKind::Cordon; });
  ask(m_drain, [] { return PlanKind::Drain; });
  ask(m_mode, [] { return PlanKind::Switch; });
  retranslate();
}

void NodeActions::setNode(const NodeRecord& node) {
  m_node = QString::fromStdString(node.name);
  m_cordoned = node.unschedulable();
  const SnapshotBridge& bridge = m_context.bridge;
  setRefusal(nodeWorkRefusal(node, bridge.info(), bridge.nodeOperations() != nullptr, bridge.isFresh()));
  const bool cards = !node.cards.empty();
  m_mode->setEnabled(cards);
  m_mode->setToolTip(cards ? QString() : tr("The node shows no GPU cards"));
  retranslate();
}

void NodeActions::retranslate() {
  setText(tr("Manage"));
  m_cordon->setText(m_cordoned ? tr("Uncordon…") : tr("Cordon…"));
  m_drain->setText(tr("Drain…"));
  m_mode->setText(tr("Change mode…"));
}

}  // namespace cardinal::ui
