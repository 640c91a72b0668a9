// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/kinds/kind_reader.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>

#include "core/base/api_group.h"
#include "core/base/saturate.h"
#include "core/manifest/kinds/extended_resource.h"
#include "core/manifest/kinds/gang.h"
#include "core/manifest/kinds/kind_expression.h"
#include "core/manifest/kinds/own_kinds.h"
#include "core/manifest/kinds/pod_patch.h"
#include "core/manifest/kinds/role_elements.h"
#include "core/manifest/kinds/role_pod.h"
#include "core/manifest/pod_reader.h"

namespace cardinal::yaml {
namespace {

constexpr std::size_t kMaxRoles = 1000;

std::optional<std::int64_t> numberOf(const std::string& expression, const KindScope& scope) {
  if (expression.empty()) return std::nullopt;
  // The sum makes a number of the text that annotations hold.
  const KindValue value = evaluateKind("(" + expression + ") + 0", scope);
  if (value.type == KindValue::Type::Absent) return std::nullopt;
  if (value.number > std::numeric_limits<std::int32_t>::max())
    return std::nullopt;  // no number of pods that anybody runs
  return std::max<std::int64_t>(value.number, 0);
}

void addNote(ManifestObject& object, NoteCode code, const Field& field, std::string detail = {}) {
  object.notes.push_back({code, field.path(), field.where(), std::move(detail)});
}

void addOnce(ManifestObject& object, ManifestNote note) {
  if (std::find(object.notes.begin(), object.notes.end(), note) == object.notes.end())
    object.notes.push_back(std::move(note));
}

/// True for a path into a mapping of texts (metadata, sparkConf), and for the names that expressions compare.
bool isOfText(const std::string& path) {
  const std::string last = path.substr(path.find_last_of('.') + 1);
  return path.find("metadata.") != std::string::npos || path.find("['") != std::string::npos || last == "name" ||
         last == "entrypoint";
}

/// True for a path whose field holds a number in every kind.
bool isOfNumber(const std::string& path) {
  static constexpr std::array kNames = {"replicas",  "minReplicas", "maxReplicas", "parallelism",  "completions",
                                        "numNodes",  "nodeCount",   "numOfHosts",  "podGroupSize", "size",
                                        "instances", "slices",      "minAvailable"};
  const std::string last = path.substr(path.find_last_of('.') + 1);
  return std::any_of(kNames.begin(), kNames.end(), [&](const char* name) { return last == name; });
}

/// Texts are read as the numbers that they spell; the API server accepts them nowhere but in annotations and labels.
void noteTexts(ManifestObject& object, const std::string& expression, const KindScope& scope) {
  for (const std::string& path : pathsIn(expression)) {
    const Field field = fieldAt(path, scope);
    if (isOfNumber(path) && field.exists() && field.node()->kind == Node::Kind::Bool) field.fail();
    if (isOfText(path) || !field.exists() || field.node()->kind != Node::Kind::String) continue;
    const std::string& text = field.node()->text;
    if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos) continue;
    addOnce(object, {NoteCode::TextForNumber, field.path(), field.where(), text});
  }
}

/// True for fields that hold pods back when they are true.
bool holdsBack(const std::string& path) {
  const std::string last = path.substr(path.find_last_of('.') + 1);
  return last == "suspend" || last == "paused";
}

/// The note of a field that makes a number of pods 0, if it does.
std::optional<ManifestNote> zeroBy(const std::string& path, const Field& field) {
  const auto note = [&](NoteCode code, const char* detail) {
    return ManifestNote{code, field.path(), field.where(), detail};
  };
  const bool isText = field.exists() && field.node()->kind == Node::Kind::String;
  if (field.exists() && field.node()->isScalar() && field.node()->text == "0") return note(NoteCode::NoReplicas, "");
  if (path.find("annotations") != std::string::npos && isText) return note(NoteCode::Suspended, "0");
  if (!field.exists() || field.node()->kind != Node::Kind::Bool) return std::nullopt;
  const bool isTrue = field.node()->text == "true";
  if (isTrue && holdsBack(path)) return note(NoteCode::Suspended, "0");
  if (!isTrue && !holdsBack(path)) return note(NoteCode::NoReplicas, "false");
  return std::nullopt;
}

/// Says which field makes it that a role asks for no pods.
void explainZero(ManifestObject& object, const RoleRecord& record, const KindScope& scope) {
  const std::vector<std::string> paths = pathsIn(record.pods);
  for (const std::string& path : paths) {
    if (auto note = zeroBy(path, fieldAt(path, scope))) {
      object.notes.push_back(std::move(*note));
      return;
    }
  }
  if (paths.empty()) return;
  const bool isSwitch = paths.front().ends_with("enabled");
  std::string count = countPath(record.pods);
  if (isSwitch || count.empty()) count = paths.front();
  const Field field = fieldAt(count, scope);
  const bool noted = std::any_of(object.notes.begin(), object.notes.end(), [&](const ManifestNote& note) {
    return note.code == NoteCode::DefaultIsZero && note.field == field.path();
  });
  if (!noted && !field.exists()) addNote(object, NoteCode::DefaultIsZero, field, isSwitch ? "false" : "");
}

std::string amountText(const Quantity& amount) {
  std::string fraction = std::to_string(1'000'000'000 + amount.nanoAboveFloor()).substr(1);
  while (!fraction.empty() && fraction.back() == '0') fraction.pop_back();
  return std::to_string(amount.floor()) + (fraction.empty() ? "" : "." + fraction);
}

/// What the API server refuses of an extended resource: a fraction, and a request without an equal limit.
std::optional<std::pair<NoteCode, std::string>> refusedAmount(const Container& container, const ResourceAmount& entry,
                                                              bool isRequest) {
  if (!isExtendedResource(entry.name)) return std::nullopt;
  if (!entry.amount.isInteger()) return std::make_pair(NoteCode::NotWhole, amountText(entry.amount));
  if (!isRequest) return std::nullopt;
  const Quantity* limit = find(container.limits, entry.name);
  if (limit != nullptr && *limit == entry.amount) return std::nullopt;
  return std::make_pair(NoteCode::LimitsDiffer,
                        amountText(entry.amount) + (limit != nullptr ? "/" + amountText(*limit) : std::string()));
}

/// A pod as a whole names cpu, memory and huge pages alone (KEP-2837); the API server refuses others.
void checkPodLevel(ManifestObject& object, const RawPodSpec& spec, const std::string& place) {
  for (const auto* list : {&spec.podLimits, &spec.podRequests}) {
    for (const ResourceAmount& entry : *list) {
      if (!isExtendedResource(entry.name) || !object.problems.empty()) continue;
      object.problems.push_back(makeError(ErrorCode::InvalidField, "spec.resources", place, entry.name));
    }
  }
}

/// An extended resource, or an annotation or label that asks for a part of a card.
bool requestsDevices(const RawPod& pod) {
  const auto isDevice = [](const ResourceAmount& one) {
    return isExtendedResource(one.name) || one.name.starts_with("deviceclass.resource.kubernetes.io/");
  };
  const auto asks = [&](const Container& one) {
    return std::any_of(one.limits.begin(), one.limits.end(), isDevice) ||
           std::any_of(one.requests.begin(), one.requests.end(), isDevice);
  };
  const auto& spec = pod.spec;
  return std::any_of(spec.containers.begin(), spec.containers.end(), asks) ||
         std::any_of(spec.initContainers.begin(), spec.initContainers.end(), asks) || !spec.deviceClaims.empty() ||
         find(pod.meta.annotations, "gpu-fraction") != nullptr || find(pod.meta.annotations, "gpu-memory") != nullptr;
}

/// A note for each extended resource of the role that the API server refuses.
void checkAmounts(ManifestObject& object, const ManifestRole& role) {
  if (!role.pod) return;
  const std::string place = object.source + ", line " + std::to_string(object.line);
  checkPodLevel(object, role.pod->spec, place);
  // Where another object has a part of the pod, the limit may stand there.
  const bool isPart = std::any_of(object.notes.begin(), object.notes.end(),
                                  [](const ManifestNote& note) { return note.code == NoteCode::DefinedElsewhere; });
  for (const auto* containers : {&role.pod->spec.containers, &role.pod->spec.initContainers}) {
    for (const Container& container : *containers) {
      for (const auto* list : {&container.limits, &container.requests}) {
        for (const ResourceAmount& entry : *list) {
          auto refused = refusedAmount(container, entry, list == &container.requests);
          if (!refused || (isPart && refused->first == NoteCode::LimitsDiffer)) continue;
          addOnce(object, {refused->first, entry.name, place, std::move(refused->second)});
        }
      }
    }
  }
}

std::optional<std::int64_t> product(const std::optional<std::int64_t>& a, const std::optional<std::int64_t>& b) {
  if (!a || !b) return std::nullopt;
  return saturatedProduct(*a, *b);
}

void addRole(ManifestObject& object, ManifestRole role, const std::string& place) {
  if (object.roles.size() >= kMaxRoles)
    throw Failure{makeError(ErrorCode::LimitExceeded, object.kind, place, std::to_string(kMaxRoles))};
  object.roles.push_back(std::move(role));
}

/// What `part`, an object inside of `object`, makes of pods, `times` over.
void takePart(ManifestObject& object, ManifestObject part, const std::string& name, std::optional<std::int64_t> times) {
  for (ManifestRole& role : part.roles) {
    role.name = name + (role.name.empty() || name.empty() ? "" : "/") + role.name;
    role.pods = product(role.pods, times);
    addRole(object, std::move(role), part.source + ", line " + std::to_string(part.line));
  }
  for (ManifestNote& note : part.notes) {
    // What is wrapped is suspended by its wrapper.
    if (note.code != NoteCode::Suspended) object.notes.push_back(std::move(note));
  }
}

/// `typed`: the field that says apiVersion and kind.
ManifestObject readPart(const ManifestObject& object, const Field& inside, const Field& typed, const KindTable* own) {
  ManifestObject part;
  part.apiVersion = typed.child("apiVersion").string();
  part.kind = typed.child("kind").string();
  part.key = {object.key.ns, inside.child("metadata").child("name").string()};
  part.source = object.source;
  part.line = object.line;
  readKind(part, inside, own);
  return part;
}

class RecordReader {
 public:
  /// `isKnown`: of our own table, so that its numbers are integers of the API.
  RecordReader(ManifestObject& object, const KindRecord& record, const Field& root, const KindTable* own, bool isKnown)
      : m_object(object), m_record(record), m_root(root), m_scope{root, root, {}, 0}, m_own(own), m_isKnown(isKnown) {}

  void read() {
    m_gangs = holds(m_record.gangWhen, m_scope, true);
    for (const RoleRecord& role : m_record.roles) readRole(role);
    m_object.gangEnforced = holds(m_record.gangEnforced, m_scope, false);
    m_object.gangCountsAll = holds(m_record.gangCountsAll, m_scope, false);
    for (const NoteRecord& note : m_record.notes) {
      RoleRecord places;
      places.each = note.each;
      for (const KindScope& scope : elementsOf(places, m_root)) addNoteOf(note, scope);
    }
    for (const std::string& path : m_record.suspend) {
      const Field field = fieldAt(path, m_scope);
      if (field.boolean()) addNote(m_object, NoteCode::Suspended, field);
    }
    m_object.queue = textOf(m_record.queue, m_scope);
    fillPods();
    orderRoles();
    if (m_isKnown) noteTexts(m_object, m_record.gang, m_scope);
    settleGang(m_object, m_gangs ? numberOf(m_record.gang, m_scope) : std::nullopt);
  }

 private:
  void readRole(const RoleRecord& record) {
    for (const KindScope& scope : elementsOf(record, m_root)) {
      // before `when` decides: a role whose number is a text must not go missing
      if (m_isKnown) {
        for (const std::string* one : {&record.pods, &record.when, &record.gang}) noteTexts(m_object, *one, scope);
      }
      if (record.onlyKeys) checkKey(record, scope);
      if (!makesRole(record, scope)) continue;
      const std::vector<Node> merged = withDefaults(record, scope);
      KindScope whole = scope;
      if (!merged.empty()) whole.item = scope.item.with(merged.front());
      if (!record.manifest.empty()) {
        readManifestIn(record, whole);
      } else {
        addRole(m_object, roleOf(record, whole), scope.item.where());
      }
    }
  }

  ManifestRole roleOf(const RoleRecord& record, const KindScope& scope) {
    ManifestRole role;
    role.name = roleName(record, scope);
    RolePod made = makeRolePod(record, scope, m_object.key);
    role.pod = std::move(made.pod);
    role.devices = std::move(made.devices);
    role.podGroup = std::move(made.podGroup);
    role.pods = podsOf(record, scope);
    if (m_gangs) role.gang = numberOf(record.gang, scope);
    role.later = holds(record.later, scope, false);
    if (role.pods == std::int64_t{0}) explainZero(m_object, record, scope);
    // What asks for no pods need not say what they are.
    if (role.pods == std::int64_t{0}) return role;
    for (ManifestNote& note : made.notes) addOnce(m_object, std::move(note));
    return role;
  }

  static std::optional<std::int64_t> podsOf(const RoleRecord& record, const KindScope& scope) {
    return record.pods.empty() ? std::optional<std::int64_t>(1) : numberOf(record.pods, scope);
  }

  void addNoteOf(const NoteRecord& note, const KindScope& scope) {
    if (!holds(note.when, scope, true)) return;
    if (note.code == NoteCode::WaitsWithCards && !waitsWithCards(textOf(note.detail, scope))) return;
    addNote(m_object, note.code, note.field.empty() ? m_root : fieldAt(note.field, scope), textOf(note.detail, scope));
  }

  /// A pod with this init container asks for a device, or what it asks is not known.
  bool waitsWithCards(const std::string& init) const {
    return std::any_of(m_object.roles.begin(), m_object.roles.end(), [&](const ManifestRole& role) {
      if (!role.pod || !role.devices.empty()) return true;
      const auto& before = role.pod->spec.initContainers;
      const bool waits =
          std::any_of(before.begin(), before.end(), [&](const Container& one) { return one.name == init; });
      return waits && requestsDevices(*role.pod);
    });
  }

  void checkKey(const RoleRecord& record, const KindScope& scope) {
    if (std::find(record.keys.begin(), record.keys.end(), scope.key) != record.keys.end()) return;
    std::string known;
    for (const std::string& key : record.keys) known += (known.empty() ? "" : ", ") + key;
    addNote(m_object, NoteCode::UnknownRole, scope.item, known);
  }

  /// Whole objects in a text. What cannot be read without running the controller (placeholders) is a role of which
  /// neither pods nor number are known.
  void readManifestIn(const RoleRecord& record, const KindScope& scope) {
    const Field text = fieldAt(record.manifest, scope);
    const std::string name = roleName(record, scope);
    ManifestObject parts;
    parts.source = m_object.source;
    parts.line = text.place().line;
    try {
      for (const Node& document : parseDocuments(text.string(), m_object.source)) {
        if (document.kind == Node::Kind::Null) continue;
        const Field inside(document, m_object.source);
        takePart(parts, readPart(m_object, inside, inside, m_own), name, podsOf(record, scope));
      }
    } catch (const Failure&) {
      addNote(m_object, NoteCode::NotRead, text);
      addRole(m_object, {name, nullptr, std::nullopt, std::nullopt}, text.where());
      return;
    }
    takePart(m_object, std::move(parts), {}, 1);
  }

  /// What the controller writes into pods that do not say it.
  void fillPods() {
    const std::string scheduler = textOf(m_record.scheduler, m_scope);
    const std::string priority = textOf(m_record.priorityClass, m_scope);
    for (ManifestRole& role : m_object.roles) {
      if (!role.pod) continue;
      const bool needsScheduler = !scheduler.empty() && role.pod->spec.schedulerName.empty();
      const bool needsPriority = !priority.empty() && role.pod->spec.priorityClassName.empty();
      if (!needsScheduler && !needsPriority) continue;
      RawPod pod = *role.pod;
      if (needsScheduler) pod.spec.schedulerName = scheduler;
      if (needsPriority) pod.spec.priorityClassName = priority;
      role.pod = std::make_shared<const RawPod>(std::move(pod));
    }
  }

  void orderRoles() {
    auto& roles = m_object.roles;
    std::stable_partition(roles.begin(), roles.end(), [](const ManifestRole& role) { return !role.later; });
    for (const ManifestRole& role : roles) {
      if (role.later) addNote(m_object, NoteCode::Later, m_root, role.name);
    }
  }

  ManifestObject& m_object;
  const KindRecord& m_record;
  const Field& m_root;
  KindScope m_scope;
  const KindTable* m_own;
  bool m_isKnown = true;
  bool m_gangs = true;
};

/// A path such as "template.spec.jobs[0].template", from `field`; absent when it is not there.
Field fieldOf(Field field, std::string_view path) {
  while (!path.empty() && field.exists()) {
    const std::size_t end = std::min(path.find_first_of(".["), path.size());
    if (end > 0) field = field.child(path.substr(0, end));
    path.remove_prefix(end);
    if (path.starts_with('.')) path.remove_prefix(1);
    if (!path.starts_with('[')) continue;
    const std::size_t close = std::min(path.find(']'), path.size() - 1);
    const auto index = Quantity::parse(std::string(path.substr(1, close - 1)));
    const std::vector<Field> elements = field.elements();
    if (!index || *index < Quantity{} || index->value() >= static_cast<std::int64_t>(elements.size()))
      return Field::absent(field);
    field = elements[static_cast<std::size_t>(index->value())];
    path.remove_prefix(close + 1);
    if (path.starts_with('.')) path.remove_prefix(1);
  }
  return field;
}

/// Of an object of an unknown kind the wrapper says where its pod templates stand, and of how many pods.
void takePodSets(ManifestObject& part, const Field& element, const Field& sets) {
  part.roles.clear();
  part.notes.clear();
  for (const Field& set : sets.elements()) {
    const Field place = fieldOf(element, set.child("path").string());
    ManifestRole role;
    role.name = sets.elements().size() > 1 ? set.child("path").string() : std::string();
    role.pods = set.child("replicas").integer(1, 0, std::numeric_limits<std::int32_t>::max());
    if (place.child("spec").exists()) {
      RolePod made = podOfTemplate(place, part.key);
      role.pod = std::move(made.pod);
      role.devices = std::move(made.devices);
      role.podGroup = std::move(made.podGroup);
    } else {
      addNote(part, NoteCode::NotRead, set.child("path"));
    }
    part.roles.push_back(std::move(role));
  }
}

/// Whole objects inside of this one.
void readEmbedded(ManifestObject& object, const EmbedRecord& embed, const Field& root, const KindTable* own) {
  const KindScope whole{root, root, {}, 0};
  for (const Field& element : embed.each.empty() ? std::vector<Field>{root} : fieldAt(embed.each, whole).elements()) {
    const KindScope scope{root, element, {}, 0};
    const Field inside = fieldAt(embed.at, scope);
    if (!inside.exists()) continue;
    const bool isTyped = embed.typed.empty() || inside.child("kind").exists();
    ManifestObject part = readPart(object, inside, isTyped ? inside : fieldAt(embed.typed, scope), own);
    const bool isKnown = std::none_of(part.notes.begin(), part.notes.end(),
                                      [](const ManifestNote& note) { return note.code == NoteCode::Assumed; });
    const Field sets = embed.podSets.empty() ? Field::absent(element) : fieldAt(embed.podSets, scope);
    if ((!isKnown || part.noPods == NoPods::NotFound) && sets.hasContent()) takePodSets(part, element, sets);
    const std::string name = part.key.name;
    takePart(object, std::move(part), name, 1);
  }
}

void markOtherVersion(ManifestObject& object, const KindRecord& record) {
  const auto slash = object.apiVersion.find('/');
  const std::string version = slash == std::string::npos ? object.apiVersion : object.apiVersion.substr(slash + 1);
  const auto& versions = record.versions;
  if (versions.empty() || std::find(versions.begin(), versions.end(), version) != versions.end()) return;
  for (ManifestRole& role : object.roles) role.assumed = true;
  object.notes.push_back(
      {NoteCode::Assumed, "apiVersion", object.source + ", line " + std::to_string(object.line), object.apiVersion});
}

/// Claims that are made with each pod.
void markVolumeClaims(ManifestObject& object, const Field& root) {
  if (!root.child("spec").child("volumeClaimTemplates").hasContent()) return;
  for (ManifestRole& role : object.roles) {
    if (!role.pod) continue;
    RawPod pod = *role.pod;
    pod.spec.hasBoundVolumes = pod.spec.hasEphemeralVolumes = true;
    role.pod = std::make_shared<const RawPod>(std::move(pod));
  }
}

/// Kinds of which Volcano makes the groups of pods by itself.
bool isNative(const ManifestObject& object) {
  const std::string_view group = apiGroupOf(object.apiVersion);
  return group.empty() || group == "apps" || group == "batch" || group == "extensions";
}

/// Metadata of what makes the pods: of a CronJob those of its Jobs, else of the object.
ObjectMeta makerOf(const ManifestObject& object, const Field& root) {
  const bool isCron = isNative(object) && object.kind == "CronJob";
  return readMeta((isCron ? root.child("spec").child("jobTemplate") : root).child("metadata"));
}

void readQueue(ManifestObject& object, const Field& root, const ObjectMeta& maker) {
  const bool isOwn = isNative(object);
  const bool isKai = std::any_of(object.roles.begin(), object.roles.end(), [](const ManifestRole& role) {
    return role.pod && role.pod->spec.schedulerName == "kai-scheduler";
  });
  // fields of kinds are of Volcano
  if (!isOwn && !isKai) object.groupQueue = object.queue;
  if (std::string named = queueOf(readMeta(root.child("metadata")), isOwn); !named.empty())
    object.queue = std::move(named);
  for (const ManifestRole& role : object.roles) {
    if (role.pod && object.queue.empty()) object.queue = queueOf(role.pod->meta);
    if (role.pod && object.groupQueue.empty()) object.groupQueue = groupQueueOf(maker, *role.pod, isOwn);
  }
}

void readOwnerGang(ManifestObject& object, const ObjectMeta& maker) {
  const bool isOne = isNative(object) && object.kind != "Pod" && object.roles.size() == 1 && object.roles.front().pod;
  if (!isOne || object.gang) return;
  if (const auto gang = gangOfOwner(maker, *object.roles.front().pod)) settleGang(object, gang);
}

}  // namespace

void readKind(ManifestObject& object, const Field& root, const KindTable* own) {
  const std::string_view group = apiGroupOf(object.apiVersion);
  const std::array<const KindTable*, 3> tables = {own, ownKinds(), &knownKinds()};
  const KindRecord* record = nullptr;
  for (const KindTable* table : tables) {
    if (record == nullptr && table != nullptr) record = table->find(group, object.kind);
  }
  if (record != nullptr && record->stores) {
    object.noPods = NoPods::Stores;
    return;
  }
  if (record != nullptr) {
    RecordReader(object, *record, root, own, record == knownKinds().find(group, object.kind)).read();
    for (const EmbedRecord& embed : record->embeds) readEmbedded(object, embed, root, own);
    markOtherVersion(object, *record);
    if (group == "apps" || group == "apps.kruise.io") markVolumeClaims(object, root);
  } else if (std::any_of(tables.begin(), tables.end(), [&](const KindTable* table) {
               return table != nullptr && table->createsNoPods(group, object.kind);
             })) {
    object.noPods = NoPods::Known;
    return;
  } else {
    readUnknownKind(object, root);
  }
  if (object.roles.empty() && object.noPods == NoPods::MakesPods)
    object.noPods = record != nullptr ? NoPods::NoneNamed : NoPods::NotFound;
  const ObjectMeta maker = makerOf(object, root);
  readQueue(object, root, maker);
  readOwnerGang(object, maker);
  for (const ManifestRole& role : object.roles) checkAmounts(object, role);
}

}  // namespace cardinal::yaml
