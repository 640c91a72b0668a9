// SPDX-License-Identifier: Apache-2.0
// The charts page as a user meets it: one card, several compared, sums, zoom, progress, errors with their reason,
// export.
#include <QAbstractButton>
#include <QDateTimeEdit>
#include <QGraphicsScene>
#include <QGraphicsTextItem>
#include <QTableView>
#include <QtTest>
#include <condition_variable>
#include <ctime>
#include <mutex>

#include "tests/ui/window_fixture.h"
#include "ui/pages/use/chart_tools.h"
#include "ui/pages/use/charts_page.h"
#include "ui/pages/use/source_dialog.h"
#include "ui/widgets/basic/segmented_control.h"
#include "ui/widgets/charts/group_chart.h"
#include "ui/widgets/charts/time_chart.h"

using namespace cardinal;
using namespace cardinal::test;
using namespace cardinal::ui;

namespace {

/// What the scripted metrics source was asked, from its threads.
struct Asked {
  std::mutex mutex;
  std::vector<HistoryQuery> queries;
  void add(const HistoryQuery& query) {
    const std::lock_guard lock(mutex);
    queries.push_back(query);
  }
  std::size_t count() {
    const std::lock_guard lock(mutex);
    return queries.size();
  }
  HistoryQuery last() {
    const std::lock_guard lock(mutex);
    return queries.empty() ? HistoryQuery{} : queries.back();
  }
};

/// Every card at 10 + its number, with an hour's gap in the middle of the time.
History steady(const HistoryQuery& query) {
  History history;
  history.step = historyStep(query);
  const UnixSeconds middle = (query.start + query.end) / 2;
  std::vector<CardPlace> cards = query.cards;
  if (query.wholeCluster) cards = {{std::string(), -1}};
  for (const CardPlace& card : cards) {
    HistorySeries series{card, {}};
    for (UnixSeconds at = query.start; at <= query.end; at += history.step) {
      if (std::abs(at - middle) > 1800) series.points.push_back({at, 10.0F + static_cast<float>(card.card)});
    }
    history.series.push_back(std::move(series));
  }
  return history;
}

}  // namespace

class TestCharts : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowFixture> m_fixture;
  std::shared_ptr<Asked> m_asked;

  ClusterView& opened() {
    m_asked = std::make_shared<Asked>();
    m_fixture->script->setHistory(
        [asked = m_asked](const HistoryQuery& query, const std::stop_token&) -> Result<History> {
          asked->add(query);
          return steady(query);
        });
    ClusterView& window = m_fixture->open();
    [&] { QTRY_VERIFY(!m_fixture->bridge().snapshot()->cards.empty()); }();
    return window;
  }
  static ChartsPage& page(const ClusterView& window) { return *window.findChild<ChartsPage*>(); }
  static TimeChart& chart(const ClusterView& window) { return *page(window).findChild<TimeChart*>(); }
  static QAbstractItemModel& table(const ClusterView& window) {
    return *page(window).findChild<QTableView*>()->model();
  }
  static QString texts(const ClusterView& window) { return WindowFixture::visibleTexts(window); }
  static QAbstractButton* button(const QWidget& in, const QString& text) {
    for (QAbstractButton* one : in.findChildren<QAbstractButton*>()) {
      if (one->isVisible() && one->text() == text) return one;
    }
    return nullptr;
  }

 private slots:
  void init() { m_fixture = std::make_unique<WindowFixture>(); }
  void cleanup() { m_fixture.reset(); }

  void oneCardHasItsLineItsFiguresAndItsGap() {
    ClusterView& window = opened();
    QVERIFY(window.showPage(QStringLiteral("charts"), QStringLiteral("node-a/1")));
    QTRY_COMPARE(table(window).rowCount(), 1);
    QVERIFY(texts(window).contains(QStringLiteral("Card 1 of node-a")));
    QCOMPARE(m_asked->last().cards.size(), std::size_t{1});
    QVERIFY(m_asked->last().points <= window.width());
    QCOMPARE(runsOf(chart(window).lines().at(0).points, chart(window).step()).size(), std::size_t{2});
    QVERIFY(table(window).index(0, 1).data().toString().contains(QStringLiteral("GiB")));
  }

  void theTableFollowsThePointerAndAGapHasNoSample() {
    ClusterView& window = opened();
    QVERIFY(window.showPage(QStringLiteral("charts"), QStringLiteral("node-a/1")));
    QTRY_COMPARE(table(window).rowCount(), 1);
    const HistoryQuery query = m_asked->last();
    emit chart(window).pointerMoved((query.start + query.end) / 2);
    QCOMPARE(table(window).index(0, 1).data().toString(), QStringLiteral("no sample"));
    emit chart(window).pointerMoved(query.start);
    QVERIFY(table(window).index(0, 1).data().toString() != QStringLiteral("no sample"));
  }

  void aNodeComparesItsCardsAndANamespaceAddsThemUp() {
    ClusterView& window = opened();
    QVERIFY(window.showPage(QStringLiteral("charts"), QStringLiteral("node:node-a")));
    QTRY_COMPARE(table(window).rowCount(), 2);
    QVERIFY(window.showPage(QStringLiteral("charts"), QStringLiteral("namespace:team-a")));
    QTRY_COMPARE(table(window).rowCount(), 1);
    QCOMPARE(m_asked->last().cards.size(), std::size_t{2});
    QVERIFY(texts(window).contains(QStringLiteral("sum")));
    QCOMPARE(chart(window).lines().at(0).points.front().value, 21.0F);
  }

  void aPodShowsItsCardsAndTheClusterIsAskedAsAWhole() {
    ClusterView& window = opened();
    QVERIFY(window.showPage(QStringLiteral("charts"), QStringLiteral("pod:team-a/two")));
    QTRY_COMPARE(m_asked->count(), std::size_t{1});
    QCOMPARE(m_asked->last().cards.at(0).card, 1);
    QVERIFY(window.showPage(QStringLiteral("charts"), QStringLiteral("cluster")));
    QTRY_VERIFY(m_asked->last().wholeCluster);
    QVERIFY(m_asked->last().cards.empty());
    QTRY_COMPARE(table(window).index(0, 0).data().toString(), QStringLiteral("All measured cards"));
  }

  void aTimeOfOnesOwnEndsNowAndForbidsWhatCannotBe() {
    ClusterView& window = opened();
    QVERIFY(window.showPage(QStringLiteral("charts"), QStringLiteral("node-a/0")));
    QTRY_COMPARE(m_asked->count(), std::size_t{1});
    auto* tools = page(window).findChild<ChartTools*>();
    for (SegmentedControl* one : tools->findChildren<SegmentedControl*>()) {
      if (one->accessibleName() != QStringLiteral("Time shown by the charts")) continue;
      one->setCurrent(QStringLiteral("own"));
      emit one->changed(QStringLiteral("own"));
    }
    const QList<QDateTimeEdit*> edits = tools->findChildren<QDateTimeEdit*>();
    QCOMPARE(edits.size(), 2);
    const QDateTime now = QDateTime::fromSecsSinceEpoch(m_fixture->bridge().now());
    QVERIFY2(std::abs(edits[1]->dateTime().secsTo(now)) < 120, "up to now");
    edits[1]->setDateTime(now.addDays(-3));
    QAbstractButton* show = button(*tools, QStringLiteral("Show"));
    QVERIFY(!show->isEnabled());
    QVERIFY(texts(window).contains(QStringLiteral("The end lies before the beginning")));
    edits[0]->setDateTime(now.addDays(1));
    edits[1]->setDateTime(now.addDays(2));
    QVERIFY(!show->isEnabled());
    QVERIFY(texts(window).contains(QStringLiteral("The beginning lies in the future")));
    edits[0]->setDateTime(now.addDays(-2));
    QVERIFY(show->isEnabled());
    show->click();
    QTRY_COMPARE(m_asked->last().start, now.addDays(-2).toSecsSinceEpoch());
    QVERIFY2(m_asked->last().end <= m_fixture->bridge().now(), "nothing is measured later than now");
  }

  void aDragChoosesATimeAndADoubleClickGoesBack() {
    ClusterView& window = opened();
    QVERIFY(window.showPage(QStringLiteral("charts"), QStringLiteral("node-a/0")));
    QTRY_COMPARE(table(window).rowCount(), 1);
    const HistoryQuery whole = m_asked->last();
    QWidget* canvas = chart(window).viewport();
    const QPoint from(canvas->width() / 4, canvas->height() / 2);
    const QPoint to(canvas->width() / 2, canvas->height() / 2);
    QTest::mousePress(canvas, Qt::LeftButton, {}, from);
    QTest::mouseMove(canvas, to);
    QTest::mouseRelease(canvas, Qt::LeftButton, {}, to);
    QTRY_COMPARE(m_asked->count(), std::size_t{2});
    const HistoryQuery part = m_asked->last();
    QVERIFY(part.start > whole.start && part.end < whole.end);
    QVERIFY(historyStep(part) < historyStep(whole));
    QTest::mouseDClick(canvas, Qt::LeftButton, {}, from);
    QTRY_COMPARE(m_asked->count(), std::size_t{3});
    QVERIFY(std::abs(m_asked->last().start - whole.start) < 120);
  }

  void whatTakesLongIsSeenToGoOnAndCanBeGivenUp() {
    auto gate = std::make_shared<std::pair<std::mutex, std::condition_variable_any>>();
    auto began = std::make_shared<std::atomic<bool>>(false);
    auto stopped = std::make_shared<std::atomic<bool>>(false);
    ClusterView& window = opened();
    m_fixture->script->setHistory(
        [gate, began, stopped](const HistoryQuery&, const std::stop_token& stop) -> Result<History> {
          *began = true;
          std::unique_lock lock(gate->first);
          gate->second.wait(lock, stop, [] { return false; });
          *stopped = true;
          return unexpected(makeError(ErrorCode::Cancelled));
        });
    QVERIFY(window.showPage(QStringLiteral("charts"), QStringLiteral("node-a/0")));
    QTRY_VERIFY(texts(window).contains(QStringLiteral("asking the metrics source")));
    QTRY_VERIFY(*began);
    QAbstractButton* cancel = button(page(window), QStringLiteral("Cancel"));
    QVERIFY(cancel);
    cancel->click();
    QTRY_VERIFY(*stopped);
    QTRY_VERIFY(button(page(window), QStringLiteral("Ask again")));
    QVERIFY(!button(page(window), QStringLiteral("Cancel")));
  }

  void aFailureIsNamedAndItsReasonIsOneClickAway() {
    ClusterView& window = opened();
    MetricsReport report;
    report.state.phase = MetricsPhase::Failed;
    report.state.error =
        makeError(ErrorCode::MetricsQuery, "monitoring/prometheus:9090", {}, "execution: too many samples");
    MetricsStage stage;
    stage.step = MetricsStage::Step::QueryValues;
    stage.where = "monitoring/prometheus:9090";
    stage.milliseconds = 1234;
    stage.error = report.state.error;
    report.state.stages = {stage};
    report.state.clockAhead = -90;
    m_fixture->script->tellUse(report);
    m_fixture->script->setHistory([](const HistoryQuery&, const std::stop_token&) -> Result<History> {
      return unexpected(
          makeError(ErrorCode::MetricsQuery, "monitoring/prometheus:9090", {}, "execution: too many samples"));
    });
    QVERIFY(window.showPage(QStringLiteral("charts"), QStringLiteral("node-a/0")));
    QTRY_VERIFY(texts(window).contains(QStringLiteral("too many samples")));
    QAbstractButton* why = button(page(window), QStringLiteral("Why?"));
    QVERIFY(why);
    why->click();
    QTRY_VERIFY(window.findChild<SourceDialog*>());
    const SourceDialog* dialog = window.findChild<SourceDialog*>();
    QTRY_VERIFY(dialog->text().contains(QStringLiteral("monitoring/prometheus:9090")));
    const QString shown = dialog->text();
    QVERIFY(shown.contains(QStringLiteral("monitoring/prometheus:9090")));
    QVERIFY(shown.contains(QStringLiteral("1,234 ms")));
    window.findChild<SourceDialog*>()->close();
  }

  void withoutSamplesItSaysSoAndDrawsNoZero() {
    ClusterView& window = opened();
    m_fixture->script->setHistory([](const HistoryQuery& query, const std::stop_token&) -> Result<History> {
      History none;
      none.step = historyStep(query);
      return none;
    });
    QVERIFY(window.showPage(QStringLiteral("charts"), QStringLiteral("node-a/0")));
    QTRY_VERIFY(texts(window).contains(QStringLiteral("No samples in this time")));
    QVERIFY(!page(window).findChild<QTableView*>()->isVisible());
  }

  void cardsWithoutAKnownHolderAreNotGuessed() {
    ClusterView& window = opened();
    QVERIFY(!window.showPage(QStringLiteral("charts"), QStringLiteral("node:nowhere")));
    QTRY_VERIFY(texts(window).contains(QStringLiteral("Not in the cluster")));
    QVERIFY(!window.showPage(QStringLiteral("charts"), QStringLiteral("nonsense")));
  }

  void valuesAreExportedWithEmptyFieldsForGaps() {
    ClusterView& window = opened();
    m_fixture->script->setHistory([](const HistoryQuery& query, const std::stop_token&) -> Result<History> {
      History history;
      history.step = historyStep(query);
      history.series = {{query.cards[0], {{query.start, 1024}, {query.start + history.step, 2048}}},
                        {query.cards[1], {{query.start, 512}}}};
      return history;
    });
    QVERIFY(window.showPage(QStringLiteral("charts"), QStringLiteral("node:node-a")));
    QTRY_COMPARE(table(window).rowCount(), 2);
    const QList<QByteArray> lines = page(window).csv().split('\n');
    QCOMPARE(lines[0].trimmed(), QByteArray("\"time\",\"Card 0\",\"Card 1\""));
    QVERIFY(lines[1].trimmed().endsWith(",1024,512"));
    QVERIFY(lines[2].trimmed().endsWith(",2048,"));
    QVERIFY(lines[1].contains('T') && lines[1].contains('Z'));
  }

  /// The first of a recording stand at the edge of a day.
  void aFewSamplesAreNoSpeckAndHideNoGap() {
    TimeChart chart(m_fixture->theme());
    chart.resize(600, 160);
    constexpr UnixSeconds kLong = 86'400;
    const QColor line = m_fixture->theme().tokens().accent;
    const auto columns = [&](std::vector<HistoryPoint> points) {
      chart.setData(0, kLong, 60, {{QString(), std::move(points)}}, 16.0);
      const QImage image = chart.picture().toImage();
      int drawn = 0;
      for (int x = 0; x < image.width(); ++x) {
        bool isDrawn = false;
        for (int y = 0; y < image.height(); ++y) {
          const QColor there = image.pixelColor(x, y);
          const int apart = std::abs(there.red() - line.red()) + std::abs(there.green() - line.green()) +
                            std::abs(there.blue() - line.blue());
          isDrawn = isDrawn || (there.alpha() == 255 && apart < 90);
        }
        drawn += isDrawn ? 1 : 0;
      }
      return drawn;
    };
    for (const UnixSeconds at : {kLong / 2, kLong}) {
      const int one = columns({{at, 15.0F}});
      QVERIFY2(one >= 3, qPrintable(QString::number(one)));
      const int two = columns({{at - 60, 15.0F}, {at, 15.0F}});
      QVERIFY2(two >= 3, qPrintable(QString::number(two)));
    }
    std::vector<HistoryPoint> gaps;
    std::vector<HistoryPoint> unbroken;
    for (UnixSeconds at = 0; at < kLong; at += 60) {
      unbroken.push_back({at, 15.0F});
      if (at % 1200 < 600) gaps.push_back({at, 15.0F});
    }
    const int most = columns(unbroken);
    const int with = columns(gaps);
    QVERIFY2(with < most * 19 / 20, qPrintable(QStringLiteral("%1 of %2").arg(with).arg(most)));
  }

  void whatIsAllocatedAboveTheCardIsStillALine() {
    Theme& theme = m_fixture->theme();
    TimeChart chart(theme);
    chart.resize(400, 120);
    chart.setData(0, 3600, 60, {{QString(), {{0, 15.0F}, {3600, 15.0F}}}}, 16.0);
    const QColor dashes = theme.tokens().chartAllocated;
    const auto drawn = [&] {
      const QImage image = chart.picture().toImage();
      for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
          const QColor at = image.pixelColor(x, y);
          if (at.alpha() == 255 && at == dashes) return true;
        }
      }
      return false;
    };
    QVERIFY(!drawn());
    chart.setLimit(18.0);
    QVERIFY2(drawn(), "18 allocated of 16");
  }

  void eachBarKeepsRoomForItsName() {
    GroupChart chart(m_fixture->theme());
    std::vector<GroupChart::Bar> bars(40);
    for (std::size_t i = 0; i < bars.size(); ++i) bars[i].name = QStringLiteral("team-%1").arg(i);
    chart.setBars(bars);
    QVERIFY(chart.minimumHeight() >= 40 * QFontMetrics(m_fixture->theme().font(TextRole::Micro)).height());
    chart.resize(600, chart.minimumHeight());
    chart.show();
    static_cast<void>(chart.picture());
    QStringList written;
    for (const QGraphicsItem* item : chart.scene()->items()) {
      if (const auto* text = qgraphicsitem_cast<const QGraphicsTextItem*>(item)) written << text->toPlainText();
    }
    for (const GroupChart::Bar& bar : bars) QVERIFY2(written.contains(bar.name), qPrintable(written.join(u' ')));
    chart.setBars({});
    QVERIFY2(chart.minimumHeight() < 40, "without bars it asks for no room");
  }

  void largeTextMakesAHigherChart() {
    Theme& theme = m_fixture->theme();
    TimeChart chart(theme);
    const int before = chart.minimumHeight();
    theme.setTextScale(2.0);
    QCOMPARE(chart.minimumHeight(), 2 * before);
    theme.setTextScale(1.0);
  }

  void sixtyFourLinesFollowThePointerAtSixtyFramesASecond() {
    Theme& theme = m_fixture->theme();
    TimeChart chart(theme);
    chart.setTall(true);
    chart.resize(1200, 500);
    std::vector<TimeLine> lines;
    for (int card = 0; card < 64; ++card) {
      TimeLine line{QString::number(card), {}};
      for (int i = 0; i < 1200; ++i) line.points.push_back({i * 60, static_cast<float>((i * 7 + card * 13) % 100)});
      lines.push_back(std::move(line));
    }
    chart.setData(0, 1199 * 60, 60, std::move(lines), 100.0);
    chart.show();
    QVERIFY(QTest::qWaitForWindowExposed(&chart));
    chart.picture();
    constexpr int kFrames = 30;
    // Of the processor, not of the clock on the wall: others work on this machine too.
    const std::clock_t began = std::clock();
    for (int i = 0; i < kFrames; ++i) {
      chart.setPointer(i * 2000);
      chart.viewport()->repaint();
    }
    const auto elapsed = static_cast<qint64>(std::clock() - began) * 1000 / CLOCKS_PER_SEC;
    qInfo("one frame with the pointer over 64 lines: %.2f ms", static_cast<double>(elapsed) / kFrames);
    // Twice the budget of 16 ms: machines that test are busy. The figure itself is the benchmark's.
    QVERIFY2(elapsed < 2 * 16 * kFrames, qPrintable(QString::number(elapsed)));
  }
};

QTEST_MAIN(TestCharts)
#include "tst_charts.moc"
