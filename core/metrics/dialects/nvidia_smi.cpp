// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/dialect.h"

namespace cardinal {
namespace {

constexpr double kMib = 1.0 / (1024.0 * 1024.0);

// Exporters that run nvidia-smi. They name a card by its UUID without "GPU-"; its index is a metric of its own.
constexpr ExportedMetric kMetrics[] = {
    {"nvidia_smi_utilization_gpu_ratio", ExportedValue::Busy, 100},
    {"nvidia_smi_memory_used_bytes", ExportedValue::MemoryUsed, kMib},
    {"nvidia_smi_memory_free_bytes", ExportedValue::MemoryFree, kMib},
    {"nvidia_smi_memory_total_bytes", ExportedValue::MemoryTotal, kMib},
    {"nvidia_smi_temperature_gpu", ExportedValue::Temperature},
    {"nvidia_smi_temperature_celsius", ExportedValue::Temperature},
    {"nvidia_smi_power_draw_watts", ExportedValue::Power},
    {"nvidia_smi_clocks_current_sm_clock_hz", ExportedValue::SmClock, 1e-6},
    {"nvidia_smi_index", ExportedValue::Index},
};

constexpr ExportedLabel kLabels[] = {
    {"uuid", LabelRole::Uuid},
    {"index", LabelRole::Index},
};

constexpr std::string_view kAnchors[] = {"nvidia_smi_memory_used_bytes"};

constexpr Dialect kDialect{"nvidia-smi exporter", kMetrics, kLabels, kAnchors, false};

}  // namespace

const Dialect& nvidiaSmiDialect() {
  return kDialect;
}

}  // namespace cardinal
