// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "core/alloc/types.h"
#include "ui/theme/theme.h"

class QComboBox;
class QVBoxLayout;

namespace cardinal::ui {

class Band;
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
  struct Row {
    TextLabel* name;
    TextLabel* fits;
    TextLabel* places;
    TextLabel* miss;
  };
  /// "node-a, 2 × node-b and 3 more nodes", in the order in which they are taken.
  static QString placesText(const AllocationAnswer& answer, const ClusterSnapshot& snapshot);
  void makeRows(std::size_t number);
  void fillRow(Row& row, const PreviewController& preview, std::size_t role);

  Theme& m_theme;
  Band* m_verdict;
  SectionHead* m_head;
  QWidget* m_list;
  QVBoxLayout* m_rowLayout;
  std::vector<Row> m_rows;
  QWidget* m_choice;
  TextLabel* m_choiceName;
  QComboBox* m_roles;
};

}  // namespace cardinal::ui
