// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/common/cell_states.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(NodeLine)
};

/// Memory of one card, when all known cards are alike.
QString cardMemory(const NodeRecord& node) {
  const auto known =
      std::find_if(node.cards.begin(), node.cards.end(), [](const Card& card) { return card.memoryKnown; });
  if (known == node.cards.end()) return {};
  const bool alike = std::all_of(node.cards.begin(), node.cards.end(), [&](const Card& card) {
    return !card.memoryKnown || card.memTotal == known->memTotal;
  });
  return alike ? memory(known->memTotal, node.gpu.unit) : QString();
}

}  // namespace

StateRole stateRoleOf(CellState state) {
  switch (state) {
    case CellState::Ok:
      return StateRole::Ok;
    case CellState::Information:
      return StateRole::Information;
    case CellState::Warning:
      return StateRole::Warning;
    case CellState::Critical:
      return StateRole::Critical;
    case CellState::Unknown:
      return StateRole::Unknown;
    case CellState::Planned:
      return StateRole::Planned;
    case CellState::None:
      break;
  }
  return StateRole::None;
}

QString nodeGpuLine(const NodeRecord& node) {
  QStringList parts;
  const QString one = (node.gpu.model.empty() ? QString() : plain(node.gpu.model) + u' ') + cardMemory(node);
  if (!one.trimmed().isEmpty()) parts << one.trimmed();
  parts << modeBadge(node.gpu.mode);
  if (isSharedMode(node.gpu.mode)) parts << QString::fromLatin1(toString(node.gpu.placement));
  return parts.join(QStringLiteral(" · "));
}

QString nodeCardsLine(const NodeRecord& node) {
  if (node.cards.empty() && node.gpu.stack != GpuStack::None) return Words::tr("cards not known");
  const QString one = (node.gpu.model.empty() ? QString() : plain(node.gpu.model) + u' ') + cardMemory(node);
  if (one.trimmed().isEmpty()) return Words::tr("%n card(s)", nullptr, static_cast<int>(node.cards.size()));
  return one.trimmed() + QStringLiteral(" × ") + count(static_cast<std::int64_t>(node.cards.size()));
}

}  // namespace cardinal::ui
