// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/model/snapshot.h"
#include "core/provider/card_grant.h"

namespace cardinal::provider {

/// Writes what the scheduler of HAMi, Volcano, gpu-manager or Koordinator writes on a pod that it binds to these cards
/// of the node: by the first container that asks, `grants` says what each card gives (memory in the node's unit, MiB;
/// core in percent); where several containers ask, each has what it asks on the first cards of the list. "Not yet
/// started", as the schedulers write it. Nothing for nodes of other stacks, or without grants.
void annotateByStack(RawPod& pod, const NodeRecord& node, const std::vector<CardGrant>& grants,
                     std::int64_t nanoseconds);

/// What the device plugins of those stacks change when the containers start.
void confirmByStack(RawPod& pod);

/// True for annotations that `annotateByStack` writes.
bool isWrittenByStack(std::string_view annotation) noexcept;

}  // namespace cardinal::provider
