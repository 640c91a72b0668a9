// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "core/alloc/types.h"
#include "ui/theme/theme.h"

class QComboBox;

namespace cardinal::ui {

class Banner;
class PlaceRows;
class PreviewController;
class SectionHead;
class TextLabel;

/// Pods that only work together: whether enough of them fit, and what becomes of those that do; then each role in the
/// order of creation, with its places and the first pod that has none. The sections below are of the role chosen here.
class GangView : public QWidget {
  Q_OBJECT
 public:
  explicit GangView(Theme& theme, QWidget* parent = nullptr);
  void show(const PreviewController& preview);
  void retranslate();

 signals:
  void roleChosen(int role);

 private:
  Banner* m_verdict;
  SectionHead* m_head;
  PlaceRows* m_list;
  QWidget* m_choice;
  TextLabel* m_choiceName;
  QComboBox* m_roles;
};

}  // namespace cardinal::ui
