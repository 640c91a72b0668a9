// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/rows_model.h"
#include "ui/pages/common/pane.h"
#include "ui/session/preview/prediction_watch.h"

namespace cardinal::ui {

class ActionButton;
class Banner;
class DataTable;
class SectionHead;

/// After a submission: predicted beside actual places. Where they differ both stay, with the reason as far as it is
/// known.
class OutcomePane : public Pane {
  Q_OBJECT
 public:
  OutcomePane(const PageContext& context, PredictionWatch& watch, QWidget* parent = nullptr);

 signals:
  /// What was submitted shall go again.
  void deleteRequested();

 protected:
  void retranslate() override;

 private:
  void refresh();
  void fillHead();
  void fillSummary();
  void fillLanded();
  void fillChange();

  PredictionWatch& m_watch;
  Banner* m_summary;
  Banner* m_changed;  ///< the cluster changed between the press and the server's answer
  SectionHead* m_head;
  RowsModel* m_rows;
  DataTable* m_table;
  QWidget* m_causeSection = nullptr;
  QVBoxLayout* m_causes;
  std::vector<QString> m_causeTexts;
  ActionButton* m_map;
  ActionButton* m_delete;
};

}  // namespace cardinal::ui
