// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/replay/recording/recording_files.h"
#include "core/replay/replayers.h"
#include "tests/support/test_data.h"

namespace cardinal::testing {

inline std::filesystem::path stackData(const std::string& folder) {
  return std::filesystem::path(CARDINAL_TEST_DATA) / folder;
}

/// All recordings of a stack below the folder; every difference fails the test.
inline int replayFolder(const std::string& folder, const std::string& stack) {
  int decisions = 0;
  const auto files = recordingFiles(stackData(folder).string());
  if (!files) {
    ADD_FAILURE() << describe(files.error());
    return 0;
  }
  for (const std::string& file : *files) {
    const auto replayed = replayText(readTestFile(file), file, stack);
    if (!replayed) {
      ADD_FAILURE() << describe(replayed.error());
      continue;
    }
    if (!*replayed) continue;
    const ReplayResult& result = (*replayed)->result;
    decisions += result.decisions;
    EXPECT_EQ(result.mismatches, 0) << file;
    for (std::size_t i = 0; i < result.differences.size() && i < 5; ++i) {
      const ReplayDifference& d = result.differences[i];
      ADD_FAILURE() << file << " step " << d.step.value_or(-1) << " " << d.what << ": recorded " << d.recorded
                    << ", ours " << d.ours;
    }
  }
  return decisions;
}

/// A recording with one piece of its text changed.
inline ReplayResult replayChanged(const std::filesystem::path& file, const std::string& from, const std::string& to) {
  std::string text = readTestFile(file);
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  auto replayed = replayText(text.replace(at, from.size(), to), file.string());
  if (!replayed || !*replayed) {
    ADD_FAILURE() << "not replayed";
    return {};
  }
  return std::move((*replayed)->result);
}

/// Names of what differs then.
inline std::vector<std::string> differencesAfter(const std::filesystem::path& file, const std::string& from,
                                                 const std::string& to) {
  std::vector<std::string> out;
  for (const ReplayDifference& difference : replayChanged(file, from, to).differences) out.push_back(difference.what);
  return out;
}

}  // namespace cardinal::testing
