// SPDX-License-Identifier: Apache-2.0
// Decisions recorded from kube-scheduler 1.35.4 with every default plugin (tests/data/kube-scheduler/1.35.4).
#include "tests/core/replay/stack_recordings.h"

namespace cardinal::testing {
namespace {

std::filesystem::path recordingOf(const std::string& name) {
  return stackData("kube-scheduler/1.35.4") / name / "scenario.json";
}

TEST(KubeSchedulerReplay, EveryDecisionOf135IsMet) {
  EXPECT_EQ(replayFolder("kube-scheduler/1.35.4", "kube-scheduler"), 1606);
}

// Every sort of figure is really compared: a recording that says otherwise is a mismatch.
TEST(KubeSchedulerReplay, EachRecordedFigureIsCompared) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(differencesAfter(recordingOf("k09-requests"), R"("cpu_milli":2000)", R"("cpu_milli":2001)"),
            Names{"request"});
  EXPECT_EQ(differencesAfter(recordingOf("k09-requests"), R"("NodeResourcesFit":97)", R"("NodeResourcesFit":96)"),
            Names{"scores.NodeResourcesFit"});
  EXPECT_EQ(differencesAfter(recordingOf("k15-preemption"), "1 node(s) had untolerated taint(s), 4", "2 node(s) had"),
            Names{"message"});
  EXPECT_EQ(differencesAfter(recordingOf("k15-preemption"), R"("pdb_violations":1)", R"("pdb_violations":2)"),
            Names{"preemption_candidates"});
  EXPECT_EQ(differencesAfter(recordingOf("k14-sampling"), R"("evaluated":145)", R"("evaluated":144)"),
            Names{"evaluated"});
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
