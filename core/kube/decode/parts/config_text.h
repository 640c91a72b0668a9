// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace cardinal {

/// A YAML value of a ConfigMap (device-config.yaml of Volcano and HAMi) as JSON text, for readers that speak JSON only.
/// Plain scalars keep their type; of several documents the first counts; an empty text is "null". Thread-safe. Errors,
/// place = `source`: ParseFailed (place = source:line:column), LimitExceeded (more than 1 MiB, 10,000 values or 64
/// levels, aliases counted each time).
Result<std::string> configTextAsJson(std::string_view text, const std::string& source);

}  // namespace cardinal
