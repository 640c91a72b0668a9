// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/snapshot.h"

namespace cardinal {

inline constexpr std::string_view kErdma = "aliyun/erdma";
inline constexpr std::string_view kKoordinatorRdma = "koordinator.sh/rdma";
/// Annotation of a pod: TCP over RDMA (SMC-R). The eRDMA controller follows it only where a container names
/// aliyun/erdma.
inline constexpr std::string_view kSmcR = "network.alibabacloud.com/erdma-smcr";

/// What one unit of such a resource is. None is bandwidth.
enum class NetworkUnit : std::uint8_t {
  Slot,     ///< aliyun/erdma: a permission to use the device, 200 of each device
  Percent,  ///< koordinator.sh/rdma: percent of a network card, 100 of each
  Share,    ///< rdma/... and others: the administrator chose how many; how many devices that are is not published
};

/// An extended resource of RDMA network devices on one node. kube-scheduler counts it; which device a pod gets is not
/// published.
struct NetworkResource {
  std::string name;  ///< "aliyun/erdma", "rdma/hca_shared_devices_a"
  NetworkUnit unit = NetworkUnit::Share;
  std::int64_t capacity = 0;
  std::int64_t allocatable = 0;
  std::int64_t requested = 0;             ///< by bound, not terminal pods
  int pods = 0;                           ///< how many of them request it
  std::optional<std::int64_t> devices{};  ///< nothing = not known
  std::int64_t free() const;              ///< never below 0
  bool operator==(const NetworkResource&) const = default;
};

/// A name of RDMA devices: those above, `rdma/...`, AWS' EFA, names of NVIDIA's and the SR-IOV network operator, and
/// others that say rdma, roce, infiniband, hca or mlnx. Names of accelerators are none.
bool isNetworkDevice(std::string_view resource) noexcept;

/// Those above 0 in capacity or allocatable, by name; at most 64. Pure; thread-safe. Sources:
/// AliyunContainerService/alibabacloud-erdma-controller (internal/deviceplugin), Mellanox/k8s-rdma-shared-dev-plugin
/// README, koordinator-sh/koordinator v1.8.0 (apis/extension/device_share.go), AWS' "Run machine learning training on
/// Amazon EKS with Elastic Fabric Adapter", NVIDIA's network operator ("Network Operator Deployment with a Host Device
/// Network").
std::vector<NetworkResource> networkResourcesOf(const NodeRecord& node);

/// True for a pod with the annotation of SMC-R of which no container names aliyun/erdma: the annotation does nothing.
bool isSmcRWithoutErdma(const RawPod& pod) noexcept;

}  // namespace cardinal
