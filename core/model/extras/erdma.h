// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/raw.h"

namespace cardinal {

/// What the eRDMA agent reports of one elastic RDMA interface (`status.devices[]`).
struct RawErdmaInterface {
  std::string id;       ///< id of the network interface, "eni-..."; empty = not reported
  std::string status;   ///< "Pending", "Ready", "Failed"; empty = not reported
  std::string message;  ///< why; hostile text
  bool operator==(const RawErdmaInterface&) const = default;
};

/// An ERdmaDevice (erdmadevices.network.alibabacloud.com, v1): cluster-scoped, of the name of its node. Source:
/// https://github.com/AliyunContainerService/alibabacloud-erdma-controller (api/v1, internal/controller).
struct RawErdmaDevice {
  ObjectMeta meta;
  std::vector<RawErdmaInterface> interfaces;
  std::vector<FieldProblem> problems;
  bool operator==(const RawErdmaDevice&) const = default;
};

}  // namespace cardinal
