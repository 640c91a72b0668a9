// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/dialect.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "core/metrics/card_table.h"
#include "core/metrics/questions.h"
#include "tests/core/metrics/prometheus_text.h"

namespace cardinal::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double kNow = 1'700'000'000;
constexpr UnixSeconds kHere = 1'600'000'000;  // our clock differs from the server's

void feed(CardTable& table, RefreshPart part, const std::string& answer) {
  PrometheusDecoder decoder;
  const auto read = decoder.decode(answer, [&](const SeriesView& series) { table.add(part, series); });
  ASSERT_TRUE(read) << describe(read.error());
}

/// The samples of lines that are answered to both the question of values and of pods.
std::vector<CardSample> samplesOf(const std::string& answer, std::vector<std::string>* names = nullptr) {
  CardTable table;
  feed(table, RefreshPart::Values, answer);
  feed(table, RefreshPart::Pods, answer);
  auto samples = table.take(kHere);
  if (names != nullptr) *names = table.dialectNames();
  std::sort(samples.begin(), samples.end(), [](const auto& a, const auto& b) { return a.index < b.index; });
  return samples;
}

CardSample only(const std::string& lines) {
  auto samples = samplesOf(answerOf(lines, kNow));
  EXPECT_EQ(samples.size(), 1U);
  return samples.empty() ? CardSample{} : samples.front();
}

struct Sample {
  std::string file;
  std::string dialect;
  bool temperature = true, clock = true, xid = true, total = true, pod = true, uuid = true;
};

class DialectSample : public ::testing::TestWithParam<Sample> {};

TEST_P(DialectSample, DecodesToTheSameTwoCards) {
  const Sample& given = GetParam();
  std::vector<std::string> names;
  const auto samples = samplesOf(sampleAnswer(given.file, kNow), &names);
  EXPECT_THAT(names, Contains(given.dialect));
  ASSERT_EQ(samples.size(), 2U);
  const CardSample& busy = samples[0];
  const CardSample& idle = samples[1];
  EXPECT_EQ(busy.host, "gpu-1");
  EXPECT_EQ(idle.host, "gpu-1");
  EXPECT_EQ(busy.index, 0);
  EXPECT_EQ(idle.index, 1);
  EXPECT_EQ(plainUuid(busy.uuid), given.uuid ? "4cf8db2d-06c0-7d70-1a51-e59b25b2c16c" : "");
  EXPECT_EQ(busy.use.gpuPercent, 73.0F);
  EXPECT_EQ(idle.use.gpuPercent, 0.0F) << "an idle card is 0, not unknown";
  EXPECT_EQ(busy.use.memoryUsedMib, 9000.0F);
  EXPECT_EQ(idle.use.memoryUsedMib, 0.0F);
  EXPECT_EQ(busy.use.memoryTotalMib, given.total ? std::optional(16384.0F) : std::nullopt);
  EXPECT_EQ(busy.use.temperatureC, given.temperature ? std::optional(61.0F) : std::nullopt);
  EXPECT_EQ(busy.use.powerW, given.temperature ? std::optional(210.5F) : std::nullopt);
  EXPECT_EQ(busy.use.smClockMhz, given.clock ? std::optional(1410.0F) : std::nullopt);
  EXPECT_EQ(busy.use.lastXid, given.xid ? std::optional(31) : std::nullopt);
  EXPECT_EQ(idle.use.lastXid, given.xid ? std::optional(0) : std::nullopt);
  using Pods = std::vector<ObjectKey>;
  EXPECT_EQ(busy.pods, given.pod ? Pods({{"team-a", "train-0"}}) : Pods());
  EXPECT_EQ(idle.pods, Pods());
}

INSTANTIATE_TEST_SUITE_P(
    All, DialectSample,
    ::testing::Values(Sample{"dcgm-hostname", "dcgm-exporter"}, Sample{"dcgm-exported", "dcgm-exporter"},
                      Sample{"dcgm-old", "dcgm-exporter"}, Sample{"dcgm-lower", "dcgm-exporter"},
                      Sample{"ack", "ACK GPU monitoring"}, Sample{"hami", "HAMi", true, false, false, false, true},
                      Sample{"hami-old", "HAMi", false, false, false, false, false},
                      Sample{"volcano", "Volcano vGPU", false, false, false, false, true},
                      Sample{"amd", "AMD device metrics exporter", true, false, false, true, true, false},
                      Sample{"ascend", "Ascend npu-exporter", true, false, false, true, true},
                      Sample{"nvidia-smi", "nvidia-smi exporter", true, true, false, true, false},
                      Sample{"arena", "nvidia_gpu", true, false, false, true, true}),
    [](const auto& param) {
      std::string name = param.param.file;
      std::erase(name, '-');
      return name;
    });

// The scenarios of docs/reference/gpu-stacks.md 6.
TEST(DcgmScenario, N1TotalIsUsedAndFree) {
  const CardSample card = only(R"(DCGM_FI_DEV_FB_USED{Hostname="n",gpu="0",UUID="GPU-a"} 1000
DCGM_FI_DEV_FB_FREE{Hostname="n",gpu="0",UUID="GPU-a"} 14109)");
  EXPECT_EQ(card.use.memoryTotalMib, 15109.0F);
  EXPECT_NEAR(100 * *card.use.memoryUsedMib / *card.use.memoryTotalMib, 6.6, 0.05);
}

TEST(DcgmScenario, N2ReservedBelongsToTheTotal) {
  const CardSample card = only(R"(DCGM_FI_DEV_FB_USED{Hostname="n",gpu="0",UUID="GPU-a"} 1000
DCGM_FI_DEV_FB_FREE{Hostname="n",gpu="0",UUID="GPU-a"} 14109
DCGM_FI_DEV_FB_RESERVED{Hostname="n",gpu="0",UUID="GPU-a"} 251)");
  EXPECT_EQ(card.use.memoryTotalMib, 15360.0F);
}

TEST(DcgmScenario, N3ABlankIsUnknown) {
  for (const char* const blank :
       {"9223372036854775794", "9.223372036854775794e+18", "2147483632", "2147483636", "-1"}) {
    const CardSample card = only("DCGM_FI_DEV_GPU_UTIL{Hostname=\"n\",gpu=\"0\",UUID=\"GPU-a\"} " + std::string(blank) +
                                 "\nDCGM_FI_DEV_FB_USED{Hostname=\"n\",gpu=\"0\",UUID=\"GPU-a\"} " + blank +
                                 "\nDCGM_FI_DEV_GPU_TEMP{Hostname=\"n\",gpu=\"0\",UUID=\"GPU-a\"} 40");
    EXPECT_FALSE(card.use.gpuPercent) << blank;
    EXPECT_FALSE(card.use.memoryUsedMib) << blank;
    EXPECT_EQ(card.use.temperatureC, 40.0F);
  }
  EXPECT_TRUE(samplesOf(answerOf(R"(DCGM_FI_DEV_GPU_UTIL{gpu="0",UUID="GPU-a"} 9223372036854775794)", kNow)).empty());
}

TEST(DcgmScenario, N4AValuePerPodIsTakenOnce) {
  const auto samples = samplesOf(sampleAnswer("dcgm-time-slicing", kNow));
  ASSERT_EQ(samples.size(), 1U);
  EXPECT_EQ(samples[0].use.temperatureC, 60.0F);
  EXPECT_EQ(samples[0].use.powerW, 150.0F);
  EXPECT_EQ(samples[0].use.memoryUsedMib, 8000.0F);
  EXPECT_THAT(samples[0].pods, ElementsAre(ObjectKey{"team-a", "a"}, ObjectKey{"team-a", "b"}));
}

TEST(DcgmScenario, N5AnInstanceIsBusyByItsEngine) {
  const CardSample card = only(
      R"(DCGM_FI_PROF_GR_ENGINE_ACTIVE{Hostname="n",gpu="0",UUID="GPU-a",GPU_I_PROFILE="1g.10gb",GPU_I_ID="7"} 0.42)");
  ASSERT_TRUE(card.use.gpuPercent);
  EXPECT_NEAR(*card.use.gpuPercent, 42, 0.01);
  const CardSample useless = only(
      R"(DCGM_FI_DEV_GPU_UTIL{Hostname="n",gpu="0",UUID="GPU-a",GPU_I_PROFILE="1g.10gb",GPU_I_ID="7"} 0
DCGM_FI_DEV_GPU_TEMP{Hostname="n",gpu="0",UUID="GPU-a",GPU_I_PROFILE="1g.10gb",GPU_I_ID="7"} 50)");
  EXPECT_FALSE(useless.use.gpuPercent) << "0 of a MIG card is not a measurement";
}

TEST(DcgmScenario, N6TheLastXidIsAnInteger) {
  EXPECT_EQ(only(R"(DCGM_FI_DEV_XID_ERRORS{Hostname="n",gpu="0",UUID="GPU-a",err_code="31"} 31)").use.lastXid, 31);
}

TEST(DcgmScenario, N8TheExporterItselfUsesNoCard) {
  const CardSample card = only(
      R"(DCGM_FI_DEV_GPU_TEMP{Hostname="n",gpu="0",UUID="GPU-a",pod="nvidia-dcgm-exporter-x",namespace="gpu-operator"} 50)");
  EXPECT_THAT(card.pods, IsEmpty());
}

TEST(DcgmScenario, N9InstancesOfOneCardAreSummed) {
  const auto samples = samplesOf(sampleAnswer("dcgm-mig", kNow));
  ASSERT_EQ(samples.size(), 1U);
  EXPECT_EQ(samples[0].use.memoryUsedMib, 600.0F);
  EXPECT_EQ(samples[0].use.memoryTotalMib, 3 * 9728.0F);
  EXPECT_EQ(samples[0].use.temperatureC, 55.0F) << "the card's temperature repeats per instance";
  EXPECT_EQ(samples[0].use.powerW, 180.0F);
  EXPECT_EQ(samples[0].use.gpuPercent, 75.0F) << "shares of instances are not added";
}

TEST(DcgmScenario, InstancesStandOneByOneInsideTheirCard) {
  const auto samples = samplesOf(sampleAnswer("dcgm-mig", kNow));
  ASSERT_EQ(samples.size(), 1U) << "an instance is no card";
  const auto& instances = samples[0].instances;
  ASSERT_EQ(instances.size(), 3U);
  EXPECT_EQ(instances[0].id, "7");
  EXPECT_EQ(instances[0].profile, "1g.10gb");
  EXPECT_EQ(instances[0].memoryUsedMib, 100.0F);
  EXPECT_EQ(instances[0].memoryTotalMib, 9728.0F);
  EXPECT_EQ(instances[0].gpuPercent, 50.0F) << "by its engines; the plain utilisation of an instance is always 0";
  EXPECT_EQ(instances[2].profile, "2g.20gb");
  EXPECT_EQ(instances[2].gpuPercent, 75.0F);
}

TEST(DcgmScenario, TwoPodsOnTwoInstancesOfOneCard) {
  const CardSample card = only(
      R"(DCGM_FI_DEV_FB_USED{UUID="GPU-a",Hostname="n",gpu="0",GPU_I_ID="10",exported_pod="b",exported_namespace="x"} 100
DCGM_FI_DEV_FB_USED{UUID="GPU-a",Hostname="n",gpu="0",GPU_I_ID="9",exported_pod="a",exported_namespace="x"} 200)");
  ASSERT_EQ(card.instances.size(), 2U);
  EXPECT_EQ(card.instances[0].id, "9") << "by number, not by letters";
  EXPECT_THAT(card.instances[0].pods, ElementsAre(ObjectKey{"x", "a"}));
  EXPECT_THAT(card.instances[1].pods, ElementsAre(ObjectKey{"x", "b"}));
  EXPECT_EQ(card.pods.size(), 2U);
  EXPECT_EQ(card.use.memoryUsedMib, 300.0F);
}

TEST(DcgmScenario, SumsPerProcessBesideTheCardsOwnSeriesAreNotAdded) {
  // Exporters since 2026-03: one series per pod with what its processes use, and one of the card.
  const CardSample card = only(
      R"(DCGM_FI_DEV_FB_USED{UUID="GPU-a",Hostname="n",gpu="0",exported_pod="a",exported_namespace="x",vgpu="0"} 3000
DCGM_FI_DEV_FB_USED{UUID="GPU-a",Hostname="n",gpu="0",exported_pod="b",exported_namespace="x",vgpu="1"} 4000
DCGM_FI_DEV_FB_USED{UUID="GPU-a",Hostname="n",gpu="0"} 7400
DCGM_FI_DEV_GPU_UTIL{UUID="GPU-a",Hostname="n",gpu="0",exported_pod="a",exported_namespace="x",vgpu="0"} 30
DCGM_FI_DEV_GPU_UTIL{UUID="GPU-a",Hostname="n",gpu="0",exported_pod="b",exported_namespace="x",vgpu="1"} 45
DCGM_FI_DEV_GPU_UTIL{UUID="GPU-a",Hostname="n",gpu="0"} 76)");
  EXPECT_EQ(card.use.memoryUsedMib, 7400.0F);
  EXPECT_EQ(card.use.gpuPercent, 76.0F);
  // Each pod has its own part: reported, not guessed.
  ASSERT_EQ(card.instances.size(), 2U);
  EXPECT_TRUE(card.instances[0].id.empty()) << "no MIG instance";
  EXPECT_THAT(card.instances[0].pods, ElementsAre(ObjectKey{"x", "a"}));
  EXPECT_EQ(card.instances[0].memoryUsedMib, 3000.0F);
  EXPECT_EQ(card.instances[0].gpuPercent, 30.0F);
  EXPECT_THAT(card.instances[1].pods, ElementsAre(ObjectKey{"x", "b"}));
  EXPECT_EQ(card.instances[1].memoryUsedMib, 4000.0F);
}

TEST(DcgmScenario, TheCardsValueRepeatedForEveryPodIsNoPodsUse) {
  const auto samples = samplesOf(sampleAnswer("dcgm-time-slicing", kNow));
  ASSERT_EQ(samples.size(), 1U);
  EXPECT_EQ(samples[0].use.memoryUsedMib, 8000.0F);
  EXPECT_EQ(samples[0].pods.size(), 2U);
  EXPECT_THAT(samples[0].instances, IsEmpty()) << "which pod uses how much of a card sliced by time is unknown";
}

TEST(DcgmScenario, PartsThatAddUpToMoreThanTheCardAreNotBelieved) {
  const CardSample card = only(
      R"(DCGM_FI_DEV_FB_USED{UUID="GPU-a",Hostname="n",gpu="0",exported_pod="a",exported_namespace="x",vgpu="0"} 7000
DCGM_FI_DEV_FB_USED{UUID="GPU-a",Hostname="n",gpu="0",exported_pod="b",exported_namespace="x",vgpu="1"} 7400)");
  EXPECT_EQ(card.use.memoryUsedMib, 7400.0F);
  EXPECT_THAT(card.instances, IsEmpty());
}

TEST(CardTable, HostileNumbersOfPodsAndInstancesAreBounded) {
  std::string lines;
  for (int i = 0; i < 200; ++i) {
    const std::string n = std::to_string(i);
    lines += "DCGM_FI_DEV_FB_USED{UUID=\"GPU-a\",Hostname=\"n\",gpu=\"0\",GPU_I_ID=\"" + n + "\",exported_pod=\"p" + n +
             "\",exported_namespace=\"x\"} 1\n";
  }
  const CardSample card = only(lines);
  EXPECT_LE(card.pods.size(), kMaxPodsOfCard);
  EXPECT_LE(card.instances.size(), kMaxInstances);
}

TEST(DcgmScenario, AnInstanceWithoutMemoryLeavesTheSumUnknown) {
  const CardSample card = only(R"(DCGM_FI_DEV_FB_USED{UUID="GPU-a",Hostname="n",gpu="0",GPU_I_ID="1"} 100
DCGM_FI_DEV_FB_USED{UUID="GPU-a",Hostname="n",gpu="0",GPU_I_ID="2"} 9223372036854775794
DCGM_FI_DEV_GPU_TEMP{UUID="GPU-a",Hostname="n",gpu="0",GPU_I_ID="2"} 50)");
  EXPECT_FALSE(card.use.memoryUsedMib);
}

TEST(AckScenario, N10AllocatedIsAShareOfTheTotal) {
  const CardSample card = only(R"(DCGM_CUSTOM_DEV_FB_TOTAL{NodeName="n",gpu="0",UUID="GPU-a"} 16384
DCGM_CUSTOM_DEV_FB_ALLOCATED{NodeName="n",gpu="0",UUID="GPU-a"} 0.25)");
  EXPECT_EQ(card.memoryAllocatedMib, 4096.0F);
  EXPECT_FALSE(card.use.memoryUsedMib);
}

TEST(AckScenario, EngineActivityInPercentIsRecognised) {
  const std::string percent = R"(DCGM_FI_PROF_GR_ENGINE_ACTIVE{NodeName="n",gpu="0",UUID="GPU-a"} 0.5
DCGM_FI_PROF_GR_ENGINE_ACTIVE{NodeName="n",gpu="1",UUID="GPU-b"} 80)";
  const auto samples = samplesOf(answerOf(percent, kNow));
  EXPECT_EQ(samples.at(0).use.gpuPercent, 0.5F);
  EXPECT_EQ(samples.at(1).use.gpuPercent, 80.0F);
  EXPECT_EQ(only(R"(DCGM_FI_PROF_GR_ENGINE_ACTIVE{NodeName="n",gpu="0",UUID="GPU-a"} 0.5)").use.gpuPercent, 50.0F);
}

TEST(CardTable, TwoExportersMeasureOneCard) {
  const CardSample card = only(R"(DCGM_FI_DEV_FB_USED{Hostname="n",gpu="3",UUID="GPU-AB",instance="10.0.0.1:9400"} 1000
DCGM_FI_DEV_FB_USED{Hostname="n",gpu="3",UUID="GPU-AB",instance="10.0.0.1:9500"} 1000
nvidia_smi_memory_used_bytes{uuid="ab",instance="10.0.0.1:9835"} 2097152000
nvidia_smi_temperature_gpu{uuid="ab",instance="10.0.0.1:9835"} 44)");
  EXPECT_EQ(card.use.memoryUsedMib, 1000.0F) << "the exporter that comes first in the list counts; never their sum";
  EXPECT_EQ(card.use.temperatureC, 44.0F) << "what the first leaves out, the second fills in";
  EXPECT_EQ(card.index, 3);
}

TEST(CardTable, ALabelThatIsMissingSometimes) {
  const CardSample card = only(R"(DCGM_FI_DEV_FB_USED{Hostname="n",gpu="3",UUID="GPU-a"} 1000
DCGM_FI_DEV_GPU_TEMP{Hostname="n.example.com",gpu="3"} 50)");
  EXPECT_EQ(card.use.memoryUsedMib, 1000.0F);
  EXPECT_EQ(card.use.temperatureC, 50.0F);
}

TEST(CardTable, OneUuidOnTwoNodesIsTwoCards) {
  EXPECT_EQ(samplesOf(answerOf(R"(DCGM_FI_DEV_FB_USED{Hostname="a",gpu="0",UUID="GPU-a"} 1
DCGM_FI_DEV_FB_USED{Hostname="b",gpu="0",UUID="GPU-a"} 2)",
                               kNow))
                .size(),
            2U);
}

TEST(CardTable, AnExporterInItsOwnNetworkIsNoNode) {
  const CardSample card = only(
      R"(DCGM_FI_DEV_FB_USED{Hostname="nvidia-dcgm-exporter-7xk2p",gpu="0",UUID="GPU-a",instance="10.0.0.7:9400",node="n"} 1)");
  EXPECT_EQ(card.host, "n");
  EXPECT_EQ(card.address, "10.0.0.7");
}

TEST(CardTable, PodsAreNotTakenFromDcgmWhereHamiChoosesTheCard) {
  const CardSample card =
      only(R"(DCGM_FI_DEV_FB_USED{Hostname="n",gpu="0",UUID="GPU-a",exported_pod="p",exported_namespace="x"} 1
hami_host_gpu_memory_used_bytes{node="n",device_index="0",device_uuid="GPU-a"} 1048576)");
  EXPECT_THAT(card.pods, IsEmpty());
}

TEST(CardTable, AgeIsMeasuredByTheServersClockAndShownByOurs) {
  CardTable table;
  const std::string labels = R"({Hostname="n",gpu="0",UUID="GPU-a"} )";
  feed(table, RefreshPart::Values, answerOf("DCGM_FI_DEV_GPU_TEMP" + labels + "50", kNow));
  feed(table, RefreshPart::Ages, answerOf(labels + "1699999940", kNow));
  const auto samples = table.take(kHere);
  ASSERT_EQ(samples.size(), 1U);
  EXPECT_EQ(samples[0].use.at, kHere - 60);
}

TEST(CardTable, HostileIndexesAndEmptyLabels) {
  for (const char* const index : {"-1", "99999999999", "1x", "", "1024"}) {
    const CardSample card =
        only("DCGM_FI_DEV_GPU_TEMP{Hostname=\"n\",UUID=\"GPU-a\",gpu=\"" + std::string(index) + "\"} 50");
    EXPECT_EQ(card.index, -1) << index;
  }
  EXPECT_TRUE(samplesOf(answerOf("DCGM_FI_DEV_GPU_TEMP{job=\"x\"} 50", kNow)).empty());
  EXPECT_TRUE(samplesOf(answerOf("up{instance=\"x\"} 1", kNow)).empty());
}

TEST(Questions, AreFewAndNameEveryMetric) {
  const auto& questions = refreshQuestions();
  EXPECT_LE(questions.size(), kMaxRefreshQuestions);
  std::string all;
  for (const RefreshQuestion& question : questions) {
    EXPECT_LT(question.query.size(), 2000U) << "fits into a GET";
    all += question.query;
  }
  for (const Dialect* const dialect : dialects()) {
    for (const ExportedMetric& metric : dialect->metrics) {
      EXPECT_NE(all.find(metric.name), std::string::npos) << metric.name;
      EXPECT_EQ(findMetric(metric.name).metric, &metric);
    }
    for (const std::string_view anchor : dialect->anchors) EXPECT_NE(findMetric(anchor).metric, nullptr) << anchor;
  }
}

TEST(Questions, ThePastIsAskedForTheCardsWantedOnly) {
  CardSample named, unnamed;
  named.uuid = "GPU-AB";
  unnamed.host = "n.1\"x";
  unnamed.index = 3;
  const std::vector<CardSample> cards = {named, unnamed};
  const std::vector<std::string> seen = {"DCGM_FI_DEV_FB_USED", "DCGM_FI_DEV_GPU_TEMP"};
  const auto questions = historyQuestions(UseMeasure::MemoryUsedMib, seen, cards, 15);
  ASSERT_EQ(questions.size(), 1U);
  EXPECT_EQ(questions[0].metric, "DCGM_FI_DEV_FB_USED");
  const auto has = [&](const char* part) { return questions[0].query.find(part) != std::string::npos; };
  EXPECT_TRUE(has(R"(UUID=~"GPU-AB|GPU-ab|ab")")) << questions[0].query;
  EXPECT_TRUE(has(R"(Hostname=~"n\\.1\"x", gpu=~"3")")) << questions[0].query;
  EXPECT_TRUE(has("[60s]")) << "a step shorter than two scrapes would show gaps that are none";
  EXPECT_TRUE(historyQuestions(UseMeasure::PowerW, seen, cards, 15).empty());
}

TEST(Questions, MemoryOfInstancesIsSummedBeforeItsPeakIsTaken) {
  const std::vector<std::string> seen = {"DCGM_FI_DEV_FB_USED", "DCGM_FI_PROF_GR_ENGINE_ACTIVE"};
  const auto peakOfMemory = [&](bool instances) {
    for (const PastQuestion& question : windowQuestions(86'400, seen, instances).peaks) {
      if (question.metric == seen[0]) return question.query;
    }
    return std::string();
  };
  EXPECT_EQ(peakOfMemory(false).find("sum"), std::string::npos);
  EXPECT_NE(peakOfMemory(true).find("max_over_time((sum without (GPU_I_ID"), std::string::npos);
  EXPECT_EQ(windowQuestions(86'400, seen, true).steps, 288);
}

TEST(Questions, TheWholeClusterIsAddedUpOncePerCard) {
  const std::vector<std::string> seen = {"DCGM_FI_DEV_GPU_UTIL", "DCGM_FI_DEV_FB_USED",
                                         "DCGM_FI_PROF_GR_ENGINE_ACTIVE"};
  const auto memory = clusterQuestions(UseMeasure::MemoryUsedMib, seen, 60);
  ASSERT_EQ(memory.size(), 1U);
  EXPECT_EQ(memory[0].query.substr(0, 8), "sum(max ");
  EXPECT_NE(memory[0].query.find("GPU_I_ID"), std::string::npos)
      << "instances of a card are added, not the largest taken";
  EXPECT_EQ(memory[0].query.find("instance,"), std::string::npos) << "two exporters of one card are no two cards";
  const auto busy = clusterQuestions(UseMeasure::GpuPercent, seen, 60);
  ASSERT_EQ(busy.size(), 1U) << "plain utilisation and the engine's make one answer";
  EXPECT_EQ(busy[0].query.substr(0, 8), "avg(max ");
  EXPECT_NE(busy[0].query.find("GPU_UTIL{GPU_I_ID=\"\"}"), std::string::npos) << "0 of an instance is no measurement";
  EXPECT_NE(busy[0].query.find("100 * avg_over_time(DCGM_FI_PROF_GR_ENGINE_ACTIVE"), std::string::npos);
  EXPECT_TRUE(clusterQuestions(UseMeasure::PowerW, seen, 60).empty());
}

TEST(Questions, EveryLabelThatNamesACardIsKept) {
  std::set<std::string_view> kept;
  for (const ExportedLabel& label : cardLabels()) kept.insert(label.name);
  for (const Dialect* const dialect : dialects()) {
    for (const ExportedLabel& label : dialect->labels) {
      const bool ofPod = label.role == LabelRole::PodName || label.role == LabelRole::PodNamespace;
      if (ofPod || label.role == LabelRole::Container) continue;
      EXPECT_TRUE(kept.contains(label.name)) << dialect->name << " " << label.name;
    }
  }
}

}  // namespace
}  // namespace cardinal::testing
