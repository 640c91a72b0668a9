// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/ledger/ledger.h"
#include "ui/models/rows_model.h"
#include "ui/pages/common/page.h"
#include "ui/session/page_context.h"

namespace cardinal::ui {

class KpiStrip;
class LedgerPane;
class ListTools;
class TableBesidePane;

/// Every mismatch between pods, annotations, cards and modes, the gravest first; beside it the explanation of the
/// chosen one with evidence and remedy. Works only while it is visible.
class LedgerPage : public Page {
  Q_OBJECT
 public:
  explicit LedgerPage(const PageContext& context, QWidget* parent = nullptr);

  /// Chooses the first mismatch of a node or of a pod ("namespace/name"); false when there is none.
  bool showKey(const QString& key) override;
  void focusFilter() override;

 protected:
  void retranslate() override;
  void showEvent(QShowEvent* event) override;

 private:
  void connectParts();
  void check();
  void fill();
  void fillEmpty();
  void chooseRow(const QString& key);
  bool isShown(const LedgerEntry& entry) const;
  RowsModel::Row rowOf(const LedgerEntry& entry) const;
  void exportCsv();
  QByteArray csv() const;

  PageContext m_context;
  LedgerReport m_report;
  std::vector<const LedgerEntry*> m_shown;  ///< into m_report, row by row
  ListTools* m_tools;
  KpiStrip* m_kpis;
  TableBesidePane* m_content;
  LedgerPane* m_pane;
  QString m_chosen;
};

}  // namespace cardinal::ui
