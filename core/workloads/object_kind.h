// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace cardinal {

/// The kind of an object as PodWorkload names it: kinds of operators that are called like one of Kubernetes have their
/// group.
std::string workloadKindOf(std::string_view apiVersion, std::string_view kind);

}  // namespace cardinal
