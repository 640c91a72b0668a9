// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace cardinal {

/// Every pod spec in an object, wherever its kind has it: a mapping with a list of containers.
std::vector<const nlohmann::json*> podSpecsIn(const nlohmann::json& object);

}  // namespace cardinal
