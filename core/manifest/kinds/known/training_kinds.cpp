// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/kinds/known/known_kinds.h"

namespace cardinal::yaml {

// Sources: kubeflow/trainer v1.9.4 (the training-operator) and v2.3.0, kubeflow/mpi-operator v0.8.0,
// ray-project/kuberay v1.7.0, volcano-sh/volcano v1.15.1, kubernetes-sigs/jobset v0.12.0,
// kubernetes-sigs/lws v0.10.0, kubeflow/spark-operator v2.5.2, kubedl-io/kubedl b93a2b4,
// AliyunContainerService/et-operator 96806fb.
const char* const kTrainingKinds = R"yaml(
kinds:
- &kubeflow
  group: kubeflow.org
  kind: PyTorchJob
  versions: [v1]
  suspend: spec.runPolicy.suspend
  queue: spec.runPolicy.schedulingPolicy.queue
  # KAI makes a gang of what its label names: the least of an elastic job, minAvailable, else all pods
  gang: if(has(metadata.labels['kai.scheduler/queue']) && has(spec.elasticPolicy.minReplicas), spec.elasticPolicy.minReplicas, spec.runPolicy.schedulingPolicy.minAvailable)
  gangEnforced: has(metadata.labels['kai.scheduler/queue'])
  notes:
  - &kubeflowManaged
    {note: ManagedElsewhere, field: spec.runPolicy.managedBy, detail: spec.runPolicy.managedBy, when: spec.runPolicy.managedBy != 'kubeflow.org/training-operator'}
  - {note: RefusedByWebhook, field: spec.pytorchReplicaSpecs.Worker.replicas, detail: 0, when: spec.pytorchReplicaSpecs.Worker.replicas == 0}
  - {note: RefusedByWebhook, field: spec.pytorchReplicaSpecs.Master.replicas, detail: spec.pytorchReplicaSpecs.Master.replicas, when: spec.pytorchReplicaSpecs.Master.replicas != 1}
  - {note: RefusedByWebhook, field: spec.pytorchReplicaSpecs.Worker, when: has(spec.elasticPolicy) && !has(spec.pytorchReplicaSpecs.Worker) && !has(spec.pytorchReplicaSpecs.worker)}
  - {note: WaitsWithCards, field: spec.pytorchReplicaSpecs.Worker, detail: "'init-pytorch'", when: has(spec.pytorchReplicaSpecs.Master) && has(spec.pytorchReplicaSpecs.Worker)}
  - &kubeflowElastic
    note: Autoscaled
    field: spec.elasticPolicy
    detail: text(text(spec.elasticPolicy.minReplicas ?? (spec.elasticPolicy.maxReplicas ?? ''), '..'), spec.elasticPolicy.maxReplicas ?? (spec.elasticPolicy.minReplicas ?? ''))
    when: has(spec.elasticPolicy)
  roles:
  - each: spec.pytorchReplicaSpecs
    keys: [Master, Worker]
    onlyKeys: true
    template: .template
    pods: .replicas ?? 1
    gang: &kaiGang if(has(metadata.labels['kai.scheduler/queue']), .replicas ?? 1, unknown())
    adds: [{container: init-pytorch, init: true, requests: {cpu: 50m, memory: 10Mi}, when: "@key == 'Worker' && has(spec.pytorchReplicaSpecs.Master)"}]
- <<: *kubeflow
  kind: TFJob
  notes: [*kubeflowManaged]
  roles: [{each: spec.tfReplicaSpecs, keys: [Chief, Master, PS, Worker, Evaluator], template: .template, pods: ".replicas ?? 1", gang: *kaiGang}]
- <<: *kubeflow
  kind: XGBoostJob
  notes: [*kubeflowManaged]
  roles: [{each: spec.xgbReplicaSpecs, keys: [Master, Worker], template: .template, pods: ".replicas ?? 1", gang: *kaiGang}]
- <<: *kubeflow
  kind: PaddleJob
  notes: [*kubeflowManaged, *kubeflowElastic]
  roles: [{each: spec.paddleReplicaSpecs, keys: [Master, Worker], template: .template, pods: ".replicas ?? 1", gang: *kaiGang}]
- <<: *kubeflow
  kind: JAXJob
  notes: [*kubeflowManaged]
  roles: [{each: spec.jaxReplicaSpecs, keys: [Worker], template: .template, pods: ".replicas ?? 1", gang: *kaiGang}]
- <<: *kubeflow
  kind: MPIJob
  versions: [v1, v2beta1, v1alpha1]
  notes:
  - {note: DefaultIsZero, field: spec.mpiReplicaSpecs.Worker, when: has(spec.mpiReplicaSpecs.Worker) && !has(spec.mpiReplicaSpecs.Worker.replicas)}
  - note: HidesCards
    field: spec.mpiReplicaSpecs.Launcher.template.spec.containers
    detail: "'Launcher'"
    when: apiVersion == 'kubeflow.org/v2beta1' && gpus(spec.mpiReplicaSpecs.Launcher.template.spec.containers) > 0 && !spec.runLauncherAsWorker
  - {note: ManagedElsewhere, field: spec.runPolicy.managedBy, detail: spec.runPolicy.managedBy, when: spec.runPolicy.managedBy != 'kubeflow.org/mpi-operator' && spec.runPolicy.managedBy != 'kubeflow.org/training-operator'}
  roles:
  - each: spec.mpiReplicaSpecs
    keys: [Worker, Launcher]
    template: .template
    pods: .replicas ?? if(@key == 'Launcher', 1, 0)
    # without the launcher while it waits for the workers
    gang: >-
      if(has(metadata.labels['kai.scheduler/queue']), if(@key == 'Launcher' && spec.launcherCreationPolicy == 'WaitForWorkersReady', 0,
      .replicas ?? if(@key == 'Launcher', 1, 0)), unknown())
    later: "@key == 'Launcher' && spec.launcherCreationPolicy == 'WaitForWorkersReady'"
    adds: [{container: kubectl-delivery, init: true, requests: {cpu: 100m, memory: 512Mi}, when: "@key == 'Launcher' && apiVersion == 'kubeflow.org/v1'"}]
  # v1alpha1, which arena still makes: the launcher is the same pod without its requests, once all workers are ready
  # (kubeflow/mpi-operator v0.2.3, pkg/controllers/v1alpha1)
  - {name: Worker, template: spec.template, optional: true, pods: "spec.replicas ?? 1"}
  - {name: Launcher, bare: true, fields: spec.template.spec, when: has(spec.template), later: 1}

- group: trainer.kubeflow.org
  kind: TrainJob
  versions: [v1alpha1]
  suspend: spec.suspend
  notes:
  - {note: DefinedElsewhere, field: spec.runtimeRef, detail: "text(text(spec.runtimeRef.kind ?? 'ClusterTrainingRuntime', ' '), spec.runtimeRef.name)"}
  - {note: ManagedElsewhere, field: spec.managedBy, detail: spec.managedBy, when: spec.managedBy != 'trainer.kubeflow.org/trainjob-controller'}
  roles: [{name: node, resources: spec.trainer.resourcesPerNode, elsewhere: true, pods: spec.trainer.numNodes}]
- {group: trainer.kubeflow.org, kind: TrainingRuntime, stores: true}
- {group: trainer.kubeflow.org, kind: ClusterTrainingRuntime, stores: true}

- &rayCluster
  group: ray.io
  kind: RayCluster
  versions: [v1, v1alpha1]
  suspend: spec.suspend
  # the operator runs one batch scheduler; these labels are read by one each
  gangWhen: metadata.labels['ray.io/scheduler-name'] == 'volcano' || has(metadata.labels['ray.io/gang-scheduling-enabled']) || has(metadata.labels['kai.scheduler/queue'])
  # one PodGroup with a least number; YuniKorn has a task group for each role
  gangCountsAll: (metadata.labels['ray.io/scheduler-name'] ?? '') != 'yunikorn'
  notes:
  - {note: ManagedElsewhere, field: spec.managedBy, detail: spec.managedBy, when: spec.managedBy != 'ray.io/kuberay-operator'}
  - {note: WaitsWithCards, field: spec.workerGroupSpecs, detail: "'wait-gcs-ready'", when: count(spec.workerGroupSpecs) > 0}
  - {note: Placeholders, field: metadata.labels, when: "metadata.labels['ray.io/scheduler-name'] == 'yunikorn' && has(metadata.labels['ray.io/gang-scheduling-enabled'])"}
  - {note: Autoscaled, field: spec.enableInTreeAutoscaling, when: spec.enableInTreeAutoscaling}
  roles:
  - &rayHead
    name: head
    template: spec.headGroupSpec.template
    gang: 1
    adds: [{container: autoscaler, requests: {cpu: 500m, memory: 512Mi}, when: spec.enableInTreeAutoscaling}]
  - &rayWorkers
    each: spec.workerGroupSpecs
    nameFrom: .groupName
    template: .template
    pods: if(.suspend, 0, min(max(.replicas ?? 0, .minReplicas ?? 0), .maxReplicas ?? 2147483647) * (.numOfHosts ?? 1))
    gang: >-
      if(metadata.labels['kai.scheduler/queue'] != '' && !has(metadata.labels['ray.io/scheduler-name']),
      if((.minReplicas ?? 0) > 0, .minReplicas, .replicas ?? 0),
      if(spec.enableInTreeAutoscaling || metadata.labels['ray.io/scheduler-name'] == 'yunikorn', .minReplicas ?? 0,
      min(max(.replicas ?? 0, .minReplicas ?? 0), .maxReplicas ?? 2147483647))) * (.numOfHosts ?? 1)
    adds: &rayInit [{container: wait-gcs-ready, init: true, requests: {cpu: 200m, memory: 256Mi}}]
- <<: *rayCluster
  kind: RayJob
  notes:
  - {note: Placeholders, field: metadata.labels, when: "metadata.labels['ray.io/scheduler-name'] == 'yunikorn' && has(metadata.labels['ray.io/gang-scheduling-enabled'])"}
  - {note: ManagedElsewhere, field: spec.managedBy, detail: spec.managedBy, when: spec.managedBy != 'ray.io/kuberay-operator'}
  - {note: WaitsWithCards, field: spec.rayClusterSpec.workerGroupSpecs, detail: "'wait-gcs-ready'", when: count(spec.rayClusterSpec.workerGroupSpecs) > 0}
  - {note: Autoscaled, field: spec.rayClusterSpec.enableInTreeAutoscaling, when: spec.rayClusterSpec.enableInTreeAutoscaling}
  - {note: DefinedElsewhere, field: spec.clusterSelector, detail: "'RayCluster'", when: has(spec.clusterSelector)}
  roles:
  - name: head
    template: spec.rayClusterSpec.headGroupSpec.template
    optional: true
    gang: 1
    adds: [{container: autoscaler, requests: {cpu: 500m, memory: 512Mi}, when: spec.rayClusterSpec.enableInTreeAutoscaling}]
  - <<: *rayWorkers
    each: spec.rayClusterSpec.workerGroupSpecs
    gang: >-
      if(metadata.labels['kai.scheduler/queue'] != '' && !has(metadata.labels['ray.io/scheduler-name']),
      if((.minReplicas ?? 0) > 0, .minReplicas, .replicas ?? 0),
      if(spec.rayClusterSpec.enableInTreeAutoscaling || metadata.labels['ray.io/scheduler-name'] == 'yunikorn', .minReplicas ?? 0,
      min(max(.replicas ?? 0, .minReplicas ?? 0), .maxReplicas ?? 2147483647))) * (.numOfHosts ?? 1)
  - name: submitter
    template: spec.submitterPodTemplate
    later: 1
    when: (spec.submissionMode ?? 'K8sJobMode') == 'K8sJobMode'
    adds: [{container: ray-job-submitter, requests: {cpu: 500m, memory: 200Mi}, when: "!has(spec.submitterPodTemplate)"}]
- group: ray.io
  kind: RayService
  versions: [v1, v1alpha1]
  suspend: spec.suspend
  notes:
  - {note: TwiceOnUpdate, field: spec.upgradeStrategy.type, when: "(spec.upgradeStrategy.type ?? '') != 'None'"}
  - {note: Autoscaled, field: spec.rayClusterConfig.enableInTreeAutoscaling, when: spec.rayClusterConfig.enableInTreeAutoscaling}
  - {note: WaitsWithCards, field: spec.rayClusterConfig.workerGroupSpecs, detail: "'wait-gcs-ready'", when: count(spec.rayClusterConfig.workerGroupSpecs) > 0}
  roles:
  - {name: head, template: spec.rayClusterConfig.headGroupSpec.template, adds: [{container: autoscaler, requests: {cpu: 500m, memory: 512Mi}, when: spec.rayClusterConfig.enableInTreeAutoscaling}]}
  - each: spec.rayClusterConfig.workerGroupSpecs
    nameFrom: .groupName
    template: .template
    pods: if(.suspend, 0, min(max(.replicas ?? 0, .minReplicas ?? 0), .maxReplicas ?? 2147483647) * (.numOfHosts ?? 1))
    adds: *rayInit
- group: ray.io
  kind: RayCronJob
  versions: [v1]
  suspend: spec.suspend
  notes:
  - {note: OnSchedule, field: spec.schedule, detail: spec.schedule}
  - {note: WaitsWithCards, field: spec.jobTemplate.rayClusterSpec.workerGroupSpecs, detail: "'wait-gcs-ready'", when: count(spec.jobTemplate.rayClusterSpec.workerGroupSpecs) > 0}
  - {note: Autoscaled, field: spec.jobTemplate.rayClusterSpec.enableInTreeAutoscaling, when: spec.jobTemplate.rayClusterSpec.enableInTreeAutoscaling}
  - {note: DefinedElsewhere, field: spec.jobTemplate.clusterSelector, detail: "'RayCluster'", when: has(spec.jobTemplate.clusterSelector)}
  roles:
  - name: head
    template: spec.jobTemplate.rayClusterSpec.headGroupSpec.template
    optional: true
    adds: [{container: autoscaler, requests: {cpu: 500m, memory: 512Mi}, when: spec.jobTemplate.rayClusterSpec.enableInTreeAutoscaling}]
  - each: spec.jobTemplate.rayClusterSpec.workerGroupSpecs
    nameFrom: .groupName
    template: .template
    pods: if(.suspend, 0, min(max(.replicas ?? 0, .minReplicas ?? 0), .maxReplicas ?? 2147483647) * (.numOfHosts ?? 1))
    adds: *rayInit
  - name: submitter
    template: spec.jobTemplate.submitterPodTemplate
    later: 1
    when: (spec.jobTemplate.submissionMode ?? 'K8sJobMode') == 'K8sJobMode'
    adds: [{container: ray-job-submitter, requests: {cpu: 500m, memory: 200Mi}, when: "!has(spec.jobTemplate.submitterPodTemplate)"}]
- group: orchestration.aibrix.ai
  kind: RayClusterFleet
  versions: [v1alpha1]
  suspend: spec.template.spec.suspend
  notes:
  - {note: Autoscaled, field: spec.template.spec.enableInTreeAutoscaling, when: spec.template.spec.enableInTreeAutoscaling}
  roles:
  - {name: head, template: spec.template.spec.headGroupSpec.template, pods: "spec.replicas ?? 1", adds: [{container: autoscaler, requests: {cpu: 500m, memory: 512Mi}, when: spec.template.spec.enableInTreeAutoscaling}]}
  - each: spec.template.spec.workerGroupSpecs
    nameFrom: .groupName
    template: .template
    pods: if(.suspend, 0, (spec.replicas ?? 1) * min(max(.replicas ?? 0, .minReplicas ?? 0), .maxReplicas ?? 2147483647) * (.numOfHosts ?? 1))
    adds: *rayInit

- group: batch.volcano.sh
  kind: Job
  versions: [v1alpha1]
  queue: spec.queue ?? 'default'
  scheduler: spec.schedulerName ?? 'volcano'
  priorityClass: spec.priorityClassName
  gang: if(spec.minAvailable > 0, spec.minAvailable, unknown())
  gangEnforced: 1
  notes:
  - {note: RefusedByWebhook, each: spec.tasks, field: .minAvailable, detail: .minAvailable, when: ".minAvailable > (.replicas ?? 0)"}
  roles:
  - each: spec.tasks
    nameFrom: .name ?? text('default', @index)
    template: .template
    pods: .replicas ?? 0
    # a task in partitions needs the least number of them
    gang: if(has(.minAvailable), .minAvailable, if(.partitionPolicy.minPartitions > 0, .partitionPolicy.minPartitions * .partitionPolicy.partitionSize, .replicas ?? 0))
    later: has(.dependsOn)
- group: batch.volcano.sh
  kind: CronJob
  versions: [v1alpha1]
  suspend: spec.suspend
  queue: spec.jobTemplate.spec.queue ?? 'default'
  scheduler: spec.jobTemplate.spec.schedulerName ?? 'volcano'
  priorityClass: spec.jobTemplate.spec.priorityClassName
  gang: if(spec.jobTemplate.spec.minAvailable > 0, spec.jobTemplate.spec.minAvailable, unknown())
  gangEnforced: 1
  notes: [{note: OnSchedule, field: spec.schedule, detail: spec.schedule}]
  roles:
  - each: spec.jobTemplate.spec.tasks
    nameFrom: .name ?? text('default', @index)
    template: .template
    pods: .replicas ?? 0
    # a task in partitions needs the least number of them
    gang: if(has(.minAvailable), .minAvailable, if(.partitionPolicy.minPartitions > 0, .partitionPolicy.minPartitions * .partitionPolicy.partitionSize, .replicas ?? 0))
    later: has(.dependsOn)
- group: flow.volcano.sh
  kind: JobFlow
  versions: [v1alpha1]
  roles: [{each: spec.flows, nameFrom: .name, elsewhere: true, pods: unknown(), later: has(.dependsOn)}]
  notes: [{note: DefinedElsewhere, field: spec.flows, detail: "'JobTemplate'"}]
- {group: flow.volcano.sh, kind: JobTemplate, stores: true}

- group: jobset.x-k8s.io
  kind: JobSet
  versions: [v1alpha2, v1alpha1]
  suspend: spec.suspend
  notes:
  - {note: ManagedElsewhere, field: spec.managedBy, detail: spec.managedBy, when: spec.managedBy != 'jobset.sigs.k8s.io/jobset-controller'}
  # KAI groups all Jobs of the set, each whole
  gangWhen: has(metadata.labels['kai.scheduler/queue']) && (spec.startupPolicy.startupPolicyOrder ?? 'AnyOrder') == 'AnyOrder' && !has(metadata.annotations['kai.scheduler/batch-min-member'])
  roles:
  - each: spec.replicatedJobs
    nameFrom: .name
    template: .template.spec.template
    pods: (.replicas ?? 1) * min(.template.spec.parallelism ?? 1, .template.spec.completions ?? (.template.spec.parallelism ?? 1))
    gang: if(has(.dependsOn), unknown(), (.replicas ?? 1) * min(.template.spec.parallelism ?? 1, .template.spec.completions ?? (.template.spec.parallelism ?? 1)))
    later: has(.dependsOn) || (spec.startupPolicy.startupPolicyOrder == 'InOrder' && @index > 0)
- group: leaderworkerset.x-k8s.io
  kind: LeaderWorkerSet
  versions: [v1]
  # one group of pods for each group of the set, where the operator runs with a gang provider
  gangWhen: spec.leaderWorkerTemplate.workerTemplate.spec.schedulerName == 'volcano' || has(metadata.labels['kai.scheduler/queue'])
  roles:
  - {name: leader, template: [spec.leaderWorkerTemplate.leaderTemplate, spec.leaderWorkerTemplate.workerTemplate], pods: "spec.replicas ?? 1", gang: 1}
  - name: worker
    template: spec.leaderWorkerTemplate.workerTemplate
    pods: (spec.replicas ?? 1) * max((spec.leaderWorkerTemplate.size ?? 1) - 1, 0)
    gang: if(spec.startupPolicy == 'LeaderReady', 0, (spec.leaderWorkerTemplate.size ?? 1) - 1)
    later: spec.startupPolicy == 'LeaderReady'
    when: (spec.leaderWorkerTemplate.size ?? 1) > 1
- group: disaggregatedset.x-k8s.io
  kind: DisaggregatedSet
  versions: [v1]
  roles:
  - each: spec.roles
    nameFrom: text(.name, '-leader')
    template: [.spec.leaderWorkerTemplate.leaderTemplate, .spec.leaderWorkerTemplate.workerTemplate]
    # DisaggregatedSetRoleScalers say how many, where the scaling is external
    pods: if(.scaling.mode == 'External' || spec.scaling.mode == 'External', unknown(), (spec.slices ?? 1) * (.spec.replicas ?? 1))
  - each: spec.roles
    nameFrom: text(.name, '-worker')
    template: .spec.leaderWorkerTemplate.workerTemplate
    pods: if(.scaling.mode == 'External' || spec.scaling.mode == 'External', unknown(), (spec.slices ?? 1) * (.spec.replicas ?? 1) * max((.spec.leaderWorkerTemplate.size ?? 1) - 1, 0))
    when: (.spec.leaderWorkerTemplate.size ?? 1) > 1

- group: workload.codeflare.dev
  kind: AppWrapper
  versions: [v1beta2, v1beta1]
  suspend: spec.suspend
  embeds:
  - {each: spec.components, at: .template, podSets: .podSets}
  - {each: spec.resources.GenericItems, at: .generictemplate}
- group: sparkoperator.k8s.io
  kind: SparkApplication
  versions: [v1beta2]
  suspend: spec.suspend
  queue: spec.batchSchedulerOptions.queue
  notes:
  - note: Autoscaled
    field: spec.dynamicAllocation
    detail: text(text(spec.dynamicAllocation.minExecutors ?? 0, '..'), spec.dynamicAllocation.maxExecutors ?? '')
    when: spec.dynamicAllocation.enabled
  - {note: RefusedByWebhook, field: "spec.sparkConf['spark.driver.resource.gpu.vendor']", when: "has(spec.sparkConf['spark.driver.resource.gpu.amount']) && !has(spec.sparkConf['spark.driver.resource.gpu.vendor'])"}
  - {note: RefusedByWebhook, field: "spec.sparkConf['spark.executor.resource.gpu.vendor']", when: "has(spec.sparkConf['spark.executor.resource.gpu.amount']) && !has(spec.sparkConf['spark.executor.resource.gpu.vendor'])"}
  roles:
  # Spark asks for "vendor/gpu"; without a vendor it does not start
  - name: driver
    template: spec.driver.template
    gpu: spec.driver.gpu
    # cores and memory as Spark asks for them: with the overhead, at least 384 MiB, a tenth of the memory or, for Python
    # and R, four tenths (Spark's documentation, spark.kubernetes.memoryOverheadFactor)
    asks:
    - {resource: "text(spec.sparkConf['spark.driver.resource.gpu.vendor'] ?? 'nvidia.com', '/gpu')", amount: "spec.sparkConf['spark.driver.resource.gpu.amount']"}
    - {resource: "'cpu'", amount: "spec.driver.coreRequest ?? spec.sparkConf['spark.kubernetes.driver.request.cores'] ?? spec.driver.cores ?? spec.sparkConf['spark.driver.cores'] ?? 1", request: true}
    - {resource: "'memory'", amount: "(jvm(spec.driver.memory ?? spec.sparkConf['spark.driver.memory'] ?? '1g') + (jvm(spec.driver.memoryOverhead ?? spec.sparkConf['spark.driver.memoryOverhead']) ?? max(384, ceil(jvm(spec.driver.memory ?? spec.sparkConf['spark.driver.memory'] ?? '1g') * scaled(spec.memoryOverheadFactor ?? spec.sparkConf['spark.kubernetes.memoryOverheadFactor'] ?? if(spec.type == 'Python' || spec.type == 'R', '0.4', '0.1'), 1000) - 999, 1000)))) * 1048576"}
    fields: spec.driver
    selectors:
    - {in: spec.sparkConf, prefix: spark.kubernetes.node.selector.}
    - {in: spec.nodeSelector}
    - {in: spec.sparkConf, prefix: spark.kubernetes.driver.node.selector.}
    sidecars: spec.driver.sidecars
    initContainers: spec.driver.initContainers
  - name: executor
    template: spec.executor.template
    gpu: spec.executor.gpu
    asks:
    - {resource: "text(spec.sparkConf['spark.executor.resource.gpu.vendor'] ?? 'nvidia.com', '/gpu')", amount: "spec.sparkConf['spark.executor.resource.gpu.amount']"}
    - {resource: "'cpu'", amount: "spec.executor.coreRequest ?? spec.sparkConf['spark.kubernetes.executor.request.cores'] ?? spec.executor.cores ?? spec.sparkConf['spark.executor.cores'] ?? 1", request: true}
    - {resource: "'memory'", amount: "(jvm(spec.executor.memory ?? spec.sparkConf['spark.executor.memory'] ?? '1g') + (jvm(spec.executor.memoryOverhead ?? spec.sparkConf['spark.executor.memoryOverhead']) ?? max(384, ceil(jvm(spec.executor.memory ?? spec.sparkConf['spark.executor.memory'] ?? '1g') * scaled(spec.memoryOverheadFactor ?? spec.sparkConf['spark.kubernetes.memoryOverheadFactor'] ?? if(spec.type == 'Python' || spec.type == 'R', '0.4', '0.1'), 1000) - 999, 1000)))) * 1048576"}
    fields: spec.executor
    selectors:
    - {in: spec.sparkConf, prefix: spark.kubernetes.node.selector.}
    - {in: spec.nodeSelector}
    - {in: spec.sparkConf, prefix: spark.kubernetes.executor.node.selector.}
    sidecars: spec.executor.sidecars
    initContainers: spec.executor.initContainers
    later: 1
    # dynamic allocation starts with the largest of its initial and least number and what is asked (Spark's
    # Utils.getDynamicAllocationInitialExecutors)
    pods: >-
      if(spec.dynamicAllocation.enabled,
      max(max(spec.dynamicAllocation.initialExecutors ?? 0, spec.dynamicAllocation.minExecutors ?? 0),
      spec.executor.instances ?? (spec.sparkConf['spark.executor.instances'] ?? 0)),
      spec.executor.instances ?? (spec.sparkConf['spark.executor.instances'] ?? 1))
- group: sparkoperator.k8s.io
  kind: ScheduledSparkApplication
  versions: [v1beta2]
  suspend: spec.suspend
  queue: spec.template.batchSchedulerOptions.queue
  notes:
  - {note: OnSchedule, field: spec.schedule, detail: spec.schedule}
  - note: Autoscaled
    field: spec.template.dynamicAllocation
    detail: text(text(spec.template.dynamicAllocation.minExecutors ?? 0, '..'), spec.template.dynamicAllocation.maxExecutors ?? '')
    when: spec.template.dynamicAllocation.enabled
  - {note: RefusedByWebhook, field: "spec.template.sparkConf['spark.driver.resource.gpu.vendor']", when: "has(spec.template.sparkConf['spark.driver.resource.gpu.amount']) && !has(spec.template.sparkConf['spark.driver.resource.gpu.vendor'])"}
  - {note: RefusedByWebhook, field: "spec.template.sparkConf['spark.executor.resource.gpu.vendor']", when: "has(spec.template.sparkConf['spark.executor.resource.gpu.amount']) && !has(spec.template.sparkConf['spark.executor.resource.gpu.vendor'])"}
  roles:
  - name: driver
    template: spec.template.driver.template
    gpu: spec.template.driver.gpu
    asks:
    - {resource: "text(spec.template.sparkConf['spark.driver.resource.gpu.vendor'] ?? 'nvidia.com', '/gpu')", amount: "spec.template.sparkConf['spark.driver.resource.gpu.amount']"}
    - {resource: "'cpu'", amount: "spec.template.driver.coreRequest ?? spec.template.sparkConf['spark.kubernetes.driver.request.cores'] ?? spec.template.driver.cores ?? spec.template.sparkConf['spark.driver.cores'] ?? 1", request: true}
    - {resource: "'memory'", amount: "(jvm(spec.template.driver.memory ?? spec.template.sparkConf['spark.driver.memory'] ?? '1g') + (jvm(spec.template.driver.memoryOverhead ?? spec.template.sparkConf['spark.driver.memoryOverhead']) ?? max(384, ceil(jvm(spec.template.driver.memory ?? spec.template.sparkConf['spark.driver.memory'] ?? '1g') * scaled(spec.template.memoryOverheadFactor ?? spec.template.sparkConf['spark.kubernetes.memoryOverheadFactor'] ?? if(spec.template.type == 'Python' || spec.template.type == 'R', '0.4', '0.1'), 1000) - 999, 1000)))) * 1048576"}
    fields: spec.template.driver
    selectors:
    - {in: spec.template.sparkConf, prefix: spark.kubernetes.node.selector.}
    - {in: spec.template.nodeSelector}
    - {in: spec.template.sparkConf, prefix: spark.kubernetes.driver.node.selector.}
    sidecars: spec.template.driver.sidecars
    initContainers: spec.template.driver.initContainers
  - name: executor
    template: spec.template.executor.template
    gpu: spec.template.executor.gpu
    asks:
    - {resource: "text(spec.template.sparkConf['spark.executor.resource.gpu.vendor'] ?? 'nvidia.com', '/gpu')", amount: "spec.template.sparkConf['spark.executor.resource.gpu.amount']"}
    - {resource: "'cpu'", amount: "spec.template.executor.coreRequest ?? spec.template.sparkConf['spark.kubernetes.executor.request.cores'] ?? spec.template.executor.cores ?? spec.template.sparkConf['spark.executor.cores'] ?? 1", request: true}
    - {resource: "'memory'", amount: "(jvm(spec.template.executor.memory ?? spec.template.sparkConf['spark.executor.memory'] ?? '1g') + (jvm(spec.template.executor.memoryOverhead ?? spec.template.sparkConf['spark.executor.memoryOverhead']) ?? max(384, ceil(jvm(spec.template.executor.memory ?? spec.template.sparkConf['spark.executor.memory'] ?? '1g') * scaled(spec.template.memoryOverheadFactor ?? spec.template.sparkConf['spark.kubernetes.memoryOverheadFactor'] ?? if(spec.template.type == 'Python' || spec.template.type == 'R', '0.4', '0.1'), 1000) - 999, 1000)))) * 1048576"}
    fields: spec.template.executor
    selectors:
    - {in: spec.template.sparkConf, prefix: spark.kubernetes.node.selector.}
    - {in: spec.template.nodeSelector}
    - {in: spec.template.sparkConf, prefix: spark.kubernetes.executor.node.selector.}
    sidecars: spec.template.executor.sidecars
    initContainers: spec.template.executor.initContainers
    later: 1
    pods: >-
      if(spec.template.dynamicAllocation.enabled,
      max(max(spec.template.dynamicAllocation.initialExecutors ?? 0, spec.template.dynamicAllocation.minExecutors ?? 0),
      spec.template.executor.instances ?? (spec.template.sparkConf['spark.executor.instances'] ?? 0)),
      spec.template.executor.instances ?? (spec.template.sparkConf['spark.executor.instances'] ?? 1))

- &kubedl
  group: training.kubedl.io
  kind: PyTorchJob
  versions: [v1alpha1]
  roles: [{each: spec.pytorchReplicaSpecs, keys: [AIMaster, Master, Worker], template: .template, pods: ".replicas ?? 1"}]
- {<<: *kubedl, kind: TFJob, roles: [{each: spec.tfReplicaSpecs, keys: [AIMaster, Chief, Master, PS, Worker, Evaluator], template: .template, pods: ".replicas ?? 1"}]}
- {<<: *kubedl, kind: XGBoostJob, roles: [{each: spec.xgbReplicaSpecs, keys: [Master, Worker], template: .template, pods: ".replicas ?? 1"}]}
- {<<: *kubedl, kind: XDLJob, roles: [{each: spec.xdlReplicaSpecs, template: .template, pods: ".replicas ?? 1"}]}
- {<<: *kubedl, kind: MarsJob, roles: [{each: spec.marsReplicaSpecs, template: .template, pods: ".replicas ?? 1"}]}
- {<<: *kubedl, kind: ElasticDLJob, roles: [{each: spec.elasticdlReplicaSpecs, template: .template, pods: ".replicas ?? 1"}]}
- {<<: *kubedl, kind: MPIJob, roles: [{each: spec.mpiReplicaSpecs, keys: [Worker, Launcher], template: .template, pods: ".replicas ?? 1"}]}
- {<<: *kubedl, group: inference.kubedl.io, kind: ElasticBatchJob, roles: [{each: spec.elasticBatchReplicaSpecs, keys: [AIMaster, Worker], template: .template, pods: ".replicas ?? 1"}]}
- group: serving.kubedl.io
  kind: Inference
  versions: [v1alpha1]
  notes:
  - {note: Autoscaled, each: spec.predictors, field: .autoScale, detail: "text(text(.autoScale.minReplicas ?? 1, '..'), .autoScale.maxReplicas ?? '')", when: has(.autoScale)}
  roles: [{each: spec.predictors, nameFrom: .name, template: .template, pods: ".replicas ?? 1"}]
- {group: notebook.kubedl.io, kind: Notebook, versions: [v1alpha1], roles: [{template: spec.template}]}
- group: apps.kubedl.io
  kind: Cron
  versions: [v1alpha1]
  suspend: spec.suspend
  notes: [{note: OnSchedule, field: spec.schedule, detail: spec.schedule}]
  embeds: [{at: spec.template.workload, typed: spec.template}]
- group: kai.alibabacloud.com
  kind: TrainingJob
  versions: [v1alpha1]
  roles: [{each: spec.etReplicaSpecs, keys: [launcher, worker], template: .template, pods: ".replicas ?? 1"}]
)yaml";

}  // namespace cardinal::yaml
