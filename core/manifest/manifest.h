// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/model/raw.h"

namespace cardinal {

/// What is to be known of an object beside its numbers. `field` of the note says where it stands.
enum class NoteCode : std::uint8_t {
  // Why it asks for no pods now.
  NoReplicas,        ///< the field says 0; detail "false" = it is a switch that is off
  Suspended,         ///< the field is true: pods are made when it is set to false, by a person or a queue; the numbers
                     ///< are those after that, but with detail "0": then they are those of now
  ManagedElsewhere,  ///< spec.managedBy: another controller, or another cluster, makes the pods; detail = its name
  OnSchedule,        ///< nothing runs at submit: the numbers are those of one run
  // What the file does not say.
  PerNode,           ///< one pod on each node that matches
  DefinedElsewhere,  ///< the pods are described by another object; detail = its kind and name
  RunTime,           ///< how many pods run is decided while it runs
  NotRead,           ///< the field changes or makes pods in a way that is not read (placeholders, directives)
  NotANumber,        ///< a value from which no number of pods can be read; detail = the value
  Assumed,           ///< the kind (or this version of it) is in no table; detail = the paths that were read
  // What the controller does.
  Autoscaled,        ///< the number may change afterwards; detail = "least..most"
  WaitsWithCards,    ///< its pods hold their cards while they wait for another role; detail = the init container
  Later,             ///< the role's pods are created after others; detail = the role
  HidesCards,        ///< the controller hides the cards from this role: it holds what it cannot see; detail = role
  TwiceOnUpdate,     ///< an update runs the old and the new pods at the same time
  RefusedByWebhook,  ///< the kind's own webhook refuses this value; detail = the value; empty = the field is missing
  UnknownRole,       ///< the kind's own webhook refuses a role of this name; detail = the names it takes
  DefaultIsZero,     ///< the field is absent and its default is 0; detail "false" = a switch that is off by default
  // Gangs.
  GangOverRoles,  ///< only the sum over all roles is stated; detail = the number
  GangByGate,    ///< the pods name the pod group `field` of scheduling.k8s.io (KEP-4671), a gang only where the feature
                 ///< gates GenericWorkload and GangScheduling are on, which no API tells; detail = how many must start
                 ///< together, kBasicPolicy, or empty where the files do not say
  Placeholders,  ///< YuniKorn places a placeholder pod for each pod of the gang first, as large as it
  GangNeverWhole,  ///< the gang is larger than the pods that are created before it starts; detail = "gang/pods"
  // Amounts.
  NotWhole,       ///< an extended resource is asked in a fraction; detail = the amount
  LimitsDiffer,   ///< request and limit of an extended resource differ; detail = "request/limit", "request" = no limit
  TextForNumber,  ///< a text stands where the kind has a number; detail = the text
};
const char* toString(NoteCode code) noexcept;

/// Policy of a pod group that is no gang.
inline constexpr const char* kBasicPolicy = "basic";

struct ManifestNote {
  NoteCode code = NoteCode::Assumed;
  std::string field;   ///< path in the object, empty = the object as a whole
  std::string place;   ///< "file, line L, column C"
  std::string detail;  ///< of the file: hostile
  bool operator==(const ManifestNote&) const = default;
};

/// What a claim of the pod asks of dynamic resource allocation (resource.k8s.io).
struct DeviceRequest {
  std::string name;                   ///< device class; where the claim is not in the file, "resourceclaims/NAME" or
                                      ///< "resourceclaimtemplates/NAME"
  std::optional<std::int64_t> count;  ///< nothing = not known, or all devices that match
  bool operator==(const DeviceRequest&) const = default;
};

/// Pods of one form that a workload makes.
struct ManifestRole {
  std::string name;                   ///< "Worker", a group's name; empty where the kind has but one pod template
  std::shared_ptr<const RawPod> pod;  ///< as the controller makes it (containers it adds included); null = the template
                                      ///< is not in the file
  std::optional<std::int64_t> pods;   ///< how many at once after it was submitted; nothing = unknown
  std::optional<std::int64_t>
      gang;              ///< of them, how many must start together, per group of the kind; nothing = not said
  bool later = false;    ///< created only after the roles before it run, or have ended
  bool assumed = false;  ///< read by the rule for unknown kinds
  std::vector<DeviceRequest> devices{};
  std::string podGroup{};  ///< of scheduling.k8s.io that the pods name, "GROUP" or "WORKLOAD/GROUP"; empty = none
};

/// Why an object makes no pods.
enum class NoPods : std::uint8_t {
  MakesPods,
  Known,      ///< a kind that creates no pods
  Stores,     ///< stores pod templates for others and runs none
  NoneNamed,  ///< a known kind that makes pods, but this object names none
  NotFound,   ///< an unknown kind in which no pod template was found
  Unreadable  ///< see `problems`
};
const char* toString(NoPods reason) noexcept;

/// One object of a YAML (or JSON) text, typed as far as placement needs it, and whole as the body to send.
struct ManifestObject {
  std::string apiVersion;
  std::string kind;
  ObjectKey key;  ///< ns empty = not said
  int line = 1;   ///< where the object starts in the text
  std::shared_ptr<const RawPod>
      pod;  ///< the pod template of a workload with one role; null for kinds that hold none (Service, ...) or several
  int replicas = 0;             ///< pods that this role makes; 0 without `pod`, and where it asks for none now
  std::string json;             ///< the whole object as JSON, every field kept, ready to be sent
  std::vector<Error> problems;  ///< why its pods could not be read, or could not be read as one template (Unsupported)
  std::vector<ManifestRole> roles{};  ///< in the order in which the controller creates them
  NoPods noPods = NoPods::MakesPods;
  std::string queue{};                 ///< the queue it names; empty = none
  std::string groupQueue{};            ///< that its group of pods has in Volcano or KAI; empty = it names none there
  std::optional<std::int64_t> gang{};  ///< pods over all roles that must start together; nothing = not said
  bool gangCountsAll = false;  ///< true: any pods count towards the gang, whatever their roles (one PodGroup with a
                               ///< least number); false: each role's own part must be there, too
  bool gangEnforced = false;   ///< true: the kind's own controller and scheduler hold to it; false: only where a
                               ///< gang scheduler is set up for it
  std::vector<ManifestNote> notes{};
  std::string source{};        ///< file it came from
  std::string generateName{};  ///< the server makes a name that begins so; key.name is empty then
};

/// The part of the gang that the role must bring by itself; nothing = not said, or only the sum counts.
inline std::optional<std::int64_t> ownGangOf(const ManifestObject& object, const ManifestRole& role) {
  return object.gangCountsAll ? std::nullopt : role.gang;
}

struct Manifest {
  std::string source;                   ///< file name, for messages
  std::vector<ManifestObject> objects;  ///< `List` kinds unfolded, empty documents left out
};

/// How many gangs of one shape the object makes, each of which starts by itself (the groups of a LeaderWorkerSet under
/// Volcano); 1 for all others, and where the number is not known.
int gangsOf(const ManifestObject& object);

/// Kinds and the places of their pod templates; docs/workloads.md has them all and the form of a table.
class KindTable;
/// The kinds this program knows.
const KindTable& knownKinds();
/// A table of an operator's own kinds, asked before the known ones. Errors: those of parseManifest, InvalidField.
Result<std::shared_ptr<const KindTable>> readKindTable(std::string_view text, std::string source);

/// A limit of a template, by the resource's name.
struct TemplateLimit {
  std::string resource;  ///< "nvidia.com/gpumem"
  std::int64_t amount = 0;
  bool operator==(const TemplateLimit&) const = default;
};

/// A workload asked for by form or template, or by its own text.
struct WorkloadTemplate {
  std::string name = "workload";
  std::string ns = "default";
  std::string kind = "Deployment";  ///< "Pod", "Job", "Deployment", "StatefulSet"
  std::string image = "registry.k8s.io/pause:3.9";
  int replicas = 1;
  enum class Form {
    SharedMemory,
    SharedMemoryAndCore,
    WholeCards,
    TopologyCards,
    Limits,
    Manifest,  ///< `manifest` as it is: of the other fields only the name, of the template itself, counts
  } form = Form::SharedMemory;
  std::int64_t memory = 8;              ///< aliyun.com/gpu-mem in total over all cards, in the cluster's unit
  std::int32_t core = 0;                ///< aliyun.com/gpu-core.percentage in total
  int cards = 1;                        ///< label aliyun.com/gpu-count when > 1; count of whole cards
  std::vector<TemplateLimit> limits{};  ///< Form::Limits: as they stand in the manifest
  std::string scheduler{};              ///< schedulerName; empty = the manifest names none
  std::string manifest{};               ///< Form::Manifest: the YAML text, of whatever kinds
  bool operator==(const WorkloadTemplate&) const = default;
};

/// The YAML text of a template: label and limits in the places the stack demands. Parsing it back gives the same
/// request. Of Form::Manifest its own text.
std::string toYaml(const WorkloadTemplate& workload);

/// "nvidia.com/gpu: 1, nvidia.com/gpumem: 3072".
std::string limitsText(const std::vector<TemplateLimit>& limits);
/// Reads that back. Nothing when an entry is no name with a whole amount of 0 and more, or a name stands there twice.
std::optional<std::vector<TemplateLimit>> parseLimits(std::string_view text);

}  // namespace cardinal
