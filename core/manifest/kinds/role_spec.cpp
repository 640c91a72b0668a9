// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/kinds/role_spec.h"

#include <algorithm>
#include <array>

#include "core/manifest/kinds/pod_patch.h"
#include "core/manifest/pod_reader.h"

namespace cardinal::yaml {
namespace {

/// What a controller takes for pods that have none of it.
constexpr std::array kFilled = {"nodeSelector", "affinity", "tolerations", "schedulerName", "priorityClassName"};
/// Of a spec in parts.
constexpr std::array kRead = {"topologySpreadConstraints", "resourceClaims"};

bool isMapping(const Node* node) {
  return node != nullptr && node->kind == Node::Kind::Mapping;
}

Node mappingNode() {
  Node out;
  out.kind = Node::Kind::Mapping;
  return out;
}

Node textNode(const std::string& text) {
  Node out;
  out.kind = Node::Kind::String;
  out.text = text;
  return out;
}

Node listOf(Node element) {
  Node list;
  list.kind = Node::Kind::Sequence;
  list.items.push_back(std::move(element));
  return list;
}

void put(Node& mapping, const std::string& key, Node value) {
  const auto at = std::find(mapping.keys.begin(), mapping.keys.end(), key);
  if (at != mapping.keys.end()) {
    mapping.items[static_cast<std::size_t>(at - mapping.keys.begin())] = std::move(value);
    return;
  }
  mapping.keys.push_back(key);
  mapping.items.push_back(std::move(value));
}

/// Null = it is not there, or says nothing.
const Node* saidIn(const Field& fields, const char* key) {
  const Node* found = isMapping(fields.node()) ? fields.node()->find(key) : nullptr;
  if (found == nullptr || found->kind == Node::Kind::Null) return nullptr;
  const bool isEmpty = found->isScalar() ? found->text.empty() : found->items.empty();
  return isEmpty ? nullptr : found;
}

/// Argo names the class of its pods so, beside one of its own.
const Node* filledFrom(const Field& fields, const std::string& key) {
  const Node* found = saidIn(fields, key.c_str());
  return found == nullptr && key == "priorityClassName" ? saidIn(fields, "podPriorityClassName") : found;
}

/// Labels of the places that the record names.
Node selectorOf(const RoleRecord& record, const KindScope& scope) {
  Node out = mappingNode();
  for (const SelectorRecord& one : record.selectors) {
    const Field field = fieldAt(one.in, scope);
    const std::vector<std::string> keys = field.keys();
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (keys[i].starts_with(one.prefix)) put(out, keys[i].substr(one.prefix.size()), field.node()->items[i]);
    }
  }
  return out;
}

bool hasPlaceholder(const Node& node) {
  return node.text.find("{{") != std::string::npos || std::any_of(node.items.begin(), node.items.end(), hasPlaceholder);
}

/// Every element of the lists at these paths, with the place where it stands.
Node elementsAt(const std::vector<std::string>& paths, const KindScope& scope) {
  Node list;
  list.kind = Node::Kind::Sequence;
  for (const std::string& path : paths) {
    for (const Field& one : fieldAt(path, scope).elements()) {
      if (one.exists()) list.items.push_back(*one.node());
    }
  }
  return list;
}

}  // namespace

Node schedulingIn(const Field& fields) {
  Node spec = mappingNode();
  for (const char* key : kFilled) {
    if (const Node* found = saidIn(fields, key)) put(spec, key, *found);
  }
  for (const char* key : kRead) {
    if (const Node* found = saidIn(fields, key)) put(spec, key, *found);
  }
  return spec;
}

Node schedulingOf(const RoleRecord& record, const KindScope& scope, const Field& fields) {
  Node spec = schedulingIn(fields);
  for (const char* key : kFilled) {
    for (const std::string& path : record.fill) {
      const Node* found = spec.find(key) == nullptr ? filledFrom(fieldAt(path, scope), key) : nullptr;
      if (found != nullptr) put(spec, key, *found);
    }
  }
  Node selector = selectorOf(record, scope);
  if (const Node* own = spec.find("nodeSelector")) selector = mergedPod(std::move(selector), *own);
  if (!selector.keys.empty()) put(spec, "nodeSelector", std::move(selector));
  return spec;
}

std::vector<Field> unreadScheduling(const RoleRecord& record, const KindScope& scope, const Field& fields) {
  if (record.fill.empty()) return {};
  for (const char* key : kFilled) {
    if (const Node* own = saidIn(fields, key)) {
      if (hasPlaceholder(*own)) return {fields.child(key)};
      continue;
    }
    if (!record.callers.empty()) {
      for (const Field& caller : fieldAt(record.callers, scope).elements()) {
        const bool calls = caller.child("dag").exists() || caller.child("steps").exists();
        if (calls && saidIn(caller, key) != nullptr) return {caller.child(key)};
      }
    }
    for (const std::string& path : record.fill) {
      const Field from = fieldAt(path, scope);
      const Node* filled = filledFrom(from, key);
      if (filled != nullptr && hasPlaceholder(*filled)) return {from.child(key)};
    }
  }
  return {};
}

void putOverSpec(Node& podTemplate, const Node& scheduling) {
  Node spec = mappingNode();
  if (const Node* own = podTemplate.find("spec"); isMapping(own)) spec = *own;
  for (std::size_t i = 0; i < scheduling.keys.size(); ++i) {
    const std::string& key = scheduling.keys[i];
    const Node* own = spec.find(key);
    Node value = scheduling.items[i];
    if (own != nullptr && key == "nodeSelector") value = mergedPod(*own, value);
    if (own != nullptr && key == "tolerations" && own->kind == Node::Kind::Sequence)
      value.items.insert(value.items.begin(), own->items.begin(), own->items.end());
    put(spec, key, std::move(value));
  }
  put(podTemplate, "spec", std::move(spec));
}

Node containersOf(const Field& holder, const std::string& name) {
  if (const Field list = holder.child("containers"); list.exists()) return *list.node();
  Node main = *holder.node();
  if (main.find("name") == nullptr) put(main, "name", textNode(name));
  return listOf(std::move(main));
}

void putContainers(Node& spec, Node containers, const RoleRecord& record, const KindScope& scope) {
  Node sidecars = elementsAt(record.sidecars, scope);
  std::move(sidecars.items.begin(), sidecars.items.end(), std::back_inserter(containers.items));
  put(spec, "containers", std::move(containers));
  Node before = elementsAt(record.initContainers, scope);
  if (!before.items.empty()) put(spec, "initContainers", std::move(before));
}

Node bareContainer(const std::string& name) {
  Node main = mappingNode();
  put(main, "name", textNode(name));
  return listOf(std::move(main));
}

ObjectMeta metadataOf(const RoleRecord& record, const KindScope& scope) {
  Node whole = mappingNode();
  for (const std::string& path : record.metadata) {
    const Field field = fieldAt(path, scope);
    (void)readMeta(field);  // refuses what is none, where it stands
    if (isMapping(field.node())) whole = mergedPod(std::move(whole), *field.node());
  }
  static const std::string kSource;
  return readMeta(Field(whole, kSource));
}

}  // namespace cardinal::yaml
