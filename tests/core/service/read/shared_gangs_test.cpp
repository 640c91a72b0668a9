// SPDX-License-Identifier: Apache-2.0
// A gang whose pods several objects of a file make: whether enough of them find room, and how sure that is.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "core/manifest/read/read_manifest.h"
#include "core/model/namespace_rules.h"
#include "core/service/read/file_admission.h"
#include "tests/support/builders.h"

namespace cardinal::testing {
namespace {

using queues::GroupAnswer;
using queues::GroupCause;

/// Two Jobs whose pods name the group "g" to Koordinator's scheduler, of which four start together.
std::string jobs(int ofFirst, int ofSecond, const std::string& scheduler = "koord-scheduler") {
  std::string out;
  for (const auto& [name, gpus] : {std::pair("first", ofFirst), std::pair("second", ofSecond)})
    out += std::string("apiVersion: batch/v1\nkind: Job\nmetadata: {name: ") + name +
           "}\nspec: {parallelism: 2, completions: 2, template: {metadata: {labels: {pod-group.scheduling.sigs.k8s.io: "
           "g, pod-group.scheduling.sigs.k8s.io/min-available: '4'}}, spec: {schedulerName: " +
           scheduler + ", containers: [{name: c, resources: {limits: {nvidia.com/gpu: " + std::to_string(gpus) +
           "}}}]}}}\n---\n";
  return out;
}

/// Two cards that HAMi shares out.
NodeBuilder hamiNode(const std::string& name) {
  return nvidiaNode(name, 20).annotation(
      "hami.io/node-nvidia-register",
      R"([{"id":"A","index":0,"count":10,"devmem":10000,"devcore":100,"type":"NVIDIA-T4","health":true},)"
      R"({"id":"B","index":1,"count":10,"devmem":10000,"devcore":100,"type":"NVIDIA-T4","health":true}])");
}

/// Rules that were read: there are none.
NamespaceRules noRules() {
  return {"lab", {{}}, {{}}, {{}}, {{}}, {{}}};
}

/// What is said of the first Job; nothing = the gang starts.
std::optional<GroupAnswer> ask(const std::string& text, const SnapshotPtr& cluster,
                               const std::optional<NamespaceRules>& rules = noRules(),
                               std::optional<int> replicas = {}) {
  const auto manifest = readManifest(text, "f.yaml");
  EXPECT_TRUE(manifest);
  AdmissionQuestion question{"lab", replicas, {}};
  if (rules) question.rules = [&](const AllocationRequest&) { return std::make_shared<const NamespaceRules>(*rules); };
  for (const ObjectAdmission& one : admissionsOf(manifest->objects, *cluster, question)) {
    if (one.name == "Job/first" && one.other && one.other->cause == GroupCause::GangNoRoom) return one.other;
  }
  return std::nullopt;
}

PodBuilder memberOf(const std::string& job, int index, int gpus) {
  PodBuilder out("lab", job + "-" + std::to_string(index));
  out.nvidia(gpus).label("pod-group.scheduling.sigs.k8s.io", "g").on("n");
  out.edit().spec.schedulerName = "koord-scheduler";
  out.edit().meta.owners.push_back({"Job", job, "uid-" + job, true});
  return out;
}

TEST(SharedGangs, TooFewThatFitAreACertainNo) {
  const auto cluster = snapshotOf({nvidiaNode("n", 8)}, {});
  const auto answer = ask(jobs(4, 4), cluster);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->created, 2);
  EXPECT_EQ(answer->isAdmittedNow(), false);
  EXPECT_FALSE(ask(jobs(2, 2), cluster));
  const auto unread = ask(jobs(4, 4), cluster, std::nullopt);
  ASSERT_TRUE(unread);
  EXPECT_EQ(unread->isAdmittedNow(), false) << "no quota and no default makes room on cards that are not shared";
}

TEST(SharedGangs, LimitRangesThatWereNotReadMayMakePodsAskForLessOfSharedCards) {
  NamespaceRules rules = noRules();
  const auto shared = snapshotOf({nvidiaNode("n", 8), hamiNode("h")}, {});
  const auto answerOf = [&](const SnapshotPtr& cluster, const std::optional<NamespaceRules>& read) {
    const auto answer = ask(jobs(4, 4), cluster, read);
    EXPECT_TRUE(answer);
    return answer ? answer->isAdmittedNow() : std::nullopt;
  };
  EXPECT_EQ(answerOf(shared, rules), false);
  EXPECT_EQ(answerOf(shared, std::nullopt), std::nullopt) << "memory that none names is the whole card's";
  rules.limitRanges.reset();
  EXPECT_EQ(answerOf(shared, rules), std::nullopt);
  rules = noRules();
  rules.quotas.reset();
  EXPECT_EQ(answerOf(shared, rules), false) << "a quota only refuses";
  const auto kept = snapshotOf(
      {nvidiaNode("n", 8), nvidiaNode("k", 0).resource("vendor.com/nic", 1).taint("vendor.com/nic", "", "NoSchedule")},
      {});
  EXPECT_EQ(answerOf(kept, std::nullopt), std::nullopt)
      << "pods that a default makes ask for it may tolerate its taint";
}

TEST(SharedGangs, NodesOfWhichItIsUnknownWhatTheyTakeMayTakeTheRest) {
  const auto cluster = snapshotOf({nvidiaNode("n", 8), ackNode("x", "of-tomorrow", 8, 16)}, {});
  const auto answer = ask(jobs(4, 4), cluster);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->created, 2);
  EXPECT_EQ(answer->isAdmittedNow(), std::nullopt);
  const auto unlike = ask(jobs(4, 8), cluster);
  ASSERT_TRUE(unlike);
  EXPECT_EQ(unlike->isAdmittedNow(), std::nullopt);
}

TEST(SharedGangs, WhatTheDefaultSchedulerDoesWithAGroupIsNotCertain) {
  const auto answer = ask(jobs(4, 4, "default-scheduler"), snapshotOf({nvidiaNode("n", 8)}, {}));
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->isAdmittedNow(), std::nullopt) << "it may have the plugin";
}

TEST(SharedGangs, OfUnlikePodsThatAreNotAllNeededTheOrderDecides) {
  std::string text = jobs(8, 1);
  for (std::size_t at = text.find("'4'"); at != std::string::npos; at = text.find("'4'")) text.replace(at, 3, "'3'");
  const auto answer = ask(text, snapshotOf({nvidiaNode("n", 8)}, {}));
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->isAdmittedNow(), std::nullopt);
}

TEST(SharedGangs, OfUnlikePodsThatAreAllNeededTheOrderDecidesWhereEachFormHasRoom) {
  // the pods of 4 on the small nodes, or on a large one
  const auto open =
      ask(jobs(4, 8), snapshotOf({nvidiaNode("a", 8), nvidiaNode("b", 8), nvidiaNode("c", 4), nvidiaNode("d", 4)}, {}));
  ASSERT_TRUE(open);
  EXPECT_LT(open->created, 4);
  EXPECT_EQ(open->isAdmittedNow(), std::nullopt);
  const auto never = ask(jobs(4, 8), snapshotOf({nvidiaNode("n", 8), nvidiaNode("m", 4)}, {}));
  ASSERT_TRUE(never);
  EXPECT_EQ(never->isAdmittedNow(), false) << "one node alone takes pods of 8, whoever comes first";
}

TEST(SharedGangs, MembersOfOthersThatWaitCountToo) {
  std::vector<PodBuilder> pods = {memberOf("third", 0, 1), memberOf("third", 1, 1)};
  for (PodBuilder& pod : pods) pod.edit().spec.nodeName.clear();
  const std::string text = jobs(4, 8);  // of the four, two of the first and two of the third
  EXPECT_FALSE(ask(text, snapshotOf({nvidiaNode("n", 8), nvidiaNode("m", 2)}, pods)));
  EXPECT_TRUE(ask(text, snapshotOf({nvidiaNode("n", 8), nvidiaNode("m", 2)}, {})));
  pods[0].edit().spec.hasSchedulingGates = true;
  EXPECT_TRUE(ask(text, snapshotOf({nvidiaNode("n", 8), nvidiaNode("m", 2)}, pods)));
}

TEST(SharedGangs, PodsThatAreMadeWhenTheGangRunsDoNotHelpItToStart) {
  const std::string labels =
      "{pod-group.scheduling.sigs.k8s.io: g, pod-group.scheduling.sigs.k8s.io/min-available: '3'}";
  const auto member = [&](const std::string& resources) {
    return "{metadata: {labels: " + labels + "}, spec: {schedulerName: koord-scheduler, containers: [{name: c" +
           resources + "}]}}";
  };
  const std::string cards = ", resources: {limits: {nvidia.com/gpu: 8}}";
  const std::string text =
      "apiVersion: kubeflow.org/v2beta1\nkind: MPIJob\nmetadata: {name: m}\nspec:\n"
      "  launcherCreationPolicy: WaitForWorkersReady\n  mpiReplicaSpecs:\n    Launcher: {template: " +
      member("") + "}\n    Worker: {replicas: 2, template: " + member(cards) +
      "}\n---\napiVersion: batch/v1\nkind: Job\nmetadata: {name: first}\nspec: {template: " + member("") + "}\n";
  const auto answer = ask(text, snapshotOf({nvidiaNode("n", 8)}, {}));
  ASSERT_TRUE(answer) << "the launcher waits for the workers, of which one fits";
  EXPECT_EQ(answer->created, 2);
}

TEST(SharedGangs, PodsAreMadeAsTheirOwnNamespaceWantsThem) {
  RawLimitRange range;
  range.meta.key = {"lab", "defaults"};
  range.items.push_back({"Container", {}, {}, {}, {{"cpu", Quantity::fromInteger(40)}}, {}});
  NamespaceRules rules = noRules();
  rules.limitRanges->push_back(range);
  const auto cluster = snapshotOf({nvidiaNode("n", 8)}, {});
  const auto answer = ask(jobs(1, 1), cluster, rules);
  ASSERT_TRUE(answer) << "one pod of 40 cpu on a node of 64";
  EXPECT_EQ(answer->created, 1);
  rules.limitRanges->front().meta.key.ns = "default";
  EXPECT_FALSE(ask(jobs(1, 1), cluster, rules)) << "those of another namespace";
}

TEST(SharedGangs, PodsThatRunAreNotAskedAboutOnceMore) {
  const auto cluster = snapshotOf({nvidiaNode("n", 8)}, {memberOf("first", 0, 1), memberOf("first", 1, 1)});
  const auto answer = ask(jobs(1, 4), cluster);
  ASSERT_TRUE(answer) << "six cards are free: one pod of the second Job fits, and the first has both of its own";
  EXPECT_EQ(answer->created, 3);
  EXPECT_FALSE(ask(jobs(1, 3), cluster));
}

TEST(SharedGangs, AsManyPodsAreAskedAboutAsTheQuestionWants) {
  const auto cluster = snapshotOf({nvidiaNode("n", 8)}, {});
  EXPECT_FALSE(ask(jobs(2, 2), cluster));
  const auto answer = ask(jobs(2, 2), cluster, noRules(), 1);
  ASSERT_TRUE(answer) << "one pod of each are two of four";
  EXPECT_EQ(answer->created, 2);
}

}  // namespace
}  // namespace cardinal::testing
