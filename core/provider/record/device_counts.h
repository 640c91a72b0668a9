// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/snapshot.h"

namespace cardinal::provider {

/// What the node's bound, not terminal pods take of its slots, instances and unread resources. Figures of single cards
/// are filled where they follow: on a node of one card, and where nothing or everything is taken. `node.pods` and
/// `node.requested` must be complete.
void countDevices(NodeRecord& node, NodeDevices& devices);

}  // namespace cardinal::provider
