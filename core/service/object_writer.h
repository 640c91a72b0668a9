// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/base/ids.h"
#include "core/base/result.h"

namespace cardinal {

/// What became of a change: the object's new version, and the server's warnings (hostile text).
struct WriteReply {
  std::string resourceVersion;
  std::vector<std::string> warnings;
};

/// One object that is to be changed. `kind` is one that every cluster serves ("Pod", "Node", "Deployment", ...), or any
/// other with its apiVersion, which discovery then finds.
struct WriteTarget {
  std::string apiVersion;  ///< "apps/v1"
  std::string kind;
  ObjectKey key;
  std::string uid = {};              ///< precondition of removing and binding: this very object; empty = none
  std::string resourceVersion = {};  ///< precondition of patches; empty = none
};

/// Changes of single objects (kubernetes-client.md 4.2 to 4.6). Every call is one exchange with the server, blocks, and is
/// thread-safe; none is sent twice once the server may have it. Errors: Forbidden, ResourceMissing, Conflict (a
/// precondition does not hold), Invalid (causes = fields), OutcomeUnknown, transport errors.
class ObjectWriter {
 public:
  virtual ~ObjectWriter() = default;
  /// Sets annotations; nothing as a value removes one.
  virtual Result<WriteReply> annotate(const WriteTarget& target,
                                      const std::vector<std::pair<std::string, std::optional<std::string>>>& annotations,
                                      bool dryRun, std::stop_token stop) = 0;
  /// Replicas of a Deployment, StatefulSet or ReplicaSet.
  virtual Result<WriteReply> scale(const WriteTarget& target, std::int32_t replicas, bool dryRun, std::stop_token stop) = 0;
  /// Removes the object; what it owns goes in the background. `graceSeconds` below 0 = the object's own.
  virtual Result<WriteReply> remove(const WriteTarget& target, int graceSeconds, bool dryRun, std::stop_token stop) = 0;
  /// Puts a pending pod on a node past the scheduler. The node is read right before: it must exist with this uid (empty =
  /// any), and not be cordoned; else Conflict, and nothing was sent.
  virtual Result<WriteReply> bind(const WriteTarget& pod, const std::string& node, const std::string& nodeUid, bool dryRun,
                                  std::stop_token stop) = 0;
};

}  // namespace cardinal
