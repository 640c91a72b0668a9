// SPDX-License-Identifier: Apache-2.0
#include "core/record/recording.h"

#include <fstream>

#include "record_fixture.h"

namespace cardinal::testing {
namespace {

class Recording : public StoreOnDisk {
 protected:
  void note(AllocationRecording& recording, UnixSeconds at, const SnapshotPtr& snapshot) {
    recording.note(kStart + at, snapshot, kStart + at + 60);
  }
  static std::vector<std::pair<UnixSeconds, UnixSeconds>> spans(AllocationRecording& recording) {
    std::vector<std::pair<UnixSeconds, UnixSeconds>> out;
    const auto moments = recording.store()->moments();
    for (const PastMoment& moment : *moments) out.emplace_back(moment.at - kStart, moment.until - kStart);
    return out;
  }
  using Spans = std::vector<std::pair<UnixSeconds, UnixSeconds>>;
};

TEST_F(Recording, AStateIsRecordedWhenSomethingChangedAndHoldsUntilTheNext) {
  AllocationRecording recording(options());
  for (int i = 0; i < 5; ++i) note(recording, 60 * i, cluster(1));
  note(recording, 300, cluster(2));
  note(recording, 360, cluster(2));
  EXPECT_EQ(spans(recording), (Spans{{0, 300}, {300, 360}}));
  EXPECT_EQ(recording.state().changes, 2U);
  EXPECT_EQ(recording.state().recorded, kStart + 360);
  EXPECT_TRUE(recording.state().writes);
  EXPECT_TRUE(recording.state().keeps);
}

TEST_F(Recording, WhileTheConnectionIsLostNothingIsKnown) {
  AllocationRecording recording(options());
  note(recording, 0, cluster(1));
  note(recording, 60, cluster(1));
  note(recording, 90, nullptr);
  note(recording, 600, nullptr);
  note(recording, 660, cluster(1));
  note(recording, 720, cluster(1));
  EXPECT_EQ(spans(recording), (Spans{{0, 90}, {660, 720}}));
}

TEST_F(Recording, WhileTheMachineSleptNothingIsKnown) {
  AllocationRecording recording(options());
  note(recording, 0, cluster(1));
  note(recording, 60, cluster(1));
  note(recording, 36'000, cluster(1));
  EXPECT_EQ(spans(recording), (Spans{{0, 60}, {36'000, 36'000}}));
}

TEST_F(Recording, AClockThatGoesBackBeginsAnew) {
  AllocationRecording recording(options());
  for (int i = 0; i < 100; ++i) note(recording, 60 * i, cluster(1));
  note(recording, 1200, cluster(1));
  note(recording, 1260, cluster(2));
  const Spans expected = {{0, 1200}, {1200, 1260}, {1260, 1260}};
  EXPECT_EQ(spans(recording), expected);
}

TEST_F(Recording, ASecondConsoleWaitsForItsTurn) {
  auto first = std::make_unique<AllocationRecording>(options());
  note(*first, 0, cluster(1));
  AllocationRecording second(options());
  note(second, 10, cluster(1));
  EXPECT_FALSE(second.state().writes);
  EXPECT_FALSE(second.state().problem.has_value());
  EXPECT_EQ(spans(second), (Spans{{0, 0}}));
  first.reset();
  note(second, 70, cluster(3));
  EXPECT_TRUE(second.state().writes);
  EXPECT_EQ(spans(second), (Spans{{0, 0}, {70, 70}}));
}

TEST_F(Recording, ADamagedFileIsReportedAndRecordingGoesOn) {
  m_folder.write("history/ctx.sqlite", "no database at all, but long enough to be looked at as one");
  AllocationRecording recording(options());
  note(recording, 0, cluster(1));
  EXPECT_EQ(recording.state().setAside, path() + ".damaged");
  EXPECT_FALSE(recording.state().problem.has_value());
  EXPECT_EQ(spans(recording), (Spans{{0, 0}}));
}

TEST_F(Recording, WhatCannotBeWrittenIsReportedAndRetried) {
  m_folder.write("history", "in the way");
  AllocationRecording recording(options());
  note(recording, 0, cluster(1));
  ASSERT_TRUE(recording.state().problem.has_value());
  EXPECT_EQ(recording.state().problem->code, ErrorCode::FileUnwritable);
  EXPECT_EQ(recording.store(), nullptr);
  std::filesystem::remove(m_folder.path() / "history");
  note(recording, 60, cluster(1));
  EXPECT_FALSE(recording.state().problem.has_value());
  EXPECT_EQ(spans(recording), (Spans{{60, 60}}));
}

}  // namespace
}  // namespace cardinal::testing
