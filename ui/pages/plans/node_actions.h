// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/pages/common/page_context.h"
#include "ui/widgets/action_button.h"

class QAction;

namespace cardinal::ui {

/// Why plans cannot be made for a node; empty = they can. `takesPlans`: the source has operations on nodes.
QString nodeWorkRefusal(const NodeRecord& node, const SourceInfo& source, bool takesPlans, bool fresh);

/// What can be done with a node itself: cordon or uncordon, drain, change its mode. One button, a menu below it; where nothing is
/// possible the button says why.
class NodeActions : public ActionButton {
  Q_OBJECT
 public:
  explicit NodeActions(const PageContext& context, QWidget* parent = nullptr);
  void setNode(const NodeRecord& node);
  void retranslate();

 private:
  PageContext m_context;
  QString m_node;
  bool m_cordoned = false;
  QAction* m_cordon;
  QAction* m_drain;
  QAction* m_mode;
};

}  // namespace cardinal::ui
