// SPDX-License-Identifier: Apache-2.0
// Koordinator's Devices and Reservations as the decoder reads them back.
#include "core/service/snapshots/extra_values.h"

namespace cardinal {
namespace {

using namespace json_parts;

constexpr const char* kKoordinator = "scheduling.koordinator.sh/v1alpha1";

Json deviceEntry(const RawDeviceEntry& entry) {
  Json json = Json::object();
  put(json, "type", entry.type);
  put(json, "id", entry.id);
  if (entry.minor) json["minor"] = *entry.minor;
  if (entry.healthy) json["health"] = true;
  put(json, "labels", texts(entry.labels));
  put(json, "resources", amounts(entry.resources));
  if (entry.topology) {
    Json topology = {{"socketID", entry.topology->socketId}, {"nodeID", entry.topology->nodeId}};
    put(topology, "pcieID", entry.topology->pcieId);
    put(topology, "busID", entry.topology->busId);
    json["topology"] = std::move(topology);
  }
  Json groups = Json::array();
  for (const RawVirtualFunctionGroup& group : entry.functionGroups) {
    Json item = Json::object();
    put(item, "labels", texts(group.labels));
    Json functions = Json::array();
    for (const RawVirtualFunction& function : group.functions)
      functions.push_back({{"minor", function.minor}, {"busID", function.busId}});
    put(item, "vfs", std::move(functions));
    groups.push_back(std::move(item));
  }
  put(json, "vfGroups", std::move(groups));
  return json;
}

}  // namespace

namespace json_parts {

Json toValue(const RawKoordinatorDevice& device) {
  Json json = object(kKoordinator, "Device", device.meta);
  Json devices = Json::array();
  for (const RawDeviceEntry& entry : device.devices) devices.push_back(deviceEntry(entry));
  json["spec"] = {{"devices", std::move(devices)}};
  return json;
}

Json toValue(const RawKoordinatorReservation& reservation) {
  Json json = object(kKoordinator, "Reservation", reservation.meta);
  Json meta = Json::object();
  put(meta, "labels", texts(reservation.pod.meta.labels));
  put(meta, "annotations", texts(reservation.pod.meta.annotations));
  Json spec = Json::object();
  spec["template"] = {{"metadata", std::move(meta)}, {"spec", podSpec(reservation.pod.spec, {}, {})}};
  put(spec, "allocatePolicy", reservation.allocatePolicy);
  if (reservation.allocateOnce) spec["allocateOnce"] = *reservation.allocateOnce;
  if (reservation.unschedulable) spec["unschedulable"] = true;
  if (reservation.hasTaints) spec["taints"] = Json::array({Json::object()});
  Json owners = Json::array();
  for (const RawReservationOwner& owner : reservation.owners) {
    Json item = Json::object();
    if (owner.selector) item["labelSelector"] = labelSelector(*owner.selector);
    if (owner.namesObject) item["object"] = Json::object();
    owners.push_back(std::move(item));
  }
  put(spec, "owners", std::move(owners));
  json["spec"] = std::move(spec);
  Json status = Json::object();
  put(status, "phase", reservation.phase);
  put(status, "nodeName", reservation.nodeName);
  put(status, "allocatable", amounts(reservation.allocatable));
  put(json, "status", std::move(status));
  return json;
}

}  // namespace json_parts
}  // namespace cardinal
