// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/program/console.h"
#include "app/program/session.h"
#include "core/metrics/use.h"

namespace cardinal::app {

/// Says on standard error what of the cluster the user's rights hide. False when that is the nodes, and with them every
/// card: an answer about cards would be invented.
bool seesNodes(Console& console, const Session& session);

/// Says on standard error why nothing is measured. False when that is so.
bool seesUse(Console& console, const ClusterUse& use);

}  // namespace cardinal::app
