// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "core/provider/effective_request.h"
#include "core/provider/readers.h"

namespace cardinal {

/// The adapters in the order in which they are tried; the one explicit list.
std::span<const StackAdapter> stackAdapters();

/// First adapter's answer; nothing when no stack knows the node (it then has no cards). `unhealthy` and `extras` may be
/// null.
std::optional<NodeCapacity> readCapacity(const RawNode& node, const RawUnhealthyGpus* unhealthy,
                                         const NodeExtras* extras = nullptr);
/// First adapter's answer; `request.kind() == None` when the pod asks for no GPU.
PodUsage readUsage(const RawPod& pod);
/// The same for a caller that knows `requestedResources(pod)` and `readEffectiveRequests` already.
PodUsage readUsage(const RawPod& pod, const provider::RequestedResources& requested,
                   const provider::NamedAmounts& amounts);

}  // namespace cardinal
