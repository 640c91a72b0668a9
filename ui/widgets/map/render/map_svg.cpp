// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/map/render/map_svg.h"

#include "ui/i18n/device_texts.h"
#include "ui/i18n/plain.h"
#include "ui/widgets/map/model/cell_value.h"
#include "ui/widgets/map/model/heatmap_layout.h"

namespace cardinal::ui {

namespace {

constexpr int kLegendHeight = 72;
constexpr int kTextFrom = 24;  // cells that hold a number
constexpr int kNameLimit = 40;

class SvgWriter {
 public:
  explicit SvgWriter(const Tokens& tokens) : m_tokens(tokens) {}

  void rect(const QRect& r, const QString& fill, const QString& stroke = {}, int radius = 0) {
    m_out += QStringLiteral("<rect x=\"%1\" y=\"%2\" width=\"%3\" height=\"%4\" fill=\"%5\"")
                 .arg(r.x())
                 .arg(r.y())
                 .arg(r.width())
                 .arg(r.height())
                 .arg(fill);
    if (radius > 0) m_out += QStringLiteral(" rx=\"%1\"").arg(radius);
    if (!stroke.isEmpty()) m_out += QStringLiteral(" stroke=\"%1\"").arg(stroke);
    m_out += QStringLiteral("/>\n");
  }
  void text(int x, int y, const QString& words, const QColor& colour, int size, const char* anchor = "start",
            bool strong = false) {
    m_out += QStringLiteral("<text x=\"%1\" y=\"%2\" fill=\"%3\" font-size=\"%4\" text-anchor=\"%5\"")
                 .arg(x)
                 .arg(y)
                 .arg(colour.name())
                 .arg(size)
                 .arg(QLatin1String(anchor));
    if (strong) m_out += QStringLiteral(" font-weight=\"600\"");
    m_out += u'>' + words.toHtmlEscaped() + QStringLiteral("</text>\n");
  }
  void cell(const QRect& r, const CellValue& value) {
    const int radius = r.width() >= 14 ? 2 : 0;
    const QString outline = r.width() >= 6 ? m_tokens.cellOutline.name() : QString();
    switch (value.state) {
      case CellValue::State::Zero:
        rect(r, m_tokens.bg.name(), outline, radius);
        break;
      case CellValue::State::Unknown:
        rect(r, QStringLiteral("url(#unknown)"), outline, radius);
        break;
      case CellValue::State::Counted:
        rect(r, QStringLiteral("url(#counted)"), outline, radius);
        break;
      case CellValue::State::Filled:
        rect(r, m_tokens.steps[value.rank].name(), outline, radius);
        break;
    }
    if (value.unhealthy) cross(r);
    if (r.width() < kTextFrom) return;
    const QColor ink =
        value.state == CellValue::State::Filled ? Tokens::textOn(m_tokens.steps[value.rank]) : m_tokens.text3;
    if (value.state == CellValue::State::Counted)
      rect(QRect(r.center().x() - 11, r.center().y() - 7, 24, 15), m_tokens.bg.name(), {}, 2);
    const QString label = value.state == CellValue::State::Zero ? QStringLiteral("0") : cellLabel(value);
    text(r.center().x(), r.center().y() + 4, label, ink, 11, "middle");
  }
  /// A node whose cards are not known: a sign of that, then what it offers.
  void plate(const QRect& r, const QString& words) {
    const QRect sign(r.topLeft(), QSize(std::min(r.width(), r.height()), r.height()));
    rect(r, m_tokens.bg.name(), m_tokens.cellOutline.name(), 2);
    cell(r.width() < 2 * r.height() ? r : sign, CellValue{});
    if (r.height() >= 14) text(sign.right() + 6, r.center().y() + 4, words, m_tokens.text2, 11);
  }
  QString take() { return std::move(m_out); }

 private:
  void cross(const QRect& r) {
    const QString line =
        QStringLiteral("<line x1=\"%1\" y1=\"%2\" x2=\"%3\" y2=\"%4\" stroke=\"%5\" stroke-width=\"1.5\"/>\n");
    m_out += line.arg(r.left()).arg(r.top()).arg(r.right()).arg(r.bottom()).arg(m_tokens.critical.name());
    m_out += line.arg(r.left()).arg(r.bottom()).arg(r.right()).arg(r.top()).arg(m_tokens.critical.name());
  }

  const Tokens& m_tokens;
  QString m_out;
};

/// Drawn once, referred to by every cell without data, or of which only the sum of its node is known.
QString hatch(const Tokens& t) {
  return QStringLiteral(
             "<defs><pattern id=\"unknown\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
             "patternTransform=\"rotate(45)\">"
             "<rect width=\"6\" height=\"6\" fill=\"%1\"/><rect width=\"2\" height=\"6\" "
             "fill=\"%2\"/></pattern>"
             "<pattern id=\"counted\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
             "patternTransform=\"rotate(45)\">"
             "<rect width=\"6\" height=\"6\" fill=\"%1\"/><rect width=\"3\" height=\"6\" "
             "fill=\"%3\"/></pattern></defs>\n")
      .arg(t.bg.name(), t.control.name(), t.steps[7].name());
}

void writeLegend(SvgWriter& out, const MapSvgRequest& request, const Tokens& t, int top) {
  constexpr int kSwatch = 20;
  int x = HeatmapLayout::kMarginX;
  out.cell({x, top + 12, kSwatch, kSwatch}, CellValue{CellValue::State::Zero});
  x += kSwatch + 8;
  for (int rank = 0; rank < 9; ++rank, x += kSwatch)
    out.rect({x, top + 12, kSwatch, kSwatch}, t.steps[static_cast<std::size_t>(rank)].name(), t.cellOutline.name());
  out.text(HeatmapLayout::kMarginX + kSwatch + 8, top + 46, request.few, t.text2, 11);
  out.text(x, top + 46, request.many, t.text2, 11, "end");
  x += 16;
  out.rect({x, top + 12, kSwatch, kSwatch}, QStringLiteral("url(#unknown)"), t.cellOutline.name());
  out.text(x + kSwatch + 8, top + 27, request.none, t.text2, 11);
  out.text(HeatmapLayout::kMarginX, top + 64, request.caption, t.text3, 11);
}

void writeGroups(SvgWriter& out, const MapSvgRequest& request, const std::vector<MapGroup>& groups,
                 const HeatmapLayout& layout, const Tokens& t) {
  const ClusterSnapshot& snapshot = *request.snapshot;
  for (int group = 0; group < layout.groupCount(); ++group) {
    const MapGroup& said = groups[static_cast<std::size_t>(group)];
    const QRect head = layout.headRect(group);
    if (!head.isEmpty()) {
      out.text(head.left() + HeatmapLayout::kMarginX, head.center().y() + 5,
               said.name + QStringLiteral("   ") + said.facts, t.text1, 12, "start", true);
      out.text(head.right() - HeatmapLayout::kMarginX, head.center().y() + 5, said.triple, t.text2, 12, "end");
    }
    for (int block = 0; block < layout.blockCount(group); ++block) {
      const MapPlace place{group, block};
      const NodeIndex index = layout.node(place);
      const NodeRecord& node = snapshot.node(index);
      const QRect name = layout.nameRect(place);
      if (layout.hasNames(group) && name.height() > 0)
        out.text(name.left(), name.bottom() - 3, plain(node.name, kNameLimit), t.text2, 11);
      if (layout.cardCount(place) == 0) out.plate(layout.cellsRect(place), publishedText(node));
      for (int card = 0; card < layout.cardCount(place); ++card) {
        const std::size_t flat = snapshot.firstCard[index.value] + static_cast<std::size_t>(card);
        const CardUse* use = flat < request.use.size() ? &request.use[flat] : nullptr;
        out.cell(layout.cellRect(place, card), cellValue(node, snapshot.cards[flat], request.measure, use));
      }
    }
  }
}

}  // namespace

QByteArray mapSvg(const MapSvgRequest& request, const Tokens& tokens) {
  const std::vector<MapGroup> groups =
      makeGroups(*request.snapshot, request.grouping, request.sorting, request.matches ? &*request.matches : nullptr);
  std::vector<LayoutGroup> sizes;
  for (const MapGroup& group : groups) {
    LayoutGroup& size = sizes.emplace_back();
    size.nodes = group.nodes;
    for (const NodeIndex node : group.nodes) {
      size.cards.push_back(static_cast<std::uint16_t>(request.snapshot->cardsOf(node).size()));
      size.longestName =
          std::max(size.longestName,
                   static_cast<int>(std::min<std::size_t>(request.snapshot->node(node).name.size(), kNameLimit)));
    }
  }
  const HeatmapLayout layout(std::move(sizes), request.width, request.cell, false);
  const QSize size(request.width, layout.size().height() + kLegendHeight);
  SvgWriter out(tokens);
  out.rect(QRect(QPoint(0, 0), size), tokens.bg.name());
  writeGroups(out, request, groups, layout, tokens);
  writeLegend(out, request, tokens, layout.size().height());
  const QString head =
      QStringLiteral(
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" "
          "width=\"%1\" height=\"%2\" "
          "viewBox=\"0 0 %1 %2\" font-family=\"Noto Sans, DejaVu Sans, Noto Sans CJK SC, sans-serif\">\n")
          .arg(size.width())
          .arg(size.height());
  return (head + hatch(tokens) + out.take() + QStringLiteral("</svg>\n")).toUtf8();
}

}  // namespace cardinal::ui
