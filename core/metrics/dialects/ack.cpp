// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/dialect.h"

namespace cardinal {
namespace {

// The exporter of Alibaba Cloud's GPU monitoring 2.0: DCGM's metrics, and its own beside them.
constexpr ExportedMetric kMetrics[] = {
    {"DCGM_CUSTOM_DEV_FB_TOTAL", ExportedValue::MemoryTotal},
    {"DCGM_CUSTOM_DEV_FB_ALLOCATED", ExportedValue::MemoryAllocated},
};

constexpr ExportedLabel kLabels[] = {
    {"NodeName", LabelRole::Host},   {"gpu", LabelRole::Index},
    {"UUID", LabelRole::Uuid},       {"NamespaceName", LabelRole::PodNamespace},
    {"PodName", LabelRole::PodName},
};

constexpr Dialect kDialect{"ACK GPU monitoring", kMetrics, kLabels, {}};

}  // namespace

const Dialect& ackDialect() {
  return kDialect;
}

}  // namespace cardinal
