// SPDX-License-Identifier: Apache-2.0
#include "core/model/extras/network_devices.h"

#include <algorithm>
#include <cctype>

#include "core/base/saturate.h"

namespace cardinal {
namespace {

constexpr std::int64_t kSlotsOfDevice = 200;
constexpr std::int64_t kPercentOfCard = 100;
constexpr std::size_t kMaxResources = 64;

/// Where the word begins, whatever the case; npos = nowhere.
std::size_t placeOf(std::string_view word, std::string_view text) {
  const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; };
  const auto at = std::search(text.begin(), text.end(), word.begin(), word.end(), same);
  return at != text.end() ? static_cast<std::size_t>(at - text.begin()) : std::string_view::npos;
}

bool contains(std::string_view text, std::string_view word) {
  return placeOf(word, text) != std::string_view::npos;
}

NetworkUnit unitOf(std::string_view name) {
  if (name == kErdma) return NetworkUnit::Slot;
  return name == kKoordinatorRdma ? NetworkUnit::Percent : NetworkUnit::Share;
}

/// Devices publish the same number each; what does not divide is something else.
std::optional<std::int64_t> devicesOf(const NetworkResource& resource) {
  if (resource.unit == NetworkUnit::Share) return std::nullopt;
  const std::int64_t each = resource.unit == NetworkUnit::Slot ? kSlotsOfDevice : kPercentOfCard;
  return resource.capacity % each == 0 ? std::optional(resource.capacity / each) : std::nullopt;
}

bool names(const RawPod& pod, std::string_view resource, bool isAboveZero) {
  for (const auto* containers : {&pod.spec.containers, &pod.spec.initContainers}) {
    for (const Container& container : *containers) {
      const Quantity* amount = find(container.limits, resource);
      if (amount == nullptr) amount = find(container.requests, resource);
      if (amount != nullptr && (!isAboveZero || *amount > Quantity{})) return true;
    }
  }
  return false;
}

/// Names that say what they are only to who knows them: EFA of AWS; network cards of AMD's operator; host devices and
/// InfiniBand functions as NVIDIA's network operator and the SR-IOV network operator call them.
bool isKnownName(std::string_view domain, std::string_view device) {
  if (domain == "vpc.amazonaws.com") return device == "efa";
  if (domain == "amd.com") return device == "nic" || device == "vnic";
  if (contains(device, "mlnx")) return true;
  const bool isOperators = domain == "nvidia.com" || domain == "openshift.io" || domain == "mellanox.com";
  return isOperators && (device.substr(0, 7) == "hostdev" || device == "ib" || device.substr(0, 3) == "ib_" ||
                         device.substr(0, 3) == "ib-");
}

}  // namespace

std::int64_t NetworkResource::free() const {
  return std::max<std::int64_t>(saturatedSum(allocatable, requested < 0 ? 0 : -requested), 0);
}

bool isNetworkDevice(std::string_view resource) noexcept {
  const std::size_t slash = resource.find('/');
  if (slash == std::string_view::npos) return false;
  const std::string_view domain = resource.substr(0, slash);
  const std::string_view device = resource.substr(slash + 1);
  if (domain == "rdma" || isKnownName(domain, device)) return true;
  if (contains(device, "gpu") || contains(device, "npu")) return false;
  // "roce" is a part of "process": it begins where no letter stands before it.
  const std::size_t roce = placeOf("roce", device);
  const bool isRoce =
      roce != std::string_view::npos && (roce == 0 || std::isalpha(static_cast<unsigned char>(device[roce - 1])) == 0);
  return isRoce || contains(device, "rdma") || contains(device, "infiniband") || device.substr(0, 3) == "hca" ||
         contains(device, "_hca") || contains(device, "-hca");
}

std::vector<NetworkResource> networkResourcesOf(const NodeRecord& node) {
  std::vector<NetworkResource> out;
  if (!node.exists()) return out;
  const auto entryOf = [&out](const std::string& name) -> NetworkResource* {
    const auto at = std::find_if(out.begin(), out.end(), [&name](const auto& one) { return one.name == name; });
    if (at != out.end()) return &*at;
    if (out.size() == kMaxResources) return nullptr;
    NetworkResource made;
    made.name = name;
    made.unit = unitOf(name);
    return &out.emplace_back(std::move(made));
  };
  const auto read = [&](const ResourceList& list, std::int64_t NetworkResource::*field) {
    for (const ResourceAmount& entry : list) {
      if (entry.amount <= Quantity{} || !isNetworkDevice(entry.name)) continue;
      if (NetworkResource* const one = entryOf(entry.name)) one->*field = entry.amount.value();
    }
  };
  read(node.raw->capacity, &NetworkResource::capacity);
  read(node.raw->allocatable, &NetworkResource::allocatable);
  for (NetworkResource& one : out) {
    if (const Quantity* requested = find(node.requested, one.name)) one.requested = requested->value();
    one.devices = devicesOf(one);
    one.pods = static_cast<int>(std::count_if(node.scheduler.pods.begin(), node.scheduler.pods.end(),
                                              [&one](const auto& pod) { return names(*pod, one.name, true); }));
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return out;
}

bool isSmcRWithoutErdma(const RawPod& pod) noexcept {
  return find(pod.meta.annotations, kSmcR) != nullptr && !names(pod, kErdma, false);
}

}  // namespace cardinal
