// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/kube/decode/decoder.h"
#include "core/provider/record/snapshot_builder.h"

namespace cardinal::testing {

/// Folder of the recordings of the open-source gpushare stack.
inline std::filesystem::path gpushareData() {
  return std::filesystem::path(CARDINAL_TEST_DATA) / "gpushare" / "1.20.2";
}

/// Content of `path`, or of `path`.gz unpacked; a missing file fails the test.
inline std::string readTestFile(const std::filesystem::path& path) {
  std::string name = path.string();
  if (!std::filesystem::exists(name)) name += ".gz";
  gzFile file = gzopen(name.c_str(), "rb");
  if (file == nullptr) {
    ADD_FAILURE() << "cannot open " << name;
    return {};
  }
  std::string content;
  std::vector<char> block(1U << 16U);
  int bytes = 0;
  while ((bytes = gzread(file, block.data(), static_cast<unsigned>(block.size()))) > 0) {
    content.append(block.data(), static_cast<std::size_t>(bytes));
  }
  EXPECT_EQ(bytes, 0) << "cannot unpack " << name;
  gzclose(file);
  return content;
}

/// Folders below the recordings that hold nodes and pods, by name.
inline std::vector<std::string> recordedScenarios() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(gpushareData())) {
    const auto path = entry.path() / "nodes.json";
    if (std::filesystem::exists(path) || std::filesystem::exists(path.string() + ".gz")) {
      names.push_back(entry.path().filename().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// Objects in a JSON text, read by the program's own decoder.
inline ObjectSet decodeObjects(std::string json) {
  Decoder decoder;
  auto objects = decoder.objects(std::move(json));
  if (!objects) {
    ADD_FAILURE() << describe(objects.error());
    return {};
  }
  return std::move(objects).value();
}

inline SnapshotPtr snapshotOf(const ObjectSet& nodes, const ObjectSet& pods) {
  SnapshotBuilder builder;
  ClusterDelta all;
  all.op = ClusterDelta::Op::ReplaceNodes;
  all.nodes = nodes.nodes;
  builder.apply(std::move(all));
  all = {};
  all.op = ClusterDelta::Op::ReplacePods;
  all.pods = pods.pods;
  builder.apply(std::move(all));
  return builder.build(1'700'000'000);
}

/// The state at the end of a recorded scenario.
inline SnapshotPtr recordedSnapshot(const std::string& scenario) {
  return snapshotOf(decodeObjects(readTestFile(gpushareData() / scenario / "nodes.json")),
                    decodeObjects(readTestFile(gpushareData() / scenario / "pods.json")));
}

}  // namespace cardinal::testing
