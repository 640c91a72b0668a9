// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <vector>

#include "core/alloc/types.h"

namespace cardinal::ui {

/// The feasible places of an answer, best first: rank, node, cards, score. Key: the node's name.
class CandidateModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { Rank, Node, Cards, Score, ColumnCount };
  explicit CandidateModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

  /// `snapshot` is the one the answer was computed on.
  void setAnswer(const AllocationAnswer& answer, const ClusterSnapshot& snapshot);
  void clear();
  void retranslate();
  const Candidate* candidate(int row) const;
  QString nodeName(int row) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Row {
    Candidate candidate;
    QString node;
    bool tied = false;  ///< among the first that are equally likely
  };
  std::vector<Row> m_rows;
};

/// "2, 3", or "2 cards" where the API never tells which, with "or alike" where the choice is not ruled.
QString candidateCards(const Candidate& candidate);

}  // namespace cardinal::ui
