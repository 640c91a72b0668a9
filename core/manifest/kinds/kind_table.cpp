// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/kinds/kind_table.h"

#include <algorithm>

#include "core/base/quantity.h"
#include "core/manifest/kinds/kind_expression.h"
#include "core/manifest/kinds/known/known_kinds.h"
#include "core/manifest/kinds/note_names.h"
#include "core/manifest/kinds/own_kinds.h"
#include "core/manifest/tree_reader.h"

namespace cardinal {
namespace yaml {
namespace {

constexpr std::size_t kMaxExpression = 640;  ///< also bounds how deep one can nest

/// Where every expression of a table is tried when it is read: an object without fields.
const KindScope& emptyScope() {
  static const Node kEmpty = [] {
    Node node;
    node.kind = Node::Kind::Mapping;
    return node;
  }();
  static const std::string kSource;
  static const KindScope kScope{Field(kEmpty, kSource), Field(kEmpty, kSource), {}, 0};
  return kScope;
}

/// A number of YAML is an expression too.
std::string expressionText(const Field& field) {
  const Node* node = field.node();
  if (node == nullptr) return {};
  if (!node->isScalar() || node->text.size() > kMaxExpression) field.fail();
  return node->text;
}

std::string expression(const Field& field) {
  std::string text = expressionText(field);
  if (text.empty()) return text;
  try {
    (void)evaluateKind(text, emptyScope());
  } catch (const Failure&) {
    field.fail();
  }
  return text;
}

std::string path(const Field& field) {
  std::string text = expressionText(field);
  if (text.empty()) return text;
  try {
    (void)fieldAt(text, emptyScope());
  } catch (const Failure&) {
    field.fail();
  }
  return text;
}

/// A path in which "[]" stands for every element of a list.
std::string eachPath(const Field& field) {
  std::string text = expressionText(field);
  std::string plain = text;
  for (std::size_t at = plain.find("[]"); at != std::string::npos; at = plain.find("[]")) plain.erase(at, 2);
  try {
    if (!plain.empty()) (void)fieldAt(plain, emptyScope());
  } catch (const Failure&) {
    field.fail();
  }
  return text;
}

/// One path or a list of them.
std::vector<std::string> paths(const Field& field) {
  std::vector<std::string> out;
  if (field.node() != nullptr && field.node()->kind == Node::Kind::Sequence) {
    for (const Field& one : field.elements()) out.push_back(path(one));
  } else if (field.exists()) {
    out.push_back(path(field));
  }
  return out;
}

void allow(const Field& field, std::initializer_list<std::string_view> keys) {
  if (field.node() == nullptr) return;
  if (field.node()->kind != Node::Kind::Mapping) field.fail();
  for (const std::string& key : field.node()->keys) {
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) field.child(key).fail();
  }
}

AddedContainer readAdded(const Field& field) {
  allow(field, {"container", "init", "requests", "when"});
  AddedContainer out;
  out.name = field.child("container").string();
  out.init = field.child("init").boolean();
  out.when = expression(field.child("when"));
  (void)field.child("requests").resources();  // refuses what is no quantity
  const Node* list = field.child("requests").node();
  for (std::size_t i = 0; list != nullptr && i < list->keys.size(); ++i) {
    out.requests.emplace_back(list->keys[i], list->items[i].text);
  }
  return out;
}

RequestRecord readRequestRecord(const Field& field) {
  allow(field, {"resource", "amount", "request"});
  return {expression(field.child("resource")), expression(field.child("amount")), field.child("request").boolean()};
}

SelectorRecord readSelector(const Field& field) {
  allow(field, {"in", "prefix"});
  return {path(field.child("in")), field.child("prefix").string()};
}

/// One path of a list whose elements hold objects at `template`, or a list of {each, at, podSets}.
std::vector<EmbedRecord> readEmbeds(const Field& field) {
  std::vector<EmbedRecord> out;
  if (field.node() == nullptr) return out;
  if (field.node()->kind != Node::Kind::Sequence) return {{path(field), ".template", {}, {}}};
  for (const Field& one : field.elements()) {
    allow(one, {"each", "at", "podSets", "typed"});
    out.push_back(
        {path(one.child("each")), path(one.child("at")), path(one.child("podSets")), path(one.child("typed"))});
    if (out.back().at.empty()) one.fail();
  }
  return out;
}

RoleRecord readRole(const Field& field) {
  allow(field,
        {"each",        "keys",          "name",   "nameFrom", "template",      "podSpec",     "container", "resources",
         "gpu",         "gpus",          "fields", "pods",     "gang",          "later",       "when",      "optional",
         "elsewhere",   "adds",          "asks",   "lists",    "claims",        "patches",     "defaults",  "manifest",
         "elsewhereOf", "elsewhereWhen", "bare",   "onlyKeys", "templateRef",   "templatesIn", "fill",      "metadata",
         "selectors",   "callers",       "main",   "sidecars", "initContainers"});
  RoleRecord out;
  out.each = eachPath(field.child("each"));
  out.keys = field.child("keys").strings();
  out.name = field.child("name").string();
  out.nameFrom = expression(field.child("nameFrom"));
  out.templates = paths(field.child("template"));
  out.refs = paths(field.child("templateRef"));
  out.namedIn = path(field.child("templatesIn"));
  out.podSpecs = paths(field.child("podSpec"));
  out.resources = paths(field.child("resources"));
  out.containers = paths(field.child("container"));
  out.gpu = path(field.child("gpu"));
  out.gpus = expression(field.child("gpus"));
  out.fields = path(field.child("fields"));
  out.fill = paths(field.child("fill"));
  for (const Field& one : field.child("selectors").elements()) out.selectors.push_back(readSelector(one));
  out.callers = path(field.child("callers"));
  out.metadata = paths(field.child("metadata"));
  out.main = field.child("main").string();
  out.sidecars = paths(field.child("sidecars"));
  out.initContainers = paths(field.child("initContainers"));
  out.pods = expression(field.child("pods"));
  out.gang = expression(field.child("gang"));
  out.later = expression(field.child("later"));
  out.when = expression(field.child("when"));
  out.optional = field.child("optional").boolean();
  out.elsewhere = field.child("elsewhere").boolean();
  out.elsewhereWhen = expression(field.child("elsewhereWhen"));
  out.elsewhereOf = expression(field.child("elsewhereOf"));
  out.bare = field.child("bare").boolean();
  out.onlyKeys = field.child("onlyKeys").boolean();
  for (const Field& one : field.child("asks").elements()) out.extraRequests.push_back(readRequestRecord(one));
  out.lists = paths(field.child("lists"));
  out.claims = path(field.child("claims"));
  out.patches = paths(field.child("patches"));
  out.defaults = path(field.child("defaults"));
  out.manifest = path(field.child("manifest"));
  for (const Field& one : field.child("adds").elements()) out.adds.push_back(readAdded(one));
  return out;
}

NoteRecord readNote(const Field& field) {
  allow(field, {"note", "each", "field", "detail", "when"});
  NoteRecord out;
  const auto code = noteNamed(field.child("note").string());
  if (!code) field.child("note").fail();
  out.code = *code;
  out.each = eachPath(field.child("each"));
  out.field = path(field.child("field"));
  out.detail = expression(field.child("detail"));
  out.when = expression(field.child("when"));
  return out;
}

KindRecord readKind(const Field& field) {
  allow(field, {"group", "kind", "versions", "stores", "suspend", "queue", "scheduler", "priorityClass", "gang",
                "gangWhen", "gangEnforced", "gangCountsAll", "notes", "embeds", "roles"});
  KindRecord out;
  out.group = field.child("group").string();
  out.kind = field.child("kind").string();
  if (out.kind.empty()) field.child("kind").fail();
  out.versions = field.child("versions").strings();
  out.stores = field.child("stores").boolean();
  out.suspend = paths(field.child("suspend"));
  out.queue = expression(field.child("queue"));
  out.scheduler = expression(field.child("scheduler"));
  out.priorityClass = expression(field.child("priorityClass"));
  out.embeds = readEmbeds(field.child("embeds"));
  out.gang = expression(field.child("gang"));
  out.gangWhen = expression(field.child("gangWhen"));
  out.gangEnforced = expression(field.child("gangEnforced"));
  out.gangCountsAll = expression(field.child("gangCountsAll"));
  for (const Field& one : field.child("notes").elements()) out.notes.push_back(readNote(one));
  for (const Field& one : field.child("roles").elements()) out.roles.push_back(readRole(one));
  if (out.roles.empty() && out.embeds.empty() && !out.stores) field.child("roles").fail();
  return out;
}

}  // namespace
}  // namespace yaml

void KindTable::read(const yaml::Node& document, const std::string& source) {
  const yaml::Field root(document, source);
  yaml::allow(root, {"kinds", "noPods"});
  for (const yaml::Field& one : root.child("kinds").elements()) {
    yaml::KindRecord record = yaml::readKind(one);
    const auto key = std::make_pair(record.group, record.kind);
    m_kinds.insert_or_assign(key, std::move(record));
  }
  for (const yaml::Field& one : root.child("noPods").elements()) {
    yaml::allow(one, {"group", "kinds"});
    auto& kinds = m_noPods[one.child("group").string()];
    for (std::string& kind : one.child("kinds").strings()) kinds.push_back(std::move(kind));
  }
}

const yaml::KindRecord* KindTable::find(std::string_view group, std::string_view kind) const {
  const auto found = m_kinds.find(std::make_pair(std::string(group), std::string(kind)));
  return found != m_kinds.end() ? &found->second : nullptr;
}

std::vector<std::string> KindTable::apiVersionsOf(std::string_view kind) const {
  std::vector<std::string> out;
  for (const auto& [key, record] : m_kinds) {
    if (key.second != kind || record.stores) continue;
    for (const std::string& version : record.versions)
      out.push_back(key.first.empty() ? version : key.first + '/' + version);
  }
  return out;
}

bool KindTable::createsNoPods(std::string_view group, std::string_view kind) const {
  const auto lists = [&](std::string_view name) {
    const auto found = m_noPods.find(name);
    return found != m_noPods.end() && std::any_of(found->second.begin(), found->second.end(),
                                                  [&](const std::string& one) { return one == kind || one == "*"; });
  };
  const auto dot = group.find('.');
  return lists(group) || (dot != std::string_view::npos && lists("*" + std::string(group.substr(dot))));
}

const KindTable& knownKinds() {
  static const KindTable kTable = [] {
    KindTable table;
    for (const char* text :
         {yaml::kKubernetesKinds, yaml::kTrainingKinds, yaml::kServingKinds, yaml::kKindsWithoutPods}) {
      for (const yaml::Node& document : yaml::parseDocuments(text, "known kinds")) table.read(document, "known kinds");
    }
    return table;
  }();
  return kTable;
}

namespace {

std::shared_ptr<const KindTable>& inUse() {
  static std::shared_ptr<const KindTable> table;
  return table;
}

}  // namespace

void useOwnKinds(std::shared_ptr<const KindTable> table) {
  inUse() = std::move(table);
}

const KindTable* ownKinds() {
  return inUse().get();
}

Result<std::shared_ptr<const KindTable>> readKindTable(std::string_view text, std::string source) {
  auto table = std::make_shared<KindTable>();
  try {
    for (const yaml::Node& document : yaml::parseDocuments(text, source)) {
      if (document.kind != yaml::Node::Kind::Null) table->read(document, source);
    }
  } catch (yaml::Failure& failure) {
    return unexpected(std::move(failure.error));
  }
  return std::shared_ptr<const KindTable>(std::move(table));
}

}  // namespace cardinal
