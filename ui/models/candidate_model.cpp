// SPDX-License-Identifier: Apache-2.0
#include "ui/models/candidate_model.h"

#include <algorithm>

#include "ui/i18n/texts.h"
#include "ui/models/node_facts.h"
#include "ui/models/roles.h"

namespace cardinal::ui {

QString candidateCards(const Candidate& candidate) {
  if (candidate.cards.empty()) return CandidateModel::tr("%n card(s)", nullptr, candidate.cardCount);
  const QString list = cardListText(candidate.cards);
  return candidate.cardsTied ? CandidateModel::tr("%1 or alike").arg(list) : list;
}

void CandidateModel::setAnswer(const AllocationAnswer& answer, const ClusterSnapshot& snapshot) {
  std::vector<Row> next;
  next.reserve(answer.candidates.size());
  for (const Candidate& candidate : answer.candidates) {
    const bool tied = answer.tied > 1 && next.size() < answer.tied;
    next.push_back(Row{candidate, plain(snapshot.node(candidate.node).name), tied});
  }
  const std::size_t common = std::min(next.size(), m_rows.size());
  if (m_rows.size() > next.size()) {
    beginRemoveRows({}, static_cast<int>(next.size()), static_cast<int>(m_rows.size()) - 1);
    m_rows.resize(next.size());
    endRemoveRows();
  } else if (next.size() > m_rows.size()) {
    beginInsertRows({}, static_cast<int>(m_rows.size()), static_cast<int>(next.size()) - 1);
    m_rows.insert(m_rows.end(), next.begin() + static_cast<std::ptrdiff_t>(common), next.end());
    endInsertRows();
  }
  if (common == 0) return;
  std::move(next.begin(), next.begin() + static_cast<std::ptrdiff_t>(common), m_rows.begin());
  emit dataChanged(index(0, 0), index(static_cast<int>(common) - 1, ColumnCount - 1));
}

void CandidateModel::clear() {
  beginResetModel();
  m_rows.clear();
  endResetModel();
}

void CandidateModel::retranslate() {
  emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
  if (!m_rows.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {Qt::DisplayRole});
}

const Candidate* CandidateModel::candidate(int row) const {
  return row >= 0 && row < rowCount() ? &m_rows[static_cast<std::size_t>(row)].candidate : nullptr;
}

QString CandidateModel::nodeName(int row) const {
  return row >= 0 && row < rowCount() ? m_rows[static_cast<std::size_t>(row)].node : QString();
}

int CandidateModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }
int CandidateModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant CandidateModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Row& row = m_rows[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole:
      switch (index.column()) {
        case Rank: return row.tied ? QStringLiteral("1=") : QString::number(index.row() + 1);
        case Node: return row.node;
        case Cards: return row.candidate.cardsTied && !row.candidate.cards.empty() ? QStringLiteral("≈ ") + cardListText(row.candidate.cards)
                                                                                    : candidateCards(row.candidate);
        case Score: return QString::number(row.candidate.score);
        default: return {};
      }
    case Qt::ToolTipRole:
      if (index.column() == Cards && row.candidate.cardsTied) return tr("Other cards of this node are as good; the stack breaks the tie by no rule");
      return {};
    case Qt::TextAlignmentRole: return static_cast<int>((index.column() == Score ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case SortRole: return index.column() == Score ? QVariant(row.candidate.score) : QVariant(index.row());
    case FractionRole: return index.column() == Score ? QVariant(row.candidate.score / 100.0) : QVariant();
    case CellStateRole:
      // The first place is the predicted one; its bar takes the colour of plans.
      return index.row() == 0 && index.column() == Score ? QVariant(static_cast<int>(CellState::Planned)) : QVariant();
    case KeyRole: return row.node;
    case StrongRole: return index.column() == Node;
    default: return {};
  }
}

QVariant CandidateModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return static_cast<int>((section == Score ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case Rank: return QStringLiteral("#");
    case Node: return tr("Node");
    case Cards: return tr("Cards");
    case Score: return tr("Score");
    default: return {};
  }
}

}  // namespace cardinal::ui
