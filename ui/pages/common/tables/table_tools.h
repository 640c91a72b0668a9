// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

#include "ui/models/tables/snapshot_table_model.h"
#include "ui/session/page_context.h"
#include "ui/widgets/basic/action_button.h"

class QMenu;

namespace cardinal::ui {

class FilterLine;

/// What the user keeps of one table: filters to come back to and the columns that are shown. One button beside the
/// filter line with both as a menu. Kept in the settings, the same in every window.
class TableTools : public ActionButton {
  Q_OBJECT
 public:
  static constexpr qsizetype kMaxFilters = 20;  ///< the one that was saved first gives way

  /// `id`: key of the table in the settings.
  TableTools(const PageContext& context, const QString& id, const SnapshotTable& model, FilterLine& filter,
             QWidget* parent);

  QStringList filters() const;
  /// Ids of the columns that the user took away; never the first one, which names the row.
  QStringList hiddenColumns() const;
  /// An entry for each column that can be taken away.
  void fillColumns(QMenu& menu);
  void retranslate();

 signals:
  void filterChosen(const QString& text);
  void columnsChosen();

 private:
  void openMenu();
  void fillFilters(QMenu& menu);
  void keepFilters(const QStringList& filters);
  void setColumnHidden(const QString& id, bool hidden);

  PageContext m_context;
  QString m_id;
  const SnapshotTable& m_model;
  FilterLine& m_filter;
};

}  // namespace cardinal::ui
