// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/provider/readers.h"

namespace cardinal::provider {

/// Health and links of the cards of a topology node, from its ConfigMap `<node>-gputopo-report` in kube-system (data
/// keys `devices` and `bandwidth`; public ACK scheduler model, gputopology/event_handler.go). A matrix that is not
/// square, holds anything but finite numbers or does not fit the node's cards leaves the links unknown and reports
/// FieldUnreadable.
void readTopologyReport(const RawUnhealthyGpus& report, NodeCapacity& out);

}  // namespace cardinal::provider
