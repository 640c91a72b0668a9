// SPDX-License-Identifier: Apache-2.0
// What a configuration file changes in the answer.
#include "core/alloc/score/configured_profile.h"

#include "tests/core/alloc/answer_text.h"

namespace cardinal::testing {
namespace {

using Score = KubeScore;

SchedulerConfig configOf(ConfiguredProfile profile) {
  SchedulerConfig out;
  out.profiles = {std::move(profile)};
  return out;
}

SchedulerProfile profileOf(const ConfiguredProfile& profile, const char* version = "v1.28.4") {
  return *profileFor(configOf(profile), "", version);
}

AllocationAnswer askWith(const SnapshotPtr& cluster, const PodBuilder& pod, const SchedulerProfile& profile) {
  AllocationRequest request = makeRequest(pod.raw());
  request.scheduler = std::make_shared<const SchedulerProfile>(profile);
  return allocate(request, *cluster);
}

/// a is half full, b empty.
SnapshotPtr halfAndEmpty() {
  PodBuilder held = pod("held");
  held.cpuMilli(32'000).resource("memory", 128LL << 30).on("a");
  return snapshotOf({node("a"), node("b")}, {held});
}

PodBuilder asked() {
  PodBuilder out = pod("asked");
  return out.cpuMilli(1000).resource("memory", 4LL << 30);
}

TEST(ConfiguredProfile, AnEmptyFileIsTheDefaultOfTheVersion) {
  for (const char* version : {"v1.20.2", "v1.28.4"}) {
    const SchedulerProfile profile = profileOf({}, version);
    EXPECT_EQ(profile.weights, profileFor(version).weights);
    EXPECT_EQ(profile.verified, profileFor(version).verified);
    EXPECT_FALSE(profile.hasUnknownParts);
    EXPECT_TRUE(profile.known);
  }
}

TEST(ConfiguredProfile, MostAllocatedFillsTheFullerNode) {
  ConfiguredProfile config;
  config.fit = FitStrategy{FitStrategy::Type::MostAllocated, {}, {}};
  const auto cluster = halfAndEmpty();
  EXPECT_EQ(places(askWith(cluster, asked(), profileOf({})), cluster), "b[] a[]");
  const AllocationAnswer answer = askWith(cluster, asked(), profileOf(config));
  EXPECT_EQ(places(answer, cluster), "a[] b[]");
  // (33 of 64 cpus: 51, 132 of 256 GiB: 51) / 2
  EXPECT_EQ(answer.candidates[0].parts[0].code, ScoreCode::MostAllocated);
  EXPECT_EQ(answer.candidates[0].parts[0].value, 51);
  EXPECT_EQ(answer.certainty, Certainty::Modelled);
}

TEST(ConfiguredProfile, TheCurveIsReadInWholeNumbers) {
  ConfiguredProfile config;
  config.fit = FitStrategy{FitStrategy::Type::CapacityRatio, {{"cpu", 1}}, {{0, 0}, {50, 10}, {100, 0}}};
  const auto cluster = halfAndEmpty();
  const AllocationAnswer answer = askWith(cluster, asked(), profileOf(config));
  EXPECT_EQ(places(answer, cluster), "a[] b[]");
  // 33 of 64 = 51 percent: 100 - 100 * 1 / 50
  EXPECT_EQ(answer.candidates[0].parts[0].value, 98);
  // 1 of 64 = 1 percent: 0 + 100 * 1 / 50
  EXPECT_EQ(answer.candidates[1].parts[0].value, 2);
}

TEST(ConfiguredProfile, AnExtendedResourceWeighsOnlyWhereItIsRequested) {
  ConfiguredProfile config;
  config.fit = FitStrategy{FitStrategy::Type::MostAllocated, {{"nvidia.com/gpu", 1}}, {}};
  PodBuilder held = pod("held");
  held.nvidia(6).on("a");
  const auto cluster = snapshotOf({nvidiaNode("a", 8), nvidiaNode("b", 8)}, {held});
  PodBuilder gpu = pod("asked");
  gpu.nvidia(1);
  const AllocationAnswer answer = askWith(cluster, gpu, profileOf(config));
  EXPECT_EQ(places(answer, cluster), "a[] b[]");
  EXPECT_EQ(answer.candidates[0].parts[0].value, 87);  // 7 of 8
  EXPECT_EQ(askWith(cluster, asked(), profileOf(config)).candidates[0].parts[0].value, 0);
}

TEST(ConfiguredProfile, WeightsAndDisabledScores) {
  ConfiguredProfile config;
  config.score.disabled = {{"ImageLocality", 0}, {"NodeAffinity", 0}};
  config.score.enabled = {{"TaintToleration", 9}};
  config.everywhere.disabled = {{"InterPodAffinity", 0}};
  const SchedulerProfile profile = profileOf(config);
  EXPECT_EQ(profile.weightOf(Score::ImageLocality), 0);
  EXPECT_EQ(profile.weightOf(Score::NodeAffinity), 0);
  EXPECT_EQ(profile.weightOf(Score::TaintToleration), 9);
  EXPECT_EQ(profile.weightOf(Score::InterPodAffinity), 0);
  EXPECT_FALSE(profile.has(KubeFilter::InterPodAffinity));
  EXPECT_TRUE(profile.has(KubeFilter::NodeAffinity));
  EXPECT_EQ(profile.weightOf(Score::PodTopologySpread), 2);
}

TEST(ConfiguredProfile, AStarSwitchesAllScoresOffThatAreNotNamedAgain) {
  ConfiguredProfile config;
  config.score.disabled = {{"*", 0}};
  config.score.enabled = {{"NodeResourcesMostAllocated", 4}};
  const SchedulerProfile profile = profileOf(config, "v1.20.2");
  EXPECT_EQ(profile.weightOf(Score::LeastAllocated), 4);
  EXPECT_EQ(profile.fit.type, FitStrategy::Type::MostAllocated);
  EXPECT_EQ(profile.weightOf(Score::TaintToleration), 0);
  EXPECT_EQ(profile.weightOf(Score::NodePreferAvoidPods), 0);
  EXPECT_FALSE(profile.hasUnknownParts);
  EXPECT_FALSE(profile.verified);
}

TEST(ConfiguredProfile, ADisabledFilterRefusesNobody) {
  ConfiguredProfile config;
  config.filter.disabled = {{"TaintToleration", 0}};
  const auto cluster = snapshotOf({node("a").taint("k", "v", "NoSchedule")}, {});
  EXPECT_TRUE(askWith(cluster, asked(), profileOf({})).candidates.empty());
  EXPECT_EQ(askWith(cluster, asked(), profileOf(config)).candidates.size(), 1U);
}

TEST(ConfiguredProfile, WhatIsNotKnownIsSaidAndLowersTheCertainty) {
  const auto cluster = snapshotOf({node("a")}, {});
  ConfiguredProfile config;
  EXPECT_EQ(askWith(cluster, asked(), profileOf(config, "v1.20.2")).certainty, Certainty::Certain);
  config.everywhere.enabled = {{"Coscheduling", 0}};
  const AllocationAnswer answer = askWith(cluster, asked(), profileOf(config, "v1.20.2"));
  EXPECT_TRUE(has(answer, Caveat::PluginsNotEvaluated));
  EXPECT_NE(answer.certainty, Certainty::Certain);
}

TEST(ConfiguredProfile, PercentageIsTheProfilesThenTheFiles) {
  SchedulerConfig config = configOf({});
  config.percentageOfNodesToScore = 40;
  EXPECT_EQ(nodesToScore(*profileFor(config, "", "v1.28.4"), 1000), 400);
  config.profiles[0].percentageOfNodesToScore = 60;
  EXPECT_EQ(nodesToScore(*profileFor(config, "", "v1.28.4"), 1000), 600);
}

TEST(ConfiguredProfile, V1beta2KeepsTheWeightsOf122) {
  SchedulerConfig config = configOf({});
  config.apiVersion = "kubescheduler.config.k8s.io/v1beta2";
  EXPECT_EQ(profileFor(config, "", "v1.27.16")->weightOf(Score::TaintToleration), 1);
  EXPECT_EQ(profileFor(config, "", "v1.27.16")->weightOf(Score::PodTopologySpread), 2);
  config.apiVersion = "kubescheduler.config.k8s.io/v1beta3";
  EXPECT_EQ(profileFor(config, "", "v1.27.16")->weightOf(Score::TaintToleration), 3);
}

TEST(ConfiguredProfile, AFileThatTheServersSchedulerCannotReadMakesNothingCertain) {
  SchedulerConfig config = configOf({});
  for (const auto& [version, server, certain] :
       {std::tuple("v1beta1", "v1.20.2", true), std::tuple("v1", "v1.35.4", true), std::tuple("v1", "v1.20.2", false),
        std::tuple("v1beta1", "v1.35.4", false), std::tuple("v1beta2", "v1.35.4", false),
        std::tuple("v1beta3", "v1.35.4", false)}) {
    config.apiVersion = std::string("kubescheduler.config.k8s.io/") + version;
    EXPECT_EQ(profileFor(config, "", server)->verified, certain) << version << " on " << server;
  }
}

TEST(ConfiguredProfile, AnotherSchedulerIsNotInTheFileAndTheOneOfAckStaysClosed) {
  EXPECT_FALSE(profileFor(configOf({}), "other", "v1.28.4"));
  EXPECT_TRUE(profileFor(configOf({}), "default-scheduler", "v1.28.4"));
  EXPECT_FALSE(profileFor(configOf({}), "", "v1.20.11-aliyun.1")->known);
}

}  // namespace
}  // namespace cardinal::testing
