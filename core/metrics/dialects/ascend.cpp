// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/dialect.h"

namespace cardinal {
namespace {

// Huawei's npu-exporter. Its megabytes are MiB: a chip of 64 GiB reports 65,536. Training chips compute in their HBM
// and have DDR beside it, inference chips have DDR alone and report 0 of HBM, or nothing. -1 and -275: unknown.
constexpr ExportedMetric kMetrics[] = {
    {"npu_chip_info_utilization", ExportedValue::Busy},
    {"npu_chip_info_hbm_used_memory", ExportedValue::MemoryUsed},
    {"npu_chip_info_hbm_total_memory", ExportedValue::MemoryTotal},
    {"npu_chip_info_used_memory", ExportedValue::SecondUsed},
    {"npu_chip_info_total_memory", ExportedValue::SecondTotal},
    {"npu_chip_info_temperature", ExportedValue::Temperature},
    {"npu_chip_info_power", ExportedValue::Power},
};

// container_npu_* report the whole chip's figures for every container of a chip that is split, so they are not read.
constexpr ExportedLabel kLabels[] = {
    {"id", LabelRole::Index},
    {"vdie_id", LabelRole::Uuid},
    {"pod_name", LabelRole::PodName},
    {"exported_namespace", LabelRole::PodNamespace},
    {"namespace", LabelRole::PodNamespace},
};

constexpr std::string_view kAnchors[] = {"npu_chip_info_utilization"};

constexpr Dialect kDialect{"Ascend npu-exporter", kMetrics, kLabels, kAnchors};

}  // namespace

const Dialect& ascendDialect() {
  return kDialect;
}

}  // namespace cardinal
