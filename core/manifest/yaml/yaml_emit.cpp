// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/yaml/yaml_emit.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "core/manifest/yaml/scalar.h"

namespace cardinal::yaml {
namespace {

constexpr std::size_t kStep = 2;

std::string blanks(std::size_t count) {
  return std::string(count, ' ');
}

bool onOneLine(const Node& node) {
  if (node.isScalar() || node.items.empty()) return true;
  return node.kind == Node::Kind::Sequence &&
         std::all_of(node.items.begin(), node.items.end(), [](const Node& item) { return item.isScalar(); });
}

/// The entries of a mapping or list, one line each at least.
std::string blockBody(std::size_t indent, const Node& node) {
  std::string out;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    if (i > 0) out += '\n';
    out += node.kind == Node::Kind::Mapping ? blockEntry(indent, node.keys[i], node.items[i])
                                            : blockItem(indent, node.items[i]);
  }
  return out;
}

}  // namespace

std::string quotedText(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string scalarText(const std::string& text) {
  Node typed;
  typed.text = text;
  typePlainScalar(typed);
  const bool simple = !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '.' || c == '/' || c == '_' || c == ':' || c == '@';
  });
  const bool plain = simple && typed.kind == Node::Kind::String &&
                     std::isalnum(static_cast<unsigned char>(text.front())) != 0 && text.back() != ':';
  return plain ? text : quotedText(text);
}

std::string flowText(const Node& node) {
  if (node.kind == Node::Kind::Null) return "null";
  if (node.kind == Node::Kind::String) return scalarText(node.text);
  if (node.isScalar()) return node.text;
  const bool mapping = node.kind == Node::Kind::Mapping;
  std::string out = mapping ? "{" : "[";
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    if (i > 0) out += ", ";
    if (mapping) out += scalarText(node.keys[i]) + ": ";
    // As the documentation writes commands.
    out +=
        !mapping && node.items[i].kind == Node::Kind::String ? quotedText(node.items[i].text) : flowText(node.items[i]);
  }
  return out + (mapping ? "}" : "]");
}

std::string blockEntry(std::size_t indent, const std::string& key, const Node& value) {
  const std::string head = blanks(indent) + scalarText(key) + ':';
  if (value.kind == Node::Kind::Null) return head;
  if (onOneLine(value)) return head + ' ' + flowText(value);
  return head + '\n' + blockBody(value.kind == Node::Kind::Mapping ? indent + kStep : indent, value);
}

std::string blockItem(std::size_t indent, const Node& value) {
  if (onOneLine(value)) return blanks(indent) + "- " + flowText(value);
  std::string body = blockBody(indent + kStep, value);
  body[indent] = '-';
  return body;
}

Node textNode(std::string text) {
  Node node;
  node.kind = Node::Kind::String;
  node.text = std::move(text);
  return node;
}

Node numberNode(const std::string& text) {
  constexpr std::size_t kDigits = 18;
  const bool number = !text.empty() && text.size() <= kDigits && (text == "0" || text.front() != '0') &&
                      std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  Node node = textNode(text);
  if (number) node.kind = Node::Kind::Integer;
  return node;
}

Node listNode(const std::vector<std::string>& texts) {
  Node node;
  node.kind = Node::Kind::Sequence;
  for (const std::string& text : texts) node.items.push_back(textNode(text));
  return node;
}

}  // namespace cardinal::yaml
