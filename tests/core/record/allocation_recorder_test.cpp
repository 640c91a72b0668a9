// SPDX-License-Identifier: Apache-2.0
#include "core/record/allocation_recorder.h"

#include <future>
#include <utility>

#include "record_fixture.h"

namespace cardinal::testing {
namespace {

class HandClock final : public Clock {
 public:
  std::chrono::steady_clock::time_point steadyNow() const override { return {}; }
  UnixSeconds wallNow() const override { return m_now; }
  void set(UnixSeconds now) { m_now = now; }

 private:
  std::atomic<UnixSeconds> m_now{kStart};
};

/// Answers of a recorder, waited for.
std::size_t countMoments(AllocationRecorder& recorder) {
  std::promise<std::size_t> answer;
  recorder.ask([&](AllocationStore* store) { answer.set_value(store != nullptr ? store->moments()->size() : 0); });
  return answer.get_future().get();
}

TEST(AllocationRecorderTest, RecordsWhatIsOfferedAndAnswersOnItsThread) {
  HandClock clock;
  std::atomic<int> reports{0};
  AllocationRecorder recorder({}, clock, [&](const RecordState&) { ++reports; });
  EXPECT_EQ(countMoments(recorder), 0U);
  recorder.offer(cluster(1));
  recorder.recordNow();
  EXPECT_EQ(countMoments(recorder), 1U);
  clock.set(kStart + 60);
  recorder.offer(cluster(2));
  EXPECT_EQ(countMoments(recorder), 1U);  // the interval is not over
  recorder.recordNow();
  EXPECT_EQ(countMoments(recorder), 2U);
  EXPECT_GE(reports.load(), 2);
}

TEST(AllocationRecorderTest, AStateThatIsDueIsRecordedByItself) {
  const SystemClock clock;
  std::promise<void> recorded;
  bool isReported = false;  // the recorder's thread alone: the end of what was recorded moves on with every second
  AllocationRecorder::Options options;
  options.first = std::chrono::seconds(0);
  AllocationRecorder recorder(options, clock, [&](const RecordState& state) {
    if (state.changes == 1 && !std::exchange(isReported, true)) recorded.set_value();
  });
  recorder.offer(cluster(1));
  EXPECT_EQ(recorded.get_future().wait_for(std::chrono::seconds(30)), std::future_status::ready);
}

TEST(AllocationRecorderTest, TheLastMomentCountsWhenTheConsoleEnds) {
  const test::TemporaryFolder folder;
  AllocationRecorder::Options options;
  options.store.path = (folder.path() / "x.sqlite").string();
  HandClock clock;
  {
    AllocationRecorder recorder(options, clock, [](const RecordState&) {});
    recorder.offer(cluster(1));
    recorder.recordNow();
    EXPECT_EQ(countMoments(recorder), 1U);
    clock.set(kStart + 50);
  }
  auto store = AllocationStore::open(options.store);
  ASSERT_TRUE(store);
  ASSERT_EQ((*store)->moments()->size(), 1U);
  EXPECT_EQ((*store)->moments()->front().until, kStart + 50);
}

}  // namespace
}  // namespace cardinal::testing
