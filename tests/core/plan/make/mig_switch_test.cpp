// SPDX-License-Identifier: Apache-2.0
// Layouts of mig-manager's ConfigMap and the switches to them: traps D4 to D6 of docs/scenarios.md.
#include "core/plan/make/mig_switch.h"

#include <gtest/gtest.h>

#include "core/kube/decode/decoder.h"
#include "core/model/extras/extra.h"
#include "core/model/extras/nvidia.h"
#include "tests/core/plan/stack_scene.h"

namespace cardinal {
namespace {

using testing::NodeBuilder;

constexpr const char* kOfMig = R"(
version: v1
mig-configs:
  all-disabled:
  - {devices: all, mig-enabled: no}
  fits:
  - devices: all
    mig-enabled: yes
    mig-devices: {"3g.20gb": 1, "2g.10gb": 1, "1g.5gb": 2}
  memory:
  - {devices: all, mig-enabled: true, mig-devices: {"3g.20gb": 2, "1g.5gb": 1}}
  starts:
  - {devices: all, mig-enabled: true, mig-devices: {"2g.10gb": 3, "1g.5gb": 2}}
  other-cards:
  - {device-filter: ["0x20B210DE"], devices: all, mig-enabled: true, mig-devices: {"1g.10gb": 7}}
  - {device-filter: "0x20b010de", devices: all, mig-enabled: true, mig-devices: {"1g.5gb": 7}}
  two-cards:
  - {devices: [0, 1], mig-enabled: true, mig-devices: {"7g.40gb": 1}}
  - {devices: [2], mig-enabled: false}
  profile:
  - {devices: all, mig-enabled: true, mig-devices: {"1g.10gb+me": 1}}
)";

std::string jsonText(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\n')
      out += "\\n";
    else
      out += (c == '"' || c == '\\' ? std::string("\\") : std::string()) + c;
  }
  return out + '"';
}

/// As the cluster answers.
std::shared_ptr<const RawMigConfigs> mapOf(const std::string& text, const std::string& name = "own-layouts") {
  Decoder decoder;
  auto read =
      decoder.object<RawMigConfigs>(R"({"kind":"ConfigMap","metadata":{"name":")" + name +
                                    R"(","namespace":"gpu-operator"},"data":{"config.yaml":)" + jsonText(text) + "}}");
  EXPECT_TRUE(read);
  return *read;
}

ClusterExtras extrasOf(std::vector<std::shared_ptr<const RawMigConfigs>> maps, std::string named = "own-layouts") {
  RawClusterPolicy policy;
  policy.operatorNamespace = "gpu-operator";
  policy.migConfigMap = std::move(named);
  auto nvidia = std::make_shared<NvidiaConfigs>();
  nvidia->policy = std::make_shared<const RawClusterPolicy>(std::move(policy));
  ClusterExtras out;
  out.nvidia = std::move(nvidia);
  out.migConfigs = std::move(maps);
  return out;
}

NodeBuilder a100(int cards = 4) {
  return testing::nvidiaNode("a", cards)
      .label("nvidia.com/mig.capable", "true")
      .label("nvidia.com/mig.strategy", "mixed")
      .label("nvidia.com/gpu.deploy.mig-manager", "true")
      .label("nvidia.com/gpu.count", "4")
      .label("nvidia.com/gpu.product", "NVIDIA-A100-SXM4-40GB");
}

SwitchAssessment to(const std::string& config, const ClusterExtras& extras, const NodeBuilder& node = a100()) {
  return assessSwitch(*node.raw(), parseSwitchTarget("nvidia.com/mig.config=" + config).value(), &extras);
}

std::string detailOf(const SwitchAssessment& assessment, SwitchNote note) {
  for (const NotedSwitch& one : assessment.notes) {
    if (one.note == note) return one.detail;
  }
  return "(not noted)";
}

TEST(MigSwitch, D4ALayoutOfTheConfigMapThatFitsIsNamedWithItsStarts) {
  const auto extras = extrasOf({mapOf(kOfMig)});
  const auto answer = to("fits", extras);
  EXPECT_EQ(answer.way, SwitchWay::AfterDrain);
  EXPECT_EQ(detailOf(answer, SwitchNote::OwnLayoutOf), "2 x 1g.5gb @2,3, 1 x 2g.10gb @0, 1 x 3g.20gb @4");
  EXPECT_EQ(answer.appear,
            (std::vector<std::string>{"nvidia.com/mig-1g.5gb", "nvidia.com/mig-2g.10gb", "nvidia.com/mig-3g.20gb"}));
  EXPECT_EQ(detailOf(to("all-disabled", extras), SwitchNote::OwnLayoutOf), "-");
  EXPECT_EQ(detailOf(to("other-cards", extras), SwitchNote::OwnLayoutOf), "7 x 1g.5gb @0,1,2,3,4,5,6")
      << "the entry of this card";
  EXPECT_EQ(detailOf(to("two-cards", extras), SwitchNote::OwnLayoutOf), "GPU 0,1: 1 x 7g.40gb @0; GPU 2: -");
}

TEST(MigSwitch, D5AndD6ALayoutThatDoesNotFitTheCardsIsRefusedWithTheReason) {
  const auto extras = extrasOf({mapOf(kOfMig)});
  EXPECT_EQ(to("memory", extras).way, SwitchWay::Refused);
  EXPECT_EQ(detailOf(to("memory", extras), SwitchNote::LayoutMemory), "1 x 1g.5gb, 2 x 3g.20gb");
  EXPECT_EQ(to("starts", extras).way, SwitchWay::Refused);
  EXPECT_EQ(detailOf(to("starts", extras), SwitchNote::LayoutStarts), "2 x 1g.5gb, 3 x 2g.10gb");
  EXPECT_EQ(to("profile", extras).way, SwitchWay::Refused);
  EXPECT_NE(detailOf(to("profile", extras), SwitchNote::ProfileNotOfCard), "(not noted)");
}

TEST(MigSwitch, UnderStrategySingleALayoutOfSeveralProfilesIsRefused) {
  const auto extras = extrasOf({mapOf(kOfMig)});
  const NodeBuilder single = a100().label("nvidia.com/mig.strategy", "single");
  EXPECT_EQ(to("fits", extras, single).way, SwitchWay::Refused);
  EXPECT_EQ(detailOf(to("fits", extras, single), SwitchNote::LayoutOfSingle),
            "2 x 1g.5gb @2,3, 1 x 2g.10gb @0, 1 x 3g.20gb @4");
  EXPECT_EQ(to("two-cards", extras, single).way, SwitchWay::Refused) << "cards with and without MIG";
  EXPECT_EQ(to("other-cards", extras, single).way, SwitchWay::AfterDrain) << "one profile on this card";
  EXPECT_EQ(to("all-disabled", extras, single).way, SwitchWay::AfterDrain);
  EXPECT_EQ(to("all-balanced", ClusterExtras(), single).way, SwitchWay::Refused) << "NVIDIA's own of that name";
  EXPECT_EQ(to("all-1g.5gb", ClusterExtras(), single).way, SwitchWay::AfterDrain);
  EXPECT_EQ(to("fits", extras).way, SwitchWay::AfterDrain) << "strategy mixed";
}

TEST(MigSwitch, D10ANameThatTheConfigMapDoesNotHaveIsRefusedWithTheNamesThatItHas) {
  const auto extras = extrasOf({mapOf(kOfMig)});
  const auto answer = to("foo", extras);
  EXPECT_EQ(answer.way, SwitchWay::Refused);
  EXPECT_EQ(detailOf(answer, SwitchNote::MigConfigMissing),
            "all-disabled, fits, memory, other-cards, profile, starts, two-cards");
  const StackSwitch* row = switchOf(parseSwitchTarget("nvidia.com/mig.config=foo").value());
  EXPECT_EQ(knownValues(*row, *a100().raw(), &extras).size(), 7U) << "what the dialog proposes";
  EXPECT_TRUE(knownValues(*row, *a100().raw(), nullptr).empty());
  EXPECT_EQ(to("foo", ClusterExtras()).way, SwitchWay::AfterDrain) << "what was not read refuses nothing";
}

TEST(MigSwitch, TheConfigMapIsTheOneThatThePolicyNamesElseTheNodesElseTheOperators) {
  const char* const two = "{version: v1, mig-configs: {two: [{devices: all, mig-enabled: false}]}}";
  const char* const one = "{version: v1, mig-configs: {one: [{devices: all, mig-enabled: false}]}}";
  const auto names = [](const ClusterExtras& extras) {
    return detailOf(to("x", extras), SwitchNote::MigConfigMissing);
  };
  EXPECT_EQ(names(extrasOf({mapOf(one, "default-mig-parted-config")}, "")), "one");
  EXPECT_EQ(names(extrasOf({mapOf(two, "a-mig-config"), mapOf(one, "default-mig-parted-config")}, "")), "two");
  EXPECT_EQ(names(extrasOf({mapOf(two, "b-mig-config")}, "")), "(not noted)") << "another node's";
  EXPECT_EQ(names(extrasOf({mapOf(two, "a-mig-config")}, "gone")), "(not noted)") << "not read";
}

TEST(MigSwitch, AConfigMapThatMigManagerCannotReadFailsEverySwitch) {
  for (const char* bad :
       {"version: v2\nmig-configs: {a: [{devices: all, mig-enabled: false}]}",
        "mig-configs: {a: [{devices: all, mig-enabled: false}]}", "version: v1\nmig-configs: {a: []}",
        "version: v1\nmig-configs: {a: [{devices: some, mig-enabled: false}]}",
        "version: v1\nmig-configs: {a: [{devices: all}]}",
        "version: v1\nmig-configs: {a: [{devices: all, mig-enabled: true}]}",
        "version: v1\nmig-configs: {a: [{devices: all, mig-enabled: false, mig-devices: {1g.5gb: 1}}]}",
        "version: v1\nmig-configs: {a: [{devices: all, mig-enabled: true, mig-devices: {5gb: 1}}]}",
        "version: v1\nmig-configs: {a: [{devices: all, mig-enabled: false, extra: 1}]}", ": ["}) {
    SCOPED_TRACE(bad);
    const auto answer = to("a", extrasOf({mapOf(bad)}));
    EXPECT_EQ(answer.way, SwitchWay::Refused);
    EXPECT_EQ(detailOf(answer, SwitchNote::MigConfigUnreadable), "own-layouts");
  }
}

TEST(MigSwitch, NothingIsCertainOfANodeWithCardsOfSeveralModels) {
  const auto extras = extrasOf({mapOf(kOfMig)});
  const NodeBuilder mixed = a100(8);  // labels describe four of eight cards
  EXPECT_TRUE(mayHaveSeveralModels(*mixed.raw()));
  EXPECT_FALSE(mayHaveSeveralModels(*a100().raw()));
  EXPECT_EQ(to("memory", extras, mixed).way, SwitchWay::AfterDrain);
  EXPECT_EQ(to("all-1g.10gb", ClusterExtras(), mixed).way, SwitchWay::AfterDrain);
  EXPECT_EQ(to("all-1g.20gb", ClusterExtras()).way, SwitchWay::Refused) << "cards of one model have no such profile";
  EXPECT_EQ(to("all-1g.20gb", ClusterExtras(), mixed).way, SwitchWay::AfterDrain);
  const NodeBuilder cut = a100()
                              .resource("nvidia.com/mig-1g.10gb", 7)
                              .label("nvidia.com/mig-1g.10gb.product", "NVIDIA-A100-SXM4-80GB-MIG-1g.10gb");
  EXPECT_TRUE(mayHaveSeveralModels(*cut.raw()));
}

}  // namespace
}  // namespace cardinal
