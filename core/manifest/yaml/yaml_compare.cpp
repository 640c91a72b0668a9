// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/yaml/yaml_compare.h"

#include <algorithm>

namespace cardinal::yaml {
namespace {

std::size_t indexOf(const Node& node, const YamlStep& step) {
  if (step.index >= 0)
    return node.kind == Node::Kind::Sequence ? static_cast<std::size_t>(step.index) : node.items.size();
  if (node.kind != Node::Kind::Mapping) return node.items.size();
  return static_cast<std::size_t>(std::find(node.keys.begin(), node.keys.end(), step.key) - node.keys.begin());
}

}  // namespace

bool sameValue(const Node& a, const Node& b) {
  if (a.kind != b.kind || a.text != b.text || a.items.size() != b.items.size()) return false;
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    const Node* other = a.kind == Node::Kind::Mapping ? b.find(a.keys[i]) : &b.items[i];
    if (other == nullptr || !sameValue(a.items[i], *other)) return false;
  }
  return true;
}

const Node* findNode(const Node& root, const YamlPath& path) {
  const Node* at = &root;
  for (const YamlStep& step : path) {
    const std::size_t index = indexOf(*at, step);
    if (index >= at->items.size()) return nullptr;
    at = &at->items[index];
  }
  return at;
}

void setNode(Node& root, const YamlPath& path, const Node& value) {
  Node* at = &root;
  for (const YamlStep& step : path) {
    std::size_t index = indexOf(*at, step);
    if (index >= at->items.size()) {
      if (step.index >= 0) return;
      if (at->kind == Node::Kind::Null) at->kind = Node::Kind::Mapping;
      at->keys.push_back(step.key);
      at->items.emplace_back();
      index = at->items.size() - 1;
    }
    at = &at->items[index];
  }
  *at = value;
}

void removeNode(Node& root, YamlPath path) {
  while (!path.empty()) {
    const YamlStep last = path.back();
    path.pop_back();
    Node* at = const_cast<Node*>(findNode(root, path));
    if (at == nullptr) return;
    const std::size_t index = indexOf(*at, last);
    if (index >= at->items.size()) return;
    if (at->items.size() == 1 && !path.empty()) continue;
    at->items.erase(at->items.begin() + static_cast<std::ptrdiff_t>(index));
    if (at->kind == Node::Kind::Mapping) at->keys.erase(at->keys.begin() + static_cast<std::ptrdiff_t>(index));
    return;
  }
}

}  // namespace cardinal::yaml
