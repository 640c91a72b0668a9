// SPDX-License-Identifier: Apache-2.0
#include "core/service/snapshots/document_split.h"

#include <string_view>
#include <utility>

#include "core/kube/decode/decoder.h"
#include "core/manifest/tree_reader.h"
#include "core/manifest/yaml/json_text.h"
#include "core/manifest/yaml/yaml_tree.h"

namespace cardinal {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
constexpr std::size_t kMaxDocuments = 1000;

/// Where the object that starts at `from` ends; npos when it does not.
std::size_t endOfObject(std::string_view text, std::size_t from) {
  std::size_t depth = 0;
  for (std::size_t i = from; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i) i += text[i] == '\\' ? 1U : 0U;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      if (depth > 0) --depth;
      if (depth == 0) return i + 1;
    }
  }
  return std::string_view::npos;
}

std::vector<std::string> jsonDocuments(std::string text) {
  std::vector<std::string> out;
  std::size_t from = text.find_first_not_of(kBlanks, text.starts_with(kUtf8Mark) ? kUtf8Mark.size() : 0);
  std::size_t end = endOfObject(text, from);
  if (end == std::string::npos || text.find_first_not_of(kBlanks, end) == std::string::npos) {
    out.push_back(std::move(text));
    return out;
  }
  while (from != std::string::npos && out.size() + 1 < kMaxDocuments && end != std::string::npos) {
    std::string& piece = out.emplace_back();
    piece.reserve(end - from + kDecodePadding);
    piece.assign(text, from, end - from);
    from = text.find_first_not_of(kBlanks, end);
    end = from == std::string::npos ? from : endOfObject(text, from);
  }
  if (from != std::string::npos) out.push_back(text.substr(from));
  return out;
}

/// Fields of an object at the start of a line: what JSON never has.
bool looksLikeYaml(std::string_view text) {
  if (text.starts_with(kUtf8Mark)) text.remove_prefix(kUtf8Mark.size());
  for (const std::string_view field : {"apiVersion:", "kind:", "items:"}) {
    if (text.starts_with(field) || text.find("\n" + std::string(field)) != std::string_view::npos) return true;
  }
  return false;
}

/// Throws Failure where a name is no text (`name: n` and `name: 7` are a boolean and a number): the API has no such
/// object, and one without its name would be shown.
void checkNames(const yaml::Field& object) {
  if (const yaml::Node* items = object.node()->find("items"); items != nullptr) {
    for (const yaml::Field& one : object.child("items").elements()) {
      if (one.exists() && one.node()->kind == yaml::Node::Kind::Mapping) checkNames(one);
    }
  }
  const yaml::Field metadata = object.child("metadata");
  if (!metadata.exists() || metadata.node()->kind != yaml::Node::Kind::Mapping) return;
  (void)metadata.child("name").string();
  (void)metadata.child("namespace").string();
}

Result<std::vector<std::string>> yamlDocuments(std::string_view text, const std::string& path) {
  try {
    std::vector<std::string> out;
    for (const yaml::Node& document : yaml::parseDocuments(text, path)) {
      if (document.kind == yaml::Node::Kind::Mapping) checkNames(yaml::Field(document, path));
      if (document.kind != yaml::Node::Kind::Null) out.push_back(yaml::toJson(document, path));
    }
    return out;
  } catch (const yaml::Failure& failure) {
    Error error = failure.error;
    if (error.code != ErrorCode::InvalidField) error.subject = path;
    return unexpected(std::move(error));
  }
}

}  // namespace

Result<std::vector<std::string>> documentsOf(std::string text, const std::string& path) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    return unexpected(makeError(ErrorCode::ParseFailed, path, "byte 0", "UTF-16; UTF-8 is read"));
  const std::size_t first = text.find_first_not_of(kBlanks, text.starts_with(kUtf8Mark) ? kUtf8Mark.size() : 0);
  if (first != std::string::npos && text[first] == '{') return jsonDocuments(std::move(text));
  if (first != std::string::npos && text[first] == '[') {
    // objects without a list around them, as jq -s and the like put them
    std::string list = R"({"apiVersion":"v1","kind":"List","items":)" + text.substr(first) + '}';
    return std::vector<std::string>{std::move(list)};
  }
  if (looksLikeYaml(text)) return yamlDocuments(text, path);
  std::vector<std::string> out;
  out.push_back(std::move(text));
  return out;
}

}  // namespace cardinal
