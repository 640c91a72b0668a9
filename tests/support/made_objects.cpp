// SPDX-License-Identifier: Apache-2.0
#include "tests/support/made_objects.h"

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "tests/support/protobuf_encoder.h"

namespace cardinal::test {
namespace {

using nlohmann::ordered_json;

constexpr std::array<const char*, 16> kTexts = {"a",
                                                "b",
                                                "In",
                                                "NotIn",
                                                "Exists",
                                                "NoSchedule",
                                                "Always",
                                                "All",
                                                "True",
                                                "Exact\tly",
                                                "\"q\" \\ \x01",
                                                "\xC3\xBC",
                                                "Never",
                                                "Failure",
                                                "zone",
                                                "a text that is longer than others"};
constexpr std::array<const char*, 8> kQuantities = {"0", "1", "500m", "8Gi", "1e3", "1500n", "80Ei", "none"};
constexpr std::array<const char*, 4> kTimes = {"2026-05-06T07:08:09Z", "2000-02-29T23:59:59Z", "1969-12-31T23:59:59Z",
                                               "9999-12-31T23:59:59Z"};
constexpr std::array<std::int64_t, 8> kNumbers = {0, 1, 2, 8, -1, 2147483647, -2147483648, 5'000'000'000};
constexpr std::array<const char*, 4> kKeys = {"a", "cpu", "example.com/key", "memory"};  // in order, as a server writes

/// The server fills one field of it; and those of which it fills all.
bool isChoice(const std::string& message) {
  return message.find("/DeviceAttribute") != std::string::npos;
}
bool isWhole(const std::string& message) {
  return message.find("/DeviceCapacity") != std::string::npos || message.find("/Counter") != std::string::npos;
}

class Maker {
 public:
  /// `emptyTexts`: what is left out is written as an empty text.
  Maker(std::string_view bytes, bool emptyTexts) : m_bytes(bytes), m_emptyTexts(emptyTexts) {}

  ordered_json object(const std::string& message) {
    ordered_json out = ordered_json::object();
    fill(message, out);
    return out;
  }

 private:
  /// 0 once all are used up, which leaves out everything that may be.
  std::size_t next() { return m_at < m_bytes.size() ? static_cast<unsigned char>(m_bytes[m_at++]) : 0; }
  template <typename List>
  auto oneOf(const List& list) {
    return list[next() % list.size()];
  }

  void fill(const std::string& message, ordered_json& out) {
    const auto fields = protobufFields(message);
    const std::size_t chosen = isChoice(message) ? next() % fields.size() : fields.size();
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const ProtobufField& field = fields[i];
      if (field.type.back() == '!') {
        fill(field.type.substr(0, field.type.size() - 1), out);
        continue;
      }
      const bool isThere = chosen < fields.size() ? i == chosen : next() % 4 != 0 || (i == 0 && isWhole(message));
      if (!isThere) {
        if (m_emptyTexts && field.type == "s" && chosen == fields.size()) out[field.name] = "";
        continue;
      }
      ordered_json value = valueOf(field.type);
      if (!value.is_null()) out[field.name] = std::move(value);
    }
  }

  /// Null for an empty list or map, which a server leaves out.
  ordered_json valueOf(const std::string& type) {
    if (type.front() == '[') {
      ordered_json out;
      for (std::size_t left = next() % 3; left > 0; --left) out.push_back(single(type.substr(2)));
      return out;
    }
    if (type.front() == '{') {
      ordered_json out;
      const std::size_t wanted = next();
      for (std::size_t i = 0; i < kKeys.size(); ++i) {
        if ((wanted >> i & 1U) != 0) out[kKeys[i]] = single(type.substr(1, type.size() - 2));
      }
      return out;
    }
    return single(type);
  }

  ordered_json single(const std::string& type) {
    if (type == "s" || type == "y") return oneOf(kTexts);
    if (type == "i") return static_cast<std::int32_t>(kNumbers[next() % (kNumbers.size() - 1)]);
    if (type == "L") return oneOf(kNumbers);
    if (type == "b") return next() % 2 != 0;
    if (type == "Q") return oneOf(kQuantities);
    if (type == "T") return oneOf(kTimes);
    if (type == "I") return next() % 2 != 0 ? ordered_json("25%") : ordered_json(1);
    if (type == "F") return ordered_json{{"f:a", ordered_json::object()}};
    return object(type);
  }

  std::string_view m_bytes;
  bool m_emptyTexts;
  std::size_t m_at = 0;
};

ordered_json listOf(const std::string& apiVersion, const std::string& kind, ordered_json object) {
  return {{"kind", kind + "List"},
          {"apiVersion", apiVersion},
          {"metadata", {{"resourceVersion", "7"}}},
          {"items", ordered_json::array({std::move(object)})}};
}

}  // namespace

MadeList madeList(const std::string& apiVersion, const std::string& kind, std::string_view bytes) {
  const std::string message = protobufMessageOf(apiVersion, kind);
  const ordered_json asJson = listOf(apiVersion, kind, Maker(bytes, false).object(message));
  const ordered_json written = listOf(apiVersion, kind, Maker(bytes, true).object(message));
  return {asJson.dump(), protobufObject(nlohmann::json(written))};
}

}  // namespace cardinal::test
