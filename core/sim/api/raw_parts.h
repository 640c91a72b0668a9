// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/raw.h"
#include "core/provider/registry/allocation_writer.h"

namespace cardinal::sim {

/// Sets or replaces one entry.
void set(StringMap& map, const std::string& key, std::string value);
/// As the Deployment controller labels its pods: pod-template-hash is the end of the ReplicaSet's name. Nothing for
/// pods of other owners.
void labelTemplateHash(RawPod& pod);
/// Removes the entry when it is there.
void remove(StringMap& map, const std::string& key);
/// Sets or replaces a whole number of units.
void set(ResourceList& list, const std::string& name, std::int64_t amount);
void setMilli(ResourceList& list, const std::string& name, std::int64_t milli);

/// Hardware of one node.
struct NodeShape {
  std::string name;
  std::string ip;
  std::string mode;       ///< value of ack.node.gpu.schedule; empty = open-source gpushare (label gpushare=true)
  std::string placement;  ///< value of ack.node.gpu.placement; empty = no label
  std::string cardName;   ///< "Tesla-T4"; empty = a node without GPUs
  std::int64_t cardMib = 0;
  std::int64_t unitsPerCard = 0;  ///< gpu-mem per card of shared modes
  int cards = 0;
  int cpu = 0;
  std::int64_t memoryGib = 0;
  std::string pool;  ///< empty = no label
  std::string zone;  ///< empty = no label
};

/// A ready node with the resources that its mode publishes, the others at 0 as the kubelet shows them.
RawNode makeNode(const NodeShape& shape, UnixSeconds created, std::string uid, std::string resourceVersion);

/// Replaces the GPU resources by those of `shape.mode`; an unknown mode publishes none. Uses mode, cards and
/// unitsPerCard.
void publishMode(RawNode& node, const NodeShape& shape);

using provider::annotateAck;
using provider::annotateGpushare;
using provider::annotateTopology;
using provider::CardGrant;
using provider::ContainerGrants;

}  // namespace cardinal::sim
