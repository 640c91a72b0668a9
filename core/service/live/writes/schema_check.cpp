// SPDX-License-Identifier: Apache-2.0
#include "core/service/live/writes/schema_check.h"

#include <nlohmann/json.hpp>

#include "core/kube/transport/exchange.h"
#include "core/manifest/yaml/json_fields.h"

namespace cardinal {
namespace {

using Json = nlohmann::json;
using json::textAt;

constexpr std::size_t kMaxUnknown = 20;
constexpr std::size_t kMaxDescription = std::size_t{64} << 20U;
constexpr std::size_t kLongestName = 160;
constexpr int kDeepest = 64;  // of an object that is checked
constexpr const char* kKindsKey = "x-kubernetes-group-version-kind";
constexpr std::string_view kReference = "#/definitions/";

std::string kindKey(const std::string& apiVersion, const std::string& kind) {
  return apiVersion + " " + kind;
}

/// Most of the text are paths and descriptions, which are not kept even while it is read. A description is known by its
/// length: fields have that name, too.
Json parseFields(const std::string& text) {
  const auto keep = [](int depth, Json::parse_event_t event, Json& value) {
    if (event == Json::parse_event_t::key) return !(depth == 1 && value.get_ref<const std::string&>() == "paths");
    const bool isText = event == Json::parse_event_t::value && value.is_string();
    return !isText || value.get_ref<const std::string&>().size() <= kLongestName;
  };
  return Json::parse(text, keep, false);
}

/// The text in double quotes that begins at `at`, with the escapes of Go's %q taken as they are; empty: it does not
/// end.
std::string quotedAt(const std::string& text, std::size_t at) {
  if (at >= text.size() || text[at] != '"') return {};
  for (std::size_t end = at + 1; end < text.size() && end - at <= kLongestName; ++end) {
    if (text[end] == '\\')
      ++end;
    else if (text[end] == '"')
      return text.substr(at + 1, end - at - 1);
  }
  return {};
}

}  // namespace

std::vector<ErrorCause> strictDecodingCauses(const std::string& words) {
  const std::string begin = "strict decoding error: ";
  std::vector<ErrorCause> out;
  std::size_t at = words.find(begin);
  if (at == std::string::npos) return out;
  at += begin.size();
  while (out.size() < kMaxUnknown) {
    std::string reason;
    for (const char* const one : {"unknown field", "duplicate field"}) {
      if (words.compare(at, std::string(one).size(), one) == 0) reason = one;
    }
    if (reason.empty()) break;
    std::string field = quotedAt(words, at + reason.size() + 1);
    if (field.empty()) break;
    at += reason.size() + field.size() + 3;
    out.push_back({std::move(field), reason, {}});
    if (words.compare(at, 2, ", ") != 0) break;
    at += 2;
  }
  return out;
}

/// Types without a name get one: where they stand.
struct ApiSchema::Builder {
  ApiSchema& schema;

  std::string typeOf(const Json& json, const std::string& place) {
    const std::string reference = textAt(json, "$ref");
    if (reference.compare(0, kReference.size(), kReference) == 0) return reference.substr(kReference.size());
    const bool described =
        json.contains("properties") || json.contains("items") || json.contains("additionalProperties");
    if (!described) return {};
    add(place, json);
    return place;
  }

  void add(const std::string& name, const Json& json) {
    Type type;
    for (const char* const key : {"items", "additionalProperties"}) {
      if (const auto inner = json.find(key); inner != json.end() && inner->is_object())
        type.elements = typeOf(*inner, name + "/*");
    }
    if (const auto fields = json.find("properties"); fields != json.end() && fields->is_object()) {
      type.open = json.contains("additionalProperties") || json.value("x-kubernetes-preserve-unknown-fields", false);
      for (const auto& [field, inner] : fields->items()) {
        if (inner.is_object()) type.fields[field] = typeOf(inner, name + "/" + field);
      }
    }
    schema.m_types[name] = std::move(type);
  }
};

Result<ApiSchema> ApiSchema::parse(const std::string& text) {
  const Json json = parseFields(text);
  if (json.is_discarded()) return unexpected(makeError(ErrorCode::ParseFailed, "/openapi/v2"));
  const auto definitions = json.is_object() ? json.find("definitions") : json.end();
  if (definitions == json.end() || !definitions->is_object())
    return unexpected(makeError(ErrorCode::NotApiServer, "/openapi/v2", {}, "no definitions"));
  ApiSchema schema;
  Builder builder{schema};
  for (const auto& [name, definition] : definitions->items()) {
    if (!definition.is_object()) continue;
    builder.add(name, definition);
    const auto kinds = definition.find(kKindsKey);
    if (kinds == definition.end() || !kinds->is_array()) continue;
    for (const Json& kind : *kinds) {
      if (!kind.is_object()) continue;
      const std::string group = textAt(kind, "group");
      const std::string version = (group.empty() ? "" : group + "/") + textAt(kind, "version");
      schema.m_kinds.emplace(kindKey(version, textAt(kind, "kind")), name);
    }
  }
  return schema;
}

struct ApiSchema::Walk {
  const ApiSchema& schema;
  std::vector<std::string> unknown = {};

  void visit(const Json& value, const std::string& typeName, const std::string& path, int depth) {
    const auto found = schema.m_types.find(typeName);
    if (found == schema.m_types.end() || depth > kDeepest || unknown.size() >= kMaxUnknown) return;
    const Type& type = found->second;
    if (value.is_array()) {
      for (std::size_t i = 0; i < value.size(); ++i)
        visit(value[i], type.elements, path + "[" + std::to_string(i) + "]", depth + 1);
    } else if (value.is_object()) {
      visitFields(value, type, path, depth);
    }
  }

  void visitFields(const Json& value, const Type& type, const std::string& path, int depth) {
    for (const auto& [key, inner] : value.items()) {
      std::string place = path;
      place.append(path.empty() ? "" : ".").append(key);
      const auto field = type.fields.find(key);
      if (field != type.fields.end()) {
        visit(inner, field->second, place, depth + 1);
      } else if (type.open) {
        visit(inner, type.elements, place, depth + 1);
      } else if (unknown.size() < kMaxUnknown) {
        unknown.push_back(std::move(place));
      }
    }
  }
};

std::optional<std::vector<std::string>> ApiSchema::unknownFields(const std::string& apiVersion, const std::string& kind,
                                                                 const std::string& objectJson) const {
  const auto type = m_kinds.find(kindKey(apiVersion, kind));
  if (type == m_kinds.end()) return std::nullopt;
  const Json object = Json::parse(objectJson, nullptr, false);
  if (!object.is_object()) return std::nullopt;
  Walk walk{*this};
  walk.visit(object, type->second, {}, 0);
  return walk.unknown;
}

std::optional<std::vector<std::string>> SchemaCheck::unknownFields(const std::string& apiVersion,
                                                                   const std::string& kind,
                                                                   const std::string& objectJson,
                                                                   const std::stop_token& stop) {
  const auto description = schema(stop);
  return description ? description->unknownFields(apiVersion, kind, objectJson) : std::nullopt;
}

std::shared_ptr<const ApiSchema> SchemaCheck::schema(const std::stop_token& stop) {
  {
    const MutexLock lock(m_mutex);
    if (m_asked) return m_schema;
  }
  HttpRequest request;
  request.path = "/openapi/v2";
  request.compressed = true;
  request.maxBodyBytes = kMaxDescription;
  const auto answer = exchange(m_loop, m_transport, std::move(request), stop);
  if (!answer) return nullptr;  // another time perhaps
  std::shared_ptr<const ApiSchema> read;
  // Kubernetes 1.20 sends the description as text/plain: its content shows what it is.
  if (answer->head.status == 200) {
    if (auto parsed = ApiSchema::parse(answer->body)) read = std::make_shared<const ApiSchema>(std::move(*parsed));
  }
  const MutexLock lock(m_mutex);
  m_asked = answer->head.status < 500;
  m_schema = read;
  return m_schema;
}

}  // namespace cardinal
