// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/manifest/read/read_manifest.h"
#include "core/model/tables/inspect.h"
#include "tests/core/sim/demo_stage.h"

namespace cardinal {
namespace {

using testing::DemoStage;

const std::vector<std::string> kNodes = {"sd-cluster-04", "sd-cluster-05"};

/// The four applications of examples/walkthrough, placed by the choices of `ties` (which of the equal nodes is taken).
class Walkthrough {
 public:
  explicit Walkthrough(std::vector<std::size_t> ties)
      : m_ties(std::move(ties)), m_stage(7, false, [this](std::size_t count) { return choose(count); }) {}

  /// Submits application 1..4 and returns the inspect table of the two nodes.
  std::string submit(int application) {
    const std::string number = std::to_string(application);
    auto manifest =
        loadManifest(std::string(CARDINAL_EXAMPLES) + "/walkthrough/" + number + "-binpack-" + number + ".yaml");
    if (!manifest) return describe(manifest.error());
    for (const ManifestObject& object : manifest->objects) {
      const auto created = m_stage.cluster().create(object, "default", false, m_stage.now());
      if (!created) return describe(created.error());
    }
    m_stage.pass(std::chrono::seconds(4));
    return inspectSummary(*m_stage.snapshot(), kNodes).value_or("refused");
  }

  DemoStage& stage() { return m_stage; }

 private:
  std::size_t choose(std::size_t count) {
    if (count < 2 || m_next >= m_ties.size()) return 0;
    return m_ties[m_next++];
  }

  std::vector<std::size_t> m_ties;
  std::size_t m_next = 0;
  DemoStage m_stage;
};

std::string table(const std::string& row4, const std::string& row5, int dashes, const std::string& total) {
  return "NAME           IPADDRESS      GPU0(Allocated/Total)  GPU Memory(GiB)\n"
         "sd-cluster-04  192.168.1.214  " +
         row4 +
         "\n"
         "sd-cluster-05  192.168.1.215  " +
         row5 + "\n" + std::string(static_cast<std::size_t>(dashes), '-') +
         "\nAllocated/Total GPU Memory In Cluster:\n" + total + "  \n";
}

TEST(DemoWalkthrough, ShowsTheDocumentedTablesWhenTheFullerNodeIsTaken) {
  Walkthrough walk({1, 1, 1});
  EXPECT_EQ(walk.submit(1), table("0/14                   0/14", "2/14                   2/14", 58, "2/28 (7%)"));
  EXPECT_EQ(walk.submit(2), table("8/14                   8/14", "10/14                  10/14", 58, "18/28 (64%)"));
  EXPECT_EQ(walk.submit(3), table("8/14                   8/14", "12/14                  12/14", 58, "20/28 (71%)"));
  EXPECT_EQ(walk.submit(4), table("13/14                  13/14", "12/14                  12/14", 60, "25/28 (89%)"));
}

TEST(DemoWalkthrough, FourthApplicationWaitsWhenTheThirdTookTheEmptierNode) {
  Walkthrough walk({1, 1, 0});
  walk.submit(1);
  walk.submit(2);
  EXPECT_EQ(walk.submit(3), table("10/14                  10/14", "10/14                  10/14", 60, "20/28 (71%)"));
  EXPECT_EQ(walk.submit(4), table("10/14                  10/14", "10/14                  10/14", 60, "20/28 (71%)"));
  const auto waiting = testing::podsNamed(*walk.stage().snapshot(), "binpack-4-");
  ASSERT_EQ(waiting.size(), 1U);
  EXPECT_NE(waiting.front()->raw->scheduledMessage.find("2 Insufficient aliyun.com/gpu-mem"), std::string::npos);
}

TEST(DemoExamples, OtherExamplesFindAPlace) {
  for (const char* name : {"multi-card.yaml", "memory-and-core.yaml", "whole-card.yaml"}) {
    auto manifest = loadManifest(std::string(CARDINAL_EXAMPLES) + "/" + name);
    ASSERT_TRUE(manifest) << describe(manifest.error());
    DemoStage stage;
    const ManifestObject& object = manifest->objects.front();
    ASSERT_TRUE(stage.cluster().create(object, "default", true, stage.now())) << name;
    ASSERT_TRUE(stage.cluster().create(object, "default", false, stage.now())) << name;
    stage.pass(std::chrono::seconds(4));
    const auto pods = testing::podsNamed(*stage.snapshot(), object.key.name);
    ASSERT_EQ(pods.size(), 1U) << name;
    EXPECT_EQ(pods.front()->raw->phase, PodPhase::Running) << name << ": " << pods.front()->raw->scheduledMessage;
  }
}

}  // namespace
}  // namespace cardinal
