// SPDX-License-Identifier: Apache-2.0
// Demands that pods stand together: from manifest to the domain that holds them.
#include "core/service/read/topology_demand.h"
#include "core/manifest/read/read_manifest.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/kube/decode/decoder.h"
#include "core/model/extras/extra.h"
#include "core/model/extras/kueue.h"
#include "core/provider/record/snapshot_builder.h"
#include "core/service/read/file_admission.h"

namespace cardinal {
namespace {

using Outcome = TopologyAnswer::Outcome;

/// Nodes of 8 GPUs in racks: r1 has one, r2 two, r3 one; a fifth node has no label. `withHosts`: each has its name as
/// the label host.
SnapshotPtr racksOf(bool withHosts) {
  SnapshotBuilder builder;
  ClusterDelta nodes;
  nodes.op = ClusterDelta::Op::ReplaceNodes;
  for (const auto& [name, rack] : std::vector<std::pair<std::string, std::string>>{
           {"a", "r1"}, {"b", "r2"}, {"c", "r2"}, {"d", "r3"}, {"e", ""}}) {
    auto raw = std::make_shared<RawNode>();
    raw->meta.key.name = name;
    if (withHosts) raw->meta.labels.emplace_back("host", name);
    if (!rack.empty()) raw->meta.labels.emplace_back("rack", rack);
    for (auto* list : {&raw->capacity, &raw->allocatable})
      *list = {{"cpu", Quantity::fromInteger(64)},
               {"memory", Quantity::fromInteger(std::int64_t{1} << 38)},
               {"pods", Quantity::fromInteger(110)},
               {"nvidia.com/gpu", Quantity::fromInteger(8)}};
    raw->conditions.push_back({"Ready", "True", {}, {}, 0});
    nodes.nodes.push_back(std::move(raw));
  }
  builder.apply(std::move(nodes));
  return builder.build(1'700'000'000);
}

SnapshotPtr racks() {
  return racksOf(false);
}

SnapshotPtr hosts() {
  return racksOf(true);
}

std::vector<TopologyAnswer> ask(const std::string& yaml, const SnapshotPtr& on = racks()) {
  const auto read = readManifest(yaml, "file.yaml");
  EXPECT_TRUE(read);
  return askTopology(read->objects.front(), *on);
}

std::string jobOf(int pods, int gpus, const std::string& annotations, const std::string& onJob = "") {
  return "apiVersion: batch/v1\nkind: Job\nmetadata: {name: train, annotations: {" + onJob +
         "}}\nspec:\n  parallelism: " + std::to_string(pods) + "\n  completions: " + std::to_string(pods) +
         "\n  template:\n    metadata: {annotations: {" + annotations +
         "}}\n    spec:\n      restartPolicy: Never\n      containers: [{name: m, resources: {limits: "
         "{nvidia.com/gpu: " +
         std::to_string(gpus) + "}}}]\n";
}

constexpr const char* kRequired = "kueue.x-k8s.io/podset-required-topology: rack";

TEST(TopologyDemand, ARequiredDomainMustHoldTheWholePodSet) {
  const auto two = ask(jobOf(2, 8, kRequired));
  ASSERT_EQ(two.size(), 1U);
  EXPECT_EQ(two[0].outcome, Outcome::Fits);
  EXPECT_EQ(two[0].domain, "r2") << "r1 and r3 hold one pod each";
  EXPECT_EQ(ask(jobOf(1, 8, kRequired))[0].domain, "r1") << "the smallest that holds it";
  const auto three = ask(jobOf(3, 8, kRequired));
  EXPECT_EQ(three[0].outcome, Outcome::DoesNotFit) << "five nodes would do, one rack does not";
  EXPECT_EQ(three[0].fits, 2);
  EXPECT_EQ(three[0].domain, "r2");
  EXPECT_EQ(three[0].domains, 3U);
}

TEST(TopologyDemand, TheLabelThatNoNodeHasFitsNowhere) {
  const auto answer = ask(jobOf(1, 1, "kueue.x-k8s.io/podset-required-topology: block"));
  EXPECT_EQ(answer[0].outcome, Outcome::DoesNotFit);
  EXPECT_EQ(answer[0].domains, 0U);
}

TEST(TopologyDemand, PlacesOfThePreviewAreThoseOfTheDomain) {
  const auto read = readManifest(jobOf(2, 8, kRequired), "file.yaml");
  ASSERT_TRUE(read);
  const auto admissions = admissionsOf(read->objects, *racks(), {"default", {}});
  ASSERT_EQ(admissions.size(), 1U);
  EXPECT_EQ(admissions[0].isAdmittedNow(), std::nullopt) << "which domain is taken is not foretold";
  const auto pod = releasedPod(admissions[0], 0, 0, *read->objects[0].roles[0].pod);
  ASSERT_NE(pod, nullptr);
  ASSERT_NE(find(pod->spec.nodeSelector, "rack"), nullptr);
  EXPECT_EQ(*find(pod->spec.nodeSelector, "rack"), "r2");
  const auto large = readManifest(jobOf(3, 8, kRequired), "file.yaml");
  EXPECT_EQ(admissionsOf(large->objects, *racks(), {"default", {}})[0].isAdmittedNow(), false);
}

TEST(TopologyDemand, PodSetsOfOneGroupShareADomain) {
  const std::string annotations = std::string("annotations: {") + kRequired + ", kueue.x-k8s.io/podset-group-name: g}";
  const std::string role = "replicas: 1, template: {metadata: {" + annotations +
                           "}, spec: {containers: [{name: m, resources: {limits: {nvidia.com/gpu: 8}}}]}}";
  const auto answer =
      ask("apiVersion: kubeflow.org/v1\nkind: PyTorchJob\nmetadata: {name: p}\nspec:\n  "
          "pytorchReplicaSpecs:\n    Master: {" +
          role + "}\n    Worker: {" + role + "}\n");
  ASSERT_EQ(answer.size(), 1U);
  EXPECT_EQ(answer[0].wanted, 2);
  EXPECT_EQ(answer[0].domain, "r2");
}

TEST(TopologyDemand, SlicesOfAPodSetMayShareADomainAndAreNeverSplit) {
  const auto slices = [](int pods, int gpus, const std::string& size, const std::string& more = "") {
    return ask(
        jobOf(pods, gpus,
              "kueue.x-k8s.io/podset-slice-required-topology: rack, kueue.x-k8s.io/podset-slice-size: " + size + more));
  };
  // racks of 8, 16 and 8 GPUs: four pods of 4 are two slices of two in r2, or one each in r1 and r3
  const auto four = slices(8, 4, "'2'");
  ASSERT_EQ(four.size(), 1U);
  EXPECT_EQ(four[0].demand.kind, TopologyKind::Slices);
  EXPECT_EQ(four[0].wanted, 4);
  EXPECT_EQ(four[0].groupPods, 2);
  EXPECT_EQ(four[0].outcome, Outcome::Fits);
  const auto split = slices(4, 8, "'2'");
  EXPECT_EQ(split[0].outcome, Outcome::DoesNotFit) << "four nodes would do, but r1 and r3 hold one pod of a slice each";
  EXPECT_EQ(split[0].fits, 1);
  EXPECT_EQ(slices(3, 1, "'2'")[0].outcome, Outcome::NotSearched) << "a pod is left over";
  for (const char* size : {"'0'", "many", "''"}) EXPECT_TRUE(slices(4, 1, size)[0].demand.isUnread) << size;
}

TEST(TopologyDemand, SlicesAreSearchedInTheDomainThatMustHoldAllOfThem) {
  const auto within = [](int pods, int gpus) {
    return ask(jobOf(pods, gpus,
                     std::string(kRequired) +
                         ", kueue.x-k8s.io/podset-slice-required-topology: host, kueue.x-k8s.io/podset-slice-size: "
                         "'2'"),
               hosts());
  };
  const auto two = within(4, 4);
  ASSERT_EQ(two.size(), 1U) << "the demand of the whole pod set is part of it";
  EXPECT_EQ(two[0].demand.within, "rack");
  EXPECT_EQ(two[0].outcome, Outcome::Fits);
  EXPECT_EQ(two[0].domain, "r2") << "a slice on each of its two hosts";
  const auto three = within(6, 4);
  EXPECT_EQ(three[0].outcome, Outcome::DoesNotFit) << "four hosts would do, no rack has three";
  EXPECT_EQ(three[0].fits, 2);
  EXPECT_EQ(three[0].domain, "r2");
}

TEST(TopologyDemand, EachJobOfAJobSetWantsADomainOfItsOwn) {
  const auto set = [](int replicas, int pods, const std::string& label) {
    return "apiVersion: jobset.x-k8s.io/v1alpha2\nkind: JobSet\nmetadata: {name: s, annotations: "
           "{alpha.jobset.sigs.k8s.io/exclusive-topology: " +
           label + "}}\nspec:\n  replicatedJobs:\n  - name: w\n    replicas: " + std::to_string(replicas) +
           "\n    template: {spec: {parallelism: " + std::to_string(pods) + ", completions: " + std::to_string(pods) +
           ", template: {spec: {containers: [{name: m, resources: {limits: {nvidia.com/gpu: 8}}}]}}}}\n";
  };
  const auto three = ask(set(3, 1, "rack"));
  ASSERT_EQ(three.size(), 1U);
  EXPECT_EQ(three[0].demand.kind, TopologyKind::Exclusive);
  EXPECT_EQ(three[0].outcome, Outcome::Fits);
  EXPECT_EQ(three[0].groupPods, 1);
  const auto wide = ask(set(2, 2, "rack"));
  EXPECT_EQ(wide[0].outcome, Outcome::DoesNotFit) << "only r2 has two nodes";
  EXPECT_EQ(wide[0].fits, 1);
  EXPECT_TRUE(ask(set(1, 1, "''"))[0].demand.isUnread) << "an empty text is no label";
}

TEST(TopologyDemand, EachGroupOfALeaderWorkerSetToo) {
  const std::string pod = "{spec: {containers: [{name: m, resources: {limits: {nvidia.com/gpu: 8}}}]}}";
  const auto answer =
      ask("apiVersion: leaderworkerset.x-k8s.io/v1\nkind: LeaderWorkerSet\nmetadata: {name: l, "
          "annotations: {leaderworkerset.sigs.k8s.io/exclusive-topology: rack}}\nspec:\n  replicas: 1\n"
          "  leaderWorkerTemplate:\n    size: 2\n    workerTemplate: " +
          pod + "\n");
  ASSERT_EQ(answer.size(), 1U);
  EXPECT_EQ(answer[0].wanted, 1);
  EXPECT_EQ(answer[0].groupPods, 2);
  EXPECT_EQ(answer[0].outcome, Outcome::Fits);
}

TEST(TopologyDemand, TiersOfVolcanoAreShownAndNotSearched) {
  const auto job = [](const std::string& tier) {
    return "apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nmetadata: {name: v}\nspec:\n  networkTopology: {mode: "
           "hard, highestTierAllowed: " +
           tier + "}\n  tasks:\n  - {name: w, replicas: 2, template: {spec: {containers: [{name: m}]}}}\n";
  };
  const auto answer = ask(job("2"));
  ASSERT_EQ(answer.size(), 1U);
  EXPECT_EQ(answer[0].demand.tier, 2);
  EXPECT_EQ(answer[0].outcome, Outcome::NotSearched);
  EXPECT_TRUE(ask(job("\"2\""))[0].demand.isUnread) << "a text where a number belongs";
  EXPECT_FALSE(ask(job("\"2\""))[0].demand.tier);
}

/// HyperNodes of tier 1 by name, by pattern and by label, and one of tier 2 that holds two of them.
SnapshotPtr hyperNodes(const std::string& more = "") {
  const std::string text =
      R"({"apiVersion":"v1","kind":"List","items":[)" + more +
      R"({"apiVersion":"topology.volcano.sh/v1alpha1","kind":"HyperNode","metadata":{"name":"s0"},"spec":{"tier":1,
  "members":[{"type":"Node","selector":{"exactMatch":{"name":"a"}}}]}},
{"apiVersion":"topology.volcano.sh/v1alpha1","kind":"HyperNode","metadata":{"name":"s1"},"spec":{"tier":1,
  "members":[{"type":"Node","selector":{"regexMatch":{"pattern":"^[bc]$"}}}]}},
{"apiVersion":"topology.volcano.sh/v1alpha1","kind":"HyperNode","metadata":{"name":"s2"},"spec":{"tier":1,
  "members":[{"type":"Node","selector":{"labelMatch":{"matchLabels":{"rack":"r3"}}}}]}},
{"apiVersion":"topology.volcano.sh/v1alpha1","kind":"HyperNode","metadata":{"name":"spine"},"spec":{"tier":2,"tierName":"spine",
  "members":[{"type":"HyperNode","selector":{"exactMatch":{"name":"s0"}}},{"type":"HyperNode","selector":{"exactMatch":{"name":"s1"}}}]}}]})";
  auto set = Decoder().objects(text);
  EXPECT_TRUE(set);
  SnapshotBuilder builder;
  const SnapshotPtr nodes = racks();
  ClusterDelta all;
  all.op = ClusterDelta::Op::ReplaceNodes;
  for (const NodePtr& node : nodes->nodes) all.nodes.push_back(node->raw);
  builder.apply(std::move(all));
  ClusterDelta extras;
  extras.op = ClusterDelta::Op::ReplaceExtras;
  extras.extraKind = ExtraKind::HyperNode;
  extras.extras = *set->extras[indexOf(ExtraKind::HyperNode)];
  builder.apply(std::move(extras));
  return builder.build(1'700'000'000);
}

std::string tierJob(int pods, const std::string& topology) {
  return "apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nmetadata: {name: v}\nspec:\n  networkTopology: {" +
         topology + "}\n  tasks:\n  - {name: w, replicas: " + std::to_string(pods) +
         ", template: {spec: {containers: [{name: m, resources: {limits: {nvidia.com/gpu: 8}}}]}}}\n";
}

TEST(TopologyDemand, AHyperNodeOfTheAllowedTierMustHoldAllPodsOfAJobOfVolcano) {
  const auto two = ask(tierJob(2, "mode: hard, highestTierAllowed: 1"), hyperNodes()).at(0);
  EXPECT_EQ(two.outcome, Outcome::Fits);
  EXPECT_EQ(two.domain, "s1");
  EXPECT_EQ(two.nodes, (std::vector<std::string>{"b", "c"}));
  EXPECT_EQ(two.domains, 3U);
  const auto three = ask(tierJob(3, "mode: hard, highestTierAllowed: 1"), hyperNodes()).at(0);
  EXPECT_EQ(three.outcome, Outcome::DoesNotFit);
  EXPECT_EQ(three.fits, 2);
  const auto spine = ask(tierJob(3, "highestTierName: spine"), hyperNodes()).at(0);
  EXPECT_EQ(spine.outcome, Outcome::Fits) << "hard is the default, and the name stands for its tier";
  EXPECT_EQ(spine.domain, "spine");
  const auto five = ask(tierJob(5, "mode: hard, highestTierAllowed: 3"), hyperNodes()).at(0);
  EXPECT_EQ(five.outcome, Outcome::Fits) << "above all tiers stands the whole cluster";
}

TEST(TopologyDemand, WhatIsNotKnownOfHyperNodesIsNoAnswer) {
  EXPECT_TRUE(ask(tierJob(2, "mode: hard, highestTierAllowed: 1")).at(0).isUnread);
  const SnapshotPtr partly = hyperNodes(
      R"({"apiVersion":"topology.volcano.sh/v1alpha1","kind":"HyperNode","metadata":{"name":"odd"},"spec":{"tier":1,
"members":[{"type":"HyperNode","selector":{"exactMatch":{"name":"gone"}}}]}},)");
  const auto three = ask(tierJob(3, "mode: hard, highestTierAllowed: 1"), partly).at(0);
  EXPECT_EQ(three.outcome, Outcome::NotSearched) << "the odd one may hold them";
  EXPECT_TRUE(three.isPartlyRead);
  EXPECT_EQ(ask(tierJob(2, "mode: hard"), hyperNodes()).at(0).outcome, Outcome::NotSearched) << "no tier, no demand";
}

TEST(TopologyDemand, ThePreviewAsksAboutTheNodesOfTheHyperNodeAlone) {
  const auto manifest = readManifest(tierJob(2, "mode: hard, highestTierAllowed: 1"), "file.yaml");
  ASSERT_TRUE(manifest);
  for (const ObjectAdmission& one : admissionsOf(manifest->objects, *hyperNodes(), {"default", {}})) {
    if (!one.topology) continue;
    const auto pod = releasedPod(one, 0, 0, *manifest->objects[0].roles[0].pod);
    ASSERT_NE(pod, nullptr);
    ASSERT_TRUE(pod->spec.requiredNodeAffinity);
    EXPECT_EQ(pod->spec.requiredNodeAffinity->size(), 2U) << "one term a node";
    return;
  }
  FAIL() << "no topology is asked about";
}

TEST(TopologyDemand, KaiReadsItFromTheWorkload) {
  const auto answer =
      ask(jobOf(2, 8, "", "kai.scheduler/topology: racks, kai.scheduler/topology-required-placement: rack"));
  ASSERT_EQ(answer.size(), 1U);
  EXPECT_EQ(answer[0].demand.system, TopologySystem::Kai);
  EXPECT_EQ(answer[0].demand.topology, "racks");
  EXPECT_EQ(answer[0].domain, "r2");
}

TEST(TopologyDemand, WhatIsPreferredOrUnconstrainedHoldsNothingBack) {
  const auto preferred = ask(jobOf(3, 8, "kueue.x-k8s.io/podset-preferred-topology: rack"));
  ASSERT_EQ(preferred.size(), 1U);
  EXPECT_EQ(preferred[0].demand.kind, TopologyKind::Preferred);
  const auto read = readManifest(jobOf(3, 8, "kueue.x-k8s.io/podset-preferred-topology: rack"), "file.yaml");
  EXPECT_EQ(admissionsOf(read->objects, *racks(), {"default", {}})[0].isAdmittedNow(), std::nullopt);
  EXPECT_EQ(ask(jobOf(1, 1, "kueue.x-k8s.io/podset-unconstrained-topology: \"true\""))[0].outcome,
            Outcome::NotSearched);
  EXPECT_TRUE(ask(jobOf(1, 1, "")).empty());
}

}  // namespace
}  // namespace cardinal
