// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/manifest/manifest.h"

namespace cardinal::sim {

/// The checks of an API server on one object, as far as the demo keeps it: names, labels, containers, quantities,
/// extended resources (whole numbers, requests equal to limits), and the ACK rule that core percentages come in steps
/// of five. Error Invalid (422): subject = "Deployment/ns/name", place = field path, detail = the server's kind of
/// words.
Result<void> checkObject(const ManifestObject& object, const ObjectKey& key);

/// Rules of label keys and values on a node; error Invalid with place "metadata.labels".
Result<void> checkLabel(std::string_view key, std::string_view value, const std::string& subject);

Error apiError(ErrorCode code, int status, std::string subject, std::string place = {}, std::string detail = {});

}  // namespace cardinal::sim
