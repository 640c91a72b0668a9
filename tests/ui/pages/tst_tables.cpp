// SPDX-License-Identifier: Apache-2.0
// What a user does with the rows and columns of a table.
#include <QAction>
#include <QClipboard>
#include <QHeaderView>
#include <QMenu>
#include <QSplitter>
#include <QtTest>
#include <algorithm>

#include "core/model/extras/extra.h"
#include "core/model/extras/resource_slice.h"
#include "tests/ui/plan_stage.h"
#include "tests/ui/window_fixture.h"
#include "ui/models/roles.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/common/tables/table_tools.h"
#include "ui/pages/lists/list_pages.h"
#include "ui/pages/workloads/workloads_page.h"
#include "ui/widgets/basic/segmented_control.h"
#include "ui/widgets/lists/filter_line.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::WindowFixture;

class tst_tables : public QObject {
  Q_OBJECT
  std::unique_ptr<WindowFixture> m_fixture;
  ClusterView* m_window = nullptr;

  template <typename Page>
  Page& page(const char* id) {
    static_cast<void>(m_window->showPage(QString::fromLatin1(id)));
    return *m_window->findChild<Page*>();
  }
  static void clickRow(DataTable& table, int row, Qt::KeyboardModifiers keys = {}) {
    QTest::mouseClick(table.viewport(), Qt::LeftButton, keys, table.visualRect(table.model()->index(row, 0)).center());
  }
  /// The menu that is open now.
  static QMenu* menu() {
    static_cast<void>(QTest::qWaitFor([] { return QApplication::activePopupWidget() != nullptr; }));
    return qobject_cast<QMenu*>(QApplication::activePopupWidget());
  }
  static QAction* entry(const QMenu& menu, const QString& words) {
    for (QAction* one : menu.actions()) {
      if (one->isVisible() && one->text().contains(words)) return one;
    }
    return nullptr;
  }
  static int columnOf(DataTable& table, const QString& head) {
    for (int column = 0; column < table.model()->columnCount(); ++column) {
      if (table.model()->headerData(column, Qt::Horizontal).toString() == head) return column;
    }
    return -1;
  }
  static void pressTools(const QWidget& page) { QTest::mouseClick(page.findChild<TableTools*>(), Qt::LeftButton); }

 private slots:
  void init() {
    m_fixture = std::make_unique<WindowFixture>();
    m_window = &m_fixture->opened();
  }
  void cleanup() { m_fixture.reset(); }

  void severalRowsStayChosenThroughNews() {
    auto& nodes = page<NodesPage>("nodes");
    auto* table = nodes.findChild<DataTable*>();
    QTRY_VERIFY(table->model()->rowCount() > 2);
    clickRow(*table, 0);
    clickRow(*table, 2, Qt::ControlModifier);
    QCOMPARE(nodes.chosenKeys(), QStringList({QStringLiteral("node-a"), QStringLiteral("node-c")}));

    // News of the cluster take nothing from the choice.
    m_fixture->script->tell({upsert(cardinal::testing::node("node-0").shared(2, 30))});
    QTRY_VERIFY(table->model()->rowCount() > 4);
    QCOMPARE(nodes.chosenKeys(), QStringList({QStringLiteral("node-a"), QStringLiteral("node-c")}));
  }

  void poolsThatSeveralNodesShareStandAboveTheRows() {
    auto slice = std::make_shared<RawResourceSlice>();
    slice->meta.key.name = "shared";
    slice->driver = "gpu.example.com";
    slice->pool = "rack";
    slice->generation = slice->sliceCount = 1;
    slice->nodes.allNodes = true;
    slice->devices.resize(2);
    slice->devices[0].name = "gpu-0";
    slice->devices[1].name = "gpu-1";
    ClusterDelta pools;
    pools.op = ClusterDelta::Op::ReplaceExtras;
    pools.extraKind = ExtraKind::ResourceSlice;
    const auto says = [](QWidget& page, const char* words) {
      return WindowFixture::visibleTexts(page).contains(QString::fromUtf8(words));
    };
    const char* words = "gpu.example.com/rack: 2 devices that several nodes share (allNodes)";
    for (const char* id : {"nodes", "cards"}) {
      QVERIFY(m_window->showPage(QString::fromLatin1(id)));
      QWidget& shown = id == std::string_view("nodes") ? static_cast<QWidget&>(*m_window->findChild<NodesPage*>())
                                                       : *m_window->findChild<CardsPage*>();
      QVERIFY(!says(shown, words));
      pools.extras = {std::shared_ptr<const RawResourceSlice>(slice)};
      m_fixture->script->tell({pools});
      QTRY_VERIFY_WITH_TIMEOUT(says(shown, words), WindowFixture::kTimeout);
      m_fixture->language().setCode(QStringLiteral("zh_CN"));
      QTRY_VERIFY2(says(shown, "gpu.example.com/rack："), qPrintable(WindowFixture::visibleTexts(shown)));
      m_fixture->language().setCode(QStringLiteral("en"));
      pools.extras.clear();
      m_fixture->script->tell({pools});
      QTRY_VERIFY_WITH_TIMEOUT(!says(shown, words), WindowFixture::kTimeout);
    }
  }

  void aSourceThatTakesNoChangesSaysSoInTheMenu() {
    auto* table = page<NodesPage>("nodes").findChild<DataTable*>();
    QTRY_VERIFY(table->model()->rowCount() > 2);
    emit table->menuRequested(m_window->mapToGlobal(QPoint(200, 200)), QStringLiteral("node-a"));
    QMenu* shown = menu();
    QVERIFY(shown);
    const QAction* drain = entry(*shown, QStringLiteral("Drain…"));
    QVERIFY2(drain && !drain->isEnabled() && !drain->toolTip().isEmpty(), "refused with the reason, as the button is");
    shown->close();
  }

  void theMenusOfTheMapOfferWhatThoseOfTheTablesDo() {
    m_fixture.reset();
    test::PlanStage stage;
    ClusterView& window = stage.openDemo();
    QVERIFY(window.showPage(QStringLiteral("map")));
    auto* view = window.findChild<MapPage*>()->view();
    const SnapshotPtr state = stage.bridge().snapshot();
    const auto at = std::find_if(state->nodes.begin(), state->nodes.end(), [](const NodePtr& node) {
      return node->exists() && !node->unschedulable() && node->devices != nullptr && !node->devices->cards.empty() &&
             !node->devices->cards.front().id.empty();
    });
    QVERIFY(at != state->nodes.end());
    const QString name = QString::fromStdString((*at)->name);
    emit view->contextMenuRequested(window.mapToGlobal(QPoint(300, 300)), CardRef{name, 0}, true);
    QMenu* shown = menu();
    QVERIFY(shown);
    for (const char* words :
         {"Cordon…", "Drain…", "Change mode…", "Change placement policy…", "View YAML", "Labels and"})
      QVERIFY2(entry(*shown, QString::fromUtf8(words)), words);
    shown->close();
    emit view->contextMenuRequested(window.mapToGlobal(QPoint(300, 300)), CardRef{name, 0}, false);
    QTRY_VERIFY(menu() && entry(*menu(), QStringLiteral("UUID")));
    shown = menu();
    QVERIFY(entry(*shown, QStringLiteral("Open node")));
    entry(*shown, QStringLiteral("UUID"))->trigger();
    QCOMPARE(QApplication::clipboard()->text(), QString::fromStdString((*at)->devices->cards.front().id));
    QAction* table = entry(*shown, QStringLiteral("Show in the table of cards"));
    QVERIFY(table);
    table->trigger();
    shown->close();
    QTRY_VERIFY(window.findChild<CardsPage*>()->isVisible());
    QCOMPARE(window.findChild<CardsPage*>()->chosenKeys(), QStringList{name + QStringLiteral("/0")});
  }

  void besideThePaneANodeStillSaysItsStateAndWhatIsFree() {
    m_window->resize(1280, 800);
    auto& nodes = page<NodesPage>("nodes");
    auto* table = nodes.findChild<DataTable*>();
    QTRY_VERIFY(table->model()->rowCount() > 2);
    clickRow(*table, 0);
    QTRY_VERIFY2(table->viewport()->width() < 820, "the pane is there");
    for (const char* head : {"State", "Largest free slot", "Findings"}) {
      const int column = columnOf(*table, QString::fromLatin1(head));
      QVERIFY2(!table->isColumnHidden(column), head);
      QVERIFY2(table->columnViewportPosition(column) + table->columnWidth(column) <= table->viewport()->width(), head);
    }
    const int state = columnOf(*table, QStringLiteral("State"));
    QVERIFY(table->columnWidth(state) >= table->sizeHintForIndex(table->model()->index(0, state)).width());
  }

  void whatCanBeDoneWithNodesIsInTheirMenu() {
    m_fixture.reset();
    test::PlanStage stage;
    ClusterView& window = stage.openDemo();
    QVERIFY(window.showPage(QStringLiteral("nodes")));
    auto& nodes = *window.findChild<NodesPage*>();
    auto* table = nodes.findChild<DataTable*>();
    QTRY_VERIFY(table->model()->rowCount() > 3);
    clickRow(*table, 0);
    clickRow(*table, 1, Qt::ShiftModifier);
    const QStringList both = nodes.chosenKeys();
    QCOMPARE(both.size(), 2);
    emit table->menuRequested(window.mapToGlobal(QPoint(200, 200)), both.last());
    QMenu* shown = menu();
    QVERIFY(shown);
    QAction* drain = entry(*shown, QStringLiteral("Drain 2 nodes"));
    QVERIFY(drain && drain->isEnabled());
    drain->trigger();
    shown->close();
    QTRY_VERIFY(stage.dialog() != nullptr);
    QTRY_VERIFY(!stage.dialog()->isLooking());
    for (const QString& node : both)
      QVERIFY2(WindowFixture::visibleTexts(*stage.dialog()).contains(node), qPrintable(node));
    stage.dialog()->reject();

    // A row beside the chosen ones is meant alone.
    const QString other = table->model()->index(3, 0).data(KeyRole).toString();
    emit table->menuRequested(window.mapToGlobal(QPoint(200, 200)), other);
    shown = menu();
    QVERIFY(shown && entry(*shown, QStringLiteral("Drain…")) && entry(*shown, QStringLiteral("View YAML")));
    QVERIFY(!entry(*shown, QStringLiteral("2 nodes")));
    shown->close();
  }

  void columnsAreTakenAwayAndStayAway() {
    auto& pods = page<WorkloadsPage>("workloads");
    auto* table = pods.findChild<QSplitter*>()->widget(1)->findChild<DataTable*>();  // below the workloads
    const int node = columnOf(*table, QStringLiteral("Node"));
    const int cards = columnOf(*table, QStringLiteral("Card"));
    QVERIFY(node > 0 && cards > 0 && !table->isColumnHidden(node) && !table->isColumnHidden(cards));
    pressTools(pods);
    QMenu* tools = menu();
    QVERIFY(tools);
    QAction* columns = entry(*tools, QStringLiteral("Columns"));
    QVERIFY(columns && columns->menu());
    QVERIFY2(columns->menu()->actions().first()->text() == u"Namespace", "the first column names the row");
    entry(*columns->menu(), QStringLiteral("Node"))->trigger();
    tools->close();
    QTRY_VERIFY(table->isColumnHidden(node));
    m_window->resize(1900, 900);
    QTest::qWait(20);
    QVERIFY(table->isColumnHidden(node));
    // What a filter takes away comes back, what the user took away does not.
    pods.showPending(true);
    QTRY_VERIFY(table->isColumnHidden(cards));
    pods.showPending(false);
    QTRY_VERIFY(!table->isColumnHidden(cards));
    QVERIFY(table->isColumnHidden(node));
  }

  void aFilterIsSavedComesBackAndIsForgotten() {
    auto& nodes = page<NodesPage>("nodes");
    auto* tools = nodes.findChild<TableTools*>();
    const auto keep = [&](const char* words) {
      pressTools(nodes);
      QMenu* shown = menu();
      QAction* action = shown->findChild<QAction*>(QStringLiteral("keepFilter"));
      QCOMPARE(action->text(), QString::fromLatin1(words));
      action->trigger();
      shown->close();
    };
    pressTools(nodes);
    QVERIFY2(!menu()->findChild<QAction*>(QStringLiteral("keepFilter"))->isEnabled(), "there is nothing to save");
    menu()->close();
    nodes.setFilterText(QStringLiteral("node:node-a & x"));
    keep("Save this filter");
    nodes.setFilterText(QStringLiteral("node:node-b"));
    keep("Save this filter");
    pressTools(nodes);
    QAction* saved = entry(*menu(), QStringLiteral("node:node-a && x"));
    QVERIFY(saved);
    saved->trigger();
    menu()->close();
    QVERIFY(nodes.findChild<FilterLine*>()->text() == u"node:node-a & x");
    keep("Forget this filter");
    QCOMPARE(tools->filters(), QStringList(QStringLiteral("node:node-b")));
    // another table keeps its own
    QVERIFY(page<CardsPage>("cards").findChild<TableTools*>()->filters().isEmpty());
  }

  /// A node that is down and a card whose hardware reported an error, in the map's filter too.
  void whatIsWrongIsOneClickAway() {
    const auto names = [](const DataTable& table) {
      QStringList keys;
      for (int row = 0; row < table.model()->rowCount(); ++row)
        keys << table.model()->index(row, 0).data(KeyRole).toString();
      keys.sort();
      return keys;
    };
    m_fixture->script->tell(
        {cardinal::testing::upsert(cardinal::testing::ackNode("node-down", "cgpu", 2, 16).notReady()),
         cardinal::testing::upsert(cardinal::testing::ackNode("node-shut", "cgpu", 2, 16).cordoned())});
    CardSample broken;
    broken.host = "node-a";
    broken.index = 1;
    broken.use.at = m_fixture->bridge().now();
    broken.use.lastXid = 79;
    broken.use.gpuPercent = 50;
    MetricsReport report;
    report.state.phase = MetricsPhase::Live;
    report.state.queriedAt = m_fixture->bridge().now();
    report.samples = {broken};
    m_fixture->script->tellUse(report);
    auto& nodes = page<NodesPage>("nodes");
    QTRY_VERIFY(m_fixture->bridge().use()->measured == 1);
    auto* choice = nodes.findChild<SegmentedControl*>();
    emit choice->changed(QStringLiteral("problems"));
    auto& table = *nodes.findChild<DataTable*>();
    QTRY_COMPARE(names(table), QStringList({QStringLiteral("node-a"), QStringLiteral("node-down")}));
    QCOMPARE(nodes.findChild<FilterLine*>()->text(), QStringLiteral("state:problem"));
    QCOMPARE(choice->current(), QStringLiteral("problems"));
    nodes.setFilterText(QStringLiteral("state:xid"));
    QCOMPARE(names(table), QStringList(QStringLiteral("node-a")));
    QCOMPARE(choice->current(), QStringLiteral("all"));
    auto& cards = page<CardsPage>("cards");
    emit cards.findChild<SegmentedControl*>()->changed(QStringLiteral("problems"));
    QCOMPARE(names(*cards.findChild<DataTable*>()),
             QStringList({QStringLiteral("node-a/1"), QStringLiteral("node-down/0"), QStringLiteral("node-down/1")}));
  }
};

QTEST_MAIN(tst_tables)
#include "tst_tables.moc"
