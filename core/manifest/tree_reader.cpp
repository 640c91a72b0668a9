// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/tree_reader.h"

#include <charconv>

namespace cardinal::yaml {
namespace {

std::string shown(const Node& node) {
  constexpr std::size_t kMaxShown = 200;
  switch (node.kind) {
    case Node::Kind::Sequence:
      return "[...]";
    case Node::Kind::Mapping:
      return "{...}";
    case Node::Kind::Null:
      return "null";
    default:
      return node.text.substr(0, kMaxShown);
  }
}

}  // namespace

Field Field::member(const Node& node, const std::string& step) const {
  const bool absent = node.kind == Node::Kind::Null;
  return Field(absent ? nullptr : &node, node.place, m_path + step, m_source);
}

void Field::fail() const {
  throw Failure{makeError(ErrorCode::InvalidField, m_path, *m_source + ", " + describe(m_place),
                          m_node != nullptr ? shown(*m_node) : std::string())};
}

void Field::require(Node::Kind kind) const {
  if (m_node != nullptr && m_node->kind != kind) fail();
}

Field Field::child(std::string_view key) const {
  require(Node::Kind::Mapping);
  const std::string step = (m_path.empty() ? "" : ".") + std::string(key);
  const Node* found = m_node != nullptr ? m_node->find(key) : nullptr;
  return found != nullptr ? member(*found, step) : Field(nullptr, m_place, m_path + step, m_source);
}

std::vector<Field> Field::elements() const {
  require(Node::Kind::Sequence);
  std::vector<Field> out;
  if (m_node == nullptr) return out;
  for (std::size_t i = 0; i < m_node->items.size(); ++i) {
    out.push_back(member(m_node->items[i], "[" + std::to_string(i) + "]"));
  }
  return out;
}

std::vector<std::string> Field::keys() const {
  require(Node::Kind::Mapping);
  return m_node != nullptr ? m_node->keys : std::vector<std::string>();
}

std::vector<Field> Field::members() const {
  require(Node::Kind::Mapping);
  std::vector<Field> out;
  if (m_node == nullptr) return out;
  for (std::size_t i = 0; i < m_node->items.size(); ++i) {
    out.push_back(member(m_node->items[i], (m_path.empty() ? "" : ".") + m_node->keys[i]));
  }
  return out;
}

bool Field::hasContent() const {
  return m_node != nullptr && (m_node->isScalar() || !m_node->items.empty());
}

std::string Field::string(const std::string& fallback) const {
  require(Node::Kind::String);
  return m_node != nullptr ? m_node->text : fallback;
}

bool Field::boolean(bool fallback) const {
  require(Node::Kind::Bool);
  return m_node != nullptr ? m_node->text == "true" : fallback;
}

std::int64_t Field::integer(std::int64_t fallback, std::int64_t least, std::int64_t most) const {
  if (m_node == nullptr) return fallback;
  if (m_node->kind != Node::Kind::Integer && m_node->kind != Node::Kind::Float) fail();
  std::int64_t value = 0;
  const char* end = m_node->text.data() + m_node->text.size();
  const auto [stop, error] = std::from_chars(m_node->text.data(), end, value);
  if (error != std::errc() || stop != end || value < least || value > most) fail();
  return value;
}

StringMap Field::stringMap() const {
  require(Node::Kind::Mapping);
  StringMap out;
  if (m_node == nullptr) return out;
  for (std::size_t i = 0; i < m_node->items.size(); ++i) {
    out.emplace_back(m_node->keys[i], member(m_node->items[i], "[" + m_node->keys[i] + "]").string());
  }
  return out;
}

Quantity Field::quantity() const {
  if (m_node == nullptr) return Quantity{};
  if (!m_node->isScalar() || m_node->kind == Node::Kind::Bool) fail();
  auto parsed = Quantity::parse(m_node->text);
  if (!parsed || *parsed < Quantity{}) {
    throw Failure{
        makeError(ErrorCode::QuantityInvalid, m_node->text, m_path + ", " + *m_source + ", " + describe(m_place))};
  }
  return *parsed;
}

ResourceList Field::resources() const {
  require(Node::Kind::Mapping);
  ResourceList out;
  if (m_node == nullptr) return out;
  for (std::size_t i = 0; i < m_node->items.size(); ++i) {
    out.push_back({m_node->keys[i], member(m_node->items[i], "[" + m_node->keys[i] + "]").quantity()});
  }
  return out;
}

std::vector<std::string> Field::strings() const {
  std::vector<std::string> out;
  for (const Field& element : elements()) out.push_back(element.string());
  return out;
}

}  // namespace cardinal::yaml
