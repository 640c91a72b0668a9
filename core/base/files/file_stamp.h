// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace cardinal {

/// What distinguishes one state of a file from another: device, inode, size and time of modification of what a path
/// leads to, links followed. Equal = unchanged; all zero = there is none.
using FileStamp = std::array<std::int64_t, 5>;

/// Blocks on the file system, which may take long where it is a network's.
FileStamp fileStamp(const std::string& path);

}  // namespace cardinal
