// SPDX-License-Identifier: Apache-2.0
#include <simdjson.h>

#include <limits>

#include "core/provider/stacks/volcano/volcano.h"

namespace cardinal::provider {
namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

// A ConfigMap holds 1 MiB at most.
constexpr std::size_t kMaxText = std::size_t{1} << 20;
constexpr std::size_t kMaxEntries = 4096;

/// Collects into a config; the first field that is wrong ends the reading.
class ConfigReader {
 public:
  explicit ConfigReader(const object& root) : m_root(root) {}

  bool read(VolcanoConfig& out) {
    object nvidia;
    element section;
    out.countName.clear();
    out.memoryName.clear();
    out.coreName.clear();
    if (m_root["nvidia"].get(section) != simdjson::SUCCESS || section.is_null()) return true;
    if (section.get(nvidia) != simdjson::SUCCESS) return fail("nvidia");
    return text(nvidia, "resourceCountName", out.countName) && text(nvidia, "resourceMemoryName", out.memoryName) &&
           text(nvidia, "resourceCoreName", out.coreName) &&
           text(nvidia, "resourceMemoryPercentageName", out.percentageName) &&
           number(nvidia, "gpuMemoryFactor", out.memoryFactor) && models(nvidia, out.geometries);
  }

  const std::string& fault() const { return m_fault; }

 private:
  bool fail(std::string_view field) {
    m_fault = std::string(field);
    return false;
  }

  static bool isThere(const object& from, std::string_view key, element& value) {
    return from[key].get(value) == simdjson::SUCCESS && !value.is_null();
  }

  bool text(const object& from, std::string_view key, std::string& out) {
    element value;
    std::string_view read;
    if (!isThere(from, key, value)) return true;
    if (value.get(read) != simdjson::SUCCESS) return fail(key);
    out = std::string(read);
    return true;
  }

  bool number(const object& from, std::string_view key, std::int64_t& out) {
    element value;
    std::int64_t read = 0;
    if (!isThere(from, key, value)) return true;
    if (value.get(read) != simdjson::SUCCESS || read < 0) return fail(key);
    out = read;
    return true;
  }

  template <typename Item, typename Read>
  bool list(const object& from, std::string_view key, std::vector<Item>& out, Read read) {
    element value;
    array items;
    if (!isThere(from, key, value)) return true;
    if (value.get(items) != simdjson::SUCCESS) return fail(key);
    for (const element entry : items) {
      if (++m_entries > kMaxEntries) return fail(key);
      Item item;
      if (!read(entry, item)) return m_fault.empty() ? fail(key) : false;
      out.push_back(std::move(item));
    }
    return true;
  }

  bool models(const object& from, std::vector<VolcanoMigModels>& out) {
    return list(from, "knownMigGeometries", out, [&](const element& entry, VolcanoMigModels& item) {
      object fields;
      if (entry.get(fields) != simdjson::SUCCESS) return false;
      const auto readName = [](const element& name, std::string& word) {
        std::string_view read;
        if (name.get(read) != simdjson::SUCCESS) return false;
        word = std::string(read);
        return true;
      };
      return list(fields, "models", item.models, readName) && groups(fields, item.groups);
    });
  }

  bool groups(const object& from, std::vector<VolcanoMigGroup>& out) {
    return list(from, "allowedGeometries", out, [&](const element& entry, VolcanoMigGroup& item) {
      object fields;
      if (entry.get(fields) != simdjson::SUCCESS || !text(fields, "group", item.name)) return false;
      return list(fields, "geometries", item.instances, [&](const element& part, VolcanoMigInstance& instance) {
        object parts;
        return part.get(parts) == simdjson::SUCCESS && text(parts, "name", instance.name) &&
               number(parts, "memory", instance.memory) && number(parts, "count", instance.count);
      });
    });
  }

  object m_root;
  std::string m_fault;
  std::size_t m_entries = 0;
};

constexpr const char* kPlace = "volcano-vgpu-device-config";

}  // namespace

const VolcanoConfig& defaultVolcanoConfig() {
  static const VolcanoConfig kDefault;
  return kDefault;
}

Result<VolcanoConfig> readVolcanoConfig(std::string_view json) {
  if (json.size() > kMaxText)
    return unexpected(makeError(ErrorCode::LimitExceeded, kPlace, {}, std::to_string(kMaxText)));
  simdjson::dom::parser parser;
  element document;
  object root;
  const auto code = parser.parse(json.data(), json.size()).get(document);
  if (code != simdjson::SUCCESS)
    return unexpected(makeError(ErrorCode::ParseFailed, kPlace, {}, simdjson::error_message(code)));
  if (document.get(root) != simdjson::SUCCESS) return unexpected(makeError(ErrorCode::InvalidField, {}, kPlace, {}));
  VolcanoConfig out;
  ConfigReader reader(root);
  if (!reader.read(out)) return unexpected(makeError(ErrorCode::InvalidField, reader.fault(), kPlace, {}));
  return out;
}

const VolcanoMigModels* migModelsOf(const VolcanoConfig& config, std::string_view type) {
  for (const VolcanoMigModels& entry : config.geometries) {
    for (const std::string& model : entry.models) {
      if (type.find(model) != std::string_view::npos) return &entry;
    }
  }
  return nullptr;
}

}  // namespace cardinal::provider
