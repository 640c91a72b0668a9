// SPDX-License-Identifier: Apache-2.0
#include "core/service/snapshots/json_parts.h"

#include "core/base/rfc3339.h"
#include "core/service/snapshots/object_json.h"

namespace cardinal {
namespace json_parts {
namespace {

constexpr const char* kLastApplied = "kubectl.kubernetes.io/last-applied-configuration";

}  // namespace

std::string quantityText(const Quantity& quantity) {
  if (quantity.isInteger()) return std::to_string(quantity.floor());
  constexpr std::int64_t kMicro = 1'000'000;
  constexpr std::int64_t kNano = 1'000'000'000;
  const std::int64_t nano = quantity.nanoAboveFloor();
  const bool milliFits =
      nano % kMicro == 0 && quantity.floor() > INT64_MIN / kNano && quantity.floor() < INT64_MAX / kNano;
  if (milliFits) return std::to_string(quantity.floor() * 1000 + nano / kMicro) + "m";
  // A fraction of a negative number counts down from the next whole number above.
  const bool negative = quantity.floor() < 0;
  const std::int64_t whole = negative ? quantity.floor() + 1 : quantity.floor();
  std::string fraction = std::to_string(negative ? kNano - nano : nano);
  fraction.insert(0, 9 - fraction.size(), '0');
  return (negative && whole == 0 ? "-0" : std::to_string(whole)) + "." + fraction;
}

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void put(Json& object, const char* key, const std::string& text) {
  if (!text.empty()) object[key] = text;
}

void put(Json& object, const char* key, Json&& part) {
  if (!part.empty()) object[key] = std::move(part);
}

void putTime(Json& object, const char* key, UnixSeconds time) {
  if (time != 0) object[key] = rfc3339(time);
}

Json resources(const ResourceList& list, const std::string& path, const std::vector<FieldProblem>& problems) {
  Json json = Json::object();
  for (const ResourceAmount& entry : list) json[entry.name] = quantityText(entry.amount);
  const std::string prefix = path + "[";
  for (const FieldProblem& problem : problems) {
    const std::string& field = problem.field;
    if (field.size() <= prefix.size() + 1 || field.compare(0, prefix.size(), prefix) != 0 || field.back() != ']')
      continue;
    json[field.substr(prefix.size(), field.size() - prefix.size() - 1)] = problem.value;
  }
  return json;
}

Json amounts(const ResourceList& list) {
  return resources(list, {}, {});
}

Json texts(const StringMap& map) {
  Json json = Json::object();
  for (const auto& entry : map) {
    if (entry.first != kLastApplied) json[entry.first] = entry.second;
  }
  return json;
}

Json metadata(const ObjectMeta& meta) {
  Json json = Json::object();
  put(json, "name", meta.key.name);
  put(json, "namespace", meta.key.ns);
  put(json, "uid", meta.uid);
  put(json, "resourceVersion", meta.resourceVersion);
  putTime(json, "creationTimestamp", meta.created);
  putTime(json, "deletionTimestamp", meta.deletionTimestamp);
  put(json, "finalizers", Json(meta.finalizers));
  put(json, "labels", texts(meta.labels));
  put(json, "annotations", texts(meta.annotations));
  Json owners = Json::array();
  for (const OwnerRef& owner : meta.owners) {
    Json item = Json::object();
    put(item, "kind", owner.kind);
    put(item, "name", owner.name);
    put(item, "uid", owner.uid);
    if (owner.controller) item["controller"] = true;
    owners.push_back(std::move(item));
  }
  put(json, "ownerReferences", std::move(owners));
  return json;
}

Json requirements(const std::vector<NodeSelectorRequirement>& list) {
  Json json = Json::array();
  for (const NodeSelectorRequirement& requirement : list) {
    Json item = Json::object();
    put(item, "key", requirement.key);
    put(item, "operator", requirement.op);
    put(item, "values", Json(requirement.values));
    json.push_back(std::move(item));
  }
  return json;
}

Json nodeTerm(const NodeSelectorTerm& term) {
  Json item = Json::object();
  put(item, "matchExpressions", requirements(term.matchExpressions));
  put(item, "matchFields", requirements(term.matchFields));
  return item;
}

Json tolerations(std::span<const Toleration> list) {
  Json json = Json::array();
  for (const Toleration& toleration : list) {
    Json item = Json::object();
    put(item, "key", toleration.key);
    put(item, "operator", toleration.op);
    put(item, "value", toleration.value);
    put(item, "effect", toleration.effect);
    json.push_back(std::move(item));
  }
  return json;
}

Json taints(std::span<const Taint> list) {
  Json json = Json::array();
  for (const Taint& taint : list) {
    Json item = Json::object();
    put(item, "key", taint.key);
    put(item, "value", taint.value);
    put(item, "effect", taint.effect);
    json.push_back(std::move(item));
  }
  return json;
}

}  // namespace json_parts

std::string jsonText(const std::string& text) {
  return json_parts::dump(json_parts::Json(text));
}

}  // namespace cardinal
