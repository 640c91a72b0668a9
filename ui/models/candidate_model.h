// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QString>

#include "core/alloc/types.h"

namespace cardinal::ui {

/// The feasible places of an answer, best first: rank, node, cards, score. Key: the node's name.
class CandidateModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { Rank, Node, Cards, Score, ColumnCount };
  explicit CandidateModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

  /// `snapshot` is the one the answer was computed on, `gpu` what was requested; all are held. A row is put into words
  /// when it is looked at: an answer arrives with every move of a drag, and names ten thousand places.
  void setAnswer(AnswerPtr answer, SnapshotPtr snapshot, const GpuRequest& gpu);
  void clear();
  void retranslate();
  const Candidate* candidate(int row) const;
  QString nodeName(int row) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  const Candidate& at(int row) const { return m_answer->candidates[static_cast<std::size_t>(row)]; }
  QVariant text(const QModelIndex& index) const;

  AnswerPtr m_answer;  ///< null = no rows
  SnapshotPtr m_snapshot;
  GpuRequest m_gpu;
};

/// "2, 3", or "2 cards" or "1 slot" where the API never says which, with "or alike" where the choice is not ruled.
QString candidateCards(const Candidate& candidate, const GpuRequest& gpu, const NodeRecord& node);

}  // namespace cardinal::ui
