// SPDX-License-Identifier: Apache-2.0
#include "tests/support/protobuf_encoder.h"

#include <map>
#include <nlohmann/json.hpp>
#include <protozero/pbf_writer.hpp>
#include <sstream>
#include <stdexcept>

#include "core/base/clock.h"

namespace cardinal::test {
namespace {

using nlohmann::json;

/// `number name type`, separated by commas. Types: s string, y bytes, i and L integers, b bool, Q Quantity, T Time and
/// MicroTime, I IntOrString, F FieldsV1 and RawExtension; [] a list, {} a map of; others are messages, with ! where
/// JSON has their fields one level up and ~ for one of the same version.
constexpr const char* kMessages = R"(
NodeList: 1 metadata ListMeta, 2 items []Node
PodList: 1 metadata ListMeta, 2 items []Pod
ConfigMapList: 1 metadata ListMeta, 2 items []ConfigMap
ListMeta: 1 selfLink s, 2 resourceVersion s, 3 continue s, 4 remainingItemCount L
ObjectMeta: 1 name s, 2 generateName s, 3 namespace s, 4 selfLink s, 5 uid s, 6 resourceVersion s, 7 generation L, 8
  creationTimestamp T, 9 deletionTimestamp T, 10 deletionGracePeriodSeconds L, 11 labels {s}, 12 annotations {s}, 13
  ownerReferences []OwnerReference, 14 finalizers []s, 17 managedFields []ManagedFieldsEntry
OwnerReference: 1 kind s, 3 name s, 4 uid s, 5 apiVersion s, 6 controller b, 7 blockOwnerDeletion b
ManagedFieldsEntry: 1 manager s, 2 operation s, 3 apiVersion s, 4 time T, 6 fieldsType s, 7 fieldsV1 F, 8 subresource s
LabelSelector: 1 matchLabels {s}, 2 matchExpressions []LabelSelectorRequirement
LabelSelectorRequirement: 1 key s, 2 operator s, 3 values []s
Status: 1 metadata ListMeta, 2 status s, 3 message s, 4 reason s, 5 details StatusDetails, 6 code i
StatusDetails: 1 name s, 2 group s, 3 kind s, 4 causes []StatusCause, 5 retryAfterSeconds i, 6 uid s
StatusCause: 1 reason s, 2 message s, 3 field s
Node: 1 metadata ObjectMeta, 2 spec NodeSpec, 3 status NodeStatus
NodeSpec: 1 podCIDR s, 2 externalID s, 3 providerID s, 4 unschedulable b, 5 taints []Taint, 7 podCIDRs []s
Taint: 1 key s, 2 value s, 3 effect s, 4 timeAdded T
NodeStatus: 1 capacity {Q}, 2 allocatable {Q}, 3 phase s, 4 conditions []NodeCondition, 5 addresses []NodeAddress, 6
  daemonEndpoints NodeDaemonEndpoints, 7 nodeInfo NodeSystemInfo, 8 images []ContainerImage, 9 volumesInUse []s, 10
  volumesAttached []AttachedVolume, 12 runtimeHandlers []NodeRuntimeHandler, 13 features NodeFeatures, 14 declaredFeatures []s
NodeCondition: 1 type s, 2 status s, 3 lastHeartbeatTime T, 4 lastTransitionTime T, 5 reason s, 6 message s
NodeAddress: 1 type s, 2 address s
NodeDaemonEndpoints: 1 kubeletEndpoint DaemonEndpoint
DaemonEndpoint: 1 Port i
NodeSystemInfo: 1 machineID s, 2 systemUUID s, 3 bootID s, 4 kernelVersion s, 5 osImage s, 6 containerRuntimeVersion s, 7
  kubeletVersion s, 8 kubeProxyVersion s, 9 operatingSystem s, 10 architecture s, 11 swap NodeSwapStatus
NodeSwapStatus: 1 capacity L
ContainerImage: 1 names []s, 2 sizeBytes L
AttachedVolume: 1 name s, 2 devicePath s
NodeRuntimeHandler: 1 name s, 2 features NodeRuntimeHandlerFeatures
NodeRuntimeHandlerFeatures: 1 recursiveReadOnlyMounts b, 2 userNamespaces b
NodeFeatures: 1 supplementalGroupsPolicy b
Pod: 1 metadata ObjectMeta, 2 spec PodSpec, 3 status PodStatus
PodSpec: 1 volumes []Volume, 2 containers []Container, 3 restartPolicy s, 4 terminationGracePeriodSeconds L, 5
  activeDeadlineSeconds L, 6 dnsPolicy s, 7 nodeSelector {s}, 8 serviceAccountName s, 9 serviceAccount s, 10 nodeName s, 11
  hostNetwork b, 12 hostPID b, 13 hostIPC b, 14 securityContext PodSecurityContext, 15 imagePullSecrets []LocalObjectReference, 16
  hostname s, 17 subdomain s, 18 affinity Affinity, 19 schedulerName s, 20 initContainers []Container, 21
  automountServiceAccountToken b, 22 tolerations []Toleration, 23 hostAliases []HostAlias, 24 priorityClassName s, 25 priority i,
  26 dnsConfig PodDNSConfig, 27 shareProcessNamespace b, 28 readinessGates []PodReadinessGate, 29 runtimeClassName s, 30
  enableServiceLinks b, 31 preemptionPolicy s, 32 overhead {Q}, 33 topologySpreadConstraints []TopologySpreadConstraint, 34
  ephemeralContainers []EphemeralContainer, 35 setHostnameAsFQDN b, 36 os PodOS, 37 hostUsers b, 38 schedulingGates
  []PodSchedulingGate, 39 resourceClaims []PodResourceClaim, 40 resources ResourceRequirements, 41 hostnameOverride s, 42
  workloadRef WorkloadReference
Volume: 1 name s, 2 volumeSource VolumeSource!
VolumeSource: 1 hostPath HostPathVolumeSource, 2 emptyDir EmptyDirVolumeSource, 6 secret SecretVolumeSource, 10
  persistentVolumeClaim PersistentVolumeClaimVolumeSource, 16 downwardAPI DownwardAPIVolumeSource, 19 configMap
  ConfigMapVolumeSource, 26 projected ProjectedVolumeSource, 28 csi CSIVolumeSource, 29 ephemeral EphemeralVolumeSource, 30 image
  ImageVolumeSource
HostPathVolumeSource: 1 path s, 2 type s
EmptyDirVolumeSource: 1 medium s, 2 sizeLimit Q
SecretVolumeSource: 1 secretName s, 2 items []KeyToPath, 3 defaultMode i, 4 optional b
KeyToPath: 1 key s, 2 path s, 3 mode i
PersistentVolumeClaimVolumeSource: 1 claimName s, 2 readOnly b
DownwardAPIVolumeSource: 1 items []DownwardAPIVolumeFile, 2 defaultMode i
DownwardAPIVolumeFile: 1 path s, 2 fieldRef ObjectFieldSelector, 3 resourceFieldRef ResourceFieldSelector, 4 mode i
ObjectFieldSelector: 1 apiVersion s, 2 fieldPath s
ResourceFieldSelector: 1 containerName s, 2 resource s, 3 divisor Q
ConfigMapVolumeSource: 1 localObjectReference LocalObjectReference!, 2 items []KeyToPath, 3 defaultMode i, 4 optional b
LocalObjectReference: 1 name s
ProjectedVolumeSource: 1 sources []VolumeProjection, 2 defaultMode i
VolumeProjection: 1 secret SecretProjection, 2 downwardAPI DownwardAPIProjection, 3 configMap ConfigMapProjection, 4
  serviceAccountToken ServiceAccountTokenProjection
SecretProjection: 1 localObjectReference LocalObjectReference!, 2 items []KeyToPath, 4 optional b
DownwardAPIProjection: 1 items []DownwardAPIVolumeFile
ConfigMapProjection: 1 localObjectReference LocalObjectReference!, 2 items []KeyToPath, 4 optional b
ServiceAccountTokenProjection: 1 audience s, 2 expirationSeconds L, 3 path s
CSIVolumeSource: 1 driver s, 2 readOnly b, 3 fsType s, 4 volumeAttributes {s}, 5 nodePublishSecretRef LocalObjectReference
EphemeralVolumeSource: 1 volumeClaimTemplate PersistentVolumeClaimTemplate
PersistentVolumeClaimTemplate: 1 metadata ObjectMeta, 2 spec PersistentVolumeClaimSpec
PersistentVolumeClaimSpec: 1 accessModes []s, 2 resources VolumeResourceRequirements, 3 volumeName s, 4 selector LabelSelector,
  5 storageClassName s, 6 volumeMode s, 7 dataSource TypedLocalObjectReference, 8 dataSourceRef TypedObjectReference, 9
  volumeAttributesClassName s
VolumeResourceRequirements: 1 limits {Q}, 2 requests {Q}
TypedLocalObjectReference: 1 apiGroup s, 2 kind s, 3 name s
TypedObjectReference: 1 apiGroup s, 2 kind s, 3 name s, 4 namespace s
ImageVolumeSource: 1 reference s, 2 pullPolicy s
Container: 1 name s, 2 image s, 3 command []s, 4 args []s, 5 workingDir s, 6 ports []ContainerPort, 7 env []EnvVar, 8 resources
  ResourceRequirements, 9 volumeMounts []VolumeMount, 10 livenessProbe Probe, 11 readinessProbe Probe, 12 lifecycle Lifecycle, 13
  terminationMessagePath s, 14 imagePullPolicy s, 15 securityContext SecurityContext, 16 stdin b, 17 stdinOnce b, 18 tty b, 19
  envFrom []EnvFromSource, 20 terminationMessagePolicy s, 21 volumeDevices []VolumeDevice, 22 startupProbe Probe, 23 resizePolicy
  []ContainerResizePolicy, 24 restartPolicy s, 25 restartPolicyRules []ContainerRestartRule
ContainerPort: 1 name s, 2 hostPort i, 3 containerPort i, 4 protocol s, 5 hostIP s
EnvVar: 1 name s, 2 value s, 3 valueFrom EnvVarSource
EnvVarSource: 1 fieldRef ObjectFieldSelector, 2 resourceFieldRef ResourceFieldSelector, 3 configMapKeyRef ConfigMapKeySelector,
  4 secretKeyRef SecretKeySelector, 5 fileKeyRef FileKeySelector
ConfigMapKeySelector: 1 localObjectReference LocalObjectReference!, 2 key s, 3 optional b
SecretKeySelector: 1 localObjectReference LocalObjectReference!, 2 key s, 3 optional b
FileKeySelector: 1 volumeName s, 2 path s, 3 key s, 4 optional b
ResourceRequirements: 1 limits {Q}, 2 requests {Q}, 3 claims []ResourceClaim
ResourceClaim: 1 name s, 2 request s
VolumeMount: 1 name s, 2 readOnly b, 3 mountPath s, 4 subPath s, 5 mountPropagation s, 6 subPathExpr s, 7 recursiveReadOnly s
Probe: 1 handler ProbeHandler!, 2 initialDelaySeconds i, 3 timeoutSeconds i, 4 periodSeconds i, 5 successThreshold i, 6
  failureThreshold i, 7 terminationGracePeriodSeconds L
ProbeHandler: 1 exec ExecAction, 2 httpGet HTTPGetAction, 3 tcpSocket TCPSocketAction, 4 grpc GRPCAction
ExecAction: 1 command []s
HTTPGetAction: 1 path s, 2 port I, 3 host s, 4 scheme s, 5 httpHeaders []HTTPHeader
HTTPHeader: 1 name s, 2 value s
TCPSocketAction: 1 port I, 2 host s
GRPCAction: 1 port i, 2 service s
Lifecycle: 1 postStart LifecycleHandler, 2 preStop LifecycleHandler, 3 stopSignal s
LifecycleHandler: 1 exec ExecAction, 2 httpGet HTTPGetAction, 3 tcpSocket TCPSocketAction, 4 sleep SleepAction
SleepAction: 1 seconds L
SecurityContext: 1 capabilities Capabilities, 2 privileged b, 3 seLinuxOptions SELinuxOptions, 4 runAsUser L, 5 runAsNonRoot b,
  6 readOnlyRootFilesystem b, 7 allowPrivilegeEscalation b, 8 runAsGroup L, 9 procMount s, 10 windowsOptions
  WindowsSecurityContextOptions, 11 seccompProfile SeccompProfile, 12 appArmorProfile AppArmorProfile
Capabilities: 1 add []s, 2 drop []s
SELinuxOptions: 1 user s, 2 role s, 3 type s, 4 level s
WindowsSecurityContextOptions: 1 gmsaCredentialSpecName s, 2 gmsaCredentialSpec s, 3 runAsUserName s, 4 hostProcess b
SeccompProfile: 1 type s, 2 localhostProfile s
AppArmorProfile: 1 type s, 2 localhostProfile s
EnvFromSource: 1 prefix s, 2 configMapRef ConfigMapEnvSource, 3 secretRef SecretEnvSource
ConfigMapEnvSource: 1 localObjectReference LocalObjectReference!, 2 optional b
SecretEnvSource: 1 localObjectReference LocalObjectReference!, 2 optional b
VolumeDevice: 1 name s, 2 devicePath s
ContainerResizePolicy: 1 resourceName s, 2 restartPolicy s
ContainerRestartRule: 1 action s, 2 exitCodes ContainerRestartRuleOnExitCodes
ContainerRestartRuleOnExitCodes: 1 operator s, 2 values []i
PodSecurityContext: 1 seLinuxOptions SELinuxOptions, 2 runAsUser L, 3 runAsNonRoot b, 4 supplementalGroups []L, 5 fsGroup L, 6
  runAsGroup L, 7 sysctls []Sysctl, 8 windowsOptions WindowsSecurityContextOptions, 9 fsGroupChangePolicy s, 10 seccompProfile
  SeccompProfile, 11 appArmorProfile AppArmorProfile, 12 supplementalGroupsPolicy s, 13 seLinuxChangePolicy s
Sysctl: 1 name s, 2 value s
Affinity: 1 nodeAffinity NodeAffinity, 2 podAffinity PodAffinity, 3 podAntiAffinity PodAntiAffinity
NodeAffinity: 1 requiredDuringSchedulingIgnoredDuringExecution NodeSelector, 2 preferredDuringSchedulingIgnoredDuringExecution
  []PreferredSchedulingTerm
NodeSelector: 1 nodeSelectorTerms []NodeSelectorTerm
NodeSelectorTerm: 1 matchExpressions []NodeSelectorRequirement, 2 matchFields []NodeSelectorRequirement
NodeSelectorRequirement: 1 key s, 2 operator s, 3 values []s
PreferredSchedulingTerm: 1 weight i, 2 preference NodeSelectorTerm
PodAffinity: 1 requiredDuringSchedulingIgnoredDuringExecution []PodAffinityTerm, 2
  preferredDuringSchedulingIgnoredDuringExecution []WeightedPodAffinityTerm
PodAffinityTerm: 1 labelSelector LabelSelector, 2 namespaces []s, 3 topologyKey s, 4 namespaceSelector LabelSelector, 5
  matchLabelKeys []s, 6 mismatchLabelKeys []s
WeightedPodAffinityTerm: 1 weight i, 2 podAffinityTerm PodAffinityTerm
PodAntiAffinity: 1 requiredDuringSchedulingIgnoredDuringExecution []PodAffinityTerm, 2
  preferredDuringSchedulingIgnoredDuringExecution []WeightedPodAffinityTerm
Toleration: 1 key s, 2 operator s, 3 value s, 4 effect s, 5 tolerationSeconds L
HostAlias: 1 ip s, 2 hostnames []s
PodDNSConfig: 1 nameservers []s, 2 searches []s, 3 options []PodDNSConfigOption
PodDNSConfigOption: 1 name s, 2 value s
PodReadinessGate: 1 conditionType s
TopologySpreadConstraint: 1 maxSkew i, 2 topologyKey s, 3 whenUnsatisfiable s, 4 labelSelector LabelSelector, 5 minDomains i, 6
  nodeAffinityPolicy s, 7 nodeTaintsPolicy s, 8 matchLabelKeys []s
EphemeralContainer: 1 ephemeralContainerCommon EphemeralContainerCommon!, 2 targetContainerName s
EphemeralContainerCommon: 1 name s, 2 image s, 3 command []s, 4 args []s, 5 workingDir s, 6 ports []ContainerPort, 7 env
  []EnvVar, 8 resources ResourceRequirements, 9 volumeMounts []VolumeMount, 10 livenessProbe Probe, 11 readinessProbe Probe, 12
  lifecycle Lifecycle, 13 terminationMessagePath s, 14 imagePullPolicy s, 15 securityContext SecurityContext, 16 stdin b, 17
  stdinOnce b, 18 tty b, 19 envFrom []EnvFromSource, 20 terminationMessagePolicy s, 21 volumeDevices []VolumeDevice, 22
  startupProbe Probe, 23 resizePolicy []ContainerResizePolicy, 24 restartPolicy s, 25 restartPolicyRules []ContainerRestartRule
PodOS: 1 name s
PodSchedulingGate: 1 name s
PodResourceClaim: 1 name s, 3 resourceClaimName s, 4 resourceClaimTemplateName s
WorkloadReference: 1 name s, 2 podGroup s, 3 podGroupReplicaKey s
PodStatus: 1 phase s, 2 conditions []PodCondition, 3 message s, 4 reason s, 5 hostIP s, 6 podIP s, 7 startTime T, 8
  containerStatuses []ContainerStatus, 9 qosClass s, 10 initContainerStatuses []ContainerStatus, 11 nominatedNodeName s, 12 podIPs
  []PodIP, 13 ephemeralContainerStatuses []ContainerStatus, 14 resize s, 15 resourceClaimStatuses []PodResourceClaimStatus, 16
  hostIPs []HostIP, 17 observedGeneration L, 18 extendedResourceClaimStatus PodExtendedResourceClaimStatus, 19 allocatedResources
  {Q}, 20 resources ResourceRequirements, 21 nodeAllocatableResourceClaimStatuses []NodeAllocatableResourceClaimStatus
NodeAllocatableResourceClaimStatus: 1 resourceClaimName s, 2 containers []s, 3 resources {Q}
PodCondition: 1 type s, 2 status s, 3 lastProbeTime T, 4 lastTransitionTime T, 5 reason s, 6 message s, 7 observedGeneration L
ContainerStatus: 1 name s, 2 state ContainerState, 3 lastState ContainerState, 4 ready b, 5 restartCount i, 6 image s, 7 imageID
  s, 8 containerID s, 9 started b, 10 allocatedResources {Q}, 11 resources ResourceRequirements, 12 volumeMounts
  []VolumeMountStatus, 13 user ContainerUser, 14 allocatedResourcesStatus []ResourceStatus, 15 stopSignal s
ContainerState: 1 waiting ContainerStateWaiting, 2 running ContainerStateRunning, 3 terminated ContainerStateTerminated
ContainerStateWaiting: 1 reason s, 2 message s
ContainerStateRunning: 1 startedAt T
ContainerStateTerminated: 1 exitCode i, 2 signal i, 3 reason s, 4 message s, 5 startedAt T, 6 finishedAt T, 7 containerID s
VolumeMountStatus: 1 name s, 2 mountPath s, 3 readOnly b, 4 recursiveReadOnly s
ContainerUser: 1 linux LinuxContainerUser
LinuxContainerUser: 1 uid L, 2 gid L, 3 supplementalGroups []L
ResourceStatus: 1 name s, 2 resources []ResourceHealth
ResourceHealth: 1 resourceID s, 2 health s
PodIP: 1 ip s
PodResourceClaimStatus: 1 name s, 2 resourceClaimName s
HostIP: 1 ip s
PodExtendedResourceClaimStatus: 1 requestMappings []ContainerExtendedResourceRequest, 2 resourceClaimName s
ContainerExtendedResourceRequest: 1 containerName s, 2 resourceName s, 3 requestName s
ConfigMap: 1 metadata ObjectMeta, 2 data {s}, 3 binaryData {y}, 4 immutable b
ResourceQuotaList: 1 metadata ListMeta, 2 items []ResourceQuota
ResourceQuota: 1 metadata ObjectMeta, 2 spec ResourceQuotaSpec, 3 status ResourceQuotaStatus
ResourceQuotaSpec: 1 hard {Q}, 2 scopes []s, 3 scopeSelector ScopeSelector
ResourceQuotaStatus: 1 hard {Q}, 2 used {Q}
ScopeSelector: 1 matchExpressions []ScopedResourceSelectorRequirement
ScopedResourceSelectorRequirement: 1 scopeName s, 2 operator s, 3 values []s
LimitRangeList: 1 metadata ListMeta, 2 items []LimitRange
LimitRange: 1 metadata ObjectMeta, 2 spec LimitRangeSpec
LimitRangeSpec: 1 limits []LimitRangeItem
LimitRangeItem: 1 type s, 2 max {Q}, 3 min {Q}, 4 default {Q}, 5 defaultRequest {Q}, 6 maxLimitRequestRatio {Q}
PriorityClassList: 1 metadata ListMeta, 2 items []PriorityClass
PriorityClass: 1 metadata ObjectMeta, 2 value i, 3 globalDefault b, 4 description s, 5 preemptionPolicy s
RuntimeClassList: 1 metadata ListMeta, 2 items []RuntimeClass
RuntimeClass: 1 metadata ObjectMeta, 2 handler s, 3 overhead RuntimeOverhead, 4 scheduling RuntimeScheduling
RuntimeOverhead: 1 podFixed {Q}
RuntimeScheduling: 1 nodeSelector {s}, 2 tolerations []Toleration
ServiceList: 1 metadata ListMeta, 2 items []Service
Service: 1 metadata ObjectMeta, 2 spec ServiceSpec
ServiceSpec: 2 selector {s}, 3 clusterIP s, 4 type s, 7 sessionAffinity s
NamespaceList: 1 metadata ListMeta, 2 items []Namespace
Namespace: 1 metadata ObjectMeta, 2 spec NamespaceSpec, 3 status NamespaceStatus
NamespaceSpec: 1 finalizers []s
NamespaceStatus: 1 phase s
PersistentVolumeClaimList: 1 metadata ListMeta, 2 items []PersistentVolumeClaim
PersistentVolumeClaim: 1 metadata ObjectMeta, 2 spec PersistentVolumeClaimSpec, 3 status PersistentVolumeClaimStatus
PersistentVolumeClaimStatus: 1 phase s, 2 accessModes []s, 3 capacity {Q}, 5 allocatedResources {Q}
PersistentVolumeList: 1 metadata ListMeta, 2 items []PersistentVolume
PersistentVolume: 1 metadata ObjectMeta, 2 spec PersistentVolumeSpec, 3 status PersistentVolumeStatus
PersistentVolumeSpec: 1 capacity {Q}, 2 persistentVolumeSource PersistentVolumeSource!, 3 accessModes []s, 4 claimRef
  ObjectReference, 5 persistentVolumeReclaimPolicy s, 6 storageClassName s, 7 mountOptions []s, 8 volumeMode s, 9 nodeAffinity
  VolumeNodeAffinity, 10 volumeAttributesClassName s
PersistentVolumeSource: 3 hostPath HostPathVolumeSource, 5 nfs NFSVolumeSource, 20 local LocalVolumeSource
NFSVolumeSource: 1 server s, 2 path s, 3 readOnly b
LocalVolumeSource: 1 path s, 2 fsType s
VolumeNodeAffinity: 1 required NodeSelector
PersistentVolumeStatus: 1 phase s, 2 message s, 3 reason s, 4 lastPhaseTransitionTime T
ObjectReference: 1 kind s, 2 namespace s, 3 name s, 4 uid s, 5 apiVersion s, 6 resourceVersion s, 7 fieldPath s
EventList: 1 metadata ListMeta, 2 items []Event
Event: 1 metadata ObjectMeta, 2 involvedObject ObjectReference, 3 reason s, 4 message s, 5 source EventSource, 6 firstTimestamp T,
  7 lastTimestamp T, 8 count i, 9 type s, 10 eventTime T, 11 series EventSeries, 12 action s, 13 related ObjectReference, 14
  reportingComponent s, 15 reportingInstance s
EventSource: 1 component s, 2 host s
EventSeries: 1 count i, 2 lastObservedTime T
PodDisruptionBudgetList: 1 metadata ListMeta, 2 items []PodDisruptionBudget
PodDisruptionBudget: 1 metadata ObjectMeta, 2 spec PodDisruptionBudgetSpec, 3 status PodDisruptionBudgetStatus
PodDisruptionBudgetSpec: 1 minAvailable I, 2 selector LabelSelector, 3 maxUnavailable I, 4 unhealthyPodEvictionPolicy s
PodDisruptionBudgetStatus: 1 observedGeneration L, 2 disruptedPods {T}, 3 disruptionsAllowed i, 4 currentHealthy i, 5
  desiredHealthy i, 6 expectedPods i, 7 conditions []Condition
Condition: 1 type s, 2 status s, 3 observedGeneration L, 4 lastTransitionTime T, 5 reason s, 6 message s
)";

/// resource.k8s.io: v1 and v1beta2 are alike, v1beta1 has its own where it stands below.
constexpr const char* kDeviceMessages = R"(
v1/ResourceSliceList: 1 metadata ListMeta, 2 items []~ResourceSlice
v1/ResourceSlice: 1 metadata ObjectMeta, 2 spec ~ResourceSliceSpec
v1/ResourceSliceSpec: 1 driver s, 2 pool ~ResourcePool, 3 nodeName s, 4 nodeSelector NodeSelector, 5 allNodes b, 6 devices
  []~Device, 7 perDeviceNodeSelection b, 8 sharedCounters []~CounterSet
v1/ResourcePool: 1 name s, 2 generation L, 3 resourceSliceCount L
v1/Device: 1 name s, 2 attributes {~DeviceAttribute}, 3 capacity {~DeviceCapacity}, 4 consumesCounters
  []~DeviceCounterConsumption, 5 nodeName s, 6 nodeSelector NodeSelector, 7 allNodes b, 8 taints []Taint, 9 bindsToNode b, 10
  bindingConditions []s, 11 bindingFailureConditions []s, 12 allowMultipleAllocations b
v1/DeviceAttribute: 2 int L, 3 bool b, 4 string s, 5 version s
v1/DeviceCapacity: 1 value Q, 2 requestPolicy ~CapacityRequestPolicy
v1/CapacityRequestPolicy: 1 default Q, 3 validValues []Q, 4 validRange ~CapacityRequestPolicyRange
v1/CapacityRequestPolicyRange: 1 min Q, 2 max Q, 3 step Q
v1/Counter: 1 value Q
v1/CounterSet: 1 name s, 2 counters {~Counter}
v1/DeviceCounterConsumption: 1 counterSet s, 2 counters {~Counter}
v1/DeviceClassList: 1 metadata ListMeta, 2 items []~DeviceClass
v1/DeviceClass: 1 metadata ObjectMeta, 2 spec ~DeviceClassSpec
v1/DeviceClassSpec: 1 selectors []~DeviceSelector, 2 config []~DeviceClassConfiguration, 4 extendedResourceName s
v1/DeviceSelector: 1 cel ~CELDeviceSelector
v1/CELDeviceSelector: 1 expression s
v1/DeviceClassConfiguration: 1 deviceConfiguration ~DeviceConfiguration!
v1/DeviceConfiguration: 1 opaque ~OpaqueDeviceConfiguration
v1/OpaqueDeviceConfiguration: 1 driver s, 2 parameters F
v1/ResourceClaimList: 1 metadata ListMeta, 2 items []~ResourceClaim
v1/ResourceClaim: 1 metadata ObjectMeta, 2 spec ~ResourceClaimSpec, 3 status ~ResourceClaimStatus
v1/ResourceClaimTemplateList: 1 metadata ListMeta, 2 items []~ResourceClaimTemplate
v1/ResourceClaimTemplate: 1 metadata ObjectMeta, 2 spec ~ResourceClaimTemplateSpec
v1/ResourceClaimTemplateSpec: 1 metadata ObjectMeta, 2 spec ~ResourceClaimSpec
v1/ResourceClaimSpec: 1 devices ~DeviceClaim
v1/DeviceClaim: 1 requests []~DeviceRequest, 2 constraints []~DeviceConstraint, 3 config []~DeviceClaimConfiguration
v1/DeviceRequest: 1 name s, 2 exactly ~ExactDeviceRequest, 3 firstAvailable []~DeviceSubRequest
v1/ExactDeviceRequest: 1 deviceClassName s, 2 selectors []~DeviceSelector, 3 allocationMode s, 4 count L, 5 adminAccess b, 6
  tolerations []Toleration, 7 capacity ~CapacityRequirements
v1/DeviceSubRequest: 1 name s, 2 deviceClassName s, 3 selectors []~DeviceSelector, 4 allocationMode s, 5 count L, 6 tolerations
  []Toleration, 7 capacity ~CapacityRequirements
v1/CapacityRequirements: 1 requests {Q}
v1/DeviceConstraint: 1 requests []s, 2 matchAttribute s, 3 distinctAttribute s
v1/DeviceClaimConfiguration: 1 requests []s, 2 deviceConfiguration ~DeviceConfiguration!
v1/ResourceClaimStatus: 1 allocation ~AllocationResult, 2 reservedFor []~ResourceClaimConsumerReference, 4 devices
  []~AllocatedDeviceStatus
v1/AllocationResult: 1 devices ~DeviceAllocationResult, 3 nodeSelector NodeSelector, 5 allocationTimestamp T
v1/DeviceAllocationResult: 1 results []~DeviceRequestAllocationResult, 2 config []~DeviceAllocationConfiguration
v1/DeviceRequestAllocationResult: 1 request s, 2 driver s, 3 pool s, 4 device s, 5 adminAccess b, 6 tolerations []Toleration, 7
  bindingConditions []s, 8 bindingFailureConditions []s, 9 shareID s, 10 consumedCapacity {Q}
v1/DeviceAllocationConfiguration: 1 source s, 2 requests []s, 3 deviceConfiguration ~DeviceConfiguration!
v1/ResourceClaimConsumerReference: 1 apiGroup s, 3 resource s, 4 name s, 5 uid s
v1/AllocatedDeviceStatus: 1 driver s, 2 pool s, 3 device s, 4 conditions []Condition, 5 data F, 7 shareID s
v1beta1/Device: 1 name s, 2 basic ~BasicDevice
v1beta1/BasicDevice: 1 attributes {~DeviceAttribute}, 2 capacity {~DeviceCapacity}, 3 consumesCounters
  []~DeviceCounterConsumption, 4 nodeName s, 5 nodeSelector NodeSelector, 6 allNodes b, 7 taints []Taint, 8 bindsToNode b, 9
  bindingConditions []s, 10 bindingFailureConditions []s, 11 allowMultipleAllocations b
v1beta1/DeviceRequest: 1 name s, 2 deviceClassName s, 3 selectors []~DeviceSelector, 4 allocationMode s, 5 count L, 6 adminAccess
  b, 7 firstAvailable []~DeviceSubRequest, 8 tolerations []Toleration, 9 capacity ~CapacityRequirements
v1beta1/DeviceSubRequest: 1 name s, 2 deviceClassName s, 3 selectors []~DeviceSelector, 4 allocationMode s, 5 count L, 7
  tolerations []Toleration, 8 capacity ~CapacityRequirements
)";

using Message = std::map<std::uint32_t, ProtobufField>;  // by number

std::map<std::string, Message> readTable() {
  std::map<std::string, Message> out;
  std::string unwrapped;
  for (const char* const table : {kMessages, kDeviceMessages}) {
    for (const char* at = table; *at != '\0'; ++at) {
      const bool wrapped = *at == '\n' && at[1] == ' ';
      if (!wrapped) unwrapped += *at;
    }
  }
  std::istringstream lines(unwrapped);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    Message& message = out[line.substr(0, colon)];
    std::istringstream words(line.substr(colon + 1));
    for (ProtobufField field; words >> field.number >> field.name >> field.type;) {
      if (field.type.back() == ',') field.type.pop_back();
      message[field.number] = field;
    }
  }
  return out;
}

const Message& messageOf(const std::string& name) {
  static const std::map<std::string, Message> kTable = readTable();
  auto found = kTable.find(name);
  const std::size_t slash = name.find('/');
  if (found == kTable.end() && slash != std::string::npos) found = kTable.find("v1" + name.substr(slash));
  if (found == kTable.end()) throw std::invalid_argument("no message " + name);
  return found->second;
}

/// "[]~Device" of a message of v1beta1: "[]v1beta1/Device".
std::string typeIn(const std::string& message, std::string type) {
  const std::size_t at = type.find('~');
  return at == std::string::npos ? type : type.replace(at, 1, message.substr(0, message.find('/') + 1));
}

std::string encoded(const std::string& message, const json& object);

std::string quantityOf(const json& value) {
  std::string out;
  protozero::pbf_writer(out).add_string(1, value.is_string() ? value.get<std::string>() : value.dump());
  return out;
}

std::string timeOf(const json& value) {
  std::string out;
  const auto text = value.get<std::string>();
  protozero::pbf_writer writer(out);
  writer.add_int64(1, parseRfc3339(text.data(), text.data() + text.size()));
  writer.add_int32(2, 0);
  return out;
}

std::string intOrStringOf(const json& value) {
  std::string out;
  protozero::pbf_writer writer(out);
  writer.add_int64(1, value.is_string() ? 1 : 0);
  writer.add_int32(2, value.is_string() ? 0 : value.get<std::int32_t>());
  writer.add_string(3, value.is_string() ? value.get<std::string>() : "");
  return out;
}

std::string fieldsOf(const json& value) {
  std::string out;
  protozero::pbf_writer(out).add_bytes(1, value.dump());
  return out;
}

/// Types of wire type 2 as bytes.
std::string bytesOf(const std::string& type, const json& value) {
  if (type == "s" || type == "y") return value.get<std::string>();
  if (type == "Q") return quantityOf(value);
  if (type == "T") return timeOf(value);
  if (type == "I") return intOrStringOf(value);
  if (type == "F") return fieldsOf(value);
  return encoded(type, value);
}

void add(protozero::pbf_writer& writer, std::uint32_t number, const std::string& type, const json& value) {
  if (type == "i")
    writer.add_int32(number, value.get<std::int32_t>());
  else if (type == "L")
    writer.add_int64(number, value.get<std::int64_t>());
  else if (type == "b")
    writer.add_bool(number, value.get<bool>());
  else
    writer.add_bytes(number, bytesOf(type, value));
}

void addField(protozero::pbf_writer& writer, const ProtobufField& field, const json& value) {
  if (field.type.front() == '[') {
    for (const json& item : value) add(writer, field.number, field.type.substr(2), item);
  } else if (field.type.front() == '{') {
    for (const auto& [key, item] : value.items()) {
      std::string entry;
      protozero::pbf_writer part(entry);
      part.add_string(1, key);
      add(part, 2, field.type.substr(1, field.type.size() - 2), item);
      writer.add_message(field.number, entry);
    }
  } else {
    add(writer, field.number, field.type, value);
  }
}

/// In the order of the numbers, as the server writes. Takes what it wrote out of `rest`.
std::string encodedPart(const std::string& name, json& rest) {
  std::string out;
  protozero::pbf_writer writer(out);
  for (const ProtobufField& field : protobufFields(name)) {
    if (field.type.back() == '!') {
      const std::string inner = encodedPart(field.type.substr(0, field.type.size() - 1), rest);
      writer.add_message(field.number, inner);
      continue;
    }
    const auto found = rest.find(field.name);
    if (found == rest.end()) continue;
    if (!found->is_null()) addField(writer, field, *found);
    rest.erase(found);
  }
  return out;
}

std::string encoded(const std::string& message, const json& object) {
  json rest = object.is_null() ? json::object() : object;
  std::string out = encodedPart(message, rest);
  if (!rest.empty()) throw std::invalid_argument(message + " has no field " + rest.begin().key());
  return out;
}

}  // namespace

std::vector<ProtobufField> protobufFields(const std::string& message) {
  std::vector<ProtobufField> out;
  for (const auto& [number, field] : messageOf(message))
    out.push_back({number, field.name, typeIn(message, field.type)});
  return out;
}

std::string protobufMessageOf(const std::string& apiVersion, const std::string& kind) {
  constexpr std::string_view kDevices = "resource.k8s.io/";
  if (apiVersion.compare(0, kDevices.size(), kDevices) != 0) return kind;
  const std::string version = apiVersion.substr(kDevices.size());
  if (version != "v1" && version != "v1beta2" && version != "v1beta1")
    throw std::invalid_argument("no messages of " + apiVersion);
  return version + "/" + kind;
}

std::string protobufMessage(std::string_view message, const json& object) {
  return encoded(std::string(message), object);
}

std::string protobufEnvelope(std::string_view apiVersion, std::string_view kind, std::string_view raw) {
  std::string type;
  protozero::pbf_writer typeWriter(type);
  typeWriter.add_string(1, apiVersion.data(), apiVersion.size());
  typeWriter.add_string(2, kind.data(), kind.size());
  std::string unknown;
  protozero::pbf_writer writer(unknown);
  writer.add_message(1, type);
  writer.add_bytes(2, raw.data(), raw.size());
  writer.add_string(3, "");
  writer.add_string(4, "");
  return std::string("k8s\0", 4) + unknown;
}

std::string protobufObject(const json& object) {
  json bare = object;
  bare.erase("apiVersion");
  bare.erase("kind");
  if (bare.contains("items")) {
    for (json& item : bare["items"]) {
      item.erase("apiVersion");
      item.erase("kind");
    }
  }
  const auto kind = object.at("kind").get<std::string>();
  const auto version = object.at("apiVersion").get<std::string>();
  return protobufEnvelope(version, kind, encoded(protobufMessageOf(version, kind), bare));
}

std::string protobufEvent(std::string_view type, const json& object) {
  std::string extension;
  protozero::pbf_writer(extension).add_bytes(1, protobufObject(object));
  std::string out;
  protozero::pbf_writer writer(out);
  writer.add_string(1, type.data(), type.size());
  writer.add_message(2, extension);
  return out;
}

std::string protobufFrame(std::string_view event) {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(event.size() >> static_cast<unsigned>(shift));
  return out + std::string(event);
}

}  // namespace cardinal::test
