// SPDX-License-Identifier: Apache-2.0
#include "core/service/writes/submit_order.h"

#include <algorithm>

#include "core/base/api_group.h"

namespace cardinal {
namespace {

int rankOf(const ManifestObject& object) {
  if (object.kind == "Namespace" && object.apiVersion == "v1") return 0;
  if (object.kind == "CustomResourceDefinition") return 1;
  return object.roles.empty() && object.noPods != NoPods::Unreadable ? 2 : 3;
}

/// A definition is named "<plural>.<group>".
bool defines(const ManifestObject& definition, const ManifestObject& object) {
  const std::string_view group = apiGroupOf(object.apiVersion);
  const std::string& name = definition.key.name;
  const auto dot = name.find('.');
  return !group.empty() && dot != std::string::npos && name.compare(dot + 1, std::string::npos, group) == 0;
}

}  // namespace

std::vector<ManifestObject> inSubmitOrder(std::vector<ManifestObject> objects) {
  std::stable_sort(objects.begin(), objects.end(),
                   [](const ManifestObject& a, const ManifestObject& b) { return rankOf(a) < rankOf(b); });
  return objects;
}

bool needsAnother(const ManifestObject& object, const std::vector<ManifestObject>& all,
                  const std::string& defaultNamespace) {
  const std::string& ns = object.key.ns.empty() ? defaultNamespace : object.key.ns;
  return std::any_of(all.begin(), all.end(), [&](const ManifestObject& other) {
    if (&other == &object) return false;
    const int rank = rankOf(other);
    return (rank == 0 && rankOf(object) > 1 && other.key.name == ns) || (rank == 1 && defines(other, object));
  });
}

bool isKindCreated(const ManifestObject& object, const std::vector<ManifestObject>& all) {
  return std::any_of(all.begin(), all.end(),
                     [&](const ManifestObject& other) { return rankOf(other) == 1 && defines(other, object); });
}

bool isKindMissing(const Error& error, const ManifestObject& object) {
  return error.code == ErrorCode::ResourceMissing && error.subject == object.kind && error.place == object.apiVersion;
}

}  // namespace cardinal
