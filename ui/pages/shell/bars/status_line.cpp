// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/bars/status_line.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "core/model/card_memory.h"
#include "core/plan/capacity/fragment_gauge.h"
#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"
#include "ui/models/node_facts.h"
#include "ui/models/tables/filter_proxy.h"
#include "ui/session/connection_view.h"
#include "ui/theme/paint.h"
#include "ui/widgets/basic/scaled_width.h"

namespace cardinal::ui {

namespace {

constexpr qreal kGap = 14;
constexpr qreal kPieceGap = 5;

}  // namespace

StatusLine::Sums StatusLine::sumsOf(const NodeRecord& node) {
  Sums sums;
  // those of the page Nodes; a node whose cards are not known has no figures
  if (isListed(node)) ++sums.nodes;
  for (const Card& card : node.cards) {
    ++sums.cards;
    if (isWholeCardMode(node.gpu.mode)) {
      ++sums.wholeCards;
      if (card.held) ++sums.held;
    }
    if (card.coreKnown) {
      sums.core += card.coreAllocated.value;
      sums.coreTotal += card.coreTotal.value;
    }
    const auto memory = memoryOf(card, node.gpu.unit);
    const bool isCounted = isWholeCardMode(node.gpu.mode);
    if (!isCounted && (!memory || !isAllocationKnown(node, card))) ++sums.unknown;
    if (!memory) continue;
    sums.totalMib += memory->totalMib;
    sums.allocatedMib += memory->allocatedMib;
  }
  sums.allocatedMib += heldSomewhereMib(node);
  if (!isOpen(node)) return sums;
  const FreeMemory free = freeMemoryOf(node);
  sums.freeMib = freeMibOf(free, node.gpu.unit).value_or(0);
  sums.largestMib = largestFreeMibOf(free, node.gpu.unit).value_or(0);
  return sums;
}

void StatusLine::Sums::operator+=(const Sums& other) {
  nodes += other.nodes;
  cards += other.cards;
  unknown += other.unknown;
  held += other.held;
  wholeCards += other.wholeCards;
  allocatedMib += other.allocatedMib;
  totalMib += other.totalMib;
  freeMib += other.freeMib;
  largestMib = std::max(largestMib, other.largestMib);
  core += other.core;
  coreTotal += other.coreTotal;
}

StatusLine::StatusLine(const PageContext& context, QWidget* parent)
    : TranslatablePage(context.theme, SurfaceTone::Chrome, parent), m_context(context) {
  setEdges(Qt::TopEdge);
  connect(&context.bridge, &SnapshotBridge::snapshotChanged, this, &StatusLine::refresh);
  connect(&context.bridge, &SnapshotBridge::connectionChanged, this, &StatusLine::refresh);
  connect(&context.selection, &SelectionState::subjectChanged, this, &StatusLine::refreshSelection);
  connect(&context.selection, &SelectionState::namespaceChanged, this, &StatusLine::refresh);
  connect(&context.preview, &PreviewController::changed, this, &StatusLine::refresh);
  const auto dress = [this] {
    setFixedHeight(scaledWidth(m_context.theme, 28));
    update();
  };
  connect(&context.theme, &Theme::changed, this, dress);
  dress();
  StatusLine::retranslate();
}

void StatusLine::setMatches(const std::optional<std::vector<bool>>& matches) {
  setPast(nullptr, {}, matches);
}

void StatusLine::setPast(SnapshotPtr then, const QString& words, const std::optional<std::vector<bool>>& matches) {
  m_then = std::move(then);
  m_thenWords = words;
  m_matches = matches;
  refresh();
}

void StatusLine::add(const QString& text, bool strong, StateRole state, bool gap) {
  m_pieces.push_back({text, strong, state, gap});
}

void StatusLine::refresh() {
  m_pieces.clear();
  const SnapshotPtr snapshot = m_then ? m_then : m_context.bridge.snapshot();
  // What was not read is not 0.
  if (snapshot->nodes.empty() && connectionEmptiness(m_context.bridge.connection())) return refreshSelection();
  const std::vector<Sums>& perNode =
      m_sums.update(*snapshot, [&snapshot](NodeIndex node) { return sumsOf(snapshot->node(node)); });
  Sums sums;
  // Pods of the past are not remembered.
  const std::string ns = m_then ? std::string() : m_context.selection.ns().toStdString();
  bool isFiltered = false;
  for (std::size_t i = 0; i < perNode.size(); ++i) {
    if (!inNamespace({snapshot->nodes[i].get(), nullptr, nullptr}, ns)) continue;
    const bool isLeft = !m_matches || (i < m_matches->size() && (*m_matches)[i]);
    isFiltered = isFiltered || (!isLeft && perNode[i].cards > 0);
    if (isLeft) sums += perNode[i];
  }
  if (m_context.preview.isActive()) add(tr("In preview"), true, StateRole::Planned);
  if (m_then) add(m_thenWords, true, StateRole::Stale);
  if (!ns.empty()) add(tr("With GPU pods of %1:").arg(plain(ns, 63)), false, StateRole::None, !m_pieces.empty());
  if (isFiltered) add(tr("Filtered on the map:"), false, StateRole::None, !m_pieces.empty());
  // Of the past only nodes are remembered whose cards were known.
  add(m_then ? tr("%n node(s) with cards", nullptr, static_cast<int>(sums.nodes))
             : tr("%n GPU node(s)", nullptr, static_cast<int>(sums.nodes)),
      true, StateRole::None, !m_pieces.empty());
  add(QStringLiteral("·"));
  add(tr("%n card(s)", nullptr, static_cast<int>(sums.cards)), true);
  if (sums.unknown > 0) {
    add(QStringLiteral("·"));
    add(tr("%1 unknown", "cards").arg(count(sums.unknown)), false, StateRole::Warning);
  }
  if (sums.totalMib > 0) {
    add(tr("Memory allocated / total"), false, StateRole::None, true);
    add(count((sums.allocatedMib + 512) / 1024) + QStringLiteral(" / ") + memoryMib(sums.totalMib), true);
    add(tr("Free"), false, StateRole::None, true);
    add(memoryMib(sums.freeMib), true);
    add(tr("largest slot"));
    add(memoryMib(sums.largestMib), true);
  }
  if (sums.coreTotal > 0) {
    add(tr("Core allocated"), false, StateRole::None, true);
    add(percent(static_cast<double>(sums.core) / static_cast<double>(sums.coreTotal), 1), true);
  }
  if (sums.wholeCards > 0) {
    add(tr("Whole cards allocated"), false, StateRole::None, true);
    add(count(sums.held) + QStringLiteral(" / ") + count(sums.wholeCards), true);
  }
  refreshSelection();
}

void StatusLine::refreshSelection() {
  const SelectionState& selection = m_context.selection;
  switch (selection.kind()) {
    case SelectionState::Kind::Nothing:
      m_right.clear();
      break;
    case SelectionState::Kind::Cards:
      m_right = tr("%n card(s) selected", nullptr, static_cast<int>(selection.cards().size()));
      break;
    case SelectionState::Kind::Node:
      m_right = tr("1 node selected");
      break;
    case SelectionState::Kind::Pod:
      m_right = tr("1 pod selected");
      break;
  }
  setAccessibleName(text());
  update();
}

QString StatusLine::text() const {
  QStringList words;
  for (const Piece& piece : m_pieces) words << piece.text;
  if (!m_right.isEmpty()) words << m_right;
  return joinList(words);
}

void StatusLine::retranslate() {
  const QString first =
      tr("Nodes with GPUs, and the cards of them that are known. Free: on healthy cards of nodes that are ready and "
         "not cordoned, so less than total minus allocated where some are not. Unknown: cards of which it is not known "
         "what is allocated.");
  const QString second = tr("Whole cards: on nodes that allocate cards as a whole.");
  setToolTip(first + u'\n' + second);
  refresh();
}

/// How many of the first pieces fit. A figure goes together with its words; of what stands first as much as there is
/// room for is shown.
std::size_t StatusLine::piecesWithin(qreal room) const {
  const QFontMetricsF normal(m_context.theme.font(TextRole::Small));
  const QFontMetricsF strong(m_context.theme.font(TextRole::SmallStrong));
  std::size_t fitting = 0;
  qreal x = 0;
  for (std::size_t i = 0; i < m_pieces.size(); ++i) {
    const Piece& piece = m_pieces[i];
    if (piece.gap) {
      fitting = i;
      x += kGap;
    }
    if (piece.state != StateRole::None) x += scaledWidth(m_context.theme, 14) + kPieceGap - 1;
    x += (piece.strong ? strong : normal).horizontalAdvance(piece.text) + 1 + kPieceGap;
    if (x - kPieceGap > room) return std::max<std::size_t>(fitting, std::min<std::size_t>(1, m_pieces.size()));
  }
  return m_pieces.size();
}

void StatusLine::paintEvent(QPaintEvent* event) {
  Surface::paintEvent(event);
  const Tokens& t = m_context.theme.tokens();
  QPainter painter(this);
  const QFont normal = m_context.theme.font(TextRole::Small);
  const QFont strong = m_context.theme.font(TextRole::SmallStrong);
  const qreal rightWidth = m_right.isEmpty() ? 0 : QFontMetricsF(normal).horizontalAdvance(m_right) + 2;
  const qreal limit = width() - 16 - rightWidth - 16;
  qreal x = 16;
  const std::size_t fitting = piecesWithin(limit - x);
  for (std::size_t i = 0; i < fitting; ++i) {
    const Piece& piece = m_pieces[i];
    if (piece.gap) x += kGap;
    if (piece.state != StateRole::None) {
      const int side = scaledWidth(m_context.theme, 14);
      drawGlyph(painter, m_context.theme, stateGlyph(piece.state), stateColour(t, piece.state),
                QRectF(x, 0, side, height()), 14);
      x += side + kPieceGap - 1;
    }
    painter.setFont(piece.strong ? strong : normal);
    painter.setPen(piece.strong ? t.text1 : t.text2);
    const qreal wide = QFontMetricsF(painter.font()).horizontalAdvance(piece.text) + 1;
    drawLine(painter, QRectF(x, 0, std::min(wide, limit - x), height()), piece.text);
    x += wide + kPieceGap;
  }
  painter.setFont(normal);
  painter.setPen(t.text2);
  if (rightWidth > 0)
    drawLine(painter, QRectF(width() - 16 - rightWidth, 0, rightWidth, height()), m_right, Qt::AlignRight);
}

}  // namespace cardinal::ui
