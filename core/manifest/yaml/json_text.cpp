// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/yaml/json_text.h"

#include <nlohmann/json.hpp>

namespace cardinal::yaml {
namespace {

void writeString(std::string& out, const std::string& text) {
  out += nlohmann::json(text).dump();
}

void write(std::string& out, const Node& node, const std::string& source) {
  switch (node.kind) {
    case Node::Kind::Null:
      out += "null";
      break;
    case Node::Kind::Bool:
    case Node::Kind::Integer:
      out += node.text;
      break;
    case Node::Kind::Float:
      if (node.text.find_first_of("nN") != std::string::npos) {
        throw Failure{makeError(ErrorCode::InvalidField, "number", source + ", " + describe(node.place), node.text)};
      }
      out += node.text;
      break;
    case Node::Kind::String:
      writeString(out, node.text);
      break;
    case Node::Kind::Sequence:
      out += '[';
      for (std::size_t i = 0; i < node.items.size(); ++i) {
        if (i > 0) out += ',';
        write(out, node.items[i], source);
      }
      out += ']';
      break;
    case Node::Kind::Mapping:
      out += '{';
      for (std::size_t i = 0; i < node.items.size(); ++i) {
        if (i > 0) out += ',';
        writeString(out, node.keys[i]);
        out += ':';
        write(out, node.items[i], source);
      }
      out += '}';
      break;
  }
}

}  // namespace

std::string toJson(const Node& node, const std::string& source) {
  std::string out;
  write(out, node, source);
  return out;
}

}  // namespace cardinal::yaml
