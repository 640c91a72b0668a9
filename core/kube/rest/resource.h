// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace cardinal {

/// A type of objects as the API serves it.
struct ResourceType {
  std::string group;  ///< empty = core
  std::string version = "v1";
  std::string plural;  ///< "pods"
  bool namespaced = true;
  bool operator==(const ResourceType&) const = default;
};

ResourceType nodesResource();
ResourceType podsResource();
ResourceType configMapsResource();

/// Type of a kind that every cluster serves and that the program submits (workloads and what goes with them); nothing
/// for others, which discovery must provide.
std::optional<ResourceType> builtInResource(std::string_view apiVersion, std::string_view kind);

/// "v1" or "apps/v1".
std::string apiVersionOf(const ResourceType& type);
/// "/api/v1" or "/apis/apps/v1". Error InvalidArgument when a part cannot stand in a path.
Result<std::string> groupPath(std::string_view apiVersion);
/// Path of the collection; `ns` empty = all namespaces (or the cluster). Error InvalidArgument (subject = the part) for
/// a segment that is empty, "." or "..", or holds "/", "%" or NUL.
Result<std::string> collectionPath(const ResourceType& type, std::string_view ns);
Result<std::string> objectPath(const ResourceType& type, std::string_view ns, std::string_view name);

/// Percent-encodes everything but RFC 3986's unreserved characters.
std::string percentEncode(std::string_view text);

/// Builds a query in order. What is empty is not sent: an empty parameter is not the same as none.
class QueryBuilder {
 public:
  QueryBuilder& add(std::string_view name, std::string_view value);
  QueryBuilder& addNumber(std::string_view name, long value);  ///< 0 and below are not sent
  std::string text() const { return m_text; }

 private:
  std::string m_text;
};

}  // namespace cardinal
