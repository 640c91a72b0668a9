// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/model/raw.h"

namespace cardinal::provider {

/// What the open-source device plugin gives to a container that starts (docs/reference/gpushare.md 3.4). The kubelet
/// names an amount, never a pod: the plugin looks for the pod.
struct DeviceGrant {
  std::optional<ObjectKey> pod;   ///< the pod that was taken for the container's
  CardIndex card = kPendingCard;  ///< kPendingCard = none was found: the container fails at its start
  bool onlyCard = false;          ///< no pod was found, but the node has one card alone
  StringMap environment;          ///< ALIYUN_COM_GPU_MEM_*, and NVIDIA_VISIBLE_DEVICES where it is no card's UUID
  StringMap annotations;          ///< written to the pod
};

/// `pods` are those of the node; `units` what one container asks; `unitsPerCard` and `cards` of the node; `now` in
/// nanoseconds. Candidates are pending, hold a card that is not yet assigned and are taken in the order of their assume
/// times; the first that asks `units` in all wins.
DeviceGrant allocateDevices(const std::vector<std::shared_ptr<const RawPod>>& pods, std::int64_t units, int cards,
                            std::int64_t unitsPerCard, std::int64_t now);

/// No container of the pod asks as much as the whole pod does, so none is ever matched: two or more ask for gpu-mem.
/// Harmless on nodes with one card.
bool isNeverMatched(const RawPod& pod);

}  // namespace cardinal::provider
