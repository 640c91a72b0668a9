// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/export/report.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPdfWriter>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextTable>
#include <algorithm>
#include <array>

#include "core/alloc/pending/pending.h"
#include "core/base/mebibytes.h"
#include "core/model/card_memory.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/placement/pending_texts.h"
#include "ui/i18n/placement/reason_texts.h"
#include "ui/pages/export/export_texts.h"
#include "ui/pages/use/waste_rows.h"

namespace cardinal::ui {

namespace {

constexpr int kResolution = 150;
constexpr int kMargin = 15;      // mm
constexpr int kPageWidth = 640;  // px of the document, inside the margins
constexpr std::size_t kMaxRows = 20;
constexpr std::array<std::int64_t, 8> kSizesGib = {1, 2, 4, 8, 16, 24, 40, 80};
constexpr UnixSeconds kHour = 3600;

class ReportWriter {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::Report)

 public:
  explicit ReportWriter(const ReportRequest& request) : m_request(request), m_cursor(&m_document) {
    QFont font(QStringLiteral("Noto Sans"), 9);
    font.setFamilies({QStringLiteral("Noto Sans"), QStringLiteral("DejaVu Sans"), QStringLiteral("Noto Sans CJK SC")});
    m_document.setDefaultFont(font);
  }

  /// False when stopped.
  bool fill(const std::stop_token& stop) {
    cover();
    totals();
    map(kPageWidth);
    if (stop.stop_requested()) return false;
    freeRoom();
    waste();
    pending();
    if (stop.stop_requested()) return false;
    method();
    return true;
  }

  QString text() const { return m_document.toPlainText(); }

  QByteArray pdf() {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF(kMargin, kMargin, kMargin, kMargin), QPageLayout::Millimeter);
    writer.setResolution(kResolution);
    writer.setTitle(tr("GPU cluster report"));
    writer.setCreator(QStringLiteral("Cardinal"));
    m_document.print(&writer);
    buffer.close();
    return bytes;
  }

 private:
  void cover() {
    heading(tr("GPU cluster report"), 20);
    for (const QString& words : originWords(m_request.origin)) line(words);
  }

  void totals() {
    const ClusterTotals totals = totalsOf(*m_request.snapshot);
    heading(tr("Totals"), 13);
    table({tr("What"), tr("Figure")},
          {{tr("Nodes with GPU cards"), count(totals.nodes)},
           {tr("Cards"), count(totals.cards)},
           {tr("Cards whose memory is unknown"), count(totals.cardsUnknown)},
           {tr("Memory allocated / total"),
            memoryMib(totals.memAllocatedMib) + QStringLiteral(" / ") + memoryMib(totals.memTotalMib)},
           {tr("Core allocated / total"),
            totals.coreTotal > 0 ? tr("%1 % / %2 %").arg(count(totals.coreAllocated), count(totals.coreTotal))
                                 : notAvailable()},
           {tr("GPU pods"), count(totals.pods)},
           {tr("Pending GPU pods"), count(totals.pendingPods)}});
  }

  void map(int pageWidth) {
    if (m_request.map.isNull()) return;
    heading(tr("Map"), 13);
    const QImage fitting = m_request.map.width() > pageWidth
                               ? m_request.map.scaledToWidth(pageWidth, Qt::SmoothTransformation)
                               : m_request.map;
    m_cursor.insertImage(fitting);
    m_cursor.insertBlock();
  }

  void freeRoom() {
    std::vector<std::int64_t> free;
    std::int64_t sum = 0;
    for (const NodePtr& node : m_request.snapshot->nodes) {
      if (node->unschedulable()) continue;
      for (const Card& card : node->cards) {
        if (!card.memoryKnown || card.health == CardHealth::Unhealthy || card.held) continue;
        if (!isAllocationKnown(*node, card) && !isUnnamedCard(*node, card)) continue;
        const auto mib = toMib(card.memTotal - card.memScheduler, node->gpu.unit);
        if (!mib || *mib <= 0) continue;
        free.push_back(*mib);
        sum += *mib;
      }
    }
    heading(tr("Free capacity by request size"), 13);
    line(tr("Free in total: %1 on %2 cards. What one request can use of it shrinks with its size; the difference is "
            "fragmentation.")
             .arg(memoryMib(sum), count(static_cast<std::int64_t>(free.size()))));
    std::vector<QStringList> rows;
    for (const std::int64_t gib : kSizesGib) {
      std::int64_t places = 0;
      std::int64_t cards = 0;
      for (const std::int64_t mib : free) {
        places += mib / (gib * kMibPerGib);
        cards += mib >= gib * kMibPerGib ? 1 : 0;
      }
      const double usable = sum > 0 ? static_cast<double>(places * gib * kMibPerGib) / static_cast<double>(sum) : 0;
      rows.push_back(
          {memoryMib(gib * kMibPerGib), count(cards), count(places), sum > 0 ? percent(usable, 1) : notAvailable()});
    }
    table({tr("Request"), tr("Cards that can take it"), tr("Requests that fit"), tr("Usable part of the free memory")},
          rows);
  }

  void waste() {
    if (!m_request.waste) {
      heading(tr("Allocated and not used"), 13);
      return line(m_request.wasteUnknown ? errorText(*m_request.wasteUnknown)
                                         : tr("There is no metrics source: what is really used is unknown."));
    }
    const WasteReport& report = *m_request.waste;
    heading(tr("Allocated and not used in the last %n hour(s)", nullptr, static_cast<int>(report.window / kHour)), 13);
    line(tr("%1 of %2 allocated cards were idle; %3 of %4 allocated memory is reclaimable. %5 cards were not measured, "
            "or for too short a time.")
             .arg(count(report.idleCards), count(report.allocatedCards), memoryMib(report.unusedMib),
                  memoryMib(report.allocatedMib), count(report.unknownCards)));
    if (report.entries.empty()) return;
    wasteByOwner(report);
    wasteByCard(report);
  }

  void pending() {
    if (!m_request.pending || !m_request.pending->complete) return;
    heading(tr("Why pods wait"), 13);
    if (m_request.snapshot->unboundPods.empty()) return line(tr("No GPU pod waits for a node."));
    std::vector<QStringList> rows;
    for (const PendingExplanation& one : m_request.pending->explanations) {
      if (rows.size() == kMaxRows) break;
      const QString request = requestText(one.gpu, m_request.snapshot->counts.commonUnit());
      const bool isRefused = one.fitting == 0 && !one.groups.empty();
      const QString reason = !one.problems.empty() ? errorTitle(one.problems.front())
                             : isRefused ? tr("%1, on %n node(s)", nullptr, static_cast<int>(one.groups.front().nodes))
                                               .arg(reasonShort(one.groups.front().code))
                                         : pendingCause(one);
      rows.push_back({count(one.pods), request, reason,
                      one.fragmented ? tr("fragmented: enough in total, on no card alone") : QString()});
    }
    table({tr("Pods"), tr("Request"), tr("First reason"), tr("Note")}, rows);
  }

  void method() {
    heading(tr("How these figures are calculated"), 13);
    line(
        tr("The unit is the card; totals leave out cards whose memory is unknown. Allocated is what the scheduler has "
           "recorded, not what runs. Free capacity counts healthy cards of schedulable nodes. Memory is in binary "
           "units. Unknown is never counted as 0."));
  }

  void heading(const QString& text, int points) {
    QTextCharFormat format;
    format.setFontPointSize(points);
    format.setFontWeight(QFont::DemiBold);
    m_cursor.movePosition(QTextCursor::End);
    m_cursor.insertBlock();
    m_cursor.insertText(text, format);
    m_cursor.insertBlock(QTextBlockFormat(), QTextCharFormat());
  }
  void line(const QString& text) {
    m_cursor.insertText(text, QTextCharFormat());
    m_cursor.insertBlock();
  }
  void table(const QStringList& heads, const std::vector<QStringList>& rows) {
    QTextTableFormat format;
    format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    format.setBorder(0.5);
    format.setCellPadding(3);
    format.setCellSpacing(0);
    format.setHeaderRowCount(1);
    format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
    QTextTable* made = m_cursor.insertTable(static_cast<int>(rows.size()) + 1, static_cast<int>(heads.size()), format);
    QTextCharFormat strong;
    strong.setFontWeight(QFont::DemiBold);
    for (int column = 0; column < heads.size(); ++column)
      made->cellAt(0, column).firstCursorPosition().insertText(heads[column], strong);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      for (int column = 0; column < rows[row].size(); ++column)
        made->cellAt(static_cast<int>(row) + 1, column).firstCursorPosition().insertText(rows[row][column]);
    }
    m_cursor.movePosition(QTextCursor::End);
  }

  void wasteByOwner(const WasteReport& report) {
    const auto groups = groupWaste(report, *m_request.snapshot, WasteBy::Owner);
    const WasteRows words(report, *m_request.snapshot);
    std::vector<QStringList> rows;
    for (std::size_t i = 0; i < std::min(groups.size(), kMaxRows); ++i)
      rows.push_back(textsOf(words.group(groups[i], WasteBy::Owner, i)));
    table(textsOf(WasteRows::groupHeads(WasteBy::Owner)), rows);
    m_cursor.insertBlock();
  }
  void wasteByCard(const WasteReport& report) {
    const WasteRows words(report, *m_request.snapshot);
    std::vector<QStringList> rows;
    for (std::size_t i = 0; i < std::min(report.entries.size(), kMaxRows); ++i)
      rows.push_back(textsOf(words.card(report.entries[i])));
    table(textsOf(WasteRows::cardHeads()), rows);
    const auto more = static_cast<int>(report.entries.size() - rows.size());
    if (more > 0) line(tr("and %n more card(s)", nullptr, more));
  }
  static QStringList textsOf(const RowsModel::Row& row) {
    QStringList texts;
    for (const RowsModel::Cell& cell : row.cells) texts += cell.text;
    return texts;
  }
  static QStringList textsOf(const std::vector<RowsModel::Head>& heads) {
    QStringList texts;
    for (const RowsModel::Head& head : heads) texts += head.text;
    return texts;
  }

  const ReportRequest& m_request;
  QTextDocument m_document;
  QTextCursor m_cursor;
};

}  // namespace

QByteArray capacityReport(const ReportRequest& request, const std::stop_token& stop) {
  ReportWriter writer(request);
  return writer.fill(stop) ? writer.pdf() : QByteArray();
}

QString capacityReportText(const ReportRequest& request) {
  ReportWriter writer(request);
  writer.fill({});
  return writer.text();
}

}  // namespace cardinal::ui
