// SPDX-License-Identifier: Apache-2.0
// What offers devices. Field numbers: docs/reference/protobuf.md 7.
#include "core/kube/decode/protobuf/protobuf_devices.h"
#include "core/kube/decode/protobuf/protobuf_reader.h"

namespace cardinal::protobuf {
namespace {

void readAttribute(Message message, RawDeviceAttribute& out, const Path& path, Problems& problems) {
  using Kind = RawDeviceAttribute::Kind;
  while (message.next()) {
    switch (message.number()) {
      case 2:
        out.kind = Kind::Int;
        out.integer = message.integer();
        break;
      case 3:
        out.kind = Kind::Bool;
        out.integer = message.flag() ? 1 : 0;
        break;
      case 4:
      case 5:
        out.kind = message.number() == 4 ? Kind::String : Kind::Version;
        readText(message, out.text, path, problems);
        break;
      default:
        break;
    }
  }
}

void addAttribute(Message entry, RawDevice& device, const Path& path, Problems& problems) {
  auto& [name, attribute] = device.attributes.emplace_back();
  std::string scratch;
  while (entry.next()) {
    if (entry.number() == 1)
      name = repairedView(entry.bytes(), scratch);
    else if (entry.number() == 2)
      readAttribute(entry.message(), attribute, Path{&path, name, -1, true}, problems);
  }
}

/// DeviceCapacity and Counter: the amount is their first field.
std::string_view amountIn(Message value) {
  std::string_view amount = "0";
  while (value.next()) {
    if (value.number() != 1) continue;
    Message quantity = value.message();
    while (quantity.next()) {
      if (quantity.number() == 1) amount = quantity.bytes();
    }
  }
  return amount;
}

void addValue(Message entry, ResourceList& out, const Path& path, Problems& problems) {
  std::string nameScratch, amountScratch;
  std::string_view name, amount = "0";
  while (entry.next()) {
    if (entry.number() == 1)
      name = repairedView(entry.bytes(), nameScratch);
    else if (entry.number() == 2)
      amount = repairedView(amountIn(entry.message()), amountScratch);
  }
  decode::addAmount(name, amount, out, path, problems);
}

/// CounterSet and DeviceCounterConsumption, which differ in the name of the first field alone.
void readCounterSet(Message message, RawCounterSet& set, std::string_view name, const Path& at, Problems& problems) {
  while (message.next()) {
    if (message.number() == 1)
      readText(message, set.name, Path{&at, name}, problems);
    else if (message.number() == 2)
      addValue(message.entry(), set.counters, Path{&at, "counters"}, problems);
  }
}

/// Number of the name of a node where something can be used; a selector and "all nodes" follow it.
struct NodeNumbers {
  std::uint32_t name, selector, all;
};

void readNodes(Message& field, std::uint32_t number, const NodeNumbers& numbers, RawDeviceNodes& out, const Path& at,
               Problems& problems) {
  if (number == numbers.name) {
    readText(field, out.nodeName, Path{&at, "nodeName"}, problems);
  } else if (number == numbers.all) {
    out.allNodes = field.flag();
  } else if (number == numbers.selector) {
    auto& terms = out.selector ? *out.selector : out.selector.emplace();
    readNodeSelector(field.message(), terms, Path{&at, "nodeSelector"}, problems);
  }
}

/// `number`: as in resource.k8s.io/v1.
void readDeviceField(Message& field, std::uint32_t number, RawDevice& device, const Path& at, Problems& problems) {
  switch (number) {
    case 2:
      addAttribute(field.entry(), device, Path{&at, "attributes"}, problems);
      break;
    case 3:
      addValue(field.entry(), device.capacity, Path{&at, "capacity"}, problems);
      break;
    case 4: {
      const auto index = static_cast<int>(device.consumes.size());
      readCounterSet(field.entry(), device.consumes.emplace_back(), "counterSet", Path{&at, "consumesCounters", index},
                     problems);
      break;
    }
    case 8: {
      const auto index = static_cast<int>(device.taints.size());
      readTaint(field.entry(), device.taints.emplace_back(), Path{&at, "taints", index}, problems);
      break;
    }
    case 10:
      field.entryBytes();
      device.hasBindingConditions = true;
      break;
    case 12:
      device.allowMultipleAllocations = field.flag();
      break;
    default:
      readNodes(field, number, {5, 6, 7}, device.nodes, at, problems);
      break;
  }
}

void readDevice(Message message, RawDevice& device, const Path& at, Problems& problems) {
  const bool isFlat = hasFlatRequests(message);
  while (message.next()) {
    if (message.number() == 1) {
      readText(message, device.name, Path{&at, "name"}, problems);
    } else if (!isFlat) {
      readDeviceField(message, message.number(), device, at, problems);
    } else if (message.number() == 2) {  // BasicDevice, which has no name
      const Path path{&at, "basic"};
      Message basic = message.message();
      while (basic.next()) readDeviceField(basic, basic.number() + 1, device, path, problems);
    }
  }
}

void readPool(Message pool, RawResourceSlice& slice, const Path& path, Problems& problems) {
  while (pool.next()) {
    if (pool.number() == 1)
      readText(pool, slice.pool, Path{&path, "name"}, problems);
    else if (pool.number() == 2)
      slice.generation = pool.integer();
    else if (pool.number() == 3)
      slice.sliceCount = pool.integer();
  }
}

void readSliceField(Message& field, RawResourceSlice& slice, const Path& spec, Problems& problems) {
  switch (field.number()) {
    case 1:
      readText(field, slice.driver, Path{&spec, "driver"}, problems);
      break;
    case 2:
      readPool(field.message(), slice, Path{&spec, "pool"}, problems);
      break;
    case 6: {
      const auto index = static_cast<int>(slice.devices.size());
      readDevice(field.entry(), slice.devices.emplace_back(), Path{&spec, "devices", index}, problems);
      break;
    }
    case 7:
      slice.hasPerDeviceNodes = true;
      slice.perDeviceNodes = field.flag();
      break;
    case 8: {
      const auto index = static_cast<int>(slice.sharedCounters.size());
      readCounterSet(field.entry(), slice.sharedCounters.emplace_back(), "name", Path{&spec, "sharedCounters", index},
                     problems);
      break;
    }
    default:
      readNodes(field, field.number(), {3, 4, 5}, slice.nodes, spec, problems);
      break;
  }
}

}  // namespace

bool hasFlatRequests(const Message& message) {
  return message.progress().version == "resource.k8s.io/v1beta1";
}

void readDeviceSelector(Message selector, std::vector<std::string>& out, const Path& at, Problems& problems) {
  std::string& expression = out.emplace_back();
  while (selector.next()) {
    if (selector.number() != 1) continue;
    Message cel = selector.message();
    while (cel.next()) {
      if (cel.number() == 1) readText(cel, expression, Path{&at, "cel.expression"}, problems);
    }
  }
}

void readObject(Message object, RawResourceSlice& slice) {
  readSpecFields(object, slice, [&](Message& field, const Path& spec, Problems& problems) {
    readSliceField(field, slice, spec, problems);
  });
}

void readObject(Message object, RawDeviceClass& out) {
  readSpecFields(object, out, [&](Message& field, const Path& spec, Problems& problems) {
    if (field.number() == 1) {
      const auto index = static_cast<int>(out.selectors.size());
      readDeviceSelector(field.entry(), out.selectors, Path{&spec, "selectors", index}, problems);
    } else if (field.number() == 4) {
      readText(field, out.extendedResourceName, Path{&spec, "extendedResourceName"}, problems);
    }
  });
}

}  // namespace cardinal::protobuf
