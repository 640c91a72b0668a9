// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/manifest/manifest.h"
#include "core/plan/drain/node_operations.h"

namespace cardinal {

class NodeRehearsal;
class ObjectWriter;
class PodBinder;

/// Who looked for fields that the API does not know, which it would drop without a word.
enum class FieldCheck : std::uint8_t {
  None,    ///< nobody: the server cannot, and its description of the kind is not available
  Schema,  ///< this program, against the server's description (/openapi/v2); servers before 1.25
  Server,  ///< the server (fieldValidation=Strict)
};

/// Server's answer to one created object.
struct CreatedObject {
  std::string kind;
  ObjectKey key;  ///< as the server named it
  std::string uid;
  std::vector<std::string> warnings;  ///< Warning headers (hostile text)
  FieldCheck fields = FieldCheck::None;
};

/// Creates objects. Blocks; thread-safe.
class ObjectCreator {
 public:
  virtual ~ObjectCreator() = default;
  /// Creates one object. `dryRun`: everything is validated by the server, nothing is kept.
  /// Errors: NotConnected, Forbidden, Invalid (place = field path), AlreadyExists, transport errors.
  virtual Result<CreatedObject> create(const ManifestObject& object, const std::string& defaultNamespace, bool dryRun,
                                       std::stop_token stop) = 0;
};

/// Changes labels of nodes outside of plans. Blocks; thread-safe.
class NodeLabeler {
 public:
  virtual ~NodeLabeler() = default;
  /// Under the precondition that the node's resourceVersion is still `resourceVersion` (empty = none). Errors:
  /// ResourceMissing, Conflict, Forbidden, Invalid, transport errors.
  virtual Result<void> patchNodeLabels(const std::string& node, const std::vector<LabelChange>& changes,
                                       const std::string& resourceVersion, bool dryRun, std::stop_token stop) = 0;
};

/// What a source can change of its cluster: an object for each kind of change. All belong to the source and live as
/// long; null = it cannot. Nobody sends a change any other way, and whoever sends one has it written down first
/// (core/service/writes/change_session.h).
struct ClusterWriter {
  ObjectCreator* creator = nullptr;
  NodeLabeler* labeler = nullptr;
  NodeOperations* nodes = nullptr;  ///< what plans read and write: patches of nodes, evictions
  ObjectWriter* objects = nullptr;  ///< annotates, scales and removes (core/service/writes/object_writer.h)
  PodBinder* binder = nullptr;      ///< binds waiting pods (likewise)
  NodeRehearsal* people = nullptr;  ///< of the demo cluster alone (core/service/writes/rehearsal.h)
};

}  // namespace cardinal
