// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "core/base/result.h"

namespace cardinal {

/// What a file holds, cut behind `maxBytes` + 1 bytes: longer text than the reader takes is longer by that one byte.
/// Errors: FileMissing, FileUnreadable (subject = path, detail = the system's words).
Result<std::string> readFile(const std::string& path, std::size_t maxBytes);

}  // namespace cardinal
