// SPDX-License-Identifier: Apache-2.0
// Which pods a workload object becomes. The objects are shortened forms of public examples of each project: the fields
// that decide how many pods of which form there are, and no more.
#include <gtest/gtest.h>

#include "core/manifest/manifest.h"
#include "core/manifest/read/read_manifest.h"
#include "tests/core/manifest/read_kinds.h"

namespace cardinal {
namespace {

const Container* initContainer(const ManifestRole& role, const std::string& name) {
  for (const Container& container : role.pod->spec.initContainers) {
    if (container.name == name) return &container;
  }
  return nullptr;
}

std::string pytorch(const std::string& roles, const std::string& more = {}) {
  return head("kubeflow.org/v1", "PyTorchJob") + more + "  pytorchReplicaSpecs:\n" + roles;
}

TEST(Kinds, PyTorchJobHasAMasterAndWorkersThatWaitForItWithTheirCards) {
  const auto job = read(pytorch("    Worker: {replicas: 1, template: " + pod(1) +
                                "}\n    Master: {replicas: 1, template: " + pod(1) + "}\n"));
  EXPECT_EQ(rolesOf(job), "Master 1x1, Worker 1x1");
  EXPECT_TRUE(has(job, NoteCode::WaitsWithCards, {}, "init-pytorch"));
  EXPECT_EQ(initContainer(job.roles[0], "init-pytorch"), nullptr);
  ASSERT_NE(initContainer(job.roles[1], "init-pytorch"), nullptr);
  EXPECT_EQ(find(initContainer(job.roles[1], "init-pytorch")->requests, "cpu")->milliValue(), 50);
  EXPECT_EQ(job.gang, std::nullopt);
}

TEST(Kinds, AStatedGangOfAPyTorchJobIsSharedByItsRoles) {
  const auto job =
      read(pytorch("    Master: {template: " + pod(1) + "}\n    Worker: {replicas: 3, template: " + pod(1) + "}\n",
                   "  runPolicy: {schedulingPolicy: {minAvailable: 4, queue: research}}\n"));
  EXPECT_EQ(rolesOf(job), "Master 1x1/1, Worker 3x1/3");
  EXPECT_EQ(job.queue, "research");
  EXPECT_EQ(job.gang, 4);
  EXPECT_FALSE(job.gangEnforced);
}

TEST(Kinds, ALeaderWorkerSetUnderVolcanoIsAGangForEachGroup) {
  const auto set = [](const std::string& scheduler) {
    return read(head("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet") +
                "  replicas: 4\n  leaderWorkerTemplate: {size: 2, workerTemplate: " + pod(1, scheduler) + "}\n");
  };
  EXPECT_EQ(gangsOf(set("schedulerName: volcano, ")), 4);
  EXPECT_EQ(gangsOf(set({})), 1);
}

TEST(Kinds, AnElasticPyTorchJobCreatesItsReplicasAndTellsTheRange) {
  const auto job = read(pytorch("    Worker: {replicas: 2, template: " + pod(1) + "}\n",
                                "  elasticPolicy: {minReplicas: 1, maxReplicas: 3}\n"));
  EXPECT_EQ(rolesOf(job), "Worker 2x1");
  EXPECT_TRUE(has(job, NoteCode::Autoscaled, "spec.elasticPolicy", "1..3"));
  EXPECT_TRUE(job.roles[0].pod->spec.initContainers.empty());
}

TEST(Kinds, APyTorchWorkerOfNoReplicasIsRefusedByItsWebhook) {
  const auto job =
      read(pytorch("    Master: {template: " + pod(1) + "}\n    Worker: {replicas: 0, template: " + pod(1) + "}\n"));
  EXPECT_TRUE(has(job, NoteCode::RefusedByWebhook, "spec.pytorchReplicaSpecs.Worker.replicas", "0"));
}

TEST(Kinds, TFJobRolesStandInTheControllersOrderWhateverTheirCase) {
  const auto job =
      read(head("kubeflow.org/v1", "TFJob") + "  tfReplicaSpecs:\n    worker: {replicas: 2, template: " + pod(1) +
           "}\n    PS: {template: " + pod(0) + "}\n    Chief: {template: " + pod(1) + "}\n");
  EXPECT_EQ(rolesOf(job), "Chief 1x1, PS 1x0, Worker 2x1");
}

TEST(Kinds, MpiWorkersDefaultToNoneAndLauncherComesAfterThem) {
  const std::string specs =
      "  mpiReplicaSpecs:\n    Launcher: {template: " + pod(0) + "}\n    Worker: {template: " + pod(1) + "}\n";
  const auto none = read(head("kubeflow.org/v1", "MPIJob") + specs);
  EXPECT_EQ(rolesOf(none), "Worker 0x1, Launcher 1x0");
  EXPECT_TRUE(has(none, NoteCode::DefaultIsZero, "spec.mpiReplicaSpecs.Worker"));
  ASSERT_NE(initContainer(none.roles[1], "kubectl-delivery"), nullptr);
}

TEST(Kinds, AnMpiLauncherOfV2DoesNotSeeItsCardsUnlessItIsAWorker) {
  const auto job = [](const std::string& more) {
    return read(head("kubeflow.org/v2beta1", "MPIJob") + more +
                "  mpiReplicaSpecs:\n    Launcher: {replicas: 1, template: " + pod(1) +
                "}\n    Worker: {replicas: 2, template: " + pod(1) + "}\n");
  };
  EXPECT_EQ(rolesOf(job({})), "Worker 2x1, Launcher 1x1");
  EXPECT_TRUE(has(job({}), NoteCode::HidesCards));
  EXPECT_FALSE(has(job("  runLauncherAsWorker: true\n"), NoteCode::HidesCards));
}

TEST(Kinds, AGangThatWantsALauncherWhichIsCreatedLaterNeverStarts) {
  const auto job =
      read(head("kubeflow.org/v2beta1", "MPIJob") +
           "  launcherCreationPolicy: WaitForWorkersReady\n  runPolicy: {schedulingPolicy: {minAvailable: 3}}\n"
           "  mpiReplicaSpecs:\n    Launcher: {template: " +
           pod(0) + "}\n    Worker: {replicas: 2, template: " + pod(1) + "}\n");
  EXPECT_EQ(rolesOf(job), "Worker 2x1/2, Launcher 1x0/1+");
  EXPECT_TRUE(has(job, NoteCode::GangNeverWhole, {}, "3/2"));
}

TEST(Kinds, ATrainJobNamesItsNodesAndTheRuntimeThatHoldsTheRest) {
  const auto bare = read(head("trainer.kubeflow.org/v1alpha1", "TrainJob") +
                         "  runtimeRef: {name: torch-distributed}\n  trainer: {numNodes: 3}\n");
  EXPECT_EQ(rolesOf(bare), "node 3x?");
  EXPECT_TRUE(has(bare, NoteCode::DefinedElsewhere, "spec.runtimeRef", "ClusterTrainingRuntime torch-distributed"));
  const auto job = read(head("trainer.kubeflow.org/v1alpha1", "TrainJob",
                             "name: x, labels: {kueue.x-k8s.io/queue-name: training-queue}") +
                        "  suspend: true\n  runtimeRef: {name: t, kind: TrainingRuntime}\n"
                        "  trainer: {numNodes: 3, resourcesPerNode: {limits: {nvidia.com/gpu: 8}}}\n");
  EXPECT_EQ(rolesOf(job), "node 3x8");
  EXPECT_EQ(job.queue, "training-queue");
  EXPECT_TRUE(has(job, NoteCode::Suspended, "spec.suspend"));
}

std::string ray(const std::string& labels, const std::string& workers, const std::string& more = {}) {
  return head("ray.io/v1", "RayCluster", "name: r, labels: {" + labels + "}") + more +
         "  headGroupSpec: {template: " + pod(0) + "}\n  workerGroupSpecs:\n" + workers;
}

TEST(Kinds, RayGroupsAreClampedAndMultipliedByTheirHosts) {
  const std::string group =
      "  - {groupName: big, replicas: 5, minReplicas: 1, maxReplicas: 3, numOfHosts: 2, template: " + pod(4) + "}\n";
  EXPECT_EQ(rolesOf(read(ray("", group))), "head 1x0, big 6x4");
  const auto scaled = read(ray("ray.io/scheduler-name: volcano", group, "  enableInTreeAutoscaling: true\n"));
  EXPECT_EQ(rolesOf(scaled), "head 1x0/1, big 6x4/2");
  EXPECT_EQ(scaled.gang, 3);
  EXPECT_EQ(scaled.roles[0].pod->spec.containers.back().name, "autoscaler");
  EXPECT_EQ(rolesOf(read(ray("", "  - {groupName: s, replicas: 2, suspend: true, template: " + pod(1) + "}\n"))),
            "head 1x0, s 0x1");
}

TEST(Kinds, RayGangsFollowTheSchedulerThatTheLabelsName) {
  const std::string group = "  - {groupName: w, replicas: 2, minReplicas: 2, template: " + pod(1) + "}\n";
  const auto queued = read(ray("ray.io/scheduler-name: volcano, volcano.sh/queue-name: test-queue", group));
  EXPECT_EQ(rolesOf(queued), "head 1x0/1, w 2x1/2");
  EXPECT_EQ(queued.queue, "test-queue");
  EXPECT_EQ(rolesOf(read(ray("kai.scheduler/queue: team", group))), "head 1x0/1, w 2x1/2");
  EXPECT_EQ(rolesOf(read(ray("ray.io/gang-scheduling-enabled: 'true'", group))), "head 1x0/1, w 2x1/2");
  EXPECT_EQ(rolesOf(read(ray("", group))), "head 1x0, w 2x1");
}

TEST(Kinds, ARayJobAddsASubmitterAfterItsCluster) {
  const auto job = read(head("ray.io/v1", "RayJob", "name: r, labels: {kueue.x-k8s.io/queue-name: q}") +
                        "  suspend: true\n  rayClusterSpec:\n    headGroupSpec: {template: " + pod(0) +
                        "}\n    workerGroupSpecs: [{groupName: small-group, replicas: 1, template: " + pod(1) + "}]\n");
  EXPECT_EQ(rolesOf(job), "head 1x0, small-group 1x1, submitter 1x0+");
  EXPECT_EQ(find(job.roles[2].pod->spec.containers.at(0).requests, "cpu")->milliValue(), 500);
  EXPECT_EQ(read(head("ray.io/v1", "RayJob") +
                 "  submissionMode: HTTPMode\n  rayClusterSpec: {headGroupSpec: {template: " + pod(0) + "}}\n")
                .roles.size(),
            1U);
}

TEST(Kinds, AVolcanoJobIsAGangOfItsTasks) {
  const auto one = read(head("batch.volcano.sh/v1alpha1", "Job") +
                        "  minAvailable: 3\n  tasks: [{replicas: 6, template: " + pod(1) + "}]\n");
  EXPECT_EQ(rolesOf(one), "default0 6x1/3");
  EXPECT_EQ(one.queue, "default");
  EXPECT_TRUE(one.gangEnforced);
  EXPECT_EQ(one.roles[0].pod->spec.schedulerName, "volcano");
  const auto all =
      read(head("batch.volcano.sh/v1alpha1", "Job") + "  tasks: [{name: ps, replicas: 1, template: " + pod(0) +
           "}, {name: worker, replicas: 4, minAvailable: 2, template: " + pod(1) + "}]\n");
  EXPECT_EQ(rolesOf(all), "ps 1x0/1, worker 4x1/2");
  EXPECT_EQ(all.gang, 3);
}

TEST(Kinds, VolcanoTasksThatDependOnOthersComeAfterThem) {
  const auto mpi = [](int least) {
    return read(head("batch.volcano.sh/v1alpha1", "Job") + "  minAvailable: " + std::to_string(least) +
                "\n  tasks:\n  - {name: mpimaster, replicas: 1, dependsOn: {name: [mpiworker]}, template: " + pod(0) +
                "}\n  - {name: mpiworker, replicas: 10, template: " + pod(1) + "}\n");
  };
  const auto three = mpi(3);
  EXPECT_EQ(rolesOf(three), "mpiworker 10x1, mpimaster 1x0+");
  EXPECT_EQ(three.gang, 3);
  EXPECT_TRUE(has(three, NoteCode::GangOverRoles, {}, "3"));
  EXPECT_FALSE(has(three, NoteCode::GangNeverWhole));
  EXPECT_TRUE(has(mpi(11), NoteCode::GangNeverWhole, {}, "11/10"));
}

TEST(Kinds, JobSetMultipliesJobsByTheirPodsAndKeepsTheirOrder) {
  const auto set = read(head("jobset.x-k8s.io/v1alpha2", "JobSet") +
                        "  replicatedJobs:\n  - {name: initializer, template: {spec: {template: " + pod(0) +
                        "}}}\n  - {name: workers, replicas: 3, dependsOn: [{name: initializer, status: Complete}], "
                        "template: {spec: {parallelism: 3, completions: 4, template: " +
                        pod(1) + "}}}\n");
  EXPECT_EQ(rolesOf(set), "initializer 1x0, workers 9x1+");
}

std::string lws(const std::string& workers, int replicas, int size, const std::string& more = {}) {
  return head("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet") + more + "  replicas: " + std::to_string(replicas) +
         "\n  leaderWorkerTemplate:\n    size: " + std::to_string(size) + "\n    workerTemplate: " + workers + "\n";
}

TEST(Kinds, LeaderWorkerSetCountsLeadersAndWorkersOfEachGroup) {
  EXPECT_EQ(rolesOf(read(lws(pod(1), 3, 4))), "leader 3x1, worker 9x1");
  EXPECT_EQ(rolesOf(read(lws(pod(1) + "\n    leaderTemplate: " + pod(0), 2, 3))), "leader 2x0, worker 4x1");
  EXPECT_EQ(rolesOf(read(lws(pod(8), 2, 1))), "leader 2x8");
  const auto gang = read(lws(pod(1, "schedulerName: volcano, "), 2, 4));
  EXPECT_EQ(rolesOf(gang), "leader 2x1/1, worker 6x1/3");
  EXPECT_EQ(gang.gang, 4);
  EXPECT_EQ(rolesOf(read(lws(pod(1), 2, 4, "  startupPolicy: LeaderReady\n"))), "leader 2x1, worker 6x1+");
}

TEST(Kinds, ServingKindsAreCountedByTheirOwnFields) {
  const auto grove = read(
      head("grove.io/v1alpha1", "PodCliqueSet") +
      "  replicas: 1\n  template:\n    cliques:\n"
      "    - {name: pleader, spec: {replicas: 1, podSpec: {containers: [{name: c}]}}}\n"
      "    - {name: pworker, spec: {replicas: 4, podSpec: {containers: [{name: c, resources: {limits: {nvidia.com/gpu: "
      "1}}}]}}}\n"
      "    - {name: decode, spec: {replicas: 3, podSpec: {containers: [{name: c}]}}}\n"
      "    podCliqueScalingGroups: [{name: prefill, replicas: 2, minAvailable: 1, cliqueNames: [pleader, pworker]}]\n");
  EXPECT_EQ(rolesOf(grove), "pleader 2x0/1, pworker 8x1/4, decode 3x0/3");
  EXPECT_EQ(grove.gang, 8);
  const auto model = read(head("serving.kserve.io/v1beta1", "InferenceService") +
                          "  predictor: {minReplicas: 2, model: {modelFormat: {name: huggingface}, resources: {limits: "
                          "{nvidia.com/gpu: 1}}}}\n");
  EXPECT_EQ(rolesOf(model), "predictor 2x1");
  EXPECT_TRUE(has(model, NoteCode::DefinedElsewhere));
  const auto multi = read(head("serving.kserve.io/v1beta1", "InferenceService") +
                          "  predictor:\n    model: {modelFormat: {name: huggingface}}\n    workerSpec: "
                          "{pipelineParallelSize: 2, tensorParallelSize: 8, "
                          "containers: [{name: w, resources: {requests: {nvidia.com/gpu: 8}}}]}\n");
  EXPECT_EQ(rolesOf(multi), "predictor 1x8, worker 1x0") << "of 16 what the worker leaves";
  EXPECT_TRUE(has(multi, NoteCode::DefinedElsewhere)) << "the runtime may say otherwise";
  const auto llm = read(head("serving.kserve.io/v1alpha1", "LLMInferenceService") +
                        "  replicas: 2\n  parallelism: {data: 16, dataLocal: 8}\n  template: {containers: [{name: m, "
                        "resources: {limits: {nvidia.com/gpu: 8}}}]}\n"
                        "  worker: {containers: [{name: m, resources: {limits: {nvidia.com/gpu: 8}}}]}\n");
  EXPECT_EQ(rolesOf(llm), "main 2x8, worker 2x8");
  const auto nim = read(head("apps.nvidia.com/v1alpha1", "NIMService") +
                        "  replicas: 2\n  resources: {limits: {nvidia.com/gpu: 2}}\n");
  EXPECT_EQ(rolesOf(nim), "2x2");
  const auto dynamo = read(head("nvidia.com/v1alpha1", "DynamoGraphDeployment") +
                           "  services:\n    Frontend: {replicas: 1}\n    Worker: {replicas: 2, multinode: {nodeCount: "
                           "2}, resources: {limits: {gpu: '4'}}}\n");
  EXPECT_EQ(rolesOf(dynamo), "Frontend 1x0, Worker 4x4");
  const auto knative = read(head("serving.knative.dev/v1", "Service") +
                            "  template: {metadata: {annotations: {autoscaling.knative.dev/min-scale: '3'}}, spec: "
                            "{containers: [{name: c}]}}\n");
  EXPECT_EQ(rolesOf(knative), "3x0");
  const auto rbg =
      read(head("workloads.x-k8s.io/v1alpha2", "RoleBasedGroup",
                "name: g, annotations: {rbg.workloads.x-k8s.io/group-gang-scheduling: 'true'}") +
           "  roles: [{name: prefill, replicas: 2, leaderWorkerPattern: {size: 4, template: " + pod(1) + "}}]\n");
  EXPECT_EQ(rolesOf(rbg), "prefill 8x1/8");
}

TEST(Kinds, SparkAsksByFieldsOfItsOwn) {
  const auto spark =
      read(head("sparkoperator.k8s.io/v1beta2", "SparkApplication") +
           "  driver: {cores: 1}\n  executor: {instances: 2, gpu: {name: nvidia.com/gpu, quantity: 1}}\n");
  EXPECT_EQ(rolesOf(spark), "driver 1x0, executor 2x1+");
  // a template of the executor stands beside its field for GPUs, whole or in part
  for (const char* rest : {"", ", containers: [{name: e}]"}) {
    const auto both = read(head("sparkoperator.k8s.io/v1beta2", "SparkApplication") +
                           "  driver: {cores: 1}\n  executor: {instances: 2, gpu: {name: nvidia.com/gpu, quantity: 1}, "
                           "template: {spec: {nodeSelector: {pool: a}" +
                           rest + "}}}\n");
    EXPECT_EQ(rolesOf(both), "driver 1x0, executor 2x1+");
    EXPECT_EQ(both.roles.at(1).pod->spec.nodeSelector.size(), 1U);
  }
}

TEST(Kinds, KubernetesOwnKindsAskInTheirWords) {
  EXPECT_EQ(rolesOf(read(head("batch/v1", "Job") +
                         "  parallelism: 8\n  completions: 3\n  template: " + pod(1, "restartPolicy: Never, ") + "\n")),
            "3x1");
  const auto zero = read(head("apps/v1", "Deployment") + "  replicas: 0\n  template: " + pod(1) + "\n");
  EXPECT_EQ(rolesOf(zero), "0x1");
  EXPECT_TRUE(has(zero, NoteCode::NoReplicas, "spec.replicas"));
  EXPECT_TRUE(
      has(read(head("batch/v1", "Job") + "  parallelism: 0\n  template: " + pod(1, "restartPolicy: Never, ") + "\n"),
          NoteCode::NoReplicas, "spec.parallelism"));
  const auto daemons = read(head("apps/v1", "DaemonSet") + "  template: " + pod(1) + "\n");
  EXPECT_EQ(rolesOf(daemons), "?x1");
  EXPECT_TRUE(has(daemons, NoteCode::PerNode));
  EXPECT_EQ(read("apiVersion: v1\nkind: PodTemplate\nmetadata: {name: t}\ntemplate: " + pod(1) + "\n").noPods,
            NoPods::Stores);
  const auto notebook =
      read(head("kubeflow.org/v1", "Notebook", "name: nb, annotations: {kubeflow-resource-stopped: now}") +
           "  template: " + pod(1) + "\n");
  EXPECT_EQ(rolesOf(notebook), "0x1");
  EXPECT_TRUE(has(notebook, NoteCode::Suspended));
  const auto flow = read(head("argoproj.io/v1alpha1", "Workflow") +
                         "  entrypoint: main\n  templates: [{name: main, steps: [[{name: a, template: train}]]}, "
                         "{name: train, container: {image: x, resources: {limits: {nvidia.com/gpu: 1}}}}]\n");
  EXPECT_EQ(rolesOf(flow), "train ?x1");
}

TEST(Kinds, AGroupOfTheSameFileStatesTheGang) {
  const auto manifest = readManifest(
      "apiVersion: scheduling.x-k8s.io/v1alpha1\nkind: PodGroup\nmetadata: {name: g, namespace: ns}\nspec: {minMember: "
      "4}\n---\n" +
          head("batch/v1", "Job", "name: j, namespace: ns") +
          "  parallelism: 6\n  completions: 6\n  template: {metadata: {labels: {scheduling.x-k8s.io/pod-group: g}}, "
          "spec: {containers: [{name: c}]}}\n",
      "f.yaml");
  ASSERT_TRUE(manifest);
  EXPECT_EQ(manifest->objects.at(0).noPods, NoPods::Known);
  EXPECT_EQ(manifest->objects.at(1).gang, 4);
  const auto arena = read(head("kubeflow.org/v1", "PyTorchJob") +
                          "  pytorchReplicaSpecs:\n    Master: {template: {metadata: {labels: "
                          "{pod-group.scheduling.sigs.k8s.io/name: p, pod-group.scheduling.sigs.k8s.io/min-available: "
                          "'2'}}, spec: {containers: [{name: pytorch}]}}}\n"
                          "    Worker: {template: {spec: {containers: [{name: pytorch}]}}}\n");
  EXPECT_EQ(rolesOf(arena), "Master 1x0/1, Worker 1x0/1");
}

TEST(Kinds, ClaimsOfTheSameFileSayWhatTheyAsk) {
  const auto manifest = readManifest(
      head("v1", "Pod") +
          "  containers: [{name: c}]\n  resourceClaims: [{name: a, resourceClaimTemplateName: two}, {name: b, "
          "resourceClaimName: other}]\n"
          "---\napiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: {name: two}\n"
          "spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu.nvidia.com, count: 2}}]}}}\n",
      "f.yaml");
  ASSERT_TRUE(manifest);
  const auto& devices = manifest->objects.at(0).roles.at(0).devices;
  ASSERT_EQ(devices.size(), 2U);
  EXPECT_EQ(devices[0], (DeviceRequest{"gpu.nvidia.com", 2}));
  EXPECT_EQ(devices[1], (DeviceRequest{"resourceclaims/other", {}}));
}

TEST(Kinds, AppWrappersAreReadByWhatTheyWrap) {
  const auto wrapper = read(head("workload.codeflare.dev/v1beta2", "AppWrapper") +
                            "  suspend: true\n  components:\n  - template: {apiVersion: batch/v1, kind: Job, metadata: "
                            "{name: in}, spec: {parallelism: 2, completions: 2, template: " +
                            pod(1) +
                            "}}\n"
                            "  - template: {apiVersion: v1, kind: Service, metadata: {name: s}}\n");
  EXPECT_EQ(rolesOf(wrapper), "in 2x1");
  EXPECT_TRUE(has(wrapper, NoteCode::Suspended));
}

TEST(Kinds, UnknownKindsAreReadByTheirTemplatesAndMarkedAssumed) {
  const auto fleet = read(head("example.com/v1", "Fleet") + "  workers: [{replicas: 2, template: " + pod(4) + "}]\n");
  EXPECT_EQ(rolesOf(fleet), "workers 2x4");
  EXPECT_TRUE(fleet.roles[0].assumed);
  EXPECT_TRUE(has(fleet, NoteCode::Assumed, {}, "spec.workers[0].replicas, spec.workers[0].template"));
  EXPECT_EQ(rolesOf(read(head("example.com/v1", "Nested") +
                         "  replicas: 3\n  group: {name: g, size: 2, podSpec: {containers: [{name: c}]}}\n")),
            "g 6x0");
  EXPECT_EQ(
      rolesOf(read(head("example.com/v1", "Model") + "  replicas: 2\n  resources: {limits: {nvidia.com/gpu: 1}}\n")),
      "2x1");
  EXPECT_EQ(read(head("example.com/v1", "Plain") + "  color: red\n").noPods, NoPods::NotFound);
  const auto later = read(head("leaderworkerset.x-k8s.io/v9", "LeaderWorkerSet") +
                          "  leaderWorkerTemplate: {workerTemplate: " + pod(1) + "}\n");
  EXPECT_TRUE(later.roles.at(0).assumed);
  EXPECT_TRUE(has(later, NoteCode::Assumed, "apiVersion"));
}

TEST(Kinds, AnOperatorsOwnTableIsAskedFirst) {
  const auto table = readKindTable(
      "kinds:\n- group: example.com\n  kind: Fleet\n  roles: [{name: ship, template: spec.ship, pods: spec.ships * 2, "
      "gang: spec.ships}]\n"
      "noPods: [{group: example.com, kinds: [Harbour]}]\n",
      "own.yaml");
  ASSERT_TRUE(table) << describe(table.error());
  EXPECT_EQ(rolesOf(read(head("example.com/v1", "Fleet") + "  ships: 3\n  ship: " + pod(1) + "\n", table->get())),
            "ship 6x1/3");
  EXPECT_EQ(read(head("example.com/v1", "Harbour") + "  x: 1\n", table->get()).noPods, NoPods::Known);
  const auto bad = [](const std::string& role) {
    const auto read = readKindTable("kinds: [{kind: A, roles: [" + role + "]}]", "own.yaml");
    return read ? std::string("accepted") : read.error().subject;
  };
  EXPECT_EQ(bad("{template: spec, pods: \"spec.a +\"}"), "kinds[0].roles[0].pods");
  EXPECT_EQ(bad("{tmplate: spec}"), "kinds[0].roles[0].tmplate");
  EXPECT_EQ(bad("{template: spec, pods: \"" + std::string(500, '(') + "\"}"), "kinds[0].roles[0].pods");
}

TEST(Kinds, ObjectsOfOneFileAreJudgedTogether) {
  const auto manifest = readManifest(
      "apiVersion: v1\nkind: Namespace\nmetadata: {name: ns}\n---\n# nothing here\n---\n" +
          head("apps/v1", "Deployment", "name: d") + "  replicas: many\n  template: " + pod(1) + "\n---\n" +
          pytorch("    Master: {template: " + pod(1) + "}\n") + "---\n" +
          head("batch.volcano.sh/v1alpha1", "Job", "name: v") + "  tasks: [{replicas: 1, template: " + pod(1) + "}]\n",
      "f.yaml");
  ASSERT_TRUE(manifest);
  ASSERT_EQ(manifest->objects.size(), 4U);
  EXPECT_EQ(manifest->objects[0].noPods, NoPods::Known);
  EXPECT_EQ(manifest->objects[1].noPods, NoPods::Unreadable);
  EXPECT_EQ(manifest->objects[1].problems.at(0).subject, "spec.replicas");
  EXPECT_EQ(rolesOf(manifest->objects[2]), "Master 1x1");
  EXPECT_EQ(rolesOf(manifest->objects[3]), "default0 1x1/1");
}

TEST(Kinds, ATextWhereTheKindHasANumberIsReportedAndNeverDropped) {
  const auto sets = read(head("apps/v1", "StatefulSet") + "  replicas: \"3\"\n  template: " + pod(1) + "\n");
  EXPECT_EQ(sets.roles.at(0).pods, 3);
  EXPECT_TRUE(has(sets, NoteCode::TextForNumber, "spec.replicas", "3"));
  const auto groups = read(head("ray.io/v1", "RayCluster") + "  headGroupSpec: {template: " + pod(0) +
                           "}\n  workerGroupSpecs: [{groupName: w, replicas: '2', template: " + pod(1) + "}]\n");
  EXPECT_TRUE(has(groups, NoteCode::TextForNumber, "spec.workerGroupSpecs[0].replicas", "2"));
  const auto steps = read(head("argoproj.io/v1alpha1", "Workflow") +
                          "  entrypoint: \"1\"\n  templates: [{name: \"1\", container: {name: c}}]\n");
  EXPECT_FALSE(has(steps, NoteCode::TextForNumber)) << "a name is a text";
  const auto unknown = read(head("example.com/v1", "Fleet") + "  replicas: \"4\"\n  template: " + pod(1) + "\n");
  EXPECT_EQ(unknown.roles.at(0).pods, 4);
  EXPECT_TRUE(has(unknown, NoteCode::TextForNumber, "spec.replicas", "4"));
}

TEST(Kinds, OddAmountsAreReportedAndHostileObjectsEnd) {
  const auto half = read(head("v1", "Pod") + "  containers: [{name: c, resources: {limits: {nvidia.com/gpu: 0.5}}}]\n");
  EXPECT_TRUE(has(half, NoteCode::NotWhole, "nvidia.com/gpu", "0.5"));
  std::string deep = "{replicas: 2, template: " + pod(1) + "}";
  for (int i = 0; i < 40; ++i) deep = "{replicas: 1000000, inner: " + deep + "}";
  EXPECT_EQ(read(head("example.com/v1", "Deep") + "  a: " + deep + "\n").noPods, NoPods::NotFound);
  std::string wide = head("batch.volcano.sh/v1alpha1", "Job") + "  tasks:\n";
  for (int i = 0; i < 1200; ++i) wide += "  - {replicas: 2000000000, template: " + pod(0) + "}\n";
  const auto manifest = readManifest(wide, "wide.yaml");
  ASSERT_TRUE(manifest);
  EXPECT_EQ(manifest->objects.at(0).problems.at(0).code, ErrorCode::LimitExceeded);
}

TEST(Kinds, AJobSetOfKaiStartsAllItsJobsWhole) {
  const auto set = [](const std::string& metadata, const std::string& more) {
    return read(
        head("jobset.x-k8s.io/v1alpha2", "JobSet", "name: x" + metadata) + more +
        "  replicatedJobs:\n  - {name: w, replicas: 2, template: {spec: {parallelism: 2, completions: 2, template: " +
        pod(4) + "}}}\n  - {name: d, template: {spec: {template: " + pod(0) + "}}}\n");
  };
  const std::string queue = ", labels: {kai.scheduler/queue: team}";
  EXPECT_EQ(rolesOf(set(queue, "")), "w 4x4/4, d 1x0/1");
  EXPECT_EQ(set(queue, "").gang, 5);
  EXPECT_EQ(set("", "").gang, std::nullopt) << "no other scheduler makes a gang of it";
  EXPECT_EQ(set(queue, "  startupPolicy: {startupPolicyOrder: InOrder}\n").gang, std::nullopt);
  EXPECT_EQ(set(queue + ", annotations: {kai.scheduler/batch-min-member: '1'}", "").gang, std::nullopt);
}

TEST(Kinds, ATaskOfVolcanoThatNeedsMorePodsThanItHasIsRejected) {
  const auto job = [](int least) {
    return read(head("batch.volcano.sh/v1alpha1", "Job") + "  tasks: [{name: w, replicas: 2, minAvailable: " +
                std::to_string(least) + ", template: " + pod(1) + "}]\n");
  };
  EXPECT_TRUE(has(job(3), NoteCode::RefusedByWebhook, {}, "3"));
  EXPECT_FALSE(has(job(2), NoteCode::RefusedByWebhook));
}

}  // namespace
}  // namespace cardinal
