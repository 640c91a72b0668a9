// SPDX-License-Identifier: Apache-2.0
#include "core/service/worker.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <future>
#include <iterator>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace cardinal {
namespace {

std::ptrdiff_t threads() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/task"), {});
}

/// A thread that was joined may still be seen for a moment.
std::ptrdiff_t threadsOnceThereAre(std::ptrdiff_t wanted) {
  for (int i = 0; i < 3000 && threads() != wanted; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return threads();
}

/// The thread sanitizer starts a thread of its own with the first one of the program; only from then on do counts
/// compare.
void startAThreadAndSeeItEnd() {
  pid_t id = 0;
  std::thread([&id] { id = gettid(); }).join();
  while (std::filesystem::exists("/proc/self/task/" + std::to_string(id)))
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

TEST(Worker, HasNoThreadBeforeItsFirstTask) {
  startAThreadAndSeeItEnd();
  const std::ptrdiff_t before = threads();
  std::optional<Worker> worker(std::in_place, Worker::Keep::All);
  EXPECT_EQ(threads(), before);
  std::promise<std::thread::id> first;
  std::promise<std::thread::id> second;
  worker->post([&first](const std::stop_token&) { first.set_value(std::this_thread::get_id()); });
  worker->post([&second](const std::stop_token&) { second.set_value(std::this_thread::get_id()); });
  const std::thread::id ran = first.get_future().get();
  EXPECT_NE(ran, std::this_thread::get_id());
  EXPECT_EQ(second.get_future().get(), ran);
  EXPECT_EQ(threads(), before + 1);
  worker.reset();
  EXPECT_EQ(threadsOnceThereAre(before), before);
}

TEST(Worker, CallsWhatIsLeftWithAStoppedToken) {
  std::promise<void> runs;
  std::vector<bool> stopped;
  {
    Worker worker(Worker::Keep::All);
    worker.post([&](const std::stop_token& stop) {
      runs.set_value();
      while (!stop.stop_requested()) std::this_thread::yield();
      stopped.push_back(true);
    });
    worker.post([&](const std::stop_token& stop) { stopped.push_back(stop.stop_requested()); });
    runs.get_future().wait();
  }
  EXPECT_EQ(stopped, (std::vector<bool>{true, true}));
}

TEST(Worker, OfTheLatestOnlyTheNewestIsStillWanted) {
  std::promise<void> runs;
  std::promise<void> goOn;
  std::promise<void> last;
  std::vector<int> wanted;
  Worker worker(Worker::Keep::Latest);
  worker.post([&](const std::stop_token&) {
    runs.set_value();
    goOn.get_future().wait();
  });
  runs.get_future().wait();
  for (int i = 1; i <= 3; ++i) {
    worker.post([&, i](const std::stop_token& stop) {
      if (!stop.stop_requested()) wanted.push_back(i);
      if (i == 3) last.set_value();
    });
  }
  goOn.set_value();
  last.get_future().wait();
  EXPECT_EQ(wanted, std::vector<int>{3});
}

}  // namespace
}  // namespace cardinal
