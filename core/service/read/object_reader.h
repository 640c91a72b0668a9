// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/object_event.h"
#include "core/workloads/workload_object.h"

namespace cardinal {

/// What of an object's text is shown.
struct ObjectTextOptions {
  bool managedFields = false;  ///< metadata.managedFields and the last applied configuration too
  bool secrets = false;  ///< values of variables whose names promise a secret (docs/reference/visual-style.md 12) too
  bool operator==(const ObjectTextOptions&) const = default;
};

/// One object as YAML, in the order of the source. Control characters and marks that turn text around stand as escapes.
struct ObjectText {
  std::string yaml;
  bool partial = false;   ///< the source keeps only a part of the object (demo, saved snapshot)
  int hiddenFields = 0;   ///< left out because of `managedFields`
  int hiddenSecrets = 0;  ///< values that stand as "******"
};

/// Reads single objects when somebody looks at them. Calls block; thread-safe; Error Cancelled soon after `stop` is
/// asked.
class ObjectReader {
 public:
  virtual ~ObjectReader() = default;
  /// Node, Pod, or a workload's own object, its kind as objectOf() names it. Errors: Unsupported (the kind is in no
  /// table, or the source keeps no such objects), ResourceMissing, Forbidden, LimitExceeded, transport errors.
  virtual Result<ObjectText> text(const ObjectRef& object, const ObjectTextOptions& options, std::stop_token stop) = 0;
  /// Events about the objects (any kind), at most 2000. Errors: Forbidden, transport errors.
  virtual Result<ObjectEvents> events(const std::vector<ObjectRef>& objects, std::stop_token stop) = 0;
  /// What a workload's own object asks for; its kind as objectOf() names it. Errors: Unsupported (the kind is in no
  /// table, or the source keeps no such objects), ResourceMissing, Forbidden, those of readWorkloadObject, transport
  /// errors.
  virtual Result<WorkloadObject> workload(const ObjectRef& workload, std::stop_token stop) = 0;
};

/// The JSON of one API object as YAML. Errors: ParseFailed; LimitExceeded (subject = "object", detail = limit) above
/// 8 MiB of JSON or 64 levels.
Result<ObjectText> yamlOfObject(const std::string& json, const ObjectTextOptions& options);

}  // namespace cardinal
