// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/service/metrics/address.h"
#include "ui/models/rows_model.h"
#include "ui/pages/common/dialog_frame.h"
#include "ui/session/page_context.h"

namespace cardinal::ui {

class ActionButton;
class AddressForm;
class DataTable;
class KeyValueList;
class SectionHead;
class TextLabel;

/// Where the metrics come from, or why there are none: every step to the last answer with its time and its result, the
/// clocks, the exporters, cards that nobody knows. Follows the source while it is open.
class SourceDialog : public DialogFrame {
  Q_OBJECT
 public:
  SourceDialog(const PageContext& context, QWidget* parent);

  /// Lets the user name another source for this cluster.
  void offerAddress();
  /// The whole content, for the clipboard.
  QString text() const;

 signals:
  /// An empty address: look in the cluster.
  void addressChosen(const cardinal::MetricsAddress& address);

 private:
  void fill();
  void followRights();
  std::vector<RowsModel::Row> stageRows() const;

  PageContext m_context;
  TextLabel* m_state;
  RowsModel* m_rows;
  DataTable* m_table;
  KeyValueList* m_facts;
  ActionButton* m_again;
  AddressForm* m_address;
  SectionHead* m_addressHead;
};

}  // namespace cardinal::ui
