// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"

namespace cardinal {

/// The JSON documents of a file: one, several one after the other (`kubectl get nodes -o json; kubectl get pods -o
/// json`), or those of a YAML stream as JSON. Text that is neither stays as it is, for the decoder to say what is
/// wrong. Errors, subject = `path`: ParseFailed (YAML: place = line and column; UTF-16), LimitExceeded (YAML larger
/// than 4 MiB or 500,000 values), InvalidField (a number that JSON cannot hold).
Result<std::vector<std::string>> documentsOf(std::string text, const std::string& path);

}  // namespace cardinal
