// SPDX-License-Identifier: Apache-2.0
// From a file, and the objects of Kueue as they stand in another, to whether Kueue would admit what the file asks for.
#include "core/service/read/file_admission.h"
#include "core/manifest/read/read_manifest.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/model/extras/kueue.h"
#include "core/provider/record/snapshot_builder.h"
#include "core/service/snapshots/snapshot_file.h"

namespace cardinal {
namespace {

SnapshotPtr teams() {
  const auto read = loadSnapshotFile(std::string(CARDINAL_TEST_DATA) + "/queues/two-teams.yaml");
  EXPECT_TRUE(read);
  SnapshotBuilder builder;
  for (std::size_t kind = 0; kind < kExtraKinds; ++kind) {
    if (!read->extras[kind]) continue;
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::ReplaceExtras;
    delta.extraKind = static_cast<ExtraKind>(kind);
    delta.extras = *read->extras[kind];
    builder.apply(delta);
  }
  return builder.build(read->time);
}

std::string podSpec(int cards) {
  return "{spec: {containers: [{name: main, image: i, resources: {limits: {nvidia.com/gpu: " + std::to_string(cards) +
         "}}}]}}";
}

std::string head(const std::string& version, const std::string& kind, const std::string& more = {}) {
  return "apiVersion: " + version + "\nkind: " + kind + "\nmetadata: {name: new" + more + "}\n";
}
const std::string kMain = ", labels: {kueue.x-k8s.io/queue-name: main}";

std::vector<ManifestObject> objectsOf(const std::string& text) {
  auto read = readManifest(text, "test.yaml");
  EXPECT_TRUE(read);
  return read ? std::move(read->objects) : std::vector<ManifestObject>();
}

/// Asked in the namespace of team-b, which has 2 cards left; two workloads that do not fit wait there.
std::vector<ObjectAdmission> asked(const std::string& text, std::optional<int> replicas = {}) {
  return admissionsOf(objectsOf(text), *teams(), {"team-b", replicas});
}

TEST(FileAdmission, AJobIsOneWorkloadAlsoWhileItIsSuspended) {
  const auto admissions =
      asked(head("batch/v1", "Job", kMain) + "spec: {suspend: true, parallelism: 2, template: " + podSpec(1) + "}\n");
  ASSERT_EQ(admissions.size(), 1U);
  EXPECT_EQ(admissions[0].name, "Job/new");
  EXPECT_EQ(admissions[0].ns, "team-b");
  EXPECT_FALSE(admissions[0].perPod);
  EXPECT_EQ(admissions[0].answer.waiting.pods, 2);
  EXPECT_EQ(admissions[0].isAdmittedNow(), true);
  const auto large = asked(head("batch/v1", "Job", kMain) + "spec: {parallelism: 3, template: " + podSpec(1) + "}\n");
  EXPECT_TRUE(large.at(0).isKnownRefusal());
}

TEST(FileAdmission, RolesArePodSetsOfOneWorkloadInTheOrderOfKueue) {
  const auto admissions = asked(head("kubeflow.org/v2beta1", "MPIJob", kMain) + "spec:\n  mpiReplicaSpecs:\n" +
                                "    Worker: {replicas: 3, template: " + podSpec(1) + "}\n" +
                                "    Launcher: {template: {spec: {containers: [{name: main, image: i}]}}}\n");
  ASSERT_EQ(admissions.size(), 1U);
  EXPECT_EQ(admissions[0].answer.waiting.pods, 4);
  EXPECT_EQ(admissions[0].podSets, (std::map<std::size_t, std::size_t>{{0, 1}, {1, 0}}))
      << "the launcher is counted first";
  EXPECT_TRUE(admissions[0].isKnownRefusal());
  EXPECT_NE(admissions[0].answer.waiting.answer.message.find("pod set worker"), std::string::npos)
      << admissions[0].answer.waiting.answer.message;
}

TEST(FileAdmission, EachPodOfADeploymentIsAWorkloadAndAStatefulSetIsOne) {
  const std::string spec = "spec: {replicas: 4, selector: {}, template: " + podSpec(1) + "}\n";
  const auto served = asked(head("apps/v1", "Deployment", kMain) + spec).at(0);
  EXPECT_TRUE(served.perPod);
  EXPECT_EQ(served.answer.workloads, 4);
  EXPECT_EQ(served.answer.withQuota, 2);
  const auto fewer = asked(head("apps/v1", "Deployment", kMain) + spec, 2).at(0);
  EXPECT_EQ(fewer.isAdmittedNow(), true) << "the number of the command line counts";
  const auto together = asked(head("apps/v1", "StatefulSet", kMain) + spec).at(0);
  EXPECT_FALSE(together.perPod);
  EXPECT_EQ(together.answer.withQuota, 0);
}

TEST(FileAdmission, EachGroupOfALeaderWorkerSetIsAWorkload) {
  const auto admissions =
      asked(head("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet", kMain) +
            "spec: {replicas: 3, leaderWorkerTemplate: {size: 2, workerTemplate: " + podSpec(1) + "}}\n");
  ASSERT_EQ(admissions.size(), 1U);
  EXPECT_EQ(admissions[0].answer.workloads, 3);
  EXPECT_EQ(admissions[0].answer.waiting.pods, 2);
  EXPECT_EQ(admissions[0].answer.withQuota, 1);
  EXPECT_EQ(admissions[0].podSets, (std::map<std::size_t, std::size_t>{{0, 0}, {1, 0}}))
      << "without a template of its own the leader is one of the workers";
}

TEST(FileAdmission, TheLabelCountsWhereKueueLooksForIt) {
  const std::string labelled =
      "{metadata: {labels: {kueue.x-k8s.io/queue-name: main}}, spec: {containers: [{name: m, "
      "image: i, resources: {limits: {nvidia.com/gpu: 1}}}]}}";
  EXPECT_TRUE(asked(head("batch/v1", "Job") + "spec: {template: " + podSpec(1) + "}\n").empty()) << "names no queue";
  const auto onPods = asked(head("batch/v1", "Job") + "spec: {template: " + labelled + "}\n").at(0);
  EXPECT_EQ(onPods.silence, FileSilence::LabelOnPods);
  EXPECT_EQ(onPods.isAdmittedNow(), std::nullopt);
  EXPECT_EQ(
      asked(head("apps/v1", "ReplicaSet") + "spec: {selector: {}, template: " + labelled + "}\n").at(0).isAdmittedNow(),
      true)
      << "pods of kinds that Kueue leaves alone are taken one by one";
  EXPECT_EQ(asked(head("apps/v1", "ReplicaSet", kMain) + "spec: {selector: {}, template: " + podSpec(1) + "}\n")
                .at(0)
                .silence,
            FileSilence::UnknownKind);
  const auto runs = asked(head("batch/v1", "CronJob") +
                          "spec: {schedule: '0 0 * * *', jobTemplate: {metadata: {labels: {kueue.x-k8s.io/queue-name: "
                          "main}}, spec: {template: " +
                          podSpec(1) + "}}}\n");
  EXPECT_EQ(runs.at(0).isAdmittedNow(), true) << "of one run";
  const std::string volcano = head("batch/v1", "Job", ", labels: {volcano.sh/queue-name: main}");
  EXPECT_TRUE(asked(volcano + "spec: {template: " + podSpec(1) + "}\n").empty()) << "another system's queue";
}

TEST(FileAdmission, ALocalQueueOfTheSameFileCounts) {
  const std::string job = head("batch/v1", "Job", ", labels: {kueue.x-k8s.io/queue-name: fresh}") +
                          "spec: {template: " + podSpec(1) + "}\n";
  EXPECT_TRUE(asked(job).at(0).isKnownRefusal());
  const std::string queue =
      "apiVersion: kueue.x-k8s.io/v1beta2\nkind: LocalQueue\nmetadata: {name: fresh}\n"
      "spec: {clusterQueue: team-b}\n---\n";
  EXPECT_EQ(asked(queue + job).at(0).isAdmittedNow(), true);
}

TEST(FileAdmission, PodsThatTheFileDoesNotTellAreUnknown) {
  const auto admissions = asked(head("trainer.kubeflow.org/v1alpha1", "TrainJob", kMain) +
                                "spec: {runtimeRef: {name: torch}, trainer: {numNodes: 2}}\n");
  EXPECT_EQ(admissions.at(0).silence, FileSilence::PodsUnknown);
  const auto grouped =
      asked(head("v1", "Pod", ", labels: {kueue.x-k8s.io/queue-name: main, kueue.x-k8s.io/pod-group-name: g}") +
            "spec: {containers: [{name: m, image: i}]}\n");
  EXPECT_EQ(grouped.at(0).silence, FileSilence::PodGroup);
}

TEST(FileAdmission, PodsOfAWorkflowThatNameAQueueAreAskedAboutWhereTheirNumberIsKnown) {
  const auto admissions =
      asked(head("argoproj.io/v1alpha1", "Workflow") +
            "spec:\n  entrypoint: train\n  podMetadata: {labels: {kueue.x-k8s.io/queue-name: main}}\n  templates:\n"
            "  - {name: train, container: {image: i, resources: {limits: {nvidia.com/gpu: 6}}}}\n"
            "  - {name: later, container: {image: i, resources: {limits: {nvidia.com/gpu: 1}}}}\n");
  ASSERT_EQ(admissions.size(), 2U);
  EXPECT_EQ(admissions[0].silence, FileSilence::None);
  EXPECT_TRUE(admissions[0].perPod);
  EXPECT_EQ(admissions[1].silence, FileSilence::PodsUnknown) << "how often it runs is decided while it runs";
}

TEST(FileAdmission, WithoutKueueALabelIsNoRefusal) {
  const auto objects = objectsOf(head("batch/v1", "Job", kMain) + "spec: {template: " + podSpec(1) + "}\n");
  const auto admissions = admissionsOf(objects, ClusterSnapshot(), {"team-b"});
  ASSERT_EQ(admissions.size(), 1U);
  EXPECT_EQ(admissions[0].silence, FileSilence::NoQueues);
  EXPECT_FALSE(admissions[0].isKnownRefusal());
}

TEST(FileAdmission, ReleasedPodsCarryTheLabelsOfTheirFlavor) {
  const auto objects = objectsOf(head("batch/v1", "Job", kMain) + "spec: {template: " + podSpec(1) + "}\n");
  const auto admissions = admissionsOf(objects, *teams(), {"team-b"});
  const RawPod& pod = *objects[0].roles[0].pod;
  const auto released = releasedPod(admissions.at(0), 0, 0, pod);
  ASSERT_NE(released, nullptr);
  EXPECT_EQ(released->spec.nodeSelector, (StringMap{{"card", "h100"}}));
  EXPECT_EQ(releasedPod(admissions.at(0), 1, 0, pod), nullptr) << "another object";
}

/// With the LocalQueue that Kueue takes where none is named.
std::shared_ptr<KueueLists> withDefaultQueue(const KueueLists& lists) {
  auto local = std::make_shared<RawKueueLocalQueue>();
  local->meta.key = {"team-b", "default"};
  local->clusterQueue = "team-b";
  auto out = std::make_shared<KueueLists>(lists);
  out->localQueues.push_back(local);
  return out;
}

TEST(FileAdmission, TheDefaultQueueOfTheNamespaceIsTakenButNothingIsCertain) {
  auto extras = std::make_shared<ClusterExtras>(*teams()->extras);
  auto lists = withDefaultQueue(*extras->kueue);
  extras->kueue = lists;
  const queues::KueueIndex kueue(extras);
  const auto objects = objectsOf(head("batch/v1", "Job") + "spec: {parallelism: 9, template: " + podSpec(1) + "}\n");
  const auto admissions = admissionsOf(objects, kueue, 1000, {"team-b"});
  ASSERT_EQ(admissions.size(), 1U);
  EXPECT_TRUE(admissions[0].byDefault);
  EXPECT_EQ(admissions[0].answer.isAdmittedNow(), false);
  EXPECT_FALSE(admissions[0].isKnownRefusal()) << "whether Kueue does so is its configuration";
}

std::string clusterQueue(const std::string& name, int cards) {
  return "apiVersion: kueue.x-k8s.io/v1beta2\nkind: ClusterQueue\nmetadata: {name: " + name +
         "}\nspec:\n  namespaceSelector: {}\n  resourceGroups:\n  - coveredResources: [nvidia.com/gpu]\n    flavors: "
         "[{name: h100, resources: [{name: nvidia.com/gpu, nominalQuota: '" +
         std::to_string(cards) + "'}]}]\n---\n";
}

TEST(FileAdmission, AClusterQueueOfTheSameFileIsJudgedAsItStandsThere) {
  const std::string local =
      "apiVersion: kueue.x-k8s.io/v1beta2\nkind: LocalQueue\nmetadata: {name: fresh}\n"
      "spec: {clusterQueue: fresh}\n---\n";
  const std::string job = head("batch/v1", "Job", ", labels: {kueue.x-k8s.io/queue-name: fresh}") +
                          "spec: {parallelism: 3, template: " + podSpec(1) + "}\n";
  EXPECT_EQ(asked(local + job).at(0).isAdmittedNow(), false) << "nobody makes the ClusterQueue";
  const auto fits = asked(clusterQueue("fresh", 4) + local + job).at(0);
  EXPECT_EQ(fits.isAdmittedNow(), true);
  EXPECT_TRUE(fits.usesFileQueues);
  EXPECT_EQ(asked(clusterQueue("fresh", 2) + local + job).at(0).isAdmittedNow(), false);
  const std::string ofTeam = head("batch/v1", "Job", kMain) + "spec: {parallelism: 9, template: " + podSpec(1) + "}\n";
  EXPECT_EQ(asked(clusterQueue("team-b", 64) + ofTeam).at(0).answer.withQuota, 1) << "a quota that the file changes";
  EXPECT_EQ(asked(ofTeam).at(0).isAdmittedNow(), false);
}

TEST(FileAdmission, APriorityOfZeroThatTheSameFileSaysIsKnown) {
  const auto isUnread = [](const std::string& before) {
    const auto cautions = asked(before + head("batch/v1", "Job", kMain) +
                                "spec: {template: {spec: {priorityClassName: low, containers: [{name: m, image: i, "
                                "resources: {limits: {nvidia.com/gpu: 1}}}]}}}\n")
                              .at(0)
                              .answer.cautions;
    return std::count(cautions.begin(), cautions.end(), queues::FileCaution::PriorityNotRead) != 0;
  };
  const auto classOf = [](const std::string& name, const std::string& value) {
    return "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: " + name + "}\nvalue: " + value +
           "\n---\n";
  };
  EXPECT_TRUE(isUnread(""));
  EXPECT_TRUE(isUnread(classOf("other", "0")));
  EXPECT_FALSE(isUnread(classOf("low", "0")));
  EXPECT_FALSE(isUnread(classOf("low", "-5")));
}

TEST(FileAdmission, AnnotationsOfPodsAskForATopologyThatTheFlavorMustHave) {
  const std::string pods =
      "{metadata: {annotations: {kueue.x-k8s.io/podset-required-topology: rack}}, spec: {containers: [{name: m, image: "
      "i, resources: {limits: {nvidia.com/gpu: 1}}}]}}";
  const auto admissions = asked(head("batch/v1", "Job", kMain) + "spec: {template: " + pods + "}\n");
  EXPECT_EQ(admissions.at(0).isAdmittedNow(), false);
  EXPECT_NE(admissions[0].answer.waiting.answer.message.find("does not support TopologyAwareScheduling"),
            std::string::npos);
}

TEST(FileAdmission, KindsThatKueueDoesNotTakeAsShippedAreNeverACertainNo) {
  const auto training = [](const std::string& kind, const std::string& list) {
    return asked(head("kubeflow.org/v1", kind, kMain) + "spec:\n  " + list +
                 ": {Worker: {replicas: 9, template: " + podSpec(1) + "}}\n")
        .at(0);
  };
  const auto off = training("PyTorchJob", "pytorchReplicaSpecs");
  EXPECT_TRUE(off.isOffAsShipped);
  EXPECT_EQ(off.isAdmittedNow(), std::nullopt);
  EXPECT_EQ(off.answer.isAdmittedNow(), false) << "where it takes them";
  const auto objects =
      objectsOf(head("kubeflow.org/v1", "PyTorchJob", kMain) +
                "spec: {pytorchReplicaSpecs: {Worker: {replicas: 9, template: " + podSpec(1) + "}}}\n");
  auto extras = std::make_shared<ClusterExtras>(*teams()->extras);
  auto lists = std::make_shared<KueueLists>(*extras->kueue);
  auto made = std::make_shared<RawKueueWorkload>();
  made->meta.key = {"team-a", "pytorchjob-x"};
  made->meta.owners = {{"PyTorchJob", "x", "uid-x", true}};
  made->queueName = "main";
  lists->workloads.push_back(made);
  extras->kueue = lists;
  const auto known = admissionsOf(objects, queues::KueueIndex(extras), 1000, {"team-b"});
  EXPECT_EQ(known.at(0).isAdmittedNow(), false) << "a Workload shows that it takes them";
}

TEST(FileAdmission, TheDefaultQueueTakesDeploymentsToo) {
  auto extras = std::make_shared<ClusterExtras>(*teams()->extras);
  auto lists = withDefaultQueue(*extras->kueue);
  extras->kueue = lists;
  const queues::KueueIndex kueue(extras);
  const auto objects =
      objectsOf(head("apps/v1", "Deployment") + "spec: {replicas: 4, selector: {}, template: " + podSpec(1) +
                "}\n---\n" + head("v1", "Pod") + "spec: {containers: [{name: m, image: i}]}\n");
  const auto admissions = admissionsOf(objects, kueue, 1000, {"team-b"});
  ASSERT_EQ(admissions.size(), 1U) << "a Pod of its own is left alone";
  EXPECT_TRUE(admissions[0].byDefault);
  EXPECT_EQ(admissions[0].answer.withQuota, 2);
}

TEST(FileAdmission, WhatTheWebhookOfKueueRefusesIsNeverAdmitted) {
  const auto cluster = [](const std::string& more) {
    return "{headGroupSpec: {template: " + podSpec(0) +
           "}, workerGroupSpecs: [{groupName: w, replicas: 1, template: " + podSpec(1) + "}]" + more + "}";
  };
  const auto job = [&](const std::string& more) {
    return asked(head("ray.io/v1", "RayJob", kMain) + "spec: {rayClusterSpec: " + cluster({}) + more + "}\n");
  };
  EXPECT_EQ(job("").at(0).rejection, KueueRejection::KeepsCluster);
  EXPECT_EQ(job("").at(0).isAdmittedNow(), false);
  EXPECT_EQ(job(", shutdownAfterJobFinishes: true").at(0).rejection, KueueRejection::None);
  EXPECT_TRUE(
      asked(head("ray.io/v1", "RayJob", kMain) + "spec: {entrypoint: x, clusterSelector: {ray.io/cluster: rc}}\n")
          .empty())
      << "Kueue leaves a job on a cluster that is there alone";
  const std::string scales = "spec: " + cluster(", enableInTreeAutoscaling: true") + "\n";
  EXPECT_EQ(asked(head("ray.io/v1", "RayCluster", kMain) + scales).at(0).rejection, KueueRejection::Autoscales);
  EXPECT_EQ(
      asked(head("ray.io/v1", "RayCluster", kMain + ", annotations: {kueue.x-k8s.io/elastic-job: 'true'}") + scales)
          .at(0)
          .rejection,
      KueueRejection::None);
  const auto least = [](const std::string& pods) {
    return asked(
               head("batch/v1", "Job", kMain + ", annotations: {kueue.x-k8s.io/job-min-parallelism: '" + pods + "'}") +
               "spec: {parallelism: 2, completions: 2, template: " + podSpec(1) + "}\n")
        .at(0)
        .rejection;
  };
  EXPECT_EQ(least("2"), KueueRejection::MinParallelism);
  EXPECT_EQ(least("0"), KueueRejection::MinParallelism);
  EXPECT_EQ(least("1"), KueueRejection::None);
}

TEST(FileAdmission, OfPartialAdmissionTheNodesAreAskedAboutThePodsThatAreMade) {
  const auto admissions =
      asked(head("batch/v1", "Job", kMain + ", annotations: {kueue.x-k8s.io/job-min-parallelism: '1'}") +
            "spec: {parallelism: 5, template: " + podSpec(1) + "}\n");
  EXPECT_EQ(admissions.at(0).isAdmittedNow(), true);
  EXPECT_EQ(admissions[0].fewerPods(0), 2);
  const auto whole = asked(head("batch/v1", "Job", kMain) + "spec: {parallelism: 2, template: " + podSpec(1) + "}\n");
  EXPECT_EQ(whole.at(0).fewerPods(0), std::nullopt);
}

TEST(FileAdmission, WithMultiKueueNoNodeOfThisClusterIsAsked) {
  auto extras = std::make_shared<ClusterExtras>(*teams()->extras);
  auto lists = std::make_shared<KueueLists>(*extras->kueue);
  auto check = std::make_shared<RawKueueCheck>();
  check->meta.key.name = "far";
  check->controllerName = "kueue.x-k8s.io/multikueue";
  check->conditions = {{"Active", "True", {}, {}, 0}};
  lists->checks.push_back(check);
  for (auto& queue : lists->clusterQueues) {
    auto own = std::make_shared<RawKueueClusterQueue>(*queue);
    own->checks = {{"far", {}}};
    queue = own;
  }
  extras->kueue = lists;
  extras->known[indexOf(ExtraKind::KueueCheck)] = true;
  const auto objects = objectsOf(head("batch/v1", "Job", kMain) + "spec: {template: " + podSpec(1) + "}\n");
  const auto admissions = admissionsOf(objects, queues::KueueIndex(extras), 1000, {"team-b"});
  EXPECT_TRUE(admissions.at(0).runsElsewhere());
  EXPECT_EQ(admissions[0].isAdmittedNow(), std::nullopt);
  EXPECT_FALSE(asked(head("batch/v1", "Job", kMain) + "spec: {template: " + podSpec(1) + "}\n").at(0).runsElsewhere());
}

}  // namespace
}  // namespace cardinal
