// SPDX-License-Identifier: Apache-2.0
// The scheduler's configuration file: what is read, and how what is wrong is named.
#include "core/manifest/scheduler_config.h"

#include <gtest/gtest.h>

namespace cardinal {
namespace {

std::string head(const std::string& version = "v1") {
  return "apiVersion: kubescheduler.config.k8s.io/" + version + "\nkind: KubeSchedulerConfiguration\n";
}

std::string problem(const std::string& text) {
  const auto config = parseSchedulerConfig(text, "s.yaml");
  if (config) return "read";
  const Error& error = config.error();
  return std::string(toString(error.code)) + " | " + error.subject + " | " + error.place + " | " + error.detail;
}

TEST(SchedulerConfig, PluginsWeightsAndStrategyAreRead) {
  const auto config = parseSchedulerConfig(head() + R"(percentageOfNodesToScore: 30
leaderElection: {leaderElect: true}
profiles:
- schedulerName: packer
  percentageOfNodesToScore: 70
  plugins:
    score:
      disabled: [{name: ImageLocality}]
      enabled: [{name: NodeResourcesFit, weight: 5}]
    multiPoint:
      enabled: [{name: Coscheduling}]
  pluginConfig:
  - name: NodeResourcesFit
    args:
      scoringStrategy:
        type: MostAllocated
        resources: [{name: cpu, weight: 1}, {name: nvidia.com/gpu, weight: 3}]
  - name: InterPodAffinity
    args: {hardPodAffinityWeight: 7}
  - name: PodTopologySpread
    args: {defaultingType: List}
)",
                                           "s.yaml");
  ASSERT_TRUE(config) << describe(config.error());
  EXPECT_EQ(config->percentageOfNodesToScore, 30);
  ASSERT_EQ(config->profiles.size(), 1U);
  const ConfiguredProfile& profile = config->profiles.front();
  EXPECT_EQ(profile.schedulerName, "packer");
  EXPECT_EQ(profile.percentageOfNodesToScore, 70);
  ASSERT_EQ(profile.score.enabled.size(), 1U);
  EXPECT_EQ(profile.score.enabled[0].weight, 5);
  EXPECT_EQ(profile.score.disabled[0].name, "ImageLocality");
  EXPECT_EQ(profile.everywhere.enabled[0].name, "Coscheduling");
  ASSERT_TRUE(profile.fit);
  EXPECT_EQ(profile.fit->type, FitStrategy::Type::MostAllocated);
  EXPECT_EQ(profile.fit->resources, (std::vector<ResourceWeight>{{"cpu", 1}, {"nvidia.com/gpu", 3}}));
  EXPECT_EQ(profile.hardPodAffinityWeight, 7);
  EXPECT_EQ(profile.defaultSpread, false);
  EXPECT_TRUE(profile.notEvaluated.empty());
}

TEST(SchedulerConfig, EveryVersionAndAFileWithoutProfilesAreRead) {
  for (const char* version : {"v1beta1", "v1beta2", "v1beta3", "v1"}) {
    const auto config = parseSchedulerConfig(head(version), "s.yaml");
    ASSERT_TRUE(config) << version;
    ASSERT_EQ(config->profiles.size(), 1U);
    EXPECT_EQ(config->profiles[0].schedulerName, "default-scheduler");
  }
}

TEST(SchedulerConfig, TheCurveOfTheOldPluginIsRead) {
  const auto config = parseSchedulerConfig(
      head("v1beta1") +
          "profiles:\n- pluginConfig:\n  - name: RequestedToCapacityRatio\n    args:\n      shape:\n"
          "      - {utilization: 0, score: 0}\n      - {utilization: 100, score: 10}\n",
      "s.yaml");
  ASSERT_TRUE(config) << describe(config.error());
  EXPECT_EQ(config->profiles[0].ratio->curve, (std::vector<CurvePoint>{{0, 0}, {100, 10}}));
}

TEST(SchedulerConfig, WhatIsNotEvaluatedIsNamedByItsPath) {
  const auto config = parseSchedulerConfig(head() + R"(extenders:
- urlPrefix: http://127.0.0.1:32766/gpushare-scheduler
  filterVerb: filter
  managedResources: [{name: aliyun.com/gpu-mem, ignoredByScheduler: false}]
- urlPrefix: http://other
  prioritizeVerb: score
profiles:
- pluginConfig:
  - name: NodeAffinity
    args: {addedAffinity: {}}
  - name: Coscheduling
    args: {permitWaitingTimeSeconds: 10}
)",
                                           "s.yaml");
  ASSERT_TRUE(config) << describe(config.error());
  EXPECT_EQ(config->notEvaluated, std::vector<std::string>{"extenders[1]"});
  EXPECT_EQ(config->profiles[0].notEvaluated.size(), 2U);
}

TEST(SchedulerConfig, ErrorsNameFileLineFieldAndValue) {
  EXPECT_EQ(problem(head() + "percentageOfNodesToScore: 130\n"),
            "InvalidField | percentageOfNodesToScore | s.yaml, line 3, column 27 | 130");
  EXPECT_EQ(
      problem(head() +
              "profiles:\n- pluginConfig:\n  - name: NodeResourcesFit\n    args: {scoringStrategy: {type: Best}}\n"),
      "InvalidField | profiles[0].pluginConfig[0].args.scoringStrategy.type | s.yaml, line 6, column 36 | Best");
  EXPECT_EQ(problem(head() + "profiles:\n- plugins: {score: {enabled: [{weight: 3}]}}\n").substr(0, 60),
            "InvalidField | profiles[0].plugins.score.enabled[0].name | s");
  EXPECT_EQ(
      problem("apiVersion: kubescheduler.config.k8s.io/v1alpha1\nkind: KubeSchedulerConfiguration\n"),
      "Unsupported | kubescheduler.config.k8s.io/v1alpha1 | s.yaml, line 1, column 13 | KubeSchedulerConfiguration, "
      "kubescheduler.config.k8s.io/v1beta1..v1");
  EXPECT_EQ(problem("apiVersion: v1\nkind: Pod\n").substr(0, 16), "Unsupported | v1");
  EXPECT_EQ(problem("profiles: [").substr(0, 11), "ParseFailed");
  EXPECT_EQ(problem("profiles: []\n"), "InvalidField | apiVersion | s.yaml, line 1, column 1 | ");
  EXPECT_EQ(problem(""), "InvalidField | apiVersion | s.yaml | ");
}

TEST(SchedulerConfig, ACurveMustAscend) {
  const std::string shape =
      "profiles:\n- pluginConfig:\n  - name: NodeResourcesFit\n    args:\n      scoringStrategy:\n        type: "
      "RequestedToCapacityRatio\n        requestedToCapacityRatio:\n          shape: ";
  EXPECT_EQ(problem(head() + shape + "[{utilization: 50, score: 1}, {utilization: 50, score: 2}]\n").substr(0, 12),
            "InvalidField");
  EXPECT_EQ(problem(head() + shape + "[]\n").substr(0, 12), "InvalidField");
  EXPECT_EQ(problem(head() + shape + "[{utilization: 0, score: 11}]\n").substr(0, 12), "InvalidField");
  EXPECT_EQ(problem(head() + shape + "[{utilization: 0, score: 10}]\n"), "read");
}

TEST(SchedulerConfig, AMissingFileIsSaid) {
  const auto config = loadSchedulerConfig("/nonexistent/scheduler.yaml");
  ASSERT_FALSE(config);
  EXPECT_EQ(config.error().code, ErrorCode::FileMissing);
}

}  // namespace
}  // namespace cardinal
