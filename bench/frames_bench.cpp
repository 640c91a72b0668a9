// SPDX-License-Identifier: Apache-2.0
// The whole window at 1600 x 900 over 10,000 nodes x 8 cards and 100,000 pods.
// Usage: frames_bench [SECONDS [CHANGES_PER_SECOND [NODES [PODS]]]]    (20, 0, 10,000 and 100,000;
// QT_QPA_PLATFORM=offscreen where there is no display)
// A scripted pan, zoom and drag at 60 inputs a second. A frame is what follows one input or one tick of an animation
// until the map is painted. Budgets: 99 % of frames under 16.6 ms, none over 33 ms; at 200 changes a second no stall of
// the GUI thread over 50 ms.
#include <QApplication>
#include <QDragEnterEvent>
#include <QElapsedTimer>
#include <QMimeData>
#include <QScrollBar>
#include <QThread>
#include <QTimer>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "bench/event_times.h"
#include "bench/process_figures.h"
#include "core/base/heap.h"
#include "tests/support/churn_source.h"
#include "tests/ui/whole_window.h"
#include "ui/pages/map/map_page.h"
#include "ui/pages/shell/window/cluster_view.h"
#include "ui/widgets/map/heatmap_view.h"

namespace {

using namespace cardinal;
using namespace cardinal::ui;
using bench::kNanosecondsPerMillisecond;
using bench::MeasuredApplication;
using bench::threadMilliseconds;
using bench::Times;

constexpr int kInputsPerSecond = 60;

/// What a hand does in the time given, step by step.
class Hand {
 public:
  explicit Hand(HeatmapView& view) : m_view(view) {}

  /// `part` of the whole, 0 to 1.
  void act(double part) {
    const QSize size = m_view.viewport()->size();
    const QPointF at(size.width() * (0.5 + 0.35 * std::sin(part * 21)),
                     size.height() * (0.5 + 0.35 * std::cos(part * 17)));
    const int phase = static_cast<int>(part * 5) % 5;
    if (phase == 0) return wheel(at, -40, Qt::NoModifier);
    if (phase == 1) return wheel(at, (++m_step % 4 == 0) ? 120 : 0, Qt::ControlModifier);
    if (phase == 2) return wheel(at, std::sin(part * 40) > 0 ? 60 : -60, Qt::NoModifier);
    if (phase == 3) return drag(at);
    drop();
    wheel(at, (++m_step % 4 == 0) ? -120 : 0, Qt::ControlModifier);
  }

 private:
  void wheel(const QPointF& at, int delta, Qt::KeyboardModifiers keys) {
    if (delta == 0) return;
    QWheelEvent event(at, m_view.viewport()->mapToGlobal(at), {}, QPoint(0, delta), Qt::NoButton, keys,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(m_view.viewport(), &event);
  }
  void drag(const QPointF& at) {
    if (!m_mime) {
      m_mime = std::make_unique<QMimeData>();
      m_mime->setData(QString::fromLatin1(kWorkloadMimeType),
                      "apiVersion: v1\nkind: Pod\nmetadata:\n  name: dragged\nspec:\n  containers:\n  - name: main\n   "
                      " image: image\n"
                      "    resources:\n      limits:\n        aliyun.com/gpu-mem: 4\n");
      m_mime->setData(QString::fromLatin1(kWorkloadNameMimeType), "dragged");
      QDragEnterEvent enter(at.toPoint(), Qt::CopyAction, m_mime.get(), Qt::LeftButton, Qt::NoModifier);
      QCoreApplication::sendEvent(m_view.viewport(), &enter);
    }
    QDragMoveEvent move(at.toPoint(), Qt::CopyAction, m_mime.get(), Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_view.viewport(), &move);
  }
  void drop() {
    if (!m_mime) return;
    QDragLeaveEvent leave;
    QCoreApplication::sendEvent(m_view.viewport(), &leave);
    m_mime.reset();
  }

  HeatmapView& m_view;
  std::unique_ptr<QMimeData> m_mime;
  int m_step = 0;
};

/// Time from an input to the end of the paint that it caused.
void play(MeasuredApplication& application, HeatmapView& view, double seconds, Times& inputs, Times& drags) {
  Hand hand(view);
  QElapsedTimer clock;
  clock.start();
  for (qint64 input = 0;; ++input) {
    const double part = static_cast<double>(clock.nsecsElapsed()) / 1e9 / seconds;
    if (part >= 1) return;
    const double work = threadMilliseconds();
    QElapsedTimer timer;
    timer.start();
    const int painted = application.paintsSeen;
    hand.act(part);
    QCoreApplication::processEvents();
    if (application.paintsSeen > painted) {
      const bool dragging = static_cast<int>(part * 5) % 5 == 3;
      (dragging ? drags : inputs)
          .add(static_cast<double>(timer.nsecsElapsed()) / kNanosecondsPerMillisecond, threadMilliseconds() - work);
    }
    const qint64 next = (input + 1) * 1'000'000'000 / kInputsPerSecond;
    while (clock.nsecsElapsed() < next) {
      QCoreApplication::processEvents(QEventLoop::AllEvents);
      QThread::usleep(500);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 20;
  cardinal::test::ChurnOptions options;
  options.changesPerSecond = argc > 2 ? std::atoi(argv[2]) : 0;
  if (argc > 3) options.cluster.nodes = std::atoi(argv[3]);
  if (argc > 4) options.cluster.pods = std::atoi(argv[4]);
  keepHeapSmall();  // as the program does
  MeasuredApplication application(argc, argv);
  test::WholeWindow shown(application);
  ClusterView& window = shown.view();
  SnapshotBridge& bridge = shown.bridge();
  auto source = std::make_unique<cardinal::test::ChurnSource>(options);
  giveFreePagesBack();  // of what was made up on the way to the cluster
  const double made = bench::cpuSeconds();
  QElapsedTimer opening;
  opening.start();
  bridge.open(std::move(source));
  window.resize(1600, 900);
  window.show();
  while (bridge.snapshot()->cards.empty()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
  auto* view = window.findChild<MapPage*>()->view();
  application.painted = view->viewport();
  application.measuring = true;
  while (application.paintsSeen == 0) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
  std::printf("first map after %.2f s, %.2f s of processor\n", static_cast<double>(opening.elapsed()) / 1e3,
              bench::cpuSeconds() - made);
  application.measuring = false;
  application.events = {};
  application.paints = {};
  for (QElapsedTimer settle =
           [] {
             QElapsedTimer t;
             t.start();
             return t;
           }();
       settle.elapsed() < 1500;)
    QCoreApplication::processEvents();

  Times inputs;
  Times drags;
  application.measuring = true;
  const double before = bench::cpuSeconds();
  QElapsedTimer whole;
  whole.start();
  play(application, *view, seconds, inputs, drags);
  const double wall = static_cast<double>(whole.nsecsElapsed()) / 1e9;
  std::printf("%zu nodes, %zu cards, %d changes a second, %.0f s\n", bridge.snapshot()->nodes.size(),
              bridge.snapshot()->cards.size(), options.changesPerSecond, wall);
  inputs.print("input to painted map");
  drags.print("dragged pointer to painted");
  application.paints.print("paint events");
  std::printf(
      "events that held the GUI thread over 50 ms: %zu on the wall, %zu of its own work; longest %.1f and %.1f ms\n",
      Times::over(application.events.wall, 50), Times::over(application.events.work, 50),
      Times::at(application.events.wall, 1), Times::at(application.events.work, 1));
  std::printf("processor %.0f %% of a core, peak memory %.0f MB\n", 100 * (bench::cpuSeconds() - before) / wall,
              bench::peakMegabytes());
  application.measuring = false;
  return 0;
}
