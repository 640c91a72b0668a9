// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/json/read_extras.h"
#include "core/kube/decode/json/read_objects.h"

namespace cardinal::json {
namespace {

/// Resources of a zone, or its costs: items with a name and values.
void readZoneResource(Value& value, RawTopologyZone& out, const Path& at, Problems& problems) {
  std::string name;
  ResourceList available;
  ResourceList capacity;
  eachField(value, at, problems, [&](std::string_view key, Value& field) {
    if (key == "name")
      readText(field, name, at, problems);
    else if (key == "available")
      readAmount(field, "", available, at, problems);
    else if (key == "capacity")
      readAmount(field, "", capacity, at, problems);
  });
  if (!available.empty()) out.available.push_back({name, available.begin()->amount});
  if (!capacity.empty()) out.capacity.push_back({name, capacity.begin()->amount});
}

void readCost(Value& value, RawTopologyZone& out, const Path& at, Problems& problems) {
  auto& cost = out.costs.emplace_back();
  eachField(value, at, problems, [&](std::string_view key, Value& field) {
    if (key == "name")
      readText(field, cost.first, at, problems);
    else if (key == "value")
      readInt(field, cost.second, at, problems);
  });
}

void readZone(Value& value, RawTopologyZone& out, const Path& at, Problems& problems) {
  eachField(value, at, problems, [&](std::string_view key, Value& field) {
    if (key == "name")
      readText(field, out.name, Path{&at, key}, problems);
    else if (key == "type")
      readText(field, out.type, Path{&at, key}, problems);
    else if (key == "resources")
      eachItem(field, at, problems, [&](Value& item, int index) {
        readZoneResource(item, out, Path{&at, "resources", index}, problems);
      });
    else if (key == "costs")
      eachItem(field, at, problems, [&](Value& item, int index) {
        readCost(item, out, Path{&at, "costs", index}, problems);
      });
  });
}

void readAttributes(Value& value, RawNodeTopology& out, const Path& at, Problems& problems) {
  eachItem(value, at, problems, [&](Value& item, int) {
    auto& attribute = out.attributes.emplace_back();
    eachField(item, at, problems, [&](std::string_view key, Value& field) {
      if (key == "name")
        readText(field, attribute.first, at, problems);
      else if (key == "value")
        readText(field, attribute.second, at, problems);
    });
  });
}

}  // namespace

void readObject(Object& object, RawNodeTopology& out) {
  Problems problems(out.problems);
  eachField(object, [&](std::string_view key, Value& part) {
    if (key == "metadata")
      readMeta(part, out.meta, problems);
    else if (key == "topologyPolicies")
      readTexts(part, out.policies, Path{nullptr, "topologyPolicies"}, problems);
    else if (key == "attributes")
      readAttributes(part, out, Path{nullptr, "attributes"}, problems);
    else if (key == "zones")
      eachItem(part, Path{nullptr, "zones"}, problems, [&](Value& item, int index) {
        readZone(item, out.zones.emplace_back(), Path{nullptr, "zones", index}, problems);
      });
  });
}

}  // namespace cardinal::json
