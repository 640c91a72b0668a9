// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/scrape_places.h"

#include <gtest/gtest.h>

#include <map>

#include "core/metrics/card_table.h"
#include "tests/core/metrics/prometheus_text.h"
#include "tests/support/builders.h"

namespace cardinal::testing {
namespace {

constexpr double kNow = 1'700'000'000;

/// Three nodes; exporters in pods of their own, and one workload.
class ScrapePlaces : public ::testing::Test {
 protected:
  ScrapePlaces() {
    for (const auto& [name, address] :
         std::map<std::string, std::string>{{"gpu-1", "10.0.0.1"}, {"gpu-2", "10.0.0.2"}, {"gpu-3", "10.0.0.3"}}) {
      m_nodes.add(name, address);
    }
    m_pods[{"monitoring", "dcgm-a"}] = {"gpu-1", false};
    m_pods[{"monitoring", "dcgm-b"}] = {"gpu-2", false};
    m_pods[{"team-a", "train-0"}] = {"gpu-3", true};
  }

  /// The samples of cards with the ages that tell the scrape's own labels.
  std::vector<CardSample> placed(const std::string& values, const std::string& ages) {
    CardTable table;
    PrometheusDecoder decoder;
    const auto feed = [&](RefreshPart part, const std::string& lines) {
      EXPECT_TRUE(decoder.decode(answerOf(lines, kNow), [&](const SeriesView& one) { table.add(part, one); }));
    };
    feed(RefreshPart::Values, values);
    feed(RefreshPart::Ages, ages);
    auto samples = table.take(100);
    const auto find = [this](const ObjectKey& key) {
      const auto known = m_pods.find(key);
      return known == m_pods.end() ? std::nullopt : std::optional(known->second);
    };
    placeByScrape(samples, table.scrapedPods(), m_nodes, find);
    return samples;
  }
  CardSample one(const std::string& labels, const std::string& scrape) {
    auto samples = placed("DCGM_FI_DEV_FB_USED{" + labels + "} 1000", "{" + labels + "," + scrape + "} 1699999990");
    EXPECT_EQ(samples.size(), 1U);
    return samples.empty() ? CardSample{} : samples.front();
  }

  NodeNames m_nodes;
  std::map<ObjectKey, ScrapedPod> m_pods;
  const std::string m_card = R"(gpu="0",UUID="GPU-a",instance="10.244.3.7:9400")";
  const std::string m_byA = R"(pod="dcgm-a",namespace="monitoring")";
};

TEST_F(ScrapePlaces, AnExporterWithoutANodeIsWhereItsPodRuns) {
  EXPECT_EQ(one(m_card, m_byA).node, "gpu-1");
  EXPECT_EQ(one(m_card, R"(pod="dcgm-b",namespace="monitoring")").node, "gpu-2");
  EXPECT_EQ(one(m_card, R"(pod="dcgm-a",namespace="elsewhere")").node, "") << "a pod is its namespace as well";
}

TEST_F(ScrapePlaces, AScrapeThatHonoursLabelsNamesTheWorkloadForBusyCards) {
  const auto samples = placed(R"(DCGM_FI_DEV_FB_USED{gpu="0",UUID="GPU-a",instance="10.244.3.7:9400"} 1
DCGM_FI_DEV_FB_USED{gpu="1",UUID="GPU-b",instance="10.244.3.7:9400"} 2)",
                              R"({gpu="0",UUID="GPU-a",instance="10.244.3.7:9400",pod="train-0",namespace="team-a"} 1
{gpu="1",UUID="GPU-b",instance="10.244.3.7:9400",pod="dcgm-a",namespace="monitoring"} 1)");
  ASSERT_EQ(samples.size(), 2U);
  EXPECT_EQ(samples[0].node, "gpu-1") << "not gpu-3, where a newer pod of the workload's name may be";
  EXPECT_EQ(samples[1].node, "gpu-1");
  EXPECT_EQ(one(m_card, R"(pod="train-0",namespace="team-a")").node, "") << "a workload alone is no witness";
}

TEST_F(ScrapePlaces, WholeExportersWithoutANodeArePlacedWithTheirPods) {
  m_pods[{"monitoring", "nvidia-dcgm-exporter-78z52"}] = {"gpu-1", false};
  m_pods[{"kai-resource-isolator", "kai-vgpu-monitor-2wq9d"}] = {"gpu-1", false};
  m_pods[{"team-a", "half-a"}] = m_pods[{"team-a", "half-b"}] = {"gpu-3", true};
  for (const char* const file : {"dcgm-no-host", "kai-isolator"}) {
    CardTable table;
    PrometheusDecoder decoder;
    for (const RefreshPart part : {RefreshPart::Values, RefreshPart::Ages, RefreshPart::Pods}) {
      EXPECT_TRUE(decoder.decode(sampleAnswer(file, kNow), [&](const SeriesView& s) { table.add(part, s); }));
    }
    auto samples = table.take(100);
    placeByScrape(samples, table.scrapedPods(), m_nodes,
                  [this](const ObjectKey& key) { return std::optional(m_pods.at(key)); });
    ASSERT_EQ(samples.size(), 2U) << file;
    EXPECT_EQ(samples[0].node, "gpu-1") << file;
    EXPECT_EQ(samples[1].node, "gpu-1") << file;
    ASSERT_FALSE(samples[0].pods.empty()) << file;
    EXPECT_EQ(samples[0].pods.front().ns, "team-a") << file << ": the workload, not the exporter";
  }
}

TEST_F(ScrapePlaces, AHostnameThatIsTheExportersPodIsNoNode) {
  m_pods[{"monitoring", "measure-7xk2p"}] = {"gpu-2", false};
  const CardSample card = one(m_card + R"(,Hostname="measure-7xk2p")", R"(pod="measure-7xk2p",namespace="monitoring")");
  EXPECT_EQ(card.node, "gpu-2");
}

TEST_F(ScrapePlaces, AnExporterOfAnyNameUsesNoCard) {
  CardTable table;
  PrometheusDecoder decoder;
  const std::string lines =
      R"(DCGM_FI_DEV_FB_USED{gpu="0",UUID="GPU-a",instance="10.244.3.7:9400",pod="dcgm-a",namespace="monitoring"} 1
DCGM_FI_DEV_FB_USED{gpu="1",UUID="GPU-b",instance="10.244.3.7:9400",pod="train-0",namespace="team-a"} 2)";
  for (const RefreshPart part : {RefreshPart::Values, RefreshPart::Ages, RefreshPart::Pods}) {
    ASSERT_TRUE(decoder.decode(answerOf(lines, kNow), [&](const SeriesView& s) { table.add(part, s); }));
  }
  auto samples = table.take(100);
  ASSERT_EQ(samples.size(), 2U);
  EXPECT_EQ(samples[0].pods.size(), 1U) << "nothing in the name tells";
  placeByScrape(samples, table.scrapedPods(), m_nodes,
                [this](const ObjectKey& key) { return std::optional(m_pods.at(key)); });
  EXPECT_TRUE(samples[0].pods.empty());
  EXPECT_EQ(samples[1].pods, std::vector<ObjectKey>({{"team-a", "train-0"}}));
}

TEST_F(ScrapePlaces, ATargetThatIsAServiceIsNoNode) {
  EXPECT_EQ(one(R"(gpu="0",UUID="GPU-a",instance="measure:9400")", m_byA).node, "gpu-1");
}

TEST_F(ScrapePlaces, PodsOnTwoNodesBehindOneAddressAreAContradiction) {
  const auto shared = placed("DCGM_FI_DEV_FB_USED{" + m_card + "} 1", "{" + m_card + "," + m_byA + "} 1\n{" + m_card +
                                                                          R"(,pod="dcgm-b",namespace="monitoring"} 1)");
  ASSERT_EQ(shared.size(), 1U);
  EXPECT_TRUE(shared[0].contradicted);
  EXPECT_EQ(shared[0].node, "");
  const auto samples = placed(R"(DCGM_FI_DEV_FB_USED{gpu="0",UUID="GPU-a",instance="10.0.0.1:9400"} 1)",
                              R"({gpu="0",UUID="GPU-a",instance="10.0.0.1:9400",pod="dcgm-a",namespace="monitoring"} 1
{gpu="0",UUID="GPU-a",instance="10.0.0.1:9400",pod="dcgm-b",namespace="monitoring"} 1)");
  ASSERT_EQ(samples.size(), 1U);
  EXPECT_TRUE(samples[0].contradicted);
  SnapshotBuilder builder;
  builder.apply(replaceNodes({node("gpu-1").shared(2, 32).ip("10.0.0.1")}));
  MetricsReport report;
  report.samples = samples;
  const auto use = matchSamples(report, *builder.build(100));
  EXPECT_EQ(use->measured, 0U) << "never guessed";
  EXPECT_EQ(use->unmatched, 1U) << "and never dropped";
}

TEST_F(ScrapePlaces, AnAddressOfAnotherNodeThanThePodsIsAContradiction) {
  EXPECT_TRUE(one(R"(gpu="0",UUID="GPU-a",instance="10.0.0.2:9400")", m_byA).contradicted);
  const CardSample same = one(R"(gpu="0",UUID="GPU-a",instance="10.0.0.1:9400")", m_byA);
  EXPECT_FALSE(same.contradicted);
  EXPECT_EQ(same.node, "gpu-1");
}

TEST_F(ScrapePlaces, AStrangeNameNeedsTwoWitnesses) {
  EXPECT_EQ(one(m_card + R"(,Hostname="iz2ze")", m_byA).node, "") << "it may be a node of another cluster";
  EXPECT_EQ(one(R"(gpu="0",UUID="GPU-a",Hostname="iz2ze",instance="10.0.0.1:9400")", m_byA).node, "gpu-1");
  EXPECT_EQ(one(R"(gpu="0",UUID="GPU-a",Hostname="iz2ze",instance="10.0.0.2:9400")", m_byA).node, "");
}

TEST_F(ScrapePlaces, WhoNamesANodeIsBelievedWhereverItRuns) {
  const CardSample card = one(m_card + R"(,Hostname="gpu-2")", m_byA);
  EXPECT_EQ(card.node, "");
  EXPECT_FALSE(card.contradicted);
  EXPECT_EQ(card.host, "gpu-2");
}

TEST_F(ScrapePlaces, APlacedCardIsMatchedAndHostileNodesAreNot) {
  SnapshotBuilder builder;
  builder.apply(replaceNodes({node("gpu-1").shared(2, 32).ip("10.0.0.1")}));
  const auto snapshot = builder.build(100);
  MetricsReport report;
  report.samples = {one(m_card, m_byA)};
  EXPECT_NE(matchSamples(report, *snapshot)->find("gpu-1", 0), nullptr);
  report.samples[0].node = "gone";
  EXPECT_EQ(matchSamples(report, *snapshot)->unmatched, 1U);
}

TEST_F(ScrapePlaces, AFloodOfPodsBehindOneAddressIsBounded) {
  CardTable table;
  PrometheusDecoder decoder;
  std::string lines;
  for (int i = 0; i < 1000; ++i) {
    lines += R"({gpu="0",UUID="GPU-a",instance="10.244.3.7:9400",namespace="x",pod="p)" + std::to_string(i) + "\"} 1\n";
  }
  ASSERT_TRUE(decoder.decode(answerOf(lines, kNow), [&](const SeriesView& s) { table.add(RefreshPart::Ages, s); }));
  EXPECT_EQ(table.scrapedPods().at("10.244.3.7").size(), kMaxPodsOfTarget);
}

}  // namespace
}  // namespace cardinal::testing
