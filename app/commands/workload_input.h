// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/console.h"
#include "core/alloc/types.h"
#include "core/manifest/manifest.h"

namespace cardinal::app {

/// A manifest from -f, with the requests of the objects that hold pods.
struct WorkloadInput {
  Manifest manifest;
  std::vector<AllocationRequest> requests;  ///< one per object with pods, in order
};

/// What may be aimed at.
struct Aim {
  std::optional<std::string> node;
  std::optional<int> card;
  std::optional<int> replicas;
};

/// Reads the file ("-" = standard input). Errors: those of parseManifest, FileMissing, FileUnreadable.
Result<WorkloadInput> readWorkloads(const std::string& path, const Aim& aim);

/// Complains about the rules that the requests break by themselves; true when there were some.
bool complainAboutRequests(Console& console, const WorkloadInput& input);

}  // namespace cardinal::app
