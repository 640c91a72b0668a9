// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/raw.h"

namespace cardinal {

/// Objects of Koordinator that stand beside nodes and pods. Source:
/// https://github.com/koordinator-sh/koordinator/tree/v1.8.0/apis/scheduling/v1alpha1 (device_types.go,
/// reservation_types.go).

/// `topology` of a device; members that the object leaves out are 0 and "".
struct RawDeviceTopology {
  std::int32_t socketId = 0;
  std::int32_t nodeId = 0;  ///< NUMA node; -1 = none
  std::string pcieId;       ///< switch; unique inside a NUMA node only
  std::string busId;
  bool operator==(const RawDeviceTopology&) const = default;
};

struct RawVirtualFunction {
  std::int32_t minor = 0;
  std::string busId;
  bool operator==(const RawVirtualFunction&) const = default;
};

struct RawVirtualFunctionGroup {
  StringMap labels;
  std::vector<RawVirtualFunction> functions;
  bool operator==(const RawVirtualFunctionGroup&) const = default;
};

/// One entry of `spec.devices`.
struct RawDeviceEntry {
  std::string type;  ///< "gpu", "rdma", "fpga"
  std::string id;    ///< UUID or bus address
  std::optional<std::int32_t> minor;
  bool healthy = false;  ///< absent = not healthy
  StringMap labels;
  ResourceList resources;
  std::optional<RawDeviceTopology> topology;
  std::vector<RawVirtualFunctionGroup> functionGroups;
  bool operator==(const RawDeviceEntry&) const = default;
};

/// A Device (devices.scheduling.koordinator.sh), named as its node.
struct RawKoordinatorDevice {
  ObjectMeta meta;
  std::vector<RawDeviceEntry> devices;
  std::vector<FieldProblem> problems;
  bool operator==(const RawKoordinatorDevice&) const = default;
};

/// Whose pods a Reservation is for; what is set is ANDed.
struct RawReservationOwner {
  bool namesObject = false;  ///< `object` or `controller` is set: a rule that is not evaluated
  std::optional<LabelSelector> selector;
  bool operator==(const RawReservationOwner&) const = default;
};

/// A Reservation (reservations.scheduling.koordinator.sh), as far as placement on cards looks at it.
struct RawKoordinatorReservation {
  ObjectMeta meta;
  RawPod pod;                        ///< `spec.template`: labels, annotations and spec; the key is the Reservation's
  std::string allocatePolicy;        ///< "", "Default", "Aligned", "Restricted"
  std::optional<bool> allocateOnce;  ///< nothing = the server's default
  std::vector<RawReservationOwner> owners;
  bool unschedulable = false;  ///< takes no further pods
  bool hasTaints = false;      ///< takes only pods that tolerate them, which is not evaluated
  std::string phase;           ///< "Pending", "Available", "Succeeded", "Waiting", "Failed"
  std::string nodeName;        ///< of the status; empty = not scheduled
  ResourceList allocatable;    ///< of the status: what it holds of the node; empty = what the template requests
  std::vector<FieldProblem> problems;
  bool operator==(const RawKoordinatorReservation&) const = default;
};
/// It is on a node and holds room there.
bool holdsRoom(const RawKoordinatorReservation& reservation);

}  // namespace cardinal
