// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "ui/i18n/natural_order.h"
#include "ui/widgets/map/model/heatmap_layout.h"

using namespace cardinal;
using namespace cardinal::ui;

namespace {

/// Groups of mixed node sizes; node indices run on.
std::vector<LayoutGroup> someGroups() {
  std::vector<LayoutGroup> groups;
  std::uint32_t next = 0;
  for (const auto& [nodes, cards] :
       std::vector<std::pair<int, std::vector<int>>>{{13, {8}}, {29, {4, 2, 1}}, {5, {16, 20}}, {1, {1}}}) {
    LayoutGroup group;
    for (int n = 0; n < nodes; ++n) {
      group.nodes.push_back(NodeIndex{next++});
      group.cards.push_back(static_cast<std::uint16_t>(cards[static_cast<std::size_t>(n) % cards.size()]));
    }
    groups.push_back(group);
  }
  return groups;
}

template <typename Visit>
void forEachCell(const HeatmapLayout& layout, Visit visit) {
  for (int g = 0; g < layout.groupCount(); ++g) {
    if (layout.isFolded(g)) continue;
    for (int b = 0; b < layout.blockCount(g); ++b) {
      for (int c = 0; c < layout.cardCount({g, b}); ++c) visit(MapPlace{g, b}, c);
    }
  }
}

}  // namespace

class TestHeatmapLayout : public QObject {
  Q_OBJECT
 private slots:
  void levelsFollowTheCellSize_data();
  void levelsFollowTheCellSize();
  void everyCellIsFoundAtItsOwnPoints_data() { allSizes(); }
  void everyCellIsFoundAtItsOwnPoints();
  void nothingOverlaps_data() { allSizes(); }
  void nothingOverlaps();
  void blocksStayInsideTheWidth_data() { allSizes(); }
  void blocksStayInsideTheWidth();
  void visibleRangesHoldExactlyWhatIsSeen_data() { allSizes(); }
  void visibleRangesHoldExactlyWhatIsSeen();
  void foldedGroupsKeepTheirHeadOnly();
  void fittingCellIsTheLargestThatFits();
  void reasonsKeepALineBelowTheCells();
  void aNodeWithoutKnownCardsHasAPlate_data() { allSizes(); }
  void aNodeWithoutKnownCardsHasAPlate();
  void namesAreOrderedNaturally();

 private:
  static void allSizes() {
    QTest::addColumn<int>("cell");
    QTest::addColumn<int>("width");
    for (const int cell : {1, 2, 3, 5, 6, 8, 12, 14, 20, 27, 28, 29, 43, 44, 64, 96}) {
      for (const int width : {320, 1061, 1600}) QTest::addRow("%d px in %d", cell, width) << cell << width;
    }
  }
};

void TestHeatmapLayout::levelsFollowTheCellSize_data() {
  QTest::addColumn<int>("cell");
  QTest::addColumn<int>("level");
  const std::vector<std::pair<int, MapLevel>> rows{
      {1, MapLevel::Pixel},   {5, MapLevel::Pixel},  {6, MapLevel::Compact}, {13, MapLevel::Compact},
      {14, MapLevel::Cell},   {27, MapLevel::Cell},  {28, MapLevel::Text},   {43, MapLevel::Text},
      {44, MapLevel::Detail}, {96, MapLevel::Detail}};
  for (const auto& [cell, level] : rows) QTest::addRow("%d px", cell) << cell << static_cast<int>(level);
}

void TestHeatmapLayout::levelsFollowTheCellSize() {
  QFETCH(int, cell);
  QFETCH(int, level);
  QCOMPARE(static_cast<int>(mapLevel(cell)), level);
}

void TestHeatmapLayout::everyCellIsFoundAtItsOwnPoints() {
  QFETCH(int, cell);
  QFETCH(int, width);
  const HeatmapLayout layout(someGroups(), width, cell, false);
  forEachCell(layout, [&](const MapPlace& place, int card) {
    const QRect rect = layout.cellRect(place, card);
    QCOMPARE(rect.width(), cell);
    for (const QPoint& point : {rect.topLeft(), rect.bottomRight(), rect.center()}) {
      const MapHit hit = layout.hit(point);
      QCOMPARE(hit.kind, MapHit::Kind::Card);
      QVERIFY(hit.place == place);
      QCOMPARE(hit.card, card);
    }
  });
  for (int g = 0; g < layout.groupCount(); ++g) {
    QCOMPARE(layout.hit(layout.headRect(g).center()).kind, MapHit::Kind::GroupHead);
    QCOMPARE(layout.hit(layout.headRect(g).center()).place.group, g);
  }
  QCOMPARE(layout.hit({-1, -1}).kind, MapHit::Kind::None);
  QCOMPARE(layout.hit({5, layout.size().height() + 100}).kind, MapHit::Kind::None);
}

void TestHeatmapLayout::nothingOverlaps() {
  QFETCH(int, cell);
  QFETCH(int, width);
  const HeatmapLayout layout(someGroups(), width, cell, true);
  // One mark per pixel: two cells on one pixel would be seen at once, at 1 px each card has a pixel of its own.
  std::vector<std::uint8_t> taken(static_cast<std::size_t>(layout.size().height()) *
                                  static_cast<std::size_t>(width + 1));
  int drawnTwice = 0;
  forEachCell(layout, [&](const MapPlace& place, int card) {
    const QRect rect = layout.cellRect(place, card);
    for (int y = rect.top(); y <= rect.bottom(); ++y) {
      for (int x = rect.left(); x <= rect.right(); ++x) {
        drawnTwice +=
            taken[static_cast<std::size_t>(y) * static_cast<std::size_t>(width + 1) + static_cast<std::size_t>(x)]++;
      }
    }
    QVERIFY(!layout.headRect(place.group).intersects(rect));
    QVERIFY(layout.blockRect(place).contains(rect));
    QVERIFY(!layout.nameRect(place).intersects(rect));
    QVERIFY(!layout.reasonRect(place).intersects(rect));
  });
  QCOMPARE(drawnTwice, 0);
}

void TestHeatmapLayout::blocksStayInsideTheWidth() {
  QFETCH(int, cell);
  QFETCH(int, width);
  const HeatmapLayout layout(someGroups(), width, cell, false);
  forEachCell(layout, [&](const MapPlace& place, int card) {
    QVERIFY(layout.cellRect(place, card).left() >= HeatmapLayout::kMarginX);
    QVERIFY(layout.cellRect(place, card).right() <= width - HeatmapLayout::kMarginX);
    QVERIFY(layout.cellRect(place, card).bottom() < layout.size().height());
  });
}

void TestHeatmapLayout::visibleRangesHoldExactlyWhatIsSeen() {
  QFETCH(int, cell);
  QFETCH(int, width);
  const HeatmapLayout layout(someGroups(), width, cell, false);
  constexpr int kPage = 90;
  for (int top = 0; top < layout.size().height(); top += 37) {
    const auto visible = layout.visible(top, kPage);
    QSet<QPair<int, int>> shown;
    for (const VisibleBlocks& blocks : visible) {
      for (int b = blocks.first; b <= blocks.last; ++b) shown.insert({blocks.group, b});
    }
    const QRect page(0, top, width, kPage);
    forEachCell(layout, [&](const MapPlace& place, int card) {
      if (layout.cellRect(place, card).intersects(page)) QVERIFY(shown.contains({place.group, place.block}));
    });
    for (const auto& [group, block] : shown) {
      // A row may be entered by the gap below it.
      const QRect whole =
          layout.blockRect({group, block}).adjusted(0, -layout.metrics().headGap, 0, layout.metrics().rowGap);
      QVERIFY2(whole.intersects(page), "a block far outside is painted in vain");
    }
  }
}

void TestHeatmapLayout::foldedGroupsKeepTheirHeadOnly() {
  auto groups = someGroups();
  const HeatmapLayout open(groups, 1000, 29, false);
  groups[1].folded = true;
  const HeatmapLayout folded(groups, 1000, 29, false);
  QVERIFY(folded.size().height() < open.size().height());
  QCOMPARE(folded.headRect(2).top() - folded.headRect(1).top(), HeatmapLayout::kHeadHeight + HeatmapLayout::kGroupGap);
  QVERIFY(!folded.find(groups[1].nodes.front()));
  QVERIFY(folded.find(groups[0].nodes.front()));
  const auto found = folded.find(groups[2].nodes.front());
  QVERIFY(found);
  QCOMPARE(found->group, 2);
}

void TestHeatmapLayout::fittingCellIsTheLargestThatFits() {
  const auto groups = someGroups();
  const QSize size(1200, 800);
  const int cell = HeatmapLayout::fittingCell(groups, size, 6);
  QVERIFY(cell > 6);
  QVERIFY(HeatmapLayout(groups, size.width(), cell, false).size().height() <= size.height());
  for (int larger = cell + 1; larger <= kLargestCell; ++larger) {
    QVERIFY(HeatmapLayout(groups, size.width(), larger, false).size().height() > size.height());
  }
  QCOMPARE(HeatmapLayout::fittingCell(groups, QSize(200, 40), 6), 6);
}

void TestHeatmapLayout::reasonsKeepALineBelowTheCells() {
  const HeatmapLayout with(someGroups(), 1200, 29, true);
  const HeatmapLayout without(someGroups(), 1200, 29, false);
  const int pitch = with.blockRect({0, 4}).top() - with.blockRect({0, 0}).top();
  QCOMPARE(pitch - (without.blockRect({0, 4}).top() - without.blockRect({0, 0}).top()), 16);
  QVERIFY(pitch >= 68);
  QVERIFY(with.reasonRect({0, 0}).top() > with.cellsRect({0, 0}).bottom());
  QCOMPARE(HeatmapLayout(someGroups(), 1200, 20, true).reasonRect({0, 0}).height(), 0);
}

void TestHeatmapLayout::aNodeWithoutKnownCardsHasAPlate() {
  QFETCH(int, cell);
  LayoutGroup group;
  group.nodes = {NodeIndex{0}, NodeIndex{1}, NodeIndex{2}};
  group.cards = {0, 0, 2};
  const HeatmapLayout layout({group}, 1200, cell, false);
  const QRect plate = layout.cellsRect({0, 0});
  QVERIFY2(plate.width() > layout.metrics().cell, "it is no card");
  QCOMPARE(plate.height(), layout.metrics().cellHeight);
  QCOMPARE(layout.cellRect({0, 0}, 0), plate);
  QVERIFY(layout.blockRect({0, 0}).contains(plate));
  QVERIFY(!plate.intersects(layout.cellsRect({0, 1})));
  QVERIFY(!layout.cellsRect({0, 1}).intersects(layout.cellRect({0, 2}, 0)));
  const MapHit hit = layout.hit(plate.center());
  QVERIFY2(hit.kind == MapHit::Kind::Node, "never a card");
  QCOMPARE(hit.place, (MapPlace{0, 0}));
  QVERIFY(layout.cardsIn({0, 0}, plate).empty());
}

void TestHeatmapLayout::namesAreOrderedNaturally() {
  QVERIFY(naturalLess("node-9", "node-10"));
  QVERIFY(!naturalLess("node-10", "node-9"));
  QVERIFY(naturalLess("10.207.173.20", "10.207.173.111"));
  QVERIFY(naturalLess("a", "a1"));
  QVERIFY(naturalLess("a07", "a7") != naturalLess("a7", "a07"));
  QVERIFY(!naturalLess("same-3", "same-3"));
}

QTEST_GUILESS_MAIN(TestHeatmapLayout)
#include "tst_heatmap_layout.moc"
