// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"

namespace cardinal {

/// Files that may hold recordings: `path` itself, or all *.json and *.json.gz below the folder, by name; where both
/// forms of one file are there, the plain one. Errors, subject = path: FileMissing, FileUnreadable, NotFound (no such
/// file in the folder), LimitExceeded.
Result<std::vector<std::string>> recordingFiles(const std::string& path);

}  // namespace cardinal
