// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/dialect.h"

namespace cardinal {
namespace {

constexpr double kMib = 1.0 / (1024.0 * 1024.0);

// HAMi's monitor, names since 2.9 and before; KAI's isolator has the former without the node, Volcano's device plugin
// the latter. Utilisation is 0..100 in spite of its name.
constexpr ExportedMetric kMetrics[] = {
    {"hami_host_gpu_utilization_ratio", ExportedValue::Busy},
    {"hami_host_gpu_memory_used_bytes", ExportedValue::MemoryUsed, kMib},
    {"hami_host_gpu_temperature_celsius", ExportedValue::Temperature},
    {"hami_host_gpu_power_usage_watts", ExportedValue::Power},
    {"HostCoreUtilization", ExportedValue::Busy},
    {"HostGPUMemoryUsage", ExportedValue::MemoryUsed, kMib},
    // What a pod uses, by what its own library counts: memory of its contexts, modules and buffers, percent of the SMs.
    {"hami_vgpu_memory_used_bytes", ExportedValue::PodMemoryUsed, kMib},
    {"hami_container_device_utilization_ratio", ExportedValue::PodBusy},
    {"vGPU_device_memory_usage_in_bytes", ExportedValue::PodMemoryUsed, kMib},
    {"Device_utilization_desc_of_container", ExportedValue::PodBusy},
    // The scheduler's own: it may scale memory up, so its limit is not the card's total.
    {"hami_gpu_shared_count", ExportedValue::Place},
    {"GPUDeviceSharedNum", ExportedValue::Place},
};

constexpr ExportedLabel kLabels[] = {
    {"nodeid", LabelRole::Host},
    {"exported_node", LabelRole::Host},
    {"node", LabelRole::Host},
    {"device_index", LabelRole::Index},
    {"deviceidx", LabelRole::Index},
    {"device_uuid", LabelRole::Uuid},
    {"deviceuuid", LabelRole::Uuid},
    {"podname", LabelRole::PodName},
    {"podnamespace", LabelRole::PodNamespace},
    {"exported_pod", LabelRole::PodName},
    {"exported_namespace", LabelRole::PodNamespace},
    {"pod", LabelRole::PodName},
    {"namespace", LabelRole::PodNamespace},
    {"ctrname", LabelRole::Container},
    {"exported_container", LabelRole::Container},
    {"container", LabelRole::Container},
    {"vdeviceid", LabelRole::Container},
    {"vdevice_index", LabelRole::Container},
};

constexpr std::string_view kAnchors[] = {"hami_host_gpu_memory_used_bytes", "HostGPUMemoryUsage"};

constexpr Dialect kDialect{"HAMi", kMetrics, kLabels, kAnchors, false};

}  // namespace

const Dialect& hamiDialect() {
  return kDialect;
}

}  // namespace cardinal
