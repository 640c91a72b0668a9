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
#include "core/plan/changes/binding.h"

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
  std::string uid = {};              ///< precondition of removing: this very object; empty = none
  std::string resourceVersion = {};  ///< precondition of patches; empty = none
};

/// Changes of single objects (docs/reference/kubernetes-client.md 4.2 to 4.6). Every call is one exchange with the
/// server, blocks, and is thread-safe; none is sent twice once the server may have it. Errors: Forbidden,
/// ResourceMissing, Conflict (a precondition does not hold), Invalid (causes = fields), OutcomeUnknown, transport
/// errors.
class ObjectWriter {
 public:
  virtual ~ObjectWriter() = default;
  /// Sets annotations; nothing as a value removes one.
  virtual Result<WriteReply> annotate(
      const WriteTarget& target, const std::vector<std::pair<std::string, std::optional<std::string>>>& annotations,
      bool dryRun, std::stop_token stop) = 0;
  /// Replicas of a Deployment, StatefulSet or ReplicaSet.
  virtual Result<WriteReply> scale(const WriteTarget& target, std::int32_t replicas, bool dryRun,
                                   std::stop_token stop) = 0;
  /// Removes the object; what it owns goes in the background. `graceSeconds` below 0 = the object's own.
  virtual Result<WriteReply> remove(const WriteTarget& target, int graceSeconds, bool dryRun, std::stop_token stop) = 0;
};

/// Puts pods that wait on nodes past their scheduler. Blocks; thread-safe.
class PodBinder {
 public:
  virtual ~PodBinder() = default;
  /// The node is read right before: it must be the one that is meant, be ready and not cordoned; else Conflict, and
  /// nothing was sent. That the pod may be bound at all (core/plan/changes/binding.h) and fits is the caller's to know:
  /// the server does not look. Errors: ResourceMissing, Conflict (also: bound already, being deleted, another pod by
  /// now), Forbidden, OutcomeUnknown, transport errors.
  virtual Result<WriteReply> bind(const BindOrder& order, bool dryRun, std::stop_token stop) = 0;
};

}  // namespace cardinal
