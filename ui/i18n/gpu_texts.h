// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <cstdint>

#include "core/model/gpu.h"
#include "core/model/raw.h"

namespace cardinal {
struct NodeRecord;
}

namespace cardinal::ui {

/// "shared, memory isolated (cgpu)" / "共享调度（显存隔离）".
QString modeText(GpuMode mode);
/// Badge form: the label value ("cgpu", "core_mem", "exclusive").
QString modeBadge(GpuMode mode);
/// Name of the stack: "HAMi", "NVIDIA device plugin".
QString stackText(GpuStack stack);
QString placementText(Placement placement);
QString phaseText(const RawPod& pod);
/// How the request asks: "8 GiB", "8 GiB over 4 cards", "2 GiB + 30 %", "1 card".
QString requestText(const GpuRequest& request, MemoryUnit unit);
/// What the devices are that a node counts for a request.
enum class DeviceSort : std::uint8_t { Card, Slot, MigInstance, Partition };
DeviceSort deviceSortOf(const GpuRequest& request, const NodeRecord& node);
/// "2 cards", "2 slots", "1 MIG instance", "8 partitions".
QString devicesText(DeviceSort sort, int devices);
/// The same of what a sliced node gives for a request; empty where the devices are cards.
QString slicesText(const GpuRequest& request, const NodeRecord& node, int devices);

}  // namespace cardinal::ui
