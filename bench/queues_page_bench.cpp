// SPDX-License-Identifier: Apache-2.0
// The page Queues of a whole window at 1600 x 900, while 10,000 workloads of Kueue and 10,000 pod groups of Volcano
// wait. Usage: queues_page_bench [WAITING [QUEUES]]    (10,000 and 100; QT_QPA_PLATFORM=offscreen where there is no
// display) Budget: no event holds the GUI thread for more than 16 ms of its own work. Exit code 1 where one does.
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>
#include <QThread>
#include <cstdlib>
#include <functional>
#include <memory>

#include "bench/event_times.h"
#include "core/service/source/source.h"
#include "tests/support/waiting_queues.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/queues/queues_page.h"
#include "ui/pages/shell/window/cluster_view.h"
#include "ui/widgets/lists/filter_line.h"

namespace {

using namespace cardinal;
using namespace cardinal::ui;
using bench::MeasuredApplication;
using bench::Times;

constexpr double kBudget = 16;  // milliseconds

/// Tells its deltas at the start, and one more whenever it is asked.
class QueueSource final : public ClusterSource {
 public:
  explicit QueueSource(std::vector<ClusterDelta> first) : m_first(std::move(first)) {}
  SourceInfo info() const override {
    return {SourceKind::Live, "queues", "127.0.0.1:6443", "tester", "default", false};
  }
  void start(SourceSink& sink) override {
    m_sink = &sink;
    sink.onDeltas(std::move(m_first));
    ConnectionState live;
    live.phase = ConnectionPhase::Live;
    sink.onConnection(live);
  }
  void refresh() override {}
  void change(int number, int queues) {
    auto changed = test::workloadOf(number, number % queues, false);
    changed->meta.resourceVersion = "9999" + std::to_string(number);
    changed->priority = 1000;
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::UpsertExtra;
    delta.extras.emplace_back(std::shared_ptr<const RawKueueWorkload>(std::move(changed)));
    m_sink->onDeltas({std::move(delta)});
  }
  void addNode(int number) {
    sim::NodeShape shape;
    shape.name = test::numbered("node-", number);
    shape.mode = "default";
    shape.cards = 8;
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::UpsertNode;
    delta.nodes.push_back(std::make_shared<RawNode>(sim::makeNode(shape, test::kWaitingEpoch, shape.name, "1")));
    m_sink->onDeltas({std::move(delta)});
  }

 private:
  std::vector<ClusterDelta> m_first;
  SourceSink* m_sink = nullptr;
};

class Bench {
 public:
  Bench(MeasuredApplication& application, ClusterView& window, QueueSource& source, int queues)
      : m_application(application), m_window(window), m_source(source), m_queues(queues) {}

  bool run() {
    act(
        "page opened", 1, [&](int) { m_window.showPage(QStringLiteral("queues")); }, 1000);
    constexpr int kMaxSeconds = 60;
    for (int i = 0; i < kMaxSeconds && m_lineTable == nullptr; ++i) {
      act(
          "the report comes", 1, [](int) {}, 1000);
      findTables();
    }
    if (m_queueTable == nullptr || m_lineTable == nullptr) return std::puts("the page has no tables"), false;
    std::printf("%d queues, %d rows of who waits\n", m_queueTable->model()->rowCount(),
                m_lineTable->model()->rowCount());
    act(
        "a workload changes", 3, [&](int i) { m_source.change(i * 7, m_queues); }, 4000);
    act(
        "a node comes: ages only", 3, [&](int i) { m_source.addNode(i); }, 2500);
    act(
        "another queue is chosen", 40, [&](int i) { chooseRow((i * 7 + 1) % m_queueTable->model()->rowCount()); }, 30);
    act(
        "a letter in the filter", 12, [&](int i) { typeLetter(i); }, 30);
    act(
        "who waits, sorted", 8, [&](int i) { sortBy(*m_lineTable, i); }, 30);
    act(
        "queues, sorted", 14, [&](int i) { sortBy(*m_queueTable, i); }, 30);
    act(
        "who waits, scrolled", 60, [&](int i) { scrollTo(i, 60); }, 16);
    return m_worst <= kBudget;
  }

 private:
  /// The line has its name once it is there.
  void findTables() {
    m_page = m_window.findChild<QueuesPage*>();
    for (DataTable* table : m_page->findChildren<DataTable*>()) {
      if (table->accessibleName() == QLatin1String("Queues and quotas")) m_queueTable = table;
      if (table->accessibleName() == QLatin1String("Waiting workloads")) m_lineTable = table;
    }
  }
  /// Does it so many times, and lets the page settle for `pause` milliseconds after each.
  void act(const char* what, int times, const std::function<void(int)>& what_, int pause) {
    m_application.events = {};
    m_application.measuring = true;
    for (int i = 0; i < times; ++i) {
      // as an event of its own, so that it is measured as one
      QMetaObject::invokeMethod(
          &m_window, [&, i] { what_(i); }, Qt::QueuedConnection);
      QElapsedTimer settle;
      settle.start();
      while (settle.elapsed() < pause) {
        QCoreApplication::processEvents();
        QThread::usleep(300);
      }
    }
    m_application.measuring = false;
    const Times& all = m_application.events;
    const double worst = Times::at(all.work, 1);
    m_worst = std::max(m_worst, worst);
    std::printf("%-26s longest event %6.1f ms of work, %6.1f ms on the wall%s\n", what, worst, Times::at(all.wall, 1),
                worst > kBudget ? "   OVER" : "");
  }
  void chooseRow(int row) { m_queueTable->setCurrentIndex(m_queueTable->model()->index(row, 0)); }
  /// "job-01" and back.
  void typeLetter(int i) {
    const QString text = QStringLiteral("job-01");
    QLineEdit* field = m_page->findChild<FilterLine*>()->field();
    field->setText(text.left(i < 6 ? i + 1 : 11 - i));
  }
  static void sortBy(DataTable& table, int i) {
    const int column = i % table.model()->columnCount();
    table.sortByColumn(column, i % 2 == 0 ? Qt::AscendingOrder : Qt::DescendingOrder);
  }
  void scrollTo(int i, int all) {
    QScrollBar* bar = m_lineTable->verticalScrollBar();
    bar->setValue(bar->maximum() * i / all);
  }

  MeasuredApplication& m_application;
  ClusterView& m_window;
  QueueSource& m_source;
  int m_queues;
  QueuesPage* m_page = nullptr;
  DataTable* m_queueTable = nullptr;
  DataTable* m_lineTable = nullptr;
  double m_worst = 0;
};

}  // namespace

int main(int argc, char** argv) {
  test::WaitingOptions options;
  if (argc > 1) options.waiting = std::atoi(argv[1]);
  if (argc > 2) options.queues = std::atoi(argv[2]);
  MeasuredApplication application(argc, argv);
  Theme theme(ThemeKind::Dark);
  theme.applyTo(application);
  Language language(application);
  language.setCode(QStringLiteral("en"));
  SystemClock clock;
  SnapshotBridge bridge(clock);
  ClusterView window(theme, language, bridge, WindowSettings());
  std::vector<ClusterDelta> first = test::kueueCluster(options);
  for (ClusterDelta& delta : test::volcanoCluster(options)) first.push_back(std::move(delta));
  auto owned = std::make_unique<QueueSource>(std::move(first));
  QueueSource& source = *owned;
  bridge.open(std::move(owned));
  window.resize(1600, 900);
  window.show();
  while (!bridge.snapshot()->extras || !bridge.snapshot()->extras->kueue)
    QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
  return Bench(application, window, source, options.queues).run() ? 0 : 1;
}
