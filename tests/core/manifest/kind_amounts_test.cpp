// SPDX-License-Identifier: Apache-2.0
// What an object asks by fields of its own kind, and what of it no server, webhook or controller takes.
#include <gtest/gtest.h>

#include "core/manifest/read/read_manifest.h"
#include "tests/core/manifest/read_kinds.h"

namespace cardinal {
namespace {

std::string spark(const std::string& spec, const std::string& kind = "SparkApplication") {
  return head("sparkoperator.k8s.io/v1beta2", kind) + spec;
}

std::string nim(const std::string& spec, const std::string& kind = "NIMService") {
  return head("apps.nvidia.com/v1alpha1", kind) + spec;
}

TEST(KindAmounts, ATextForANumberTakesNoRoleAway) {
  const auto set = read(head("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet") +
                        "  replicas: 2\n  leaderWorkerTemplate: {size: \"4\", workerTemplate: " + pod(8) + "}\n");
  EXPECT_EQ(rolesOf(set), "leader 2x8, worker 6x8");
  EXPECT_TRUE(has(set, NoteCode::TextForNumber, "spec.leaderWorkerTemplate.size", "4"));
  const auto volcano = read(head("batch.volcano.sh/v1alpha1", "Job") +
                            "  minAvailable: \"3\"\n  tasks: [{name: w, replicas: 3, template: " + pod(1) + "}]\n");
  EXPECT_EQ(rolesOf(volcano), "w 3x1/3");
  EXPECT_TRUE(has(volcano, NoteCode::TextForNumber, "spec.minAvailable", "3"));
  const auto manifest = readManifest(head("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet") +
                                         "  leaderWorkerTemplate: {size: four, workerTemplate: " + pod(8) + "}\n",
                                     "f.yaml");
  ASSERT_TRUE(manifest);
  EXPECT_EQ(manifest->objects.at(0).problems.at(0).subject, "spec.leaderWorkerTemplate.size");
}

TEST(KindAmounts, WhatIsNoNumberLeavesTheNumberOfAnUnknownKindUnknown) {
  const auto many = read(head("acme.io/v1", "Fleet") + "  workers: {replicas: many, template: " + pod(4) + "}\n");
  EXPECT_EQ(rolesOf(many), "workers ?x4");
  EXPECT_TRUE(has(many, NoteCode::NotANumber, "spec.workers.replicas", "many"));
  EXPECT_EQ(rolesOf(read(head("acme.io/v1", "Fleet") + "  replicas: 1.5\n  template: " + pod(4) + "\n")), "?x4");
  // the size of a volume is no number of pods
  EXPECT_EQ(rolesOf(read(head("acme.io/v1", "Fleet") + "  size: 10Gi\n  template: " + pod(4) + "\n")), "1x4");
}

TEST(KindAmounts, SparkAsksByItsConfigurationWhoseValuesAreTexts) {
  const auto application =
      read(spark("  sparkConf: {spark.executor.instances: \"4\", spark.executor.resource.gpu.amount: \"2\", "
                 "spark.executor.resource.gpu.vendor: nvidia.com, spark.driver.resource.gpu.amount: \"1\"}\n"
                 "  driver: {cores: 1}\n  executor: {cores: 4}\n"));
  EXPECT_EQ(rolesOf(application), "driver 1x1, executor 4x2+");
  EXPECT_FALSE(has(application, NoteCode::TextForNumber));
  EXPECT_TRUE(has(application, NoteCode::RefusedByWebhook, "spec.sparkConf.spark.driver.resource.gpu.vendor"));
  EXPECT_FALSE(has(application, NoteCode::RefusedByWebhook, "spec.sparkConf.spark.executor.resource.gpu.vendor"));
  const auto daily =
      read(spark("  schedule: '@daily'\n  template: {sparkConf: {spark.executor.instances: \"4\"}, driver: {cores: 1}, "
                 "executor: {gpu: {name: nvidia.com/gpu, quantity: 2}}}\n",
                 "ScheduledSparkApplication"));
  EXPECT_EQ(rolesOf(daily), "driver 1x0, executor 4x2+");
}

TEST(KindAmounts, DynamicAllocationStartsWithTheLargestOfItsNumbers) {
  const auto executors = [](const std::string& allocation, const std::string& executor) {
    const auto one = read(spark("  dynamicAllocation: {enabled: true, maxExecutors: 9" + allocation +
                                "}\n  driver: {cores: 1}\n  executor: {cores: 1" + executor + "}\n"));
    EXPECT_TRUE(has(one, NoteCode::Autoscaled, "spec.dynamicAllocation"));
    return *one.roles.at(1).pods;
  };
  EXPECT_EQ(executors(", minExecutors: 3", ""), 3);
  EXPECT_EQ(executors(", initialExecutors: 6, minExecutors: 3", ", instances: 2"), 6);
  EXPECT_EQ(executors(", initialExecutors: 2", ", instances: 5"), 5);
  EXPECT_EQ(executors("", ""), 0);
}

TEST(KindAmounts, NimServicesWithoutAGpuAskWhatTheModelProfileNeeds) {
  const auto byProfile = read(nim("  storage: {nimCache: {name: llama}}\n"));
  EXPECT_EQ(rolesOf(byProfile), "1x?");
  EXPECT_TRUE(has(byProfile, NoteCode::DefinedElsewhere, {}, "NIMCache llama"));
  EXPECT_EQ(rolesOf(read(nim("  storage: {nimCache: {name: llama}}\n  resources: {limits: {cpu: 4}}\n"))), "1x?");
  EXPECT_EQ(rolesOf(read(nim("  replicas: 2\n  resources: {limits: {nvidia.com/gpu: 8}}\n"))), "2x8");
  const auto claims = read(nim("  draResources: [{resourceClaimTemplateName: two}]\n"));
  EXPECT_EQ(claims.roles.at(0).devices, (std::vector<DeviceRequest>{{"resourceclaimtemplates/two", {}}}));
  EXPECT_EQ(claims.roles.at(0).pod->spec.deviceClaims.at(0).claimTemplate, "two");
  const auto made = read(nim("  draResources: [{claimCreationSpec: {devices: [{count: 2}]}}]\n"));
  EXPECT_EQ(rolesOf(made), "1x?");
  EXPECT_TRUE(has(made, NoteCode::NotRead, "spec.draResources"));
  EXPECT_EQ(rolesOf(read(nim("  multiNode: {size: 2, gpusPerPod: 8}\n"))), "2x8");
  // the Job that downloads the model
  EXPECT_EQ(rolesOf(read(nim("  source: {ngc: {model: {tensorParallelism: \"8\"}}}\n", "NIMCache"))), "1x0");
}

TEST(KindAmounts, ServicesOfANimPipelineRunWhereTheyAreEnabled) {
  const std::string gpu = "resources: {limits: {nvidia.com/gpu: 4}}";
  const auto pipeline = read(nim("  services:\n  - {name: a, enabled: true, spec: {" + gpu +
                                     "}}\n  - {name: b, enabled: false, spec: {" + gpu + "}}\n  - {name: c, spec: {" +
                                     gpu + "}}\n  - {name: d, enabled: true, spec: {storage: {nimCache: {name: m}}}}\n",
                                 "NIMPipeline"));
  EXPECT_EQ(rolesOf(pipeline), "a 1x4, b 0x4, c 0x4, d 1x?");
  EXPECT_TRUE(has(pipeline, NoteCode::NoReplicas, "spec.services[1].enabled", "false"));
  EXPECT_TRUE(has(pipeline, NoteCode::DefaultIsZero, "spec.services[2].enabled", "false"));
  EXPECT_TRUE(has(pipeline, NoteCode::DefinedElsewhere, "spec.services[3].spec.resources", "NIMCache m"));
}

TEST(KindAmounts, ServicesOfDynamoAskByCountAndTypeAndByTheirMainContainer) {
  const auto graph = read(
      head("nvidia.com/v1alpha1", "DynamoGraphDeployment") +
      "  services:\n    Front: {replicas: 1}\n    Decode: {replicas: 2, multinode: {nodeCount: 2}, resources: {limits: "
      "{gpu: \"4\"}}}\n    Prefill: {extraPodSpec: {nodeSelector: {a: b}, mainContainer: {image: x, resources: "
      "{limits: "
      "{nvidia.com/gpu: 2}}}}}\n    Custom: {resources: {limits: {custom: {nvidia.com/gpu: \"1\"}}}}\n    Intel: "
      "{resources: {limits: {gpu: 1, gpuType: gpu.intel.com/xe}}}\n");
  EXPECT_EQ(rolesOf(graph), "Front 1x0, Decode 4x4, Prefill 1x2, Custom 1x1, Intel 1x0");
  EXPECT_EQ(graph.roles.at(2).pod->spec.nodeSelector.size(), 1U);
  EXPECT_NE(find(graph.roles.at(4).pod->spec.containers.front().limits, "gpu.intel.com/xe"), nullptr);
}

TEST(KindAmounts, KServeStopsServicesAndMakesClaimsByAnnotations) {
  const auto stopped = read(head("serving.kserve.io/v1beta1", "InferenceService",
                                 "name: x, annotations: {serving.kserve.io/stop: \"true\"}") +
                            "  predictor: {minReplicas: 2, containers: [{name: c}]}\n");
  EXPECT_EQ(rolesOf(stopped), "predictor 0x0");
  EXPECT_TRUE(has(stopped, NoteCode::Suspended, {}, "0"));
  EXPECT_EQ(rolesOf(read(head("serving.kserve.io/v1alpha1", "InferenceGraph") + "  nodes: {root: {}}\n")),
            "router 1x0");
  const auto claimed = read(head("serving.kserve.io/v1alpha2", "LLMInferenceService",
                                 "name: x, annotations: {serving.kserve.io/exp-dra-device-class: gpu.nvidia.com}") +
                            "  template: {containers: [{name: main}]}\n");
  EXPECT_EQ(rolesOf(claimed), "main 1x?");
  EXPECT_FALSE(has(read(head("serving.kserve.io/v1alpha2", "LLMInferenceService") + "  replicas: 1\n"),
                   NoteCode::DefinedElsewhere, "spec.template"));
  EXPECT_TRUE(has(claimed, NoteCode::DefinedElsewhere, {}, "DeviceClass gpu.nvidia.com"));
}

TEST(KindAmounts, RequestAndLimitOfAnExtendedResourceMustBeEqual) {
  const auto asked = [](const std::string& resources) {
    return read(head("v1", "Pod") + "  containers: [{name: c, resources: {" + resources + "}}]\n");
  };
  EXPECT_TRUE(has(asked("requests: {nvidia.com/gpu: 1}"), NoteCode::LimitsDiffer, "nvidia.com/gpu", "1"));
  EXPECT_TRUE(has(asked("requests: {nvidia.com/gpu: 1}, limits: {nvidia.com/gpu: 2}"), NoteCode::LimitsDiffer,
                  "nvidia.com/gpu", "1/2"));
  for (const char* good : {"requests: {nvidia.com/gpu: 2}, limits: {nvidia.com/gpu: 2}", "limits: {nvidia.com/gpu: 2}",
                           "requests: {cpu: 1}, limits: {cpu: 2}"}) {
    EXPECT_FALSE(has(asked(good), NoteCode::LimitsDiffer)) << good;
  }
  // the runtime may have the limit
  EXPECT_FALSE(has(read(head("trainer.kubeflow.org/v1alpha1", "TrainJob") +
                        "  runtimeRef: {name: r}\n  trainer: {resourcesPerNode: {requests: {nvidia.com/gpu: 4}}}\n"),
                   NoteCode::LimitsDiffer));
}

TEST(KindAmounts, APodAsAWholeNamesNoExtendedResource) {
  const auto manifest =
      readManifest(head("v1", "Pod") + "  resources: {limits: {nvidia.com/gpu: 1}}\n  containers: [{name: c}]\n---\n" +
                       head("v1", "Pod") + "  resources: {limits: {cpu: 1}}\n  containers: [{name: c}]\n",
                   "f.yaml");
  ASSERT_TRUE(manifest);
  ASSERT_EQ(manifest->objects[0].problems.size(), 1U);
  EXPECT_EQ(manifest->objects[0].problems[0].subject, "spec.resources");
  EXPECT_EQ(manifest->objects[0].problems[0].detail, "nvidia.com/gpu");
  EXPECT_TRUE(manifest->objects[1].problems.empty());
}

TEST(KindAmounts, WhatAWebhookRejectsIsSaid) {
  const auto torch = [](const std::string& spec) { return read(head("kubeflow.org/v1", "PyTorchJob") + spec); };
  const auto typo = torch("  pytorchReplicaSpecs: {Workers: {replicas: 2, template: " + pod(1) + "}}\n");
  EXPECT_TRUE(has(typo, NoteCode::UnknownRole, "spec.pytorchReplicaSpecs.Workers", "Master, Worker"));
  EXPECT_TRUE(has(torch("  pytorchReplicaSpecs: {Master: {replicas: 2, template: " + pod(1) + "}}\n"),
                  NoteCode::RefusedByWebhook, "spec.pytorchReplicaSpecs.Master.replicas", "2"));
  const auto elastic =
      torch("  elasticPolicy: {maxReplicas: 3}\n  pytorchReplicaSpecs: {Master: {template: " + pod(1) + "}}\n");
  EXPECT_TRUE(has(elastic, NoteCode::RefusedByWebhook, "spec.pytorchReplicaSpecs.Worker"));
  const auto good = torch("  pytorchReplicaSpecs: {Master: {replicas: 1, template: " + pod(1) +
                          "}, worker: {template: " + pod(1) + "}}\n");
  EXPECT_FALSE(has(good, NoteCode::UnknownRole));
  EXPECT_FALSE(has(good, NoteCode::RefusedByWebhook));
}

TEST(KindAmounts, KaiMakesAGangOfAJobThatItsLabelNames) {
  const auto job = [](const std::string& kind, const std::string& spec) {
    return read(head("kubeflow.org/v1", kind, "name: x, labels: {kai.scheduler/queue: q}") + spec);
  };
  const std::string roles =
      "  pytorchReplicaSpecs: {Master: {template: " + pod(1) + "}, Worker: {replicas: 7, template: " + pod(1) + "}}\n";
  const auto all = job("PyTorchJob", roles);
  EXPECT_EQ(rolesOf(all), "Master 1x1/1, Worker 7x1/7");
  EXPECT_EQ(all.gang, 8);
  EXPECT_TRUE(all.gangEnforced);
  EXPECT_EQ(job("PyTorchJob", "  elasticPolicy: {minReplicas: 2}\n" + roles).gang, 2);
  EXPECT_EQ(job("PyTorchJob", "  runPolicy: {schedulingPolicy: {minAvailable: 4}}\n" + roles).gang, 4);
  const auto mpi = job(
      "MPIJob", "  launcherCreationPolicy: WaitForWorkersReady\n  mpiReplicaSpecs: {Launcher: {template: " + pod(0) +
                    "}, Worker: {replicas: 2, template: " + pod(1) + "}}\n");
  EXPECT_EQ(mpi.gang, 2);
  EXPECT_FALSE(has(mpi, NoteCode::GangNeverWhole));
  EXPECT_EQ(rolesOf(read(head("kubeflow.org/v1", "PyTorchJob") + roles)), "Master 1x1, Worker 7x1");
}

TEST(KindAmounts, AKnownKindThatNamesNoPodsIsKnown) {
  EXPECT_EQ(read(head("kubeflow.org/v1", "TFJob") + "  runPolicy: {}\n").noPods, NoPods::NoneNamed);
  EXPECT_EQ(read(head("acme.io/v1", "TFJob") + "  runPolicy: {}\n").noPods, NoPods::NotFound);
}

TEST(KindAmounts, AGroupThatIsHeldBackIsNotOneWithoutANumber) {
  const auto ray = read(head("ray.io/v1", "RayCluster") + "  headGroupSpec: {template: " + pod(0) +
                        "}\n  workerGroupSpecs:\n  - {groupName: z, template: " + pod(4) +
                        "}\n  - {groupName: s, suspend: true, replicas: 2, template: " + pod(4) +
                        "}\n  - {groupName: r, suspend: false, template: " + pod(4) + "}\n");
  EXPECT_EQ(rolesOf(ray), "head 1x0, z 0x4, s 0x4, r 0x4");
  EXPECT_TRUE(has(ray, NoteCode::DefaultIsZero, "spec.workerGroupSpecs[0].replicas"));
  EXPECT_TRUE(has(ray, NoteCode::Suspended, "spec.workerGroupSpecs[1].suspend", "0"));
  EXPECT_TRUE(has(ray, NoteCode::DefaultIsZero, "spec.workerGroupSpecs[2].replicas"));
  EXPECT_FALSE(has(ray, NoteCode::Suspended, "spec.workerGroupSpecs[2].suspend"));
}

}  // namespace
}  // namespace cardinal
