// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/extras/extra.h"
#include "core/model/namespace_rules.h"
#include "core/model/object_event.h"
#include "core/model/raw.h"

namespace cardinal {

/// `metadata` of a list answer.
struct ListMeta {
  std::string resourceVersion;            ///< opaque; where a watch starts
  std::string continueToken;              ///< empty = last page
  std::optional<std::int64_t> remaining;  ///< `remainingItemCount`, for progress only
};

/// One page of a list.
template <typename Object>
struct ListPage {
  std::vector<std::shared_ptr<const Object>> items;
  ListMeta meta;
};

/// A ConfigMap as far as the program reads any: what the open-source gpushare stack and ACK's topology mode record
/// about cards.
struct RawConfigMap {
  ObjectMeta meta;
  std::optional<std::string> gpus;         ///< value of data.gpus; nothing = key absent
  std::optional<std::string> devices{};    ///< data.devices
  std::optional<std::string> bandwidth{};  ///< data.bandwidth
  std::vector<FieldProblem> problems;
  bool operator==(const RawConfigMap&) const = default;
};

/// Prefix of the ConfigMaps in kube-system that name unhealthy cards; the rest of the name is the node's.
inline constexpr std::string_view kUnhealthyGpuPrefix = "unhealthy-gpu-";
/// Ending of those that report devices and links of topology nodes; what stands before it is the node's name.
inline constexpr std::string_view kTopologyReportSuffix = "-gputopo-report";

/// What a ConfigMap says about cards; nothing when it is another kind of ConfigMap (name or namespace).
std::optional<RawUnhealthyGpus> unhealthyGpus(const RawConfigMap& map);

/// One cause of a refusal: the server's own words.
struct StatusCause {
  std::string reason;  ///< "FieldValueInvalid", ...
  std::string message;
  std::string field;  ///< "spec.template.spec.containers[0].image"
};

/// A `Status` object (docs/reference/kubernetes-client.md 4.8). All text is the server's and hostile.
struct ApiStatus {
  bool failure = false;  ///< status: Failure
  int code = 0;          ///< 0 = not given
  std::string reason;    ///< "Expired", "NotFound", ...
  std::string message;
  std::string name, group, kind, uid;  ///< details
  std::vector<StatusCause> causes;
  int retryAfterSeconds = 0;  ///< 0 = not given
  std::string continueToken;  ///< of an expired list (410)
};

enum class WatchEventType : std::uint8_t { Added, Modified, Deleted, Bookmark, Error };

/// One event of a watch stream.
template <typename Object>
struct WatchEvent {
  WatchEventType type = WatchEventType::Error;
  std::shared_ptr<const Object> object;  ///< Added, Modified, Deleted; else null
  std::string resourceVersion;           ///< of the object or the bookmark
  bool initialEventsEnd = false;         ///< bookmark that ends a streamed initial list
  ApiStatus status;                      ///< Error only
};

/// What any object says about itself.
struct ObjectHeader {
  std::string apiVersion;
  std::string kind;
  ObjectMeta meta;
};

/// One line of `/apis/<group>/<version>`.
struct ApiResource {
  std::string name;  ///< plural, as used in paths; subresources are "pods/log"
  std::string kind;
  bool namespaced = false;
  std::string group;    ///< of the kind, where it is not that of the list
  std::string version;  ///< the same
};

/// Everything found in a file: kubectl's `List`, typed lists, single objects, or a Cardinal snapshot.
struct ObjectSet {
  std::vector<std::shared_ptr<const RawNode>> nodes;
  std::vector<std::shared_ptr<const RawPod>> pods;
  std::vector<RawUnhealthyGpus> unhealthy;
  ExtraLists extras;                      ///< a kind is known where the file holds its list or one of its objects
  NamespaceRules rules;                   ///< a part is known where the file holds its list or one of its objects
  std::vector<std::string> skippedKinds;  ///< kinds that were there and are not read, each once
  bool isSnapshot = false;                ///< the text is a Cardinal snapshot; the fields below are its own
  std::int64_t snapshotVersion = 0;       ///< value of "cardinalSnapshot"
  UnixSeconds time = 0;
  std::string serverVersion;
  std::string scope;
};

}  // namespace cardinal
