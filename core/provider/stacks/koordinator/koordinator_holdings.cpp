// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/provider/gpu_keys.h"
#include "core/provider/stacks/koordinator/koordinator_json.h"

namespace cardinal::koordinator {
namespace {

constexpr std::size_t kMaxHeld = 4096;

class HoldingsReader {
 public:
  explicit HoldingsReader(const ObjectMeta& meta) : m_meta(meta) {}

  Holdings read() {
    const std::string* text = find(m_meta.annotations, kDeviceAllocated);
    if (text == nullptr) return std::move(m_out);
    const JsonText json(*text);
    simdjson::dom::object types;
    if (json.root() == nullptr || (!json.root()->is_null() && json.root()->get(types) != simdjson::SUCCESS)) {
      m_members.isRead = false;
    } else if (!json.root()->is_null()) {
      for (const auto entry : types) readType(entry.key, entry.value);
    }
    m_out.allocated = m_members.isRead;
    if (!m_members.isRead) {
      m_out.devices.clear();
      m_out.areGpusKnown = false;
      complain(kDeviceAllocated, *text);
    }
    return std::move(m_out);
  }

 private:
  void complain(std::string_view field, std::string_view value, ErrorCode code = ErrorCode::InvalidField) {
    constexpr std::size_t kMaxProblems = 20;
    if (m_out.problems.size() < kMaxProblems)
      m_out.problems.push_back(
          makeError(code, provider::clipped(field), provider::displayName(m_meta.key), provider::clipped(value)));
  }

  /// Of an entry of this type.
  void complain(DeviceType type, std::string_view field, std::string_view value,
                ErrorCode code = ErrorCode::InvalidField) {
    m_out.areGpusKnown = m_out.areGpusKnown && type != DeviceType::Gpu;
    complain(field, value, code);
  }

  void readType(std::string_view name, const Json& list) {
    const auto type = typeOf(name);
    if (!type) return complain(kDeviceAllocated, name, ErrorCode::Unsupported);
    simdjson::dom::array items;
    if (list.is_null()) return;
    if (list.get(items) != simdjson::SUCCESS) {
      m_members.isRead = false;
      return;
    }
    for (const Json item : items) {
      if (m_out.devices.size() >= kMaxHeld) return complain(*type, kDeviceAllocated, name, ErrorCode::LimitExceeded);
      readDevice(*type, item);
    }
  }

  void readDevice(DeviceType type, const Json& item) {
    HeldDevice& held = m_out.devices.emplace_back();
    held.type = type;
    m_members.read(item, "minor", held.minor);
    m_members.read(item, "id", held.id);
    if (!m_members.member(item, "minor")) complain(type, "minor", {});
    if (const auto resources = m_members.member(item, "resources")) readAmounts(*resources, held);
    if (const auto extension = m_members.member(item, "extension")) {
      m_members.each(*extension, "vfs", [&](const Json& function) {
        std::string bus;
        m_members.read(function, "busID", bus);
        held.functions.push_back(std::move(bus));
      });
    }
  }

  void readAmounts(const Json& resources, HeldDevice& held) {
    simdjson::dom::object entries;
    if (resources.get(entries) != simdjson::SUCCESS) {
      m_members.isRead = false;
      return;
    }
    for (const auto entry : entries) {
      const auto amount = m_members.quantity(entry.value);
      const auto slot = slotOf(held.type, entry.key);
      if (!slot) complain(held.type, entry.key, {}, ErrorCode::Unsupported);
      if (!amount || !slot) continue;
      if (amount->value() < 0 || !amount->isInteger()) complain(held.type, entry.key, std::to_string(amount->value()));
      held.amounts.set(*slot, std::max<std::int64_t>(amount->value(), 0));
    }
  }

  const ObjectMeta& m_meta;
  JsonMembers m_members;
  Holdings m_out;
};

bool matchesOne(const NodeSelectorRequirement& rule, const StringMap& labels) {
  const std::string* label = find(labels, rule.key);
  const bool listed =
      label != nullptr && std::find(rule.values.begin(), rule.values.end(), *label) != rule.values.end();
  if (rule.op == "In") return listed;
  if (rule.op == "NotIn") return !listed;
  if (rule.op == "Exists") return label != nullptr;
  return rule.op == "DoesNotExist" && label == nullptr;
}

bool matches(const LabelSelector& selector, const StringMap& labels) {
  const auto has = [&](const auto& wanted) {
    const std::string* label = find(labels, wanted.first);
    return label != nullptr && *label == wanted.second;
  };
  const auto holds = [&](const NodeSelectorRequirement& rule) { return matchesOne(rule, labels); };
  return std::all_of(selector.matchLabels.begin(), selector.matchLabels.end(), has) &&
         std::all_of(selector.matchExpressions.begin(), selector.matchExpressions.end(), holds);
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    constexpr const char* kHex = "0123456789abcdef";
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (code < 0x20U) {
      out += "\\u00";
      out += kHex[code >> 4U];
      out += kHex[code & 0xFU];
    } else {
      out += c;
    }
  }
  return out + '"';
}

/// As Go's BinarySI quantities are printed.
std::string bytesText(std::int64_t bytes) {
  constexpr std::array<const char*, 7> kSuffix{"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
  constexpr std::int64_t kStep = 1024;
  std::size_t power = 0;
  while (bytes != 0 && bytes % kStep == 0 && power + 1 < kSuffix.size()) {
    bytes /= kStep;
    ++power;
  }
  return std::to_string(bytes) + kSuffix[power];
}

std::string deviceText(const HeldDevice& held) {
  std::string out = "{\"minor\":" + std::to_string(held.minor) + ",\"resources\":{";
  bool first = true;
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    if (!held.amounts.names(slot)) continue;
    const std::int64_t amount = held.amounts.value[slot];
    const bool isBytes = held.type == DeviceType::Gpu && slot == kMemory;
    out += (first ? "" : ",") + quoted(std::string(resourceName(held.type, slot))) + ":\"" +
           (isBytes ? bytesText(amount) : std::to_string(amount)) + "\"";
    first = false;
  }
  out += "}";
  if (!held.id.empty()) out += ",\"id\":" + quoted(held.id);
  if (!held.functions.empty()) {
    out += ",\"extension\":{\"vfs\":[";
    for (const std::string& bus : held.functions)
      out += (&bus == &held.functions.front() ? "{\"busID\":" : ",{\"busID\":") + quoted(bus) + "}";
    out += "]}";
  }
  return out + "}";
}

}  // namespace

Holdings readHoldings(const ObjectMeta& meta) {
  return HoldingsReader(meta).read();
}

Holdings readHoldings(const RawPod& pod) {
  Holdings out = readHoldings(pod.meta);
  out.counts = !pod.spec.nodeName.empty() && !isTerminal(pod);
  return out;
}

std::vector<HeldDevice> remainingOf(const std::vector<HeldDevice>& held, const std::vector<HeldDevice>& used) {
  std::vector<HeldDevice> out = held;
  for (HeldDevice& device : out) {
    for (const HeldDevice& other : used) {
      if (other.type != device.type || other.minor != device.minor) continue;
      for (std::size_t slot = 0; slot < kSlots; ++slot)
        device.amounts.value[slot] = std::max<std::int64_t>(device.amounts.value[slot] - other.amounts.value[slot], 0);
    }
  }
  return out;
}

std::optional<bool> ownedBy(const RawKoordinatorReservation& reservation, const RawPod& pod) {
  bool isUnknown = false;
  for (const RawReservationOwner& owner : reservation.owners) {
    const bool fits = !owner.selector || matches(*owner.selector, pod.meta.labels);
    if (fits && !owner.namesObject && owner.selector) return true;
    isUnknown = isUnknown || (fits && owner.namesObject);
  }
  if (isUnknown) return std::nullopt;
  return false;
}

std::string allocationText(const std::vector<HeldDevice>& devices) {
  std::string out = "{";
  for (const DeviceType type : kAllDeviceTypes) {
    std::string list;
    for (const HeldDevice& held : devices) {
      if (held.type == type) list += (list.empty() ? "" : ",") + deviceText(held);
    }
    if (!list.empty()) out += (out.size() > 1 ? "," : "") + quoted(std::string(word(type))) + ":[" + list + "]";
  }
  return out + "}";
}

}  // namespace cardinal::koordinator
