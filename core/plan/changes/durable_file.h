// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace cardinal {

/// fsync() of a file or a folder, or what stands for it in a test: 0, or -1 with errno.
using Sync = std::function<int(int descriptor)>;

/// Appends one line to `folder`/`name` under an exclusive lock of the file, and returns when it would survive a loss of
/// power. The folder is made when it is missing (mode 0700), the file too (0600); a symbolic link in its place is
/// refused. A line that a crash cut off costs only itself. Errors: FileUnwritable (subject = path, detail = the
/// system's words).
Result<void> appendDurably(const std::string& folder, const std::string& name, std::string_view line, const Sync& sync);

/// Replaces the content of such a file by what `rewrite` makes of it, under the same lock, when it is larger than
/// `limit` bytes; what was there is kept beside it as `name`.old. An empty answer leaves the file as it is. Who waits
/// for the lock meanwhile appends to the new file. Errors: as above, FileUnreadable.
Result<void> rewriteWhenLarge(const std::string& folder, const std::string& name, std::size_t limit,
                              const std::function<std::string(std::string_view content)>& rewrite, const Sync& sync);

}  // namespace cardinal
