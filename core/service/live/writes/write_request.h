// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/kube/transport/transport.h"

namespace cardinal {

/// Hears the texts of Warning headers (hostile).
using WarningSink = std::function<void(std::vector<std::string>)>;

/// Query of every write: field manager, strict field validation where the server knows it, dry run.
std::string writeQuery(bool dryRun, const std::string& serverVersion);

/// The server itself refuses fields that it does not know (from 1.25 on).
bool validatesFields(const std::string& serverVersion);

/// A write whose answer is waited for a little longer than the server works on it.
HttpRequest writeRequest(const char* method, std::string path, std::string query, const char* contentType,
                         std::string body);

/// True when "v1.25.3" is at least 1.`minor`; false when the text is no version.
bool isServerAtLeast(const std::string& version, int minor);

}  // namespace cardinal
