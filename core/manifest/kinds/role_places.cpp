// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/kinds/role_places.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/base/api_group.h"
#include "core/manifest/kinds/own_kinds.h"
#include "core/manifest/kinds/role_elements.h"

namespace cardinal::yaml {
namespace {

/// Deeper than any kind wraps others.
constexpr int kMaxWraps = 4;

YamlPath joined(YamlPath path, const YamlPath& more) {
  path.insert(path.end(), more.begin(), more.end());
  return path;
}

/// The steps of a path as tables write it: "spec.replicas", ".template", "metadata.labels['a.b/c']".
YamlPath stepsOf(std::string_view text) {
  YamlPath out;
  std::string key;
  const auto end = [&] {
    if (!key.empty()) out.emplace_back(key);
    key.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '.') {
      end();
    } else if (text[i] == '[') {
      end();
      const std::size_t close = std::min(text.find(']', i), text.size());
      key = text.substr(i + 2, close - std::min(close, i + 3));
      end();
      i = close;
    } else {
      key += text[i];
    }
  }
  end();
  return out;
}

class Finder {
 public:
  Finder(const Field& root, YamlPath prefix) : m_root(root), m_prefix(std::move(prefix)) {}

  std::vector<RolePlace> find(const KindRecord& record) {
    for (const RoleRecord& role : record.roles) {
      // of lists inside of lists there is no one path
      if (role.each.find("[]") != std::string::npos) continue;
      for (const KindScope& scope : elementsOf(role, m_root)) {
        if (makesRole(role, scope)) add(role, scope);
      }
    }
    return std::move(m_out);
  }

 private:
  YamlPath elementPath(const RoleRecord& record, const KindScope& scope) const {
    if (record.each.empty()) return {};
    YamlPath out = stepsOf(record.each);
    const Node* all = fieldAt(record.each, scope).node();
    if (all != nullptr && all->kind == Node::Kind::Mapping) {
      out.emplace_back(all->keys[static_cast<std::size_t>(scope.index)]);
    } else {
      out.emplace_back(static_cast<int>(scope.index));
    }
    return out;
  }

  YamlPath pathOf(const std::string& text, const YamlPath& element) const {
    const bool relative = !text.empty() && text.front() == '.';
    return joined(m_prefix, relative ? joined(element, stepsOf(text)) : stepsOf(text));
  }

  void add(const RoleRecord& record, const KindScope& scope) {
    const YamlPath element = elementPath(record, scope);
    std::optional<RolePlace> place = placeOf(record, scope, element);
    if (!place) return;
    place->name = roleName(record, scope);
    if (const std::string count = countPath(record.pods); !count.empty()) place->replicas = pathOf(count, element);
    const auto same = std::find_if(m_out.begin(), m_out.end(), [&](const RolePlace& one) {
      return one.spec == place->spec && one.resources == place->resources && one.container == place->container;
    });
    if (same != m_out.end()) {
      same->name += ", " + place->name;
    } else {
      m_out.push_back(std::move(*place));
    }
  }

  /// The first of the record's places that the object has, as the reader takes it.
  std::optional<RolePlace> placeOf(const RoleRecord& record, const KindScope& scope, const YamlPath& element) const {
    for (const std::string& path : record.templates) {
      if (!fieldAt(path, scope).exists()) continue;
      const YamlPath at = pathOf(path, element);
      const YamlPath spec = joined(at, {"spec"});
      return RolePlace{{}, joined(at, {"metadata"}), spec, joined(spec, {"containers"}), {}, {}, {}};
    }
    for (const std::string& path : record.podSpecs) {
      if (!fieldAt(path, scope).child("containers").hasContent()) continue;
      const YamlPath spec = pathOf(path, element);
      return RolePlace{{}, {}, spec, joined(spec, {"containers"}), {}, {}, {}};
    }
    const YamlPath fields = record.fields.empty() ? YamlPath() : pathOf(record.fields, element);
    for (const std::string& path : record.containers) {
      const Field field = fieldAt(path, scope);
      if (!field.exists()) continue;
      const YamlPath at = pathOf(path, element);
      if (field.child("containers").exists()) return RolePlace{{}, {}, fields, joined(at, {"containers"}), {}, {}, {}};
      return RolePlace{{}, {}, fields, {}, at, joined(at, {"resources"}), {}};
    }
    for (const std::string& path : record.resources) {
      if (fieldAt(path, scope).exists()) return RolePlace{{}, {}, fields, {}, {}, pathOf(path, element), {}};
    }
    return std::nullopt;
  }

  const Field& m_root;
  YamlPath m_prefix;
  std::vector<RolePlace> m_out;
};

void findIn(const Field& root, const YamlPath& prefix, const std::string& name, int wraps,
            std::vector<RolePlace>& out) {
  const std::string version = root.child("apiVersion").string();
  const std::string kind = root.child("kind").string();
  const KindRecord* record = ownKinds() != nullptr ? ownKinds()->find(apiGroupOf(version), kind) : nullptr;
  if (record == nullptr) record = knownKinds().find(apiGroupOf(version), kind);
  if (record == nullptr || record->stores) return;
  for (RolePlace& place : Finder(root, prefix).find(*record)) {
    if (!name.empty()) place.name = name + (place.name.empty() ? "" : "/") + place.name;
    out.push_back(std::move(place));
  }
  if (wraps >= kMaxWraps) return;
  for (const EmbedRecord& embed : record->embeds) {
    int index = 0;
    for (const Field& element : fieldAt(embed.each, {root, root, {}, 0}).elements()) {
      const Field inside = fieldAt(embed.at, {root, element, {}, 0});
      const std::string part = inside.child("metadata").child("name").string();
      const YamlPath at = joined(joined(prefix, stepsOf(embed.each)), {index++});
      findIn(inside, joined(at, stepsOf(embed.at)), part, wraps + 1, out);
    }
  }
}

}  // namespace

std::vector<RolePlace> rolePlaces(const Node& object, const std::string& source) {
  std::vector<RolePlace> out;
  if (object.kind != Node::Kind::Mapping) return out;
  try {
    findIn(Field(object, source), {}, {}, 0, out);
  } catch (const Failure&) {
    out.clear();
  }
  return out;
}

}  // namespace cardinal::yaml
