// SPDX-License-Identifier: Apache-2.0
#include "core/kube/rest/resource.h"

namespace cardinal {
namespace {

struct BuiltIn {
  std::string_view apiVersion;
  std::string_view kind;
  const char* plural;
};

// Namespaced kinds only. Others are looked up by discovery.
constexpr BuiltIn kBuiltIn[] = {
    {"v1", "Pod", "pods"},
    {"v1", "Service", "services"},
    {"v1", "ConfigMap", "configmaps"},
    {"v1", "PersistentVolumeClaim", "persistentvolumeclaims"},
    {"v1", "ReplicationController", "replicationcontrollers"},
    {"v1", "ServiceAccount", "serviceaccounts"},
    {"apps/v1", "Deployment", "deployments"},
    {"apps/v1", "StatefulSet", "statefulsets"},
    {"apps/v1", "DaemonSet", "daemonsets"},
    {"apps/v1", "ReplicaSet", "replicasets"},
    {"batch/v1", "Job", "jobs"},
};

bool isSegment(std::string_view text) {
  return !text.empty() && text != "." && text != ".." &&
         text.find_first_of(std::string_view("/%\0", 3)) == std::string_view::npos;
}

Unexpected<Error> notASegment(std::string_view what, std::string_view text) {
  return unexpected(makeError(ErrorCode::InvalidArgument, std::string(what), {}, std::string(text)));
}

}  // namespace

ResourceType nodesResource() {
  return {"", "v1", "nodes", false};
}
ResourceType podsResource() {
  return {"", "v1", "pods", true};
}
ResourceType configMapsResource() {
  return {"", "v1", "configmaps", true};
}

std::optional<ResourceType> builtInResource(std::string_view apiVersion, std::string_view kind) {
  for (const BuiltIn& entry : kBuiltIn) {
    if (entry.apiVersion != apiVersion || entry.kind != kind) continue;
    const std::size_t slash = apiVersion.find('/');
    ResourceType type;
    if (slash != std::string_view::npos) type.group = apiVersion.substr(0, slash);
    type.version = slash == std::string_view::npos ? apiVersion : apiVersion.substr(slash + 1);
    type.plural = entry.plural;
    return type;
  }
  return std::nullopt;
}

std::string percentEncode(std::string_view text) {
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const bool unreserved = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' ||
                            c == '.' || c == '_' || c == '~';
    if (unreserved) {
      out.push_back(c);
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out.push_back('%');
      out.push_back(kHex[byte >> 4U]);
      out.push_back(kHex[byte & 0x0FU]);
    }
  }
  return out;
}

std::string apiVersionOf(const ResourceType& type) {
  return type.group.empty() ? type.version : type.group + "/" + type.version;
}

Result<std::string> groupPath(std::string_view apiVersion) {
  const std::size_t slash = apiVersion.find('/');
  if (slash == std::string_view::npos) {
    if (!isSegment(apiVersion)) return notASegment("apiVersion", apiVersion);
    return "/api/" + percentEncode(apiVersion);
  }
  const std::string_view group = apiVersion.substr(0, slash);
  const std::string_view version = apiVersion.substr(slash + 1);
  if (!isSegment(group) || !isSegment(version)) return notASegment("apiVersion", apiVersion);
  return "/apis/" + percentEncode(group) + "/" + percentEncode(version);
}

Result<std::string> collectionPath(const ResourceType& type, std::string_view ns) {
  auto path = groupPath(apiVersionOf(type));
  if (!path) return path;
  if (type.namespaced && !ns.empty()) {
    if (!isSegment(ns)) return notASegment("namespace", ns);
    *path += "/namespaces/" + percentEncode(ns);
  }
  if (!isSegment(type.plural)) return notASegment("resource", type.plural);
  return *path + "/" + percentEncode(type.plural);
}

Result<std::string> objectPath(const ResourceType& type, std::string_view ns, std::string_view name) {
  auto path = collectionPath(type, ns);
  if (!path) return path;
  if (!isSegment(name)) return notASegment("name", name);
  return *path + "/" + percentEncode(name);
}

QueryBuilder& QueryBuilder::add(std::string_view name, std::string_view value) {
  if (value.empty()) return *this;
  if (!m_text.empty()) m_text.push_back('&');
  m_text += percentEncode(name) + "=" + percentEncode(value);
  return *this;
}

QueryBuilder& QueryBuilder::addNumber(std::string_view name, long value) {
  return value > 0 ? add(name, std::to_string(value)) : *this;
}

}  // namespace cardinal
