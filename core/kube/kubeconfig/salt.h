// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace cardinal {

/// 32 random bytes in hex that stay the same for the user of this folder: what makes fingerprints of secrets useless to
/// whoever has only the fingerprints. Kept in `folder`/salt (mode 0600; the folder is made, mode 0700). Where that
/// cannot be written or read, another one each time: nothing that was remembered is recognised then. Thread-safe.
std::string userSalt(const std::string& folder);

}  // namespace cardinal
