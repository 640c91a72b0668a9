// SPDX-License-Identifier: Apache-2.0
// Every seed and every input that once was a finding, without a fuzzer: a regression test of each build.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/fuzz/targets.h"

namespace cardinal::fuzz {
namespace {

struct Target {
  const char* name;
  void (*run)(std::string_view);
};

void PrintTo(const Target& target, std::ostream* out) {
  *out << target.name;
}

class FuzzCorpus : public ::testing::TestWithParam<Target> {};

TEST_P(FuzzCorpus, EverySeedAndFindingHolds) {
  std::size_t files = 0;
  for (const char* const kind : {"seeds", "findings"}) {
    const auto folder = std::filesystem::path(CARDINAL_FUZZ_FOLDER) / kind / GetParam().name;
    if (!std::filesystem::exists(folder)) continue;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      SCOPED_TRACE(entry.path().string());
      std::ifstream file(entry.path(), std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(file), {}};
      GetParam().run(text);
      // Every input once more cut short: most faults of parsers are at the end.
      for (std::size_t size = 0; size < text.size(); size += 1 + text.size() / 50) GetParam().run(text.substr(0, size));
      ++files;
    }
  }
  EXPECT_GT(files, 0U);
}

INSTANTIATE_TEST_SUITE_P(Targets, FuzzCorpus,
                         ::testing::Values(Target{"kubeconfig", kubeconfig}, Target{"quantity", quantity},
                                           Target{"node", node}, Target{"pod", pod}, Target{"annotations", annotations},
                                           Target{"selector", selector}, Target{"watch", watch},
                                           Target{"protobuf", protobuf}, Target{"formats", formats},
                                           Target{"frames", frames}),
                         [](const auto& target) { return std::string(target.param.name); });

}  // namespace
}  // namespace cardinal::fuzz
