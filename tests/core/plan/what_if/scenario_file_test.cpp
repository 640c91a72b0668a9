// SPDX-License-Identifier: Apache-2.0
#include "core/plan/what_if/scenario_file.h"

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace cardinal::testing {
namespace {

Scenario everyStep() {
  Scenario out;
  out.name = "All \"kinds\" of steps: 全部";
  out.steps = {AddNodes{"gpu-a", 3},
               RemoveNode{"gpu-b"},
               DrainNode{"gpu-c", true},
               DrainNode{"gpu-d", false},
               SwitchNode{"gpu-e", *parseSwitchTarget("core_mem"), 32},
               SwitchNode{"gpu-f", *parseSwitchTarget("gpushare=false"), {}},
               SubmitWorkload{"kind: Pod\nmetadata:\n  name: x\n\nspec: {}\n", 4, "team"},
               SubmitWorkload{"{\"kind\":\t\"Pod\"}", {}, "default"},
               DeletePods{{"team", "p-0", ""}},
               DeletePods{{"team", "web", "Deployment"}},
               ResizePods{{"team", "web", "Deployment"}, 8, 20, 2},
               ResizePods{{"team", "p-0", ""}, {}, 0, {}},
               RetryPending{},
               MovePod{"team", "p-1"}};
  return out;
}

Error errorOf(const std::string& text) {
  auto parsed = parseScenario(text, "file.yaml");
  if (parsed) {
    ADD_FAILURE() << "was read: " << text;
    return {};
  }
  return parsed.error();
}

TEST(ScenarioFile, WhatIsWrittenIsReadBack) {
  const Scenario scenario = everyStep();
  const auto read = parseScenario(toYaml(scenario), "file.yaml");
  ASSERT_TRUE(read) << describe(read.error()) << "\n" << toYaml(scenario);
  EXPECT_EQ(*read, scenario) << toYaml(scenario);
}

TEST(ScenarioFile, ManifestsStayReadable) {
  EXPECT_NE(toYaml(everyStep()).find("manifest: |\n      kind: Pod\n"), std::string::npos);
}

TEST(ScenarioFile, JsonIsRead) {
  const auto read =
      parseScenario(R"({"cardinalScenario": 1, "steps": [{"do": "drain-node", "node": "a"}]})", "file.json");
  ASSERT_TRUE(read) << describe(read.error());
  EXPECT_EQ(read->steps, std::vector<WhatIfStep>{(DrainNode{"a", false})});
}

TEST(ScenarioFile, SavedFilesAreLoaded) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "s.yaml").string();
  ASSERT_TRUE(saveScenario(everyStep(), path));
  const auto read = loadScenario(path);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, everyStep());
  EXPECT_EQ(saveScenario(everyStep(), (folder.path() / "none/s.yaml").string()).error().code,
            ErrorCode::FileUnwritable);
  EXPECT_EQ(loadScenario((folder.path() / "other.yaml").string()).error().code, ErrorCode::FileMissing);
  EXPECT_EQ(loadScenario(folder.path().string()).error().code, ErrorCode::FileUnreadable);
}

TEST(ScenarioFile, OtherFilesAndVersionsAreRefused) {
  EXPECT_EQ(errorOf("kind: Pod\n").subject, "cardinalScenario");
  EXPECT_EQ(errorOf("").subject, "cardinalScenario");
  EXPECT_EQ(errorOf("- 1\n").code, ErrorCode::InvalidField);
  EXPECT_EQ(errorOf("cardinalScenario: 2\nsteps: []\n").code, ErrorCode::Unsupported);
  EXPECT_EQ(errorOf("cardinalScenario: 1\nsteps: {a: [}\n").code, ErrorCode::ParseFailed);
}

TEST(ScenarioFile, FaultsNameFieldAndLine) {
  const std::string head = "cardinalScenario: 1\nsteps:\n";
  const Error unknown = errorOf(head + "  - do: drain-node\n    nod: a\n");
  EXPECT_EQ(unknown.subject, "nod");
  EXPECT_NE(unknown.place.find("line 4"), std::string::npos) << unknown.place;
  EXPECT_EQ(errorOf(head + "  - do: drain-node\n").subject, "node");
  EXPECT_EQ(errorOf(head + "  - do: fly\n").detail, "fly");
  EXPECT_EQ(errorOf(head + "  - do: add-nodes\n    like: a\n    count: 0\n").code, ErrorCode::InvalidField);
  EXPECT_EQ(errorOf(head + "  - do: switch-node\n    node: a\n    to: warp\n").subject, "to");
  EXPECT_EQ(errorOf(head + "  - do: delete\n    workload: web\n").subject, "workload");
  EXPECT_EQ(errorOf(head + "  - do: delete\n").subject, "pod");
  EXPECT_EQ(errorOf(head + "  - do: resize\n    pod: a\n").subject, "memory");
  EXPECT_EQ(errorOf(head + "  - 7\n").code, ErrorCode::InvalidField);
  EXPECT_EQ(errorOf("cardinalScenario: 1\nsteps: 3\n").code, ErrorCode::InvalidField);
}

TEST(ScenarioFile, TooManyStepsAreRefused) {
  std::string text = "cardinalScenario: 1\nsteps:\n";
  for (std::size_t i = 0; i <= kMaxSteps; ++i) text += "- do: retry-pending\n";
  EXPECT_EQ(errorOf(text).code, ErrorCode::LimitExceeded);
}

}  // namespace
}  // namespace cardinal::testing
