// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

namespace cardinal {

/// Initializes libcurl, once for the process, and says whether it can be used here. Thread-safe. Error as of
/// checkLibcurl().
Result<void> prepareLibcurl();

/// `features`: as curl_version_info() reports them. Error Unsupported (subject = "libcurl", place = kLibraryPlace): it
/// resolves names synchronously, so that one name without an answer would stop the thread of a whole cluster
/// (docs/reference/kubernetes-client.md 2.1).
Result<void> checkLibcurl(int features);

}  // namespace cardinal
