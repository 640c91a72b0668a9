// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/dialect.h"

namespace cardinal {
namespace {

// AMD's device metrics exporter, without a prefix and with the one that its operator's guides set. Its megabytes are
// MiB: a card of 192 GiB reports 196,592. A partition of a card has an index of its own; a card reports one of the two
// temperatures and powers, by its generation.
constexpr ExportedMetric kMetrics[] = {
    {"gpu_gfx_activity", ExportedValue::Busy},
    {"gpu_used_vram", ExportedValue::MemoryUsed},
    {"gpu_free_vram", ExportedValue::MemoryFree},
    {"gpu_total_vram", ExportedValue::MemoryTotal},
    {"gpu_junction_temperature", ExportedValue::Temperature},
    {"gpu_edge_temperature", ExportedValue::Temperature},
    {"gpu_package_power", ExportedValue::Power},
    {"gpu_average_package_power", ExportedValue::Power},
    {"amd_gpu_gfx_activity", ExportedValue::Busy},
    {"amd_gpu_used_vram", ExportedValue::MemoryUsed},
    {"amd_gpu_free_vram", ExportedValue::MemoryFree},
    {"amd_gpu_total_vram", ExportedValue::MemoryTotal},
    {"amd_gpu_junction_temperature", ExportedValue::Temperature},
    {"amd_gpu_edge_temperature", ExportedValue::Temperature},
    {"amd_gpu_package_power", ExportedValue::Power},
    {"amd_gpu_average_package_power", ExportedValue::Power},
};

// A UUID is optional there, and nothing says whether the partitions of a card share it: the index distinguishes them.
constexpr ExportedLabel kLabels[] = {
    {"hostname", LabelRole::Host},        {"gpu_id", LabelRole::Index},
    {"exported_pod", LabelRole::PodName}, {"exported_namespace", LabelRole::PodNamespace},
    {"pod", LabelRole::PodName},          {"namespace", LabelRole::PodNamespace},
};

constexpr std::string_view kAnchors[] = {"gpu_total_vram", "amd_gpu_total_vram"};

constexpr Dialect kDialect{"AMD device metrics exporter", kMetrics, kLabels, kAnchors};

}  // namespace

const Dialect& amdDialect() {
  return kDialect;
}

}  // namespace cardinal
