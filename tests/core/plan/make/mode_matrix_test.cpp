// SPDX-License-Identifier: Apache-2.0
#include "core/plan/make/mode_matrix.h"

#include <gtest/gtest.h>

#include <set>

namespace cardinal {
namespace {

struct Cell {
  const char* from;
  const char* to;
  SwitchWay way;
  bool reAddAdvised;
  bool disputed;
  bool inferred;
};

constexpr SwitchWay kSame = SwitchWay::Same;
constexpr SwitchWay kLabel = SwitchWay::AfterDrain;
constexpr SwitchWay kReAdd = SwitchWay::ReAdd;
constexpr SwitchWay kNo = SwitchWay::Refused;

// The documented matrix, cell by cell, written down a second time on purpose.
constexpr Cell kDocumented[] = {
    {"default", "default", kSame, false, false, false},
    {"default", "cgpu", kLabel, true, false, false},
    {"default", "core_mem", kReAdd, false, false, false},
    {"default", "share", kLabel, false, false, false},
    {"default", "mps", kReAdd, false, false, true},
    {"default", "topology", kLabel, false, false, false},
    {"default", "mig", kNo, false, false, true},

    {"cgpu", "default", kLabel, true, true, false},
    {"cgpu", "cgpu", kSame, false, false, false},
    {"cgpu", "core_mem", kReAdd, false, false, false},
    {"cgpu", "share", kReAdd, false, true, false},
    {"cgpu", "mps", kReAdd, false, false, true},
    {"cgpu", "topology", kLabel, true, true, false},
    {"cgpu", "mig", kNo, false, false, true},

    {"core_mem", "default", kLabel, true, true, false},
    {"core_mem", "cgpu", kReAdd, false, false, false},
    {"core_mem", "core_mem", kSame, false, false, false},
    {"core_mem", "share", kReAdd, false, false, false},
    {"core_mem", "mps", kReAdd, false, false, true},
    {"core_mem", "topology", kLabel, true, true, false},
    {"core_mem", "mig", kNo, false, false, true},

    {"share", "default", kLabel, false, false, false},
    {"share", "cgpu", kReAdd, false, true, false},
    {"share", "core_mem", kReAdd, false, false, false},
    {"share", "share", kSame, false, false, false},
    {"share", "mps", kReAdd, false, false, true},
    {"share", "topology", kLabel, false, false, true},
    {"share", "mig", kNo, false, false, true},

    {"mps", "default", kReAdd, false, false, true},
    {"mps", "cgpu", kReAdd, false, false, true},
    {"mps", "core_mem", kReAdd, false, false, true},
    {"mps", "share", kReAdd, false, false, true},
    {"mps", "mps", kSame, false, false, false},
    {"mps", "topology", kReAdd, false, false, true},
    {"mps", "mig", kNo, false, false, true},

    {"topology", "default", kLabel, false, false, false},
    {"topology", "cgpu", kLabel, true, false, true},
    {"topology", "core_mem", kReAdd, false, false, false},
    {"topology", "share", kLabel, false, false, true},
    {"topology", "mps", kReAdd, false, false, true},
    {"topology", "topology", kSame, false, false, false},
    {"topology", "mig", kNo, false, false, true},

    {"mig", "default", kNo, false, false, false},
    {"mig", "cgpu", kNo, false, false, false},
    {"mig", "core_mem", kNo, false, false, false},
    {"mig", "share", kNo, false, false, false},
    {"mig", "mps", kNo, false, false, false},
    {"mig", "topology", kNo, false, false, false},
    {"mig", "mig", kSame, false, false, false},
};

GpuMode modeOf(const std::string& word) {
  const auto target = parseSwitchTarget(word);
  EXPECT_TRUE(target) << word;
  return target ? target->mode : GpuMode::Unknown;
}

TEST(ModeMatrix, HoldsEveryDocumentedCell) {
  std::set<std::pair<GpuMode, GpuMode>> seen;
  for (const Cell& cell : kDocumented) {
    const GpuMode from = modeOf(cell.from);
    const GpuMode to = modeOf(cell.to);
    const SwitchRule rule = switchRule(from, to);
    EXPECT_EQ(rule.way, cell.way) << cell.from << " to " << cell.to;
    EXPECT_EQ(rule.reAddAdvised, cell.reAddAdvised) << cell.from << " to " << cell.to;
    EXPECT_EQ(rule.disputed, cell.disputed) << cell.from << " to " << cell.to;
    EXPECT_EQ(rule.inferred, cell.inferred) << cell.from << " to " << cell.to;
    seen.insert({from, to});
  }
  EXPECT_EQ(seen.size(), switchModes().size() * switchModes().size());
}

TEST(ModeMatrix, RefusesWhatIsOutsideIt) {
  for (const GpuMode outside : {GpuMode::Unknown, GpuMode::Disabled, GpuMode::Gpushare, GpuMode::None}) {
    for (const GpuMode mode : switchModes()) {
      EXPECT_EQ(switchRule(outside, mode).way, SwitchWay::Refused) << toString(outside);
      EXPECT_EQ(switchRule(mode, outside).way, SwitchWay::Refused) << toString(outside);
    }
  }
}

TEST(ModeMatrix, AdvisesTheCleanWayIntoAndOutOfIsolationOnly) {
  const std::set<GpuMode> isolated = {GpuMode::Cgpu, GpuMode::CoreMem, GpuMode::Mps};
  for (const GpuMode from : switchModes()) {
    for (const GpuMode to : switchModes()) {
      const SwitchRule rule = switchRule(from, to);
      if (rule.way != SwitchWay::AfterDrain) continue;
      EXPECT_EQ(rule.reAddAdvised, isolated.count(from) + isolated.count(to) > 0) << toString(from) << toString(to);
    }
  }
}

TEST(SwitchTarget, EveryWordNamesItsLabel) {
  const std::vector<std::pair<std::string, std::string>> words = {
      {"default", "ack.node.gpu.schedule=default"},
      {"cgpu", "ack.node.gpu.schedule=cgpu"},
      {"core_mem", "ack.node.gpu.schedule=core_mem"},
      {"share", "ack.node.gpu.schedule=share"},
      {"mps", "ack.node.gpu.schedule=mps"},
      {"topology", "ack.node.gpu.schedule=topology"},
      {"mig", "ack.node.gpu.schedule=mig"},
      {"gpushare=true", "gpushare=true"},
      {"gpushare=false", "gpushare=false"},
      {"cgpu=true", "cgpu=true"},
      {"cgpu=false", "cgpu=false"},
      {"binpack", "ack.node.gpu.placement=binpack"},
      {"spread", "ack.node.gpu.placement=spread"},
      {"gpu=on", "gpu=on"},
      {"gpu=off", "gpu=off"},
  };
  ASSERT_EQ(words.size(), switchTargets().size());
  for (const auto& [word, label] : words) {
    const auto target = parseSwitchTarget(word);
    ASSERT_TRUE(target) << word;
    EXPECT_EQ(labelKeyOf(*target) + "=" + labelValueOf(*target), label);
    EXPECT_EQ(toString(*target), word);
  }
  EXPECT_FALSE(parseSwitchTarget("gpushare"));
  EXPECT_FALSE(parseSwitchTarget("exclusive"));
  EXPECT_FALSE(parseSwitchTarget(""));
}

}  // namespace
}  // namespace cardinal
