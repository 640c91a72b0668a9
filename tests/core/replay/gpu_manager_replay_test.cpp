// SPDX-License-Identifier: Apache-2.0
// Decisions recorded from Tencent's gpu-admission and gpu-manager.
#include "tests/core/replay/stack_recordings.h"

namespace cardinal::testing {
namespace {

const std::string kFolder = "gpu-manager/47d56ae9";

TEST(GpuManagerReplay, EveryDecisionIsMet) {
  // 782 pods of the extender, and the questions asked of gpu-manager on one node
  EXPECT_EQ(replayFolder(kFolder, "gpu-manager"), 1212);
}

TEST(GpuManagerReplay, AnotherFigureIsADifference) {
  const auto file = stackData(kFolder) / "t01-facts" / "scenario.json";
  const auto changed = [&](const char* from, const char* to) { return differencesAfter(file, from, to); };
  EXPECT_EQ(changed("\"free_memory\":2}", "\"free_memory\":3}"), (std::vector<std::string>{"cards_after"}));
  EXPECT_EQ(changed("pod copied had been predicated!", "pod copied was predicated!"),
            (std::vector<std::string>{"error"}));
  EXPECT_EQ(changed("\"node_sum_ok\":false,\"fit\":false,\"error\":\"no GPU device\"",
                    "\"node_sum_ok\":true,\"fit\":false,\"error\":\"no GPU device\""),
            (std::vector<std::string>{"card_check.cpu.node_sum_ok"}));
}

TEST(GpuManagerReplay, EverySetOfEqualGroupsIsCompared) {
  const auto file = stackData(kFolder) / "node-cases" / "m05-uneven.json";
  EXPECT_EQ(differencesAfter(file, "\"seen\":[[0,1],[3,4]]", "\"seen\":[[0,1]]"), (std::vector<std::string>{"seen"}));
}

}  // namespace
}  // namespace cardinal::testing
