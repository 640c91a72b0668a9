// SPDX-License-Identifier: Apache-2.0
// Fields beside the pod templates that change how many pods a kind makes, what they ask, and what must start together.
#include <gtest/gtest.h>

#include "core/provider/pod_request.h"
#include "tests/core/manifest/read_kinds.h"

namespace cardinal {
namespace {

/// "cpu 2000m, memory 4096Mi" of one pod of the role.
std::string plainRequest(const ManifestRole& role) {
  ResourceList sums;
  provider::addPodRequests(sums, *role.pod);
  const Quantity* cpu = find(sums, "cpu");
  const Quantity* memory = find(sums, "memory");
  constexpr std::int64_t kMebi = 1024 * 1024;
  return (cpu != nullptr ? std::to_string(cpu->milliValue()) + "m" : "-") + " " +
         (memory != nullptr ? std::to_string(memory->value() / kMebi) + "Mi" : "-");
}

TEST(KindFields, ComponentsOfARoleAreRolesOfTheirOwnForEachReplica) {
  const std::string roles = "  roles:\n  - {name: router, replicas: 1, standalonePattern: {template: " + pod(0) +
                            "}}\n  - name: decode\n    replicas: 2\n    dependencies: [router]\n    "
                            "customComponentsPattern:\n      components:\n"
                            "      - {name: leader, size: 1, template: " +
                            pod(1) + "}\n      - {name: worker, size: 3, template: " + pod(8) + "}\n";
  EXPECT_EQ(rolesOf(read(head("workloads.x-k8s.io/v1alpha2", "RoleBasedGroup") + roles)),
            "router 1x0, decode-leader 2x1+, decode-worker 6x8+");
  // its gang counts replicas, not the pods of components
  const auto gang = read(head("workloads.x-k8s.io/v1alpha2", "RoleBasedGroup",
                              "name: g, annotations: {rbg.workloads.x-k8s.io/group-gang-scheduling: 'true'}") +
                         roles);
  EXPECT_EQ(gang.gang, 3);
  EXPECT_TRUE(gang.gangCountsAll);
}

TEST(KindFields, SparkAsksForCoresAndForMemoryWithItsOverhead) {
  const auto application = read(head("sparkoperator.k8s.io/v1beta2", "SparkApplication") +
                                "  type: Scala\n  driver: {cores: 2, memory: 512m}\n"
                                "  executor: {instances: 2, coreRequest: 3500m, memory: 10g}\n");
  ASSERT_EQ(application.roles.size(), 2U);
  EXPECT_EQ(plainRequest(application.roles[0]), "2000m 896Mi") << "512 and at least 384 MiB";
  EXPECT_EQ(plainRequest(application.roles[1]), "3500m 11264Mi") << "10 GiB and a tenth";
  const auto python = read(head("sparkoperator.k8s.io/v1beta2", "SparkApplication") +
                           "  type: Python\n  sparkConf: {spark.executor.memory: 8g}\n  driver: {memoryOverhead: 2g}\n"
                           "  executor: {instances: 1}\n");
  EXPECT_EQ(plainRequest(python.roles[0]), "1000m 3072Mi") << "the overhead that is said";
  EXPECT_EQ(plainRequest(python.roles[1]), "1000m 11468Mi") << "four tenths";
  const auto factor = read(head("sparkoperator.k8s.io/v1beta2", "SparkApplication") +
                           "  memoryOverheadFactor: '0.25'\n  driver: {memory: 4g}\n  executor: {memory: 4 gigs}\n");
  EXPECT_EQ(plainRequest(factor.roles[0]), "1000m 5120Mi");
  EXPECT_EQ(plainRequest(factor.roles[1]), "1000m -") << "what is no amount is not guessed";
}

TEST(KindFields, ClustersOfRayServicesHaveTheAutoscalersContainerToo) {
  const std::string cluster = "{enableInTreeAutoscaling: true, headGroupSpec: {template: " + pod(0) + "}}";
  const auto service = read(head("ray.io/v1", "RayService") + "  rayClusterConfig: " + cluster + "\n");
  EXPECT_EQ(plainRequest(service.roles.at(0)), "500m 512Mi");
  EXPECT_TRUE(has(service, NoteCode::Autoscaled));
  const auto fleet =
      read(head("orchestration.aibrix.ai/v1alpha1", "RayClusterFleet") +
           "  replicas: 2\n  template: {spec: {headGroupSpec: {template: " + pod(0) +
           "}, workerGroupSpecs: [{groupName: g, suspend: true, replicas: 2, template: " + pod(4) + "}]}}\n");
  EXPECT_EQ(rolesOf(fleet), "head 2x0, g 0x4");
}

TEST(KindFields, TasksInPartitionsNeedTheLeastOfThem) {
  const auto job = read(head("batch.volcano.sh/v1alpha1", "Job") +
                        "  priorityClassName: high\n  tasks:\n  - {name: w, replicas: 8, partitionPolicy: "
                        "{totalPartitions: 4, partitionSize: 2, minPartitions: 3}, template: " +
                        pod(1) + "}\n");
  EXPECT_EQ(rolesOf(job), "w 8x1/6");
  EXPECT_EQ(job.roles.at(0).pod->spec.priorityClassName, "high");
}

TEST(KindFields, ComponentsOfAGroupAreScaledTogether) {
  const auto graph =
      read(head("nvidia.com/v1beta1", "DynamoGraphDeployment") + "  components:\n  - {name: frontend, podTemplate: " +
           pod(0) + "}\n  - {name: decode, replicas: 2, podTemplate: " + pod(4) +
           "}\n  experimental: {componentGroups: [{name: pair, replicas: 3, components: [{name: decode}]}]}\n");
  EXPECT_EQ(rolesOf(graph), "frontend 1x0, decode 6x4");
}

TEST(KindFields, TheStrategyOfARoleSetSaysItsGangAndQueue) {
  const std::string roleSet =
      "{schedulingStrategy: {volcanoSchedulingStrategy: {minMember: 3, queue: serving}}, roles: [{name: prefill, "
      "replicas: 2, template: " +
      pod(1) + "}, {name: decode, replicas: 2, template: " + pod(1) + "}]}";
  const auto one = read(head("orchestration.aibrix.ai/v1alpha1", "StormService") +
                        "  replicas: 1\n  template: {spec: " + roleSet + "}\n");
  EXPECT_EQ(one.gang, 3);
  EXPECT_TRUE(one.gangCountsAll);
  EXPECT_EQ(one.queue, "serving");
  // a PodGroup for each RoleSet
  const auto two = read(head("orchestration.aibrix.ai/v1alpha1", "StormService") +
                        "  replicas: 2\n  template: {spec: " + roleSet + "}\n");
  EXPECT_EQ(two.gang, std::nullopt);
}

TEST(KindFields, AServingGroupStartsWithTheLeastOfItsRoles) {
  const std::string roles = "    roles:\n    - {name: prefill, replicas: 2, entryTemplate: " + pod(8) +
                            ", workerReplicas: 3, workerTemplate: " + pod(4) +
                            "}\n    - {name: decode, replicas: 4, entryTemplate: " + pod(1) + ", workerReplicas: 0}\n";
  const std::string begin = head("workload.serving.volcano.sh/v1alpha1", "ModelServing") + "  replicas: 2\n";
  EXPECT_EQ(rolesOf(read(begin + "  template:\n" + roles)),
            "prefill-entry 4x8/2, decode-entry 8x1/4, prefill-worker 12x4/6")
      << "all pods of one ServingGroup";
  EXPECT_EQ(rolesOf(read(begin + "  template:\n    gangPolicy: {minRoleReplicas: {prefill: 1, decode: 9}}\n" + roles)),
            "prefill-entry 4x8/1, decode-entry 8x1/4, prefill-worker 12x4/3")
      << "no more than there are";
  EXPECT_EQ(rolesOf(read(begin + "  schedulerName: default-scheduler\n  template:\n" + roles)),
            "prefill-entry 4x8, decode-entry 8x1, prefill-worker 12x4")
      << "a PodGroup is made for Volcano alone";
}

TEST(KindFields, AModelBoosterAsksForTheEnginesOfItsWorkers) {
  const std::string begin =
      head("workload.serving.volcano.sh/v1alpha1", "ModelBooster") + "  backend:\n    replicas: 2\n";
  const std::string gpus = "resources: {limits: {nvidia.com/gpu: 2}}";
  EXPECT_EQ(
      rolesOf(read(begin + "    type: vLLM\n    workers: [{type: server, replicas: 1, pods: 3, " + gpus + "}]\n")),
      "server 6x2/3");
  EXPECT_EQ(rolesOf(read(begin + "    type: vLLMDisaggregated\n    workers: [{type: prefill, replicas: 1, pods: 3, " +
                         gpus + "}, {type: decode, replicas: 2, " + gpus + "}]\n")),
            "prefill 2x2/1, decode 4x2/2")
      << "only a server has several pods";
}

TEST(KindFields, WhereTheScalingIsExternalNobodyKnowsTheNumber) {
  const std::string roles =
      "roles: [{name: p, spec: {replicas: 2, leaderWorkerTemplate: {workerTemplate: " + pod(8) + "}}}]";
  EXPECT_EQ(rolesOf(read(head("disaggregatedset.x-k8s.io/v1", "DisaggregatedSet") + "  " + roles + "\n")),
            "p-leader 2x8");
  EXPECT_EQ(rolesOf(read(head("disaggregatedset.x-k8s.io/v1", "DisaggregatedSet") + "  scaling: {mode: External}\n  " +
                         roles + "\n")),
            "p-leader ?x8");
}

TEST(KindFields, ACronOfKubeDlIsReadByWhatItStarts) {
  const auto cron =
      read(head("apps.kubedl.io/v1alpha1", "Cron") +
           "  schedule: '@daily'\n  template:\n    apiVersion: training.kubedl.io/v1alpha1\n    kind: TFJob\n"
           "    workload: {spec: {tfReplicaSpecs: {Worker: {replicas: 2, template: " +
           pod(1) + "}}}}\n");
  EXPECT_EQ(rolesOf(cron), "Worker 2x1");
  EXPECT_TRUE(has(cron, NoteCode::OnSchedule));
  EXPECT_FALSE(has(cron, NoteCode::Assumed));
}

TEST(KindFields, TheOtherKindsOfKubeDlAreKnown) {
  const auto of = [](const std::string& api, const std::string& kind, const std::string& spec) {
    const ManifestObject object = read(head(api, kind) + spec);
    EXPECT_FALSE(has(object, NoteCode::Assumed)) << kind;
    return rolesOf(object);
  };
  EXPECT_EQ(of("inference.kubedl.io/v1alpha1", "ElasticBatchJob",
               "  elasticBatchReplicaSpecs: {Worker: {replicas: 2, template: " + pod(1) +
                   "}, AIMaster: {template: " + pod(0) + "}}\n"),
            "AIMaster 1x0, Worker 2x1");
  EXPECT_EQ(
      of("serving.kubedl.io/v1alpha1", "Inference",
         "  predictors: [{name: a, replicas: 2, template: " + pod(1) + "}, {name: b, template: " + pod(2) + "}]\n"),
      "a 2x1, b 1x2");
  EXPECT_EQ(of("notebook.kubedl.io/v1alpha1", "Notebook", "  template: " + pod(1) + "\n"), "1x1");
}

TEST(KindFields, ARayCronJobIsReadByOneRun) {
  const auto cron =
      read(head("ray.io/v1", "RayCronJob") +
           "  schedule: '@daily'\n  jobTemplate:\n    rayClusterSpec:\n      headGroupSpec: {template: " + pod(0) +
           "}\n      workerGroupSpecs: [{groupName: w, replicas: 5, maxReplicas: 3, template: " + pod(4) + "}]\n");
  EXPECT_EQ(rolesOf(cron), "head 1x0, w 3x4, submitter 1x0+");
  EXPECT_TRUE(has(cron, NoteCode::OnSchedule, {}, "@daily"));
}

TEST(KindFields, TheLauncherOfAnOldMpiJobIsItsPodWithoutCards) {
  const auto job = read(head("kubeflow.org/v1alpha1", "MPIJob") +
                        "  replicas: 3\n  template: " + pod(8, "nodeSelector: {pool: a}, ") + "\n");
  EXPECT_EQ(rolesOf(job), "Worker 3x8, Launcher 1x0+");
  EXPECT_EQ(job.roles.back().pod->spec.nodeSelector, (StringMap{{"pool", "a"}}));
  EXPECT_EQ(rolesOf(read(head("kubeflow.org/v1", "MPIJob") +
                         "  mpiReplicaSpecs: {Worker: {replicas: 1, template: " + pod(1) + "}}\n")),
            "Worker 1x1");
}

TEST(KindFields, TheNumberOfASeldonComponentIsTheInnermost) {
  const std::string component = "spec: {containers: [{name: c, resources: {limits: {nvidia.com/gpu: 1}}}]}";
  const auto rolesWith = [&](const std::string& whole, const std::string& predictor, const std::string& own) {
    return rolesOf(read(head("machinelearning.seldon.io/v1", "SeldonDeployment") + whole + "  predictors: [{name: p, " +
                        predictor + "componentSpecs: [{" + own + component + "}]}]\n"));
  };
  EXPECT_EQ(rolesWith("  replicas: 2\n", "replicas: 3, ", "replicas: 4, "), "p 4x1");
  EXPECT_EQ(rolesWith("  replicas: 2\n", "replicas: 3, ", ""), "p 3x1");
  EXPECT_EQ(rolesWith("  replicas: 2\n", "", ""), "p 2x1");
  EXPECT_EQ(rolesWith("", "", ""), "p 1x1");
}

TEST(KindFields, RunsOfTektonMakePodsOfWhichNothingIsKnown) {
  const auto run = read(head("tekton.dev/v1", "TaskRun") +
                        "  taskSpec: {steps: [{name: a, computeResources: {limits: {nvidia.com/gpu: 2}}}]}\n");
  EXPECT_EQ(rolesOf(run), "1x?");
  EXPECT_TRUE(has(run, NoteCode::NotRead, "spec.taskSpec.steps"));
  const auto pipeline = read(head("tekton.dev/v1", "PipelineRun") + "  pipelineRef: {name: p}\n");
  EXPECT_EQ(rolesOf(pipeline), "?x?");
  EXPECT_TRUE(has(pipeline, NoteCode::DefinedElsewhere, "spec.pipelineRef", "Pipeline p"));
  EXPECT_EQ(read(head("tekton.dev/v1", "Task") + "  steps: []\n").noPods, NoPods::Stores);
}

TEST(KindFields, TheEndpointPickerCountsWhereItsPodIsSaid) {
  const auto service = read(head("serving.kserve.io/v1alpha2", "LLMInferenceService") +
                            "  template: {containers: [{name: main}]}\n  router: {scheduler: {template: {containers: "
                            "[{name: epp}]}}}\n");
  EXPECT_EQ(rolesOf(service), "main 1x0, scheduler 1x0");
  EXPECT_EQ(rolesOf(read(head("serving.kserve.io/v1alpha2", "LLMInferenceService") +
                         "  template: {containers: [{name: main}]}\n  router: {scheduler: {}}\n")),
            "main 1x0");
}

}  // namespace
}  // namespace cardinal
