// SPDX-License-Identifier: Apache-2.0
// TrainJobs and the runtimes that hold their templates.
#include "core/manifest/read/train_job.h"
#include "core/manifest/read/read_manifest.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace cardinal {
namespace {

ManifestObject jobOf(const std::string& yaml) {
  const auto read = readManifest(yaml, "file.yaml");
  EXPECT_TRUE(read);
  const auto& all = read->objects;
  const auto job = std::find_if(all.begin(), all.end(), [](const auto& one) { return one.kind == "TrainJob"; });
  return job != all.end() ? *job : ManifestObject();
}

std::string job(const std::string& spec, const std::string& ref = "{name: torch}") {
  return "---\napiVersion: trainer.kubeflow.org/v1alpha1\nkind: TrainJob\nmetadata: {name: x, namespace: ai}\nspec:\n  "
         "runtimeRef: " +
         ref + "\n" + spec;
}

std::string step(const std::string& name, const std::string& label, int gpus, const std::string& more = {}) {
  return "      - name: " + name + "\n" + more +
         "        template:\n          metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: " + label +
         "}}\n          spec:\n            template:\n              spec:\n                containers:\n"
         "                - {name: node, resources: {limits: {nvidia.com/gpu: " +
         std::to_string(gpus) + "}}}\n";
}

std::string runtime(const std::string& steps, const std::string& policy = "  mlPolicy: {numNodes: 2}\n",
                    const std::string& kind = "ClusterTrainingRuntime", const std::string& meta = "name: torch") {
  return "---\napiVersion: trainer.kubeflow.org/v1alpha1\nkind: " + kind + "\nmetadata: {" + meta + "}\nspec:\n" +
         policy + "  template:\n    spec:\n      replicatedJobs:\n" + steps;
}

std::int64_t gpusOf(const ManifestRole& role) {
  const Quantity* amount = find(role.pod->spec.containers.front().limits, "nvidia.com/gpu");
  return amount != nullptr ? amount->floor() : 0;
}

const ManifestNote* noteOf(const ManifestObject& object, NoteCode code) {
  for (const ManifestNote& note : object.notes) {
    if (note.code == code) return &note;
  }
  return nullptr;
}

bool isOpen(const ManifestObject& object) {
  return std::any_of(object.notes.begin(), object.notes.end(),
                     [](const ManifestNote& note) { return note.code == NoteCode::DefinedElsewhere; });
}

TEST(TrainJob, ARuntimeOfTheSameFileGivesTheNodesAndTheJobsOwnNumbersWin) {
  const auto found = jobOf(job("  trainer: {numNodes: 3, resourcesPerNode: {limits: {nvidia.com/gpu: 8}}}\n") +
                           runtime(step("init", "dataset-initializer", 0) + step("node", "trainer", 1,
                                                                                 "        dependsOn: [{name: init, "
                                                                                 "status: Complete}]\n")));
  ASSERT_EQ(found.roles.size(), 2U);
  EXPECT_EQ(found.roles[0].name, "init");
  EXPECT_EQ(found.roles[0].pods, 1);
  EXPECT_EQ(found.roles[1].pods, 3);
  EXPECT_EQ(gpusOf(found.roles[1]), 8) << "resourcesPerNode over the container called node";
  EXPECT_TRUE(found.roles[1].later);
  const ManifestNote* later = noteOf(found, NoteCode::Later);
  ASSERT_NE(later, nullptr);
  EXPECT_EQ(later->detail, "node");
  EXPECT_FALSE(isOpen(found));
}

TEST(TrainJob, WithoutNumbersOfItsOwnTheRuntimesCount) {
  const auto found = jobOf(runtime(step("node", "trainer", 4)) + job(""));
  ASSERT_EQ(found.roles.size(), 1U);
  EXPECT_EQ(found.roles[0].pods, 2);
  EXPECT_EQ(gpusOf(found.roles[0]), 4);
  ASSERT_NE(found.pod, nullptr);
  EXPECT_EQ(found.replicas, 2);
}

TEST(TrainJob, ResourcesOfTheJobAreIgnoredWhereTheRuntimeHasNoPolicy) {
  const auto found = jobOf(runtime(step("node", "trainer", 4), "") +
                           job("  trainer: {numNodes: 3, resourcesPerNode: {limits: {nvidia.com/gpu: 8}}}\n"));
  ASSERT_EQ(found.roles.size(), 1U);
  EXPECT_EQ(found.roles[0].pods, 3);
  EXPECT_EQ(gpusOf(found.roles[0]), 4);
}

TEST(TrainJob, TheLauncherOfMpiIsOneOfItsNodes) {
  const auto found = jobOf(runtime(step("launcher", "trainer", 8) + step("node", "none", 8),
                                   "  mlPolicy: {numNodes: 1, mpi: {runLauncherAsNode: true}}\n") +
                           job("  trainer: {numNodes: 4}\n"));
  ASSERT_EQ(found.roles.size(), 2U);
  EXPECT_EQ(found.roles[0].pods, 1);
  EXPECT_EQ(found.roles[1].pods, 3);
}

TEST(TrainJob, AGangOfTheRuntimeIsOverAllItsPods) {
  const auto found =
      jobOf(runtime(step("node", "trainer", 1), "  mlPolicy: {numNodes: 2}\n  podGroupPolicy: {coscheduling: {}}\n") +
            job("  trainer: {numNodes: 4}\n"));
  EXPECT_EQ(found.gang, 4);
}

TEST(TrainJob, ARuntimeOfAnotherNamespaceKindOrNameIsNotTaken) {
  const std::string ref = "{name: torch, kind: TrainingRuntime}";
  const std::string own = runtime(step("node", "trainer", 4), "", "TrainingRuntime", "name: torch, namespace: ai");
  const std::string other = runtime(step("node", "trainer", 4), "", "TrainingRuntime", "name: torch, namespace: b");
  EXPECT_FALSE(isOpen(jobOf(own + job("", ref))));
  EXPECT_TRUE(isOpen(jobOf(other + job("", ref))));
  EXPECT_TRUE(isOpen(jobOf(own + job("")))) << "the job names a ClusterTrainingRuntime";
}

TEST(TrainJob, PatchesOfTheJobDecideWhereItsPodsMayRun) {
  const std::string spec = "{nodeSelector: {pool: gpu}, tolerations: [{key: gpu, operator: Exists}]}";
  for (const std::string& patch :
       {"  runtimePatches: [{manager: a, trainingRuntimeSpec: {template: {spec: {replicatedJobs: [{name: node, "
        "template: {spec: {template: {metadata: {labels: {team: a}}, spec: " +
            spec + "}}}}]}}}}]\n",
        "  podTemplateOverrides: [{targetJobs: [{name: node}], metadata: {labels: {team: a}}, spec: " + spec + "}]\n",
        std::string("  podSpecOverrides: [{targetJobs: [{name: node}], nodeSelector: {pool: gpu}, tolerations: [{key: "
                    "gpu, operator: Exists}]}]\n")}) {
    const auto found = jobOf(runtime(step("node", "trainer", 4)) + job(patch));
    ASSERT_EQ(found.roles.size(), 1U) << patch;
    ASSERT_NE(found.roles[0].pod, nullptr) << patch;
    const RawPodSpec& pod = found.roles[0].pod->spec;
    EXPECT_EQ(pod.nodeSelector, (StringMap{{"pool", "gpu"}})) << patch;
    ASSERT_EQ(pod.tolerations.size(), 1U) << patch;
    EXPECT_EQ(pod.tolerations[0].key, "gpu") << patch;
    EXPECT_EQ(gpusOf(found.roles[0]), 4) << "a patch of other fields leaves the containers";
    EXPECT_FALSE(found.roles[0].assumed) << "the kind is known, and all of it was read";
  }
}

TEST(TrainJob, APatchOfAnotherJobOfTheRuntimeChangesNothing) {
  const auto found =
      jobOf(runtime(step("node", "trainer", 4)) +
            job("  podTemplateOverrides: [{targetJobs: [{name: launcher}], spec: {nodeSelector: {pool: gpu}}}]\n"));
  ASSERT_EQ(found.roles.size(), 1U);
  EXPECT_TRUE(found.roles[0].pod->spec.nodeSelector.empty());
}

TEST(TrainJob, APatchThatCannotBeMergedLeavesThePodsUnknownAndIsNamed) {
  const auto found = jobOf(
      runtime(step("node", "trainer", 4)) +
      job("  podTemplateOverrides: [{targetJobs: [{name: node}], spec: {volumes: [{$patch: delete, name: v}]}}]\n"));
  ASSERT_EQ(found.roles.size(), 1U);
  EXPECT_EQ(found.roles[0].pod, nullptr);
  const ManifestNote* unread = noteOf(found, NoteCode::NotRead);
  ASSERT_NE(unread, nullptr);
  EXPECT_EQ(unread->field, "spec.podTemplateOverrides[0]");
  EXPECT_EQ(noteOf(found, NoteCode::Assumed), nullptr);
}

TEST(TrainJob, WhatCannotBeReadLeavesTheJobUnresolved) {
  const std::string good = job("");
  for (const std::string& bad :
       {runtime(step("node", "trainer", 4), "  mlPolicy: {numNodes: \"2\"}\n"),
        std::string("---\napiVersion: trainer.kubeflow.org/v1alpha1\nkind: ClusterTrainingRuntime\nmetadata: {name: "
                    "torch}\nspec: {template: {spec: {replicatedJobs: 7}}}\n"),
        std::string("---\napiVersion: trainer.kubeflow.org/v1alpha1\nkind: ClusterTrainingRuntime\nmetadata: {name: "
                    "torch}\nspec: {template: {spec: {replicatedJobs: [{name: node}]}}}\n"),
        std::string("---\napiVersion: trainer.kubeflow.org/v1alpha1\nkind: ClusterTrainingRuntime\nmetadata: {name: "
                    "torch}\nspec: none\n")}) {
    const auto found = jobOf(bad + good);
    EXPECT_TRUE(isOpen(found)) << bad;
    ASSERT_EQ(found.roles.size(), 1U);
    EXPECT_EQ(found.roles[0].pod, nullptr);
  }
}

}  // namespace
}  // namespace cardinal
