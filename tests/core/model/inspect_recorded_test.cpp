// SPDX-License-Identifier: Apache-2.0
// Every inspect text that the real kubectl-inspect-gpushare printed in the recordings.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/model/tables/inspect.h"
#include "tests/support/inspect_text.h"
#include "tests/support/test_data.h"

namespace cardinal {
namespace {

using nlohmann::json;
using testing::decodeObjects;
using testing::gpushareData;
using testing::normalisedDetails;
using testing::normalisedSummary;
using testing::readTestFile;

json parsed(const std::filesystem::path& path) {
  return json::parse(readTestFile(path));
}

/// A pod of the short form of inspect-cases as the API object it was.
json podObject(const json& shortForm) {
  json pod = {{"apiVersion", "v1"}, {"kind", "Pod"}};
  const std::string ns = shortForm.value("ns", "default");
  pod["metadata"] = {
      {"name", shortForm.at("name")}, {"namespace", ns}, {"uid", ns + shortForm.at("name").get<std::string>()}};
  if (shortForm.contains("ann") && !shortForm["ann"].is_null()) pod["metadata"]["annotations"] = shortForm["ann"];
  if (shortForm.contains("labels") && !shortForm["labels"].is_null()) pod["metadata"]["labels"] = shortForm["labels"];
  if (shortForm.value("term", false)) pod["metadata"]["deletionTimestamp"] = "2024-01-01T00:00:00Z";
  json containers = json::array();
  for (const json& limits : shortForm.at("limits")) {
    containers.push_back(
        {{"name", "c" + std::to_string(containers.size())}, {"resources", {{"limits", limits}, {"requests", limits}}}});
  }
  pod["spec"] = {{"containers", containers}};
  if (shortForm.contains("node") && shortForm["node"].is_string()) pod["spec"]["nodeName"] = shortForm["node"];
  pod["status"] = {{"phase", shortForm.value("phase", "Running")}};
  return pod;
}

ObjectSet objectsOf(const json& items) {
  return decodeObjects(json{{"apiVersion", "v1"}, {"kind", "List"}, {"items", items}}.dump());
}

ObjectSet nodesOf(const json& nodes) {
  json items = json::array();
  for (json node : nodes) {
    node["apiVersion"] = "v1";
    node["kind"] = "Node";
    items.push_back(node);
  }
  return objectsOf(items);
}

ObjectSet podsOf(const json& pods) {
  json items = json::array();
  for (const json& pod : pods) items.push_back(podObject(pod));
  return objectsOf(items);
}

/// Compares under the normalisation, and byte for byte when the recorded order is ours already; true in that case.
template <typename Normalise>
bool expectSameText(const std::string& ours, const std::string& recorded, Normalise normalise) {
  EXPECT_EQ(normalise(ours), normalise(recorded));
  const bool sameOrder = normalise(recorded) == recorded;
  EXPECT_EQ(sameOrder ? ours : recorded, recorded);
  return sameOrder;
}

int expectSameTables(const ClusterSnapshot& snapshot, const std::string& summary, const std::string& details) {
  const auto ourSummary = inspectSummary(snapshot, {});
  const auto ourDetails = inspectDetails(snapshot, {});
  EXPECT_TRUE(ourSummary.has_value() && ourDetails.has_value());
  return (expectSameText(ourSummary.value(), summary, normalisedSummary) ? 1 : 0) +
         (expectSameText(ourDetails.value(), details, normalisedDetails) ? 1 : 0);
}

TEST(InspectRecorded, ScenariosPrintTheRecordedTables) {
  int texts = 0;
  int identical = 0;
  for (const std::string& name : testing::recordedScenarios()) {
    SCOPED_TRACE(name);
    const json scenario = parsed(gpushareData() / name / "scenario.json");
    const SnapshotPtr snapshot = testing::recordedSnapshot(name);
    if (scenario.at("final_inspect_summary").is_string()) {
      ++texts;
      const auto ours = inspectSummary(*snapshot, {});
      ASSERT_TRUE(ours.has_value());
      identical += expectSameText(*ours, scenario["final_inspect_summary"], normalisedSummary) ? 1 : 0;
    }
    if (scenario.at("final_inspect_details").is_string()) {
      ++texts;
      const auto ours = inspectDetails(*snapshot, {});
      ASSERT_TRUE(ours.has_value());
      identical += expectSameText(*ours, scenario["final_inspect_details"], normalisedDetails) ? 1 : 0;
    }
  }
  RecordProperty("texts", texts);
  RecordProperty("identical", identical);
  EXPECT_GE(texts, 40);
  EXPECT_GE(identical, 10);
}

TEST(InspectRecorded, PodCasesPrintTheRecordedTables) {
  // The cases share two nodes that stand in arguments.json.
  const ObjectSet nodes = nodesOf(parsed(gpushareData() / "inspect-cases" / "arguments.json").at("nodes"));
  int identical = 0;
  const json cases = parsed(gpushareData() / "inspect-cases" / "pods.json");
  for (const json& entry : cases) {
    SCOPED_TRACE(entry.at("case").get<std::string>());
    const SnapshotPtr snapshot = testing::snapshotOf(nodes, podsOf(entry.at("pods")));
    identical += expectSameTables(*snapshot, entry.at("summary"), entry.at("details"));
  }
  EXPECT_EQ(cases.size(), 52U);
  EXPECT_GE(identical, 20);
}

TEST(InspectRecorded, ClusterCasesPrintTheRecordedTables) {
  const json cases = parsed(gpushareData() / "inspect-cases" / "clusters.json");
  for (const json& entry : cases) {
    SCOPED_TRACE(entry.at("case").get<std::string>());
    const SnapshotPtr snapshot = testing::snapshotOf(nodesOf(entry.at("nodes")), podsOf(entry.at("pods")));
    expectSameTables(*snapshot, entry.at("summary"), entry.at("details"));
  }
  EXPECT_EQ(cases.size(), 27U);
}

TEST(InspectRecorded, NamedNodePrintsTheRecordedTables) {
  const json file = parsed(gpushareData() / "inspect-cases" / "arguments.json");
  const SnapshotPtr snapshot = testing::snapshotOf(nodesOf(file.at("nodes")), ObjectSet{});
  const std::vector<std::string> one{"gpu-a"};
  EXPECT_EQ(inspectSummary(*snapshot, one).value(), file["output"]["gpu-a"].get<std::string>());
  EXPECT_EQ(inspectDetails(*snapshot, one).value(), file["output"]["-d gpu-a"].get<std::string>());
}

// The step texts of the scenarios cannot be rebuilt from the final objects, but the recorder also kept one state in the
// API server's own LIST form; it must read the same as kubectl's.
TEST(InspectRecorded, ListAnswersReadLikeKubectlOutput) {
  const auto folder = gpushareData() / "s1-blog-two-nodes";
  const SnapshotPtr raw = testing::snapshotOf(decodeObjects(readTestFile(folder / "nodes.raw.json")),
                                              decodeObjects(readTestFile(folder / "pods.raw.json")));
  const SnapshotPtr kubectl = testing::recordedSnapshot("s1-blog-two-nodes");
  EXPECT_EQ(inspectDetails(*raw, {}).value(), inspectDetails(*kubectl, {}).value());
}

}  // namespace
}  // namespace cardinal
