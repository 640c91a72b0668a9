// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/rows_model.h"
#include "ui/pages/common/dialog_frame.h"

class QCheckBox;
class QKeySequenceEdit;

namespace cardinal::ui {

class CommandSet;
class DataTable;
class FilterLine;

/// Every key: those of the window can be given to other acts and are kept; those of map, tables and fields are listed.
class KeysDialog : public DialogFrame {
  Q_OBJECT
 public:
  KeysDialog(Theme& theme, CommandSet& commands, QWidget* parent);

 private:
  void build();
  void buildEditor();
  void fill();
  void showChosen();
  void showConflict();
  void set();
  QString chosen() const;

  CommandSet& m_commands;
  FilterLine* m_filter;
  RowsModel* m_rows;
  DataTable* m_table;
  TextLabel* m_name;
  QKeySequenceEdit* m_keys;
  ActionButton* m_set;
  ActionButton* m_default;
  TextLabel* m_conflict;
  QCheckBox* m_letters;
};

}  // namespace cardinal::ui
