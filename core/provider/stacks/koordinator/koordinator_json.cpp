// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/koordinator/koordinator_json.h"

#include <limits>

namespace cardinal::koordinator {
namespace {

/// Open brackets or an open text at the end: everything before was legal as far as nesting goes.
bool endsOpen(std::string_view text) {
  int depth = 0;
  bool inText = false;
  bool any = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c != ' ' && c != '\n' && c != '\t' && c != '\r') any = true;
    if (inText) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        inText = false;
    } else if (c == '"') {
      inText = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return !any || inText || depth > 0;
}

}  // namespace

JsonText::JsonText(std::string_view text) {
  m_isValid = m_parser->parse(text.data(), text.size()).get(m_root) == simdjson::SUCCESS;
  m_isCut = !m_isValid && endsOpen(text);
}

std::optional<Json> JsonMembers::member(const Json& object, std::string_view key) {
  simdjson::dom::object members;
  if (object.is_null()) return std::nullopt;
  if (object.get(members) != simdjson::SUCCESS) {
    isRead = false;
    return std::nullopt;
  }
  Json value;
  if (members.at_key(key).get(value) != simdjson::SUCCESS || value.is_null()) return std::nullopt;
  return value;
}

void JsonMembers::read(const Json& object, std::string_view key, std::string& out) {
  const auto found = member(object, key);
  if (!found) return;
  std::string_view text;
  if (found->get(text) != simdjson::SUCCESS)
    isRead = false;
  else
    out = std::string(text);
}

void JsonMembers::read(const Json& object, std::string_view key, std::int64_t& out) {
  const auto found = member(object, key);
  if (found && found->get(out) != simdjson::SUCCESS) isRead = false;
}

void JsonMembers::read(const Json& object, std::string_view key, std::int32_t& out) {
  std::int64_t wide = out;
  read(object, key, wide);
  if (wide < std::numeric_limits<std::int32_t>::min() || wide > std::numeric_limits<std::int32_t>::max())
    isRead = false;
  else
    out = static_cast<std::int32_t>(wide);
}

std::optional<Quantity> JsonMembers::quantity(const Json& value) {
  std::string_view text;
  std::int64_t whole = 0;
  if (value.get(text) == simdjson::SUCCESS) {
    const auto parsed = Quantity::parse(text);
    if (parsed) return *parsed;
  } else if (value.get(whole) == simdjson::SUCCESS) {
    return Quantity::fromInteger(whole);
  }
  isRead = false;
  return std::nullopt;
}

void JsonMembers::read(const Json& object, std::string_view key, std::optional<Quantity>& out) {
  if (const auto found = member(object, key)) out = quantity(*found);
}

void JsonMembers::readRequirement(const Json& item, LabelSelector& out) {
  NodeSelectorRequirement requirement;
  read(item, "key", requirement.key);
  read(item, "operator", requirement.op);
  each(item, "values", [&](const Json& value) {
    std::string_view text;
    if (value.get(text) != simdjson::SUCCESS)
      isRead = false;
    else
      requirement.values.emplace_back(text);
  });
  out.matchExpressions.push_back(std::move(requirement));
}

void JsonMembers::read(const Json& object, std::string_view key, std::optional<LabelSelector>& out) {
  const auto found = member(object, key);
  if (!found) return;
  LabelSelector& selector = out.emplace();
  if (const auto labels = member(*found, "matchLabels")) {
    simdjson::dom::object entries;
    if (labels->get(entries) != simdjson::SUCCESS) {
      isRead = false;
      return;
    }
    for (const auto entry : entries) {
      std::string_view text;
      if (entry.value.get(text) != simdjson::SUCCESS)
        isRead = false;
      else
        selector.matchLabels.emplace_back(std::string(entry.key), std::string(text));
    }
  }
  each(*found, "matchExpressions", [&](const Json& item) { readRequirement(item, selector); });
}

std::optional<std::size_t> slotOf(DeviceType type, std::string_view resource) {
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    const std::string_view name = resourceName(type, slot);
    if (!name.empty() && name == resource) return slot;
  }
  return std::nullopt;
}

std::optional<DeviceType> typeOf(std::string_view text) {
  for (const DeviceType type : kAllDeviceTypes) {
    if (word(type) == text) return type;
  }
  return std::nullopt;
}

}  // namespace cardinal::koordinator
