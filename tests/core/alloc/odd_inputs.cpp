// SPDX-License-Identifier: Apache-2.0
#include "tests/core/alloc/odd_inputs.h"

#include <memory>
#include <utility>

#include "core/alloc/profile.h"
#include "core/alloc/score/configured_profile.h"
#include "core/model/extras/nvidia.h"
#include "core/model/namespace_rules.h"
#include "tests/support/dra.h"
#include "tests/support/extras.h"

namespace cardinal::testing {
namespace {

/// A key and what may stand there.
struct Entry {
  const char* key;
  std::vector<const char*> values;
};

const std::vector<Entry>& nodeLabels() {
  static const std::vector<Entry> kEntries{
      {"ack.node.gpu.schedule", {"cgpu", "share", "core_mem", "topology", "default", "mig", "disabled", "odd"}},
      {"ack.node.gpu.placement", {"spread", "binpack"}},
      {"ack.node.gpu.max-pod", {"1", "3"}},
      {"gpushare", {"true", "false"}},
      {"aliyun.accelerator/nvidia_mem", {"16160MiB", "32GiB", "24000", "x"}},
      {"aliyun.accelerator/nvidia_count", {"0", "2", "8"}},
      {"aliyun.accelerator/nvidia_name", {"Tesla-V100-SXM2-16GB"}},
      {"nvidia.com/gpu.memory", {"16384", "81559", "17179869184", "16160MiB", "50", "0", "x"}},
      {"nvidia.com/gpu.count", {"1", "4", "8", "-1", "x"}},
      {"nvidia.com/gpu.product", {"Tesla-V100-SXM2-16GB", "NVIDIA-A100-SXM4-80GB-SHARED", "A100-MIG-1g.10gb"}},
      {"nvidia.com/gpu.replicas", {"1", "2", "4"}},
      {"nvidia.com/gpu.sharing-strategy", {"none", "time-slicing", "mps"}},
      {"nvidia.com/mig.strategy", {"single", "mixed"}},
      {"nvidia.com/mig.config", {"all-1g.10gb", "all-disabled"}},
      {"nvidia.com/mig.config.state", {"success", "failed", "pending"}},
      {"nvidia.com/mig-1g.10gb.count", {"7"}},
      {"nvidia.com/gpu.present", {"true"}},
      {"nvidia.com/gpu.deploy.device-plugin", {"true", "false", "paused-for-driver-upgrade"}},
      {"nvidia.com/gpu.workload.config", {"container", "vm-passthrough"}},
      {"nvidia.com/gpu-driver-upgrade-state", {"upgrade-done", "drain-required"}},
      {"nvidia.com/device-plugin.config", {"one", "two", "three"}},
      {"cloud.google.com/gke-accelerator", {"nvidia-l4"}},
      {"cloud.google.com/gke-accelerator-count", {"1", "2"}},
      {"cloud.google.com/gke-gpu-sharing-strategy", {"time-sharing", "mps"}},
      {"cloud.google.com/gke-max-shared-clients-per-gpu", {"2", "4"}},
      {"cloud.google.com/gke-gpu-partition-size", {"1g.10gb"}},
      {"amd.com/gpu.product-name", {"MI300X"}},
      {"amd.com/gpu.family", {"AI"}},
      {"amd.com/gpu.cu-count", {"304"}},
      {"amd.com/gpu.device-id", {"74a1"}},
      {"beta.amd.com/gpu.device-id", {"74a1"}},
      {"amd.com/gpu.compute-memory-partition", {"cpx_nps4", "spx_nps1"}},
      {"amd.com/gpu.compute-partitioning-supported", {"true"}},
      {"feature.node.kubernetes.io/amd-gpu", {"true"}},
      {"feature.node.kubernetes.io/pci-1002.present", {"true"}},
      {"feature.node.kubernetes.io/pci-0302_10de.present", {"true"}},
      {"feature.node.kubernetes.io/pci-10de.present", {"true"}},
      {"karpenter.k8s.aws/instance-gpu-count", {"1", "8"}},
      {"karpenter.k8s.aws/instance-gpu-manufacturer", {"nvidia", "amd"}},
      {"amd.com/compute-partitioning-supported", {"true"}},
      {"amd.com/compute-memory-partition", {"cpx_nps4", "spx_nps1"}},
      {"node.koordinator.sh/gpu-model", {"H100", "H800", "V100"}},
      {"node.koordinator.sh/gpu-vendor", {"nvidia", "amd"}},
      {"node.koordinator.sh/gpu-partition-policy", {"Honor", "Prefer"}},
      {"node.koordinator.sh/numa-topology-policy", {"BestEffort", "Restricted", "SingleNUMANode", "None", "x"}},
      {"node.koordinator.sh/secondary-device-well-planned", {"true", "false"}},
      {"koordinator.sh/gpu-isolation-provider", {"HAMICore", "x"}},
      {"gaia.tencent.com/gpu-model", {"V100"}},
      {"topology.kubernetes.io/gpu-group", {"a"}},
      {"topology.kubernetes.io/zone", {"z0", "z1"}},
      {"kubernetes.io/hostname", {"same"}},
      {"zone", {"z0", "z1"}},
  };
  return kEntries;
}

const std::vector<Entry>& nodeAnnotations() {
  static const std::vector<Entry> kEntries{
      {"hami.io/device-cordon", {"GPU-n0-0", "GPU-n1-0,GPU-n1-1", "x"}},
      {"hami.io/node-handshake", {"Deleted_2026.01.01 10:00:00", "Requesting_2026.01.01 10:00:00", "Reported x"}},
      {"hami.io/node-nvidia-score",
       {R"([{"uuid":"GPU-n0-0","score":{"GPU-n0-1":10}}])", R"([{"uuid":"GPU-n1-0","score":{}}])", "x"}},
      {"hami.io/mutex.lock", {"2026-01-01T10:00:00Z"}},
      {"hami.io/node-dcu-register",
       {R"([{"id":"DCU-0","count":4,"devmem":16000,"devcore":60,"type":"DCU-Z100","health":true}])",
        R"([{"id":"DCU-0","count":4,"devmem":16000,"devcore":60,"type":"NVIDIA","health":false}])"}},
      {"hami.io/node-amd-register",
       {R"([{"id":"AMD-0","count":2,"devmem":196592,"devcore":304,"type":"AMDGPU","health":true}])"}},
      {"hami.io/node-nvidia-register",
       {"GPU-n0-0,10,16000,100,NVIDIA-Tesla V100,0,true:", "[]", "x",
        R"([{"id":"GPU-n0-0","count":4,"devmem":16000,"devcore":100,"type":"NVIDIA","health":true}])"}},
      {"volcano.sh/node-vgpu-register", {"GPU-n0-0,4,16000,NVIDIA-Tesla V100,true,mig:", "x"}},
      {"scheduler.alpha.kubernetes.io/preferAvoidPods",
       {R"({"preferAvoidPods":[{"podSignature":{"podController":{"kind":"ReplicaSet","uid":"uid-0"}}}]})"}},
  };
  return kEntries;
}

const std::vector<Entry>& hamiAnnotations() {
  static const std::vector<Entry> kEntries{
      {"hami.io/gpu-scheduler-policy", {"binpack", "spread", "mutex", "numa", "topology-aware", "spread,numa", "x"}},
      {"hami.io/node-scheduler-policy", {"binpack", "spread", "x"}},
      {"hami.io/device-scoring-weights", {"slot=1,core=2,memory=0", "slot=0,core=0,memory=0", "x"}},
      {"hami.io/vgpu-node", {"n0", "n1", "gone"}},
      {"hami.io/vgpu-devices-allocated", {"GPU-n0-0,NVIDIA,2000,10:;", "GPU-n0-0,NVIDIA,-5,10:;", "x"}},
      {"hami.io/vgpu-mig-allocations", {"x"}},
      {"hami.io/bind-phase", {"allocating", "success", "failed"}},
      {"nvidia.com/use-gputype", {"V100", "A100,DCU", "", " ,"}},
      {"nvidia.com/nouse-gputype", {"V100", "a100", ""}},
      {"nvidia.com/use-gpuuuid", {"GPU-n0-0", "GPU-n1-0,GPU-n1-1"}},
      {"nvidia.com/nouse-gpuuuid", {"GPU-n0-0", "x"}},
      {"nvidia.com/numa-bind", {"true", "false", "x"}},
      {"nvidia.com/vgpu-mode", {"hami-core", "mig", "mps"}},
      {"hygon.com/use-dcutype", {"Z100"}},
      {"hygon.com/use-gpuuuid", {"DCU-0"}},
      {"hygon.com/nouse-dcutype", {"NVIDIA"}},
      {"hygon.com/nouse-gpuuuid", {"DCU-0"}},
      {"amd.com/use-gputype", {"AMDGPU"}},
      {"amd.com/nouse-gputype", {"AMDGPU"}},
      {"amd.com/use-gpu-uuid", {"AMD-0"}},
      {"amd.com/nouse-gpu-uuid", {"AMD-0"}},
      {"cambricon.com/use-gpuuuid", {"MLU-0"}},
      {"cambricon.com/nouse-gpuuuid", {"MLU-0"}},
      {"mthreads.ai/use-gpuuuid", {"GPU-n0-0"}},
      {"mthreads.ai/nouse-gpuuuid", {"GPU-n0-0"}},
      {"hami.io/use-Ascend910B3-uuid", {"x"}},
      {"hami.io/no-use-Ascend910B3-uuid", {"x"}},
      {"hami.io/dcu-devices-allocated", {"DCU-0,DCU,2000,10:;"}},
      {"hami.io/amd-devices-allocated", {"AMD-0,AMDGPU,2000,10:;"}},
      {"hami.io/cambricon-mlu-devices-allocated", {"MLU-0,MLU,2000,10:;"}},
      {"hami.io/mthreads-vgpu-devices-allocated", {"x"}},
      {"huawei.com/vnpu-mode", {"hami-core"}},
  };
  return kEntries;
}

const std::vector<Entry>& podAnnotations() {
  static const std::vector<Entry> kEntries{
      {"volcano.sh/vgpu-mode", {"mig", "hami-core", "mps", ""}},
      {"volcano.sh/vgpu-node", {"n0"}},
      {"volcano.sh/vgpu-ids-new", {"GPU-n0-0,NVIDIA,2000,10:", "x"}},
      {"volcano.sh/vgpu-use-gpuuuid", {"GPU-n0-0"}},
      {"volcano.sh/vgpu-nouse-gpuuuid", {"GPU-n0-0"}},
      {"volcano.sh/vgpu-podgroup-policy", {"spread", "binpack", "x"}},
      {"volcano.sh/bind-phase", {"success", "allocating"}},
      {"scheduling.k8s.io/group-name", {"g", "h"}},
      {"scheduling.volcano.sh/group-name", {"g"}},
      {"tencent.com/predicate-gpu-idx-0", {"0", "1,2", "x"}},
      {"tencent.com/predicate-node", {"n0", "n1"}},
      {"tencent.com/predicate-time", {"1661785865463628785"}},
      {"tencent.com/gpu-assigned", {"true", "false"}},
      {"scheduling.koordinator.sh/device-allocate-hint",
       {R"({"gpu":{"selector":{"matchLabels":{"a":"b"}}}})", R"({"gpu":{"requiredTopologyScope":"NUMANode"}})",
        R"({"gpu":{"requiredTopologyScope":"Device"}})", R"({"gpu":{"exclusivePolicy":"DeviceLevel"}})",
        R"({"gpu":{"allocateStrategy":"ApplyForAll"}})", R"({"gpu":{"allocateStrategy":"RequestsAsCount"}})",
        R"({"gpu":{"vfSelector":{}}})", R"({"rdma":{"vfSelector":{}}})", "{", "x"}},
      {"scheduling.koordinator.sh/device-joint-allocate",
       {R"({"deviceTypes":["gpu","rdma"]})", R"({"deviceTypes":["gpu"],"requiredScope":"SamePCIe"})", "x"}},
      {"scheduling.koordinator.sh/gpu-partition-spec",
       {"{}", R"({"allocatePolicy":"Restricted"})", R"({"ringBusBandwidth":"400Gi"})", "x"}},
      {"scheduling.koordinator.sh/numa-topology-spec",
       {R"({"numaTopologyPolicy":"SingleNUMANode"})", R"({"numaTopologyPolicy":"Restricted"})",
        R"({"numaTopologyPolicy":"None"})", R"({"numaTopologyPolicy":"x"})", R"({"numaTopologyPolicy":""})", "{}",
        "x"}},
      {"scheduling.koordinator.sh/device-allocated", {"{}", R"({"gpu":[{"minor":0}]})", "x"}},
      {"scheduling.koordinator.sh/reservation-affinity",
       {R"({"name":"team"})", R"({"reservationSelector":{"a":"b"}})", "{}", "x"}},
      {"scheduling.koordinator.sh/reservation-ignored", {"true", "false"}},
      {"scheduling.koordinator.sh/reservation-allocated", {R"({"name":"team","uid":"uid-team"})"}},
      {"scheduling.koordinator.sh/exact-match-reservation", {R"({"resourceNames":["cpu"]})", "x"}},
      {"scheduling.alibabacloud.com/numa-topology-spec",
       {R"({"numaTopologyPolicy":"SingleNUMANode"})", R"({"numaTopologyPolicy":"x"})", "x"}},
      {"network.alibabacloud.com/erdma-smcr", {"true"}},
      {"run.ai/reserve_for_gpu_index", {"0"}},
      {"gpu-fraction", {"0.5", "0.25", "1", "2", "x"}},
      {"gpu-memory", {"2000", "16000", "0", "x"}},
      {"gpu-fraction-num-devices", {"1", "2", "0", "x"}},
      {"ALIYUN_COM_GPU_MEM_IDX", {"0", "1", "-1"}},
      {"ALIYUN_COM_GPU_MEM_ASSIGNED", {"true", "false"}},
      {"scheduler.framework.gpushare.allocation", {R"({"0":{"0":4}})", "x"}},
      {"gputopology.alibabacloud.com/allocation", {"x"}},
  };
  return kEntries;
}

const std::vector<Entry>& podLabels() {
  static const std::vector<Entry> kEntries{
      {"koordinator.sh/gpu-isolation-provider", {"HAMICore", "x"}},
      {"scheduling.koordinator.sh/reservation-ignored", {"true", "false"}},
      {"app", {"a", "b"}},
      {"aliyun.com/gpu-count", {"2", "3", "x"}},
      {"runai-gpu-group", {"g0", "g1"}},
      {"runai-gpu-group/g0", {"g0"}},
      {"gputopology.alibabacloud.com/pod-group", {"g"}},
      {"gputopology.alibabacloud.com/replica", {"1", "2", "x"}},
      {"pod-group.scheduling.sigs.k8s.io/name", {"g"}},
      {"pod-group.scheduling.sigs.k8s.io/min-available", {"1", "2"}},
      {"gang.scheduling.koordinator.sh/name", {"g"}},
      {"hami.io/webhook", {"ignore"}},
  };
  return kEntries;
}

constexpr const char* kResources[] = {"nvidia.com/gpu",
                                      "nvidia.com/gpu.shared",
                                      "nvidia.com/mig-1g.10gb",
                                      "nvidia.com/gpumem",
                                      "nvidia.com/gpumem-percentage",
                                      "nvidia.com/gpucores",
                                      "nvidia.com/priority",
                                      "aliyun.com/gpu-mem",
                                      "aliyun.com/gpu-core.percentage",
                                      "aliyun.com/gpu",
                                      "aliyun/erdma",
                                      "koordinator.sh/gpu",
                                      "koordinator.sh/gpu.shared",
                                      "koordinator.sh/gpu-core",
                                      "koordinator.sh/gpu-memory",
                                      "koordinator.sh/gpu-memory-ratio",
                                      "koordinator.sh/rdma",
                                      "koordinator.sh/fpga",
                                      "huawei.com/npu-core",
                                      "huawei.com/Ascend910",
                                      "volcano.sh/vgpu-number",
                                      "volcano.sh/vgpu-memory",
                                      "volcano.sh/vgpu-cores",
                                      "volcano.sh/vgpu-memory-percentage",
                                      "volcano.sh/gpu-memory",
                                      "volcano.sh/gpu-number",
                                      "tencent.com/vcuda-core",
                                      "tencent.com/vcuda-memory",
                                      "amd.com/gpu",
                                      "amd.com/gpumem",
                                      "hygon.com/dcunum",
                                      "hygon.com/dcumem",
                                      "dcu.com/gpu",
                                      "hygon.com/dcucores",
                                      "amd.com/gpucores",
                                      "cambricon.com/mlu",
                                      "cambricon.com/vmlu",
                                      "cambricon.com/mlu.smlu.vcore",
                                      "cambricon.com/mlu.smlu.vmemory",
                                      "mthreads.com/vgpu",
                                      "mthreads.com/sgpu-core",
                                      "mthreads.com/sgpu-memory",
                                      "huawei.com/npu-cpu",
                                      "huawei.com/npu-dvpp",
                                      "huawei.com/Ascend910C",
                                      "aws.amazon.com/neuron",
                                      "aws.amazon.com/neuroncore",
                                      "aws.amazon.com/neurondevice",
                                      "google.com/tpu",
                                      "habana.ai/gaudi",
                                      "qualcomm.com/qaic",
                                      "rebellions.ai/ATOM",
                                      "bitfusion.io/gpu-amount",
                                      "bitfusion.io/gpu-percent",
                                      "gpu.intel.com/xe",
                                      "gpu.intel.com/memory.max",
                                      "gpu.intel.com/i915",
                                      "gpu.intel.com/millicores",
                                      "ephemeral-storage",
                                      "memory",
                                      "hugepages-2Mi",
                                      "example.com/odd"};

std::string pickOf(Dice& dice, const std::vector<const char*>& values) {
  return values[static_cast<std::size_t>(dice.roll(0, static_cast<int>(values.size()) - 1))];
}

/// Gives some of the entries, mostly none, to `set`.
template <typename Set>
void pickSome(Dice& dice, const std::vector<Entry>& entries, Set set) {
  for (int more = dice.oneIn(3) ? dice.roll(1, 2) : 0; more > 0; --more) {
    const Entry& entry = entries[static_cast<std::size_t>(dice.roll(0, static_cast<int>(entries.size()) - 1))];
    set(entry.key, pickOf(dice, entry.values));
  }
}

void addOddState(Dice& dice, NodeBuilder& node) {
  if (dice.oneIn(25)) node.cordoned();
  if (dice.oneIn(25)) node.notReady();
  if (dice.oneIn(25)) node.taint("soft", "1", "PreferNoSchedule");
  if (dice.oneIn(25)) node.taint("hard", "1", "NoSchedule");
  if (dice.oneIn(25)) node.taint(dice.pick(kResources), "", "NoSchedule");
  if (dice.oneIn(25)) node.taint("node.kubernetes.io/unreachable", "", "NoExecute");
  if (dice.oneIn(25)) node.resource("pods", dice.roll(0, 3));
  if (dice.oneIn(25)) node.resource("cpu", dice.roll(0, 2));
}

void addOddSpec(Dice& dice, PodBuilder& pod) {
  const char* schedulers[] = {"default-scheduler", "koord-scheduler", "volcano",
                              "kai-scheduler",     "hami-scheduler",  "x"};
  RawPodSpec& spec = pod.edit().spec;
  if (dice.oneIn(8)) spec.schedulerName = dice.pick(schedulers);
  if (dice.oneIn(20)) spec.priority = dice.roll(0, 2000);
  if (dice.oneIn(30)) spec.neverPreempts = true;
  if (dice.oneIn(30)) pod.selector("zone", "z1");
  if (dice.oneIn(30)) pod.tolerate("hard", "Exists", "", "");
  if (dice.oneIn(30)) pod.tolerate("", "Exists", "", "");
  if (dice.oneIn(30)) spec.overhead = {{"cpu", Quantity::fromMilli(500)}};
  if (dice.oneIn(30)) {
    Container& first = spec.containers.front();
    first.hostPorts = {HostPort{{}, {}, 80}};
    first.hasHostPort = true;
  }
  if (dice.oneIn(30)) {
    NodeSelectorTerm term;
    term.matchExpressions.push_back({"zone", dice.oneIn(2) ? "In" : "Exists", {}});
    spec.requiredNodeAffinity.emplace(1, term);
  }
}

void addInitContainer(Dice& dice, PodBuilder& pod) {
  Container init = pod.edit().spec.containers[0];
  init.name = "init";
  init.isSidecar = dice.oneIn(2);
  if (dice.oneIn(3)) {
    Container& main = pod.edit().spec.containers.front();
    main.requests.clear();
    main.limits.clear();
  }
  pod.edit().spec.initContainers.push_back(std::move(init));
}

RawNodeTopology topologyOf(Dice& dice, const std::string& node) {
  const char* policies[] = {"single-numa-node", "restricted", "best-effort", "none"};
  const char* old[] = {"BestEffort", "Restricted", "SingleNUMANodePodLevel", "SingleNUMANodeContainerLevel", "None"};
  RawNodeTopology out;
  out.meta.key.name = node;
  if (dice.oneIn(2)) out.attributes = {{"topologyManagerPolicy", dice.pick(policies)}};
  if (dice.oneIn(2)) out.policies = {dice.pick(old)};
  for (int id = dice.roll(0, 2); id > 0; --id) {
    RawTopologyZone& zone = out.zones.emplace_back();
    zone.name = "node-" + std::to_string(id);
    zone.type = "Node";
    zone.available = {{"nvidia.com/gpu", Quantity::fromInteger(dice.roll(0, 4))},
                      {"cpu", Quantity::fromInteger(dice.roll(0, 8))}};
  }
  return out;
}

void addPluginConfigs(Dice& dice, std::vector<ClusterDelta>& out) {
  RawClusterPolicy policy;
  policy.meta.key.name = "cluster-policy";
  policy.operatorNamespace = "gpu-operator";
  policy.pluginConfigMap = "plugin";
  if (dice.oneIn(2)) policy.pluginConfigDefault = "one";
  RawPluginConfigs configs;
  configs.meta.key = {"gpu-operator", "plugin"};
  configs.configs = {{"one", true, DeviceSharing::TimeSlicing, true, {{"nvidia.com/gpu", 4}}},
                     {"three", false, DeviceSharing::None, {}, {}},
                     {"two", true, DeviceSharing::Mps, {}, {{"nvidia.com/gpu", 4}}}};
  out.push_back(upsertExtra(std::move(policy)));
  out.push_back(upsertExtra(std::move(configs)));
}

void addReservation(Dice& dice, const std::string& node, const std::string& name, std::vector<ClusterDelta>& out) {
  const std::string devices = dice.oneIn(3) ? "" : koordinatorShare(dice.roll(0, 7), 50 * dice.roll(1, 2));
  RawKoordinatorReservation one = koordinatorReservation(name, node, devices, dice.oneIn(2) ? "a" : "b",
                                                         {{"cpu", Quantity::fromInteger(dice.roll(0, 40))}});
  if (dice.oneIn(3)) one.allocatePolicy = "Restricted";
  if (dice.oneIn(6)) one.phase = "Succeeded";
  out.push_back(upsertExtra(std::move(one)));
}

}  // namespace

void makeOdd(Dice& dice, NodeBuilder& node) {
  if (!dice.oneIn(3)) return;
  pickSome(dice, nodeLabels(), [&](const char* key, std::string value) { node.label(key, std::move(value)); });
  if (dice.oneIn(4)) {
    const Entry& entry =
        nodeAnnotations()[static_cast<std::size_t>(dice.roll(0, static_cast<int>(nodeAnnotations().size()) - 1))];
    node.annotation(entry.key, pickOf(dice, entry.values));
  }
  if (dice.oneIn(6)) node.resource(dice.pick(kResources), dice.roll(0, 9));
  if (dice.oneIn(6)) node.allocatable(dice.pick(kResources), dice.roll(0, 200));
  if (dice.oneIn(12)) node.capacity(dice.pick(kResources), dice.roll(0, 200));
  addOddState(dice, node);
}

void makeOdd(Dice& dice, PodBuilder& pod) {
  pickSome(dice, dice.oneIn(3) ? hamiAnnotations() : podAnnotations(),
           [&](const char* key, std::string value) { pod.annotation(key, std::move(value)); });
  if (dice.oneIn(4))
    pickSome(dice, podLabels(), [&](const char* key, std::string value) { pod.label(key, std::move(value)); });
  if (dice.oneIn(12)) pod.resource(dice.pick(kResources), dice.roll(0, dice.oneIn(2) ? 2 : 300));
  if (dice.oneIn(15)) addInitContainer(dice, pod);
  if (dice.oneIn(30)) pod.edit().spec.deviceClaims.push_back({"odd", {}, dice.oneIn(2) ? "t0" : "missing"});
  addOddSpec(dice, pod);
}

std::vector<ClusterDelta> oddObjects(Dice& dice, const std::vector<NodeBuilder>& nodes) {
  std::vector<ClusterDelta> out;
  if (dice.oneIn(2)) out.push_back(replaceExtras<RawKoordinatorReservation>(ExtraKind::KoordinatorReservation, {}));
  if (dice.oneIn(2)) out.push_back(replaceExtras<RawNodeTopology>(ExtraKind::NodeTopology, {}));
  if (dice.oneIn(3)) addPluginConfigs(dice, out);
  int number = 0;
  for (const NodeBuilder& one : nodes) {
    const std::string name = one.raw()->meta.key.name;
    if (dice.oneIn(12)) addReservation(dice, name, number++ == 0 ? "team" : "team-" + std::to_string(number), out);
    if (dice.oneIn(8)) out.push_back(upsertExtra(topologyOf(dice, name)));
    if (dice.oneIn(12)) out.push_back(unhealthy(name, std::to_string(dice.roll(0, 3))));
    if (dice.oneIn(20)) out.push_back(links(name, R"({"0":{"1":10}})"));
  }
  return out;
}

void makeOdd(Dice& dice, AllocationRequest& request) {
  if (dice.oneIn(10)) {
    NamespaceRules rules;
    RawQuota quota;
    quota.meta.key = {"default", "q"};
    quota.hard = {{dice.oneIn(2) ? "limits.nvidia.com/gpumem" : "limits.nvidia.com/gpucores",
                   Quantity::fromInteger(1000 * dice.roll(0, 20))}};
    rules.quotas.emplace(1, quota);
    request.rules = std::make_shared<const NamespaceRules>(std::move(rules));
  }
  if (dice.oneIn(15)) {
    ConfiguredProfile profile;
    profile.filter.enabled = {{"NodeResourceTopologyMatch", 1}};
    SchedulerConfig config;
    config.profiles = {profile};
    request.scheduler = std::make_shared<const SchedulerProfile>(*profileFor(config, "", "v1.35.4"));
  }
}

}  // namespace cardinal::testing
