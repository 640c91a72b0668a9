// SPDX-License-Identifier: Apache-2.0
// What the console recorded, as a user meets it: charts over time, the free slots, and the map of an earlier moment.
#include <QAbstractButton>
#include <QDialog>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QTableView>
#include <QtTest>
#include <algorithm>

#include "tests/support/temporary_folder.h"
#include "tests/ui/window_fixture.h"
#include "ui/bridge/history_controller.h"
#include "ui/pages/allocation/allocation_page.h"
#include "ui/pages/allocation/groups_view.h"
#include "ui/pages/allocation/recorded_view.h"
#include "ui/pages/map/map_page.h"
#include "ui/pages/map/past_bar.h"
#include "ui/pages/map/past_track.h"
#include "ui/pages/preview/preview_dialog.h"
#include "ui/pages/shell/bars/status_line.h"
#include "ui/pages/shell/bars/top_bar.h"
#include "ui/pages/templates/template_palette.h"
#include "ui/widgets/basic/segmented_control.h"
#include "ui/widgets/charts/group_chart.h"
#include "ui/widgets/charts/time_chart.h"
#include "ui/widgets/lists/connection_chip.h"
#include "ui/widgets/lists/navigation_list.h"
#include "ui/widgets/map/heatmap_view.h"

using namespace cardinal;
using namespace cardinal::test;
using namespace cardinal::ui;
using cardinal::testing::ackNode;
using cardinal::testing::pod;
using cardinal::testing::upsert;

class TestRecord : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowFixture> m_fixture;
  std::unique_ptr<test::TemporaryFolder> m_folder;

  ClusterView& opened(bool isLive = true) {
    ClusterView& window = m_fixture->opened();
    [&] { QVERIFY(!m_fixture->bridge().snapshot()->cards.empty()); }();
    [&] { QCOMPARE(m_fixture->bridge().isFresh(), isLive); }();
    return window;
  }
  static HistoryController& history(const ClusterView& window) { return *window.findChild<HistoryController*>(); }
  /// Of a cluster that is not yet known as a whole nothing is recorded, however long a test takes.
  ClusterView& openedUnrecorded() {
    m_fixture->script->firstPhase = ConnectionPhase::Connecting;
    return opened(false);
  }
  /// Records the present, and waits until it is: what is asked now is answered after that. The number of changes says
  /// nothing, for a slow test's cluster was recorded already when it had been known for two seconds.
  void record(const ClusterView& window) {
    history(window).recordNow();
    QObject context;
    bool isRecorded = false;
    bool isAnswered = false;
    history(window).moments(&context, [&](const Result<std::vector<PastMoment>>& moments) {
      isAnswered = true;
      isRecorded = moments && !moments->empty();
    });
    [&] { QTRY_VERIFY_WITH_TIMEOUT(isAnswered, WindowFixture::kTimeout); }();
    [&] { QVERIFY(isRecorded); }();
  }
  /// Another pod of 6 GiB on card 1 of node-b.
  void addPod() {
    const std::size_t held = heldCards();
    m_fixture->script->tell({upsert(pod("team-c", "more").gpuMem(6).v2(R"({"0":{"1":6}})").on("node-b"))});
    [&] { QTRY_VERIFY(heldCards() > held); }();
  }
  std::size_t heldCards() {
    const SnapshotPtr snapshot = m_fixture->bridge().snapshot();
    return static_cast<std::size_t>(std::count_if(snapshot->cards.begin(), snapshot->cards.end(),
                                                  [](const Card& card) { return card.memAllocated.value > 0; }));
  }
  static MapPage& map(const ClusterView& window) { return *window.findChild<MapPage*>(); }
  static PastBar& bar(const ClusterView& window) { return *window.findChild<PastBar*>(); }
  static PastTrack& track(const ClusterView& window) { return *window.findChild<PastTrack*>(); }
  static std::size_t heldOnMap(const ClusterView& window) {
    const MapSvgRequest shown = map(window).vectorRequest();
    return static_cast<std::size_t>(std::count_if(shown.snapshot->cards.begin(), shown.snapshot->cards.end(),
                                                  [](const Card& card) { return card.memAllocated.value > 0; }));
  }
  static QString texts(const QWidget& widget) { return WindowFixture::visibleTexts(widget); }
  static AllocationPage& page(const ClusterView& window) { return *window.findChild<AllocationPage*>(); }
  static QAbstractItemModel& table(const ClusterView& window) {
    for (QTableView* one : page(window).findChildren<QTableView*>()) {
      if (one->isVisible()) return *one->model();
    }
    return *page(window).findChild<QTableView*>()->model();
  }
  /// Chooses in the control of this name.
  static void choose(const ClusterView& window, const char* name, const char* id) {
    for (SegmentedControl* control : page(window).findChildren<SegmentedControl*>()) {
      if (control->accessibleName() != QLatin1String(name)) continue;
      control->setCurrent(QString::fromLatin1(id));
      emit control->changed(QString::fromLatin1(id));
    }
  }
  static void chooseBy(const ClusterView& window, const char* id) {
    choose(window, "By what allocation is added up", id);
  }
  static GroupChart& groupChart(const ClusterView& window) {
    const auto views = page(window).findChildren<AllocationView*>();
    return *(*std::find_if(views.begin(), views.end(), [](const AllocationView* one) {
              return one->isVisible();
            }))->findChild<GroupChart*>();
  }
  /// Two states: before and after addPod().
  ClusterView& openedWithPast() {
    ClusterView& window = opened();
    record(window);
    addPod();
    record(window);
    return window;
  }
  ClusterView& lookingBack() {
    ClusterView& window = openedWithPast();
    map(window).lookBack();
    [&] { QTRY_VERIFY(map(window).showsPast()); }();
    return window;
  }

 private slots:
  void init() {
    m_fixture = std::make_unique<WindowFixture>();
    m_folder = std::make_unique<test::TemporaryFolder>();
  }
  void cleanup() { m_fixture.reset(); }

  void whatIsAllocatedHasALineThatGrowsWithTheRecord() {
    ClusterView& window = opened();
    QVERIFY(window.showPage(QStringLiteral("allocation"), QStringLiteral("time")));
    record(window);
    QTRY_COMPARE(table(window).rowCount(), 2);
    QCOMPARE(table(window).index(0, 0).data().toString(), QStringLiteral("allocated"));
    QCOMPARE(table(window).index(1, 0).data().toString(), QStringLiteral("capacity"));
    const QString before = table(window).index(0, 1).data().toString();
    QVERIFY2(before.endsWith(QStringLiteral(" GiB")), qPrintable(before));
    chooseBy(window, "namespace");
    QTRY_VERIFY(table(window).index(0, 0).data().toString().startsWith(QStringLiteral("team-")));
    choose(window, "Measure of allocation", "cards");
    QTRY_VERIFY(table(window).index(0, 1).data().toString().endsWith(QStringLiteral("cards")));
  }

  void beforeAnythingIsRecordedThePageSaysSo() {
    ClusterView& window = openedUnrecorded();
    QVERIFY(window.showPage(QStringLiteral("allocation"), QStringLiteral("time")));
    QTRY_VERIFY(texts(window).contains(QStringLiteral("Nothing is recorded of this time")));
  }

  void whatIsAllocatedNowHasABarForEachGroup() {
    ClusterView& window = opened();
    QVERIFY(window.showPage(QStringLiteral("allocation"), QStringLiteral("now")));
    QTRY_COMPARE(groupChart(window).bars().size(), std::size_t{3});  // cgpu, core_mem, exclusive
    QCOMPARE(table(window).rowCount(), 3);
    const auto cells = [&window](const char* group) {
      QStringList out;
      const QAbstractItemModel& rows = table(window);
      for (int row = 0; row < rows.rowCount(); ++row) {
        if (rows.index(row, 0).data().toString() != QLatin1String(group)) continue;
        for (int column = 1; column < rows.columnCount(); ++column) out << rows.index(row, column).data().toString();
      }
      return out;
    };
    QCOMPARE(cells("exclusive").join(u' '), QStringLiteral("n/a n/a n/a 4"));  // nobody says how large the cards are
    choose(window, "Measure of allocation", "cards");
    QTRY_COMPARE(cells("exclusive").at(1), QStringLiteral("4 cards"));
    choose(window, "Measure of allocation", "memory");
    chooseBy(window, "owner");
    QTRY_VERIFY(table(window).index(0, 0).data().toString().startsWith(QStringLiteral("team-")));
    const GroupChart& chart = groupChart(window);
    QVERIFY(!chart.tipAt(QPointF(chart.width() / 2.0, chart.height() / 2.0)).rows.empty());
  }

  void freeSlotsFallWhereCardsAreInPieces() {
    ClusterView& window = opened();
    QVERIFY(window.showPage(QStringLiteral("allocation"), QStringLiteral("slots")));
    QTRY_COMPARE(groupChart(window).lines().size(), std::size_t{1});
    const GroupChart::Line before = groupChart(window).lines().front();
    const double whole = 16 * 1024.0;
    const double cards = heightAt(before, whole);
    QVERIFY(cards > 0);
    QCOMPARE(heightAt(before, 1e9), 0.0);
    addPod();
    QTRY_COMPARE(heightAt(groupChart(window).lines().front(), whole), cards - 1);
    chooseBy(window, "mode");
    QTRY_VERIFY(table(window).rowCount() >= 2);
  }

  void chartsAreCopiedAsValues() {
    ClusterView& window = opened();
    record(window);
    QVERIFY(window.showPage(QStringLiteral("allocation"), QStringLiteral("time")));
    auto* view = page(window).findChild<RecordedView*>();
    QTRY_VERIFY(view->isDrawn());
    const QString csv = QString::fromUtf8(view->values());
    QVERIFY2(csv.startsWith(QStringLiteral("\"time\",\"allocated (MiB)\",\"capacity (MiB)\"")), qPrintable(csv));
    QVERIFY(csv.count(u'\n') >= 2);
    QVERIFY(!view->picture().isNull());
    QVERIFY(window.showPage(QStringLiteral("allocation"), QStringLiteral("slots")));
    auto* slotsView = page(window).findChild<SlotsView*>();
    QTRY_VERIFY(slotsView->isDrawn());
    const QString steps = QString::fromUtf8(slotsView->values());
    QVERIFY2(steps.contains(QStringLiteral("\"all cards\",\"16384\",")), qPrintable(steps));
  }

  void totalsBelowAPastMapAreThoseOfThePast() {
    ClusterView& window = lookingBack();
    const auto* status = window.findChild<StatusLine*>();
    const QString last = status->text();
    QVERIFY2(last.startsWith(bar(window).asOf()), qPrintable(last));
    QTest::keyClick(&track(window), Qt::Key_Left);
    QTRY_VERIFY(status->text() != last);
    QVERIFY2(status->text().startsWith(bar(window).asOf()), qPrintable(status->text()));
    QVERIFY(map(window).backToNow());
    QVERIFY2(!status->text().contains(QStringLiteral("as of")), qPrintable(status->text()));
  }

  void theMapGoesBackAndForthThroughWhatWasRecorded() {
    ClusterView& window = lookingBack();
    QCOMPARE(track(window).maximum(), 1);
    QCOMPARE(track(window).value(), 1);
    const std::size_t now = heldCards();
    QCOMPARE(heldOnMap(window), now);
    QVERIFY(texts(window).contains(QStringLiteral("History:")) || !bar(window).asOf().isEmpty());
    QTest::keyClick(&track(window), Qt::Key_Left);
    QTRY_COMPARE(heldOnMap(window), now - 1);
    QVERIFY(bar(window).asOf().startsWith(QStringLiteral("as of ")));
    QVERIFY(map(window).vectorRequest().caption.contains(bar(window).asOf()));
    QTest::keyClick(&track(window), Qt::Key_Right);
    QTRY_COMPARE(heldOnMap(window), now);
    QTest::keyClick(&window, Qt::Key_Escape);
    QVERIFY(!map(window).showsPast());
    QVERIFY(bar(window).isHidden());
    QCOMPARE(map(window).vectorRequest().snapshot, m_fixture->bridge().snapshot());
  }

  void whileThePastIsShownThePresentDoesNotDisturbIt() {
    ClusterView& window = lookingBack();
    track(window).setValue(0);
    const std::size_t now = heldCards();
    QTRY_COMPARE(heldOnMap(window), now - 1);
    m_fixture->script->tell({upsert(ackNode("node-z", "cgpu", 2, 16))});
    QTRY_VERIFY(m_fixture->bridge().snapshot()->findNode("node-z").has_value());
    QVERIFY(!map(window).vectorRequest().snapshot->findNode("node-z").has_value());
    // The record grows meanwhile; what is looked at stays.
    record(window);
    QTRY_COMPARE(track(window).maximum(), 2);
    QCOMPARE(track(window).value(), 0);
    QCOMPARE(heldOnMap(window), now - 1);
    map(window).backToNow();
    QVERIFY(map(window).vectorRequest().snapshot->findNode("node-z").has_value());
  }

  void besideThePastNothingClaimsToBeLive() {
    ClusterView& window = openedWithPast();
    const auto* chip = window.findChild<ConnectionChip*>();
    const auto* navigation = window.findChild<NavigationList*>();
    QTRY_VERIFY2(chip->accessibleName().startsWith(QStringLiteral("Live")), qPrintable(chip->accessibleName()));
    QVERIFY(!navigation->count(QStringLiteral("nodes")).isEmpty());
    map(window).lookBack();
    QTRY_VERIFY(map(window).showsPast());
    QVERIFY2(chip->accessibleName().startsWith(QStringLiteral("History")), qPrintable(chip->accessibleName()));
    QVERIFY(texts(*window.findChild<TopBar*>()).contains(QStringLiteral("Read-only")));
    for (const char* page : {"nodes", "cards", "workloads", "pending", "watches"})
      QVERIFY2(navigation->count(QString::fromLatin1(page)).isEmpty(), page);
    window.showPage(QStringLiteral("nodes"));
    QVERIFY2(chip->accessibleName().startsWith(QStringLiteral("Live")), "the page shows now");
    QVERIFY(!navigation->count(QStringLiteral("nodes")).isEmpty());
    window.showPage(QStringLiteral("map"));
    QVERIFY(chip->accessibleName().startsWith(QStringLiteral("History")));
    map(window).backToNow();
    QVERIFY(chip->accessibleName().startsWith(QStringLiteral("Live")));
  }

  void inThePastNothingIsPreviewedOrChangedAndTheReasonIsSaid() {
    ClusterView& window = lookingBack();
    QVERIFY(!map(window).palette()->isEnabled());
    QCOMPARE(map(window).palette()->toolTip(), PastBar::refusal());
    // A drop is refused with the reason.
    HeatmapView* view = map(window).view();
    QSignalSpy refused(view, &HeatmapView::dropRefused);
    QMimeData data;
    data.setData(QString::fromLatin1(kWorkloadMimeType),
                 "apiVersion: v1\nkind: Pod\nmetadata: {name: x}\nspec: {containers: []}\n");
    const QPoint middle = view->viewport()->rect().center();
    QDragEnterEvent enter(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(view->viewport(), &enter);
    QDropEvent drop(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(view->viewport(), &drop);
    QCOMPARE(refused.count(), 1);
    QCOMPARE(refused.at(0).at(0).toString(), PastBar::refusal());
    // So is the keyboard's way.
    QTest::keyClick(&window, Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(window.findChild<PreviewDialog*>() == nullptr);
    QVERIFY(window.findChildren<QDialog*>().isEmpty());
    map(window).backToNow();
    QVERIFY(map(window).palette()->isEnabled());
    QTest::keyClick(&window, Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(window.findChild<PreviewDialog*>() != nullptr);
  }

  void withoutARecordTheMapStaysAndSaysWhy() {
    ClusterView& window = openedUnrecorded();
    map(window).lookBack();
    QTRY_VERIFY(texts(window).contains(QStringLiteral("Nothing is recorded for this cluster yet")));
    QVERIFY(!map(window).showsPast());
  }

  void thePastSurvivesARestartOfTheConsole() {
    ClusterView& first = opened();
    first.setRecordFolder(m_folder->path().string());
    record(first);
    m_fixture->close();
    QCOMPARE(QDir(QString::fromStdString(m_folder->path().string()))
                 .entryList({QStringLiteral("*.sqlite")}, QDir::Files)
                 .size(),
             1);
    ClusterView& second = opened();
    second.setRecordFolder(m_folder->path().string());
    map(second).lookBack();
    QTRY_VERIFY(map(second).showsPast());
  }

  void whatCannotBeWrittenIsShownOnThePage() {
    const std::string file = recordFile(m_folder->path().string(), m_fixture->script->info);
    QVERIFY(QDir().mkpath(QString::fromStdString(file)));  // a folder in the place of the file: nothing can be written
    ClusterView& window = opened();
    window.setRecordFolder(m_folder->path().string());
    QVERIFY(window.showPage(QStringLiteral("allocation"), QStringLiteral("time")));
    history(window).recordNow();
    QTRY_VERIFY(texts(window).contains(QStringLiteral("Allocation history is not being recorded")));
  }

  void ofAPartOfTheClusterNothingIsRecorded() {
    m_fixture->script->firstPhase = ConnectionPhase::Connecting;
    ClusterView& window = m_fixture->open();
    QTRY_VERIFY(!m_fixture->bridge().snapshot()->nodes.empty() || m_fixture->bridge().isOpen());
    m_fixture->script->oneNamespace("team-a");
    QTRY_COMPARE(history(window).refusal(), RecordRefusal::PartOnly);
    map(window).lookBack();
    QTRY_VERIFY(texts(window).contains(QStringLiteral("You can see only a part of the cluster")));
  }

  void theLanguageChangesWhileThePastIsShown() {
    ClusterView& window = lookingBack();
    m_fixture->language().setCode(QStringLiteral("zh_CN"));
    QTRY_VERIFY(texts(window).contains(QStringLiteral("返回当前")));
    QVERIFY(map(window).showsPast());
    m_fixture->language().setCode(QStringLiteral("en"));
    QTRY_VERIFY(texts(window).contains(QStringLiteral("Return to live")));
  }
};

QTEST_MAIN(TestRecord)
#include "tst_record.moc"
