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

/// A resource that a field of the kind's own asks for; it takes the place of the same one in the pod.
struct RequestRecord {
  std::string resource;    ///< expression: its name
  std::string amount;      ///< expression; absent = none is asked
  bool isRequest = false;  ///< a request without a limit
};

/// Whole objects inside of this one.
struct EmbedRecord {
  std::string each;     ///< path of a list; empty = the object itself is the only element
  std::string at;       ///< path of the object in an element
  std::string podSets;  ///< path in an element: [{path, replicas}], of pod templates of kinds that are not known
  std::string typed;    ///< path in an element of a mapping with apiVersion and kind, where the object has none
};

/// Labels that a node must have, beside the pod's own nodeSelector.
struct SelectorRecord {
  std::string in;      ///< path of a mapping
  std::string prefix;  ///< the keys that begin so, without it; empty = every key
};

/// Pods of one form. Paths and expressions: see kind_expression.h.
struct RoleRecord {
  std::string each;                     ///< path of a list or mapping: one role for each element; "[]" in it stands for
                                        ///< every element of a list ("spec.templates[].dag.tasks")
  std::vector<std::string> keys;        ///< of a mapping: the names in the order of creation, in the field's spelling
  std::string name;                     ///< fixed name; empty = `nameFrom`
  std::string nameFrom;                 ///< expression
  std::vector<std::string> templates;   ///< paths of a pod template (metadata and spec); the first that is there
  std::vector<std::string> refs;        ///< paths of {name}: where there is no template, one of `namedIn` by its name
  std::string namedIn;                  ///< path of a list of {name, template}
  std::vector<std::string> podSpecs;    ///< paths of a pod spec alone
  std::vector<std::string> resources;   ///< paths of `resources` where the kind has no pod template
  std::vector<std::string> containers;  ///< paths of one container, or a mapping with `containers`
  std::string gpu;                      ///< path of {name, quantity}
  std::string gpus;                     ///< expression: whole NVIDIA GPUs, where the kind has a field of its own
  std::vector<RequestRecord> extraRequests;  ///< amounts beside the pod's own
  std::vector<std::string> lists;            ///< paths of mappings of resources and amounts, likewise
  std::string claims;                        ///< path of a list of {resourceClaimName | resourceClaimTemplateName}
  std::vector<std::string> patches;  ///< paths of strategic merge patches over the template, or over the pod spec
                                     ///< where there is none; mappings or YAML in a text
  std::string defaults;              ///< path of a mapping that is merged below each element
  std::string manifest;              ///< path of a text that holds whole objects, which the role stands for
  std::string fields;                ///< path where nodeSelector, tolerations and the like of `resources` stand
  std::vector<std::string> fill;     ///< paths of mappings whose nodeSelector, affinity, tolerations, schedulerName
                                     ///< and priorityClassName hold where the pod has none of its own
  std::vector<SelectorRecord> selectors;    ///< node labels, later ones over earlier, the pod's own over all
  std::string callers;                      ///< path of a list: elements with `dag` or `steps` may fill these, too
  std::vector<std::string> metadata;        ///< paths of the metadata of the pods, where they have no template
  std::string main;                         ///< the container that `resources` is of; empty = "main"
  std::vector<std::string> sidecars;        ///< paths of lists of further containers of the pod
  std::vector<std::string> initContainers;  ///< likewise
  std::string pods;                         ///< expression; empty = 1
  std::string gang;                         ///< expression; empty = not said
  std::string later;                        ///< expression; empty = no
  std::string when;                         ///< expression; empty = always
  bool optional = false;                    ///< no template, no role; otherwise a missing template is an error
  bool elsewhere = false;                   ///< no template is no error: another object holds it
  std::string elsewhereWhen;                ///< expression: another object says what the pod asks, whatever stands here
  std::string elsewhereOf;                  ///< expression: which object; noted where it holds the pod
  bool bare = false;                        ///< no template is no error: the pod asks for nothing but `asks` and `adds`
  bool onlyKeys = false;                    ///< the kind's own webhook refuses other keys than `keys`
  std::vector<AddedContainer> adds;
};

struct NoteRecord {
  NoteCode code = NoteCode::Assumed;
  std::string each;    ///< path of a list or mapping: one note for each element; empty = the object
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
  std::string priorityClass;          ///< likewise
  std::vector<EmbedRecord> embeds;
  std::string gang;           ///< expression of the gang over all roles
  std::string gangWhen;       ///< expression; the roles' gangs hold only when it is true; empty = always
  std::string gangCountsAll;  ///< expression: any pods count towards it, whatever their roles; empty = no
  std::string gangEnforced;   ///< expression; empty = no
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
