// SPDX-License-Identifier: Apache-2.0
// Decisions recorded from kube-scheduler 1.35.4 with every default plugin (tests/data/kube-scheduler/1.35.4).
#include <gtest/gtest.h>

#include <cstdio>

#include "core/replay/recording/recording_files.h"
#include "core/replay/replayers.h"
#include "tests/support/test_data.h"

namespace cardinal::testing {
namespace {

std::filesystem::path recordings() {
  return std::filesystem::path(CARDINAL_TEST_DATA) / "kube-scheduler" / "1.35.4";
}

ReplayResult replayed(const std::string& text, const std::string& file) {
  auto recording = replayText(text, file, "kube-scheduler");
  if (!recording || !*recording) {
    ADD_FAILURE() << file << (recording ? std::string() : describe(recording.error()));
    return {};
  }
  return std::move((*recording)->result);
}

TEST(KubeSchedulerReplay, EveryDecisionOf135IsMet) {
  int decisions = 0;
  int mismatches = 0;
  const auto files = recordingFiles(recordings().string());
  ASSERT_TRUE(files);
  for (const std::string& file : *files) {
    const ReplayResult result = replayed(readTestFile(file), file);
    decisions += result.decisions;
    mismatches += result.mismatches;
    for (std::size_t i = 0; i < result.differences.size() && i < 5; ++i) {
      const ReplayDifference& d = result.differences[i];
      ADD_FAILURE() << file << " step " << d.step.value_or(-1) << " " << d.what << ": recorded " << d.recorded
                    << ", ours " << d.ours;
    }
  }
  std::printf("%d decisions, %d mismatches\n", decisions, mismatches);
  EXPECT_EQ(mismatches, 0);
  EXPECT_EQ(decisions, 1606);
}

/// The first recording in which `from` stands, with `to` in its place.
std::vector<std::string> differencesAfter(const std::string& name, const std::string& from, const std::string& to) {
  std::string text = readTestFile(recordings() / name / "scenario.json");
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  std::vector<std::string> out;
  for (const ReplayDifference& difference : replayed(text, name).differences) out.push_back(difference.what);
  return out;
}

// Every sort of figure is really compared: a recording that says otherwise is a mismatch.
TEST(KubeSchedulerReplay, EachRecordedFigureIsCompared) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(differencesAfter("k09-requests", R"("cpu_milli":2000)", R"("cpu_milli":2001)"), Names{"request"});
  EXPECT_EQ(differencesAfter("k09-requests", R"("NodeResourcesFit":97)", R"("NodeResourcesFit":96)"),
            Names{"scores.NodeResourcesFit"});
  EXPECT_EQ(differencesAfter("k15-preemption", "1 node(s) had untolerated taint(s), 4", "2 node(s) had"),
            Names{"message"});
  EXPECT_EQ(differencesAfter("k15-preemption", R"("pdb_violations":1)", R"("pdb_violations":2)"),
            Names{"preemption_candidates"});
  EXPECT_EQ(differencesAfter("k14-sampling", R"("evaluated":145)", R"("evaluated":144)"), Names{"evaluated"});
}

TEST(KubeSchedulerReplay, AStepAboutAPodThatIsNotThereIsAnError) {
  const auto result = replayText(
      R"({"name":"x","source":"kube-scheduler v1.35.4","config":{"scheduler":{
            "apiVersion":"kubescheduler.config.k8s.io/v1","kind":"KubeSchedulerConfiguration"}},
          "node_order":[],"nodes":[],"steps":[
            {"i":0,"action":"delete","namespace":"a","name":"gone","result":{}}]})",
      "x.json");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::InvalidField);
}

}  // namespace
}  // namespace cardinal::testing
