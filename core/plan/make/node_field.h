// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/model/raw.h"

namespace cardinal {

/// How the journal names what it changed of a node: the path of the field in the API, with the key in brackets where it
/// is one of many ("metadata.labels[gpu]", "spec.taints[gpu:NoSchedule]").
inline constexpr std::string_view kLabelField = "metadata.labels[";
inline constexpr std::string_view kAnnotationField = "metadata.annotations[";
inline constexpr std::string_view kTaintField = "spec.taints[";
inline constexpr std::string_view kUnschedulableField = "spec.unschedulable";

/// The text in the brackets of `field`; nothing when it does not begin with `prefix` (one of the above) or has no end.
std::optional<std::string> keyIn(const std::string& field, std::string_view prefix);

/// What stands in that field of the node; nothing when it is not there. Of a taint its value.
std::optional<std::string> fieldOf(const RawNode& node, const std::string& field);

}  // namespace cardinal
