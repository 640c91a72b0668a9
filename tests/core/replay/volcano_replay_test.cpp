// SPDX-License-Identifier: Apache-2.0
// Decisions recorded from Volcano v1.15.1.
#include "tests/core/replay/stack_recordings.h"

namespace cardinal::testing {
namespace {

const std::string kFolder = "volcano/1.15.1";

TEST(VolcanoReplay, EveryDecisionIsMet) {
  EXPECT_EQ(replayFolder(kFolder, "volcano"), 1145);
}

TEST(VolcanoReplay, AnotherFigureIsADifference) {
  const auto file = stackData(kFolder) / "v01-facts" / "scenario.json";
  const auto changed = [&](const char* from, const char* to) { return differencesAfter(file, from, to); };
  EXPECT_EQ(changed("\"device_score\":21.3623046875", "\"device_score\":21.3623046876"),
            (std::vector<std::string>{"nodes.v100.device_score"}));
  EXPECT_EQ(changed("no enough gpu cards on node one", "no enough gpu cards on node two"),
            (std::vector<std::string>{"nodes.one.error"}));
  EXPECT_EQ(changed("\"mem\":2000", "\"mem\":5000"), (std::vector<std::string>{"cards_after"}));
  EXPECT_EQ(changed("\"volcano.sh/vgpu-memory\":5000", "\"volcano.sh/vgpu-memory\":5001"),
            (std::vector<std::string>{"used.memory"}));
}

TEST(VolcanoReplay, AConfigThatCannotBeReadNamesItsPlace) {
  const auto file = stackData(kFolder) / "v01-facts" / "scenario.json";
  std::string text = readTestFile(file);
  const std::string from = "gpuMemoryFactor: 1";
  text.replace(text.find(from), from.size(), "gpuMemoryFactor: x");
  const auto replayed = replayText(text, "scenario.json");
  ASSERT_FALSE(replayed);
  EXPECT_EQ(replayed.error().code, ErrorCode::InvalidField);
  EXPECT_EQ(replayed.error().subject, "config");
}

}  // namespace
}  // namespace cardinal::testing
