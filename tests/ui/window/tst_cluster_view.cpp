// SPDX-License-Identifier: Apache-2.0
#include <QComboBox>
#include <QLineEdit>
#include <QRegularExpression>
#include <QtTest>

#include "tests/ui/window_fixture.h"
#include "ui/models/rows_model.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/common/tables/search_field.h"
#include "ui/pages/details/card_pane.h"
#include "ui/pages/details/node_page.h"
#include "ui/pages/details/node_pane.h"
#include "ui/pages/details/pod_pane.h"
#include "ui/pages/details/selection_pane.h"
#include "ui/pages/lists/list_pages.h"
#include "ui/pages/map/map_page.h"
#include "ui/pages/pending/pending_list.h"
#include "ui/pages/preview/preview_pane.h"
#include "ui/pages/shell/bars/status_line.h"
#include "ui/pages/shell/bars/top_bar.h"
#include "ui/pages/shell/detail_host.h"
#include "ui/pages/workloads/workloads_page.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/charts/kpi_strip.h"
#include "ui/widgets/lists/connection_chip.h"
#include "ui/widgets/lists/filter_line.h"
#include "ui/widgets/lists/navigation_list.h"
#include "ui/widgets/map/heatmap_view.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::WindowFixture;
using cardinal::testing::ackNode;
using cardinal::testing::replaceNodes;
using cardinal::testing::replacePods;

class tst_cluster_view : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowFixture> m_fixture;

  ClusterView& opened() { return m_fixture->opened(); }
  template <typename T>
  static bool shows(const ClusterView& window) {
    const T* part = window.findChild<T*>();
    return part && part->isVisible();
  }

  /// What the window says once no answer arrives any more; on a busy machine that takes its time.
  QString settledTexts(ClusterView& window) {
    QString texts;
    for (int i = 0; i < 100; ++i) {
      m_fixture->bridge().finishQuestions(std::chrono::seconds(60));
      const QString now = WindowFixture::visibleTexts(window);
      if (now == texts) break;
      texts = now;
      QTest::qWait(300);
    }
    return texts;
  }

  static qsizetype threads() {
    return QDir(QStringLiteral("/proc/self/task")).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size();
  }

  /// ARCHITECTURE.md: "A tab that has shown the map and nothing else runs N threads".
  static qsizetype statedThreads() {
    QFile document(QStringLiteral(CARDINAL_TEST_DATA "/../../ARCHITECTURE.md"));
    if (!document.open(QIODevice::ReadOnly)) return -1;
    static const QRegularExpression kSentence(QStringLiteral("has shown the map and nothing else runs (\\d+) threads"));
    return kSentence.match(QString::fromUtf8(document.readAll())).captured(1).toInt();
  }

 private slots:
  void init() { m_fixture = std::make_unique<WindowFixture>(); }
  void cleanup() { m_fixture.reset(); }

  void aTabAtRestRunsTheThreadsThatTheArchitectureStates() {
    const qsizetype before = threads();
    m_fixture->opened();
    m_fixture->bridge().finishQuestions(std::chrono::seconds(60));
    QTRY_COMPARE_WITH_TIMEOUT(threads() - before, statedThreads(), WindowFixture::kTimeout);
    QTest::qWait(500);  // none is started afterwards
    QTRY_COMPARE_WITH_TIMEOUT(threads() - before, statedThreads(), WindowFixture::kTimeout);
  }

  void everyPageOpensAndShowsItsObject() {
    ClusterView& window = opened();
    QVERIFY(shows<MapPage>(window));
    QVERIFY(window.showPage(QStringLiteral("nodes")));
    QVERIFY(shows<NodesPage>(window));
    QCOMPARE(window.findChild<NodesPage*>()->findChild<DataTable*>()->model()->rowCount(), 4);
    QVERIFY(window.showPage(QStringLiteral("nodes"), QStringLiteral("node-b")));
    QVERIFY(shows<NodePane>(window));
    QVERIFY(window.showPage(QStringLiteral("node"), QStringLiteral("node-a")));
    QVERIFY(shows<NodePage>(window));
    QVERIFY(WindowFixture::visibleTexts(*window.findChild<NodePage*>()).contains(QStringLiteral("node-a")));
    QVERIFY(window.showPage(QStringLiteral("card"), QStringLiteral("node-a/1")));
    QVERIFY(shows<CardPane>(window));
    QVERIFY(window.showPage(QStringLiteral("pod"), QStringLiteral("team-b/waits")));
    QVERIFY(shows<PodPane>(window));
    QVERIFY(window.showPage(QStringLiteral("pending")));
    QTRY_COMPARE(window.findChild<PendingList*>()->model()->rowCount(), 1);
    QVERIFY(window.showPage(QStringLiteral("map"), QStringLiteral("node-a/0")));
    QCOMPARE(window.findChild<MapPage*>()->view()->selection(),
             std::set<CardRef>({CardRef{QStringLiteral("node-a"), 0}}));
    QVERIFY(window.showPage(QStringLiteral("preview"), QStringLiteral("node-b")));
    QTRY_VERIFY(shows<PreviewPane>(window));
  }

  void unknownPagesAndObjectsAreRefused() {
    ClusterView& window = opened();
    QVERIFY(!window.showPage(QStringLiteral("nonsense")));
    QVERIFY(!window.showPage(QStringLiteral("node"), QStringLiteral("no-such-node")));
    QVERIFY(!window.showPage(QStringLiteral("card"), QStringLiteral("node-a/77")));
    QVERIFY(!window.showPage(QStringLiteral("pod"), QStringLiteral("team-a/ghost")));
    QVERIFY(!window.showPage(QStringLiteral("map"), QStringLiteral("ghost/1")));
    QVERIFY(window.isVisible());
  }

  void languageChangesEverySentenceAtRunTime() {
    ClusterView& window = opened();
    static const QRegularExpression han(QStringLiteral("\\p{Han}"));
    for (const char* page :
         {"map", "nodes", "node", "cards", "card", "workloads", "pod", "pending", "ledger", "activity", "preview"}) {
      QVERIFY2(window.showPage(QString::fromLatin1(page)), page);
      QTest::qWait(50);
      const QString english = settledTexts(window);
      // The button that offers the other language is the one Chinese word of the English window.
      QVERIFY2(!QString(english).remove(QStringLiteral("中文")).contains(han), qPrintable(english));
      QVERIFY(m_fixture->language().setCode(QStringLiteral("zh_CN")));
      QTest::qWait(50);
      const QString chinese = WindowFixture::visibleTexts(window);
      QVERIFY2(chinese.contains(han), qPrintable(chinese));
      QVERIFY2(chinese != english, page);
      QVERIFY(m_fixture->language().setCode(QStringLiteral("en")));
      // A page may ask again for what it says; on a busy machine the answer takes its time.
      static_cast<void>(
          QTest::qWaitFor([&] { return WindowFixture::visibleTexts(window) == english; }, WindowFixture::kTimeout));
      const QStringList before = english.split(u'\n');
      const QStringList after = WindowFixture::visibleTexts(window).split(u'\n');
      for (int i = 0; i < std::min(before.size(), after.size()); ++i) QCOMPARE(after[i], before[i]);
      QCOMPARE(after.size(), before.size());
    }
  }

  void survivesAnEmptyCluster() {
    m_fixture->script->first = {replaceNodes({}), replacePods({})};
    ClusterView& window = opened();
    for (const char* page : {"map", "nodes", "cards", "workloads", "pending"}) {
      QVERIFY2(window.showPage(QString::fromLatin1(page)), page);
      QTest::qWait(20);
    }
    QVERIFY(!window.showPage(QStringLiteral("node")));
    QVERIFY(!window.showPage(QStringLiteral("card")));
    QVERIFY(!window.showPage(QStringLiteral("pod")));
  }

  void saysWhatWasLookedForWithoutCards() {
    m_fixture->script->first = {replaceNodes({testing::node("plain")}), replacePods({})};
    ClusterView& window = opened();
    QTRY_VERIFY(WindowFixture::visibleTexts(window).contains(QStringLiteral("No node offers a GPU")));
    QVERIFY(WindowFixture::visibleTexts(window).contains(QStringLiteral("device plugin")));
  }

  void acceleratorsWithoutCardsAreNamed() {
    m_fixture->script->first = {replaceNodes({testing::node("npu").resource("huawei.com/Ascend910", 8)}),
                                replacePods({})};
    ClusterView& window = opened();
    // the map draws the node, and its legend says what the plate means
    QTRY_VERIFY(window.findChild<MapPage*>()->view()->hasUnknownCards());
    QVERIFY(!WindowFixture::visibleTexts(window).contains(QStringLiteral("No node offers a GPU")));
    QVERIFY(window.showPage(QStringLiteral("node"), QStringLiteral("npu")));
    QTRY_VERIFY(WindowFixture::visibleTexts(window).contains(QStringLiteral("huawei.com/Ascend910")));
  }

  void rdmaDevicesStandWithTheirNode() {
    m_fixture->script->first = {
        replaceNodes({testing::nvidiaNode("fast", 8).resource("aliyun/erdma", 400).resource("rdma/hca_a", 500)}),
        replacePods({testing::pod("p").nvidia(1).resource("aliyun/erdma", 3).on("fast")})};
    ClusterView& window = opened();
    const QString erdma = QStringLiteral("2 devices, 3 / 400 requested by 1 pod, 397 free");
    const QString shares = QStringLiteral("0 / 500 requested by 0 pods, 500 free");
    QVERIFY(window.showPage(QStringLiteral("nodes"), QStringLiteral("fast")));
    QTRY_VERIFY(WindowFixture::visibleTexts(*window.findChild<NodePane*>()).contains(erdma));
    QVERIFY(window.showPage(QStringLiteral("node"), QStringLiteral("fast")));
    QTRY_VERIFY(WindowFixture::visibleTexts(*window.findChild<NodePage*>()).contains(erdma));
    const QString page = WindowFixture::visibleTexts(*window.findChild<NodePage*>());
    QVERIFY(page.contains(shares));
    QCOMPARE(page.count(QStringLiteral("aliyun/erdma")), 1);
  }

  // Three of eight cards are taken; the device plugin does not tell which.
  void whichWholeCardsAreTakenIsNotInvented() {
    m_fixture->script->first = {replaceNodes({testing::nvidiaNode("plain", 8).label("nvidia.com/gpu.memory", "81920")}),
                                replacePods({testing::pod("p").nvidia(3).on("plain")})};
    ClusterView& window = opened();
    for (const char* card : {"plain/0", "plain/7"}) {
      QVERIFY(window.showPage(QStringLiteral("card"), QString::fromLatin1(card)));
      const auto texts = [&] { return WindowFixture::visibleTexts(*window.findChild<CardPane*>()); };
      QTRY_VERIFY2(texts().contains(QStringLiteral("3 of 8 cards allocated; which ones is unknown")),
                   qPrintable(texts()));
      QVERIFY2(!texts().contains(QStringLiteral("Free slot")), qPrintable(texts()));
      QVERIFY2(texts().contains(QStringLiteral("n/a / 80 GiB")), qPrintable(texts()));
    }
    QVERIFY(window.showPage(QStringLiteral("map")));
    const auto selected = [&](int cards) {
      std::set<CardRef> refs;
      for (int card = 0; card < cards; ++card) refs.insert({QStringLiteral("plain"), card});
      HeatmapView* map = window.findChild<MapPage*>()->view();
      map->select(refs);
      emit map->selectionChanged();
      return WindowFixture::visibleTexts(*window.findChild<SelectionPane*>());
    };
    QVERIFY2(selected(3).contains(QStringLiteral("Left out: allocation of the card unknown")), qPrintable(selected(3)));
    QVERIFY2(!selected(3).contains(QStringLiteral("240 / ")), qPrintable(selected(3)));
    QVERIFY2(selected(8).contains(QStringLiteral("240 / 640 GiB")), "together they are known");
    QVERIFY(window.showPage(QStringLiteral("node"), QStringLiteral("plain")));
    const QString node = WindowFixture::visibleTexts(*window.findChild<NodePage*>());
    QVERIFY2(node.contains(QStringLiteral("3 / 8")), qPrintable(node));
    const QString bar = window.findChild<StatusLine*>()->text();
    QVERIFY2(bar.contains(QStringLiteral("400 GiB")), qPrintable(bar));  // five free ones
  }

  // All pods of a node with one card are on it; of two slots on two cards nobody says whether they are of one.
  void onHowManyCardsPodsAreIsSaidWhereItIsKnown() {
    const auto sliced = [](const char* name, int cards) {
      return testing::nvidiaNode(name, 8)
          .label("nvidia.com/gpu.count", std::to_string(cards))
          .label("nvidia.com/gpu.replicas", std::to_string(8 / cards));
    };
    m_fixture->script->first = {
        replaceNodes({sliced("one", 1), sliced("two", 2)}),
        replacePods({testing::pod("a").nvidia(1).on("one"), testing::pod("b").nvidia(1).on("two")})};
    ClusterView& window = opened();
    const auto notes = [&window] {
      return window.findChild<NodePage*>()->findChild<KpiStrip*>()->accessibleDescription();
    };
    QVERIFY(window.showPage(QStringLiteral("node"), QStringLiteral("one")));
    QTRY_VERIFY2(notes().contains(QStringLiteral("on 1 of 1 cards")), qPrintable(notes()));
    QVERIFY(window.showPage(QStringLiteral("node"), QStringLiteral("two")));
    QTRY_VERIFY2(notes().contains(QStringLiteral("which cards: unknown")), qPrintable(notes()));
  }

  void aResizeThatIsNotGrantedIsSaidWithWhatHappensNext() {
    const auto resized = [](const char* name, Resize resize) {
      auto raw = std::make_shared<RawPod>(*testing::pod("p").nvidia(1).on("fast").raw());
      raw->meta.key.name = raw->meta.uid = name;
      raw->phase = PodPhase::Running;
      raw->resize = resize;
      return raw;
    };
    ClusterDelta pods = replacePods({});
    pods.pods = {resized("later", Resize::Deferred), resized("never", Resize::Infeasible)};
    const QString ns = QString::fromStdString(pods.pods[0]->meta.key.ns);
    m_fixture->script->first = {replaceNodes({testing::nvidiaNode("fast", 8)}), pods};
    ClusterView& window = opened();
    const auto texts = [&](const char* name) {
      window.showPage(QStringLiteral("pod"), ns + u'/' + QString::fromLatin1(name));
      return WindowFixture::visibleTexts(*window.findChild<PodPane*>());
    };
    QTRY_VERIFY(texts("later").contains(QStringLiteral("Running (resize deferred)")));
    QVERIFY(texts("later").contains(QStringLiteral("the kubelet tries again")));
    QVERIFY(texts("never").contains(QStringLiteral("Running (resize infeasible)")));
    QVERIFY(texts("never").contains(QStringLiteral("this node can never grant it")));
  }

  void aWholeCardIsNotCalledNoMemory() {
    auto raw = std::make_shared<RawPod>(
        *testing::pod("whole").topology(2).on("linked").annotation("topology.kubernetes.io/gpu-group", "1,3").raw());
    raw->phase = PodPhase::Running;
    ClusterDelta pods = replacePods({});
    pods.pods = {raw};
    m_fixture->script->first = {replaceNodes({testing::ackNode("linked", "topology", 4, 0)}), pods};
    ClusterView& window = opened();
    const QString key = QString::fromStdString(raw->meta.key.ns) + QStringLiteral("/whole");
    const auto texts = [&] {
      window.showPage(QStringLiteral("pod"), key);
      return WindowFixture::visibleTexts(*window.findChild<PodPane*>());
    };
    QTRY_VERIFY2(texts().contains(QStringLiteral("whole card")), qPrintable(texts()));
    QVERIFY(texts().contains(QStringLiteral("Card 3")));
    QVERIFY2(!texts().contains(QStringLiteral("0 GiB")), qPrintable(texts()));
  }

  void hiddenNodesAreNotCalledAbsent() {
    m_fixture->script->first = {replaceNodes({}), replacePods({})};
    ClusterView& window = opened();
    m_fixture->script->oneNamespace("team-a");
    QTRY_VERIFY(WindowFixture::visibleTexts(window).contains(QStringLiteral("Nodes are hidden from you")));
    QVERIFY(!WindowFixture::visibleTexts(window).contains(QStringLiteral("No node offers a GPU")));
    QVERIFY(WindowFixture::visibleTexts(window).contains(QStringLiteral("team-a")));
    QVERIFY(window.showPage(QStringLiteral("nodes")));
    QTRY_VERIFY(WindowFixture::visibleTexts(window).contains(QStringLiteral("list nodes")));
  }

  void aFailedConnectionIsShownWithTheRemedyAndRetried() {
    m_fixture->script->first = {};
    m_fixture->script->firstPhase = ConnectionPhase::Connecting;
    ClusterView& window = opened();
    const Error refused = makeError(ErrorCode::ConnectionRefused, "127.0.0.1:6443");
    m_fixture->script->connection(ConnectionPhase::Failed, &refused);
    const auto banner = [&window]() -> Banner* {
      for (Banner* one : window.findChildren<Banner*>()) {
        if (one->isVisible()) return one;
      }
      return nullptr;
    };
    QTRY_VERIFY(banner());
    QVERIFY(WindowFixture::visibleTexts(*banner()).contains(QStringLiteral("127.0.0.1:6443")));
    emit banner()->actionTriggered();
    QTRY_COMPARE(m_fixture->script->refreshes.load(), 1);
  }

  void aLostConnectionKeepsTheData() {
    ClusterView& window = opened();
    const Error lost = makeError(ErrorCode::ConnectionFailed, "127.0.0.1:6443");
    m_fixture->script->connection(ConnectionPhase::Reconnecting, &lost);
    QTRY_VERIFY(!m_fixture->bridge().isFresh());
    QTest::qWait(50);
    QCOMPARE(m_fixture->bridge().snapshot()->nodes.size(), std::size_t{4});
    QVERIFY(window.showPage(QStringLiteral("node"), QStringLiteral("node-a")));
    m_fixture->script->connection(ConnectionPhase::Live);
    QTRY_VERIFY(m_fixture->bridge().isFresh());
  }

  void errorsStayInABannerUntilClosed() {
    ClusterView& window = opened();
    window.showError(makeError(ErrorCode::ParseFailed, "YAML", "line 3, column 7", "did not find expected key"));
    QTRY_VERIFY(WindowFixture::visibleTexts(window).contains(QStringLiteral("line 3, column 7")));
    QVERIFY(window.showPage(QStringLiteral("nodes")));
  }

  void barsOfOneColumnHaveOneScale() {
    RowsModel rows;
    rows.setHeads({{QStringLiteral("Node")}, {QStringLiteral("Allocated"), Qt::AlignRight}});
    RowsModel::Cell less(QStringLiteral("9 %"));
    RowsModel::Cell full(QStringLiteral("100.0 %"));
    less.fraction = full.fraction = 1.0;  // what is written must not change the length
    rows.setRows(
        {{QStringLiteral("a"), {QStringLiteral("a"), less}}, {QStringLiteral("b"), {QStringLiteral("b"), full}}});
    Theme& theme = m_fixture->theme();
    DataTable table(theme);
    table.setModel(&rows);
    table.setColumnWidth(0, 100);
    table.setColumnWidth(1, 140);
    table.resize(260, 200);
    table.show();
    const QImage image = table.viewport()->grab().toImage();
    const auto length = [&](int row) {
      const int y = row * theme.rowHeight() + theme.rowHeight() / 2;
      int pixels = 0;
      for (int x = 100; x < 175; ++x) pixels += image.pixelColor(x, y) == theme.tokens().text2 ? 1 : 0;
      return pixels;
    };
    QVERIFY(length(0) > 20);
    QCOMPARE(length(0), length(1));
  }

  void totalsFollowTheFilter() {
    ClusterView& window = opened();
    auto* status = window.findChild<StatusLine*>();
    QTRY_VERIFY(status->text().contains(QStringLiteral("4 GPU nodes")));
    window.findChild<MapPage*>()->findChild<FilterLine*>()->setText(QStringLiteral("mode:cgpu"));
    QTRY_VERIFY2(status->text().contains(QStringLiteral("2 GPU nodes")), qPrintable(status->text()));
    QVERIFY(status->text().contains(QStringLiteral("12 / 64 GiB")));
  }

  void totalsHaveTheScopeOfTheNamespaceOnEveryPageAndSayIt() {
    ClusterView& window = opened();
    auto* status = window.findChild<StatusLine*>();
    QTRY_VERIFY(status->text().contains(QStringLiteral("4 GPU nodes")));
    QVERIFY(!status->text().contains(QStringLiteral("With GPU pods")));
    auto* namespaces = window.findChild<TopBar*>()->findChild<QComboBox*>();
    QTRY_VERIFY(namespaces->findData(QStringLiteral("team-a")) > 0);
    emit namespaces->activated(namespaces->findData(QStringLiteral("team-a")));
    QTRY_VERIFY2(status->text().contains(QStringLiteral("With GPU pods of team-a:")), qPrintable(status->text()));
    const QString onMap = status->text();
    QVERIFY2(!onMap.contains(QStringLiteral("4 GPU nodes")), qPrintable(onMap));
    for (const char* page : {"nodes", "cards", "ledger"}) {
      QVERIFY(window.showPage(QString::fromLatin1(page)));
      QCOMPARE(status->text(), onMap);
    }
  }

  void aFilterThatMatchesNothingSaysSoInsteadOfABlankMap() {
    ClusterView& window = opened();
    auto* map = window.findChild<MapPage*>();
    auto* filter = map->findChild<FilterLine*>();
    auto* view = map->findChild<HeatmapView*>();
    QTRY_VERIFY(view->isVisible());
    filter->setText(QStringLiteral("no-such-node"));
    QTRY_VERIFY(WindowFixture::visibleTexts(*map).contains(QStringLiteral("No node matches the filter")));
    QVERIFY(!view->isVisible());
    const auto buttons = map->findChildren<QAbstractButton*>();
    const auto clear = std::find_if(buttons.begin(), buttons.end(), [](const QAbstractButton* one) {
      return one->isVisible() && one->text() == u"Clear the filter";
    });
    QVERIFY(clear != buttons.end());
    (*clear)->click();
    QTRY_VERIFY(view->isVisible());
    QCOMPARE(filter->text(), QString());
  }

  void searchGoesToThePod() {
    ClusterView& window = opened();
    auto* search = window.findChild<SearchField*>();
    search->setFocus();
    QTest::keyClicks(search, QStringLiteral("thr"));
    QTest::keyClick(search, Qt::Key_Return);
    QTRY_VERIFY(shows<PodPane>(window));
    QVERIFY(WindowFixture::visibleTexts(*window.findChild<PodPane*>()).contains(QStringLiteral("three")));
  }

  void keysLeadToThePages() {
    ClusterView& window = opened();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QTest::keyClick(&window, Qt::Key_2, Qt::ControlModifier);
    QTRY_VERIFY(shows<NodesPage>(window));
    QTest::keyClick(&window, Qt::Key_4, Qt::ControlModifier);
    QTRY_VERIFY(shows<WorkloadsPage>(window));
    QTest::keyClick(&window, Qt::Key_Left, Qt::AltModifier);
    QTRY_VERIFY(shows<NodesPage>(window));
    QTest::keyClick(&window, Qt::Key_F, Qt::ControlModifier);
    QTRY_VERIFY(window.findChild<NodesPage*>()->findChild<FilterLine*>()->field()->hasFocus());
    QTest::keyClick(&window, Qt::Key_F5);
    QTRY_COMPARE(m_fixture->script->refreshes.load(), 1);
  }

  void whatWasChosenElsewhereTakesNoRoomOnAPageToWhichItDoesNotBelong() {
    ClusterView& window = opened();
    QVERIFY(window.showPage(QStringLiteral("pod"), QStringLiteral("team-a/one")));
    QVERIFY(shows<PodPane>(window));
    for (const char* page : {"nodes", "charts", "queues", "allocation", "cards"}) {
      QVERIFY(window.showPage(QString::fromLatin1(page)));
      QVERIFY2(!shows<DetailHost>(window), page);
    }
    QVERIFY(window.showPage(QStringLiteral("workloads")));
    QVERIFY2(shows<PodPane>(window), "it is a row of this page");
    QVERIFY(window.showPage(QStringLiteral("nodes"), QStringLiteral("node-a")));
    QVERIFY2(shows<NodePane>(window), "chosen on the page itself");
    for (const char* page : {"waste", "watches"}) {
      QVERIFY(window.showPage(QString::fromLatin1(page)));
      QVERIFY2(!shows<DetailHost>(window), page);
    }
  }

  void escapeClosesTheDetails() {
    ClusterView& window = opened();
    QVERIFY(window.showPage(QStringLiteral("card"), QStringLiteral("node-a/1")));
    QVERIFY(shows<DetailHost>(window));
    QTest::keyClick(&window, Qt::Key_Escape);
    QTRY_VERIFY(!shows<DetailHost>(window));
  }

  /// Arrows and letters act at once after a page was called by its key, and no row is opened that nobody chose.
  void aPageCalledByItsKeyHasTheFocusInItsTable() {
    ClusterView& window = opened();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    window.findChild<MapPage*>()->findChild<HeatmapView*>()->setFocus();
    QTest::keyClick(window.windowHandle(), Qt::Key_2, Qt::ControlModifier);
    auto* table = window.findChild<NodesPage*>()->findChild<DataTable*>();
    QTRY_VERIFY(table->hasFocus());
    QVERIFY(!shows<DetailHost>(window));
    QTest::keyClick(window.windowHandle(), Qt::Key_Down);
    QTRY_VERIFY(shows<NodePane>(window));
    QVERIFY(table->selectionModel()->isRowSelected(table->currentIndex().row()));
    QTest::keyClick(window.windowHandle(), Qt::Key_1, Qt::ControlModifier);
    QTRY_VERIFY(window.findChild<MapPage*>()->findChild<HeatmapView*>()->hasFocus());
    // From the bar above too, where the focus is after the start; who steps through the pages at the left stays there.
    window.findChild<SearchField*>()->setFocus();
    QTest::keyClick(window.windowHandle(), Qt::Key_2, Qt::ControlModifier);
    QTRY_VERIFY(table->hasFocus());
    window.findChild<NavigationList*>()->setFocus();
    QTest::keyClick(window.windowHandle(), Qt::Key_1, Qt::ControlModifier);
    QTRY_VERIFY(shows<MapPage>(window));
    QVERIFY(window.findChild<NavigationList*>()->hasFocus());
  }

  /// The window's own Escape must not take the key from a field that is being typed in.
  void escapeClearsTheFilterThenLeavesIt() {
    ClusterView& window = opened();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QTest::keyClick(&window, Qt::Key_F, Qt::ControlModifier);
    auto* filter = window.findChild<MapPage*>()->findChild<FilterLine*>();
    QTRY_VERIFY(filter->field()->hasFocus());
    QTest::keyClicks(filter->field(), QStringLiteral("mode:cgpu"));
    QTest::keyClick(window.windowHandle(), Qt::Key_Escape);
    QTRY_COMPARE(filter->text(), QString());
    QTest::keyClick(window.windowHandle(), Qt::Key_Escape);
    QTRY_VERIFY(window.findChild<MapPage*>()->findChild<HeatmapView*>()->hasFocus());
  }

  void escapeOnTheMapClosesTheDetailsThenClearsTheFilter() {
    ClusterView& window = opened();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    auto* filter = window.findChild<MapPage*>()->findChild<FilterLine*>();
    filter->setText(QStringLiteral("node-a"));
    QVERIFY(window.showPage(QStringLiteral("map"), QStringLiteral("node-a")));
    window.findChild<MapPage*>()->findChild<HeatmapView*>()->setFocus();
    QTest::keyClick(window.windowHandle(), Qt::Key_Escape);
    QTRY_VERIFY(!shows<DetailHost>(window));
    QCOMPARE(filter->text(), QStringLiteral("node-a"));
    QTest::keyClick(window.windowHandle(), Qt::Key_Escape);
    QTRY_COMPARE(filter->text(), QString());
  }

  void escapeClearsTheSearch() {
    ClusterView& window = opened();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    auto* search = window.findChild<SearchField*>();
    search->setFocus();
    search->setText(QStringLiteral("thr"));
    QTest::keyClick(window.windowHandle(), Qt::Key_Escape);
    QTRY_COMPARE(search->text(), QString());
  }

  void narrowWindowsCollapseTheNavigation() {
    ClusterView& window = opened();
    auto* navigation = window.findChild<NavigationList*>();
    const int wide = navigation->width();
    window.resize(1100, 720);
    QTRY_VERIFY(navigation->width() < wide);
    QVERIFY(window.showPage(QStringLiteral("card"), QStringLiteral("node-a/1")));
    QTRY_VERIFY(shows<DetailHost>(window));
    QCOMPARE(window.minimumSize(), QSize(1024, 700));
  }

  void thePaneOfANarrowWindowLeavesThePageBesideIt() {
    ClusterView& window = opened();
    window.resize(1100, 800);
    QVERIFY(window.showPage(QStringLiteral("card"), QStringLiteral("node-a/0")));
    QTest::qWait(20);
    const auto* pane = window.findChild<DetailHost*>();
    const auto* page = window.findChild<CardsPage*>();
    QTRY_VERIFY(pane->isVisible());
    const auto end = [&] { return page->mapTo(&window, QPoint(page->width(), 0)).x(); };
    QTRY_VERIFY2(end() <= pane->mapTo(&window, QPoint()).x() + 1, "nothing of the page lies below the pane");
    window.resize(1600, 800);
    QTest::qWait(20);
    QTRY_VERIFY(pane->isVisible());
  }

  void themesChangeAtRunTime() {
    ClusterView& window = opened();
    for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Contrast, ThemeKind::Dark}) {
      m_fixture->theme().setKind(kind);
      const QImage picture = window.grab().toImage();
      const QColor corner = picture.pixelColor(picture.width() / 2, 2);
      QCOMPARE(corner, tokensOf(kind).chrome);
    }
  }

  void aManifestIsPreviewedAndABadOneRefused() {
    ClusterView& window = opened();
    QTemporaryDir folder;
    const auto write = [&folder](const char* name, const QByteArray& text) {
      QFile file(folder.filePath(QString::fromLatin1(name)));
      if (file.open(QIODevice::WriteOnly)) file.write(text);
      return file.fileName();
    };
    const QString good = write("app.yaml", QByteArray::fromStdString(toYaml(WorkloadTemplate{})));
    QVERIFY(window.previewManifest(good, QStringLiteral("node-b/1")).has_value());
    QTRY_VERIFY(shows<PreviewPane>(window));
    QVERIFY(!window.previewManifest(write("bad.yaml", "a: [1,"), {}).has_value());
    QVERIFY(!window.previewManifest(folder.filePath(QStringLiteral("none.yaml")), {}).has_value());
    QVERIFY(shows<PreviewPane>(window));
  }

  void objectsThatVanishAreCalledGone() {
    ClusterView& window = opened();
    QVERIFY(window.showPage(QStringLiteral("pod"), QStringLiteral("team-a/one")));
    m_fixture->script->tell({replacePods({})});
    QTRY_VERIFY(WindowFixture::visibleTexts(*window.findChild<DetailHost*>())
                    .contains(QStringLiteral("No longer in the cluster")));
    QVERIFY(window.showPage(QStringLiteral("node"), QStringLiteral("node-a")));
    m_fixture->script->tell({replaceNodes({ackNode("node-z", "cgpu", 1, 16)})});
    QTRY_COMPARE(m_fixture->bridge().snapshot()->nodes.size(), std::size_t{1});
    QVERIFY(window.isVisible());
  }
};

QTEST_MAIN(tst_cluster_view)
#include "tst_cluster_view.moc"
