// SPDX-License-Identifier: Apache-2.0
// A window that is left open while the cluster changes 200 times a second, and somebody goes from page to page: memory
// must not grow. Usage: soak; $CARDINAL_SOAK_MINUTES = how long (60). The first sixth warms up; over the rest the slope
// of the resident memory must stay under 1 % an hour, and the number of descriptors the same.
#include <malloc.h>
#include <unistd.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include "core/base/heap.h"
#include "tests/support/churn_source.h"
#include "tests/ui/whole_window.h"
#include "ui/pages/shell/window/cluster_view.h"

namespace {

using namespace cardinal;
using namespace cardinal::ui;

constexpr double kMinute = 60.0;
constexpr double kHour = 3600.0;
constexpr double kMaxPercentAnHour = 1.0;
constexpr int kBetweenPagesMs = 5'000;
constexpr const char* kPages[] = {"map",    "nodes", "cards",  "workloads", "pending",
                                  "charts", "waste", "ledger", "node",      "pod"};

struct Sample {
  double seconds = 0;
  double megabytes = 0;  ///< resident
  double asked = 0;      ///< megabytes that the program holds of its allocator; the rest is what the allocator keeps
  int descriptors = 0;
};

Sample sampleNow(double seconds) {
  Sample out;
  out.seconds = seconds;
  long pages = 0;
  std::ifstream statm("/proc/self/statm");
  statm >> pages >> pages;  // the second one: resident
  out.megabytes = static_cast<double>(pages) * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
  const struct mallinfo2 heap = mallinfo2();
  out.asked = static_cast<double>(heap.uordblks + heap.hblkhd) / 1e6;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++out.descriptors;
  return out;
}

/// Megabytes a second, by least squares.
double slopeOf(const std::vector<Sample>& samples) {
  double time = 0;
  double memory = 0;
  for (const Sample& one : samples) {
    time += one.seconds;
    memory += one.megabytes;
  }
  time /= static_cast<double>(samples.size());
  memory /= static_cast<double>(samples.size());
  double above = 0;
  double below = 0;
  for (const Sample& one : samples) {
    above += (one.seconds - time) * (one.megabytes - memory);
    below += (one.seconds - time) * (one.seconds - time);
  }
  return below > 0 ? above / below : 0;
}

/// One sample for each round through the pages, at the same page each time.
std::vector<Sample> leaveOpen(ClusterView& window, double seconds) {
  std::vector<Sample> samples;
  QElapsedTimer clock;
  clock.start();
  const auto passed = [&clock] { return static_cast<double>(clock.elapsed()) / 1000; };
  while (passed() < seconds) {
    for (const char* page : kPages) {
      window.showPage(QString::fromLatin1(page));
      QTest::qWait(kBetweenPagesMs);
    }
    samples.push_back(sampleNow(passed()));
    const Sample& now = samples.back();
    std::printf("%6.1f min  %7.1f MB  %7.1f MB held  %d descriptors\n", now.seconds / kMinute, now.megabytes, now.asked,
                now.descriptors);
    std::fflush(stdout);
  }
  return samples;
}

}  // namespace

int main(int argc, char** argv) {
  const char* asked = std::getenv("CARDINAL_SOAK_MINUTES");
  const double seconds = (asked != nullptr ? std::atof(asked) : 60.0) * kMinute;
  keepHeapSmall();  // as the program does
  QApplication application(argc, argv);
  test::WholeWindow whole(application);
  ClusterView& window = whole.view();
  SnapshotBridge& bridge = whole.bridge();
  test::ChurnOptions options;
  options.cluster.nodes = 1'000;
  options.cluster.pods = 10'000;
  options.cluster.pending = 50;
  bridge.open(std::make_unique<test::ChurnSource>(options));
  // As the program does it: what is recorded goes into a file, not into memory.
  const QTemporaryDir folder;
  window.setRecordFolder(folder.path().toStdString());
  window.resize(1600, 900);
  window.show();
  const std::vector<Sample> all = leaveOpen(window, seconds);
  std::vector<Sample> warm;
  for (const Sample& one : all) {
    if (one.seconds >= seconds / 6) warm.push_back(one);
  }
  if (warm.size() < 3) {
    std::printf("too short: %zu samples\n", warm.size());
    return 1;
  }
  const double percent = slopeOf(warm) * kHour / warm.front().megabytes * 100;
  bool same = true;
  for (const Sample& one : warm) same = same && one.descriptors == warm.front().descriptors;
  std::printf("after %.0f minutes: %.2f %% an hour (at most %.0f), descriptors %s\n", warm.front().seconds / kMinute,
              percent, kMaxPercentAnHour, same ? "constant" : "NOT constant");
  return percent <= kMaxPercentAnHour && same ? 0 : 1;
}
