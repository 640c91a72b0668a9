// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/service/source/cluster_writer.h"

namespace cardinal {

/// What became of a list of objects: those created before the first error, and the error with the object it belongs to.
struct SubmitOutcome {
  std::vector<CreatedObject> created;
  bool failed = false;
  Error error;
  std::string failedObject;  ///< "Deployment/default/app"
  bool dryRun = false;
  /// Dry run: objects that the server can check only once a Namespace or a kind of the same list exists. They are
  /// checked when they are created for real, before the first of them is sent.
  std::vector<std::string> unchecked{};
};

}  // namespace cardinal
