// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/provider/readers.h"

namespace cardinal::testing {

/// A GPU stack that nobody has: "abacus.example/cards" = "id,MiB,ok|sick;..." on nodes, "abacus.example/held" =
/// "id=MiB" on pods. Its value stands for one that `GpuStack` would get.
inline constexpr GpuStack kAbacus = static_cast<GpuStack>(static_cast<int>(kLastGpuStack) + 1);

bool isAbacus(const RawNode& node, const NodeExtras* extras);
/// Nothing where no card can be read.
std::optional<NodeCapacity> readAbacusCapacity(const RawNode& node, const NodeExtras* extras);

}  // namespace cardinal::testing
