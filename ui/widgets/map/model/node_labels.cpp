// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/map/model/node_labels.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QTextLayout>
#include <algorithm>
#include <array>
#include <string_view>

#include "core/model/card_memory.h"
#include "ui/i18n/device_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {
namespace {

class NodeLabelTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::NodeLabels)
};

constexpr std::size_t kMaxTexts = 8192;

// Set by Kubernetes itself beside spec.unschedulable and the Ready condition.
constexpr std::array<std::string_view, 3> kImpliedTaints{
    "node.kubernetes.io/unschedulable", "node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"};

bool isTainted(const NodeRecord& node) {
  if (!node.raw) return false;
  return std::any_of(node.raw->taints.begin(), node.raw->taints.end(), [](const Taint& taint) {
    return taint.effect != "PreferNoSchedule" &&
           std::find(kImpliedTaints.begin(), kImpliedTaints.end(), taint.key) == kImpliedTaints.end();
  });
}

QString freeText(const NodeRecord& node) {
  const auto isKnown = [](const Card& card) { return memoryFraction(card).has_value(); };
  const FreeMemory all = freeMemoryOf(node);
  if (const auto mib = freeMibOf(all, node.gpu.unit))
    return NodeLabelTexts::tr("%1 free", "amount of GPU memory")
        .arg(memoryMib(*mib < 100 * 1024 ? *mib : (*mib + 512) / 1024 * 1024));
  if (std::any_of(node.cards.begin(), node.cards.end(), isKnown))
    return NodeLabelTexts::tr("%n free", "cards", all.emptyCards);
  return {};
}

}  // namespace

NodeMarks marksOf(const NodeRecord& node) {
  NodeMarks marks;
  marks.cordoned = node.unschedulable();
  marks.notReady = node.readiness != NodeReadiness::Ready;
  marks.tainted = isTainted(node);
  marks.ledger = std::any_of(node.findings.begin(), node.findings.end(),
                             [](const Finding& finding) { return isLedgerMismatch(finding.code); });
  marks.unhealthy = std::any_of(node.cards.begin(), node.cards.end(),
                                [](const Card& card) { return card.health == CardHealth::Unhealthy; });
  return marks;
}

void NodeLabels::setFonts(const QFont& name, const QFont& note, int glyphRoom) {
  if (m_nameFont == name && m_noteFont == note && m_glyphRoom == glyphRoom) return;
  m_nameFont = name;
  m_noteFont = note;
  m_glyphRoom = glyphRoom;
  clear();
}

const NodeLabels::Texts& NodeLabels::of(const NodePtr& node, int width, int cells) {
  if (m_texts.size() > kMaxTexts) clear();
  Texts& texts = m_texts[node.get()];
  if (texts.node && texts.width == width && texts.cells == cells) return texts;
  if (!texts.node) {
    texts.node = node;
    texts.marks = marksOf(*node);
    texts.name = plain(node->name, 253);
    texts.noteIsState = texts.marks.notReady || texts.marks.cordoned;
    if (texts.marks.notReady) {
      texts.note = node->readiness == NodeReadiness::Unknown ? NodeLabelTexts::tr("unreachable")
                                                             : NodeLabelTexts::tr("not ready");
    } else if (texts.marks.cordoned) {
      texts.note = NodeLabelTexts::tr("cordoned");
    } else {
      texts.note = freeText(*node);
      texts.noteIsParts = texts.note.isEmpty();
      if (texts.noteIsParts) texts.note = partsText(*node);
    }
  }
  texts.width = width;
  texts.cells = cells;
  layOut(texts);
  return texts;
}

void NodeLabels::layOut(Texts& texts) const {
  const QFontMetricsF nameMetrics(m_nameFont);
  const QFontMetricsF noteMetrics(m_noteFont);
  const qreal room = texts.width - (texts.marks.any() ? m_glyphRoom : 0);
  const qreal wholeName = nameMetrics.horizontalAdvance(texts.name);
  texts.noteWidth = texts.note.isEmpty() ? 0 : noteMetrics.horizontalAdvance(texts.note);
  // A note ends with the cells. Only where a state would leave too little of the name there does it use the whole
  // block.
  constexpr qreal kReadableName = 0.7;
  const qreal needed = texts.width - room + wholeName * kReadableName + kGap + texts.noteWidth;
  const bool wide = texts.noteIsState || texts.noteIsParts;
  texts.noteEdge = wide && needed > texts.cells ? texts.width : std::min(texts.width, texts.cells);
  const qreal beside = texts.noteEdge - (texts.width - room);
  const bool bothFit = wholeName + kGap + texts.noteWidth <= beside;
  const bool keepsNote = texts.noteWidth > 0 && (bothFit || (texts.noteIsState && texts.noteWidth < room / 2));
  // Few cards leave room to their right, and the name keeps its line.
  texts.noteIsBeside =
      !keepsNote && !wide && texts.noteWidth > 0 && texts.cells + kGap + texts.noteWidth <= texts.width;
  if (!keepsNote && !texts.noteIsBeside) texts.noteWidth = 0;
  const qreal nameRoom = keepsNote ? beside - kGap - texts.noteWidth : room;
  const QString shown = nameMetrics.elidedText(texts.name, Qt::ElideMiddle, nameRoom);
  texts.nameWidth = std::min(wholeName, nameRoom);
  const auto prepare = [](QStaticText& text, qreal& ascent, const QString& words, const QFont& font) {
    text.setText(words);
    text.setTextFormat(Qt::PlainText);
    text.setPerformanceHint(QStaticText::AggressiveCaching);
    text.prepare({}, font);
    QTextLayout line(words, font);
    line.beginLayout();
    const QTextLine only = line.createLine();
    line.endLayout();
    ascent = only.isValid() ? only.ascent() : 0;
  };
  prepare(texts.nameText, texts.nameAscent, shown, m_nameFont);
  prepare(texts.noteText, texts.noteAscent, keepsNote || texts.noteIsBeside ? texts.note : QString(), m_noteFont);
}

}  // namespace cardinal::ui
