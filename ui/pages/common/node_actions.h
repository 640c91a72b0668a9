// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <vector>

#include "ui/session/page_context.h"
#include "ui/widgets/basic/action_button.h"

class QAction;
class QMenu;

namespace cardinal::ui {

/// Why plans cannot be made for a node; empty = they can.
QString nodeWorkRefusal(const NodeRecord& node, const SnapshotBridge& bridge);

/// What can be done with nodes themselves: cordon, uncordon, drain, change the mode. One button, a menu below it; where
/// nothing is possible the button says why.
class NodeActions : public ActionButton {
  Q_OBJECT
 public:
  explicit NodeActions(const PageContext& context, QWidget* parent = nullptr);
  void setNode(const NodeRecord& node) { setNodes({&node}); }
  void setNodes(const std::vector<const NodeRecord*>& nodes);
  void retranslate();
  /// The same entries in another menu, for these nodes as they are now.
  static void addTo(QMenu& menu, const PageContext& context, const std::vector<const NodeRecord*>& nodes);

 private:
  QAction* add(const char* name, const QStringList& nodes, PlanKind kind);

  PageContext m_context;
  QStringList m_nodes;
  QStringList m_open;  ///< those that can be cordoned
  QStringList m_cordoned;
  QMenu* m_menu;
  QAction* m_cordon;
  QAction* m_uncordon;
  QAction* m_drain;
  QAction* m_mode;
};

}  // namespace cardinal::ui
