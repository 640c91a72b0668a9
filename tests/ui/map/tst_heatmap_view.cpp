// SPDX-License-Identifier: Apache-2.0
// Hands on the map: mouse, keyboard, folding, dropping, and what survives a new snapshot.
#include <QAccessible>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QMimeData>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QUrl>
#include <QVBoxLayout>
#include <QtTest>

#include "tests/ui/map_fixture.h"
#include "ui/theme/theme.h"
#include "ui/widgets/map/heatmap_view.h"
#include "ui/widgets/map/model/map_grouper.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::MapFixture;

namespace {

MapFixture twoPools(int used = 8) {
  MapFixture fixture;
  MapFixture::NodeOptions other;
  other.pool = "pool-b";
  for (const char* name : {"a-1", "a-2", "a-3"})
    fixture.node(name, {MapFixture::card(used), MapFixture::card(0), MapFixture::card(16)});
  for (const char* name : {"b-1", "b-2"}) fixture.node(name, {MapFixture::card(used), MapFixture::card(4)}, other);
  return fixture;
}

class MapView : public HeatmapView {
 public:
  explicit MapView(Theme& theme) : HeatmapView(theme) {
    resize(900, 600);
    setSnapshot(twoPools().build());
    show();
  }
};

/// The middle of a card on the viewport, found as a user would: by looking.
QPoint pointOf(HeatmapView& view, const CardRef& wanted) {
  QPoint found(-1, -1);
  const auto before = view.selection();
  view.blockSignals(true);
  for (int y = 2; y < view.viewport()->height() && found.x() < 0; y += 6) {
    for (int x = 2; x < view.viewport()->width(); x += 6) {
      view.select({});
      QTest::mouseClick(view.viewport(), Qt::LeftButton, Qt::ControlModifier, {x, y});
      if (view.selection() == std::set<CardRef>{wanted}) {
        found = {x, y};
        break;
      }
      if (view.isFolded(QStringLiteral("pool-a"))) view.setFolded(QStringLiteral("pool-a"), false);
      if (view.isFolded(QStringLiteral("pool-b"))) view.setFolded(QStringLiteral("pool-b"), false);
    }
  }
  view.select(before);
  view.blockSignals(false);
  return found;
}

CardRef ref(const char* node, int card) {
  return {QString::fromLatin1(node), card};
}

struct Drop {
  QMimeData data;
  bool send(HeatmapView& view, const QPoint& point) {
    QDragEnterEvent enter(point, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(view.viewport(), &enter);
    if (!enter.isAccepted()) return false;
    QDragMoveEvent move(point, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(view.viewport(), &move);
    QDropEvent drop(point, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(view.viewport(), &drop);
    return true;
  }
};

}  // namespace

class TestHeatmapView : public QObject {
  Q_OBJECT
 private slots:
  void groupsFollowChangesAsIfTheyWereMadeAnew() {
    const auto sameAsNew = [](const MapGrouper& kept, const ClusterSnapshot& snapshot, MapSorting sorting) {
      const auto made = makeGroups(snapshot, MapGrouping::Pool, sorting, nullptr);
      if (made.size() != kept.groups().size()) return false;
      for (std::size_t g = 0; g < made.size(); ++g) {
        const MapGroup& a = made[g];
        const MapGroup& b = kept.groups()[g];
        if (a.name != b.name || a.facts != b.facts || a.triple != b.triple || a.nodes != b.nodes) return false;
      }
      return true;
    };
    MapGrouper grouper;
    const auto follow = [&](MapFixture fixture, MapSorting sorting = MapSorting::Name) {
      const SnapshotPtr snapshot = fixture.build();
      const bool kept = grouper.update(*snapshot, MapGrouping::Pool, sorting, nullptr);
      return std::pair(kept, sameAsNew(grouper, *snapshot, sorting));
    };
    QCOMPARE(follow(twoPools()), std::pair(false, true));
    QVERIFY2(follow(twoPools(12)) == std::pair(true, true), "only sums change: the groups stay");
    QVERIFY2(follow(twoPools(4), MapSorting::FreeMemory) == std::pair(false, true), "another order");
    QVERIFY2(follow(twoPools(9), MapSorting::FreeMemory) == std::pair(false, true), "room orders the nodes");
    QCOMPARE(follow(twoPools(9)), std::pair(false, true));
    MapFixture::NodeOptions moved;
    moved.pool = "pool-c";
    QVERIFY2(follow(twoPools(9).node("c-1", {MapFixture::card(1)}, moved)) == std::pair(false, true), "a node came");
    moved.pool = "pool-b";
    QVERIFY2(follow(twoPools(9).node("c-1", {MapFixture::card(1)}, moved)) == std::pair(false, true),
             "it went to another pool");
    QVERIFY2(
        follow(twoPools(9).node("c-1", {MapFixture::card(1), MapFixture::card(2)}, moved)) == std::pair(false, true),
        "it has another card");
    QCOMPARE(follow(twoPools(9)), std::pair(false, true));
  }

  /// Where half a cluster changes at once, outlines say nothing and cost a frame.
  void atMostFiftyChangedCardsAreOutlined() {
    Theme theme(ThemeKind::Dark);
    theme.setAnimations(true);
    const auto snapshot = [](int changed, std::uint64_t generation) {
      MapFixture fixture;
      for (int i = 0; i < 10; ++i) {
        std::vector<Card> cards;
        for (int j = 0; j < 8; ++j) cards.push_back(MapFixture::card(i * 8 + j < changed ? 12 : 4));
        fixture.node("n-" + std::to_string(i), std::move(cards));
      }
      return fixture.build(generation);
    };
    const auto outlined = [&](int changed) {
      HeatmapView view(theme);
      view.resize(1200, 900);
      view.show();
      view.setSnapshot(snapshot(0, 1));
      view.viewport()->grab();
      view.setSnapshot(snapshot(changed, 2));
      const QImage with = view.viewport()->grab().toImage();
      QTest::qWait(1000);
      const QImage without = view.viewport()->grab().toImage();
      int pixels = 0;
      for (int y = 0; y < with.height(); ++y) {
        for (int x = 0; x < with.width(); ++x) pixels += with.pixel(x, y) != without.pixel(x, y) ? 1 : 0;
      }
      return pixels;
    };
    const int fifty = outlined(50);
    QVERIFY(outlined(40) > 0);
    QVERIFY2(fifty > outlined(40), "each has an outline of its own");
    QCOMPARE(outlined(80), fifty);
  }

  void clickSelectsAndModifiersExtend();
  void aDoubleClickMeansWhatItsFirstClickHit();
  void aClickedNodeStaysAtItsHeightWhenAPaneOpens();
  void rubberBandSelectsAndEscapeCancels();
  void selectionSurvivesANewSnapshot();
  void cardsThatAreGoneLeaveTheSelection();
  void arrowsWalkOverCardsAndHeads();
  void enterOpensAndSpaceSelects();
  void keysZoomAndFit();
  void foldHidesTheNodes();
  void filterLeavesOnlyMatches();
  void workloadDropTellsNodeAndCard();
  void yamlFileDropTellsItsText();
  void wrongDropsAreRefusedWithAReason();
  void staleMapRefusesADrop();
  void previewStaysOnItsNodesOrGoes();
  void aNodeWithoutKnownCardsIsChosenAsItself();
  void sentenceOfTheFocusedCellIsSpoken();
  void languageOfGroupsFollowsRetranslate();
};

void TestHeatmapView::clickSelectsAndModifiersExtend() {
  Theme theme(ThemeKind::Dark);
  MapView view(theme);
  const QPoint first = pointOf(view, ref("a-1", 0));
  const QPoint third = pointOf(view, ref("a-1", 2));
  QVERIFY(first.x() >= 0 && third.x() >= 0);
  QSignalSpy changed(&view, &HeatmapView::selectionChanged);
  view.select({});
  changed.clear();
  QTest::mouseClick(view.viewport(), Qt::LeftButton, Qt::NoModifier, first);
  QCOMPARE(view.selection(), std::set<CardRef>{ref("a-1", 0)});
  QTest::mouseClick(view.viewport(), Qt::LeftButton, Qt::ShiftModifier, third);
  QCOMPARE(view.selection(), (std::set<CardRef>{ref("a-1", 0), ref("a-1", 1), ref("a-1", 2)}));
  QTest::mouseClick(view.viewport(), Qt::LeftButton, Qt::ControlModifier, first);
  QCOMPARE(view.selection(), (std::set<CardRef>{ref("a-1", 1), ref("a-1", 2)}));
  QCOMPARE(changed.count(), 3);
}

/// The first click may open a pane beside the map, which moves what is under the pointer.
void TestHeatmapView::aDoubleClickMeansWhatItsFirstClickHit() {
  Theme theme(ThemeKind::Dark);
  MapView view(theme);
  const QPoint at = pointOf(view, ref("a-2", 0));
  QVERIFY(at.x() >= 0);
  QSignalSpy opened(&view, &HeatmapView::cardActivated);
  const auto zoom = connect(&view, &HeatmapView::selectionChanged, &view, [&view] { view.setCellSize(48); });
  QTest::mouseDClick(view.viewport(), Qt::LeftButton, Qt::NoModifier, at);
  disconnect(zoom);
  QCOMPARE(opened.count(), 1);
  QCOMPARE(opened.front().front().value<CardRef>(), ref("a-2", 0));
}

void TestHeatmapView::aClickedNodeStaysAtItsHeightWhenAPaneOpens() {
  Theme theme(ThemeKind::Dark);
  QWidget window;
  QVBoxLayout layout(&window);
  QWidget tools;
  tools.setFixedHeight(44);
  HeatmapView view(theme);
  layout.addWidget(&tools);
  layout.addWidget(&view, 1);
  window.resize(900, 600);
  window.show();
  view.setSnapshot(test::largeSnapshot(300, 8));
  view.verticalScrollBar()->setValue(view.verticalScrollBar()->maximum() / 2);
  /// The node of the card that a click finds at this height, or the one that is looked for.
  const auto nodeAt = [&view](int y, const QString& wanted) {
    for (int x = 4; x < view.viewport()->width(); x += 4) {
      QTest::mouseClick(view.viewport(), Qt::LeftButton, Qt::NoModifier, {x, y});
      if (view.selection().size() != 1) continue;
      const QString node = view.selection().begin()->node;
      if (wanted.isEmpty() || node == wanted) return node;
    }
    return QString();
  };
  int y = 240;
  while (nodeAt(y, {}).isEmpty()) ++y;
  const QString clicked = nodeAt(y, {});
  // The pane takes room at the right, and the tools need a second line.
  tools.setFixedHeight(78);
  window.resize(560, 600);
  QTRY_COMPARE(view.y(), tools.geometry().bottom() + 1 + layout.spacing());
  QCOMPARE(nodeAt(y - 34, clicked), clicked);
}

void TestHeatmapView::rubberBandSelectsAndEscapeCancels() {
  Theme theme(ThemeKind::Dark);
  MapView view(theme);
  const QPoint from = pointOf(view, ref("a-1", 0));
  const QPoint to = pointOf(view, ref("a-2", 1));
  view.select({});
  QTest::mousePress(view.viewport(), Qt::LeftButton, Qt::NoModifier, from);
  QTest::mouseMove(view.viewport(), (from + to) / 2);
  QMouseEvent move(QEvent::MouseMove, QPointF(to), view.viewport()->mapToGlobal(QPointF(to)), Qt::NoButton,
                   Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(view.viewport(), &move);
  QTest::keyClick(&view, Qt::Key_Escape);
  QTest::mouseRelease(view.viewport(), Qt::LeftButton, Qt::NoModifier, to);
  QVERIFY2(view.selection().empty(), "Escape cancels the rubber band");

  QTest::mousePress(view.viewport(), Qt::LeftButton, Qt::NoModifier, from);
  QApplication::sendEvent(view.viewport(), &move);
  QTest::mouseRelease(view.viewport(), Qt::LeftButton, Qt::NoModifier, to);
  QVERIFY(view.selection().count(ref("a-1", 0)));
  QVERIFY(view.selection().count(ref("a-1", 2)));
  QVERIFY(view.selection().count(ref("a-2", 1)));
  QVERIFY(!view.selection().count(ref("b-1", 0)));
}

void TestHeatmapView::selectionSurvivesANewSnapshot() {
  Theme theme(ThemeKind::Dark);
  MapView view(theme);
  view.select({ref("a-2", 1), ref("b-1", 0)});
  QSignalSpy changed(&view, &HeatmapView::selectionChanged);
  MapFixture grown;
  grown.node("a-0", {MapFixture::card(1)});
  view.setSnapshot(twoPools(12).build(2));
  QCOMPARE(view.selection(), (std::set<CardRef>{ref("a-2", 1), ref("b-1", 0)}));
  QCOMPARE(changed.count(), 0);
}

void TestHeatmapView::cardsThatAreGoneLeaveTheSelection() {
  Theme theme(ThemeKind::Dark);
  MapView view(theme);
  view.select({ref("a-2", 1), ref("b-1", 0)});
  QSignalSpy changed(&view, &HeatmapView::selectionChanged);
  view.setSnapshot(MapFixture().node("a-2", {MapFixture::card(1), MapFixture::card(2)}).build(3));
  QCOMPARE(view.selection(), std::set<CardRef>{ref("a-2", 1)});
  QCOMPARE(changed.count(), 1);
}

void TestHeatmapView::arrowsWalkOverCardsAndHeads() {
  Theme theme(ThemeKind::Dark);
  MapView view(theme);
  view.setFocus();
  QTest::keyClick(&view, Qt::Key_Home);
  QCOMPARE(view.focusedCard(), std::optional(ref("a-1", 0)));
  QTest::keyClick(&view, Qt::Key_Right);
  QTest::keyClick(&view, Qt::Key_Right);
  QTest::keyClick(&view, Qt::Key_Right);
  QCOMPARE(view.focusedCard(), std::optional(ref("a-2", 0)));
  QTest::keyClick(&view, Qt::Key_End);
  QCOMPARE(view.focusedCard(), std::optional(ref("b-2", 1)));
  QTest::keyClick(&view, Qt::Key_Up);
  QVERIFY2(!view.focusedCard(), "above the first row stands the head");
  QTest::keyClick(&view, Qt::Key_Left);
  QVERIFY(view.isFolded(QStringLiteral("pool-b")));
  QTest::keyClick(&view, Qt::Key_Right);
  QVERIFY(!view.isFolded(QStringLiteral("pool-b")));
  QTest::keyClick(&view, Qt::Key_Down);
  QCOMPARE(view.focusedCard(), std::optional(ref("b-1", 0)));
  QTest::keyClick(&view, Qt::Key_Right, Qt::ShiftModifier);
  QCOMPARE(view.selection(), (std::set<CardRef>{ref("b-1", 0), ref("b-1", 1)}));
}

void TestHeatmapView::enterOpensAndSpaceSelects() {
  Theme theme(ThemeKind::Dark);
  MapView view(theme);
  view.setFocus();
  QTest::keyClick(&view, Qt::Key_Home);
  QSignalSpy opened(&view, &HeatmapView::cardActivated);
  QTest::keyClick(&view, Qt::Key_Return);
  QCOMPARE(opened.count(), 1);
  QCOMPARE(opened.front().front().value<CardRef>(), ref("a-1", 0));
  QTest::keyClick(&view, Qt::Key_Space);
  QCOMPARE(view.selection(), std::set<CardRef>{ref("a-1", 0)});
  QTest::keyClick(&view, Qt::Key_Space);
  QVERIFY(view.selection().empty());
  QTest::keyClick(&view, Qt::Key_A, Qt::ControlModifier);
  QCOMPARE(view.selection().size(), std::size_t{13});
}

void TestHeatmapView::aNodeWithoutKnownCardsIsChosenAsItself() {
  Theme theme(ThemeKind::Dark);
  MapView view(theme);
  MapFixture fixture;
  MapFixture::NodeOptions npu;
  npu.mode = GpuMode::Resource;
  fixture.node("a-1", {MapFixture::card(8), MapFixture::card(0)})
      .node("a-2", {}, npu)
      .node("a-3", {MapFixture::card(1)});
  view.setSnapshot(fixture.build(2));
  QVERIFY(view.hasUnknownCards());
  QSignalSpy chosen(&view, &HeatmapView::nodeChosen);
  QSignalSpy opened(&view, &HeatmapView::nodeActivated);
  QSignalSpy cards(&view, &HeatmapView::cardActivated);
  view.select({ref("a-1", 0)});
  view.setFocus();
  QTest::keyClick(&view, Qt::Key_Home);
  QTest::keyClick(&view, Qt::Key_Right);
  QTest::keyClick(&view, Qt::Key_Right);
  QVERIFY(!view.focusedCard());
  QVERIFY2(view.focusSentence().contains(QStringLiteral("a-2, cards not known")), qPrintable(view.focusSentence()));
  QTest::keyClick(&view, Qt::Key_Space);
  QCOMPARE(chosen.count(), 1);
  QCOMPARE(chosen.front().front().toString(), QStringLiteral("a-2"));
  QVERIFY2(view.selection().empty(), "no card of it is chosen, and the others are not any more");
  QTest::keyClick(&view, Qt::Key_Return);
  QCOMPARE(opened.count(), 1);
  QCOMPARE(cards.count(), 0);
  QTest::keyClick(&view, Qt::Key_Right);
  QCOMPARE(view.focusedCard(), std::optional(ref("a-3", 0)));
  QTest::keyClick(&view, Qt::Key_Left);
  QTest::keyClick(&view, Qt::Key_A, Qt::ControlModifier);
  QCOMPARE(view.selection().size(), std::size_t{3});
}

void TestHeatmapView::keysZoomAndFit() {
  Theme theme(ThemeKind::Dark);
  MapView view(theme);
  QSignalSpy zoomed(&view, &HeatmapView::zoomChanged);
  QTest::keyClick(&view, Qt::Key_Plus);
  QVERIFY(view.cellSize() > 29);
  QTest::keyClick(&view, Qt::Key_Minus);
  QTest::keyClick(&view, Qt::Key_Minus);
  QVERIFY(view.cellSize() < 29);
  QCOMPARE(zoomed.count(), 3);
  view.setCellSize(1000);
  QCOMPARE(view.cellSize(), 96);
  view.setSnapshot(cardinal::test::largeSnapshot(400, 8));
  view.setCellSize(29);
  QVERIFY(view.verticalScrollBar()->maximum() > 0);
  QTest::keyClick(&view, Qt::Key_0);
  QCOMPARE(view.verticalScrollBar()->maximum(), 0);
}

void TestHeatmapView::foldHidesTheNodes() {
  Theme theme(ThemeKind::Dark);
  MapView view(theme);
  view.setFolded(QStringLiteral("pool-a"), true);
  QTest::keyClick(&view, Qt::Key_A, Qt::ControlModifier);
  QVERIFY2(view.selection().count(ref("a-1", 0)) == 0, "what is folded away is not taken along");
  QVERIFY(view.selection().count(ref("b-1", 0)) == 1);
  view.setSnapshot(twoPools(10).build(5));
  QVERIFY2(view.isFolded(QStringLiteral("pool-a")), "a new snapshot unfolds nothing");
  view.revealNode(QStringLiteral("a-3"));
  QVERIFY2(!view.isFolded(QStringLiteral("pool-a")), "what is to be shown is unfolded");
}

void TestHeatmapView::filterLeavesOnlyMatches() {
  Theme theme(ThemeKind::Dark);
  MapView view(theme);
  view.setFilter(std::vector<bool>{false, true, false, false, false});
  QTest::keyClick(&view, Qt::Key_A, Qt::ControlModifier);
  QCOMPARE(view.selection(), (std::set<CardRef>{ref("a-2", 0), ref("a-2", 1), ref("a-2", 2)}));
}

void TestHeatmapView::workloadDropTellsNodeAndCard() {
  Theme theme(ThemeKind::Dark);
  MapView view(theme);
  const QPoint point = pointOf(view, ref("b-1", 1));
  QSignalSpy started(&view, &HeatmapView::dragStarted);
  QSignalSpy aimed(&view, &HeatmapView::dragAimed);
  QSignalSpy dropped(&view, &HeatmapView::dropped);
  Drop drop;
  drop.data.setData(QLatin1String(kWorkloadMimeType), "kind: Pod\n");
  drop.data.setData(QLatin1String(kWorkloadNameMimeType), "vllm");
  QVERIFY(drop.send(view, point));
  QCOMPARE(started.count(), 1);
  QCOMPARE(aimed.front().at(0).toString(), QStringLiteral("b-1"));
  QCOMPARE(aimed.front().at(1).toInt(), 1);
  QCOMPARE(dropped.count(), 1);
  QCOMPARE(dropped.front().at(0).toByteArray(), QByteArray("kind: Pod\n"));
  QCOMPARE(dropped.front().at(1).toString(), QStringLiteral("vllm"));
  QCOMPARE(dropped.front().at(2).toString(), QStringLiteral("b-1"));
  QCOMPARE(dropped.front().at(3).toInt(), 1);
}

void TestHeatmapView::yamlFileDropTellsItsText() {
  Theme theme(ThemeKind::Dark);
  MapView view(theme);
  QTemporaryDir folder;
  QFile file(folder.filePath(QStringLiteral("app.yaml")));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write("kind: Job\n");
  file.close();
  QSignalSpy dropped(&view, &HeatmapView::dropped);
  Drop drop;
  drop.data.setUrls({QUrl::fromLocalFile(file.fileName())});
  QVERIFY(drop.send(view, {5, view.viewport()->height() - 3}));
  QCOMPARE(dropped.count(), 1);
  QCOMPARE(dropped.front().at(0).toByteArray(), QByteArray("kind: Job\n"));
  QCOMPARE(dropped.front().at(1).toString(), QStringLiteral("app.yaml"));
  QVERIFY2(dropped.front().at(2).toString().isEmpty(), "beside all nodes: the cluster is meant");
}

void TestHeatmapView::wrongDropsAreRefusedWithAReason() {
  Theme theme(ThemeKind::Dark);
  MapView view(theme);
  QTemporaryDir folder;
  const auto write = [&](const char* name, qint64 size) {
    QFile file(folder.filePath(QString::fromLatin1(name)));
    if (file.open(QIODevice::WriteOnly)) file.write(QByteArray(static_cast<qsizetype>(size), '#'));
    return QUrl::fromLocalFile(file.fileName());
  };
  QSignalSpy dropped(&view, &HeatmapView::dropped);
  QSignalSpy refused(&view, &HeatmapView::dropRefused);
  const QList<QList<QUrl>> wrong{{write("picture.png", 10)},
                                 {write("huge.yaml", 4 * 1024 * 1024 + 1)},
                                 {write("a.yaml", 1), write("b.yaml", 1)},
                                 {QUrl(QStringLiteral("https://example.test/app.yaml"))},
                                 {QUrl::fromLocalFile(folder.filePath(QStringLiteral("missing.yaml")))}};
  for (const QList<QUrl>& urls : wrong) {
    Drop drop;
    drop.data.setUrls(urls);
    QVERIFY(drop.send(view, {100, 100}));
  }
  QCOMPARE(dropped.count(), 0);
  QCOMPARE(refused.count(), wrong.size());
  QVERIFY(refused.at(0).front().toString().contains(QStringLiteral("picture.png")));
  QVERIFY(refused.at(1).front().toString().contains(QStringLiteral("4 MiB")));
  Drop text;
  text.data.setText(QStringLiteral("kind: Pod"));
  QVERIFY2(!text.send(view, {100, 100}), "text is not a workload");
}

void TestHeatmapView::staleMapRefusesADrop() {
  Theme theme(ThemeKind::Dark);
  MapView view(theme);
  view.setStale(true);
  QSignalSpy dropped(&view, &HeatmapView::dropped);
  QSignalSpy refused(&view, &HeatmapView::dropRefused);
  Drop drop;
  drop.data.setData(QLatin1String(kWorkloadMimeType), "kind: Pod\n");
  drop.send(view, {100, 100});
  QCOMPARE(dropped.count(), 0);
  QCOMPARE(refused.count(), 1);
}

void TestHeatmapView::previewStaysOnItsNodesOrGoes() {
  Theme theme(ThemeKind::Dark);
  MapView view(theme);
  MapPreview preview;
  preview.generation = 1;
  preview.ghosts.push_back({NodeIndex{0}, {1}, 0, QStringLiteral("+8")});
  view.setPreview(preview);
  const QImage with = view.toImage({900, 600}, 1.0);
  view.setSnapshot(twoPools().build(2));
  QVERIFY2(view.toImage({900, 600}, 1.0) == with, "the same nodes: the ghost stays where it is");
  MapFixture others;
  others.node("a-0", {MapFixture::card(8), MapFixture::card(8)});
  view.setSnapshot(others.build(3));
  HeatmapView plainView(theme);
  plainView.setSnapshot(others.build(3));
  QCOMPARE(view.toImage({900, 600}, 1.0), plainView.toImage({900, 600}, 1.0));
}

void TestHeatmapView::sentenceOfTheFocusedCellIsSpoken() {
  Theme theme(ThemeKind::Dark);
  MapView view(theme);
  view.setFocus();
  QTest::keyClick(&view, Qt::Key_Home);
  QAccessibleInterface* access = QAccessible::queryAccessibleInterface(&view);
  QVERIFY(access);
  const QString sentence = access->text(QAccessible::Value);
  QVERIFY2(sentence.contains(QStringLiteral("a-1 card 0")), qPrintable(sentence));
  QVERIFY2(sentence.contains(QStringLiteral("50 %")), qPrintable(sentence));
}

void TestHeatmapView::languageOfGroupsFollowsRetranslate() {
  Theme theme(ThemeKind::Dark);
  MapView view(theme);
  view.setFolded(QStringLiteral("pool-b"), true);
  QEvent change(QEvent::LanguageChange);
  QApplication::sendEvent(&view, &change);
  QVERIFY(view.isFolded(QStringLiteral("pool-b")));
  QVERIFY(!view.isFolded(QStringLiteral("pool-a")));
}

QTEST_MAIN(TestHeatmapView)
#include "tst_heatmap_view.moc"
