// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/snapshot.h"

namespace cardinal::provider {

/// Where the annotations of a bound, not terminal pod that asks in the form of its node's mode do not agree with each
/// other, with the node's cards or with what the node's scheduler counts.
void reportBooks(const NodeRecord& node, const PodRecord& pod, std::vector<Finding>& findings);

/// Resources of the node's mode of which its pods ask more than the node offers; whole cards that two pods name.
void reportSums(const NodeRecord& node, std::vector<Finding>& findings);

/// The handshake between scheduler and device plugin: a card is written on the pod ("assumed"), then the plugin
/// confirms it.
struct Handshake {
  bool waiting = false;     ///< assigned is "false": the plugin has not confirmed
  std::string_view key;     ///< of the flag
  UnixSeconds assumed = 0;  ///< when the card was written; 0 = unknown
};
Handshake readHandshake(const RawPod& pod);

}  // namespace cardinal::provider
