// SPDX-License-Identifier: Apache-2.0
// Decisions recorded from the allocator of dynamic resource allocation (Kubernetes 1.35) and from
// NodeResourceTopologyMatch (scheduler-plugins 0.34).
#include <gtest/gtest.h>

#include <cstdio>

#include "core/replay/recording/recording_files.h"
#include "core/replay/replayers.h"
#include "tests/support/test_data.h"

namespace cardinal::testing {
namespace {

namespace fs = std::filesystem;

fs::path draData() {
  return fs::path(CARDINAL_TEST_DATA) / "dra" / "1.35.4";
}
fs::path numaData() {
  return fs::path(CARDINAL_TEST_DATA) / "numa" / "0.34.7";
}

struct Sum {
  int decisions = 0;
  int mismatches = 0;
};

Sum replayAll(const fs::path& folder, const std::string& stack) {
  Sum out;
  const auto files = recordingFiles(folder.string());
  if (!files) {
    ADD_FAILURE() << describe(files.error());
    return out;
  }
  for (const std::string& file : *files) {
    const auto replayed = cardinal::replayText(readTestFile(file), file);
    if (!replayed) {
      ADD_FAILURE() << describe(replayed.error());
      continue;
    }
    if (!*replayed) continue;
    EXPECT_EQ((*replayed)->stack, stack) << file;
    const ReplayResult& result = (*replayed)->result;
    out.decisions += result.decisions;
    out.mismatches += result.mismatches;
    for (std::size_t i = 0; i < result.differences.size() && i < 5; ++i) {
      const ReplayDifference& d = result.differences[i];
      ADD_FAILURE() << file << " step " << d.step.value_or(-1) << " " << d.what << ": recorded " << d.recorded
                    << ", ours " << d.ours;
    }
  }
  std::printf("%s: %d decisions, %d mismatches\n", stack.c_str(), out.decisions, out.mismatches);
  return out;
}

/// The replay of one recording with one piece of its text changed.
ReplayResult replayChanged(const fs::path& scenario, const std::string& from, const std::string& to) {
  std::string text = readTestFile(scenario / "scenario.json");
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  const auto replayed = cardinal::replayText(text.replace(at, from.size(), to), "scenario.json");
  if (!replayed || !*replayed) {
    ADD_FAILURE() << "not replayed";
    return {};
  }
  return (*replayed)->result;
}

TEST(DeviceClaimsReplay, EveryDecisionIsMetDeviceByDevice) {
  const Sum sum = replayAll(draData(), "dra");
  EXPECT_EQ(sum.decisions, 602);
  EXPECT_EQ(sum.mismatches, 0);
}

TEST(DeviceClaimsReplay, AnotherDeviceIsAMismatchOfItsStep) {
  const ReplayResult result = replayChanged(draData() / "d01-facts", R"("pool":"node1","device":"gpu-0"}])",
                                            R"("pool":"node1","device":"gpu-9"}])");
  ASSERT_FALSE(result.differences.empty());
  EXPECT_EQ(result.differences[0].step, 0);
  EXPECT_EQ(result.differences[0].what, "nodes.node1.picks");
}

TEST(DeviceClaimsReplay, AnotherRefusalIsAMismatch) {
  const ReplayResult result = replayChanged(draData() / "d01-facts", "currently being updated", "currently invalid");
  ASSERT_EQ(result.differences.size(), 1U);
  EXPECT_EQ(result.differences[0].what, "nodes.node3.error");
}

TEST(NodeTopologyReplay, EveryDecisionIsMet) {
  const Sum sum = replayAll(numaData(), "numa");
  EXPECT_EQ(sum.decisions, 620);  // 590 pods, and 30 asked at the ends
  EXPECT_EQ(sum.mismatches, 0);
}

TEST(NodeTopologyReplay, AnotherScoreIsAMismatch) {
  const ReplayResult result = replayChanged(numaData() / "n02-least", R"("score":41)", R"("score":42)");
  ASSERT_EQ(result.mismatches, 1);
  EXPECT_NE(result.differences[0].what.find(".score"), std::string::npos);
}

}  // namespace
}  // namespace cardinal::testing
