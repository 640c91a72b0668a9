// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/service/source/cluster_writer.h"

namespace cardinal {

/// Why the rest of a list was not created.
struct SubmitFailure {
  Error error;
  std::string object;  ///< "Deployment/default/app"; empty = nothing was sent
};

/// What became of a list of objects: those created before the first error, and that error.
struct SubmitOutcome {
  std::vector<CreatedObject> created;
  std::optional<SubmitFailure> failure;
  bool dryRun = false;
  /// Dry run: objects that the server can check only once a Namespace or a kind of the same list exists. They are
  /// checked when they are created for real, before the first of them is sent.
  std::vector<std::string> unchecked{};
};

}  // namespace cardinal
