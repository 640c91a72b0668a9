// SPDX-License-Identifier: Apache-2.0
#include "core/workloads/pod_workload.h"
#include "core/workloads/object_kind.h"

#include <gtest/gtest.h>

namespace cardinal {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

RawPod podOf(const std::string& kind, const std::string& name, const Pairs& labels = {}) {
  RawPod pod;
  pod.meta.key = {"team-a", "pod-0"};
  if (!kind.empty()) pod.meta.owners.push_back({kind, name, "uid-owner", true});
  for (const auto& label : labels) pod.meta.labels.push_back(label);
  return pod;
}

/// "JobSet/train label"
std::string describe(const RawPod& pod) {
  const PodWorkload of = workloadOf(pod);
  return std::string(of.kind) + "/" + std::string(of.name) + " " + toString(of.trace);
}

TEST(PodWorkload, IsTheControllerWhereNothingTellsMore) {
  EXPECT_EQ(describe(podOf("PyTorchJob", "bert")), "PyTorchJob/bert owner");
  EXPECT_EQ(describe(podOf("RayCluster", "llm")), "RayCluster/llm owner");
  EXPECT_EQ(describe(podOf("ReplicaSet", "web-7c9f5d6b8")), "ReplicaSet/web-7c9f5d6b8 owner") << "no hash is given";
  EXPECT_EQ(describe(podOf("", "")), "Pod/pod-0 bare");
  EXPECT_EQ(describe(podOf("Node", "gpu-1")), "Pod/pod-0 bare") << "the mirror of a static pod";
}

TEST(PodWorkload, OfTwoOwnersTheControllerCounts) {
  RawPod launcher = podOf("", "", {{"training.kubeflow.org/job-name", "mpi"}});
  launcher.meta.owners.push_back({"MPIJob", "mpi", "uid-1", false});
  launcher.meta.owners.push_back({"Job", "mpi-launcher", "uid-2", true});
  EXPECT_EQ(describe(launcher), "MPIJob/mpi label");
  RawPod kept = podOf("", "");
  kept.meta.owners.push_back({"ConfigMap", "settings", "uid-1", false});
  EXPECT_EQ(describe(kept), "Pod/pod-0 bare") << "what only keeps the pod alive controls nothing";
}

TEST(PodWorkload, DeploymentsAndRolloutsAreFoundByTheirHash) {
  EXPECT_EQ(describe(podOf("ReplicaSet", "web-7c9f5d6b8", {{"pod-template-hash", "7c9f5d6b8"}})),
            "Deployment/web name");
  EXPECT_EQ(describe(podOf("ReplicaSet", "web-69b6795bb4", {{"rollouts-pod-template-hash", "69b6795bb4"}})),
            "Rollout/web name");
  EXPECT_EQ(describe(podOf("ReplicaSet", "web-69b6795bb4", {{"rollouts-pod-template-hash", "b4"}})),
            "ReplicaSet/web-69b6795bb4 owner");
  EXPECT_EQ(describe(podOf("", "", {{"pod-template-hash", "7c9f5d6b8"}})), "Pod/pod-0 bare") << "left by its owner";
}

TEST(PodWorkload, AJobIsACronJobsOnlyWhereItsNameEndsWithTheMinuteInWhichItWasMade) {
  constexpr UnixSeconds kMinute = 29'385'660;
  RawPod pod = podOf("Job", "nightly-29385660");
  EXPECT_EQ(describe(pod), "Job/nightly-29385660 owner") << "no time is given";
  pod.meta.created = kMinute * 60 + 3;
  EXPECT_EQ(describe(pod), "CronJob/nightly name");
  pod.meta.created = kMinute * 60 - 1;
  EXPECT_EQ(describe(pod), "Job/nightly-29385660 owner") << "before the minute";
  pod.meta.created = (kMinute + 2 * 24 * 60) * 60;
  EXPECT_EQ(describe(pod), "Job/nightly-29385660 owner") << "two days later";
  for (const char* name : {"train-20261124", "train-", "-29385660", "train-99999999999999999999", "train-x29385660"}) {
    RawPod other = podOf("Job", name);
    other.meta.created = kMinute * 60;
    EXPECT_EQ(describe(other), "Job/" + std::string(name) + " owner");
  }
}

TEST(PodWorkload, LabelsOfOperatorsLiftAPodAboveWhatTheyMade) {
  EXPECT_EQ(describe(podOf("Job", "train-workers-0", {{"jobset.sigs.k8s.io/jobset-name", "train"}})),
            "JobSet/train label");
  EXPECT_EQ(describe(podOf("StatefulSet", "vllm", {{"leaderworkerset.sigs.k8s.io/name", "vllm"}})),
            "LeaderWorkerSet/vllm label");
  EXPECT_EQ(describe(podOf("StatefulSet", "vllm-1", {{"leaderworkerset.sigs.k8s.io/name", "vllm"}})),
            "LeaderWorkerSet/vllm label");
  EXPECT_EQ(describe(podOf("Job", "mpi", {{"volcano.sh/job-name", "mpi"}})), "Job.batch.volcano.sh/mpi label");
  EXPECT_EQ(describe(podOf("ReplicaSet", "chat-predictor-00001-deployment-7c9f5d6b8",
                           {{"pod-template-hash", "7c9f5d6b8"}, {"serving.kserve.io/inferenceservice", "chat"}})),
            "InferenceService/chat label");
  EXPECT_EQ(describe(podOf("Pod", "etl-driver", {{"sparkoperator.k8s.io/app-name", "etl"}})),
            "SparkApplication/etl label");
  EXPECT_EQ(describe(podOf("PodClique", "serve-0-prefill", {{"app.kubernetes.io/part-of", "serve"}})),
            "PodCliqueSet/serve label");
}

TEST(PodWorkload, AHostileLabelDecidesNothing) {
  // Anybody may write a label; the name of the controller is kept by the API server.
  EXPECT_EQ(describe(podOf("Job", "mine", {{"jobset.sigs.k8s.io/jobset-name", "theirs"}})), "Job/mine owner");
  EXPECT_EQ(describe(podOf("Job", "training", {{"jobset.sigs.k8s.io/jobset-name", "train"}})), "Job/training owner")
      << "begins alike, and is another name";
  EXPECT_EQ(describe(podOf("Job", "mine", {{"volcano.sh/job-name", "min"}})), "Job/mine owner");
  EXPECT_EQ(describe(podOf("Job", "mine", {{"jobset.sigs.k8s.io/jobset-name", ""}})), "Job/mine owner");
  EXPECT_EQ(describe(podOf("StatefulSet", "db", {{"jobset.sigs.k8s.io/jobset-name", "db"}})), "StatefulSet/db owner")
      << "not what a JobSet makes";
  EXPECT_EQ(describe(podOf("", "", {{"jobset.sigs.k8s.io/jobset-name", "train"}})), "Pod/pod-0 bare");
}

TEST(PodWorkload, RolesAreThoseOfTheOperators) {
  EXPECT_EQ(roleOf(podOf("PyTorchJob", "bert", {{"training.kubeflow.org/replica-type", "worker"}})), "worker");
  EXPECT_EQ(roleOf(podOf("RayCluster", "llm", {{"ray.io/group", "headgroup"}})), "headgroup");
  EXPECT_EQ(roleOf(podOf("StatefulSet", "vllm", {{"leaderworkerset.sigs.k8s.io/worker-index", "0"}})), "leader");
  EXPECT_EQ(roleOf(podOf("StatefulSet", "vllm-0", {{"leaderworkerset.sigs.k8s.io/worker-index", "3"}})), "worker");
  EXPECT_EQ(roleOf(podOf("Job", "train")), "");
}

TEST(PodWorkload, QueuesAreNamedByLabelsAndAnnotationsOfTheirSystems) {
  const auto queue = [](const RawPod& pod) {
    const PodQueue of = queueOf(pod);
    return std::string(toString(of.system)) + "/" + std::string(of.name);
  };
  EXPECT_EQ(queue(podOf("", "", {{"kueue.x-k8s.io/queue-name", "main"}})), "kueue/main");
  EXPECT_EQ(queue(podOf("", "", {{"kai.scheduler/queue", "team-a"}})), "kai/team-a");
  EXPECT_EQ(queue(podOf("", "", {{"quota.scheduling.koordinator.sh/name", "q"}})), "koordinator/q");
  RawPod volcano = podOf("", "");
  volcano.meta.annotations.push_back({"scheduling.volcano.sh/queue-name", "batch"});
  EXPECT_EQ(queue(volcano), "volcano/batch");
  EXPECT_EQ(queue(podOf("", "", {{"kueue.x-k8s.io/queue-name", ""}})), "none/");
}

TEST(PodWorkload, AGangIsKnownWithItsNumbersWhereThePodTellsThem) {
  const RawPod member = podOf("", "", {{"scheduling.x-k8s.io/pod-group", "g"}});
  const PodGang coscheduling = gangOf(member);
  EXPECT_EQ(coscheduling.name, "g");
  EXPECT_EQ(coscheduling.min, std::nullopt);
  RawPod koordinator = podOf("", "");
  koordinator.meta.annotations.push_back({"gang.scheduling.koordinator.sh/name", "g"});
  koordinator.meta.annotations.push_back({"gang.scheduling.koordinator.sh/min-available", "12"});
  koordinator.meta.annotations.push_back({"gang.scheduling.koordinator.sh/total-number", "16"});
  EXPECT_EQ(gangOf(koordinator).min, 12);
  EXPECT_EQ(gangOf(koordinator).total, 16);
  for (const char* text : {"twelve", "", "-1", "12x", "99999999999999999999"}) {
    const RawPod one = podOf(
        "", "",
        {{"pod-group.scheduling.sigs.k8s.io/name", "g"}, {"pod-group.scheduling.sigs.k8s.io/min-available", text}});
    const PodGang odd = gangOf(one);
    EXPECT_EQ(odd.name, "g");
    EXPECT_EQ(odd.min, std::nullopt) << text;
  }
  EXPECT_EQ(describe(podOf("", "", {{"kueue.x-k8s.io/pod-group-name", "g"}})), "PodGroup/g podGroup");
}

TEST(WorkloadKind, AnObjectIsCalledAsItsPodsCallIt) {
  EXPECT_EQ(workloadKindOf("batch/v1", "Job"), "Job");
  EXPECT_EQ(workloadKindOf("batch.volcano.sh/v1alpha1", "Job"), "Job.batch.volcano.sh");
  EXPECT_EQ(workloadKindOf("serving.knative.dev/v1", "Service"), "Service.serving.knative.dev");
  EXPECT_EQ(workloadKindOf("apps/v1", "Deployment"), "Deployment");
  EXPECT_EQ(workloadKindOf("jobset.x-k8s.io/v1alpha2", "JobSet"), "JobSet");
}

}  // namespace
}  // namespace cardinal
