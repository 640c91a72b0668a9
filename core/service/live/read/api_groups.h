// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/extras/extra.h"

namespace cardinal {

/// Every "group/version" of an answer of /apis (APIGroupList), in its order; nothing when it is no such answer.
/// Hostile text.
std::optional<std::vector<std::string>> groupVersions(const std::string& body);

/// Of what is served, each version in which objects of GPU stacks (ExtraKind) are read: one of each group, the newest.
std::vector<std::string> readableVersions(const std::vector<std::string>& served);

/// The kind of that name in "group/version"; nothing for all others.
std::optional<ExtraKind> extraKindIn(const std::string& apiVersion, const std::string& kind);

}  // namespace cardinal
