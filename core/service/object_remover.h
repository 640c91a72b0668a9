// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>

#include "core/base/result.h"
#include "core/plan/changes.h"

namespace cardinal {

/// Deletes objects that were created from this program. The operations on nodes of a source that can do it are one too
/// (dynamic_cast). Calls block; thread-safe.
class ObjectRemover {
 public:
  virtual ~ObjectRemover() = default;

  /// Deletes exactly the object with this uid, and what belongs to it in the background, as `kubectl delete` does.
  /// `dryRun`: the server checks everything and keeps nothing. Errors: ResourceMissing (there is none of that name any
  /// more), Conflict (the name belongs to another object by now), Forbidden, transport errors.
  virtual Result<void> removeObject(const CreatedRef& object, bool dryRun, std::stop_token stop) = 0;
};

class WriteLog;

/// Deletes an object through `nodes`, written down before it is sent and after. Errors: those of ObjectRemover;
/// ReadOnlySource where the source cannot delete (null too); FileUnwritable, and nothing is deleted then.
Result<void> removeCreated(NodeOperations* nodes, WriteLog& log, const CreatedRef& object, std::stop_token stop);

}  // namespace cardinal
