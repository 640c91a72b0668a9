// SPDX-License-Identifier: Apache-2.0
#include "tests/core/alloc/answer_text.h"

namespace cardinal::testing {
namespace {

PodBuilder asks() {
  PodBuilder out = pod("asked");
  out.gpuMem(2);
  return out;
}

TEST(Caveats, OneFeasibleOpenSourceNodeIsCertain) {
  const auto answer = ask(snapshotOf({gpushareNode("a", 2, 15)}), asks());
  EXPECT_EQ(answer.certainty, Certainty::Certain);
  EXPECT_TRUE(answer.caveats.empty());
}

TEST(Caveats, PartsThatAreNotEvaluatedLowerTheCertainty) {
  struct Case {
    void (*set)(RawPodSpec&);
    Caveat caveat;
  };
  const std::vector<Case> cases = {{[](RawPodSpec& s) { s.hasPodAffinity = true; }, Caveat::PodAffinity},
                                   {[](RawPodSpec& s) { s.hasTopologySpread = true; }, Caveat::TopologySpread},
                                   {[](RawPodSpec& s) { s.hasBoundVolumes = true; }, Caveat::Volumes},
                                   {[](RawPodSpec& s) { s.hasSchedulingGates = true; }, Caveat::SchedulingGates},
                                   {[](RawPodSpec& s) { s.containers[0].hasHostPort = true; }, Caveat::HostPorts}};
  for (const Case& one : cases) {
    PodBuilder incoming = asks();
    one.set(incoming.edit().spec);
    const auto answer = ask(snapshotOf({gpushareNode("a", 2, 15)}), incoming);
    EXPECT_EQ(answer.caveats, std::vector<Caveat>{one.caveat});
    EXPECT_EQ(answer.certainty, Certainty::OneOf);
    EXPECT_EQ(answer.tied, 1U);
    EXPECT_EQ(answer.placements.at(0).certainty, Certainty::OneOf);
  }
}

TEST(Caveats, PreferencesCannotChangeTheOnlyNode) {
  PodBuilder incoming = asks();
  incoming.edit().spec.hasPreferredNodeAffinity = true;
  const auto answer = ask(snapshotOf({gpushareNode("a", 2, 15)}), incoming);
  EXPECT_TRUE(has(answer, Caveat::PreferredNodeAffinity));
  EXPECT_EQ(answer.certainty, Certainty::Certain);
}

TEST(Caveats, TheAckModelIsNeverCertain) {
  const auto answer = ask(snapshotOf({ackNode("a", "cgpu", 1, 15)}), asks());
  EXPECT_EQ(answer.certainty, Certainty::Modelled);
  EXPECT_EQ(answer.caveats, std::vector<Caveat>{Caveat::ClosedScheduler});
}

TEST(Caveats, OpenSourceAndAckNodesTogetherAreNotCompared) {
  const auto cluster = snapshotOf({ackNode("a", "cgpu", 1, 15), gpushareNode("b", 1, 15)});
  const auto answer = ask(cluster, asks());
  EXPECT_EQ(answer.certainty, Certainty::OneOf);
  EXPECT_EQ(answer.tied, 2U);
  EXPECT_EQ(places(answer, cluster), "a[0] b[0]");
}

TEST(Caveats, CpuScoresAreShownAndDoNotDecide) {
  const auto cluster =
      snapshotOf({gpushareNode("a", 1, 15), gpushareNode("b", 1, 15)}, {pod("busy").cpuMilli(32'000).on("a")});
  PodBuilder incoming = asks();
  incoming.cpuMilli(16'000);
  const auto answer = ask(cluster, incoming);
  ASSERT_EQ(answer.candidates.size(), 2U);
  // a: cpu (64-48)/64 = 25, memory (256 GiB - 200 MiB)/256 GiB = 99 -> 62; balance 100 - (75 - 0.07) = 25
  // b: cpu (64-16)/64 = 75, memory 99 -> 87; balance 100 - (25 - 0.07) = 75
  const auto part = [&](std::size_t candidate, ScoreCode code) {
    for (const ScorePart& one : answer.candidates[candidate].parts) {
      if (one.code == code) return one;
    }
    return ScorePart{};
  };
  EXPECT_EQ(part(0, ScoreCode::LeastAllocated), (ScorePart{ScoreCode::LeastAllocated, 62, 100, false}));
  EXPECT_EQ(part(1, ScoreCode::LeastAllocated), (ScorePart{ScoreCode::LeastAllocated, 87, 100, false}));
  EXPECT_EQ(part(0, ScoreCode::BalancedAllocation).value, 25);
  EXPECT_EQ(part(1, ScoreCode::BalancedAllocation).value, 75);
  EXPECT_EQ(part(0, ScoreCode::BestFit), (ScorePart{ScoreCode::BestFit, 13, 15, false}));
  EXPECT_EQ(answer.tied, 2U);
}

TEST(Caveats, EveryCodeHasAName) {
  for (int i = 0; i <= static_cast<int>(ReasonCode::ExistingAntiAffinity); ++i)
    EXPECT_STRNE(toString(static_cast<ReasonCode>(i)), "?");
  for (int i = 0; i <= static_cast<int>(Caveat::PluginsNotEvaluated); ++i)
    EXPECT_STRNE(toString(static_cast<Caveat>(i)), "?");
  for (int i = 0; i <= static_cast<int>(ScoreCode::PreferAvoidPods); ++i)
    EXPECT_STRNE(toString(static_cast<ScoreCode>(i)), "?");
  for (int i = 0; i <= static_cast<int>(Certainty::Modelled); ++i)
    EXPECT_STRNE(toString(static_cast<Certainty>(i)), "?");
}

}  // namespace
}  // namespace cardinal::testing
