// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/dialect.h"

namespace cardinal {
namespace {

constexpr double kMib = 1.0 / (1024.0 * 1024.0);

// The older exporters that ARENA asks: names of NVML's first Prometheus exporter, with the pod and the node beside.
constexpr ExportedMetric kMetrics[] = {
    {"nvidia_gpu_duty_cycle", ExportedValue::Busy},
    {"nvidia_gpu_memory_used_bytes", ExportedValue::MemoryUsed, kMib},
    {"nvidia_gpu_memory_total_bytes", ExportedValue::MemoryTotal, kMib},
    {"nvidia_gpu_temperature_celsius", ExportedValue::Temperature},
    {"nvidia_gpu_power_usage_milliwatts", ExportedValue::Power, 1e-3},
};

constexpr ExportedLabel kLabels[] = {
    {"node_name", LabelRole::Host},   {"minor_number", LabelRole::Index},          {"uuid", LabelRole::Uuid},
    {"pod_name", LabelRole::PodName}, {"namespace_name", LabelRole::PodNamespace},
};

constexpr std::string_view kAnchors[] = {"nvidia_gpu_memory_used_bytes", "nvidia_gpu_duty_cycle"};

constexpr Dialect kDialect{"nvidia_gpu", kMetrics, kLabels, kAnchors};

}  // namespace

const Dialect& arenaDialect() {
  return kDialect;
}

}  // namespace cardinal
