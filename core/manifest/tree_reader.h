// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/quantity.h"
#include "core/manifest/yaml/yaml_tree.h"
#include "core/model/raw.h"

namespace cardinal::yaml {

/// A place in a document with its path, for reading typed values. An absent or null field is an empty Field: asking it
/// for children gives empty Fields again, asking it for a value gives the default. A value of the wrong type throws
/// Failure: InvalidField (subject = path, place = "source, line L, column C", detail = the value) or QuantityInvalid
/// (subject = text, place = path and position).
class Field {
 public:
  Field(const Node& root, const std::string& source) : m_node(&root), m_place(root.place), m_source(&source) {}

  /// A field that is not there, beside one that is.
  static Field absent(const Field& beside) { return Field(nullptr, beside.m_place, {}, beside.m_source); }

  bool exists() const { return m_node != nullptr; }
  const std::string& path() const { return m_path; }
  Place place() const { return m_place; }
  /// The same place with another node in it, which must outlive the Field.
  Field with(const Node& node) const { return Field(&node, m_place, m_path, m_source); }
  /// "source, line L, column C".
  std::string where() const { return *m_source + ", " + describe(m_place); }
  /// Null = absent.
  const Node* node() const { return m_node; }

  Field child(std::string_view key) const;
  /// Elements of a list; empty when absent.
  std::vector<Field> elements() const;
  /// Keys of a mapping; empty when absent.
  std::vector<std::string> keys() const;
  /// Values of a mapping, in the order of the text; empty when absent.
  std::vector<Field> members() const;
  /// True when the field is there and is not an empty list or mapping.
  bool hasContent() const;

  std::string string(const std::string& fallback = {}) const;
  bool boolean(bool fallback = false) const;
  std::int64_t integer(std::int64_t fallback, std::int64_t least, std::int64_t most) const;
  StringMap stringMap() const;
  ResourceList resources() const;
  std::vector<std::string> strings() const;

  /// Throws InvalidField for this field.
  [[noreturn]] void fail() const;

 private:
  Field(const Node* node, Place place, std::string path, const std::string* source)
      : m_node(node), m_place(place), m_path(std::move(path)), m_source(source) {}

  Field member(const Node& node, const std::string& step) const;
  void require(Node::Kind kind) const;
  Quantity quantity() const;

  const Node* m_node = nullptr;
  Place m_place;  ///< of an absent field: where its parent stands
  std::string m_path;
  const std::string* m_source;
};

}  // namespace cardinal::yaml
