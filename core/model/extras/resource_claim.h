// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/raw.h"

namespace cardinal {

/// Objects of resource.k8s.io that ask for devices and hold them. Field names and their meaning:
/// k8s.io/api/resource/v1/types.go.

enum class DeviceCountMode : std::uint8_t { ExactCount, All, Other };

/// What one request, or one of its alternatives, asks for.
struct RawDeviceChoice {
  std::string name;  ///< of the alternative; empty for a request without alternatives
  std::string deviceClass;
  std::vector<std::string> selectors;  ///< CEL expressions; empty text = a kind of selector that is not known
  DeviceCountMode mode = DeviceCountMode::ExactCount;
  std::string modeText;             ///< as read, for Other
  std::int64_t count = 1;           ///< with ExactCount; the API server's default is 1
  std::optional<bool> adminAccess;  ///< nothing = absent
  std::vector<Toleration> tolerations;
  bool hasCapacity = false;  ///< asks for a part of a device: consumable capacity (alpha in 1.35)
  bool operator==(const RawDeviceChoice&) const = default;
};

struct RawDeviceRequest {
  std::string name;
  bool prioritized = false;              ///< firstAvailable; else `exactly`
  std::vector<RawDeviceChoice> choices;  ///< one, or the alternatives in their order; empty = neither form is there
  bool operator==(const RawDeviceRequest&) const = default;
};

struct RawDeviceConstraint {
  std::vector<std::string> requests;  ///< "request" or "request/alternative"; empty = all of the claim
  std::string matchAttribute;         ///< "domain/name"; empty = another kind of constraint
  bool operator==(const RawDeviceConstraint&) const = default;
};

/// `spec.devices` of a claim or of a template.
struct RawDeviceClaimSpec {
  std::vector<RawDeviceRequest> requests;
  std::vector<RawDeviceConstraint> constraints;
  std::int64_t configs = 0;  ///< entries of `config`: they do not change the choice of devices
  bool operator==(const RawDeviceClaimSpec&) const = default;
};

/// One device that a claim holds.
struct RawDeviceResult {
  std::string request;  ///< "request" or "request/alternative"
  std::string driver;
  std::string pool;
  std::string device;
  bool adminAccess = false;  ///< does not take the device from others
  std::string shareId;       ///< consumable capacity; empty = the whole device
  bool operator==(const RawDeviceResult&) const = default;
};

struct RawDeviceAllocation {
  std::vector<RawDeviceResult> results;                       ///< in the order of taking
  std::optional<std::vector<NodeSelectorTerm>> nodeSelector;  ///< nothing = usable everywhere
  bool operator==(const RawDeviceAllocation&) const = default;
};

/// Who uses a claim.
struct RawClaimUser {
  std::string resource;  ///< "pods"
  std::string name;
  std::string uid;
  bool operator==(const RawClaimUser&) const = default;
};

struct RawResourceClaim {
  ObjectMeta meta;
  RawDeviceClaimSpec spec;
  std::optional<RawDeviceAllocation> allocation;
  std::vector<RawClaimUser> reservedFor;
  std::vector<FieldProblem> problems;
  bool operator==(const RawResourceClaim&) const = default;
};

struct RawResourceClaimTemplate {
  ObjectMeta meta;
  RawDeviceClaimSpec spec;
  std::vector<FieldProblem> problems;
  bool operator==(const RawResourceClaimTemplate&) const = default;
};

}  // namespace cardinal
