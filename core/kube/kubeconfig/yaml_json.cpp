// SPDX-License-Identifier: Apache-2.0
#include "core/kube/kubeconfig/yaml_json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

namespace cardinal {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kMaxNodes = 10'000;
constexpr int kMaxDepth = 64;
constexpr std::size_t kMaxBytes = 16U << 20U;

template <typename Number>
std::optional<Json> numberOf(const std::string& text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return Json(value);
}

/// Words of YAML 1.1, in the spellings that sigs.k8s.io/yaml takes (go.yaml.in/yaml/v2, resolve.go).
std::optional<bool> wordOf(std::string_view text) {
  using namespace std::string_view_literals;
  constexpr std::array kYes{"y"sv,    "Y"sv,    "yes"sv, "Yes"sv, "YES"sv, "true"sv,
                            "True"sv, "TRUE"sv, "on"sv,  "On"sv,  "ON"sv};
  constexpr std::array kNo{"n"sv,     "N"sv,     "no"sv,  "No"sv,  "NO"sv, "false"sv,
                           "False"sv, "FALSE"sv, "off"sv, "Off"sv, "OFF"sv};
  if (std::find(kYes.begin(), kYes.end(), text) != kYes.end()) return true;
  if (std::find(kNo.begin(), kNo.end(), text) != kNo.end()) return false;
  return std::nullopt;
}

Json scalar(const YAML::Node& node) {
  const std::string& text = node.Scalar();
  if (node.Tag() == "!") return text;  // quoted
  if (const auto word = wordOf(text)) return *word;
  if (auto integer = numberOf<std::int64_t>(text)) return *integer;
  // JSON has no other numbers: "inf" and "nan" are words.
  if (auto real = numberOf<double>(text); real && std::isfinite(real->get<double>())) return *real;
  return text;
}

class Converter {
 public:
  std::optional<Json> convert(const YAML::Node& node, int depth) {
    if (++m_nodes > kMaxNodes || depth > kMaxDepth) return std::nullopt;
    if (!node.IsDefined() || node.IsNull()) return Json();
    if (node.IsScalar()) {
      // Aliases repeat a text as often as there are nodes.
      m_bytes += node.Scalar().size();
      return m_bytes > kMaxBytes ? std::nullopt : std::optional<Json>(scalar(node));
    }
    return node.IsMap() ? object(node, depth) : array(node, depth);
  }

 private:
  std::optional<Json> object(const YAML::Node& node, int depth) {
    Json out = Json::object();
    for (const auto& entry : node) {
      auto value = convert(entry.second, depth + 1);
      if (!value || !entry.first.IsScalar()) return std::nullopt;
      out[entry.first.Scalar()] = std::move(*value);
    }
    return out;
  }

  std::optional<Json> array(const YAML::Node& node, int depth) {
    Json out = Json::array();
    for (const YAML::Node& item : node) {
      auto value = convert(item, depth + 1);
      if (!value) return std::nullopt;
      out.push_back(std::move(*value));
    }
    return out;
  }

  int m_nodes = 0;
  std::size_t m_bytes = 0;  ///< of all texts
};

}  // namespace

std::optional<std::string> yamlToJson(const YAML::Node& node) {
  const auto json = Converter().convert(node, 0);
  if (!json) return std::nullopt;
  return json->dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace cardinal
