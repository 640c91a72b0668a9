// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "core/alloc/types.h"
#include "ui/widgets/basic/text_label.h"

class QVBoxLayout;

namespace cardinal::ui {

/// One block below the other: what asks, how many of its pods fit, where, and why the next has no place.
class PlaceRows : public QWidget {
  Q_OBJECT
 public:
  struct Row {
    QString name;
    QString fits;
    TextTone tone = TextTone::Normal;  ///< of `fits`
    QString places;                    ///< empty = none
    QString miss;                      ///< empty = none is missing
  };
  explicit PlaceRows(Theme& theme, QWidget* parent = nullptr);
  void setRows(const std::vector<Row>& rows);

  /// "1 of 2 fit", with the nodes and the first pod that has none.
  static Row rowOf(const QString& name, int replicas, const AllocationAnswer& answer, const ClusterSnapshot& snapshot);

 private:
  struct Labels {
    TextLabel* name;
    TextLabel* fits;
    TextLabel* places;
    TextLabel* miss;
  };
  void make(std::size_t number);

  Theme& m_theme;
  QVBoxLayout* m_layout;
  std::vector<Labels> m_rows;
};

}  // namespace cardinal::ui
