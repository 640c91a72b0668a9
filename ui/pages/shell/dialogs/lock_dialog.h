// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/pages/common/dialog_frame.h"
#include "ui/session/page_context.h"

class QCheckBox;

namespace cardinal::ui {

class NameCheck;

/// The read-only lock of the context that is looked at: unlock, lock, mark as production. Unlocking a production
/// context needs its name typed.
class LockDialog : public DialogFrame {
  Q_OBJECT
 public:
  explicit LockDialog(const PageContext& context, QWidget* parent = nullptr);

 private:
  void build();
  void arrange();
  void apply();

  PageContext m_context;
  QCheckBox* m_production;
  NameCheck* m_name;
  ActionButton* m_act;
};

}  // namespace cardinal::ui
