// SPDX-License-Identifier: Apache-2.0
// What is really used, as a user meets it: tick and measured fills on the map, the card's pane, the waste page.
#include <QAbstractButton>
#include <QComboBox>
#include <QLineEdit>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/ui/live_report.h"
#include "tests/ui/window_fixture.h"
#include "ui/pages/details/node_page.h"
#include "ui/pages/export/report.h"
#include "ui/pages/lists/list_pages.h"
#include "ui/pages/use/address_form.h"
#include "ui/pages/use/metrics_address.h"
#include "ui/pages/use/source_dialog.h"
#include "ui/pages/use/waste_page.h"
#include "ui/widgets/basic/segmented_control.h"
#include "ui/widgets/basic/state_label.h"
#include "ui/widgets/charts/kpi_strip.h"
#include "ui/widgets/charts/time_chart.h"
#include "ui/widgets/lists/section_head.h"
#include "ui/widgets/map/model/cell_value.h"

using namespace cardinal;
using namespace cardinal::test;
using namespace cardinal::ui;

namespace {

CardSample sample(const std::string& node, int card, float usedMib, float percent, UnixSeconds at) {
  CardSample one;
  one.host = node;
  one.index = card;
  one.use.memoryUsedMib = usedMib;
  one.use.memoryTotalMib = 16384;
  one.use.gpuPercent = percent;
  one.use.at = at;
  return one;
}

}  // namespace

class TestUse : public QObject {
  Q_OBJECT

  /// Words at the right of section heads, which are painted.
  static QString notes(const QWidget& window) {
    QStringList words;
    for (const SectionHead* head : window.findChildren<SectionHead*>()) {
      if (head->isVisible()) words << head->accessibleDescription();
    }
    return words.join(u'\n');
  }

  std::unique_ptr<WindowFixture> m_fixture;

  ClusterView& opened() {
    ClusterView& window = m_fixture->open();
    QTest::qWait(0);
    [&] { QTRY_VERIFY(!m_fixture->bridge().snapshot()->cards.empty()); }();
    return window;
  }
  void measure(std::vector<CardSample> samples) {
    m_fixture->script->tellUse(liveReport(std::move(samples), m_fixture->bridge().now()));
  }

  static QAbstractButton* button(const QWidget& root, const QString& text) {
    for (QAbstractButton* one : root.findChildren<QAbstractButton*>()) {
      if (one->isVisible() && one->text() == text) return one;
    }
    return nullptr;
  }

 private slots:
  void init() { m_fixture = std::make_unique<WindowFixture>(); }
  void cleanup() { m_fixture.reset(); }

  void measuredFillsAreOfferedOnlyWhenSomethingIsMeasured() {
    ClusterView& window = opened();
    const auto measures = [&window] {
      const QComboBox* box = nullptr;
      for (const QComboBox* one : window.findChildren<QComboBox*>()) {
        if (one->findText(QStringLiteral("Memory allocated")) >= 0) box = one;
      }
      return box ? box->findText(QStringLiteral("Temperature")) >= 0 : false;
    };
    QVERIFY(!measures());
    measure({sample("node-a", 0, 8192, 50, m_fixture->bridge().now())});
    QTRY_VERIFY(measures());
    measure({});
    QTRY_VERIFY(!measures());
  }

  void aCardsPaneSaysWhatIsUsedAndWhatIsNotKnown() {
    ClusterView& window = opened();
    QVERIFY(window.showPage(QStringLiteral("card"), QStringLiteral("node-a/0")));
    QTRY_VERIFY(WindowFixture::visibleTexts(window).contains(QStringLiteral("No metrics source")));
    measure({sample("node-a", 0, 4096, 37, m_fixture->bridge().now())});
    QTRY_VERIFY(!WindowFixture::visibleTexts(window).contains(QStringLiteral("No metrics source")));
    QVERIFY(window.showPage(QStringLiteral("card"), QStringLiteral("node-a/1")));
    QTRY_VERIFY(WindowFixture::visibleTexts(window).contains(QStringLiteral("no samples of this card")));
  }

  void anUtilizationThatIsNotMeasuredIsNotNone() {
    ClusterView& window = opened();
    const auto notes = [&window] {
      return window.findChild<NodePage*>()->findChild<KpiStrip*>()->accessibleDescription();
    };
    QVERIFY(window.showPage(QStringLiteral("node"), QStringLiteral("node-a")));
    const CardSample first = sample("node-a", 0, 4096, 60, m_fixture->bridge().now());
    CardSample second = sample("node-a", 1, 4096, 20, first.use.at);
    measure({first, second});
    QTRY_VERIFY2(notes().contains(QStringLiteral("utilization 40 %")), qPrintable(notes()));
    second.use.gpuPercent.reset();
    measure({first, second});
    QTRY_VERIFY2(notes().contains(QStringLiteral("utilization n/a")), qPrintable(notes()));
  }

  void samplesAgeVisiblyAndThenThereAreNone() {
    ClusterView& window = opened();
    QVERIFY(window.showPage(QStringLiteral("card"), QStringLiteral("node-a/0")));
    measure({sample("node-a", 0, 4096, 37, m_fixture->bridge().now() - 200)});
    QTRY_VERIFY(notes(window).contains(QStringLiteral("last measured 3m ago")));
    measure({sample("node-a", 0, 4096, 37, m_fixture->bridge().now() - kForgetAfter - 1)});
    QTRY_VERIFY(WindowFixture::visibleTexts(window).contains(QStringLiteral("no samples of this card")));
    QVERIFY(!notes(window).contains(QStringLiteral("last measured")));
  }

  void theAgeOfSamplesIsAMeasure() {
    Card card;
    CardUse use;
    use.at = 1;
    QCOMPARE(cellValue(card, MemoryUnit::GiB, MapMeasure::SampleAge, &use).state, CellValue::State::Unknown);
    use.ageSeconds = 45;
    QCOMPARE(cellLabel(cellValue(card, MemoryUnit::GiB, MapMeasure::SampleAge, &use)), QStringLiteral("45"));
    use.ageSeconds = 0;
    QCOMPARE(cellValue(card, MemoryUnit::GiB, MapMeasure::SampleAge, &use).state, CellValue::State::Filled);
    QCOMPARE(cellValue(card, MemoryUnit::GiB, MapMeasure::SampleAge, nullptr).state, CellValue::State::Unknown);
  }

  void theHolderOfAWholeCardIsSaidToComeFromMetrics() {
    m_fixture->script->first.push_back(testing::upsert(testing::pod("team-c", "whole").nvidia(1).on("node-d")));
    ClusterView& window = opened();
    QVERIFY(window.showPage(QStringLiteral("card"), QStringLiteral("node-d/2")));
    CardSample named = sample("node-d", 2, 9000, 80, m_fixture->bridge().now());
    named.pods = {{"team-c", "whole"}};
    measure({named});
    QTRY_VERIFY(notes(window).contains(QStringLiteral("from metrics; not in the API")));
    const auto* table = window.findChild<CardsPage*>()->findChild<QTableView*>();
    const auto listed = [table] {
      const QAbstractItemModel& model = *table->model();
      for (int row = 0; row < model.rowCount(); ++row) {
        if (model.index(row, model.columnCount() - 1).data().toString() == QStringLiteral("whole (from metrics)"))
          return true;
      }
      return false;
    };
    QTRY_VERIFY(listed());
    QVERIFY(window.showPage(QStringLiteral("card"), QStringLiteral("node-d/0")));
    QTRY_VERIFY(notes(window).contains(QStringLiteral("free according to metrics")));
  }

  void oldSamplesAreForgottenNotShownAsZero() {
    opened();
    measure({sample("node-a", 0, 4096, 37, m_fixture->bridge().now() - kForgetAfter - 10)});
    QTRY_COMPARE(m_fixture->bridge().use()->measured, 1U);
    QVERIFY(m_fixture->bridge().use()->find("node-a", 0));
    const CardUse old = *m_fixture->bridge().use()->find("node-a", 0);
    QVERIFY(old.at < m_fixture->bridge().now() - kForgetAfter);
  }

  void aFailingSourceIsNamedAndTheAllocationStays() {
    ClusterView& window = opened();
    MetricsReport report;
    report.state.phase = MetricsPhase::Failed;
    report.state.error = makeError(ErrorCode::MetricsQuery, "monitoring/prometheus:9090", {}, "query timed out");
    m_fixture->script->tellUse(report);
    QVERIFY(window.showPage(QStringLiteral("card"), QStringLiteral("node-a/0")));
    QTRY_VERIFY(WindowFixture::visibleTexts(window).contains(QStringLiteral("monitoring/prometheus:9090")));
    QVERIFY(WindowFixture::visibleTexts(window).contains(QStringLiteral("allocated / total")));
    QVERIFY(m_fixture->bridge().isFresh());
  }

  void theWastePageListsWhatIsIdleAndLeadsToTheCard() {
    ClusterView& window = opened();
    ClusterPast past;
    past.end = m_fixture->bridge().now();
    past.window = 24 * 3600;
    past.cards = {{{"node-a", 0}, 0.0F, 0.0F, 500.0F, 1.0F}, {{"node-a", 1}, 70.0F, 99.0F, 15000.0F, 1.0F}};
    m_fixture->script->setPast(past);
    QVERIFY(window.showPage(QStringLiteral("waste")));
    measure({sample("node-a", 0, 500, 0, past.end)});
    auto* page = window.findChild<WastePage*>();
    QVERIFY(page);
    auto* table = page->findChild<QTableView*>();
    QTRY_COMPARE(table->model()->rowCount(), 1);
    QCOMPARE(table->model()->index(0, 0).data().toString(), QStringLiteral("node-a"));
    table->setCurrentIndex(table->model()->index(0, 0));
    QTRY_VERIFY(WindowFixture::visibleTexts(window).contains(QStringLiteral("Card 0")));
  }

  void anIdleCardAndMemoryThatIsNotUsedAreFoundWithTheirOwners() {
    // A card that did nothing for six hours, and a pod that uses 2 of its 14 GiB.
    auto sleeper = testing::pod("team-a", "sleeper-1").gpuMem(8).v2(R"({"0":{"0":8}})").on("node-b");
    auto greedy = testing::pod("team-a", "greedy-1").gpuMem(14).v2(R"({"0":{"1":14}})").on("node-b");
    const UnixSeconds now = SystemClock().wallNow();
    for (auto* one : {&sleeper, &greedy}) one->edit().startTime = now - 7 * 3600;
    sleeper.edit().meta.owners = {{"ReplicaSet", "sleeper-7c9f5d6b8", "uid-1", true}};
    greedy.edit().meta.owners = {{"StatefulSet", "greedy", "uid-2", true}};
    m_fixture->script->first.push_back(testing::upsert(sleeper));
    m_fixture->script->first.push_back(testing::upsert(greedy));
    ClusterView& window = opened();
    ClusterPast past;
    past.end = now;
    past.window = 6 * 3600;
    past.cards = {{{"node-b", 0}, 0.0F, 0.0F, 500.0F, 1.0F}, {{"node-b", 1}, 45.0F, 80.0F, 2048.0F, 1.0F}};
    m_fixture->script->setPast(past);
    QVERIFY(window.showPage(QStringLiteral("waste")));
    measure({sample("node-b", 0, 500, 0, now)});
    const auto* table = window.findChild<WastePage*>()->findChild<QTableView*>();
    QTRY_COMPARE(table->model()->rowCount(), 2);
    const auto cell = [table](int row, int column) { return table->model()->index(row, column).data().toString(); };
    QCOMPARE(cell(0, 1), QStringLiteral("0"));
    QCOMPARE(cell(0, 2), QStringLiteral("team-a/sleeper"));
    QCOMPARE(cell(0, 7), QStringLiteral("idle the whole time"));
    QCOMPARE(cell(1, 1), QStringLiteral("1"));
    QCOMPARE(cell(1, 2), QStringLiteral("team-a/greedy"));
    QCOMPARE(cell(1, 6), QStringLiteral("12 GiB"));
    QCOMPARE(cell(1, 7), QStringLiteral("ask for 3 GiB"));

    // Sorted by a column's numbers, then by whose it is.
    auto* page = window.findChild<WastePage*>();
    page->findChild<QTableView*>()->sortByColumn(3, Qt::DescendingOrder);
    QCOMPARE(cell(0, 2), QStringLiteral("team-a/greedy"));
    const auto choosers = page->findChildren<SegmentedControl*>();
    QCOMPARE(choosers.size(), 2);
    QTest::keyClick(choosers[1], Qt::Key_Right);
    QTRY_COMPARE(table->model()->columnCount(), 6);
    QCOMPARE(cell(0, 0), QStringLiteral("team-a/greedy"));
    QCOMPARE(cell(0, 4), QStringLiteral("12 GiB"));
    QCOMPARE(cell(1, 0), QStringLiteral("team-a/sleeper"));
    QCOMPARE(cell(1, 2), QStringLiteral("1"));
    QTest::keyClick(choosers[1], Qt::Key_Right);
    QTRY_COMPARE(table->model()->rowCount(), 1);
    QCOMPARE(cell(0, 0), QStringLiteral("team-a"));
    QCOMPARE(cell(0, 4), QStringLiteral("20 GiB"));
    page->findChild<QTableView*>()->setCurrentIndex(table->model()->index(0, 0));
    QTRY_VERIFY(WindowFixture::visibleTexts(window).contains(QStringLiteral("2 cards")));

    // The report names both.
    ReportRequest request{m_fixture->bridge().snapshot(), m_fixture->bridge().use(), {}, {}};
    request.waste = findWaste(*request.snapshot, past);
    const QString text = capacityReportText(request);
    QVERIFY2(text.contains(QStringLiteral("1 of 2 allocated cards were idle")), qPrintable(text));
    QVERIFY(text.contains(QStringLiteral("ask for 3 GiB")));
    request.waste.reset();
    QVERIFY(capacityReportText(request).contains(QStringLiteral("no metrics source")));
  }

  void anXidOfTheHardwareMarksTheCardAndKeepsItsFill() {
    Card card;
    card.memoryKnown = true;
    card.memTotal = MemUnits(16);
    card.memAllocated = MemUnits(8);
    CardUse use;
    use.at = 1;
    use.lastXid = 79;
    const CellValue marked = cellValue(card, MemoryUnit::GiB, MapMeasure::MemoryAllocated, &use);
    QVERIFY(marked.suspect);
    QVERIFY(!marked.unhealthy);
    QCOMPARE(cellLabel(marked), QStringLiteral("50"));
    use.lastXid = 31;  // of an application
    QVERIFY(!cellValue(card, MemoryUnit::GiB, MapMeasure::MemoryUsed, &use).suspect);
    QVERIFY(!cellFill(card, MapMeasure::MemoryUsed, nullptr).suspect);

    ClusterView& window = opened();
    QVERIFY(window.showPage(QStringLiteral("card"), QStringLiteral("node-a/0")));
    CardSample broken = sample("node-a", 0, 4096, 37, m_fixture->bridge().now());
    broken.use.lastXid = 79;
    measure({broken});
    const auto said = [&window] {
      for (const StateLabel* label : window.findChildren<StateLabel*>()) {
        if (label->isVisible() && label->accessibleName().contains(QStringLiteral("XID 79"))) return true;
      }
      return false;
    };
    QTRY_VERIFY(said());
  }

  void anAddressForTheMetricsIsKeptForItsContextAndConnectsAnew() {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("cardinal.ini"));
    SourceInfo cluster;
    cluster.kind = SourceKind::Live;
    cluster.name = "kubernetes-admin@prod/gpu";
    cluster.server = "10.0.0.1:6443";
    MetricsAddress address;
    address.url = "https://thanos.example:9090/prefix";
    address.user = "operator";
    address.passwordFile = "/etc/cardinal/password";
    {
      WindowSettings settings(file);
      rememberAddress(settings, cluster, address);
    }
    WindowSettings settings(file);
    QCOMPARE(rememberedAddress(settings, cluster).url, address.url);
    QCOMPARE(rememberedAddress(settings, cluster).passwordFile, address.passwordFile);
    SourceInfo other = cluster;
    other.server = "10.0.0.2:6443";
    QVERIFY(rememberedAddress(settings, other).url.empty());
    rememberAddress(settings, cluster, {});
    QVERIFY(rememberedAddress(settings, cluster).user.empty());

    ClusterView& window = opened();
    std::vector<std::string> used;
    SourceActions actions;
    actions.useMetrics = [&used](const MetricsAddress& chosen) -> Result<void> {
      used.push_back(chosen.url);
      return {};
    };
    window.setSourceActions(std::move(actions));
    QVERIFY(window.showPage(QStringLiteral("card"), QStringLiteral("node-a/0")));
    MetricsReport report;
    report.state.phase = MetricsPhase::Failed;
    report.state.error = makeError(ErrorCode::MetricsMissing, "scripted");
    m_fixture->script->tellUse(report);
    QTRY_VERIFY(button(window, QStringLiteral("Why?")));
    button(window, QStringLiteral("Why?"))->click();
    QTRY_VERIFY(window.findChild<AddressForm*>());
    auto* form = window.findChild<AddressForm*>();
    QTRY_VERIFY(form->isVisible());
    auto* url = form->findChildren<QLineEdit*>().first();
    QAbstractButton* use = button(*form, QStringLiteral("Use this address"));
    for (const char* wrong :
         {"", "prometheus:9090", "ftp://host", "http://user:secret@host:9090", "http://host:9090/?x=1"}) {
      url->setText(QString::fromLatin1(wrong));
      QVERIFY2(!use->isEnabled(), wrong);
    }
    url->setText(QStringLiteral(" http://prometheus.example:9090 "));
    QVERIFY(use->isEnabled());
    use->click();
    button(*form, QStringLiteral("Find in the cluster"))->click();
    QCOMPARE(used, (std::vector<std::string>{"http://prometheus.example:9090", ""}));
    window.findChild<SourceDialog*>()->close();
  }

  void metricsThroughTheApiServerNeedTheirRight() {
    ClusterView& window = opened();
    SelectionState selection;
    PreviewController preview(m_fixture->bridge());
    SourceDialog dialog({m_fixture->theme(), m_fixture->bridge(), selection, preview, WindowSettings()}, &window);
    dialog.open();
    const auto again = [&dialog]() -> QAbstractButton* { return button(dialog, QStringLiteral("Test again")); };
    const auto tell = [this](Permission one, Permission other) {
      ConnectionState state;
      state.phase = ConnectionPhase::Live;
      state.rights.note(Feature::ProxyServices, "metrics", one);
      state.rights.note(Feature::ProxyServices, "monitoring", other);
      const MutexLock lock(m_fixture->script->mutex);
      m_fixture->script->sink->onConnection(state);
    };
    QVERIFY(again()->isEnabled());
    tell(Permission::Denied, Permission::Denied);
    QTRY_VERIFY(!again()->isEnabled());
    QVERIFY(again()->toolTip().contains(QStringLiteral("get services/proxy")));
    tell(Permission::Denied, Permission::Unknown);
    QTRY_VERIFY2(again()->isEnabled(), "one of the services may be asked");
  }

  void axisLabelsAreRoundNumbers() {
    const auto label = [](double top, int most, bool binary) { return roundStep(top, most, binary); };
    QCOMPARE(label(10505.5, 5, true), 2500.0);
    QCOMPARE(label(22, 5, true), 8.0);
    QCOMPARE(label(80, 5, true), 16.0);
    QCOMPARE(label(14.7, 5, true), 5.0);
    QCOMPARE(label(100, 5, false), 20.0);
    QCOMPARE(label(100, 2, false), 50.0);
    QCOMPARE(label(0.9, 2, false), 0.5);
    QCOMPARE(label(0, 5, true), 1.0);
  }

  void withoutAMetricsSourceTheWastePageSaysWhatToDo() {
    ClusterView& window = opened();
    QVERIFY(window.showPage(QStringLiteral("waste")));
    QTRY_VERIFY(WindowFixture::visibleTexts(window).contains(QStringLiteral("dcgm-exporter")));
  }

  void gapsAreNeitherJoinedNorZero() {
    const std::vector<HistoryPoint> points = {{0, 1}, {60, 2}, {120, 3}, {600, 4}, {660, 5}};
    const auto runs = runsOf(points, 60);
    QCOMPARE(runs.size(), std::size_t{2});
    QCOMPARE(runs[0].second, std::size_t{3});
    QVERIFY(!pointAt(points, 300, 60));
    QCOMPARE(pointAt(points, 590, 60)->value, 4.0F);
    QVERIFY(runsOf({}, 60).empty());
  }

  void measuredCellsNeverShowUnknownAsZero() {
    Card card;
    card.memoryKnown = true;
    card.memTotal = MemUnits(16);
    QCOMPARE(cellValue(card, MemoryUnit::GiB, MapMeasure::GpuUsed, nullptr).state, CellValue::State::Unknown);
    CardUse use;
    use.at = 1;
    use.temperatureC = 61.4F;
    QCOMPARE(cellLabel(cellValue(card, MemoryUnit::GiB, MapMeasure::Temperature, &use)), QStringLiteral("61"));
    QCOMPARE(cellValue(card, MemoryUnit::GiB, MapMeasure::Power, &use).state, CellValue::State::Unknown);
    use.gpuPercent = 0;
    QCOMPARE(cellValue(card, MemoryUnit::GiB, MapMeasure::GpuUsed, &use).state, CellValue::State::Zero);
  }
};

QTEST_MAIN(TestUse)
#include "tst_use.moc"
