// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/dialect.h"

namespace cardinal {
namespace {

// Volcano's vGPU: its scheduler reports on which node a card is; what is used comes from its device plugin under HAMi's
// old names, without the node. The unit of its limits depends on the plugin's memory factor, so they are not read.
constexpr ExportedMetric kMetrics[] = {
    {"volcano_vgpu_device_shared_number", ExportedValue::Place},
};

constexpr ExportedLabel kLabels[] = {
    {"NodeName", LabelRole::Host},
    {"devID", LabelRole::Uuid},
};

constexpr Dialect kDialect{"Volcano vGPU", kMetrics, kLabels, {}, false};

}  // namespace

const Dialect& volcanoDialect() {
  return kDialect;
}

}  // namespace cardinal
