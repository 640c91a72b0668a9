// SPDX-License-Identifier: Apache-2.0
#include "core/model/tables/table_export.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/builders.h"

namespace cardinal {
namespace {

using testing::ackNode;
using testing::node;
using testing::nvidiaNode;
using testing::pod;
using testing::PodBuilder;
using testing::snapshotOf;

TEST(TableExport, EveryRowHasEveryKey) {
  const auto state = snapshotOf({ackNode("a", "cgpu", 2, 16)}, {pod("x", "waits").gpuMem(4)});
  for (const ExportKind kind : {ExportKind::Nodes, ExportKind::Cards, ExportKind::Pods}) {
    const ExportTable table = makeExport(kind, *state, nullptr);
    ASSERT_FALSE(table.rows.empty());
    for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.keys.size());
  }
}

TEST(TableExport, UnknownIsNeverZero) {
  const auto state = snapshotOf({}, {pod("x", "waits").gpuMem(4)});
  const ExportTable table = makeExport(ExportKind::Pods, *state, nullptr);
  const auto json = nlohmann::json::parse(jsonOf(table, {}));
  EXPECT_TRUE(json["rows"][0]["memory_allocated_mib"].is_null());
  EXPECT_TRUE(json["rows"][0]["node"].is_null());
  EXPECT_EQ(json["rows"][0]["name"], "waits");
  EXPECT_EQ(json["schema"], "cardinal.export/1");
  const std::string csv = csvOf(table, table.keys, {}, {false, false});
  EXPECT_EQ(csv.find("\r\nx,waits,"), csv.find("\r\n"));
}

TEST(TableExport, KeepsTheOrderAskedForAndLeavesOutTheRest) {
  const auto state =
      snapshotOf({ackNode("a", "cgpu", 1, 16), ackNode("b", "cgpu", 1, 16), ackNode("c", "cgpu", 1, 16)});
  const std::vector<std::string> wanted = {"c", "gone", "a"};
  const ExportTable table = makeExport(ExportKind::Nodes, *state, &wanted);
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[0][0].text, "c");
  EXPECT_EQ(table.rows[1][0].text, "a");
}

TEST(TableExport, NodesWhoseCardsAreNotKnownAreNotLeftOut) {
  PodBuilder ended = pod("p").gpuMem(4).on("a").card(0, 16);
  ended.phase(PodPhase::Succeeded);
  const auto state = snapshotOf(
      {ackNode("a", "cgpu", 1, 16), nvidiaNode("b", 0).resource("huawei.com/Ascend910", 8), node("plain")}, {ended});
  const auto json =
      nlohmann::json::parse(jsonOf(makeExport(ExportKind::Nodes, *state, nullptr), {"c", 7, "v1", "", true}));
  ASSERT_EQ(json["rows"].size(), 2U);
  EXPECT_EQ(json["rows"][0]["gpu_pods"], 0) << "one that has ended";
  EXPECT_EQ(json["rows"][1]["node"], "b");
  EXPECT_TRUE(json["rows"][1]["cards"].is_null());
}

TEST(TableExport, CsvQuotesAndDisarmsFormulas) {
  ExportTable table{ExportKind::Nodes, {"a", "b", "c"}, {}};
  table.rows.push_back({{"=1+2", false, true}, {"say \"hi\", twice", false, true}, {"-5", true, true}});
  EXPECT_EQ(csvOf(table, {"A", "B", "C"}, {"note"}, {true, true}),
            "\xEF\xBB\xBF"
            "A,B,C\r\na,b,c\r\n\"'=1+2\",\"say \"\"hi\"\", twice\",-5\r\n\r\nnote\r\n");
}

TEST(TableExport, JsonSurvivesHostileNames) {
  ExportTable table{ExportKind::Nodes, {"a"}, {}};
  table.rows.push_back({{std::string("q\"\\\n\x01\xE4\xB8\xAD", 8), false, true}});
  const auto json = nlohmann::json::parse(jsonOf(table, {"ctx\"", 7, "v1", "", true}));
  EXPECT_EQ(json["rows"][0]["a"], std::string("q\"\\\n\x01\xE4\xB8\xAD", 8));
  EXPECT_EQ(json["source"], "ctx\"");
}

}  // namespace
}  // namespace cardinal
