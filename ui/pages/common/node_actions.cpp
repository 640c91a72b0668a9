// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/common/node_actions.h"

#include <QMenu>

#include "core/plan/make/stack_switches.h"
#include "ui/bridge/snapshot_bridge.h"
#include "ui/bridge/write_lock.h"
#include "ui/i18n/changes/rights_texts.h"
#include "ui/session/rights/write_refusal.h"

namespace cardinal::ui {

QString nodeWorkRefusal(const NodeRecord& node, const SnapshotBridge& bridge) {
  if (!node.exists()) return NodeActions::tr("This node appears only in pod specs; it does not exist in the cluster");
  if (QString refusal = writeRefusal(bridge); !refusal.isEmpty()) return refusal;
  if (bridge.writer().nodes == nullptr) return readOnlyRefusal();
  const Rights& rights = bridge.connection().rights;
  const QString refusal = rightsRefusal(rights, Feature::PatchNodes);
  return refusal.isEmpty() ? rightsRefusal(rights, Feature::GetNodes) : refusal;
}

NodeActions::NodeActions(const PageContext& context, QWidget* parent)
    : ActionButton(context.theme, parent), m_context(context), m_menu(new QMenu(this)) {
  setIconName(QStringLiteral("switch-mode"));
  setObjectName(QStringLiteral("nodeActions"));
  m_menu->setToolTipsVisible(true);
  m_cordon = add("nodeCordon", m_open, PlanKind::Cordon);
  m_uncordon = add("nodeUncordon", m_cordoned, PlanKind::Uncordon);
  m_drain = add("nodeDrain", m_nodes, PlanKind::Drain);
  m_mode = add("nodeMode", m_nodes, PlanKind::Switch);
  connect(this, &QAbstractButton::clicked, m_menu, [this] { m_menu->popup(mapToGlobal(QPoint(0, height() + 2))); });
  retranslate();
}

QAction* NodeActions::add(const char* name, const QStringList& nodes, PlanKind kind) {
  QAction* action = m_menu->addAction(QString());
  action->setObjectName(QString::fromLatin1(name));
  connect(action, &QAction::triggered, this, [this, &nodes, kind] { m_context.selection.requestPlan(nodes, kind); });
  return action;
}

void NodeActions::setNodes(const std::vector<const NodeRecord*>& nodes) {
  const SnapshotBridge& bridge = m_context.bridge;
  m_nodes.clear();
  m_open.clear();
  m_cordoned.clear();
  QString refusal;
  bool cards = true;
  for (const NodeRecord* node : nodes) {
    const QString name = QString::fromStdString(node->name);
    m_nodes << name;
    (node->unschedulable() ? m_cordoned : m_open) << name;
    // MIG nodes of several cards report instances only.
    cards = cards && (!node->cards.empty() || (node->exists() && !namedSwitches(*node->raw).empty()));
    if (refusal.isEmpty()) refusal = nodeWorkRefusal(*node, bridge);
  }
  setRefusal(refusal);
  m_cordon->setVisible(!m_open.isEmpty());
  m_uncordon->setVisible(!m_cordoned.isEmpty());
  m_mode->setEnabled(cards);
  m_mode->setToolTip(cards ? QString() : tr("The node reports no GPU cards"));
  retranslate();
}

void NodeActions::addTo(QMenu& menu, const PageContext& context, const std::vector<const NodeRecord*>& nodes) {
  auto* button = new NodeActions(context, &menu);
  button->hide();
  button->setNodes(nodes);
  menu.setToolTipsVisible(true);
  for (QAction* action : button->m_menu->actions()) {
    if (!button->isEnabled()) {
      action->setEnabled(false);
      action->setToolTip(button->toolTip());
    }
    menu.addAction(action);
  }
}

void NodeActions::retranslate() {
  const auto several = [](const QStringList& nodes) { return static_cast<int>(nodes.size()); };
  const bool one = m_nodes.size() < 2;
  setText(one ? tr("Manage") : tr("Manage %n node(s)", nullptr, several(m_nodes)));
  m_cordon->setText(one ? tr("Cordon…") : tr("Cordon %n node(s)…", nullptr, several(m_open)));
  m_uncordon->setText(one ? tr("Uncordon…") : tr("Uncordon %n node(s)…", nullptr, several(m_cordoned)));
  m_drain->setText(one ? tr("Drain…") : tr("Drain %n node(s)…", nullptr, several(m_nodes)));
  m_mode->setText(one ? tr("Change mode…") : tr("Change the mode of %n node(s)…", nullptr, several(m_nodes)));
}

}  // namespace cardinal::ui
