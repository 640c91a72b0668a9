// SPDX-License-Identifier: Apache-2.0
#include "core/service/read/refusals/known_objects.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/manifest/read/read_manifest.h"
#include "core/manifest/yaml/json_fields.h"
#include "core/service/read/refusals/pod_specs.h"
#include "core/workloads/object_kind.h"

namespace cardinal {
namespace {

using Json = nlohmann::json;
using json::at;
using json::textAt;

void findSpecs(const Json& value, std::vector<const Json*>& out, int depth) {
  constexpr int kDeepest = 32;
  if (depth > kDeepest || !value.is_structured()) return;
  const auto containers = value.is_object() ? value.find("containers") : value.end();
  if (value.is_object() && containers != value.end() && containers->is_array()) {
    out.push_back(&value);
    return;
  }
  for (const auto& part : value) findSpecs(part, out, depth + 1);
}

/// Nothing where the answer is not about this object.
std::optional<KnownObject> factsOf(const ObjectRef& object, const std::string& yaml) {
  const auto read = readManifest(yaml, "");
  if (!read || read->objects.empty()) return std::nullopt;
  const ManifestObject& found = read->objects.front();
  const bool isIt = found.kind == object.kind.substr(0, object.kind.find('.')) && found.key.name == object.key.name;
  if (!isIt) return std::nullopt;
  const Json json = Json::parse(found.json, nullptr, false);
  const Json& status = at(json, "status");
  KnownObject out;
  out.exists = true;
  out.isTerminating =
      !at(at(json, "metadata"), "deletionTimestamp").is_null() || textAt(status, "phase") == "Terminating";
  const Json& pods = at(status, "replicas");
  if (pods.is_number_integer()) out.pods = pods.get<std::int64_t>();
  return out;
}

}  // namespace

std::vector<const Json*> podSpecsIn(const Json& object) {
  std::vector<const Json*> out;
  findSpecs(object, out, 0);
  return out;
}

std::vector<ObjectRef> KnownObjects::toRead(const std::vector<ManifestObject>& objects, const std::string& ns,
                                            Own own) {
  std::vector<ObjectRef> out;
  const auto want = [&out](ObjectRef one) {
    if (out.size() < kMost && std::find(out.begin(), out.end(), one) == out.end()) out.push_back(std::move(one));
  };
  for (const ManifestObject& object : objects) {
    if (out.size() == kMost) break;
    if (object.roles.empty() || object.noPods != NoPods::MakesPods) continue;
    const std::string& home = object.key.ns.empty() ? ns : object.key.ns;
    want(namespaceRef(home));
    for (const std::string& account : accountsOf(object)) want(accountRef(home, account));
    const auto itself = own == Own::Yes ? ownRef(object, home) : std::nullopt;
    if (itself) want(*itself);
  }
  return out;
}

void KnownObjects::add(const ObjectRef& object, const std::string& yaml) {
  if (const auto facts = factsOf(object, yaml)) m_objects[{object.kind, object.key}] = *facts;
}

void KnownObjects::add(const ObjectRef& object, const Error& error) {
  if (error.code == ErrorCode::ResourceMissing) m_objects[{object.kind, object.key}] = KnownObject();
}

const KnownObject* KnownObjects::find(const ObjectRef& object) const {
  const auto found = m_objects.find({object.kind, object.key});
  return found != m_objects.end() ? &found->second : nullptr;
}

ObjectRef namespaceRef(const std::string& ns) {
  return {"Namespace", {{}, ns}};
}

ObjectRef accountRef(const std::string& ns, const std::string& account) {
  return {"ServiceAccount", {ns, account}};
}

std::optional<ObjectRef> ownRef(const ManifestObject& object, const std::string& ns) {
  if (object.key.name.empty()) return std::nullopt;
  return ObjectRef{workloadKindOf(object.apiVersion, object.kind), {ns, object.key.name}};
}

std::vector<std::string> accountsOf(const ManifestObject& object) {
  const Json json = Json::parse(object.json, nullptr, false);
  std::vector<std::string> out;
  for (const Json* spec : podSpecsIn(json)) {
    std::string name = textAt(*spec, "serviceAccountName");
    if (name.empty()) name = textAt(*spec, "serviceAccount");
    if (name.empty()) name = "default";
    if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(std::move(name));
  }
  return out;
}

}  // namespace cardinal
