// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/dialect.h"

namespace cardinal {
namespace {

// NVIDIA's exporter; names of the 1.x series below those of today, then today's as some pipelines write them.
constexpr ExportedMetric kMetrics[] = {
    {"DCGM_FI_DEV_GPU_UTIL", ExportedValue::Busy},
    {"DCGM_FI_PROF_GR_ENGINE_ACTIVE", ExportedValue::EngineActive},
    {"DCGM_FI_DEV_FB_USED", ExportedValue::MemoryUsed},
    {"DCGM_FI_DEV_FB_FREE", ExportedValue::MemoryFree},
    {"DCGM_FI_DEV_FB_RESERVED", ExportedValue::MemoryReserved},
    {"DCGM_FI_DEV_FB_TOTAL", ExportedValue::MemoryTotal},
    {"DCGM_FI_DEV_GPU_TEMP", ExportedValue::Temperature},
    {"DCGM_FI_DEV_POWER_USAGE", ExportedValue::Power},
    {"DCGM_FI_DEV_SM_CLOCK", ExportedValue::SmClock},
    {"DCGM_FI_DEV_XID_ERRORS", ExportedValue::Xid},
    {"dcgm_gpu_utilization", ExportedValue::Busy},
    {"dcgm_fb_used", ExportedValue::MemoryUsed},
    {"dcgm_fb_free", ExportedValue::MemoryFree},
    {"dcgm_gpu_temp", ExportedValue::Temperature},
    {"dcgm_power_usage", ExportedValue::Power},
    {"dcgm_sm_clock", ExportedValue::SmClock},
    {"dcgm_xid_errors", ExportedValue::Xid},
    {"dcgm_fi_dev_gpu_util", ExportedValue::Busy},
    {"dcgm_fi_prof_gr_engine_active", ExportedValue::EngineActive},
    {"dcgm_fi_dev_fb_used", ExportedValue::MemoryUsed},
    {"dcgm_fi_dev_fb_free", ExportedValue::MemoryFree},
    {"dcgm_fi_dev_fb_reserved", ExportedValue::MemoryReserved},
    {"dcgm_fi_dev_gpu_temp", ExportedValue::Temperature},
    {"dcgm_fi_dev_power_usage", ExportedValue::Power},
    {"dcgm_fi_dev_sm_clock", ExportedValue::SmClock},
    {"dcgm_fi_dev_xid_errors", ExportedValue::Xid},
};

constexpr ExportedLabel kLabels[] = {
    {"Hostname", LabelRole::Host},
    {"hostname", LabelRole::Host},
    {"gpu", LabelRole::Index},
    {"UUID", LabelRole::Uuid},
    {"uuid", LabelRole::Uuid},
    {"GPU_I_ID", LabelRole::Instance},
    {"GPU_I_PROFILE", LabelRole::Instance},
    {"gpu_i_id", LabelRole::Instance},
    {"gpu_i_profile", LabelRole::Instance},
    // A scrape that does not honour the exporter's labels renames the workload's.
    {"exported_pod", LabelRole::PodName},
    {"exported_namespace", LabelRole::PodNamespace},
    {"pod", LabelRole::PodName},
    {"namespace", LabelRole::PodNamespace},
    {"pod_name", LabelRole::PodName},
    {"pod_namespace", LabelRole::PodNamespace},
};

constexpr std::string_view kAnchors[] = {"DCGM_FI_DEV_FB_USED", "DCGM_FI_DEV_GPU_TEMP", "dcgm_fb_used",
                                         "dcgm_fi_dev_fb_used", "dcgm_fi_prof_gr_engine_active"};

constexpr Dialect kDialect{"dcgm-exporter", kMetrics, kLabels, kAnchors};

}  // namespace

const Dialect& dcgmDialect() {
  return kDialect;
}

}  // namespace cardinal
