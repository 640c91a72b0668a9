// SPDX-License-Identifier: Apache-2.0
#include "ui/models/candidate_model.h"

#include <algorithm>

#include "core/alloc/explain/known_score.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/plain.h"
#include "ui/models/node_facts.h"
#include "ui/models/roles.h"

namespace cardinal::ui {

QString candidateCards(const Candidate& candidate, const GpuRequest& gpu, const NodeRecord& node) {
  if (candidate.cards.empty()) return devicesText(deviceSortOf(gpu, node), candidate.cardCount);
  const QString list = cardListText(candidate.cards);
  return candidate.cardsTied ? CandidateModel::tr("%1 or alike").arg(list) : list;
}

void CandidateModel::setAnswer(AnswerPtr answer, SnapshotPtr snapshot, const GpuRequest& gpu) {
  const int before = rowCount();
  const int after = static_cast<int>(answer->candidates.size());
  // Rows that stay keep what is selected in them.
  if (after < before) beginRemoveRows({}, after, before - 1);
  if (after > before) beginInsertRows({}, before, after - 1);
  m_answer = std::move(answer);
  m_snapshot = std::move(snapshot);
  m_gpu = gpu;
  if (after < before) endRemoveRows();
  if (after > before) endInsertRows();
  const int common = std::min(before, after);
  if (common > 0) emit dataChanged(index(0, 0), index(common - 1, ColumnCount - 1));
}

void CandidateModel::clear() {
  beginResetModel();
  m_answer.reset();
  m_snapshot.reset();
  endResetModel();
}

void CandidateModel::retranslate() {
  emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
  if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {Qt::DisplayRole});
}

const Candidate* CandidateModel::candidate(int row) const {
  return row >= 0 && row < rowCount() ? &at(row) : nullptr;
}

QString CandidateModel::nodeName(int row) const {
  return row >= 0 && row < rowCount() ? plain(m_snapshot->node(at(row).node).name) : QString();
}

int CandidateModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !m_answer ? 0 : static_cast<int>(m_answer->candidates.size());
}
int CandidateModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant CandidateModel::text(const QModelIndex& index) const {
  const Candidate& place = at(index.row());
  // The first places are equally likely.
  const bool tied = m_answer->tied > 1 && static_cast<std::uint32_t>(index.row()) < m_answer->tied;
  switch (index.column()) {
    case Rank:
      return tied ? QStringLiteral("1=") : QString::number(index.row() + 1);
    case Node:
      return nodeName(index.row());
    case Cards:
      return place.cardsTied && !place.cards.empty() ? QStringLiteral("≈ ") + cardListText(place.cards)
                                                     : candidateCards(place, m_gpu, m_snapshot->node(place.node));
    case Score:
      return hasScores(*m_answer) ? QString::number(place.score) : notAvailable();
    default:
      return {};
  }
}

QVariant CandidateModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Candidate& place = at(index.row());
  const bool isScore = index.column() == Score;
  switch (role) {
    case Qt::DisplayRole:
      return text(index);
    case Qt::ToolTipRole:
      if (index.column() == Cards && place.cardsTied)
        return tr("Other cards of this node are equally good; ties are broken arbitrarily");
      return {};
    case Qt::TextAlignmentRole:
      return static_cast<int>((isScore ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case SortRole:
      return isScore ? QVariant(place.score) : QVariant(index.row());
    case FractionRole:
      return isScore && hasScores(*m_answer) ? QVariant(place.score / 100.0) : QVariant();
    // The first place is the predicted one; its bar takes the colour of plans.
    case CellStateRole:
      return index.row() == 0 && isScore ? QVariant(static_cast<int>(CellState::Planned)) : QVariant();
    case KeyRole:
      return nodeName(index.row());
    case StrongRole:
      return index.column() == Node;
    default:
      return {};
  }
}

QVariant CandidateModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>((section == Score ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case Rank:
      return QStringLiteral("#");
    case Node:
      return tr("Node");
    case Cards:
      return tr("Card", "numbers of the cards");
    case Score:
      return tr("Score");
    default:
      return {};
  }
}

}  // namespace cardinal::ui
