// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/extras/resource_claim.h"
#include "core/model/extras/resource_slice.h"

namespace cardinal {

/// What drivers of dynamic resource allocation publish for a node, as cards and instances, and who holds them. Names
/// of the NVIDIA driver: github.com/kubernetes-sigs/dra-driver-nvidia-gpu, cmd/gpu-kubelet-plugin/deviceinfo.go. Pure
/// functions; unknown stays absent.

/// A claim that holds a device.
struct DraHolder {
  ObjectKey claim;
  std::vector<ObjectKey> pods;  ///< reservedFor; several share the device; empty = allocated and not used yet
  std::string request;
  bool adminAccess = false;  ///< uses the device without taking it from others
  bool isShare = false;      ///< holds a part of the device (consumable capacity), which others may share
};

/// One published device.
struct DraPiece {
  const RawDevice* raw = nullptr;
  const RawResourceSlice* slice = nullptr;  ///< that has it
  std::string_view profile;                 ///< of a MIG instance, "1g.10gb"
  std::optional<std::int64_t> memoryMiB;
  std::vector<DraHolder> holders;
  bool usesCounters = false;  ///< one of the placements that exclude each other by shared counters (dynamic MIG)
  /// Held by a claim that takes it from others.
  bool isHeld() const;
  /// Claims hold parts of it (shareID): how much is left is not known here.
  bool isShared() const;
};

struct DraCard {
  std::string_view driver;
  std::string_view pool;
  std::string_view uuid;  ///< empty = unknown
  std::string_view product;
  std::string_view pciBusId;
  std::optional<std::int64_t> memoryMiB;
  std::optional<std::int64_t> numaNode;
  std::optional<DraPiece> whole;    ///< the card as one device; absent = it is not offered as a whole
  std::optional<DraPiece> passed;   ///< the card handed through to a virtual machine (type vfio)
  std::vector<DraPiece> instances;  ///< MIG instances, or placements where usesCounters
  /// The same card, or parts of it, published once more: by another driver, in another pool or by another name.
  std::vector<DraPiece> again;
};

/// A pool of the node whose devices the scheduler does not use.
struct DraPoolProblem {
  enum class Kind : std::uint8_t { Incomplete, DeviceTwice };
  Kind kind = Kind::Incomplete;
  std::string driver;
  std::string pool;
  std::int64_t slices = 0;   ///< Incomplete: seen of the newest generation
  std::int64_t awaited = 0;  ///< Incomplete: resourceSliceCount
  std::string device;        ///< DeviceTwice: its name
};

/// A device that a claim holds and that no current slice of the node has.
struct DraLostDevice {
  RawDeviceResult result;
  DraHolder holder;
};

/// Texts of the cards are those of the slices.
struct DraNodeCards {
  std::vector<std::shared_ptr<const RawResourceSlice>> slices;  ///< with devices of the node
  std::vector<DraCard> cards;  ///< in the order of publication; those of pools with a problem are left out
  std::vector<DraPoolProblem> problems;
  std::vector<DraLostDevice> lost;
  std::int64_t otherDevices = 0;  ///< devices that are no GPUs: NICs, channels of compute domains
};

/// Detail of the finding StackNotRead: who holds the devices is not known.
inline constexpr std::string_view kClaimsNotRead = "ResourceClaims";

/// Does the driver offer GPUs: "gpu.nvidia.com", "gpu.example.com", "gpu.amd.com", "gpu.intel.com".
bool isGpuDriver(std::string_view driver);

/// Cards of the node by its own slices (spec.nodeName). Slices of older generations do not count. `slices` and
/// `claims` may be those of the whole cluster; null claims are passed over.
DraNodeCards draCardsOf(const std::string& node, std::span<const std::shared_ptr<const RawResourceSlice>> slices,
                        std::span<const std::shared_ptr<const RawResourceClaim>> claims);

}  // namespace cardinal
