// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/json/read_objects.h"
#include "core/kube/decode/json/read_parts.h"

namespace cardinal::json {
namespace {

constexpr std::size_t kMaxDevices = 4096;
constexpr std::size_t kMaxFunctions = 4096;
constexpr std::size_t kMaxOwners = 1000;

void readTopology(Value& value, RawDeviceTopology& out, const Path& path, Problems& problems) {
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    const Path at{&path, key};
    if (key == "socketID")
      readInt32(field, out.socketId, at, problems);
    else if (key == "nodeID")
      readInt32(field, out.nodeId, at, problems);
    else if (key == "pcieID")
      readText(field, out.pcieId, at, problems);
    else if (key == "busID")
      readText(field, out.busId, at, problems);
  });
}

void readFunction(Value& value, RawVirtualFunction& out, const Path& path, Problems& problems) {
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    if (key == "minor")
      readInt32(field, out.minor, Path{&path, key}, problems);
    else if (key == "busID")
      readText(field, out.busId, Path{&path, key}, problems);
  });
}

void readFunctionGroup(Value& value, RawVirtualFunctionGroup& out, const Path& path, Problems& problems) {
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    if (key == "labels") readMap(field, out.labels, Path{&path, key}, problems);
    if (key != "vfs") return;
    eachItem(field, Path{&path, key}, problems, [&](Value& item, int index) {
      RawVirtualFunction one;
      readFunction(item, one, Path{&path, "vfs", index}, problems);
      if (out.functions.size() < kMaxFunctions) out.functions.push_back(std::move(one));
    });
  });
}

void readMinor(Value& value, RawDeviceEntry& out, const Path& path, Problems& problems) {
  if (isNull(value)) return;
  constexpr std::int32_t kUnread = -1;
  std::int32_t minor = kUnread;
  readInt32(value, minor, path, problems);
  if (minor != kUnread) out.minor = minor;
}

void readDevice(Value& value, RawDeviceEntry& out, const Path& path, Problems& problems) {
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    const Path at{&path, key};
    if (key == "type")
      readText(field, out.type, at, problems);
    else if (key == "id")
      readText(field, out.id, at, problems);
    else if (key == "minor")
      readMinor(field, out, at, problems);
    else if (key == "health")
      readBool(field, out.healthy, at, problems);
    else if (key == "labels")
      readMap(field, out.labels, at, problems);
    else if (key == "resources")
      readResources(field, out.resources, at, problems);
    else if (key == "topology" && !isNull(field))
      readTopology(field, out.topology.emplace(), at, problems);
    else if (key == "vfGroups")
      eachItem(field, at, problems, [&](Value& item, int index) {
        RawVirtualFunctionGroup group;
        readFunctionGroup(item, group, Path{&path, "vfGroups", index}, problems);
        if (out.functionGroups.size() < kMaxFunctions) out.functionGroups.push_back(std::move(group));
      });
  });
}

void readOwner(Value& value, RawReservationOwner& out, const Path& path, Problems& problems) {
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    if (isNull(field)) return;
    if (key == "labelSelector")
      readLabelSelector(field, out.selector, Path{&path, key}, problems);
    else if (key == "object" || key == "controller")
      out.namesObject = true;
  });
}

void readReservationSpec(Value& value, RawKoordinatorReservation& out, Problems& problems) {
  const Path spec{nullptr, "spec"};
  eachField(value, spec, problems, [&](std::string_view key, Value& field) {
    const Path at{&spec, key};
    if (key == "allocatePolicy") {
      readText(field, out.allocatePolicy, at, problems);
    } else if (key == "allocateOnce" && !isNull(field)) {
      readBool(field, out.allocateOnce.emplace(false), at, problems);
    } else if (key == "unschedulable" && !isNull(field)) {
      readBool(field, out.unschedulable, at, problems);
    } else if (key == "taints" && !isNull(field)) {
      eachItem(field, at, problems, [&](Value&, int) { out.hasTaints = true; });
    } else if (key == "owners") {
      eachItem(field, at, problems, [&](Value& item, int index) {
        RawReservationOwner owner;
        readOwner(item, owner, Path{&spec, "owners", index}, problems);
        if (out.owners.size() < kMaxOwners) out.owners.push_back(std::move(owner));
      });
    } else if (key == "template" && !isNull(field)) {
      if (tokenOf(field).substr(0, 1) != "{") return problems.add(at, tokenOf(field));
      Object object = field.get_object();
      readObject(object, out.pod);
    }
  });
}

}  // namespace

void readObject(Object& object, RawKoordinatorDevice& device) {
  readSpecFields(object, device, [&](std::string_view name, Value& field, const Path& spec, Problems& problems) {
    if (name != "devices") return;
    eachItem(field, Path{&spec, name}, problems, [&](Value& item, int index) {
      const Path at{&spec, "devices", index};
      RawDeviceEntry entry;
      readDevice(item, entry, at, problems);
      if (device.devices.size() < kMaxDevices) return device.devices.push_back(std::move(entry));
      problems.add(at, {});
    });
  });
}

void readObject(Object& object, RawKoordinatorReservation& reservation) {
  Problems problems(reservation.problems);
  const Path status{nullptr, "status"};
  eachField(object, [&](std::string_view key, Value& part) {
    if (key == "metadata") {
      readMeta(part, reservation.meta, problems);
    } else if (key == "spec") {
      readReservationSpec(part, reservation, problems);
    } else if (key == "status") {
      eachField(part, status, problems, [&](std::string_view name, Value& field) {
        if (name == "phase")
          readText(field, reservation.phase, Path{&status, name}, problems);
        else if (name == "nodeName")
          readText(field, reservation.nodeName, Path{&status, name}, problems);
        else if (name == "allocatable" && !isNull(field))
          readResources(field, reservation.allocatable, Path{&status, name}, problems);
      });
    }
  });
  reservation.pod.meta.key = reservation.meta.key;
  reservation.pod.meta.uid = reservation.meta.uid;
}

}  // namespace cardinal::json
