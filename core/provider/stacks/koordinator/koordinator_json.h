// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <simdjson.h>

#include <optional>
#include <string>
#include <string_view>

#include "core/base/quantity.h"
#include "core/model/raw.h"
#include "core/provider/lent_parser.h"
#include "core/provider/stacks/koordinator/koordinator.h"

// Private to the readers of Koordinator's annotations.

namespace cardinal::koordinator {

using Json = simdjson::dom::element;

/// A JSON annotation. Members of another type than expected make `isRead` false, as Go's decoder refuses them; `null`
/// and a missing member are the empty value.
class JsonText {
 public:
  explicit JsonText(std::string_view text);
  /// Null after a syntax error.
  const Json* root() const { return m_isValid ? &m_root : nullptr; }
  /// The text ends before its value does.
  bool isCut() const { return m_isCut; }

 private:
  LentParser m_parser;
  Json m_root;
  bool m_isValid = false;
  bool m_isCut = false;
};

class JsonMembers {
 public:
  bool isRead = true;

  /// Nothing when missing or null.
  std::optional<Json> member(const Json& object, std::string_view key);
  void read(const Json& object, std::string_view key, std::string& out);
  void read(const Json& object, std::string_view key, std::int64_t& out);
  void read(const Json& object, std::string_view key, std::int32_t& out);
  void read(const Json& object, std::string_view key, std::optional<Quantity>& out);
  void read(const Json& object, std::string_view key, std::optional<LabelSelector>& out);
  std::optional<Quantity> quantity(const Json& value);
  /// Calls use(item) for each item of a list.
  template <typename Use>
  void each(const Json& object, std::string_view key, Use&& use) {
    const auto found = member(object, key);
    if (!found) return;
    simdjson::dom::array items;
    if (found->get(items) != simdjson::SUCCESS) {
      isRead = false;
      return;
    }
    for (const Json item : items) use(item);
  }

 private:
  void readRequirement(const Json& item, LabelSelector& out);
};

/// Slot of a resource of this type; nothing for names that are not evaluated.
std::optional<std::size_t> slotOf(DeviceType type, std::string_view resource);
std::optional<DeviceType> typeOf(std::string_view word);

}  // namespace cardinal::koordinator
