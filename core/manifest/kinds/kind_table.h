// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/manifest/manifest.h"
#include "core/manifest/yaml/yaml_tree.h"

namespace cardinal::yaml {

/// A container that the controller puts into the pods of a role.
struct AddedContainer {
  std::string name;
  bool init = false;
  std::vector<std::pair<std::string, std::string>> requests;  ///< resource and quantity
  std::string when;                                           ///< expression; empty = always
};

/// Pods of one form. Paths and expressions: see kind_expression.h.
struct RoleRecord {
  std::string each;                     ///< path of a list or mapping: one role for each element
  std::vector<std::string> keys;        ///< of a mapping: the names in the order of creation, in the field's spelling
  std::string name;                     ///< fixed name; empty = `nameFrom`
  std::string nameFrom;                 ///< expression
  std::vector<std::string> templates;   ///< paths of a pod template (metadata and spec); the first that is there
  std::vector<std::string> podSpecs;    ///< paths of a pod spec alone
  std::vector<std::string> resources;   ///< paths of `resources` where the kind has no pod template
  std::vector<std::string> containers;  ///< paths of one container, or a mapping with `containers`
  std::string gpu;                      ///< path of {name, quantity}
  std::string gpus;                     ///< expression: whole NVIDIA GPUs, where the kind has a field of its own
  std::string fields;                   ///< path where nodeSelector, tolerations and the like of `resources` stand
  std::string pods;                     ///< expression; empty = 1
  std::string gang;                     ///< expression; empty = not said
  std::string later;                    ///< expression; empty = no
  std::string when;                     ///< expression; empty = always
  bool optional = false;                ///< no template, no role; otherwise a missing template is an error
  bool elsewhere = false;               ///< no template is no error: another object holds it
  std::vector<AddedContainer> adds;
};

struct NoteRecord {
  NoteCode code = NoteCode::Assumed;
  std::string field;   ///< path, for the place
  std::string detail;  ///< expression; empty = none
  std::string when;    ///< expression; empty = always
};

struct KindRecord {
  std::string group;  ///< empty = the core group
  std::string kind;
  std::vector<std::string> versions;  ///< served ones that have this form; empty = any
  bool stores = false;                ///< stores pod templates and runs none
  std::vector<std::string> suspend;   ///< paths of booleans
  std::string queue;                  ///< expression
  std::string scheduler;              ///< expression: what the controller fills into pods that name none
  std::string embeds;                 ///< path of a list whose elements hold whole objects at `template`
  std::string gang;                   ///< expression of the gang over all roles
  std::string gangWhen;               ///< expression; the roles' gangs hold only when it is true; empty = always
  std::string gangEnforced;           ///< expression; empty = no
  std::vector<NoteRecord> notes;
  std::vector<RoleRecord> roles;
};

}  // namespace cardinal::yaml

namespace cardinal {

/// Immutable after it was read; thread-safe.
class KindTable {
 public:
  /// Throws yaml::Failure.
  void read(const yaml::Node& document, const std::string& source);

  /// Null = the kind is not known.
  const yaml::KindRecord* find(std::string_view group, std::string_view kind) const;
  /// "group/version" of every form of this kind that makes pods, by group, versions in the order of the table.
  std::vector<std::string> apiVersionsOf(std::string_view kind) const;
  /// True for a kind that creates no pods, and for any kind of a group that has none.
  bool createsNoPods(std::string_view group, std::string_view kind) const;

 private:
  std::map<std::pair<std::string, std::string>, yaml::KindRecord, std::less<>> m_kinds;
  std::map<std::string, std::vector<std::string>, std::less<>> m_noPods;  ///< by group; "*" = every other kind
};

}  // namespace cardinal
