// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/provider/record/snapshot_builder.h"

namespace cardinal::testing {

/// A Device of Koordinator with `cards` healthy GPUs of 16 GiB, minors from 0, ids "GPU-<minor>".
inline RawKoordinatorDevice koordinatorDevice(std::string node, int cards) {
  RawKoordinatorDevice device;
  device.meta.key.name = std::move(node);
  for (int minor = 0; minor < cards; ++minor) {
    RawDeviceEntry entry;
    entry.type = "gpu";
    entry.id = "GPU-" + std::to_string(minor);
    entry.minor = minor;
    entry.healthy = true;
    entry.resources = {{"koordinator.sh/gpu-core", Quantity::fromInteger(100)},
                       {"koordinator.sh/gpu-memory", Quantity::fromInteger(std::int64_t{16} << 30)},
                       {"koordinator.sh/gpu-memory-ratio", Quantity::fromInteger(100)}};
    device.devices.push_back(std::move(entry));
  }
  return device;
}

/// A Reservation on `node` that holds these devices (value of device-allocated) for pods with the label app=`app`; it
/// requests cpu and what `asks` says.
inline RawKoordinatorReservation koordinatorReservation(std::string name, std::string node, std::string devices,
                                                        std::string app, ResourceList asks = {}) {
  RawKoordinatorReservation out;
  out.meta.key.name = std::move(name);
  out.meta.uid = "uid-" + out.meta.key.name;
  out.nodeName = std::move(node);
  out.phase = "Available";
  if (!devices.empty())
    out.meta.annotations.emplace_back("scheduling.koordinator.sh/device-allocated", std::move(devices));
  out.owners.push_back({false, LabelSelector{{{"app", std::move(app)}}, {}}});
  out.allocatable = std::move(asks);
  return out;
}

template <typename Object>
ClusterDelta upsertExtra(Object object) {
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::UpsertExtra;
  delta.extras.emplace_back(std::make_shared<const Object>(std::move(object)));
  return delta;
}

/// Value of the annotation device-allocated: percent of a 16 GiB card.
inline std::string koordinatorShare(int minor, int percent) {
  const std::string amount = std::to_string(percent);
  return R"({"gpu":[{"minor":)" + std::to_string(minor) + R"(,"resources":{"koordinator.sh/gpu-core":")" + amount +
         R"(","koordinator.sh/gpu-memory":")" + std::to_string((std::int64_t{16} << 30) * percent / 100) +
         R"(","koordinator.sh/gpu-memory-ratio":")" + amount + R"("}}]})";
}

}  // namespace cardinal::testing
