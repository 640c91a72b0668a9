// SPDX-License-Identifier: Apache-2.0
// What is really used, as a user meets it: tick and measured fills on the map, the card's pane, the waste page.
#include <QComboBox>
#include <QTableView>
#include <QtTest>

#include "window_fixture.h"
#include "ui/pages/shell/list_pages.h"
#include "ui/pages/use/waste_page.h"
#include "ui/widgets/map/cell_value.h"
#include "ui/widgets/section_head.h"
#include "ui/widgets/time_chart.h"

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

  MainWindow& opened() {
    MainWindow& window = m_fixture->open();
    QTest::qWait(0);
    [&] { QTRY_VERIFY(!m_fixture->bridge().snapshot()->cards.empty()); }();
    return window;
  }
  void measure(std::vector<CardSample> samples) {
    MetricsReport report;
    report.state.phase = MetricsPhase::Live;
    report.state.source = "scripted";
    report.state.asked = m_fixture->bridge().now();
    report.samples = std::move(samples);
    m_fixture->script->tellUse(report);
  }

 private slots:
  void init() { m_fixture = std::make_unique<WindowFixture>(); }
  void cleanup() { m_fixture.reset(); }

  void measuredFillsAreOfferedOnlyWhenSomethingIsMeasured() {
    MainWindow& window = opened();
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
    MainWindow& window = opened();
    QVERIFY(window.showPage(QStringLiteral("card"), QStringLiteral("node-a/0")));
    QTRY_VERIFY(WindowFixture::visibleTexts(window).contains(QStringLiteral("No metrics source")));
    measure({sample("node-a", 0, 4096, 37, m_fixture->bridge().now())});
    QTRY_VERIFY(!WindowFixture::visibleTexts(window).contains(QStringLiteral("No metrics source")));
    QVERIFY(window.showPage(QStringLiteral("card"), QStringLiteral("node-a/1")));
    QTRY_VERIFY(WindowFixture::visibleTexts(window).contains(QStringLiteral("no samples of this card")));
  }

  void samplesAgeVisiblyAndThenThereAreNone() {
    MainWindow& window = opened();
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
    MainWindow& window = opened();
    QVERIFY(window.showPage(QStringLiteral("card"), QStringLiteral("node-d/2")));
    CardSample named = sample("node-d", 2, 9000, 80, m_fixture->bridge().now());
    named.pods = {{"team-c", "whole"}};
    measure({named});
    QTRY_VERIFY(notes(window).contains(QStringLiteral("from metrics; the API does not tell")));
    const auto* table = window.findChild<CardsPage*>()->findChild<QTableView*>();
    const auto listed = [table] {
      const QAbstractItemModel& model = *table->model();
      for (int row = 0; row < model.rowCount(); ++row) {
        if (model.index(row, model.columnCount() - 1).data().toString() == QStringLiteral("whole (from metrics)")) return true;
      }
      return false;
    };
    QTRY_VERIFY(listed());
    QVERIFY(window.showPage(QStringLiteral("card"), QStringLiteral("node-d/0")));
    QTRY_VERIFY(notes(window).contains(QStringLiteral("free, as far as metrics tell")));
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
    MainWindow& window = opened();
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
    MainWindow& window = opened();
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

  void withoutAMetricsSourceTheWastePageSaysWhatToDo() {
    MainWindow& window = opened();
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
