// SPDX-License-Identifier: Apache-2.0
// What a user sees: one picture per level of detail, colours looked up at computed places.
#include <QApplication>
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "tests/ui/map_fixture.h"
#include "ui/theme/theme.h"
#include "ui/widgets/map/render/heatmap_renderer.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::MapFixture;

namespace {

/// Everything that a picture needs, kept together.
struct Scene {
  SnapshotPtr snapshot;
  std::vector<MapGroup> groups;
  HeatmapLayout layout;
  MapPreview preview;
  PreviewIndex index;
  std::vector<CardUse> use;

  Scene(SnapshotPtr from, int width, int cell, bool reasons = false) : snapshot(std::move(from)) {
    groups = makeGroups(*snapshot, MapGrouping::Pool, MapSorting::Name, nullptr);
    std::vector<LayoutGroup> list;
    for (const MapGroup& group : groups) {
      LayoutGroup entry;
      entry.nodes = group.nodes;
      for (const NodeIndex node : group.nodes)
        entry.cards.push_back(static_cast<std::uint16_t>(snapshot->cardsOf(node).size()));
      list.push_back(entry);
    }
    layout = HeatmapLayout(std::move(list), width, cell, reasons);
  }

  QImage draw(Theme& theme, qreal ratio = 1.0, bool withPreview = false) {
    HeatmapRenderer renderer(theme);
    MapFrame frame;
    frame.snapshot = snapshot.get();
    frame.groups = &groups;
    frame.layout = &layout;
    frame.size = QSize(layout.size().width(), layout.size().height());
    frame.ratio = ratio;
    frame.use = use.empty() ? nullptr : &use;
    if (withPreview) {
      index = PreviewIndex(preview, snapshot->nodes.size());
      frame.preview = &preview;
      frame.previewIndex = &index;
    }
    QImage image;
    renderer.render(frame, image);
    return image;
  }

  QRect cell(std::uint32_t node, int card) const { return layout.cellRect(*layout.find(NodeIndex{node}), card); }
};

QColor at(const QImage& image, const QPoint& logical) {
  const qreal ratio = image.devicePixelRatio();
  return image.pixelColor((QPointF(logical) * ratio).toPoint());
}

/// A point of the cell where neither number nor bars stand.
QPoint quiet(const QRect& cell) {
  // Inside of the outline and of its rounded corner.
  const int in = cell.width() >= 8 ? std::max(2, cell.width() / 8) : 1;
  return {cell.left() + in, cell.top() + in};
}

bool holds(const QImage& image, const QRect& area, const QColor& colour) {
  for (int y = area.top(); y <= area.bottom(); ++y) {
    for (int x = area.left(); x <= area.right(); ++x) {
      if (at(image, {x, y}) == colour) return true;
    }
  }
  return false;
}

/// Thin slanted lines are blended with what lies under them: a colour near the wanted one counts.
bool holdsNear(const QImage& image, const QRect& area, const QColor& colour) {
  for (int y = area.top(); y <= area.bottom(); ++y) {
    for (int x = area.left(); x <= area.right(); ++x) {
      const QColor c = at(image, {x, y});
      if (std::abs(c.red() - colour.red()) + std::abs(c.green() - colour.green()) + std::abs(c.blue() - colour.blue()) <
          60)
        return true;
    }
  }
  return false;
}

SnapshotPtr ladder() {
  std::vector<Card> cards;
  for (const int used : {0, 2, 4, 6, 8, 10, 12, 14, 15, 16, 18}) cards.push_back(MapFixture::card(used, 16, 50));
  return MapFixture().node("n0", cards).node("n1", {MapFixture::unknownCard(), MapFixture::unhealthyCard()}).build();
}

}  // namespace

class TestHeatmapPicture : public QObject {
  Q_OBJECT
 private slots:
  void whatIsFreeOnANodeOfFewCardsStandsBesideThem() {
    const SnapshotPtr two =
        MapFixture().node("cn-hangzhou.10.207.181.4", {MapFixture::card(4), MapFixture::card(16)}).build();
    const QFont font = qApp->font();
    NodeLabels labels;
    labels.setFonts(font, font, 0);
    const auto wide = [&font](const QString& words) {
      return static_cast<int>(std::ceil(QFontMetricsF(font).horizontalAdvance(words)));
    };
    constexpr int kCells = 62;
    const QString name = QStringLiteral("cn-hangzhou.10.207.181.4");
    const int block = std::max(wide(name) + 4, kCells + 12 + wide(QStringLiteral("12 GiB free")));
    const NodeLabels::Texts& texts = labels.of(two->nodes.front(), block, kCells);
    QVERIFY(texts.noteIsBeside);
    QCOMPARE(texts.noteText.text(), QStringLiteral("12 GiB free"));
    QCOMPARE(texts.nameText.text(), name);
    labels.clear();
    const NodeLabels::Texts& none = labels.of(two->nodes.front(), kCells + 20, kCells);
    QVERIFY2(!none.noteIsBeside && none.noteText.text().isEmpty(), "no room beside them");
  }

  void aTickStandsWhereMemoryIsUsed() {
    Scene scene(MapFixture().node("a", {MapFixture::card(16), MapFixture::card(16)}).build(), 600, 29);
    Theme theme(ThemeKind::Dark);
    const QImage plain = scene.draw(theme);
    CardUse half;
    half.at = 1;
    half.memoryUsedMib = 8192;
    half.memoryTotalMib = 16384;
    scene.use = {half, CardUse{}};
    const QImage drawn = scene.draw(theme);
    const QRect first = scene.cell(0, 0);
    const QPoint middle(first.left() + first.width() / 2, first.top() + 2);
    QVERIFY2(at(drawn, middle) != at(plain, middle), "half of the memory is used: the tick stands in the middle");
    QCOMPARE(at(drawn, middle), Tokens::textOn(at(plain, middle)));
    QCOMPARE(drawn.copy(scene.cell(0, 1)), plain.copy(scene.cell(0, 1)));
  }

  void fillFollowsTheRank_data() { sizes(); }
  void fillFollowsTheRank();
  void zeroIsHollowAndUnknownIsNot_data() { sizes(); }
  void zeroIsHollowAndUnknownIsNot();
  void everyCardHasItsOwnPixelAtOnePixel();
  void coreBarShowsTheShare();
  void overAllocationHasANotch();
  void unhealthyIsCrossedInCritical();
  void cardsOfWhichOnlyTheNumberIsKnownLookAlike();
  void notReadyIsStriped();
  void cordonStandsLeftOfTheBlock_data();
  void cordonStandsLeftOfTheBlock();
  void refusedIsDimmedAndGhostIsStriped();
  void whoFitsSaysSoEvenFarDownTheRanking();
  void wholeCardGhostNamesNoCard();
  void nearMissKeepsItsColour();
  void ratioTwoDrawsTheSameTwiceAsFine();
  void lightThemeTurnsTheScale();

 private:
  static void sizes() {
    QTest::addColumn<int>("cell");
    for (const int cell : {2, 3, 5, 8, 12, 20, 29, 56}) QTest::addRow("%d px", cell) << cell;
  }
};

void TestHeatmapPicture::fillFollowsTheRank() {
  QFETCH(int, cell);
  Theme theme(ThemeKind::Dark);
  Scene scene(ladder(), 1600, cell);
  const QImage image = scene.draw(theme);
  const std::vector<int> ranks{-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8};
  for (std::size_t card = 1; card < ranks.size(); ++card) {
    const QColor fill = theme.tokens().steps[static_cast<std::size_t>(ranks[card])];
    QCOMPARE(at(image, quiet(scene.cell(0, static_cast<int>(card)))), fill);
  }
}

void TestHeatmapPicture::zeroIsHollowAndUnknownIsNot() {
  QFETCH(int, cell);
  Theme theme(ThemeKind::Dark);
  const Tokens& t = theme.tokens();
  Scene scene(ladder(), 1600, cell);
  const QImage image = scene.draw(theme);
  const QRect zero = scene.cell(0, 0);
  if (cell >= 6) QCOMPARE(at(image, quiet(zero)), t.bg);
  if (cell >= 6) QCOMPARE(at(image, {zero.center().x(), zero.top()}), t.cellOutline);
  // Zero is seen as a card at every size, and never as one of the steps.
  QVERIFY(holds(image, zero, cell >= 6 ? t.cellOutline : t.line));
  for (const QColor& step : t.steps) QVERIFY(!holds(image, zero, step));
  QImage unknown = image.copy(scene.cell(1, 0));
  QImage hollow = image.copy(QRect(zero.topLeft(), scene.cell(1, 0).size()));
  QVERIFY2(unknown != hollow, "unknown looks like zero");
}

void TestHeatmapPicture::everyCardHasItsOwnPixelAtOnePixel() {
  Theme theme(ThemeKind::Dark);
  Scene scene(cardinal::test::largeSnapshot(600, 8), 1600, 1);
  const QImage image = scene.draw(theme);
  const auto& cards = scene.snapshot->cards;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const auto fraction = memoryFraction(cards[i]);
    if (!fraction || *fraction <= 0 || cards[i].health == CardHealth::Unhealthy) continue;
    const int position = static_cast<int>(i - scene.snapshot->firstCard[cards[i].node.value]);
    const QColor fill = theme.tokens().steps[static_cast<std::size_t>(Tokens::rankOf(*fraction))];
    QCOMPARE(at(image, scene.cell(cards[i].node.value, position).topLeft()), fill);
  }
}

void TestHeatmapPicture::coreBarShowsTheShare() {
  Theme theme(ThemeKind::Dark);
  Scene scene(MapFixture()
                  .node("n", {MapFixture::card(16, 16, 0), MapFixture::card(16, 16, 50), MapFixture::card(16, 16, 100)})
                  .build(),
              800, 29);
  const QImage image = scene.draw(theme);
  const QColor fill = theme.tokens().steps[8];
  const QColor track = Tokens::mix(fill, Qt::black, 0.22);
  const auto barAt = [&](int card, double share) {
    const QRect cell = scene.cell(0, card);
    const int room = cell.width() - 6;
    return at(image, {cell.left() + 3 + static_cast<int>(room * share), cell.bottom() - 5});
  };
  QCOMPARE(barAt(0, 0.1), track);
  QCOMPARE(barAt(1, 0.3), QColor(Qt::black));
  QCOMPARE(barAt(1, 0.7), track);
  QCOMPARE(barAt(2, 0.9), QColor(Qt::black));
}

void TestHeatmapPicture::overAllocationHasANotch() {
  Theme theme(ThemeKind::Dark);
  Scene scene(MapFixture().node("n", {MapFixture::card(16), MapFixture::card(18)}).build(), 800, 29);
  const QImage image = scene.draw(theme);
  const auto corner = [&](int card) { return scene.cell(0, card).topRight() + QPoint(-2, 2); };
  QCOMPARE(at(image, corner(0)), theme.tokens().steps[8]);
  QCOMPARE(at(image, corner(1)), theme.tokens().critical);
}

void TestHeatmapPicture::unhealthyIsCrossedInCritical() {
  Theme theme(ThemeKind::Dark);
  for (const int cell : {8, 12, 20, 29}) {
    Scene scene(MapFixture().node("n", {MapFixture::unhealthyCard()}).build(), 800, cell);
    const QImage image = scene.draw(theme);
    const QRect rect = scene.cell(0, 0);
    QVERIFY(holdsNear(image, rect.adjusted(2, 2, -2, -2), theme.tokens().critical));
    for (const QColor& step : theme.tokens().steps) QVERIFY(!holds(image, rect, step));
  }
}

void TestHeatmapPicture::cardsOfWhichOnlyTheNumberIsKnownLookAlike() {
  Theme theme(ThemeKind::Dark);
  MapFixture::NodeOptions whole;
  whole.mode = GpuMode::Exclusive;
  Card known = MapFixture::standIn(true);
  known.holderKnown = true;
  const std::vector<Card> cards{known, MapFixture::standIn(true), MapFixture::standIn(false)};
  const SnapshotPtr snapshot = MapFixture().node("n", cards, whole).build();
  for (const int cell : {6, 12, 20, 29, 56}) {
    Scene scene(snapshot, 800, cell);
    const QImage image = scene.draw(theme);
    QVERIFY2(image.copy(scene.cell(0, 1)) == image.copy(scene.cell(0, 2)), "which of both is taken is not known");
    QVERIFY2(image.copy(scene.cell(0, 0)) != image.copy(scene.cell(0, 1)), "this one is");
  }
  const NodeRecord& node = *snapshot->nodes[0];
  QCOMPARE(cellLabel(cellValue(node, node.cards[1], MapMeasure::MemoryAllocated)), QStringLiteral("1/2"));
  QCOMPARE(cellLabel(cellValue(node, node.cards[2], MapMeasure::MemoryAllocated)), QStringLiteral("1/2"));
  QCOMPARE(cellLabel(cellValue(node, node.cards[0], MapMeasure::MemoryAllocated)), QStringLiteral("100"));
  QCOMPARE(cellLabel(cellValue(node, node.cards[1], MapMeasure::LargestFree)), QStringLiteral("1/2"));
  QCOMPARE(cellLabel(cellValue(node, node.cards[1], MapMeasure::PodsPerCard)), QStringLiteral("?"));
}

void TestHeatmapPicture::notReadyIsStriped() {
  Theme theme(ThemeKind::Dark);
  MapFixture::NodeOptions lost;
  lost.ready = false;
  for (const int cell : {12, 20, 29}) {
    Scene scene(MapFixture().node("a", {MapFixture::card(12)}).node("b", {MapFixture::card(12)}, lost).build(), 800,
                cell);
    const QImage image = scene.draw(theme);
    QVERIFY(image.copy(scene.cell(0, 0)) != image.copy(scene.cell(1, 0)));
    QVERIFY2(holds(image, scene.cell(1, 0), theme.tokens().steps[5]), "the value of a lost node is still known");
  }
}

void TestHeatmapPicture::cordonStandsLeftOfTheBlock_data() {
  QTest::addColumn<int>("cell");
  for (const int cell : {6, 12, 20, 29, 56}) QTest::addRow("%d px", cell) << cell;
}

void TestHeatmapPicture::cordonStandsLeftOfTheBlock() {
  QFETCH(int, cell);
  Theme theme(ThemeKind::Dark);
  MapFixture::NodeOptions cordoned;
  cordoned.cordoned = true;
  Scene scene(MapFixture().node("a", {MapFixture::card(12)}).node("b", {MapFixture::card(12)}, cordoned).build(), 800,
              cell);
  const QImage image = scene.draw(theme);
  QCOMPARE(at(image, scene.cell(1, 0).topLeft() + QPoint(-4, 2)), theme.tokens().warning);
  QCOMPARE(at(image, scene.cell(0, 0).topLeft() + QPoint(-4, 2)), theme.tokens().bg);
}

void TestHeatmapPicture::refusedIsDimmedAndGhostIsStriped() {
  Theme theme(ThemeKind::Dark);
  Scene scene(
      MapFixture().node("a", {MapFixture::card(12), MapFixture::card(4)}).node("b", {MapFixture::card(12)}).build(),
      800, 29, true);
  scene.preview.ghosts.push_back({NodeIndex{0}, {1}, 0, QStringLiteral("+8")});
  scene.preview.refused.push_back({NodeIndex{1}, QStringLiteral("mode does not match"), false, kPendingCard, {}});
  const QImage image = scene.draw(theme, 1.0, true);
  const QColor fill = theme.tokens().steps[5];
  QCOMPARE(at(image, quiet(scene.cell(0, 0))), fill);
  QCOMPARE(at(image, quiet(scene.cell(1, 0))), Tokens::mix(theme.tokens().bg, fill, 0.3));
  QVERIFY(holds(image, scene.cell(0, 1), theme.tokens().planned));
  QVERIFY2(!holds(image, scene.cell(0, 1), theme.tokens().steps[1]),
           "the ghost stands on a plate, not on the old fill");
  const QRect reason = scene.layout.reasonRect(*scene.layout.find(NodeIndex{1}));
  QVERIFY2(holds(image, reason, theme.tokens().text2), "a refusal says why");
}

void TestHeatmapPicture::whoFitsSaysSoEvenFarDownTheRanking() {
  Theme theme(ThemeKind::Dark);
  Scene scene(MapFixture().node("a", {MapFixture::card(12)}).node("b", {MapFixture::card(12)}).build(), 800, 29, true);
  const QRect verdict = scene.layout.reasonRect(*scene.layout.find(NodeIndex{1}));
  QVERIFY(verdict.height() > 0);
  const QImage none = scene.draw(theme, 1.0, true);
  // Aimed at a node that refuses: nothing is predicted, and other nodes would take it.
  Candidate first;
  first.node = NodeIndex{0};
  scene.preview.runnersUp.push_back(first);
  const QImage image = scene.draw(theme, 1.0, true);
  QVERIFY2(image.copy(verdict) != none.copy(verdict), "no runner-up and not refused: it fits");
}

void TestHeatmapPicture::wholeCardGhostNamesNoCard() {
  Theme theme(ThemeKind::Dark);
  Scene scene(MapFixture()
                  .node("a", {MapFixture::standIn(true), MapFixture::standIn(false), MapFixture::standIn(false)})
                  .build(),
              800, 29, true);
  const QImage before = scene.draw(theme, 1.0, false);
  scene.preview.ghosts.push_back({NodeIndex{0}, {}, 2, {}});
  const QImage image = scene.draw(theme, 1.0, true);
  QVERIFY(holds(image, scene.layout.cellsRect(*scene.layout.find(NodeIndex{0})).adjusted(-2, -2, 2, 2),
                theme.tokens().planned));
  // The held stand-in keeps its look: no card is claimed to be the one.
  QCOMPARE(at(image, quiet(scene.cell(0, 0))), at(before, quiet(scene.cell(0, 0))));
}

void TestHeatmapPicture::nearMissKeepsItsColour() {
  Theme theme(ThemeKind::Dark);
  Scene scene(MapFixture().node("a", {MapFixture::card(12), MapFixture::card(12)}).build(), 800, 29, true);
  scene.preview.refused.push_back({NodeIndex{0}, QStringLiteral("lacks 2 GiB"), true, 1, QStringLiteral("-2")});
  const QImage image = scene.draw(theme, 1.0, true);
  const QColor fill = theme.tokens().steps[5];
  QCOMPARE(at(image, quiet(scene.cell(0, 1))), fill);
  QCOMPARE(at(image, quiet(scene.cell(0, 0))), Tokens::mix(theme.tokens().bg, fill, 0.3));
  QVERIFY(holds(image, scene.cell(0, 1).adjusted(-2, -2, 2, 2), theme.tokens().warning));
}

void TestHeatmapPicture::ratioTwoDrawsTheSameTwiceAsFine() {
  Theme theme(ThemeKind::Dark);
  for (const qreal ratio : {1.25, 1.5, 2.0}) {
    Scene scene(ladder(), 800, 29);
    const QImage image = scene.draw(theme, ratio);
    QCOMPARE(image.width(), qRound(800 * ratio));
    QCOMPARE(image.devicePixelRatio(), ratio);
    for (int card = 1; card < 10; ++card) {
      const auto fraction = memoryFraction(scene.snapshot->cards[static_cast<std::size_t>(card)]);
      QCOMPARE(at(image, quiet(scene.cell(0, card))),
               theme.tokens().steps[static_cast<std::size_t>(Tokens::rankOf(*fraction))]);
    }
  }
}

void TestHeatmapPicture::lightThemeTurnsTheScale() {
  Theme theme(ThemeKind::Light);
  Scene scene(ladder(), 800, 20);
  const QImage image = scene.draw(theme);
  QCOMPARE(at(image, quiet(scene.cell(0, 9))), QColor(0x00, 0x20, 0x4C));
  QCOMPARE(at(image, quiet(scene.cell(0, 1))), QColor(0xFF, 0xE9, 0x45));
}

QTEST_MAIN(TestHeatmapPicture)
#include "tst_heatmap_picture.moc"
