// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/clock.h"
#include "core/base/result.h"

namespace cardinal {

/// What stands at a path.
struct FileState {
  bool directory = false;
  std::size_t bytes = 0;
  UnixSeconds changed = 0;
};

/// Errors, subject = path: FileMissing, FileUnreadable (detail = the system's words).
Result<FileState> stateOf(const std::string& path);

/// A whole file as text, unpacked when it is gzipped; `bytes` = its size on disk. Has spare bytes for the decoder.
/// Errors, subject = path: FileMissing, FileUnreadable, LimitExceeded, ParseFailed (gzip).
Result<std::string> readDocument(const std::string& path, std::size_t bytes);

/// Stands for standard input where a path is asked.
inline constexpr std::string_view kStandardInput = "-";

/// All of standard input, unpacked when it is gzipped. Errors as readDocument, subject = "-".
Result<std::string> readStandardInput();

}  // namespace cardinal
