// SPDX-License-Identifier: Apache-2.0
// What asks for devices and holds them. Field numbers: docs/reference/protobuf.md 7.
#include <array>

#include "core/kube/decode/parts/object_parts.h"
#include "core/kube/decode/protobuf/protobuf_devices.h"
#include "core/kube/decode/protobuf/protobuf_reader.h"

namespace cardinal::protobuf {
namespace {

/// What a request or an alternative asks for; four messages number it differently.
enum class Ask : std::uint8_t { None, Class, Selectors, Mode, Count, Admin, Tolerations, Capacity };
using Numbering = std::array<Ask, 10>;  // by field number

constexpr Numbering kExactly{Ask::None,  Ask::Class, Ask::Selectors,   Ask::Mode,
                             Ask::Count, Ask::Admin, Ask::Tolerations, Ask::Capacity};
constexpr Numbering kAlternative{Ask::None, Ask::None,  Ask::Class,       Ask::Selectors,
                                 Ask::Mode, Ask::Count, Ask::Tolerations, Ask::Capacity};
constexpr Numbering kFlatRequest{Ask::None,  Ask::None,  Ask::Class, Ask::Selectors,   Ask::Mode,
                                 Ask::Count, Ask::Admin, Ask::None,  Ask::Tolerations, Ask::Capacity};
constexpr Numbering kFlatAlternative{Ask::None,  Ask::None, Ask::Class,       Ask::Selectors, Ask::Mode,
                                     Ask::Count, Ask::None, Ask::Tolerations, Ask::Capacity};

void readChoiceField(Message& field, const Numbering& numbering, RawDeviceChoice& out, const Path& at,
                     Problems& problems) {
  switch (field.number() < numbering.size() ? numbering[field.number()] : Ask::None) {
    case Ask::None:
      break;
    case Ask::Class:
      readText(field, out.deviceClass, Path{&at, "deviceClassName"}, problems);
      break;
    case Ask::Selectors: {
      const auto index = static_cast<int>(out.selectors.size());
      readDeviceSelector(field.entry(), out.selectors, Path{&at, "selectors", index}, problems);
      break;
    }
    case Ask::Mode: {
      std::string text;
      readText(field, text, Path{&at, "allocationMode"}, problems);
      decode::setMode(out, std::move(text));
      break;
    }
    case Ask::Count:
      out.count = field.integer();
      break;
    case Ask::Admin:
      out.adminAccess = field.flag();
      break;
    case Ask::Tolerations: {
      const auto index = static_cast<int>(out.tolerations.size());
      readToleration(field.entry(), out.tolerations.emplace_back(), Path{&at, "tolerations", index}, problems);
      break;
    }
    case Ask::Capacity:
      out.hasCapacity = !field.bytes().empty();
      break;
  }
}

void readAlternative(Message message, RawDeviceRequest& request, const Path& at, Problems& problems) {
  const Numbering& numbering = hasFlatRequests(message) ? kFlatAlternative : kAlternative;
  request.prioritized = true;
  RawDeviceChoice& choice = request.choices.emplace_back();
  while (message.next()) {
    if (message.number() == 1)
      readText(message, choice.name, Path{&at, "name"}, problems);
    else
      readChoiceField(message, numbering, choice, at, problems);
  }
  decode::settleCount(choice);
}

void readRequest(Message message, RawDeviceRequest& request, const Path& at, Problems& problems) {
  const bool isFlat = hasFlatRequests(message);
  const std::uint32_t alternatives = isFlat ? 7 : 3;
  RawDeviceChoice exactly;
  bool hasExactly = false;
  while (message.next()) {
    if (message.number() == 1) {
      readText(message, request.name, Path{&at, "name"}, problems);
    } else if (message.number() == alternatives) {
      const auto index = static_cast<int>(request.choices.size());
      readAlternative(message.entry(), request, Path{&at, "firstAvailable", index}, problems);
    } else if (isFlat) {
      readChoiceField(message, kFlatRequest, exactly, at, problems);
    } else if (message.number() == 2) {
      hasExactly = true;
      const Path path{&at, "exactly"};
      Message asked = message.message();
      while (asked.next()) readChoiceField(asked, kExactly, exactly, path, problems);
    }
  }
  decode::settleRequest(request, std::move(exactly), hasExactly);
}

void readConstraint(Message message, RawDeviceConstraint& constraint, const Path& at, Problems& problems) {
  while (message.next()) {
    if (message.number() == 1)
      addText(message, constraint.requests, at, problems);
    else if (message.number() == 2)
      readText(message, constraint.matchAttribute, at, problems);
  }
}

/// DeviceClaim.
void readDevices(Message devices, RawDeviceClaimSpec& out, const Path& path, Problems& problems) {
  while (devices.next()) {
    switch (devices.number()) {
      case 1: {
        const auto index = static_cast<int>(out.requests.size());
        readRequest(devices.entry(), out.requests.emplace_back(), Path{&path, "requests", index}, problems);
        break;
      }
      case 2:
        readConstraint(devices.entry(), out.constraints.emplace_back(), Path{&path, "constraints"}, problems);
        break;
      case 3:
        devices.entryBytes();
        ++out.configs;
        break;
      default:
        break;
    }
  }
}

void readClaimSpec(Message& field, RawDeviceClaimSpec& out, const Path& spec, Problems& problems) {
  if (field.number() == 1) readDevices(field.message(), out, Path{&spec, "devices"}, problems);
}

void readResult(Message message, RawDeviceResult& out, const Path& at, Problems& problems) {
  while (message.next()) {
    switch (message.number()) {
      case 1:
        readText(message, out.request, Path{&at, "request"}, problems);
        break;
      case 2:
        readText(message, out.driver, Path{&at, "driver"}, problems);
        break;
      case 3:
        readText(message, out.pool, Path{&at, "pool"}, problems);
        break;
      case 4:
        readText(message, out.device, Path{&at, "device"}, problems);
        break;
      case 5:
        out.adminAccess = message.flag();
        break;
      case 9:
        readText(message, out.shareId, Path{&at, "shareID"}, problems);
        break;
      default:
        break;
    }
  }
}

void readAllocation(Message message, RawDeviceAllocation& out, const Path& at, Problems& problems) {
  const Path path{&at, "devices"};
  while (message.next()) {
    if (message.number() == 1) {
      Message devices = message.message();
      while (devices.next()) {
        if (devices.number() != 1) continue;
        const auto index = static_cast<int>(out.results.size());
        readResult(devices.entry(), out.results.emplace_back(), Path{&path, "results", index}, problems);
      }
    } else if (message.number() == 3) {
      auto& terms = out.nodeSelector ? *out.nodeSelector : out.nodeSelector.emplace();
      readNodeSelector(message.message(), terms, Path{&at, "nodeSelector"}, problems);
    }
  }
}

/// ResourceClaimConsumerReference.
void readUser(Message message, RawClaimUser& user, const Path& at, Problems& problems) {
  while (message.next()) {
    if (message.number() == 3)
      readText(message, user.resource, at, problems);
    else if (message.number() == 4)
      readText(message, user.name, at, problems);
    else if (message.number() == 5)
      readText(message, user.uid, at, problems);
  }
}

void readStatus(Message status, RawResourceClaim& claim, Problems& problems) {
  const Path path{nullptr, "status"};
  while (status.next()) {
    if (status.number() == 1) {
      auto& allocation = claim.allocation ? *claim.allocation : claim.allocation.emplace();
      readAllocation(status.message(), allocation, Path{&path, "allocation"}, problems);
    } else if (status.number() == 2) {
      readUser(status.entry(), claim.reservedFor.emplace_back(), Path{&path, "reservedFor"}, problems);
    }
  }
}

}  // namespace

void readObject(Message object, RawResourceClaim& claim) {
  Problems problems(claim.problems);
  const Path path{nullptr, "spec"};
  while (object.next()) {
    if (object.number() == 1) {
      readMeta(object.message(), claim.meta, problems);
    } else if (object.number() == 2) {
      Message spec = object.message();
      while (spec.next()) readClaimSpec(spec, claim.spec, path, problems);
    } else if (object.number() == 3) {
      readStatus(object.message(), claim, problems);
    }
  }
}

void readObject(Message object, RawResourceClaimTemplate& out) {
  readSpecFields(object, out, [&](Message& field, const Path& spec, Problems& problems) {
    if (field.number() != 2) return;
    const Path path{&spec, "spec"};
    Message inner = field.message();
    while (inner.next()) readClaimSpec(inner, out.spec, path, problems);
  });
}

}  // namespace cardinal::protobuf
