// SPDX-License-Identifier: Apache-2.0
// The page Workloads: what teams submitted as rows, with the pods of the chosen one below.
#include <QAbstractItemModelTester>
#include <QSplitter>

#include "tests/ui/first_state.h"
#include "ui/models/roles.h"
#include "ui/models/tables/filter_proxy.h"
#include "ui/models/tables/workload_table_model.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/dock/object_dock.h"
#include "ui/pages/dock/yaml_view.h"
#include "ui/pages/shell/palette/command_set.h"
#include "ui/pages/shell/window/workload_count.h"
#include "ui/pages/workloads/workloads_page.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/lists/filter_line.h"

using namespace cardinal;
using namespace cardinal::test;
using namespace cardinal::ui;
using testing::PodBuilder;

namespace {

constexpr auto kWarning = "0/1 nodes are available: 1 Insufficient nvidia.com/gpu.";

PodBuilder owned(const char* name, const char* kind, const char* owner) {
  PodBuilder out = testing::pod("team-a", name);
  out.nvidia(1).edit().meta.owners = {{kind, owner, std::string("uid-") + owner, true}};
  return out;
}

PodBuilder ofDeployment(const char* name) {
  return owned(name, "ReplicaSet", "chat-7c9f5d6b8").label("pod-template-hash", "7c9f5d6b8").on("gpu-1");
}

/// Four of them start together.
PodBuilder ofGang(const char* name) {
  return owned(name, "PyTorchJob", "bert")
      .annotation("gang.scheduling.koordinator.sh/name", "bert")
      .annotation("gang.scheduling.koordinator.sh/min-available", "4");
}

/// A Deployment with two pods, a gang of which one pod runs and one waits, and jobs that Kueue holds back, three of
/// them without pods.
std::vector<ClusterDelta> teams() {
  std::vector<ClusterDelta> out;
  PodBuilder waits = ofGang("bert-worker-0");
  waits.edit().scheduledMessage = kWarning;
  out.push_back(testing::replaceNodes({testing::nvidiaNode("gpu-1", 8)}));
  out.push_back(testing::replacePods({ofDeployment("chat-7c9f5d6b8-x2x4z"), ofDeployment("chat-7c9f5d6b8-z9z9z"),
                                      ofGang("bert-master-0").on("gpu-1"), waits}));
  for (ClusterDelta& delta : extrasOf(loadSnapshotFile(std::string(CARDINAL_TEST_DATA) + "/queues/two-teams.yaml")))
    out.push_back(std::move(delta));
  return out;
}

}  // namespace

class tst_workloads : public QObject {
  Q_OBJECT
 private slots:
  void init() { m_fixture = windowOn(teams()); }
  void cleanup() { m_fixture.reset(); }

  void aRowTellsOfEachWorkloadWhatTheCommandTells() {
    openPage();
    workloads().sortByColumn(0, Qt::AscendingOrder);
    QCOMPARE(names(workloads()),
             QStringList({QStringLiteral("bert"), QStringLiteral("chat"), QStringLiteral("huge"),
                          QStringLiteral("notebook"), QStringLiteral("pretrain"), QStringLiteral("train")}));
    const QString unknown = QStringLiteral("n/a");
    QCOMPARE(cell("chat", "Kind"), QStringLiteral("Deployment"));
    QCOMPARE(cell("chat", "Namespace"), QStringLiteral("team-a"));
    QCOMPARE(cell("chat", "Queue"), unknown);
    QCOMPARE(cell("chat", "Gang"), QString(u'–'));
    QCOMPARE(cell("chat", "Wanted"), unknown);
    QCOMPARE(cell("chat", "Running"), QStringLiteral("2"));
    QCOMPARE(cell("chat", "Waiting"), QStringLiteral("0"));
    QCOMPARE(cell("chat", "Cards"), QStringLiteral("2 of 2"));
    QCOMPARE(cell("chat", "Age"), unknown);  // its pods do not tell when they were created
    QCOMPARE(cell("bert", "Kind"), QStringLiteral("PyTorchJob"));
    QCOMPARE(cell("bert", "Gang"), QStringLiteral("bert (at least 4)"));
    QCOMPARE(cell("bert", "Running"), QStringLiteral("1"));
    QCOMPARE(cell("bert", "Waiting"), QStringLiteral("1"));
    QCOMPARE(cell("bert", "State"), QStringLiteral("1 running, 1 waiting"));
    QCOMPARE(cell("huge", "Kind"), QStringLiteral("Job"));
    QCOMPARE(cell("huge", "Queue"), QStringLiteral("main"));
    QCOMPARE(cell("huge", "Wanted"), QStringLiteral("1"));
    QCOMPARE(cell("huge", "Cards"), QStringLiteral("0 of 20"));
    QVERIFY(cell("huge", "Age").endsWith(u'd'));
    QCOMPARE(cell("huge", "State"), QStringLiteral("waits for quota"));
  }

  void theNavigationCountsWhatThePageLists() {
    openPage();
    WorkloadCount counter;
    const QSignalSpy counted(&counter, &WorkloadCount::counted);
    counter.follow(m_fixture->bridge().snapshot(), 4);
    QCOMPARE(counted.size(), 1);
    QCOMPARE(counted.first().first().toInt(), names(workloads()).size());
    counter.follow(m_fixture->bridge().snapshot(), 1'000'000);  // on a thread
    QTRY_COMPARE(counted.size(), 2);
    QCOMPARE(counted.last().first().toInt(), names(workloads()).size());
  }

  void whatItsOwnObjectSaysIsReadWhileThePageIsLookedAt() {
    {
      const MutexLock lock(m_fixture->script->mutex);
      m_fixture->script->workloads["team-a/Deployment/chat"] = {3, 3, QueueSystem::None, "", false};
      m_fixture->script->workloads["team-a/PyTorchJob/bert"] = {8, 8, QueueSystem::Kueue, "night", true};
    }
    openPage();
    QTRY_COMPARE(cell("chat", "Wanted"), QStringLiteral("3"));
    QCOMPARE(cell("chat", "Queue"), QString(u'–'));
    QCOMPARE(cell("chat", "Cards"), QStringLiteral("2 of 3"));
    QCOMPARE(cell("bert", "Wanted"), QStringLiteral("8"));
    QCOMPARE(cell("bert", "Queue"), QStringLiteral("night"));
    QCOMPARE(cell("bert", "State"), QStringLiteral("suspended, 1 running, 1 waiting"));
    QCOMPARE(cell("huge", "Wanted"), QStringLiteral("1"));
    // once each, also when the cluster changes: what nobody looks at again is not asked for again
    const int reads = m_fixture->script->workloadReads;
    m_fixture->script->tell({testing::upsert(ofDeployment("chat-7c9f5d6b8-aaaaa"))});
    QTRY_COMPARE(cell("chat", "Running"), QStringLiteral("3"));
    QCOMPARE(m_fixture->script->workloadReads.load(), reads);
  }

  void theChosenWorkloadLeavesItsPods() {
    openPage();
    QCOMPARE(names(pods()).size(), 4);
    QVERIFY(texts().contains(QStringLiteral("Pods of 6 workloads")));
    click("bert");
    QCOMPARE(names(pods()), QStringList({QStringLiteral("bert-master-0"), QStringLiteral("bert-worker-0")}));
    QVERIFY2(texts().contains(QStringLiteral("Pods of PyTorchJob team-a/bert")), qPrintable(texts()));
    QVERIFY2(texts().count(QLatin1String(kWarning)) >= 1, "why it waits stands above its pods");
    click("chat");
    QCOMPARE(names(pods()),
             QStringList({QStringLiteral("chat-7c9f5d6b8-x2x4z"), QStringLiteral("chat-7c9f5d6b8-z9z9z")}));
    click("huge");
    QCOMPARE(pods().model()->rowCount(), 0);
    QVERIFY2(texts().contains(QStringLiteral("This workload has no pods yet")), qPrintable(texts()));
    for (ActionButton* button : page()->findChildren<ActionButton*>()) {
      if (button->text() == u"Show all pods") button->click();
    }
    QCOMPARE(names(pods()).size(), 4);
    QVERIFY(!workloads().selectionModel()->hasSelection());
    click("chat");
    QCOMPARE(names(pods()).size(), 2);
    click("chat", Qt::ControlModifier);
    QCOMPARE(names(pods()).size(), 4);
    click("chat");
    QCOMPARE(names(pods()).size(), 2);
  }

  void whatKueueSaysOfTheChosenWorkloadIsShown() {
    openPage();
    click("pretrain");
    QVERIFY2(texts().contains(QStringLiteral("job-pretrain Admitted is True: The workload is admitted")),
             qPrintable(texts()));
    click("train");
    QVERIFY2(texts().count(QStringLiteral("4 more needed")) == 1, qPrintable(texts()));
    click("notebook");
    const QStringList lines = texts().split(u'\n');
    QVERIFY2(lines.contains(QStringLiteral("job-notebook Admitted is True")), qPrintable(texts()));
    click("bert");
    QVERIFY2(!texts().contains(QStringLiteral("Admitted")), qPrintable(texts()));
  }

  void oneFilterServesBothTables() {
    openPage();
    workloads().sortByColumn(0, Qt::AscendingOrder);
    page()->setFilterText(QStringLiteral("deployment"));
    QCOMPARE(names(workloads()), QStringList(QStringLiteral("chat")));
    QCOMPARE(names(pods()).size(), 2);
    QVERIFY2(texts().contains(QStringLiteral("Pods of 1 of 6 workloads")), "nothing is chosen by a filter");
    page()->setFilterText(QStringLiteral("state:pending"));
    QCOMPARE(names(workloads()),
             QStringList({QStringLiteral("bert"), QStringLiteral("huge"), QStringLiteral("notebook"),
                          QStringLiteral("pretrain"), QStringLiteral("train")}));
    QCOMPARE(names(pods()), QStringList(QStringLiteral("bert-worker-0")));
    page()->setFilterText(QStringLiteral("ns:team-b"));
    QVERIFY2(texts().contains(QStringLiteral("No pod matches the filter")), qPrintable(texts()));
    QCOMPARE(names(workloads()),
             QStringList({QStringLiteral("huge"), QStringLiteral("notebook"), QStringLiteral("train")}));
    page()->setFilterText(QStringLiteral("main !huge"));  // words of the queue
    QCOMPARE(names(workloads()),
             QStringList({QStringLiteral("notebook"), QStringLiteral("pretrain"), QStringLiteral("train")}));
    page()->setFilterText(QStringLiteral("nobody"));
    QVERIFY2(!workloads().isVisible() && texts().contains(QStringLiteral("Nothing matches the filter")),
             "one empty state, not two");
    page()->setFilterText({});
    QCOMPARE(names(workloads()).size(), 6);
    QVERIFY(workloads().isVisible());
  }

  void aFilterThatHidesTheChosenWorkloadTakesTheChoiceBack() {
    openPage();
    click("bert");
    page()->setFilterText(QStringLiteral("chat"));
    QCOMPARE(names(pods()).size(), 2);
    QVERIFY(!workloads().selectionModel()->hasSelection());
    page()->setFilterText({});
    QCOMPARE(names(pods()).size(), 4);
  }

  void aNamespaceIsForBothTables() {
    openPage();
    workloads().sortByColumn(0, Qt::AscendingOrder);
    m_window->showPage(QStringLiteral("workloads"), QStringLiteral("team-a/bert-worker-0"));
    page()->setFilterText(QStringLiteral("ns:team-a"));
    QCOMPARE(names(workloads()),
             QStringList({QStringLiteral("bert"), QStringLiteral("chat"), QStringLiteral("pretrain")}));
  }

  void figuresSortByValueAndUnknownComesLast() {
    openPage();
    const int wanted = columnOf("Wanted");
    workloads().sortByColumn(wanted, Qt::AscendingOrder);
    QStringList shown;
    for (int row = 0; row < 6; ++row) shown << workloads().model()->index(row, wanted).data().toString();
    QVERIFY2(shown.last() == u"n/a" && shown.first() == u"1", qPrintable(shown.join(u' ')));
    workloads().sortByColumn(wanted, Qt::DescendingOrder);
    QCOMPARE(names(workloads()).first(), QStringLiteral("train"));
    QCOMPARE(workloads().model()->index(5, wanted).data().toString(), QStringLiteral("n/a"));
    workloads().sortByColumn(columnOf("Cards"), Qt::DescendingOrder);
    QCOMPARE(names(workloads()).first(), QStringLiteral("chat"));
  }

  void rowsFollowTheClusterAndTheChoiceStays() {
    openPage();
    click("bert");
    m_fixture->script->tell({upsert(ofGang("bert-worker-0").on("gpu-1").version("2"))});
    QTRY_COMPARE_WITH_TIMEOUT(cell("bert", "Running"), QStringLiteral("2"), WindowFixture::kTimeout);
    QCOMPARE(names(pods()).size(), 2);
    QVERIFY(workloads().selectionModel()->hasSelection());
    m_fixture->script->tell({upsert(ofGang("bert-worker-1").on("gpu-1"))});
    QTRY_COMPARE_WITH_TIMEOUT(names(pods()).size(), 3, WindowFixture::kTimeout);
    // what has ended is chosen no more, and no other takes its place
    m_fixture->script->tell({testing::replacePods({ofDeployment("chat-7c9f5d6b8-x2x4z")})});
    QTRY_VERIFY_WITH_TIMEOUT(!names(workloads()).contains(QStringLiteral("bert")), WindowFixture::kTimeout);
    QCOMPARE(names(pods()), QStringList(QStringLiteral("chat-7c9f5d6b8-x2x4z")));
    QVERIFY(!workloads().selectionModel()->hasSelection());
    QVERIFY(texts().contains(QStringLiteral("Pods of 5 workloads")));
  }

  void keysGoFromTheWorkloadsToTheirPodsAndBack() {
    openPage();
    workloads().sortByColumn(0, Qt::AscendingOrder);
    QTest::keyClick(m_window->windowHandle(), Qt::Key_2, Qt::ControlModifier);
    QTest::keyClick(m_window->windowHandle(), Qt::Key_4, Qt::ControlModifier);
    QTRY_VERIFY(workloads().hasFocus());
    QVERIFY2(!workloads().selectionModel()->hasSelection(), "nobody has chosen");
    QTest::keyClick(m_window->windowHandle(), Qt::Key_Down);
    QTRY_COMPARE(names(pods()), QStringList({QStringLiteral("bert-master-0"), QStringLiteral("bert-worker-0")}));
    QTest::keyClick(m_window->windowHandle(), Qt::Key_Down);
    QTRY_COMPARE(names(pods()).first(), QStringLiteral("chat-7c9f5d6b8-x2x4z"));
    QTest::keyClick(m_window->windowHandle(), Qt::Key_Return);
    QTRY_VERIFY(pods().hasFocus());
    // Over the buttons for all pods and for events.
    for (int step = 0; step < 3; ++step) QTest::keyClick(m_window->windowHandle(), Qt::Key_Backtab, Qt::ShiftModifier);
    QTRY_VERIFY(workloads().hasFocus());
    QTest::keyClick(m_window->windowHandle(), Qt::Key_Escape);
    QTRY_COMPARE(names(pods()).size(), 4);
  }

  void whoWaitsStandsFirstAndTheYamlOfAWorkloadIsItsOwnObject() {
    m_fixture->script->objectJson = R"({"kind":"PyTorchJob","metadata":{"name":"bert"}})";
    openPage();
    QCOMPARE(names(workloads()).first(), QStringLiteral("bert"));
    click("bert");
    workloads().setFocus();
    QTRY_VERIFY(workloads().hasFocus());
    QTest::keyClick(m_window->windowHandle(), Qt::Key_Y);
    auto* dock = m_window->findChild<ObjectDock*>();
    QTRY_VERIFY(dock->isVisible());
    QTRY_COMPARE(dock->findChild<YamlView*>()->toPlainText(),
                 QStringLiteral("kind: PyTorchJob\nmetadata:\n  name: bert"));
    QVERIFY(WindowFixture::visibleTexts(*dock).contains(QStringLiteral("PyTorchJob team-a/bert")));
    const MutexLock lock(m_fixture->script->mutex);
    QVERIFY((m_fixture->script->objectRead == ObjectRef{"PyTorchJob", {"team-a", "bert"}}));
  }

  void theUpperTableTakesNoMoreThanItsRows() {
    openPage();
    QTRY_VERIFY(workloads().height() < page()->height() / 2 + 10);
    const QSplitter* splitter = page()->findChild<QSplitter*>();
    QVERIFY2(workloads().viewport()->height() <= 8 * m_fixture->theme().rowHeight(),
             qPrintable(QString::number(splitter->sizes().first())));
  }

  void eventsOfTheChosenWorkloadStandInTheDock() {
    m_fixture->script->events.events = {{"Warning",
                                         "FailedCreate",
                                         "exceeded quota: gpus",
                                         "job-controller",
                                         {"Job", {"team-b", "train"}},
                                         3,
                                         1'700'000'000,
                                         1'700'000'060}};
    openPage();
    click("train");
    workloads().setFocus();
    QTRY_VERIFY(workloads().hasFocus());
    QTest::keyClick(m_window->windowHandle(), Qt::Key_V);
    auto* dock = m_window->findChild<ObjectDock*>();
    const auto* events = dock->findChild<DataTable*>();
    QTRY_VERIFY(events->isVisible() && events->model()->rowCount() == 1);
    QCOMPARE(events->model()->index(0, 6).data().toString(), QStringLiteral("exceeded quota: gpus"));
    QVERIFY2(WindowFixture::visibleTexts(*dock).contains(QStringLiteral("Job team-b/train")),
             qPrintable(WindowFixture::visibleTexts(*dock)));
    QCOMPARE(dock->view(), QStringLiteral("events"));
    const std::vector<ObjectRef> expected{{"Job", {"team-b", "train"}}, {"Workload", {"team-b", "job-train"}}};
    {
      const MutexLock lock(m_fixture->script->mutex);
      QVERIFY(m_fixture->script->eventObjects == expected);
    }
    // What was read stays, whatever the cluster tells: the object itself is not followed.
    m_fixture->script->tell(
        {testing::replaceNodes({testing::nvidiaNode("gpu-1", 8), testing::nvidiaNode("gpu-2", 8)})});
    QTRY_COMPARE(m_fixture->bridge().snapshot()->nodes.size(), 2U);
    QVERIFY(!WindowFixture::visibleTexts(*dock).contains(QStringLiteral("no longer in the cluster")));
    // A pod in the same dock has its YAML again.
    const int before = m_fixture->script->objectReads;
    m_window->showPage(QStringLiteral("pod"), QStringLiteral("team-a/bert-master-0"));
    m_window->findChild<CommandSet*>()->run(QStringLiteral("object.yaml"));
    QTRY_VERIFY(m_fixture->script->objectReads > before);
    QCOMPARE(dock->view(), QStringLiteral("yaml"));
  }

  void theOwnerOfAPodLeadsToItsWorkload() {
    openPage();
    m_window->showPage(QStringLiteral("pod"), QStringLiteral("team-a/bert-worker-0"));
    m_window->findChild<CommandSet*>()->run(QStringLiteral("object.owner"));
    QTRY_COMPARE(names(pods()), QStringList({QStringLiteral("bert-master-0"), QStringLiteral("bert-worker-0")}));
    QCOMPARE(workloads().currentKey(), QStringLiteral("team-a/PyTorchJob/bert"));
  }

  void aPodOfAnotherWorkloadIsShownAllTheSame() {
    openPage();
    click("bert");
    QVERIFY(m_window->showPage(QStringLiteral("workloads"), QStringLiteral("team-a/chat-7c9f5d6b8-x2x4z")));
    QCOMPARE(pods().currentKey(), QStringLiteral("team-a/chat-7c9f5d6b8-x2x4z"));
    QVERIFY(!workloads().selectionModel()->hasSelection());
  }

  /// As for a picture: without an event loop.
  void aWorkloadIsShownByItsKey() {
    m_window = &m_fixture->opened();
    page()->setFilterText(QStringLiteral("nobody"));
    QVERIFY(m_window->showPage(QStringLiteral("workloads"), QStringLiteral("team-b/Job/huge")));
    QCOMPARE(workloads().currentKey(), QStringLiteral("team-b/Job/huge"));
    QVERIFY(texts().contains(QStringLiteral("Pods of Job team-b/huge")));
    QVERIFY(!m_window->showPage(QStringLiteral("workloads"), QStringLiteral("team-b/Job/nobody")));
  }

  void withoutWorkloadsThePageSaysWhyOnce() {
    m_fixture->script->first = {testing::replaceNodes({testing::nvidiaNode("gpu-1", 8)})};
    m_window = &m_fixture->opened();
    m_window->showPage(QStringLiteral("workloads"));
    QTRY_VERIFY(!workloads().isVisible());
    QVERIFY(texts().contains(QStringLiteral("No pods that ask for GPUs")));
  }

  void chineseIsWhole() {
    openPage();
    click("huge");
    const QSignalSpy heads(workloads().model(), &QAbstractItemModel::headerDataChanged);
    m_fixture->language().setCode(QStringLiteral("zh_CN"));
    QTRY_VERIFY2(!heads.isEmpty(), "the heads are painted anew");
    for (const char* words : {"Job team-b/huge 的 Pod", "显示全部 Pod", "该工作负载还没有 Pod"})
      QTRY_VERIFY2(texts().contains(QString::fromUtf8(words)), qPrintable(texts()));
    QCOMPARE(cell("chat", "应有"), QString::fromUtf8("无数据"));
    QCOMPARE(cell("huge", "状态"), QString::fromUtf8("等待配额"));
    QCOMPARE(cell("bert", "Gang"), QString::fromUtf8("bert（至少 4 个）"));
    QVERIFY(columnOf("GPU 卡") > 0 && columnOf("队列") > 0 && columnOf("类型") > 0 && columnOf("存在时长") > 0);
    m_fixture->language().setCode(QStringLiteral("en"));
  }

  void theModelTellsWhatChangesAndNoMore() {
    WorkloadTableModel model;
    FilterProxy proxy(model);
    const QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::Fatal);
    m_window = &m_fixture->opened();
    const TableFacts facts;
    model.setSnapshot(*m_fixture->bridge().snapshot(), facts);
    QVERIFY(model.rowCount() > 1);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    model.setSnapshot(*m_fixture->bridge().snapshot(), facts);
    QVERIFY2(changed.isEmpty() && removed.isEmpty(), "the same state traced again");
  }

 private:
  void openPage() {
    m_window = &m_fixture->opened();
    m_window->showPage(QStringLiteral("workloads"));
    [&] { QTRY_COMPARE_WITH_TIMEOUT(workloads().model()->rowCount(), 6, WindowFixture::kTimeout); }();
  }
  WorkloadsPage* page() const { return m_window->findChild<WorkloadsPage*>(); }
  /// The upper one.
  DataTable& workloads() const { return *qobject_cast<DataTable*>(page()->findChild<QSplitter*>()->widget(0)); }
  DataTable& pods() const { return *page()->findChild<QSplitter*>()->widget(1)->findChild<DataTable*>(); }
  QString texts() const { return WindowFixture::visibleTexts(*page()); }
  static QStringList names(const DataTable& table) {
    QStringList out;
    for (int row = 0; row < table.model()->rowCount(); ++row) out << table.model()->index(row, 0).data().toString();
    return out;
  }
  int columnOf(const char* head) const {
    for (int column = 0; column < workloads().model()->columnCount(); ++column) {
      if (workloads().model()->headerData(column, Qt::Horizontal).toString() == QString::fromUtf8(head)) return column;
    }
    return -1;
  }
  QString cell(const char* name, const char* head) const {
    const auto row = static_cast<int>(names(workloads()).indexOf(QString::fromUtf8(name)));
    return row < 0 ? QStringLiteral("no such row") : workloads().model()->index(row, columnOf(head)).data().toString();
  }
  void click(const char* name, Qt::KeyboardModifiers keys = {}) const {
    const auto row = static_cast<int>(names(workloads()).indexOf(QString::fromUtf8(name)));
    QVERIFY(row >= 0);
    QTest::mouseClick(workloads().viewport(), Qt::LeftButton, keys,
                      workloads().visualRect(workloads().model()->index(row, 0)).center());
  }

  std::unique_ptr<WindowFixture> m_fixture;
  ClusterView* m_window = nullptr;
};

QTEST_MAIN(tst_workloads)
#include "tst_workloads.moc"
