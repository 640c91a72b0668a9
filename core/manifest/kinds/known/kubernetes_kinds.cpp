// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/kinds/known/known_kinds.h"

namespace cardinal::yaml {

// Sources: kubernetes/api v0.36.3 (apps/v1, batch/v1, core/v1), argoproj/argo-rollouts v1.9.1, openkruise/kruise
// v1.9.0, kubeflow/notebooks v1.11.0, argoproj/argo-workflows v4.1.2.
const char* const kKubernetesKinds = R"yaml(
kinds:
- kind: Pod
  versions: [v1]
  roles: [{template: .}]
- kind: PodTemplate
  stores: true
- &replicated
  kind: ReplicationController
  versions: [v1]
  roles: [{template: spec.template, pods: "spec.replicas ?? 1"}]
- &deployment
  group: apps
  kind: Deployment
  versions: [v1, v1beta2, v1beta1]
  # a Deployment that is created while paused makes no ReplicaSet before it is resumed
  suspend: spec.paused
  roles: [{template: spec.template, pods: "spec.replicas ?? 1"}]
- {<<: *deployment, group: extensions, versions: [v1beta1]}
- {<<: *replicated, group: apps, kind: ReplicaSet, versions: [v1, v1beta2]}
- {<<: *replicated, group: extensions, kind: ReplicaSet, versions: [v1beta1]}
- {<<: *replicated, group: apps, kind: StatefulSet, versions: [v1, v1beta2, v1beta1]}
- &daemons
  group: apps
  kind: DaemonSet
  versions: [v1, v1beta2]
  notes: [{note: PerNode}]
  roles: [{template: spec.template, pods: unknown()}]
- {<<: *daemons, group: extensions, versions: [v1beta1]}
- group: batch
  kind: Job
  versions: [v1]
  suspend: spec.suspend
  gang: spec.scheduling.schedulingPolicy.gang.minCount ?? metadata.annotations['kai.scheduler/batch-min-member']
  notes:
  - {note: ManagedElsewhere, field: spec.managedBy, detail: spec.managedBy, when: spec.managedBy != 'kubernetes.io/job-controller'}
  roles:
  - template: spec.template
    pods: min(spec.parallelism ?? 1, spec.completions ?? (spec.parallelism ?? 1))
- group: batch
  kind: CronJob
  versions: [v1, v1beta1]
  suspend: spec.suspend
  # Kueue reads the label of the Jobs that are made
  queue: spec.jobTemplate.metadata.labels['kueue.x-k8s.io/queue-name']
  notes: [{note: OnSchedule, field: spec.schedule, detail: spec.schedule}]
  roles:
  - template: spec.jobTemplate.spec.template
    pods: min(spec.jobTemplate.spec.parallelism ?? 1, spec.jobTemplate.spec.completions ?? (spec.jobTemplate.spec.parallelism ?? 1))

- group: argoproj.io
  kind: Rollout
  versions: [v1alpha1]
  suspend: spec.paused
  notes:
  - {note: DefinedElsewhere, field: spec.workloadRef, detail: "text(text(spec.workloadRef.kind, ' '), spec.workloadRef.name)", when: has(spec.workloadRef)}
  - {note: TwiceOnUpdate, field: spec.strategy.blueGreen, when: has(spec.strategy.blueGreen)}
  roles:
  - {template: spec.template, pods: "spec.replicas ?? 1", elsewhere: true}
- group: argoproj.io
  kind: Workflow
  versions: [v1alpha1]
  suspend: spec.suspend
  notes:
  - {note: RunTime, field: spec.templates}
  - {note: DefinedElsewhere, field: spec.workflowTemplateRef, detail: "text('WorkflowTemplate ', spec.workflowTemplateRef.name)", when: has(spec.workflowTemplateRef)}
  roles:
  - &step
    each: spec.templates
    nameFrom: .name
    container: [.container, .script, .containerSet]
    fields: .
    # what the template does not say, its callers (steps and dags) and then the workflow say
    # (argo-workflows workflow/controller/workflowpod.go, addSchedulingConstraints)
    fill: spec
    callers: spec.templates
    metadata: [spec.podMetadata, .metadata]
    sidecars: .sidecars
    initContainers: .initContainers
    defaults: spec.templateDefaults
    patches: [spec.podSpecPatch, .podSpecPatch]
    optional: true
    # a leaf that is the entry point runs once; how often others run is decided while the workflow runs
    pods: if(.name == spec.entrypoint, 1, unknown())
  # a template that creates an object: the pods are those of the object
  - &maker
    each: spec.templates
    nameFrom: .name
    manifest: .resource.manifest
    when: has(.resource) && (.resource.action == 'create' || .resource.action == 'apply')
    pods: if(.name == spec.entrypoint, 1, unknown())
  # templates inside of a step, and of other objects
  - &inlineTask
    each: spec.templates[].dag.tasks
    nameFrom: .name
    container: [.inline.container, .inline.script, .inline.containerSet]
    fields: .inline
    fill: spec
    callers: spec.templates
    metadata: [spec.podMetadata, .inline.metadata]
    sidecars: .inline.sidecars
    initContainers: .inline.initContainers
    patches: [spec.podSpecPatch, .inline.podSpecPatch]
    optional: true
    pods: unknown()
  - {<<: *inlineTask, each: "spec.templates[].steps[]"}
  - &refTask
    each: spec.templates[].dag.tasks
    nameFrom: .name
    elsewhere: true
    elsewhereOf: text(if(.templateRef.clusterScope, 'ClusterWorkflowTemplate ', 'WorkflowTemplate '), .templateRef.name)
    when: has(.templateRef)
    pods: unknown()
  - {<<: *refTask, each: "spec.templates[].steps[]"}
  - {name: workflow, elsewhere: true, pods: unknown(), when: has(spec.workflowTemplateRef)}
- group: argoproj.io
  kind: CronWorkflow
  versions: [v1alpha1]
  suspend: spec.suspend
  notes: [{note: OnSchedule, field: spec.schedule, detail: spec.schedule}, {note: RunTime, field: spec.workflowSpec.templates}]
  roles:
  - {<<: *step, each: spec.workflowSpec.templates, fill: spec.workflowSpec, callers: spec.workflowSpec.templates, metadata: [spec.workflowSpec.podMetadata, .metadata], defaults: spec.workflowSpec.templateDefaults, patches: [spec.workflowSpec.podSpecPatch, .podSpecPatch], pods: "if(.name == spec.workflowSpec.entrypoint, 1, unknown())"}
  - {<<: *inlineTask, each: "spec.workflowSpec.templates[].dag.tasks", fill: spec.workflowSpec, callers: spec.workflowSpec.templates, metadata: [spec.workflowSpec.podMetadata, .inline.metadata], patches: [spec.workflowSpec.podSpecPatch, .inline.podSpecPatch]}
  - {<<: *inlineTask, each: "spec.workflowSpec.templates[].steps[]", fill: spec.workflowSpec, callers: spec.workflowSpec.templates, metadata: [spec.workflowSpec.podMetadata, .inline.metadata], patches: [spec.workflowSpec.podSpecPatch, .inline.podSpecPatch]}
  - {<<: *refTask, each: "spec.workflowSpec.templates[].dag.tasks"}
  - {<<: *refTask, each: "spec.workflowSpec.templates[].steps[]"}
  - {<<: *maker, each: spec.workflowSpec.templates, pods: "if(.name == spec.workflowSpec.entrypoint, 1, unknown())"}
- {group: argoproj.io, kind: WorkflowTemplate, stores: true}
- {group: argoproj.io, kind: ClusterWorkflowTemplate, stores: true}
# steps are containers of one pod; what each asks for (computeResources) is changed on the way there
- group: tekton.dev
  kind: TaskRun
  versions: [v1, v1beta1]
  notes:
  - {note: NotRead, field: spec.taskSpec.steps, when: has(spec.taskSpec)}
  - {note: DefinedElsewhere, field: spec.taskRef, detail: "text('Task ', spec.taskRef.name)", when: has(spec.taskRef)}
  roles: [{elsewhere: true}]
- group: tekton.dev
  kind: PipelineRun
  versions: [v1, v1beta1]
  notes:
  - {note: RunTime, field: spec.pipelineSpec.tasks, when: has(spec.pipelineSpec)}
  - {note: DefinedElsewhere, field: spec.pipelineRef, detail: "text('Pipeline ', spec.pipelineRef.name)", when: has(spec.pipelineRef)}
  roles: [{elsewhere: true, pods: unknown()}]
- {group: tekton.dev, kind: Task, stores: true}
- {group: tekton.dev, kind: Pipeline, stores: true}

- {<<: *replicated, group: apps.kruise.io, kind: CloneSet, versions: [v1alpha1, v1beta1]}
- {<<: *replicated, group: apps.kruise.io, kind: StatefulSet, versions: [v1beta1, v1alpha1]}
- {<<: *daemons, group: apps.kruise.io, kind: DaemonSet, versions: [v1alpha1, v1beta1]}
- {<<: *daemons, group: apps.kruise.io, kind: BroadcastJob, versions: [v1alpha1, v1beta1]}
- group: apps.kruise.io
  kind: AdvancedCronJob
  versions: [v1alpha1, v1beta1]
  suspend: spec.paused
  notes:
  - {note: OnSchedule, field: spec.schedule, detail: spec.schedule}
  - {note: PerNode, when: has(spec.template.broadcastJobTemplate)}
  roles:
  - template: spec.template.jobTemplate.spec.template
    optional: true
    pods: min(spec.template.jobTemplate.spec.parallelism ?? 1, spec.template.jobTemplate.spec.completions ?? (spec.template.jobTemplate.spec.parallelism ?? 1))
  - {template: spec.template.broadcastJobTemplate.spec.template, optional: true, pods: unknown()}
- group: kubeflow.org
  kind: Notebook
  versions: [v1, v1beta1, v1alpha1]
  roles: [{template: spec.template, pods: "if(has(metadata.annotations['kubeflow-resource-stopped']), 0, 1)"}]
- group: kubeflow.org
  kind: Workspace
  versions: [v1beta1]
  suspend: spec.paused
  notes: [{note: DefinedElsewhere, field: spec.kind, detail: "text('WorkspaceKind ', spec.kind)"}]
  roles: [{elsewhere: true}]
- {group: kubeflow.org, kind: WorkspaceKind, stores: true}
)yaml";

}  // namespace cardinal::yaml
