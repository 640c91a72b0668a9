// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/kinds/pod_patch.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace cardinal::yaml {
namespace {

/// Lists of core/v1 that are merged, with the key by which their elements are the same.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kMergeKeys{{
    {"containers", "name"},
    {"initContainers", "name"},
    {"ephemeralContainers", "name"},
    {"volumes", "name"},
    {"env", "name"},
    {"volumeMounts", "mountPath"},
    {"ports", "containerPort"},
    {"resourceClaims", "name"},
    {"schedulingGates", "name"},
    {"topologySpreadConstraints", "topologyKey"},
}};

std::string_view mergeKeyOf(std::string_view list) {
  const auto found =
      std::find_if(kMergeKeys.begin(), kMergeKeys.end(), [&](const auto& one) { return one.first == list; });
  return found != kMergeKeys.end() ? found->second : std::string_view();
}

void mergeInto(Node& base, const Node& patch, std::string_view key);

void mergeMapping(Node& base, const Node& patch) {
  for (std::size_t i = 0; i < patch.keys.size(); ++i) {
    const auto found = std::find(base.keys.begin(), base.keys.end(), patch.keys[i]);
    const auto at = found - base.keys.begin();
    if (patch.items[i].kind == Node::Kind::Null) {
      if (found == base.keys.end()) continue;
      base.keys.erase(found);
      base.items.erase(base.items.begin() + at);
    } else if (found == base.keys.end()) {
      base.keys.push_back(patch.keys[i]);
      base.items.push_back(patch.items[i]);
    } else {
      mergeInto(base.items[static_cast<std::size_t>(at)], patch.items[i], patch.keys[i]);
    }
  }
}

void mergeList(Node& base, const Node& patch, std::string_view by) {
  for (const Node& element : patch.items) {
    const Node* name = element.find(by);
    const auto same = std::find_if(base.items.begin(), base.items.end(), [&](const Node& one) {
      const Node* own = one.find(by);
      return own != nullptr && name != nullptr && own->text == name->text;
    });
    if (same == base.items.end()) {
      base.items.push_back(element);
    } else {
      mergeInto(*same, element, {});
    }
  }
}

void mergeInto(Node& base, const Node& patch, std::string_view key) {
  const std::string_view by = mergeKeyOf(key);
  if (base.kind == Node::Kind::Mapping && patch.kind == Node::Kind::Mapping) {
    mergeMapping(base, patch);
  } else if (base.kind == Node::Kind::Sequence && patch.kind == Node::Kind::Sequence && !by.empty()) {
    mergeList(base, patch, by);
  } else {
    base = patch;
  }
}

/// "$patch: delete" and the like.
bool hasDirective(const Node& node) {
  const bool own =
      std::any_of(node.keys.begin(), node.keys.end(), [](const std::string& key) { return key[0] == '$'; });
  return own || std::any_of(node.items.begin(), node.items.end(), hasDirective);
}

/// Nothing when it takes its controller to read it.
std::optional<Node> patchIn(const Field& field) {
  std::optional<Node> out;
  if (field.node()->kind == Node::Kind::Mapping) {
    out = *field.node();
  } else if (field.node()->kind == Node::Kind::String && field.node()->text.find("{{") == std::string::npos) {
    try {
      std::vector<Node> documents = parseDocuments(field.node()->text, field.path());
      if (documents.size() == 1) out = std::move(documents.front());
    } catch (const Failure&) {
      return std::nullopt;
    }
  }
  if (!out || out->kind != Node::Kind::Mapping || hasDirective(*out)) return std::nullopt;
  return out;
}

}  // namespace

Node mergedPod(Node base, const Node& patch) {
  mergeInto(base, patch, {});
  return base;
}

PodPatches patchesOf(const RoleRecord& record, const KindScope& scope) {
  PodPatches out;
  for (const std::string& path : record.patches) {
    const Field field = fieldAt(path, scope);
    if (!field.hasContent()) continue;
    auto patch = patchIn(field);
    if (!patch) {
      out.unread.push_back(field);
      return out;
    }
    out.nodes.push_back(std::move(*patch));
  }
  return out;
}

std::vector<Node> withDefaults(const RoleRecord& record, const KindScope& scope) {
  if (record.defaults.empty() || scope.item.node() == nullptr) return {};
  const Field field = fieldAt(record.defaults, scope);
  if (!field.exists()) return {};
  Node base;
  base.kind = Node::Kind::Mapping;
  base.place = scope.item.place();
  const std::vector<std::string> keys = field.keys();
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto& containers = record.containers;
    const bool isContainer = std::find(containers.begin(), containers.end(), "." + keys[i]) != containers.end();
    if (isContainer && scope.item.node()->find(keys[i]) == nullptr) continue;
    base.keys.push_back(keys[i]);
    base.items.push_back(field.node()->items[i]);
  }
  return {mergedPod(std::move(base), *scope.item.node())};
}

}  // namespace cardinal::yaml
