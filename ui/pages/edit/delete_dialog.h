// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "ui/bridge/change_controller.h"
#include "ui/pages/common/dialog_frame.h"
#include "ui/session/page_context.h"

namespace cardinal::ui {

class Banner;
class NameCheck;

/// Why the server would not let these objects be deleted; empty = it would, or nobody knows.
QString deleteRefusal(const Rights& rights, const std::vector<CreatedRef>& objects);

/// Deletes what was just submitted: lists the objects, asks, and shows the server's answer. Only the objects that were
/// created are deleted, never others of the same name. Closes itself when all are gone; an error stays here.
class DeleteDialog : public DialogFrame {
  Q_OBJECT
 public:
  DeleteDialog(const PageContext& context, ChangeController& changes, std::vector<CreatedRef> objects, QWidget* parent);

 signals:
  /// All of them are deleted.
  void deleted();

 private:
  void build();
  void followLock();
  void send();
  void take(const ChangeOutcome& outcome);

  PageContext m_context;
  ChangeController& m_changes;
  std::vector<CreatedRef> m_objects;
  Banner* m_verdict;
  NameCheck* m_name = nullptr;  ///< production contexts only
  ActionButton* m_delete;
};

}  // namespace cardinal::ui
