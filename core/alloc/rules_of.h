// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

namespace cardinal {

struct AllocationRequest;
struct NamespaceRules;

/// Gives what AllocationRequest::rules is to be for a request; null = nothing needs asking. May block.
using RulesOf = std::function<std::shared_ptr<const NamespaceRules>(const AllocationRequest& request)>;

}  // namespace cardinal
