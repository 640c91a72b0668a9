// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/result.h"

namespace cardinal {

/// Makes a folder that only its owner may look into (mode 0700), and what is missing above it the same way; one that is
/// there gets that mode. A new one never exists with another mode. Error FileUnwritable (subject = path, detail = the
/// system's words).
Result<void> makePrivateFolder(const std::string& path);

/// The file that is written when `path` is named as output: `path` itself, or where its symbolic links lead, so that a
/// link stays one. Error FileUnwritable for what is there and is no regular file: a device, FIFO, socket or folder is
/// never replaced; also for a link that leads nowhere.
Result<std::string> fileToReplace(const std::string& path);

/// True for "-" and the names that Linux gives to a process's standard output.
bool meansStandardOutput(const std::string& path);

}  // namespace cardinal
