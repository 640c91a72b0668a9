// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/session/page_context.h"
#include "ui/widgets/basic/action_button.h"

class QAction;
class QMenu;

namespace cardinal::ui {

/// Why a pod cannot be changed by this verb; empty = it can, as far as is known before the server is asked.
QString podActRefusal(const PodRecord& pod, ObjectVerb verb, const SnapshotBridge& bridge);

/// What can be done with one pod: evict, delete, scale what it belongs to, edit its annotations. One button, a menu
/// below it; an entry that is not possible says why.
class PodActions : public ActionButton {
  Q_OBJECT
 public:
  explicit PodActions(const PageContext& context, QWidget* parent = nullptr);
  void setPod(const PodPtr& pod);
  void retranslate();

 private:
  struct Entry {
    ObjectVerb verb;
    QAction* action;
  };
  void add(const char* name, ObjectVerb verb);

  PageContext m_context;
  PodPtr m_pod;
  QMenu* m_menu;
  std::vector<Entry> m_entries;
};

}  // namespace cardinal::ui
