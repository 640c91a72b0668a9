// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/model/raw.h"

namespace cardinal::provider {

/// The amount under that name; nothing where the list does not have it, or the name is empty.
std::optional<std::int64_t> amountOf(const ResourceList& list, std::string_view name);

/// What the containers of a pod add to a node's sums of an extended resource, by Kubernetes' rule: the sum over app
/// containers, or the largest init container where that is more. Limits stand for requests that are not given, as the
/// API server copies them. Nothing where no container names it.
std::optional<std::int64_t> effectiveAmount(const RawPodSpec& spec, std::string_view name);

}  // namespace cardinal::provider
