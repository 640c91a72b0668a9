// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/kinds/known/known_kinds.h"

namespace cardinal::yaml {

// Sources: kserve/kserve v0.20.0, knative/serving knative-v1.23.0, ai-dynamo/dynamo 0fddc01 (v1beta1 types),
// ai-dynamo/grove v0.1.0-alpha.11, NVIDIA/k8s-nim-operator v3.1.2, vllm-project/aibrix v0.7.0, sgl-project/rbg v0.7.0,
// volcano-sh/kthena v1.0.0.
const char* const kServingKinds = R"yaml(
kinds:
- group: serving.kserve.io
  kind: InferenceService
  versions: [v1beta1]
  notes:
  - note: DefinedElsewhere
    field: spec.predictor
    detail: text('ServingRuntime ', spec.predictor.model.runtime ?? (spec.predictor.model.modelFormat.name ?? ''))
    when: count(spec.predictor.containers) == 0 || has(spec.predictor.model) || has(spec.predictor.pytorch) || has(spec.predictor.tensorflow) || has(spec.predictor.triton) || has(spec.predictor.huggingface) || has(spec.predictor.onnx) || has(spec.predictor.sklearn) || has(spec.predictor.xgboost) || has(spec.predictor.pmml) || has(spec.predictor.lightgbm) || has(spec.predictor.paddle)
  - note: Autoscaled
    field: spec.predictor.maxReplicas
    detail: text(text(spec.predictor.minReplicas ?? 1, '..'), spec.predictor.maxReplicas)
    when: has(spec.predictor.maxReplicas)
  roles:
  # a model is a container of the pod, merged with that of its runtime; further containers stand beside it
  # (kserve pkg/controller/v1beta1/inferenceservice/components/predictor.go)
  - name: predictor
    resources: [spec.predictor.model.resources, spec.predictor.pytorch.resources, spec.predictor.tensorflow.resources, spec.predictor.triton.resources, spec.predictor.huggingface.resources, spec.predictor.onnx.resources, spec.predictor.sklearn.resources, spec.predictor.xgboost.resources, spec.predictor.pmml.resources, spec.predictor.lightgbm.resources, spec.predictor.paddle.resources]
    main: kserve-container
    sidecars: spec.predictor.containers
    initContainers: spec.predictor.initContainers
    fields: spec.predictor
    elsewhere: true
    when: "(has(spec.predictor.model) || has(spec.predictor.pytorch) || has(spec.predictor.tensorflow) || has(spec.predictor.triton) || has(spec.predictor.huggingface) || has(spec.predictor.onnx) || has(spec.predictor.sklearn) || has(spec.predictor.xgboost) || has(spec.predictor.pmml) || has(spec.predictor.lightgbm) || has(spec.predictor.paddle)) && !(has(spec.predictor.model) && extended(spec.predictor.model.resources) == 0 && gpus(spec.predictor.workerSpec.containers) > 0)"
    pods: &predictors if(metadata.annotations['serving.kserve.io/stop'] == 'true', 0, spec.predictor.minReplicas ?? 1)
    adds: [{container: storage-initializer, init: true, requests: {cpu: 100m, memory: 100Mi}, when: has(spec.predictor.model.storageUri)}]
  # of a model over several nodes: the head takes what the workers leave, where the runtime says no other number
  # (computeRayNodeAndGPUs of the same file)
  - name: predictor
    main: kserve-container
    bare: true
    asks:
    - resource: "'nvidia.com/gpu'"
      amount: >-
        (spec.predictor.workerSpec.pipelineParallelSize ?? 1) * (spec.predictor.workerSpec.tensorParallelSize ?? 1) -
        gpus(spec.predictor.workerSpec.containers) * (ceil((spec.predictor.workerSpec.pipelineParallelSize ?? 1) *
        (spec.predictor.workerSpec.tensorParallelSize ?? 1), gpus(spec.predictor.workerSpec.containers)) - 1)
    sidecars: spec.predictor.containers
    initContainers: spec.predictor.initContainers
    fields: spec.predictor
    when: has(spec.predictor.model) && extended(spec.predictor.model.resources) == 0 && gpus(spec.predictor.workerSpec.containers) > 0
    pods: *predictors
  - name: predictor
    podSpec: spec.predictor
    elsewhere: true
    when: "!(has(spec.predictor.model) || has(spec.predictor.pytorch) || has(spec.predictor.tensorflow) || has(spec.predictor.triton) || has(spec.predictor.huggingface) || has(spec.predictor.onnx) || has(spec.predictor.sklearn) || has(spec.predictor.xgboost) || has(spec.predictor.pmml) || has(spec.predictor.lightgbm) || has(spec.predictor.paddle))"
    pods: *predictors
  - name: worker
    podSpec: spec.predictor.workerSpec
    elsewhere: true
    when: has(spec.predictor.workerSpec)
    # nodes = all GPUs / GPUs of a worker; the head is one of them
    pods: >-
      if(metadata.annotations['serving.kserve.io/stop'] == 'true', 0, ceil((spec.predictor.workerSpec.pipelineParallelSize ?? 1) *
      (spec.predictor.workerSpec.tensorParallelSize ?? 1), gpus(spec.predictor.workerSpec.containers)) - 1)
  - {name: transformer, podSpec: spec.transformer, elsewhere: true, when: has(spec.transformer), pods: "if(metadata.annotations['serving.kserve.io/stop'] == 'true', 0, spec.transformer.minReplicas ?? 1)"}
  - {name: explainer, podSpec: spec.explainer, elsewhere: true, when: has(spec.explainer), pods: "if(metadata.annotations['serving.kserve.io/stop'] == 'true', 0, spec.explainer.minReplicas ?? 1)"}
- group: serving.kserve.io
  kind: LLMInferenceService
  versions: [v1alpha2, v1alpha1]
  notes:
  - {note: DefinedElsewhere, field: spec.baseRefs, detail: "'LLMInferenceServiceConfig'", when: count(spec.template.containers) == 0}
  - {note: Autoscaled, field: spec.scaling, detail: "text(text(spec.scaling.minReplicas ?? 1, '..'), spec.scaling.maxReplicas ?? '')", when: has(spec.scaling)}
  - {note: Autoscaled, field: spec.prefill.scaling, detail: "text(text(spec.prefill.scaling.minReplicas ?? 1, '..'), spec.prefill.scaling.maxReplicas ?? '')", when: has(spec.prefill.scaling)}
  roles:
  # the controller makes a claim for the pods that serve
  - {name: main, podSpec: spec.template, elsewhere: true, elsewhereWhen: "has(metadata.annotations['serving.kserve.io/exp-dra-device-class'])", elsewhereOf: &kserveClass "if(has(metadata.annotations['serving.kserve.io/exp-dra-device-class']), text('DeviceClass ', metadata.annotations['serving.kserve.io/exp-dra-device-class']), '')", pods: "if(metadata.annotations['serving.kserve.io/stop'] == 'true', 0, spec.replicas ?? (spec.scaling.minReplicas ?? 1))"}
  - name: worker
    podSpec: spec.worker
    elsewhere: true
    elsewhereWhen: has(metadata.annotations['serving.kserve.io/exp-dra-device-class'])
    elsewhereOf: *kserveClass
    when: has(spec.worker)
    pods: if(metadata.annotations['serving.kserve.io/stop'] == 'true', 0, spec.replicas ?? (spec.scaling.minReplicas ?? 1)) * max(if(has(spec.parallelism.data), max(ceil(spec.parallelism.data, spec.parallelism.dataLocal ?? 1), 1), spec.parallelism.pipeline ?? 1) - 1, 0)
  - {name: prefill, podSpec: spec.prefill.template, elsewhere: true, elsewhereWhen: "has(metadata.annotations['serving.kserve.io/exp-dra-device-class'])", elsewhereOf: *kserveClass, when: has(spec.prefill), pods: "if(metadata.annotations['serving.kserve.io/stop'] == 'true', 0, spec.prefill.replicas ?? (spec.prefill.scaling.minReplicas ?? 1))"}
  - name: prefill-worker
    podSpec: spec.prefill.worker
    elsewhere: true
    elsewhereWhen: has(metadata.annotations['serving.kserve.io/exp-dra-device-class'])
    elsewhereOf: *kserveClass
    when: has(spec.prefill.worker)
    pods: if(metadata.annotations['serving.kserve.io/stop'] == 'true', 0, spec.prefill.replicas ?? (spec.prefill.scaling.minReplicas ?? 1)) * max(if(has(spec.prefill.parallelism.data), max(ceil(spec.prefill.parallelism.data, spec.prefill.parallelism.dataLocal ?? 1), 1), spec.prefill.parallelism.pipeline ?? 1) - 1, 0)
  # the endpoint picker, where its pod stands in the object
  - {name: scheduler, podSpec: spec.router.scheduler.template, optional: true, pods: "if(metadata.annotations['serving.kserve.io/stop'] == 'true', 0, 1)"}
- group: serving.kserve.io
  kind: InferenceGraph
  versions: [v1alpha1]
  # without resources the controller's ConfigMap says cpu and memory
  roles: [{name: router, resources: spec.resources, fields: spec, bare: true, pods: "if(metadata.annotations['serving.kserve.io/stop'] == 'true', 0, spec.minReplicas ?? 1)"}]
- {group: serving.kserve.io, kind: ServingRuntime, stores: true}
- {group: serving.kserve.io, kind: ClusterServingRuntime, stores: true}
- {group: serving.kserve.io, kind: LLMInferenceServiceConfig, stores: true}

# a component's own number, else that of its predictor, else that of the whole
# (SeldonIO/seldon-core v1.18.2, operator/controllers/seldondeployment_controller.go)
- group: machinelearning.seldon.io
  kind: SeldonDeployment
  versions: [v1, v1alpha3, v1alpha2]
  notes:
  - {note: Autoscaled, each: "spec.predictors[].componentSpecs", field: .hpaSpec, detail: "text(text(.hpaSpec.minReplicas ?? 1, '..'), .hpaSpec.maxReplicas ?? '')", when: has(.hpaSpec)}
  - {note: Autoscaled, each: "spec.predictors[].componentSpecs", field: .kedaSpec, when: has(.kedaSpec)}
  - {note: DefinedElsewhere, each: spec.predictors, field: .graph, detail: "'ConfigMap seldon-config'", when: count(.componentSpecs) == 0}
  roles:
  - each: spec.predictors[].componentSpecs
    nameFrom: ^.name
    podSpec: .spec
    pods: .replicas ?? (^.replicas ?? (spec.replicas ?? 1))
- &knative
  group: serving.knative.dev
  kind: Service
  versions: [v1]
  notes: [{note: Autoscaled, field: spec.template.metadata.annotations}]
  roles:
  - template: spec.template
    pods: >-
      max(spec.template.metadata.annotations['autoscaling.knative.dev/initial-scale'] ?? (spec.template.metadata.annotations['autoscaling.knative.dev/initialScale'] ?? 1),
      spec.template.metadata.annotations['autoscaling.knative.dev/min-scale'] ?? (spec.template.metadata.annotations['autoscaling.knative.dev/minScale'] ?? 0))
    adds: [{container: queue-proxy, requests: {cpu: 25m}}]
- {<<: *knative, kind: Configuration}

- group: nvidia.com
  kind: DynamoGraphDeployment
  versions: [v1beta1, v1alpha1]
  notes:
  - {note: Autoscaled, each: spec.services, field: .autoscaling, detail: "text(text(.autoscaling.minReplicas ?? 1, '..'), .autoscaling.maxReplicas ?? '')", when: .autoscaling.enabled}
  - {note: Autoscaled, each: spec.services, field: .scalingAdapter, when: .scalingAdapter.enabled}
  - {note: Autoscaled, each: spec.components, field: .scalingAdapter, when: has(.scalingAdapter)}
  roles:
  # components of a group are scaled together
  - {each: spec.components, nameFrom: .name, template: .podTemplate, elsewhere: true, pods: "(.replicas ?? 1) * (.multinode.nodeCount ?? 1) * (lookup(spec.experimental.componentGroups, components, .name, replicas) ?? 1)"}
  # v1alpha1: `gpu` counts the resource that gpuType names; `custom` and the main container name theirs
  - each: spec.services
    nameFrom: "@key"
    container: .extraPodSpec.mainContainer
    fields: .extraPodSpec
    sidecars: .extraPodSpec.containers
    initContainers: .extraPodSpec.initContainers
    bare: true
    asks: [{resource: ".resources.limits.gpuType ?? 'nvidia.com/gpu'", amount: ".resources.limits.gpu ?? .resources.requests.gpu"}]
    lists: [.resources.requests.custom, .resources.limits.custom]
    pods: (.replicas ?? 1) * (.multinode.nodeCount ?? 1)
- group: nvidia.com
  kind: DynamoComponentDeployment
  versions: [v1alpha1, v1beta1]
  roles:
  - template: spec.podTemplate
    container: spec.extraPodSpec.mainContainer
    fields: spec.extraPodSpec
    sidecars: spec.extraPodSpec.containers
    initContainers: spec.extraPodSpec.initContainers
    bare: true
    asks: [{resource: "spec.resources.limits.gpuType ?? 'nvidia.com/gpu'", amount: "spec.resources.limits.gpu ?? spec.resources.requests.gpu"}]
    lists: [spec.resources.requests.custom, spec.resources.limits.custom]
    pods: (spec.replicas ?? 1) * (spec.multinode.nodeCount ?? 1)
- group: grove.io
  kind: PodCliqueSet
  versions: [v1alpha1]
  notes:
  - {note: Autoscaled, each: spec.template.cliques, field: .spec.autoScalingConfig, detail: "text(text(.spec.autoScalingConfig.minReplicas ?? (.spec.replicas ?? 1), '..'), .spec.autoScalingConfig.maxReplicas)", when: has(.spec.autoScalingConfig)}
  - {note: Autoscaled, each: spec.template.podCliqueScalingGroups, field: .scaleConfig, detail: "text(text(.scaleConfig.minReplicas ?? (.replicas ?? 1), '..'), .scaleConfig.maxReplicas)", when: has(.scaleConfig)}
  gangEnforced: 1
  roles:
  - each: spec.template.cliques
    nameFrom: .name
    podSpec: .spec.podSpec
    pods: (spec.replicas ?? 1) * (.spec.replicas ?? 1) * (lookup(spec.template.podCliqueScalingGroups, cliqueNames, .name, replicas) ?? 1)
    # the base gang: further replicas of a scaling group are gangs of their own
    gang: (.spec.minAvailable ?? (.spec.replicas ?? 1)) * (lookup(spec.template.podCliqueScalingGroups, cliqueNames, .name, minAvailable) ?? 1)
- group: grove.io
  kind: PodClique
  versions: [v1alpha1]
  roles: [{podSpec: spec.podSpec, pods: "spec.replicas ?? 1"}]
- group: apps.nvidia.com
  kind: NIMService
  versions: [v1alpha1]
  notes:
  - {note: Autoscaled, field: spec.scale.hpa, detail: "text(text(spec.scale.hpa.minReplicas ?? 1, '..'), spec.scale.hpa.maxReplicas)", when: spec.scale.enabled}
  roles:
  # where nothing of it names a GPU, the operator asks for as many as the model profile of the NIMCache needs
  - resources: spec.resources
    claims: spec.draResources
    asks: [{resource: "'nvidia.com/gpu'", amount: "if(count(spec.draResources) > 0, unknown(), spec.multiNode.gpusPerPod)"}]
    fields: spec
    bare: true
    elsewhereWhen: extended(spec.resources) == 0 && count(spec.draResources) == 0 && !has(spec.multiNode.gpusPerPod) && (!has(spec.resources) || has(spec.storage.nimCache.name))
    elsewhereOf: if(has(spec.storage.nimCache.name), text('NIMCache ', spec.storage.nimCache.name), 'NIMCache')
    pods: (spec.replicas ?? 1) * (spec.multiNode.parallelism.pipeline ?? (spec.multiNode.size ?? 1))
- group: apps.nvidia.com
  kind: NIMCache
  versions: [v1alpha1]
  # the Job that downloads the model; the GPUs of its source choose a profile, they are not asked for
  roles: [{resources: spec.resources, fields: spec, bare: true}]
- group: apps.nvidia.com
  kind: NIMPipeline
  versions: [v1alpha1]
  roles:
  - each: spec.services
    nameFrom: .name
    resources: .spec.resources
    claims: .spec.draResources
    asks: [{resource: "'nvidia.com/gpu'", amount: "if(count(.spec.draResources) > 0, unknown(), .spec.multiNode.gpusPerPod)"}]
    fields: .spec
    bare: true
    elsewhereWhen: extended(.spec.resources) == 0 && count(.spec.draResources) == 0 && !has(.spec.multiNode.gpusPerPod) && (!has(.spec.resources) || has(.spec.storage.nimCache.name))
    elsewhereOf: if(has(.spec.storage.nimCache.name), text('NIMCache ', .spec.storage.nimCache.name), 'NIMCache')
    # a service that does not say `enabled` is off
    pods: if(.enabled, (.spec.replicas ?? 1) * (.spec.multiNode.parallelism.pipeline ?? (.spec.multiNode.size ?? 1)), 0)

- group: orchestration.aibrix.ai
  kind: StormService
  versions: [v1alpha1]
  queue: spec.template.spec.schedulingStrategy.volcanoSchedulingStrategy.queue
  # each RoleSet has a PodGroup of its own
  gang: if((spec.replicas ?? 1) == 1, spec.template.spec.schedulingStrategy.volcanoSchedulingStrategy.minMember ?? spec.template.spec.schedulingStrategy.coschedulingSchedulingStrategy.minMember ?? spec.template.spec.schedulingStrategy.godelSchedulingStrategy.minMember, unknown())
  gangCountsAll: 1
  roles: [{each: spec.template.spec.roles, nameFrom: .name, template: .template, pods: "(spec.replicas ?? 1) * (.replicas ?? 1) * max(.podGroupSize ?? 1, 1)"}]
- group: orchestration.aibrix.ai
  kind: RoleSet
  versions: [v1alpha1]
  queue: spec.schedulingStrategy.volcanoSchedulingStrategy.queue
  gang: spec.schedulingStrategy.volcanoSchedulingStrategy.minMember ?? spec.schedulingStrategy.coschedulingSchedulingStrategy.minMember ?? spec.schedulingStrategy.godelSchedulingStrategy.minMember
  gangCountsAll: 1
  roles: [{each: spec.roles, nameFrom: .name, template: .template, pods: "(.replicas ?? 1) * max(.podGroupSize ?? 1, 1)"}]
- group: orchestration.aibrix.ai
  kind: PodSet
  versions: [v1alpha1]
  roles: [{template: spec.template, pods: "spec.podGroupSize ?? 1"}]
- group: workload.serving.volcano.sh
  kind: ModelServing
  versions: [v1alpha1]
  queue: metadata.annotations['scheduling.volcano.sh/queue-name']
  scheduler: spec.schedulerName ?? 'volcano'
  # each ServingGroup has a PodGroup of its own, with Volcano's scheduler alone
  gangWhen: (spec.schedulerName ?? 'volcano') == 'volcano'
  roles:
  - each: spec.template.roles
    nameFrom: text(.name, '-entry')
    template: .entryTemplate
    pods: (spec.replicas ?? 1) * (.replicas ?? 1)
    gang: min(entry(spec.template.gangPolicy.minRoleReplicas, .name) ?? (.replicas ?? 1), .replicas ?? 1)
  - each: spec.template.roles
    nameFrom: text(.name, '-worker')
    template: .workerTemplate
    when: .workerReplicas > 0
    pods: (spec.replicas ?? 1) * (.replicas ?? 1) * .workerReplicas
    gang: min(entry(spec.template.gangPolicy.minRoleReplicas, .name) ?? (.replicas ?? 1), .replicas ?? 1) * .workerReplicas
- group: workload.serving.volcano.sh
  kind: ModelBooster
  versions: [v1alpha1]
  scheduler: spec.backend.schedulerName ?? 'volcano'
  gangWhen: (spec.backend.schedulerName ?? 'volcano') == 'volcano'
  roles:
  # the engine's container of its ModelServing (pkg/model-booster-controller/convert/templates); only a server has several pods
  - each: spec.backend.workers
    nameFrom: .type ?? 'server'
    resources: .resources
    main: engine
    fields: .
    bare: true
    pods: (spec.backend.replicas ?? 0) * (.replicas ?? 0) * if((.type ?? 'server') == 'server', max(.pods ?? 1, 1), 1)
    gang: (.replicas ?? 0) * if((.type ?? 'server') == 'server', max(.pods ?? 1, 1), 1)
- group: workloads.x-k8s.io
  kind: RoleBasedGroup
  versions: [v1alpha2, v1alpha1]
  gangWhen: metadata.annotations['rbg.workloads.x-k8s.io/group-gang-scheduling'] == 'true' || has(spec.podGroupPolicy)
  # one PodGroup with a least number, in which pods of components count as one for each replica of the role
  gangCountsAll: 1
  roles:
  - each: spec.roles
    nameFrom: .name
    template: [.standalonePattern.template, .leaderWorkerPattern.template, .leaderWorkerPattern.leaderTemplate, .template]
    templateRef: &rbgRef [.standalonePattern.templateRef, .leaderWorkerPattern.templateRef, .templateRef]
    templatesIn: spec.roleTemplates
    patches: [.standalonePattern.templateRef.patch, .leaderWorkerPattern.templateRef.patch, .templatePatch]
    elsewhere: true
    elsewhereOf: &rbgNamed "if(has(.standalonePattern.templateRef.name) || has(.leaderWorkerPattern.templateRef.name) || has(.templateRef.name), text('spec.roleTemplates ', .standalonePattern.templateRef.name ?? (.leaderWorkerPattern.templateRef.name ?? .templateRef.name)), '')"
    pods: (.replicas ?? 1) * (.leaderWorkerPattern.size ?? (.leaderWorkerSet.size ?? 1))
    gang: (.replicas ?? 1) * (.leaderWorkerPattern.size ?? (.leaderWorkerSet.size ?? 1))
    later: count(.dependencies) > 0
    when: "!(has(.customComponentsPattern) || has(.leaderWorkerPattern.leaderTemplatePatch) || has(.leaderWorkerPattern.workerTemplatePatch) || has(.leaderWorkerSet.patchLeaderTemplate) || has(.leaderWorkerSet.patchWorkerTemplate))"
  # patches make two forms of one template: the leader's and the workers'
  - each: spec.roles
    nameFrom: text(.name, '-leader')
    template: [.leaderWorkerPattern.template, .template]
    templateRef: *rbgRef
    templatesIn: spec.roleTemplates
    patches: [.leaderWorkerPattern.templateRef.patch, .templatePatch, .leaderWorkerPattern.leaderTemplatePatch, .leaderWorkerSet.patchLeaderTemplate]
    elsewhere: true
    elsewhereOf: *rbgNamed
    pods: .replicas ?? 1
    gang: .replicas ?? 1
    later: count(.dependencies) > 0
    when: has(.leaderWorkerPattern.leaderTemplatePatch) || has(.leaderWorkerPattern.workerTemplatePatch) || has(.leaderWorkerSet.patchLeaderTemplate) || has(.leaderWorkerSet.patchWorkerTemplate)
  - each: spec.roles
    nameFrom: text(.name, '-worker')
    template: [.leaderWorkerPattern.template, .template]
    templateRef: *rbgRef
    templatesIn: spec.roleTemplates
    patches: [.leaderWorkerPattern.templateRef.patch, .templatePatch, .leaderWorkerPattern.workerTemplatePatch, .leaderWorkerSet.patchWorkerTemplate]
    elsewhere: true
    elsewhereOf: *rbgNamed
    pods: (.replicas ?? 1) * max((.leaderWorkerPattern.size ?? (.leaderWorkerSet.size ?? 1)) - 1, 0)
    gang: (.replicas ?? 1) * max((.leaderWorkerPattern.size ?? (.leaderWorkerSet.size ?? 1)) - 1, 0)
    later: count(.dependencies) > 0
    when: (has(.leaderWorkerPattern.workerTemplatePatch) || has(.leaderWorkerPattern.leaderTemplatePatch) || has(.leaderWorkerSet.patchLeaderTemplate) || has(.leaderWorkerSet.patchWorkerTemplate)) && (.leaderWorkerPattern.size ?? (.leaderWorkerSet.size ?? 1)) > 1
  - each: spec.roles[].customComponentsPattern.components
    nameFrom: text(text(^.name, '-'), .name)
    template: .template
    elsewhere: true
    pods: (^.replicas ?? 1) * (.size ?? 1)
    gang: if(@index == 0, ^.replicas ?? 1, 0)
    later: count(^.dependencies) > 0
)yaml";

// Whole groups are named only where no kind of them creates pods by itself. "*.domain" = every group one label below.
const char* const kKindsWithoutPods = R"yaml(
noPods:
- {group: "", kinds: [Namespace, Service, ConfigMap, Secret, ServiceAccount, PersistentVolume, PersistentVolumeClaim, ResourceQuota, LimitRange, Endpoints, Event, Node, Binding]}
- {group: apps, kinds: [ControllerRevision]}
- {group: rbac.authorization.k8s.io, kinds: ["*"]}
- {group: networking.k8s.io, kinds: ["*"]}
- {group: gateway.networking.k8s.io, kinds: ["*"]}
- {group: inference.networking.k8s.io, kinds: ["*"]}
- {group: inference.networking.x-k8s.io, kinds: ["*"]}
- {group: policy, kinds: ["*"]}
- {group: autoscaling, kinds: ["*"]}
- {group: autoscaling.k8s.io, kinds: ["*"]}
- {group: keda.sh, kinds: [ScaledObject, TriggerAuthentication, ClusterTriggerAuthentication]}
- {group: storage.k8s.io, kinds: ["*"]}
- {group: scheduling.k8s.io, kinds: ["*"]}
- {group: coordination.k8s.io, kinds: ["*"]}
- {group: discovery.k8s.io, kinds: ["*"]}
- {group: node.k8s.io, kinds: ["*"]}
- {group: resource.k8s.io, kinds: ["*"]}
- {group: admissionregistration.k8s.io, kinds: ["*"]}
- {group: apiextensions.k8s.io, kinds: ["*"]}
- {group: apiregistration.k8s.io, kinds: ["*"]}
- {group: certificates.k8s.io, kinds: ["*"]}
- {group: flowcontrol.apiserver.k8s.io, kinds: ["*"]}
- {group: kustomize.config.k8s.io, kinds: ["*"]}
- {group: monitoring.coreos.com, kinds: [ServiceMonitor, PodMonitor, PrometheusRule, Probe]}
- {group: cert-manager.io, kinds: ["*"]}
- {group: kueue.x-k8s.io, kinds: ["*"]}
- {group: scheduling.volcano.sh, kinds: ["*"]}
- {group: bus.volcano.sh, kinds: ["*"]}
- {group: scheduling.x-k8s.io, kinds: ["*"]}
- {group: scheduling.sigs.k8s.io, kinds: ["*"]}
- {group: scheduling.koordinator.sh, kinds: ["*"]}
- {group: quota.koordinator.sh, kinds: ["*"]}
- {group: slo.koordinator.sh, kinds: ["*"]}
- {group: scheduling.run.ai, kinds: ["*"]}
- {group: kai.scheduler, kinds: [Topology]}
- {group: kai.alibabacloud.com, kinds: [ScaleIn, ScaleOut]}
- {group: topology.volcano.sh, kinds: ["*"]}
- {group: nodeinfo.volcano.sh, kinds: ["*"]}
- {group: autoscaling.x-k8s.io, kinds: ["*"]}
- {group: scheduler.grove.io, kinds: ["*"]}
- {group: grove.io, kinds: [ClusterTopology, ClusterTopologyBinding]}
- {group: workload.serving.volcano.sh, kinds: [AutoscalingPolicy, AutoscalingPolicyBinding]}
- {group: networking.serving.volcano.sh, kinds: ["*"]}
- {group: disaggregatedset.x-k8s.io, kinds: [DisaggregatedSetRoleScaler]}
- {group: serving.kserve.io, kinds: [TrainedModel, ClusterStorageContainer]}
- {group: serving.knative.dev, kinds: [Route]}
- {group: networking.istio.io, kinds: ["*"]}
- {group: "*.istio.io", kinds: [AuthorizationPolicy, PeerAuthentication, RequestAuthentication]}
- {group: snapshot.storage.k8s.io, kinds: ["*"]}
)yaml";

}  // namespace cardinal::yaml
