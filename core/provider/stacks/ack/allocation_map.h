// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/ids.h"

namespace cardinal::provider {

/// Sum per card of an annotation of the shape container -> (card -> amount).
struct CardAmount {
  CardIndex card = kPendingCard;
  std::int64_t amount = 0;
  bool operator==(const CardAmount&) const = default;
};

/// Parses `{"0":{"1":4},"1":{"1":2}}` (scheduler.framework.gpushare.allocation,
/// gpushare.alibabacloud.com/core-percentage) as kubectl-inspect does: outer keys and card keys decimal integers (a
/// sign is allowed), amounts JSON integers or null (0), repeated keys: the last one wins. Nothing on any error. An
/// empty vector when the text is valid but names no card. Ascending by card, sums saturate.
std::optional<std::vector<CardAmount>> parseAllocationMap(std::string_view json);

}  // namespace cardinal::provider
