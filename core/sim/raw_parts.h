// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/raw.h"

namespace cardinal::sim {

/// Sets or replaces one entry.
void set(StringMap& map, const std::string& key, std::string value);
/// Removes the entry when it is there.
void remove(StringMap& map, const std::string& key);
/// Sets or replaces a whole number of units.
void set(ResourceList& list, const std::string& name, std::int64_t amount);
void setMilli(ResourceList& list, const std::string& name, std::int64_t milli);

/// Hardware of one node.
struct NodeShape {
  std::string name;
  std::string ip;
  std::string mode;           ///< value of ack.node.gpu.schedule; empty = open-source gpushare (label gpushare=true)
  std::string placement;      ///< value of ack.node.gpu.placement; empty = no label
  std::string cardName;       ///< "Tesla-T4"; empty = a node without GPUs
  std::int64_t cardMib = 0;
  std::int64_t unitsPerCard = 0;  ///< gpu-mem per card of shared modes
  int cards = 0;
  int cpu = 0;
  std::int64_t memoryGib = 0;
  std::string pool;           ///< empty = no label
  std::string zone;           ///< empty = no label
};

/// A ready node with the resources that its mode publishes, the others at 0 as the kubelet shows them.
RawNode makeNode(const NodeShape& shape, UnixSeconds created, std::string uid, std::string resourceVersion);

/// Replaces the GPU resources by those of `shape.mode`; an unknown mode publishes none. Uses mode, cards and unitsPerCard.
void publishMode(RawNode& node, const NodeShape& shape);

/// What one card gives to a pod; core 0 = none.
struct CardGrant {
  int card = 0;
  std::int64_t memory = 0;
  std::int64_t core = 0;
};

/// What each container gets, by its position in `spec.containers`; containers without GPU have an empty list.
using ContainerGrants = std::vector<std::vector<CardGrant>>;

/// Writes the annotations of the ACK scheduler.
void annotateAck(RawPod& pod, const ContainerGrants& grants, std::int64_t nanoseconds, bool assigned);
/// Writes the annotations of the open-source extender.
void annotateGpushare(RawPod& pod, int card, std::int64_t unitsPerCard, std::int64_t units, std::int64_t nanoseconds, bool assigned);
/// Writes the annotation of ACK's topology mode.
void annotateTopology(RawPod& pod, const std::vector<int>& cards, std::int64_t nanoseconds, bool assigned);

}  // namespace cardinal::sim
