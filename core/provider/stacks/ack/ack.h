// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/provider/readers.h"

namespace cardinal::provider {

/// Alibaba Cloud ACK: modes by `ack.node.gpu.schedule`, placement by `ack.node.gpu.placement`, V2 annotations on the
/// pod, core percentage, topology annotations of both generations. Facts:
/// docs/reference/gpushare.md 1.5, 1.6, 2.4, 2.5, 2.9.
StackAdapter makeAckAdapter();

/// Mode that a label value names; `Unknown` for a value that is not documented.
GpuMode modeOfLabel(std::string_view value) noexcept;

/// What the ACK scheduler counts for a pod without usable V2 annotation: V1, which needs `_POD`, `_IDX` and a `_DEV`
/// above 0.
std::optional<CardShare> readAckV1Share(const RawPod& pod);

}  // namespace cardinal::provider
