// SPDX-License-Identifier: Apache-2.0
// Where the pods of a workload may run, and all that they ask, where fields of the kind's own stand for parts of a pod.
#include <gtest/gtest.h>

#include "tests/core/manifest/read_kinds.h"

namespace cardinal {
namespace {

constexpr const char* kGpu = "resources: {limits: {nvidia.com/gpu: 1}}";

std::string workflow(const std::string& spec, const std::string& step, const std::string& more = {}) {
  return head("argoproj.io/v1alpha1", "Workflow") + "  entrypoint: train\n" + spec +
         "  templates:\n  - {name: train, container: {image: x, " + kGpu + "}" + step + "}\n" + more;
}

std::string container(const std::string& name, int gpus) {
  return "{name: " + name + ", resources: {limits: {nvidia.com/gpu: " + std::to_string(gpus) + "}}}";
}

const RawPodSpec& specOf(const ManifestObject& object, std::size_t role = 0) {
  return object.roles.at(role).pod->spec;
}

constexpr const char* kOfWorkflow =
    "  nodeSelector: {pool: gpu}\n  tolerations: [{key: gpu, operator: Exists}]\n  schedulerName: volcano\n"
    "  podPriorityClassName: high\n"
    "  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: "
    "[{matchExpressions: [{key: zone, operator: Exists}]}]}}}\n";

TEST(KindScheduling, PodsOfAWorkflowHaveItsSchedulingFieldsWhereTheirTemplateHasNone) {
  const auto found = read(workflow(kOfWorkflow, ""));
  const RawPodSpec& pod = specOf(found);
  EXPECT_EQ(pod.nodeSelector, (StringMap{{"pool", "gpu"}}));
  ASSERT_EQ(pod.tolerations.size(), 1U);
  EXPECT_EQ(pod.schedulerName, "volcano");
  EXPECT_EQ(pod.priorityClassName, "high");
  EXPECT_TRUE(pod.requiredNodeAffinity.has_value());

  const auto own = read(workflow(kOfWorkflow, ", nodeSelector: {pool: a100}, tolerations: [{key: a}, {key: b}]"));
  EXPECT_EQ(specOf(own).nodeSelector, (StringMap{{"pool", "a100"}})) << "the template's own takes its place as a whole";
  EXPECT_EQ(specOf(own).tolerations.size(), 2U);
}

TEST(KindScheduling, StepsOfACronWorkflowHaveThoseOfItsWorkflow) {
  const auto found =
      read(head("argoproj.io/v1alpha1", "CronWorkflow") +
           "  schedule: '* * * * *'\n  workflowSpec:\n    entrypoint: train\n    nodeSelector: {pool: gpu}\n"
           "    podMetadata: {labels: {kueue.x-k8s.io/queue-name: research}}\n    templates:\n    - {name: train, "
           "container: {image: x, resources: {limits: {nvidia.com/gpu: 1}}}}\n");
  EXPECT_EQ(specOf(found).nodeSelector, (StringMap{{"pool", "gpu"}}));
  EXPECT_EQ(found.queue, "research");
}

TEST(KindScheduling, WhatTheCallerOfAStepOrAPlaceholderDecidesLeavesThePodUnknown) {
  const auto called =
      read(workflow("", "", "  - {name: all, nodeSelector: {pool: a}, dag: {tasks: [{name: t, template: train}]}}\n"));
  EXPECT_EQ(called.roles.at(0).pod, nullptr);
  EXPECT_TRUE(has(called, NoteCode::NotRead, "spec.templates[1].nodeSelector"));
  const auto open = read(workflow("", ", nodeSelector: {pool: '{{inputs.parameters.pool}}'}"));
  EXPECT_EQ(open.roles.at(0).pod, nullptr);
  EXPECT_TRUE(has(open, NoteCode::NotRead, "spec.templates[0].nodeSelector"));
}

TEST(KindScheduling, SidecarsAndInitContainersOfAStepAreContainersOfItsPod) {
  const auto found =
      read(workflow("", ", sidecars: [" + container("side", 2) + "], initContainers: [" + container("init", 4) + "]"));
  EXPECT_EQ(gpusOf(found.roles.at(0)), 3);
  ASSERT_EQ(specOf(found).initContainers.size(), 1U);
  EXPECT_EQ(find(specOf(found).initContainers[0].limits, "nvidia.com/gpu")->value(), 4);
}

TEST(KindScheduling, TheQueueOfAWorkflowStandsOnItsPods) {
  EXPECT_EQ(read(workflow("  podMetadata: {labels: {kueue.x-k8s.io/queue-name: research}}\n", "")).queue, "research");
  EXPECT_EQ(read(workflow("", ", metadata: {labels: {kueue.x-k8s.io/queue-name: team}}")).queue, "team");
  const auto cron = read(head("batch/v1", "CronJob") +
                         "  schedule: '* * * * *'\n  jobTemplate: {metadata: {labels: {kueue.x-k8s.io/queue-name: "
                         "nightly}}, spec: {template: " +
                         pod(1, "restartPolicy: Never, ") + "}}\n");
  EXPECT_EQ(cron.queue, "nightly");
}

/// Whose pods, but those of a Job of Volcano, name its scheduler.
ManifestObject ofVolcano(const std::string& kind, const std::string& metadata, const std::string& ofPods = "{}") {
  const bool isJob = kind == "Job";
  return read("apiVersion: " + std::string(isJob ? "batch" : "apps") + "/v1\nkind: " + kind + "\nmetadata: {name: x, " +
              metadata + "}\nspec: {replicas: 4, parallelism: 4, template: {metadata: " + ofPods + ", spec: {" +
              (isJob ? "restartPolicy: Never, " : "") + "schedulerName: volcano, containers: [{name: c}]}}}\n");
}

TEST(KindScheduling, OfKubernetesOwnKindsVolcanoReadsTheQueueOfThePods) {
  const std::string named = "annotations: {scheduling.volcano.sh/queue-name: research}";
  EXPECT_EQ(ofVolcano("Deployment", named).groupQueue, "") << "it is in the queue \"default\"";
  EXPECT_EQ(ofVolcano("Deployment", named).queue, "");
  EXPECT_EQ(ofVolcano("Deployment", "uid: a", "{" + named + "}").groupQueue, "research");
  const auto both = ofVolcano("Job", "labels: {kueue.x-k8s.io/queue-name: main}");
  EXPECT_EQ(both.queue, "main");
  EXPECT_EQ(both.groupQueue, "") << "Kueue's queue is none of Volcano's";
  const auto own = read(
      "apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nmetadata: {name: x, labels: {kueue.x-k8s.io/queue-name: "
      "main}}\nspec: {queue: research, tasks: [{name: w, template: {spec: {containers: [{name: c}]}}}]}\n");
  EXPECT_EQ(own.groupQueue, "research");
}

TEST(KindScheduling, TheSizeOfAGroupThatVolcanoMakesStandsOnTheOwnerOfItsPods) {
  const std::string four = "annotations: {scheduling.volcano.sh/group-min-member: '4'}";
  for (const char* kind : {"Deployment", "StatefulSet", "Job"}) {
    EXPECT_EQ(ofVolcano(kind, four).gang, 4) << kind;
    EXPECT_EQ(ofVolcano(kind, "uid: a", "{" + four + "}").gang, std::nullopt) << kind << ": nobody reads it there";
  }
  EXPECT_EQ(ofVolcano("Job", four, "{annotations: {scheduling.k8s.io/group-name: g}}").gang, std::nullopt)
      << "the group that they name has a size of its own";
}

TEST(KindScheduling, SparkAddsNodeLabelsOfTheApplicationOfItsConfAndOfTheRole) {
  const auto found = read(head("sparkoperator.k8s.io/v1beta2", "SparkApplication") +
                          "  nodeSelector: {pool: gpu}\n"
                          "  sparkConf: {spark.kubernetes.node.selector.zone: a, "
                          "spark.kubernetes.executor.node.selector.disk: ssd}\n"
                          "  driver: {}\n"
                          "  executor: {gpu: {name: nvidia.com/gpu, quantity: 1}, nodeSelector: {card: a100}, "
                          "sidecars: [" +
                          container("side", 1) + "]}\n");
  ASSERT_EQ(found.roles.size(), 2U);
  EXPECT_EQ(specOf(found, 0).nodeSelector, (StringMap{{"zone", "a"}, {"pool", "gpu"}}));
  EXPECT_EQ(specOf(found, 1).nodeSelector,
            (StringMap{{"zone", "a"}, {"pool", "gpu"}, {"disk", "ssd"}, {"card", "a100"}}));
  EXPECT_EQ(gpusOf(found.roles[1]), 2) << "its own, and that of the sidecar";
}

TEST(KindScheduling, AModelAndTheContainersBesideItAreOnePod) {
  const auto service = [](const std::string& predictor) {
    return read(head("serving.kserve.io/v1beta1", "InferenceService") + "  predictor: {" + predictor + "}\n");
  };
  const std::string model = "model: {modelFormat: {name: huggingface}, resources: {limits: {nvidia.com/gpu: 4}}}";
  const auto beside = service(model + ", containers: [" + container("transformer-container", 1) +
                              "], initContainers: [" + container("init", 8) + "], nodeSelector: {pool: gpu}");
  EXPECT_EQ(rolesOf(beside), "predictor 1x5");
  EXPECT_EQ(find(specOf(beside).initContainers.at(0).limits, "nvidia.com/gpu")->value(), 8);
  EXPECT_EQ(specOf(beside).nodeSelector, (StringMap{{"pool", "gpu"}}));
  EXPECT_TRUE(has(beside, NoteCode::DefinedElsewhere, "spec.predictor")) << "the runtime may add containers";
  EXPECT_EQ(rolesOf(service("containers: [" + container("kserve-container", 2) + "]")), "predictor 1x2");
  const auto open = service("model: {modelFormat: {name: huggingface}}, containers: [{name: transformer-container}]");
  EXPECT_EQ(rolesOf(open), "predictor 1x?") << "what the model asks is said by its runtime";
}

TEST(KindScheduling, FurtherContainersOfADynamoServiceCount) {
  const auto found =
      read(head("nvidia.com/v1alpha1", "DynamoGraphDeployment") +
           "  services: {worker: {autoscaling: {enabled: true, minReplicas: 2, maxReplicas: 5}, extraPodSpec: "
           "{mainContainer: {resources: {limits: {nvidia.com/gpu: 8}}}, containers: [" +
           container("side", 1) + "], initContainers: [" + container("init", 12) + "]}}}\n");
  EXPECT_EQ(gpusOf(found.roles.at(0)), 9);
  EXPECT_EQ(specOf(found).initContainers.size(), 1U);
  EXPECT_TRUE(has(found, NoteCode::Autoscaled, "spec.services.worker.autoscaling", "2..5"));
}

TEST(KindScheduling, WhatChangesTheNumberAfterwardsIsNamed) {
  const auto llm = read(head("serving.kserve.io/v1alpha2", "LLMInferenceService") + "  template: {containers: [" +
                        container("main", 1) + "]}\n  prefill: {scaling: {minReplicas: 2, maxReplicas: 8}, template: " +
                        "{containers: [" + container("main", 1) + "]}}\n");
  EXPECT_EQ(rolesOf(llm), "main 1x1, prefill 2x1");
  EXPECT_TRUE(has(llm, NoteCode::Autoscaled, "spec.prefill.scaling", "2..8"));

  const auto scaled = read(head("apps/v1", "Deployment") + "  template: " + pod(1) +
                           "\n---\napiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: h}\n"
                           "spec: {scaleTargetRef: {kind: Deployment, name: x}, minReplicas: 3, maxReplicas: 10}\n");
  EXPECT_TRUE(has(scaled, NoteCode::Autoscaled, "HorizontalPodAutoscaler h", "3..10"));

  const auto cliques = read(head("grove.io/v1alpha1", "PodCliqueSet") +
                            "  template: {cliques: [{name: a, spec: {replicas: 2, autoScalingConfig: {maxReplicas: 6}, "
                            "podSpec: {containers: [" +
                            container("c", 1) + "]}}}]}\n");
  EXPECT_TRUE(has(cliques, NoteCode::Autoscaled, "spec.template.cliques[0].spec.autoScalingConfig", "2..6"));

  const auto rollout = read(head("argoproj.io/v1alpha1", "Rollout") +
                            "  strategy: {blueGreen: {activeService: a}}\n  template: " + pod(1) + "\n");
  EXPECT_TRUE(has(rollout, NoteCode::TwiceOnUpdate, "spec.strategy.blueGreen"));
}

TEST(KindScheduling, PodsWithoutCardsHoldNoneWhileTheyWait) {
  const auto cluster = [](int gpus) {
    return read(head("ray.io/v1", "RayCluster") + "  headGroupSpec: {template: " + pod(0) +
                "}\n  workerGroupSpecs: [{groupName: w, replicas: 1, template: " + pod(gpus) + "}]\n");
  };
  EXPECT_FALSE(has(cluster(0), NoteCode::WaitsWithCards));
  EXPECT_TRUE(has(cluster(1), NoteCode::WaitsWithCards));
}

TEST(KindScheduling, ABooleanWhereANumberBelongsIsAProblem) {
  const auto manifest =
      readManifest(head("apps/v1", "Deployment") + "  replicas: true\n  template: " + pod(1) + "\n", "job.yaml");
  ASSERT_TRUE(manifest);
  ASSERT_EQ(manifest->objects.at(0).problems.size(), 1U);
  EXPECT_EQ(manifest->objects[0].problems[0].code, ErrorCode::InvalidField);
  EXPECT_EQ(manifest->objects[0].problems[0].subject, "spec.replicas");
}

TEST(KindScheduling, MorePodsThanCanBeCountedAreUnknown) {
  const auto set =
      read(head("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet") +
           "  replicas: 2147483647\n  leaderWorkerTemplate: {size: 2147483647, workerTemplate: " + pod(1) + "}\n");
  EXPECT_EQ(rolesOf(set), "leader 2147483647x1, worker ?x1");
}

TEST(KindScheduling, AByteOrderMarkAtTheStartOfALaterDocumentIsNoPartOfIt) {
  const std::string one = "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n";
  const auto manifest = readManifest(one + "---\n\xEF\xBB\xBF" + one, "two.yaml");
  ASSERT_TRUE(manifest);
  ASSERT_EQ(manifest->objects.size(), 2U);
  EXPECT_TRUE(manifest->objects[1].problems.empty());
  EXPECT_EQ(manifest->objects[1].kind, "Service");
}

// Kinds that no table knows.

std::string unknown(const std::string& spec) {
  return head("example.com/v1", "Fleet") + spec;
}

TEST(UnknownKinds, ACountThatIsNotUnderstoodLeavesTheNumberUnknown) {
  const std::string spec = "podSpec: {containers: [" + container("c", 1) + "]}";
  for (const char* key : {"minReplicas", "numWorkers", "workerCount", "parallelTrialCount", "workerReplicas", "pods"}) {
    const auto found = read(unknown("  " + std::string(key) + ": 4\n  " + spec + "\n"));
    ASSERT_EQ(found.roles.size(), 1U) << key;
    EXPECT_EQ(found.roles[0].pods, std::nullopt) << key;
    EXPECT_TRUE(has(found, NoteCode::NotANumber, "spec." + std::string(key))) << key;
  }
  EXPECT_EQ(read(unknown("  replicas: 2\n  minReplicas: 1\n  maxReplicas: 4\n  " + spec + "\n")).roles.at(0).pods, 2)
      << "the range of an autoscaler";
}

TEST(UnknownKinds, LeaderAndWorkersOfASizeAreAGroupAsOfALeaderWorkerSet) {
  const auto found = read(
      unknown("  replicas: 2\n  groups: {size: 3, leaderTemplate: " + pod(1) + ", workerTemplate: " + pod(2) + "}\n"));
  EXPECT_EQ(rolesOf(found), "leader 2x1, worker 4x2");
}

TEST(UnknownKinds, TwoTemplatesOfOneElementHaveNamesOfTheirOwn) {
  const auto found = read(unknown("  roles: [{name: llama, replicas: 2, entryTemplate: " + pod(1) +
                                  ", workerTemplate: " + pod(1) + "}]\n"));
  ASSERT_EQ(found.roles.size(), 2U);
  EXPECT_EQ(found.roles[0].name, "llama-entry");
  EXPECT_EQ(found.roles[1].name, "llama-worker");
}

TEST(UnknownKinds, AContainerBesideATemplateMayBePartOfItsPod) {
  const auto found =
      read(unknown("  replicas: 4\n  daemon: {image: x, " + std::string(kGpu) + "}\n  template: " + pod(0) + "\n"));
  for (const ManifestRole& role : found.roles) EXPECT_EQ(role.pods, std::nullopt) << role.name;
}

}  // namespace
}  // namespace cardinal
