// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/model/snapshot.h"

namespace cardinal {

/// The state that a snapshot file, kubectl's output or a directory holds, built as FileSource builds it. Errors as
/// `loadSnapshotFile`. Blocks.
Result<SnapshotPtr> snapshotOfFile(const std::string& path);

}  // namespace cardinal
