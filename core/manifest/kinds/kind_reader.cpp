// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/kinds/kind_reader.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/base/api_group.h"
#include "core/manifest/kinds/gang.h"
#include "core/manifest/kinds/kind_expression.h"
#include "core/manifest/kinds/own_kinds.h"
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
  return std::max<std::int64_t>(value.number, 0);
}

void addNote(ManifestObject& object, NoteCode code, const Field& field, std::string detail = {}) {
  object.notes.push_back({code, field.path(), field.where(), std::move(detail)});
}

/// True for a path of the metadata, whose values are texts, and for the names that expressions compare.
bool isOfText(const std::string& path) {
  const std::string last = path.substr(path.find_last_of('.') + 1);
  return path.find("metadata.") != std::string::npos || last == "name" || last == "entrypoint";
}

/// Texts are read as the numbers that they spell; the API server accepts them nowhere but in annotations and labels.
void noteTexts(ManifestObject& object, const std::string& expression, const KindScope& scope) {
  for (const std::string& path : pathsIn(expression)) {
    const Field field = fieldAt(path, scope);
    if (isOfText(path) || !field.exists() || field.node()->kind != Node::Kind::String) continue;
    const std::string& text = field.node()->text;
    if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos) continue;
    const ManifestNote note{NoteCode::TextForNumber, field.path(), field.where(), text};
    if (std::find(object.notes.begin(), object.notes.end(), note) == object.notes.end()) object.notes.push_back(note);
  }
}

/// Says which field makes it that a role asks for no pods.
void explainZero(ManifestObject& object, const RoleRecord& record, const KindScope& scope) {
  const std::vector<std::string> paths = pathsIn(record.pods);
  for (const std::string& path : paths) {
    const Field field = fieldAt(path, scope);
    if (!field.exists() || field.node()->kind != Node::Kind::Integer || field.node()->text != "0") continue;
    return addNote(object, NoteCode::NoReplicas, field);
  }
  for (const std::string& path : paths) {
    const Field field = fieldAt(path, scope);
    if (field.exists() && field.node()->kind == Node::Kind::Bool) return addNote(object, NoteCode::Suspended, field);
    if (path.find("annotations") != std::string::npos && field.exists())
      return addNote(object, NoteCode::Suspended, field);
  }
  if (paths.empty()) return;
  const Field first = fieldAt(paths.front(), scope);
  const bool noted = std::any_of(object.notes.begin(), object.notes.end(),
                                 [](const ManifestNote& note) { return note.code == NoteCode::DefaultIsZero; });
  if (!noted && !first.exists()) addNote(object, NoteCode::DefaultIsZero, first);
}

std::string amountText(const Quantity& amount) {
  std::string fraction = std::to_string(1'000'000'000 + amount.nanoAboveFloor()).substr(1);
  while (!fraction.empty() && fraction.back() == '0') fraction.pop_back();
  return std::to_string(amount.floor()) + (fraction.empty() ? "" : "." + fraction);
}

bool isExtended(const std::string& name) {
  return name.find('/') != std::string::npos && name.find("kubernetes.io/") == std::string::npos;
}

/// Extended resources are asked in whole numbers: the API server refuses others.
void checkWhole(ManifestObject& object, const ManifestRole& role) {
  if (!role.pod) return;
  for (const auto* containers : {&role.pod->spec.containers, &role.pod->spec.initContainers}) {
    for (const Container& container : *containers) {
      for (const auto* list : {&container.limits, &container.requests}) {
        for (const ResourceAmount& entry : *list) {
          if (!isExtended(entry.name) || entry.amount.isInteger()) continue;
          object.notes.push_back({NoteCode::NotWhole, entry.name,
                                  object.source + ", line " + std::to_string(object.line), amountText(entry.amount)});
          return;
        }
      }
    }
  }
}

class RecordReader {
 public:
  /// `isKnown`: of our own table, so that its numbers are integers of the API.
  RecordReader(ManifestObject& object, const KindRecord& record, const Field& root, bool isKnown)
      : m_object(object), m_record(record), m_root(root), m_scope{root, root, {}, 0}, m_isKnown(isKnown) {}

  void read() {
    m_gangs = holds(m_record.gangWhen, m_scope, true);
    for (const RoleRecord& role : m_record.roles) readRole(role);
    m_object.gangEnforced = holds(m_record.gangEnforced, m_scope, false);
    for (const NoteRecord& note : m_record.notes) {
      if (!holds(note.when, m_scope, true)) continue;
      addNote(m_object, note.code, note.field.empty() ? m_root : fieldAt(note.field, m_scope),
              textOf(note.detail, m_scope));
    }
    for (const std::string& path : m_record.suspend) {
      const Field field = fieldAt(path, m_scope);
      if (field.boolean()) addNote(m_object, NoteCode::Suspended, field);
    }
    m_object.queue = textOf(m_record.queue, m_scope);
    fillScheduler();
    orderRoles();
    settleGang(m_object, m_gangs ? numberOf(m_record.gang, m_scope) : std::nullopt);
  }

 private:
  void readRole(const RoleRecord& record) {
    for (const KindScope& scope : elementsOf(record, m_root)) {
      if (m_object.roles.size() >= kMaxRoles) {
        throw Failure{
            makeError(ErrorCode::LimitExceeded, m_object.kind, scope.item.where(), std::to_string(kMaxRoles))};
      }
      if (!makesRole(record, scope)) continue;
      ManifestRole role;
      role.name = roleName(record, scope);
      RolePod made = makeRolePod(record, scope, m_object.key);
      role.pod = std::move(made.pod);
      role.devices = std::move(made.devices);
      role.pods = record.pods.empty() ? std::optional<std::int64_t>(1) : numberOf(record.pods, scope);
      if (m_gangs) role.gang = numberOf(record.gang, scope);
      if (m_isKnown) noteTexts(m_object, record.pods, scope);
      role.later = holds(record.later, scope, false);
      if (role.pods == std::int64_t{0}) explainZero(m_object, record, scope);
      m_object.roles.push_back(std::move(role));
    }
  }

  void fillScheduler() {
    const std::string scheduler = textOf(m_record.scheduler, m_scope);
    if (scheduler.empty()) return;
    for (ManifestRole& role : m_object.roles) {
      if (!role.pod || !role.pod->spec.schedulerName.empty()) continue;
      RawPod pod = *role.pod;
      pod.spec.schedulerName = scheduler;
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
  bool m_isKnown = true;
  bool m_gangs = true;
};

/// Whole objects inside of this one.
void readEmbedded(ManifestObject& object, const KindRecord& record, const Field& root, const KindTable* own) {
  for (const Field& element : fieldAt(record.embeds, {root, root, {}, 0}).elements()) {
    const Field inside = element.child("template");
    ManifestObject part;
    part.apiVersion = inside.child("apiVersion").string();
    part.kind = inside.child("kind").string();
    part.key = {object.key.ns, inside.child("metadata").child("name").string()};
    part.source = object.source;
    part.line = object.line;
    readKind(part, inside, own);
    for (ManifestRole& role : part.roles) {
      role.name = part.key.name + (role.name.empty() || part.key.name.empty() ? "" : "/") + role.name;
      object.roles.push_back(std::move(role));
    }
    for (ManifestNote& note : part.notes) {
      // What is wrapped is suspended by its wrapper.
      if (note.code != NoteCode::Suspended) object.notes.push_back(std::move(note));
    }
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

void readQueue(ManifestObject& object, const Field& root) {
  if (std::string named = queueOf(readMeta(root.child("metadata"))); !named.empty()) object.queue = std::move(named);
  for (const ManifestRole& role : object.roles) {
    if (!object.queue.empty()) return;
    if (role.pod) object.queue = queueOf(role.pod->meta);
  }
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
    RecordReader(object, *record, root, record == knownKinds().find(group, object.kind)).read();
    if (!record->embeds.empty()) readEmbedded(object, *record, root, own);
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
  if (object.roles.empty() && object.noPods == NoPods::MakesPods) object.noPods = NoPods::NotFound;
  readQueue(object, root);
  for (const ManifestRole& role : object.roles) checkWhole(object, role);
}

}  // namespace cardinal::yaml
