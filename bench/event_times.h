// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <vector>

namespace cardinal::bench {

inline constexpr double kNanosecondsPerMillisecond = 1e6;

/// Processor time of the calling thread so far.
inline double threadMilliseconds() {
  timespec at = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
  return static_cast<double>(at.tv_sec) * 1e3 + static_cast<double>(at.tv_nsec) / kNanosecondsPerMillisecond;
}

/// Times of one kind of event, both on the wall and of the GUI thread's own work.
struct Times {
  std::vector<double> wall;
  std::vector<double> work;

  void add(double wallMs, double workMs) {
    wall.push_back(wallMs);
    work.push_back(workMs);
  }
  static double at(std::vector<double> values, double part) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    return values[std::min(values.size() - 1, static_cast<std::size_t>(part * static_cast<double>(values.size())))];
  }
  static std::size_t over(const std::vector<double>& values, double limit) {
    return static_cast<std::size_t>(
        std::count_if(values.begin(), values.end(), [limit](double one) { return one > limit; }));
  }
  void print(const char* what) const {
    std::printf(
        "%-28s %6zu  wall: median %5.1f  99 %% %5.1f  worst %6.1f ms, over 16.6: %zu, over 33: %zu   thread: 99 %% "
        "%5.1f  worst %5.1f ms\n",
        what, wall.size(), at(wall, 0.5), at(wall, 0.99), at(wall, 1), over(wall, 16.6), over(wall, 33), at(work, 0.99),
        at(work, 1));
  }
};

/// Measures every event that the loop delivers.
class MeasuredApplication : public QApplication {
 public:
  using QApplication::QApplication;

  bool notify(QObject* receiver, QEvent* event) override {
    if (!measuring) return QApplication::notify(receiver, event);
    const QEvent::Type type = event->type();
    if (type == QEvent::Paint && receiver == painted) painting = true;
    if (depth > 0) return QApplication::notify(receiver, event);
    ++depth;
    painting = false;
    const double work = threadMilliseconds();
    QElapsedTimer timer;
    timer.start();
    const bool taken = QApplication::notify(receiver, event);
    --depth;
    const double wall = static_cast<double>(timer.nsecsElapsed()) / kNanosecondsPerMillisecond;
    events.add(wall, threadMilliseconds() - work);
    if (painting) paints.add(wall, threadMilliseconds() - work);
    paintsSeen += painting ? 1 : 0;
    return taken;
  }

  bool measuring = false;
  const QObject* painted = nullptr;  ///< the map's viewport
  Times events;                      ///< every event, for stalls
  Times paints;                      ///< those that painted the map
  int paintsSeen = 0;

 private:
  int depth = 0;
  bool painting = false;
};

}  // namespace cardinal::bench
