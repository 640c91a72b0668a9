// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/program/console.h"
#include "core/alloc/types.h"
#include "core/manifest/manifest.h"

namespace cardinal::app {

/// Which files: -f, several times, and the operator's own table of kinds.
struct FileChoice {
  std::vector<std::string> files;  ///< file, folder, or "-" for standard input
  std::string kinds;               ///< --kinds; empty = none

  /// Adds -f and --kinds; the option -f, for what excludes it.
  CLI::Option* addOptions(CLI::App& command);
};

/// A role of an object, by positions.
struct RoleOf {
  std::size_t object = 0;
  std::size_t role = 0;
};

/// The objects of all files, with a request for each role whose pods can be asked about.
struct WorkloadInput {
  std::vector<ManifestObject> objects;
  std::vector<Error> problems;              ///< files that could not be read
  std::vector<AllocationRequest> requests;  ///< one per role that asks for pods, in the order of the files
  std::vector<RoleOf> origins;              ///< of the requests

  bool makesPods() const;  ///< some object makes pods, even if none now
};

/// What may be aimed at.
struct Aim {
  std::optional<std::string> node;
  std::optional<int> card;
  std::optional<int> replicas;  ///< instead of the number in the file; for workloads of one role
  bool evenOfNone = false;      ///< a workload that asks for no pods now is asked about as if it asked for one
};

/// Reads files and folders (their .yaml, .yml and .json files, by name). Errors: FileMissing, FileUnreadable, those of
/// readKindTable, NoPodTemplate (subject empty) when there is no object at all; a single file that cannot be parsed;
/// others are listed in `problems`. InvalidArgument: `replicas` for a workload of several roles.
Result<WorkloadInput> readWorkloads(const FileChoice& files, const Aim& aim);

/// Makes the requests of all objects, which have changed.
void remakeRequests(WorkloadInput& input, const Aim& aim);

/// Complains about files and objects that cannot be read, and amounts that the API server refuses; true when there were
/// some.
bool complainAboutFiles(Console& console, const WorkloadInput& input);
/// The same, and rules that the requests break by themselves: their answers then hold that alone.
bool complainAboutRequests(Console& console, const WorkloadInput& input);

/// True when no request can be asked about: there is none, or each breaks a rule by itself.
bool nothingToAsk(const WorkloadInput& input);

/// True when some workload cannot be asked about: its pods, or their number, are not in the file.
bool leavesUnanswered(const WorkloadInput& input);
bool isUnanswered(const ManifestObject& object);

/// Error NoPodTemplate with the kinds found, for a command that needs pods where no object makes any.
Error nothingToPlace(const WorkloadInput& input);

}  // namespace cardinal::app
