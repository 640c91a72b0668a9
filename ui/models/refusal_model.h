// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractItemModel>
#include <QString>
#include <vector>

#include "core/alloc/types.h"

namespace cardinal::ui {

/// The refusals of an answer as a tree: reason (nodes counted) > node (sentence) > card (sentence). Column 0 text,
/// column 1 count or place. GUI thread only; answer and snapshot are held, and put into words where they are looked at.
class RefusalModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  explicit RefusalModel(QObject* parent = nullptr) : QAbstractItemModel(parent) {}

  void setAnswer(AnswerPtr answer, SnapshotPtr snapshot);
  void clear();
  void retranslate();

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  struct Reason {
    ReasonCode code = ReasonCode::RequestInvalid;
    std::vector<const NodeRejection*> nodes;  ///< of m_answer
  };
  const NodeRejection* nodeAt(const QModelIndex& index) const;
  QVariant text(const QModelIndex& index) const;

  AnswerPtr m_answer;
  SnapshotPtr m_snapshot;
  std::vector<Reason> m_reasons;
};

}  // namespace cardinal::ui
