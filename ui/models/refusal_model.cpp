// SPDX-License-Identifier: Apache-2.0
#include "ui/models/refusal_model.h"

#include <algorithm>

#include "ui/i18n/format.h"
#include "ui/i18n/placement/reason_texts.h"
#include "ui/i18n/plain.h"
#include "ui/models/roles.h"

namespace cardinal::ui {

namespace {

// Internal id: 0 = reason row; low half r+1 = node row of reason r; high half n+1 as well = card row of node n.
constexpr quintptr kHalf = 32;
constexpr quintptr kLow = 0xffffffffU;

bool isNodeRow(quintptr id) {
  return id != 0 && (id >> kHalf) == 0;
}
std::size_t reasonOf(quintptr id) {
  return static_cast<std::size_t>((id & kLow) - 1);
}
std::size_t nodeOf(quintptr id) {
  return static_cast<std::size_t>((id >> kHalf) - 1);
}

}  // namespace

void RefusalModel::setAnswer(AnswerPtr answer, SnapshotPtr snapshot) {
  beginResetModel();
  m_answer = std::move(answer);
  m_snapshot = std::move(snapshot);
  m_reasons.clear();
  for (const ReasonCount& count : m_answer->reasonCounts) m_reasons.push_back(Reason{count.code, {}});
  for (const NodeRejection& rejection : m_answer->rejections) {
    const auto reason = std::find_if(m_reasons.begin(), m_reasons.end(),
                                     [&](const Reason& r) { return r.code == rejection.reason.code; });
    if (reason != m_reasons.end()) reason->nodes.push_back(&rejection);
  }
  endResetModel();
}

void RefusalModel::clear() {
  beginResetModel();
  m_reasons.clear();
  m_answer.reset();
  m_snapshot.reset();
  endResetModel();
}

void RefusalModel::retranslate() {
  if (m_reasons.empty()) return;
  emit layoutChanged();
}

QModelIndex RefusalModel::index(int row, int column, const QModelIndex& parent) const {
  if (row < 0 || column < 0 || column > 1 || row >= rowCount(parent)) return {};
  if (!parent.isValid()) return createIndex(row, column, quintptr{0});
  if (parent.internalId() == 0) return createIndex(row, column, static_cast<quintptr>(parent.row()) + 1);
  return createIndex(row, column, parent.internalId() | ((static_cast<quintptr>(parent.row()) + 1) << kHalf));
}

QModelIndex RefusalModel::parent(const QModelIndex& child) const {
  if (!child.isValid() || child.internalId() == 0) return {};
  const quintptr id = child.internalId();
  if (isNodeRow(id)) return createIndex(static_cast<int>(reasonOf(id)), 0, quintptr{0});
  return createIndex(static_cast<int>(nodeOf(id)), 0, id & kLow);
}

int RefusalModel::rowCount(const QModelIndex& parent) const {
  if (parent.column() > 0) return 0;
  if (!parent.isValid()) return static_cast<int>(m_reasons.size());
  if (parent.internalId() == 0) return static_cast<int>(m_reasons[static_cast<std::size_t>(parent.row())].nodes.size());
  if (!isNodeRow(parent.internalId())) return 0;
  const NodeRejection* node = nodeAt(parent);
  return node ? static_cast<int>(node->cards.size()) : 0;
}

int RefusalModel::columnCount(const QModelIndex&) const {
  return 2;
}

const NodeRejection* RefusalModel::nodeAt(const QModelIndex& index) const {
  const quintptr id = index.internalId();
  if (id == 0) return nullptr;
  const Reason& reason = m_reasons[reasonOf(id)];
  return reason.nodes[isNodeRow(id) ? static_cast<std::size_t>(index.row()) : nodeOf(id)];
}

QVariant RefusalModel::text(const QModelIndex& index) const {
  const quintptr id = index.internalId();
  if (id == 0) {
    const Reason& reason = m_reasons[static_cast<std::size_t>(index.row())];
    return index.column() == 0 ? reasonShort(reason.code) : count(static_cast<std::int64_t>(reason.nodes.size()));
  }
  const NodeRejection* node = nodeAt(index);
  const NodeRecord& record = m_snapshot->node(node->node);
  if (isNodeRow(id)) {
    if (index.column() == 0) return plain(record.name);
    if (node->sumWouldFit) return tr("%1 (fragmented)").arg(reasonSentence(node->reason, record.gpu.unit));
    return reasonSentence(node->reason, record.gpu.unit);
  }
  const Rejection& card = node->cards[static_cast<std::size_t>(index.row())];
  return index.column() == 0 ? tr("card %1").arg(card.card) : reasonSentence(card, record.gpu.unit);
}

QVariant RefusalModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  switch (role) {
    case Qt::DisplayRole:
      return text(index);
    case Qt::ToolTipRole:
      return QString(QStringLiteral("<qt>") + text(index).toString().toHtmlEscaped() + QStringLiteral("</qt>"));
    case Qt::TextAlignmentRole: {
      const bool right = index.column() == 1 && index.internalId() == 0;
      return static_cast<int>((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    case StrongRole:
      return index.internalId() == 0;
    case KeyRole: {
      const NodeRejection* node = nodeAt(index);
      if (!node) return QString::fromLatin1(toString(m_reasons[static_cast<std::size_t>(index.row())].code));
      return QString::fromStdString(m_snapshot->node(node->node).name);
    }
    default:
      return {};
  }
}

}  // namespace cardinal::ui
