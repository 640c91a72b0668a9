// SPDX-License-Identifier: Apache-2.0
// What exporters beside NVIDIA's tell: use per pod, two memories, several names for one thing, absurd numbers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/metrics/card_table.h"
#include "core/metrics/questions.h"
#include "tests/core/metrics/prometheus_text.h"

namespace cardinal::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr double kNow = 1'700'000'000;

std::vector<CardSample> samplesOf(const std::string& answer) {
  CardTable table;
  PrometheusDecoder decoder;
  for (const RefreshPart part : {RefreshPart::Values, RefreshPart::Pods}) {
    const auto read = decoder.decode(answer, [&](const SeriesView& series) { table.add(part, series); });
    EXPECT_TRUE(read) << describe(read.error());
  }
  return table.take(100);
}

CardSample only(const std::string& lines) {
  auto samples = samplesOf(answerOf(lines, kNow));
  EXPECT_EQ(samples.size(), 1U);
  return samples.empty() ? CardSample{} : samples.front();
}

const std::string kHost = R"(hami_host_gpu_memory_used_bytes{node="n",device_index="0",device_uuid="GPU-a"} 9437184000
)";

std::string podBytes(const std::string& labels, const std::string& bytes) {
  return "hami_vgpu_memory_used_bytes{device_uuid=\"GPU-a\"," + labels + "} " + bytes + "\n";
}

TEST(HamiMonitor, TellsWhatEachPodUses) {
  const CardSample card =
      only(kHost + podBytes(R"(namespace="x",pod="a",container="m",vdevice_index="0")", "1048576000") +
           podBytes(R"(namespace="x",pod="b",container="m",vdevice_index="0")", "2097152000"));
  ASSERT_EQ(card.instances.size(), 2U);
  EXPECT_TRUE(card.instances[0].id.empty()) << "no MIG instance";
  EXPECT_THAT(card.instances[0].pods, ElementsAre(ObjectKey{"x", "a"}));
  EXPECT_EQ(card.instances[0].memoryUsedMib, 1000.0F);
  EXPECT_FALSE(card.instances[0].gpuPercent) << "not reported";
  EXPECT_EQ(card.instances[1].memoryUsedMib, 2000.0F);
  EXPECT_THAT(card.pods, ElementsAre(ObjectKey{"x", "a"}, ObjectKey{"x", "b"}));
  EXPECT_EQ(card.use.memoryUsedMib, 9000.0F) << "the card's own, not the pods' sum";
}

TEST(HamiMonitor, ContainersOfOnePodAreAddedUp) {
  const CardSample card =
      only(kHost + podBytes(R"(namespace="x",pod="a",container="m",vdevice_index="0")", "1048576000") +
           podBytes(R"(namespace="x",pod="a",container="side",vdevice_index="0")", "1048576000") +
           R"(hami_container_device_utilization_ratio{device_uuid="GPU-a",namespace="x",pod="a",container="m"} 30
hami_container_device_utilization_ratio{device_uuid="GPU-a",namespace="x",pod="a",container="side"} 20)");
  ASSERT_EQ(card.instances.size(), 1U);
  EXPECT_EQ(card.instances[0].memoryUsedMib, 2000.0F);
  EXPECT_FALSE(card.instances[0].gpuPercent) << "shares of time are not added up";
}

TEST(HamiMonitor, TwoScrapesAndTwoNamesOfOneThingAreTakenOnce) {
  const CardSample card = only(
      kHost +
      podBytes(R"(namespace="x",pod="a",container="m",vdevice_index="0",instance="10.0.0.7:9394")", "1048576000") +
      // The same monitor, scraped without honorLabels, through its Service, and under the old name.
      podBytes(
          R"(exported_namespace="x",exported_pod="a",exported_container="m",vdevice_index="0",namespace="hami",pod="hami-device-plugin-1",container="monitor",instance="10.0.0.7:9394")",
          "1048576000") +
      podBytes(R"(namespace="x",pod="a",container="m",vdevice_index="0",instance="hami-monitor:31992")", "1048576000") +
      R"(vGPU_device_memory_usage_in_bytes{deviceuuid="GPU-a",podnamespace="x",podname="a",ctrname="m",vdeviceid="0"} 1048576000)");
  ASSERT_EQ(card.instances.size(), 1U);
  EXPECT_EQ(card.instances[0].memoryUsedMib, 1000.0F);
  EXPECT_THAT(card.pods, ElementsAre(ObjectKey{"x", "a"}));
}

TEST(HamiMonitor, PodsThatUseMoreThanTheCardAreNotBelieved) {
  const std::string seventeenTb = podBytes(R"(namespace="x",pod="a",container="m")", "18691697672192");
  EXPECT_THAT(only(kHost + seventeenTb).instances, IsEmpty());
  const std::string more = podBytes(R"(namespace="x",pod="a",container="m")", "9437184001000");
  EXPECT_THAT(only(kHost + more).instances, IsEmpty());
  const std::string some = podBytes(R"(namespace="x",pod="a",container="m")", "10485760000");
  EXPECT_THAT(only(kHost + some).instances, IsEmpty()) << "10,000 of 9,000 MiB in use";
  const CardSample sized = only(kHost + some + R"(DCGM_FI_DEV_FB_USED{Hostname="n",gpu="0",UUID="GPU-a"} 9000
DCGM_FI_DEV_FB_FREE{Hostname="n",gpu="0",UUID="GPU-a"} 7384)");
  EXPECT_EQ(sized.instances.size(), 1U) << "exporters sample at different times; the size of the card is the limit";
}

TEST(HamiMonitor, MibUnderTheNameOfBytesIsUnknown) {
  const CardSample card = only(R"(HostGPUMemoryUsage{deviceidx="0",deviceuuid="GPU-a",nodeid="n"} 815
HostCoreUtilization{deviceidx="0",deviceuuid="GPU-a",nodeid="n"} 12)");
  EXPECT_FALSE(card.use.memoryUsedMib) << "815 bytes of a card are nobody's";
  EXPECT_EQ(card.use.gpuPercent, 12.0F);
  EXPECT_EQ(only(R"(HostGPUMemoryUsage{deviceidx="0",deviceuuid="GPU-a",nodeid="n"} 0)").use.memoryUsedMib, 0.0F);
}

TEST(HamiMonitor, PodsComeFromItAndNotFromTheKubeletsDevices) {
  const CardSample card =
      only(R"(DCGM_FI_DEV_FB_USED{Hostname="n",gpu="0",UUID="GPU-a",exported_pod="other",exported_namespace="x"} 9000
)" + podBytes(R"(namespace="x",pod="a",container="m")", "1048576000"));
  EXPECT_THAT(card.pods, ElementsAre(ObjectKey{"x", "a"}));
}

TEST(HamiMonitor, AFloodOfContainersIsBounded) {
  std::string lines = kHost;
  for (int i = 0; i < 500; ++i) {
    const std::string n = std::to_string(i);
    lines += podBytes("namespace=\"x\",pod=\"p" + n + "\",container=\"m\"", "1048576");
  }
  const CardSample card = only(lines);
  EXPECT_LE(card.instances.size(), kMaxInstances);
  EXPECT_LE(card.pods.size(), kMaxPodsOfCard);
}

TEST(KaiIsolator, TellsTheSharersOfACardWithoutNamingTheNode) {
  auto samples = samplesOf(sampleAnswer("kai-isolator", kNow));
  ASSERT_EQ(samples.size(), 2U);
  EXPECT_EQ(samples[0].host, "");
  EXPECT_EQ(samples[0].address, "10.244.3.12");
  ASSERT_EQ(samples[0].instances.size(), 2U);
  EXPECT_THAT(samples[0].instances[1].pods, ElementsAre(ObjectKey{"team-a", "half-b"}));
  EXPECT_EQ(samples[0].instances[1].memoryUsedMib, 4000.0F);
  EXPECT_EQ(samples[0].instances[1].gpuPercent, 43.0F);
  EXPECT_THAT(samples[1].pods, IsEmpty()) << "the monitor's own pod is nobody's workload";
}

TEST(NpuExporter, AChipWithoutHbmUsesItsDdr) {
  const CardSample card = only(R"(npu_chip_info_hbm_used_memory{id="0",node="n"} 0
npu_chip_info_hbm_total_memory{id="0",node="n"} 0
npu_chip_info_used_memory{id="0",node="n"} 2000
npu_chip_info_total_memory{id="0",node="n"} 21527)");
  EXPECT_EQ(card.use.memoryUsedMib, 2000.0F);
  EXPECT_EQ(card.use.memoryTotalMib, 21527.0F);
  const CardSample silent = only(R"(npu_chip_info_used_memory{id="0",node="n"} 2000
npu_chip_info_total_memory{id="0",node="n"} 21527)");
  EXPECT_EQ(silent.use.memoryUsedMib, 2000.0F);
}

TEST(NpuExporter, AnIdleChipWithHbmIsNotItsDdr) {
  const CardSample idle = only(R"(npu_chip_info_hbm_used_memory{id="0",node="n"} 0
npu_chip_info_hbm_total_memory{id="0",node="n"} 65536
npu_chip_info_used_memory{id="0",node="n"} 2000
npu_chip_info_total_memory{id="0",node="n"} 15000)");
  EXPECT_EQ(idle.use.memoryUsedMib, 0.0F);
  EXPECT_EQ(idle.use.memoryTotalMib, 65536.0F);
}

TEST(NpuExporter, WithoutSizesWhichMemoryItIsIsUnknown) {
  const CardSample past = only(R"(npu_chip_info_hbm_used_memory{id="0",node="n"} 0
npu_chip_info_used_memory{id="0",node="n"} 2000
npu_chip_info_temperature{id="0",node="n"} 40)");
  EXPECT_FALSE(past.use.memoryUsedMib);
}

TEST(NpuExporter, FailedReadingsAreUnknown) {
  const CardSample card = only(R"(npu_chip_info_utilization{id="0",node="n"} -1
npu_chip_info_power{id="0",node="n"} -1
npu_chip_info_temperature{id="0",node="n"} -275
npu_chip_info_hbm_used_memory{id="0",node="n"} 100
npu_chip_info_hbm_total_memory{id="0",node="n"} 65536)");
  EXPECT_FALSE(card.use.gpuPercent);
  EXPECT_FALSE(card.use.powerW);
  EXPECT_FALSE(card.use.temperatureC);
}

TEST(NpuExporter, TheNamespaceOfTheScrapeIsNotThePods) {
  const CardSample card = only(
      R"(npu_chip_info_utilization{id="0",node="n",pod_name="train-0",exported_namespace="team-a",namespace="npu",pod="npu-exporter-1"} 5)");
  EXPECT_THAT(card.pods, ElementsAre(ObjectKey{"team-a", "train-0"}));
  const CardSample honoured = only(
      R"(npu_chip_info_utilization{id="0",node="n",pod_name="train-0",namespace="team-a",pod="npu-exporter-1"} 5)");
  EXPECT_THAT(honoured.pods, ElementsAre(ObjectKey{"team-a", "train-0"}));
}

TEST(AmdExporter, BlanksAndBytesAreUnknown) {
  const CardSample card = only(R"(gpu_gfx_activity{gpu_id="0",hostname="n"} 65535
gpu_package_power{gpu_id="0",hostname="n"} 65535
gpu_junction_temperature{gpu_id="0",hostname="n"} 65535
gpu_used_vram{gpu_id="0",hostname="n"} 192166232064
gpu_total_vram{gpu_id="0",hostname="n"} 196592)");
  EXPECT_FALSE(card.use.gpuPercent);
  EXPECT_FALSE(card.use.powerW);
  EXPECT_FALSE(card.use.temperatureC);
  EXPECT_FALSE(card.use.memoryUsedMib) << "bytes from somebody else's exporter";
  EXPECT_EQ(card.use.memoryTotalMib, 196592.0F);
}

TEST(TwoExporters, OfOneCardAreNeverAddedUp) {
  const CardSample amd = only(R"(gpu_used_vram{gpu_id="0",hostname="n",instance="10.0.0.1:5000"} 1000
amd_gpu_used_vram{gpu_id="0",hostname="n",instance="10.0.0.1:5001"} 1000)");
  EXPECT_EQ(amd.use.memoryUsedMib, 1000.0F);
  const CardSample nvidia = only(kHost + R"(DCGM_FI_DEV_FB_USED{Hostname="n",gpu="0",UUID="GPU-a"} 8900
dcgm_fi_dev_fb_used{hostname="n",gpu="0",uuid="GPU-a",instance="10.0.0.9:9400"} 8900
HostGPUMemoryUsage{deviceidx="0",deviceuuid="GPU-a",instance="10.0.0.8:9394"} 9437184000
nvidia_smi_memory_used_bytes{uuid="a",instance="10.0.0.1:9835"} 9437184000)");
  EXPECT_EQ(nvidia.use.memoryUsedMib, 8900.0F) << "the first of the list";
}

TEST(EveryDialect, NumbersThatAreNoneAreUnknown) {
  for (const Dialect* const dialect : dialects()) {
    for (const ExportedMetric& metric : dialect->metrics) {
      if (metric.value == ExportedValue::Place) continue;
      for (const double absurd : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                                  -std::numeric_limits<double>::infinity(), 9.3e18, 1e300, -1e300}) {
        EXPECT_FALSE(exportedValue(metric, absurd)) << metric.name << " " << absurd;
      }
      if (metric.value != ExportedValue::Temperature) {
        EXPECT_FALSE(exportedValue(metric, -1 / metric.scale)) << metric.name;
      }
    }
  }
}

TEST(EveryDialect, CostsNoQuestionOfItsOwn) {
  EXPECT_EQ(refreshQuestions().size(), 10U);
  for (const RefreshQuestion& question : refreshQuestions()) {
    if (question.part == RefreshPart::Ages) {
      EXPECT_THAT(question.query, HasSubstr(", pod, namespace)"));
    }
    if (question.part == RefreshPart::Pods) {
      EXPECT_THAT(question.query, HasSubstr("vGPU_device_memory_usage_in_bytes"));
      EXPECT_THAT(question.query, HasSubstr("ctrname")) << "the containers of a pod are distinguished";
    }
  }
}

}  // namespace
}  // namespace cardinal::testing
