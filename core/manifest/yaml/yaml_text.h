// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/manifest/yaml/yaml_spans.h"
#include "core/manifest/yaml/yaml_tree.h"

namespace cardinal {

/// A step into a document: the key of a mapping or the place in a list.
struct YamlStep {
  YamlStep(const char* key_) : key(key_) {}             // NOLINT(google-explicit-constructor): paths read as lists
  YamlStep(std::string key_) : key(std::move(key_)) {}  // NOLINT(google-explicit-constructor)
  YamlStep(int index_) : index(index_) {}               // NOLINT(google-explicit-constructor)
  std::string key;
  int index = -1;  ///< -1 = a key
  bool operator==(const YamlStep&) const = default;
};
using YamlPath = std::vector<YamlStep>;
/// "spec.containers[0].resources.limits[aliyun.com/gpu-mem]", as messages name fields.
std::string describe(const YamlPath& path);

/// A YAML text whose values are changed in place: every line that an edit does not touch stays byte for byte as it is -
/// comments, order, quotes, indentation, line ends. Each edit is checked by reading the whole text again; one that
/// would change anything else is undone and refused. Not thread-safe.
class YamlText {
 public:
  /// Largest text that is edited in place, in bytes; every edit reads all of it.
  static constexpr std::size_t kMaxEdited = std::size_t{256} * 1024;

  /// Errors: ParseFailed (syntax, duplicate keys, tabs), LimitExceeded (above kMaxEdited, depth, aliases that explode),
  /// Unsupported (subject "anchor", "alias", "merge key", "tag", "JSON escape" or "layout": the text can be read and
  /// sent, but not changed by field).
  static Result<YamlText> open(std::string text, std::string source);

  const std::string& text() const { return m_text; }
  const std::string& source() const { return m_source; }
  int documentCount() const { return static_cast<int>(m_trees.size()); }
  /// The typed value of a document, or of a place in it; null when it is not there.
  const yaml::Node& document(int index) const { return m_trees[static_cast<std::size_t>(index)]; }
  const yaml::Node* find(int document, const YamlPath& path) const;
  /// 1-based line of the value; of the deepest part of the path that is there when it is absent.
  int lineOf(int document, const YamlPath& path) const;

  /// Gives the place this value. What is equal already stays untouched, in mappings key by key and in lists element by
  /// element; missing parents are made. Errors: Unsupported (subject = path, place) when that cannot be done without
  /// touching something else.
  Result<void> set(int document, const YamlPath& path, const yaml::Node& value);
  /// Takes the place away, and mappings that are empty then. Without effect when it is not there. Errors as set().
  Result<void> remove(int document, const YamlPath& path);

 private:
  YamlText(std::string text, std::string source) : m_text(std::move(text)), m_source(std::move(source)) {}

  void read();
  const yaml::Span* span(int document, const YamlPath& path) const;
  void assign(int document, const YamlPath& path, const yaml::Node& value);
  void assignMapping(int document, const YamlPath& path, const yaml::Node& value);
  void assignList(int document, const YamlPath& path, const yaml::Node& value);
  void replace(int document, const YamlPath& path, const yaml::Node& value);
  void replaceScalar(const yaml::Span& old, const yaml::Node& value);
  void insert(int document, const YamlPath& parent, const std::string& key, const yaml::Node& value);
  void insertBlock(const yaml::Span& mapping, const std::string& key, const yaml::Node& value);
  void append(int document, const YamlPath& list, const yaml::Node& value);
  void erase(int document, const YamlPath& path);
  void eraseLines(const yaml::Span& parent, std::size_t index);
  void splice(std::size_t from, std::size_t to, std::string with);
  Result<void> guarded(int document, const YamlPath& path, bool removing, const yaml::Node& value);

  std::string m_text;
  std::string m_source;
  std::vector<yaml::Node> m_trees;
  std::vector<yaml::Span> m_spans;
};

}  // namespace cardinal
