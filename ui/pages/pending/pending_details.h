// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "ui/models/rows_model.h"
#include "ui/pages/common/translatable_page.h"
#include "ui/session/page_context.h"
#include "ui/session/pending_explainer.h"

class QVBoxLayout;

namespace cardinal::ui {

class DataTable;
class ReasonRows;
class RemedyRows;
class SectionHead;

/// What stands below the answer why a pod waits: reasons with counts, nearest fits, remedies, what waiting would free.
/// A section without rows is hidden.
class PendingDetails : public TranslatablePage {
  Q_OBJECT
 public:
  PendingDetails(const PageContext& context, QWidget* parent = nullptr);
  /// An explanation about the nodes of this snapshot.
  void explain(const PendingExplanation& why, SnapshotPtr snapshot);
  /// The reason that is to be shown alone; nothing = all of them.
  std::optional<ReasonCode> chosenReason() const;

 signals:
  void reasonChosen(std::optional<cardinal::ReasonCode> code);
  /// "node/card" or node that is to be shown beside.
  void placeChosen(const QString& node, int card);
  void remedyActivated(int row);

 protected:
  void retranslate() override;

 private:
  QVBoxLayout* addSection(QVBoxLayout* body, QWidget** section);
  DataTable* addTable(QVBoxLayout* section, RowsModel*& model);
  void connectTables();
  void fill();
  void fillReasons();
  void fillNearest();
  void fillRemedies();
  void fillEndings();

  PageContext m_context;
  SnapshotPtr m_snapshot;
  PendingExplanation m_why;
  SectionHead* m_reasonHead;
  ReasonRows* m_reasons;
  QWidget* m_reasonSection = nullptr;
  SectionHead* m_nearHead;
  RowsModel* m_near;
  DataTable* m_nearTable;
  QWidget* m_nearSection = nullptr;
  SectionHead* m_remedyHead;
  RemedyRows* m_remedies;
  QWidget* m_remedySection = nullptr;
  SectionHead* m_endingHead;
  RowsModel* m_endings;
  DataTable* m_endingTable;
  QWidget* m_endingSection = nullptr;
};

}  // namespace cardinal::ui
