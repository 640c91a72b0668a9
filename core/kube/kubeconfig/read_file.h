// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "core/base/result.h"

namespace cardinal {

/// Whole content of a regular file. Never waits on a FIFO or device. Errors: FileMissing, FileUnreadable (subject =
/// path), LimitExceeded.
Result<std::string> readRegularFile(const std::string& path, std::size_t maxBytes);

/// Permission bits of what a path leads to; 0 = unknown.
unsigned fileMode(const std::string& path);

/// True when `path` leads to a file in the folder of `file` or below it, symbolic links followed; false when that
/// is unknown.
bool isInFolderOf(const std::string& file, const std::string& path);

/// `path` if it is absolute, else below the folder that holds `file`.
std::string resolveAgainst(const std::string& file, const std::string& path);

}  // namespace cardinal
