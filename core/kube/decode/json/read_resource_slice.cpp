// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/json/read_extras.h"
#include "core/kube/decode/json/read_objects.h"
#include "core/kube/decode/json/read_parts.h"

namespace cardinal::json {
namespace {

void readAttribute(Value& value, RawDeviceAttribute& out, const Path& path, Problems& problems) {
  using Kind = RawDeviceAttribute::Kind;
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    if (key == "string" || key == "version") {
      out.kind = key == "string" ? Kind::String : Kind::Version;
      readText(field, out.text, path, problems);
    } else if (key == "int") {
      out.kind = Kind::Int;
      readInt(field, out.integer, path, problems);
    } else if (key == "bool") {
      bool flag = false;
      readBool(field, flag, path, problems);
      out.kind = Kind::Bool;
      out.integer = flag ? 1 : 0;
    }
  });
}

/// A map of objects with `value`; the oldest form has the quantities themselves.
void readValues(Value& value, ResourceList& out, const Path& path, Problems& problems) {
  eachField(value, path, problems, [&](std::string_view name, Value& field) {
    const std::string key(name);
    const Path at{&path, key, -1, true};
    const std::string_view token = tokenOf(field);
    if (token.empty() || token.front() != '{') return readAmount(field, key, out, at, problems);
    eachField(field, at, problems, [&](std::string_view part, Value& amount) {
      if (part == "value") readAmount(amount, key, out, at, problems);
    });
  });
}

void readCounterSets(Value& value, SharedList<RawCounterSet>& out, const char* nameKey, const Path& path,
                     Problems& problems) {
  eachItem(value, path, problems, [&](Value& item, int index) {
    const Path at{path.parent, path.name, index};
    RawCounterSet& set = out.emplace_back();
    eachField(item, at, problems, [&](std::string_view key, Value& field) {
      if (key == nameKey)
        readText(field, set.name, Path{&at, key}, problems);
      else if (key == "counters")
        readValues(field, set.counters, Path{&at, "counters"}, problems);
    });
  });
}

/// True when the field limits the nodes on which something can be used.
bool readNodes(std::string_view key, Value& field, RawDeviceNodes& out, const Path& path, Problems& problems) {
  if (key == "nodeName")
    readText(field, out.nodeName, path, problems);
  else if (key == "allNodes")
    readBool(field, out.allNodes, path, problems);
  else if (key == "nodeSelector" && !isNull(field))
    readNodeSelector(field, out.selector.emplace(), path, problems);
  else
    return false;
  return true;
}

void readDeviceField(std::string_view key, Value& field, RawDevice& out, const Path& at, Problems& problems) {
  const Path path{&at, key};
  if (readNodes(key, field, out.nodes, path, problems)) return;
  if (key == "name") {
    readText(field, out.name, path, problems);
  } else if (key == "attributes") {
    eachField(field, path, problems, [&](std::string_view name, Value& attribute) {
      auto& entry = out.attributes.emplace_back();
      entry.first.assign(name);
      readAttribute(attribute, entry.second, Path{&path, entry.first, -1, true}, problems);
    });
  } else if (key == "capacity") {
    readValues(field, out.capacity, path, problems);
  } else if (key == "consumesCounters") {
    readCounterSets(field, out.consumes, "counterSet", path, problems);
  } else if (key == "taints") {
    eachItem(field, path, problems, [&](Value& item, int index) {
      readTaint(item, out.taints.emplace_back(), Path{&at, "taints", index}, problems);
    });
  } else if (key == "bindingConditions") {
    out.hasBindingConditions = hasContent(field);
  } else if (key == "allowMultipleAllocations") {
    readBool(field, out.allowMultipleAllocations, path, problems);
  } else if (key == "basic") {  // v1alpha3, v1beta1
    eachField(field, path, problems,
              [&](std::string_view part, Value& inner) { readDeviceField(part, inner, out, path, problems); });
  }
}

void readPool(Value& value, RawResourceSlice& out, const Path& path, Problems& problems) {
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    if (key == "name")
      readText(field, out.pool, Path{&path, key}, problems);
    else if (key == "generation")
      readInt(field, out.generation, Path{&path, key}, problems);
    else if (key == "resourceSliceCount")
      readInt(field, out.sliceCount, Path{&path, key}, problems);
  });
}

void readSliceSpec(std::string_view key, Value& field, RawResourceSlice& out, const Path& spec, Problems& problems) {
  const Path path{&spec, key};
  if (readNodes(key, field, out.nodes, path, problems)) return;
  if (key == "driver") {
    readText(field, out.driver, path, problems);
  } else if (key == "pool") {
    readPool(field, out, path, problems);
  } else if (key == "perDeviceNodeSelection") {
    out.hasPerDeviceNodes = !isNull(field);
    readBool(field, out.perDeviceNodes, path, problems);
  } else if (key == "sharedCounters") {
    readCounterSets(field, out.sharedCounters, "name", path, problems);
  } else if (key == "devices") {
    eachItem(field, path, problems, [&](Value& item, int index) {
      const Path at{&spec, "devices", index};
      RawDevice& device = out.devices.emplace_back();
      eachField(item, at, problems,
                [&](std::string_view part, Value& inner) { readDeviceField(part, inner, device, at, problems); });
    });
  }
}

}  // namespace

void readAmount(Value& value, std::string_view name, ResourceList& out, const Path& path, Problems& problems) {
  const std::string_view token = tokenOf(value);
  std::string text;
  if (!token.empty() && token.front() == '"')
    unescape(token, text);
  else
    text.assign(token);
  const auto amount = Quantity::parse(text);
  if (amount)
    out.push_back({std::string(name), *amount});
  else
    problems.add(path, text);
}

void readDeviceSelectors(Value& value, std::vector<std::string>& out, const Path& path, Problems& problems) {
  eachItem(value, path, problems, [&](Value& item, int index) {
    const Path at{path.parent, path.name, index};
    std::string& expression = out.emplace_back();
    eachField(item, at, problems, [&](std::string_view key, Value& cel) {
      if (key != "cel") return;
      eachField(cel, at, problems, [&](std::string_view part, Value& field) {
        if (part == "expression") readText(field, expression, Path{&at, "cel.expression"}, problems);
      });
    });
  });
}

void readObject(Object& object, RawResourceSlice& out) {
  readSpecFields(object, out, [&](std::string_view name, Value& field, const Path& spec, Problems& problems) {
    readSliceSpec(name, field, out, spec, problems);
  });
}

void readObject(Object& object, RawDeviceClass& out) {
  readSpecFields(object, out, [&](std::string_view name, Value& field, const Path& spec, Problems& problems) {
    if (name == "selectors")
      readDeviceSelectors(field, out.selectors, Path{&spec, "selectors"}, problems);
    else if (name == "extendedResourceName")
      readText(field, out.extendedResourceName, Path{&spec, name}, problems);
  });
}

}  // namespace cardinal::json
